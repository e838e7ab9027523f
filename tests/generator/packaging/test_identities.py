"""Numbers of pieces and their slots."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.packaging import identities
from generator.packaging.identities import LARGEST, numbered, stable_number
from generator.packaging.scene import Extension, Scene


def test_a_number_belongs_to_its_identity_whatever_stands_around_it() -> None:
    few = numbered("game", ["b", "a"])
    many = numbered("game", [f"x{at}" for at in range(50)] + ["a", "b"])
    assert (few["a"], few["b"]) == (many["a"], many["b"])
    assert few["a"] == stable_number("game", "a") != stable_number("other", "a")
    assert all(1 <= number <= LARGEST for number in many.values())


def test_no_two_identities_share_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identities, "stable_number", lambda game, word: len(word))
    assert numbered("game", ["aa", "bb"]) == {"aa": 2, "bb": 4}


def test_what_an_extension_adds_changes_no_other_number(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(identities, "stable_number", lambda game, word: hash((game, word)) % 999)
    added = replace(scene.pieces[0], id="0_first_by_name")
    extension = Extension("abc", "more", "1", frozenset([added.id]))
    more = replace(scene, pieces=(added, *scene.pieces), extension=extension)
    before, after = replace(scene).numbers, more.numbers
    assert len(set(after.values())) == len(after)
    assert {word: after[word] for word in before} == dict(before)
