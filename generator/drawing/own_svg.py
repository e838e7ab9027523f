"""A maker's own SVG, made ready so that our renderer shows all of it, or says what it cannot show.

The renderer has our typefaces alone and passes over writing in any other; and in PDF it passes over
all writing of a drawing that is linked as a picture. So every choice of a typeface gets ours as the
last resort, and a drawing with writing becomes part of the one that shows it, its names and its
rules of style kept to itself. What is never drawn (HTML in the drawing, flowed text, files beside
the file, letters that our typefaces lack) is reported with its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from typing import TYPE_CHECKING, Final
from zlib import crc32

from generator.drawing.svg_reading import OwnSvgError, svg_text
from generator.drawing.typefaces import FACES, measures
from generator.light import dataclass
from generator.vassal import images

if TYPE_CHECKING:
    from lxml.etree import _Element

MOST_TOLD = 5
"""So many things of a file are told that cannot be drawn, and how many more there are."""

_SVG: Final = "{http://www.w3.org/2000/svg}"
_XLINK: Final = "{http://www.w3.org/1999/xlink}"
_XML: Final = "{http://www.w3.org/XML/1998/namespace}"
_WORDS: Final = re.compile(r"<(?:\w+:)?(?:text|foreignObject|flowRoot|image)\b")
_FAMILY: Final = re.compile(r"(\bfont-family\s*:\s*)([^;}]+)")
_SHORT: Final = re.compile(r"(\bfont\s*:\s*)([^;}]+)")
_RULE: Final = re.compile(r"([^{}@;]+)\{([^{}]*)\}")
_AT_RULE: Final = re.compile(r"@[\w-]+[^{;]*(?:;|\{(?:[^{}]|\{[^{}]*\})*\})")
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_LENGTH: Final = re.compile(r"[0-9.]+")
_NAMED: Final = re.compile(r"(url\(\s*['\"]?#)([^)'\"]+)")
_WITH_SERIFS: Final = re.compile(
    r"(?<!sans-)(?<!sans )\bserif|times|georgia|garamond|palatino|bookman|century|cambria|roman",
    re.IGNORECASE,
)
_SANS, _SERIF = (FACES[name].family for name in ("sans", "serif"))
_UNSIZED: Final = (1000, 1000)
"""Pixels of a drawing that does not say how large it is."""
_COMMON: Final = 8.0
"""Filters of so many values for a pixel are common: shadows, blurs, textures of eight octaves."""
_UNDRAWN: Final = {"foreignObject": "HTML in the drawing", "flowRoot": "flowed text"}


@dataclass(frozen=True, slots=True)
class OwnDrawing:
    """An SVG that may stand in another drawing, and a line for each thing of it not drawn.

    ``svg`` is empty where the file holds no writing and may as well be linked. Else it stands in a
    group whose id is ``name``.
    """

    name: str = ""
    svg: str = ""
    notes: tuple[str, ...] = ()


def made_drawable(data: bytes, file: str) -> OwnDrawing:
    """An SVG to stand in another drawing, its writing with our typefaces as the last resort.

    ``file`` is what it is called in notes. Raises `OwnSvgError`.
    """
    wide, high = images.size(data) or _UNSIZED
    try:
        text = svg_text(data, wide * high, _COMMON)
    except OwnSvgError as trouble:
        mark = ", " if str(trouble).startswith("line ") else ": "
        raise OwnSvgError(f"{file}{mark}{trouble}") from None
    if not _WORDS.search(text):
        return OwnDrawing()
    from lxml import etree

    # A file with entities is held to the parser's limits; one without may hold large pictures.
    parser = etree.XMLParser(
        no_network=True,
        huge_tree="<!ENTITY" not in text,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(text.encode("utf-8"), parser)
    except etree.XMLSyntaxError as trouble:
        raise OwnSvgError(f"{file}, line {trouble.lineno}: {trouble.msg}") from None
    notes = [f"{file}, {note}" for note in _not_drawn(root)]
    if len(notes) > MOST_TOLD:
        notes[MOST_TOLD:] = [f"{file}: {len(notes) - MOST_TOLD} more things are not drawn"]
    if root.find(f".//{_SVG}text") is None:
        return OwnDrawing(notes=tuple(notes))
    _without_strangers(root)
    own = f"own-{crc32(data):08x}"
    _with_names_of_its_own(root, own)
    sheet = " ".join(style.text or "" for style in root.iter(f"{_SVG}style"))
    for element in list(root.iter(f"{_SVG}text")):
        _halo_whole(element, sheet)
    if "font-family" not in root.attrib:
        root.set("font-family", f"'{_SANS}'")
    if "viewBox" not in root.attrib:
        sides = [_LENGTH.match(root.get(side, "")) for side in ("width", "height")]
        root.set("viewBox", " ".join(("0 0", *(side[0] if side else "100" for side in sides))))
    return OwnDrawing(own, etree.tostring(root, encoding="unicode"), tuple(notes))


def _without_strangers(root: _Element) -> None:
    """Takes out what is of other programs (Inkscape's notes) and what acts."""
    for element in list(root.iter()):
        parent = element.getparent()
        kind = str(element.tag)
        if parent is not None and (not kind.startswith(_SVG) or kind == f"{_SVG}script"):
            parent.remove(element)
            continue
        for key in list(map(str, element.attrib)):
            strange = key.startswith("{") and not key.startswith((_XLINK, _XML))
            if strange or key.startswith("on"):
                del element.attrib[key]


def _with_names_of_its_own(root: _Element, own: str) -> None:
    """Ids, what calls them and rules of style, so that they concern this drawing alone; each
    choice of a typeface gets ours."""

    def called(words: str) -> str:
        return _NAMED.sub(rf"\1{own}-\2", words)

    for element in root.iter():
        for key, value in [(str(key), str(value)) for key, value in element.attrib.items()]:
            if key == "id":
                element.set(key, f"{own}-{value}")
            elif key in ("href", f"{_XLINK}href") and value.startswith("#"):
                element.set(key, f"#{own}-{value[1:]}")
            elif key == "font-family":
                element.set(key, _with_ours(value))
            elif key == "style":
                element.set(key, called(_in_rules(value)))
            elif "url(" in value:
                element.set(key, called(value))
        if element.tag == f"{_SVG}style":
            element.text = "".join(
                f"{_scoped(rule[1], own)}{{{called(_in_rules(rule[2]))}}}"
                for rule in _RULE.finditer(
                    _AT_RULE.sub("", _COMMENT.sub("", "".join(map(str, element.itertext()))))
                )
            )


def _scoped(selectors: str, own: str) -> str:
    """Selectors of CSS that reach into one drawing only."""
    return ", ".join(
        f"#{own} " + re.sub(r"#(?=[\w-])", f"#{own}-", selector.strip())
        for selector in selectors.split(",")
        if selector.strip()
    )


def _with_ours(families: str) -> str:
    """A list of typefaces with ours at its end."""
    if families.strip() == "inherit" or _SANS in families or _SERIF in families:
        return families
    ours = _SERIF if _WITH_SERIFS.search(families) else _SANS
    return f"{families.strip()}, '{ours}'"


def _in_rules(rules: str) -> str:
    """Rules of CSS with our typefaces in each choice of one."""

    def chosen(found: re.Match[str]) -> str:
        families, mark, important = found[2].partition("!")
        return f"{found[1]}{_with_ours(families)}{mark and ' !'}{important}"

    return _SHORT.sub(chosen, _FAMILY.sub(chosen, rules))


def _not_drawn(root: _Element) -> Iterator[str]:
    """What the renderer passes over, each with its line."""
    letters = measures("sans").widths.keys() | measures("serif").widths.keys()
    for element in root.iter():
        kind = str(element.tag).removeprefix(_SVG)
        line = f"line {element.sourceline}"
        if kind in _UNDRAWN:
            yield f"{line}: {_UNDRAWN[kind]} (<{kind}>) is not drawn; write it as <text>"
        elif kind == "text":
            words = " ".join("".join(map(str, element.itertext())).split())
            lacking = {letter for letter in words if letter not in letters}
            if lacking:
                told = "".join(sorted(lacking))
                yield f"{line}: {words[:60]!r} has letters that our typefaces lack: {told}"
        elif kind == "image":
            link = str(element.get("href") or element.get(f"{_XLINK}href") or "")
            if not link.startswith("data:"):
                yield f"{line}: the picture {link[:60]!r} lies outside the file; put it inside"


def _halo_whole(text: _Element, sheet: str) -> None:
    """A text with a stroke as two: strokes and letters, the one wholly before the other.

    The renderer of PDF strokes letter by letter, and a wide stroke covers the letter before it.
    """
    from lxml import etree

    around = [text, *text.iterancestors()]
    looks = [
        f"{one.get('style', '')};{' '.join(map(str, one.keys()))}"
        for one in (*around, *text.iter())
    ]
    inside = {str(one.tag).removeprefix(_SVG) for one in around}
    below = any("paint-order" in look for look in (*looks, sheet))
    _forced(text, "")  # our own lines have no such attribute: this one is left as it is
    if text.attrib.pop("paint-order", ""):
        _forced(text, "paint-order:stroke")
    parent = text.getparent()
    stroked = any("stroke" in look for look in (*looks, sheet))
    alone = "opacity" in looks[0]
    if parent is None or not stroked or alone or inside & {"clipPath", "mask"}:
        return
    both = etree.Element(f"{_SVG}g")
    if "id" in text.attrib:
        both.set("id", str(text.attrib.pop("id")))
    both.tail, text.tail = text.tail, None
    parent.replace(text, both)
    hollow, letters = deepcopy(text), text
    _forced(hollow, "fill:none")
    _forced(letters, "stroke:none")
    both.extend([hollow, letters] if below else [letters, hollow])


def _forced(text: _Element, rule: str) -> None:
    """A text whose every part obeys a rule."""
    for part in text.iter(f"{_SVG}text", f"{_SVG}tspan", f"{_SVG}textPath"):
        before = part.get("style", "").rstrip("; ")
        part.set("style", f"{before};{rule}".strip(";"))
