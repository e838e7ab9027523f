"""Traits by their declared tables: facts of the reference, and every piece of the real files."""

from __future__ import annotations

import html
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.vassal import commands, encodings, saves, traits
from generator.vassal.commands import AddPiece, Log
from generator.vassal.encodings import Access, EncodingError, Key
from generator.vassal.traits import TraitError, trait


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
    assert traits.read_trait("nonRect2;1.0;m,1,1,l,2;2")["shapeSpec"] == "m,1,1,l,2;2"


@pytest.mark.parametrize("text", ["turr;a;b", "cxio.malnorma.AreaOfEffectMal", "", "x\\;y"])
def test_a_trait_of_a_custom_module_is_kept(text: str) -> None:
    found = traits.read_trait(text, "s")
    assert (found.form, found.type, found.state) == (None, text, "s")


def test_a_trait_written_by_hand_keeps_its_odd_text() -> None:
    odd = "delete;'Delete';68,130;"
    assert traits.read_trait(odd).type == odd
    assert traits.read_trait(odd)["commandName"] == "Delete"


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


def test_every_piece_of_the_real_files_survives_with_its_text_thrown_away(shared: Path) -> None:
    seen = set()
    count = 0
    for kind, state in pieces(shared):
        chain = traits.read_piece(kind, state)
        fresh = [traits.Trait(part.form, tuple(_rewritten(part)), part.state) for part in chain]
        assert traits.piece_type(fresh) == kind
        assert traits.piece_state(fresh) == state
        seen.update(part.id for part in chain)
        count += 1
    assert count > 2000 and len(seen) > 20


def _rewritten(part: traits.Trait) -> Iterator[str]:
    """The trait's texts, each read to a value and written again; nested pieces gone into."""
    assert part.form is not None and part.verbatim is None
    for at, text in enumerate(part.values):
        field = part.form.fields[min(at, len(part.form.fields) - 1)]
        if field.kind == "many":
            yield text
            continue
        value = encodings.read(field.kind, text)
        typed = field.kind not in ("str", "fmt", "expr", "char")
        assert not typed or not isinstance(value, str) or not value, (part.id, field.name, text)
        if field.name == "markerText" and text.startswith("+/"):
            inner = commands.decode(text)
            assert isinstance(inner, AddPiece)
            chain = traits.read_piece(inner.type, inner.state)
            again = AddPiece(inner.id, traits.piece_type(chain), traits.piece_state(chain))
            yield commands.encode(again)
        else:
            yield encodings.write(field.kind, value)
