"""States and verbs survive JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

import pytest

from validator.rules.plain import from_plain, to_plain, verb_from_plain, verb_to_plain
from validator.rules.states import Pending, Value
from validator.rules.verbs import Verb


@dataclass(slots=True)
class Inner(Value):
    name: str
    dice: tuple[int, ...] | None = None


@dataclass(slots=True)
class Outer(Value):
    inner: dict[str, Inner] = field(default_factory=dict)
    pairs: tuple[tuple[str, int], ...] = ()
    seen: frozenset[str] = frozenset()
    waiting: tuple[Pending, ...] = ()
    maybe: int | None = None


class Go(Verb):
    to: str
    dice: tuple[int, ...] | None = None


def test_a_state_comes_back_equal():
    state = Outer(
        {"a": Inner("x", (1, 2)), "b": Inner("y")},
        (("p", 1), ("q", 2)),
        frozenset({"s", "t"}),
        (Pending("fire", "British", "GS-6(2)a", "exeter"),),
        3,
    )
    assert from_plain(Outer, json.loads(json.dumps(to_plain(state)))) == state


def test_sets_are_written_in_order():
    assert to_plain(frozenset({"b", "a"})) == ["a", "b"]


def test_a_verb_comes_back_equal_under_its_name():
    plain = json.loads(json.dumps(verb_to_plain(Go("B3", (6, 1)))))
    assert plain["verb"] == "Go"
    assert verb_from_plain(plain, (Go,)) == Go("B3", (6, 1))


def test_an_unknown_verb_is_a_key_error():
    with pytest.raises(KeyError):
        verb_from_plain({"verb": "Stay"}, (Go,))


def test_a_changed_copy_leaves_the_original_alone():
    state = Outer(maybe=1)
    other = state.changed(maybe=2)
    assert (state.maybe, other.maybe) == (1, 2)
    assert other.inner is state.inner
