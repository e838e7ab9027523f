"""The engine on a game of three rules: one to three matches, never all, from one of two heaps."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from validator.rules.answers import RuleError
from validator.rules.cases import INTERPRETATION, Broken, CaseBook, Fault
from validator.rules.dice import Dice
from validator.rules.engine import GameModule, GameRules, IllegalVerbError
from validator.rules.sequence import Due
from validator.rules.states import Value
from validator.rules.verbs import CHANCE, Verb

book = CaseBook()


@dataclass(slots=True)
class Heaps(Value):
    left: int = 5
    right: int = 2
    turn: str = "A"


class Take(Verb):
    heap: str
    count: int


class Toss(Verb):
    dice: tuple[int, ...] = field(metadata=CHANCE)


@book.case("M-1", reads=("heap",))
def there_are_two_heaps(tables: None, state: Heaps, take: Take) -> Fault:
    return None if take.heap in ("left", "right") else f"took from {take.heap}"


@book.case("M-2", reads=("count",))
def one_to_three(tables: None, state: Heaps, take: Take) -> Fault:
    return None if 1 <= take.count <= 3 else Broken(f"took {take.count}", "1, 2, 3")


@book.case("M-3", reads=("heap", "count"), severity=INTERPRETATION, rests_on=("left", "right"))
def never_the_whole_heap(tables: None, state: Heaps, take: Take) -> Fault:
    if take.heap in ("left", "right") and take.count >= getattr(state, take.heap):
        return f"took {take.count} of {getattr(state, take.heap)}"
    return None


@book.choices(Take, "heap")
def heaps(tables: None, state: Heaps, made: Take) -> tuple[str, ...]:
    return ("left", "right")


@book.choices(Take, "count")
def counts(tables: None, state: Heaps, made: Take) -> range:
    return range(1, 4)


@book.choices(Toss, "dice")
def dice(tables: None, state: Heaps, made: Toss) -> Dice:
    return Dice(8)


@book.effect
def take(tables: None, state: Heaps, taking: Take) -> Heaps:
    return state.changed(**{taking.heap: getattr(state, taking.heap, 0) - taking.count})


@book.effect
def toss(tables: None, state: Heaps, toss: Toss) -> Heaps:
    return state


MODULE = GameModule(
    book=book,
    verbs=(Take, Toss),
    state=Heaps,
    tables=lambda game: None,
    start=lambda tables: Heaps(),
    start_unseen=lambda tables: Heaps(),
    due=lambda tables, state: (Due("A", (Take,), True, field="heap", piece="right"),),
    outcome=lambda state: None,
    seen_by_all=lambda tables, state, verb: (verb,),
    consistent=lambda true, seen: true == seen,
    fuzz_values=lambda tables: {"heap": ("left", "up"), "count": (0, 1, 4), "Take.count": (9,)},
    players={},
)


@pytest.fixture
def rules(tmp_path: Path) -> GameRules:
    (tmp_path / "cases.yaml").write_text(
        "- {id: M-1, section: Matches, says: There are two heaps}\n"
        "- {id: M-2, section: Matches, says: One to three}\n"
        "- {id: M-3, section: Matches, says: Never the whole heap}\n"
    )
    return GameRules(None, MODULE, tmp_path)


def test_a_legal_verb_breaks_nothing(rules):
    assert rules.check(rules.start(), Take("left", 3)) == []


def test_a_breach_says_the_case_what_was_done_and_what_would_have_been_legal(rules):
    (breach,) = rules.check(rules.start(), Take("right", 2))
    assert breach.case == "M-3"
    assert breach.severity == "interpretation"
    assert breach.says == "Never the whole heap"
    assert breach.did == "took 2 of 2"
    assert breach.legal == "1"
    assert breach.rests_on == ("left", "right")


def test_a_case_may_name_what_is_legal_itself(rules):
    assert rules.check(rules.start(), Take("left", 4))[0].legal == "1, 2, 3"


def test_no_alternatives_are_named_behind_an_illegal_choice(rules):
    breaches = rules.check(rules.start(), Take("up", 0))
    assert [breach.case for breach in breaches] == ["M-1", "M-2"]


def test_legal_actions_come_from_the_same_cases(rules):
    legal = list(rules.legal_actions(rules.start(), (Take,)))
    assert legal == [Take("left", 1), Take("left", 2), Take("left", 3), Take("right", 1)]


def test_legal_actions_in_random_order_are_the_same(rules):
    shuffled = list(rules.legal_actions(rules.start(), (Take,), rng=random.Random(1)))
    assert set(shuffled) == set(rules.legal_actions(rules.start(), (Take,)))


def test_legal_actions_are_lazy(rules):
    assert next(rules.legal_actions(rules.start(), (Toss,))) == Toss((1,) * 8)


def test_decisions_stop_before_the_dice(rules):
    (decision,) = rules.decisions(rules.start(), (Toss,))
    assert not hasattr(decision, "dice")
    thrown = rules.resolve(rules.start(), decision, random.Random(3))
    assert len(thrown.dice) == 8


def test_answers_are_about_what_is_due(rules):
    (due,) = rules.due(rules.start())
    assert list(rules.answers(rules.start(), due)) == [Take("right", 1)]


def test_what_is_offered_is_what_legal_actions_come_to(rules):
    assert rules.offers(rules.start(), Take("left", 2))
    assert not rules.offers(rules.start(), Take("right", 2))
    assert not rules.offers(rules.start(), Take("up", 1))


def test_a_case_switched_off_is_silent_and_no_longer_prunes(rules):
    loose = rules.without("M-3")
    assert loose.check(rules.start(), Take("right", 2)) == []
    assert Take("right", 2) in list(loose.legal_actions(rules.start(), (Take,)))
    assert rules.check(rules.start(), Take("right", 2))


def test_only_an_enforced_case_can_be_switched_off(rules):
    with pytest.raises(KeyError):
        rules.without("M-9")


def test_play_refuses_what_is_illegal_and_apply_forces_it_through(rules):
    with pytest.raises(IllegalVerbError, match="M-3"):
        rules.play(rules.start(), Take("right", 2))
    assert rules.apply(rules.start(), Take("right", 2)).right == 0


def test_a_state_is_never_changed(rules):
    before = rules.start()
    rules.play(before, Take("left", 2))
    assert before == Heaps()


def test_the_exercise_of_each_case_is_counted(rules):
    rules.check(rules.start(), Take("left", 1))
    rules.check(rules.start(), Take("left", 4))
    assert (rules.exercise["M-2"].asked, rules.exercise["M-2"].refused) == (2, 1)


def test_a_case_that_reads_an_undeclared_field_is_found_out():
    lying = CaseBook()

    @lying.case("M-4", reads=("heap",))
    def reads_more_than_it_says(tables: None, state: Heaps, take: Take) -> Fault:
        return "no" if take.count else None

    lying.domains.update(book.domains)
    rules = GameRules(None, _with(lying), Path())
    with pytest.raises(RuleError, match=r"case M-\d.*Take\.\w+ is not decided yet: .*reads="):
        list(rules.legal_actions(Heaps(), (Take,)))


def test_a_field_must_exist_to_be_chosen():
    with pytest.raises(ValueError, match="no field 'colour'"):
        book.choices(Take, "colour")


def _with(other: CaseBook) -> GameModule:
    from dataclasses import replace

    return replace(MODULE, book=other)


def test_the_fuzzers_values_for_one_verb_stand_before_those_for_all(rules):
    assert rules.fuzz_values(Take, "heap") == ("left", "up")
    assert rules.fuzz_values(Take, "count") == (9,)
    with pytest.raises(RuleError, match=r"try for Toss.dice, which came up in no .*'dice': \("):
        rules.fuzz_values(Toss, "dice")


def test_without_the_fuzzers_values_those_of_the_offers_are_tried(tmp_path):
    from dataclasses import replace

    rules = GameRules(None, replace(MODULE, fuzz_values=lambda tables: {}), tmp_path)
    assert rules.fuzz_values(Take, "heap") == ("left", "right")
    assert rules.fuzz_values(Take, "count") == (1, 2, 3)


def test_faults_are_what_check_explains(rules):
    for verb in (Take("right", 2), Take("up", 0), Take("left", 3)):
        explained = [(breach.case, breach.did) for breach in rules.check(rules.start(), verb)]
        faults = rules.faults(rules.start(), verb)
        assert [(case.id, getattr(said, "did", said)) for case, said in faults] == explained
