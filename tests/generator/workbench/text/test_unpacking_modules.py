"""A module or extension in a folder of text: the same bytes when it is packed again."""

from __future__ import annotations

import os
import shutil
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.errors import BroadsideError
from generator.vassal import components
from generator.vassal.documents import DECLARATION, Document, Element, make
from generator.workbench.opened import DEFINITIONS, WorkbenchError
from generator.workbench.text.packing import pack
from generator.workbench.text.unpacking import unpack
from tests.generator.workbench.small_modules import small_root
from tests.generator.workbench.text.making import (
    CHAINS,
    FIELD,
    definition,
    entries,
    module,
    texts,
    there_and_back,
    zipped,
)

ROOT = "VASSAL.build.GameModule"
MAP = "VASSAL.build.module.map"
SLOT, CARD, PROTOTYPE = DEFINITIONS
SMALL = Document(small_root()).to_bytes()


def put(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


@pytest.mark.shared
def test_real_modules_come_back_with_hardly_a_note(shared: Path, tmp_path: Path) -> None:
    corpus = shared / "corpus/vassal"
    ragnarok = put(tmp_path / "r.vmod", module((corpus / "ragnarok-buildFile.xml").read_bytes()))
    files = [
        shared / "vassal/reference/reference.vmod",
        corpus / "hex-n-counters-template.vmod",
        ragnarok,
    ]
    for at, path in enumerate(files):
        folder = tmp_path / str(at)
        assert there_and_back(path, folder) == entries(path), path.name
        found = texts(folder)
        del found["archive.yaml"]
        noted = [
            line for text in found.values() for line in text.splitlines()
            if line.lstrip(" -").startswith(("verbatim:", "written:", "xml:", "order:"))
        ]  # fmt: skip
        # One value of the reference module is in single quotes: VASSAL did not write it.
        assert noted == (["written:"] if at == 0 else []), path.name


@pytest.mark.shared
def test_the_reference_module_lies_where_builders_look(shared: Path, tmp_path: Path) -> None:
    unpack(shared / "vassal/reference/reference.vmod", tmp_path / "game")
    found = texts(tmp_path / "game")
    assert {
        "module.yaml",
        "maps/Main Map.yaml",
        "maps/Main Map/boards.yaml",
        "maps/Main Map/decks/Event Deck.yaml",
        "prototypes/Ship.yaml",
        "pieces/Counters.yaml",
        "charts/Charts.yaml",
        "toolbar/Ships afloat.yaml",
    } <= found.keys()
    assert (tmp_path / "game/images/bismarck.png").is_file()
    assert "- in: prototypes/Ship.yaml" in found["module.yaml"]
    assert found["prototypes/Ship.yaml"].startswith("prototype: Ship\n")


ODD = {
    "comments and blanks": "<a><!-- one --><b/>\n\n <c />\n<!-- two --></a>",
    "text between": "<a>one<b/>two &amp; three</a>",
    "CDATA": f"<a><{SLOT}><![CDATA[+/null/piece;;;;/null;0;0;;0]]></{SLOT}></a>",
    "no line ends": f'<{ROOT} name="x"><b/><c><d/></c></{ROOT}>',
    "another order": f'<{ROOT} version="1" name="x"/>',
    "single quotes": f"<{ROOT} name='say \"x\"'  version = '1'></{ROOT}>",
    "entities": f'<{ROOT} name="&#65;&#x9;&apos;&gt;>"><entry>&#x9;a&quot;</entry></{ROOT}>',
    "lines in tags": f'<{ROOT}\n  name="x"\n\t/>',
    "closing tag": f"<{ROOT}><a></a ></{ROOT}>",
    "a reserved word": f'<{ROOT} holds="1" holds_="2" in="3"><piece>x</piece></{ROOT}>',
    "custom classes": f'<{ROOT}><ls.Map mapName="Sea"><{MAP}.BoardPicker/></ls.Map></{ROOT}>',
    "old attributes": f'<{ROOT} centerOnMove="x" name=""/>',
    "an empty slot": f'<{ROOT}><{SLOT} entryName="e"/><{CARD}>  </{CARD}></{ROOT}>',
    "no piece": f"<{ROOT}><{SLOT}>+/null/only</{SLOT}><{PROTOTYPE}>x</{PROTOTYPE}></{ROOT}>",
    "blanks around": f"<{ROOT}>\n  <{SLOT}>\n+/null/piece;;;;/null;0;0;;0\n</{SLOT}>\n</{ROOT}>",
    "sheep": f'<{ROOT} name="\U0001f411"><a>&#128017;</a><entry>\U0001f411</entry></{ROOT}>',
    "two of a name": f"<{ROOT}>"
    + "".join(f'<VASSAL.build.module.Map mapName="{name}"/>' for name in ("Con", "con", "../x", ""))
    + f"</{ROOT}>",
}  # fmt: skip
STARTS = (DECLARATION + "\n", "", '<?xml version="1.0"?><!-- x -->\r\n', "\n \n")


@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize("lines", ["\n", "\r\n"])
def test_odd_xml_comes_back(name: str, lines: str, tmp_path: Path) -> None:
    for at, start in enumerate(STARTS):
        for mark in (b"", b"\xef\xbb\xbf"):
            text = (start + ODD[name] + ("\n" if at % 2 else "")).replace("\n", lines)
            path = put(tmp_path / "x.vmod", module(mark + text.encode()))
            folder = tmp_path / f"{at}{len(mark)}"
            assert there_and_back(path, folder) == entries(path)


@pytest.mark.parametrize("encoding", ["utf-16", "iso-8859-1"])
def test_a_document_in_another_encoding_comes_back(encoding: str, tmp_path: Path) -> None:
    text = (
        f'<?xml version="1.0" encoding="{encoding}"?>\n<{ROOT} name="Größe">\n    <b/>\n</{ROOT}>\n'
    )
    path = put(tmp_path / "x.vmod", module(text.encode(encoding)))
    assert there_and_back(path, tmp_path / "x") == entries(path)


def test_members_of_any_name_come_back_in_their_order(tmp_path: Path) -> None:
    names = [
        *("images/z.png", "buildFile.xml", "images/", "a/", "images/Z.png", "sounds/x.wav"),
        *("images/aux.png", "con", "a", "a/b", "a/b/c", "help. ", "help/<x>.html", "x" * 250),
        *("images/Zoë.png", "images/Zoe\u0308.png", "files/x", "module.yaml", "images", "../up"),
        *("/etc/passwd", "C:\\x", "moduledata", "images/z.png", ".hidden", "a//b", "\\", "", " "),
        *("buildFile.xml", "buildFile", "savedata", "./dot", "nul.txt", "images/a\x01b"),
    ]
    members = [(name, f"{at}".encode()) for at, name in enumerate(names)]
    members = [(name, SMALL if name == "buildFile.xml" else data) for name, data in members]
    path = put(tmp_path / "x.vmod", zipped(*members, ("images/", b"\x89PNG"), ("empty/", b"")))
    assert there_and_back(path, tmp_path / "x") == entries(path)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["x", "x packed", "x.vmod"]


def test_the_small_members_stand_in_words(tmp_path: Path) -> None:
    data = DECLARATION + '\n<data version="1">\n  <version>1</version>\n  <extra1/>\n</data>'
    path = put(tmp_path / "x.vmod", module(SMALL, ("moduledata", data.encode())))
    assert there_and_back(path, tmp_path / "x") == entries(path)
    assert "moduledata:\n  version: 1\n  extra1: ''\n" in texts(tmp_path / "x")["archive.yaml"]
    odd = put(
        tmp_path / "y.vmod", module(SMALL, ("moduledata", b"<data ><v lang='x'>1</v></data>"))
    )
    assert there_and_back(odd, tmp_path / "y") == entries(odd)
    assert (tmp_path / "y/files/moduledata").is_file()


def writable(text: str) -> str:
    """The text without what XML cannot hold."""
    return "".join(one for one in text if one.isprintable() or one in "\t\n")


@cache
def attributes_of(tag: str) -> st.SearchStrategy[dict[str, str]]:
    """Attributes of a class, right or wrong."""
    known = components.table().get(tag)
    own = [name for name in known.attributes if name != "*"] if known is not None else []
    names = st.sampled_from([*own, "name", "holds", "odd"])
    return st.dictionaries(names, FIELD.map(writable), max_size=3)


TAGS = st.sampled_from(
    [*sorted(components.table()), *["my.Own", "entry", "x"] * 9, *DEFINITIONS * 30]
)
BODIES = st.one_of(st.just(""), st.just("+/x"), CHAINS.map(definition).map(writable))


@st.composite
def trees(draw: st.DrawFn, depth: int = 2) -> Element:
    """A component of any class, known or not, with others in it."""
    tag = draw(TAGS)
    made = make(tag, draw(attributes_of(tag)), draw(BODIES) if tag in DEFINITIONS else "")
    for child in draw(st.lists(trees(depth - 1), max_size=2)) if depth else []:
        made.append(child)
    return made


@given(st.lists(trees(), max_size=3))
@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_any_component_tree_comes_back(tmp_path: Path, children: list[Element]) -> None:
    root = make(ROOT, {"name": "made"})
    for child in children:
        root.append(child)
    shutil.rmtree(tmp_path / "x", ignore_errors=True)
    path = put(tmp_path / "x.vmod", module(Document(root).to_bytes()))
    assert there_and_back(path, tmp_path / "x") == entries(path)


def test_a_module_packs_to_the_same_file_every_time(tmp_path: Path) -> None:
    path = put(tmp_path / "x.vmod", module(SMALL, ("images/a.png", b"a")))
    unpack(path, tmp_path / "x")
    for name in ("one", "two"):
        pack(tmp_path / "x", tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def changed(data: bytes, old: str, new: str) -> bytes:
    assert data.count(old.encode()) == 1
    return data.replace(old.encode(), new.encode())


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('entryName="Unit 3"', 'entryName="Unit Three"', "piece: Unit Three"),
        (";;Unit 3.png;Unit 3/", ";;Unit 3.png;Third/", "commonName: Third"),
        ('nextPieceSlotId="11"', 'nextPieceSlotId="12"', "nextPieceSlotId: 12"),
        ('icon="map.png"', 'icon="sea map.png"', "icon: sea map.png"),
        ('color="0,0,0"', 'color="0,0,9"', "color: [0, 0, 9]"),
        ('name="Small"', 'name="Small: {the} #1 game"', "name: 'Small: {the} #1 game'"),
    ],
)
def test_one_word_changed_is_one_line_changed(
    old: str, new: str, line: str, tmp_path: Path
) -> None:
    unpack(put(tmp_path / "x.vmod", module(SMALL)), tmp_path / "x")
    before = texts(tmp_path / "x")
    done = unpack(put(tmp_path / "x.vmod", module(changed(SMALL, old, new))), tmp_path / "x")
    after = texts(tmp_path / "x")
    assert before.keys() == after.keys()
    assert len(done.written) == 1
    (name,) = done.written
    pairs = zip(before[name].splitlines(), after[name].splitlines(), strict=True)
    assert [new.lstrip(" -") for old, new in pairs if old != new] == [line]


def test_unpacking_again_touches_what_changed_and_takes_away_what_is_gone(tmp_path: Path) -> None:
    members = [("images/a.png", b"a"), ("images/b.png", b"b"), ("help/x.html", b"x")]
    unpack(put(tmp_path / "x.vmod", module(SMALL, *members)), tmp_path / "x")
    for path in (tmp_path / "x").rglob("*"):
        os.utime(path, (1, 1))
    data = changed(SMALL, 'name="Marker"', 'name="Token"')
    new = [("images/a.png", b"a"), ("images/b.png", b"B")]
    mine = put(tmp_path / "x/images/mine.png", b"mine")
    done = unpack(put(tmp_path / "x.vmod", module(data, *new)), tmp_path / "x")
    assert set(done.written) == {
        *("archive.yaml", "module.yaml", "images/b.png", "prototypes/Token.yaml")
    }
    assert set(done.removed) == {"files/help/x.html", "prototypes/Marker.yaml"}
    assert done.left == ("images/mine.png",)
    assert mine.is_file()
    assert not (tmp_path / "x/files").exists()
    assert (tmp_path / "x/images/a.png").stat().st_mtime == 1
    pack(tmp_path / "x", tmp_path / "y.vmod")
    assert entries(tmp_path / "y.vmod")[-1] == ("images/mine.png", b"mine")


def test_numbers_of_named_commands_change_one_file_of_their_own(tmp_path: Path) -> None:
    data = changed(SMALL, 'icon="map.png"', 'hotkey="57400,0,Go" icon="map.png"')
    path = put(tmp_path / "x.vmod", module(data))
    assert there_and_back(path, tmp_path / "x") == entries(path)
    assert "hotkey: named Go" in texts(tmp_path / "x")["maps/Main.yaml"]
    other = put(tmp_path / "x.vmod", module(changed(data, "57400,0,Go", "57412,0,Go")))
    assert unpack(other, tmp_path / "x").written == ("named-keys.yaml",)
    (tmp_path / "x/named-keys.yaml").unlink()
    pack(tmp_path / "x", tmp_path / "y.vmod")
    assert b'hotkey="57344,0,Go"' in dict(entries(tmp_path / "y.vmod"))["buildFile.xml"]


def test_a_command_may_have_many_numbers(tmp_path: Path) -> None:
    buttons = "".join(
        f'<VASSAL.build.module.DiceButton hotkey="{number},0,Go" name="d{at}"/>'
        for at, number in enumerate((57400, 57400, 57401, 57344, 57345))
    )
    path = put(tmp_path / "x.vmod", module(f"<{ROOT}><a>{buttons}</a></{ROOT}>"))
    assert there_and_back(path, tmp_path / "x") == entries(path)


def test_an_extension_is_text_too(tmp_path: Path) -> None:
    tag = "VASSAL.build.module.ModuleExtension"
    slot = definition([("delete;Delete;68,130;", ""), ("piece;;;a.png;A", "null;0;0;9:1;0")])
    element = (
        f'<{tag} module="Small">\n    <VASSAL.build.module.ExtensionElement target="x">\n'
        '        <VASSAL.build.widget.ListWidget entryName="More">\n'
        f'            <{SLOT} entryName="A" gpid="9:1">{slot}</{SLOT}>\n'
        "        </VASSAL.build.widget.ListWidget>\n"
        f"    </VASSAL.build.module.ExtensionElement>\n</{tag}>\n"
    )
    path = put(tmp_path / "x.vmdx", zipped(("buildFile", f"{DECLARATION}\n{element}".encode())))
    assert there_and_back(path, tmp_path / "x") == entries(path)
    assert unpack(path, tmp_path / "x").kind == "extension"
    assert texts(tmp_path / "x")["pieces/More.yaml"].splitlines()[:5] == [
        *("component: Scrollable List", "entryName: More", "holds:", "- piece: A", "  gpid: '9:1'")
    ]


def test_a_folder_that_holds_something_else_is_refused(tmp_path: Path) -> None:
    path = put(tmp_path / "x.vmod", module(SMALL))
    (tmp_path / "x").mkdir()
    put(tmp_path / "x/.gitignore", b"")
    unpack(path, tmp_path / "x")
    (tmp_path / "y").mkdir()
    put(tmp_path / "y/letter.txt", b"dear")
    with pytest.raises(WorkbenchError, match=r"holds 'letter\.txt' and was not made by"):
        unpack(path, tmp_path / "y")
    put(tmp_path / "file", b"")
    with pytest.raises(WorkbenchError, match="is no folder"):
        unpack(path, tmp_path / "file")
    (tmp_path / "z").mkdir()
    shutil.copy(path, tmp_path / "z")
    unpack(tmp_path / "z/x.vmod", tmp_path / "z")
    assert (tmp_path / "z/module.yaml").is_file()


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"no zip", "a text file, not a module, extension, log or save"),
        (zipped(("x", b"")), "another kind of zip file, not a module, extension, log or save"),
        (module(b">" + SMALL), "buildFile.xml: line 1, column 1: "),
        (module(b"<a>" * 120 + b"</a>" * 120), "nested more than 90 deep"),
    ],
)
def test_what_cannot_be_unpacked_is_told_and_leaves_nothing(
    data: bytes, told: str, tmp_path: Path
) -> None:
    path = put(tmp_path / "x.vmod", data)
    with pytest.raises(BroadsideError, match=told) as raised:
        unpack(path, tmp_path / "x")
    assert str(raised.value).startswith(str(path))
    assert [one.name for one in tmp_path.iterdir()] == ["x.vmod"]


def test_a_folder_that_is_a_link_leads_nowhere(tmp_path: Path) -> None:
    path = put(tmp_path / "x.vmod", module(SMALL, ("images/a.png", b"a")))
    unpack(path, tmp_path / "x")
    (tmp_path / "else").mkdir()
    shutil.rmtree(tmp_path / "x/images")
    (tmp_path / "x/images").symlink_to(tmp_path / "else")
    with pytest.raises(WorkbenchError, match="is a symbolic link; it is not followed"):
        unpack(path, tmp_path / "x")
    assert not any((tmp_path / "else").iterdir())
