"""The game that is proved: play it, play it out at a table, write logs, and audit them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.geography.layout import Layout, layout_of
from generator.light import dataclass
from generator.vassal import saves, trees
from generator.vassal.modules import Module
from generator.vassal.saves import Save
from generator.vassal.trees import Node
from validator.audit import audit
from validator.audit.findings import Finding, Severity
from validator.playing import logbook
from validator.playing.performing import Performance
from validator.playing.position import position
from validator.playing.selfplay import Played, Record, play_game
from validator.proving.gestures import Gesture, Listener, perform
from validator.reading import reader
from validator.rules.engine import GameModule, GameRules
from validator.rules.verbs import Verb, field_names

if TYPE_CHECKING:
    from validator.audit.result import AuditResult

Eyes = Mapping[str, Any]
"""Arguments of `validator.audit.audit`: ``{}``, ``{"side": "british"}``, ``{"reveal": True}``."""


def named(eyes: Eyes) -> str:
    """The view in words: ``public``, ``as british``, ``revealed``."""
    if "side" in eyes:
        return f"as {eyes['side']}"
    return "revealed" if eyes else "public"


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """One self-played game, and the gestures that play it out at the table."""

    record: Record
    by_hand: bool
    gestures: tuple[Gesture, ...]
    moments: tuple[str, ...]
    """For each verb the moment of the game, as the rules name it."""
    ends: tuple[int, ...]
    """For each gesture the number of steps in the log after it."""
    table: logbook.TableStage
    """The table at the end."""

    @property
    def played(self) -> Sequence[Played]:
        return self.record.played

    def moment(self, at: int) -> str:
        """The moment of the game at a gesture."""
        verb = self.gestures[at].verb
        return self.moments[min(verb, len(self.moments) - 1)]

    def of_verb(self, number: int) -> list[Gesture]:
        """The gestures that show a verb."""
        return [one for one in self.gestures if one.verb <= number < one.until]

    def __str__(self) -> str:
        how = "by hand" if self.by_hand else "with buttons"
        return f"seed {self.record.seed}, {self.record.style}, {how}"


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """A copy of a table after some verbs of a game."""

    listener: Listener
    hands: Performance
    """The performance that played it; ``hands.at`` verbs are done."""


_KEPT = 8
"""A copy of the table is kept after every this many verbs."""
LOOKS_AHEAD = 3
"""How many following verbs can influence how a verb is played out."""


@dataclass(frozen=True, slots=True)
class Log:
    """A log file that was written."""

    path: Path
    ends: tuple[int, ...]
    """For each gesture the number of steps in the log after it."""
    save: Save
    steps: tuple[Node, ...]

    def steps_of(self, at: int) -> tuple[int, int]:
        """The first and last step of a gesture; without steps, the first is greater than the
        last."""
        return (self.ends[at - 1] if at else 0) + 1, self.ends[at]


@dataclass(frozen=True)
class Subject:
    """A game with its rules, its module and a folder for logs."""

    rules: GameRules
    module: Module
    folder: Path
    """The folder for logs, which overwrite each other."""

    @property
    def game(self) -> Any:
        """The definition."""
        return self.rules.game

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The sides of players."""
        return tuple(side.id for side in self.game.sides if side.role == "player")

    @cached_property
    def eyes(self) -> tuple[Eyes, ...]:
        """The views to audit with: public, each side's, and everything revealed."""
        return ({}, *({"side": side} for side in self.sides), {"reveal": True})

    @cached_property
    def layouts(self) -> Mapping[str, Layout]:
        """The places of each map, by its id."""
        return {one.id: layout_of(one) for one in self.game.maps}

    def has_all_of(self, verb: Verb, game: Game) -> bool:
        """Whether everything that a verb names exists: in the definition, or in another verb of
        the game."""
        words = {
            word
            for name in field_names(type(verb))
            for word in _words(getattr(verb, name))
            if word not in self._things
        }
        return words <= _named_in(game)

    @cached_property
    def _things(self) -> frozenset[str]:
        """All names in the definition: of pieces, places, charts and so on."""
        found = set(_words(self.game.model_dump()))
        for layout in self.layouts.values():
            found |= {*layout.places, *layout.decks, *layout.zones}
        return frozenset(found)

    def play(self, seed: int, style: str, by_hand: bool) -> Game:
        """Play a whole game by seed, and play it out at the table."""
        return self.played_out(play_game(self.rules, seed, style), by_hand)

    def played_out(self, record: Record, by_hand: bool, kept: list[Kept] | None = None) -> Game:
        """Play a recorded game out at the table; copies of the table are added to ``kept``.

        Raises `BroadsideError` if the table refuses what a verb needs.
        """
        listener, hands = self._begun(record, by_hand)
        return self._played_on(record, by_hand, listener, hands, kept)

    def _begun(self, record: Record, by_hand: bool) -> tuple[Listener, Performance]:
        """The table at the start of a game, and the hands that will play it out."""
        listener = Listener(self._table(record.seed, by_hand))
        return listener, Performance(self.rules.module, listener, record.played)

    def played_on(
        self,
        record: Record,
        by_hand: bool,
        kept: Sequence[Kept],
        at: int,
        through: int | None = None,
    ) -> Game:
        """Play out a game that equals another up to the verb ``at``, from a kept copy of the other
        game's table; if ``through`` is given, only to the end of that verb.

        The last verbs before ``at`` are played again, since their gestures may depend on the verbs
        that follow.
        """
        known = self.kept_before(kept, at)
        if known is not None:
            listener = known.listener.copy()
            hands = known.hands.taken_up(listener, record.played)
        else:
            listener, hands = self._begun(record, by_hand)
        return self._played_on(record, by_hand, listener, hands, None, through)

    def kept_before(self, kept: Sequence[Kept], at: int) -> Kept | None:
        """The last kept copy whose gestures do not depend on the verbs from ``at`` on."""
        found = (one for one in reversed(kept) if one.hands.at <= at - LOOKS_AHEAD)
        return next(found, None)

    def _played_on(
        self,
        record: Record,
        by_hand: bool,
        listener: Listener,
        hands: Performance,
        kept: list[Kept] | None,
        through: int | None = None,
    ) -> Game:
        for done in hands.perform():
            listener.done(done)
            if through is not None and done > through:
                break
            behind = done - (kept[-1].hands.at if kept else 0)
            if kept is not None and behind >= _KEPT and hands.at_rest:
                own = listener.copy()
                kept.append(Kept(own, hands.taken_up(own, record.played)))
        return Game(
            record,
            by_hand,
            tuple(listener.heard),
            tuple(self._moments(record)),
            tuple(listener.ends),
            listener.table,
        )

    def _moments(self, record: Record) -> Iterator[str]:
        moment = self.rules.module.moment
        for one in record.played:
            yield moment(self.rules.tables, one.before) if moment is not None else ""

    def written(self, game: Game, gestures: Sequence[Gesture], name: str = "game") -> Log:
        """Write the log of these gestures. Raises `BroadsideError` if one is not possible."""
        ends: list[int] = []
        stage = self.set_out(game, gestures, ends)
        return self._saved(game.record, stage, ends, name)

    def saved(self, game: Game, name: str = "game") -> Log:
        """Write the log of a game."""
        return self._saved(game.record, game.table, game.ends, name)

    def _saved(
        self, record: Record, stage: logbook.TableStage, ends: Sequence[int], name: str
    ) -> Log:
        logged = logbook.Logged(record, stage.hand, stage.seats, ())
        save = logbook.save_of(self.module, logged)
        path = self.folder / f"{name}.vlog"
        saves.write(path, save)
        return Log(path, tuple(ends), save, tuple(stage.hand.steps))

    def set_out(
        self, game: Game, gestures: Sequence[Gesture], ends: list[int] | None = None
    ) -> logbook.TableStage:
        """The table after these gestures; the number of steps after each is added to ``ends``."""
        stage = self._table(game.record.seed, game.by_hand)
        for gesture in gestures:
            perform(gesture, stage)
            if ends is not None:
                ends.append(len(stage.hand.steps))
        return stage

    @cached_property
    def bare(self) -> GameModule:
        """The game's module without habits: verbs are shown by their signs only."""
        return replace(self.rules.module, habits=None)

    def cut(self, log: Log, step: int) -> tuple[Path, Path]:
        """Split the log into two files: one up to a step, and one that continues from there."""
        wrapped = log.save.tree()
        ended = next(at for at, row in enumerate(wrapped.children) if row.text == "end_save")
        table = reader.read_file(log.path).table(step)
        heads = (
            wrapped.children[: ended + 1],
            trees.parse(saves.compose(*position(table))).children,
        )
        paths = (self.folder / "first.vlog", self.folder / "second.vlog")
        for path, head, steps in zip(
            paths, heads, (log.steps[:step], log.steps[step:]), strict=True
        ):
            text = trees.encode(Node(wrapped.text, (*head, *steps))).encode("utf-8")
            saves.write(path, replace(log.save, text=text))
        return paths

    def audited(self, paths: Sequence[Path], eyes: Eyes, *, belief: bool = False) -> AuditResult:
        """Audit logs with a view; ``belief`` also asks for beliefs if the game has them."""
        belief = belief and self.rules.module.beliefs is not None
        policies = [f"{chart}={one}" for chart, one in self.game.policies.items()]
        return audit(paths, self.rules.folder, **eyes, belief=belief, trial=True, policies=policies)

    def _table(self, seed: int, by_hand: bool) -> logbook.TableStage:
        """A table at the beginning of the game; the last one laid out is cached."""
        laid = self._laid.get((seed, by_hand))
        if laid is None:
            laid = logbook.laid_out(self.rules, self.module, seed=seed, by_hand=by_hand)
            self._laid.clear()
            self._laid[seed, by_hand] = laid
        return laid.copy()

    @cached_property
    def _laid(self) -> dict[tuple[int, bool], logbook.TableStage]:
        return {}


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, one in value.items():
            yield from _words(name)
            yield from _words(one)
    elif isinstance(value, tuple | list | frozenset):
        for one in value:
            yield from _words(one)


@lru_cache(maxsize=4)
def _named_in(game: Game) -> frozenset[str]:
    """All names that the verbs of a game use."""
    return frozenset(
        word
        for one in game.played
        for name in field_names(type(one.verb))
        for word in _words(getattr(one.verb, name))
    )


def above_note(result: AuditResult) -> list[Finding]:
    """The findings graver than a note, without those about unknown tables, which accuse nobody."""
    return [
        one
        for one in result.findings
        if one.severity is not Severity.NOTE
        and not any(row.is_reported_by(one) for row in result.unjudged)
    ]


def wrong_beliefs(result: AuditResult) -> list[str]:
    """A line for each belief that excludes the true place."""
    return [
        f"belief of {quarry.what} at step {one.step} ({one.moment}): {one.truth} is not among "
        f"{', '.join(one.places) or 'no places'}"
        for quarry in result.beliefs or ()
        for one in quarry.thoughts
        if not one.holds
    ]


__all__ = ["LOOKS_AHEAD", "Eyes", "Game", "Log", "Subject", "above_note", "named", "wrong_beliefs"]
