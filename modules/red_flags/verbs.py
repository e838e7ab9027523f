"""All verbs of the game, gathered from its pages."""

from __future__ import annotations

from . import air, cards, effects, fire, melee, morale, movement, recon, tasks

VERBS = (
    *cards.VERBS,
    *movement.VERBS,
    *fire.VERBS,
    *air.VERBS,
    *recon.VERBS,
    *tasks.VERBS,
    *melee.VERBS,
    *morale.VERBS,
    *effects.VERBS,
)
