"""Findings about dice: impossible results, rolls undone, numbers set by hand; and a list of rolls.

Results that chance can explain are never held against anybody: `validator.audit.fairness` reports
how even the dice were, as a note.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from generator.light import dataclass
from generator.vassal.commands import ChangeProperty
from validator.audit.accounts import Company
from validator.audit.codes import found
from validator.audit.findings import Finding, Severity
from validator.audit.inventory import Button, Inventory
from validator.audit.walking import Moment
from validator.reading import events as ev
from validator.reading import rolls
from validator.reading.views import View

if TYPE_CHECKING:
    from generator.definition.schema import Game

RARE = 0.2
"""Repeated or undeclared rolls are reported if their share is smaller than this: then they are
exceptions to the players' habit."""
FEWEST_ROLLS = 20
"""With fewer rolls no habit can be seen."""

_RESULT_IN_REPORT = re.compile(r"= ?(\d+(?:,\d+)*)(?=$|[^\d,])")
_RESULT, _TOTAL = "_result", "_total"
_SUMMARY = "_summary"
_MOST_DICE = 1000
_COUNTED = re.compile(r"(-?\d{1,9}) x(\d{1,4})")
_FRESH = {_RESULT: ("", "1"), _TOTAL: ("", "0")}
"""The values of a button that was never rolled (``DiceButton.addTo``)."""


@dataclass(frozen=True, slots=True)
class Roll:
    """One roll of the game."""

    step: int
    """Counted through all files."""
    button: str
    dice: tuple[int, ...]
    result: str
    """The result as in the file."""
    player: str
    """Name and mark, or the name in the roll's report; empty if unknown."""
    side: str
    said: str
    """The declaration or chat line in the same step or just before it; empty if there is none."""
    undone: int | None
    """The step that undid it."""
    is_declared: bool = False
    """Whether the click itself declared what the roll is for."""

    def to_json(self) -> dict[str, object]:
        """The roll as plain values for JSON."""
        return {
            "step": self.step,
            "button": self.button,
            "dice": list(self.dice),
            "result": self.result,
            "player": self.player or None,
            "side": self.side or None,
            "declared": self.said or None,
            "undone": self.undone,
        }


def buttons_of(game: Game | None, module: Inventory | None) -> Mapping[str, Button]:
    """The known dice buttons, by name."""
    known = dict(module.buttons) if module is not None else {}
    for one in game.dice if game is not None else ():
        faces = tuple(str(face) for face in range(1, one.sides + 1))
        known[one.name] = Button(one.name, one.count, faces)
    return known


def rolled(view: View, first_step: int) -> Iterator[Roll]:
    """Every roll of a file."""
    said = ""
    for step in view.steps:
        declared = next((e.text for e in step.events if isinstance(e, ev.Declared)), "")
        words = declared or said
        for event in step.events:
            if isinstance(event, ev.Rolled):
                who = event.player
                undone = view.undone.get(step.number)
                yield Roll(
                    first_step + step.number,
                    event.button,
                    event.dice,
                    event.result,
                    str(who) if who is not None else rolls.roller_in(event.text),
                    who.side if who is not None else "",
                    words,
                    first_step + undone if undone is not None else None,
                    bool(declared),
                )
        if step.events:
            spoken = next((e.text for e in step.events if isinstance(e, ev.Said)), "")
            said = declared or spoken


def findings(
    game: Game | None, view: View, first_step: int, module: Inventory | None = None
) -> Iterator[Finding]:
    """Findings about the dice in one file."""
    buttons = buttons_of(game, module)
    names = {event.button for event in view.events() if isinstance(event, ev.Rolled)}
    run: list[tuple[int, ev.Rolled]] = []
    thrown: dict[int, list[ev.Rolled]] = {}
    for step in view.steps:
        if run and (step.undoes is None or step.undoes not in thrown) and step.events:
            yield _taken_back(run, view, first_step)
            run = []
        for event in step.events:
            match event:
                case ev.Rolled():
                    thrown.setdefault(step.number, []).append(event)
                    yield from _possible(event, buttons.get(event.button), first_step)
                    yield from _as_reported(event, game, first_step)
                case ev.PropertyChanged(name=name) if name.endswith(_RESULT):
                    yield from _set_by_hand(event, buttons, names, game, module, first_step)
        if view.undone.get(step.undoes or 0) == step.number and step.undoes in thrown:
            run += [(step.number, one) for one in thrown[step.undoes]]
    if run:
        yield _taken_back(run, view, first_step)


def unmade_rolls(game: Game, view: View, first_step: int) -> Iterator[Finding]:
    """Rolls that the chat reports but no button made: a button records its result at every roll,
    even an unchanged one (``DiceButton.DR``)."""
    buttons = {button.name for button in game.dice}
    for step in view.steps:
        made = {e.button for e in step.events if isinstance(e, ev.Rolled) and e.recorded}
        for event in step.events:
            reported = _reported_roll(event)
            if reported is not None and reported[0] in buttons - made:
                did = (
                    f"The chat tells of a roll of {reported[0]} ({reported[1]}) that was not made."
                )
                yield _about(event, first_step, "dice.altered", did)


def _reported_roll(event: ev.Event) -> tuple[str, str] | None:
    """The button and the result of a roll that a chat line reports and nothing records."""
    match event:
        case ev.Rolled(button=button, result=result, recorded=False):
            return button, result
        case ev.Reported(text=text):
            roll = rolls.reported_in(text)
            return (roll[0], roll[2]) if roll is not None else None
    return None


def _possible(event: ev.Rolled, button: Button | None, first_step: int) -> Iterator[Finding]:
    """Faces that the dice do not have, or another number of dice than the button throws."""
    if button is None or not event.dice or not button.each:
        return
    did, shown = "", ", ".join(map(str, event.dice))
    if not button.allows(event.dice):
        did = f"{button.name} shows {shown}, on dice of {len(button.faces)} sides."
    elif button.count and len(event.dice) != button.count:
        did = f"{button.name} shows {_dice_counted(len(event.dice))} and throws {button.count}."
    if did:
        ends = f" from {button.faces[0]} to {button.faces[-1]}" if button.faces else ""
        legal = f"{_dice_counted(button.count or len(event.dice))}{ends}"
        yield _about(event, first_step, "dice.impossible", did, legal)


def _dice_counted(count: int) -> str:
    return f"{count} {'die' if count == 1 else 'dice'}"


def _as_reported(event: ev.Rolled, game: Game | None, first_step: int) -> Iterator[Finding]:
    """Check that the chat and the recorded result agree.

    The meaning of a module's own report is unknown, so only VASSAL's plain form is compared.
    """
    reported = ""
    if game is not None:
        said = _RESULT_IN_REPORT.search(event.text)
        if said is not None and ("," in event.result or len(event.dice) == 1):
            reported = said[1] if said[1] not in (event.result, str(sum(event.dice))) else ""
    elif event.dice and event.dice == rolls.numbers(event.result):
        plain = rolls.reported_in(event.text)
        if plain is not None and plain[0] == event.button and plain[1]:
            fits = plain[1] == event.dice or plain[1] == (sum(event.dice),)
            reported = "" if fits else plain[2]
    if reported:
        did = f"{event.button}: the chat says {reported}, the recorded result is {event.result}."
        yield _about(event, first_step, "dice.altered", did)
    elif game is not None:
        yield from _added_up(event, game, first_step)


def _added_up(event: ev.Rolled, game: Game, first_step: int) -> Iterator[Finding]:
    """Check that the modifiers in the chat are the button's, and that the sum is right."""
    report = rolls.modified_in(event.text)
    button = next((one for one in game.dice if one.name == event.button), None)
    if report is None or button is None or not event.dice:
        return
    total = sum(event.dice) + sum(change for change, _ in report.changes)
    if report.total != total:
        did = f"{event.button}: the chat makes {report.total} of what adds up to {total}."
        yield _about(event, first_step, "dice.altered", did)
    known = {
        one.text: None if one.property is not None else game.number(one.change)
        for one in button.modifiers
    }
    for change, why in report.changes:
        if why not in known or known[why] not in (None, change):
            did = f"{event.button}: the chat tells of a modifier {change:+d} ({why})."
            legal = ", ".join(
                text if number is None else f"{number:+d} ({text})"
                for text, number in known.items()
            )
            yield _about(event, first_step, "dice.altered", did, legal or "no modifier")


def _set_by_hand(
    event: ev.PropertyChanged,
    buttons: Mapping[str, Button],
    names: set[str],
    game: Game | None,
    module: Inventory | None,
    first_step: int,
) -> Iterator[Finding]:
    """A result that was set without a roll; a property of that name may be the module's own."""
    button = event.name.removesuffix(_RESULT)
    if button not in buttons and (game is not None or button not in names):
        return
    if module is not None and module.may_set(event.name):
        return
    did = f"{button} was set from {event.old} to {event.new} with no roll."
    sure = game is not None or bool(rolls.numbers(event.new))
    yield _about(event, first_step, "dice.altered", did, severity=None if sure else Severity.NOTE)


def _taken_back(run: Sequence[tuple[int, ev.Rolled]], view: View, first_step: int) -> Finding:
    """The finding for rolls undone in a row: their results are known all the same."""
    listed = ", ".join(f"{one.button} ({one.result})" for _, one in run)
    step = view.steps[run[0][0] - 1]
    buttons = {one.button for _, one in run}
    again = next(
        (
            (later.number, event)
            for later in view.steps[run[-1][0] :]
            for event in later.events
            if isinstance(event, ev.Rolled) and event.button in buttons
        ),
        None,
    )
    many = len(run) > 1
    did = f"The {'rolls' if many else 'roll'} of {listed} {'were' if many else 'was'} taken back"
    related = sorted({first_step + one.step for _, one in run})
    if again is not None:
        did += f" and rolled again ({again[1].result})"
        related.append(first_step + again[0])
    at = first_step + step.number
    return found("dice.undone", at, did + ".", who=step.player, related=related)


def _about(
    event: ev.Event,
    first_step: int,
    code: str,
    did: str,
    legal: str = "",
    severity: Severity | None = None,
) -> Finding:
    step = first_step + event.step
    return found(code, step, did, severity=severity, who=event.player, legal=legal)


def habits(rows: Sequence[Roll]) -> Iterator[Finding]:
    """Notes about rolls that differ from the players' own habit."""
    by_button: dict[str, list[int]] = {}
    for at, row in enumerate(rows):
        by_button.setdefault(row.button, []).append(at)
    for button, places in by_button.items():
        if len(places) < FEWEST_ROLLS:
            continue
        again = [at for at in places if at and _again(rows[at - 1], rows[at])]
        silent = [at for at in places if not rows[at].said]
        if 0 < len(again) < RARE * len(places):
            steps = [rows[at].step for at in again]
            did = f"{button} was rolled twice in a row{_times(steps)}, with nothing in between."
            yield _habit("dice.repeated", did, steps)
        if 0 < len(silent) < RARE * len(places):
            steps = [rows[at].step for at in silent]
            did = f"{button} was rolled{_times(steps)} without a word on what for; else it has one."
            yield _habit("dice.undeclared", did, steps)


def _again(before: Roll, now: Roll) -> bool:
    if now.is_declared:
        return False
    one_after_the_other = now.step == before.step + 1 and before.undone is None
    return one_after_the_other and (before.button, before.player) == (now.button, now.player)


def _times(steps: Sequence[int]) -> str:
    return f" {len(steps)} times" if len(steps) > 1 else ""


def _habit(code: str, did: str, steps: Sequence[int]) -> Finding:
    return found(code, steps[0], did, severity=Severity.NOTE, related=steps[1:])


def _names(report: str, button: str) -> bool:
    """Whether a report of a roll begins with the whole name of a button."""
    rest = report.removeprefix(button)
    return report.startswith(button) and not rest[:1].isalnum() and bool(button)


def _dice_in(summary: str) -> list[int]:
    """The sorted dice of a summary such as ``2 x1, 5 x2``; none if it has another form."""
    counted = [_COUNTED.fullmatch(part.strip()) for part in summary.split(",")]
    faces = [(int(one[1]), int(one[2])) for one in counted if one is not None]
    if len(faces) < len(counted) or sum(many for _, many in faces) > _MOST_DICE:
        return []
    return sorted(die for die, many in faces for _ in range(many))


@dataclass
class _End:
    """The last value of a property that one component sets."""

    value: str
    step: int
    left_at: int | None = None
    """The first later roll that names another old value."""


class Results:
    """Checks in one file that each roll's old value is the result of the roll before it.

    A button records its old value, so somebody who edits a result in a log has to edit the next
    roll too. If two components share a name, each continues from its own last roll.
    """

    def __init__(self, company: Company, *, known_dice: bool = False) -> None:
        """``known_dice`` says that the game's dice are known, so `unmade_rolls` checks the chat."""
        self._company = company
        self._known_dice = known_dice
        self._in_chat: list[tuple[str, str, int]] = []
        """Rolls that only the chat reports: button (as in the report), result, step."""
        self._ends: dict[str, list[_End]] = {}
        self._agreeing: set[str] = set()
        self._differing: list[tuple[str, Finding]] = []
        """Buttons and findings of rolls whose result and summary differ by the same for each
        die."""
        self.changed_results: set[str] = set()
        """Buttons whose result is not the dice themselves: a total, or with something added."""
        self.first: dict[str, tuple[str, int]] = {}
        """By button: its value before this file's first roll, and that roll's step."""

    @property
    def last(self) -> Mapping[str, str]:
        """By button: its value at the end."""
        return {
            name.removesuffix(_RESULT): ends[-1].value
            for name, ends in self._ends.items()
            if name.endswith(_RESULT)
        }

    def look(self, moment: Moment) -> Iterator[Finding]:
        """Note a step's results."""
        for command in moment.commands:
            if isinstance(command, ChangeProperty) and command.name.endswith((_RESULT, _TOTAL)):
                self._take(command, moment.step)
        if not moment.takes_back:
            yield from self._counted(moment)
            self._hear(moment)

    def _hear(self, moment: Moment) -> None:
        """Note reports of rolls that the step does not record."""
        made = {c.name for c in moment.commands if isinstance(c, ChangeProperty)}
        made = {name.removesuffix(_RESULT) for name in made if name.endswith(_RESULT)}
        for line in moment.reports():
            roll = rolls.reported_in(line)
            if roll is not None and roll[1] and not any(_names(roll[0], one) for one in made):
                self._in_chat.append((roll[0], roll[2], moment.step))

    def _unmade_rolls(self) -> Iterator[Finding]:
        """Rolls that only the chat reports, of buttons that record their rolls: a button records
        all of them or none."""
        recorded = [n.removesuffix(_RESULT) for n in self._ends if n.endswith(_RESULT)]
        for report, result, step in () if self._known_dice else self._in_chat:
            button = next((one for one in recorded if _names(report, one)), None)
            if button is not None:
                did = f"The chat tells of a roll of {button} ({result}) that was not made."
                yield found("dice.altered", step, did)

    def _counted(self, moment: Moment) -> Iterator[Finding]:
        """Compare the dice of a roll's result and of its summary, which VASSAL makes from the same
        dice.

        A total is ignored. Something added to each die is ignored too if the summary lacks it in
        every roll, as in some versions of VASSAL.
        """
        made = {c.name: c.new for c in moment.commands if isinstance(c, ChangeProperty)}
        for name, summary in made.items():
            button = name.removesuffix(_SUMMARY)
            result = made.get(button + _RESULT, "")
            dice, counted = sorted(rolls.numbers(result)), _dice_in(summary)
            if button == name or not dice or not counted:
                continue
            if dice != counted:
                self.changed_results.add(button)
            added = {die - other for die, other in zip(dice, counted, strict=False)}
            if len(dice) != len(counted) or len(dice) == 1:
                continue
            if dice == counted:
                self._agreeing.add(button)
                continue
            did = f"{button}: the result is {result}, its summary tells of {summary}."
            one = found("dice.altered", moment.step, moment.view.clean(did))
            if len(added) > 1:
                yield one
            else:
                self._differing.append((button, one))

    def close(self) -> Iterator[Finding]:
        """Findings about results that no later roll continues, although another is continued."""
        yield from self._unmade_rolls()
        yield from (one for button, one in self._differing if button in self._agreeing)
        reported: set[tuple[str, int]] = set()
        for name, ends in self._ends.items():
            button = rolls.button_of(name)
            for end in ends:
                if end.left_at is None or (button, end.step) in reported:
                    continue
                reported.add((button, end.step))
                severity = None if self._company.alone else Severity.NOTE
                did = f"{button} showed {end.value}; by the next roll it had shown another."
                yield found(
                    "dice.altered", end.step, did, severity=severity, related=(end.left_at,)
                )

    def _take(self, command: ChangeProperty, step: int) -> None:
        ends = self._ends.get(command.name)
        if ends is None:
            if command.name.endswith(_RESULT) and command.old not in _FRESH[_RESULT]:
                self.first[command.name.removesuffix(_RESULT)] = (command.old, step)
            self._ends[command.name] = [_End(command.new, step)]
            return
        same = next((end for end in reversed(ends) if end.value == command.old), None)
        if same is not None:
            ends.remove(same)
        elif command.old not in _FRESH[_TOTAL if command.name.endswith(_TOTAL) else _RESULT]:
            ends[-1].left_at = step
        ends.append(_End(command.new, step))
