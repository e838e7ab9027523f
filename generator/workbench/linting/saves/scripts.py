"""Scripts and interfaces: what cannot be read, what asks for objects that are not there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final
from xml.parsers import expat

from generator.counting import and_more
from generator.tabletop_simulator.coherence import text
from generator.tabletop_simulator.positions import JsonPath
from generator.workbench.linting.saves.survey import Remark, SaveSurvey

_LARGE: Final = 1_000_000
"""Letters of a script's state from which on it is worth knowing."""
_ASKED: Final = re.compile(r"""\bgetObjectFromGUID\s*(?:\(\s*)?["']([0-9a-f]{6})["']""")
_LIMITS: Final = ("has more than", "too many", "overflow", "too long")
"""Limits of Lua's own that the game's Lua does not have."""
_DIALECT: Final = re.compile(r"!=|\|[\w\s,]*\|")
"""What the game's Lua (MoonSharp) reads and Lua does not: another ~=, and short functions."""
_CODE_POINT: Final = re.compile(r"\\u\{[0-9A-Fa-f]+\}")
"""A letter by its number, as the game's Lua reads it in a text."""
_BLANK: Final = re.compile(r"(--)?\[(=*)\[|--|[\"']")
"""What begins a comment or a text: long brackets, two dashes, quotation marks."""
_QUOTED: Final = {
    mark: re.compile(rf"(?:\\.|[^{mark}\\\n])*{mark}?", re.DOTALL) for mark in ("'", '"')
}
_DECLARATION: Final = re.compile(r"\A\s*<\?xml[^>]*\?>")


def check(survey: SaveSurvey) -> Iterator[Remark]:
    """Every finding about scripts, what they keep, and interfaces."""
    reads = _reader()
    known = {text(found.data.get("GUID")) for found in survey.objects}
    scripts: dict[str, list[JsonPath]] = {}
    pages: dict[str, list[JsonPath]] = {}
    for path, one, who in _owners(survey):
        for key, texts in (("LuaScript", scripts), ("XmlUI", pages)):
            said = text(one.get(key))
            if said.strip():
                texts.setdefault(said, []).append((*path, key))
        kept = text(one.get("LuaScriptState"))
        if len(kept) > _LARGE:
            yield Remark(
                "lua.state",
                f"{who} keeps {len(kept):,} letters",
                "keep less, or write it only when it is asked for",
                [(*path, "LuaScriptState")],
            )
    for script, paths in scripts.items():
        trouble = reads(script) if reads is not None else None
        if trouble is not None:
            yield Remark("lua.syntax", trouble, "correct the script", paths)
        strangers = sorted(set(_ASKED.findall(script)) - known)
        if strangers:
            yield Remark(
                "lua.guid",
                f"a script asks for {and_more(strangers, 6)}",
                "correct the GUID, unless the object is made in play",
                paths,
            )
    for page, paths in pages.items():
        broken = _xml_trouble(page)
        if broken is not None:
            yield Remark("ui.xml", broken, "correct the XML", paths)


def _owners(survey: SaveSurvey) -> Iterator[tuple[JsonPath, dict[str, Any], str]]:
    yield (), survey.data, "the script of the table"
    for found in survey.objects:
        yield found.path, found.data, survey.who(found)


def _reader() -> Callable[[str], str | None] | None:
    """What reads a script without running it, and says what is wrong; `None` without ``lupa``."""
    try:
        from lupa.lua52 import LuaRuntime  # type: ignore[import-untyped, unused-ignore]
    except ImportError:
        return None
    runtime = LuaRuntime(encoding=None, unpack_returned_tuples=True)
    load = runtime.eval(b"function(s) local f, e = load(s, '=script', 't', {}) return e end")

    def reads(script: str) -> str | None:
        trouble = load(_CODE_POINT.sub("?", script).encode("utf-8", "replace"))
        if trouble is None:
            return None
        said = bytes(trouble).decode("utf-8", "replace")
        where, _, what = said.removeprefix("script:").partition(": ")
        return None if _is_of_lua_alone(script, said) else f"line {where}: {what}"

    return reads


def _is_of_lua_alone(script: str, said: str) -> bool:
    """Whether Lua refuses what the game's Lua may take."""
    if any(limit in said for limit in _LIMITS) or " near " not in said:
        return True
    plain = _without_texts(script)
    return bool(_DIALECT.search(plain)) or not plain.isascii()


def _without_texts(script: str) -> str:
    """A script without its comments and texts."""
    parts: list[str] = []
    at = 0
    while (found := _BLANK.search(script, at)) is not None:
        parts.append(script[at : found.start()])
        if found[2] is not None:
            end = script.find(f"]{found[2]}]", found.end())
            at = len(script) if end < 0 else end + len(found[2]) + 2
        elif found[0] == "--":
            end = script.find("\n", found.end())
            at = len(script) if end < 0 else end
        else:
            quoted = _QUOTED[found[0]].match(script, found.end())
            at = quoted.end() if quoted is not None else found.end()
    return " ".join((*parts, script[at:]))


def _xml_trouble(page: str) -> str | None:
    """What is wrong with an interface's XML, which has no single root."""
    parser = expat.ParserCreate()
    body = _DECLARATION.sub(" ", page, count=1)
    try:
        parser.Parse(f"<all>{body}</all>".encode("utf-8", "replace"), True)
    except expat.ExpatError as trouble:
        return f"line {trouble.lineno}: {expat.errors.messages[trouble.code]}"
    return None
