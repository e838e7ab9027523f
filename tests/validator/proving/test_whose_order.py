"""Acts and words in another order, and markers behind which somebody else breaks a rule."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from validator.proving import otherwise, slips, unseen
from validator.proving.gestures import Gesture
from validator.proving.people import People
from validator.rules.cases import Broken

Named = SimpleNamespace


class Throw:
    """A verb with dice."""


class Act:
    """Any other verb."""


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(People, "says", lambda self, one: one.name == "press")
    monkeypatch.setattr(unseen, "is_rolled", lambda kind: kind is Throw)
    monkeypatch.setattr(unseen, "alternatives", lambda *of: [])


def thrown_behind(*rows: tuple[str, object], legal: list[object]) -> Any:
    """An act of the German's, what follows it, and the order in which all is legal."""
    due = [Named(side=side, mandatory=True, verbs=(Throw,)) for side in ("German", "British")]
    return Named(
        state=0,
        one=Named(side="German", verb="act"),
        rest=[Named(side=side, verb=verb) for side, verb in rows],
        rules=Named(due=lambda state: due, apply=lambda state, verb: state + 1),
        is_legal=lambda state, verbs: [*verbs] == legal,
    )


def test_dice_of_the_other_side_may_be_thrown_a_moment_late(plain: None) -> None:
    die, act = Throw(), Act()
    own = thrown_behind(("German", die), ("British", act), legal=[die, "act", act])
    assert not unseen._thrown_late(own)
    plant = thrown_behind(("British", die), ("German", act), legal=[die, "act", act])
    assert unseen._thrown_late(plant) == "the other side threw a moment later what it owed"
    late = thrown_behind(("German", act), ("German", die), legal=[act, die, "act"])
    assert not unseen._thrown_late(late)
    anybody = thrown_behind(("British", die), legal=[die, "act"])
    anybody.rules.due = lambda state: [Named(side=None, mandatory=True, verbs=(Throw,))]
    assert unseen._thrown_late(anybody)
    illegal = thrown_behind(("British", die), legal=[])
    assert not unseen._thrown_late(illegal)


def followed(*rows: tuple[str, object], legal: list[object]) -> Any:
    """A drag of the German's; a drag, unless it is a throw or a word, for each act behind it."""
    due = [Named(mandatory=True, verbs=(Throw,))]
    gestures = [Gesture("press" if verb == "word" else "drag", side) for side, verb in rows]
    return Named(
        own=[Gesture("drag", "German", (("a",),))],
        state=0,
        one=Named(side="German", verb="act", at=0),
        rest=[Named(side=side, verb=verb) for side, verb in rows],
        rules=Named(
            module=Named(reading=Named(ends_turn=Act)),
            due=lambda state: due,
            apply=lambda state, verb: state,
        ),
        changed=Named(of_verb=lambda at: [gestures[at - 1]]),
        is_legal=lambda state, verbs: [*verbs] in (legal, legal[:1], legal[:2]),
    )


def test_owed_dice_may_be_thrown_a_moment_later(
    plain: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unseen, "is_owed", lambda state, verb: False)
    die = Throw()
    behind = [("German", "moved"), ("British", "word"), ("German", die)]
    order: list[object] = [die, "act", "moved", "word"]
    assert unseen._done_later(followed(*behind, legal=order))
    assert not unseen._done_later(followed(*behind, legal=[]))
    late = followed(("German", "moved"), *behind, legal=[die, "act", "moved", "moved", "word"])
    assert not unseen._done_later(late)
    both = [("German", Throw()), ("German", "moved"), ("German", Throw())]
    order = [both[0][1], both[2][1], "act", "moved"]
    assert unseen._done_later(followed(*both, legal=order))


@pytest.mark.parametrize(
    ("side", "with_dice", "late"),
    [("British", True, True), ("German", True, False), ("German", False, True)],
)
def test_what_was_owed_may_be_done_a_moment_later(
    plain: None, monkeypatch: pytest.MonkeyPatch, side: str, with_dice: bool, late: bool
) -> None:
    """Two players act at once; but one player does first what he owes first, unless he only
    drags something in between."""
    monkeypatch.setattr(unseen, "is_owed", lambda state, verb: verb == "withdrew")
    die = Throw()
    order = [die, "withdrew", die, "withdrew"] if not with_dice else [die, "withdrew"]
    plant = followed(*((side, one) for one in order), legal=[])
    plant.is_legal = lambda state, verbs: [*verbs] == [*order, "act"]
    if with_dice:
        plant.own = [Gesture("roll", side, ("Die", (1,)))]
    assert bool(unseen._done_later(plant)) == late


def test_a_marker_may_be_laid_later_in_the_turn_or_in_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, tidies in ("tidies", True), ("remembers", False), ("sets", False):
        monkeypatch.setattr(People, name, lambda self, one, tidies=tidies: tidies)
    order: list[object] = ["mark", "act", "moved"]
    late = followed(("German", "moved"), ("British", "mark"), legal=order)
    assert unseen._tidied_later(late) == "only tidying is late, as honest people do it"
    ends = ("British", end := Act())
    over = followed(("German", "moved"), ends, ("British", "mark"), legal=[*order, end])
    assert unseen._tidied_later(over)
    long_over = followed(("German", "moved"), ends, ends, ("British", "mark"), legal=[*order, end])
    assert not unseen._tidied_later(long_over)


def test_only_markers_are_late_that_might_have_been_laid_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Some of them, if all is legal then; a throw is no marker, nor what was not legal before."""
    for name in ("remembers", "sets"):
        monkeypatch.setattr(People, name, lambda self, one: False)
    monkeypatch.setattr(People, "tidies", lambda self, one: one.name == "drag")
    rows = [("German", "moved"), ("British", "word"), ("British", "mark"), ("British", "other")]
    plant = followed(*rows, legal=[])
    legal: list[list[str]] = [["mark"], ["mark", "other"]]
    plant.is_legal = lambda state, verbs: [*verbs] in legal
    assert not unseen._tidied_later(plant)
    both = ["mark", "other", "act", "moved", "word"]
    legal.append(both)
    assert unseen._tidied_later(plant)
    legal.remove(["mark"])
    assert not unseen._tidied_later(plant)
    spoken = followed(("British", "word"), legal=[])
    spoken.is_legal = lambda state, verbs: True
    assert not unseen._tidied_later(spoken)


def test_what_either_side_may_do_waits_for_nobody_s_dice(plain: None) -> None:
    """Who turns the next card did not say that his own dice are forgotten."""
    plant = thrown_behind(("German", die := Throw()), legal=[die, act := Act()])
    plant.one.verb = act
    either = [Named(side=None, mandatory=True, verbs=(Act,))]
    own = plant.rules.due(0)
    plant.rules.due = lambda state: either if state else own
    assert unseen._thrown_late(plant)
    plant.rules.due = lambda state: own
    assert not unseen._thrown_late(plant)


def said_before(side: str, legal: list[object]) -> Any:
    word, drag = Gesture("press", side, ("Next round",)), Gesture("drag", "German", (("a",),))
    return Named(
        before=(Named(before="then", verb="word"),),
        own=[drag],
        one=Named(at=1, verb="act"),
        rest=[Named(verb="rest")],
        changed=Named(of_verb=lambda at: [word] if at == 0 else [drag]),
        is_legal=lambda state, verbs: (state, [*verbs]) == ("then", legal),
    )


def test_a_word_may_be_said_a_moment_before_the_act_that_it_closes(
    plain: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unseen, "_is_legal_in_time", lambda plant: False)
    order: list[object] = ["act", "word", "rest"]
    assert "a moment before" in unseen._said_too_early(said_before("German", order))
    assert not unseen._said_too_early(said_before("British", order))
    assert not unseen._said_too_early(said_before("German", []))


@pytest.mark.parametrize(
    ("side", "said", "blamed"),
    [
        ("German", "moved", True),
        ("British", "moved", False),
        ("German", Broken("moved", by="British"), False),
        ("German", Broken("moved", by="either"), False),
    ],
)
def test_a_marker_behind_which_another_side_breaks_a_rule_accuses_nobody(
    monkeypatch: pytest.MonkeyPatch, side: str, said: object, blamed: bool
) -> None:
    monkeypatch.setattr(People, "remembers", lambda self, one: one.name == "drag")
    monkeypatch.setattr(slips, "cases_of", lambda rules, state, verb: ("R-1",) * (verb == "bad"))
    plant: Any = Named(
        state=0,
        own=[Gesture("drag", "German", (("marker",), "sea", "A"))],
        offence=Named(side="German"),
        rest=[Named(verb="good", side="British"), Named(verb="bad", side=side)],
        rules=Named(faults=lambda state, verb: [(None, said)], apply=lambda state, verb: state),
    )
    assert bool(slips.of_another(plant)) is not blamed
    plant.own = [Gesture("press", "German", ("Course logged",))]
    assert not slips.of_another(plant)


def test_a_drag_may_come_a_moment_after_an_act_of_its_own_player(
    plain: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not after one of the other side."""
    monkeypatch.setattr(People, "tidies", lambda self, one: False)
    monkeypatch.setattr(People, "turns", lambda self, one: False)
    monkeypatch.setattr(unseen, "is_legal_unsaid", lambda plant, *of: True)

    def late(side: str, *gestures: Gesture) -> str:
        one = Named(how="late", at=0, side="German", verb=Named(secret=False))
        missed = Named(verb=Act(), before=0, side=side)
        return unseen._tidied_late(
            Named(
                one=one,
                own=[Gesture("roll", "German", ("gun", (3,)))],
                rest=[Named(verb=Act())],
                changed=Named(of_verb=lambda at: gestures),
                game=Named(played=[missed]),
            )
        )

    drag, roll = Gesture("drag", "German", (("a",), "sea", "A")), Gesture("roll", "German")
    assert late("German", drag) == "a player dragged a moment later what he had moved before"
    assert not late("British", drag)
    assert not late("German", drag, roll)


def test_what_is_thrown_just_after_may_have_been_thrown_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who fights on before he throws for his men fights with too many, if one falls."""
    monkeypatch.setattr(otherwise, "is_rolled", lambda kind: kind is Throw)
    monkeypatch.setattr(otherwise, "is_owed", lambda state, verb: isinstance(verb, Throw))
    monkeypatch.setattr(otherwise, "cases_of", lambda rules, state, verb: (f"R-{state}",))
    plant: Any = Named(
        state=0,
        one=Named(verb="act"),
        rest=[Named(verb=verb) for verb in (Throw(), Throw(), Act(), Throw())],
        rules=Named(apply=lambda state, verb: state + 1),
    )
    assert [*otherwise._broken_behind_dice(plant)] == ["R-1", "R-2"]


class Quiet(Act):
    """A verb that shows nothing by hand."""


class End(Act):
    """The end of the turn."""

    secret = False


class Written(Act):
    """What a side writes in secret when a turn begins."""

    secret = True


@pytest.mark.parametrize("by_hand", [True, False])
@pytest.mark.parametrize("acts", [0, 2, 3])
def test_an_act_just_before_the_turn_marker_may_be_of_the_next_turn(
    by_hand: bool, acts: int
) -> None:
    moved = [Named(secret=False) for _ in range(acts)]
    quiet, end, written, follows = Quiet(), End(), Written(), Named(secret=False)
    rest = [*moved, quiet, end, written, follows]
    order = [quiet, end, written, "act", *moved, follows]
    plant: Any = Named(
        state=0,
        one=Named(verb="act", at=0),
        rest=[Named(verb=verb) for verb in rest],
        rules=Named(module=Named(reading=Named(ends_turn=End))),
        changed=Named(
            by_hand=by_hand,
            of_verb=lambda at: [Gesture("drag", "")] if rest[at - 1] in moved else [],
        ),
        is_legal=lambda state, verbs: [*verbs] == order,
    )
    assert bool(unseen._of_next_turn(plant)) is (by_hand and acts < 3)
    plant.rest = plant.rest[: acts + 2]
    assert not unseen._of_next_turn(plant)  # nothing follows the marker
