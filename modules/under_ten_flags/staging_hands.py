"""The hands at the table of Under Ten Flags: where its counters lie, and how they are moved."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from validator.rules.performing import CORRECTED, Performance
from validator.rules.staging import Played, Stage
from validator.rules.verbs import Verb

from .state import BRITISH, State
from .tables import OCEANS, Tables

DISPLAY, GERMAN_SHEET, BRITISH_SHEET = "od_display", "german_plot", "british_plot"
"""Ids of the private maps."""
ACTIVATION_DECK, ACTIVATION_DISCARDS = "Activation Deck", "Activation Discards"
CRUISER_DECK, CRUISER_DISCARDS = "Cruiser Deck", "Cruiser Discards"
PORT_CUP, SHIP_CUP = "O/D Cup", "Ship Cup"
FREE_MARKERS = "Free Markers"
PLOT = "plot_"
MARK = "mark_"
COLUMN = {"German": "column_german", "British": "column_british"}
ESCORT_FACE, FREE_CRUISER_FACE = "escort", "free"

Play = Callable[[Any, Any, Played], None]
"""How a verb is played out: by these hands, the verb, as it was played."""

LATE = 0.1
"""How often a counter that has served is put away only when the next card is turned."""
DRAGGED = 0.25
"""How often a card is dragged although there is a button for it."""


class Hands(Performance):
    """Where a game that is played out stands."""

    tables: Tables
    remarks: ClassVar[Sequence[str]] = (
        "brb, coffee",
        "your card",
        "ok",
        "thinking...",
        "where is she?",
        "nice cruise so far",
        "sorry for the delay",
        "lol",
    )

    def __init__(
        self, stage: Stage, played: Sequence[Played], plays: Mapping[type[Verb], Play]
    ) -> None:
        super().__init__(stage, played, plays)
        self._late: list[Callable[[], None]] = []

    def tidy_up(self, part: Callable[[], None]) -> None:
        """Put a counter away: at once, or when the next card is turned."""
        if self.sometimes(LATE):
            self._late.append(part)
        else:
            part()

    def catch_up(self) -> None:
        """Do what was put off."""
        late, self._late = self._late, []
        for part in late:
            part()

    def afterwards(self) -> State | None:
        """The state after the verb that is being played out; ``None`` after the last one."""
        return self.played[self.at].before if self.at < len(self.played) else None

    def follows(self, *kinds: type) -> bool:
        """Whether the next verb is of one of these kinds."""
        return self.at < len(self.played) and isinstance(self.played[self.at].verb, kinds)

    # --- cards --------------------------------------------------------------------------

    def card(self, side: str, action: str, card: str, discards: str) -> None:
        """A card goes to another deck: by a button, or it is dragged."""
        if self.hands_only or self.sometimes(DRAGGED):
            self.stage.drag(side, [card], OCEANS, discards)
        else:
            self.click(side, action, [card])

    # --- sets ---------------------------------------------------------------------------

    def ship_of(self, one: Played, acvm: str) -> str:
        """The ship of a set, empty when it has none."""
        state: State = one.before
        prize = state.prize
        ships = state.voyages[acvm].ship
        if not ships and prize is not None and prize.acvm == acvm:
            ships = prize.ship
        return next(iter(ships), "")

    def lay(self, piece: str, map_id: str, box: str, *, shown: bool = False) -> None:
        """A marker of a set goes to a box; one that is shown is turned up there, or before."""
        parts = [lambda: self.stage.drag(BRITISH, [piece], map_id, box)]
        if shown and self.stage.face_down(piece):
            parts.append(lambda: self.stage.choose(BRITISH, piece, "Turn over"))
        self.in_either_order(*parts)

    def into_cup(self, piece: str, cup: str) -> None:
        """A marker goes back into its cup: by its menu, or it is dragged."""
        words = f"Back to the {cup}"
        if not self.hands_only and self.stage.offers(piece, words) and self.sometimes(0.6):
            self.stage.choose(BRITISH, piece, words)
        else:
            self.stage.drag(BRITISH, [piece], OCEANS, cup)

    # --- cruisers -----------------------------------------------------------------------

    def convoy_of(self, state: State, ca: str) -> str:
        """The map marker of the set that a cruiser escorts; empty when it sails alone."""
        at = state.cruisers[ca].at.place
        return at if at in state.voyages else ""

    def escorts(self, state: State, acvm: str) -> list[str]:
        """The cruisers that escort a set."""
        return [ca for ca in self.tables.cruisers if self.convoy_of(state, ca) == acvm]

    def board(self, ca: str, ship: str) -> None:
        """A cruiser's counter is laid on the ship that it escorts, its escort side up."""
        self.in_either_order(
            lambda: self.show_face(BRITISH, ca, ESCORT_FACE),
            lambda: self.stage.drag_onto(BRITISH, ca, ship),
        )

    def go_home(self, ca: str) -> None:
        """A cruiser's counter goes back to where it waits, its free side up."""
        self.in_either_order(
            lambda: self.show_face(BRITISH, ca, FREE_CRUISER_FACE),
            lambda: self.stage.put_away(BRITISH, ca),
        )

    def plot_to(self, ca: str, hex_id: str) -> None:
        """A cruiser's plot goes to a hex of the sheet."""
        plot = f"{PLOT}{ca}"
        here = self.stage.where(plot)
        if here == hex_id:
            return
        if here in self.tables.neighbours:
            self.go(BRITISH, plot, BRITISH_SHEET, here, hex_id, self.tables.hexes_a_card)
        else:
            self.stage.drag(BRITISH, [plot], BRITISH_SHEET, hex_id)

    def onto_map(self, side: str, vessel: str, hex_id: str) -> None:
        """A combat vessel's counter is put on a hex, now and then on the wrong one first."""
        if self.stage.where(vessel) == hex_id:
            return
        if self.sometimes(CORRECTED):
            wrong = self.rng.choice(sorted(self.tables.neighbours[hex_id]))
            self.stage.drag(side, [vessel], OCEANS, wrong)
            if self.sometimes(0.5):
                self.stage.undo()
        self.stage.drag(side, [vessel], OCEANS, hex_id)

    # --- sheets -------------------------------------------------------------------------

    def next_column(self, side: str, map_id: str) -> None:
        """A sheet's column marker goes on by one."""
        piece = COLUMN[side]
        track = self.track(piece)
        _, _, number = self.stage.where(piece).rpartition(" ")
        column = int(number) + 1 if number.isdecimal() else track.first
        self.stage.drag(side, [piece], map_id, f"{track.prefix} {min(column, track.last)}")
