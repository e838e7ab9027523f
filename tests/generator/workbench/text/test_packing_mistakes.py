"""What hands may do to the text: each mistake is told with its file, line and column, all of them
at once, and nothing is written then."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.errors import BroadsideError
from generator.vassal.documents import DECLARATION, Document
from generator.workbench.opened import WorkbenchError
from generator.workbench.text.archive_text import PackError
from generator.workbench.text.packing import pack
from generator.workbench.text.unpacking import unpack
from tests.generator.workbench.small_modules import small_root
from tests.generator.workbench.text.making import entries, module, zipped

ROSTER = (
    "\n    <VASSAL.build.module.PlayerRoster>\n        <entry>Red</entry>\n"
    "    </VASSAL.build.module.PlayerRoster>\n</VASSAL.build.GameModule>"
)
SMALL = Document(small_root()).to_bytes().replace(b"\n</VASSAL.build.GameModule>", ROSTER.encode())
MODULE = "module.yaml"
RED = "pieces/Pieces/Red.yaml"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small module unpacked."""
    path = tmp_path / "small.vmod"
    path.write_bytes(module(SMALL, ("images/a.png", b"a"), ("moduledata", b"<data/>")))
    unpack(path, tmp_path / "game")
    return tmp_path / "game"


def troubles(folder: Path) -> list[str]:
    """What packing tells; nothing is written."""
    out = folder.with_name("out.vmod")
    out.write_bytes(b"old")
    with pytest.raises(PackError) as told:
        pack(folder, out)
    assert out.read_bytes() == b"old"
    assert len(list(folder.parent.iterdir())) == 3
    return str(told.value).splitlines()


def edited(folder: Path, name: str, old: str, new: str) -> None:
    text = (folder / name).read_text("utf-8")
    assert old in text, text
    (folder / name).write_text(text.replace(old, new, 1), "utf-8")


MAIN = "maps/Main.yaml"
ENCODER = "component: BasicCommandEncoder"
IN_MAIN = "- in: maps/Main.yaml"
MISTAKES = [
    (RED, "trait: Marker", "trait: Markr", "unknown trait 'Markr'; did you mean 'Marker'?"),
    (RED, "commonName:", "comonName:", "unknown field 'comonName'; did you mean 'commonName'?"),
    (RED, "gpid: 1\n", "gpId: 1\n", "Single piece has no attribute 'gpId'; did you mean 'gpid'?"),
    (
        RED,
        "- piece: Unit 1\n",
        "- peice: Unit 1\n",
        "begin with 'component: ...'; did you mean 'piece'",
    ),
    (RED, "  gpid: 1\n", "  gpid: 1\n  gpid: 2\n", "the key 'gpid' occurs twice (also line 5)"),
    (RED, "  gpid: 1\n", "  gpid: [1\n", "not valid YAML: "),
    (
        RED,
        "- piece: Unit 1\n",
        "- 7\n- piece: Unit 1\n",
        "a component is a mapping that begins with",
    ),
    (RED, "  traits:\n", "  traits: x\n  rest:\n", "traits are a list: '- trait: ...'"),
    (MAIN, "[0, 0, 0]", "[0, 0]", "[0,0] is not a colour; write [red, green, blue]"),
    (MAIN, "[0, 0, 0]", "black", "[black] is not a colour"),
    (MAIN, "icon: ", "thickness: thin\nicon: ", "'thin' is not a whole number"),
    (MAIN, "icon: ", "launch: True\nicon: ", "'True' is not true or false; did you mean 'true'?"),
    (MAIN, "icon: ", "hotkey: Strg+M\nicon: ", "unknown modifier 'Strg'"),
    (MAIN, "icon: ", "traits: []\nicon: ", "'traits' belongs to pieces and prototypes"),
    (MAIN, "icon: ", "holds: x\nicon: ", "holds is a list"),
    (MAIN, "map.png", '"\\a"', "XML cannot hold the character U+0007"),
    (MODULE, ENCODER, ENCODER[:-1], "did you mean 'BasicCommandEncoder'?"),
    (MODULE, ENCODER, "element: a b", "'a b' is not the name of a class or element"),
    (MODULE, "- entry: Red", "- entri: Red", "did you mean 'entry'?"),
    (
        MODULE,
        IN_MAIN,
        "- in: maps/Mian.yaml",
        "no file 'maps/Mian.yaml'; did you mean 'maps/Main.y",
    ),
    (MODULE, IN_MAIN, "- in: ../out.vmod", "'../out.vmod' is not a path inside the folder"),
    (MODULE, IN_MAIN, "- in: /etc/passwd", "'/etc/passwd' is not a path inside the folder"),
    (MODULE, IN_MAIN, "- in: pieces/Pieces.yaml", "stands here already (module.yaml, line"),
    (MODULE, IN_MAIN, f"{IN_MAIN}\n  mapName: x", "'mapName': beside 'in:' nothing else is said"),
    (MODULE, IN_MAIN, "- xml: '<broken'", "with the XML noted in the texts it would be broken"),
    ("archive.yaml", "- images/a.png", "- images/b.png", "the file 'images/b.png' is not there"),
    ("archive.yaml", "broadside: 1", "broadside: 9", "text format '9' is not known here; '1' is"),
    (
        "archive.yaml",
        "kind: module",
        "kinds: module",
        "unknown kind ''; accepted: module, ext",
    ),
    (
        "archive.yaml",
        "members:",
        "xml: {indent: wide}\nmembers:",
        "'wide': write a number of blanks",
    ),
]


@pytest.mark.parametrize(("name", "old", "new", "told"), MISTAKES)
def test_a_mistake_is_told_where_it_stands(
    folder: Path, name: str, old: str, new: str, told: str
) -> None:
    edited(folder, name, old, new)
    lines = troubles(folder)
    assert any(told in line for line in lines), lines
    first = next(line for line in lines if told in line)
    assert first.startswith(f"{name}:") or "broken" in told


def test_all_mistakes_of_all_files_are_told_at_once(folder: Path) -> None:
    edited(folder, RED, "trait: Marker", "trait: Markr")
    edited(folder, RED, "commonName: Unit 2", "comonName: Unit 2")
    edited(folder, MAIN, "[0, 0, 0]", "red")
    edited(folder, "archive.yaml", "- images/a.png", "- images/b.png")
    (folder / "prototypes/New.yaml").write_text("prototype: New\n")
    lines = troubles(folder)
    text = (folder / RED).read_text("utf-8").splitlines()
    places = [text.index(wrong) + 1 for wrong in ("  - trait: Markr", "    comonName: Unit 2")]
    assert [line.split(": ")[0] for line in lines] == [
        *("archive.yaml:7:3", "maps/Main.yaml:3:8"),
        *(f"{RED}:{places[0]}:12", f"{RED}:{places[1]}:5", "prototypes/New.yaml"),
    ]
    assert "no other file holds it: add '- in: prototypes/New.yaml' where it goes" in lines[-1]


def test_a_mistake_on_every_line_is_told_fifty_times(folder: Path) -> None:
    lines = "".join(f"- wrong: {at}\n" for at in range(90))
    (folder / "module.yaml").write_text(f"component: Module\nholds:\n{lines}")
    told = troubles(folder)
    assert len(told) == 51
    assert told[-1].startswith("and ")


def gone(folder: Path) -> None:
    (folder / MAIN).unlink()


def no_text(folder: Path) -> None:
    (folder / MAIN).write_bytes(b"component: Map Window\nmapName: \xff\n")


def link(folder: Path) -> None:
    other = folder / "maps/Other.yaml"
    (folder / MAIN).rename(other)
    (folder / MAIN).symlink_to(other)
    edited(folder, MODULE, "- in: maps/Main.yaml", "- in: maps/Other.yaml\n- in: maps/Main.yaml")


def link_to_a_picture(folder: Path) -> None:
    (folder / "images/a.png").unlink()
    (folder / "images/a.png").symlink_to("/etc/hostname")


def no_root(folder: Path) -> None:
    (folder / "module.yaml").unlink()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (gone, "module.yaml:8:3: there is no file 'maps/Main.yaml'"),
        (no_text, "maps/Main.yaml:2:1: not UTF-8 text; save the file as UTF-8"),
        (link, "is a symbolic link; it is not followed"),
        (link_to_a_picture, "the file 'images/a.png' is not there"),
        (no_root, "there is no file 'module.yaml'"),
    ],
)
def test_files_that_are_not_what_they_should_be(
    folder: Path, change: Callable[[Path], None], told: str
) -> None:
    change(folder)
    assert any(told in line for line in troubles(folder))


def test_a_folder_that_was_not_unpacked_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        WorkbenchError, match=r"a folder without archive\.yaml; name a file, or .* made$"
    ):
        pack(tmp_path, tmp_path / "x.vmod")


def test_a_folder_that_is_none_is_told(tmp_path: Path) -> None:
    with pytest.raises(WorkbenchError, match=r"nowhere: no such folder$"):
        pack(tmp_path / "nowhere", tmp_path / "x.vmod")
    (tmp_path / "t.txt").write_text("")
    with pytest.raises(WorkbenchError, match=r"t\.txt: is no folder$"):
        pack(tmp_path / "t.txt", tmp_path / "x.vmod")


def test_only_saves_have_a_header(folder: Path) -> None:
    with pytest.raises(WorkbenchError, match="holds a module; only a save or log has a header"):
        pack(folder, folder.with_name("x.vmod"), header="VOBS")


def test_hands_may_do_what_makes_sense(folder: Path) -> None:
    """Comments, another order, lines left out, files added and moved, notes out of date."""
    (folder / RED).write_text(
        "# All that is red\nentryName: Red\n\ncomponent: Scrollable List\nholds:\n"
        "  - traits:\n    - {trait: Basic Piece, commonName: New}\n    - Delete\n    piece: New\n"
        "  - element: my.Own\n    written: {start: <my.Own  a='1'>}\n    a: 2\n"
    )
    (folder / "images/new.png").write_bytes(b"new")
    (folder / "README.md").write_text("A module")
    (folder / "prototypes/Unit.yaml").rename(folder / "prototypes/Squad.yaml")
    edited(folder, MODULE, "- in: prototypes/Unit.yaml", "- in: 'prototypes/Squad.yaml'  # moved")
    pack(folder, folder.with_name("x.vmod"))
    found = dict(entries(folder.with_name("x.vmod")))
    assert list(found) == ["buildFile.xml", "images/a.png", "moduledata", "images/new.png"]
    assert (
        '<VASSAL.build.widget.PieceSlot entryName="New">+/null/delete;Delete;68,130;\tpiece;;;;New/'
        "\tnull;0;0;;0</VASSAL.build.widget.PieceSlot>\n"
        '            <my.Own a="2"/>\n'
    ) in found["buildFile.xml"].decode()


def test_an_archive_may_be_begun_by_hand(tmp_path: Path) -> None:
    (tmp_path / "game/images").mkdir(parents=True)
    (tmp_path / "game/archive.yaml").write_text("broadside: 1\nkind: module\n")
    (tmp_path / "game/module.yaml").write_text("component: Module\nname: By hand\n")
    (tmp_path / "game/images/a.png").write_bytes(b"a")
    pack(tmp_path / "game", tmp_path / "x.vmod")
    data = f'{DECLARATION}\n<VASSAL.build.GameModule name="By hand"/>\n'.encode()
    assert (tmp_path / "x.vmod").read_bytes() == zipped(
        ("buildFile.xml", data), ("images/a.png", b"a")
    )


def test_no_text_ends_in_anything_but_a_file_or_a_trouble(folder: Path) -> None:
    """Every file cut off at every place, and every line doubled or taken away."""
    text = (folder / RED).read_text()
    lines = text.splitlines(keepends=True)
    cut = [text[:at] for at in range(0, len(text), 37)]
    without = ["".join(lines[:at] + lines[at + 1 :]) for at in range(0, len(lines), 3)]
    doubled = [
        "".join(lines[:at] + lines[at - 1 : at] + lines[at:]) for at in range(1, len(lines), 4)
    ]
    for changed in cut + without + doubled:
        (folder / RED).write_text(changed)
        try:
            pack(folder, folder.with_name("x.vmod"))
        except BroadsideError as trouble:
            assert RED in str(trouble)
