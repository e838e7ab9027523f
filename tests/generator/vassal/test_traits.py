"""Traits by their declared tables: facts of the reference, and every piece of the real files."""

from __future__ import annotations

import html
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.vassal import commands, encodings, kinds, saves, traits
from generator.vassal.commands import AddPiece, Log
from generator.vassal.encodings import Access, EncodingError, Key, Part
from generator.vassal.records import LevelName, OldLevel, PieceDefinition
from generator.vassal.sequences import Written
from generator.vassal.traits import TraitError, trait
from tests.generator.vassal import values


def test_a_trait_newly_made_is_as_in_the_editor(shared: Path) -> None:
    for fact in json.loads((shared / "vassal/traits.json").read_text()):
        if fact["id"] == "stack":
            continue
        made = trait(fact["id"])
        assert made.type == fact["default_type"]
        assert made.state == (fact["default_state"] or "")


def test_every_field_of_every_trait_is_declared(shared: Path) -> None:
    forms = traits.forms()
    for fact in json.loads((shared / "vassal/traits.json").read_text()):
        form = forms[fact["id"]]
        assert form.cls == fact["class"].rsplit(".", 1)[-1]
        declared = [field.name for field in form.fields]
        expected = [f["name"] for f in fact["type_fields"] if re.fullmatch(r"\w+", f["name"])]
        assert [name for name in declared if name in expected] == expected


def test_a_field_is_read_and_written_by_name() -> None:
    mask = trait("obs;", access=Access("side"), imageName="back.png", maskName="British ship")
    assert mask.type == "obs;77,130;back.png;Mask;I;British ship;side:;Peek;;true;;"
    assert mask["access"] == Access("side")
    assert mask.changed(keyCommand=Key.named("Cover"))["keyCommand"] == Key(57344, 0, "Cover")


def test_what_is_asked_for_again_is_the_same_trait_and_nothing_else_is() -> None:
    asked: list[dict[str, Any]] = [
        {"sides": ("A", "B")},
        {"sides": ("A",)},
        {"sides": ["A"], "restrictMovement": True},
        {"sides": ["A"], "restrictMovement": False},
        {"sides": ["A"], "restrictMovement": False, "state": {"owningPlayer": "A"}},
    ]
    first = [trait("restrict;", **one) for one in asked]
    assert len({(one.type, one.state) for one in first}) == 4  # moving is restricted anyhow
    assert all(
        trait("restrict;", **one) is before for one, before in zip(asked, first, strict=True)
    )
    for _ in range(2):
        with pytest.raises(TraitError):
            trait("restrict;", side="A")


def test_the_state_is_read_and_written_by_name() -> None:
    mark = trait("mark;", keys=("UnitId", "Kind"), state={"values": ("exeter", "a,b")})
    assert mark.state == "exeter,a\\,b"
    assert mark.state_of("values") == ("exeter", "a,b")
    piece = trait("piece;", state=traits.basic_state("Sea", 3, 4, "7", {"OldMap": "x;y"}))
    assert piece.state == "Sea;3;4;7;1;OldMap;x\\;y"
    assert piece.state_of("mapId") == "Sea" and piece.state_of("x") == 3


def test_a_freely_turning_piece_has_its_own_fields() -> None:
    turning = traits.read_trait("rotate;1;65,130;Turn;;;;;;;;true", "33.5")
    assert turning["setAngleText"] == "Turn"
    assert turning.type == "rotate;1;65,130;Turn;;;;;;;;true"
    assert trait("rotate;", nFacings=6)["rotateCWText"] == "Rotate CW"


def test_a_text_that_begins_a_trait_may_hold_its_delimiter() -> None:
    assert traits.read_trait("immob;g;N;R;a;b").text("description") == "a;b"
    assert traits.read_trait("immob;g;N;R;a;b").type == "immob;g;N;R;a;b"
    assert traits.read_trait("nonRect2;1.0;M 1.0 1.0 N a;b").text("shapeSpec") == "M 1.0 1.0 N a;b"


@pytest.mark.parametrize("text", ["turr;a;b", "cxio.malnorma.AreaOfEffectMal", "", "x\\;y"])
def test_a_trait_of_a_custom_module_is_kept(text: str) -> None:
    found = traits.read_trait(text, "s")
    assert (found.form, found.type, found.state) == (None, text, "s")


def test_a_trait_written_by_hand_keeps_its_odd_text() -> None:
    odd = "delete;'Delete';68,130;"
    assert traits.read_trait(odd).type == odd
    assert traits.read_trait(odd)["commandName"] == "Delete"
    assert traits.read_trait(odd).changed(key=Key(70)).type == "delete;'Delete';70,130;"


def test_every_field_has_a_kind_and_says_what_it_means() -> None:
    for form in traits.forms().values():
        for field in (*form.fields, *form.state_fields):
            assert field.meaning, (form.id, field.name)
            for kind in field.items or (field.kind,):
                kinds.codec(kind)


def test_a_layer_of_vassal_2_has_its_own_fields() -> None:
    old = traits.read_trait("emb;A\\;Reset\\;82,130;_Flip;;;;;0;0;back.png,+ (down);b.png", "1;A")
    assert old.id == "emb;" and old["activateCommand"] == "_Flip"
    assert old["levels"] == (
        OldLevel("back.png", LevelName(" (down)", "after")),
        OldLevel("b.png"),
    )
    assert old.state_of("activation") == "A"


def test_a_field_of_many_tokens_is_read_and_written_in_groups() -> None:
    button = trait("button;", points=((0, 0), (10, 0), (0, 10)))
    assert button.type.endswith(";1;3;0;0;10;0;0;10")
    assert button["points"] == ((0, 0), (10, 0), (0, 10)) and button["npoints"] == 3
    piece = trait("piece;").with_state({"props": (("OldMap", "Sea"),)})
    assert piece.state == "null;0;0;;1;OldMap;Sea"


@pytest.mark.parametrize(
    ("kind", "state", "names"),
    [
        (
            "footprint;84,130;Trail;true;true;10;255,255,255;0,0,0;100;50;20;30;1.0;;;;note;true",
            "true;Sea;2;1,2;3,4;true;1",
            {"ignoreSameLocation": True},
        ),
        (
            "locCommand;note;locZones;;Go;71,130;true;$XOfCommand$;false;true",
            "",
            {"menuSort": "$XOfCommand$", "ascending": False, "numeric": True},
        ),
    ],
)
def test_what_vassal_3_8_adds_is_read_and_written(
    kind: str, state: str, names: dict[str, object]
) -> None:
    """``Footprint`` and ``MultiLocationCommand`` of VASSAL's master, ``myGetType`` in its order."""
    found = traits.read_trait(kind, state)
    assert {name: found[name] for name in names} == names
    assert "*" not in found.fields() and "*" not in found.state_fields()
    again = traits.from_fields(found.id, found.fields(), found.state_fields())
    assert (again.type, again.state) == (kind, state)
    early = traits.read_trait(kind.rsplit(";", len(names))[0])
    defaults = {"ignoreSameLocation": False, "menuSort": "", "ascending": True, "numeric": False}
    assert all(early[name] == defaults[name] for name in names)


def test_what_follows_a_field_of_many_tokens_is_found() -> None:
    trail = traits.read_trait("footprint;;;;;;;;;;;;;;", "true;Sea;2;1,2;3,4;true;1")
    assert trail.state_of("points") == ((1, 2), (3, 4))
    assert trail.state_of("everInitialized") is True and trail.state_of("lastCount") == 1
    shorter = trail.with_state({"points": ((5, 6),), "everInitialized": False})
    assert shorter.state == "true;Sea;1;5,6;false;1"


@pytest.mark.parametrize(
    ("state", "children", "layer"),
    [
        ("Sea;1;2;7;8;@@-1", ("7", "8"), -1),
        ("Sea;1;2;7;8", ("7", "8"), ""),
        ("Sea;1;2;@@3", (), 3),
        ("Sea;1;2", (), ""),
    ],
)
def test_a_stack_has_a_layer_or_none(state: str, children: object, layer: object) -> None:
    stack = traits.read_trait("stack", state)
    assert stack.state_of("children") == children
    assert stack.state_of("layer") == layer


def test_a_count_that_is_absurd_counts_what_is_there() -> None:
    trail = traits.read_trait("footprint;", "true;Sea;" + "9" * 5000 + ";1,2")
    assert trail.state_of("points") == ()
    assert trail.with_state({"points": ((1, 2),)}).state.startswith("true;Sea;1;1,2")


def test_nesting_without_end_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traits, "_LEVELS", 20)
    deep = traits.nest(["'"] * 30)
    found = traits.unnest(deep)
    assert len(found) == 21 and traits.nest(found) == deep


MARKER = "+/null/mark;Side\tpiece;;;axis.png;Ace/Red\tnull;0;0;12;0"


def test_a_piece_within_a_trait_is_read_down_to_its_fields() -> None:
    ace = trait("replace;", markerText=encodings.read("piece", MARKER))
    inner = traits.read_trait(ace.type)["markerText"]
    assert inner.id == "null" and inner.traits[-1]["imageName"] == "axis.png"
    assert inner.traits[0].state_of("values") == ("Red",)
    assert traits.read_trait(ace.type).text("markerText") == MARKER


def test_the_parts_of_a_trait_are_named_down_to_the_pieces_within() -> None:
    outer = trait("placemark;", markerText=encodings.read("piece", MARKER), gpId="12")
    found = list(outer.parts())
    assert Part(("markerText", "1", "imageName"), "image", "axis.png") in found
    assert Part(("markerText", "0", "keys", "0"), "def[property]", "Side") in found
    assert Part(("markerText", "0", "state.values", "0"), "str", "Red") in found
    assert Part(("gpId",), "def[gpid]", "12") in found


def test_a_part_is_changed_wherever_it_stands_and_nothing_else() -> None:
    outer = trait("placemark;", markerText=encodings.read("piece", MARKER), parameters="x:1")

    def repainted(part: Part) -> str:
        return "soviet.png" if part.kind == "image" and part.text == "axis.png" else part.text

    assert outer.rewritten(repainted).type == outer.type.replace("axis.png", "soviet.png")
    assert outer.rewritten(lambda part: part.text) is outer
    other = traits.read_trait("delete;'Delete';68,130;")
    assert other.rewritten(lambda part: part.text) is other


def test_a_trait_of_a_custom_module_has_no_parts() -> None:
    custom = traits.read_trait("turr;a;b")
    assert list(custom.parts()) == [] and custom.fields() == {} and custom.state_fields() == {}
    assert custom.rewritten(lambda part: "x") is custom


def test_a_short_trait_takes_the_values_an_old_module_means() -> None:
    old = traits.read_trait("emb2;;128;;;128;;;128;;;;1;false;0;0;a.png;;true;;")
    assert old["version"] == 0 and old["imageNames"] == ("a.png",)


def test_unknown_names_are_refused_with_the_nearest() -> None:
    with pytest.raises(TraitError, match="imageName"):
        trait("obs;", imageNam="x")
    with pytest.raises(TraitError, match="obs;"):
        trait("obss;")
    with pytest.raises(EncodingError, match="access"):
        trait("obs;", access=7)


def test_a_changed_field_leaves_the_others_as_they_were() -> None:
    before = traits.read_trait("label;76,130;Change;10;;0,0,0;t;0;c;0;b;c;$pieceName$;;;;;;")
    after = before.changed(fontSize=14)
    assert after.type == before.type.replace(";10;", ";14;")


parts = st.text(alphabet="a;\\'\tb", max_size=8).filter(
    lambda text: text[-1:] != "\\" and not (len(text) > 1 and text[0] == text[-1] == "'")
)


@given(st.lists(parts, min_size=1, max_size=6).filter(lambda chain: "\t" not in chain[-1]))
def test_any_chain_is_nested_and_unnested(chain: list[str]) -> None:
    assert list(traits.unnest(traits.nest(chain))) == chain


def pieces(shared: Path) -> Iterator[tuple[str, str]]:
    """(type, state) of every piece in the real saves, logs and modules."""
    files = [
        *(shared / "corpus/vassal").glob("*.v[ls]*"),
        *(shared / "vassal/reference/logs").glob("*.vlog"),
    ]
    for file in sorted(files):
        for _, text in saves.read(file).leaves():
            command = commands.decode(text)
            while isinstance(command, Log):
                command = command.command
            if isinstance(command, AddPiece):
                yield command.type, command.state
    modules = ["vassal/reference/reference.vmod", "corpus/vassal/hex-n-counters-template.vmod"]
    builds = [zipfile.ZipFile(shared / name).read("buildFile.xml").decode() for name in modules]
    builds.append((shared / "corpus/vassal/ragnarok-buildFile.xml").read_text("utf-8"))
    for build in builds:
        for text in re.findall(r">(\+/null/[^<]*)<", build):
            command = commands.decode(html.unescape(text).strip())
            assert isinstance(command, AddPiece)
            yield command.type, command.state


def again(part: traits.Trait) -> traits.Trait:
    """The trait made anew of the values of its fields, the pieces within likewise."""

    def deep(value: Any) -> Any:
        if isinstance(value, PieceDefinition):
            return PieceDefinition(value.id, tuple(again(inner) for inner in value.traits))
        return value

    fields = {name: deep(value) for name, value in part.fields().items()}
    return traits.from_fields(part.id, fields, part.state_fields())


def test_every_piece_of_the_real_files_survives_with_its_text_thrown_away(shared: Path) -> None:
    seen: dict[traits.Trait, traits.Trait] = {}
    count = 0
    for kind, state in pieces(shared):
        chain = traits.read_piece(kind, state)
        assert not any(part.form is None or part.verbatim for part in chain)
        for part in chain:
            if part not in seen:
                seen[part] = again(part)
        fresh = [seen[part] for part in chain]
        assert traits.piece_type(fresh) == kind
        assert traits.piece_state(fresh) == state
        count += 1
    assert count > 2000 and len({part.id for part in seen}) > 20


def test_nothing_in_the_real_files_is_left_a_text_that_its_kind_does_not_fit(shared: Path) -> None:
    for part in {part for piece in pieces(shared) for part in traits.read_piece(*piece)}:
        unfit = [
            found
            for found in part.parts()
            if not found.fits or type(found.text) is Written or found.path[0].startswith("*")
        ]
        assert unfit == []


# --- Random fields, random texts -------------------------------------------------------------

IDS = sorted(traits.forms())
plain = values.TEXTS.filter(lambda text: ";" not in text)


@pytest.mark.parametrize("ident", IDS)
@settings(max_examples=25)
@given(data=st.data())
def test_any_fields_are_given_back(ident: str, data: st.DataObject) -> None:
    form = traits.forms()[ident]
    fields = data.draw(values_of(form.layout, form.fields))
    state = data.draw(values_of(form.state_layout, form.state_fields))
    made = traits.from_fields(ident, fields, state)
    read = traits.read_trait(made.type, made.state)
    assert read.id == ident and read.verbatim is None
    assert read.fields() == fields
    # An empty state is no state: VASSAL reads none of its fields.
    assert read.state_fields() == state or (not made.state and not read.state_fields())


def values_of(layout: str, rows: tuple[traits.Field, ...]) -> st.SearchStrategy[dict[str, Any]]:
    """The values of the first so many fields; with those that count others set right."""
    if layout == "none":
        return st.just({})
    least = {"split": len(rows), "tail": 2}.get(layout, 1)
    groups = [row.name for row in rows if row.kind == "many"]

    def first(size: int) -> st.SearchStrategy[dict[str, Any]]:
        return st.fixed_dictionaries(
            {row.name: value_of(row, layout == "split") for row in rows[:size]}
        )

    def counted(found: dict[str, Any]) -> dict[str, Any]:
        for row in rows:
            if row.count in found:
                found[row.count] = len(found.get(row.name, ()))
            if row.name in groups and len(found) == rows.index(row):
                found[row.name] = ()
        return found

    return st.integers(least, len(rows)).flatmap(first).map(counted)


def value_of(row: traits.Field, bare: bool) -> st.SearchStrategy[Any]:
    if row.name == "nFacings":
        return st.just(int(row.fresh))
    if row.kind == "many":
        group = st.tuples(*[values.of(kind) for kind in row.items])
        groups = group.map(lambda one: one[0]) if len(row.items) == 1 else group
        return st.lists(groups, max_size=3).map(tuple)
    return plain if bare else values.of(row.kind)


bodies = st.text(alphabet="a1;,|:\\'@-./+$ ", max_size=24)


@pytest.mark.parametrize("ident", IDS)
@settings(max_examples=25)
@given(body=bodies, state=bodies)
def test_any_text_is_given_back(ident: str, body: str, state: str) -> None:
    text = ident.rstrip("1") + (body if ident != traits.STACK else "")
    read = traits.read_trait(text, state)
    assert read.type == text and read.form is not None
    made = traits.from_fields(read.id, read.fields(), read.state_fields())
    assert made.type == text
    assert made.state == (state if read.form.state_layout != "none" else "")
    same = read.rewritten(lambda part: part.text)
    assert (same.type, same.state) == (text, state)
    assert all(kinds.codec(part.kind) for part in read.parts())
