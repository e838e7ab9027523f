"""A game of one scout and one hunter, small enough to be read at a glance.

Each turn the scout walks to a field next to its own (T-1, once a turn: T-2); then the hunter may
throw a die from his place (T-3: only after the scout has walked; T-4: once), and the turn ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from validator.explaining import signs as sign
from validator.explaining.facts import Words
from validator.explaining.reading import Reading
from validator.rules.cases import CaseBook, Fault
from validator.rules.engine import GameModule, GameRules
from validator.rules.scenes import Change, Declaration, Roll, Scene, Seen, Token
from validator.rules.sequence import Due
from validator.rules.states import Value
from validator.rules.verbs import CHANCE, Verb

book = CaseBook()


@dataclass(slots=True)
class Chase(Value):
    turn: int = 1
    step: str = "walk"
    at: str = "1"
    thrown: bool = False
    pending: tuple[Any, ...] = ()
    late: tuple[Any, ...] = ()
    doubt: frozenset[str] = frozenset()


class Walk(Verb):
    to: str
    by = "Scout"
    signs = sign.any_of(
        sign.all_of(sign.moved("scout", to="to"), sign.optional(sign.declared("walked"))),
        sign.all_of(sign.declared("walked"), sign.optional(sign.moved("scout", to="to"))),
    )


class Throw(Verb):
    dice: tuple[int, ...] = field(metadata=CHANCE)
    by = "Hunter"
    signs = sign.rolled("gun", dice="dice")


class End(Verb):
    signs = sign.turn_shown(lambda tables, state, turn: turn > state.turn)


@book.case("T-1", reads=("to",))
def one_field_at_a_time(tables: None, state: Chase, walk: Walk) -> Fault:
    return f"walked to {walk.to}" if abs(int(walk.to) - int(state.at)) != 1 else None


@book.case("T-2")
def one_walk_a_turn(tables: None, state: Chase, walk: Walk) -> Fault:
    return None if state.step == "walk" else "walked twice"


@book.case("T-3")
def the_scout_walks_first(tables: None, state: Chase, throw: Throw | End) -> Fault:
    return "the scout has not walked" if state.step == "walk" else None


@book.case("T-4")
def one_throw_a_turn(tables: None, state: Chase, throw: Throw) -> Fault:
    return "thrown twice" if state.thrown else None


@book.choices(Walk, "to")
def fields_beside(tables: None, state: Chase, made: Walk) -> tuple[str, ...]:
    return (str(int(state.at) - 1), str(int(state.at) + 1))


@book.choices(Throw, "dice")
def dice(tables: None, state: Chase, made: Throw) -> tuple[tuple[int, ...], ...]:
    return tuple((n,) for n in range(1, 7))


@book.effect
def walked(tables: None, state: Chase, walk: Walk) -> Chase:
    return state.changed(at=walk.to, step="hunt")


@book.effect
def thrown(tables: None, state: Chase, throw: Throw) -> Chase:
    return state.changed(thrown=True)


@book.effect
def ended(tables: None, state: Chase, end: End) -> Chase:
    return state.changed(turn=state.turn + 1, step="walk", thrown=False)


def due(tables: None, state: Chase) -> tuple[Due, ...]:
    if state.step == "walk":
        return (Due("Scout", (Walk,), True),)
    found = () if state.thrown else (Due("Hunter", (Throw,), False),)
    return (*found, Due("", (End,), True))


READING = Reading(
    words=lambda game, tables: Words(lambda token: token.unit or ""),
    start=lambda context: Chase(),
    ends_turn=End,
    mute=lambda context, state, fact: False,
)


class Log:
    """What a table shows, fact by fact; the scout begins on field 1."""

    def __init__(self) -> None:
        self.steps: list[Seen] = []
        self.scout = self._scout("1")

    def _scout(self, place: str) -> Token:
        return Token("scout", "scout", "scout", "Scout", "Board", place)

    def _see(self, side: str | None, **what: Any) -> Log:
        self.steps.append(Seen(len(self.steps) + 1, side, side, **what))
        return self

    def move(self, place: str) -> Log:
        before, self.scout = self.scout, self._scout(place)
        return self._see("Scout", changes=(Change(before, self.scout),))

    def say(self, action: str, turn: int | None = None, side: str = "Scout") -> Log:
        return self._see(side, declarations=(Declaration(action, "", turn),))

    def roll(self, *dice: int) -> Log:
        return self._see("Hunter", rolls=(Roll("gun", dice),))

    def end(self, turn: int) -> Log:
        return self._see(None, turn=(turn + 1, None))  # type: ignore[arg-type]

    def scene(self) -> Scene:
        start: Mapping[str, Token] = {"scout": self._scout("1")}
        return Scene(start, tuple(self.steps), sees_all=True)


def rules_of(folder: Path) -> GameRules:
    (folder / "cases.yaml").write_text(
        "".join(f"- {{id: T-{n}, section: Chase, says: Rule {n}}}\n" for n in (1, 2, 3, 4))
    )
    return GameRules(None, MODULE, folder)


MODULE = GameModule(
    book=book,
    verbs=(Walk, Throw, End),
    state=Chase,
    tables=lambda game: None,
    start=lambda tables: Chase(),
    start_unseen=lambda tables: Chase(),
    due=due,
    outcome=lambda state: None,
    seen_by_all=lambda tables, state, verb: (verb,),
    consistent=lambda true, seen: true == seen,
    players={},
    reading=READING,
)
