"""The purposeful players: a German captain and a commander of the hunting groups.

Neither looks at the other's secrets: the captain knows his own log, the commander his own pieces.
Both follow the visible play on a public state of their own.
"""

from __future__ import annotations

from validator.rules.players import Player
from validator.rules.verbs import Verb

from . import verbs as v
from .state import BRITISH, GERMAN, State
from .tables import Tables

PATIENCE = 45
"""The number of turns after which the captain goes home, whatever his score."""
NEAR = (3.0, 1.0, 0.4)
"""The value of a piece in a hex where the ship may be, and one and two hexes away."""
DANGER = {0: 1.0, 1: 0.35, 2: 0.2}
"""What a British piece takes from the value of a hex, by its distance; the captain gets bolder with
time."""


class RaiderPlayer(Player):
    """Raids, keeps away from British pieces, goes home with 15 points or when time is up."""

    tables: Tables

    def worth(self, state: State, decision: Verb) -> float:
        match decision:
            case v.ChooseStart(hex=place) | v.PlaceSupply(hex=place):
                return self.rng.random() * 3 + (place in self.tables.icons)
            case v.LogCourse(hex=str(place), refuel=fuel) | v.OpenCourse(hex=place, refuel=fuel):
                return self._berth(state, place) - (0.5 if fuel else 0)
            case v.Escape():
                return 9.0 if self._homeward(state) else -1.0
            case v.Raid():
                return 1.0
            case v.Scuttle():
                margin = state.score - max(self.tables.loss_scuttled.values())
                return 9.0 if margin >= self.tables.win_at_end else -1.0
            case v.Fire(target=name):
                return self._prize(state, name)
            case v.ChangeScore(delta=points):
                return abs(points)
            case v.HideShip():
                return 1.0
        return 0.1

    def _homeward(self, state: State) -> bool:
        return state.score >= self.tables.win_at_end or state.turn > PATIENCE

    def _berth(self, state: State, place: str) -> float:
        """The value of ending a turn in a hex."""
        danger = 0.0
        for piece in state.pieces.values():
            far = self.tables.hexes_between(piece.at, place)
            danger += DANGER.get(far, 0.0) / (1 + state.turn / 15)
        if self._homeward(state):
            gates = (gate for hexes in self.tables.exits.values() for gate in hexes)
            home = min(self.tables.hexes_between(place, gate) for gate in gates)
            return -2.0 * home - 0.5 * danger
        if place.endswith(self.tables.closed_digit):
            return -danger
        fresh = place in self.tables.icons and place not in state.taken
        return (2.5 if fresh else 1.0) - danger

    def _prize(self, state: State, name: str) -> float:
        piece = state.pieces.get(name)
        kind = self.tables.kinds.get((piece and piece.kind) or "")
        return 0.0 if kind is None else kind.points_sunk * (7 - kind.hit_on)


class HunterPlayer(Player):
    """Brings pieces on, spreads them over where the ship may be, searches and pursues."""

    tables: Tables

    def worth(self, state: State, decision: Verb) -> float:
        match decision:
            case v.Split(indian=number):
                return -abs(number - 4)
            case v.RollExtra():
                near_the_end = state.score + 1 >= self.tables.win_at_once
                known = len(self.seen.ship) <= 4
                return 1.0 if known and not near_the_end and self.rng.random() < 0.4 else -1.0
            case v.Draw(ocean=ocean):
                return 1.0 + 0.1 * len(state.pieces_at(ocean))
            case v.Enter(piece=name, hex=place):
                return self._cover(state, name, place)
            case v.MovePiece(piece=name, to=place):
                stays = self._cover(state, name, state.pieces[name].at)
                return self._cover(state, name, place) - stays - 0.3
            case v.RevealPiece(piece=name):
                return self._best_search(state, name)
            case v.AirSearch(cv=name, hex=place):
                return 0.01 + float(self.seen.ship.chance(place))
            case v.AirAttack() | v.Pursue():
                return 1.0
        return 0.1

    def _best_search(self, state: State, name: str) -> float:
        beside = self.tables.neighbours.get(state.pieces[name].at, ())
        best = max((self.seen.ship.chance(place) for place in beside), default=0.0)
        return best if best > 0.07 else -1.0

    def _cover(self, state: State, name: str, place: str) -> float:
        """How well a piece in a hex covers where the ship may be, shared with the other pieces near
        it."""
        others = [piece.at for piece in state.pieces.values() if piece.id != name]
        possible = self.seen.ship.keys()
        worth = 0.0
        for where, far in self.tables.distance[place].items():
            if far >= len(NEAR):
                break
            if where in possible:
                beside = sum(self.tables.hexes_between(at, where) <= far for at in others)
                worth += NEAR[far] / (1 + beside)
        return worth


PLAYERS = {"purposeful": {GERMAN: RaiderPlayer, BRITISH: HunterPlayer}}
"""Styles of play of this game, and who plays each side; ``random`` is everybody's."""
