"""Games in which only secrets differ look the same to who may not know them."""

from __future__ import annotations

import pytest

from generator.definition.schema import Game
from tests.validator.reading.tabletop.written_logs import WrittenLog
from validator.reading import listing


def shown(log: WrittenLog, side: str | None) -> list[str]:
    """All that is printed of a game to a side: what happened, and the table after each step."""
    view = log.view(side)
    lines = [listing.event_line(value) for value in listing.event_values(view)]
    for step in range(len(view.steps) + 1):
        lines += listing.table_lines(view.scene(step))
    return lines


def game(
    table_game: Game,
    *,
    first: str = "tiger",
    second: str = "panther",
    spot: tuple[float, float] = (30, 30),
    state: int = 1,
    card: str = "march",
    turned: bool = False,
) -> WrittenLog:
    """A game in which Red draws two tanks unseen, plans something, and takes a card into its hand.

    Which tank comes first, where the plan lies, which face a masked tank shows, which card it was,
    and what was turned over out of sight are secrets of Red.
    """
    log = WrittenLog(table_game).add("load", s=1, k="fresh")
    log.names = {"Red": "Anna", "Blue": "Ben"}
    log.add("seat", "Red", s="colour").add("seat", "Blue", s="colour")
    cup, cards = log.point("field", "Cup"), log.point("field", "Cards")
    for piece, place in ((first, "B02"), (second, "B03")):
        memo = f"piece/{piece}"
        log.add("leave", "Red", p=memo, i="deck/Cup", o=cup, d=1)
        to = log.point("field", place)
        log.add("drop", "Red", p=memo, f=cup, o=to, r=180, d=1, s=1)
    log.drop("Red", first, log.point("field", "C02"), down=1, state=state)
    log.add("pick", "Red", p="piece/order", f=log.point("plans", "Orders"))
    log.add("flip", "Red", p="piece/order", d=int(turned))
    to = log.at("plans", *spot)
    log.add("drop", "Red", p="piece/order", f=to, o=to, r=180, d=0, s=1)
    log.add("leave", "Red", p=f"piece/{card}", i="deck/Cards", o=cards, d=0)
    log.add("hand", "Red", p=f"piece/{card}", s="in", i="hand/Red")
    log.add("drop", "Red", p=f"piece/{card}", f=cards, o=[0, 0, -99_000], r=180, d=0, s=1)
    memo = f"piece/{first}"
    log.add("pick", "Red", p=memo, f=log.point("field", "C02"))
    log.add("flip", "Red", p=memo, d=int(not turned))
    log.add("drop", "Red", p=memo, f=to, o=log.at("plans", 90, 50), r=180, d=int(not turned), s=1)
    log.add("pick", "Red", p=f"piece/{card}", f=to)
    log.add("enter", "Red", p=f"piece/{card}", i="deck/Cards", o=cards)
    log.drop("Red", second, log.point("field", "D04"), down=1)
    return log.drop("Blue", "scout", log.point("field", "D03"))


SECRETS = {
    "which was drawn first": {"first": "panther", "second": "tiger"},
    "where the plan lies": {"spot": (4, 40)},
    "the face under the mask": {"state": 2},
    "the card in the hand": {"card": "halt"},
    "what was turned in the air": {"turned": True},
    "whether the plan was changed": {"spot": (60, 40)},
}


@pytest.mark.parametrize("secret", SECRETS)
def test_a_game_in_which_a_secret_differs_looks_the_same(table_game: Game, secret: str) -> None:
    one, other = game(table_game), game(table_game, **SECRETS[secret])  # type: ignore[arg-type]
    assert one.text != other.text
    for side in (None, "Blue"):
        assert shown(one, side) == shown(other, side)
    assert len(one.played().made) == len(other.played().made)


def test_its_own_side_sees_the_secrets(table_game: Game) -> None:
    seen = shown(game(table_game), "Red")
    assert all(
        shown(game(table_game, **secret), "Red") != seen  # type: ignore[arg-type]
        for name, secret in SECRETS.items()
        if name not in ("what was turned in the air", "whether the plan was changed")
    )


def test_what_nobody_saw_is_named_nowhere(table_game: Game) -> None:
    for side in (None, "Blue"):
        text = "\n".join(shown(game(table_game), side))
        assert not [word for word in ("Tiger", "Panther", "March", "Halt") if word in text]
        assert "Red tank" in text


def test_what_is_shown_is_known(table_game: Game) -> None:
    log = game(table_game)
    log.add("flip", "Red", p="piece/panther", d=0)
    assert any("Panther is unmasked" in line for line in shown(log, None))


def test_names_of_players_are_no_passwords(table_game: Game) -> None:
    view = game(table_game).view()
    assert view.passwords == 0
