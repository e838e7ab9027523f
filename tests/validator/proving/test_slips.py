"""What no log can show of an offence, because it may have been a slip."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from modules.atlantic_chase.verbs import EndStep
from modules.under_ten_flags.verbs import (
    DrawCard,
    EndActivation,
    PlaceACVM,
    PlotAtlantis,
    RollRecycle,
)
from tests.validator.proving.conftest import the_game
from tests.validator.proving.plants import left_out, plant_of, verbs_of
from validator.playing.hands import UnshownError
from validator.playing.selfplay import Played
from validator.proving import otherwise, slips, unsaid, unseen
from validator.proving.gestures import Gesture
from validator.proving.offences import cases_of, unguessed
from validator.proving.people import People
from validator.proving.planting import SHOWS_NOTHING, Plant
from validator.proving.subject import Game, Subject
from validator.proving.unsaid import (
    _behind,
    _only_said,
    behind_dice,
    broken_unsaid,
    dice_elsewhere,
)
from validator.rules.verbs import Verb, counting_fields


def test_a_search_by_hand_may_be_anybodys(subject: Subject, game: Game) -> None:
    """A marker on a hex: a cruiser's search, or that of a carrier which was not turned up."""
    search = next(one.verb for _, one in verbs_of(game, "AirSearch"))
    at, _ = next(verbs_of(game, "NoContact"))
    plant = plant_of(subject, game, "any time", at + 1, replace(search, cv="cumberland"))
    assert "GS-5(6)b" in otherwise.also_broken(plant, {"GS-5(6)b"})


@pytest.mark.slow
def test_a_piece_that_comes_on_out_of_a_cup_was_drawn(subject: Subject) -> None:
    """What its draw breaks, as the fourth piece, is as right as that it came on undrawn."""
    game = subject.play(613, "purposeful", by_hand=False)
    entered = next(one.verb for _, one in verbs_of(game, "Enter"))
    for at, one in enumerate(game.played):
        state, pieces = one.before, one.before.pieces.values()
        boxed = [piece.id for piece in pieces if piece.at == "Indian Ocean"]
        moved = sum(piece.moved is not None for piece in pieces)
        if (state.step, moved, state.extra) == ("royal_navy", 3, False) and boxed:
            verb = replace(entered, piece=boxed[0], hex="B6")
            plant = plant_of(subject, game, "any time", at, verb)
            assert plant.one.cases == ("GS-5(2)c",)
            assert "GS-5(2)a" in otherwise.also_broken(plant, {"GS-5(2)a"})
            return
    raise AssertionError("no three pieces moved")


def test_a_piece_in_a_cup_is_not_put_back(subject: Subject, game: Game) -> None:
    """From cup to cup it is moved, which is another act; nothing shows this one."""
    at, drawn = next(verbs_of(game, "Draw"))
    kind = next(kind for kind in subject.rules.module.verbs if kind.__name__ == "PutBack")
    boxed = {p.id: p.at for p in drawn.before.pieces.values() if p.id != drawn.verb.piece}
    name, box = next((name, box) for name, box in boxed.items() if box.endswith("Ocean"))
    other = "Indian Ocean" if box == "Atlantic Ocean" else "Atlantic Ocean"
    with pytest.raises(UnshownError, match=SHOWS_NOTHING):
        plant_of(subject, game, "any time", at, kind(name, other))


def test_what_is_tidied_just_before_a_slip_is_not_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(People, "slips", lambda self, one: one.name == "press")
    monkeypatch.setattr(People, "remembers", lambda self, one: False)
    drag, press = Gesture("drag", "German", (("a",),)), Gesture("press", "German", ("Done",))
    plant: Any = SimpleNamespace(
        one=SimpleNamespace(at=0, verb="a word"),
        changed=SimpleNamespace(of_verb=lambda at: [drag, press]),
        signs=lambda verb: {press.in_words()},
    )
    assert slips._is_slip(plant, 0)
    plant.signs = lambda verb: {drag.in_words(), press.in_words()}
    assert not slips._is_slip(plant, 0)


def raid_said_twice(subject: Subject, game: Game) -> Plant:
    at = next(
        at
        for at, _ in verbs_of(game, "Raid")
        if [one.name for one in game.of_verb(at)] == ["press"]
    )
    return plant_of(subject, game, "twice", at + 1, game.played[at].verb, "German")


def test_a_click_made_twice_is_a_slip(subject: Subject, game: Game) -> None:
    assert "a button clicked twice" in slips.clicked_twice(raid_said_twice(subject, game))


def test_a_click_on_which_the_rest_stands_is_no_slip(subject: Subject, game: Game) -> None:
    """Two raids are said and the die is thrown for each: without the second it is thrown twice,
    which is as right an answer, in the audit's own words too."""
    plant = raid_said_twice(subject, game)
    assert slips.slip(plant) == ""
    assert slips.broken_without(plant) == ("GS-7(5)", slips.THROWN_AGAIN)
    assert otherwise.also_broken(plant, {"GS-7(5)"}) == {"GS-7(5)"}


@pytest.mark.slow
def test_what_no_gesture_of_its_own_shows_is_found_by_what_it_leads_to(subject: Subject) -> None:
    """The ship is dragged to where it raids once; of two raids the second die alone is seen."""
    game = the_game(718)
    plants = (
        plant_of(subject, game, "twice", at + 1, one.verb, "German")
        for at, one in verbs_of(game, "Raid")
    )
    plant = next(one for one in plants if all(row.verb < one.one.at for row in one.own))
    assert slips.broken_without(plant) == ("GS-7(5)", slips.THROWN_AGAIN)


def test_what_goes_without_saying_may_have_been_done_before_an_offence(subject: Subject) -> None:
    """A turn ends by hand with the ship and a piece in one hex: that they are done with moving
    nobody says, and it is the contact that is missing."""
    game = the_game(2, by_hand=True)
    at, one = next(
        (n, one)
        for n, one in verbs_of(game, "EndMovement")
        if one.before.pieces_at(one.before.ship.place or "")
    )
    ends = subject.rules.module.reading.ends_turn
    plant = plant_of(subject, game, "any time", at, ends())
    assert cases_of(subject.rules, one.before, ends()) == ("GS-3(3)",)
    assert "GS-5(5)a" in broken_unsaid(plant)


def test_a_marker_that_nothing_follows_is_not_missed(subject: Subject, game: Game) -> None:
    search = next(one.verb for _, one in verbs_of(game, "AirSearch"))
    at, _ = next(verbs_of(game, "Draw"))
    plant = plant_of(subject, game, "any time", at, replace(search, cv="cumberland", hex="E2"))
    assert "own memory" in unseen.why_unseen(plant, missed=True)
    assert not unseen.why_unseen(plant, missed=False)


def test_what_is_neither_seen_nor_legal_need_not_have_followed_a_marker(subject: Subject) -> None:
    """By hand a search that is no search is answered in the engine, and by nobody at the table."""
    game = the_game(2, by_hand=True)
    at, search = next(verbs_of(game, "AirSearch"))
    plant = plant_of(subject, game, "any time", at, replace(search.verb, cv="cumberland"))
    answer, *others = [row.verb for row in plant.rest]
    assert type(answer).__name__ == "Answer"
    assert slips._without_the_unseen(plant) == others


@pytest.mark.slow
def test_a_click_that_sets_the_tracker_is_a_slip_where_nothing_follows(
    subject: Subject, game: Game
) -> None:
    """Clicked when a drawn piece is still to be placed, with which the log ends."""
    at = next(n for n, _ in verbs_of(game, "Enter") if game.of_verb(n) != game.of_verb(n - 1))
    verb = next(one.verb for _, one in verbs_of(game, "EndMovement"))
    plant = plant_of(subject, game, "any time", at, verb)
    assert not plant.rest and "a slip" in unseen.why_unseen(plant, missed=True)
    assert not unseen.why_unseen(plant, missed=False)


def test_a_click_that_sets_a_number_is_a_slip_unless_it_is_of_points(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    idle = SimpleNamespace(clicks_only=(), words_only=(), scores=frozenset())
    monkeypatch.setattr(People, "_sitting", idle)
    monkeypatch.setattr(People, "_words", SimpleNamespace(points="Score"))
    nothing = {"dice": "", "score": {}, "draw": "", "reshuffles": False}
    actions = [
        SimpleNamespace(name=name, sets=sets, **nothing)
        for name, sets in (("Battle", {"Round": 1}), ("New game", {"Score": 0}))
    ]
    people = People(SimpleNamespace(subject=SimpleNamespace(game=SimpleNamespace(actions=actions))))
    slips = [people.slips(Gesture("press", "German", (one.name,))) for one in actions]
    assert slips == [True, False]


def test_what_left_nothing_may_be_done_behind_an_offence_as_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody says that all have fired: a Hit that is marked may be marked too early."""
    monkeypatch.setattr(
        unsaid, "cases_of", lambda rules, state, verb: ("X",) if state == "earlier" else ()
    )
    monkeypatch.setattr(unsaid, "_and_unsaid", lambda plant, verbs: iter(()))
    for shown, broken in ([], ["X"]), (dragged("A", "B"), []):
        plant = SimpleNamespace(
            one=SimpleNamespace(at=1, verb=EndStep()),
            before=[SimpleNamespace(verb=EndStep(), before="earlier")],
            changed=SimpleNamespace(of_verb=lambda at, shown=shown: shown),
            rules=None,
            state="now",
        )
        assert [*broken_unsaid(plant)] == broken


def dragged(start: str, goal: str, *more: Gesture) -> list[Gesture]:
    return [Gesture("drag", "German", (("raider",), "sea", goal), start=start, end=goal), *more]


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


def test_units_that_change_places_are_dragged_in_either_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first comes to where the other stands, who leaves only then; not if dice fell between.
    They may be rotated, too."""
    monkeypatch.setattr(People, "turns", lambda people, one: one.name == "choose")
    first, then = PlaceACVM("c1", "1505"), PlaceACVM("c2", "1404")

    def plant(gesture: str, other: str = "German") -> SimpleNamespace:
        moved = SimpleNamespace(verb=then, side=other)
        return SimpleNamespace(
            one=SimpleNamespace(at=3, verb=first, side="German"),
            rest=(moved,),
            changed=SimpleNamespace(
                of_verb=lambda at: [Gesture(gesture, "German"), Gesture("choose", "German")]
            ),
            state=None,
            is_legal=lambda state, verbs: [*verbs] == [then, first],
        )

    assert "other order" in unseen._dragged_before_others(plant("drag"))
    assert not unseen._dragged_before_others(plant("roll"))
    assert not unseen._dragged_before_others(plant("drag", other="British"))
    lays = PlaceACVM("c3", "1606")
    for between, excused in ("put_away", True), ("roll", False):
        other = plant("drag")
        other.rest = (SimpleNamespace(verb=lays, side="German"), *other.rest)
        drag, laid = Gesture("drag", "German"), Gesture(between, "German")
        other.changed.of_verb = {4: [laid], 5: [drag]}.__getitem__
        other.is_legal = lambda state, verbs: [*verbs] == [then, first, lays]
        assert bool(unseen._dragged_before_others(other)) is excused


def test_a_marker_laid_besides_something_legal_means_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    legal, marker = RollRecycle("c1", 3), Gesture("drag", "German", (("marker",), "sea", "A"))
    thrown = Gesture("roll", "German", ("Recycle", (3,)))
    for name in ("others", "about_the_same"):
        monkeypatch.setattr(unseen, name, lambda *of: [])
    monkeypatch.setattr(unseen, "alternatives", lambda *of: [legal])
    monkeypatch.setattr(unseen, "_as_seen", lambda plant: None)
    monkeypatch.setattr(unseen, "is_legal_uncounted", lambda plant, *of: plant.is_legal(*of))
    monkeypatch.setattr(People, "remembers", lambda people, one: one is marker)
    monkeypatch.setattr(People, "says", lambda people, one: False)

    def plant(*own: Gesture, goes_on: bool = True) -> SimpleNamespace:
        reading = SimpleNamespace(change_points=lambda delta: EndActivation())
        return SimpleNamespace(
            one=SimpleNamespace(verb=RollRecycle("c1", 4)),
            own=own,
            rest=(),
            state=None,
            changed=SimpleNamespace(by_hand=False),
            rules=SimpleNamespace(module=SimpleNamespace(reading=reading)),
            shown=lambda verb: [thrown],
            is_legal=lambda state, verbs: goes_on,
        )

    assert "laid for nothing" in unseen._looks_legal(plant(marker, thrown))
    assert not unseen._looks_legal(plant(marker, thrown, goes_on=False))
    assert not unseen._looks_legal(plant(marker))


def of_a_set(rest: tuple[Verb, ...], **more: Any) -> SimpleNamespace:
    """A drag shows an offence; with one more it were legal. What is played behind it."""
    reading = SimpleNamespace(ends_turn=EndActivation, over=lambda state, verb: None)
    return SimpleNamespace(
        own=dragged("A", "B"),
        one=SimpleNamespace(verb=RollRecycle("c1", 3)),
        rest=tuple(SimpleNamespace(verb=verb) for verb in rest),
        state=None,
        rules=SimpleNamespace(
            apply=lambda state, verb: verb,
            module=SimpleNamespace(reading=reading),
            fuzz_values=lambda kind, name: ("c2",) * (name == "acvm"),
        ),
        is_legal=lambda state, verbs: True,
        shown=lambda verb: [*dragged("A", "B"), *dragged("C", "D")],
        **more,
    )


def test_what_an_act_lacks_may_follow_where_the_log_ends_within_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(slips, "alternatives", lambda *of: [RollRecycle("c2", 3)])
    placed = PlaceACVM("c1", "1505", "E", "red")
    assert "the rest may follow" in slips.not_over(of_a_set((placed,)))
    assert not slips.not_over(of_a_set((placed, EndActivation())))
    assert unguessed(placed) == PlaceACVM("c1", "1505")


def test_what_is_broken_behind_another_verb_of_the_same_gestures_is_right(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The table shows no difference: what is wrong may be that one, or what follows from it."""

    def broken(rules: Any, state: Any, verb: Verb) -> tuple[str, ...]:
        return ("X",) if state == RollRecycle("c2", 3) else ()

    for module in (otherwise, slips):
        monkeypatch.setattr(module, "cases_of", broken)
    monkeypatch.setattr(People, "remembers", lambda people, one: False)
    plant = of_a_set((EndActivation(),), subject=SimpleNamespace(has_all_of=lambda *of: True))
    plant.game, plant.shown = None, lambda verb: dragged("A", "B")
    plant.signs = lambda verb, barely: set()
    assert {*otherwise._broken_alike(plant, ("X",))} == {"X"}
    plant.shown = lambda verb: dragged("C", "D")
    assert not {*otherwise._broken_alike(plant, ("X",))}
    plant.signs = lambda verb, barely: {one.in_words() for one in dragged("A", "B")}
    assert {*otherwise._broken_alike(plant, ("X",))} == {"X"}  # the rest may be left out


def test_what_is_broken_behind_a_second_roll_counts_if_that_was_a_slip(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    roll, rest = RollRecycle("c2", 3), (RollRecycle("c2", 5), EndActivation())
    broken = {rest[0]: ("X",), rest[1]: ("Y",)}
    monkeypatch.setattr(slips, "cases_of", lambda rules, state, verb: broken[verb])
    plant = of_a_set(rest)
    plant.one.verb = roll
    assert slips.first_broken(plant) == ("X", slips.THROWN_AGAIN, "Y")
    plant.rest = plant.rest[1:]
    assert slips.first_broken(plant) == ("Y",)


def test_dice_on_the_desk_may_have_come_before_an_act_was_said_to_be_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plant = of_a_set(())
    plant.before = (SimpleNamespace(verb=EndActivation(), before="open"),)
    due = SimpleNamespace(mandatory=False, verbs=(RollRecycle,))
    plant.rules.due = lambda state: [due] if state == "open" else []
    plant.rules.legal_actions = lambda state, kinds: [RollRecycle("c2", 6)]
    assert "on the desk" in dice_elsewhere(plant)
    plant.before = (SimpleNamespace(verb=RollRecycle("c1", 3), before="open"),)
    assert "on the desk" in dice_elsewhere(plant)
    plant.before = (SimpleNamespace(verb=RollRecycle("c1", 3), before="shut"),)
    assert not dice_elsewhere(plant)


def test_points_with_which_the_log_ends_may_still_be_put_right(
    subject: Subject, game: Game
) -> None:
    at, scored = next(verbs_of(game, "ChangeScore"))
    plant = plant_of(subject, game, "another value", at, replace(scored.verb, delta=-1), "German")
    assert not slips.cut_off(plant)
    last = SimpleNamespace(own=plant.own, rest=(), one=plant.one, rules=plant.rules)
    assert "points may still be put right" in slips.cut_off(last)


def booked(subject: Subject, game: Game, *points: int) -> SimpleNamespace:
    """The first points of a game are replaced by these, one change after the other."""
    at, scored = next(verbs_of(game, "ChangeScore"))
    first, *more = (replace(scored.verb, delta=one) for one in points)
    behind = [*more, *(row.verb for row in game.played[at + 1 :])]
    plant = SimpleNamespace(
        one=SimpleNamespace(verb=first),
        rest=[SimpleNamespace(verb=verb) for verb in behind],
        rules=subject.rules,
        state=scored.before,
    )
    plant.is_legal = partial(Plant.is_legal, plant)
    return plant


def test_points_that_are_right_in_the_end_were_put_right(subject: Subject, game: Game) -> None:
    """One point is due: taken and given back, or two and one taken back; but not two."""
    assert "right in the end" in slips.points_put_right(booked(subject, game, 2, -1))
    assert "right in the end" in slips.points_put_right(booked(subject, game, -1, 2))
    assert not slips.points_put_right(booked(subject, game, 2))


def test_what_is_owed_is_owed_still_behind_points_taken_back(subject: Subject, game: Game) -> None:
    assert "GS-5(3)a" in slips.broken_without(booked(subject, game, -1, 1))


def test_a_wrong_button_with_which_a_legal_act_was_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ship stays where it was, and its player clicks the button beside the right one."""
    monkeypatch.setattr(slips, "waited_for", lambda plant: iter([(EndStep(),)]))
    monkeypatch.setattr(People, "slips", lambda people, one: one.name == "press")
    meant, clicked = (Gesture("press", "German", (word,)) for word in ("Logged", "Open"))
    moved = Gesture("drag", "German", (("ship",), "sea", "A1"))

    def why(own: list[Gesture], shown: list[Gesture], *, legal: bool = True) -> str:
        plant = SimpleNamespace(
            one=SimpleNamespace(at=3),
            offence=Played("German", EndStep(), None),
            own=own,
            rest=(),
            state=None,
            rules=SimpleNamespace(apply=lambda state, verb: state),
            is_legal=lambda state, verbs: legal,
            with_instead=lambda *rows, through: SimpleNamespace(of_verb=lambda at: shown),
        )
        return slips.wrong_button(plant)

    assert "only the wrong button" in why([clicked, moved], [moved, meant])
    assert not why([clicked, moved], [meant])
    assert not why([clicked], [replace(meant, side="British")])
    assert not why([clicked, moved], [moved, meant], legal=False)


def test_what_is_laid_in_a_private_window_and_a_click_that_says_and_throws_may_be_nothing(
    subject: Subject, game: Game
) -> None:
    at, _ = next(verbs_of(game, "EndTurn"))
    people = People(left_out(subject, game, at))
    assert people.remembers(Gesture("drag", "German", (("plot",), "voyage_log", "B3")))
    assert not people.remembers(Gesture("drag", "German", (("graf_spee",), "south_atlantic", "B3")))
    assert people.slips(Gesture("press", "German", ("Scuttle", {"Scuttling": (1,)}, ())))
    assert not people.slips(Gesture("press", "British", ("Extra moves", {}, ())))


def test_numbers_that_run_on_need_not_be_seen() -> None:
    assert counting_fields(PlotAtlantis) == {"column"}
    assert not counting_fields(RollRecycle)


def test_a_word_closes_nothing_where_the_next_act_does() -> None:
    def plant(over: Verb | None) -> SimpleNamespace:
        said, missed = EndActivation(), SimpleNamespace(verb=RollRecycle("c1", 3))
        return SimpleNamespace(
            rules=SimpleNamespace(
                apply=lambda state, verb: state,
                module=SimpleNamespace(reading=SimpleNamespace(over=lambda state, verb: over)),
            ),
            state=None,
            game=SimpleNamespace(played=[missed]),
            one=SimpleNamespace(at=0, verb=said),
            rest=(missed, missed),
        )

    assert unseen._closed_by_the_next(plant(EndActivation()))
    assert not unseen._closed_by_the_next(plant(None))


def test_a_carrier_turned_up_and_down_around_its_search_is_not_seen_to_search_face_down(
    subject: Subject, game: Game
) -> None:
    """The button of the search turns it up, and it is turned down again before the answer."""
    kind = type(next(verbs_of(game, "AirSearch"))[1].verb)
    at, search = next(
        (n, verb)
        for n, one in verbs_of(game, "EndTurn")
        for verb in subject.rules.completions(one.before, kind, {"cv": "hermes"}, legal=False)
        if cases_of(subject.rules, one.before, verb) == ("GS-5(6)b",)
    )
    plant = plant_of(subject, game, "any time", at, search)
    assert "the same with" in unseen._shown_with_others(plant)


def test_points_booked_one_after_the_other_may_be_one_change(subject: Subject, game: Game) -> None:
    """What is too much after the right points is wrong points, too."""
    at, scored = next(verbs_of(game, "ChangeScore"))
    plant = plant_of(
        subject, game, "another value", at + 1, replace(scored.verb, delta=9), "German"
    )
    together = replace(scored.verb, delta=scored.verb.delta + 9)
    assert otherwise._broken_by_the_sum(plant) == cases_of(subject.rules, scored.before, together)
    assert not otherwise._broken_by_the_sum(left_out(subject, game, at))


def test_what_is_done_after_a_word_may_be_of_the_act_that_the_word_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The second move of a ship after *Done* is one move too many, too."""
    monkeypatch.setattr(otherwise, "cases_of", lambda rules, state, verb: (f"{state}: {verb}",))
    monkeypatch.setattr(People, "says", lambda self, one: one.name == "press")

    def plant(gesture: str) -> SimpleNamespace:
        return SimpleNamespace(
            rules=None,
            one=SimpleNamespace(at=1, verb="move"),
            before=(SimpleNamespace(before="moving"),),
            changed=SimpleNamespace(of_verb=lambda at: [Gesture(gesture, "British")]),
        )

    assert otherwise._broken_before_a_word(plant("press")) == ("moving: move",)
    assert otherwise._broken_before_a_word(plant("drag")) == ()


def test_what_was_done_may_be_said_a_little_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the act is over: what is said in the next one is another."""
    monkeypatch.setattr(People, "says", lambda self, one: one.name == "press", raising=True)
    plant = of_a_set((PlotAtlantis("1505"), EndActivation(), PlotAtlantis("1506")))
    word = [Gesture("press", "German", ("Plotted", None, ()))]
    plant.changed = SimpleNamespace(of_verb=lambda at: word)
    plant.one = SimpleNamespace(verb=RollRecycle("c1", 3), at=0)
    assert _only_said(plant) == [0]
    assert _behind(plant, (PlotAtlantis("1505"),), True) == [EndActivation(), PlotAtlantis("1506")]
    plant.changed = SimpleNamespace(of_verb=lambda at: dragged("A", "B"))
    assert _only_said(plant) == []


def test_what_is_done_behind_a_word_that_closes_nothing_was_done_before_it() -> None:
    """The die is thrown behind the word; the next card closes the activation, not the word."""
    done, die, card = EndActivation(), RollRecycle("c1", 6), DrawCard("hearts_4")

    def plant(*rest: Verb, late: bool) -> SimpleNamespace:
        def faults(state: str, verb: Verb) -> list[tuple[SimpleNamespace, str]]:
            wrong = verb is die and (state == "closed" or late)
            return [(SimpleNamespace(id="UTF-4.0c"), "")] if wrong else []

        def over(state: str, verb: Verb) -> Verb | None:
            return done if verb is card and state == "open" else None

        rules = SimpleNamespace(
            apply=lambda state, verb: "closed" if verb in (done, card) else state,
            faults=faults,
            module=SimpleNamespace(reading=SimpleNamespace(over=over)),
        )
        return SimpleNamespace(
            rules=rules,
            changed=SimpleNamespace(by_hand=False),
            before=(SimpleNamespace(verb=done, before="open"),),
            one=SimpleNamespace(verb=die),
            rest=[SimpleNamespace(verb=verb) for verb in rest],
        )

    assert unseen._is_legal_in_time(plant(card, late=False))
    assert not unseen._is_legal_in_time(plant(card, late=True))
    assert not unseen._is_legal_in_time(plant(late=False))


def test_dice_that_are_due_fall_beside_the_computer_in_a_log_by_hand() -> None:
    """What they showed nobody sees; with buttons they would be seen."""

    def states(by_hand: bool) -> list[Any]:
        due = SimpleNamespace(mandatory=True, verbs=(RollRecycle,))
        rules = SimpleNamespace(
            due=lambda state: [due] if len(state) < 2 else [],
            legal_actions=lambda state, kinds: iter([RollRecycle(f"c{len(state)}", 6)]),
            apply=lambda state, verb: (*state, verb),
        )
        changed = SimpleNamespace(by_hand=by_hand)
        return list(behind_dice(SimpleNamespace(state=(), rules=rules, changed=changed)))

    first, second = RollRecycle("c0", None), RollRecycle("c1", None)
    assert states(by_hand=True) == [(first,), (first, second)]
    assert not states(by_hand=False)


def test_what_a_later_act_of_the_kind_calls_for_is_not_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A word said too early, once more in its time, and then the die that this one calls for: it is
    no die that only the slip calls for. Nor does the slip count if all is legal with what nobody
    sees at another time."""
    word, die, act = EndActivation(), RollRecycle("c1", 6), DrawCard("hearts_4")

    def cases(rules: Any, state: tuple[Verb, ...], verb: Verb) -> tuple[str, ...]:
        return ("UTF-4.1.1a",) if verb == die and word not in state else ()

    monkeypatch.setattr(slips, "cases_of", cases)
    monkeypatch.setattr(slips, "_is_slip", lambda plant, at: at < 3)
    monkeypatch.setattr(slips, "is_legal_unsaid", lambda plant, state, verbs: verbs == [act])
    for name in ("leaves_nothing", "may_be_silent", "is_legal_elsewhere"):
        monkeypatch.setattr(slips, name, lambda *plant: False)
    monkeypatch.setattr(slips, "waited_for", lambda plant: ())
    rules: Any = SimpleNamespace(apply=lambda state, verb: (*state, verb))

    def plant(*behind: Verb) -> Any:
        rest = [SimpleNamespace(verb=one) for one in behind]
        return SimpleNamespace(
            one=SimpleNamespace(verb=word, at=0), rest=rest, state=(), rules=rules
        )

    assert slips._counts_for_nothing(plant(die, act))
    assert not slips._counts_for_nothing(plant(word, die, act))
    monkeypatch.setattr(slips, "is_legal_elsewhere", lambda plant: True)
    assert slips._counts_for_nothing(plant(word, die, act))
