"""Random values of every kind of field, for property tests.

A token that ends in a backslash swallows the delimiter after it, in VASSAL as here: no text drawn
here does.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st

from generator.vassal import kinds
from generator.vassal.encodings import Access, Key, LetterKey, Parameter
from generator.vassal.image_layouts import BoxShape, BoxSize
from generator.vassal.records import (
    Counted,
    LevelName,
    MaskStyle,
    Outline,
    PieceDefinition,
    SheetField,
    Step,
    Ticks,
)
from generator.vassal.traits import read_trait

TEXTS = st.text(alphabet="abÄ ;,|:~+/\\\t'$\"\n", max_size=7).filter(lambda text: text[-1:] != "\\")
WORDS = st.text(alphabet="abc", min_size=1, max_size=3)
NUMBERS = st.integers(-(10**6), 10**6)
FLOATS = st.floats(allow_nan=False) | st.integers(-99, 99)
TYPED_KEYS = st.builds(Key, NUMBERS, NUMBERS, st.just("") | WORDS | TEXTS)
LETTERS = st.sampled_from("AB7]").map(lambda letter: LetterKey(ord(letter)))
STEPS = st.sampled_from(["M", "L", "Q", "C"]).flatmap(
    lambda letter: st.tuples(st.just(letter), FLOATS, FLOATS)
) | st.just(("Z",))
OLD_STEPS = st.tuples(st.sampled_from("ml"), NUMBERS, NUMBERS) | st.just(("c",))
PIECES = st.builds(
    PieceDefinition,
    st.just("null") | st.integers(0, 99).map(str),
    st.lists(st.sampled_from(["mark;a,b", "delete;Delete;68,130;", "turr;x"]), max_size=3).map(
        lambda types: tuple(read_trait(text, "s") for text in [*types, "piece;;;a.png;A/B"])
    ),
)

SPECIAL: dict[str, st.SearchStrategy[Any]] = {
    "int": NUMBERS,
    "float": FLOATS,
    "bool": st.booleans(),
    "color": st.none() | st.lists(st.integers(0, 255), min_size=3, max_size=4).map(tuple),
    "key": st.none() | TYPED_KEYS | LETTERS,
    "keylist": st.lists(TYPED_KEYS, max_size=3).map(tuple)
    | st.lists(LETTERS, max_size=3).map(tuple),
    "strlist": st.deferred(lambda: lists("str", ",")),
    "tildes": st.deferred(lambda: lists("str", "~")),
    "param": st.builds(Parameter, TEXTS, TEXTS),
    "pair": st.builds(Parameter, TEXTS, TEXTS),
    "access": st.sampled_from([Access("player"), Access("side")])
    | st.builds(Access, st.just("sides"), st.lists(TEXTS, min_size=1, max_size=3).map(tuple)),
    "counted": st.builds(
        Counted, WORDS, TEXTS.filter(lambda text: text[:1].strip() != ""), st.just(" : ")
    ),
    "levelname": st.builds(LevelName, TEXTS, st.just(""))
    | st.builds(LevelName, WORDS, st.sampled_from(["before", "after"])),
    "maskstyle": st.builds(MaskStyle, st.sampled_from("IBP2"))
    | st.builds(MaskStyle, st.just("P"), TYPED_KEYS | LETTERS)
    | st.builds(MaskStyle, st.just("G"), st.none(), TEXTS.filter(bool)),
    "sheetfield": st.builds(SheetField, st.sampled_from("01234567"), TEXTS),
    "sheetvalue": st.builds(Ticks, st.integers(0, 99), st.integers(0, 99))
    | st.lists(WORDS, min_size=1, max_size=3).map(tuple),
    "componentpath": st.none()
    | st.lists(st.builds(Step, WORDS, st.none() | TEXTS), max_size=3).map(tuple),
    "point": st.tuples(NUMBERS, NUMBERS),
    "outlinepath": st.lists(STEPS, max_size=3).map(tuple)
    | st.lists(OLD_STEPS, max_size=3).map(tuple),
    "outline": st.builds(Outline, st.lists(STEPS, max_size=3).map(tuple))
    | st.builds(Outline, st.lists(STEPS, max_size=3).map(tuple), st.just(" N "), WORDS),
    "stacklayer": NUMBERS,
    "piece": st.none() | PIECES,
    "slot": st.deferred(lambda: SPECIAL["componentpath"] | PIECES),
    "turnlevel": st.deferred(lambda: st.one_of(records("counterlevel"), records("listlevel"))),
    "turn": st.deferred(lambda: records("turn")),
    "itemshape": st.deferred(
        lambda: st.one_of(
            records("symbolshape", type="Symbol"),
            records("textshape", type="Text"),
            records("imageshape", type="Image"),
            records("boxedshape", type="Box"),
            st.just(BoxShape(BoxSize("TextBox", 1, 2, True))),
        )
    ),
    "itemvalue": st.deferred(
        lambda: st.one_of(
            records("symbolvalue", type="Symbol"),
            records("textvalue", type="TextBox"),
            records("boxvalue", type="Box"),
            records("imagevalue", type="Image"),
        )
    ),
}


@cache
def of(kind: str) -> st.SearchStrategy[Any]:
    """Values of a kind."""
    if kind in SPECIAL:
        return SPECIAL[kind]
    codec = kinds.codec(kind)
    if kind.endswith("?"):
        return st.none() | of(kind[:-1]).filter(lambda value: kinds.write(kind[:-1], value) != "")
    if isinstance(codec, kinds.Listed):
        return lists(codec.item, codec.delimiter)
    if isinstance(codec, kinds.Record):
        return records(kind)
    assert codec is kinds.TEXT, kind
    return TEXTS


def lists(item: str, delimiter: str) -> st.SearchStrategy[tuple[Any, ...]]:
    """Lists; one of nothing but an empty text reads as none at all."""
    found = st.lists(of(item), max_size=3).map(tuple)
    return found.filter(lambda values: len(values) != 1 or kinds.write(item, values[0]) != "")


def records(kind: str, **fixed: Any) -> st.SearchStrategy[Any]:
    """Records, the fields that may be missing left out from some point on."""
    codec = kinds.codec(kind)
    assert isinstance(codec, kinds.Record)
    rows = codec.rows
    least = sum(row.required for row in rows)

    def first(size: int) -> st.SearchStrategy[Any]:
        parts: list[st.SearchStrategy[Any]] = []
        for at, row in enumerate(rows):
            if row.name in fixed:
                parts.append(st.just(fixed[row.name]))
            elif row.many:
                # Few and shallow: what is many may hold itself.
                parts.append(st.lists(of(row.kind), max_size=1).map(tuple))
            elif at >= size:
                parts.append(st.none())
            elif at == size - 1 and not row.required:
                parts.append(of(row.kind).filter(lambda value: value is not None))
            else:
                parts.append(of(row.kind))
        return st.tuples(*parts).map(lambda values: codec.type(*values))

    return st.integers(least, len(rows)).flatmap(first)
