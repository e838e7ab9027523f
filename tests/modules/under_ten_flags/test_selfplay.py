"""The players who want to win: what they are for, and that they look at nothing secret."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from modules.under_ten_flags.players import Admiralty, RaiderPlayer, traffic, way_ahead
from modules.under_ten_flags.state import (
    ATLANTIS_AIRCRAFT,
    ATLANTIS_COUNTER,
    BRITISH,
    BRITISH_PHASE,
    CHECK,
    DISGUISE,
    GERMAN,
    Cruiser,
)
from modules.under_ten_flags.verbs import (
    AtlantisSearch,
    CruiserSearch,
    DrawCard,
    DrawSet,
    JoinEscort,
    MoveACVM,
    PlaceACVM,
    PlaceOnDisplay,
    PlotAtlantis,
    PlotCruiser,
    Rest,
    UseUBoat,
)
from validator.hidden.whereabouts import Whereabouts
from validator.playing.fuzzing import fuzz_game
from validator.playing.selfplay import gone_on, play_game
from validator.rules.players import Onlooker
from validator.rules.states import Pending

GAMES = range(3)


class Knows(Onlooker):
    """An onlooker who has been told what everybody knows."""

    def __init__(self, state):
        self._known = state

    @property
    def state(self):
        return self._known


@pytest.fixture(scope="module")
def rules(under_ten_flags_rules):
    return under_ten_flags_rules


def raider(rules, seen):
    return RaiderPlayer(rules, GERMAN, random.Random(1), Knows(seen))


def admiralty(rules, seen):
    return Admiralty(rules, BRITISH, random.Random(1), Knows(seen))


@pytest.mark.parametrize("seed", GAMES)
@pytest.mark.slow
def test_purposeful_games_hold_together(rules, seed):
    failure = fuzz_game(rules, seed, "purposeful")
    assert failure is None, (failure.message, failure.verb)


@pytest.mark.parametrize("styles", [("purposeful", "random"), ("random", "purposeful")])
def test_unlike_players_end_a_game_too(rules, styles):
    record = play_game(rules, 4, dict(zip((GERMAN, BRITISH), styles, strict=True)))
    assert record.outcome is not None


def test_a_game_that_was_forced_goes_on_to_the_next_card(rules):
    """A set of which both ports are one has arrived where it begins, and should have left."""
    drawn = next(one for one in play_game(rules, 1).played if isinstance(one.verb, DrawSet))
    state = rules.apply(drawn.before, replace(drawn.verb, origin=drawn.verb.destination))
    played = [type(one.verb) for one in gone_on(rules, state, "1", 12)]
    assert DrawCard in played[played.index(PlaceACVM) :]


def test_the_purposeful_players_do_what_they_are_for(rules):
    played = [type(one.verb) for seed in GAMES for one in play_game(rules, seed).played]
    for wanted in (AtlantisSearch, PlotCruiser, CruiserSearch, Rest, UseUBoat):
        assert wanted in played, wanted


def test_the_raider_takes_more_than_one_who_sails_at_random(rules):
    purposeful = {GERMAN: "purposeful", BRITISH: "random"}
    taken = [
        sum(play_game(rules, seed, style).final.points for seed in GAMES)
        for style in (purposeful, "random")
    ]
    assert taken[0] > taken[1]


# --- Secrets ---------------------------------------------------------------------------


def test_the_raider_does_not_look_at_british_secrets(rules):
    """With cargoes, ports and cruisers changed behind his back he chooses the same."""
    record = play_game(rules, 1)
    onlooker = Onlooker(rules)
    compared = 0
    for one in record.played:
        if isinstance(one.verb, PlotAtlantis | AtlantisSearch | PlaceOnDisplay | Rest):
            true = one.before
            other = true.changed(
                voyages={
                    name: voyage.changed(
                        ship=frozenset(("ghost_1",)),
                        origin=frozenset(("od_1",)),
                        destination=frozenset(("od_2",)),
                    )
                    for name, voyage in true.voyages.items()
                },
                cruisers={
                    ca: Cruiser(ca, Whereabouts.at(true.atlantis.place or "1507"), True)
                    for ca in true.cruisers
                },
            )
            worths = [
                RaiderPlayer(rules, GERMAN, random.Random(1), onlooker).worth(state, one.verb)
                for state in (true, other)
            ]
            assert worths[0] == worths[1], one.verb
            compared += 1
        onlooker.hear(one.before, one.verb)
    assert compared > 50


def test_the_admiralty_does_not_look_at_german_secrets(rules):
    record = play_game(rules, 1)
    onlooker = Onlooker(rules)
    compared = 0
    for one in record.played:
        if isinstance(one.verb, MoveACVM | PlotCruiser | JoinEscort | CruiserSearch):
            true = one.before
            elsewhere = "0303" if true.atlantis.place != "0303" else "3005"
            other = true.changed(atlantis=Whereabouts.at(elsewhere))
            worths = [
                Admiralty(rules, BRITISH, random.Random(1), onlooker).worth(state, one.verb)
                for state in (true, other)
            ]
            assert worths[0] == worths[1], one.verb
            compared += 1
        onlooker.hear(one.before, one.verb)
    assert compared > 50


# --- The raider ------------------------------------------------------------------------


def test_ways_ahead_are_the_shortest_ones(rules):
    tables = rules.tables
    way = way_ahead(tables, "1301", "1908")
    whole = tables.hexes_between("1301", "1908")
    assert way[0] == ("1301", 0, 1)
    assert way[-1] == ("1908", whole, 1)
    assert all(when + tables.hexes_between(there, "1908") == whole for there, when, _ in way)


def test_most_is_shipped_round_the_cape(rules):
    shipped = traffic(rules.tables)
    assert shipped["1908"] > 0.5
    assert shipped["0212"] == 0.0


def test_the_raider_goes_to_where_the_arrow_leads(bench):
    """A ship of Freetown for Cape Town sails south-east: he meets it ahead, not astern."""
    state = bench.position(
        atlantis="1505", sets={"c1": "1404"}, drawn={"c1": ("od_5", "od_7", "zamzam")}
    )
    player = raider(bench.rules, state)
    ahead, astern = (player.worth(state, PlotAtlantis(one, 1)) for one in ("1506", "1303"))
    assert ahead > astern


def test_the_raider_keeps_off_cruisers_that_hunt(bench):
    calm = bench.position(atlantis="1505", cruisers={"devonshire": "1605"})
    hunted = replace(calm.cruisers["devonshire"], active=True)
    alarm = calm.with_cruiser(hunted)
    move = PlotAtlantis("1605", 1)
    assert raider(bench.rules, alarm).worth(alarm, move) < raider(bench.rules, calm).worth(
        calm, move
    )


def test_a_weary_crew_rests_when_no_ship_is_near(bench):
    state = bench.position(atlantis="1505", morale="Low", column=3)
    player = raider(bench.rules, state)
    stay = player.worth(state, PlotAtlantis("1505", 4))
    assert player.worth(state, Rest()) > stay


def test_a_u_boat_is_kept_for_a_crew_that_needs_it(bench):
    fresh = bench.position(column=5, plot="move")
    assert raider(bench.rules, fresh).worth(fresh, UseUBoat("uboat_1")) < 0
    weary = fresh.changed(morale="Fatigued", pending=(Pending(CHECK, GERMAN, "UTF-9.1c"),))
    assert raider(bench.rules, weary).worth(weary, UseUBoat("uboat_1")) > 0


def test_a_rich_ship_is_worth_the_aeroplane_and_a_poor_one_is_not(bench):
    plane = PlaceOnDisplay(DISGUISE, ATLANTIS_AIRCRAFT)
    rich = bench.plotted(drawn={"c1": ("od_1", "od_12", "automedon")})
    poor = bench.plotted(drawn={"c1": ("od_5", "od_6", "rabaul")})
    assert raider(bench.rules, rich).worth(rich, plane) > 0
    assert raider(bench.rules, poor).worth(poor, plane) < 0


def test_found_by_a_cruiser_the_raider_shows_whatever_flag_it_has(bench):
    state = bench.position(pending=(Pending(ATLANTIS_COUNTER, GERMAN, "UTF-7.5c"),))
    player = raider(bench.rules, state)
    for box in (ATLANTIS_AIRCRAFT, "Soviet"):
        assert player.worth(state, PlaceOnDisplay(DISGUISE, box)) > 0


# --- The Admiralty ---------------------------------------------------------------------


def test_a_cruiser_goes_to_where_the_raider_was_seen(bench):
    state = bench.position(
        BRITISH_PHASE, cruisers={"devonshire": "1204"}, active=("devonshire",), sets={}
    )
    seen = state.changed(atlantis=Whereabouts.among(("1406", "1405", "1506")))
    player = admiralty(bench.rules, seen)
    nearer, farther = (
        player.worth(state, PlotCruiser("devonshire", place)) for place in ("1305", "1203")
    )
    assert nearer > farther


def test_a_cruiser_searches_where_there_is_a_chance(bench):
    state = bench.position(BRITISH_PHASE, active=("devonshire",))
    search = CruiserSearch("devonshire", "1201", "free")
    near = state.changed(atlantis=Whereabouts.among(("1201", "1202", "1301")))
    assert admiralty(bench.rules, near).worth(state, search) > 0
    anywhere = state.changed(atlantis=Whereabouts.among(bench.rules.tables.neighbours))
    assert admiralty(bench.rules, anywhere).worth(state, search) < 0.3


def test_ships_give_the_raider_a_wide_berth(bench):
    """Two ways are equally short; the one past the raider is not taken."""
    state = bench.position(
        BRITISH_PHASE, sets={"c1": "1404"}, drawn={"c1": ("od_5", "od_7", "zamzam")}
    )
    tables = bench.rules.tables
    steps = sorted(tables.steps[tables.ports["od_7"].hex]["1404"])
    assert len(steps) == 2
    for here, other in (steps, reversed(steps)):
        seen = state.changed(atlantis=Whereabouts.at(here))
        player = admiralty(bench.rules, seen)
        past, round_ = (player.worth(state, MoveACVM("c1", one)) for one in (here, other))
        assert past < round_


def test_a_rich_convoy_with_the_raider_near_gets_an_escort(bench):
    words = {"sets": {"c1": "1404"}, "cruisers": {"devonshire": "1404"}}
    rich = bench.position(BRITISH_PHASE, drawn={"c1": ("od_1", "od_12", "automedon")}, **words)
    ghost = bench.position(BRITISH_PHASE, drawn={"c1": ("od_1", "od_12", "ghost_1")}, **words)
    join = JoinEscort("devonshire", "c1")
    near = rich.changed(atlantis=Whereabouts.among(("1405", "1504")))
    assert admiralty(bench.rules, near).worth(rich, join) > 0
    assert admiralty(bench.rules, near).worth(ghost, join) < 0
    far = rich.changed(atlantis=Whereabouts.at("3305"))
    assert admiralty(bench.rules, far).worth(rich, join) < 0
