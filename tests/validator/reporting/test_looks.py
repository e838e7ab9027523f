"""Boards and counters as the page shows them."""

from __future__ import annotations

import pytest

from generator.definition.reader import load_game
from validator.audit.result import AuditResult
from validator.reporting.looks import Drawn, plain_counter


def test_a_board_lies_in_the_margin_of_its_window(result: AuditResult) -> None:
    game = load_game("graf_spee")
    bare = game.maps[1]
    wide = bare.model_copy(update={"margin": (25.4, 0.0)})
    scene = result.views[0].scene(0)
    plain, window = (Drawn(game.model_copy(update={"maps": (one,)})) for one in (bare, wide))
    small, large = (one.ground(scene, bare.name) for one in (plain, window))
    assert (large.width, large.height) == (small.width + 2 * bare.ppi, small.height)
    board, framed = (one.pictures([small.key])[small.key] for one in (plain, window))
    assert framed.size == (large.width, large.height)
    assert framed.crop((int(bare.ppi), 0, int(bare.ppi) + board.width, board.height)) == board


def test_every_sprite_has_a_picture_of_its_size(result: AuditResult) -> None:
    looks = Drawn(result.game)
    heaps = looks.sprites(result.views[0].scene(), result.game.maps[0].name)
    sprites = [one for heap in heaps for one in heap]
    pictures = looks.pictures({one.key for one in sprites})
    assert len(sprites) > 10
    for one in sprites:
        width, height = pictures[one.key].size
        assert abs(width / height - one.width / one.height) < 0.05, one.key


def test_a_cup_shows_how_many_lie_in_it_and_no_more(result: AuditResult) -> None:
    scene = result.views[0].scene(0)
    heaps = Drawn(result.game).sprites(scene, result.game.maps[0].name)
    sprites = [one for heap in heaps for one in heap]
    decks = {deck.id for deck in scene.decks}
    cups = {one.name: one.ids for one in sprites if one.ids[0] in decks}
    assert {deck.name: deck.count for deck in scene.decks if deck.count} == {
        name.rpartition(" (")[0]: int(name.rpartition("(")[2][:-1]) for name in cups
    }
    assert all(len(ids) == 1 for ids in cups.values())


def test_a_closed_deck_of_cards_shows_their_back_and_how_many_they_are() -> None:
    game = load_game("under_ten_flags")
    looks = Drawn(game)
    deck = next(one for board in game.maps for one in board.decks if one.id == "Activation Deck")
    card = next(one for one in game.counters if one.kind in deck.kinds)
    face, width, height = looks._face(*looks._covers["Activation Deck"])
    assert face == f"face {card.id} {card.back.id}" and height > 1.4 * width
    keys = [face, f"pile 7 {face}", f"pile 8 {face}", "pile 7"]
    pictures = looks.pictures(keys)
    assert {pictures[key].size for key in keys[:3]} == {pictures[face].size}
    assert len({pictures[key].tobytes() for key in keys}) == 4


@pytest.mark.slow
def test_a_counter_that_nobody_has_drawn_bears_its_name() -> None:
    blank = plain_counter("")
    for name in ("Tiger", "12. SS Panzerdivision Hitlerjugend", "x" * 200, "<b>"):
        assert plain_counter(name) != blank
        assert plain_counter(name).size == blank.size
