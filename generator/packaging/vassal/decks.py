"""Decks and cups of a VASSAL module: what they hold, and what their menus send on to others."""

from __future__ import annotations

from generator.packaging.component import MAP, Component, component
from generator.packaging.scene import Deck, Scene
from generator.packaging.vassal.buttons import WHO, draw_key, reshuffle_key
from generator.packaging.vassal.pieces import piece_slot
from generator.vassal.decks import FIELD_OF
from generator.vassal.traits import Trait, trait


def deck_component(scene: Scene, deck: Deck) -> Component:
    """A cup with what it holds at the start."""
    x, y = scene.map(deck.map).pixels(deck.x, deck.y)
    type_ = deck_trait(scene, deck)
    pile = component(
        MAP + "DrawPile",
        name=deck.name,
        description="",
        owningBoard=deck.map,
        x=x,
        y=y,
        **{attribute: type_.text(field) for attribute, field in FIELD_OF.items()},
        reshufflable=bool(deck.reshuffles_into),
    )
    for other in goals(scene, deck):
        pile.add(_transfer(scene, deck, other))
    for piece, start in scene.starting(scene.game.scenario()):
        if start.deck and start.place == deck.name:
            pile.add(piece_slot(scene, piece, "start", start))
    return pile


def goals(scene: Scene, deck: Deck) -> list[Deck]:
    """The decks that a deck's menu sends a piece on to.

    A deck and its pile of discards have each other; any other has those for the same kinds.
    Besides, there are those that an action draws it to.
    """
    drawn = {
        draw.onto for action in scene.game.actions for draw in action.draw if draw.deck == deck.name
    }
    tied = {one.name for one in scene.decks if _tied(deck, one)}
    return [
        other
        for other in scene.decks
        if other.name != deck.name
        and (
            other.name in drawn | tied
            or (
                not tied
                and not any(_tied(other, one) for one in scene.decks)
                and set(other.kinds) & set(deck.kinds)
            )
        )
    ]


def _tied(deck: Deck, other: Deck) -> bool:
    """Whether one is the other's pile of discards."""
    return deck.reshuffles_into == other.name or other.reshuffles_into == deck.name


def deck_trait(scene: Scene, deck: Deck) -> Trait:
    """A deck's type, as the module and every save state it."""
    map_ = scene.map(deck.map)
    width, height = map_.pixels(deck.width, deck.height)
    shuffle = {"always": "Always", "on_command": "Via right-click Menu", "never": "Never"}
    return trait(
        "deck;",
        drawOutline=True,
        outlineColor="120,120,120",
        width=width,
        height=height,
        faceDownOption="Always" if deck.face_down else "Never",
        drawFaceUp=deck.draw_face_up,
        shuffleOption=shuffle[deck.shuffle],
        **_reshuffling(scene, deck),
        allowMultipleDraw=True,
        drawMultipleMessage="Draw several",
        allowSelectDraw=False,
        reversible=False,
        deckName=deck.name,
        maxStack=9,
        restrictAccess=bool(deck.drawn_by),
        owners=deck.drawn_by,
    )


def _reshuffling(scene: Scene, deck: Deck) -> dict[str, str]:
    """The command that sends a pile of discards back into its deck."""
    if not deck.reshuffles_into:
        return {}
    asked = any(deck.name in action.reshuffles for action in scene.game.actions)
    return {
        "reshuffleCommand": reshuffle_words(deck),
        "reshuffleMsgFormat": f"{WHO} shuffles the {deck.name} into the {deck.reshuffles_into}",
        "reshuffleTarget": deck.reshuffles_into,
        **({"reshuffleKey": reshuffle_key(deck.name)} if asked else {}),
    }


def reshuffle_words(deck: Deck) -> str:
    """The entry of a deck's menu that sends all of it back into its deck."""
    return f"Shuffle all into the {deck.reshuffles_into}"


def transfer_words(deck: Deck, other: Deck) -> str:
    """The entry of a deck's menu that sends one piece on to another deck."""
    if not deck.face_down:
        return f"The top one into the {other.name}"
    seen = "unseen into" if other.face_down else "face up onto"
    return f"One piece {seen} the {other.name}"


def _transfer(scene: Scene, deck: Deck, other: Deck) -> Component:
    asked = any(
        (draw.deck, draw.onto) == (deck.name, other.name)
        for action in scene.game.actions
        for draw in action.draw
    )
    seen = " unseen" if deck.face_down and other.face_down else ""
    return component(
        MAP + "deck.DeckSendKeyCommand",
        description="",
        menuText=transfer_words(deck, other),
        hotkey=draw_key(deck.name, other.name) if asked else "",
        reportFormat=f"{WHO} puts one piece{seen} from the {deck.name} into the {other.name}",
        variableDeck=False,
        targetDeck=other.name,
        deckExpression="{}",
        sendMatching=False,
        matchExpression="{}",
        limitTotal=True,
        limitExpression="{1}",
        stop=False,
        stopExpression="{}",
        stopAlso=False,
        applyOnMove=False,
    )
