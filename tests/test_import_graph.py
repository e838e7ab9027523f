"""The design's one-way flow, held by reading every import in the tree."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

FLOOR = (
    "generator.__version__",
    "generator.collecting",
    "generator.counting",
    "generator.differences",
    "generator.errors",
    "generator.files",
    "generator.light",
    "generator.places",
    "generator.plain_yaml",
    "generator.store",
    "generator.definition",
    "generator.geography",
    "generator.vassal",
    "generator.tabletop_simulator",
)

# What each room may import besides itself; the longest matching prefix decides.
MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "generator.collecting": (),
    "generator.counting": (),
    "generator.differences": ("generator.light",),
    "generator.errors": (),
    "generator.files": ("generator.errors", "generator.light"),
    "generator.light": (),
    "generator.places": (),
    "generator.plain_yaml": (
        "generator.errors",
        "generator.files",
        "generator.places",
        "generator.store",
    ),
    "generator.store": ("generator.errors", "generator.files"),
    "generator.geography": (
        "generator.errors",
        "generator.light",
        "generator.places",
        "generator.vassal.grids",
    ),
    "generator.definition": (
        "generator.counting",
        "generator.errors",
        "generator.files",
        "generator.light",
        "generator.places",
        "generator.store",
        "generator.geography",
    ),
    "generator.vassal": (
        "generator.differences",
        "generator.errors",
        "generator.files",
        "generator.light",
        "generator.places",
    ),
    "generator.vassal.grids": ("generator.light",),
    "generator.tabletop_simulator": (
        "generator.collecting",
        "generator.errors",
        "generator.files",
        "generator.light",
        "generator.places",
        "generator.plain_yaml",
    ),
    "generator.drawing": FLOOR,
    "generator.pictures": (*FLOOR, "generator.drawing"),
    "generator.packaging": (*FLOOR, "generator.drawing", "generator.pictures"),
    "generator.printing": (
        *FLOOR,
        "generator.drawing",
        "generator.pictures",
        "generator.packaging",
    ),
    "generator.printing.preflight": (
        "generator.counting",
        "generator.errors",
        "generator.files",
        "generator.light",
        "generator.terminal",
    ),
    "generator.starting": (
        *FLOOR,
        "generator.drawing",
        "generator.pictures",
        "generator.packaging",
        "generator.printing",
    ),
    "generator.workbench": (*FLOOR, "generator.drawing", "generator.pictures"),
    "generator.preview": (
        *FLOOR,
        "generator.drawing",
        "generator.pictures",
        "generator.printing",
    ),
    "generator.terminal": ("generator.errors", "generator.light"),
    "generator.commands": ("generator",),
    "generator": ("generator.errors", "generator.light", "generator.places"),
    "validator.table": FLOOR,
    "validator.reading": (*FLOOR, "validator.table"),
    # The set-up a game began with is the one its module begins with.
    "validator.reading.tabletop": (
        *FLOOR,
        "generator.packaging",
        "validator.table",
        "validator.reading",
    ),
    "validator.hidden": FLOOR,
    "validator.rules": (*FLOOR, "validator.table", "validator.reading.events", "validator.hidden"),
    "validator.explaining": (*FLOOR, "validator.rules"),
    "validator.audit": (
        *FLOOR,
        "validator.explaining",
        "validator.table",
        "validator.reading",
        "validator.rules",
        "validator.hidden",
    ),
    # The table a game ends with is held against the one its save was built with.
    "validator.audit.tabletop": (
        *FLOOR,
        "generator.packaging",
        "validator.table",
        "validator.reading",
        "validator.rules",
        "validator.hidden",
        "validator.audit",
    ),
    "validator.playing": (
        *FLOOR,
        "validator.explaining",
        "validator.table",
        "validator.reading",
        "validator.rules",
    ),
    "validator.playing.tabletop": (
        *FLOOR,
        "generator.packaging",
        "validator.table",
        "validator.reading",
        "validator.rules",
        "validator.playing",
    ),
    # A proof plays games and audits them: it stands behind both rooms.
    "validator.proving": (
        *FLOOR,
        "validator.audit",
        "validator.explaining",
        "validator.playing",
        "validator.reading",
        "validator.rules",
    ),
    "validator.reporting": (
        *FLOOR,
        "generator.drawing",
        "generator.pictures",
        "validator.table",
        "validator.reading",
        "validator.audit",
        "validator.narrating",
        "validator.painting",
        "validator.playing.balance",
    ),
    "validator.painting": (
        *FLOOR,
        "generator.drawing",
        "generator.pictures",
        "validator.table",
        "validator.reading",
    ),
    "validator.narrating": (
        *FLOOR,
        "validator.audit",
        "validator.explaining",
        "validator.reading",
        "validator.rules",
    ),
    "validator.site": (
        *FLOOR,
        "validator.audit",
        "validator.narrating",
        "validator.reading",
        "validator.reporting",
    ),
    "validator.starting": ("generator.errors", "generator.starting"),
    "validator.starting.others": FLOOR,
    # As it is written into a game's folder.
    "validator.starting.hex_and_counter": (*FLOOR, "validator.explaining", "validator.rules"),
    "validator.commands": ("generator", "validator"),
    "validator": FLOOR,
    "modules": (
        *FLOOR,
        "validator.explaining",
        "validator.rules",
        "validator.table",
        "validator.reading.events",
        "validator.hidden",
    ),
}

SOURCES = sorted(
    path for top in ("generator", "validator", "modules") for path in (ROOT / top).rglob("*.py")
)


def _module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imports(path: Path) -> list[tuple[int, str]]:
    """Every absolute name imported, relative imports resolved, with its line."""
    name = _module_name(path)
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                stem = ".".join(package.split(".")[: len(package.split(".")) - node.level + 1])
                base = f"{stem}.{base}" if base else stem
            found += [(node.lineno, f"{base}.{alias.name}") for alias in node.names]
    return found


def _within(name: str, room: str) -> bool:
    return name == room or name.startswith(room + ".")


def _room(name: str) -> str:
    return max((room for room in MAY_IMPORT if _within(name, room)), key=len)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_imports_flow_one_way(path: Path) -> None:
    name = _module_name(path)
    room = _room(name)
    for line, imported in _imports(path):
        assert imported.split(".")[0] != "broadside", f"{path}:{line} imports the front door"
        if imported.split(".")[0] not in ("generator", "validator", "modules"):
            continue
        allowed = any(_within(imported, other) for other in (room, *MAY_IMPORT[room]))
        assert allowed, f"{path}:{line}: {room} must not import {imported}"


def test_a_wrong_import_would_be_seen() -> None:
    assert _room("generator.vassal.commands") == "generator.vassal"
    assert not any(_within("validator.table", other) for other in MAY_IMPORT["generator.packaging"])
