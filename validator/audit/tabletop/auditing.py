"""The audit of a recorded game's entries and of its saved table."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from generator.counting import capitalised
from generator.light import dataclass
from generator.packaging.scene import scene_of
from generator.tabletop_simulator.calibration import calibration
from validator.audit.findings import Finding
from validator.audit.general import gathered
from validator.audit.result import RecordedLog
from validator.audit.tabletop import branches as parting
from validator.audit.tabletop import integrity, setup
from validator.audit.tabletop.branches import Branches
from validator.audit.tabletop.by_hand import Accounts, ByHand
from validator.audit.tabletop.dice import Dice
from validator.audit.tabletop.secrets import Secrets
from validator.audit.tabletop.setup import Began
from validator.audit.tabletop.sight import Eyes
from validator.audit.tabletop.sittings import Loads, People, Strangers
from validator.audit.tabletop.standing import Laid, laid
from validator.audit.tabletop.walking import Table, Watcher, found_at, watch
from validator.audit.tabletop.whereabouts import Whereabouts, reconciled
from validator.reading import events as ev
from validator.reading.tabletop import entries as act
from validator.reading.tabletop.played import PlayedSave

if TYPE_CHECKING:
    from generator.definition.schema import Game
    from generator.vassal.saves import Save
    from validator.audit.logs import GameLog
    from validator.reading.tabletop.lowering import Doubt
    from validator.reading.tabletop.recorded import Recorded

LIMITS = (
    "The recorder is a script in the save: whoever holds the file can write it, and the log, anew; "
    "only a head that the others noted shows that. It sees what the game tells scripts: not a look "
    "under a piece by the camera, not what was said aloud, not a piece that a hand pushed without "
    "picking it up. What was done after a save and lost by loading it stands in no entry. A die is "
    "thrown by the host's machine."
)
_DOUBTS = 12
_BETTER_THAN_DOUBTS = ("dice.impossible", "table.foreign", "table.created", "tts.chain")
"""Findings that say more about an entry than that it names something the game does not have."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """The entries from which each step of the game was made, as the reader counts steps."""

    entries: Sequence[tuple[int, ...]]

    def entry(self, step: int) -> int:
        """The last entry of a step; 0 for the set-up."""
        return max(self.entries[step - 1], default=0) if 0 < step <= len(self.entries) else 0

    def step(self, entry: int, lasts: Sequence[int]) -> int:
        """The step that contains an entry, or else the one before it."""
        at = bisect_left(lasts, entry)
        within = at < len(lasts) and entry in self.entries[at]
        return at + 1 if within else at

    def completed(self, findings: Iterable[Finding]) -> Iterator[Finding]:
        """The findings with both entry and step, whichever they lack."""
        lasts = [self.entry(step) for step in range(1, len(self.entries) + 1)]
        for at in range(1, len(lasts)):
            lasts[at] = max(lasts[at], lasts[at - 1])
        for one in findings:
            if one.entry is None:
                related = tuple(dict.fromkeys(self.entry(step) for step in one.related))
                yield replace(one, entry=self.entry(one.step), entries=related)
            else:
                step = self.step(one.entry, lasts) if one.entry else 0
                steps = tuple(dict.fromkeys(self.step(n, lasts) for n in one.entries))
                yield replace(one, step=step, related=tuple(n for n in steps if n != step))


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """The saves of one recorded game."""

    last: PlayedSave
    """The one that was played last."""
    branches: Branches
    heads: tuple[str, ...]
    """The chain heads that players noted from the chat."""

    @classmethod
    def of(cls, saves: Sequence[Save], heads: Sequence[str]) -> RecordedGame:
        """The game of several saves. Raises `validator.audit.tabletop.integrity.HeadError`."""
        by_log = {
            id(one.recorded): one
            for one in saves
            if isinstance(one, PlayedSave) and one.recorded is not None
        }
        branches = parting.sorted_out([one.recorded for one in by_log.values() if one.recorded])
        wanted = tuple(integrity.head_of(head) for head in heads)
        return cls(by_log[id(branches.main)], branches, wanted)

    def findings(
        self, others: Sequence[Finding], log: GameLog, game: Game, folder: Path | None
    ) -> list[Finding]:
        """The findings about the entries and the save, with those about the game's steps
        (``others``); each with entry and step. ``log`` is the game as steps."""
        save = log.save
        assert isinstance(save, PlayedSave)
        art = folder / "art" if folder is not None else None
        mine = findings(
            self.branches,
            self.heads,
            game,
            save.doubts,
            side=log.view.side,
            reveal=log.view.reveal,
            art=(art,) if art is not None and art.is_dir() else (),
        )
        marks = _marks(log)
        seen = [save.entries[log.view.file_step(one.number) - 1] for one in log.view.steps]
        numbered = Numbers(seen).completed([*others, *mine])
        return [
            replace(one, player=marks.get((one.player or "", one.side or ""), one.player))
            for one in numbered
        ]

    def recorded_log(self) -> RecordedLog:
        """The length and head of the log, for the report."""
        log = self.branches.main.log
        return RecordedLog(len(log.entries), log.chain.head)


def _marks(log: GameLog) -> dict[tuple[str, str], str]:
    """By a player's name and side: the name with the mark that other findings use."""
    seated = list(log.view.scene(0).players)
    seated += [
        replace(event.player, side=event.side)
        for event in log.view.events()
        if isinstance(event, ev.Joined) and event.player is not None
    ]
    return {(who.name, who.side): str(who) for who in seated}


def findings(
    branches: Branches,
    heads: Sequence[str],
    game: Game,
    doubts: Sequence[Doubt],
    *,
    side: str | None = None,
    reveal: bool = False,
    art: tuple[Path, ...] = (),
) -> list[Finding]:
    """The findings about the entries and the save.

    Raises `BroadsideError` if the definition cannot be laid out on a table.
    """
    main, known = branches.main, calibration()
    log, scene = main.log, scene_of(game)
    eyes = Eyes(scene, log.header, known, side, reveal)
    began = setup.began(main, scene, art, known)
    save = laid(main.root["ObjectStates"])
    played = list(_played(main, game, began, save, eyes))
    headers = list(setup.header(main, began))
    if all(one.code != "tts.header" for one in headers):
        headers += integrity.built_in_header(main)
    better = {one.entry for one in played if one.code in _BETTER_THAN_DOUBTS}
    found = [
        *parting.findings(branches, heads, eyes),
        *integrity.chain(log),
        *integrity.heads_in_log(log),
        *integrity.heads_announced(log, heads),
        *headers,
        *integrity.script(main, began.script if _built_alike(main, began, game) else None),
        *integrity.scripts_of(save, began.things, eyes),
        *_doubted([one for one in doubts if one.entry not in better]),
        *played,
    ]
    if log.entries:
        found.append(found_at("tts.limits", 0, LIMITS))
    return list(gathered(found))


def _played(main: Recorded, game: Game, began: Began, save: Laid, eyes: Eyes) -> Iterator[Finding]:
    """The findings of one pass through the entries, then those about the save."""
    entries = main.log.entries
    new = any(isinstance(one, act.Load) and one.how == "new" for one in entries)
    comparable = began.comparable and not new
    start = dict(began.things.things) if comparable else {}
    moves = Whereabouts(eyes, eyes.calibration)
    known = frozenset(began.things.things)
    bags = frozenset(filter(moves.is_bag, known))
    table = Table(start, known, sides=main.log.header.seats, bags=bags)
    dice = Dice(eyes)
    accounts = Accounts.of(game, game.scenario(main.log.header.setup))
    watchers: list[Watcher] = [moves, Secrets(eyes), ByHand(eyes), accounts, dice]
    watchers += [People(eyes), Strangers(), Loads()]
    yield from watch(entries, table, watchers)
    last = entries[-1].number if entries else 0
    if comparable:
        yield from reconciled(table, began.things, save, moves, last)
        yield from dice.at_the_end(save, last)
    else:
        why = (
            "the log was begun anew in play"
            if new
            else "the save was built with other assumptions about the game (its calibration)"
        )
        yield found_at("tts.setup", 0, f"The table is not held against the log: {why}.")
    yield from accounts.at_the_end(integrity.last_line(main), last)


def _built_alike(main: Recorded, began: Began, game: Game) -> bool:
    """Whether the save was built from exactly this definition, in the same way."""
    return began.comparable and main.log.header.definition == game.definition_hash


def _doubted(doubts: Sequence[Doubt]) -> Iterator[Finding]:
    """A finding about entries that name things the game does not have."""
    if not doubts:
        return
    more = f" And {len(doubts) - 1} more like it." if len(doubts) > 1 else ""
    details = [f"entry {one.entry}: {one.what}" for one in doubts[:_DOUBTS]]
    others = [one.entry for one in doubts[1:_DOUBTS]]
    did = f"{capitalised(doubts[0].what)}.{more}"
    yield found_at("tts.unknown", doubts[0].entry, did, entries=others, details=details)
