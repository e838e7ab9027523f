"""What differs between two saves or logs, and who may know of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from generator.differences import Comparison, Difference, lines
from generator.vassal import saves, traits, trees
from generator.vassal.commands import (
    AddPiece,
    Board,
    ChangePiece,
    Chat,
    Command,
    GameUnderWay,
    Player,
    SetBoards,
    SetProperty,
    SetTurn,
)
from generator.vassal.saves import Save
from generator.vassal.traits import Trait, trait
from tests.modules.graf_spee.played_logs import AS_BRITISH, PUBLIC, REVEALED, played
from tests.modules.graf_spee.test_audit_secrets import CHANGES
from tests.sampling import one_in
from validator.reading import reader, views
from validator.reading.comparing import compare, steps_in_common
from validator.reading.players import Roster
from validator.reading.views import View

PASSWORD = "never-told"


def piece(ident: str, name: str, x: int = 0, *parts: Trait, states: Sequence[str] = ()) -> AddPiece:
    """A piece on the map ``Main``."""
    basic = trait("piece;", commonName=name).with_state(f"Main;{x};0;;0")
    chain = [part.with_state(state) for part, state in zip(parts, states, strict=True)]
    return AddPiece(ident, traits.piece_type([*chain, basic]), traits.piece_state([*chain, basic]))


def save(*pieces: Command, restore: Sequence[Command] = (), steps: Sequence[object] = ()) -> Save:
    """A save, or a log of some steps."""
    told = (GameUnderWay(), Player(PASSWORD, "Anna", "Red"), *restore)
    return saves.from_bytes(saves.compose(pieces, told, steps), "game")  # type: ignore[arg-type]


def compared(old: Save, new: Save, side: str | None = None, reveal: bool = False) -> Comparison:
    roster = Roster()
    seen = [views.view(reader.read(one, roster=roster), side, reveal=reveal) for one in (old, new)]
    return compare(seen[0], seen[1])


def rows(comparison: Comparison, group: str) -> tuple[Difference, ...]:
    return next(one.differences for one in comparison.groups if one.title == group)


def text(comparison: Comparison) -> str:
    return "\n".join(line.text for line in lines(comparison))


def test_a_save_does_not_differ_from_itself() -> None:
    one = save(piece("1", "Unit"))
    assert not compared(one, one).differs


def test_pieces_that_came_went_and_moved() -> None:
    old = save(piece("1", "Stays"), piece("2", "Goes", 5), piece("3", "Moves", 10))
    new = save(piece("1", "Stays"), piece("3", "Moves", 20), piece("4", "Comes", 30))
    found = {row.name: row for row in rows(compared(old, new), "pieces")}
    assert {name: row.how for name, row in found.items()} == {
        "Goes": ("removed",),
        "Moves": ("moved",),
        "Comes": ("added",),
    }
    assert (found["Moves"].details[0].old, found["Moves"].details[0].new) == (
        "Main: 10,0",
        "Main: 20,0",
    )


def test_the_states_of_traits_are_told_by_name() -> None:
    prop = trait("PROP;", key="Strength")
    old = save(piece("1", "Unit", 0, prop, states=["4"]))
    new = save(piece("1", "Unit", 0, prop, states=["3"]))
    (row,) = rows(compared(old, new), "pieces")
    assert [(d.part, d.name, d.old, d.new) for d in row.details] == [
        ("Dynamic Property [Strength]", "value (state)", "4", "3")
    ]


def test_a_piece_made_anew_in_its_place_is_the_same_piece() -> None:
    assert not rows(compared(save(piece("1", "Unit")), save(piece("9", "Unit"))), "pieces")


def test_properties_turn_boards_and_players() -> None:
    def with_(value: str, board: str, side: str) -> Save:
        return save(
            restore=(
                SetProperty("Weather", value),
                SetTurn("turn", value),
                SetBoards("Main", (Board(board, 0, 0),)),
                Player("another-password", "Berta", side),
            )
        )

    found = compared(with_("fair", "North", "Blue"), with_("foul", "South", "Green"))
    assert [row.name for row in rows(found, "properties")] == ["Weather"]
    assert [row.name for row in rows(found, "turn")] == ["turn"]
    assert rows(found, "boards")[0].details[0].new == "South"
    assert rows(found, "players")[0].name == "Berta (P2)"
    assert rows(found, "players")[0].details[0].name == "side"


def test_no_password_is_told_whoever_looks() -> None:
    mask = trait("obs;")
    label = trait("label;")
    old = save(piece("1", "Unit", 0, mask, label, states=["null;", ""]))
    new = save(piece("1", "Unit", 0, mask, label, states=[f"{PASSWORD};", f"by {PASSWORD}"]))
    for reveal in (False, True):
        found = compared(old, new, reveal=reveal)
        assert found.differs
        assert PASSWORD not in text(found) + repr(found.to_json())


def test_a_password_changed_is_told_by_the_mark_alone() -> None:
    old = saves.from_bytes(saves.compose([], [Player("old-password", "Anna", "Red")]), "game")
    new = saves.from_bytes(saves.compose([], [Player("new-password", "Anna", "Red")]), "game")
    found = rows(compared(old, new), "players")
    assert [(row.how, row.name) for row in found] == [
        (("removed",), "Anna (P1)"),
        (("added",), "Anna (P2)"),
    ]


def test_a_log_that_goes_on_and_logs_that_branch() -> None:
    def log(*lines: str) -> Save:
        return save(
            piece("1", "Unit"), steps=[trees.step(Chat(f"<Anna> - {one}")) for one in lines]
        )

    assert rows(compared(log("a"), log("a", "b", "c")), "steps")[0].name == "2 to 3"
    branched = compared(log("a", "b", "c"), log("a", "x"))
    (row,) = rows(branched, "steps")
    assert row.name == "2"
    assert ("b" in str(row.details[0].old), "x" in str(row.details[0].new)) == (True, True)
    assert any("branched at step 2" in note for note in branched.notes)


def test_logs_differ_from_the_start_or_only_at_the_end() -> None:
    def log(start: str, value: str) -> Save:
        prop = trait("PROP;", key="Strength")
        before = piece("1", "Unit", 0, prop, states=[start])
        after = piece("1", "Unit", 0, prop, states=[value])
        change = ChangePiece("1", after.state, before.state)
        return save(before, steps=[trees.step(change)])

    found = compared(log("4", "3"), log("4", "2"))
    assert not rows(found, "at the start: pieces")
    assert rows(found, "at the end: pieces")[0].details[0].new == "2"


def test_real_logs_of_one_set_up_differ_in_what_was_done(shared: Path) -> None:
    logs = sorted((shared / "vassal/reference/logs").glob("*.vlog"))[:12]
    roster = Roster()
    seen = [views.view(reader.read_file(log, roster=roster)) for log in logs]
    for one in seen:
        assert not compare(one, one).differs
    for one, other in pairwise(seen):
        same = steps_in_common(one, other)
        assert same < max(len(one.steps), len(other.steps)) or not compare(one, other).differs


# --- Secrets ----------------------------------------------------------------------------


def told(files: Sequence[Path], eyes: dict[str, object]) -> str:
    """All that a comparison tells, as text and as JSON."""
    roster = Roster()
    side, reveal = eyes.get("side"), bool(eyes.get("reveal"))
    seen: list[View] = []
    for file in files:
        assert side is None or isinstance(side, str)
        seen.append(views.view(reader.read_file(file, roster=roster), side, reveal=reveal))
    found = compare(seen[0], seen[1], ("old", "new"))
    return text(found) + repr(found.to_json())


@pytest.mark.parametrize("what", one_in(5, CHANGES))
def test_where_only_secrets_differ_every_byte_is_the_same(what: str, tmp_path: Path) -> None:
    game = played(2, "random", True)
    change, all_eyes = CHANGES[what]
    head, steps = game.head, game.steps
    half = len(steps) // 2
    other, begun = (change(game, (head, some), 0) for some in (steps, steps[:half]))
    if other is None or begun is None:
        pytest.skip("this game has no such secret")
    first = game.write(tmp_path / "first.vlog", steps[:half], head)
    whole = game.write(tmp_path / "whole.vlog", steps, head)
    first_too = game.write(tmp_path / "first2.vlog", begun[1], begun[0])
    whole_too = game.write(tmp_path / "whole2.vlog", other[1], other[0])
    for eyes in all_eyes:
        expected = told((first, whole), eyes)
        assert told((first_too, whole_too), eyes) == expected
        if what != "passwords":
            assert told((first, whole_too), eyes) == expected
            assert "no difference" in told((whole, whole_too), eyes)


def test_who_may_see_a_secret_is_told_that_it_differs(tmp_path: Path) -> None:
    game = played(2, "random", True)
    change, _ = CHANGES["the plot"]
    other = change(game, (game.head, game.steps), 0)
    assert other is not None
    one = game.write(tmp_path / "one.vlog", game.steps, game.head)
    two = game.write(tmp_path / "two.vlog", other[1], other[0])
    assert told((one, two), PUBLIC) == told((one, one), PUBLIC)
    assert told((one, two), AS_BRITISH) == told((one, one), AS_BRITISH)
    assert told((one, two), REVEALED) != told((one, one), REVEALED)
