"""What is done to pieces by hand, in a module of ours and in one nobody knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from generator.vassal import trees
from generator.vassal.commands import AddPiece, ChangePiece, Log, MovePiece, RemovePiece, Undo
from tests.modules.graf_spee.log_builder import BRITISH, GERMAN, NULL, SEA
from tests.validator.audit.conftest import Desk
from validator.audit.findings import Severity

Begin = Callable[[], Any]


def _added(log: Any, unit: str, ident: str) -> AddPiece:
    counter = log.counters[unit]
    return AddPiece(ident, counter.whole_type(), counter.whole_state())


def _cloned(log: Any, unit: str) -> None:
    counter = log.counters[unit]
    at = (counter.map, counter.x, counter.y)
    move = MovePiece("1899999999999", *at, counter.id, *at, None, BRITISH)
    log.step(_added(log, unit, "1899999999999"), NULL, NULL, move)


def _replaced(log: Any, unit: str) -> None:
    log.step(_added(log, unit, "1899999999999"), RemovePiece(log.counters[unit].id))


HANDS: list[tuple[str, Callable[[Any], Any]]] = [
    ("table.created", lambda log: log.create("taken_9", "Convoy taken 9", "marker", "B2")),
    ("table.deleted", lambda log: log.delete("taken_1")),
    ("table.cloned", lambda log: _cloned(log, "taken_2")),
    ("table.replaced", lambda log: _replaced(log, "taken_3")),
]


@pytest.mark.parametrize(("code", "act"), HANDS, ids=[code for code, _ in HANDS])
def test_pieces_that_come_or_go_by_hand_are_suspicious_in_our_module(
    code: str, act: Callable[[Any], Any], ours: Begin, desk: Desk
) -> None:
    log = ours()
    act(log)
    (found,) = desk.general(log)
    assert (found.code, found.severity, found.step) == (code, Severity.SUSPICIOUS, 1)
    assert found.pieces


@pytest.mark.parametrize(("code", "act"), HANDS, ids=[code for code, _ in HANDS])
def test_the_same_is_a_note_in_a_module_nobody_knows(
    code: str, act: Callable[[Any], Any], foreign: Begin, desk: Desk
) -> None:
    log = foreign()
    log.counters["taken_1"].type.insert(0, "delete;Delete;68,130;")
    log.counters["taken_1"].state.insert(0, "")
    act(log.start())
    (found,) = desk.general(log)
    assert (found.code, found.severity) == (code, Severity.NOTE)
    assert not desk.audit(log).has_findings


def test_a_piece_that_has_no_command_to_delete_it_was_deleted_by_hand(
    foreign: Begin, desk: Desk
) -> None:
    (found,) = desk.general(foreign().delete("taken_1"))
    assert (found.code, found.severity) == ("table.deleted", Severity.SUSPICIOUS)


def test_a_piece_created_and_taken_back_is_passed_over(ours: Begin, desk: Desk) -> None:
    log = ours().create("taken_9", "Convoy taken 9", "marker", "B2")
    assert desk.codes(log.undo()) == []


def test_a_piece_deleted_and_brought_back_is_passed_over(ours: Begin, desk: Desk) -> None:
    log = ours()
    lost = log.counters["taken_1"].added()
    log.delete("taken_1")
    back = trees.node(Log(Undo(True)), trees.node(Log(lost)), Log(Undo(False)))
    log.steps.append(back)
    assert desk.codes(log) == []


def test_moving_flipping_and_returning_pieces_is_nothing_special(ours: Begin, desk: Desk) -> None:
    log = ours()
    log.move("exeter", "B2", by=BRITISH).move("taken_1", "A3", by=GERMAN)
    log.flip("turn", 2).flip("turn", 1)
    log.move("exeter", "Atlantic Cup", by=BRITISH)
    assert desk.codes(log) == []


def test_a_piece_made_another_is_altered(ours: Begin, desk: Desk) -> None:
    log = ours()
    log.step(log._set(log.counters["taken_1"], "mark", "taken_2,marker"))
    codes = desk.codes(log)
    assert codes == ["table.altered", "table.twin"]


def test_that_a_face_down_piece_was_made_another_is_told_without_saying_which(
    ours: Begin, desk: Desk
) -> None:
    log = ours()
    log.step(log._set(log.counters["exeter"], "mark", "renown,BB"))
    (found,) = desk.general(log)
    assert found.code == "table.altered"
    told = f"{found.did} {found.pieces}".lower()
    assert "exeter" not in told and "renown" not in told
    (altered, twin) = desk.general(log, reveal=True)
    assert "exeter,CA became renown,BB" in altered.did
    assert twin.code == "table.twin"


def test_another_layer_of_a_piece_does_not_alter_it(ours: Begin, desk: Desk) -> None:
    log = ours()
    log.flip("turn", 2)
    assert desk.codes(log) == []


# --- masks and veils ------------------------------------------------------------------


def _turned_up(log: Any, unit: str, by: str) -> Any:
    """Turned up in the step in which somebody moves it: then the log tells who."""
    counter = log.counters[unit]
    shown = log._set(counter, "obs", "null;")
    at = (counter.map, counter.x, counter.y)
    return log.step(shown, MovePiece(counter.id, *at, None, *at, None, by))


def test_a_mask_lifted_by_the_other_side_is_suspicious(ours: Begin, desk: Desk) -> None:
    log = _turned_up(ours(), "exeter", GERMAN)
    found = desk.general(log)
    assert sorted(one.code for one in found) == ["table.hand", "table.unmasked"]
    unmasked = next(one for one in found if one.code == "table.unmasked")
    assert (unmasked.side, unmasked.player) == ("German", "German Player P1")


def test_a_mask_lifted_by_its_owner_is_not(ours: Begin, desk: Desk) -> None:
    assert desk.codes(_turned_up(ours(), "exeter", BRITISH)) == []


def test_no_finding_rests_on_a_guess_who_lifted_a_mask(ours: Begin, desk: Desk) -> None:
    assert desk.codes(ours().show("exeter")) == []


def _shown(log: Any, by: str) -> Any:
    counter = log.counters["supply_1"]
    shown = log._set(counter, "hide", "null")
    at = (counter.map, counter.x, counter.y)
    return log.step(shown, MovePiece(counter.id, *at, None, *at, None, by))


def test_a_hidden_piece_shown_by_the_other_side_is_suspicious(ours: Begin, desk: Desk) -> None:
    codes = desk.codes(_shown(ours(), BRITISH), reveal=True)
    assert "table.shown" in codes
    assert set(codes) <= {"table.shown", "table.hand"}


def test_a_hidden_piece_shown_by_its_owner_is_not(ours: Begin, desk: Desk) -> None:
    assert desk.codes(_shown(ours(), GERMAN), reveal=True) == []


# --- whose piece, and how many --------------------------------------------------------


def test_a_piece_moved_by_the_other_side_is_suspicious(ours: Begin, desk: Desk) -> None:
    (found,) = desk.general(ours().move("exeter", "B2", by=GERMAN))
    assert (found.code, found.severity) == ("table.hand", Severity.SUSPICIOUS)
    assert found.side == "German"


def test_what_belongs_to_nobody_may_be_moved_by_all(ours: Begin, desk: Desk) -> None:
    log = ours().move("taken_1", "A3", by=GERMAN).move("taken_1", "Markers", by=BRITISH)
    assert desk.codes(log) == []


def test_in_a_module_nobody_knows_open_pieces_belong_to_nobody(foreign: Begin, desk: Desk) -> None:
    assert desk.codes(foreign().move("taken_1", "B2", by=GERMAN)) == []


def test_a_piece_that_its_type_keeps_to_one_side_belongs_to_it_there_too(
    foreign: Begin, desk: Desk
) -> None:
    (found,) = desk.general(foreign().move("exeter", "B2", by=GERMAN))
    assert (found.code, found.severity) == ("table.hand", Severity.SUSPICIOUS)
    assert desk.codes(foreign().move("exeter", "B2", by=BRITISH)) == []


def test_two_holders_of_one_identity_at_the_start_are_found(ours: Begin, desk: Desk) -> None:
    log = ours()
    log.counters["first"] = log.counters["taken_1"]
    log.create("taken_1", "Convoy taken 1", "marker", "B2")
    log.start()
    log.move("taken_2", "A3")
    found = [one for one in desk.general(log) if one.code == "table.twin"]
    assert len(found) == 1
    assert "2 pieces are Convoy taken 1" in found[0].did


def test_a_second_holder_that_a_finding_explains_is_not_told_twice(ours: Begin, desk: Desk) -> None:
    log = ours()
    log.create("taken_1", "Convoy taken 1", "marker", "B2")
    assert desk.codes(log) == ["table.created"]


def test_all_pieces_there_once_is_nothing_to_tell(ours: Begin, desk: Desk) -> None:
    assert desk.codes(ours().move("taken_1", "A3"), reveal=True) == []


def test_a_change_of_bookkeeping_alters_nothing(ours: Begin, desk: Desk) -> None:
    log = ours()
    counter = log.counters["taken_1"]
    state = counter.whole_state()
    log.step(ChangePiece(counter.id, state, state))
    assert counter.map == SEA
    assert desk.codes(log) == []


@pytest.mark.parametrize("reveal", [False, True])
def test_a_piece_turned_up_in_a_cup_was_looked_for(ours: Begin, desk: Desk, reveal: bool) -> None:
    log = ours()
    log.move("exeter", "Atlantic Cup", by=BRITISH)
    log.step(log._set(log.counters["exeter"], "obs", "null;"))
    log.say(BRITISH, "there")
    (found,) = desk.general(log, reveal=reveal)
    assert (found.code, found.severity) == ("secret.search", Severity.SUSPICIOUS)
    assert found.did == "A piece in the Atlantic Cup was turned up before it was drawn."
    assert "exeter" not in str(found).lower()
    assert (found.step, found.pieces) == (2 if reveal else 1, ())


def test_a_piece_drawn_from_a_cup_and_turned_up_was_not(ours: Begin, desk: Desk) -> None:
    log = ours()
    log.move("exeter", "B2", by=BRITISH)
    log.step(log._set(log.counters["exeter"], "obs", "null;"))
    assert "secret.search" not in desk.codes(log)
