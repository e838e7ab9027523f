"""More offences in logs written command by command: whose each was, and one finding of each."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from modules.graf_spee.reading import mute
from modules.graf_spee.state import State
from tests.modules.graf_spee.test_audit_more_habits import (
    BRITISH,
    EYES,
    OUT,
    gone,
    met,
    raiding,
    searching,
)
from tests.modules.graf_spee.turns import LOG, begun, close, course
from tests.sampling import one_in
from validator.audit.findings import Severity
from validator.explaining.facts import TurnShown
from validator.rules.scenes import Seen

pytestmark = pytest.mark.slow  # one of a kind is tried by default elsewhere

in_all_views = pytest.mark.parametrize("eyes", one_in(2, EYES.values()), ids=EYES)


def told(audited: Any, log: Any, eyes: dict[str, Any]) -> list[tuple[str, str | None]]:
    return [(one.code, one.side) for one in audited.findings(log, **eyes)]


@in_all_views
def test_two_hits_that_only_damage_the_ship_are_the_germans(
    log: Any, audited: Any, eyes: dict[str, Any]
) -> None:
    met(log).roll("Graf Spee fires", 1, 1, 1).roll("Cruiser fires", 6, 6, by=BRITISH)
    log.flip("graf_spee", 2).mask("exeter")
    gone(log)
    course(log, 2, "B2")
    assert told(audited, close(log, 2), eyes) == [("GS-6(2)g", "German")]


@in_all_views
def test_a_piece_that_stays_up_for_turns_is_one_finding(
    log: Any, audited: Any, eyes: dict[str, Any]
) -> None:
    met(log).roll("Graf Spee fires", 1, 1, 1).roll("Cruiser fires", 1, 2, by=BRITISH)
    gone(log)
    for turn, hex_id, plot in ((2, "A3", "B2"), (3, "A4", "B3"), (4, "A3", "B2")):
        course(log, turn, plot)
        close(log.move("exeter", hex_id), turn)
    assert told(audited, log, eyes) == [("GS-10(Q5)", "British")]


@in_all_views
def test_a_piece_turned_up_again_when_it_was_down_stays_up(
    log: Any, audited: Any, eyes: dict[str, Any]
) -> None:
    """It was not turned down last; and in the next turn it searches as it lies."""
    searching(log).show("ark_royal").mask("ark_royal").show("ark_royal").end_of_turn(1)
    course(log, 2, "B4").declare("END OF MOVEMENT", "British", turn=2)
    log.declare("NO CONTACT", "German", turn=2).move("search_1", "A3")
    log.declare("AIR SEARCH", "British", "by Ark Royal", turn=2)
    log.declare("NOT FOUND", "German", turn=2).mask("ark_royal").end_of_turn(2)
    assert told(audited, log, eyes) == [("GS-10(Q5)", "British")]


@in_all_views
def test_a_fourth_piece_is_not_paid_by_points_of_later(
    log: Any, audited: Any, eyes: dict[str, Any]
) -> None:
    begun(log, "B2")
    course(log, 1, "A2")
    for piece in ("exeter", "sussex", "hermes", "dummy_1"):
        log.move(piece, "A2" if piece == "exeter" else "A1")
    log.declare("END OF MOVEMENT", "British", turn=1).declare("CONTACT", "German", turn=1)
    log.move("graf_spee", "A2").show("exeter").roll("Graf Spee fires", 5, 1, 1)
    log.roll("Cruiser fires", 1, 2, by=BRITISH).move("exeter", "Atlantic Cup").score_button(1)
    gone(log)
    course(log, 2, "B2")
    cases = [("GS-5(2)a", "British"), ("GS-5(3)a", "British")]
    assert told(audited, close(log, 2), eyes) == cases


@in_all_views
def test_pieces_divided_again_are_one_finding(log: Any, audited: Any, eyes: dict[str, Any]) -> None:
    """None of them is drawn from the wrong box then, nor are pieces lacking that are at sea."""
    begun(log, "B5", indian=("renown",))
    close(course(log, 1, "C5").move("exeter", "A2"), 1)
    course(log, 2).move("sussex", "Indian Cup").move("renown", "Atlantic Cup")
    log.move("renown", "A1").move("sussex", "B6")
    assert told(audited, close(log, 2), eyes) == [("GS-2(5)b", "British")]


def test_a_ship_that_was_not_met_is_fired_at(log: Any, audited: Any) -> None:
    """What the dice drove off went because of them, and so did the points come."""
    begun(log, "B5")
    course(log, 1, "C5").move("exeter", "A1").declare("END OF MOVEMENT", "British", turn=1)
    log.roll("Graf Spee fires", 5, 1, 1).move("exeter", "Atlantic Cup").score_button(1)
    log.declare("NO CONTACT", "German", turn=1).end_of_turn(1)
    close(course(log, 2, "C4").move("sussex", "A1"), 2)
    assert told(audited, log, {"reveal": True}) == [("GS-6(1)", "German")]


def test_points_for_nothing_are_found_where_they_were_clicked(log: Any, audited: Any) -> None:
    """Not when a raid of the same turn brings some, nor when the British pay for more moves."""
    close(course(begun(log, "B2"), 1).move("exeter", "A1"), 1)
    log.score_button(9)
    clicked = len(log.steps)
    course(log, 2, "C2").extra_moves(4, turn=2, score=10)
    log.declare("END OF MOVEMENT", "British", turn=2).declare("NO CONTACT", "German", turn=2)
    log.declare("RAID", "German", turn=2).move("graf_spee", "C2").score_button(11)
    (found,) = audited.findings(gone(log, 2), reveal=True)
    assert (found.severity, found.side, found.step) == (Severity.VIOLATION, "German", clicked)


def test_an_escape_that_is_wrong_in_whichever_turn_is_found(log: Any, audited: Any) -> None:
    """Two hexes off the map when nothing is left of a turn but its end: in this turn it comes too
    late, in the next it goes too far."""
    begun(log, "B2").move("plot", "C2", LOG).move("exeter", "A3")
    log.declare("END OF MOVEMENT", "British", turn=1).declare("NO CONTACT", "German", turn=1)
    log.move("plot", "A1", LOG).move("graf_spee", "Atlantic Ocean")
    assert told(audited, log, {"reveal": True}) == [("DG-6", "German")]


def test_a_sunk_ship_is_not_scuttled_for_a_cheaper_die(log: Any, audited: Any) -> None:
    """The die for the loss of a ship that sank is not seen, though the log shows dice."""
    searching(log, "E3", "E2").show("ark_royal").move("search_1", "E2")
    log.declare("AIR SEARCH", "British", "by Ark Royal", turn=1).move("graf_spee", "E2")
    log.declare("FOUND", "German", turn=1).roll("Air attack", 6, 6, 5, by=BRITISH)
    log.move("graf_spee", OUT).declare("SCUTTLE", "German", turn=1).roll("Scuttling", 5)
    assert "DG-15" in [code for code, _ in told(audited, log.score_button(-3), {"reveal": True})]


def test_a_third_hex_without_a_supply_ship_turned_is_found(log: Any, audited: Any) -> None:
    begun(log, "B3")
    close(course(log, 1, "E3").move("exeter", "A2"), 1)
    close(course(log, 2, "D3"), 2)
    assert told(audited, log, {"reveal": True}) == [("GS-4(3)c", "German")]


@pytest.mark.parametrize("said", [True, False], ids=["no contact said", "no contact unsaid"])
def test_a_supply_ship_turned_where_the_ship_is_not_is_found(
    log: Any, audited: Any, said: bool
) -> None:
    """The voyage log says that the ship refuelled, and in which turn."""
    begun(log, "B2")
    for turn, plot in ((1, "A2"), (2, "B2"), (3, "A2")):
        close(course(log, turn, plot), turn)
    log.flip("supply_2", 2)
    course(log, 4, "B2").declare("END OF MOVEMENT", "British", turn=4)
    if said:
        log.declare("NO CONTACT", "German", turn=4)
    close(course(log.end_of_turn(4), 5, "A2"), 5)
    found = audited.findings(log, reveal=True)
    assert [(one.severity, one.code, one.side) for one in found] == [
        (Severity.VIOLATION, "GS-4(3)a", "German")
    ]


@pytest.mark.parametrize("answered", [True, False], ids=["answered", "for one's own memory"])
def test_a_search_by_a_cruiser_is_no_slip_when_it_is_answered(
    log: Any, audited: Any, answered: bool
) -> None:
    met(log).roll("Graf Spee fires", 1, 1, 1).move("search_1", "A1")
    log.roll("Cruiser fires", 1, 2, by=BRITISH)
    if answered:
        log.declare("NOT FOUND", "German", turn=1)
    gone(log.mask("exeter"))
    cases = [("GS-5(6)a", "British")] * 2 if answered else []
    assert told(audited, close(course(log, 2, "B2"), 2), {"reveal": True}) == cases


def test_a_point_left_out_is_not_made_up_for_by_what_another_click_books(
    log: Any, audited: Any
) -> None:
    raiding(log).declare("RAID", "German", turn=1).move("graf_spee", "B2")
    gone(log.roll("Commerce raid", 5).score_button(1))
    course(log, 2, "B3").move("sussex", "A2").extra_moves(4, turn=2, score=2)
    found = audited.findings(close(log, 2), reveal=True)
    assert [(one.severity, one.code) for one in found] == [(Severity.MISSING, "GS-7(5)")]


def test_points_for_nothing_are_told_where_they_were_booked(log: Any, audited: Any) -> None:
    """Not of what earns some later: more moves are bought, and paid (GS-5(3)a)."""
    course(begun(log, "B4"), 1, "C4").move("exeter", "A2").score_button(2)
    close(log.extra_moves(4, turn=1, score=3), 1)
    found = audited.findings(close(course(log, 2, "C4"), 2), reveal=True)
    assert [(one.severity, one.code) for one in found] == [(Severity.VIOLATION, "GS-8(2)a")]


def test_a_point_for_nothing_does_not_pay_for_what_a_button_counts_itself(
    log: Any, audited: Any
) -> None:
    """The German clicked one too many; the British, whose button counts one more, did not."""
    log.start().move("plot", "B4", LOG).move("supply_1", "B3", LOG).score_button(1)
    log.move("supply_2", "D3", LOG).move("supply_3", "C5", LOG).move("renown", "Indian Cup")
    course(log, 1, "C4").extra_moves(4, turn=1, score=2)
    (found,) = audited.findings(close(log, 1), reveal=True)
    assert (found.severity, found.code, found.side) == (Severity.VIOLATION, "GS-8(2)a", "German")


@in_all_views
def test_a_piece_elsewhere_that_goes_into_a_cup_was_not_fired_at(
    log: Any, audited: Any, eyes: dict[str, Any]
) -> None:
    """Though another was hit: fire may be divided between two pieces of the combat, no others."""
    course(begun(log, "B2"), 1, "A2").move("exeter", "A2").move("dummy_1", "A1")
    log.declare("END OF MOVEMENT", "British", turn=1).declare("CONTACT", "German", turn=1)
    log.move("graf_spee", "A2").show("exeter")
    log.roll("Graf Spee fires", 5, 1, 1).roll("Cruiser fires", 1, 2, by=BRITISH)
    log.move("dummy_1", "Atlantic Cup").move("exeter", "Atlantic Cup").score_button(1)
    assert told(audited, gone(log), eyes) == [("DG-11", "British")]


def test_a_pursuit_by_a_piece_that_is_not_on_the_map_is_not_the_ships_fault(
    log: Any, audited: Any
) -> None:
    """The marker in a box, and the open course that answers it in the next turn."""
    course(begun(log, "B2"), 1, "A2").move("exeter", "A1")
    log.declare("END OF MOVEMENT", "British", turn=1).declare("NO CONTACT", "German", turn=1)
    log.move("pursuit", "Indian Ocean").end_of_turn(1)
    log.move("plot", "B2", LOG).declare("OPEN COURSE", "German", turn=2).move("graf_spee", "B2")
    log.move("pursuit", "Markers").move("exeter", "A2")
    assert told(audited, close(log, 2), {"reveal": True}) == [("GS-6(6)a", "British")]


def test_a_piece_taken_out_of_its_cup_and_out_of_the_game_is_one_finding(
    log: Any, audited: Any
) -> None:
    course(begun(log, "B2"), 1, "A2").declare("END OF MOVEMENT", "British", turn=1)
    log.declare("NO CONTACT", "German", turn=1).move("exeter", OUT).end_of_turn(1)
    close(course(log, 2, "B2"), 2)
    assert told(audited, log, {"reveal": True}) == [("GS-6(5)a", "British")]


def by_hand(log: Any) -> Any:
    """A ship and a cruiser meet in the first turn; nothing is said, no dice are seen."""
    log.move("plot", "B2", LOG).move("supply_1", "B3", LOG).move("supply_2", "D3", LOG)
    log.move("supply_3", "C5", LOG).start().move("plot", "A2", LOG).move("exeter", "A2")
    return log.move("graf_spee", "A2").show("exeter")


def test_a_turn_closed_twice_is_found_where_it_was(log: Any, audited: Any) -> None:
    """The ship that is shown behind it was not shown late for the turn that it closed."""
    by_hand(log).mask("exeter").move("graf_spee", "Holding", LOG)
    log.move("turn", "Turn 2").move("turn", "Turn 3").move("graf_spee", "A2").show("exeter")
    log.mask("exeter").move("graf_spee", "Holding", LOG).move("turn", "Turn 4")
    found = audited.findings(log.move("exeter", "A3").move("plot", "B2", LOG), reveal=True)
    assert [(one.code, one.side, one.step) for one in found] == [("GS-5(5)a", "German", 8)]


def test_a_piece_on_the_map_that_goes_into_a_cup_was_on_the_map(log: Any, audited: Any) -> None:
    """Not drawn and put back: another piece was drawn while it lay there."""
    course(begun(log, "B2"), 1, "B3").move("exeter", "A1").move("sussex", "A2")
    log.move("exeter", "Indian Cup")
    found = told(audited, close(log, 1), {"reveal": True})
    assert {case for case, _ in found} == {"DG-11", "GS-6(5)b"}


def test_a_raid_when_the_ship_has_left_the_map_is_no_way_to_show_where_it_was(
    log: Any, audited: Any
) -> None:
    close(course(begun(log, "A3"), 1, "A2").move("exeter", "A1"), 1)
    log.move("graf_spee", "Atlantic Ocean").declare("ESCAPE", "German", turn=2)
    log.declare("RAID", "German", turn=2).move("graf_spee", "C3")
    assert told(audited, log, {"reveal": True}) == [("GS-8(1)b", "German")]


def test_a_ship_that_sailed_on_was_not_lost_in_the_turn_before(log: Any, audited: Any) -> None:
    """It lay on the map of all when the other side went on."""
    by_hand(log).move("exeter", "Atlantic Cup").score_by_hand(1)
    log.move("graf_spee", "Holding", LOG).move("turn", "Turn 2").move("sussex", "A3")
    log.move("graf_spee", OUT).score_by_hand(0)
    assert told(audited, log, {"reveal": True}) == [("GS-8(3)c", "German")]


def test_points_lost_for_nothing_by_hand_are_found_though_the_log_ends(
    log: Any, audited: Any
) -> None:
    """No dice are seen, but none can have been thrown that cost any."""
    log.move("plot", "B2", LOG).move("supply_1", "B3", LOG).move("supply_2", "D3", LOG)
    log.move("supply_3", "C5", LOG).start().move("plot", "A2", LOG).move("exeter", "A1")
    log.move("graf_spee", "A2").score_by_hand(2).move("graf_spee", "Holding", LOG)
    log.move("turn", "Turn 2").move("exeter", "B2").score_by_hand(1)
    assert told(audited, log, {"reveal": True}) == [("GS-8(3)a", "German")]


def test_more_moves_before_the_ship_leaves_are_bought_too_early(log: Any, audited: Any) -> None:
    """Its course of that turn was to leave: no other was written unseen before."""
    close(course(begun(log, "A3"), 1, "A2").move("exeter", "A1"), 1)
    log.extra_moves(4, turn=2, score=1).declare("ESCAPE", "German", turn=2)
    log.move("graf_spee", "Atlantic Ocean")
    assert told(audited, log, {"reveal": True}) == [("GS-3(2)", "British")]


def test_dice_that_are_thrown_later_were_not_thrown_on_the_desk(log: Any, audited: Any) -> None:
    """The loss of the ship is rolled before anybody fires."""
    met(log).roll("Sinking", 6).move("graf_spee", OUT)
    log.roll("Graf Spee fires", 3, 4, 4).roll("Cruiser fires", 4, 5, by=BRITISH)
    found = told(audited, log.score_button(-6), {"reveal": True})
    assert {"DG-8", "GS-6(2)d"} & {case for case, _ in found}
    assert {side for _, side in found} == {"German"}


def test_nobody_is_blamed_for_what_either_may_have_done(log: Any, audited: Any) -> None:
    """A piece is drawn before the plot moves: too early by the one, or the plot too late."""
    log.move("plot", "B2", LOG).move("supply_1", "B3", LOG).move("supply_2", "D3", LOG)
    log.move("supply_3", "C5", LOG).start().move("exeter", "Atlantic Ocean")
    log.move("plot", "A2", LOG).move("exeter", "A1").move("turn", "Turn 2")
    found = audited.findings(log.move("plot", "A3", LOG), reveal=True)
    assert {one.severity for one in found} <= {Severity.UNVERIFIABLE}


def test_the_first_turn_that_is_shown_ends_no_turn() -> None:
    """The set-up is over then, or should be."""
    context = SimpleNamespace(tables=None)
    assert mute(context, State(), TurnShown(Seen(1), "", 1, None))
    assert not mute(context, State(), TurnShown(Seen(1), "", 2, None))
