"""Logs as people write them: nobody is accused who did nothing wrong, what was wrong is found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.vassal import modules
from tests.blank_module import write_blank_module
from tests.modules.red_flags.scripts import (
    AT_THE_VILLAGE,
    FLOWN,
    GRENADIERS,
    NEXT,
    ON,
    OTHER_CARDS,
    OTHERS,
    RIFLEMEN,
    cited,
    graded,
)
from tests.sampling import one_in
from validator.audit import audit
from validator.audit.findings import Severity
from validator.explaining import prices
from validator.playing.scripted import play_script
from validator.proving.subject import Subject, above_note
from validator.rules.engine import GameRules

_TURN = (
    RIFLEMEN
    + "".join(f"Soviet presses Next card: card_{cards}\n" for cards in OTHERS)
    + NEXT
    + "Soviet presses Turn ends\nSoviet presses New turn\n"
)
_BACK = "German picks Heavy machine-gun (4d6) of GI1: 6 1 1 1\n"
HONEST = {
    "a gun for which somebody spots fires on the desk, and nobody tells the dice": NEXT
    + "Soviet picks Is the target of GI1\nSoviet picks Spots for the guns of SO1\n"
    + "Soviet presses Next card: card_S3, spades_5\nSoviet drags ST1 to 0806\n"
    + "Soviet picks Is the target of GI1\nSoviet picks Tank gun (4d6) of ST1: 2 2 1 4\n"
    + RIFLEMEN,
    "a new turn is clicked twice, and all turns are played": _TURN
    + "German presses New turn\n"
    + 3 * _TURN,
    "the next card is turned too early, and a word takes it back": RIFLEMEN
    + NEXT
    + "Soviet says wait, SI1 still shoots\n"
    + AT_THE_VILLAGE
    + "German picks Hit: rifleman (1d6) of GI1: 6\n"
    + "German presses Next card: card_G2, clubs_7\n",
    "the next card is turned too early, called off and put back": RIFLEMEN
    + NEXT
    + "Soviet says oops\nSoviet drags card_S4 to Activation\nSoviet drags hearts_4 to Pack\n"
    + AT_THE_VILLAGE
    + "German picks Hit: rifleman (1d6) of GI1: 6\n"
    + NEXT,
    "two units move after the next card, and their player is sorry afterwards": RIFLEMEN
    + GRENADIERS
    + "Soviet drags SI2 to 0706\nSoviet drags SC1 to 0706\n"
    + "Soviet says sorry, I turned the card too early\nGerman drags GI1 to 0905\n"
    + NEXT,
    "a shot is fired after the next card, and the player says that he had forgotten it": RIFLEMEN
    + GRENADIERS
    + AT_THE_VILLAGE
    + "German picks Hit: rifleman (1d6) of GI1: 6\nSoviet says forgot that one\n"
    + "German drags GI2 to 1006\n"
    + NEXT,
    "a Commander's die is thrown after the next card, with a word": RIFLEMEN
    + "Soviet drags SI2, SC1 to 0806\nSoviet picks Is the target of GI1\n"
    + _BACK
    + "Soviet picks Hit: submachine-gunner (1d6) of SI2: 6\n"
    + "Soviet picks 4 sub-machine-guns (8d6) of SI2: 5 5 2 1 3 4 1 1\n"
    + NEXT
    + "Soviet says I forgot the Commander's die\nSoviet picks Commander: one die more of SI2: 2\n",
    "one man too many throws for his life, and lives": RIFLEMEN
    + AT_THE_VILLAGE
    + "German picks Hit: rifleman (1d6) of GI1: 6\nGerman picks Hit: rifleman (1d6) of GI1: 1\n"
    + "Soviet says only one hit\n"
    + NEXT,
    "more men fire than there are, and the player says so": RIFLEMEN
    + "Soviet drags SI2, SC1 to 0806\nSoviet picks Is the target of GI1\n"
    + _BACK
    + "Soviet picks Hit: submachine-gunner (1d6) of SI2: 1\nSoviet drags fallen_smg_1 to 0806\n"
    + "Soviet picks 4 sub-machine-guns (8d6) of SI2: 5 5 2 1 3 4 1 1\n"
    + "Soviet says only three left, ignore the last two\n"
    + "Soviet picks Commander: one die more of SI2: 2\n"
    + NEXT,
    "the other side drags a counter by mistake, and its owner puts it back": RIFLEMEN
    + "Soviet drags GI2 to 1105\n"
    + AT_THE_VILLAGE
    + "German picks Hit: rifleman (1d6) of GI1: 6\nGerman says my GI2 was in 1106\n"
    + "German drags GI2 to 1106\n"
    + NEXT,
    "a counter of another group is dragged, and put back after a shot": RIFLEMEN
    + "Soviet drags ST1 to 0606\n"
    + AT_THE_VILLAGE
    + "German picks Hit: rifleman (1d6) of GI1: 6\nSoviet says not its card, back it goes\n"
    + "Soviet drags ST1 to 0506\n"
    + NEXT,
    "two cards are turned too many, and go back": RIFLEMEN
    + NEXT
    + (_SECOND := "German presses Next card: card_G2, clubs_7\n")
    + "Soviet says oops\nSoviet drags card_G2 to Activation\nSoviet drags clubs_7 to Pack\n"
    + "Soviet drags card_S4 to Activation\nSoviet drags hearts_4 to Pack\n"
    + AT_THE_VILLAGE
    + "German picks Hit: rifleman (1d6) of GI1: 6\n"
    + NEXT
    + _SECOND,
    "the next card is turned before the other side has thrown for its men": RIFLEMEN
    + AT_THE_VILLAGE
    + NEXT
    + "German picks Hit: rifleman (1d6) of GI1: 6\n"
    + "German presses Next card: card_G2, clubs_7\n",
    "who went and came back hits with sixes alone": RIFLEMEN
    + "Soviet drags SC1 to 0605\n"
    + "Soviet drags SI1 to 0606\nSoviet drags SI1 to 0605\n"
    + AT_THE_VILLAGE
    + NEXT,
    "one that was dragged by mistake and put back hits with fives": RIFLEMEN
    + "Soviet drags SI1 to 0606\nSoviet drags SI1 to 0605\n"
    + AT_THE_VILLAGE
    + "German picks Hit: rifleman (1d6) of GI1: 6\n"
    + NEXT,
    "one is fired back at and fires no more, then another engages the same": RIFLEMEN
    + "Soviet drags SI2 to 0806\nSoviet picks Is the target of GI1\n"
    + _BACK
    + "Soviet picks Hit: submachine-gunner (1d6) of SI2: 6\n"
    + AT_THE_VILLAGE.replace("\n", f"\n{_BACK}Soviet picks Hit: rifleman (1d6) of SI1: 6\n", 1)
    + "German picks Hit: rifleman (1d6) of GI1: 6\n"
    + NEXT,
    "a wire is taken off before the card, and who cleared it says so after another": (
        "German drags wire_1 to Markers\n" + GRENADIERS + "German picks Lays wire of GI2\n"
        "German drags wire_2 to 1005\nGerman picks Clears wire of GI1\n" + NEXT
    ),
    "a commander leads others on, and goes back": GRENADIERS
    + "German drags GC1 to 0906\nGerman drags GI1 to 0904\nGerman drags GC1 to 1006\n"
    + NEXT,
    "the other side lays the wire for those who say that they lay one": RIFLEMEN
    + "Soviet picks Lays wire of SI2\nGerman drags wire_2 to 0507\n"
    + NEXT,
    "a wire that is cleared is laid again elsewhere": GRENADIERS
    + "German picks Clears wire of GI1\nGerman drags wire_1 to Markers\n"
    + "German picks Lays wire of GI2\nGerman drags wire_1 to 1005\n"
    + NEXT,
    "a target that nobody named is whom the shot hits": RIFLEMEN
    + "Soviet picks Heavy machine-gun (4d6) of SI1: 5 3 4 2\n"
    + "German picks Hit: rifleman (1d6) of GI1: 6\n"
    + NEXT,
    "dice are thrown with the buttons of the dice": RIFLEMEN
    + "Soviet picks Is the target of GI1\nSoviet rolls Fire 4: 5 3 4 2\n"
    + "German rolls Casualty: 6\n"
    + NEXT,
    "a volley is clicked twice, and the second is called off": RIFLEMEN
    + AT_THE_VILLAGE
    + "Soviet picks Heavy machine-gun (4d6) of SI1: 1 1 2 2\nSoviet says oops, clicked twice\n"
    + "German picks Hit: rifleman (1d6) of GI1: 6\n"
    + NEXT,
    "a unit is dragged on after its commander has left": RIFLEMEN
    + "Soviet drags SI2 to 0706\nSoviet drags SC1 to 0605\nSoviet drags SI2 to 0806\n"
    + NEXT,
    "who names a target that is too far off moves on and fires at nobody": RIFLEMEN
    + "Soviet picks Is the target of GI2\nSoviet drags SI1 to 0606\n"
    + NEXT,
    "one's own unit is named as the target, and nobody fires": RIFLEMEN
    + "Soviet picks Is the target of SI2\nSoviet drags SI1 to 0606\n"
    + NEXT,
    "morale is thrown by the wrong entry of a menu": RIFLEMEN
    + "Soviet picks Is the target of GI1\nSoviet picks Morale (1d6) of SI1: 3\n"
    + AT_THE_VILLAGE
    + "German picks Hit: rifleman (1d6) of GI1: 6\n"
    + NEXT,
    "a die for a man is thrown from the menu of one at whom nobody shot": RIFLEMEN
    + "German picks Hit: rifleman (1d6) of GI2: 6\nSoviet drags SI2 to 0706\n"
    + NEXT,
    "dice of the night are thrown by day": RIFLEMEN
    + "Soviet picks Is the target of GI1\nSoviet rolls Scatter: 3\n"
    + "Soviet picks Heavy machine-gun (4d6) of SI1: 5 3 4 2\n"
    + "German picks Hit: rifleman (1d6) of GI1: 6\n"
    + NEXT,
    "a die for the first shot is thrown at one who is dug in": RIFLEMEN
    + "Soviet picks Is the target of GI1\nSoviet picks First fire (1d6) of SI1: 5\n"
    + "Soviet picks Heavy machine-gun (4d6) of SI1: 1 3 4 2\n"
    + NEXT,
    "one who gets in gets out again": RIFLEMEN
    + "Soviet picks Gets in of SC1\nSoviet picks Gets out of SC1\nSoviet drags SC1 to 0605\n"
    + NEXT,
    "a commander is turned over as if he got in, and back when another has moved": RIFLEMEN
    + "Soviet picks Gets in of SC1\nSoviet drags SI1 to 0606\nSoviet picks Gets out of SC1\n"
    + "Soviet drags SC1 to 0605\n"
    + NEXT,
    "a new turn is begun by mistake and called off": RIFLEMEN
    + "Soviet drags SI2 to 0706\nSoviet presses New turn\nSoviet says oops\n"
    + "Soviet drags SC1 to 0706\n"
    + NEXT,
    "a wire is said to be laid by mistake, and called off": GRENADIERS
    + "German picks Lays wire of GI2\nGerman says oops\nGerman drags GI2 to 1006\n"
    + NEXT,
    "who goes back is dragged too far, and the other side objects": RIFLEMEN
    + "Soviet drags SI2 to 0806\n"
    + NEXT
    + "".join(f"Soviet presses Next card: card_{cards}\n" for cards in OTHERS)
    + "Soviet presses Turn ends\nSoviet presses New turn\n"
    + RIFLEMEN
    + "Soviet drags SI2 to 0906\nSoviet picks 4 men (4d6) of SI2: 1 1 1 1\n"
    + "German picks 6 men (6d6) of GI1: 6 1 1 1 1 1\n"
    + "Soviet picks Hit: submachine-gunner (1d6) of SI2: 6\n"
    + "Soviet picks Withdraws of SI2\nSoviet drags SI2 to 0605\n"
    + "German says you can't move it there\n"
    + "Soviet drags SI2 to 0906\nSoviet drags SI2 to 0806\n"
    + "Soviet picks Morale (1d6) of SI2: 4\n"
    + NEXT,
    "a Fallen marker is taken back, for the man lives": RIFLEMEN
    + AT_THE_VILLAGE
    + "German picks Hit: rifleman (1d6) of GI1: 4\nGerman drags fallen_rifle_1 to 0906\n"
    + "Soviet says 4 is enough in a house\nGerman drags fallen_rifle_1 to Markers\n"
    + NEXT,
}
"""Of First Shots."""
GUILTY = {
    "a tank that is destroyed fires on": (
        "Soviet presses Next card: card_S3, spades_5\nSoviet drags ST1 to 0806\n"
        + GRENADIERS
        + "".join(f"Soviet presses Next card: card_{cards}\n" for cards in OTHERS[2:])
        + RIFLEMEN
        + NEXT
        + "Soviet presses Turn ends\nSoviet presses New turn\n"
        + GRENADIERS
        + "German picks Is the target of ST1\nGerman picks 1 anti-tank weapon (1d6) of GI1: 5\n"
        + "Soviet picks Hit, front (2d6) of ST1: 6 6\n"
        + "Soviet presses Next card: card_S3, spades_5\nSoviet picks Is the target of GI1\n"
        + "Soviet picks Tank gun (4d6) of ST1: 1 1 1 1\n"
        + NEXT,
        "RF-8.11",
    ),
    "the only man of a unit has a six, and is taken off with a marker for one who fell before": (
        GRENADIERS
        + "German drags GC1 to 0906\n"
        + RIFLEMEN
        + AT_THE_VILLAGE
        + "German picks Hit: rifleman (1d6) of GI1: 2\n"
        + "Soviet presses Next card: card_S3, spades_5\nSoviet drags ST1 to 0806\n"
        + "Soviet picks Is the target of GC1\nSoviet picks Tank gun (4d6) of ST1: 6 1 1 1\n"
        + "German drags fallen_smg_1 to 0906\nGerman picks Hit (1d6) of GC1: 6\n"
        + "German drags GC1 to German Losses\n"
        + NEXT,
        "RF-7.4",
    ),
    "who has moved hits with a five": (
        RIFLEMEN
        + "Soviet drags SC1 to 0506\nSoviet drags SI1 to 0606\n"
        + AT_THE_VILLAGE
        + "German picks Hit: rifleman (1d6) of GI1: 2\n"
        + "German drags fallen_rifle_1 to 0906\n"
        + NEXT,
        "RF-7.1",
    ),
    "who fires at his own men": (
        RIFLEMEN
        + f"German picks Is the target of GI2\n{_BACK}German picks Hit: rifleman (1d6) of GI2: 5\n"
        + NEXT,
        "RF-5.1",
    ),
    "who acts after the next card, and says nothing": (
        RIFLEMEN + GRENADIERS + "Soviet drags SI2 to 0706\nGerman drags GI1 to 0905\n" + NEXT,
        "RF-3.3",
    ),
    "who acts after the next card, and talks of something else": (
        RIFLEMEN
        + GRENADIERS
        + "Soviet drags SI2 to 0706\nSoviet says not bad, your turn\nGerman drags GI1 to 0905\n"
        + NEXT,
        "RF-3.3",
    ),
    "who is sorry to act when the others have": (
        RIFLEMEN
        + GRENADIERS
        + "German drags GI2 to 1006\nSoviet drags SI2 to 0706\nSoviet says sorry\n"
        + NEXT,
        "RF-3.3",
    ),
    "who turns a gun on the card of others, two cards before its own": (
        "Soviet presses Next card: card_S3, spades_5\nSoviet drags ST1 to 0705\n"
        + "Soviet picks Turn left of SA1\nSoviet picks Turn left of SA1\n"
        + RIFLEMEN
        + "Soviet drags SI2, SC1 to 0706\n"
        + NEXT
        + "Soviet presses Group done\n",
        "RF-3.2",
    ),
    "who acts before his card": (
        RIFLEMEN + "German drags GI2 to 1006\n" + GRENADIERS + "German presses Group done\n" + NEXT,
        "RF-3.2",
    ),
    "who unlimbers a gun before its card": (
        RIFLEMEN
        + NEXT
        + "Soviet picks Limbers of SA1\n"
        + "".join(f"Soviet presses Next card: card_{one}\n" for one in OTHERS)
        + "Soviet presses Turn ends\nSoviet presses New turn\n"
        + RIFLEMEN
        + "Soviet drags SI2 to 0706\nSoviet picks Unlimbers of SA1\n"
        + NEXT,
        "RF-3.2",
    ),
    "who fires in the middle of a close combat": (
        "Soviet presses Next card: card_S3, spades_5\nSoviet drags ST1 to 0806\n"
        + NEXT
        + RIFLEMEN
        + "".join(f"Soviet presses Next card: card_{one}\n" for one in OTHERS[1:])
        + "Soviet presses Turn ends\nSoviet presses New turn\n"
        + "Soviet presses Next card: card_S3, spades_5\n"
        + "Soviet picks Is the target of GI1\nSoviet picks Tank gun (4d6) of ST1: 1 1 1 1\n"
        + "Soviet drags ST1 to 0906\n"
        + "German picks 6 men (6d6) of GI1: 6 6 1 1 1 1\n"
        + (_TANK := "Soviet picks Close combat (4d6) of ST1: 6 6 1 1\n")
        + (_SPARED := "German picks Hit: rifleman (1d6) of GI1: 6\n" * 2)
        + "German picks 1 anti-tank weapon (1d6) of GI1: 5\n"
        + "Soviet picks Hit, front (2d6) of ST1: 3 4\n"
        + "German picks 6 men (6d6) of GI1: 1 1 1 1 1 1\n"
        + _TANK
        + _SPARED
        + "German drags GI1 to 0907\nGerman picks Morale (1d6) of GI1: 6\n"
        + NEXT,
        "RF-10.9",
    ),
    "a man who ought to have fallen fires on": (
        GRENADIERS
        + "German picks Is the target of SI1\n"
        + "German picks Heavy machine-gun (4d6) of GI1: 6 1 1 1\n"
        + "Soviet picks Hit: support weapon (1d6) of SI1: 1\n"
        + RIFLEMEN
        + AT_THE_VILLAGE
        + "German picks Hit: rifleman (1d6) of GI1: 6\n"
        + NEXT,
        "RF-7.5",
    ),
    "one throws from the menu of another than was hit": (
        RIFLEMEN
        + AT_THE_VILLAGE.replace("3 4", "1 1")
        + "German picks Hit: rifleman (1d6) of GI2: 6\n"
        + NEXT,
        "RF-7.1",
    ),
    "a tank that turns on the card of others": (
        RIFLEMEN + "Soviet picks Turn right of ST1\n" + NEXT,
        "RF-3.2",
    ),
    "a gun that is limbered out of its turn, and unlimbered in the next": (
        NEXT
        + RIFLEMEN
        + "Soviet picks Limbers of SA1\n"
        + "".join(f"Soviet presses Next card: card_{one}\n" for one in OTHERS)
        + "Soviet presses Turn ends\nSoviet presses New turn\n"
        + NEXT
        + "Soviet picks Unlimbers of SA1\n",
        "RF-3.3",
    ),
    "a new turn that is begun too early and played": (
        RIFLEMEN
        + "Soviet presses New turn\nSoviet says oops\n"
        + RIFLEMEN
        + "Soviet drags SI2 to 0806\n"
        + NEXT,
        "RF-3.4",
    ),
    "who fires the same weapon twice": (
        RIFLEMEN
        + AT_THE_VILLAGE.replace("3 4", "1 1")
        + "Soviet picks Heavy machine-gun (4d6) of SI1: 5 1 1 2\n"
        + "German picks Hit: rifleman (1d6) of GI1: 6\n"
        + NEXT,
        "dice.repeated",
    ),
    "who gets into nothing": (RIFLEMEN + "Soviet picks Gets in of SC1\n" + NEXT, "RF-1.15"),
    "wire cleared on a red card": (
        GRENADIERS.replace("clubs", "hearts")
        + "German picks Clears wire of GI1\nGerman drags wire_1 to Markers\n"
        + NEXT,
        "RF-4.5",
    ),
}


@pytest.mark.slow
def test_who_spots_for_the_guns_may_be_named_first(
    red_flags_rules: GameRules, tmp_path: Path
) -> None:
    game = red_flags_rules.game
    script, log = tmp_path / "script.txt", tmp_path / "game.vlog"
    script.write_text(
        f"{NEXT}Soviet picks Spots for the guns of SO1\nSoviet picks Is the target of GI1\n"
        "Soviet picks Gun, 2 men (4d6) of SA1: 1 2 3 4\n",
        "utf-8",
    )
    module = write_blank_module(game, tmp_path)
    play_script(game, red_flags_rules.folder, module, script, log)
    around = audit([log], explain=4).explained
    assert around is not None
    assert "spotter SO1 Observer" in "\n".join(around.lines())
    assert around.price < prices.SLIP


@pytest.mark.slow
def test_there_is_room_while_men_are_in_their_truck(
    red_flags_rules: GameRules, tmp_path: Path
) -> None:
    module = write_blank_module(red_flags_rules.game, tmp_path)
    tanks = "Soviet presses Next card: card_S3, clubs_4\n"
    out, gets_in = "Soviet picks Gets out of SI6\n", "Soviet picks Gets in of SI6\n"
    comes = "Soviet drags ST4 to 0107\n"
    begun = f"{tanks}{out}Soviet presses Group done\n"
    assert cited(red_flags_rules, module, tmp_path, f"{begun}{gets_in}{comes}{out}{NEXT}") == []
    assert "RF-2.3" in cited(red_flags_rules, module, tmp_path, f"{begun}{comes}{NEXT}")


_ACTED = f"{GRENADIERS}German drags GC1 to 1106\nGerman drags GI3 to 1304\n"
_ENDED = (
    "".join(f"German presses Next card: card_{cards}\n" for cards in OTHER_CARDS)
    + "Soviet presses Turn ends\nSoviet presses New turn\n"
)


@pytest.mark.slow
@pytest.mark.parametrize("since", [_ACTED, _ENDED], ids=["others have acted", "the turn has ended"])
def test_an_aircraft_that_leaves_is_put_away_late(
    red_flags_rules: GameRules, tmp_path: Path, since: str
) -> None:
    module = write_blank_module(red_flags_rules.game, tmp_path)
    begun = f"{FLOWN.removesuffix(ON)}{since}"
    home = "Soviet drags SX1 to Soviet Airfield\n"
    assert cited(red_flags_rules, module, tmp_path, f"{begun}{home}{NEXT}") == []
    assert "RFD-23" in cited(red_flags_rules, module, tmp_path, f"{begun}{ON}{NEXT}")


@pytest.mark.slow
@pytest.mark.parametrize(("card", "expected"), [(GRENADIERS, []), (RIFLEMEN, ["RF-15.3"])])
def test_a_wire_may_be_put_away_when_the_next_card_is_turned(
    first_shots: GameRules, module: Path, tmp_path: Path, card: str, expected: list[str]
) -> None:
    """If men of the last card could clear it."""
    moves = "German drags wire_1 to Markers\nSoviet drags SO1 to 0504\n"
    tanks = "Soviet presses Next card: card_S3, spades_5\nSoviet drags ST1 to 0705\n"
    assert cited(first_shots, module, tmp_path, f"{card}{NEXT}{moves}{tanks}") == expected


@pytest.mark.slow
@pytest.mark.parametrize(("suit", "expected"), [("clubs", []), ("hearts", ["RF-12.4"])])
def test_of_two_wires_one_may_have_been_cleared_two_cards_before(
    first_shots: GameRules, module: Path, tmp_path: Path, suit: str, expected: list[str]
) -> None:
    """If others could clear it then: those whose card it is now clear one of them."""
    laid = (
        "German presses Next card: card_G1, clubs_6\nGerman drags wire_2 to 1106\n"
        "German presses Next card: card_G4, clubs_9\nGerman drags wire_3 to 1107\n"
    )
    others = ("S1, hearts_2", "S4, hearts_4", "S3, spades_5", "G2, clubs_7", "G3, clubs_8")
    turn = laid + "".join(f"Soviet presses Next card: card_{cards}\n" for cards in others)
    cleared = (
        f"Soviet presses Turn ends\nSoviet presses New turn\n"
        f"German presses Next card: card_G4, {suit}_9\n{NEXT}"
        "German presses Next card: card_G1, clubs_6\n"
        "German drags wire_2 to Markers\nGerman drags wire_3 to Markers\n"
    )
    assert cited(first_shots, module, tmp_path, f"{turn}{cleared}{RIFLEMEN}") == expected


@pytest.mark.slow
def test_by_hand_an_aircraft_is_put_away_two_cards_late(
    red_flags_rules: GameRules, tmp_path: Path
) -> None:
    """There one that is lost may be put away at any time, and that reading is no worse."""
    module = write_blank_module(red_flags_rules.game, tmp_path)
    by_buttons = f"{FLOWN.removesuffix(ON)}{GRENADIERS}{NEXT}Soviet drags SX1 to Soviet Airfield\n"
    turned = r"(\w+) presses Next card: (\w+), (\w+)"
    script = re.sub(turned, r"\1 drags \2 to Active Group\n\1 drags \3 to Suits", by_buttons)
    gathered = re.findall(turned, by_buttons.partition("Soviet presses Turn ends")[0])
    back = "".join(
        f"Soviet drags {group} to Activation\nSoviet drags {suit} to Pack\n"
        for _, group, suit in gathered
    )
    ends = "Soviet presses Turn ends\nSoviet presses New turn\n"
    script = script.replace(ends, f"Soviet drags turn to Turn 2\n{back}")
    assert cited(red_flags_rules, module, tmp_path, script) == []


@pytest.mark.slow
def test_only_who_looks_somewhere_is_told_to_have_turned_on_the_card_of_others(
    red_flags_rules: GameRules, tmp_path: Path
) -> None:
    """A scout car does, motorcyclists do not; and aircraft turn where they fly."""
    module = write_blank_module(red_flags_rules.game, tmp_path)
    turned = {
        unit: cited(
            red_flags_rules,
            module,
            tmp_path,
            f"{RIFLEMEN}Soviet picks Turn right of {unit}\n{NEXT}",
        )
        for unit in ("SR2", "SR1", "SX1")
    }
    assert turned == {"SR2": ["RF-3.2"], "SR1": [], "SX1": []}


@pytest.mark.parametrize("script", one_in(6, HONEST.values()), ids=HONEST)
@pytest.mark.slow
def test_nobody_is_accused(
    first_shots: GameRules, module: Path, tmp_path: Path, script: str
) -> None:
    assert cited(first_shots, module, tmp_path, script) == []


@pytest.mark.slow
def test_who_asks_and_is_let_is_not_accused(
    first_shots: GameRules, module: Path, tmp_path: Path
) -> None:
    script = (
        f"{RIFLEMEN}Soviet drags SI1 to 0604\n{GRENADIERS}Soviet says SI2, may I still move it?\n"
        f"German says sure, go ahead\nSoviet drags SI2 to 0706\n{NEXT}"
    )
    assert graded(first_shots, module, tmp_path, script) == [("RF-3.3", Severity.UNVERIFIABLE)]


@pytest.mark.parametrize(("script", "case"), one_in(2, GUILTY.values(), arguments=2), ids=GUILTY)
def test_the_case_is_found(
    first_shots: GameRules, module: Path, tmp_path: Path, script: str, case: str
) -> None:
    assert case in cited(first_shots, module, tmp_path, script)


@pytest.mark.slow
def test_a_log_that_begins_in_the_middle_accuses_nobody(
    first_shots: GameRules, module: Path, tmp_path: Path
) -> None:
    """Who has fallen and what is owed stands in no table: the table is taken as it lies."""
    subject = Subject(first_shots, modules.read(module), tmp_path)
    log = subject.saved(subject.play(341, "purposeful", by_hand=False))
    for at in (1, len(log.steps) // 2):
        _, second = subject.cut(log, at)
        found = above_note(subject.audited([second], {"side": "German"}))
        assert {one.severity for one in found} <= {Severity.UNVERIFIABLE}
