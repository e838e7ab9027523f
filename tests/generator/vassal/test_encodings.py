"""The small languages inside fields."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.vassal import encodings, kinds
from generator.vassal.encodings import (
    Access,
    Change,
    Constraints,
    EncodingError,
    Key,
    LetterKey,
    Parameter,
    Part,
    PropertyCommand,
    Target,
    is_count,
    is_whole,
    whole,
)
from generator.vassal.image_layouts import (
    BoxedShape,
    ImageValue,
    ItemPlace,
    LayoutItem,
    Typeface,
)
from generator.vassal.records import (
    Counted,
    CounterLevel,
    DeckCommand,
    LevelName,
    ListLevel,
    MaskStyle,
    OldActivation,
    OldLevel,
    Outline,
    SheetField,
    SortBy,
    Step,
    Ticks,
    TurnState,
    Unmasking,
)
from generator.workbench.importing.maps import colour
from generator.workbench.linting.boards import corners
from tests.generator.vassal import values
from validator.audit.observing import tracked


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("key", "77,130", Key(77)),
        ("key", "57345,0,ClearMoved", Key(57345, 0, "ClearMoved")),
        ("key", "", None),
        ("keylist", "57344\\,0\\,A,66\\,130", (Key.named("A"), Key(66))),
        ("access", "player:", Access()),
        ("access", "sides:German:Referee", Access("sides", ("German", "Referee"))),
        ("constraints", "true,-1,30,false", Constraints(True, -1, 30, False)),
        ("color", "255,0,0,128", (255, 0, 0, 128)),
        ("strlist", "a,b\\,c", ("a", "b,c")),
        ("strlist", "", ()),
        (
            "keycommands",
            "Use:70\\,130:I\\,-1,Ask:82\\,130:E\\,Which?\\,x\\\\,y",
            (
                PropertyCommand("Use", Key(70), Change("I", "-1")),
                PropertyCommand("Ask", Key(82), Change("E", "Which?", ("x", "y"))),
            ),
        ),
        ("paramlist", "a:1,b:2", (("a", "1"), ("b", "2"))),
        ("pairs", "a=1,b=2", (("a", "1"), ("b", "2"))),
        ("target", "COUNTER|false|MAP|||||0|0||false|||EQUALS||", Target()),
        ("tildes", "0Notes~1More", ("0Notes", "1More")),
        ("bool", "true", True),
        ("int", "-3", -3),
        ("int?", "", None),
        ("float", "0.3", 0.3),
        ("float", "1", 1),
        ("float", "1.0E-4", 0.0001),
        ("float", "1.2345678925E8", 123456789.25),
        ("key", "M", LetterKey(77)),
        ("keylist", "AB", (LetterKey(65), LetterKey(66))),
        ("constraints", "false,0,100,false,", Constraints(more="")),
        (
            "target",
            "MAP|true|ZONE|||$z$||0|0||false|||EQUALS",
            Target("MAP", True, "ZONE", zone="$z$", attachment=None, attachment_id=None),
        ),
        ("paramlist", "a:{1+2}", (Parameter("a", "{1+2}"),)),
        (
            "deckcommand",
            "Top|57344,0,Top|{x==1}|1||",
            DeckCommand("Top", Key.named("Top"), "{x==1}", "1", "", ""),
        ),
        ("counted", "reds : {c==1}", Counted("reds", "{c==1}", " : ")),
        ("list[sortby]", "Cost|true|false", (SortBy("Cost", True, False),)),
        (
            "list[levelname]",
            ",+ (hit),old +",
            (LevelName(), LevelName(" (hit)", "after"), LevelName("old ", "before")),
        ),
        ("maskstyle", "I", MaskStyle("I")),
        ("maskstyle", "P89,130", MaskStyle("P", Key(89))),
        ("maskstyle", "PY", MaskStyle("P", LetterKey(89))),
        ("maskstyle", "Gback.png", MaskStyle("G", image="back.png")),
        ("unmasking?", "", None),
        ("unmasking", "true|1|ann", Unmasking(True, 1, ("ann",))),
        ("unmasking", "|0", Unmasking(None, 0, ())),
        ("sheet", "0Name~3Hits", (SheetField("0", "Name"), SheetField("3", "Hits"))),
        ("sheetvalues", "a|b~2/5", (("a", "b"), Ticks(2, 5))),
        ("componentpath", "null", None),
        ("componentpath", "a.Tab:x/a.List", (Step("a.Tab", "x"), Step("a.List"))),
        ("oldactivation", "A;Reset;82,130;2", OldActivation("A", "Reset", Key(82), "2")),
        ("oldlevel", "a.png,+!", OldLevel("a.png", LevelName("!", "after"))),
        ("polygon", "1,2;-3,4", ((1, 2), (-3, 4))),
        (
            "outline",
            "M 0.0 -1.5 L 2.0 3.0 Z N a b.png",
            Outline((("M", 0.0, -1.5), ("L", 2.0, 3.0), ("Z",)), " N ", "a b.png"),
        ),
        ("outline", "m,0,1,l,2,3,c", Outline((("m", 0, 1), ("l", 2, 3), ("c",)))),
        ("stacklayer", "@@-1", -1),
        (
            "turn",
            "0|3;0;true;9;1\\;0\\;0\\;true,false",
            TurnState(0, (CounterLevel(3, 0, True, 9, (ListLevel(1, 0, 0, (True, False)),)),)),
        ),
        ("typeface", "Dialog,1,12,false", Typeface("Dialog", 1, 12, False)),
        (
            "layout",
            "Box;9;8;Oval;5|Pawn;Center;0;0;0;true",
            (
                LayoutItem(
                    BoxedShape("Box", 9, 8, "Oval", 5), ItemPlace("Pawn", "Center", 0, 0, 0, True)
                ),
            ),
        ),
        ("itemvalues", "Image;Flag;Top;us.png", (ImageValue("Image", "Flag", "Top", "us.png"),)),
    ],
)
def test_texts_and_their_values(kind: str, text: str, value: Any) -> None:
    assert encodings.read(kind, text) == value
    assert encodings.write(kind, value) == text


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("key", "Ctrl M"),
        ("int", "007"),
        ("int", "$x$"),
        ("bool", "True"),
        ("access", "side"),
        ("constraints", "false,0"),
        ("float", "1.50"),
        ("outlinepath", "M 1.0 x"),
        ("color", "red"),
        ("keycommand", "a:b"),
        ("target", "COUNTER|false"),
    ],
)
def test_a_text_that_would_not_come_back_the_same_stays_a_text(kind: str, text: str) -> None:
    assert encodings.read(kind, text) == text
    assert encodings.write(kind, text) == text


def test_what_does_not_fit_stays_a_text_at_the_smallest_level() -> None:
    found = encodings.read("keycommands", "Use:70\\,130:P\\,1,odd,Ask:K K:I\\,2")
    assert found == (
        PropertyCommand("Use", Key(70), Change("P", "1")),
        "odd",
        PropertyCommand("Ask", "K K", Change("I", "2")),
    )


KINDS = sorted(kinds.known())


@given(
    st.sampled_from([*KINDS, "list[key]", "list[turnlevel]", "fmt[map]", "int?", "unmasking?"]),
    st.text(alphabet="a1,:|=~;+/ \\'-.PIEMLc@", max_size=16),
)
def test_no_text_is_ever_lost(kind: str, text: str) -> None:
    assert encodings.write(kind, encodings.read(kind, text)) == text
    assert encodings.rewritten(kind, text, lambda part: part.text) == text


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=25)
@given(data=st.data())
def test_any_value_is_given_back(kind: str, data: st.DataObject) -> None:
    value = data.draw(values.of(kind))
    assert encodings.read(kind, encodings.write(kind, value)) == value


def test_a_record_says_what_its_fields_mean() -> None:
    rows = [row for kind in KINDS for row in getattr(kinds.codec(kind), "rows", ())]
    assert len(rows) > 80
    for row in rows:
        assert row.meaning
        kinds.codec(row.kind)


def test_the_smallest_parts_are_named_with_their_kinds() -> None:
    text = "Use:70\\,130:I\\,$step$,Ask:82\\,130:E\\,Which?\\,x"
    found = list(encodings.parts("keycommands", text))
    assert Part(("0", "menu"), "text", "Use") in found
    assert Part(("0", "change", "value"), "fmt", "$step$") in found
    assert Part(("1", "key"), "key", "82,130") in found
    assert [part.text for part in found if part.path[-2:] == ("choices", "0")] == ["x"]


def test_a_part_tells_its_role_and_what_it_names() -> None:
    said = [Part((), kind, "") for kind in ("map", "fmt[map]", "def[map]", "sets[property]")]
    assert [(part.role, part.thing) for part in said] == [
        ("", "map"),
        ("fmt", "map"),
        ("def", "map"),
        ("sets", "property"),
    ]


def test_a_change_of_one_part_leaves_the_others_as_they_stand() -> None:
    def renamed(part: Part) -> str:
        return "Sea\\Air" if part.thing == "map" and part.text == "Sea" else part.text

    text = "MAP|true|MAP|Sea|'Sea'|||0|0||false|||EQUALS||"
    assert encodings.rewritten("target", text, renamed) == text.replace("Sea", "Sea\\Air", 1)


def test_a_piece_with_more_states_than_traits_is_not_changed() -> None:
    odd = "+/null/mark;a\tpiece;;;a.png;A/x\tnull;0;0;7;0\todd"

    def repainted(part: Part) -> str:
        return "b.png" if part.kind == "image" else part.text

    assert encodings.rewritten("piece", odd, repainted) == odd
    assert encodings.rewritten("piece", odd[:-4], repainted) == odd[:-4].replace("a.png", "b.png")
    assert Part(("1", "imageName"), "image", "a.png") in list(encodings.parts("piece", odd))


def test_a_value_of_another_kind_is_refused() -> None:
    with pytest.raises(EncodingError, match="kind color"):
        encodings.write("color", 7)
    with pytest.raises(EncodingError, match="strlist"):
        encodings.write("strlst", ())


@pytest.mark.parametrize("text", ["--3", "-", "", " 1", "1_0", "²", "٣", "9" * 400, "9" * 5000])
def test_what_no_program_reads_as_a_number_is_none(text: str) -> None:
    assert not is_whole(text) and not is_count(text)
    assert colour(f"{text},1,2") in (None, "#010102")
    assert tracked(f"0|{text};0;false;-1") is None
    assert corners(f"{text},3;4,5") in ([(4, 5)], [(1, 3), (4, 5)])


def test_whole_numbers_may_bear_a_sign_and_counts_may_not() -> None:
    assert all(map(is_whole, ("0", "-3", "+3", "2147483647"))) and is_count("12")
    assert not is_count("-3") and not is_count("+3")


def test_a_number_that_is_none_or_too_large_is_the_default() -> None:
    assert [whole(text, 7) for text in ("-3", " +3 ", "--3", "", "9" * 5000)] == [-3, 3, 7, 7, 7]
    assert [whole(text, most=99) for text in ("99", "-99", "100", "-100")] == [99, -99, 0, 0]
