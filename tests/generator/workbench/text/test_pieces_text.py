"""Pieces as lists of traits with named fields, and back to the same text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from generator.vassal import traits
from generator.vassal.traits import trait
from generator.workbench.text import naming, pieces, reading
from generator.workbench.text.spelling import Numbers, Source
from tests.generator.workbench.text.making import CHAINS, definition, read_back


@given(CHAINS)
@settings(deadline=None)
def test_any_piece_comes_back_as_it_was(chain: list[tuple[str, str]]) -> None:
    text = definition(chain)
    for how in ({}, {"is_prototype": True}, {"place": {"gpId": "x", "mapId": "Sea", "x": "7"}}):
        back, lines, troubles = read_back(text, **how)
        assert back in (None, text), lines
        assert troubles == []


PROPERTY = "- trait: Dynamic Property"


def lines_of(*chain: traits.Trait, gpid: str = "7") -> list[str]:
    text = definition([(one.type, one.state) for one in chain])
    back, lines, _ = read_back(text, place={"gpId": gpid})
    assert back == text
    return lines


BASIC = trait("piece;", imageName="a.png", commonName="A").with_state("null;0;0;7;0")


def test_a_piece_reads_as_the_editor_shows_it() -> None:
    lines = lines_of(
        trait("mark;", keys=("Side", "Kind"), state={"values": ("German", "Ship")}),
        trait("emb2;", imageNames=("a.png", "b.png"), name="Face", state="2"),
        BASIC,
    )
    assert lines == [
        "traits:",
        "- trait: Basic Piece",
        "  imageName: a.png",
        "  commonName: A",
        "- trait: Layer",
        "  imageNames: [a.png, b.png]",
        "  name: Face",
        "  state: {value: 2}",
        "- trait: Marker",
        "  keys: [Side, Kind]",
        "  state: {values: [German, Ship]}",
    ]


def test_what_is_as_newly_made_is_left_out() -> None:
    assert lines_of(trait("delete;"), BASIC)[-1] == "- trait: Delete"
    for form in traits.forms().values():
        if form.id not in ("stack", "deck;", "piece;"):
            lines = lines_of(trait(form.id), BASIC)
            assert lines[4:] == [f"- trait: {naming.trait_words()[form.id]}"], form.id


def test_keys_commands_and_expressions_stand_in_words() -> None:
    lines = lines_of(
        traits.read_trait(
            "PROP;Fuel;true,0,9,false;Use:70\\,195:I\\,-1,:57401\\,0\\,Refuel:P\\,{Full};", "9"
        ),
        traits.read_trait('calcProp;Full;{Fuel > 8 && Name != "x"};'),
        BASIC,
    )
    assert lines[4:] == [
        "- trait: Calculated Property",
        "  name: Full",
        "  expression: |-",
        '    {Fuel > 8 && Name != "x"}',
        "- trait: Dynamic Property",
        "  key: Fuel",
        "  constraints: {numeric: true, maximum: 9}",
        "  keyCommands:",
        "  - menu: Use",
        "    key: Ctrl+Shift+F",
        "    add: -1",
        "  - menu: ''",
        "    key: named Refuel",
        "    set: |-",
        "      {Full}",
        "  state: {value: 9}",
    ]


def test_the_piece_inside_a_place_marker_is_spelled_out() -> None:
    inner = "+/null/mark;a\tpiece;;;wreck.png;Wreck/x\tnull;0;0;;0"
    lines = lines_of(trait("placemark;", markerSpec=inner), BASIC)
    assert lines[4:] == [
        "- trait: Place Marker",
        "  markerSpec:",
        "    traits:",
        "    - trait: Basic Piece",
        "      imageName: wreck.png",
        "      commonName: Wreck",
        "    - trait: Marker",
        "      keys: [a]",
        "      state: {values: [x]}",
    ]


def test_traits_of_older_versions_say_how_many_fields_they_have() -> None:
    assert lines_of(traits.read_trait("delete;Remove;68,130"), BASIC)[4:] == [
        "- trait: Delete (2 fields)",
        "  commandName: Remove",
    ]


def test_a_trait_of_a_module_s_own_stays_as_it_is() -> None:
    assert lines_of(traits.read_trait("turr;tca;r", "3"), BASIC)[4:] == [
        "- custom: turr;tca;r",
        "  state: 3",
    ]


def test_only_what_words_would_not_give_back_is_verbatim() -> None:
    odd = traits.read_trait("hide;73,130;Invisible;0,0,0000;player:;0.3;;false", "null")
    assert lines_of(odd, BASIC)[4:] == [
        "- trait: Invisible",
        "  bgColor: {verbatim: '0,0,0000'}",
        "  transparency: 0.3",
    ]


def test_the_end_that_every_prototype_has_is_not_repeated() -> None:
    text = definition([("delete;Delete;68,130;", ""), ("piece;;;;", "null;0;0;;0")])
    back, lines, _ = read_back(text, is_prototype=True)
    assert (back, lines) == (text, ["traits:", "- trait: Delete"])
    bare = definition([("delete;Delete;68,130;", "")])
    assert read_back(bare, is_prototype=True)[0] == bare


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("- trait: Layr", "1:10: unknown trait 'Layr'; did you mean 'Layer'?"),
        ("- trait: Layer\n  imageNmes: []", "2:3: unknown field 'imageNmes'; did you"),
        ("- trait: Layer\n  scale: big", "2:10: 'big' is not a number"),
        ("- trait: Layer\n  loopLevels: yes", "2:15: 'yes' is not true or false"),
        ("- trait: Layer\n  imageNames: a.png", "2:15: a list is wanted here: [a.png]"),
        ("- trait: Layer\n  name: [a]", "2:9: a text is wanted here, not a list"),
        ("- trait: Delete\n  key: Ctl+D", "2:8: unknown modifier 'Ctl'; did you mean 'Ctrl'?"),
        ("- trait: Delete\n  key: Ctrl+Delet", "2:8: no key 'Ctrl+Delet'; did you mean 'Delete'?"),
        ("- trait: Border Outline\n  color: [1, 2, 300]", "2:10: [1,2,300] is not a c"),
        ("- trait: Border Outline\n  thickness: 1.5", "2:14: '1.5' is not a whole number"),
        ("- trait: Invisible\n  access: sides", "2:11: 'sides': write player, side, or a list"),
        ("- trait: Return To Deck\n  deckName: x", "2:3: unknown field 'deckName'; accepted: ret"),
        ("- trait: Mask\n  state: {obscured: x}", "2:10: unknown field 'obscured'; did"),
        (f"{PROPERTY}\n  keyCommands:\n  - menu: x\n    sets: 1", "4:5: unknown field 'sets'"),
        (f"{PROPERTY}\n  keyCommands:\n  - menu: x", "3:5: say what it does: set, add"),
        (f"{PROPERTY}\n  constraints: {{min: 1}}", "2:16: unknown field 'min'; did you"),
        ("- Layer: x", "1:3: a trait begins with its name: '- trait: Layer'"),
        ("- [a]", "1:3: a trait begins with its name: '- trait: Layer'"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_place_and_the_nearest_word(text: str, told: str) -> None:
    source = Source("x.yaml", [])
    node = reading.read(f"traits:\n{text}\n", "x.yaml")
    assert isinstance(node, reading.Fields)
    pieces.read_definition(node, source)
    (trouble,) = source.troubles
    line, _, _ = told.partition(":")
    if line.isdecimal():
        told = f"{int(line) + 1}:{told.partition(':')[2]}"
    assert told in str(trouble)


def test_reading_forgives_order_case_of_keys_and_what_is_left_out() -> None:
    text = """\
traits:
- trait: Basic Piece
  commonName: A
  imageName: a.png
- Delete
- trait: Clone
  # a comment
  key: ctrl+shift+c

- trait: Border Outline
  color: '#00ff80'
- trait: PropertySheet
"""
    source = Source("x.yaml", [])
    node = reading.read(text.replace("PropertySheet", "Property Sheet"), "x.yaml")
    assert isinstance(node, reading.Fields)
    kind, _ = pieces.read_chain(node, source)
    assert source.troubles == []
    assert traits.unnest(kind)[1:] == (
        "border;;;2;0,255,128;;AND",
        "clone;Clone;67,195;",
        "delete;Delete;68,130;",
        "piece;;;a.png;A",
    )


def test_numbers_of_named_commands_are_kept_apart() -> None:
    numbers = Numbers()
    value = pieces.spell_trait("globalhotkey;;57401,0,Go;57350,0,Stop;", "", numbers)
    assert value == {
        "trait": "Global Hotkey",
        "commandKey": "named Go",
        "globalHotKey": "named Stop",
    }
    assert numbers.seen == [("Go", 57401), ("Stop", 57350)]
    inline = Numbers(is_inline=True)
    value = pieces.spell_trait("globalhotkey;;57401,0,Go;57344,0,Stop;", "", inline)
    assert (value["commandKey"], value["globalHotKey"]) == ("57401,0,Go", "named Stop")
    assert inline.seen == []
