"""What is fixed in secret and shown later: the role of the Barbarigo, the frogman markers."""

from __future__ import annotations

from typing import Any

import pytest

from modules.uboat_variant.state import ALLIED, AXIS, ROLE_BOX
from validator.hidden.plots import SealBook, entry_of

REVEAL: dict[str, Any] = {"reveal": True}
EYES: tuple[dict[str, Any], ...] = ({}, {"side": ALLIED}, {"side": AXIS}, REVEAL)


def enters(table):
    """The Barbarigo comes in on turn 2, as she is due."""
    table.drag(AXIS, "BARBARIGO", "DT")
    table.stage.choose(AXIS, "BARBARIGO", "Enters here")


def fixes(table, role="role_ferry"):
    """On the desk of the Axis."""
    table.drag(AXIS, role, "Role", "axis_desk")


def shows(table, role="role_ferry"):
    """In the box of all."""
    if table.stage.where(role) != ROLE_BOX:
        table.drag(AXIS, role, ROLE_BOX, "roster")
    table.stage.choose(AXIS, role, "Show it")


def all_eyes(table):
    return [table.findings(**eyes) for eyes in EYES]


@pytest.mark.slow
def test_a_role_that_is_fixed_on_entry_is_clean(sit):
    table = sit()
    enters(table)
    fixes(table)
    table.to_the_ships()
    assert all_eyes(table) == [[]] * 4


def test_a_role_may_lie_face_down_in_its_box(sit):
    table = sit()
    enters(table)
    table.drag(AXIS, "role_ferry", ROLE_BOX, "roster")
    table.to_the_ships()
    shows(table)
    table.passes()
    assert all_eyes(table) == [[]] * 4


@pytest.mark.slow
def test_a_role_that_is_carried_into_the_open_to_be_shown_is_clean(sit):
    table = sit()
    enters(table)
    fixes(table)
    table.to_the_ships()
    shows(table)
    table.passes()
    assert all_eyes(table) == [[]] * 4


@pytest.mark.slow
def test_a_role_that_is_changed_in_its_box_is_seen_by_all(sit):
    table = sit()
    enters(table)
    table.drag(AXIS, "role_ferry", ROLE_BOX, "roster")
    table.to_the_ships()
    table.passes()
    table.next_turn()
    table.drag(AXIS, "role_ferry", "Roles", "axis_desk")
    table.drag(AXIS, "role_conventional", ROLE_BOX, "roster")
    table.phases()
    assert all_eyes(table) == [[("UV-21.2.c", AXIS)]] * 4


@pytest.mark.slow
def test_a_role_that_is_fixed_late_is_found_when_all_is_shown(sit):
    table = sit()
    enters(table)
    table.to_the_ships()
    table.passes()
    table.next_turn()
    fixes(table)
    table.phases()
    assert ("UV-21.2.c", AXIS) in table.findings(**REVEAL)
    assert table.findings(side=ALLIED) == []


def test_a_role_that_is_changed_is_found_when_all_is_shown(sit):
    table = sit()
    enters(table)
    fixes(table)
    table.to_the_ships()
    table.passes()
    table.next_turn()
    table.drag(AXIS, "role_ferry", "Roles", "axis_desk")
    fixes(table, "role_conventional")
    table.phases()
    assert ("UV-21.2.c", AXIS) in table.findings(**REVEAL)
    assert table.findings() == []


@pytest.mark.parametrize(("role", "right"), [("role_ferry", True), ("role_conventional", False)])
def test_only_the_role_that_was_fixed_may_be_laid_into_the_open_later(sit, role, right):
    """Face down, it tells the others nothing; who may see it, sees whether it is another."""
    table = sit()
    enters(table)
    fixes(table)
    table.to_the_ships()
    table.drag(AXIS, role, ROLE_BOX, "roster")
    table.passes()
    assert table.findings(**REVEAL) == ([] if right else [("UV-21.2.c", AXIS)])
    assert table.findings() == []


def test_a_role_that_is_fixed_before_she_enters_is_a_decision_of_ours(sit):
    table = sit()
    fixes(table)
    table.to_the_ships()
    assert [code for code, _ in table.findings(**REVEAL)] == ["UVD-7"]


def test_another_role_is_shown_than_was_fixed(sit):
    table = sit()
    enters(table)
    fixes(table)
    table.to_the_ships()
    shows(table, "role_conventional")
    table.passes()
    assert table.findings(**REVEAL) == [("UV-21.2.c", AXIS)]


# --- On paper, with a seal


def sealed(table, *lines):
    """Seal what is on paper; the lines that open it."""
    book = SealBook("uboat_variant", AXIS).with_sealed(entry_of(one, "role") for one in lines)
    for one in book.kept:
        table.stage.say(AXIS, str(one.seal()))
    return [str(one.reveal()) for one in book.kept]


def test_a_sealed_role_is_clean(sit):
    table = sit()
    enters(table)
    (opens,) = sealed(table, "role: ferry")
    table.to_the_ships()
    shows(table)
    table.stage.say(AXIS, opens)
    table.passes()
    assert all_eyes(table) == [[]] * 4


@pytest.mark.slow
def test_another_role_is_shown_than_was_sealed(sit):
    table = sit()
    enters(table)
    (opens,) = sealed(table, "role: conventional")
    table.to_the_ships()
    shows(table)
    table.passes()
    table.stage.say(AXIS, opens)
    assert [table.findings(**eyes) for eyes in EYES] == [[("UV-21.2.c", AXIS)]] * 4


def test_a_role_that_is_sealed_a_turn_late(sit):
    table = sit()
    enters(table)
    table.to_the_ships()
    table.passes()
    table.next_turn()
    sealed(table, "role: ferry")
    table.phases()
    assert ("UV-21.2.c", AXIS) in table.findings(**REVEAL)


# --- Frogmen

FOUR = (1, 2, 4, 5)


@pytest.fixture
def off_charleston(sit):
    """A log that begins in the middle of a campaign: in turn 3 the Barbarigo comes to Charleston
    on the surface, and its player attacks the port."""
    table = sit()
    table.drag(AXIS, "BARBARIGO", "CA")
    table.begins_here()
    table.to_the_ships()
    table.passes()
    table.next_turn()
    table.to_the_ships()
    table.drag(ALLIED, "convoy_1", "BC")
    table.stage.choose(AXIS, "BARBARIGO", "Surfaced")
    table.drag(AXIS, "BARBARIGO", "DB")
    return table


def ends_the_moves(table):
    table.stage.press(ALLIED, "Allies pass")
    table.stage.press(AXIS, "Axis passes")


def goes_on(table):
    """The turn ends, and the next begins."""
    table.phases()
    table.next_turn()
    table.phases(2)


def attacks(table):
    table.stage.choose(AXIS, "charleston", "Is the target")
    table.stage.choose(AXIS, "BARBARIGO", "Declares a frogman attack")


def fills(table, markers=FOUR, side=AXIS, says=True):
    for number in markers:
        table.drag(side, f"frogman_1_{number}", "Container 1", "roster")
    if says:
        table.stage.press(side, "Container 1 filled")


def strikes(table, marker=4):
    ends_the_moves(table)
    table.stage.press(AXIS, "Draw from Container 1", pieces=[f"frogman_1_{marker}"])
    if marker == 4:
        table.stage.roll(AXIS, "Tonnage", (5,))


@pytest.mark.slow
def test_an_attack_by_frogmen_is_clean(off_charleston):
    table = off_charleston
    attacks(table)
    fills(table)
    shows(table)
    strikes(table)
    goes_on(table)
    assert all_eyes(table) == [[]] * 4


@pytest.mark.slow
def test_markers_put_in_by_hand_alone_are_seen_by_all_to_go_in(off_charleston):
    """No button is clicked: to the other side they come out of a window that it does not see."""
    table = off_charleston
    attacks(table)
    fills(table, says=False)
    shows(table)
    strikes(table)
    goes_on(table)
    assert all_eyes(table) == [[]] * 4


@pytest.mark.slow
def test_an_attack_may_be_declared_when_all_have_flown(off_charleston):
    """Before the ships move: that the air movement is over is only said in the chat."""
    table = off_charleston
    ends_the_moves(table)
    goes_on(table)
    ends_the_moves(table)
    table.stage.say(ALLIED, "phase done")
    attacks(table)
    fills(table)
    shows(table)
    table.drag(ALLIED, "convoy_1", "BB")
    strikes(table)
    table.phases(2)
    assert all_eyes(table) == [[]] * 4


@pytest.mark.slow
def test_five_markers_go_into_the_container(off_charleston):
    table = off_charleston
    attacks(table)
    fills(table, (1, 2, 3, 4, 5))
    shows(table)
    strikes(table)
    goes_on(table)
    assert table.findings(**REVEAL) == [("UV-21.2.1g", AXIS)]
    assert table.findings() == []


@pytest.mark.slow
def test_markers_that_are_chosen_by_the_wrong_side(off_charleston):
    """She was not detected: the Axis chooses."""
    table = off_charleston
    attacks(table)
    pieces = [f"frogman_1_{number}" for number in range(1, 6)]
    for piece in pieces:
        table.stage.choose(AXIS, piece, "Turn over")
    table.stage.drag(AXIS, pieces, "allied_desk", "Allied Choice 1")
    fills(table, side=ALLIED)
    shows(table)
    strikes(table)
    goes_on(table)
    assert [code for code, _ in table.findings(**REVEAL)] == ["UV-21.2.1i"]


@pytest.mark.slow
def test_a_marker_is_drawn_before_the_grids_are_over(off_charleston):
    table = off_charleston
    attacks(table)
    fills(table)
    table.stage.press(AXIS, "Draw from Container 1", pieces=["frogman_1_1"])
    shows(table)
    table.drag(ALLIED, "US-CUT-1", "BB")
    table.stage.press(AXIS, "Axis passes")
    table.stage.press(ALLIED, "Allies pass")
    goes_on(table)
    assert all_eyes(table) == [[("UV-21.2.1j", AXIS)]] * 4


@pytest.mark.slow
def test_no_markers_were_put_in(off_charleston):
    table = off_charleston
    attacks(table)
    shows(table)
    ends_the_moves(table)
    goes_on(table)
    assert all_eyes(table) == [[("UV-21.2.1g", AXIS), ("UV-21.2.1j", AXIS)]] * 4


@pytest.mark.slow
def test_a_role_that_came_out_and_is_never_shown(off_charleston):
    table = off_charleston
    attacks(table)
    fills(table)
    strikes(table)
    goes_on(table)
    assert all_eyes(table) == [[("UVD-7", AXIS)]] * 4


@pytest.mark.slow
def test_a_marker_is_changed_after_it_went_in(off_charleston):
    """Taken out of the container again, and another put in: all see it."""
    table = off_charleston
    attacks(table)
    fills(table)
    table.drag(AXIS, "frogman_1_1", "Axis Choice 1", "axis_desk")
    table.drag(AXIS, "frogman_1_3", "Container 1", "roster")
    shows(table)
    strikes(table)
    goes_on(table)
    assert all(("UV-21.2.1g", AXIS) in told for told in all_eyes(table))


@pytest.mark.slow
def test_a_role_is_sealed_twice(sit):
    table = sit()
    enters(table)
    (opens,) = sealed(table, "role: ferry")
    table.to_the_ships()
    table.passes()
    table.next_turn()
    sealed(table, "role: conventional")
    table.phases()
    table.stage.say(AXIS, opens)
    assert all_eyes(table) == [[("seal.again", AXIS)]] * 4
