"""Words in the chat, wrong buttons, dice on the desk: nobody is accused of what follows."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from generator.definition.reader import load_game
from generator.places import games_folder
from modules.uboat_variant import unseen
from modules.uboat_variant.state import ALLIED, AXIS
from validator.audit.findings import Severity
from validator.explaining.facts import Rolled
from validator.proving.bending import bent
from validator.proving.gestures import Gesture
from validator.proving.subject import Subject
from validator.rules.loading import load_rules
from validator.rules.policies import with_policies
from validator.rules.scenes import Seen


def second_contact(table):
    """Another boat comes to a ship, which leaves the grid at once."""
    table.turn_to(AXIS, "MILCH-COW", "Surfaced")
    table.drag(AXIS, "MILCH-COW", "CA")
    table.turn_to(ALLIED, "contact", "Contact here")
    table.drag(ALLIED, "contact", "CA")
    lie = ((AXIS, "U-123", (2, 2)), (AXIS, "MILCH-COW", (2, 4)), (ALLIED, "US-DD-1", (8, 8)))
    for side, piece, square in lie:
        table.stage.choose(side, piece, "Deploys (2d10)", {"Location": square})
        table.drag(side, piece, f"{square[0]},{square[1]}", "osl")
    table.turn_to(AXIS, "U-123", "Surfaced")
    table.stage.press(ALLIED, "First mover, Allies (1d10)", {"First mover": (9,)})
    table.stage.press(AXIS, "First mover, Axis (1d10)", {"First mover": (3,)})
    table.drag(ALLIED, "US-DD-1", "CA")
    table.stage.press(ALLIED, "OSL closed")
    table.drag(AXIS, "MILCH-COW", "CA")


def test_a_grid_is_closed_in_the_chat_and_the_next_by_its_button(sit):
    """What the button says in that turn is of another grid; the boat could not have left this
    one."""
    table = sit()
    table.contact(closes=False, boat_at=(5, 5))
    table.stage.say(ALLIED, "osl closed")
    table.drag(AXIS, "U-564", "BA")
    second_contact(table)
    table.drag(AXIS, "U-123", "CA")
    table.stage.press(AXIS, "Axis passes")
    table.phases()
    table.next_turn()
    table.phases()
    assert table.findings() == []


def test_a_word_for_nothing_is_not_that_of_a_grid_long_after(sit):
    """The wrong button is clicked before a grid is played for many rounds, and at its end."""
    table = sit()
    table.stage.press(ALLIED, "OSL closed")
    table.contact(leaves=(ALLIED, "US-CUT-1"), closes=False, rounds=10)
    table.stage.press(ALLIED, "Phase done")
    table.stage.press(ALLIED, "OSL closed")
    table.drag(AXIS, "U-564", "BA")
    table.stage.press(AXIS, "Axis passes")
    table.phases()
    table.next_turn()
    table.phases()
    assert table.findings() == []


@pytest.mark.parametrize("words", ["Surface second die", "Tonnage", "Repair"])
def test_after_a_stray_die_nobody_knows_where_boats_will_be(sit, words):
    """That it was for nothing is sure only at the end; what was done since was done when it was
    seen."""
    ways = {"U-123": "DC", "U-564": "CC"}
    table = sit()
    table.to_the_ships()
    table.stage.press(ALLIED, "Allies pass")
    table.stage.roll(ALLIED, words, (6,))
    moved = {}
    for boat, area in ways.items():
        table.turn_to(AXIS, boat, "Surfaced")
        table.drag(AXIS, boat, area)
        moved[boat] = len(table.stage.hand.steps)
    told = {one.what: one.thoughts for one in table.audited(reveal=True, belief=True).beliefs}
    assert all(thought.holds for thoughts in told.values() for thought in thoughts)
    for boat, area in ways.items():
        assert min(one.step for one in told[boat] if area in one.places) == moved[boat]


@pytest.mark.parametrize("button", ["asw_second", "surface_second", "tonnage", ""])
def test_guns_have_hit_if_a_second_die_is_thrown_next(button):
    """Where the table is unknown, nothing else tells; many such misses would leave no room for the
    hit."""
    fires = Rolled(Seen(1), "surface", (10,))
    later = [Rolled(fires.seen, "other", (1,)), Rolled(Seen(2), button, (7,))] if button else []
    context = SimpleNamespace(facts=[fires], at=0, later=later)
    assert unseen.hit(context, None, {}) == ((True, False) if "second" in button else (False, True))


@pytest.fixture(scope="module")
def fought(uboat_variant_module, tmp_path_factory):
    """A game in which boats are searched for and attacked, from ships and from the air."""
    game = with_policies(load_game("uboat_variant"), ["all=reconstructed"]).begun_at("first_patrol")
    rules = load_rules(game, games_folder() / "uboat_variant")
    subject = Subject(rules, uboat_variant_module, tmp_path_factory.mktemp("fought"))
    return subject, subject.play(4, "purposeful", by_hand=False)


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        "Looks for it (1d10)",
        "Huff-Duff (1d10)",
        "ASW attack (1d10)",
        "Fires its guns (1d10)",
        "4 torpedoes (1d10)",
    ],
)
def test_dice_of_searches_and_attacks_may_fall_on_the_desk(fought, words):
    subject, game = fought
    clicks = [at for at, one in enumerate(game.gestures) if words in one.args[1:2]]
    assert clicks
    for at in clicks[:2]:
        said = Gesture("say", game.gestures[at].side, ("rolled 2",))
        log = subject.written(game, bent(game.gestures, [{at: (said,)}]), "bent")
        found = subject.audited([log.path], {"reveal": True}).findings
        grave = [one for one in found if one.severity.rank < Severity.MISSING.rank]
        assert grave == [], at
