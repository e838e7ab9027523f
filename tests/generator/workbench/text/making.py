"""Made-up traits, components and archives, and what their text says when it is packed again."""

from __future__ import annotations

from pathlib import Path

from hypothesis import strategies as st

from generator.definition.troubles import Trouble
from generator.vassal import archive, sequences, traits
from generator.vassal.archive import Archive
from generator.workbench.text import pieces, reading, writing
from generator.workbench.text.packing import pack
from generator.workbench.text.spelling import Numbers, Source
from generator.workbench.text.unpacking import unpack

FIELD = st.one_of(
    st.sampled_from(
        [
            *("", "true", "false", "0", "-3", "1.0", "null", "x", "255,0,0", "300,0,0", "{a > 1}"),
            *(
                "65,130",
                "65,128",
                "57350,0,Flip",
                "57344,0,Go",
                "M",
                "MNK",
                "65,130,57344\\,0\\,Go",
            ),
            *("player:", "side:", "sides:A:B", "false,0,100,false", "true,1,9,true,x", "a,b,,c"),
            *(
                "Set:65\\,130:P\\,3",
                "Add:57400\\,0\\,up:I\\,1,:68\\,130:E\\,Pick\\,a\\\\,b",
                "x=1,y=2",
            ),
            *(
                "MAP|false|MAP|||||0|0||false|||EQUALS||",
                "COUNTER|true|DECK|||||0|0|D|false|||EQUALS",
            ),
            *(
                "+/null/piece;;;a.png;A/null;0;0;;0",
                "+/7/mark;a\tpiece;;;;/x\tnull;0;0;1;0",
                "a\nb",
            ),
            *(
                "'q'",
                "\\b",
                "a\\",
                "10,20;30,40",
                "'a'b",
                "+ (hit)",
                "~",
                "<b>ü</b>",
                "a\tb",
                "1\x07",
            ),
        ]
    ),
    st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=6),
)
"""Texts that fields of some kind or other take, or nearly."""


@st.composite
def trait_texts(draw: st.DrawFn) -> tuple[str, str]:
    """A trait's type and state: of any kind, with any number of fields, right or wrong."""
    form = draw(st.sampled_from(sorted(traits.forms().values(), key=lambda one: one.id)))
    size = draw(st.integers(0, len(form.fields) + 2))
    usual = [field.fresh for field in form.fields]
    values = [
        draw(FIELD) if draw(st.booleans()) else (usual[at] if at < len(usual) else "")
        for at in range(size)
    ]
    join = (lambda parts: sequences.encode(parts, ";")) if form.layout == ";" else ";".join
    state = draw(st.sampled_from([form.fresh_state, None]))
    if state is None:
        state = sequences.encode(draw(st.lists(FIELD, max_size=6)), ";")
    return form.id.rstrip("1") + join(values), state


CHAINS = st.lists(st.one_of(trait_texts(), st.tuples(FIELD, FIELD)), min_size=1, max_size=4)


def definition(chain: list[tuple[str, str]], ident: str = "null") -> str:
    """The text of a piece, the outermost trait first."""
    types, states = [kind for kind, _ in chain], [state for _, state in chain]
    return "+/" + sequences.encode([ident, traits.nest(types), traits.nest(states)], "/")


def read_back(text: str, **how: object) -> tuple[str | None, list[str], list[Trouble]]:
    """A definition after it was text: its text, the lines, and what was wrong; None for one that
    is not taken apart."""
    numbers = Numbers()
    value = pieces.spell_definition(text, numbers, **how)  # type: ignore[arg-type]
    if value is None:
        return None, [], []
    lines = writing.lines_of(value)
    seen = iter(numbers.seen)
    troubles: list[Trouble] = []
    source = Source("x.yaml", troubles, lambda name: next(seen)[1])
    node = reading.read("\n".join(lines) + "\n", "x.yaml")
    assert isinstance(node, reading.Fields)
    back = pieces.read_definition(node, source, **how)  # type: ignore[arg-type]
    return back, lines, troubles


def zipped(*members: tuple[str, bytes]) -> bytes:
    """An archive with these members in this order; names may occur twice."""
    return archive.pack(list(members))


def entries(path: Path) -> list[tuple[str, bytes]]:
    """Every line of an archive's directory with its bytes, in order."""
    with Archive(path) as opened:
        return [(one.name, b"".join(opened.pieces_of(one))) for one in opened.entries]


def there_and_back(path: Path, folder: Path, *, reveal: bool = False) -> list[tuple[str, bytes]]:
    """The entries of the archive packed from what a file was unpacked to."""
    unpack(path, folder, reveal=reveal)
    out = folder.with_name(f"{folder.name} packed")
    pack(folder, out)
    return entries(out)


def texts(folder: Path) -> dict[str, str]:
    """The text files of a folder by their path."""
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in sorted(folder.rglob("*.yaml"))
    }


def module(build_file: str | bytes, *members: tuple[str, bytes]) -> bytes:
    """An archive with a buildFile."""
    data = build_file.encode() if isinstance(build_file, str) else build_file
    return zipped(("buildFile.xml", data), *members)
