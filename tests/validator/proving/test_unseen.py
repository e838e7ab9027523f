"""What no log can show of an offence: what leaves nothing to see, or is left out, or done late."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from modules.atlantic_chase.state import State
from modules.atlantic_chase.verbs import CheckWeather
from modules.under_ten_flags.verbs import DrawCard, EndActivation, PlaceACVM, RollRecycle
from tests.validator.proving.plants import left_out, plant_of, plot_of, verbs_of
from validator.playing.hands import UnshownError
from validator.proving import moves, unseen
from validator.proving.gestures import Gesture
from validator.proving.offences import Candidate, Planted, as_seen, cases_of
from validator.proving.people import People
from validator.proving.planting import SHOWS_NOTHING, Plant
from validator.proving.subject import Game, Subject
from validator.proving.unsaid import _to_their_ends
from validator.rules.verbs import Verb

# --- what the table does not show ----------------------------------------------------------


def test_a_card_drawn_unseen_shows_no_face(subject: Subject, game: Game) -> None:
    """A wrong word for what it is leaves the same drag."""
    at, drawn = next(verbs_of(game, "Draw"))
    verb = replace(drawn.verb, kind="BB" if drawn.verb.kind != "BB" else "CV")
    plant = plant_of(subject, game, "another value", at, verb)
    assert plant.case != "GS-0"
    assert "shows the same when it is legal" in unseen.why_unseen(plant, missed=True)


def test_a_piece_moved_to_where_it_stands_leaves_nothing(subject: Subject, game: Game) -> None:
    at, moved = next(verbs_of(game, "MovePiece"))
    here = moved.before.piece(moved.verb.piece).at
    with pytest.raises(UnshownError, match=SHOWS_NOTHING):
        plant_of(subject, game, "any time", at, replace(moved.verb, to=here))


def test_points_counted_twice_are_shown_though_they_were_counted_before(
    subject: Subject, game: Game
) -> None:
    """The same click stands elsewhere in the game: each of them is seen."""
    at, scored = next(verbs_of(game, "ChangeScore"))
    plant = plant_of(subject, game, "twice", at + 1, scored.verb, scored.side)
    assert plant.case != "GS-0"
    assert not unseen._is_shared(plant)


def test_a_piece_may_be_laid_anywhere_on_its_way_out_of_its_cup(
    subject: Subject, game: Game
) -> None:
    """Drawn and dragged on, it looks like a piece that was picked; drags that go on count by their
    ends."""

    def drag(piece: str, to: str) -> Gesture:
        return Gesture("drag", "British", ((piece,), "south_atlantic", to))

    there = [drag("exeter", "A1"), drag("sussex", "A2")]
    stops = [drag("exeter", "B1"), drag("exeter", "A1"), drag("sussex", "A2")]
    back = [drag("exeter", "A1"), drag("sussex", "A2"), drag("exeter", "B1")]
    assert _to_their_ends(stops) == _to_their_ends(there) == there
    assert _to_their_ends(back) == back
    assert [*unseen._shown_at_last(stops)] == [*unseen._shown_at_last(there)]
    assert [*unseen._shown_at_last(back)] != [*unseen._shown_at_last(there)]


def test_the_signs_of_a_verb_are_its_gestures_and_nothing_besides(
    subject: Subject, game: Game
) -> None:
    at, moved = next(verbs_of(game, "MovePiece"))
    plant = plant_of(subject, game, "any time", at, moved.verb)
    assert plant.signs(moved.verb) == {
        f"British drag {moved.verb.piece} south_atlantic {moved.verb.to}"
    }
    assert not unseen._nothing_shown(plant)


def test_what_is_dragged_on_before_anything_settled_it_was_one_move(
    subject: Subject, game: Game
) -> None:
    at, placed = next(verbs_of(game, "PlaceSupply"))
    verb = replace(placed.verb, hex="A1" if placed.verb.hex != "A1" else "A2")
    after = replace(game.played[at + 1].verb, supply=verb.supply, hex=verb.hex)
    plant = plant_of(subject, game, "another value", at + 1, after)
    assert "moved on" in moves.moved_on(plant)


def test_a_piece_that_is_dragged_on_at_once_made_one_move(subject: Subject, game: Game) -> None:
    """It went too far, and on to where it may go; not if it goes on to where it may not."""
    rules, plot = subject.rules, plot_of(subject, game)
    at, moved = next(verbs_of(game, "MovePiece"))
    far = [
        verb
        for to in rules.fuzz_values(type(moved.verb), "to")
        if cases_of(rules, moved.before, verb := replace(moved.verb, to=to))
        and subject.has_all_of(verb, game)
    ]
    one = Candidate("another value", far[0], moved.side, at, ("GS-0",))
    for then, whole in ((moved.verb, True), (far[1], False)):
        after = replace(moved, before=rules.apply(moved.before, far[0]), verb=then)
        offence = replace(moved, verb=far[0])
        played = (*game.played[:at], offence, after, *game.played[at + 1 : at + 4])
        plant = Plant(plot, "GS-0", one, Planted(played, ()), plot.played_out(played, at))
        assert ("moved on" in moves.moved_on(plant)) == whole


def test_what_names_no_piece_moves_none_on(game: Game) -> None:
    (_, moved), (_, ended) = next(verbs_of(game, "MovePiece")), next(verbs_of(game, "EndTurn"))
    assert moves._is_alike(moved.verb, moved.verb)
    assert not moves._is_alike(moved.verb, ended.verb)
    assert not moves._is_alike(ended.verb, ended.verb)


def test_a_piece_that_came_on_may_have_been_moved_on(subject: Subject, game: Game) -> None:
    """Two drags are one entry, farther on, where that is legal; else they are not."""
    rules, found = subject.rules, {True: "", False: ""}
    for at, entered in verbs_of(game, "Enter"):
        mover = next(one.verb for _, one in verbs_of(game, "MovePiece"))
        for to in rules.fuzz_values(type(mover), "to"):
            piece, after = entered.verb.piece, game.played[at + 1]
            move, farther = replace(mover, piece=piece, to=to), replace(entered.verb, hex=to)
            legal = not cases_of(rules, entered.before, farther)
            if found[legal] or to == entered.verb.hex or not cases_of(rules, after.before, move):
                continue
            plant = plant_of(subject, game, "any time", at + 1, move)
            assert [*moves.as_one(plant, at)] == [farther]
            found[legal] = moves.moved_on(plant) or "no"
        if all(found.values()):
            break
    assert "moved on" in found[True] and found[False] == "no"


def test_a_course_written_anew_at_once_is_one_course(subject: Subject, game: Game) -> None:
    """Also where it is said again that it is written; not when the other side has acted."""
    at, course = next(verbs_of(game, "LogCourse"))
    for hex_id in subject.rules.fuzz_values(type(course.verb), "hex"):
        other = replace(course.verb, hex=hex_id)
        if hex_id != course.verb.hex and not cases_of(subject.rules, course.before, other):
            break
    plant = plant_of(subject, game, "another value", at + 1, other, "German")
    assert moves.moved_before(plant) == at and "moved on" in moves.moved_on(plant)
    drawn = next(n for n, _ in verbs_of(game, "Enter"))
    plant = plant_of(subject, game, "another value", drawn + 1, other, "German")
    assert drawn > at and moves.moved_before(plant) is None


def test_another_marker_puts_nothing_right(subject: Subject, game: Game) -> None:
    """A carrier that searches twice is no marker moved on: two of them lie there."""
    at, search = next(verbs_of(game, "AirSearch"))
    plant = plant_of(subject, game, "twice", at + 1, search.verb)
    assert plant.case != "GS-0"
    assert not moves.moved_on(plant)


# --- what is left out, or done late --------------------------------------------------------


def test_what_is_only_said_may_go_without_saying(subject: Subject, game: Game) -> None:
    at, _ = next(verbs_of(game, "NoContact"))
    plant = left_out(subject, game, at)
    assert "without saying (NoContact())" in unseen.why_unseen(plant, missed=False)


def test_two_things_may_go_without_saying(subject: Subject, game: Game) -> None:
    at = next(
        n
        for n, one in verbs_of(game, "EndMovement")
        if type(game.played[n + 1].verb).__name__ == "NoContact"
    )
    verb = next(one.verb for _, one in verbs_of(game, "EndTurn"))
    plant = plant_of(subject, game, "any time", at, verb)
    why = unseen.why_unseen(plant, missed=False)
    assert "without saying (EndMovement(), NoContact())" in why


@pytest.mark.slow
def test_the_end_of_a_part_may_be_clicked_just_before_its_last_act(subject: Subject) -> None:
    """The pursued ship stays, and is shown just after the British said that they are done."""
    game = subject.play(2101, "purposeful", by_hand=False)
    verb = next(one.verb for _, one in verbs_of(game, "EndMovement"))
    whys = [
        unseen.why_unseen(plant_of(subject, game, "any time", at, verb), missed=False)
        for at, _ in verbs_of(game, "OpenCourse")
    ]
    assert any("a word came too early: just after it comes OpenCourse" in why for why in whys)


def test_what_is_late_and_only_said_or_tidied_is_no_offence(subject: Subject, game: Game) -> None:
    found = (left_out(subject, game, at, "late") for at, _ in verbs_of(game, "NoContact"))
    assert any("only tidying is late" in unseen._tidied_late(plant) for plant in found)


def test_a_move_that_is_late_is_no_tidying(subject: Subject, game: Game) -> None:
    at, _ = next(verbs_of(game, "LogCourse"))
    plant = left_out(subject, game, at, "late")
    assert not unseen._tidied_late(plant)


def test_what_is_written_in_secret_waits_for_no_other_side(subject: Subject, game: Game) -> None:
    """The first course, before the pieces are divided; what all see waits for it."""
    at, _ = next(verbs_of(game, "Split"))
    plant = left_out(subject, game, at, "late")
    assert plant.one.verb.secret and "in secret" in unseen._tidied_late(plant)
    at = next(n for n, _ in verbs_of(game, "LogCourse"))
    assert "in secret" not in unseen._tidied_late(left_out(subject, game, at, "late"))


def test_the_end_of_a_turn_clicked_late_is_tidying(subject: Subject, game: Game) -> None:
    at, _ = next(verbs_of(game, "EndTurn"))
    people = People(left_out(subject, game, at))
    assert people.tidies(Gesture("press", "British", ("End of turn",)))
    assert not people.tidies(Gesture("press", "British", ("Extra moves",)))


def test_dice_of_its_own_that_nobody_saw_tell_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thrown on the desk, a die that breaks a case breaks none in the log."""
    rolled = Gesture("roll", "British", ("Recycle", (3,)))
    monkeypatch.setattr(unseen, "_as_seen", lambda plant: None)
    monkeypatch.setattr(unseen, "cases_of", lambda rules, state, verb: ("X",) * bool(verb.die))
    for own, why in ([], "only dice tell"), ([rolled], ""):
        one = SimpleNamespace(verb=RollRecycle("c1", 3))
        found = unseen._dice_unseen(SimpleNamespace(rules=None, one=one, own=own))
        assert found.startswith(why) and bool(found) == bool(why)


def test_a_game_by_hand_takes_what_follows_for_the_dice_that_nobody_saw() -> None:
    check, state = CheckWeather(3), State(by_hand=False)
    assert as_seen(state, check, []) == (state.changed(by_hand=True), check)
    assert as_seen(state, check, [Gesture("roll", "British", ("Weather", (3,)))]) == (state, check)


# --- what looks like something legal, or comes in another order ----------------------------


def test_a_piece_in_a_cup_is_not_put_back(subject: Subject, game: Game) -> None:
    """From cup to cup it is moved, which is another act; nothing shows this one."""
    at, drawn = next(verbs_of(game, "Draw"))
    kind = next(kind for kind in subject.rules.module.verbs if kind.__name__ == "PutBack")
    boxed = {p.id: p.at for p in drawn.before.pieces.values() if p.id != drawn.verb.piece}
    name, box = next((name, box) for name, box in boxed.items() if box.endswith("Ocean"))
    other = "Indian Ocean" if box == "Atlantic Ocean" else "Atlantic Ocean"
    with pytest.raises(UnshownError, match=SHOWS_NOTHING):
        plant_of(subject, game, "any time", at, kind(name, other))


def test_a_marker_that_nothing_follows_is_not_missed(subject: Subject, game: Game) -> None:
    search = next(one.verb for _, one in verbs_of(game, "AirSearch"))
    at, _ = next(verbs_of(game, "Draw"))
    plant = plant_of(subject, game, "any time", at, replace(search, cv="cumberland", hex="E2"))
    assert "own memory" in unseen.why_unseen(plant, missed=True)
    assert not unseen.why_unseen(plant, missed=False)


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
