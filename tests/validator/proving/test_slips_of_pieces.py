"""What no log can show of an offence, because a piece may only have been handled."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from modules.atlantic_chase.verbs import EndStep
from tests.validator.proving.plants import dragged
from validator.proving import slips
from validator.proving.gestures import Gesture
from validator.proving.people import People


def after_a_drag(
    back: list[Gesture], *, legal: bool = True, owner: str = "German", verb: object = "another"
) -> SimpleNamespace:
    """A piece of a side is dragged from A to B, and another one somewhere, for some verb; what the
    verb after that does; whether the rest is legal."""
    gestures = {4: [Gesture("drag", "British", (("other",), "map", "D"))], 5: back}
    reading = SimpleNamespace(ends_turn=EndStep)
    return SimpleNamespace(
        own=dragged("A", "B"),
        rules=SimpleNamespace(module=SimpleNamespace(reading=reading)),
        subject=SimpleNamespace(
            game=SimpleNamespace(counter=lambda piece: SimpleNamespace(side=owner))
        ),
        changed=SimpleNamespace(of_verb=gestures.get),
        one=SimpleNamespace(at=3),
        rest=(SimpleNamespace(verb=verb), SimpleNamespace(verb="back")),
        state=None,
        is_legal=lambda state, verbs: legal,
    )


def test_a_piece_put_back_before_anything_settled_it_was_only_handled() -> None:
    assert slips.put_back(after_a_drag(dragged("B", "A"))) == "a piece was put back at once"
    assert not slips.put_back(after_a_drag(dragged("B", "C")))
    assert not slips.put_back(after_a_drag(dragged("B", "A"), legal=False))
    rolled = Gesture("roll", "German", ("Search", (1,)))
    assert not slips.put_back(after_a_drag(dragged("B", "A", rolled)))


def test_a_click_that_goes_with_a_piece_put_back_at_once_is_a_slip_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plant = after_a_drag(dragged("B", "A"))
    plant.own = [*plant.own, Gesture("press", "German", ("Decline", None, ()))]
    for idle in (True, False):
        monkeypatch.setattr(People, "slips", lambda self, one, idle=idle: idle)
        assert bool(slips.put_back(plant)) is idle


def test_a_piece_of_another_or_put_back_by_another_was_only_handled_within_the_turn() -> None:
    thrown = Gesture("roll", "German", ("Search", (1,)))
    back = [thrown, Gesture("choose", "German", ("raider", "Spent"), start="B", end="A")]
    assert not slips.put_back(after_a_drag(back))
    assert slips.put_back(after_a_drag(back, owner="British"))
    assert not slips.put_back(after_a_drag(back, owner="British", verb=EndStep()))
    assert slips.put_back(after_a_drag([one.by("British") for one in back]))


def test_a_counter_that_is_turned_again_at_once_was_turned_to_a_wrong_face() -> None:
    def turned(verb: int, piece: str, entry: str) -> Gesture:
        return Gesture("choose", "German", (piece, entry), verb=verb)

    nothing: dict[str, Any] = dict.fromkeys(("score", "sets", "sends_to", "draw", "silent"))
    menu = [
        SimpleNamespace(name="Hit", flips_to="hit", dice=None, **nothing),
        SimpleNamespace(name="Fires", flips_to="", dice="gun", **nothing),
    ]

    def plant(after: Gesture, *, legal: bool = True) -> SimpleNamespace:
        own = turned(3, "raider", "Flip")
        return SimpleNamespace(
            own=[own],
            changed=SimpleNamespace(gestures=[own, after], of_verb=lambda at: [after]),
            one=SimpleNamespace(at=3),
            subject=SimpleNamespace(game=SimpleNamespace(actions=menu)),
            rest=(),
            state=None,
            is_legal=lambda state, verbs: legal,
        )

    right = turned(4, "raider", "Hit")
    looked = plant(right)  # turned up, and down again by the next verb
    looked.rest = (SimpleNamespace(verb="turned down"),)
    looked.is_legal = lambda state, verbs: not verbs
    assert slips.turned_again(looked)
    looked.changed.of_verb = lambda at: [right, turned(4, "convoy", "Hit")]
    assert not slips.turned_again(looked)
    assert slips.turned_again(plant(right)) == "a counter was turned to another face at once"
    assert not slips.turned_again(plant(right, legal=False))
    assert not slips.turned_again(plant(turned(4, "convoy", "Hit")))
    assert not slips.turned_again(plant(turned(4, "raider", "Fires")))


def test_a_piece_with_which_the_log_ends_may_still_be_put_back() -> None:
    last = after_a_drag([])
    assert not slips.cut_off(last)
    last.rest = ()
    assert "may still be put right" in slips.cut_off(last)
    thrown = after_a_drag([])
    thrown.rest = ()
    thrown.own = [Gesture("roll", "German", ("Search", (1,)))]
    assert not slips.cut_off(thrown)
