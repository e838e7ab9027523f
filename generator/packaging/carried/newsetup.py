"""A set-up that an imported module has not: a saved game made of the module's own pieces."""

from __future__ import annotations

from generator.definition.schema import Scenario
from generator.packaging.carried.loom import Chain, Loom, module_data
from generator.packaging.carried.setups import placed
from generator.packaging.carried.standing import Standing
from generator.packaging.scene import Scene
from generator.vassal import saves, traits
from generator.vassal.commands import (
    AddPiece,
    Board,
    Command,
    Extension,
    GameUnderWay,
    PublicNote,
    ScenarioNote,
    SetBoards,
    SetProperty,
)
from generator.vassal.decks import FIELD_OF, menu_entries
from generator.vassal.documents import Element
from generator.vassal.metadata import Metadata
from generator.vassal.obfuscation import Veil
from generator.vassal.traits import Trait, trait

_KEY = 0x42
"""The byte the text is veiled with: VASSAL rolls one, we keep one, for equal bytes."""


def new_setup(loom: Loom, scene: Scene, standing: Standing, scenario: Scenario) -> bytes:
    """The ``.vsav`` of a set-up: equal bytes for equal definitions. Raises `BroadsideError`."""
    ids = (str(number) for number in range(1, 1 << 30))
    pieces: list[Command] = []
    holders: list[Command] = []
    lying: dict[tuple[str, int, int], list[str]] = {}
    drawn: dict[str, list[str]] = {}
    for piece, start in scene.starting(scenario):
        chain = standing.in_play(piece.id, start)
        if chain is None:
            continue
        where = standing.where(start)
        own = next(ids)
        pieces.append(_piece(own, (*chain[:-1], placed(chain[-1], where))))
        if start.deck:
            drawn.setdefault(start.place, []).append(own)
        elif piece.stacks:
            lying.setdefault((where.map, where.x, where.y), []).append(own)
    for (map_, x, y), members in lying.items():
        state = traits.stack_state(map_, x, y, members)
        holders.append(AddPiece(next(ids), traits.STACK, state))
    for deck in scene.decks:
        map_id = scene.map(deck.map).id
        if not loom.bound("decks", deck.name) or not loom.bound("maps", map_id):
            continue
        pile = loom.at("decks", deck.name)
        called = str(loom.bound("maps", map_id)["map"])
        x, y = scene.map(deck.map).window_pixels(deck.x, deck.y)
        state = traits.deck_state(called, x, y, deck.face_down, drawn.get(deck.name, []))
        type_ = traits.piece_type([deck_of(pile)])
        holders.append(AddPiece(next(ids), type_, state))
    added = scene.extension
    extensions = [Extension(added.name, added.version)] if added is not None else []
    text = saves.compose([*pieces, *holders], [*extensions, *_state(loom, scenario)])
    data = module_data(loom.game, loom.members)
    return saves.pack(
        saves.Save(
            text=text,
            veil=Veil(key=_KEY),
            savedata=Metadata(
                version=data.version,
                vassal_version=data.vassal_version,
                date_saved=data.date_saved,
                description=scenario.name,
            ),
            moduledata=data,
        )
    )


def _piece(own: str, chain: Chain) -> AddPiece:
    return AddPiece(own, traits.piece_type(chain), traits.piece_state(chain))


def deck_of(pile: Element) -> Trait:
    """The deck that a component makes (``DrawPile.getPiece``)."""
    given = {
        field: pile.get(attribute)
        for attribute, field in FIELD_OF.items()
        if attribute in pile.attributes
    }
    menu = menu_entries(pile)
    return trait("deck;", deckName=pile.get("name"), globalCommands=menu, **given)


def _state(loom: Loom, scenario: Scenario) -> list[Command]:
    boards: list[Command] = [
        SetBoards(
            str(row["map"]),
            tuple(
                Board(name, column, line, bool(turned))
                for name, *_, turned, column, line in row["boards"]
            ),
        )
        for row in loom.carried.bound.get("maps", {}).values()
        if row.get("boards")
    ]
    initial = {one.name: one.initial for one in loom.game.properties}
    values = {**initial, **scenario.properties}
    properties: list[Command] = [
        SetProperty(str(loom.bound("properties", name).get("property", name)), str(value), "Module")
        for name, value in values.items()
    ]
    notes: list[Command] = [ScenarioNote(scenario.text), PublicNote("")]
    return [*properties, *boards, GameUnderWay(), *notes]
