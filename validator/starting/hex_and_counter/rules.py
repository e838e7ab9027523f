"""The rules of this game, which ``broadside audit``, ``play`` and ``rules`` load.

Read on in this order: ``cases.yaml`` (every rule in a sentence), ``verbs.py`` (what players can do,
and how a log shows it), ``state.py`` (the state of a game), ``tables.py`` (the numbers of the
definition), ``movement.py`` and ``combat.py`` (the cases), ``flow.py`` (the sequence of play),
``players.py``.
"""

from validator.explaining import prices
from validator.explaining.reading import Reading
from validator.rules.engine import GameModule

from . import combat, flow, movement, players
from .state import State, book
from .tables import FIRST, LOSSES, SECOND, tables
from .verbs import VERBS, EndTurn

FILLED_BY = (movement, combat, flow)
"""Importing these modules registers their cases in the book."""

MODULE = GameModule(
    book=book,
    verbs=VERBS,
    state=State,
    tables=tables,
    start=flow.start,
    due=flow.due,
    players=players.PLAYERS,
    moment=lambda t, state: f"turn {state.turn}",
    fuzz_values=lambda t: {
        "unit": [*t.counters],
        "to": [*t.marches.near],
        "Lose.to": [None, *LOSSES.values()],
        "hex": [*t.marches.near],
        "die": range(8),
        "side": [FIRST, SECOND],
    },
    reading=Reading(
        ends_turn=EndTurn,
        start=flow.start_of_log,
        noise={"unit turned": prices.PIECE},
        deliberate=frozenset({"target", "attack"}),
    ),
)
