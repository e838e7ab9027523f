"""Policies for tables that our copy of the rules lacks.

Such a table is a chart of the definition with a ``policy``:

==================  ==========================================================================
``declared``        the players declare dice and result; the engine checks what comes before
                    and after, and what the dice can show
``reconstructed``   the engine also checks the result against the chart; another result
                    breaks a ruling of ours (``interpretation``)
==================  ==========================================================================

Who owns the printed table lays it over the definition with ``status: printed``; then another
result is a ``violation``. Declared results are counted (`validator.audit.unjudged`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from generator.errors import BroadsideError, nearest

DECLARED, RECONSTRUCTED = POLICIES = ("declared", "reconstructed")
PRINTED = "printed"
"""The chart is the rule book's own."""


class PolicyError(BroadsideError):
    """An unknown policy, or one for a table that has none."""


def policies_of(game: Any) -> dict[str, str]:
    """The policy of each chart that has one.

    In this order of precedence: the user's choice, a printed chart, the scenario, the chart's own
    policy.
    """
    charts = [one for one in getattr(game, "charts", ()) if getattr(one, "policy", "")]
    chosen = game.scenario().policies if charts else {}
    return {
        one.id: game.policies.get(one.id)
        or (PRINTED if one.status == PRINTED else chosen.get(one.id, one.policy))
        for one in charts
    }


def with_policies(game: Any, words: Iterable[str]) -> Any:
    """The game with the user's policies, each as ``huff_duff=declared``; ``all`` stands for every
    chart with a policy. Raises `PolicyError`."""
    known = {one.id: one for one in game.charts if one.policy}
    chosen = dict(game.policies)
    for word in words:
        name, equals, policy = (part.strip() for part in word.partition("="))
        if not equals or policy not in POLICIES:
            said = f"{policy!r} is not a policy" if equals else "NAME=POLICY is expected"
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
