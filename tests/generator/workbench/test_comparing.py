"""What differs between two modules, in the game's terms."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from generator.differences import Comparison, Detail, Difference, lines
from generator.vassal import documents
from generator.vassal.documents import Element
from generator.vassal.traits import trait
from generator.workbench.comparing import compare
from generator.workbench.opened import DEFINITIONS, OpenModule, open_module
from generator.workbench.sources import open_source, text_of
from generator.workbench.text.unpacking import unpack
from tests.generator.workbench.small_modules import (
    LIST,
    added,
    changed,
    find,
    holding,
    marker,
    moved,
    opened,
    prototype,
    put,
    removed,
    retrait,
    slot,
)


def told(new: OpenModule, old: OpenModule | None = None) -> dict[str, Difference]:
    """The differences by name."""
    return {row.name: row for row in rows(compare(old or changed(), new))}


def rows(comparison: Comparison) -> list[Difference]:
    return [row for group in comparison.groups for row in group.differences]


def text(comparison: Comparison) -> str:
    return "\n".join(line.text for line in lines(comparison))


def fields(row: Difference) -> list[tuple[str, str, str | None, str | None]]:
    return [(d.part, d.name, d.old, d.new) for d in row.details]


def test_a_module_does_not_differ_from_itself() -> None:
    assert not compare(changed(), changed()).differs


def test_how_the_xml_is_written_is_no_difference() -> None:
    module = changed()
    raw = module.document.to_bytes().decode()
    other = raw.replace("    <", "\t<").replace('="0,0,0"', "='0,0,0'")
    assert other != raw
    document = documents.parse(other.encode(), "other")
    found = compare(
        module, OpenModule(Path("b"), document, "buildFile.xml", {"buildFile.xml": b""})
    )
    assert not [row for row in rows(found) if row.what != "Module"]


def test_an_attribute_is_told_with_its_old_and_new_value() -> None:
    row = told(changed(put("Main", "icon", "new.png")))["Main"]
    assert (row.how, row.what) == (("changed",), "Map Window")
    assert fields(row) == [("", "icon", "map.png", "new.png")]


def test_a_piece_renamed_is_known_by_its_gpid() -> None:
    found = told(changed(put("Unit 3", "entryName", "Third")))
    assert list(found) == ["Third"]
    assert (found["Third"].how, found["Third"].was) == (("renamed",), "Unit 3")


def test_a_container_renamed_is_known_by_what_it_holds() -> None:
    found = told(changed(put("Red", "entryName", "Reds")))
    assert (found["Reds"].how, found["Reds"].was) == (("renamed",), "Red")
    assert list(found) == ["Reds"]


def test_a_prototype_renamed_is_known_by_its_traits() -> None:
    assert told(changed(put("Unit", "name", "Any unit")))["Any unit"].was == "Unit"


def test_a_piece_moved_is_told_with_where_it_was() -> None:
    row = told(changed(moved("Unit 3", "Blue", 1)))["Unit 3"]
    assert row.how == ("moved",)
    assert (row.where[-6:], row.came[-5:]) == ("[Blue]", "[Red]")


def test_a_component_added_tells_what_it_holds() -> None:
    new = documents.make(LIST, {"entryName": "Green"})
    new.append(slot("Unit 11", 11))
    row = told(changed(added("Pieces", new)))["Green"]
    assert (row.how, row.holds) == (("added",), "with 1 Single piece")


def test_what_is_removed_is_told_once_with_all_in_it() -> None:
    found = told(changed(removed("Blue")))
    assert list(found) == ["Blue"]
    assert found["Blue"].holds == "with 5 Single piece"


def test_traits_are_told_by_their_fields() -> None:
    def change(chain: list) -> None:  # type: ignore[type-arg]
        chain[0] = marker("Side", "Blue")
        chain.insert(1, trait("PROP;", key="Strength", state="4"))

    assert fields(told(changed(retrait("Unit 2", change)))["Unit 2"]) == [
        ("Marker [Side]", "values (state)", "Red", "Blue"),
        ("Dynamic Property [Strength]", "", None, "value 4"),
    ]


def test_a_trait_that_changed_its_place_is_told_as_moved() -> None:
    row = told(changed(retrait("Unit", lambda chain: chain.insert(0, chain.pop(1)))))["Unit"]
    assert [detail.how for detail in row.details] == ["moved"]


def test_the_numbers_of_named_keys_are_no_difference() -> None:
    def keyed(number: int) -> OpenModule:
        def change(chain: list) -> None:  # type: ignore[type-arg]
            chain[0] = chain[0].changed(key=f"{number},0,Kill")

        return changed(retrait("Unit", change), put("Main", "hotkey", f"{number},0,Open"))

    assert not compare(keyed(57344), keyed(57361)).differs


def test_fields_that_older_versions_leave_out_are_no_difference() -> None:
    def short(root: Element) -> None:
        element = find(root, "Unit")
        element.set_text(element.text.replace("delete;Delete;68,130;", "delete;Delete;68,130"))

    module = changed(short)
    assert find(module.root, "Unit").text != find(changed().root, "Unit").text
    found = compare(changed(), module)
    assert not found.differs
    assert "say the same" in found.notes[0]


DICE = "VASSAL.build.module.DiceButton"
KEYED = "VASSAL.build.module.GlobalKeyCommand"


def differing(tag: str, old: dict[str, str], new: dict[str, str]) -> Comparison:
    """A component with some attributes against the same with others."""
    sides = [added("Pieces", documents.make(tag, {"name": "It", **given})) for given in (old, new)]
    return compare(*(changed(side) for side in sides))


@pytest.mark.parametrize(
    ("tag", "old", "new"),
    [
        (KEYED, {"target": "MODULE|false|MAP|||||0|0||false|||EQUALS"},
         {"target": "MODULE|false|MAP|||||0|0||false|||EQUALS||"}),
        (DICE, {}, {"hideWhenDisabled": "false"}),
        (DICE, {"nDice": "2"}, {}),
        (DICE, {"hotkey": "63743,0,Foo"}, {"hotkey": "57361,0,Foo"}),
    ],
)  # fmt: skip
def test_what_means_the_same_is_no_difference(
    tag: str, old: dict[str, str], new: dict[str, str]
) -> None:
    found = differing(tag, old, new)
    assert not found.differs
    assert "the same" in found.notes[0]


def test_what_is_not_as_vassal_assumes_it_is_one() -> None:
    found = differing(DICE, {}, {"hideWhenDisabled": "true"})
    assert "hideWhenDisabled: true" in text(found)
    target = "MODULE|false|MAP|||||0|0||false|||EQUALS"
    found = differing(KEYED, {"target": target}, {"target": f"{target}|Escort|"})
    assert "target:" in text(found) and "Escort" in text(found)


def test_a_named_command_is_told_by_its_name_whatever_its_number() -> None:
    found = differing(DICE, {"hotkey": "63743,0,Foo"}, {"hotkey": "57345,0,Bar"})
    assert "hotkey: named Foo -> named Bar" in text(found)


def test_the_places_of_equal_changes_are_named() -> None:
    both = changed(put("Unit 1", "tooltip", "x"), put("Unit 6", "tooltip", "x"))
    assert "in Game Piece Palette [Pieces] / Scrollable List [Red]; Game Piece" in text(
        compare(changed(), both)
    )
    lists = [holding(LIST, {"entryName": f"L{at}"}, slot(f"U{at}", 50 + at)) for at in range(6)]
    more = [added("Pieces", one) for one in lists]
    same = [put(f"U{at}", "tooltip", "x") for at in range(6)]
    told = text(compare(changed(*more), changed(*more, *same)))
    assert "[L3] and 2 more places" in told and "[L4]" not in told


def test_how_large_the_editor_drew_a_piece_is_no_difference() -> None:
    assert not compare(changed(), changed(put("Unit 1", "width", "75"))).differs


def test_pieces_that_changed_in_the_same_way_are_told_together() -> None:
    changes = [put(f"Unit {at}", "tooltip", "x") for at in range(1, 6)]
    assert "5 times Single piece" in text(compare(changed(), changed(*changes)))


def test_pictures_are_told_by_content() -> None:
    old = changed(a=b"a", b=b"b", c=b"c", same=b"s")
    new = changed(a=b"A", z=b"b", d=b"d", same=b"s")
    found = {name: (row.how, row.was) for name, row in told(new, old).items()}
    assert found == {
        "images/a.png": (("changed",), ""),
        "images/c.png": (("removed",), ""),
        "images/d.png": (("added",), ""),
        "images/z.png": (("renamed",), "images/b.png"),
    }


def test_the_modules_own_data_are_told_once() -> None:
    new = changed(put("Small", "version", "1.1"))
    data = new.members["moduledata"]
    new.members["moduledata"] = data.replace(b"<version>1.0", b"<version>1.1")
    (row,) = rows(compare(changed(), new))
    assert fields(row) == [("", "version", "1.0", "1.1")]


def test_a_tree_sorted_anew_has_nothing_added_or_removed() -> None:
    def shuffle(root: Element) -> None:
        luck = random.Random(7)
        for element in [*root.iter()]:
            children = element.children
            luck.shuffle(children)
            for child in children:
                element.remove(child)
            for child in children:
                element.append(child)

    for row in rows(compare(changed(), changed(shuffle))):
        assert row.how == ("changed",)
        assert {detail.how for detail in row.details} == {"moved"}


def test_pieces_numbered_anew_are_known_by_their_names() -> None:
    def renumber(root: Element) -> None:
        for at, element in enumerate(root.iter(*DEFINITIONS)):
            if element.get("gpid"):
                element.set("gpid", str(100 - at))

    found = told(changed(renumber))
    assert all(row.how == ("changed",) for row in found.values())
    assert {detail.name for row in found.values() for detail in row.details} == {"gpid"}


def test_pieces_of_one_name_are_paired_in_their_order() -> None:
    twins = [added("Red", slot("Twin", "", marker("No", str(at)))) for at in range(3)]
    old, new = changed(*twins), changed(twins[0], twins[2])
    found = rows(compare(old, new))
    assert [(row.how, row.name) for row in found] == [(("removed",), "Twin")]


def test_a_palette_that_became_a_list_of_another_kind_is_the_same() -> None:
    def convert(root: Element) -> None:
        old = find(root, "Red")
        assert old.parent is not None
        new = documents.make("VASSAL.build.widget.PanelWidget", {"entryName": "Red"})
        old.parent.insert(0, new)
        for child in old.children:
            old.remove(child)
            new.append(child)
        old.parent.remove(old)

    found = told(changed(convert))
    assert fields(found["Red"])[0] == ("", "class", "Scrollable List", "Panel")
    assert not [row for row in found.values() if "added" in row.how or "removed" in row.how]


def test_control_characters_reach_no_terminal() -> None:
    found = compare(changed(), changed(put("Main", "icon", "a\u009b31mb")))
    assert "\u009b" not in text(found)
    assert "\\u009b" in text(found)


def test_a_bare_build_file_is_compared_too(tmp_path: Path) -> None:
    for name, module in (("old", changed()), ("new", changed(put("Main", "icon", "x.png")))):
        (tmp_path / name).write_bytes(module.document.to_bytes())
    found = compare(open_source(tmp_path / "old"), open_source(tmp_path / "new"))
    assert [row.name for row in rows(found)] == ["Main"]


def test_an_unpacked_folder_is_compared_as_what_it_was_unpacked_from(tmp_path: Path) -> None:
    opened(changed().root).write(tmp_path / "small.vmod")
    unpack(tmp_path / "small.vmod", tmp_path / "small")
    assert not compare(open_source(tmp_path / "small"), changed()).differs


def test_a_file_as_text_for_git_names_each_thing_on_its_own_line(tmp_path: Path) -> None:
    opened(changed().root, a=b"picture").write(tmp_path / "small.vmod")
    told = list(text_of(tmp_path / "small.vmod"))
    assert any("Unit 3" in line for line in told)
    assert any(line.startswith("images/a.png  7 bytes  sha256 ") for line in told)


def test_real_modules_differ_from_changed_copies_in_what_was_changed(shared: Path) -> None:
    file = shared / "corpus/vassal/hex-n-counters-template.vmod"
    assert not compare(open_module(file), open_module(file)).differs
    other = open_module(file)
    luck = random.Random(3)
    slots = [one.element for one in other.definitions() if not one.is_prototype]
    chosen = luck.sample(slots, 3)
    names = set()
    for element in chosen:
        element.set("entryName", element.get("entryName") + " again")
        names.add(element.get("entryName"))
    found = rows(compare(open_module(file), other))
    assert {row.name for row in found} == names
    assert all(row.how == ("renamed",) for row in found)


@pytest.mark.parametrize("name", ["Extra", "Unit"])
def test_a_prototype_added_beside_another(name: str) -> None:
    new = prototype(name, trait("delete;"))

    def put_in(root: Element) -> None:
        holder = find(root, "Marker").parent
        assert holder is not None
        holder.append(new.copy())

    (row,) = rows(compare(changed(), changed(put_in)))
    assert (row.how, row.name) == (("added",), name)
    assert row.details == (Detail("added", "", "traits", "", None, "Delete [Delete], Basic Piece"),)


def test_the_whole_is_plain_values_for_json() -> None:
    value = compare(changed(), changed(put("Main", "icon", "x.png"))).to_json()
    assert value["differs"] is True
    assert value["components"][0]["details"][0]["new"] == "x.png"


def test_a_module_made_anew_is_opened(tmp_path: Path) -> None:
    opened(changed().root).write(tmp_path / "small.vmod")
    assert not compare(open_source(tmp_path / "small.vmod"), changed()).differs
