"""Where the module is not at hand nobody sees more than with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.vassal import saves, traits, trees
from generator.vassal.commands import (
    AddPiece,
    Board,
    ChangePiece,
    Command,
    GameUnderWay,
    MovePiece,
    Player,
    SetBoards,
)
from generator.vassal.encodings import Access
from generator.vassal.saves import Save
from generator.vassal.traits import trait
from validator.reading import events as ev
from validator.reading import listing, reader, views
from validator.reading.views import View

OPEN, MASKED = "null;", "Red;|0"
CARDS = {"1": "Storm", "2": "Calm"}
COVER = trait("obs;", access=Access("side"), maskName="card")
CLOAK = trait("hide;", access=Access("side"))


def state(board: str, x: int, *, mask: str = OPEN, hidden: str = "null") -> str:
    return traits.nest([mask, hidden, traits.basic_state(board, x, 5)])


def card(name: str) -> str:
    return traits.piece_type([COVER, CLOAK, trait("piece;", commonName=name)])


def moved(ident: str, to: str, x: int, of: str = "Main Map", old: int = 5) -> MovePiece:
    return MovePiece(ident, to, x, 5, None, of, old, 5, None, "red-password")


def turned(ident: str, board: str, x: int, new: str, old: str) -> ChangePiece:
    return ChangePiece(ident, state(board, x, mask=new), state(board, x, mask=old))


def hid(ident: str, board: str, x: int, new: str, old: str) -> ChangePiece:
    return ChangePiece(ident, state(board, x, hidden=new), state(board, x, hidden=old))


def log(*steps: list[Command]) -> View:
    """Two cards in a deck that lies face down, a counter on each map; seen by everybody."""
    boards = ["Main Map", "Red Hand", "Dead Pile"]
    pieces: list[Command] = []
    for ident, name in CARDS.items():
        pieces.append(AddPiece(ident, card(name), state("Main Map", 5)))
    for at, board in enumerate(boards):
        pieces.append(AddPiece(f"8{at}", card(f"Of {board}"), state(board, 60)))
    deck = trait("deck;", deckName="Draw Deck", faceDownOption="Always").type
    pieces.append(AddPiece("90", deck, traits.deck_state("Main Map", 5, 5, True, [*CARDS])))
    laid = [SetBoards(board, (Board(board, 0, 0),)) for board in boards]
    roster = [Player("red-password", "Ann", "Red"), Player("blue-password", "Bob", "Blue")]
    head = [*laid, *roster, GameUnderWay()]
    text = saves.compose(pieces, head, [trees.step(*step) for step in steps])
    return views.view(reader.read(Save(text)))


def told(view: View) -> str:
    """All that is printed of a log."""
    lines = [listing.event_line(value) for value in listing.event_values(view)]
    for step in range(len(view.steps) + 1):
        lines += listing.table_lines(view.scene(step))
    return "\n".join(lines) + repr(list(view.events()))


DRAWN_AND_MASKED = [moved("1", "Main Map", 20), turned("1", "Main Map", 20, MASKED, OPEN)]
PEEKED = [
    turned("1", "Main Map", 20, OPEN, MASKED),
    turned("1", "Main Map", 20, MASKED, OPEN),
]


@pytest.mark.parametrize(
    "steps",
    [
        [[moved("1", "Red Hand", 20)]],
        [[moved("1", "Red Hand", 20), turned("1", "Red Hand", 20, MASKED, OPEN)]],
        [[moved("1", "Red Hand", 20)], [moved("1", "Dead Pile", 7, "Red Hand", 20)]],
        [DRAWN_AND_MASKED],
        [DRAWN_AND_MASKED, PEEKED],
        [DRAWN_AND_MASKED, [*PEEKED, moved("1", "Main Map", 30, old=20)]],
        [[moved("1", "Main Map", 20), moved("1", "Main Map", 5, old=20)]],
    ],
    ids=["hand", "hand-masked", "on", "masked", "peeked", "peeked-and-moved", "out-and-in"],
)
def test_a_card_has_no_name_before_everybody_has_seen_it(steps: list[list[Command]]) -> None:
    assert "Storm" not in told(log(*steps))


def test_a_card_has_its_name_once_everybody_has_seen_it() -> None:
    view = log([moved("1", "Main Map", 20)])
    assert [(e.name, e.piece) for e in view.events() if isinstance(e, ev.Drawn)] == [("Storm", "1")]
    played = log([moved("1", "Red Hand", 20)], [moved("1", "Main Map", 9, "Red Hand", 20)])
    lines = [listing.event_line(value).strip() for value in listing.event_values(played)]
    assert [line.partition("  [")[0] for line in lines] == [
        "1  card is drawn from Draw Deck -> ? (Red Hand)",
        "2  Storm moves ? (Red Hand) -> 9,5 (Main Map)",
    ]


def test_only_the_main_map_is_known_to_be_everybodys() -> None:
    view = log([moved("81", "Red Hand", 70, "Red Hand", 60)])
    assert {seen.name for seen in view.scene().pieces} == {"Of Main Map"}
    assert view.steps == ()
    assert view.unknown_maps == ("Red Hand", "Dead Pile")


def test_where_a_piece_was_hidden_nobody_saw() -> None:
    away = [moved("80", "Main Map", 33, old=60), hid("80", "Main Map", 33, "Red", "null")]
    back = [hid("80", "Main Map", 33, "null", "Red"), moved("80", "Main Map", 44, old=33)]
    view = log(away, back)
    assert [type(event) for event in view.events()] == [ev.Hidden, ev.Shown]
    assert [event.at.x for event in view.events() if isinstance(event, ev.Hidden)] == [60]
    assert [event.at.x for event in view.events() if isinstance(event, ev.Shown)] == [44]


def test_a_deck_turned_down_in_play_hides_what_goes_into_it() -> None:
    deck = [
        ChangePiece("90", traits.deck_state("Main Map", 5, 5, down, []), "")
        for down in (False, True)
    ]
    view = log(
        [deck[0]],
        [deck[1]],
        [moved("80", "Main Map", 5, old=60)],
        [moved("80", "Main Map", 61), turned("80", "Main Map", 61, MASKED, OPEN)],
    )
    drawn = [event for event in view.steps[-1].events if isinstance(event, ev.Drawn)]
    assert [event.name for event in drawn] == ["card"]


@pytest.mark.parametrize("side", [None, "German"])
def test_nobody_sees_more_without_the_module(shared: Path, side: str | None) -> None:
    reference = shared / "vassal/reference"
    module = reference / "reference.vmod"
    read = 0
    for file in sorted((reference / "logs").glob("[0-4]*.vlog")):
        known = views.view(reader.read_file(file, module), side)
        alone = views.view(reader.read_file(file), side)
        for step in (0, None):
            names = [{(one.id, one.name) for one in v.scene(step).pieces} for v in (alone, known)]
            assert names[0] <= names[1], file.name
        said = [
            {
                e.name
                for e in view.events()
                if isinstance(e, ev.PieceEvent) and not e.piece.startswith("?")
            }
            for view in (alone, known)
        ]
        assert said[0] <= said[1], file.name
        read += 1
    assert read > 30
