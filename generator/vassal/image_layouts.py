"""What game piece images are made of (``VASSAL.build.module.gamepieceimage``).

A layout lists its items, an image the values of each item. The classes are the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from generator.light import dataclass
from generator.vassal.kinds import Listed, Variant, declare, record


@record("typeface", ",")
@dataclass(frozen=True, slots=True)
class Typeface:
    """A font style."""

    family: Annotated[str, "str", "Dialog, SansSerif, Serif or Monospaced"] = "Dialog"
    style: Annotated[int, "int", "0 plain, 1 bold, 2 italic, 3 both"] = 0
    size: Annotated[int, "int", "points"] = 10
    outline: Annotated[bool | None, "bool~", "whether the letters have an outline"] = None


# --- Items of a layout: what each kind has of its own, then what all have -------------------------


@record("itemplace", ";")
@dataclass(frozen=True, slots=True)
class ItemPlace:
    """Where an item of a layout stands."""

    name: Annotated[str, "def[item]", "its name"]
    location: Annotated[str, "choice", "Center, Top, Bottom, Left, Right or a corner"]
    x: Annotated[int | None, "int~", "pixels from there to the right"] = None
    y: Annotated[int | None, "int~", "pixels from there downward"] = None
    rotation: Annotated[int | None, "int~", "degrees"] = None
    smooth: Annotated[bool | None, "bool~", "whether it is drawn without jags"] = None


@record("symbolshape", ";")
@dataclass(frozen=True, slots=True)
class SymbolShape:
    """A unit symbol."""

    type: Annotated[str, "choice", "Symbol"]
    width: Annotated[int | None, "int~", "pixels"] = None
    height: Annotated[int | None, "int~", "pixels"] = None
    line: Annotated[float | None, "float~", "width of its lines"] = None


@record("textshape", ";")
@dataclass(frozen=True, slots=True)
class TextShape:
    """A line of text."""

    type: Annotated[str, "choice", "Text"]
    font: Annotated[str | None, "font~", "its font style"] = None
    source: Annotated[str | None, "choice~", "fixed in the layout, or given by each image"] = None
    text: Annotated[str | None, "text~", "the text, when fixed"] = None
    change: Annotated[str | None, "text~", "unused"] = None
    change_key: Annotated[Any, "key~", "unused"] = None
    lock: Annotated[str | None, "text~", "unused"] = None
    lock_key: Annotated[Any, "key~", "unused"] = None
    lockable: Annotated[bool | None, "bool~", "unused"] = None


@record("boxsize", ";")
@dataclass(frozen=True, slots=True)
class BoxSize:
    """A box of text."""

    type: Annotated[str, "choice", "TextBox"]
    width: Annotated[int | None, "int~", "pixels"] = None
    height: Annotated[int | None, "int~", "pixels"] = None
    html: Annotated[bool | None, "bool~", "whether its text is HTML"] = None


@record("boxshape", ",")
@dataclass(frozen=True, slots=True)
class BoxShape:
    """A box of text, and the text in it."""

    size: Annotated[BoxSize | str, "boxsize", "the box"]
    text: Annotated[TextShape | str | None, "textshape~", "the text"] = None


@record("imageshape", ";")
@dataclass(frozen=True, slots=True)
class ImageShape:
    """A picture."""

    type: Annotated[str, "choice", "Image"]
    image: Annotated[str | None, "image~", "the picture, when fixed"] = None
    source: Annotated[str | None, "choice~", "fixed in the layout, or given by each image"] = None


@record("boxedshape", ";")
@dataclass(frozen=True, slots=True)
class BoxedShape:
    """A rectangle or an oval."""

    type: Annotated[str, "choice", "Box"]
    width: Annotated[int | None, "int~", "pixels"] = None
    height: Annotated[int | None, "int~", "pixels"] = None
    shape: Annotated[str | None, "choice~", "Rectangle, Rounded Rectangle or Oval"] = None
    bevel: Annotated[int | None, "int~", "roundness of its corners"] = None


Shape = SymbolShape | TextShape | BoxShape | ImageShape | BoxedShape


@record("layoutitem", "|")
@dataclass(frozen=True, slots=True)
class LayoutItem:
    """One item of a layout."""

    shape: Annotated[Shape | str, "itemshape", "what it is"]
    place: Annotated[ItemPlace | str | None, "itemplace~", "where it stands"] = None


# --- What an image says of each item: type, name and place of the item, then its values ----------


@record("symbolvalue", ";")
@dataclass(frozen=True, slots=True)
class SymbolValue:
    """A unit symbol of one image."""

    type: Annotated[str, "choice", "Symbol"]
    name: Annotated[str, "item", "the item of the layout"]
    location: Annotated[str, "choice", "as in the layout"]
    color: Annotated[str | None, "swatch~", "colour of its lines"] = None
    background: Annotated[str | None, "swatch~", "colour of its ground"] = None
    size: Annotated[str | None, "choice~", "size of the unit: Company, Division ..."] = None
    symbol1: Annotated[str | None, "choice~", "arm: Infantry, Armored ..."] = None
    symbol2: Annotated[str | None, "choice~", "second arm"] = None
    size_color: Annotated[str | None, "swatch~", "colour of the mark of size"] = None


@record("textvalue", ";")
@dataclass(frozen=True, slots=True)
class TextValue:
    """A text of one image."""

    type: Annotated[str, "choice", "Text or TextBox"]
    name: Annotated[str, "item", "the item of the layout"]
    location: Annotated[str, "choice", "as in the layout"]
    color: Annotated[str | None, "swatch~", "colour of the letters"] = None
    background: Annotated[str | None, "swatch~", "colour of the ground"] = None
    text: Annotated[str | None, "text~", "the text"] = None
    outline: Annotated[str | None, "swatch~", "colour of the letters' outline"] = None


@record("boxvalue", ";")
@dataclass(frozen=True, slots=True)
class BoxValue:
    """A shape of one image."""

    type: Annotated[str, "choice", "Box"]
    name: Annotated[str, "item", "the item of the layout"]
    location: Annotated[str, "choice", "as in the layout"]
    color: Annotated[str | None, "swatch~", "colour of its ground"] = None
    border: Annotated[str | None, "swatch~", "colour of its line"] = None


@record("imagevalue", ";")
@dataclass(frozen=True, slots=True)
class ImageValue:
    """A picture of one image."""

    type: Annotated[str, "choice", "Image"]
    name: Annotated[str, "item", "the item of the layout"]
    location: Annotated[str, "choice", "as in the layout"]
    image: Annotated[str | None, "image~", "the picture"] = None


_SHAPES: dict[str, tuple[type, str]] = {
    "Symbol": (SymbolShape, "symbolshape"),
    "TextBox": (BoxShape, "boxshape"),
    "Text": (TextShape, "textshape"),
    "Image": (ImageShape, "imageshape"),
    "Box": (BoxedShape, "boxedshape"),
}
_VALUES: dict[str, tuple[type, str]] = {
    "Symbol": (SymbolValue, "symbolvalue"),
    "Text": (TextValue, "textvalue"),
    "Box": (BoxValue, "boxvalue"),
    "Image": (ImageValue, "imagevalue"),
}


def _kind_of(kinds: dict[str, tuple[type, str]]) -> Callable[[str], str]:
    def kind(text: str) -> str:
        for word, (_, found) in kinds.items():
            if text.startswith(word):
                return found
        raise ValueError(text)

    return kind


declare("itemshape", Variant(_kind_of(_SHAPES), tuple(_SHAPES.values())))
declare("layout", Listed("layoutitem"))
declare("itemvalue", Variant(_kind_of(_VALUES), tuple(_VALUES.values())))
declare("itemvalues", Listed("itemvalue"))
