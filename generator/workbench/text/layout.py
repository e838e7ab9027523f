"""Which components are files of their own, and where: what builders think of as one thing.

A component that is a file ``maps/Main Map.yaml`` has the files of what it holds in
``maps/Main Map/``. Everything else stands in the file of the component that holds it.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from generator.light import dataclass
from generator.vassal import components
from generator.vassal.documents import Element
from generator.workbench.opened import CARD_SLOT, EXTENSION, PIECE_SLOT, PROTOTYPE, name_of
from generator.workbench.text.disk_names import safe_name
from generator.workbench.text.naming import short_name

MODULE: Final = "module.yaml"
EXTENSION_FILE: Final = "extension.yaml"
FOLDERS: Final = ("maps", "pieces", "prototypes", "decks", "charts", "toolbar")
"""The folders at the top that hold nothing but components."""
TOP: Final = (MODULE, EXTENSION_FILE, "piece-images.yaml", "named-keys.yaml")
"""The files at the top."""

_BUILD = "VASSAL.build."
_PART = _BUILD + "module."
_MAP = _PART + "Map"
_BOARDS = _PART + "map.BoardPicker"
_DECK = _PART + "map.DrawPile"
_AT_START = _PART + "map.SetupStack"
_PALETTE = _PART + "PieceWindow"
_CHARTS = _PART + "ChartWindow"
_WIDGETS = frozenset(
    _BUILD + f"widget.{name}Widget" for name in ("Tab", "Panel", "Box", "List", "Map")
)
_TOOLBAR = (
    *(_PART + name for name in ("DiceButton", "SpecialDiceButton", "DoActionButton", "Inventory")),
    *(_PART + name for name in ("ToolbarMenu", "MultiActionButton", "GlobalKeyCommand")),
    *(_PART + name for name in ("turn.TurnTracker", "NotesWindow", "ChessClockControl")),
)
_IMAGES = _PART + "gamepieceimage.GamePieceImageDefinitions"
_PROTOTYPE_FOLDER = _PART + "folder.PrototypeFolder"


@dataclass(frozen=True, slots=True)
class Home:
    """The file a component stands in, as far as it decides where the next ones go."""

    kind: str = ""
    """``maps``, ``pieces``, ``charts`` ...; empty in the module's own file."""
    folder: str = ""
    """Where the files of what it holds go."""


def inside(element: Element, home: Home) -> Home:
    """The home of what a component holds that is no file of its own."""
    if element.tag == _PROTOTYPE_FOLDER:
        above = home.folder or "prototypes"
        return Home("prototypes", f"{above}/{safe_name(name_of(element), 'folder')}")
    return home


def own_file(element: Element, home: Home) -> tuple[str, str] | None:
    """The kind of file a component is, and its path without ending; None for no file."""
    kind = _kind(element, home)
    if kind is None:
        return None
    folder, fixed = {
        "boards": (home.folder, "boards"),
        "decks": (f"{home.folder}/decks" if home.kind == "maps" else "decks", ""),
        "at-start": (f"{home.folder}/at-start" if home.kind == "maps" else "decks", ""),
        "pieces": (home.folder if home.kind == "pieces" else "pieces", ""),
        "prototypes": (home.folder if home.kind == "prototypes" else "prototypes", ""),
        "piece-images": ("", "piece-images"),
    }.get(kind, (kind, ""))
    name = fixed or safe_name(name_of(element), safe_name(short_name(element.tag)))
    return kind, f"{folder}/{name}" if folder else name


def _kind(element: Element, home: Home) -> str | None:
    tag = element.tag
    if tag == _BOARDS:
        return "boards" if home.kind == "maps" and _is_map(element.parent) else None
    if _is_a(tag, _DECK):
        return "decks" if home.kind in ("", "maps") else None
    if _is_a(tag, _AT_START):
        return "at-start" if home.kind in ("", "maps") else None
    if tag == PROTOTYPE:
        return "prototypes" if home.kind in ("", "prototypes") else None
    if home.kind == "pieces" and tag in _WIDGETS:
        return "pieces"
    if home.kind:
        return None
    if _is_map(element):
        return "maps"
    if _is_a(tag, _PALETTE) or (tag in _WIDGETS and _holds_pieces(element)):
        return "pieces"
    if _is_a(tag, _CHARTS):
        return "charts"
    if tag == _IMAGES:
        return "piece-images"
    return "toolbar" if any(_is_a(tag, button) for button in _TOOLBAR) else None


def _is_map(element: Element | None) -> bool:
    """A map window, also one of a custom class."""
    if element is None:
        return False
    if _is_a(element.tag, _MAP) and element.tag.startswith(_PART):
        return True
    return element.tag not in components.table() and any(
        child.tag == _BOARDS for child in element.children
    )


def _holds_pieces(element: Element) -> bool:
    return next(element.iter(PIECE_SLOT, CARD_SLOT), None) is not None


@cache
def _is_a(tag: str, cls: str) -> bool:
    known = components.table().get(tag)
    return tag == cls or (known is not None and cls in known.ancestors)


def root_file(element: Element) -> str:
    """The file of the component that holds all others."""
    return EXTENSION_FILE if element.tag == EXTENSION else MODULE
