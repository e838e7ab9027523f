"""What holds in every game that is played: the engine agrees with itself and with all views."""

from __future__ import annotations

import json

import pytest

from modules.under_ten_flags.facts import in_use, only, ports_in_cup, ships_in_cup
from modules.under_ten_flags.flow import start_unseen
from modules.under_ten_flags.state import BRITISH, GERMAN
from modules.under_ten_flags.verbs import ChooseStart, PlotAtlantis
from tests.sampling import one_in
from validator.playing.fuzzing import fuzz_game
from validator.playing.selfplay import play_game
from validator.rules.plain import from_plain, to_plain

GERMANS_SECRETS = ChooseStart | PlotAtlantis
"""All other secrets are the British's."""


@pytest.mark.parametrize("seed", one_in(4, range(12)))
def test_cases_and_offers_agree(under_ten_flags_rules, seed):
    failure = fuzz_game(under_ten_flags_rules, seed, "random")
    assert failure is None, (failure.message, failure.verb)


@pytest.mark.parametrize("seed", range(4))
def test_every_marker_is_in_one_place(under_ten_flags_rules, seed):
    rules = under_ten_flags_rules
    tables = rules.tables
    for played in play_game(rules, seed, "random").played:
        state = played.before
        ports = [only(ends) for one in in_use(state) for ends in (one.origin, one.destination)]
        assert sorted([*ports, *ports_in_cup(tables, state)]) == sorted(tables.ports)
        ships = [only(one.ship) for one in in_use(state) if one.ship]
        places = [*ships, *state.gone, *ships_in_cup(tables, state)]
        assert sorted(places) == sorted(tables.ships)
        assert len(state.atlantis) <= 1
        assert all(len(one.at) <= 1 for one in state.cruisers.values())
        assert state.points >= 0
        assert state.turn <= tables.last_turn


@pytest.mark.parametrize("side", [GERMAN, BRITISH])
@pytest.mark.parametrize("seed", one_in(3, range(6)))
def test_a_side_never_thinks_the_truth_impossible(under_ten_flags_rules, side, seed):
    """A side sees its own secrets and of the others' what everybody sees; no case speaks."""
    rules = under_ten_flags_rules
    record = play_game(rules, seed, "random")
    after = [*(played.before for played in record.played[1:]), record.final]
    seen = start_unseen(rules.tables, side)
    for played, truth in zip(record.played, after, strict=True):
        own = isinstance(played.verb, GERMANS_SECRETS) == (side == GERMAN)
        verbs = (played.verb,) if own else rules.seen_by_all(played.before, played.verb)
        for verb in verbs:
            assert rules.check(seen, verb) == [], verb
            seen = rules.apply(seen, verb)
        assert rules.module.consistent(truth, seen), played.verb


@pytest.mark.parametrize("side", [GERMAN, BRITISH, None])
def test_a_belief_holds_the_truth(under_ten_flags_rules, side):
    """Before and after every verb, whether the hidden ship has moved by then or not."""
    rules = under_ten_flags_rules
    tables, module = rules.tables, rules.module
    start = rules.start_unseen() if side is None else start_unseen(tables, side)
    record = play_game(rules, 5, "purposeful")
    after = [*(played.before for played in record.played[1:]), record.final]
    seen, sizes = start, set()
    for played, truth in zip(record.played, after, strict=True):
        own = isinstance(played.verb, GERMANS_SECRETS) == (side == GERMAN) and side is not None
        for verb in (played.verb,) if own else rules.seen_by_all(played.before, played.verb):
            seen = rules.apply(seen, verb)
        thought = {one.what: one.places for one in module.beliefs(tables, seen, side)}
        hidden = {one.what: one.places for one in module.beliefs(tables, truth, side)}
        assert thought.keys() == hidden.keys()
        if truth.turn and truth.plot:
            assert all(set(places) <= set(thought[what]) for what, places in hidden.items())
        sizes |= {len(places) for places in thought.values()}
    assert len(thought) == {GERMAN: 2, BRITISH: 1, None: 3}[side]
    assert max(sizes) > 20


def test_a_time_of_the_game_has_a_name(under_ten_flags_rules):
    rules = under_ten_flags_rules
    record = play_game(rules, 5, "random")
    names = {rules.module.moment(rules.tables, played.before) for played in record.played}
    assert {"set-up", "turn 1", "turn 6, German activation 1"} <= names
    assert rules.module.moment(rules.tables, record.final) == "turn 6, the end"


def test_what_the_german_may_think_narrows_down(under_ten_flags_rules):
    """A convoy's destination is told apart by the way it takes; ignorance would not."""
    rules = under_ten_flags_rules
    seen = rules.start_unseen()
    sizes = []
    for played in play_game(rules, 3, "random").played:
        for verb in rules.seen_by_all(played.before, played.verb):
            seen = rules.apply(seen, verb)
        sizes += [len(one.destination) for one in seen.voyages.values() if one.moved]
    assert min(sizes) == 1
    assert max(sizes) > 3


def test_every_state_of_a_game_survives_json(under_ten_flags_rules):
    rules = under_ten_flags_rules
    for played in play_game(rules, 8, "random").played:
        plain = json.loads(json.dumps(to_plain(played.before)))
        assert from_plain(rules.module.state, plain) == played.before


def test_the_same_seed_is_the_same_game(under_ten_flags_rules):
    one = play_game(under_ten_flags_rules, 11, "random")
    assert one == play_game(under_ten_flags_rules, 11, "random")
    assert one.outcome is not None
