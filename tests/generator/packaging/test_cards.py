"""Games with cards: fronts and backs, decks with what they hold, discards that go back."""

# ruff: noqa: E501 (the definition below has long lines)

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import etree

from generator.definition.reader import load_game
from generator.definition.schema import Game, RulesSection
from generator.packaging.scene import scene_of
from generator.packaging.vassal.help_pages import pages
from generator.packaging.vassal.module import members
from generator.pictures.gallery import game_pictures

FILES = {
    "game.yaml": """\
id: cards
name: Cards
version: "1"
theme: admiralty
credits: {design: Nobody, edition: test, notice: None}
sides: [{id: Red}, {id: Blue}]
""",
    "map.yaml": """\
maps:
  - id: table
    name: Table
    width: 300mm
    height: 200mm
    style: plain
    background: land
    decks:
      - {id: Orders, x: 50mm, y: 60mm, width: 66mm, height: 91mm, kinds: [order], shuffle: on_command}
      - {id: Used orders, x: 130mm, y: 60mm, width: 66mm, height: 91mm, kinds: [order], face_down: false, shuffle: never, reshuffles_into: Orders}
      - {id: Pack, x: 220mm, y: 60mm, width: 66mm, height: 91mm, kinds: [pack], draw_face_up: true}
""",
    "counters.yaml": """\
templates:
  - {id: order, kind: order, shape: card, size: 63mm x 88mm, mask: {access: [Red, Blue]}, back: {id: back, layout: card_back, title: Orders}, values: {cost: 1}, faces: [{id: front, layout: action_card, title: "{name}", text: "**Move** {icon:die} hexes.", background: neutral}]}
  - {id: pack, kind: pack, shape: card, size: 63mm x 88mm, mask: {access: [Red, Blue]}, back: {id: back, layout: card_back}}
counters:
  - {id: "march_{n}", count: 3, template: order, name: "March {n}"}
  - {id: halt, template: order, name: Halt}
  - {id: heart_7, template: pack, name: Seven of hearts, values: {rank: 7, red: true}, faces: [{id: front, layout: playing_card, symbol: suit_heart}]}
  - {id: club_k, template: pack, name: King of clubs, values: {rank: K}, faces: [{id: front, layout: playing_card, symbol: suit_club}]}
""",
    "scenarios/start.yaml": """\
id: start
name: Start
placements:
  - {pieces: [march_1, march_2, march_3, halt], map: table, at: Orders}
  - {pieces: [heart_7, club_k], map: table, at: Pack}
""",
}


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder: Path = tmp_path_factory.mktemp("cards")
    (folder / "scenarios").mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")
    return load_game(folder)


@pytest.fixture(scope="module")
def piles(cards: Game) -> dict[str, etree._Element]:
    found = members(scene_of(cards), {})
    root = etree.fromstring(next(data for name, data in found.items() if name.startswith("build")))
    return {pile.get("name"): pile for pile in root.iter("VASSAL.build.module.map.DrawPile")}


def test_every_deck_holds_its_cards(piles: dict[str, etree._Element]) -> None:
    held = {
        name: [slot.get("entryName") for slot in pile.iter("VASSAL.build.widget.CardSlot")]
        for name, pile in piles.items()
    }
    assert held == {
        "Orders": ["March 1", "March 2", "March 3", "Halt"],
        "Used orders": [],
        "Pack": ["Seven of hearts", "King of clubs"],
    }


def test_cards_lie_face_down_with_a_back_of_their_own(piles: dict[str, etree._Element]) -> None:
    assert piles["Orders"].get("faceDown") == "Always"
    assert piles["Used orders"].get("faceDown") == "Never"
    for slot in piles["Orders"].iter("VASSAL.build.widget.CardSlot"):
        assert "-back.png" in (slot.text or "")
        assert "obs;" in (slot.text or "")


def test_a_card_may_be_seen_by_everybody_as_it_is_drawn(
    piles: dict[str, etree._Element],
) -> None:
    assert {name: str(pile.get("drawFaceUp")) for name, pile in piles.items()} == {
        "Orders": "false",
        "Used orders": "false",
        "Pack": "true",
    }


def test_discards_go_back_into_their_deck(piles: dict[str, etree._Element]) -> None:
    used = piles["Used orders"]
    assert used.get("reshufflable") == "true"
    assert used.get("reshuffleTarget") == "Orders"
    assert used.get("reshuffleCommand") == "Shuffle all into the Orders"
    assert piles["Pack"].get("reshufflable") == "false"


def test_backs_of_one_deck_are_equal_to_the_byte(cards: Game) -> None:
    pictures = {picture.name: picture for picture in game_pictures(cards)}
    orders = {pictures[f"counter-{card}-back"].svg for card in ("march_1", "march_2", "halt")}
    assert len(orders) == 1
    assert orders != {pictures["counter-club_k-back"].svg}


def test_no_card_has_a_warning(cards: Game) -> None:
    pictures = [one for one in game_pictures(cards) if one.name.startswith("counter-")]
    assert len(pictures) == 12
    assert [(one.name, one.warnings) for one in pictures if one.warnings] == []
    assert {(one.width_mm, one.height_mm) for one in pictures} == {(63.0, 88.0)}


def test_help_pages_hold_the_bold_words_of_running_text(cards: Game) -> None:
    summary = RulesSection(title="Orders", text="**Draw** one & {icon:die} *twice*.")
    game = cards.model_copy(update={"summary": (summary,)})
    rules = next(page for page in pages(scene_of(game)) if page.file == "rules.html")
    assert "<p><b>Draw</b> one &amp; die <i>twice</i>.</p>" in rules.html
