"""The definition of the U-boat variant: what the map, the counters, the tables and menus say."""

from __future__ import annotations

from collections import Counter as Tally
from itertools import combinations

import pytest

from generator.definition.reader import load_game
from generator.definition.schema import AreaGrid, Game
from generator.drawing.charts.words import status_of
from generator.geography.areas import AreaMap
from generator.geography.layout import grid_of, layout_of
from generator.geography.squares import SquareGrid
from generator.packaging.scene import scene_of
from generator.packaging.vassal.pieces import piece_actions

PRINTED_AREAS = {"BB", "BC", "BD", "BE", "DH", "DT"}

# The German naval grid: north, south, west, east in degrees.
SQUARES = {
    "BA": (51.0, 42.9, -79.0, -65.5), "BB": (51.0, 42.9, -65.5, -52.0),
    "BC": (51.0, 42.9, -52.0, -38.5), "BD": (51.0, 42.9, -38.5, -25.0),
    "BE": (51.0, 42.9, -25.0, -11.5), "CA": (42.9, 34.8, -78.7, -67.9),
    "CB": (42.9, 34.8, -67.9, -57.1), "CC": (42.9, 34.8, -57.1, -46.3),
    "CD": (42.9, 34.8, -46.3, -35.5), "CE": (42.9, 34.8, -35.5, -24.7),
    "CF": (42.9, 34.8, -24.7, -15.1), "DA": (34.8, 26.7, -99.1, -88.3),
    "DB": (34.8, 26.7, -88.3, -77.5), "DC": (34.8, 26.7, -77.5, -66.7),
    "DD": (34.8, 26.7, -66.7, -55.9), "DE": (34.8, 26.7, -55.9, -45.1),
    "DF": (34.8, 26.7, -45.1, -34.3), "DG": (34.8, 26.7, -34.3, -23.5),
    "DH": (34.8, 26.7, -23.5, -12.7), "DL": (26.7, 18.6, -92.8, -84.7),
    "DM": (26.7, 18.6, -84.7, -76.6), "DN": (26.7, 18.6, -76.6, -68.5),
    "DO": (26.7, 18.6, -68.5, -60.4), "DP": (26.7, 18.6, -60.4, -52.3),
    "DQ": (26.7, 18.6, -52.3, -44.2), "DR": (26.7, 18.6, -44.2, -36.1),
    "DS": (26.7, 18.6, -36.1, -28.0), "DT": (26.7, 18.6, -28.0, -19.9),
    "EB": (18.6, 10.5, -84.7, -76.6), "EC": (18.6, 10.5, -76.6, -68.5),
    "ED": (18.6, 10.5, -68.5, -60.4), "EE": (18.6, 10.5, -60.4, -52.3),
    "EF": (18.6, 10.5, -52.3, -44.2), "EG": (18.6, 10.5, -44.2, -36.1),
    "EH": (18.6, 10.5, -36.1, -28.0), "EJ": (18.6, 10.5, -28.0, -19.9),
}  # fmt: skip

PORTS = {
    "New York": (40.7, -74.0, "CA"), "Boston": (42.36, -71.05, "CA"),
    "Newport": (41.49, -71.33, "CA"), "Philadelphia": (39.93, -75.14, "CA"),
    "Baltimore": (39.27, -76.58, "CA"), "Norfolk": (36.85, -76.3, "CA"),
    "Portland ME": (43.66, -70.25, "BA"), "Wilmington NC": (34.23, -77.95, "DB"),
    "Charleston": (32.78, -79.93, "DB"), "Savannah": (32.08, -81.09, "DB"),
    "Jacksonville": (30.33, -81.66, "DB"), "Tampa": (27.95, -82.46, "DB"),
    "Mobile": (30.69, -88.04, "DB"), "Miami": (25.77, -80.19, "DM"),
    "Key West": (24.55, -81.8, "DM"), "New Orleans": (29.95, -90.06, "DA"),
    "Galveston": (29.31, -94.79, "DA"), "San Juan": (18.47, -66.11, "ED"),
    "St Thomas": (18.34, -64.93, "ED"), "Guantanamo Bay": (19.91, -75.15, "DN"),
    "Halifax": (44.65, -63.57, "BB"), "Sydney NS": (46.14, -60.19, "BB"),
    "Saint John NB": (45.27, -66.06, "BA"), "St Johns NF": (47.56, -52.71, "BB"),
    "Argentia": (47.3, -53.99, "BB"), "Hamilton Bermuda": (32.3, -64.78, "DD"),
    "Havana": (23.14, -82.36, "DM"), "Nassau": (25.06, -77.35, "DM"),
    "Kingston": (17.97, -76.79, "EB"), "Oranjestad Aruba": (12.52, -70.03, "EC"),
    "Willemstad Curacao": (12.11, -68.93, "EC"), "Port of Spain": (10.65, -61.52, "ED"),
    "Castries St Lucia": (14.01, -60.99, "ED"), "Bridgetown": (13.1, -59.62, "EE"),
    "Ponta Delgada": (37.74, -25.67, "CE"), "Horta": (38.53, -28.63, "CE"),
}  # fmt: skip

OF_THE_UNITED_STATES = {
    "New York", "Boston", "Newport", "Philadelphia", "Baltimore", "Norfolk", "Portland ME",
    "Wilmington NC", "Charleston", "Savannah", "Jacksonville", "Tampa", "Mobile", "Miami",
    "Key West", "New Orleans", "Galveston", "San Juan", "St Thomas",
}  # fmt: skip

AIRBASES = {
    "Westover": (42.19, -72.53, "CA", "us"), "Quonset Point": (41.59, -71.42, "CA", "us"),
    "Floyd Bennett": (40.59, -73.89, "CA", "us"), "Langley": (37.08, -76.36, "CA", "us"),
    "Elizabeth City": (36.26, -76.17, "CA", "us"), "Cherry Point": (34.9, -76.88, "CA", "us"),
    "Charleston AAF": (32.9, -80.04, "DB", "us"), "Banana River": (28.24, -80.61, "DB", "us"),
    "Pensacola": (30.35, -87.3, "DB", "us"), "Opa-locka": (25.91, -80.28, "DM", "us"),
    "Key West NAS": (24.57, -81.69, "DM", "us"), "Houma": (29.57, -90.66, "DA", "us"),
    "Borinquen": (18.5, -67.13, "ED", "us"), "Guantanamo NAS": (19.9, -75.21, "DN", "us"),
    "Waller Trinidad": (10.61, -61.21, "ED", "us"),
    "Kindley Bermuda": (32.36, -64.68, "DD", "us"),
    "Dartmouth NS": (44.64, -63.5, "BB", "canada"), "Gander": (48.94, -54.57, "BB", "canada"),
    "Argentia NAS": (47.31, -53.99, "BB", "us"),
    "Lajes Terceira": (38.76, -27.09, "CE", "axis_azores"),
    "Santana Sao Miguel": (37.8, -25.6, "CE", "axis_azores"),
    "Santa Maria": (36.97, -25.17, "CE", "axis_azores"),
}  # fmt: skip

BOATS = {
    "U-66": ("IXC", 3, 5, "CB"), "U-109": ("IXC", 3, 5, "CA"), "U-123": ("IXC", 3, 5, "CA"),
    "U-125": ("IXC", 3, 5, "DC"), "U-130": ("IXC", 3, 5, "BB"), "U-504": ("IXC", 2, 4, "DD"),
    "U-564": ("VIIC", 2, 4, "CD"), "U-578": ("VIIC", 2, 4, "CD"), "U-653": ("VIIC", 2, 4, "BC"),
    "U-701": ("VIIC", 2, 4, "BC"), "MILCH-COW": ("XIV", 2, 4, "CD"),
    **{f"NA-{number}": ("VIIC", 3, 5, "Europe") for number in range(1, 7)},
    "BARBARIGO": ("Marcello", 3, 5, "Europe"),
}  # fmt: skip
"""Type, Must Surface and Sunk factors, where it begins."""

STORES = {
    "IXC": (27, 22), "VIIC": (17, 14), "XIV": (19, 0), "Marcello": (15, 16),
}  # fmt: skip
"""Fuel and torpedoes by type."""

AIR = {
    "PBY-1": (2, True, 1, 0, "Quonset Point"), "PBY-2": (2, True, 1, 0, "Key West NAS"),
    "PBY-3": (2, False, 1, 0, "Kindley Bermuda"), "HUD-1": (2, False, 1, 0, "Cherry Point"),
    "B18-1": (1, True, 1, 1, "Langley"), "B18-2": (1, True, 1, 1, "Opa-locka"),
    "B17-1": (4, False, 2, 3, "Westover"), "B24-1": (4, False, 2, 3, "Gander"),
    "P40-1": (1, False, 4, 0, "Floyd Bennett"), "P40-2": (1, False, 4, 0, "Langley"),
    "F4F-1": (1, False, 4, 0, "Quonset Point"), "ME264-1": (4, False, 2, 2, "Lajes Terceira"),
    "HE177-1": (3, False, 1, 2, "Santana Sao Miguel"),
    "FW200-1": (3, False, 1, 2, "Santana Sao Miguel"),
    "ME109-1": (1, False, 4, 0, "Lajes Terceira"), "ME109-2": (1, False, 4, 0, "Lajes Terceira"),
}  # fmt: skip
"""Range, Huff-Duff, air combat and bomb factors, base."""

SHIPS = {
    "US-DD-1": "CA", "US-DD-2": "CA", "US-DD-3": "CA", "US-DD-4": "DM",
    "US-ASW-1": "CA", "US-ASW-2": "DB", "US-ASW-3": "DM",
    "US-CUT-1": "CA", "US-CUT-2": "CA", "US-CUT-3": "DM", "US-CUT-4": "DA",
    "CAN-DD-1": "Allied Reserve", "CAN-CUT-1": "Allied Reserve",
    "CAN-CUT-2": "Allied Reserve", "CAN-CUT-3": "Allied Reserve",
}  # fmt: skip

DECLARED = {
    "random_event", "naval_detection", "huff_duff", "air_detection", "asw", "air_asw",
    "surface_combat", "torpedo", "tonnage", "air_combat", "bombing", "repair",
    "shore_bombardment", "victory",
}  # fmt: skip
RECONSTRUCTED = {
    "convoy_determination", "fuel", "movement", "cap_and_range", "boats", "map_exit",
}  # fmt: skip


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("uboat_variant")


@pytest.fixture(scope="module")
def areas(game: Game) -> AreaMap:
    found = grid_of(game.map("atlantic"))
    assert isinstance(found, AreaMap)
    return found


# --- the naval grid -------------------------------------------------------------------------


def test_the_areas_are_36_great_squares_of_the_german_naval_grid(game: Game) -> None:
    grid = game.map("atlantic").grid
    assert isinstance(grid, AreaGrid)
    assert {area.id: area.bounds for area in grid.areas} == SQUARES
    assert len(SQUARES) == 36
    for name, (north, south, west, east) in SQUARES.items():
        assert north - south == pytest.approx(8.1), name
        wide = 13.5 if north == 51.0 else 8.1 if north <= 26.7 else 10.8
        assert east - west == pytest.approx(9.6 if name == "CF" else wide), name


def test_what_is_printed_of_the_map_is_told_from_what_is_not(game: Game) -> None:
    grid = game.map("atlantic").grid
    assert isinstance(grid, AreaGrid)
    for area in grid.areas:
        assert area.status == "reconstructed"
        assert area.provenance["bounds"].status == "inferred"
        assert ("id" in area.provenance) == (area.id in PRINTED_AREAS)


def test_areas_touch_when_they_share_an_edge_of_a_degree(areas: AreaMap) -> None:
    for one, other in combinations(SQUARES, 2):
        (north, south, west, east), (up, down, left, right) = SQUARES[one], SQUARES[other]
        beside = max(0.0, min(north, up) - max(south, down))
        over = max(0.0, min(east, right) - max(west, left))
        touching = {west, east} & {left, right} and beside >= 1
        touching = touching or ({north, south} & {up, down} and over >= 0.999)
        assert (other in areas.near[one]) == bool(touching), (one, other)


@pytest.mark.parametrize(
    ("one", "other", "steps"),
    [
        ("CE", "CA", 4), ("CE", "CB", 3), ("CE", "DD", 3), ("BD", "CA", 4), ("BE", "CA", 5),
        ("DH", "CA", 6), ("DH", "DM", 7), ("DT", "ED", 6), ("DT", "EC", 7), ("BD", "BB", 2),
        ("BD", "CD", 1), ("BE", "CE", 2),
    ],
)  # fmt: skip
def test_distances_are_counted_in_areas(areas: AreaMap, one: str, other: str, steps: int) -> None:
    assert areas.distance(one, other) == steps


def test_counters_lie_anywhere_in_an_area(game: Game) -> None:
    layout = layout_of(game.map("atlantic"))
    assert all(layout.places[name].roomy and layout.zones[name].outline for name in SQUARES)
    assert len(set(layout.room("CA", 8))) == 8
    ca = layout.places["CA"]
    corner = min(x for x, _ in ca.outline) + 3, min(y for _, y in ca.outline) + 3
    found = layout.locate(*layout.point_pixels(*corner))
    assert found is not None and found.id == "CA"


def test_ports_and_airbases_stand_where_they_are_in_their_squares(game: Game) -> None:
    told = {port.name: port for port in game.map("atlantic").ports}
    assert len(PORTS) == 36 and len(AIRBASES) == 22 and set(told) == {*PORTS, *AIRBASES}
    for name, (lat, lon, area, *_) in {**PORTS, **AIRBASES}.items():
        assert (told[name].lat, told[name].lon) == (lat, lon), name
        north, south, west, east = SQUARES[area]
        assert south <= lat <= north and west <= lon <= east, name
        assert told[name].values["area"] == area
    ports, bases = game.table("ports"), game.table("airbases")
    assert {row.id: row.cells["area"].value for row in ports.rows} == {
        name: area for name, (_, _, area) in PORTS.items()
    }
    american = {row.id for row in ports.rows if row.cells["american"].value}
    assert american == OF_THE_UNITED_STATES
    assert {row.id: row.cells["owner"].value for row in bases.rows} == {
        name: owner for name, (_, _, _, owner) in AIRBASES.items()
    }


def test_each_port_and_base_has_its_counter_and_its_place_on_the_display(game: Game) -> None:
    places = layout_of(game.map("bases")).places
    counters = {one.name: one for one in game.counters if one.kind in ("port", "airbase")}
    assert len(counters) == 58
    for name in PORTS:
        assert name in places and counters[name].kind == "port"
    for name in AIRBASES:
        assert {name, f"{name} field"} <= places.keys() and counters[name].kind == "airbase"
    with_bases = {area for _, _, area, _ in AIRBASES.values()}
    assert {f"CAP {area}" for area in with_bases} <= places.keys()


def test_entries_and_exits_are_those_of_the_text(game: Game) -> None:
    board = game.map("atlantic")
    marked = {feature.id: set(feature.hexes) for feature in board.features}
    assert marked == {
        "entry_north_atlantic": {"BD", "BE"}, "entry_barbarigo": {"DH", "DT"},
        "entry_canadians": {"BB", "BC", "BD"}, "exit_german": {"BD", "BE", "CF"},
        "exit_italian": {"DH", "DT", "CF", "EJ"}, "azores": {"CE"},
    }  # fmt: skip
    entry = game.values("entry")
    assert entry.value("boat_areas") == ("BD", "BE")
    assert entry.value("barbarigo_areas") == ("DH", "DT")
    assert entry.value("canadian_areas") == ("BB", "BC", "BD")
    for feature in board.features[:3]:
        assert feature.status == "printed"


def test_both_battle_grids_have_ten_by_ten_squares_under_names_of_their_own(game: Game) -> None:
    names: dict[str, set[str]] = {}
    for map_id in ("osl", "tsl"):
        grid = grid_of(game.map(map_id))
        assert isinstance(grid, SquareGrid)
        places = layout_of(game.map(map_id)).places
        names[map_id] = {name for name, place in places.items() if place.kind == "hex"}
        assert len(names[map_id]) == 100
    assert not names["osl"] & names["tsl"]
    osl, tsl = grid_of(game.map("osl")), grid_of(game.map("tsl"))
    assert isinstance(osl, SquareGrid) and isinstance(tsl, SquareGrid)
    assert osl.distance("1,1", "10,10") == 9 and tsl.distance("3-4", "4-5") == 1
    boxes = [box.id for box in game.map("osl").boxes if box.id.startswith("TSL Box")]
    assert boxes == [f"TSL Box {letter}" for letter in "ABCDEFGH"]


# --- what lies on it ------------------------------------------------------------------------


def test_the_boats_have_their_factors_and_stores(game: Game) -> None:
    boats = {one.id: one for one in game.counters if "msf" in one.values}
    assert set(boats) == set(BOATS)
    for name, (type_, msf, sf, _) in BOATS.items():
        values = boats[name].values
        assert (values["type"], values["msf"], values["sf"]) == (type_, msf, sf), name
        assert (values["fuel"], values["torpedoes"]) == STORES[type_], name
        assert [face.id for face in boats[name].faces] == [
            "undeclared", "surfaced", "submerged", "surfaced_detected", "submerged_detected",
        ]  # fmt: skip
    printed = {row.id for row in game.table("boats").rows if row.cells["msf"].status == "printed"
               and row.cells["msf"].value == 2}  # fmt: skip
    assert printed == {"ixc_msf2", "viic", "milch_cow"}


def test_aircraft_have_their_factors_and_flip_to_flown(game: Game) -> None:
    for name, (range_, huff_duff, combat, bomb, base) in AIR.items():
        piece = game.counter(name)
        values = piece.values
        told = [values[one] for one in ("range", "huff_duff", "air_combat", "bomb", "base")]
        assert told == [range_, huff_duff, combat, bomb, base], name
        assert [face.id for face in piece.faces] == ["unflown", "flown"]
    assert [game.counter(one).values["bomb"] for one in ("BV-222", "Z-511")] == [2, 2]
    assert [game.counter(one).values["air_combat"] for one in ("BV-222", "Z-511")] == [2, 1]


def test_the_campaign_begins_with_the_order_of_battle(game: Game) -> None:
    scenario = game.scenario()
    at = {piece: one.at for one in scenario.placements for piece in one.pieces}
    for name, (*_, area) in BOATS.items():
        assert at[name] == area, name
    assert {name: at[name] for name in SHIPS} == SHIPS
    for name, (*_, base) in AIR.items():
        assert at[name] == base, name
    assert at["BV-222"] == at["Z-511"] == "Off-map Air"
    assert scenario.last_turn == 20 and scenario.values["scenario"] == "17.1"


def test_every_counter_of_a_set_up_lies_once(game: Game) -> None:
    for scenario in game.scenarios:
        placed = Tally(piece for one in scenario.placements for piece in one.pieces)
        assert max(placed.values()) == 1, scenario.id
    placed = Tally(piece for one in game.scenario().placements for piece in one.pieces)
    left = {one.id for one in game.counters} - placed.keys()
    # On paper alone: in a module they are faces of the port or the boat.
    assert {name.split("_")[0] for name in left} == {"damage", "detected"}


def test_the_patrol_to_learn_by_has_few_counters_that_act(game: Game) -> None:
    scenario = game.scenario("first_patrol")
    acting = [
        piece
        for one in scenario.placements
        for piece in one.pieces
        if game.counter(piece).kind
        in {"uboat", "milch_cow", "submarine", "destroyer", "cutter", "convoy", "patrol", "fighter"}
    ]
    assert len(acting) <= 16 and scenario.first_turn == 2
    assert {"U-123", "NA-1", "BARBARIGO", "US-DD-1", "PBY-1"} <= set(acting)


def test_frogman_markers_lie_face_down_and_come_in_two_sets_of_five(game: Game) -> None:
    markers = [one for one in game.counters if one.kind == "frogman"]
    assert Tally(one.values["attack"] for one in markers) == {1: 5, 2: 5}
    for attack in (1, 2):
        told = {
            str(one.values["marker"]): (one.values["tonnage_roll"], one.values["ships"])
            for one in markers
            if one.values["attack"] == attack
        }
        assert told == {
            "FM-1": (False, 0), "FM-2": (False, 0), "FM-3": (False, 0),
            "FM-4": (True, 1), "FM-5": (True, 2),
        }  # fmt: skip
    for scenario in game.scenarios:
        lying = {piece: one for one in scenario.placements for piece in one.pieces}
        for one in markers:
            place = lying[one.id]
            assert place.masked and place.map == "axis_desk", one.id
    assert game.map("axis_desk").private_to == "Axis"
    assert game.map("allied_desk").private_to == "Allied"
    for deck in ("Container 1", "Container 2"):
        (cup,) = [one for one in game.map("roster").decks if one.id == deck]
        assert cup.shuffle == "always" and cup.face_down


# --- what is counted ------------------------------------------------------------------------


def test_every_boat_and_convoy_counts_on_tracks_of_its_own(game: Game) -> None:
    tracks = {
        track.property: track
        for map_ in game.maps
        for track in map_.tracks
        if track.property and track.each == 1
    }
    properties = {one.name: one for one in game.properties}
    for name, (type_, *_) in BOATS.items():
        tag = str(game.counter(name).values["tag"])
        fuel, torpedoes = STORES[type_]
        counted = {"Fuel": fuel, "Damage": 5} | ({"Torpedoes": torpedoes} if torpedoes else {})
        for what, most in counted.items():
            track = tracks[f"{tag}{what}"]
            assert (track.first, track.last, properties[f"{tag}{what}"].most) == (0, most, most)
            assert track.marker == f"{tag.lower()}_{what.lower()}"
    for number in range(1, 11):
        assert tracks[f"Convoy{number}Ships"].last == 50
    assert tracks["BarbarigoFrogmen"].last == 2 and tracks["MilchCowCargo"].last == 40


def test_markers_begin_where_their_properties_do(game: Game) -> None:
    tracks = {track.marker: track for map_ in game.maps for track in map_.tracks if track.property}
    for scenario in game.scenarios:
        at = {piece: one.at for one in scenario.placements for piece in one.pieces}
        for marker, track in tracks.items():
            (kept,) = [one for one in game.properties if one.name == track.property]
            worth = scenario.properties.get(kept.name, kept.initial) // track.each
            assert at[str(marker)] == f"{track.prefix} {worth}", (scenario.id, marker)


def test_the_menu_of_a_boat_counts_its_own_stores(game: Game) -> None:
    scene = scene_of(game, 72)

    def menu(piece: str) -> set[str]:
        return {one.id for one in piece_actions(scene, scene.piece(piece))}

    salvo = game.action("torpedoes_3")
    assert salvo.changes(game.counter("U-66").values) == {"U66Torpedoes": -3}
    assert game.action("fuel_1").changes(game.counter("NA-4").values) == {"NA4Fuel": -1}
    assert game.action("refuels_5").changes(game.counter("BARBARIGO").values) == {
        "BarbarigoFuel": 5, "MilchCowCargo": -5,
    }  # fmt: skip
    lost = game.action("ships_lost_1").changes(game.counter("convoy_7").values)
    assert lost == {"Convoy7Ships": -1, "ShipsSunk": 1}
    assert {f"torpedoes_{count}" for count in range(1, 5)} <= menu("U-564")
    assert "tries_to_enter" in menu("NA-6") and "tries_to_enter" not in menu("U-66")
    assert not {"torpedoes_1", "refuels_1"} & menu("MILCH-COW")
    assert "checks" in menu("U-504") and "checks" not in menu("U-66")
    assert "frogman_attack" in menu("BARBARIGO") and "frogman_attack" not in menu("U-66")
    assert "huff_duff" in menu("PBY-1") and "huff_duff" not in menu("PBY-3")
    assert "rebases" in menu("B17-1") and "rebases" not in menu("ME264-1")
    assert "ferries" in menu("Z-511") and "ferries" not in menu("BV-222")


def test_every_act_says_who_and_where(game: Game) -> None:
    for action in game.actions:
        if action.on == "piece" and not action.silent:
            assert "{name}" in action.says or "{place}" in action.says or action.id == "role_shown"
    assert all(one.sides == 10 for one in game.dice)
    assert game.dice_button("location").count == 2 and game.dice_button("convoy").count == 3


# --- the tables -----------------------------------------------------------------------------


def test_tables_of_the_base_game_are_declared_or_reconstructed(game: Game) -> None:
    policies = {chart.id: chart.policy for chart in game.charts if chart.policy}
    assert {name for name, policy in policies.items() if policy == "declared"} == DECLARED
    assert {name for name, policy in policies.items() if policy == "reconstructed"} == (
        RECONSTRUCTED
    )
    for chart in game.charts:
        if chart.policy:
            assert chart.status == "reconstructed" and chart.decision.startswith("UVX-")


@pytest.mark.parametrize(
    ("chart", "told"),
    [
        ("entry_rolls", {"printed": 4, "reconstructed": 1}),
        ("asw_damage", {"printed": 10, "reconstructed": 2}),
        ("surface_damage", {"printed": 4, "reconstructed": 1}),
        ("damage_effects", {"printed": 5}),
        ("frogman_markers", {"reconstructed": 15}),
        ("boats", {"printed": 3, "found": 13, "reconstructed": 20}),
        ("convoy_determination", {"reconstructed": 50}),
        ("asw", {"reconstructed": 5}),
    ],
)
def test_so_many_cells_are_printed(game: Game, chart: str, told: dict[str, int]) -> None:
    table = game.table(chart)
    cells = [cell for row in table.rows for cell in row.cells.values()]
    assert Tally(status_of(table, cell) or "printed" for cell in cells) == told


def test_the_reconstructed_tables_hold_these_numbers(game: Game) -> None:
    asw, torpedo = game.table("asw"), game.table("torpedo")
    told = [asw.lookup(total) for total in range(1, 14)]
    assert told == ["miss"] * 4 + [9] * 3 + [8] * 2 + [7] * 2 + [6] * 2
    assert asw.lookup(14) == 6 and torpedo.lookup(-2) == 0 and torpedo.lookup(15) == 3
    assert [torpedo.lookup(total) for total in range(1, 14)] == [0] * 5 + [1] * 4 + [2] * 3 + [3]
    convoys = game.table("convoy_determination")
    assert [convoys.lookup(die, "ships") for die in range(1, 11)] == [
        10, 10, 20, 20, 30, 30, 40, 40, 50, 50,
    ]  # fmt: skip
    assert [convoys.lookup(die, "speed") for die in range(1, 11)] == ["slow"] * 5 + ["fast"] * 5
    movement = game.table("movement")
    assert [movement.value(row, "surfaced") for row in ("uboat", "destroyer", "slow")] == [2, 3, 1]
    assert movement.value("damaged", "grid_surfaced") == 1
    assert game.values("victory").value("axis") == 400_000


def test_printed_damage_follows_the_text(game: Game) -> None:
    asw = game.table("asw_damage")
    rows = ("above", "equal", "one_less", "two_less", "three_less")
    assert [asw.value(row, "msf3") for row in rows] == ["sunk", 0, 1, 2, 0]
    assert [asw.value(row, "msf2") for row in rows] == ["sunk", 1, 1, 1, 1]
    assert asw.value("face_1", "msf2") == 0
    surface = game.table("surface_damage")
    rows = ("above_sf", "equal_sf", "between", "equal_msf", "below_msf")
    assert [surface.value(row) for row in rows] == ["sunk", 2, 2, 1, 0]


def test_every_decision_of_ours_is_told(game: Game) -> None:
    told = {one.id for one in game.decisions}
    assert {f"UVD-{number}" for number in range(1, 43)} <= told
    assert all(one.why for one in game.decisions)


def test_the_phases_are_those_of_the_expanded_sequence(game: Game) -> None:
    assert [step.number for step in game.tracked_steps()] == [
        "5.1", "5.2", "5.3", "5.4", "5.6", "5.7",
    ]  # fmt: skip
    naval = next(step for step in game.sequence if step.id == "naval_movement")
    osl = next(step for step in naval.steps if step.id == "osl")
    assert osl.number == "5.5" and osl.steps[-1].id == "tsl"
