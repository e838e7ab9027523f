"""The fake of the game run by MoonSharp instead of Lua 5.2: the same acts, told as a Lua program.

``BROADSIDE_MOONSHARP`` is the command that runs a Lua file with MoonSharp (all of its libraries but
io and files), such as ``mono /opt/moonsharp/run.exe``.
"""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest

from validator.playing.tabletop.world import Options, World, program


class NotedWorld(World):
    """A world that remembers every act, to be repeated elsewhere."""

    def __init__(self, save: Any, players: Any, options: Options | None = None) -> None:
        self.acts: list[tuple[str, tuple[Any, ...]]] = []
        self.options = options or Options()
        super().__init__(save, players, self.options)

    def _do(self, act: str, *arguments: Any) -> Any:
        if act not in ("stand", "glances", "menu_of", "seated"):
            self.acts.append((act, arguments))
        return super()._do(act, *arguments)

    def cast(self, values: Any) -> None:
        self.acts.append(("=casts", (list(values),)))
        super().cast(values)

    def deal(self, memos: Any) -> None:
        self.acts.append(("=deals", (list(memos),)))
        super().deal(memos)

    def as_lua(self) -> str:
        """A program that does the same and prints the script state."""
        options = {name: getattr(self.options, name) for name in Options.__slots__}
        rows = [f"local world = (function() {program()} end)()({_lua(options)})"]
        for act, arguments in self.acts:
            values = ", ".join(_lua(one) for one in arguments)
            if act.startswith("="):
                rows.append(f"world.{act[1:]} = {values}")
            else:
                rows.append(f"world:{act}({values})")
        rows += [
            "for _, one in ipairs(world.refusals) do print('REFUSED ' .. one) end",
            "for _, one in ipairs(world.raised) do print('RAISED ' .. one) end",
            "print(world:state())",
        ]
        return "\n".join(rows)


def moonsharp() -> list[str]:
    """The command; skips the test where none is named."""
    command = os.environ.get("BROADSIDE_MOONSHARP")
    if not command:
        pytest.skip("no MoonSharp here: BROADSIDE_MOONSHARP names no command that runs it")
    return shlex.split(command)


def run_in_moonsharp(program_: str, folder: Path) -> str:
    """What a Lua program prints under MoonSharp, without the last line's end."""
    file = folder / "program.lua"
    file.write_text(program_, "utf-8")
    done = subprocess.run(
        [*moonsharp(), str(file)], capture_output=True, check=False, encoding="utf-8", timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.rstrip("\n")


def _lua(value: Any) -> str:
    """A value as a Lua constructor that MoonSharp reads; it counts strings in units of UTF-16."""
    if value is None:
        return "nil"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '("' + "".join(map(_sign, value)) + '")'
    if isinstance(value, dict):
        parts = [f"[{_lua(key)}] = {_lua(one)}" for key, one in value.items() if one is not None]
        return f"{{{', '.join(parts)}}}"
    if isinstance(value, list | tuple):
        return f"{{{', '.join(_lua(one) for one in value)}}}"
    return repr(value)


def _sign(sign: str) -> str:
    """A character within quotes; half of one is cut out of a whole one."""
    code = ord(sign)
    if 0xD800 <= code < 0xDC00:
        return f'" .. string.sub("{chr(0x10000 + (code - 0xD800) * 0x400)}", 1, 1) .. "'
    if 0xDC00 <= code < 0xE000:
        return f'" .. string.sub("{chr(0x10000 + code - 0xDC00)}", 2, 2) .. "'
    if code < 32 or code == 127:
        return f"\\{code:03d}"
    return {'"': '\\"', "\\": "\\\\"}.get(sign, sign)
