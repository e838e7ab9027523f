"""A bench on which positions of Under Ten Flags are set up and cases tried."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from generator.definition.reader import load_game
from generator.places import games_folder
from modules.under_ten_flags.state import (
    BRITISH,
    BRITISH_PHASE,
    BRITISH_STEPS,
    GERMAN,
    GERMAN_PHASE,
    GERMAN_STEPS,
    Cruiser,
    State,
    Voyage,
)
from modules.under_ten_flags.verbs import PlotAtlantis
from validator.hidden.whereabouts import Whereabouts
from validator.rules.bench import Bench as FrameworkBench
from validator.rules.cases import Breach
from validator.rules.engine import GameRules
from validator.rules.loading import load_rules
from validator.rules.verbs import Verb

HERE = "1507"
"""The hex where Atlantis is, unless a test says otherwise."""
SET = ("od_3", "od_9", "scientist")
"""Origin, destination and ship of a set, unless a test says otherwise."""


class Bench(FrameworkBench):
    """The framework's bench with a few words to set up positions."""

    # --- positions ---

    def position(
        self,
        phase: str = GERMAN_PHASE,
        *,
        atlantis: str = HERE,
        sets: Mapping[str, str] | None = None,
        drawn: Mapping[str, tuple[str, str, str]] | None = None,
        cruisers: Mapping[str, str] | None = None,
        active: tuple[str, ...] = (),
        **fields: Any,
    ) -> State:
        """An activation under way, everything known.

        ``sets``: map marker to where it is; ``drawn``: map marker to origin, destination, ship;
        ``cruisers``: cruiser to a hex or the map marker it escorts (1201 where not said).
        """
        start: State = self.rules.start()
        voyages = dict(start.voyages)
        for acvm, place in (sets or {}).items():
            origin, destination, ship = (drawn or {}).get(acvm, SET)
            voyages[acvm] = Voyage(
                acvm,
                place,
                frozenset((origin,)),
                frozenset((destination,)),
                frozenset((ship,) if ship else ()),
                face="brown",
            )
        at = {**dict.fromkeys(start.cruisers, self.rules.tables.entry), **(cruisers or {})}
        values: dict[str, Any] = {
            "phase": phase,
            "step": BRITISH_STEPS[0] if phase == BRITISH_PHASE else GERMAN_STEPS[0],
            "turn": 2,
            "serial": 9,
            "activated": {GERMAN: 2, BRITISH: 2},
            "streak": (GERMAN if phase == GERMAN_PHASE else BRITISH, 1),
            "reds": len(active),
            "atlantis": Whereabouts.at(atlantis),
            "stood": Whereabouts.at(atlantis),
            "voyages": voyages,
            "cruisers": {
                ca: Cruiser(
                    ca,
                    Whereabouts.at(place),
                    ca in active,
                    Whereabouts.at(place),
                    Whereabouts.at(place),
                )
                for ca, place in at.items()
            },
        }
        return start.changed(**{**values, **fields})

    def plotted(self, to: str = HERE, **words: Any) -> State:
        """A German activation after its plot, an ordinary column, one ship in the hex."""
        words = {"sets": {"c1": to}, **words}
        plot = PlotAtlantis(to, words.get("column", 0) + 1)
        state: State = self.after(self.position(**words), plot)
        return state

    def unseen(self, phase: str = GERMAN_PHASE, **fields: Any) -> State:
        """An activation as everybody may know it: one ship, Atlantis and the cruisers anywhere."""
        start: State = self.rules.start_unseen()
        tables = self.rules.tables
        anywhere = Whereabouts.among(tables.neighbours)
        ship = Voyage(
            "c1",
            HERE,
            frozenset(("od_3",)),
            frozenset(tables.ports) - {"od_3"},
            frozenset(tables.ships),
        )
        hidden = Whereabouts.among((*tables.neighbours, "c1"))
        values: dict[str, Any] = {
            "phase": phase,
            "step": BRITISH_STEPS[0] if phase == BRITISH_PHASE else GERMAN_STEPS[0],
            "turn": 2,
            "serial": 9,
            "activated": {GERMAN: 2, BRITISH: 2},
            "atlantis": anywhere,
            "stood": anywhere,
            "voyages": {**start.voyages, "c1": ship},
            "cruisers": {ca: Cruiser(ca, hidden, None, hidden, hidden) for ca in start.cruisers},
            "unseen_cards": 2,
        }
        return start.changed(**{**values, **fields})

    # --- looking at it ---

    def owes(self, state: State) -> list[tuple[str, str]]:
        """What is pending: (what, about what), where it must go or what it must become behind a
        ``=``."""
        return [(one.what, f"{one.piece}={one.to}".removesuffix("=")) for one in state.pending]

    def breaks_only(self, case_id: str, state: State, verb: Verb) -> Breach:
        """The verb breaks this case and no other."""
        breach = self.breaks(case_id, state, verb)
        assert self.cases(state, verb) == [case_id]
        return breach


@pytest.fixture(scope="session")
def under_ten_flags_rules() -> GameRules:
    return load_rules(load_game("under_ten_flags"), games_folder() / "under_ten_flags")


@pytest.fixture
def bench(under_ten_flags_rules: GameRules) -> Bench:
    return Bench(under_ten_flags_rules)
