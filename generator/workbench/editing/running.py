"""A script or a list of changes worked on a module, and what came of it."""

from __future__ import annotations

import copy
import traceback
from collections.abc import Callable
from pathlib import Path

from generator.differences import Comparison
from generator.vassal import documents
from generator.workbench import editing
from generator.workbench.comparing import compare
from generator.workbench.editing.declared import worked
from generator.workbench.editing.module import EditedModule
from generator.workbench.opened import OpenModule, WorkbenchError

ENTRY = "edit"
"""The function a script must define."""


def run_script(module: OpenModule, script: Path) -> EditedModule:
    """Let a script change a module. Its code is run: it may do whatever its user may.

    Raises `WorkbenchError` for a script without ``edit(module)``, and with the line of the script
    for whatever goes wrong in it.
    """
    import runpy

    edited = EditedModule(module, script.parent)
    offered = {name: getattr(editing, name) for name in editing.__all__}
    if not script.is_file():
        raise WorkbenchError(f"{script}: no such script")

    def run() -> None:
        found = runpy.run_path(str(script), init_globals=offered, run_name="__broadside__")
        edit = found.get(ENTRY)
        if not callable(edit):
            raise WorkbenchError(f"{script}: defines no function {ENTRY}(module)")
        edit(edited)

    _guarded(run, script)
    return edited


def run_changes(module: OpenModule, changes: Path) -> EditedModule:
    """Work a list of changes on a module. Raises `DefinitionError` with file and line."""
    edited = EditedModule(module, changes.parent)
    worked(edited, changes)
    return edited


def differences(before: OpenModule, after: EditedModule) -> Comparison:
    """What the changes came to, against the module as it was read."""
    names = (str(before.path), f"{before.path} edited")
    return compare(before, after.opened, names)


def untouched(module: OpenModule) -> OpenModule:
    """The module once more, to compare with when it has been changed."""
    data = module.members[module.build_file]
    document = documents.parse(data, f"{module.path}: {module.build_file}")
    return OpenModule(module.path, document, module.build_file, copy.copy(module.members))


def _guarded(run: Callable[[], None], script: Path) -> None:
    try:
        run()
    except WorkbenchError as trouble:
        line = _line_in(trouble, script)
        raise WorkbenchError(f"{script}:{line}: {trouble}" if line else str(trouble)) from None
    except SystemExit as trouble:
        if trouble.code not in (None, 0):
            raise WorkbenchError(f"{script}: ended itself ({trouble.code})") from None
    except SyntaxError as trouble:
        raise WorkbenchError(f"{script}:{trouble.lineno}: {trouble.msg}") from None
    except Exception as trouble:
        line = _line_in(trouble, script)
        raise WorkbenchError(f"{script}:{line}: {type(trouble).__name__}: {trouble}") from None


def _line_in(trouble: BaseException, script: Path) -> int:
    """The script's own line in which something went wrong; 0 when none is known."""
    lines = [
        frame.lineno or 0
        for frame in traceback.extract_tb(trouble.__traceback__)
        if frame.filename == str(script)
    ]
    return lines[-1] if lines else 0
