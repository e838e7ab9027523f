"""Tables that the rules at hand lack: who says what they say, and what play is held to.

A chart of the definition that has a ``policy`` is one of them:

==================  ==========================================================================
``declared``        the players say dice and result; the engine holds what comes before and
                    after, and what the dice can show
``reconstructed``   the engine holds the result to the chart as well: who departs from it
                    departs from a decision of ours (``interpretation``)
==================  ==========================================================================

Who owns the table lays it over the definition with ``status: printed``; then a result that is
another is a ``violation``. What is declared only is counted (`validator.audit.unjudged`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from generator.errors import BroadsideError, nearest

DECLARED, RECONSTRUCTED = POLICIES = ("declared", "reconstructed")
PRINTED = "printed"
"""The chart is the rule book's own."""


class PolicyError(BroadsideError):
    """A policy that nobody can follow."""


def policies_of(game: Any) -> dict[str, str]:
    """By chart: the policy a game is played by, of charts that have one.

    What was asked for comes first, then a chart that is printed, then the scenario, then what the
    chart says itself.
    """
    charts = [one for one in getattr(game, "charts", ()) if getattr(one, "policy", "")]
    chosen = game.scenario().policies if charts else {}
    return {
        one.id: game.policies.get(one.id)
        or (PRINTED if one.status == PRINTED else chosen.get(one.id, one.policy))
        for one in charts
    }


def with_policies(game: Any, words: Iterable[str]) -> Any:
    """The game with policies that are asked for, each as ``huff_duff=declared``; ``all`` names
    every chart that has one. Raises `PolicyError`."""
    known = {one.id: one for one in game.charts if one.policy}
    chosen = dict(game.policies)
    for word in words:
        name, equals, policy = (part.strip() for part in word.partition("="))
        if not equals or policy not in POLICIES:
            said = f"{policy!r} is no policy" if equals else "NAME=POLICY is expected"
            raise PolicyError(
                f"--policy {word}: {said}; accepted: {' or '.join(POLICIES)}"
                f"{nearest(policy, POLICIES)}"
            )
        if not known:
            raise PolicyError(f"--policy {word}: {game.name} has no table with a policy")
        if name != "all" and name not in known:
            raise PolicyError(
                f"--policy {word}: {game.name} has no table {name!r} with a policy; accepted: all, "
                f"{', '.join(known)}{nearest(name, known)}"
            )
        chosen |= dict.fromkeys(known if name == "all" else (name,), policy)
    return game.model_copy(update={"policies": chosen}) if chosen != game.policies else game
