"""The definition of Red Flags and Iron Crosses: what the board, the units and the tables say."""

from __future__ import annotations

import re
from collections import Counter as Tally
from itertools import pairwise

import pytest

from generator.definition.reader import load_game
from generator.definition.schema import Game, HexGrid, Table
from generator.definition.sighting import sight_of
from generator.drawing.charts.words import status_of
from generator.geography.grid import HexGrid as Cells
from generator.geography.ground import Ground, ground_of
from generator.geography.layout import grid_of
from generator.geography.sight import Sight, angle
from generator.packaging.scene import scene_of
from generator.packaging.vassal.pieces import piece_actions
from modules.red_flags.tables import RIDERS


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("red_flags")


@pytest.fixture(scope="module")
def ground(game: Game) -> Ground:
    found = ground_of(game.map("battlefield"))
    assert found is not None
    return found


@pytest.fixture(scope="module")
def cells(game: Game) -> Cells:
    found = grid_of(game.map("battlefield"))
    assert isinstance(found, Cells)
    return found


@pytest.fixture(scope="module")
def sight(game: Game) -> Sight:
    """What the rules ask, and the ruler shows."""
    return sight_of(game)


# --- the board ------------------------------------------------------------------------------


def test_the_field_has_18_by_12_hexes_and_even_columns_lie_lower(game: Game, cells: Cells) -> None:
    assert len(cells.cells) == 216
    grid = game.map("battlefield").grid
    assert isinstance(grid, HexGrid) and grid.orientation == "flat"
    assert set(cells.adjacency.neighbours("0806")) == {
        "0805", "0906", "0907", "0807", "0707", "0706",
    }  # fmt: skip


def test_every_hex_says_its_height_and_what_stands_on_it(ground: Ground) -> None:
    assert Tally(ground.kinds.values()) == {
        "open": 186, "wood": 13, "village": 5, "water": 11, "crossing": 1,
    }  # fmt: skip
    assert Tally(level for level in ground.levels.values() if level) == {1: 10, 2: 2}
    assert ground.kinds["1006"] == "crossing" and ground.level("1504") == 2


def test_roads_join_the_hexes_that_a_road_move_goes_through(ground: Ground) -> None:
    row = [f"{column:02}06" for column in range(1, 19)]
    for one, other in pairwise(row):
        assert ground.joined(one, other) == {"major_road"}, (one, other)
    column = [f"05{number:02}" for number in range(6, 13)]
    for one, other in pairwise(column):
        assert ground.joined(one, other) == {"road"}, (one, other)
    assert not ground.joined("0505", "0506") and not ground.joined("0406", "0405")


@pytest.mark.parametrize(
    ("one", "other", "standing", "by"),
    [
        ("0806", "1106", (), "0906"),
        ("0404", "1105", (), ""),
        ("0404", "1106", (), "0906"),
        ("0404", "1504", (), ""),
        ("1107", "0806", (), ""),
        ("0907", "1107", (), ""),
        ("1308", "1310", (), "1309"),
        ("1308", "1309", (), ""),
        ("0803", "0807", ("0805",), "0805"),
        ("0404", "0806", ("0706",), ""),
        ("1504", "0706", (), ""),
        ("1406", "0806", (), "1206"),
    ],
)
def test_lines_of_sight_follow_from_the_data_of_the_map(
    sight: Sight, one: str, other: str, standing: tuple[str, ...], by: str
) -> None:
    assert sight.clear(one, other, frozenset(standing)) == (not by)
    assert sight.blocked_by(one, other, frozenset(standing))[:1] == ((by,) if by else ())


@pytest.mark.parametrize(
    ("facing", "firer", "arc"),
    [
        ("SE", "1107", "front"),
        ("NE", "0809", "side"),
        ("NE", "0606", "rear"),
        ("N", "1006", "side"),
    ],
)
def test_arcs_follow_from_the_chart(
    game: Game, cells: Cells, facing: str, firer: str, arc: str
) -> None:
    front, rear = (int(str(game.values("sight").value(one))) for one in ("front", "rear"))
    off = angle(cells, "0806", facing, firer)
    assert arc == ("front" if off <= front else "rear" if off >= rear else "side")


# --- the units ------------------------------------------------------------------------------

SAMPLE = 45
GROUPS = {
    "G1": 4, "G2": 5, "G3": 5, "G4": 1, "G5": 3,
    "S1": 4, "S2": 3, "S3": 6, "S4": 6, "S5": 2, "S6": 2, "S7": 4,
}  # fmt: skip


def test_every_unit_of_the_battle_has_its_group_and_stands_somewhere(game: Game) -> None:
    units = [one for one in game.counters if one.shape != "card" and one.values.get("group")]
    assert len(units) == SAMPLE
    assert Tally(str(one.values["group"]) for one in units) == GROUPS
    placed = Tally(piece for one in game.scenario().placements for piece in one.pieces)
    assert all(placed[one.id] == 1 for one in units)
    listed = {row.id: row.cells["units"].value for row in game.table("groups").rows}
    for one in units:
        of_group = listed[str(one.values["group"])]
        assert isinstance(of_group, tuple) and one.id in of_group


def test_the_battle_to_learn_by_has_twelve_counters_and_their_cards_alone(game: Game) -> None:
    scenario = game.scenario("first_shots")
    placed = [game.counter(piece) for one in scenario.placements for piece in one.pieces]
    groups = {
        str(one.values["group"])
        for one in placed
        if one.shape != "card" and one.values.get("group")
    }
    assert sum(bool(one.values.get("group")) for one in placed if one.shape != "card") == 12
    assert {str(one.values["group"]) for one in placed if one.kind == "group_card"} == groups


def test_men_are_drawn_with_the_arms_that_they_carry(game: Game) -> None:
    signs = {
        "rifle": "rifleman", "smg": "submachine_gunner",
        "lmg": "light_machine_gunner", "inf_at": "anti_tank_rifle",
    }  # fmt: skip
    armed = [one for one in game.counters if one.values.get("b1")]
    assert len(armed) > 60
    for one in armed:
        arms = str(one.values["arms"]).split()
        assert len(arms) == one.values["figures"] and 4 <= len(arms) <= 6, one.id
        assert [one.values[f"a{at}"] for at in range(1, len(arms) + 1)] == [signs[a] for a in arms]
        have = Tally(arms)
        assert one.values["rifles"] == have["rifle"] + have["inf_at"], one.id
        for arm in ("smg", "lmg", "inf_at"):
            assert one.values[arm] == have[arm], one.id


def test_guns_and_tanks_take_their_numbers_from_the_charts(game: Game) -> None:
    told = {
        one: tuple(game.counter(one).values[name] for name in ("dice", "range", "move"))
        for one in ("GT1", "GT3", "SR2", "SA1", "GP1", "GF1", "SF1")
    }
    assert told == {
        "GT1": (4, 6, 2), "GT3": (4, 8, 1), "SR2": (4, 4, 3), "SA1": (2, 12, 1),
        "GP1": (2, 6, "tow"), "GF1": (2, 2, 1), "SF1": (4, 1, 1),
    }  # fmt: skip
    for one in game.counters:
        if one.kind == "afv":
            assert (one.values["afv"], one.values["weapon"]) in {
                (f"{weight}_afv", f"{weight}_tank_gun") for weight in ("light", "medium", "heavy")
            }, one.id


def test_the_palette_has_every_sort_of_unit_for_both_sides(game: Game) -> None:
    sorts: dict[str, set[str]] = {"German": set(), "Soviet": set()}
    weapons: dict[str, set[object]] = {"German": set(), "Soviet": set()}
    for one in game.counters:
        if one.side and not one.values.get("group"):
            sorts[one.side].add(one.kind)
            weapons[one.side].add(one.values.get("weapon"))
    expected = {row.id for row in game.table("weapons").rows[8:-1]}
    expected |= {row.id for row in game.table("anti_aircraft").rows}
    for side in sorts:
        assert sorts[side] >= {
            "infantry", "engineer", "cavalry", "recon", "gun", "flak", "afv", "transport",
            "aircraft", "glider", "commander", "observer",
        }  # fmt: skip
        assert weapons[side] >= expected
    drawn = {
        str(one.values["model"]): one.values["profile"]
        for one in game.counters
        if one.kind == "afv"
    }
    assert len(set(drawn.values())) == len(drawn) == len(game.table("models").rows)


def test_whoever_rides_in_vehicles_has_a_side_for_it(game: Game) -> None:
    riders = [one for one in game.counters if one.kind in RIDERS and one.side]
    gets_in = next(one for one in game.actions if one.id == "embarks")
    for one in riders:
        assert "aboard" in [face.id for face in one.faces], one.name
        assert one.kind in gets_in.pieces, one.name


def test_passengers_lie_under_what_carries_them_turned_to_their_side_aboard(game: Game) -> None:
    scenario = game.scenario()
    order = [(piece, one) for one in scenario.placements for piece in one.pieces]
    at = {piece: number for number, (piece, _) in enumerate(order)}
    for carried, carrier in (("GI4", "GH1"), ("SI6", "SM1"), ("SQ1", "SX3")):
        assert scenario.values[f"carried {carried}"] == carrier
        lower, upper = order[at[carried]][1], order[at[carrier]][1]
        assert at[carried] < at[carrier] and lower.at == upper.at and lower.face == "aboard"


def test_the_pack_has_52_cards_and_half_of_them_are_black(game: Game) -> None:
    pack = [one for one in game.counters if one.kind == "pack_card"]
    assert len({(one.values["suit"], one.values["rank"]) for one in pack}) == len(pack) == 52
    assert Tally(one.values["black"] for one in pack) == {True: 26, False: 26}
    groups = {str(one.values["group"]) for one in game.counters if one.kind == "group_card"}
    assert groups == set(GROUPS) == {row.id for row in game.table("groups").rows}


# --- buttons --------------------------------------------------------------------------------


def test_a_menu_offers_the_arms_that_a_unit_has_and_no_more(game: Game) -> None:
    scene = scene_of(game, 72)

    def fires(piece: str) -> set[str]:
        found = piece_actions(scene, scene.piece(piece))
        return {one.id for one in found if one.menu in ("Fire", "Charges")} - {"one_more"}

    assert fires("GI1") == {
        "fires_rifles_1", "fires_rifles_2", "fires_rifles_3", "fires_smg_1", "fires_lmg_1",
        "fires_at_1", "fires_hmg",
    }  # fmt: skip
    assert fires("SI2") == {f"fires_smg_{men}" for men in range(1, 5)}
    assert fires("GE1") >= {"fires_flame_german", "charges_german_4"}
    assert not {"charges_german_5", "charges_soviet_1"} & fires("GE1")
    assert fires("GT3") == {"tank_fires"}
    assert fires("SR2") == {"cars_fire_1", "cars_fire_2"}
    assert fires("GX2") == {"strafes"} and fires("SX1") == {"aims", "bombs_4"}


def test_a_click_throws_as_many_dice_as_the_table_has_for_it(game: Game) -> None:
    weapons = {
        "fires_rifles": "rifle", "fires_smg": "smg", "fires_lmg": "lmg", "fires_at": "inf_at",
        "fires_hmg": "hmg", "fires_mortar": "inf_mortar", "fires_flame": "flamethrower",
        "charges": "charge", "cars_fire": "light_tank_gun", "tank_fires": "light_tank_gun",
    }  # fmt: skip
    judged = 0
    for action in game.actions:
        start = re.sub(r"(_german|_soviet)?(_[0-9])?$", "", action.id)
        if start in weapons and action.dice:
            men = int(action.says.split()[0])
            each = game.table("weapons").value(weapons[start], "dice")
            assert game.dice_button(action.dice).count == men * int(str(each)), action.id
            judged += 1
    assert judged == 32


def test_one_button_turns_a_group_and_its_suit(game: Game) -> None:
    drawn = [(one.deck, one.onto) for one in game.action("next_card").draw]
    assert drawn == [("Activation", "Active Group"), ("Pack", "Suits")]
    assert set(game.action("new_turn").reshuffles) == {"Active Group", "Suits"}


# --- the tables -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chart", "told"),
    [
        ("weapons", {"printed": 104, "reconstructed": 1}),
        ("materiel", {"printed": 56}),
        ("air_effects", {"printed": 28}),
        ("morale", {"printed": 30}),
        ("scatter", {"reconstructed": 6}),
        ("fan", {"printed": 4, "reconstructed": 14}),
    ],
)
def test_so_many_cells_are_printed(game: Game, chart: str, told: dict[str, int]) -> None:
    table = game.table(chart)
    cells = [cell for row in table.rows for cell in row.cells.values()]
    assert Tally(status_of(table, cell) or "printed" for cell in cells) == told


def test_the_tables_of_effects_are_those_of_the_text(game: Game) -> None:
    materiel, air = game.table("materiel"), game.table("air_effects")
    assert [_first(materiel, column.id, "destroyed") for column in materiel.columns] == [
        10, 10, 7, 8, 8, 9, 10, 11,
    ]  # fmt: skip
    assert materiel.lookup(15, "heavy_tank") == "destroyed"
    assert [_first(air, column.id, "down") for column in air.columns] == [8, 9, 10, 11]
    assert [_first(air, column.id, "driven_off") for column in air.columns] == [6, 7, 8, 9]
    men = game.table("personnel")
    assert [_first(men, column.id, "wounded", 1) for column in men.columns] == [5, 4]
    morale = game.table("morale")
    assert [_first(morale, column.id, "rallied", 1) for column in morale.columns[1:]] == [
        5,
        4,
        5,
        6,
    ]


def _first(table: Table, column: str, result: str, least: int = 2) -> int:
    """The lowest roll with a result."""
    return next(
        roll for roll in range(least, 13) if str(table.lookup(roll, column)).startswith(result)
    )
