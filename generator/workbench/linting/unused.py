"""Pictures that nothing names: first by the module itself, then by the saved games in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import Final

from generator.workbench.linting.findings import Place, Trouble
from generator.workbench.linting.images import FOLDER, SOURCE, found_as, wrong_capitals
from generator.workbench.linting.reading import ANY, fits, pattern_of
from generator.workbench.linting.survey import Survey, Use

_WORD: Final = re.compile(rb"[A-Za-z0-9\x80-\xff]+")
_NO_TEXT: Final = (".png", ".gif", ".jpg", ".jpeg", ".mp3", ".ogg", ".wav", ".au", ".pdf")
SAVED: Final = (".vsav", ".vlog", ".sav", ".log")
"""How the names of saved games and logs end."""


class Unnamed:
    """Names of pictures that no text looked at so far has said."""

    def __init__(self, names: Iterable[str]) -> None:
        self._spellings = {name: _spellings(name) for name in names}
        self._learn_words()

    def __bool__(self) -> bool:
        return bool(self._spellings)

    def __contains__(self, name: object) -> bool:
        return name in self._spellings

    def look_at(self, text: bytes, *, is_code: bool = False) -> None:
        """Take out what a text names; in code a name may follow upon any byte."""
        if is_code:
            self._take_out(self._spellings, text)
            return
        said = self._words.intersection(_WORD.findall(text))
        if said:
            near = {name for word in said for name in self._by_word[word]}
            self._take_out((name for name in near if self._may_say(said, name)), text)

    def _may_say(self, said: set[bytes] | frozenset[bytes], name: str) -> bool:
        return any(said.issuperset(words) for _, words in self._spellings[name])

    def _take_out(self, names: Iterable[str], text: bytes) -> None:
        found = [
            name for name in names if any(spelling in text for spelling, _ in self._spellings[name])
        ]
        for name in found:
            del self._spellings[name]
        if found:
            self._learn_words()

    def _learn_words(self) -> None:
        self._by_word: dict[bytes, list[str]] = {}
        for name, spellings in self._spellings.items():
            for word in {word for _, words in spellings for word in words}:
                self._by_word.setdefault(word, []).append(name)
        self._words = frozenset(self._by_word)


def unnamed(survey: Survey) -> Unnamed:
    """The pictures of a module that nothing of it names; its saved games are not looked at."""
    return Unnamed(_unnamed(survey))


def troubles(survey: Survey, left: Unnamed) -> Iterator[Trouble]:
    """The findings about pictures that are named nowhere."""
    for member in survey.module.members if left else ():
        name = member[len(FOLDER) :]
        if member.startswith(FOLDER) and name in left:
            size = len(survey.module.members[member])
            yield Trouble(
                "image.unused",
                f"nothing names the image {name!r} ({size:,} bytes)",
                "take it out of the archive, unless it is kept for an extension",
                [Place(member)],
                size=size,
            )


def _unnamed(survey: Survey) -> list[str]:
    if survey.is_bare or (survey.module.is_extension and survey.base is None):
        return []  # the module may name what an extension replaces
    used = {found_as(survey, name) for name in survey.by_text("image", foreign=True)}
    used |= {found_as(survey, other) for other in wrong_capitals(survey).values()}
    patterns = [pattern for use in survey.all_uses() if ANY in (pattern := _picture_pattern(use))]
    pictures = [
        member[len(FOLDER) :]
        for member in survey.module.members
        if member.startswith(FOLDER) and not member.endswith("/") and member not in used
    ]
    left = Unnamed(
        name for name in pictures if not any(fits(pattern, name) for pattern in patterns)
    )
    for module in (survey.module, survey.base):
        if module is not None and left:
            left.look_at(module.document.to_bytes())
    for member in survey.module.members:
        is_text = not member.lower().endswith((*_NO_TEXT, *SAVED))
        if left and is_text and member != survey.module.build_file:
            left.look_at(survey.module.members[member], is_code=True)
    return [name for name in pictures if name in left]


def _picture_pattern(use: Use) -> str:
    """The name of a picture built in play; a text without `ANY` for anything else."""
    if use.part.kind == "image" or "<img" not in use.text:
        return pattern_of(use.part) if use.part.kind.startswith("fmt[image") else ""
    found = SOURCE.search(use.text.encode())
    if found is None:
        return ""
    said = (found[1] or found[2] or found[3] or b"").decode()
    return re.sub(r"\$[^$]*\$|\"\s*\+.*?\+\s*\"", ANY, said)


def _spellings(name: str) -> list[tuple[bytes, frozenset[bytes]]]:
    """A picture's name as texts write it, with its ending or without, each with its words."""
    stem = str(PurePosixPath(name).with_suffix(""))
    wanted = {name.encode(), stem.encode() if len(stem) > 3 else name.encode()}
    # Slashes and commas are escaped where traits are written.
    wanted |= {spelling.replace(b",", b"\\,") for spelling in wanted}
    return [(spelling, frozenset(_WORD.findall(spelling))) for spelling in wanted]
