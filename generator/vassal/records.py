"""The rarer records inside fields: decks, masks, property sheets, outlines, turns, layouts.

Like those of `encodings`, the classes are the table: one line a field, its kind and its meaning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from types import NoneType
from typing import TYPE_CHECKING, Annotated, Any

from generator.light import dataclass
from generator.vassal import kinds, sequences
from generator.vassal.encodings import Key, Parameter, Target, number, written_number
from generator.vassal.kinds import (
    Joined,
    Leaf,
    Listed,
    Part,
    Variant,
    Whole,
    declare,
    record,
)

if TYPE_CHECKING:
    from generator.vassal.traits import Trait


# --- Decks --------------------------------------------------------------------------------


@record("deckcommand", "|")
@dataclass(frozen=True, slots=True)
class DeckCommand:
    """A command in a deck's menu that goes to its cards (``DeckGlobalKeyCommand``)."""

    name: Annotated[str, "text", "menu entry"]
    key: Annotated[Any, "key", "key command sent to the cards"]
    filter: Annotated[str | None, "match~", "which cards"] = None
    count: Annotated[str | None, "fmt[int]~", "to how many: -1 all, 0 none"] = None
    report: Annotated[str | None, "fmt~", "line in the chat"] = None
    translated: Annotated[str | None, "text~", "menu entry in the player's language"] = None
    target: Annotated[Target | str | None, "target~", "narrows the cards"] = None
    quiet: Annotated[bool | None, "bool~", "whether the cards' own reports are left out"] = None
    silent: Annotated[bool | None, "bool~", "whether their sounds are left out"] = None
    parameters: Annotated[
        tuple[Parameter, ...] | None, "paramlist~", "dynamic properties set on the cards"
    ] = None


@dataclass(frozen=True, slots=True)
class Counted:
    """What a deck counts among its cards."""

    name: str
    """Part of the name of the property that tells the number."""
    expression: str
    colon: str = ":"
    """The colon, with any spaces around it."""


class _Counted(Joined):
    __slots__ = ()

    _form = re.compile(r"(.*?)(\s*:\s*)(.*)", re.DOTALL)

    def split(self, text: str) -> list[tuple[str, str, str]]:
        match = self._form.fullmatch(text)
        if match is None:
            raise ValueError(text)
        name, colon, expression = match.groups()
        return [
            ("name", "prefix", name),
            ("colon", "str", colon),
            ("expression", "match", expression),
        ]

    def join(self, texts: Sequence[str]) -> str:
        return "".join(texts)

    def made(self, values: list[Any]) -> Counted:
        return Counted(values[0], values[2], values[1])

    def taken(self, value: Counted) -> list[tuple[str, Any]]:
        return [("prefix", value.name), ("str", value.colon), ("match", value.expression)]


@record("sortby", "|")
@dataclass(frozen=True, slots=True)
class SortBy:
    """One property a deck is sorted by."""

    property: Annotated[str, "property", "the property"]
    descending: Annotated[bool | None, "bool~", "whether the greatest comes first"] = None
    numeric: Annotated[bool | None, "bool~", "whether its values are numbers"] = None


declare("counted", _Counted())


# --- Layers, masks, property sheets, module paths ----------------------------------------------


@dataclass(frozen=True, slots=True)
class LevelName:
    """What a level of a layer adds to the piece's name."""

    text: str = ""
    place: str = ""
    """``before`` or ``after`` the name; empty: instead of it."""


class _LevelName(Joined):
    __slots__ = ()

    def split(self, text: str) -> list[tuple[str, str, str]]:
        first, *rest = sequences.tokens(text, "+")
        if not rest:
            return [("place", "choice", ""), ("text", "text", first)]
        if rest == [""] and first:
            return [("place", "choice", "before"), ("text", "text", first)]
        if not first and len(rest) == 1:
            return [("place", "choice", "after"), ("text", "text", rest[0])]
        raise ValueError(text)

    def join(self, texts: Sequence[str]) -> str:
        place, text = texts
        both = {"": [text], "before": [text, ""], "after": ["", text]}
        return sequences.encode(both[place], "+")

    def made(self, values: list[Any]) -> LevelName:
        return LevelName(values[1], values[0])

    def taken(self, value: LevelName) -> list[tuple[str, Any]]:
        return [("choice", value.place), ("text", value.text)]


@dataclass(frozen=True, slots=True)
class MaskStyle:
    """How a masked piece looks to its owner and to others."""

    style: str
    """``I`` inset, ``2`` inset below, ``B`` as background, ``P`` peek, ``G`` image."""
    key: Key | str | None = None
    """For ``P``: the key command to peek; none: always open to the owner."""
    image: str = ""
    """For ``G``: what the others see."""


class _MaskStyle(Joined):
    __slots__ = ()

    def split(self, text: str) -> list[tuple[str, str, str]]:
        style, rest = text[:1], text[1:]
        found = [("style", "choice", style)]
        if rest and style == "P":
            found.append(("key", "key", rest))
        elif rest and style == "G":
            found.append(("image", "image", rest))
        elif rest or not style:
            raise ValueError(text)
        return found

    def join(self, texts: Sequence[str]) -> str:
        return "".join(texts)

    def made(self, values: list[Any]) -> MaskStyle:
        style, *rest = values
        if style == "P":
            return MaskStyle(style, *rest)
        return MaskStyle(style, None, *rest)

    def taken(self, value: MaskStyle) -> list[tuple[str, Any]]:
        return [("choice", value.style), ("key", value.key), ("image", value.image)]


@record("unmasking", "|")
@dataclass(frozen=True, slots=True)
class Unmasking:
    """Who besides the owner may unmask a piece."""

    everybody: Annotated[bool | None, "bool?", "whether all may; nothing: as the players chose"]
    count: Annotated[int, "int", "how many are named"]
    ids: Annotated[tuple[str, ...], "owner*", "who"] = ()


@dataclass(frozen=True, slots=True)
class SheetField:
    """One field of a property sheet."""

    kind: str
    """0 line, 1 lines, 2 label, 3 ticks, 4 with value, 5 with maximum, 6 both, 7 spinner."""
    name: str


class _SheetField(Joined):
    __slots__ = ()

    def split(self, text: str) -> list[tuple[str, str, str]]:
        return [("kind", "choice", text[:1]), ("name", "def[property]", text[1:])]

    def join(self, texts: Sequence[str]) -> str:
        return "".join(texts)

    def made(self, values: list[Any]) -> SheetField:
        return SheetField(*values)

    def taken(self, value: SheetField) -> list[tuple[str, Any]]:
        return [("choice", value.kind), ("def[property]", value.name)]


@dataclass(frozen=True, slots=True)
class Ticks:
    """Boxes ticked, of so many."""

    value: int
    maximum: int


def _sheet_value(text: str) -> Ticks | tuple[str, ...]:
    value, slash, maximum = text.partition("/")
    if slash and value.isdecimal() and maximum.isdecimal():
        return Ticks(int(value), int(maximum))
    return tuple(text.split("|"))


def _written_sheet_value(value: Ticks | Sequence[str]) -> str:
    return f"{value.value}/{value.maximum}" if isinstance(value, Ticks) else "|".join(value)


@record("step", ":")
@dataclass(frozen=True, slots=True)
class Step:
    """One component on the way from the module to another."""

    cls: Annotated[str, "class", "class"]
    name: Annotated[str | None, "str~", "name"] = None


class _Path(Listed):
    """A way through the module; ``null`` for none."""

    __slots__ = ()

    def read(self, text: str) -> Any:
        return None if text == "null" else super().read(text)

    def write(self, value: Any) -> str:
        return "null" if value is None else super().write(value)


declare("levelname", _LevelName())
declare("maskstyle", _MaskStyle())
declare("sheetfield", _SheetField())
declare("sheet", Listed("sheetfield", "~"))
declare("sheetvalue", Leaf(_sheet_value, _written_sheet_value))
declare("sheetvalues", Listed("sheetvalue", "~"))
declare("componentpath", _Path("step", "/"))


@record("oldactivation", ";")
@dataclass(frozen=True, slots=True)
class OldActivation:
    """How a layer of VASSAL 2 is switched on and reset."""

    keys: Annotated[str, "letters", "keys that switch it on; none: always on"]
    reset: Annotated[str | None, "text~", "menu entry to reset it"] = None
    reset_key: Annotated[Any, "key~", "key command to reset it"] = None
    reset_level: Annotated[str | None, "fmt~", "level it is reset to"] = None


@record("oldlevel", ",")
@dataclass(frozen=True, slots=True)
class OldLevel:
    """One level of a layer of VASSAL 2."""

    image: Annotated[str, "image", "its picture"]
    name: Annotated[LevelName | str | None, "levelname~", "what it adds to the name"] = None


# --- Shapes and places ----------------------------------------------------------------------


def _point(text: str) -> tuple[int, ...]:
    x, y = text.split(",")
    return int(x), int(y)


_OPERATIONS = frozenset("MLQCZmlc")


def _outline_path(text: str) -> tuple[tuple[Any, ...], ...]:
    """Operations and their numbers: ``M 1.0 2.0 L ...``, in VASSAL 2 ``m,1,2,l,...``."""
    steps: list[tuple[Any, ...]] = []
    for token in text.split("," if "," in text else " ") if text else ():
        if token in _OPERATIONS:
            steps.append((token,))
        elif not steps:
            raise ValueError(text)
        else:
            steps[-1] += (number(token),)
    return tuple(steps)


def _written_outline_path(steps: Sequence[Sequence[Any]]) -> str:
    gap = "," if any(step[0].islower() for step in steps) else " "
    return gap.join(
        gap.join([step[0], *(written_number(value) for value in step[1:])]) for step in steps
    )


@dataclass(frozen=True, slots=True)
class Outline:
    """The shape of a piece."""

    path: tuple[tuple[Any, ...], ...] | str
    """Operations (move M, line L, curves Q and C, close Z) and their numbers in pixels."""
    mark: str = ""
    """What separates the picture from the path."""
    image: str = ""
    """The picture it was traced from."""


class _Outline(Joined):
    __slots__ = ()

    _form = re.compile(r"(.*?)( ?N |(?:^|,)n)(.*)", re.DOTALL)

    def split(self, text: str) -> list[tuple[str, str, str]]:
        match = self._form.fullmatch(text)
        if match is None:
            return [("path", "outlinepath", text)]
        path, mark, image = match.groups()
        return [("path", "outlinepath", path), ("mark", "str", mark), ("image", "image", image)]

    def join(self, texts: Sequence[str]) -> str:
        return "".join(texts)

    def made(self, values: list[Any]) -> Outline:
        return Outline(*values)

    def taken(self, value: Outline) -> list[tuple[str, Any]]:
        return [("outlinepath", value.path), ("str", value.mark), ("image", value.image)]


def _layer(text: str) -> int:
    if not text.startswith("@@"):
        raise ValueError(text)
    return int(text[2:])


declare("point", Leaf(_point, lambda point: f"{point[0]},{point[1]}"))
declare("polygon", Listed("point", ";"))
declare("outlinepath", Leaf(_outline_path, _written_outline_path))
declare("outline", _Outline())
declare("stacklayer", Leaf(_layer, lambda layer: f"@@{layer + 0}"))


# --- Turns ------------------------------------------------------------------------------------


@record("counterlevel", ";")
@dataclass(frozen=True, slots=True)
class CounterLevel:
    """Where a counter level of a turn tracker stands."""

    value: Annotated[int, "int", "its number"]
    sub_level: Annotated[int, "int", "which of its levels is shown"]
    loop: Annotated[bool, "bool", "whether it begins anew"]
    limit: Annotated[int, "int", "after which number"]
    levels: Annotated[tuple[TurnLevel | str, ...], "turnlevel*", "the levels below"] = ()


@record("listlevel", ";")
@dataclass(frozen=True, slots=True)
class ListLevel:
    """Where a list level of a turn tracker stands."""

    index: Annotated[int, "int", "which entry"]
    sub_level: Annotated[int, "int", "which of its levels is shown"]
    first: Annotated[int, "int", "which entry comes first"]
    active: Annotated[tuple[bool | str, ...], "list[bool]", "which entries are in use"] = ()
    levels: Annotated[tuple[TurnLevel | str, ...], "turnlevel*", "the levels below"] = ()


TurnLevel = CounterLevel | ListLevel


@record("turn", "|")
@dataclass(frozen=True, slots=True)
class TurnState:
    """Where a turn tracker stands."""

    level: Annotated[int, "int", "which of its levels is shown"]
    levels: Annotated[tuple[TurnLevel | str, ...], "turnlevel*", "its levels"] = ()


def _kind_of_level(text: str) -> str:
    third = sequences.decode(text, ";")[2:3]
    return "counterlevel" if third in (["true"], ["false"]) else "listlevel"


declare(
    "turnlevel",
    Variant(_kind_of_level, ((CounterLevel, "counterlevel"), (ListLevel, "listlevel"))),
)


# --- Pieces inside fields ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PieceDefinition:
    """A whole piece: in a slot of the palette, in a prototype, inside Place Marker and Replace."""

    id: str
    """Of the piece in play; ``null`` in a definition."""
    traits: tuple[Trait, ...]
    """Outermost first."""


class _Piece(Whole):
    """``+/id/type/state``, or ``null`` for no piece. The traits are in `generator.vassal.traits`,
    which reads its fields by the kinds declared here: hence the late imports.
    """

    __slots__ = ()

    def read(self, text: str) -> PieceDefinition | None:
        from generator.vassal import traits

        if text == "null":
            return None
        ident, kind, state = self._tokens(text)
        return PieceDefinition(ident, traits.read_piece(kind, state))

    def write(self, value: PieceDefinition | None) -> str:
        from generator.vassal import traits

        if value is None:
            return "null"
        tokens = [value.id, traits.piece_type(value.traits), traits.piece_state(value.traits)]
        return "+/" + sequences.encode(tokens, "/")

    def parts(self, text: str, path: tuple[str, ...]) -> Iterator[Part]:
        value = self.read(text)
        for at, trait in enumerate(value.traits if value is not None else ()):
            yield from trait.parts((*path, str(at)))

    def rewritten(self, text: str, change: kinds.Change, path: tuple[str, ...]) -> str:
        value = self.read(text)
        if value is None:
            return text
        if self.write(value) != text:  # a state with more than its traits can hold
            raise ValueError(text)
        new = tuple(
            part.rewritten(change, (*path, str(at))) for at, part in enumerate(value.traits)
        )
        return text if new == value.traits else self.write(PieceDefinition(value.id, new))

    @staticmethod
    def _tokens(text: str) -> tuple[str, str, str]:
        if not text.startswith("+/"):
            raise ValueError(text)
        ident, kind, state = sequences.tokens(text[2:], "/")
        return ident, kind, state


declare("piece", _Piece())
declare(
    "slot",
    Variant(
        lambda text: "piece" if text.startswith("+/") else "componentpath",
        ((PieceDefinition, "piece"), (tuple, "componentpath"), (NoneType, "componentpath")),
    ),
)
