"""What the definition has and the carried module has not: made as in a module of ours, and put
where the carried one keeps such things."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from generator.definition.carried import Change
from generator.definition.schema import Game
from generator.packaging.carried.loom import Loom, element_of
from generator.packaging.component import MODULE, PROPERTIES, WIDGET, Component
from generator.packaging.scene import Scene
from generator.packaging.vassal.buttons import TURN
from generator.packaging.vassal.decks import deck_component
from generator.packaging.vassal.dice import counted_at
from generator.packaging.vassal.module import MARKERS, module_root
from generator.packaging.vassal.pieces import piece_slot
from generator.vassal import documents
from generator.vassal.documents import Element

_PALETTE, _CHARTS = MODULE + "PieceWindow", MODULE + "ChartWindow"
_TABS = WIDGET + "TabWidget"
_WHOLE = frozenset(
    MODULE + name for name in ("Map", "PrivateMap", "ToolbarMenu", "DiceButton", "DoActionButton")
)
"""Components of ours that stand by themselves in the module."""


def game_of_additions(game: Game, added: Iterable[Change]) -> Game:
    """A game of nothing but what was added, with the words that it needs."""
    ids: dict[str, set[str]] = {}
    for change in added:
        ids.setdefault(change.kind, set()).add(change.id)

    def fresh(kind: str) -> set[str]:
        return ids.get(kind, set())

    actions = [
        one.model_copy(update={"tracker": "none"})
        for one in game.actions
        if one.id in fresh("actions") and not one.heard
    ]
    return game.model_copy(
        update={
            "counters": tuple(one for one in game.counters if one.family in fresh("counters")),
            "charts": tuple(one for one in game.charts if one.id in fresh("charts")),
            "aids": tuple(one for one in game.aids if one.id in fresh("aids")),
            "maps": tuple(one for one in game.maps if one.id in fresh("maps")),
            "actions": tuple(actions),
            "dice": tuple(one for one in game.dice if one.id in fresh("dice")),
            "scores": tuple(one for one in game.scores if one.id in fresh("scores")),
            "scenarios": (
                game.scenario().model_copy(update={"placements": (), "first_step": None}),
            ),
            "sequence": (),
            "summary": (),
            "decisions": (),
        }
    )


class Adding:
    """Grafts components of ours onto a carried tree."""

    def __init__(self, loom: Loom, scene: Scene, added: Scene) -> None:
        self._loom = loom
        self._scene = scene
        self._added = added
        """The scene of `game_of_additions`."""
        self._trays: dict[str, Element] = {}
        self._turn = str(loom.bound("turns", "counter").get("property", "")) or TURN

    def graft(self) -> None:
        """Put in everything that was added, but for decks, set-ups and what stands in them."""
        for piece in self._added.pieces:
            slot = element_of(piece_slot(self._added, piece, "palette"))
            self._tray(piece.tray or piece.side or MARKERS).append(slot)
        for child in module_root(self._added).children:
            if child.tag in _WHOLE:
                self._loom.root.append(element_of(self._told(child)))
            elif child.tag == _CHARTS:
                self._chart_window(child)
            elif child.tag == PROPERTIES + "GlobalProperties":
                self._properties(child)

    def deck(self, name: str) -> None:
        """Put in a deck that was added to a map of the module."""
        deck = next(one for one in self._scene.decks if one.name == name)
        map_ = self._scene.map(deck.map)
        boards = self._loom.bound("maps", map_.id).get("boards")
        if boards is None:
            return  # it came with its map
        empty = replace(self._scene, starts={one: {} for one in self._scene.starts})
        pile = element_of(deck_component(empty, deck))
        pile.set("owningBoard", str(boards[0][0]) if boards else "")
        self._loom.at("maps", map_.id).append(pile)

    def _tray(self, tray: str) -> Element:
        """The part of the palette of that name; one is made where there is none."""
        known = self._loom.addresses.find(self._loom.bound("trays", tray).get("at"))
        if known is not None:
            return known
        if tray not in self._trays:
            panel = {"fixed": "true", "nColumns": "4", "vert": "false", "scale": "1.0"}
            made = documents.make(WIDGET + "PanelWidget", {"entryName": tray, **panel})
            self._holder(_PALETTE, {"name": "Counters", "text": "Counters"}).append(made)
            self._trays[tray] = made
        return self._trays[tray]

    def _holder(self, tag: str, attributes: Mapping[str, str]) -> Element:
        """The module's window of that kind, or the tabs in it; one is made where there is none."""
        windows = list(self._loom.root.iter(tag))
        # Makers keep old pieces in palettes that nobody can open.
        window = next((one for one in windows if one.get("hidden") != "true"), None)
        if window is None:
            window = documents.make(tag, attributes)
            window.append(documents.make(_TABS, {"entryName": attributes["name"]}))
            self._loom.root.append(window)
        return next((one for one in window.children if one.tag == _TABS), window)

    def _chart_window(self, made: Component) -> None:
        charts = [one for one in made.walk() if one.tag == WIDGET + "Chart"]
        for chart in charts:
            holder = self._holder(_CHARTS, {"name": "Charts", "text": "Charts"})
            holder.append(element_of(chart))

    def _properties(self, made: Component) -> None:
        """New properties whole; of those there are, what changes them at a click."""
        ours = next(
            (one for one in self._loom.root.children if one.tag == made.tag),
            None,
        )
        if ours is None:
            ours = documents.make(made.tag)
            self._loom.root.append(ours)
        for property_ in made.children:
            name = property_.attributes["name"]
            if self._loom.bound("properties", name):
                there = self._loom.at("properties", name)
                for change in property_.children:
                    there.append(element_of(change))
            elif name in self._own_properties:
                ours.append(element_of(property_))

    @property
    def _own_properties(self) -> set[str]:
        game = self._added.game
        return {one.name for one in game.properties} | {counted_at(dice) for dice in game.dice}

    def _told(self, made: Component) -> Component:
        """A button that tells the turn as the module's own tracker counts it."""
        own = self._turn
        attributes = {
            name: value.replace(f"${TURN}$", f"${own}$").replace(
                f'" + {TURN} + "', f'" + GetProperty("{own}") + "'
            )
            for name, value in made.attributes.items()
        }
        return Component(
            made.tag, attributes, [self._told(one) for one in made.children], made.text
        )
