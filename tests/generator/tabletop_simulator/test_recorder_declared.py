"""What the recorder writes of declarations, cards and cups, and of the chat."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.tabletop_simulator.recorder import Declaration
from tests.recorded_table import RECORDING, small_world, told
from validator.playing.tabletop.world import Options

# --- what the rules declare ---------------------------------------------------------------


def test_a_declaration_from_a_pieces_menu() -> None:
    world = small_world()
    world.cast([6, 1])
    world.menu("Blue", "piece/ajax", "Search")
    world.wait()
    found = told(world, "declare", "property", "roll")
    assert [entry["a"] for entry in found] == ["declare", "property", "roll"]
    assert found[0]["x"] == "by Ajax at {place}, 1 points"
    assert (found[0]["k"], found[0]["p"]) == ("search", "piece/ajax")
    assert (found[1]["k"], found[1]["f"], found[1]["v"]) == ("Points", 0, 1)
    assert (found[2]["k"], found[2]["d"]) == ("hunt", [["die/6/1", 6], ["die/6/2", 1]])
    world.menu("Blue", "piece/ajax", "Search")
    assert told(world, "declare")[1]["x"] == "by Ajax at {place}, 2 points, take a card"


def test_a_declaration_says_a_value_of_its_piece_and_sends_it_to_its_place() -> None:
    world = small_world()
    world.menu("Blue", "piece/ajax", "Home")
    world.wait()
    (said,) = told(world, "declare")
    assert (said["k"], said["x"]) == ("home", "B1 from {place}")
    assert ("all", "British declares HOME B1 from its place") in world.messages
    thing = world.find("piece/ajax")
    assert thing is not None and tuple(map(round, thing.spot)) == (6, 6)


@pytest.mark.parametrize("destroys_first", [False, True])
def test_a_click_that_sends_a_piece_and_turns_it_does_both(destroys_first: bool) -> None:
    """Another state is another object: it appears where the piece was sent."""
    piece = "piece/supply"
    stow = Declaration(
        "stow",
        "STOW",
        "Stow",
        on_piece=True,
        pieces=(piece,),
        faces={piece: (2, 1)},
        places={piece: (6.0, 1.3, 6.0)},
    )
    recording = replace(RECORDING, actions=(*RECORDING.actions, stow))
    world = small_world(Options(destroy_before_spawn=destroys_first), recording)
    world.menu("Red", piece, "Stow")
    world.wait()
    rows = [(entry["a"], entry.get("s")) for entry in told(world, "drop", "state", "settle")]
    assert rows == [("drop", 1), ("state", 2)]
    thing = world.find(piece)
    assert thing is not None and thing.state == 2
    assert tuple(map(round, thing.spot)) == (6, 6)


def test_what_is_noted_of_a_piece_is_said_by_the_next_declaration() -> None:
    world = small_world()
    world.say("Red", "!broadside declare tells")
    world.menu("Blue", "piece/ajax", "Home")
    world.wait()
    world.say("Red", "!broadside declare tells")
    said = [entry["x"] for entry in told(world, "declare") if entry["k"] == "tells"]
    assert said == ["of -", "of Ajax of B1"]


def test_a_masked_piece_that_declares_is_turned_up_and_named() -> None:
    world = small_world()
    world.menu("Blue", "piece/spy", "Search")
    world.wait()
    assert [entry["a"] for entry in told(world, "flip", "declare")] == ["flip", "declare"]
    assert told(world, "declare")[0]["x"].startswith("by Spy")


def test_a_secret_declaration_leaves_only_what_it_does() -> None:
    world = small_world()
    before = list(world.messages)
    world.menu("Red", "piece/supply", "Used")
    world.wait()
    assert [entry["a"] for entry in told(world)][3:] == ["state"]
    thing = world.find("piece/supply")
    assert thing is not None and thing.state == 2 and thing.face_down
    assert world.messages == before
    assert world.say("Red", "!broadside declare used") is False
    assert not told(world, "declare", "chat")


def test_a_menu_does_not_tell_pieces_with_one_back_apart() -> None:
    world = small_world()
    supply, dummy = world.menu_of("piece/supply"), world.menu_of("piece/dummy")
    assert supply == dummy == ["Used"]
    assert world.menu_of("piece/spy") == ["Search"]
    assert world.menu_of("piece/exeter") == []
    before = world.entries
    for seat, piece in (("Red", "piece/dummy"), ("Blue", "piece/supply"), ("Blue", "piece/dummy")):
        world.menu(seat, piece, "Used")
    world.menu("Red", "piece/spy", "Search")  # would turn another's piece over
    assert world.entries == before
    told_to = [to for to, _ in world.messages]
    assert told_to == ["Red", "Blue", "Blue", "Red"]
    assert world.messages[1] == world.messages[2]


def test_the_markers_follow_points_and_turn() -> None:
    world = small_world()
    world.press("Red", "score/up")
    world.wait()
    assert [(e["p"], e["o"][0], e["c"]) for e in told(world, "drop")] == [
        ("piece/points", 1000, "Red")
    ]
    for _ in range(4):
        world.press("Red", "turn/next")
        world.wait()
    turns = [(e["o"][0]) for e in told(world, "drop") if e["p"] == "piece/turn"]
    assert turns == [1000, 2000, 0, 1000]  # turns 2 to 5 on three places
    assert [e["d"] for e in told(world, "flip")] == [1]
    assert [(e["f"], e["v"]) for e in told(world, "step")][-1] == ([4, 0], [5, 0])


def test_points_stay_within_their_bounds() -> None:
    world = small_world()
    world.press("Red", "score/down")
    assert not told(world, "property")


def test_the_tracker_goes_on_from_wherever_it_was_left() -> None:
    world = small_world()
    world.press("Blue", "declare/end")
    world.press("Blue", "declare/end")
    assert [(e["f"], e["v"]) for e in told(world, "step")] == [([1, 0], [1, 1])]
    world.press("Red", "step/next")
    world.press("Red", "step/back")
    assert [e["v"] for e in told(world, "step")][1:] == [[2, 0], [1, 1]]


def test_a_step_is_followed_by_a_head() -> None:
    world = small_world()
    world.press("Red", "step/next")
    step, head = told(world, "step", "head")
    assert head["x"] == step["h"]


def test_cards_are_drawn_and_come_back() -> None:
    world = small_world()
    for _ in range(2):
        world.press("Red", "declare/card")
        world.wait()
    assert [e["c"] for e in told(world, "leave")] == ["Red", "Red"]
    drawn = [e["p"] for e in told(world, "leave")]
    found = [world.find(card) for card in drawn]
    assert all(card and card.spot == (-5.0, -9.0) and not card.face_down for card in found)
    world.press("Blue", "declare/again")
    world.wait()
    assert [world.find(card).container for card in drawn] == [world.find("deck/cards").guid] * 2
    assert told(world, "shuffle")[0]["i"] == "deck/cards"


@pytest.mark.parametrize("late", [False, True])
def test_a_pile_goes_back_into_a_cup_card_by_card(late: bool) -> None:
    world = small_world(Options(late_guids=late))
    for card in ("piece/card5", "piece/card6", "piece/card7", "piece/exeter"):
        world.pick_up("Red", card)
        world.drop("Red", card, -8, 6)
        world.wait()
    world.press("Blue", "declare/refill")
    world.wait()
    cup = world.find("deck/cup")
    back = [world.find(f"piece/card{number}") for number in (5, 6, 7)]
    assert cup is not None
    assert [card and card.container for card in [*back, world.find("piece/exeter")]] == [
        cup.guid
    ] * 4
    entered = [entry["p"] for entry in told(world, "enter") if entry["i"] == "deck/cup"]
    assert sorted(entered) == ["piece/card5", "piece/card6", "piece/card7", "piece/exeter"]
    assert told(world, "shuffle")[0]["c"] == "Blue"
    assert not told(world, "spawn", "destroy")


def test_a_counter_comes_out_of_the_cup() -> None:
    world = small_world()
    world.deal(["piece/counter2"])
    world.press("Red", "declare/counter")
    world.wait()
    assert [(e["a"], e["p"], e["c"]) for e in told(world, "leave", "drop")] == [
        ("leave", "piece/counter2", "Red"), ("drop", "piece/counter2", "Red"),
    ]  # fmt: skip


def test_rolls_are_counted_until_the_next_card() -> None:
    world = small_world()
    for _ in range(2):
        world.press("Red", "roll/counted")
        world.wait()
    world.press("Red", "declare/card")
    world.wait()
    world.press("Red", "roll/counted")
    assert [(e["f"], e["v"]) for e in told(world, "property")] == [(0, 1), (1, 2), (2, 0), (0, 1)]


def test_dice_the_table_lacks_are_thrown_by_the_host() -> None:
    world = small_world()
    world.press("Red", "roll/fate")
    world.wait()
    [[name, value]] = told(world, "roll")[0]["d"]
    assert name == "random/1000/1" and 1 <= value <= 1000


# --- chat ---------------------------------------------------------------------------------


def test_the_longest_keyword_is_meant_and_what_follows_is_kept() -> None:
    world = small_world()
    assert world.say("Blue", "!broadside declare search ends  now ")
    world.say("Blue", "!Broadside Declare SEARCH by Ajax and nobody")
    world.say("Blue", "!broadside declare searches")
    found = told(world, "declare")
    assert [(e["k"], e["x"], e["p"]) for e in found] == [
        ("end", "now", ""), ("search", "by Ajax and nobody", "piece/ajax"),
    ]  # fmt: skip
    assert not told(world, "chat")


def test_of_two_declarations_of_one_keyword_ones_own_is_meant() -> None:
    actions = (
        Declaration("red", "DONE", "Done", side="German"),
        Declaration("blue", "DONE", "Done", side="British"),
        Declaration("all", "DONE", "Done"),
    )
    recording = replace(RECORDING, actions=actions)
    world = small_world(recording=recording, Red="Anna", Blue="Bert", Green="Cleo")
    for seat in ("Red", "Blue", "Green"):
        world.say(seat, "!broadside declare done")
    assert [entry["k"] for entry in told(world, "declare")] == ["red", "blue", "all"]


def test_seals_are_lines_of_chat() -> None:
    world = small_world()
    world.say("Red", "!broadside seal plot.1 abc after start")
    world.say("Red", "!broadside seal REVEAL plot.1 B3 salt")
    world.say("Red", "SEAL plot.2 def")
    world.say("Red", "!broadsides are guns")
    assert [entry["x"] for entry in told(world, "chat")] == [
        "SEAL plot.1 abc after start", "REVEAL plot.1 B3 salt", "SEAL plot.2 def",
        "!broadsides are guns",
    ]  # fmt: skip


def test_help_and_what_is_not_understood_leave_no_entry() -> None:
    world = small_world()
    before = world.entries
    world.say("Red", "!broadside help")
    world.say("Red", "!broadside declare nothing of the kind")
    assert world.entries == before
    assert any(to == "Red" and "USED" in words for to, words in world.messages)
    assert not any("SEARCH:" in words for _, words in world.messages)  # not this side's
