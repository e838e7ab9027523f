"""Checks that a game's Python and its files fit together, done when its rules are loaded.

A misspelt name in a case or a sign raises no error: the case never fires, the sign is never seen,
and an audit reports no finding. So every name is looked up before anything is judged.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from validator.rules.caselist import read_cases
from validator.rules.cases import Case
from validator.rules.engine import GameRules
from validator.rules.hints import accepts, unknown
from validator.rules.verbs import Verb, field_names
from validator.rules.where import near, place_of, place_of_function

SORTS = ("sides", "maps", "decks", "counters", "dice", "actions", "charts")
"""What `GameModule.needs` can ask for."""


def misfits(rules: GameRules) -> Iterator[str]:
    """Each mistake as one line: file and line, what is wrong, what is accepted."""
    module = rules.module
    listed = _listed(rules)
    for verb in module.verbs:
        for mistake in _of_verb(rules, verb, listed):
            yield f"{place_of(verb)}: {mistake}"
    for case in module.book.entries:
        for mistake in _of_case(rules, case, listed):
            yield f"{place_of_function(case.judge) or named(rules)}: {mistake}"
    for verb in module.book.effects:
        if not any(issubclass(one, verb) for one in module.verbs):
            yield f"{place_of(verb)}: {verb.__name__} has an effect, but is none of MODULE's verbs"
    for style, seats in module.players.items():
        for side in rules.game.sides:
            if side.role == "player" and side.id not in seats:
                yield f"{named(rules)}: the {style!r} players have nobody for the side {side.id!r}"
    if module.reading is not None:
        yield from module.reading.misfits(rules)


def _of_verb(rules: GameRules, verb: type[Verb], listed: Collection[str]) -> Iterator[str]:
    book, fields, called = rules.module.book, field_names(verb), verb.__name__
    if not any(kind in book.effects for kind in verb.__mro__):
        yield f"nothing says what {called} does; it needs an effect (@book.effect)"
    for name in fields:
        if (verb, name) not in book.domains and name not in book.usual:
            yield (
                f"nothing says what {called}.{name} can be; it needs "
                f"book.offer({called}, {name}=...)"
            )
    named = [*verb.guesses, *([verb.settles[1]] if verb.settles[1] else [])]
    yield from unknown(named, fields, f"{called} has no field")
    yield from unknown(verb.leads_to, listed, "cases.yaml does not list case")


def _of_case(rules: GameRules, case: Case, listed: Collection[str]) -> Iterator[str]:
    verbs = rules.module.verbs
    fields = {name for verb in verbs if issubclass(verb, case.verbs) for name in field_names(verb)}
    for verb in case.verbs:
        if not any(issubclass(one, verb) for one in verbs):
            yield f"case {case.id} judges {verb.__name__}, which is none of MODULE's verbs"
            return
    kinds = " or ".join(verb.__name__ for verb in case.verbs)
    yield from unknown(case.reads, sorted(fields), f"case {case.id} reads what {kinds} has not:")
    yield from unknown([case.id], listed, "cases.yaml does not list case")
    if case.table and case.table not in rules.policies:
        yield f"case {case.id} is held to a chart without a policy: {case.table!r}; " + accepts(
            case.table, rules.policies
        )


def _listed(rules: GameRules) -> dict[str, None]:
    """The ids that a finding can cite: cases of the rule book and rulings of ours."""
    rulings = [ruling.id for ruling in rules.game.decisions]
    return dict.fromkeys([*(entry.id for entry in read_cases(rules.folder)), *rulings])


def lacking(needs: dict[str, tuple[str, ...]], game: Any) -> list[str]:
    """What rules need and a definition lacks: ``maps 'main_map' (accepted: map)``.

    Raises ValueError for an unknown sort.
    """
    held = {
        "sides": game.sides,
        "maps": game.maps,
        "decks": [deck for one in game.maps for deck in one.decks],
        "counters": game.counters,
        "dice": game.dice,
        "actions": game.actions,
        "charts": game.charts,
    }
    found = []
    for sort, wanted in needs.items():
        if sort not in held:
            raise ValueError(f"needs: {sort!r} is no sort of things; {accepts(sort, SORTS)}")
        if isinstance(wanted, str):
            raise ValueError(f"needs: {sort!r} must be several names: ({wanted!r},)")
        known = [one.id for one in held[sort]]
        found += [f"{sort} {one!r} ({accepts(one, known)})" for one in wanted if one not in known]
    return found


def named(rules: GameRules) -> str:
    """The path of a game's ``rules.py``, for messages."""
    return near(rules.folder / "rules.py")
