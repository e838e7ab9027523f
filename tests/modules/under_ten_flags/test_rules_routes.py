"""The map, and the routes of the cargo ships."""

from __future__ import annotations

import pytest

from modules.under_ten_flags.state import BRITISH_PHASE, BRITISH_STEPS
from modules.under_ten_flags.verbs import DrawSet, EndActivation, MoveACVM, PlaceACVM

FAR_EAST = {"c1": ("od_3", "od_10", "scientist")}
"""From Rio de Janeiro to Colombo."""


def _british(bench, place="1204", **words):
    return bench.position(BRITISH_PHASE, sets={"c1": place}, **words)


@pytest.mark.parametrize(
    ("here", "near"),
    [
        ("1201", ["1301", "1202", "1101"]),
        ("2405", ["2404", "2504", "2305", "2304"]),
        ("2505", ["2504", "2605", "2606", "2506"]),
        ("2404", ["2403", "2503", "2504", "2405", "2304", "2303"]),
    ],
)
def test_the_map_has_its_neighbours(bench, here, near):
    assert sorted(bench.rules.tables.neighbours[here]) == sorted(near)
    assert len(bench.rules.tables.neighbours) == 317


@pytest.mark.parametrize(
    ("od", "distances"),
    [
        ("od_1", [0, 9, 13, 16, 20, 21, 20, 23, 28, 34, 35, 37]),
        ("od_5", [20, 11, 7, 4, 0, 3, 10, 13, 18, 24, 25, 27]),
        ("od_9", [28, 21, 18, 17, 18, 16, 8, 5, 0, 7, 11, 13]),
        ("od_12", [37, 30, 27, 26, 27, 25, 17, 14, 13, 10, 5, 0]),
    ],
)
def test_the_ports_lie_as_far_apart_as_they_should(bench, od, distances):
    tables = bench.rules.tables
    here = tables.ports[od].hex
    found = [tables.hexes_between(here, tables.ports[f"od_{n}"].hex) for n in range(1, 13)]
    assert found == distances


def test_the_sides_of_a_spine(bench):
    spines = bench.rules.tables.spine_neighbours["1504"]
    assert set(spines["E"]) == {"1604", "1605"}
    assert set(spines["NW"]) == {"1404", "1503"}
    assert set(bench.rules.tables.spine_neighbours["1404"]["E"]) == {"1503", "1504"}
    assert set(bench.rules.tables.spine_neighbours["1201"]["NE"]) == set()


def test_a_set_moves_once(bench):
    state = _british(bench)
    moved = bench.after(state, MoveACVM("c1", "1304"))
    bench.breaks("UTF-6.1a", moved, MoveACVM("c1", "1405"))
    bench.breaks("UTF-6.1a", state, MoveACVM("c2", "1304"))
    bench.close("UTF-6.1a", state, MoveACVM("c1", "1304"))
    placed = bench.after(moved, DrawSet("c2", "od_1", "od_2", "teddy"), PlaceACVM("c2", "0308"))
    bench.breaks("UTF-6.1a", placed, MoveACVM("c2", "0309"))


def test_a_set_moves_one_hex(bench):
    assert "2 hexes" in bench.breaks("UTF-6.1a", _british(bench), MoveACVM("c1", "1405")).did


def test_every_set_moves(bench):
    state = _british(bench, sets_drawn=1)
    breach = bench.breaks("UTF-6.1c", state, EndActivation())
    assert (breach.severity, breach.did) == ("missing", "C1 did not move")
    moved = bench.after(state, MoveACVM("c1", "1304"))
    bench.close("UTF-6.1c", moved, EndActivation())


def test_a_set_stays_on_numbered_hexes(bench):
    state = _british(bench, "2405", drawn=FAR_EAST)
    bench.breaks("UTF-6.1g", state, MoveACVM("c1", "2406"))
    bench.close("UTF-6.1g", state, MoveACVM("c1", "2404"))


def test_a_set_crosses_no_closed_side(bench):
    state = _british(bench, "2405", drawn=FAR_EAST)
    bench.breaks("UTF-6.1h", state, MoveACVM("c1", "2505"))
    bench.breaks("UTF-6.1h", _british(bench, "2505"), MoveACVM("c1", "2405"))
    bench.close("UTF-6.1h", state, MoveACVM("c1", "2504"))


def test_a_set_sails_as_directly_as_possible(bench):
    """By any of the shortest ways: Madagascar is passed to the north or not at all."""
    state = _british(bench, "1204", drawn=FAR_EAST)
    tables = bench.rules.tables
    here = tables.hexes_between("1204", "3001")
    shorter = [n for n in tables.neighbours["1204"] if tables.hexes_between(n, "3001") < here]
    assert shorter
    for hex_id in tables.neighbours["1204"]:
        if hex_id in shorter:
            bench.close("UTF-4.1.4a", state, MoveACVM("c1", hex_id))
        else:
            legal = bench.breaks("UTF-4.1.4a", state, MoveACVM("c1", hex_id)).legal
            assert sorted(legal.split(", ")) == sorted(shorter)


def test_any_of_several_shortest_ways_may_be_taken(bench):
    state = _british(bench, "1507", drawn={"c1": ("od_12", "od_4", "scientist")})
    tables = bench.rules.tables
    ways = [n for n in tables.neighbours["1507"] if tables.nearer("1507", n, "1004")]
    assert len(ways) > 1
    for hex_id in ways:
        bench.legal(state, MoveACVM("c1", hex_id))


def test_the_arrow_keeps_the_heading(bench):
    state = _british(bench, "1204", drawn=FAR_EAST)
    assert bench.breaks("UTF-6.2b", state, MoveACVM("c1", "1304", "W")).severity == "interpretation"
    bench.breaks("UTF-6.2b", state, MoveACVM("c1", "1304", "S"))
    bench.close("UTF-6.2b", state, MoveACVM("c1", "1304", "SE"))
    bench.close("UTF-6.2b", state, MoveACVM("c1", "1304"))


def test_any_arrow_will_do_in_port(bench):
    state = _british(bench, "2304")
    bench.close("UTF-6.2b", state, MoveACVM("c1", "2303", "W"))


def test_all_sets_show_one_colour(bench):
    state = bench.position(
        BRITISH_PHASE,
        sets={"c1": "1204", "c2": "1204"},
        drawn={"c2": ("od_4", "od_10", "teddy")},
    )
    moved = bench.after(state, MoveACVM("c1", "1304", None, "red"))
    breach = bench.breaks("UTF-6.2d", moved, MoveACVM("c2", "1304", None, "brown"))
    assert (breach.severity, breach.legal) == ("interpretation", "red")
    bench.close("UTF-6.2d", moved, MoveACVM("c2", "1304", None, "red"))


def test_a_set_that_lags_behind_in_colour_is_told_once(bench):
    """Until somebody turns it, or leaves it, so that all show one colour again."""
    state = bench.position(
        BRITISH_PHASE,
        sets={"c1": "1204", "c2": "1204"},
        drawn={"c2": ("od_4", "od_10", "teddy")},
    )
    one, other = MoveACVM("c1", "1304", None, "brown"), MoveACVM("c2", "1304", None, "red")
    bench.breaks("UTF-6.2d", bench.after(state, one), other)
    mixed = bench.rules.apply(bench.after(state, one), other).changed(
        serial=10, step=BRITISH_STEPS[0]
    )
    turned = bench.rules.apply(mixed, MoveACVM("c1", "1404", None, "red"))
    for face in ("brown", "red"):
        assert "UTF-6.2d" not in bench.cases(turned, MoveACVM("c2", "1404", None, face))


def test_everybody_learns_from_the_way_a_set_takes(bench):
    unseen = bench.unseen(BRITISH_PHASE)
    before = unseen.voyages["c1"].destination
    moved = bench.after(unseen, MoveACVM("c1", "1607"))
    after = moved.voyages["c1"].destination
    assert after < before
    tables = bench.rules.tables
    assert all(tables.nearer("1507", "1607", tables.ports[od].hex) for od in after)


def test_a_marker_known_elsewhere_is_nowhere_else(bench):
    unseen = bench.unseen(BRITISH_PHASE).changed(sets_drawn=0)
    state = bench.after(
        bench.after(unseen, MoveACVM("c1", "1607")), DrawSet("c2", None, None, None)
    )
    placed = bench.after(state, PlaceACVM("c2", "2303"))
    assert placed.voyages["c2"].origin == {"od_9"}
    assert "od_9" not in placed.voyages["c1"].destination
    assert "od_3" not in placed.voyages["c2"].destination
