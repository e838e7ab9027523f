"""One seed of a proof: play its games, add habits and offences, audit the logs and count."""

from __future__ import annotations

import shutil
from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from traceback import extract_tb

from generator.light import dataclass
from validator.audit.codes import CODES
from validator.audit.findings import Finding, Severity
from validator.audit.result import AuditResult
from validator.playing.selfplay import styles_of
from validator.proving import bending
from validator.proving import habits as ways
from validator.proving.gestures import REFUSALS, Gesture
from validator.proving.habits import Bend, Habit
from validator.proving.offences import Candidate, offences
from validator.proving.otherwise import also_broken
from validator.proving.people import People
from validator.proving.planting import SHOWS_NOTHING, WORDS, Plant, Plot
from validator.proving.sitting import Sitting
from validator.proving.slips import THROWN_AGAIN
from validator.proving.subject import (
    Eyes,
    Game,
    Log,
    Subject,
    above_note,
    named,
    wrong_beliefs,
)
from validator.proving.tally import Fault, Tally
from validator.proving.unsaid import behind_unsaid
from validator.proving.unseen import why_unseen
from validator.rules.answers import RuleError
from validator.rules.cases import Broken

CLEAN, HABITS, OFFENCES = PARTS = ("clean", "habits", "offences")
ERRORS = "errors"
"""The column that counts errors in our code."""
REVEALED: Eyes = {"reveal": True}
PUBLIC: Eyes = {}


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is tried with each seed."""

    logs: int = 1
    """Logs for each habit in each game."""
    places: int = 3
    """Places with the habit in each of these logs; 0: divide all places among the logs."""
    cases: int = 8
    """Cases that are broken in each game; 0: all that are possible."""
    again: int = 8
    """How many candidates are tried until one can be played out."""
    both: bool = False
    """Whether habits are tried both with buttons and by hand; else in one of the two."""


WHOLE = Effort(logs=4, places=0, cases=0, again=20, both=True)
"""Every place, every case."""


class Trial:
    """Tries the games of one seed."""

    def __init__(
        self, subject: Subject, seed: int, effort: Effort, keep: Path | None = None
    ) -> None:
        self.subject = subject
        self.seed = seed
        self.effort = effort
        self.tally = Tally()
        self._keep = keep
        self._bent_log: tuple[Game, list[Bend], Log] | None = None
        """Cache: the last log with habits that was written, with its game and changes."""

    def run(self, parts: Sequence[str]) -> Tally:
        """Try some of the `PARTS` in a game of each style. Habits and offences are tried by hand
        only if the rules can be checked without dice."""
        held = not self.subject.rules.module.reading.needs_dice
        for number, style in enumerate(styles_of(self.subject.rules)):
            for by_hand in (False, True):
                game = self.subject.play(self.seed, style, by_hand)
                chosen = by_hand == (held and (self.seed + number) % 4 == 3)
                bent = HABITS in parts and (chosen or self.effort.both)
                counted = CLEAN in parts
                clean = self.clean(game, counted=counted) if counted or bent else False
                if bent and clean:
                    self.habits(game)  # who is accused without them is with them, too
                if OFFENCES in parts and chosen:
                    self.offences(game)
        return self.tally

    def _fault(self, part: str, row: str, what: str, game: Game, message: str, log: Log) -> None:
        fault = Fault(part, row, what, self.seed, str(game), message)
        self.tally.fault(fault)
        if self._keep is not None:
            self._keep.mkdir(parents=True, exist_ok=True)
            name = fault.file_name(self.tally.of(part, row, what))
            shutil.copyfile(log.path, self._keep / name)

    @contextmanager
    def _errors_counted(self, part: str, row: str, game: object) -> Iterator[None]:
        """Count an exception raised inside as an error, instead of stopping the proof."""
        try:
            yield
        except Exception as trouble:
            at = extract_tb(trouble.__traceback__)[-1]
            where = f"{Path(at.filename).name}, line {at.lineno}, in {at.name}"
            message = f"{type(trouble).__name__}: {trouble} ({where})"
            if isinstance(trouble, RuleError):
                message = str(trouble)  # it names the place in the game's own files
            self.tally.fault(Fault(part, row, ERRORS, self.seed, str(game), message))

    # --- clean play --------------------------------------------------------------------

    def clean(self, game: Game, *, counted: bool = True) -> bool:
        """Audit a game that breaks nothing, in every view; return whether it reports nothing.
        ``counted``: whether its logs count."""
        log = self.subject.saved(game)
        clean = []
        for eyes in self.subject.eyes:
            with self._errors_counted(CLEAN, named(eyes), game):
                clean.append(self._seen(game, log, eyes))
                if counted:
                    self.tally.count(CLEAN, named(eyes), "logs")
        return len(clean) == len(self.subject.eyes) and all(clean)

    def _seen(self, game: Game, log: Log, eyes: Eyes) -> bool:
        row = named(eyes)
        result = self.subject.audited([log.path], eyes, belief="reveal" in eyes)
        found, lost = above_note(result), wrong_beliefs(result)[:1]
        if found:
            self._fault(CLEAN, row, "accused", game, _findings_in_words(found), log)
        for line in lost:
            self._fault(CLEAN, row, "belief", game, line, log)
        return not (found or lost)

    # --- habits ------------------------------------------------------------------------

    def habits(self, game: Game) -> None:
        """Try each habit, in all places or in some, and several of them together."""
        for habit in ways.HABITS.values():
            rng = Random(f"{self.seed}/{habit.id}/{game.by_hand}")
            places = list(bending.bends(Sitting(self.subject, game, rng), habit))
            rng.shuffle(places)
            for number in range(self.effort.logs):
                some = places[number :: self.effort.logs]
                with self._errors_counted(HABITS, habit.id, game):
                    self._bent(game, habit, some[: self.effort.places or None], number)
        for whole, tried in (
            (ways.TOGETHER, self._together), (ways.UNTIDY, self._untidy),
            (ways.CUT, self._cut), (ways.MIXED, self._mixed),
        ):  # fmt: skip
            with self._errors_counted(HABITS, whole.id, game):
                tried(game)

    def _bent(
        self, game: Game, habit: Habit, places: Sequence[tuple[int, Bend]], number: int
    ) -> None:
        fitting = self._fitting(game, bending.apart(list(places)))
        if not fitting:
            return
        self.tally.count(HABITS, habit.id, "places", len(fitting))
        self.tally.count(HABITS, habit.id, "logs")
        self._held(game, habit, fitting, self._eyes(habit, number))

    def _fitting(self, game: Game, places: Sequence[tuple[int, Bend]]) -> list[tuple[int, Bend]]:
        """The places where the table allows the habit, found by halving."""
        try:
            self._write(game, places)
        except REFUSALS:
            if len(places) == 1:
                return []
            half = len(places) // 2
            found = [*self._fitting(game, places[:half]), *self._fitting(game, places[half:])]
            return found if len(found) < len(places) else found[:1]
        return list(places)

    def _write(self, game: Game, places: Sequence[tuple[int, Bend]]) -> Log:
        changes = [change for _, change in places]
        if self._bent_log is None or self._bent_log[:2] != (game, changes):
            log = self.subject.written(game, bending.bent(game.gestures, changes), "bent")
            self._bent_log = game, changes, log
        return self._bent_log[2]

    def _eyes(self, habit: Habit, number: int) -> Eyes:
        """The view for a log: every other one is revealed, for the rest the views take turns."""
        turn = self.seed + number + sum(map(ord, habit.id))
        if turn % 2:
            return REVEALED
        others = self.subject.eyes[:-1]
        return others[turn // 2 % len(others)]

    def _held(self, game: Game, habit: Habit, places: list[tuple[int, Bend]], eyes: Eyes) -> bool:
        """Audit the game with a habit in some places, and find a wrong result's place by halving.
        Returns whether there was one."""
        try:
            log = self._write(game, places)
        except REFUSALS:
            return False  # this half is not possible without the other
        result = self.subject.audited([log.path], eyes, belief="reveal" in eyes)
        grave = [one for one in result.findings if one.severity.rank < habit.gravest.rank]
        lost = wrong_beliefs(result)
        loud = len(above_note(result)) > len(places)
        if not grave and not lost and not loud:
            return False
        if len(places) > 1:
            half = len(places) // 2
            halves = [
                self._held(game, habit, part, eyes) for part in (places[:half], places[half:])
            ]
            if any(halves):
                return True
        row = habit.id if len(places) == 1 else f"{habit.id}, several"
        doing = "; ".join(_doing(game, at, change) for at, change in places[:3])
        log = self._write(game, places)
        if grave:
            accuses = any(one.severity is Severity.VIOLATION for one in grave)
            what = "accused" if accuses else "suspected"
            self._fault(
                HABITS,
                row,
                what,
                game,
                f"{named(eyes)}: {doing} -> {_findings_in_words(grave)}",
                log,
            )
        for line in lost[:1]:
            self._fault(HABITS, row, "belief", game, f"{doing} -> {line}", log)
        if loud and not grave and not lost:
            message = f"{named(eyes)}: {doing} -> {_findings_in_words(above_note(result))}"
            self._fault(HABITS, row, "loud", game, message, log)
        return True

    def _together(self, game: Game) -> None:
        """Try several habits in one game: those that leave no doubt."""
        rng = Random(f"{self.seed}/together/{game.by_hand}")
        quiet = [one for one in ways.HABITS.values() if one.gravest is Severity.UNVERIFIABLE]
        self._in_one_game(game, ways.TOGETHER, quiet, rng, 1)

    def _untidy(self, game: Game) -> None:
        """Try all habits in one game, as people have them."""
        rng = Random(f"{self.seed}/untidy/{game.by_hand}")
        self._in_one_game(game, ways.UNTIDY, [*ways.HABITS.values()], rng, 2)

    def _in_one_game(
        self, game: Game, whole: Habit, habits: Sequence[Habit], rng: Random, often: int
    ) -> None:
        places: list[tuple[int, Bend]] = []
        for habit in habits:
            found = list(bending.bends(Sitting(self.subject, game, rng), habit))
            places += rng.sample(found, min(often, len(found)))
        rng.shuffle(places)
        if places:
            self._bent(game, whole, places, 0)

    def _mixed(self, game: Game) -> None:
        """Try a game played with buttons, with some verbs done by hand."""
        if game.by_hand:
            return
        rng = Random(f"{self.seed}/mixed")
        other = self.subject.played_out(game.record, by_hand=True)
        places = list(bending.mixed(Sitting(self.subject, game, rng), other))
        rng.shuffle(places)
        for number in range(self.effort.logs):
            some = places[number :: self.effort.logs]
            self._bent(game, ways.MIXED, some[: self.effort.places * 3 or None], number)

    def _cut(self, game: Game) -> None:
        """Try a log that ends at some step, and another that continues from there."""
        log = self.subject.saved(game)
        rng = Random(f"{self.seed}/cut/{game.by_hand}")
        count = min(self.effort.logs * 2, len(log.steps) - 1)
        for step in sorted(rng.sample(range(1, len(log.steps)), max(count, 0))):
            first, second = self.subject.cut(log, step)
            self.tally.count(HABITS, ways.CUT.id, "places")
            self.tally.count(HABITS, ways.CUT.id, "logs", 3)
            for eyes in rng.sample(self.subject.eyes, 1 + self.effort.both):
                for paths in ([first, second], [first], [second]):
                    result = self.subject.audited(paths, eyes)
                    found = [one for one in result.findings if _weighs(one)]
                    if not found:
                        continue
                    names = " and ".join(path.stem for path in paths)
                    accuses = any(one.severity is Severity.VIOLATION for one in found)
                    what = "accused" if accuses else "suspected"
                    message = (
                        f"{named(eyes)}, cut at step {step}, {names}: {_findings_in_words(found)}"
                    )
                    kept = replace(log, path=paths[-1])
                    self._fault(HABITS, ways.CUT.id, what, game, message, kept)

    # --- offences ----------------------------------------------------------------------

    def offences(self, game: Game) -> None:
        """Try offences, each in a separate game."""
        rng = Random(f"{self.seed}/offences")
        plot = Plot(self.subject, game)
        is_there = partial(self.subject.has_all_of, game=game)
        by_case = offences(self.subject.rules, game.record, rng, is_there)
        cases = list(by_case)
        for case in cases:
            self.tally.count(OFFENCES, case, "broken")
        if self.effort.cases and len(cases) > self.effort.cases:
            cases = sorted(rng.sample(cases, self.effort.cases))
        for case in cases:
            with self._errors_counted(OFFENCES, case, game):
                self._planted(plot, case, by_case[case])

    def _planted(self, plot: Plot, case: str, candidates: Sequence[Candidate]) -> None:
        """Try the candidates until one can be played out and seen."""
        why = ""
        for one in candidates[: self.effort.again]:
            try:
                plant = plot.planted(case, one)
            except REFUSALS as refused:
                why = SHOWS_NOTHING if str(refused) == SHOWS_NOTHING else why or str(refused)
                continue
            why = self._judged(plant)
            if not why:
                return
        self.tally.count(OFFENCES, case, "unseen")
        self.tally.reasons[case, why] += 1

    def _judged(self, plant: Plant) -> str:
        """Audit a game with an offence and count the result. Returns why nobody can see the
        offence; empty if it can be seen."""
        log = self.subject.saved(plant.changed)
        verdict, found = self._verdict(plant, log, REVEALED, plant.one.cases)
        if verdict != "right" and (why := why_unseen(plant, missed=verdict == "missed")):
            return why
        self.tally.count(OFFENCES, plant.case, "planted")
        self._count(plant, log, "", REVEALED, verdict, found)
        secret = plant.one.verb.secret and not any(one.name == "press" for one in plant.own)
        if plant.planted.public and not secret:
            self.tally.count(OFFENCES, plant.case, "public")
            either = (*plant.planted.public, *plant.one.cases)
            verdict, found = self._verdict(plant, log, PUBLIC, either)
            self._count(plant, log, "public ", PUBLIC, verdict, found)
        return ""

    def _count(
        self,
        plant: Plant,
        log: Log,
        prefix: str,
        eyes: Eyes,
        verdict: str,
        found: Sequence[Finding],
    ) -> None:
        one = plant.one
        message = f"{named(eyes)}: {one.in_words()} of {one.side} breaks {', '.join(one.cases)}"
        message += f" -> {_findings_in_words(found) or 'nothing'}"
        if verdict == "right":
            self.tally.count(OFFENCES, plant.case, f"{prefix}right")
        else:
            self._fault(OFFENCES, plant.case, f"{prefix}{verdict}", plant.changed, message, log)
        further = [finding for finding in found if set(one.cases).isdisjoint(finding.cases)]
        most = 1 + (len(further) == len(found))
        if verdict == "right" and len(further) > most:
            same = also_broken(plant, {case for finding in further for case in finding.cases})
            if sum(same.isdisjoint(finding.cases) for finding in further) > 1:
                self._fault(OFFENCES, plant.case, f"{prefix}extra", plant.changed, message, log)

    def _verdict(
        self, plant: Plant, log: Log, eyes: Eyes, cases: Sequence[str]
    ) -> tuple[str, list[Finding]]:
        """``right``, ``other`` (case, side or step) or ``missed``; with the findings."""
        result = self.subject.audited([log.path], eyes)
        found = [finding for finding in result.findings if _weighs(finding)]
        if not found:
            return "missed", found
        sides = self._sides(plant)
        more = {*cases, THROWN_AGAIN} if _is_thrown(plant) else cases
        if _cites(plant, log, result, found, more, sides):
            return "right", found
        more = also_broken(plant, {case for finding in found for case in finding.cases})
        return ("right" if _cites(plant, log, result, found, more, sides) else "other"), found

    def _sides(self, plant: Plant) -> set[str | None]:
        """The sides that a finding may name: the one that did it, those that the rules name, and
        the one that left something out."""
        named_by = (
            said.by
            for _, said in self.subject.rules.faults(plant.state, plant.one.verb)
            if isinstance(said, Broken) and said.by
        )
        sides = {plant.one.side, None, *named_by}
        if plant.one.how == "left out":
            sides.add(plant.game.played[plant.one.at].side)
        if not plant.one.verb.by:
            # If any side may act: the side that made the gesture, or that owed something.
            sides |= {row.side for row in plant.own}
            late = (row.before for row in plant.late)
            states = [plant.state, *late, *behind_unsaid(plant)]
            dues = (due for state in states for due in self.subject.rules.due(state))
            sides |= {due.side for due in dues if due.mandatory}
        return sides


def _cites(
    plant: Plant,
    log: Log,
    result: AuditResult,
    found: Sequence[Finding],
    cases: Iterable[str],
    sides: Container[str | None],
) -> bool:
    """Whether a finding cites one of the cases against the right side, not before the offence; or
    a finding of the general audit (such as repeated dice) is about that very step."""
    wanted = set(cases)
    alike = any(type(row.verb) is type(plant.one.verb) for row in plant.before[-1:])
    since = plant.one.at - (plant.one.how == "twice" or alike)  # either may be reported
    own = [at for at, one in enumerate(plant.changed.gestures) if one.until > since]
    view = result.views[0]
    begun = own[0]
    while begun and _is_in_hand(plant.changed.gestures[begun - 1], plant.changed.gestures[own[0]]):
        begun -= 1
    first = view.number_of(log.steps_of(begun)[0])
    last = max(
        view.number_of(log.steps_of(at)[1])
        for at in own
        if plant.changed.gestures[at].verb <= plant.one.at
    )
    return any(
        finding.side in sides
        and (
            any(step >= first for step in (finding.step, *finding.related))
            if not wanted.isdisjoint(finding.cases)
            else finding.code in CODES and first <= finding.step <= last
        )
        for finding in found
    )


def _is_in_hand(earlier: Gesture, one: Gesture) -> bool:
    """Whether a dragged counter was turned just before, which may be part of the same act."""
    return (earlier.name, one.name) == ("choose", "drag") and earlier.pieces == one.pieces


def _is_thrown(plant: Plant) -> bool:
    """Whether an offence consists only of dice and declarations: it may be reported as repeated
    dice."""
    people = People(plant)
    own = [one for one in plant.own if one.name not in WORDS and not people.says(one)]
    return bool(own) and all(one.name == "roll" for one in own)


def _weighs(finding: Finding) -> bool:
    return finding.severity.rank < Severity.UNVERIFIABLE.rank


def _findings_in_words(findings: Sequence[Finding]) -> str:
    return "; ".join(
        f"{one.severity} {one.code} step {one.step}{f' of {one.side}' if one.side else ''}"
        for one in findings[:5]
    )


def _doing(game: Game, at: int, change: Bend) -> str:
    gestures: list[Gesture] = [one for number in sorted(change) for one in change[number]]
    return f"at gesture {at}: " + ", ".join(one.in_words() for one in gestures)


__all__ = ["CLEAN", "ERRORS", "HABITS", "OFFENCES", "PARTS", "WHOLE", "Effort", "Trial"]
