"""Entries of the recorder as steps of the game's own module: what each act becomes."""

from __future__ import annotations

import pytest

from generator.definition.schema import Game
from tests.validator.reading.tabletop.written_logs import WrittenLog
from validator.reading import events as ev


@pytest.fixture
def log(table_game: Game) -> WrittenLog:
    """A log in which both sides have sat down."""
    log = WrittenLog(table_game).add("load", s=1, k="fresh")
    log.names = {"Red": "Anna", "Blue": "Ben"}
    return log.add("seat", "Red", s="colour").add("seat", "Blue", s="colour")


def drawn(log: WrittenLog, side: str, piece: str, deck: str, to: list[int], down: int) -> None:
    """A piece is taken out of a deck and put down."""
    at = log.point("field", deck)
    log.add("leave", side, p=f"piece/{piece}", i=f"deck/{deck}", o=at, d=down)
    log.add("drop", side, p=f"piece/{piece}", f=at, o=to, r=180, d=down, s=1)


def place_of(log: WrittenLog, name: str) -> str:
    """Where a piece lies in the end."""
    (seen,) = [one for one in log.view(reveal=True).scene().pieces if one.name == name]
    return str(seen.place)


# --- pieces ---------------------------------------------------------------------------------


def test_a_drop_is_one_move_by_the_player_of_the_seat(log: WrittenLog) -> None:
    log.drop("Blue", "scout", log.point("field", "B02"))
    assert log.told() == ["Scout moves A01 -> B02 [Ben P2]"]
    assert log.played().entries == ((5,),)


def test_a_drop_where_the_piece_lay_is_a_step_in_which_nothing_happens(log: WrittenLog) -> None:
    log.drop("Blue", "scout", log.point("field", "A01"))
    assert log.told() == [] and log.played().made == ([],)


def test_a_drop_snaps_to_the_nearest_square_but_not_in_a_box(log: WrittenLog) -> None:
    x, y, z = log.point("field", "B02")
    log.drop("Blue", "scout", [x + 200, y, z - 150])
    log.drop("Blue", "crew", log.at("field", 20, 160)).drop("Blue", "scout", [x - 90, y, z])
    log.drop("Blue", "crew", log.at("field", 50, 165))
    scene = log.view().scene(1)
    layout = log.scene.map("Field").layout
    (scout,) = [one for one in scene.pieces if one.name == "Scout"]
    assert (scout.place.x, scout.place.y) == layout.pixels("B02")
    assert log.told() == [
        "Scout moves A01 -> B02 [Ben P2]",
        "Crew moves A01 -> Camp [Ben P2]",
        "Crew moves Camp -> Camp [Ben P2]",
    ]


def test_pieces_dropped_on_each_other_are_a_stack(log: WrittenLog) -> None:
    log.drop("Blue", "crew", log.point("field", "C03"))
    log.drop("Blue", "scout", log.point("field", "C03"))
    stacks = {tuple(stack.members) for stack in log.view().scene().stacks}
    names = {one.id: one.name for one in log.view().scene().pieces}
    assert ("Crew", "Scout") in {tuple(names[one] for one in stack) for stack in stacks}


def test_beside_all_boards_a_piece_is_off_the_nearest_that_all_may_see(log: WrittenLog) -> None:
    place = log.table.board("plans").area
    log.drop("Blue", "scout", [round(place.right * 1000) + 3000, 1000, round(place.z * 1000)])
    (seen,) = [one for one in log.view().scene().pieces if one.name == "Scout"]
    assert (seen.place.map, seen.place.location) == ("Field", "offboard")


def test_what_is_found_elsewhere_moved_without_anybody(log: WrittenLog) -> None:
    log.add("settle", p="piece/scout", o=log.point("field", "B02"), r=180, d=1, s=1)
    assert log.told() == ["Scout moves A01 -> B02", "Night scout: layer Face 1 -> 2"]


def test_a_piece_with_two_looks_shows_the_other_when_it_is_turned_over(log: WrittenLog) -> None:
    log.add("flip", "Blue", p="piece/scout", d=1)
    log.add("flip", "Blue", p="piece/scout", d=0)
    assert log.told() == [
        "Night scout: layer Face 1 -> 2 [Ben P2]",
        "Scout: layer Face 2 -> 1 [Ben P2]",
    ]


def test_a_piece_with_more_looks_has_a_state_for_each(log: WrittenLog) -> None:
    log.add("state", "Blue", p="piece/crew", f=1, s=3)
    log.add("flip", "Blue", p="piece/crew", d=1)
    assert log.told() == ["Crew: layer Face 1 -> 3 [Ben P2]"]


def test_a_state_that_a_piece_does_not_have_is_a_doubt(log: WrittenLog) -> None:
    log.add("state", "Blue", p="piece/crew", f=1, s=4)
    log.drop("Blue", "scout", log.point("field", "B02"), state=9)
    assert [(one.entry, one.what) for one in log.played().doubts] == [
        (4, "the piece has no state 4"),
        (6, "the piece has no state 9"),
    ]


@pytest.mark.parametrize(("angle", "facing"), [(180, 0), (265, 1), (0, 2), (95, 3), (225, 0)])
def test_a_piece_with_directions_points_where_it_is_turned(
    log: WrittenLog, angle: int, facing: int
) -> None:
    log.add("rotate", "Red", p="piece/arrow", r=angle)
    (seen,) = [one for one in log.view().scene().pieces if one.name == "Arrow"]
    assert seen.piece is not None
    (state,) = [
        seen.piece.state(at)
        for at, one in enumerate(seen.piece.model.traits)
        if one.id == "rotate;"
    ]
    assert state == str(facing)


def test_a_masked_piece_is_drawn_unseen_by_whoever_took_it(log: WrittenLog) -> None:
    drawn(log, "Red", "tiger", "Cup", log.point("field", "B02"), down=1)
    assert log.told() == ["Red tank is drawn from Cup -> B02 [Anna P1]"]
    assert log.told("Red") == ["Tiger is drawn from Cup -> B02 [Anna P1]"]


def test_a_piece_drawn_face_up_is_seen_by_all(log: WrittenLog) -> None:
    drawn(log, "Red", "tiger", "Cup", log.point("field", "B02"), down=0)
    assert log.told() == ["Tiger is drawn from Cup -> B02 [Anna P1]"]


def test_a_piece_turned_face_down_is_masked_by_the_side_that_did_it(log: WrittenLog) -> None:
    drawn(log, "Red", "tiger", "Cup", log.point("field", "B02"), down=0)
    log.add("flip", "Blue", p="piece/tiger", d=1)
    assert "Tiger is masked" in log.told("Blue")[-1]
    log.add("flip", "Red", p="piece/tiger", d=0)
    log.add("flip", "", "", p="piece/tiger", d=1)
    (seen,) = [one for one in log.view("Red").scene().pieces if one.name == "Tiger"]
    assert seen.owner is not None and seen.owner.who.side == "Red"


def test_what_is_turned_in_the_air_is_told_by_its_drop(log: WrittenLog) -> None:
    drawn(log, "Red", "tiger", "Cup", log.point("field", "B02"), down=1)
    log.add("pick", "Red", p="piece/tiger", f=log.point("field", "B02"))
    log.add("flip", "Red", p="piece/tiger", d=0)
    log.add("drop", "Red", p="piece/tiger", f=[0, 0, 0], o=log.at("plans", 30, 30), r=0, d=0, s=1)
    assert log.told() == [
        "Red tank is drawn from Cup -> B02 [Anna P1]",
        "Red tank moves B02 (Field) -> ? (Plans) [Anna P1]",
    ]


# --- decks, trays, hands --------------------------------------------------------------------


def test_a_piece_goes_into_a_deck_by_its_entry_before_its_drop_or_after(log: WrittenLog) -> None:
    cup = log.point("field", "Cup")
    drawn(log, "Red", "tiger", "Cup", log.point("field", "B02"), down=1)
    drawn(log, "Red", "panther", "Cup", log.point("field", "B03"), down=1)
    for piece, drop_first in (("tiger", True), ("panther", False)):
        memo = f"piece/{piece}"
        log.add("pick", "Red", p=memo, f=cup)
        acts = [("drop", {"f": cup, "o": cup, "r": 0, "d": 1, "s": 1})]
        acts.insert(1 if drop_first else 0, ("enter", {"i": "deck/Cup", "o": cup}))
        for word, values in acts:
            log.add(word, "Red", p=memo, **values)
    assert log.told()[2:] == [
        "Red tank goes B02 -> Cup [Anna P1]",
        "Red tank goes B03 -> Cup [Anna P1]",
    ]


def test_what_lies_beside_a_bag_is_not_in_it(log: WrittenLog) -> None:
    log.drop("Blue", "scout", log.point("field", "Cup"))
    assert place_of(log, "Scout") == "Cups"
    assert [deck.count for deck in log.view().scene().decks if deck.name == "Cup"] == [2]


def test_a_pile_has_no_object_and_takes_what_is_put_on_its_place(log: WrittenLog) -> None:
    played = log.point("field", "Played")
    drawn(log, "Red", "march", "Cards", played, down=0)
    drawn(log, "Red", "halt", "Cards", played, down=0)
    log.add("enter", "Red", p="piece/march", i="~0000aa", o=played)
    log.add("enter", "Red", p="piece/halt", i="~0000aa", o=played)
    assert log.told() == [
        "March goes Cards -> Played [Anna P1]",
        "Halt goes Cards -> Played [Anna P1]",
    ]


def test_a_deck_that_players_made_takes_its_cards_along(log: WrittenLog) -> None:
    played, cards = log.point("field", "Played"), log.point("field", "Cards")
    drawn(log, "Red", "march", "Cards", played, down=0)
    drawn(log, "Red", "halt", "Cards", played, down=0)
    for piece in ("march", "halt"):
        log.add("enter", "Red", p=f"piece/{piece}", i="~0000aa", o=played)
    log.add("enter", "Red", p="~0000aa", i="deck/Cards", o=cards)
    log.add("shuffle", "Red", i="deck/Cards", o=cards)
    assert log.told()[2:] == [
        "March goes Played -> Cards [Anna P1]",
        "Halt goes Played -> Cards [Anna P1]",
        "Cards: reshuffle [Anna P1]",
        "Cards: shuffle [Anna P1]",
    ]


def test_a_spare_counter_comes_into_the_game_out_of_its_tray_and_goes_again(
    log: WrittenLog,
) -> None:
    at = log.point("field", "B02")
    log.add("leave", "Blue", p="piece/smoke", i="tray/1", o=at, d=0)
    log.drop("Blue", "smoke", at).drop("Blue", "smoke", log.point("field", "B03"))
    log.add("pick", "Blue", p="piece/smoke", f=at)
    log.add("enter", "Blue", p="piece/smoke", i="tray/1", o=at)
    assert [line.split(" [")[0] for line in log.told()] == [
        "Smoke is created in B02",
        "Smoke moves B02 -> B03",
        "Smoke is deleted in B03",
    ]


def test_what_a_side_holds_in_its_hand_lies_by_its_private_board(log: WrittenLog) -> None:
    log.add("pick", "Red", p="piece/arrow", f=log.point("field", "A01"))
    log.add("hand", "Red", p="piece/arrow", s="in", i="hand/Red")
    log.add("drop", "Red", p="piece/arrow", f=[0, 0, 0], o=[0, 0, -90_000], r=180, d=0, s=1)
    assert log.told() == ["Arrow moves A01 (Field) -> ? (Plans) [Anna P1]"]
    log.add("pick", "Red", p="piece/arrow", f=[0, 0, 0])
    log.add("hand", "Red", p="piece/arrow", s="out", i="hand/Red")
    log.drop("Red", "arrow", log.point("field", "B02"))
    assert log.told()[-1] == "Arrow moves ? (Plans) -> B02 (Field) [Anna P1]"


def test_a_side_without_a_private_board_has_a_hand_that_only_it_sees(log: WrittenLog) -> None:
    log.drop("Blue", "scout", [0, 0, -90_000])
    log.add("hand", "Blue", p="piece/scout", s="in", i="hand/Blue")
    assert log.told() == ["Scout moves A01 (Field) -> ? (Hand of Blue) [Ben P2]"]
    assert not [one for one in log.view("Red").scene().pieces if one.name == "Scout"]
    assert [one for one in log.view("Blue").scene().pieces if one.name == "Scout"]


def test_what_is_dragged_through_a_hand_was_never_in_it(log: WrittenLog) -> None:
    log.add("pick", "Blue", p="piece/scout", f=[0, 0, 0])
    log.add("hand", "Blue", p="piece/scout", s="in", i="hand/Blue")
    log.add("hand", "Blue", p="piece/scout", s="out", i="hand/Blue")
    log.add(
        "drop", "Blue", p="piece/scout", f=[0, 0, 0], o=log.point("field", "B02"), r=0, d=0, s=1
    )
    assert log.told() == ["Scout moves A01 -> B02 [Ben P2]"]


def test_a_copy_is_a_clone_and_a_deleted_piece_may_come_again(log: WrittenLog) -> None:
    log.add("copy", "Blue", p="piece/scout").add("paste", "Blue", p="piece/scout")
    log.add("spawn", p="piece/scout", g="0000bb", q="Custom_Tile", o=log.point("field", "A01"))
    log.add("delete", "Blue", p="piece/crew")
    log.add("destroy", "Blue", p="piece/crew", o=log.point("field", "A01"))
    log.add("spawn", p="piece/crew", g="0000cc", q="Custom_Tile", o=log.point("field", "B02"))
    placed = [one for one in log.view().events() if isinstance(one, ev.Placed | ev.Removed)]
    assert [(one.name, one.how) for one in placed] == [
        ("Scout", "cloned"),
        ("Crew", "deleted"),
        ("Crew", "created"),
    ]


def test_another_objects_coming_and_going_is_no_step(log: WrittenLog) -> None:
    log.add("spawn", p="~0000dd", g="0000dd", q="Die_20", o=[0, 0, 0])
    log.add("pick", "Red", p="~0000dd", f=[0, 0, 0])
    log.add("drop", "Red", p="~0000dd", f=[0, 0, 0], o=[0, 0, 0], r=0, d=0, s=1)
    log.add("search", "Red", i="deck/Cup", s="start").add("peek", "Red", p="piece/tiger")
    log.add("turn", "Red", f="Blue").add("head", "Red", x="0" * 16)
    assert log.told() == [] and log.played().doubts == ()


def test_pieces_and_actions_that_are_none_are_doubts(log: WrittenLog) -> None:
    log.drop("Red", "tigre", [0, 0, 0])
    log.add("declare", "Red", k="fires", x="", p="")
    log.add("property", "Red", k="guns_result", f=0, v=6)
    log.add("roll", "Red", k="cannon", d=[["die/6/1", 6]])
    log.add("step", "Red", f=[1, 0], v=[1, 7])
    log.add("delete", "Red", p="piece/crew").drop("Red", "crew", [0, 0, 0])
    assert [one.what for one in log.played().doubts] == [
        "no piece is called 'piece/tigre'",
        "there is no action 'fires'",
        "there is no property 'guns_result'",
        "there are no dice 'cannon'",
        "there is no turn 1, step 7",
        "a piece that was deleted",
    ]


# --- buttons and dice -----------------------------------------------------------------------


def test_a_declaration_is_the_line_of_its_button(log: WrittenLog) -> None:
    log.add("declare", "Blue", k="fire", x="", p="")
    log.add("declare", "Blue", k="gain", x="now\n3", p="")
    assert log.told() == [
        "Blue declares FIRE, turn 1 [Ben] [Ben P2]",
        "Blue declares GAINED now 3, turn 1 [Ben] [Ben P2]",
    ]


def test_what_one_click_does_is_one_step(log: WrittenLog) -> None:
    drawn(log, "Red", "tiger", "Cup", log.point("field", "B02"), down=1)
    log.add("flip", "Red", p="piece/tiger", d=0)
    log.add("declare", "Red", k="show", x="as Tiger", p="piece/tiger")
    log.add("state", "Red", p="piece/tiger", f=1, s=2)
    log.add("declare", "Red", k="gain", x="now 3", p="")
    log.add("property", "Red", k="Points", f=2, v=3)
    log.add("zone", "Red", p="piece/score", s="in", i="zone/field/Score")
    log.add("drop", "Red", p="piece/score", f=[0, 0, 0], o=log.point("field", "P 3"), r=0, d=0, s=1)
    log.add("declare", "Red", k="fire", x="", p="")
    log.add("roll", "Red", k="guns", d=[["die/6/1", 3], ["die/6/2", 5]])
    assert log.played().entries == ((5,), (6, 7, 8), (9, 10, 12), (13, 14))


def test_what_somebody_else_does_meanwhile_parts_the_click(log: WrittenLog) -> None:
    log.add("declare", "Red", k="fire", x="", p="")
    log.drop("Blue", "scout", log.point("field", "B02"))
    log.add("roll", "Red", k="guns", d=[["die/6/1", 3], ["die/6/2", 5]])
    assert log.played().entries == ((4,), (6,), (7,))


def test_a_click_draws_one_card_and_what_is_drawn_besides_is_another_step(log: WrittenLog) -> None:
    played = log.point("field", "Played")
    log.add("declare", "Red", k="card", x="", p="")
    drawn(log, "Red", "march", "Cards", played, down=0)
    drawn(log, "Red", "halt", "Cards", played, down=0)
    assert log.played().entries == ((4, 6), (8,))


def test_the_end_of_a_turn_moves_the_tracker_its_marker_and_the_cards(log: WrittenLog) -> None:
    played, cards = log.point("field", "Played"), log.point("field", "Cards")
    drawn(log, "Red", "march", "Cards", played, down=0)
    log.add("declare", "Red", k="close", x="", p="")
    log.add("step", "Red", f=[1, 0], v=[2, 0]).add("head", "Red", x="0" * 16)
    log.add("drop", "Red", p="piece/march", f=played, o=cards, r=0, d=1, s=1)
    log.add("enter", "Red", p="piece/march", i="deck/Cards", o=cards)
    log.add(
        "drop", "Red", p="piece/turn", f=[0, 0, 0], o=log.point("field", "Turn 2"), r=0, d=0, s=1
    )
    log.add("declare", "Blue", k="fire", x="", p="")
    assert log.played().entries[1:] == ((6, 7, 10, 11), (12,))
    assert log.told()[-1] == "Blue declares FIRE, turn 2 [Ben] [Ben P2]"
    assert [one.kind for one in log.view().steps[1].events].count("turn") == 1


def test_dice_that_the_recorder_threw_are_their_buttons(log: WrittenLog) -> None:
    log.add("roll", "Red", k="guns", d=[["die/6/1", 3], ["random/6/2", 5]])
    (rolled,) = [one for one in log.view().events() if isinstance(one, ev.Rolled)]
    assert (rolled.button, rolled.dice, str(rolled.player)) == ("Guns", (3, 5), "Anna P1")


def test_dice_thrown_by_hand_are_a_buttons_only_where_a_declaration_asked_for_them(
    log: WrittenLog,
) -> None:
    pair = [["die/6/1", 3], ["die/6/2", 5]]
    log.add("roll", "Red", k="", d=pair)
    log.add("declare", "Red", k="fire", x="", p="")
    log.add("roll", "Blue", k="", d=pair)
    log.add("roll", "Red", k="", d=[["die/6/1", 3]]).add("roll", "Red", k="", d=pair)
    log.add("roll", "Red", k="", d=pair)
    log.add("declare", "Red", k="fire", x="", p="").add("declare", "Red", k="gain", x="", p="")
    log.add("roll", "Red", k="", d=pair)
    rolled = [one.button for one in log.view().events() if isinstance(one, ev.Rolled)]
    by_hand = "2d6 by hand"
    assert rolled == [by_hand, by_hand, "1d6 by hand", "Guns", by_hand, by_hand]


def test_dice_that_are_not_a_buttons_are_thrown_by_hand(log: WrittenLog) -> None:
    log.add("roll", "Red", k="guns", d=[["die/6/1", 3], ["die/10/2", 9]])
    log.add("roll", "Red", k="guns", d=[["die/6/1", 3], ["die/6/2", 7]])
    log.add("roll", "Red", k="guns", d=[["~0000ee", 3]])
    rolled = [one.button for one in log.view().events() if isinstance(one, ev.Rolled)]
    assert rolled == ["1d6 + 1d10 by hand", "2d6 by hand", "1d? by hand"]
    doubts = log.played().doubts
    assert len(doubts) == 3
    assert doubts[0].what == "other dice were rolled than the 2d6 of 'guns'"


def test_a_report_tells_the_modifier_that_applies(log: WrittenLog) -> None:
    log.add("roll", "Red", k="luck", d=[["die/6/1", 3]])
    log.drop("Blue", "scout", log.at("field", 20, 160), down=1)
    log.add("roll", "Red", k="luck", d=[["die/6/1", 3]])
    rolled = [one for one in log.view().events() if isinstance(one, ev.Rolled)]
    assert [one.text.split(" **")[0] for one in rolled] == [
        "*** Luck = 3 +2 (lead) = 5",
        "*** Luck = 3 -1 (Night) = 2",
    ]


def test_properties_and_the_tracker_are_the_modules_own(log: WrittenLog) -> None:
    log.add("property", "Red", k="Points", f=2, v=4)
    log.add("step", "Red", f=[1, 0], v=[1, 1])
    seen = log.view().scene()
    assert seen.properties["Points"] == "4"
    assert log.told() == [
        "Points '2' -> '4' [Anna P1]",
        "* [Red Anna] Turn 1, 1 Movement -> Turn 1, 2 Combat [Anna P1]",
    ]


def test_chat_and_seals_are_typed_lines(log: WrittenLog) -> None:
    log.add("chat", "Red", x="SEAL plot 1 0123").add("chat", "Blue", x="two\nlines")
    said = [one for one in log.view().events() if isinstance(one, ev.Said)]
    assert [(one.speaker, one.text) for one in said] == [
        ("Anna", "<Anna> - SEAL plot 1 0123"),
        ("Ben", "<Ben> - two lines"),
    ]


def test_a_second_change_of_a_property_is_another_click(log: WrittenLog) -> None:
    log.add("declare", "Red", k="gain", x="now 3", p="")
    log.add("property", "Red", k="Points", f=2, v=3).add("property", "Red", k="Points", f=3, v=4)
    assert log.played().entries == ((4, 5), (6,))


def test_a_piece_turned_up_by_hand_before_its_declaration_was_turned_by_hand(
    log: WrittenLog,
) -> None:
    drawn(log, "Red", "tiger", "Cup", log.point("field", "B02"), down=1)
    log.add("flip", "Red", p="piece/tiger", d=0)
    for _ in range(3):
        log.add("zone", "Red", p="piece/tiger", s="in", i="zone/field/Camp")
    log.add("declare", "Red", k="show", x="as Tiger", p="piece/tiger")
    assert log.played().entries == ((5,), (6,), (10,))


# --- who sits where -------------------------------------------------------------------------


def joined(log: WrittenLog) -> list[tuple[str, str]]:
    """Who came and went after the game had begun."""
    return [
        (type(one).__name__, f"{one.player} {one.side}")
        for one in log.view().events()
        if isinstance(one, ev.Joined | ev.Left)
    ]


def test_who_sat_down_before_the_first_act_was_there_from_the_beginning(log: WrittenLog) -> None:
    assert [str(who) for who in log.view().scene(0).players] == ["Anna P1", "Ben P2"]
    log.add("load", s=2, k="load").add("seat", "Red", s="colour").add("seat", "Blue", s="colour")
    assert joined(log) == []


def test_players_come_and_go_and_change_seats(log: WrittenLog) -> None:
    log.add("chat", "Red", x="hello").add("seat", "Red", s="disconnect")
    log.add("seat", "Pink", "Cleo", s="colour").add("seat", "Red", "Cleo", s="colour")
    log.add("seat", "Pink", "Anna", s="connect")
    assert joined(log) == [
        ("Left", "Anna P1 Red"),
        ("Joined", "Cleo P3 <observer>"),
        ("Joined", "Cleo P3 Red"),
        ("Joined", "Anna P1 <observer>"),
    ]


def test_an_act_at_a_seat_nobody_was_seen_to_take_names_its_player(log: WrittenLog) -> None:
    log.drop("Blue", "scout", log.point("field", "B02"))
    log.add("chat", "Judge", "Dora", x="well done")
    assert [str(who) for who in log.view().scene(0).players] == ["Anna P1", "Ben P2", "Dora P3"]


def test_brackets_of_a_name_do_not_forge_a_report(log: WrittenLog) -> None:
    log.add("declare", "Red", "x] [Ben", k="fire", x="", p="")
    (event,) = [one for one in log.view().events() if isinstance(one, ev.Declared)]
    assert event.player is None or "Ben P2" not in str(event.player)


# --- hands, told late -----------------------------------------------------------------------


def test_what_leaves_a_hand_lies_where_it_was_dropped_however_late_that_is_told(
    log: WrittenLog,
) -> None:
    to = log.point("field", "B02")
    for piece in ("scout", "crew"):
        log.add("pick", "Blue", p=f"piece/{piece}", f=to)
        log.add("hand", "Blue", p=f"piece/{piece}", s="in", i="hand/Blue")
        log.add("drop", "Blue", p=f"piece/{piece}", f=to, o=[0, 0, -90_000], r=180, d=0, s=1)
        log.add("pick", "Blue", p=f"piece/{piece}", f=to)
    log.add("drop", "Blue", p="piece/scout", f=to, o=to, r=180, d=0, s=1)
    log.add("drop", "Blue", p="piece/crew", f=to, o=to, r=180, d=0, s=1)
    log.add("hand", "Blue", p="piece/scout", s="out", i="hand/Blue")
    log.add("chat", "Red", x="hello")
    log.add("hand", "Blue", p="piece/crew", s="out", i="hand/Blue")
    assert place_of(log, "Crew") == place_of(log, "Scout") == "B02"
    assert log.told()[-1] == "Crew moves ? (Hand of Blue) -> B02 (Field) [Ben P2]"


def test_what_goes_into_a_hand_while_others_land_is_not_seen_before(log: WrittenLog) -> None:
    beside = [0, 0, -90_000]
    for piece in ("scout", "crew"):
        log.add("drop", "Blue", p=f"piece/{piece}", f=beside, o=beside, r=180, d=0, s=1)
    log.add("hand", "Blue", p="piece/scout", s="in", i="hand/Blue")
    log.add("hand", "Blue", p="piece/crew", s="in", i="hand/Blue")
    assert all("-> ? (Hand of Blue)" in line for line in log.told()) and len(log.told()) == 2


def test_what_was_taken_and_found_lying_is_held_no_more(log: WrittenLog) -> None:
    at = log.point("field", "Cup")
    log.add("leave", "Red", p="piece/tiger", i="deck/Cup", o=at, d=1)
    log.add("settle", p="piece/tiger", o=log.point("field", "B02"), r=180, d=1, s=1)
    log.add("flip", "Red", p="piece/tiger", d=0)
    assert "Tiger is unmasked [Anna P1]" in log.told()[-1]


def test_a_log_that_began_anew_in_the_middle_of_a_game_is_not_guessed_at(
    table_game: Game,
) -> None:
    log = WrittenLog(table_game).add("load", s=3, k="new")
    log.drop("Blue", "scout", log.point("field", "B02"))
    assert log.told() == []
    assert [one.entry for one in log.played().doubts] == [1]


def test_what_comes_out_of_a_pile_is_no_copy(log: WrittenLog) -> None:
    at = log.point("field", "Cards")
    log.add("leave", p="piece/march", i="deck/Cards", o=at, d=0)
    log.add("spawn", p="piece/march", g="0000bb", q="Card", o=at)
    assert log.told() == []
    for _ in range(9):
        log.add("head", x="0" * 16)
    log.add("spawn", p="piece/march", g="0000bb", q="Card", o=log.point("field", "B02"))
    assert [one.how for one in log.view().events() if isinstance(one, ev.Placed)] == ["cloned"]
