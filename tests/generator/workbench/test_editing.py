"""Bulk changes by a script or a list of changes: what is named changes, and nothing else."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from broadside import main
from generator.definition.troubles import DefinitionError
from generator.vassal import documents, saves, traits
from generator.vassal.commands import AddPiece
from generator.vassal.encodings import Key
from generator.vassal.traits import piece_state, piece_type
from generator.workbench.editing import EditedModule, Images, trait
from generator.workbench.editing.running import (
    differences,
    run_changes,
    run_script,
    untouched,
)
from generator.workbench.opened import OpenModule, WorkbenchError, open_module
from tests.generator.workbench.small_modules import (
    MAP,
    PROTOTYPES,
    added,
    chain_of,
    changed,
    find,
    slot,
)

PICTURES = {"Unit 1": b"one", "map": b"map"}


def nested() -> Callable[[documents.Element], object]:
    """A piece that places a marker whose definition stands in the trait and uses a prototype."""
    inner = chain_of("Chit", trait("Prototype", prototypeName="Unit"))
    text = f"+/null/{piece_type(inner)}/{piece_state(inner)}"
    return added("Red", slot("Depot", 40, trait("Place Marker", markerText=text, gpId="41")))


def edited(*changes: Callable[[documents.Element], object]) -> EditedModule:
    return EditedModule(changed(*changes, **PICTURES), Path())


def build_file(module: OpenModule) -> str:
    return module.document.to_bytes().decode()


def changed_lines(before: str, after: str) -> list[tuple[str, str]]:
    rows = zip(before.split("\n"), after.split("\n"), strict=True)
    return [(one, other) for one, other in rows if one != other]


# --- The tree -----------------------------------------------------------------------------


def test_only_the_named_piece_changes_and_every_other_byte_stays() -> None:
    module = edited()
    before = build_file(module.opened)
    (piece,) = module.pieces("Unit 3")
    piece.add(trait("Mark When Moved"))
    ((old, new),) = changed_lines(before, build_file(module.opened))
    head, _, _ = old.partition("+/null/")
    assert "Unit 3" in head and new.startswith(head + "+/null/markmoved;")


def test_a_change_and_its_reverse_leave_the_same_bytes() -> None:
    module = edited()
    before = build_file(module.opened)
    for piece in module.pieces():
        piece.add(trait("Delete"), inside="Marker")
        assert [part.id for part in piece][:2] == ["mark;", "delete;"]
        piece.remove("Delete")
    assert build_file(module.opened) == before


def test_nothing_changes_in_a_real_module_that_is_written_back(shared: Path) -> None:
    module = open_module(shared / "corpus/vassal/hex-n-counters-template.vmod")
    before = module.members[module.build_file]
    hand = EditedModule(module, Path())
    for piece in (*hand.pieces(), *hand.prototypes):
        piece.add("Delete")
        piece.remove(piece["Delete"])
    hand.rewrite(lambda part: part.text)
    assert module.document.to_bytes() == before


# --- Pieces -------------------------------------------------------------------------------


def test_pieces_are_found_by_name_trait_prototype_number_place_and_test() -> None:
    module = edited(added("Red", slot("Tank", 77, trait("Clone"))))
    assert len(module.pieces()) == 11
    assert [piece.gpid for piece in module.pieces("Unit 1*")] == ["1", "10"]
    assert [piece.name for piece in module.pieces(trait="Clone")] == ["Tank"]
    assert len(module.pieces(prototype="U*")) == 10
    assert [piece.name for piece in module.pieces(gpid="77")] == ["Tank"]
    assert len(module.pieces(path="*[[]Blue]*")) == 5
    assert len(module.pieces(where=lambda piece: "Delete" in piece)) == 0


def test_a_trait_is_added_outermost_or_beside_another() -> None:
    (piece,) = edited().pieces("Unit 1")
    piece.add("Clone")
    piece.add(trait("Delete"), outside="Prototype")
    piece.add(trait("Does Not Stack"), inside="Prototype")
    assert [part.id for part in piece] == [
        "clone;",
        "mark;",
        "delete;",
        "prototype;",
        "immob;",
        "piece;",
    ]


@pytest.mark.parametrize(
    ("work", "words"),
    [
        (lambda piece: piece["Layer"], "has no trait 'Layer'"),
        (lambda piece: piece["Lyer"], "unknown trait 'Lyer'; did you mean 'Layer'"),
        (lambda piece: piece.add("Delete", inside="Basic Piece"), "nothing stands inside"),
        (lambda piece: piece.add("Delete", inside="Marker", outside="Marker"), "not both"),
        (lambda piece: piece.remove("Basic Piece"), "cannot do without"),
        (lambda piece: piece["Marker"].set(kes=("a",)), "no field 'kes'"),
        (lambda piece: piece.add(trait("Clone", key="Ctlr+K")), "unknown modifier 'Ctlr'"),
    ],
)
def test_what_cannot_be_done_is_told(work: Callable[..., object], words: str) -> None:
    (piece,) = edited().pieces("Unit 1")
    with pytest.raises((WorkbenchError, traits.TraitError), match=words):
        work(piece)


def test_fields_take_values_of_their_kind_and_keys_in_words() -> None:
    (piece,) = edited().pieces("Unit 1")
    piece.add(trait("Layer", name="Step", imageNames=["a.png", "b.png"], alwaysActive=False))
    layer = piece["Layer"]
    layer["xOff"] = 3
    layer["increaseKeyStroke"] = "Ctrl+F"
    layer["decreaseKeyStroke"] = "named Back"
    layer.state = {"value": 2}
    assert (layer["xOff"], layer["imageNames"]) == (3, ("a.png", "b.png"))
    assert layer["increaseKeyStroke"] == Key.ctrl("F")
    assert layer["decreaseKeyStroke"].name == "Back"
    assert piece["Layer"].state == "2"
    assert next(piece.traits("Layer", name="St*")).at == 0
    assert not list(piece.traits("Layer", name="Other"))


def test_a_trait_at_hand_is_found_again_when_others_came_or_went() -> None:
    (piece,) = edited().pieces("Unit 1")
    use = piece["Prototype"]
    piece.add("Clone")
    use["prototypeName"] = "Marker"
    assert piece.uses("Marker")
    piece.remove(use)
    with pytest.raises(WorkbenchError, match="no longer there"):
        use["prototypeName"] = "Unit"


# --- Prototypes and pictures ----------------------------------------------------------------


def test_a_renamed_prototype_is_renamed_wherever_it_is_used() -> None:
    module = edited(nested(), added("", documents.make(PROTOTYPES)))
    module.prototypes["Unit"].rename("Counter")
    text = build_file(module.opened)
    assert "prototype;Unit" not in text and text.count("prototype;Counter") == 10
    assert text.count("prototype\\;Counter") == 1, "inside the placed marker"
    assert "Counter" in module.prototypes and "Unit" not in module.prototypes
    assert len(module.prototypes) == 2
    with pytest.raises(WorkbenchError, match="'Marker' is there already"):
        module.prototypes["Counter"].rename("Marker")
    with pytest.raises(WorkbenchError, match="no prototype 'Conter'; did you mean 'Counter'"):
        _ = module.prototypes["Conter"]


def test_a_renamed_picture_is_renamed_in_traits_components_and_set_ups() -> None:
    module = edited()
    piece = chain_of("Unit 1", trait("Mask", imageName="Unit 1.png"))
    text = saves.compose([AddPiece("7", piece_type(piece), piece_state(piece))])
    other = saves.pack(saves.Save(saves.compose([])))
    module.opened.members["start.vsav"] = saves.pack(saves.Save(text))
    module.opened.members["other.vsav"] = other
    module.images.rename("map.png", "ground.png")
    module.images.rename("Unit 1.png", "first.png")
    (unit,) = module.pieces("Unit 1")
    assert unit["Basic Piece"]["imageName"] == "first.png"
    assert find(module.tree, "Main").get("icon") == "ground.png"
    assert list(module.images) == ["first.png", "ground.png"]
    assert len(module.images) == 2
    (made,) = [
        one
        for one in saves.from_bytes(module.opened.members["start.vsav"], "start").position()
        if isinstance(one, AddPiece)
    ]
    assert "Unit 1.png" not in made.type and made.type.count("first.png") == 2
    assert module.opened.members["other.vsav"] is other


def test_pictures_are_replaced_added_and_removed(tmp_path: Path) -> None:
    (tmp_path / "new.png").write_bytes(b"new")
    module = EditedModule(changed(**PICTURES), tmp_path)
    module.images.replace("map.png", "new.png")
    module.images.add("more.png", b"more")
    module.images.remove("Unit 1.png")
    assert {name: module.images[name] for name in module.images} == {
        "map.png": b"new",
        "more.png": b"more",
    }


@pytest.mark.parametrize(
    ("work", "words"),
    [
        (lambda images: images.replace("mpa.png", b""), "did you mean 'map.png'"),
        (lambda images: images.add("map.png", b""), "in the module already"),
        (lambda images: images.add("../x.png", b""), "cannot be the name"),
        (lambda images: images.replace("map.png", "none.png"), "cannot be read"),
    ],
)
def test_pictures_that_are_not_there_or_there_already_are_told(
    work: Callable[[Images], None], words: str
) -> None:
    with pytest.raises(WorkbenchError, match=words):
        work(edited().images)


def test_components_are_changed_by_kind_and_name() -> None:
    module = edited()
    (found,) = module.components("Map", "Ma*")
    found["edgeWidth"] = 20
    found["launch"] = True
    element = find(module.tree, "Main")
    assert (element.get("edgeWidth"), element.get("launch")) == ("20", "true")
    with pytest.raises(WorkbenchError, match="no attribute 'edgewidth'; did you mean 'edgeWidth'"):
        found["edgewidth"] = 20
    found.remove()
    assert not module.components(MAP)


def test_a_kind_is_the_class_of_that_name_before_what_the_editor_calls_so() -> None:
    module = edited()
    chart = documents.make("VASSAL.build.widget.MapWidget", {"entryName": "Main"})
    find(module.tree, "Main").append(chart)
    assert [one.element.tag for one in module.components("Map")] == [MAP]
    assert [one.element for one in module.components("MapWidget")] == [chart]
    assert [one.element.tag for one in module.components("Map Window")] == [MAP]
    assert len(module.components("Map*")) == 2


# --- Scripts and lists of changes -------------------------------------------------------------


def script(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "edit.py"
    path.write_text(text, "utf-8")
    return path


def test_a_script_is_given_the_module_and_the_words_it_needs(tmp_path: Path) -> None:
    module = changed()
    path = script(
        tmp_path,
        "def edit(module):\n"
        "    for piece in module.pieces('Unit 2'):\n"
        "        piece.add(trait('Clone', key=Key.ctrl('C')))\n",
    )
    before = untouched(module)
    found = differences(before, run_script(module, path))
    (group,) = [group for group in found.groups if group.differences]
    (one,) = group.differences
    assert (one.name, one.details[0].part) == ("Unit 2", "Clone [Clone]")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = 1\n", "defines no function edit"),
        ("def edit(module):\n    pass\n    1 / 0\n", "edit.py:3: ZeroDivisionError"),
        ("def edit(module):\n    module.prototypes['Unt']\n", "edit.py:2: .*did you mean 'Unit'"),
        ("def edit(module:\n", "edit.py:1: "),
        ("raise SystemExit(3)\n", "ended itself"),
    ],
)
def test_what_goes_wrong_in_a_script_is_told_with_its_line(
    tmp_path: Path, text: str, words: str
) -> None:
    with pytest.raises(WorkbenchError, match=words):
        run_script(changed(), script(tmp_path, text))


CHANGES = """\
changes:
  - pieces: {name: "Unit *", prototype: Unit}
    add: {trait: Layer, name: Step, imageNames: [a.png, b.png], increaseKeyStroke: Ctrl+F}
    inside: Marker
  - pieces: {name: Unit 1}
    change: {trait: Layer, name: St*}
    to: {xOff: 3, increaseKeyStroke: named Flip, state: "2"}
  - pieces: {path: "*[[]Blue]*"}
    remove: {trait: Layer}
  - prototypes: {}
    remove: Delete
  - rename prototype: Unit
    to: Counter
  - replace image: map.png
    by: new.png
  - components: {kind: Map}
    set: {edgeWidth: 20}
"""


def test_a_list_of_changes_does_what_a_script_does(tmp_path: Path) -> None:
    (tmp_path / "new.png").write_bytes(b"new")
    path = tmp_path / "changes.yaml"
    path.write_text(CHANGES, "utf-8")
    module = run_changes(changed(**PICTURES), path)
    (first,) = module.pieces("Unit 1")
    assert [part.id for part in first] == ["mark;", "emb2;", "prototype;", "piece;"]
    assert (first["Layer"]["xOff"], first["Layer"].state) == (3, "2")
    assert first["Layer"]["increaseKeyStroke"].name == "Flip"
    assert [len(module.pieces(trait="Layer")), len(module.pieces(prototype="Counter"))] == [5, 10]
    assert all("Delete" not in one for one in module.prototypes)
    assert module.images["map.png"] == b"new"
    assert find(module.tree, "Main").get("edgeWidth") == "20"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("change: []\n", "1:1: the file holds one key, 'changes'"),
        ("changes:\n  - piece: {}\n", "2:5: a change begins with one of .*did you mean 'pieces'"),
        ("changes:\n  - pieces: {nam: a}\n    remove: Delete\n", "2:.*unknown key 'nam'"),
        ("changes:\n  - pieces: {}\n    add: Dleete\n", "3:.*unknown trait 'Dleete'"),
        ("changes:\n  - pieces: {}\n    remove: Layer\n", "3:.*none of these has such a trait"),
        ("changes:\n  - pieces: {name: Unt 1}\n    add: Delete\n", "2:.*did you mean 'Unit 1'"),
        ("changes:\n  - pieces: {}\n", "2:5: say one thing to do: add, remove, change, set"),
        (
            "changes:\n  - pieces: {}\n    change: {trait: Marker}\n    to: {kys: [a]}\n",
            "4:.*no field 'kys'; did you mean 'keys'",
        ),
        ("changes:\n  - pieces: {}\n    add: Delete\n    inside: Layer\n", "2:.*has no trait"),
        ("changes:\n  - rename prototype: A\n    to: B\n", "2:5: no prototype 'A'"),
        ("changes:\n  - rename image: map.png\n", "2:5: 'rename image' needs 'to:'"),
        ("changes: [\n", "not valid YAML"),
    ],
)
def test_mistakes_in_a_list_are_told_with_their_lines(
    tmp_path: Path, text: str, words: str
) -> None:
    path = tmp_path / "changes.yaml"
    path.write_text(text, "utf-8")
    with pytest.raises(DefinitionError, match=words):
        run_changes(changed(**PICTURES), path)


def test_all_mistakes_of_a_list_are_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "changes.yaml"
    path.write_text(
        "changes:\n  - pieces: {}\n    add: A\n  - pieces: {}\n    add: B\n  - x: 1\n", "utf-8"
    )
    with pytest.raises(DefinitionError) as told:
        run_changes(changed(), path)
    assert [trouble.line for trouble in told.value.troubles] == [3, 5, 6]


# --- The command ------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "small.vmod"
    changed(**PICTURES).write(path)
    return path


def run(*words: object) -> Result:
    return CliRunner().invoke(main, ["edit", *map(str, words)])


def test_without_a_target_the_differences_are_told_and_nothing_is_written(
    file: Path, tmp_path: Path
) -> None:
    path = script(tmp_path, "def edit(module):\n    module.prototypes['Unit'].rename('Chit')\n")
    before = file.read_bytes()
    for words in ((), ("--in-place", "--dry-run")):
        told = run(file, "--script", path, *words)
        assert told.exit_code == 0, told.output
        assert "[Unit] -> [Chit]" in told.output and "nothing written" in told.output
        assert file.read_bytes() == before


def test_the_edited_module_is_written_where_it_is_asked_for(file: Path, tmp_path: Path) -> None:
    path = script(tmp_path, "def edit(module):\n    module.images.remove('map.png')\n")
    out = tmp_path / "new.vmod"
    assert run(file, "--script", path, "-o", out).exit_code == 0
    assert "images/map.png" not in open_module(out).members
    assert "images/map.png" in open_module(file).members
    told = run(file, "--script", path, "--in-place", "--json")
    assert json.loads(told.output)["written"] == str(file)
    assert "images/map.png" not in open_module(file).members


def test_what_is_not_edited_stays_in_the_archive_as_it_was_packed(tmp_path: Path) -> None:
    """Entries of folders, dates and the packing too."""
    file, out = tmp_path / "old.vmod", tmp_path / "new.vmod"
    members = edited().opened.to_members()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as made:
        made.writestr(zipfile.ZipInfo("images/", (2001, 2, 3, 4, 5, 6)), b"")
        for name, data in members.items():
            made.writestr(zipfile.ZipInfo(name, (2001, 2, 3, 4, 5, 6)), data)
    path = script(tmp_path, "def edit(module):\n    module.prototypes['Unit'].rename('Chit')\n")
    for words in (("-o", out), ("--in-place",)):
        assert run(file, "--script", path, *words).exit_code == 0
    assert out.read_bytes() == file.read_bytes()
    with zipfile.ZipFile(out) as found:
        infos = found.infolist()
    assert [info.filename for info in infos] == ["images/", *members]
    assert {info.date_time[0] for info in infos} == {2001}
    assert b"Chit" in open_module(out).members["buildFile.xml"]


def test_an_edit_that_fails_writes_nothing(file: Path, tmp_path: Path) -> None:
    path = script(tmp_path, "def edit(module):\n    module.images.remove('mpa.png')\n")
    before = file.read_bytes()
    told = run(file, "--script", path, "--in-place")
    assert told.exit_code == 2 and "edit.py:2" in told.output
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--script", "a.py", "--changes", "b.yaml"),
        ("--script", "a.py", "-o", "b.vmod", "--in-place"),
    ],
)
def test_a_call_that_says_too_much_or_too_little_is_refused(
    file: Path, words: tuple[str, ...]
) -> None:
    assert run(file, *words).exit_code == 2
