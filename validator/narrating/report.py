"""The report of a played game: its files read as one game, and written as a story."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator.collecting import no_collection
from generator.files import replace_file
from generator.light import dataclass
from validator.narrating import events
from validator.narrating.clauses import Said

if TYPE_CHECKING:
    from validator.audit.played import PlayedGame
    from validator.reading.views import View
    from validator.rules.engine import GameRules

_WIDTH = 88
_UNEXPLAINED = (
    "From step {} on the log fits no game by these rules; what follows is told as it was seen."
)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A turn, or a part of a game without turns."""

    heading: str
    sentences: tuple[tuple[Said, ...], ...]
    """Its paragraphs as sentences, each with the step that shows it first."""

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """Its paragraphs as text."""
        return tuple(" ".join(said.text for said in one) for one in self.sentences)


@dataclass(frozen=True, slots=True)
class Report:
    """The story of a game."""

    title: str
    lead: str
    """Who played, and whose knowledge the report shows."""
    chapters: tuple[Chapter, ...]

    def text(self) -> Iterator[str]:
        """The report as lines of plain text."""
        yield self.title
        yield "=" * len(self.title)
        yield ""
        yield from textwrap.wrap(self.lead, _WIDTH)
        for chapter in self.chapters:
            if chapter.heading:
                yield from ("", chapter.heading, "-" * len(chapter.heading))
            for paragraph in chapter.paragraphs:
                yield ""
                yield from textwrap.wrap(paragraph, _WIDTH)

    def markdown(self) -> Iterator[str]:
        """The report as lines of Markdown, one for each paragraph; text from the log is escaped."""
        yield f"# {_escaped(self.title)}"
        yield from ("", _escaped(self.lead))
        for chapter in self.chapters:
            if chapter.heading:
                yield from ("", f"## {_escaped(chapter.heading)}")
            for paragraph in chapter.paragraphs:
                yield from ("", _escaped(paragraph))

    def write(self, out: Path) -> int:
        """Write it as Markdown, whole or not at all; returns the number of paragraphs.

        Raises `generator.files.FileError`.
        """
        text = "\n".join(self.markdown()) + "\n"
        replace_file(out, text.encode("utf-8", "backslashreplace"))
        return sum(len(chapter.paragraphs) for chapter in self.chapters)


@no_collection()
def narrate(
    paths: Sequence[str | Path],
    game: str | Path | None = None,
    side: str | None = None,
    *,
    reveal: bool = False,
    module: Path | None = None,
) -> Report:
    """The story of one game in some logs and saves (or folders of them).

    It is told by the game's rules if they can read its logs, else by what happened to the pieces.
    As in `validator.audit.audit`, it shows only what the reader may know.

    Raises subclasses of `BroadsideError`: a missing file, no save or log, an unknown side,
    sentences that do not fit the game's verbs.
    """
    from validator.audit.played import played

    return narrated(played(paths, game, side, reveal=reveal, module=module))


def narrated(read: PlayedGame) -> Report:
    """The report of a game that has been read; see `narrate`."""
    first = read.views[0]
    title = read.game.name if read.game is not None else first.module or Path(first.name).name
    chapters = _by_rules(read, read.reads) if read.reads is not None else _of_events(read.views)
    return Report(title, " ".join(_lead(read.views)), tuple(chapters))


def _by_rules(read: PlayedGame, rules: GameRules) -> Iterator[Chapter]:
    """The story by the game's rules."""
    from validator.narrating.chronicle import Teller
    from validator.narrating.sentences import read_wording

    sentences = read_wording(rules.folder, rules.module.verbs)
    for scene, views, _ in read.scenes():
        explanation = read.explanation(scene)
        if explanation.gave_up is not None:
            yield Chapter("", ((Said(0, _UNEXPLAINED.format(explanation.gave_up)),),))
            yield from _of_events(views, read.files[read.views.index(views[0])].first_step)
            continue
        for heading, paragraphs in Teller(rules, sentences, scene).chapters(
            explanation, read.outcome_of(scene)
        ):
            yield Chapter(heading, tuple(map(tuple, paragraphs)))


def _of_events(views: Sequence[View], first_step: int = 0) -> Iterator[Chapter]:
    for heading, paragraphs in events.chapters(views, first_step):
        yield Chapter(heading, tuple(map(tuple, paragraphs)))


def _lead(views: Sequence[View]) -> Iterator[str]:
    from validator.reading.maps import left_out

    players = views[0].scene(0).players
    present = [
        f"{who.name} ({who.side})" if who.name and who.plays else who.name or str(who)
        for who in players
    ]
    if present:
        yield f"At the table: {', '.join(present)}."
    if views[0].reveal:
        yield "Told with everything revealed."
    elif views[0].side:
        yield f"Told as {views[0].side} may know it."
    else:
        yield "Told as everybody may know it."
    unknown = dict.fromkeys(name for view in views for name in view.unknown_maps)
    if unknown:
        yield left_out(list(unknown))


def _escaped(text: str) -> str:
    """A text for Markdown in which nothing is taken for markup."""
    for mark in ("\\", "`", "*", "_", "<", "[", "]", "#"):
        text = text.replace(mark, "\\" + mark)
    return re.sub(r"^(\d+)([.)]) ", r"\1\\\2 ", text)
