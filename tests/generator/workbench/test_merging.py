"""Three versions of a module made one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.vassal import archive, documents
from generator.vassal.documents import Element
from generator.vassal.traits import trait
from generator.workbench.comparing import compare
from generator.workbench.merging import MergeError, merge, merge_files
from generator.workbench.opened import Definition, OpenModule
from tests.generator.workbench.small_modules import (
    MAP,
    added,
    changed,
    find,
    marker,
    moved,
    opened,
    put,
    removed,
    retrait,
    slot,
)

Change = Callable[[Element], object]


def merged_root(ours: list[Change], theirs: list[Change]) -> Element:
    """The tree merged without a conflict."""
    found = merge(changed(), changed(*ours), changed(*theirs))
    assert found.conflicts == ()
    return documents.parse(found.members["buildFile.xml"], "merged").root


def conflicts(ours: list[Change], theirs: list[Change]) -> list[tuple[str, str]]:
    found = merge(changed(), changed(*ours), changed(*theirs))
    return [(row.where, row.what) for row in found.conflicts]


def labels(root: Element, name: str) -> list[str]:
    return [part.type for part in Definition(find(root, name)).chain]


def names(element: Element) -> list[str]:
    return [child.get("entryName") for child in element.children]


def test_different_attributes_of_one_component_merge() -> None:
    root = merged_root([put("Main", "color", "1,1,1")], [put("Main", "icon", "other.png")])
    assert (find(root, "Main").get("color"), find(root, "Main").get("icon")) == (
        "1,1,1",
        "other.png",
    )


def test_one_attribute_changed_in_two_ways_is_a_named_conflict() -> None:
    ours, theirs = changed(put("Main", "color", "1,1,1")), changed(put("Main", "color", "2,2,2"))
    found = merge(changed(), ours, theirs)
    assert found.conflicts == (("Map Window [Main]", "color", "0,0,0", "1,1,1", "2,2,2"),)


@pytest.mark.parametrize(("prefer", "color"), [("ours", "1,1,1"), ("theirs", "2,2,2")])
def test_a_preference_settles_conflicts_and_nothing_else(prefer: str, color: str) -> None:
    ours = changed(put("Main", "color", "1,1,1"), put("Unit 1", "entryName", "First"))
    theirs = changed(put("Main", "color", "2,2,2"), put("Main", "icon", "other.png"))
    found = merge(changed(), ours, theirs, prefer)
    root = documents.parse(found.members["buildFile.xml"], "merged").root
    assert find(root, "Main").get("color") == color
    assert find(root, "Main").get("icon") == "other.png"
    assert find(root, "First").get("gpid") == "1"


def test_different_traits_of_one_piece_merge() -> None:
    root = merged_root(
        [retrait("Unit 1", lambda chain: chain.insert(0, trait("delete;")))],
        [retrait("Unit 1", lambda chain: chain.__setitem__(0, marker("Side", "Blue")))],
    )
    assert labels(root, "Unit 1")[:2] == [trait("delete;").type, "mark;Side"]
    assert Definition(find(root, "Unit 1")).chain[1].state == "Blue"


def test_different_fields_of_one_trait_merge() -> None:
    root = merged_root(
        [retrait("Unit", lambda chain: chain.__setitem__(0, chain[0].changed(commandName="Kill")))],
        [retrait("Unit", lambda chain: chain.__setitem__(0, chain[0].changed(description="x")))],
    )
    part = Definition(find(root, "Unit")).chain[0]
    assert (part["commandName"], part["description"]) == ("Kill", "x")


def test_one_field_of_a_trait_changed_in_two_ways_is_named_with_trait_and_field() -> None:
    found = conflicts(
        [retrait("Unit", lambda chain: chain.__setitem__(0, chain[0].changed(commandName="Kill")))],
        [retrait("Unit", lambda chain: chain.__setitem__(0, chain[0].changed(commandName="End")))],
    )
    assert found == [
        ("Game Piece Prototype Definitions / Definition [Unit]", "Delete [Kill] / commandName")
    ]


def test_a_trait_removed_here_and_changed_there_is_a_conflict() -> None:
    found = conflicts(
        [retrait("Unit", lambda chain: chain.pop(0))],
        [retrait("Unit", lambda chain: chain.__setitem__(0, chain[0].changed(description="x")))],
    )
    assert len(found) == 1
    assert "removed by the other" in found[0][1]


def test_a_piece_moved_here_and_changed_there_is_both() -> None:
    root = merged_root([moved("Unit 2", "Blue", 2)], [put("Unit 2", "entryName", "Second")])
    assert names(find(root, "Blue"))[2] == "Second"
    assert "Unit 2" not in names(find(root, "Red"))


def test_both_sides_add_pieces_to_one_palette() -> None:
    root = merged_root([added("Red", slot("Ours", 11), 2)], [added("Red", slot("Theirs", 12), 4)])
    assert names(find(root, "Red")) == [
        "Unit 1", "Unit 2", "Ours", "Unit 3", "Unit 4", "Theirs", "Unit 5",
    ]  # fmt: skip


def test_pieces_added_under_one_number_get_two_and_the_next_is_free() -> None:
    ours = [added("Red", slot("Ours", 11)), put("Small", "nextPieceSlotId", "12")]
    theirs = [added("Blue", slot("Theirs", 11)), put("Small", "nextPieceSlotId", "12")]
    found = merge(changed(), changed(*ours), changed(*theirs))
    root = documents.parse(found.members["buildFile.xml"], "merged").root
    theirs_now = find(root, "Theirs")
    assert (find(root, "Ours").get("gpid"), theirs_now.get("gpid")) == ("11", "12")
    assert Definition(theirs_now).chain[-1].state == "null;0;0;12;0"
    assert root.get("nextPieceSlotId") == "13"
    assert "Theirs" in found.notes[0]


def test_the_same_piece_added_by_both_stands_once() -> None:
    change = added("Red", slot("New", 11))
    root = merged_root([change], [change, put("Main", "icon", "x.png")])
    assert names(find(root, "Red")).count("New") == 1


def test_a_map_added_by_both_under_one_name_is_one_map_in_conflict() -> None:
    ours, theirs = (
        added("Small", documents.make(MAP, {"mapName": "New", "icon": icon})) for icon in "ab"
    )
    assert conflicts([ours], [theirs]) == [("Map Window [New]", "icon")]


def test_removed_here_and_untouched_there_is_gone_with_what_it_held() -> None:
    root = merged_root([removed("Blue")], [put("Unit 1", "entryName", "First")])
    assert [child.get("entryName") for child in find(root, "Pieces").children] == ["Red"]


def test_removed_here_and_changed_inside_there_is_one_conflict() -> None:
    assert conflicts([removed("Blue")], [put("Unit 7", "entryName", "Seventh")]) == [
        (
            "Game Piece Palette [Pieces] / Scrollable List [Blue]",
            "removed by one side, changed by the other",
        )
    ]


def test_a_piece_moved_out_of_what_the_other_side_removes_lives_on() -> None:
    root = merged_root([removed("Blue"), added("Red", slot("x", 99))], [])
    assert "Unit 7" not in [one.get("entryName") for one in root.iter()]
    kept = merged_root([moved("Unit 7", "Red"), removed("Blue")], [put("Main", "icon", "x.png")])
    assert names(find(kept, "Red"))[0] == "Unit 7"


def test_a_piece_moved_to_two_places_is_a_conflict() -> None:
    found = conflicts([moved("Unit 1", "Blue")], [moved("Unit 1", "Pieces")])
    assert found[0][1] == "moved to two places"


def test_components_moved_into_each_other_are_a_conflict_and_nothing_is_lost() -> None:
    ours, theirs = changed(moved("Red", "Blue")), changed(moved("Blue", "Red"))
    found = merge(changed(), ours, theirs)
    root = documents.parse(found.members["buildFile.xml"], "merged").root
    assert found.conflicts
    assert len(list(root.iter())) == len(list(changed().root.iter()))


def test_the_higher_number_version_and_date_are_taken() -> None:
    ours = changed(put("Small", "VassalVersion", "3.7.10"), put("Small", "nextPieceSlotId", "40"))
    theirs = changed(put("Small", "VassalVersion", "3.7.12"), put("Small", "nextPieceSlotId", "9"))
    data = ours.members["moduledata"]
    ours.members["moduledata"] = data.replace(b"1700000000000", b"1700000000001")
    theirs.members["moduledata"] = data.replace(b"1700000000000", b"1700000000002")
    found = merge(changed(), ours, theirs)
    root = documents.parse(found.members["buildFile.xml"], "merged").root
    assert found.conflicts == ()
    assert (root.get("VassalVersion"), root.get("nextPieceSlotId")) == ("3.7.12", "40")
    assert b"1700000000002" in found.members["moduledata"]


def test_a_version_raised_twice_is_told_once_though_the_metadata_repeats_it() -> None:
    modules = []
    for version in ("1.1", "1.2"):
        module = changed(put("Small", "version", version))
        told = f"<version>{version}</version>".encode()
        data = module.members["moduledata"].replace(b"<version>1.0</version>", told)
        module.members["moduledata"] = data
        modules.append(module)
    found = merge(changed(), *modules)
    assert [row.what for row in found.conflicts] == ["version"]


def test_pictures_merge_by_content() -> None:
    base = changed(a=b"a", b=b"b", c=b"c")
    ours = changed(a=b"A", b=b"b", c=b"c", d=b"d")
    theirs = changed(a=b"a", b=b"B", d=b"d", e=b"e")
    found = merge(base, ours, theirs)
    pictures = {name[7:-4]: data for name, data in found.members.items() if "/" in name}
    assert pictures == {"a": b"A", "b": b"B", "d": b"d", "e": b"e"}
    assert found.conflicts == ()


def test_a_picture_changed_in_two_ways_is_a_conflict() -> None:
    found = merge(changed(a=b"a"), changed(a=b"A"), changed(a=b"AA"))
    assert [(row.where, row.what) for row in found.conflicts] == [("images/a.png", "content")]


def test_saves_are_refused_in_plain_words(tmp_path: Path) -> None:
    file = tmp_path / "game.vsav"
    file.write_bytes(archive.pack({"savedGame": b"begin_save"}))
    with pytest.raises(MergeError, match="saved game"):
        merge_files(file, file, file)


def test_both_added_a_module_where_none_was(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("base", "ours", "theirs")]
    files[0].write_bytes(b"")
    files[1].write_bytes(archive.pack(changed().members))
    files[2].write_bytes(archive.pack(changed(put("Main", "icon", "x.png")).members))
    merged, _ = merge_files(*files)
    assert [row.what for row in merged.conflicts] == ["icon"]


# --- Laws -------------------------------------------------------------------------------

UNITS = [f"Unit {at}" for at in range(1, 11)]
NAMES = [*UNITS, "Main", "Unit", "Marker"]


@st.composite
def edits(draw: st.DrawFn, of: list[str]) -> list[Change]:
    """Changes of the components named, each of its own."""
    found: list[Change] = []
    for name in of:
        kinds = ["attribute", "none"]
        if name in UNITS:
            kinds += ["remove", "move", "trait", "rename"]
        match draw(st.sampled_from(kinds)):
            case "attribute":
                value = draw(st.text(st.characters(codec="utf-8", categories=["L", "P"])))
                found.append(put(name, draw(st.sampled_from(["icon", "tooltip"])), value))
            case "remove":
                found.append(removed(name))
            case "move":
                found.append(moved(name, draw(st.sampled_from(["Red", "Blue"]))))
            case "trait":
                part = marker(draw(st.sampled_from(["Step", "Kind"])), "1")
                at = draw(st.integers(0, 2))
                found.append(retrait(name, lambda chain, at=at, part=part: chain.insert(at, part)))
            case "rename":
                found.append(put(name, "entryName", f"{name} again"))
    return found


@st.composite
def two_sides(draw: st.DrawFn) -> tuple[list[Change], list[Change]]:
    """Changes of different components by two sides."""
    mine = draw(st.lists(st.sampled_from(NAMES), unique=True, max_size=6))
    other = [name for name in NAMES if name not in mine]
    return draw(edits(mine)), draw(edits(draw(st.lists(st.sampled_from(other), unique=True))))


@pytest.mark.slow
@given(edits(NAMES))
@settings(max_examples=40, deadline=None)
def test_what_one_side_alone_changed_is_taken_byte_for_byte(changes: list[Change]) -> None:
    expected = changed(*changes).members
    for base, ours, theirs in (
        (changed(), changed(*changes), changed()),
        (changed(), changed(), changed(*changes)),
        (changed(), changed(*changes), changed(*changes)),
    ):
        found = merge(base, ours, theirs)
        assert found.conflicts == ()
        assert found.members == expected


@pytest.mark.slow
@given(two_sides())
@settings(max_examples=150, deadline=None)
def test_changes_of_different_things_merge_to_both_from_either_side(
    sides: tuple[list[Change], list[Change]],
) -> None:
    ours, theirs = sides
    found = merge(changed(), changed(*ours), changed(*theirs))
    other = merge(changed(), changed(*theirs), changed(*ours))
    assert found.conflicts == ()
    assert found.members["buildFile.xml"] == other.members["buildFile.xml"]
    both = changed(*ours, *theirs)
    assert _content(_opened(found.members)) == _content(both)


def _opened(members: object) -> OpenModule:
    assert isinstance(members, dict)
    return opened(documents.parse(members["buildFile.xml"], "merged").root)


def _content(module: OpenModule) -> list[tuple[str, ...]]:
    """Every component with what it stands in, its attributes and text; in no order."""
    return sorted(
        (
            one.tag,
            one.parent.get("entryName") if one.parent is not None else "",
            repr(sorted(one.attributes.items())),
            one.text,
        )
        for one in module.root.iter()
    )


def test_merging_changes_nothing_that_neither_side_changed() -> None:
    ours, theirs = [put("Main", "icon", "a.png")], [put("Unit 9", "entryName", "Ninth")]
    found = merge(changed(), changed(*ours), changed(*theirs))
    told = compare(changed(), _opened(found.members))
    rows = {row.name: row for group in told.groups for row in group.differences}
    assert rows.keys() == {"Main", "Ninth"}
