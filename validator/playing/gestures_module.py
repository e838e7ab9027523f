"""A module's buttons, maps, properties and turn tracker, as far as players use them.

Report formats, the effects of clicks and the names of buttons are read from the module that is
played, so that a log contains what that module would have written.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from generator.errors import BroadsideError, nearest
from generator.light import dataclass
from generator.vassal import encodings, modules, sequences
from generator.vassal.encodings import Key

if TYPE_CHECKING:
    from generator.vassal.component_trees import TreeElement

_MODULE = "VASSAL.build.module."
_MAP = _MODULE + "map."
_PROPERTIES = _MODULE + "properties."
_TURN = _MODULE + "turn."


class GestureError(BroadsideError):
    """The module does not allow a gesture, or needs a feature that is not implemented here."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A key for comparison: a name, or a code with modifiers."""

    code: int
    modifiers: int
    name: str = ""


def stroke(key: Key | str) -> Stroke | None:
    """The key in a setting; ``None`` if the setting is empty."""
    read = encodings.read("key", key) if isinstance(key, str) else key
    if not isinstance(read, Key) or (not read.code and not read.name):
        return None
    return Stroke(0, 0, read.name) if read.name else Stroke(read.code, read.modifiers)


def strokes(text: str) -> list[Stroke]:
    """The keys in a comma-separated list."""
    found = [stroke(token) for token in sequences.decode(text, ",")] if text else []
    return [key for key in found if key is not None]


@dataclass(frozen=True, slots=True)
class Window:
    """A map with its settings."""

    name: str
    id: str
    """``Map0``: its name in movement trails."""
    board: str
    within: str
    """Format of the report of a move on the map."""
    to: str
    """Format of the report of a move to it from another map."""
    changed: str
    """Format for the reports of the pieces' own traits."""
    only_changed: bool
    """Whether a move that ends in the same place is not reported."""
    marks_moved: bool
    placed: Stroke | None
    """The key that is sent to pieces put down on the map."""
    layers: tuple[str, ...] | None
    """Names of the visual layers, from the bottom; ``None`` if the map defines none."""
    layer_property: str

    def layer(self, value: str | None) -> int:
        """The index of a stack's visual layer, by its lowest piece's value of
        `layer_property`."""
        if self.layers is None:
            return 1  # 0 is for pieces that do not stack (DefaultPieceCollection)
        return self.layers.index(value) if value in self.layers else len(self.layers)


@dataclass(frozen=True, slots=True)
class Global:
    """A global property with its bounds."""

    name: str
    initial: str
    numeric: bool
    least: int
    most: int
    wraps: bool

    def changed(self, old: str, change: str) -> str:
        """The value after a change in the format of ``ChangePropertyButton``: ``I,1`` adds, ``P,x``
        sets."""
        kind, value, *_ = [*sequences.decode(change, ","), ""]
        if kind == "P":
            return value
        if kind != "I":
            raise GestureError(f"property {self.name!r}: a change {change!r} asks the player")
        new = int(old) + int(value)
        if self.wraps and new > self.most:
            return str(self.least)
        if self.wraps and new < self.least:
            return str(self.most)
        return str(max(self.least, min(self.most, new))) if self.numeric else str(new)


@dataclass(frozen=True, slots=True)
class Button:
    """A component that can be clicked, or answers to a key."""

    name: str
    key: Stroke | None
    element: TreeElement

    @property
    def kind(self) -> str:
        """The name of its class, without the package."""
        return str(self.element.tag).rsplit(".", 1)[-1]

    @property
    def has_name(self) -> bool:
        """Whether it is a button with a name; decks and their commands only answer to keys."""
        return self.kind not in ("DrawPile", "DeckSendKeyCommand")

    def get(self, attribute: str) -> str:
        """A setting in the build file; empty if it is missing."""
        return self.element.get(attribute) or ""

    def is_set(self, attribute: str) -> bool:
        """Whether a setting is ``true``."""
        return self.element.get(attribute) == "true"


class PlayedModule:
    """A module that is played; ``begins`` is the name of the set-up to start from.

    Raises `GestureError` for a component whose settings are not implemented here.
    """

    def __init__(self, module: modules.Module, begins: str = "") -> None:
        self.module = module
        self._begins = begins
        root = module.root
        self.windows = {window.name: window for window in _windows(module)}
        self.buttons = list(_buttons(root))
        """In the order in which VASSAL sends keys to them."""
        self.globals = {one.name: one for one in _globals(root)}
        self.dice = {button.name for button in self.buttons if button.kind == "DiceButton"}
        options = {
            str(name): value
            for element in root.iter(_MODULE + "GlobalOptions")
            for name, value in element.attrib.items()
        }
        self.player_id_format = str(options.get("playerIdFormat") or "$PlayerName$")
        self.reports_moves = options.get("autoReport") != "Never"
        self.mask_options = {"Never": "false|0", "Always": "true|0"}.get(
            str(options.get("nonOwnerUnmaskable")), "|0"
        )
        """The part of a new mask's state about who else may unmask it (``ObscurableOptions``)."""

    @staticmethod
    def read(path: Path) -> PlayedModule:
        """Read a module file. Raises as `generator.vassal.modules.read`."""
        return PlayedModule(modules.read(path))

    def window(self, name: str) -> Window:
        """A map by name. Raises `GestureError`, which suggests a similar name."""
        found = self.windows.get(name)
        if found is None:
            raise GestureError(
                f"module {self.module.name!r} has no map {name!r}{nearest(name, self.windows)}"
            )
        return found

    def button(self, name: str, kind: str = "") -> Button:
        """A button by the name on it (and its class, if given).

        Raises `GestureError`, which suggests a similar name.
        """
        for button in self.buttons:
            if button.name == name and (button.kind == kind if kind else button.has_name):
                return button
        names = [button.name for button in self.buttons if button.has_name]
        raise GestureError(
            f"module {self.module.name!r} has no button {name!r}{nearest(name, names)}"
        )

    def presser(self, button: Button) -> Button:
        """The button to click: another one, if this one is not visible and only answers to a
        key."""
        if button.key is not None and not button.get("text") and not button.get("icon"):
            for other in self.buttons:
                pressed = strokes(other.get("hotkeys")) if other.kind == "DoActionButton" else []
                if other.get("text") and button.key in pressed:
                    return other
        return button

    def tracker(self) -> TreeElement | None:
        """The turn tracker; None if there is none."""
        return next(self.module.root.iter(_TURN + "TurnTracker"), None)

    def setup(self) -> str:
        """The archive member with the set-up to start from: the first, if none has the wanted
        name.

        Raises `GestureError` if there is none.
        """
        found = {
            str(element.get("name")): str(element.get("file"))
            for element in self.module.root.iter(_MODULE + "PredefinedSetup")
            if element.get("useFile") == "true" and element.get("file")
        }
        if found:
            return found.get(self._begins, next(iter(found.values())))
        raise GestureError(
            f"module {self.module.name!r} has no predefined set-up from which a game could begin; "
            "a file in scenarios/ that says what stands where makes one"
        )


def _windows(module: modules.Module) -> Iterator[Window]:
    for number, element in enumerate(module.maps()):
        layered = next(element.iter(_MAP + "LayeredPieceCollection"), None)
        board = next(element.iter(_MAP + "boardPicker.Board"), None)
        yield Window(
            name=modules.map_name(element),
            id=f"Map{number}",
            board=(board.get("name") or "") if board is not None else "",
            within=element.get("moveWithinFormat") or "",
            to=element.get("moveToFormat") or "",
            changed=element.get("changeFormat") or "",
            only_changed=element.get("onlyReportChangedLocation") == "true",
            marks_moved=element.get("markMoved") != "Never",
            placed=stroke(element.get("moveKey") or ""),
            layers=_listed(layered.get("layerOrder")) if layered is not None else None,
            layer_property=(layered.get("property") or "") if layered is not None else "",
        )


def _listed(text: str | None) -> tuple[str, ...]:
    return tuple(sequences.decode(text, ",")) if text else ()


_KEY_OF = {
    _MODULE + "DoActionButton": "hotkey",
    _MODULE + "DiceButton": "hotkey",
    _MODULE + "GlobalKeyCommand": "buttonHotkey",
    _MAP + "MassKeyCommand": "buttonHotkey",
    _PROPERTIES + "ChangePropertyButton": "hotkey",
    _TURN + "TurnTracker": "nexthotkey",
    _MAP + "DrawPile": "reshuffleHotkey",
    _MAP + "deck.DeckSendKeyCommand": "hotkey",
}


def _buttons(root: TreeElement) -> Iterator[Button]:
    for element in root.iter(*_KEY_OF):
        name = element.get("name") or element.get("text") or ""
        yield Button(name, stroke(element.get(_KEY_OF[str(element.tag)]) or ""), element)


def _globals(root: TreeElement) -> Iterator[Global]:
    for element in root.iter(_PROPERTIES + "GlobalProperty"):
        yield Global(
            element.get("name") or "",
            element.get("initialValue") or "",
            element.get("isNumeric") == "true",
            _whole(element.get("min"), 0),
            _whole(element.get("max"), 100),
            element.get("wrap") == "true",
        )


def _whole(text: str | None, default: int) -> int:
    # VASSAL writes "null" for a bound that is not set.
    return int(text) if text and text != "null" else default


__all__ = [
    "Button",
    "GestureError",
    "Global",
    "PlayedModule",
    "Stroke",
    "Window",
    "stroke",
    "strokes",
]
