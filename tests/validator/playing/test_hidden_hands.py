"""Cards that are drawn face down, into a box or into a private window: they are played, and every
reader of the log reads them again, in the plain words of a game of one's own."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from generator.definition.reader import load_game
from tests.validator.card_game import deal, ran
from validator.explaining.facts import Moved, Words
from validator.explaining.netting import netted
from validator.explaining.reading import plain_words
from validator.rules.scenes import Seen, Token

DRAW = """    signs = sign.all_of(
        sign.drawn("event", deck=sign.one_of("Events"), unit="card"),
        sign.optional(sign.declared("draws")),
    )
"""
INTO_A_BOX = """    signs = sign.all_of(
        sign.drawn("event", deck=sign.one_of("Events"), piece="card"),
        sign.moved("event", piece="card", to=sign.one_of("Tent")),
    )
"""
DEALT_ON = INTO_A_BOX.replace("sign.moved(", 'sign.declared("draws"),\n        sign.moved(')
BOX = "  boxes: [{id: Tent, x: 71mm, y: 40mm, width: 8mm, height: 20mm}]\n"

INTO_A_HAND = """    signs = sign.all_of(
        sign.drawn("event", deck=sign.one_of("Events"), piece="card"),
        sign.optional(
            sign.moved("event", piece="card", to=sign.meant(lambda t, s, v: "Hand", in_the_hand))
        ),
    )


class Play(Verb):
    card: str
    signs = sign.all_of(
        sign.moved("event", piece="card", to=sign.one_of("Played")),
        sign.shown("event", piece="card"),
    )
"""
PLAY = """book.offer(Play, card=lambda t, state, play: state.held)


@book.case("1")
def played_from_the_hand(t, state, play: Play):
    return None if state.held else "a card was played from an empty hand"


@book.effect
def played(t, state, play: Play):
    unseen = state.held[:1]  # which of them it was, only its owner saw
    gone = (play.card,) if play.card in state.held else unseen
    return state.changed(held=tuple(one for one in state.held if one not in gone))




"""
HAND = (
    (DRAW, INTO_A_HAND.replace("in_the_hand", "lambda t, s, place: place == 'Hand'")),
    ("    now: bool = False\n", "    now: bool = False\n    held: tuple = ()\n"),
    ("book.offer(Draw", PLAY + "book.offer(Draw"),
    (
        "(*state.drawn, draw.card), now",
        "(*state.drawn, draw.card), held=(*state.held, draw.card), now",
    ),
    ('Due(None, (Draw,), not state.now, "1")', 'Due("Red", (Draw, Play), not state.now, "1")'),
    ("verbs=(Draw,", "verbs=(Draw, Play,"),
)
WINDOW = """- id: hand
  name: Hand
  width: 60mm
  height: 80mm
  private_to: Red
  boxes: [{id: Hand, x: 5mm, y: 5mm, width: 50mm, height: 70mm}]
"""
READERS = ([], ["--as", "Red"], ["--as", "Blue"], ["--reveal"])


def with_more_on_the_map(game: Path, more: str) -> Path:
    file = game / "map.yaml"
    file.write_text(f"{file.read_text('utf-8').rstrip()}\n{more}", "utf-8")
    return game


def is_clean(log: Path, game: Path) -> bool:
    """Whether each reader of a log is told notes and nothing else."""
    told = (ran("audit", log, "--game", game, *reader)[1] for reader in READERS)
    return all(re.match(r"Clean \(\d+ notes?\)\.\n", one) for one in told)


@pytest.mark.parametrize("by", [(), ("--by-hand",)], ids=["with buttons", "by hand"])
def test_a_drawn_card_goes_face_down_where_its_verb_puts_it(tmp_path: Path, by: tuple) -> None:
    game = with_more_on_the_map(deal(tmp_path, (DRAW, INTO_A_BOX)), BOX)
    log = tmp_path / "deal.vlog"
    assert ran("play", game, "--seed", 1, *by, "-o", log)[0] == 0
    assert ran("log", log)[1].count("Event is drawn from Events ->") == 6
    assert is_clean(log, game)


def test_a_card_that_a_button_deals_goes_on_to_where_its_verb_puts_it(tmp_path: Path) -> None:
    game = with_more_on_the_map(deal(tmp_path, (DRAW, DEALT_ON)), BOX)
    log = tmp_path / "deal.vlog"
    assert ran("play", game, "--seed", 1, "-o", log)[0] == 0
    assert ran("log", log)[1].count("is drawn from Played ->") == 6
    assert is_clean(log, game)


def test_a_hand_in_a_private_window_is_read_by_everybody(tmp_path: Path) -> None:
    game, log = with_more_on_the_map(deal(tmp_path, *HAND), WINDOW), tmp_path / "deal.vlog"
    for seed in (1, 2, 3):
        assert ran("play", game, "--seed", seed, "-o", log)[0] == 0
        shown = ran("log", log)[1]
        assert shown.count("Event is drawn from Events -> ? (Hand)") == 6
        assert "goes ? (Hand) -> Played" in shown
        assert is_clean(log, game)


def test_a_hand_is_played_in_tabletop_simulator_too(tmp_path: Path) -> None:
    """A card that lies in a pile there is turned up by nobody: it is turned up before."""
    game, save = with_more_on_the_map(deal(tmp_path, *HAND), WINDOW), tmp_path / "deal.json"
    for seed in (1, 2, 3):
        status, told = ran("play", game, "--seed", seed, "--as-tts", "-o", save)
        assert status == 0, told
        assert is_clean(save, game)


def with_a_scout(to: Path) -> Words:
    """The words of the game of hands with a counter that is set up face down on the board."""
    game = with_more_on_the_map(deal(to, *HAND), f"{BOX}{WINDOW}")
    scout = "- {id: scout, name: Scout, kind: scout, mask: {access: [Red]}, faces: [{}]}\n"
    counters, scenario = game / "counters.yaml", game / "scenarios" / "first.yaml"
    counters.write_text(counters.read_text("utf-8") + scout, "utf-8")
    stands = "placements: [{pieces: [scout], map: board, at: Tent, masked: true}, "
    text = scenario.read_text("utf-8").replace("placements: [", stands)
    scenario.write_text(text, "utf-8")
    return plain_words(load_game(game), None)


def test_face_down_counters_have_a_kind_for_those_who_do_not_know_them_if_they_are_dealt(
    tmp_path: Path,
) -> None:
    """Rules that deal nothing need not expect a counter that they cannot know."""
    words = with_a_scout(tmp_path)
    card, scout = (
        Token("piece 1", None, None, name, "Board", "Tent", face_down=True)
        for name in ("Event", "?")
    )
    assert (words.role(card), words.role(scout)) == ("event", "")
    assert words.role(replace(scout, unit="scout")) == "scout"


def test_a_counter_of_the_open_map_is_put_right_as_ever_though_it_may_lie_face_down(
    tmp_path: Path,
) -> None:
    """Only what is dealt was seen in private when it goes back."""
    words = with_a_scout(tmp_path)

    def put_right(kind: str) -> list[Moved]:
        return [
            Moved(Seen(1, side="Red"), kind, "it", "Tent", "Camp"),
            Moved(Seen(2, side="Red"), kind, "other", "Pass", "Camp"),
            Moved(Seen(3, side="Red"), kind, "it", "Camp", "Tent"),
        ]

    assert [one.about for one in netted(put_right("scout"), words)] == ["other"]
    assert [one.about for one in netted(put_right("event"), words)] == ["it", "other", "it"]


def test_what_only_another_side_can_turn_up_is_told_with_its_verb(tmp_path: Path) -> None:
    shows = """

class Show(Verb):
    card: str
    signs = sign.shown("event", piece="card")
"""
    due = 'Due("Red", (Draw,), not state.now, "1"), Due("Blue", (Show,), bool(state.drawn))'
    changes = (
        (DRAW, INTO_A_BOX + shows),
        ("book.offer(Draw", "book.offer(Show, card=lambda t, s, v: s.drawn)\nbook.offer(Draw"),
        (
            "@book.effect\n",
            "@book.effect\ndef shown(t, s, v: Show):\n    return s\n\n\n@book.effect\n",
        ),
        ('Due(None, (Draw,), not state.now, "1")', due),
        ("verbs=(Draw,", "verbs=(Draw, Show,"),
    )
    game = with_more_on_the_map(deal(tmp_path, *changes), BOX)
    status, told = ran("play", game, "-o", tmp_path / "deal.vlog")
    assert status == 2
    assert "Show of Blue cannot be played: Blue cannot choose 'Turn over' of" in told
    assert re.search(r"rules\.py:\d+: Show", told)


def test_a_card_that_lies_in_no_deck_is_not_drawn(tmp_path: Path) -> None:
    again = ("[one for one in t if one not in state.drawn]", "t[:1]")
    game, log = deal(tmp_path, again), tmp_path / "deal.vlog"
    status, told = ran("play", game, "-o", log)
    assert status == 2 and not log.exists()
    assert "Draw draws 'event_1', which lies in 'Played' and in no deck" in told


def test_a_piece_that_a_draw_only_moves_may_lie_on_the_table(tmp_path: Path) -> None:
    """It is not told as the one that is drawn."""
    swap = """    signs = sign.all_of(
        sign.drawn("event", deck=sign.one_of("Events"), piece="card"),
        sign.moved("event", piece="out", to=sign.one_of("Played")),
    )
"""
    changes = (
        ("    card: str = field", "    out: str\n    card: str = field"),
        (DRAW, swap),
        ("book.offer(Draw, card", "book.offer(Draw, out=lambda t, s, v: t[8:], card"),
        ("[one for one in t if", "[one for one in t[:8] if"),
    )
    game = with_more_on_the_map(deal(tmp_path, *changes), BOX)
    scenario = game / "scenarios" / "first.yaml"
    apart = ("event_9], map: board, at: Events}", "event_8], map: board, at: Events}")
    text = scenario.read_text("utf-8").replace("event_8, " + apart[0], apart[1])
    tent = "placements: [{pieces: [event_9], map: board, at: Tent}, "
    scenario.write_text(text.replace("placements: [", tent), "utf-8")
    status, told = ran("play", game, "-o", tmp_path / "deal.vlog")
    assert status == 2
    assert "Draw was played, and none of its signs could be made" in told
