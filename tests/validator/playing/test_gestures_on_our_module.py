"""Clicks on the generated module: one step each, with all that the click sets off.

The same gestures were made in VASSAL 3.7.26 itself on this module; it wrote the same steps.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.vassal import locations, saves
from generator.vassal.archive import Archive
from generator.vassal.commands import ChangeProperty, Chat, Log, MovePiece, SetTurn
from validator.playing.gestures import GestureError, Hand, Seat
from validator.playing.gestures_module import PlayedModule

GERMAN = Seat("German", "German Player", "pw-g")
BRITISH = Seat("British", "British Player", "pw-b")
SEA, LOG = "South Atlantic", "Voyage Log"


@pytest.fixture
def hand(blank_module: Path) -> Hand:
    module = PlayedModule.read(blank_module)
    with Archive(blank_module) as archive:
        setup = saves.from_bytes(archive.read(module.setup()), "set-up")
    return Hand(module, locations.read(module.module), setup.position())


def unit(hand: Hand, name: str):
    return next(one for one in hand.counters if one.marked("UnitId") == name)


def said(hand: Hand) -> list[str]:
    return [c.text for c in commands(hand) if isinstance(c, Chat)]


def commands(hand: Hand):
    found = []
    for node in hand.steps[-1].walk():
        command = node.command
        while isinstance(command, Log):
            command = command.command
        found.append(command)
    return found


def draw(hand: Hand, name: str, place: str) -> None:
    hand.drag(BRITISH, [unit(hand, name)], SEA, *hand.region(SEA, place))


def test_a_declaration_says_side_keyword_turn_and_player_and_goes_to_the_next_step(
    hand: Hand,
) -> None:
    hand.press(GERMAN, "Course logged")
    assert len(hand.steps) == 1
    assert said(hand) == [
        "* ! German declares COURSE LOGGED, turn 1 [German Player]",
        "* [German German Player] Turn 1, 1 Voyage log -> Turn 1, 2 Royal Navy",
    ]
    assert commands(hand)[-1] == SetTurn(
        "TurnTracker0", "0|1;0;false;-1;1\\;0\\;0\\;true,true,true"
    )
    hand.press(GERMAN, "Course logged")
    assert len(said(hand)) == 1, "the tracker is there already"


def test_extra_moves_pay_a_point_and_roll_in_one_click(hand: Hand) -> None:
    hand.press(BRITISH, "Extra moves", {"Extra moves": [4]})
    assert len(hand.steps) == 1
    changes = [c for c in commands(hand) if isinstance(c, ChangeProperty)]
    assert changes[0] == ChangeProperty("GermanScore", "0", "1", "Module")
    assert changes[1] == ChangeProperty("Extra moves_result", "1", "4", "Module")
    (moved,) = [c for c in commands(hand) if isinstance(c, MovePiece)]
    assert (moved.id, moved.player) == (unit(hand, "score").id, "pw-b")
    assert hand.location(SEA, moved.x, moved.y) == "Score 1"


def test_the_end_of_the_turn_moves_the_turn_marker_from_whatever_step(hand: Hand) -> None:
    hand.press(BRITISH, "End of turn")
    marker = unit(hand, "turn")
    assert hand.location(SEA, marker.x, marker.y) == "Turn 2"
    assert hand.tracker is not None and hand.tracker.text() == "Turn 2, 1 Voyage log"
    assert len(hand.steps) == 1


def test_the_trackers_arrow_sends_the_marker_in_a_step_of_its_own(hand: Hand) -> None:
    for _ in range(3):
        hand.advance_turn(GERMAN)
    kinds = [type(step.command.command).__name__ for step in hand.steps]
    assert kinds == ["Chat", "Chat", "ChangePiece", "Chat"]


def test_the_turn_marker_is_turned_over_at_turn_21(hand: Hand) -> None:
    marker = unit(hand, "turn")
    for turn in range(2, 22):
        hand.press(GERMAN, "End of turn")
        face = marker.chain[marker.at("emb2;")].state
        assert face == ("2" if turn == 21 else "1")
    assert hand.location(SEA, marker.x, marker.y) == "Turn 1"


def test_a_drawn_piece_is_masked_by_its_side_and_reported_as_any_other(hand: Hand) -> None:
    draw(hand, "hermes", "A2")
    assert unit(hand, "hermes").masked_by == "British"
    assert said(hand) == ["* [British British Player] Royal Navy piece moves Atlantic Cup -> A2 *"]


def test_a_carrier_that_declares_its_search_turns_up_in_the_same_click(hand: Hand) -> None:
    draw(hand, "hermes", "A2")
    hand.choose(BRITISH, unit(hand, "hermes"), "Air search")
    assert unit(hand, "hermes").masked_by is None
    assert said(hand)[-1] == "* ! British declares AIR SEARCH by Hermes, turn 1 [British Player]"
    assert len(hand.steps) == 2


def test_what_happens_on_the_voyage_log_is_not_said(hand: Hand) -> None:
    hand.drag(GERMAN, [unit(hand, "plot")], LOG, *hand.region(LOG, "B3"))
    hand.drag(GERMAN, [unit(hand, "supply_1")], LOG, *hand.region(LOG, "C3"))
    hand.choose(GERMAN, unit(hand, "supply_1"), "Refuel")
    assert len(hand.steps) == 3
    for step in hand.steps:
        assert not any(isinstance(n.command.command, Chat) for n in step.walk())


def test_a_stack_is_dragged_as_one_and_lands_in_order(hand: Hand) -> None:
    for name in ("exeter", "sussex", "dummy_1"):
        draw(hand, name, "A2")
    pile = unit(hand, "exeter").pile
    assert pile is not None
    hand.drag(BRITISH, list(pile.members), SEA, *hand.region(SEA, "B3"))
    there = unit(hand, "exeter").pile
    assert there is not None and [one.name for one in there.members] == [
        "Exeter",
        "Sussex",
        "Dummy 1",
    ]
    assert said(hand)[-1].count("Royal Navy piece") == 3


def test_an_undone_drag_leaves_the_table_as_it_was(hand: Hand) -> None:
    draw(hand, "exeter", "A2")
    before = unit(hand, "exeter").state
    hand.drag(BRITISH, [unit(hand, "exeter")], SEA, *hand.region(SEA, "B3"))
    hand.undo()
    assert unit(hand, "exeter").state == before
    assert len(hand.steps) == 3
    with pytest.raises(GestureError, match="just made"):
        hand.undo()


@pytest.mark.parametrize(
    ("gesture", "trouble"),
    [
        (lambda h: h.press(GERMAN, "Course loged"), "did you mean 'Course logged'"),
        (lambda h: h.choose(GERMAN, unit(h, "graf_spee"), "Flap"), "did you mean 'Flip'"),
        (lambda h: h.press(GERMAN, "Scuttle"), "rolls, and nobody said what"),
        (lambda h: h.roll(GERMAN, "Graf Spee fires", [6]), "does not roll 1 dice"),
        (lambda h: h.drag(GERMAN, [unit(h, "exeter")], SEA, 1, 1), "may not move 'Exeter'"),
        (lambda h: h.say(GERMAN, "over\\"), "must not end in a backslash"),
        (lambda h: h.region(SEA, "Z9"), "no region 'Z9'"),
    ],
)
def test_what_the_module_does_not_offer_is_refused(hand: Hand, gesture, trouble: str) -> None:
    with pytest.raises(GestureError, match=trouble):
        gesture(hand)
    assert hand.steps == []


def test_dice_that_a_click_does_not_roll_are_an_error(hand: Hand) -> None:
    with pytest.raises(GestureError, match="'Raid' does not roll 'Commerce raid'"):
        hand.press(GERMAN, "Raid", {"Commerce raid": [3]})


def test_another_sides_face_down_piece_is_not_turned_up(hand: Hand) -> None:
    draw(hand, "exeter", "B3")
    exeter, steps = unit(hand, "exeter"), len(hand.steps)
    with pytest.raises(GestureError, match=r"German cannot choose 'Turn over' of .* face down"):
        hand.choose(GERMAN, exeter, "Turn over")
    assert len(hand.steps) == steps and exeter.masked_by is not None
    hand.choose(BRITISH, exeter, "Turn over")
    assert exeter.masked_by is None
