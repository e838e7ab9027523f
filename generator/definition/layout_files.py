"""Layouts read from files, and whether what they name exists."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from pydantic import ValidationError

from generator.definition.explaining import troubles_of
from generator.definition.layouts import (
    COUNTER_FIELDS,
    FACE_FIELDS,
    TONES,
    TYPEFACES,
    Layout,
    LayoutFile,
    fields_named,
)
from generator.definition.schema import Counter, Face
from generator.definition.troubles import Trouble, choice
from generator.definition.yaml_nodes import (
    Node,
    NotYaml,
    ScalarNode,
    matching,
    parse,
    read_text,
)

KIND = "layouts"
"""The folder inside an art folder."""

COLOURS = ("fill", "fills", "stroke", "colour", "line", "paper", "ground")
"""Keys of layouts that hold a colour."""

KNOWN = (*COUNTER_FIELDS, *FACE_FIELDS)
"""Fields that every face or counter has."""


def read_layout(path: Path, shown: str) -> tuple[LayoutFile | None, list[Trouble]]:
    """The layout in a file, with its troubles; None where they leave nothing to draw."""
    try:
        node, troubles = parse(read_text(path, shown), shown)
    except NotYaml as trouble:
        return None, [trouble.trouble]
    layout, more = layout_of(node)
    return (None if troubles or more else layout), [*troubles, *more]


def layout_of(node: Node) -> tuple[LayoutFile | None, list[Trouble]]:
    """The layout that a file's node describes."""
    try:
        return LayoutFile.model_validate(node.plain()), []
    except ValidationError as error:
        return None, troubles_of(error, node, LayoutFile)


def named(name: str, layout: LayoutFile) -> Layout:
    """A file's layout under the name of its file."""
    return Layout.model_construct(
        **{key: getattr(layout, key) for key in LayoutFile.model_fields}, id=name
    )


def unknown_colours(node: Node, words: Collection[str] | None) -> Iterator[Trouble]:
    """Colours of a layout that neither a ground nor the theme has."""
    if words is None:
        return
    for key in COLOURS:
        # A ground is looked up whole: a tone is only a part of one.
        accepted = sorted(words) if key == "ground" else [*TONES, *sorted(words)]
        pattern = ("items", "*", key, "*") if key == "fills" else ("items", "*", key)
        for one in (*matching(node, pattern), *(matching(node, (key,)) if key == "paper" else ())):
            if not isinstance(one, ScalarNode) or not isinstance(one.value, str):
                continue
            word = one.value
            if key == "ground" and word == "damage":
                continue  # a theme need not have it
            if word and word[0] not in "#{" and word not in accepted:
                yield one.trouble(f"no colour {word!r}{choice(word, accepted)}")


def unknown_roles(node: Node, words: Collection[str] | None) -> Iterator[Trouble]:
    """Kinds of writing that neither the theme nor the typefaces have."""
    if words is None:
        return
    words = {*words, *TYPEFACES}
    for pattern in (("items", "*", "role"), ("items", "*", "factors", "*", "role")):
        for one in matching(node, pattern):
            if isinstance(one, ScalarNode) and isinstance(one.value, str):
                word = one.value
                if word and word not in words:
                    yield one.trouble(f"no kind of writing {word!r}{choice(word, sorted(words))}")


def unknown_fields(
    pieces: Iterable[tuple[Counter, Node]], layouts: Iterable[Layout]
) -> Iterator[Trouble]:
    """Counters that lack a field their layout names, each layout's told once."""
    own = {one.id: one for one in layouts}
    if not own:
        return
    wanted = {name: set(fields_named(one)) - {*KNOWN, *one.fields} for name, one in own.items()}
    told: set[tuple[str, str]] = set()
    for counter, node in pieces:
        for face in (*counter.faces, *([counter.back] if counter.back else ())):
            if face.image or not wanted.get(face.layout):
                continue
            for field in sorted(wanted[face.layout] - {*counter.values, *face.values}):
                if (face.layout, field) in told:
                    continue
                told.add((face.layout, field))
                known = sorted({*KNOWN, *counter.values, *face.values, *own[face.layout].fields})
                yield _place(node, face).trouble(
                    f"the layout {face.layout!r} names {{{field}}}, which this counter does not "
                    f"have{choice(field, known, 'known')} (optional fields are listed under "
                    "fields: of the layout)"
                )


def _place(node: Node, face: Face) -> Node:
    for one in matching(node, ("**", "layout")):
        if isinstance(one, ScalarNode) and one.value == face.layout:
            return one
    return node
