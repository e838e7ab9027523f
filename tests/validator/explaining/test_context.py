"""The table as it lies while a log is explained."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from validator.explaining.context import Context, lay
from validator.explaining.facts import Declared, Faced, Rolled
from validator.rules.scenes import Change, Declaration, Roll, Seen, Token


def test_what_was_taken_back_does_not_lie_on_the_table() -> None:
    start = Token("scout", "scout", None, "", "map", "A1")
    went = Seen(1, None, None, changes=(Change(start, replace(start, place="A2")),))
    table = {"scout": start}
    lay(table, replace(went, taken_back=True))
    assert table["scout"].place == "A1"
    lay(table, went)
    assert table["scout"].place == "A2"


def test_dice_that_were_called_off_hide_no_later_sign() -> None:
    """What comes after the dice of another act belongs to that act; not so if they were a slip."""
    steps = [Seen(number, "Ann", "German") for number in range(3)]
    facts = [Faced(steps[0], "tank", "t1", 1, 2), Rolled(steps[1], "hits", (5,))]
    facts.append(Faced(steps[2], "tank", "t1", 2, 3))
    rules: Any = SimpleNamespace()
    scene: Any = SimpleNamespace(steps=steps)
    context: Any = Context(rules, None, scene, facts, {})
    way: Any = SimpleNamespace(signs=())
    assert context.is_past_dice(0, 2, way)
    said = replace(steps[2], calls_off=True)
    taken_back: Any = replace(context, scene=SimpleNamespace(steps=[*steps[:2], said]))
    assert not taken_back.is_past_dice(0, 2, way)


def test_where_there_is_only_chat_nothing_is_taken_back() -> None:
    context: Any = Context.__new__(Context)
    for said in ((), (Seen(1, calls_off=True),)):
        context.scene = SimpleNamespace(steps=said)
        assert Context.taken_back.func(context) == frozenset()


def test_dice_are_told_before_a_fact_though_others_fell_or_a_click_was_undone_since() -> None:
    """Or a piece was turned over and back: no fact is left of these steps."""
    context: Any = Context.__new__(Context)
    piece = Token("scout", "scout", None, "", "map", "A1")
    turned = Change(piece, piece)
    told, roll, moved = Seen(1, told_dice=(5, 2)), Seen(2, rolls=(Roll("gun", (3,)),)), Seen(3)
    said = Declaration("fires", "", 1)
    context.facts = [Rolled(one, "gun", (3,)) for one in (roll, moved)]
    for between, heard in (
        ((roll,), [told]),
        ((Seen(2, declarations=(said,), taken_back=True),), [told]),
        ((Seen(2, declarations=(said,)),), []),
        ((Seen(4, changes=(turned,)), Seen(4, changes=(turned,))), [told]),
    ):
        context.scene = SimpleNamespace(steps=(told, *between, moved))
        assert context.dice_told_before(Rolled(moved, "gun", (3,))) == heard


def test_who_tells_the_dice_that_he_just_rolled_in_the_log_tells_no_others() -> None:
    context: Any = Context.__new__(Context)
    rolled, moved = Seen(1, side="Red", rolls=(Roll("gun", (2, 5)),)), Seen(3)
    for side, dice, heard in (("Red", (5, 2), False), ("Red", (5,), True), ("Blue", (5, 2), True)):
        told = Seen(2, side=side, told_dice=dice)
        context.facts = []
        context.scene = SimpleNamespace(steps=(rolled, told, moved))
        assert bool(context.dice_told_before(Rolled(moved, "gun", (3,)))) is heard


def test_a_remark_on_dice_of_the_log_tells_no_dice_between_two_facts() -> None:
    context: Any = Context.__new__(Context)
    said, last = Seen(2, side="Red"), Seen(4, side="Red")
    rolled = Seen(1, side="Red", rolls=(Roll("gun", (6,)),))
    for told, heard in (
        (Seen(3, side="Red", told_dice=(6,)), False),
        (Seen(3, side="Red", told_dice=(5,)), True),
        (Seen(3, side="Red", told_dice=(5,), taken_back=True), False),
    ):
        context.scene = SimpleNamespace(steps=(rolled, said, told, last))
        first = Declared(said, "fires", "", None)
        assert bool(context.dice_told_since(first, Rolled(last, "gun", (3,)))) is heard
