"""A game's own layouts: found, checked, and told where they are wrong."""
# ruff: noqa: E501 (the tables below read better with a case a line)

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.definition.layouts import TYPEFACES, LayoutFile, Term, fields_named, terms
from generator.drawing.typefaces import FACES

from .conftest import Folder

OWN = """\
about: A tank.
fields: {crew: How many}
items:
- {draw: box, box: [0, 9, 12.7, 3.7], fill: band}
- {draw: text, text: "{title}", box: [1, 1, 10, 2], when: title}
- {draw: factors, factors: ["{strength}", "{crew}"], box: [1, 9, 10, 3]}
"""


def _with_layout(tiny: Folder, name: str = "tank") -> None:
    tiny.change("counters.yaml", "{id: front, title:", f"{{id: front, layout: {name}, title:")


def test_a_layout_of_the_games_own_folder_is_part_of_the_game(tiny: Folder) -> None:
    tiny.write("art/layouts/tank.yaml", OWN)
    _with_layout(tiny)
    (layout,) = tiny.load().layouts
    assert (layout.id, len(layout.items)) == ("tank", 3)


def test_a_layout_in_counters_yaml_wins_over_a_file_of_its_name(tiny: Folder) -> None:
    tiny.write("art/layouts/tank.yaml", OWN)
    inline = "layouts: [{id: tank, items: [{draw: outline}]}]\ntemplates:"
    tiny.change("counters.yaml", "templates:", inline)
    _with_layout(tiny)
    (layout,) = tiny.load().layouts
    assert [item.draw for item in layout.items] == ["outline"]


def test_an_overlay_changes_a_layout_by_its_id(tiny: Folder) -> None:
    inline = "layouts: [{id: tank, items: [{draw: outline}]}]\ntemplates:"
    tiny.change("counters.yaml", "templates:", inline)
    overlay = tiny.write(
        "../bare.yaml",
        "overlay: {id: bare}\ncounters: {layouts: [{id: tank, rim: false}]}\n",
    )
    (layout,) = tiny.load(overlay).layouts
    assert not layout.rim


def test_a_game_without_layouts_of_its_own_has_the_hash_it_had(tiny: Folder) -> None:
    assert '"layouts"' not in tiny.load().model_dump_json(exclude_unset=True)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("fill: band", "fill: bnad", "art/layouts/tank.yaml:4:45: no colour 'bnad'"),
        ("fill: band", "ground: band", "art/layouts/tank.yaml:4:47: no colour 'band'; did you mean 'land'? accepted: "),
        ("draw: box, box: [0, 9, 12.7, 3.7], fill: band", "draw: picture, picture: tnak.png, box: [0, 9, 9, 3]", "art/layouts/tank.yaml:4:28: no image 'tnak.png'"),
        ("fill: band", "fil: band", "art/layouts/tank.yaml:4:39: unknown key 'fil'; did you mean 'fill'? accepted: when, ground, draw, box, form"),
        ("draw: box", "drw: box", "art/layouts/tank.yaml:4:4: unknown key 'drw'; did you mean 'draw'?"),
        ("draw: box, box", "box", "art/layouts/tank.yaml:4:3: the key 'draw' is missing"),
        ("draw: box", "draw: bx", "art/layouts/tank.yaml:4:3: 'bx' is not accepted here"),
        ("[0, 9, 12.7, 3.7]", "[0, 9, 12.7]", "art/layouts/tank.yaml:4:20: a box [x, y, width, height]"),
        ("[0, 9, 12.7, 3.7]", "[0, 9, 12.7, 0]", "art/layouts/tank.yaml:4:20: a box is wider and higher than nothing"),
        ("[0, 9, 12.7, 3.7]", "[0, 9, 1e9, 3]", "art/layouts/tank.yaml:4:20: a box [x, y, width, height]"),
        ("[0, 9, 12.7, 3.7]", "[0, 9, true, 3]", "art/layouts/tank.yaml:4:20: a box [x, y, width, height]"),
        ("when: title", "when: not title = 3", "art/layouts/tank.yaml:5:59: 'not title = 3' is not a condition"),
        ("when: title", "role: counter_nam", "art/layouts/tank.yaml:5:59: no kind of writing 'counter_nam'"),
        ('"{crew}"]', '"{crwe}"]', "counters.yaml:5:34: the layout 'tank' names {crwe}"),
        ('["{strength}", "{crew}"]', "[]", "art/layouts/tank.yaml:6:28: at least 1 entry is expected here"),
        ("about: A tank.", "abuot: A tank.", "art/layouts/tank.yaml:1:1: unknown key 'abuot'"),
        ("about: A tank.", "nominal: 12", "art/layouts/tank.yaml:1:10: a size is one length"),
        ("about: A tank.", "a: [", "art/layouts/tank.yaml"),
    ],
)  # fmt: skip
def test_a_fault_is_told_where_it_stands(tiny: Folder, old: str, new: str, told: str) -> None:
    assert OWN.count(old) == 1
    tiny.write("art/layouts/tank.yaml", OWN.replace(old, new))
    _with_layout(tiny)
    assert any(line.startswith(told) for line in tiny.broken()), tiny.broken()


def test_a_layout_nobody_has_is_told_with_the_nearest(tiny: Folder) -> None:
    _with_layout(tiny, "shp")
    (trouble,) = tiny.broken()
    assert trouble.startswith("counters.yaml:5:34: no layout 'shp'; did you mean 'ship'? ")
    assert " accepted: action_card, air, " in trouble and trouble.endswith(" more")


def test_a_symbol_a_layout_names_must_be_there(tiny: Folder) -> None:
    tiny.write(
        "art/layouts/tank.yaml", OWN + "- {draw: symbol, symbol: tankr, box: [1, 1, 9, 9]}\n"
    )
    _with_layout(tiny)
    assert any("tank.yaml:7:26: no symbol 'tankr'" in line for line in tiny.broken())


def test_values_of_a_face_may_name_those_of_the_counter(tiny: Folder) -> None:
    tiny.change(
        "counters.yaml",
        'right: "{strength}"}',
        'right: "{left_over}", values: {left_over: "{strength} left"}}',
    )
    assert tiny.load().counter("t1").face("front").right == "4 left"


def test_a_counter_may_say_otherwise_on_a_single_face(tiny: Folder) -> None:
    tiny.change("counters.yaml", "faces: [{}]}", "faces: [{title: A}, {id: spent, title: B}]}")
    tiny.change(
        "counters.yaml",
        '\n     faces: [{id: front, title: "{name}", right: "{strength}"}]}',
        '\n     words: {all: {left: L}, spent: {title: "{name} spent"}}}',
    )
    one = tiny.load().counter("t2")
    assert [(face.title, face.left) for face in one.faces] == [("A", "L"), ("Tank 2 spent", "L")]


def test_words_for_a_face_that_is_not_there_are_told(tiny: Folder) -> None:
    tiny.change("counters.yaml", "count: 3,", "count: 3, words: {frnt: {left: L}},")
    assert "words: no face 'frnt'; did you mean 'front'? accepted: all, front" in tiny.broken()[0]


@pytest.mark.parametrize(
    ("shape", "size"),
    [
        ("long", (25.4, 12.7)),
        ("card", (63.0, 88.0)),
        ("hex", (14.66, 12.7)),
        ("round", (12.7, 12.7)),
    ],
)
def test_a_shape_has_a_size_where_none_is_said(
    tiny: Folder, shape: str, size: tuple[float, float]
) -> None:
    tiny.change("counters.yaml", "count: 3,", f"count: 3, shape: {shape}, corner: 0.5mm,")
    one = tiny.load().counter("t1")
    assert (one.size, one.corner) == (size, 0.5)


def test_a_long_counter_is_two_to_one(tiny: Folder) -> None:
    tiny.change("counters.yaml", "count: 3,", "count: 3, shape: long, size: 20mm x 15mm,")
    assert "a long counter is twice as wide as high" in tiny.broken()[0]


def test_the_typefaces_a_layout_may_name_are_those_we_have() -> None:
    assert sorted(TYPEFACES) == sorted(FACES)


def test_fields_are_found_in_conditions_texts_and_colours() -> None:
    layout = LayoutFile.model_validate(
        {
            "items": [
                {"draw": "box", "box": [0, 0, 1, 1], "fill": "{stripe}", "when": "a and not b"},
                {"draw": "factors", "box": [0, 0, 1, 1], "factors": ["{values.c}"]},
            ]
        }
    )
    assert set(fields_named(layout)) == {"a", "b", "stripe", "c"}


@given(st.text(max_size=40))
def test_a_condition_is_read_or_refused_in_words(text: str) -> None:
    try:
        terms(text)
    except ValueError as trouble:
        assert "is not a condition" in str(trouble)


def test_two_signs_of_equality_and_quotes_are_understood() -> None:
    for written in ("kind == marker", "kind=marker", "kind = 'marker'"):
        assert terms(written) == (Term("kind", "=", "marker"),)


@pytest.mark.parametrize(
    "text",
    ["kind == x and", "kind = x = y", "kind => 3", "kind === x", "a = b && c", "not", "a = and b"],
)
def test_half_a_condition_is_refused_where_it_stands(tiny: Folder, text: str) -> None:
    tiny.write("art/layouts/tank.yaml", OWN.replace("when: title", f'when: "{text}"'))
    _with_layout(tiny)
    (trouble,) = tiny.broken()
    assert trouble.startswith("art/layouts/tank.yaml:5:59: ")
    assert "is not a condition; write a field (setup)" in trouble
