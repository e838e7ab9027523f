"""What clicks set off, as a definition says it; mistakes in it are told where they stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.definition import DefinitionError, load_game
from tests.validator.playing.small_game import write_small_game


def told(folder: Path, file: str, old: str, new: str) -> str:
    write_small_game(folder)
    path = folder / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(DefinitionError) as raised:
        load_game(folder)
    return str(raised.value)


def test_a_modifiers_number_may_stand_in_a_chart(tmp_path: Path) -> None:
    game = load_game(write_small_game(tmp_path))
    scout, earlier = game.dice_button("spy").modifiers
    assert (game.number(scout.change), game.number(earlier.change)) == (-1, 1)


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("actions.yaml", "row: scout", "row: scuot", "chart 'help' has no whole number in row"),
        ("actions.yaml", "at: [Aloft]", "at: [Alfot]", "place 'Alfot' does not exist on the map"),
        ("actions.yaml", "face: night", "face: nihgt", "no face of 'scout' 'nihgt'"),
        ("actions.yaml", "[scout], face: night", "[scuot], face: night", "no counter 'scuot'"),
        ("actions.yaml", "map: table, ", "", "a modifier is told either by pieces"),
        ("actions.yaml", "counted_in: Tries", "counted_in: Trise", "no property 'Trise'"),
        ("actions.yaml", "onto: Used orders", "onto: Used", "no deck 'Used'"),
        ("actions.yaml", "reshuffles: [Used orders]", "reshuffles: [Spare]", "pile of discards"),
        ("actions.yaml", "sets: {Tries: 0}", "sets: {Tires: 0}", "no property 'Tires'"),
        ("actions.yaml", "property: Points, every: 6", "property: Pints, every: 6", "'Pints'"),
        ("actions.yaml", "name: Card,", "name: Card, on: piece,", "draw: needs on: toolbar"),
        ("actions.yaml", "of the {base}", "of the {bsae}", "no value 'bsae'; did you mean 'base'"),
        ("actions.yaml", 'sends_to: "{base}"', "sends_to: Hanger", "no map has a box 'Hanger'"),
        ("actions.yaml", "name: Card,", "name: Card, sends_to: Hangar,", "needs on: piece"),
        ("actions.yaml", "chart: sky, tells", "chart: help, tells", "a table whose rows are rolls"),
        ("actions.yaml", "together: true", "chart: sky\n    tells: true", "dice without modifiers"),
        ("actions.yaml", "notes: {Spotted", "notes: {Tries", "'Tries' needs words: true"),
        ("actions.yaml", "the {name}", "the {title}", "no value 'title'"),
        ("actions.yaml", "sets: {Tries: 0}", "sets: {Spotted: 0}", "holds words"),
        ("actions.yaml", "onto: Used orders}, {", "onto: Used}, {", "no deck 'Used'"),
        ("actions.yaml", "base = Hangar", "base = Hut", "none of these pieces has values such as"),
        ("actions.yaml", "name: Card,", "name: Card, having: base,", "having: needs on: piece"),
        ("scenarios/start.yaml", "facing: S", "facing: SE", "no facing of 'vane' 'SE'"),
        ("counters.yaml", "facings: [N,", "facings: ['\"',", "holds no"),
        ("map.yaml", "each: 10", "each: 0", "greater than or equal to 1"),
    ],
)
def test_a_mistake_is_told_where_it_stands(
    file: str, old: str, new: str, said: str, tmp_path: Path
) -> None:
    message = told(tmp_path, file, old, new)
    assert file in message
    assert said in message


def test_an_action_is_held_by_the_pieces_whose_values_fulfil_it(tmp_path: Path) -> None:
    game = load_game(write_small_game(tmp_path))
    assert game.action("spots").pieces == ("scout",)  # the arrow has no base
    folder = tmp_path / "by side"
    folder.mkdir()
    path = write_small_game(folder) / "actions.yaml"
    path.write_text(path.read_text("utf-8").replace("base = Hangar", "side = Red"), "utf-8")
    assert load_game(folder).action("spots").pieces == ("scout",)  # the arrow is nobody's


def test_a_click_draws_one_card_or_several(tmp_path: Path) -> None:
    game = load_game(write_small_game(tmp_path))
    drawn = {
        one: [(draw.deck, draw.onto) for draw in game.action(one).draw] for one in ("card", "deal")
    }
    assert drawn["card"] == [("Orders", "Used orders")]
    assert drawn["deal"] == [("Orders", "Used orders"), ("Spare", "Used orders")]
