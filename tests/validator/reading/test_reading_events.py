"""What each act on VASSAL's table is called, from the logs VASSAL itself wrote."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.vassal import commands, saves, traits, trees
from generator.vassal.commands import (
    AddPiece,
    ChangeProperty,
    Chat,
    Command,
    GameUnderWay,
    MovePiece,
    ShowResults,
    Undo,
)
from generator.vassal.saves import Save
from generator.vassal.traits import trait
from validator.reading import events as ev
from validator.reading import reader
from validator.reading.events import Event
from validator.reading.reader import Reading

KINDS: dict[str, list[list[str]]] = {
    "01-create-from-palette": [["place"], ["place"]],
    "02-move-hex-to-hex": [["move"]],
    "03-move-to-other-map": [["move"], ["move"]],
    "04-move-onto-stack": [["move"]],
    "05-move-one-out-of-stack": [["move"]],
    "06-move-whole-stack": [["move", "move"]],
    "07-move-two-boards-and-track": [["move"], ["move"]],
    "08-delete": [["remove"], ["remove"]],
    "09-clone": [["place"]],
    "10-layer-up-down": [["flip"]] * 4,
    "11-label": [["change"], ["change"]],
    "12-rotate": [["change"]] * 3,
    "13-dynamic-property": [["change"], ["change"]],
    "14-mask-and-unmask-by-owner": [["mask"], ["move"], ["unmask"]],
    "15-masked-opponent-tries": [["say"], ["say"]],
    "16-masked-card-opponent-unmask": [["say"], ["say"]],
    "17-hide-move-show-by-owner": [["hide"], ["move"], ["move"], ["flip"], ["unhide"]],
    "18-hide-to-private-map": [["move"]],
    "19-hidden-opponent-tries": [["say"], ["say"]],
    "20-draw-face-down-to-map": [["draw"]],
    "21-draw-to-hand": [["draw"], ["draw", "draw"]],
    "22-draw-and-turn-face-up": [["draw"], ["unmask"]],
    "23-shuffle": [["shuffle"]],
    "24-return-to-deck": [["move-return"]],
    "25-drag-back-to-deck": [["move-return"]],
    "26-discard-and-reshuffle": [
        *(["move-return"], ["draw"], ["move-return"]),
        ["move-return", "move-return", "shuffle"],
        ["shuffle"],
    ],
    "27-cup-draw": [["draw"], ["draw"]],
    "28-dice": [["roll"], ["roll"]],
    "29-special-dice": [["roll"]],
    "30-declaration-button": [["say-declare"]],
    "31-declaration-with-roll": [["say-declare", "roll"]],
    "32-global-property-button": [["property", "say-declare"]] * 3,
    "33-set-global-by-piece": [["property"]],
    "34-turn-advance-and-back": [["turn"]] * 7,
    "35-notes": [["note"]] * 4,
    "36-secret-note": [["note"], ["note"]],
    "37-send-to-location": [["move"], ["move"]],
    "38-place-marker": [["place"]],
    "39-replace": [["place", "remove"], ["place", "remove"]],
    "40-trigger-action": [["change", "move"]],
    "41-undo-move": [["move"], ["undo"]],
    "42-undo-roll": [["roll"], ["undo"]],
    "43-undo-draw": [["draw"], ["undo"]],
    "44-undo-twice-and-redo-by-hand": [["move"], ["flip"], ["undo"], ["undo"], ["move"]],
    "45-change-side": [["leave", "join"], ["say"], ["leave", "join"]],
    "46-chat": [["say"], ["say"], [], ["say"], ["say", "say"]],
    "47-clear-moved": [["change", "change"]],
    "48-movement-trail": [["change"]],
    "49-flare": [["point"]],
    "50-two-players-alternate": [["move"], ["move"], ["mask"], ["flip"]],
    "51-step-out-of-order": [["turn"], ["say"], ["move"], ["move"], ["roll"], ["turn"]],
    "52-stack-reorder": [["reorder"], ["reorder"]],
    "53-move-opponents-ship": [["say"]] * 3,
    "54-peek": [["say"], ["say"]],
    "55-opponents-allowed-to-unmask": [["draw"], ["unmask"]],
    "56-scenario-option": [["property"]],
    "57-drag-into-box-and-track": [["move"]] * 3,
    "58-two-hexes-one-drag": [["move", "move"]],
    "59-discard-report-then-undo": [["move-return"], ["undo"]],
    "60-move-a-piece-masked-by-the-opponent": [["say"], ["move"]],
    "61-range-thread": [["point"], ["say"]],
    "62-two-orders-one-name-revealed-late": [["note"], ["note"]],
    "63-cup-return": [["move-return"]],
    "64-draw-face-up": [["draw"]],
}


def reading_of(shared: Path, log: str) -> Reading:
    reference = shared / "vassal/reference"
    return reader.read_file(reference / f"logs/{log}.vlog", reference / "reference.vmod")


def only(reading: Reading, step: int) -> Event:
    found = [e for e in reading.steps[step - 1].events if not isinstance(e, ev.Reported)]
    assert len(found) == 1
    return found[0]


def test_every_reference_log_is_named_here(shared: Path) -> None:
    logs = {path.stem for path in (shared / "vassal/reference/logs").glob("*.vlog")}
    assert logs - {"random-seed-1"} == set(KINDS)


@pytest.mark.parametrize("log", KINDS)
def test_every_step_of_the_reference_logs_has_its_name(shared: Path, log: str) -> None:
    found = [
        [event.kind for event in step.events if not isinstance(event, ev.Reported)]
        for step in reading_of(shared, log).steps
    ]
    assert found == KINDS[log]


def test_a_move_is_told_in_hexes_zones_and_boards(shared: Path) -> None:
    moved = only(reading_of(shared, "07-move-two-boards-and-track"), 1)
    assert isinstance(moved, ev.Moved)
    assert (moved.name, str(moved.from_), str(moved.to)) == ("U-47", "F6", "0303")
    track = only(reading_of(shared, "07-move-two-boards-and-track"), 2)
    assert isinstance(track, ev.Moved)
    assert (track.to.location, track.to.zone) == ("Fuel Track: Fuel 8", "Fuel Track")


def test_without_the_module_a_move_is_told_in_pixels(shared: Path) -> None:
    log = shared / "vassal/reference/logs/02-move-hex-to-hex.vlog"
    moved = only(reader.read_file(log), 1)
    assert isinstance(moved, ev.Moved)
    assert (str(moved.from_), str(moved.to)) == ("317,392", "372,296")


def test_who_moved_is_known_by_password_and_shown_by_mark(shared: Path) -> None:
    moved = only(reading_of(shared, "02-move-hex-to-hex"), 1)
    assert moved.player == ev.Who("German Player", "German", "P1", "password")


@pytest.mark.parametrize(
    ("log", "step"),
    [
        ("10-layer-up-down", 1),
        ("14-mask-and-unmask-by-owner", 3),
        ("33-set-global-by-piece", 1),
        ("39-replace", 1),
        ("08-delete", 1),
        ("52-stack-reorder", 1),
    ],
)
def test_who_did_what_the_file_does_not_say_is_not_guessed(
    shared: Path, log: str, step: int
) -> None:
    assert all(event.player is None for event in reading_of(shared, log).steps[step - 1].events)


def test_the_report_of_a_roll_names_its_player_but_its_undo_nobody(shared: Path) -> None:
    reading = reading_of(shared, "42-undo-roll")
    assert [event.player.by for event in reading.steps[0].events if event.player] == ["report"] * 2
    undone = only(reading, 2)
    assert isinstance(undone, ev.Undone)
    assert (undone.player, undone.undone) == (None, 1)


def test_a_mask_by_side_names_the_side_alone(shared: Path) -> None:
    masked = only(reading_of(shared, "14-mask-and-unmask-by-owner"), 1)
    assert masked.player == ev.Who(side="German", by="side")


def test_each_undo_takes_back_the_last_step_still_standing(shared: Path) -> None:
    reading = reading_of(shared, "44-undo-twice-and-redo-by-hand")
    assert [step.undoes for step in reading.steps] == [None, None, 2, 1, None]
    assert reading.undone() == {2: 3, 1: 4}
    before, after = (
        {p.id: (p.x, p.y, p.level("Face")) for p in table.pieces.values()}
        for table in (reading.table(0), reading.table(4))
    )
    assert before == after


def test_dice_are_read_from_the_result_not_from_the_report(shared: Path) -> None:
    rolled = only(reading_of(shared, "28-dice"), 2)
    assert isinstance(rolled, ev.Rolled)
    assert (rolled.button, rolled.dice) == ("Gunnery dice", (1, 1, 4))
    special = only(reading_of(shared, "29-special-dice"), 1)
    assert isinstance(special, ev.Rolled) and "calm" in special.text


def test_a_cloned_piece_is_told_from_a_created_one(shared: Path) -> None:
    cloned = only(reading_of(shared, "09-clone"), 1)
    created = only(reading_of(shared, "01-create-from-palette"), 1)
    assert isinstance(cloned, ev.Placed) and isinstance(created, ev.Placed)
    assert (cloned.how, bool(cloned.source), created.how) == ("cloned", True, "created")


def test_a_swallowed_step_is_read_with_the_line_that_swallowed_it(shared: Path) -> None:
    last = reading_of(shared, "46-chat").steps[-1]
    assert [event.text for event in last.events if isinstance(event, ev.Said)] == [
        "<German Player> - ends with a backslash",
        "<German Player> - 🚢",
    ]


def log_of(*steps: list[Command], position: tuple[Command, ...] = ()) -> Reading:
    restore = [commands.Player("pw-ann", "Ann", "Red"), commands.Player("pw-bob", "Bob", "Blue")]
    text = saves.compose(
        position, [*restore, GameUnderWay()], [trees.step(*step) for step in steps]
    )
    return reader.read(Save(text))


def test_old_rolls_stand_in_the_chat_alone() -> None:
    reading = log_of([Chat("*** 2d6 = 3,4 *** <Ann>")], [Chat("** Raid = 5 ** <Bob>")])
    rolls = [event for step in reading.steps for event in step.events]
    assert [(e.button, e.dice, str(e.player)) for e in rolls if isinstance(e, ev.Rolled)] == [
        ("2d6", (3, 4), "Ann P1"),
        ("Raid", (5,), "Bob P2"),
    ]


def test_a_property_that_only_looks_like_a_roll_is_a_property() -> None:
    reading = log_of([ChangeProperty("war_result", "none", "won", "Module")])
    assert [type(event) for event in reading.steps[0].events] == [ev.PropertyChanged]


def test_a_special_roll_without_text_has_its_faces() -> None:
    reading = log_of([ShowResults("Weather", ("0", "4"))])
    event = reading.steps[0].events[0]
    assert isinstance(event, ev.Rolled) and event.dice == (1, 5)


def test_two_players_of_one_name_are_not_told_apart() -> None:
    text = saves.compose(
        [],
        [commands.Player("a", "Ann", "Red"), commands.Player("b", "Ann", "Blue")],
        [trees.step(Chat("* raid <Ann>")), trees.step(Chat("* raid [Blue Ann]"))],
    )
    reading = reader.read(Save(text))
    players = [step.events[0].player for step in reading.steps]
    assert players[0] is None
    assert players[1] is not None and players[1].mark == "P2"


def test_an_undo_is_paired_by_what_it_takes_back_not_by_its_place() -> None:
    piece = AddPiece("1", "piece;;;;A", traits.basic_state("Sea", 1, 1))
    there = MovePiece("1", "Sea", 9, 9, None, "Sea", 1, 1, None, "pw-ann")
    back = MovePiece("1", "Sea", 1, 1, None, "Sea", 9, 9, None, "pw-ann")
    reading = log_of(
        [there],
        [Chat("<Bob> - wait")],
        [Undo(True), back, Undo(False)],
        position=(piece,),
    )
    assert reading.steps[2].undoes == 1


def test_a_piece_in_a_deck_that_is_changed_stays_in_the_deck() -> None:
    card = [trait("PROP;", key="Ink", state="1"), trait("piece;", commonName="Card")]
    placed = AddPiece(
        "1",
        traits.piece_type(card),
        traits.nest(["1", traits.basic_state("Sea", 5, 5)]),
    )
    deck = AddPiece(
        "9",
        trait("deck;", deckName="Pile").type,
        traits.deck_state("Sea", 5, 5, True, ["1"]),
    )
    old = placed.state
    new = traits.nest(["2", traits.basic_state("Sea", 5, 5)])
    reading = log_of([commands.ChangePiece("1", new, old)], position=(placed, deck))
    event = reading.steps[0].events[0]
    assert isinstance(event, ev.Changed) and (event.title, event.new) == ("Ink", "2")
    assert reading.table().pieces["1"].parent == "9"
