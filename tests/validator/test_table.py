"""The table after a log, held against the table VASSAL itself has."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.vassal import saves, traits
from generator.vassal.commands import AddPiece, ChangePiece, MovePiece, RemovePiece
from generator.vassal.traits import trait
from validator.table import MODULE, Deck, Piece, Stack, Stacking, Table
from validator.table.shelf import Shelf

LOGS = [
    path.stem
    for path in sorted(Path(__file__).parents[2].glob("../shared/vassal/reference/logs/*.vlog"))
]


@pytest.mark.parametrize("log", LOGS or ["none"])
def test_the_table_is_vassals_own_after_the_last_step(shared: Path, log: str) -> None:
    reference = shared / "vassal/reference"
    told = json.loads((reference / f"tables/{log}.json").read_text())
    save = saves.read(reference / f"logs/{log}.vlog")
    table = Table().apply_all(save.position())
    for step in save.steps():
        table.apply_all(step)
    rows: dict[str, dict[str, Any]] = {row["id"]: row for row in told["pieces"]}
    holders = {ident: row for ident, row in rows.items() if "contents" in row}
    assert {piece.id for piece in table.pieces.values()} == set(rows) - set(holders)
    for piece in table.pieces.values():
        row = rows[piece.id]
        assert (piece.map, piece.x, piece.y) == (row["map"], row["x"], row["y"])
        ours, theirs = table.container(piece), holders.get(row.get("parent", ""))
        # A stack that VASSAL makes while replaying bears the hour as its id: compare contents.
        assert (list(ours.members) if ours else None) == (theirs["contents"] if theirs else None)
        if piece.mask is None and piece.hidden is None:
            assert piece.name == row["name"]
    for holder in table.containers.values():
        if not holder.id.startswith("new-"):
            row = holders[holder.id]
            assert (holder.map, holder.x, holder.y) == (row["map"], row["x"], row["y"])
            assert list(holder.members) == row["contents"]
            if isinstance(holder, Deck):
                assert holder.name == row["deckName"]
    for where, name in table.declared:
        assert where == MODULE
        assert table.properties[where, name] == told["properties"][name]
    players = {(player.name, player.side) for player in table.players.values()}
    assert players <= {(row["name"], row["side"]) for row in told["players"]}


SHIP = [
    trait("obs;", access="side:", maskName="ship"),
    trait("emb2;", name="Damage", imageNames=("a.png", "b.png"), levelNames=("", "+ (hit)")),
    trait("PROP;", key="Fuel", state="9"),
    trait("mark;", keys=("UnitId", "Kind"), state={"values": ("exeter", "CA")}),
    trait("piece;", imageName="a.png", commonName="Exeter"),
]


def add(ident: str, x: int = 0, y: int = 0, chain: list[traits.Trait] | None = None) -> AddPiece:
    parts = chain or SHIP
    parts = [*parts[:-1], parts[-1].with_state(traits.basic_state("Sea", x, y, "7"))]
    return AddPiece(ident, traits.piece_type(parts), traits.piece_state(parts))


def stack(ident: str, x: int, y: int, *members: str) -> AddPiece:
    return AddPiece(ident, "stack", traits.stack_state("Sea", x, y, members))


def deck(ident: str, x: int, y: int, *members: str, shuffle: str = "Never") -> AddPiece:
    kind = trait("deck;", deckName="Cup", shuffleOption=shuffle).type
    return AddPiece(ident, kind, traits.deck_state("Sea", x, y, True, members))


def move(ident: str, x: int, y: int, under: str | None = None) -> MovePiece:
    return MovePiece(ident, "Sea", x, y, under, "Sea", 0, 0, None, "pw")


def piece(table: Table, ident: str) -> Piece:
    found = table.pieces.get(ident)
    assert found is not None
    return found


def test_a_piece_is_read_by_its_traits() -> None:
    found = piece(Table().apply_all([add("1", 3, 4)]), "1")
    assert (found.map, found.x, found.y, found.parent, found.gpid) == ("Sea", 3, 4, None, "7")
    assert (found.name, found.level("Damage"), found.value("Fuel")) == ("Exeter", 1, "9")
    assert (found.marker("UnitId"), found.marker("Kind")) == ("exeter", "CA")
    assert found.mask is None and found.hidden is None


def test_a_change_sets_only_the_traits_that_differ() -> None:
    table = Table().apply_all([add("1")])
    before = piece(table, "1")
    new = list(before.states)
    new[1], new[2] = "2", "8"
    old = list(before.states)
    old[2] = "8"  # says the fuel was 8 before as after: so it stays what it is
    table.apply(ChangePiece("1", traits.nest(new), traits.nest(old)))
    after = piece(table, "1")
    assert (after.level("Damage"), after.value("Fuel"), after.name) == (2, "9", "Exeter (hit)")


def test_where_a_piece_goes_back_to_outlives_an_undo() -> None:
    sending = [trait("sendto;"), SHIP[-1]]
    table = Table().apply_all([add("1", chain=sending)])
    basic = piece(table, "1").states[1]
    never, sent = (traits.nest([state, basic]) for state in (";;", "Sea;3;4"))
    table.apply_all([ChangePiece("1", sent, never), ChangePiece("1", never, sent)])
    assert piece(table, "1").state(0) == "Sea;3;4"


def test_a_mask_has_an_owner_and_a_name() -> None:
    table = Table().apply_all([add("1")])
    masked = ["German;|0", *piece(table, "1").states[1:]]
    table.apply(ChangePiece("1", traits.nest(masked)))
    cover = piece(table, "1").mask
    assert cover is not None and (cover[0].name, cover[1]) == ("ship", "German")


def test_pieces_in_a_stack_stand_where_it_stands_and_leave_it_as_it_was() -> None:
    table = Table().apply_all([add("1", 5, 5), add("2", 5, 5), stack("9", 5, 5, "1", "2")])
    assert [found.id for found in table.at("Sea", 5, 5)] == ["1", "2"]
    table.apply(move("1", 8, 8))
    assert table.containers["9"].members == ("2",)
    assert (piece(table, "1").x, piece(table, "1").parent) == (8, None)
    table.apply(stack("10", 8, 8, "1"))
    assert piece(table, "1").parent == "10"


def test_a_piece_that_stood_alone_gets_a_stack() -> None:
    table = Table().apply_all([add("1", 5, 5), move("1", 8, 8)])
    holder = table.container(piece(table, "1"))
    assert isinstance(holder, Stack) and holder.members == ("1",)


def test_a_lone_piece_gets_a_stack_when_a_property_of_it_is_set() -> None:
    chain = [trait("PROP;", key="Steps"), *SHIP]
    table = Table().apply_all([add("1", 5, 5, chain), add("2", 9, 9, chain), stack("s", 9, 9)])
    table.apply(ChangePiece("1", "2", "1"))
    assert (held := table.container(piece(table, "1"))) is not None
    assert (held.map, held.x, held.y, held.members) == ("Sea", 5, 5, ("1",))
    table.apply(ChangePiece("2", "1", "1"))
    assert table.container(piece(table, "2")) is None, "nothing was set"


def test_a_lone_piece_joins_what_lies_there_when_a_property_of_it_is_set() -> None:
    """A stack, or another piece in none; but not if it does not stack."""
    chain = [trait("PROP;", key="Steps"), *SHIP]
    flat = [trait("immob;", stacking="R"), *chain]
    for lying in ([add("2", 5, 5)], [add("2", 5, 5), stack("s", 5, 5, "2")]):
        table = Table().apply_all([*lying, add("1", 5, 5, chain), add("3", 5, 5, flat)])
        table.apply(ChangePiece("3", "2", "1"))
        assert piece(table, "3").parent is None
        table.apply(ChangePiece("1", "2", "1"))
        held = table.container(piece(table, "1"))
        assert held is not None and held.members == ("2", "1")
        assert {*table.outermost("Sea", 5, 5)} == {held.id, "3"}


def test_a_piece_that_does_not_stack_stands_alone() -> None:
    flat = [trait("immob;", stacking="R"), *SHIP]
    table = Table().apply_all([add("1", 5, 5, flat), move("1", 8, 8)])
    assert piece(table, "1").parent is None


def test_moving_onto_a_piece_or_a_stack_puts_it_just_above() -> None:
    base = [add("1", 5, 5), add("2", 5, 5), stack("9", 5, 5, "1", "2"), add("3", 1, 1)]
    table = Table().apply_all([*base, move("3", 5, 5, "1")])
    assert table.containers["9"].members == ("1", "3", "2")
    table = Table().apply_all([*base, move("3", 5, 5, "9")])
    assert table.containers["9"].members == ("1", "2", "3")


def test_what_lies_below_is_not_believed_when_it_has_gone() -> None:
    base = [add("1", 5, 5), stack("9", 5, 5, "1"), add("2", 1, 1), add("3", 3, 3)]
    table = Table().apply_all([*base, move("1", 7, 7), move("2", 6, 6, "1")])
    assert (piece(table, "2").x, piece(table, "1").x) == (6, 7)


def test_moving_under_a_stack_puts_it_at_the_bottom() -> None:
    base = [add("1", 5, 5), stack("9", 5, 5, "1"), add("2", 1, 1)]
    table = Table().apply_all([*base, move("2", 5, 5)])
    assert table.containers["9"].members == ("2", "1")


def test_layers_of_a_map_do_not_mix() -> None:
    rules = {"Sea": Stacking(True, "Kind", ("CA", "Marker"))}
    other = [
        *SHIP[:3],
        trait("mark;", keys=("Kind",), state={"values": ("Marker",)}),
        SHIP[-1],
    ]
    base = [add("1", 5, 5), stack("9", 5, 5, "1"), add("2", 1, 1, other)]
    table = Table(stacking=rules).apply_all([*base, move("2", 5, 5)])
    assert table.containers["9"].members == ("1",)


@pytest.mark.parametrize(("layered", "goal"), [(False, "90"), (True, "91")])
def test_a_stack_on_a_decks_point_comes_before_the_deck_where_there_are_layers(
    layered: bool, goal: str
) -> None:
    rules = {"Sea": Stacking(True, "Kind", ("CA",))} if layered else {}
    base = [deck("90", 5, 5), add("1", 5, 5), stack("91", 5, 5, "1"), add("2", 1, 1)]
    table = Table(stacking=rules).apply_all([*base, move("2", 5, 5)])
    assert piece(table, "2").parent == goal


def test_a_lone_piece_dropped_where_it_stands_stays_alone() -> None:
    table = Table().apply_all([add("1", 5, 5), move("1", 5, 5)])
    assert piece(table, "1").parent is None


def test_a_map_without_stacking_has_no_new_stacks() -> None:
    table = Table(stacking={"Sea": Stacking(False)}).apply_all([add("1"), move("1", 8, 8)])
    assert piece(table, "1").parent is None


def test_a_deck_gives_and_takes_without_being_told() -> None:
    cards = [add("1"), add("2"), deck("9", 50, 50, "1", "2")]
    table = Table().apply_all([*cards, move("2", 8, 8)])
    assert table.containers["9"].members == ("1",)
    table.apply(move("2", 50, 50))
    assert table.containers["9"].members == ("2", "1")
    assert table.deck_at("Sea", 50, 50) == table.containers["9"]
    table.apply_all([RemovePiece("1"), RemovePiece("2")])
    assert table.containers["9"].members == ()
    table.apply_all([add("3"), move("3", 50, 50)])
    assert piece(table, "3").parent == "9"


def test_a_stack_taken_away_leaves_its_pieces_in_the_game() -> None:
    table = Table().apply_all([add("1", 5, 5), stack("9", 5, 5, "1"), RemovePiece("9")])
    assert piece(table, "1").map is None
    table.apply(move("1", 5, 5))
    assert (piece(table, "1").map, piece(table, "1").parent) == ("Sea", None)


def test_a_stack_reordered_without_knowing_all_its_members_keeps_them() -> None:
    base = [add("1"), add("2"), add("3"), stack("9", 0, 0, "1", "2", "3")]
    old, new = (traits.stack_state("Sea", 0, 0, ids) for ids in (["1", "3"], ["3", "1"]))
    table = Table().apply_all([*base, ChangePiece("9", new, old)])
    assert table.containers["9"].members == ("3", "1", "2")


def test_a_stack_that_comes_again_under_its_id_lets_its_pieces_go() -> None:
    table = Table().apply_all([add("1"), stack("9", 0, 0, "1"), stack("9", 3, 3)])
    assert table.containers["9"].members == ()
    assert table.container(piece(table, "1")) is None


def test_commands_about_what_is_not_there_change_nothing() -> None:
    table = Table().apply_all([add("1", 5, 5)])
    before = table.copy()
    table.apply_all(
        [move("7", 1, 1), ChangePiece("7", "x"), RemovePiece("7"), AddPiece(None, "piece;", "")]
    )
    assert table.pieces == before.pieces and table.containers == before.containers


def test_a_snapshot_is_untouched_by_what_follows() -> None:
    table = Table().apply_all([add("1", 5, 5), stack("9", 5, 5, "1")])
    snapshot = table.copy()
    table.apply_all([move("1", 8, 8), RemovePiece("9")])
    assert (piece(snapshot, "1").x, snapshot.containers["9"].members) == (5, ("1",))
    snapshot.apply(move("1", 6, 6))
    assert piece(table, "1").x == 8


keys = st.text(alphabet="123", min_size=1, max_size=3)


@given(st.lists(st.tuples(st.sampled_from(["put", "take", "copy", "back"]), keys, st.integers())))
def test_a_shelf_is_a_dictionary_whose_copies_stand_alone(acts: list[tuple[str, str, int]]) -> None:
    shelf: Shelf[str, int] = Shelf()
    plain: dict[str, int] = {}
    kept = [(shelf.copy(), dict(plain))]
    for act, key, value in acts:
        if act == "put":
            shelf[key] = value
            plain[key] = value
        elif act == "take":
            shelf.discard(key)
            plain.pop(key, None)
        elif act == "copy":
            kept.append((shelf.copy(), dict(plain)))
        else:
            shelf, plain = kept[-1][0].copy(), dict(kept[-1][1])
        for one, other in [(shelf, plain), *kept]:
            assert {key: one[key] for key in one} == other and len(one) == len(other)
