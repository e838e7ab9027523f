"""Logs as people write them: nobody is accused who did nothing wrong, what was wrong is found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.vassal import modules
from tests.blank_module import write_blank_module
from tests.sampling import one_in
from validator.audit import audit
from validator.audit.findings import Severity
from validator.explaining import prices
from validator.playing.scripted import play_script
from validator.proving.subject import Subject, above_note
from validator.rules.engine import GameRules

RIFLEMEN = "Soviet presses Next card: card_S1, hearts_2\n"
GRENADIERS = "German presses Next card: card_G1, clubs_2\n"
NEXT = "Soviet presses Next card: card_S4, hearts_4\n"
OTHERS = ("S3, spades_5", "G1, spades_6", "G2, clubs_7", "G3, clubs_8", "G4, clubs_9")
"""The other cards of a turn of the small battle."""
AT_THE_VILLAGE = (
    "Soviet picks Is the target of GI1\nSoviet picks Heavy machine-gun (4d6) of SI1: 5 3 4 2\n"
)
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
    "a Fallen marker is taken back, for the man lives": RIFLEMEN
    + AT_THE_VILLAGE
    + "German picks Hit: rifleman (1d6) of GI1: 4\nGerman drags fallen_rifle_1 to 0906\n"
    + "Soviet says 4 is enough in a house\nGerman drags fallen_rifle_1 to Markers\n"
    + NEXT,
}
"""Of First Shots."""
_MISSES = "Soviet picks Close combat (1d6) of SC1: 1\n"
ON_THE_DESK = {
    "dice of a shot": (
        RIFLEMEN
        + "Soviet picks Is the target of GI1\nSoviet says on my desk: 5 3 4 2\n"
        + "German picks Hit: rifleman (1d6) of GI1: 6\n"
        + NEXT,
        "RF-5.3",
    ),
    "dice of a shot, and a marker is laid for another man than throws first": (
        RIFLEMEN
        + "Soviet picks Is the target of GI1\nSoviet says on my desk: 5 5 4 2\n"
        + "German picks Hit: rifleman (1d6) of GI1: 6\nGerman drags fallen_rifle_1 to 0906\n"
        + "German picks Hit: rifleman (1d6) of GI1: 1\n"
        + NEXT,
        "RF-5.3",
    ),
    "dice of a shot, and who is shot at fires back with as many": (
        GRENADIERS
        + "German picks Is the target of SI1\nGerman says on my desk: 1 1 4 2\n"
        + "Soviet picks Heavy machine-gun (4d6) of SI1: 1 3 4 2\n"
        + NEXT,
        "RF-5.3",
    ),
    "dice of a shot, who is shot at fires back, and another is hit in a close combat": (
        RIFLEMEN
        + "Soviet picks Is the target of GI1\n"
        + (_GUNNERS := "German picks Hit: support weapon (1d6) of GI1: 4\n")
        + "German picks Hit: machine-gunner (1d6) of GI1: 2\n"
        + (
            _CLOSE := (
                "German picks Heavy machine-gun (4d6) of GI1: 4 2 1 1\nSoviet drags SC1 to 0906\n"
                "German picks 5 men (5d6) of GI1: 1 6 6 3 4\n"
                "Soviet picks Close combat (1d6) of SC1: 1\n"
                "Soviet picks Hit (1d6) of SC1: 3\nSoviet drags SC1 to Soviet Losses\n"
            )
        )
        + NEXT,
        "RF-5.3",
    ),
    **{
        f"dice of a first round of close combat, {how}": (
            RIFLEMEN
            + "Soviet picks Is the target of GI1\n"
            + _CLOSE.replace("3 4\n", "3 4 1\n").replace(
                "German picks 5 men (5d6)", f"{told}{_MISSES}German picks 6 men (6d6)"
            )
            + NEXT,
            "RF-10.1",
        )
        for how, told in (
            ("told in the chat", "German says rolled 1 2 1 2 3 1\nGerman rolls Scatter: 3\n"),
            ("told by nobody", ""),
        )
    },
    "a suit that nobody turns": (
        "Soviet drags card_S1 to Active Group\n"
        + AT_THE_VILLAGE
        + "German picks Hit: rifleman (1d6) of GI1: 6\n"
        + NEXT,
        "RFD-1",
    ),
    "the die of a man who is hit": (
        RIFLEMEN + AT_THE_VILLAGE + "German says a rifleman, 6 on my desk\n" + NEXT,
        "RF-7.1",
    ),
    "dice of one weapon, and the others fire by the menu": (
        RIFLEMEN
        + "Soviet drags SI2 to 0806\n"
        + GRENADIERS
        + "German picks Is the target of SI2\nGerman says rolled 5 2 4 6\n"
        + 2 * (_SMG := "Soviet picks Hit: submachine-gunner (1d6) of SI2: 6\n")
        + "German picks 2 rifles (2d6) of GI1: 1 2\n"
        + "German picks 1 sub-machine-gun (2d6) of GI1: 1 6\n"
        + _SMG
        + "German picks 1 light machine-gun (2d6) of GI1: 1 3\n"
        + NEXT,
        "RF-5.3",
    ),
    "the die of a man who falls, and those who are left fight on": (
        GRENADIERS
        + "German picks Is the target of SI1\n"
        + "German picks Heavy machine-gun (4d6) of GI1: 5 1 1 1\n"
        + "Soviet says a 1 on my desk, a rifleman is gone\n"
        + RIFLEMEN
        + "Soviet drags SI1 to 0706\n"
        + NEXT
        + "".join(f"Soviet presses Next card: card_{cards}\n" for cards in (OTHERS[0], *OTHERS[2:]))
        + "Soviet presses Turn ends\nSoviet presses New turn\n"
        + RIFLEMEN
        + "Soviet picks Is the target of GI1\n"
        + "German picks Heavy machine-gun (4d6) of GI1: 1 1 1 1\n"
        + "Soviet picks 1 light machine-gun (2d6) of SI1: 1 1\n"
        + "Soviet drags SI1 to 0906\n"
        + "Soviet picks 5 men (5d6) of SI1: 6 1 1 1 1\n"
        + "German picks 6 men (6d6) of GI1: 6 6 1 1 1 1\n"
        + "Soviet picks Hit: submachine-gunner (1d6) of SI1: 6\n"
        + "Soviet picks Hit: machine-gunner (1d6) of SI1: 6\n"
        + "German picks Hit: rifleman (1d6) of GI1: 6\n"
        + "Soviet drags SI1 to 0806\nSoviet picks Morale (1d6) of SI1: 6\n"
        + "German presses Next card: card_G2, clubs_7\n",
        "RF-7.1",
    ),
}
"""What is thrown or turned where the log does not show it, and the case that asks for it."""
GUILTY = {
    "who has moved hits with a five": (
        RIFLEMEN
        + "Soviet drags SI1 to 0606\n"
        + AT_THE_VILLAGE
        + "German picks Hit: rifleman (1d6) of GI1: 2\n"
        + "German drags fallen_rifle_1 to 0906\n"
        + NEXT,
        "RF-7.1",
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


_OTHER_CARDS = (
    *("G1, clubs_3", "G2, clubs_4", "G3, clubs_5", "G4, clubs_6", "G5, clubs_7", "S1, hearts_3"),
    *("S2, hearts_4", "S3, hearts_5", "S4, hearts_6", "S5, hearts_7", "S6, hearts_8"),
)
_FLOWN = (
    "Soviet presses Next card: card_S7, spades_2\nSoviet drags SX1 to 0603\n"
    + "".join(f"Soviet presses Next card: card_{cards}\n" for cards in _OTHER_CARDS)
    + "Soviet presses Turn ends\nSoviet presses New turn\n"
    + "Soviet presses Next card: card_S7, spades_2\n"
    + (_ON := "Soviet drags SX1 to 0804\n")
)
_HIT = "German picks Hit: rifleman (1d6) of GI1: 6\n" * 2
BOMBED_ON_THE_DESK = {
    "the die of the fan": (
        "Soviet picks Is the target of GI1\nSoviet says a 5 on my desk\n"
        "Soviet picks Bombs (4d6) of SX1: 5 6 1 1\n",
        [("RF-5.14", Severity.MISSING)],
    ),
    "all dice": (
        "Soviet says bombs on GI1, on my desk: a 5, then 5 6 1 1\n",
        [("dice.elsewhere", Severity.NOTE)],
    ),
    "none": (
        "Soviet picks Is the target of GI1\nSoviet picks Where the bombs fall (1d6) of SX1: 5\n"
        "Soviet picks Bombs (4d6) of SX1: 5 6 1 1\n",
        [],
    ),
}
"""Of the large battle, when an aircraft has flown for two turns."""


def _found(rules: GameRules, module: Path, folder: Path, script: str) -> list[str]:
    """The cases that are cited, notes left out."""
    told, log = folder / "script.txt", folder / "game.vlog"
    told.write_text(script, "utf-8")
    play_script(rules.game, rules.folder, module, told, log)
    return [one.code for one in above_note(audit([log]))]


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
    assert _found(red_flags_rules, module, tmp_path, f"{begun}{gets_in}{comes}{out}{NEXT}") == []
    assert "RF-2.3" in _found(red_flags_rules, module, tmp_path, f"{begun}{comes}{NEXT}")


@pytest.mark.slow
def test_an_aircraft_that_leaves_is_put_away_when_others_have_acted(
    red_flags_rules: GameRules, tmp_path: Path
) -> None:
    module = write_blank_module(red_flags_rules.game, tmp_path)
    over = _FLOWN.removesuffix("Soviet drags SX1 to 0804\n")
    begun = f"{over}{GRENADIERS}German drags GC1 to 1106\nGerman drags GI3 to 1304\n"
    home, on = "Soviet drags SX1 to Soviet Airfield\n", "Soviet drags SX1 to 0804\n"
    assert _found(red_flags_rules, module, tmp_path, f"{begun}{home}{NEXT}") == []
    assert "RFD-23" in _found(red_flags_rules, module, tmp_path, f"{begun}{on}{NEXT}")


@pytest.mark.slow
def test_an_aircraft_that_leaves_is_put_away_when_the_turn_has_ended(
    red_flags_rules: GameRules, tmp_path: Path
) -> None:
    module = write_blank_module(red_flags_rules.game, tmp_path)
    others = "".join(f"German presses Next card: card_{cards}\n" for cards in _OTHER_CARDS)
    begun = f"{_FLOWN.removesuffix(_ON)}{others}Soviet presses Turn ends\nSoviet presses New turn\n"
    home = "Soviet drags SX1 to Soviet Airfield\n"
    assert _found(red_flags_rules, module, tmp_path, f"{begun}{home}{NEXT}") == []


@pytest.mark.slow
@pytest.mark.parametrize(("card", "expected"), [(GRENADIERS, []), (RIFLEMEN, ["RF-15.3"])])
def test_a_wire_may_be_put_away_when_the_next_card_is_turned(
    first_shots: GameRules, module: Path, tmp_path: Path, card: str, expected: list[str]
) -> None:
    """If men of the last card could clear it."""
    moves = "German drags wire_1 to Markers\nSoviet drags SO1 to 0504\n"
    tanks = "Soviet presses Next card: card_S3, spades_5\nSoviet drags ST1 to 0705\n"
    assert _found(first_shots, module, tmp_path, f"{card}{NEXT}{moves}{tanks}") == expected


@pytest.mark.slow
def test_a_fighter_strafes_on_the_desk_whom_its_side_has_named(
    red_flags_rules: GameRules, tmp_path: Path
) -> None:
    module = write_blank_module(red_flags_rules.game, tmp_path)
    script = (
        "Soviet presses Next card: card_S7, spades_2\nSoviet drags SX2 to 0906\n"
        "Soviet picks Is the target of GI2\nGerman picks Hit: rifleman (1d6) of GI2: 6\n"
        "Soviet drags SX3 to 0604\nGerman presses Next card: card_G1, clubs_3\n"
    )
    assert _found(red_flags_rules, module, tmp_path, script) == []


@pytest.mark.slow
def test_by_hand_an_aircraft_is_put_away_two_cards_late(
    red_flags_rules: GameRules, tmp_path: Path
) -> None:
    """There one that is lost may be put away at any time, and that reading is no worse."""
    module = write_blank_module(red_flags_rules.game, tmp_path)
    by_buttons = (
        f"{_FLOWN.removesuffix(_ON)}{GRENADIERS}{NEXT}Soviet drags SX1 to Soviet Airfield\n"
    )
    turned = r"(\w+) presses Next card: (\w+), (\w+)"
    script = re.sub(turned, r"\1 drags \2 to Active Group\n\1 drags \3 to Suits", by_buttons)
    gathered = re.findall(turned, by_buttons.partition("Soviet presses Turn ends")[0])
    back = "".join(
        f"Soviet drags {group} to Activation\nSoviet drags {suit} to Pack\n"
        for _, group, suit in gathered
    )
    ends = "Soviet presses Turn ends\nSoviet presses New turn\n"
    script = script.replace(ends, f"Soviet drags turn to Turn 2\n{back}")
    assert _found(red_flags_rules, module, tmp_path, script) == []


@pytest.mark.slow
def test_only_who_looks_somewhere_is_told_to_have_turned_on_the_card_of_others(
    red_flags_rules: GameRules, tmp_path: Path
) -> None:
    """A scout car does, motorcyclists do not; and aircraft turn where they fly."""
    module = write_blank_module(red_flags_rules.game, tmp_path)
    turned = {
        unit: _found(
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
    assert _found(first_shots, module, tmp_path, script) == []


@pytest.mark.parametrize(("script", "case"), ON_THE_DESK.values(), ids=ON_THE_DESK)
@pytest.mark.slow
def test_dice_on_the_desk_are_missing_and_nobody_is_accused(
    first_shots: GameRules, module: Path, tmp_path: Path, script: str, case: str
) -> None:
    told = tmp_path / "script.txt"
    told.write_text(script, "utf-8")
    play_script(first_shots.game, first_shots.folder, module, told, tmp_path / "game.vlog")
    found = above_note(audit([tmp_path / "game.vlog"]))
    assert [(one.code, one.severity) for one in found] == [(case, Severity.MISSING)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "hits",
    (f"{_GUNNERS}German says rolled 2, the machine-gunner\n", "German says rolled 4, then a 2\n"),
    ids=("one of the dice", "none"),
)
def test_whoever_shoots_on_the_desk_may_hit_more_who_are_thrown_for_there(
    first_shots: GameRules, module: Path, tmp_path: Path, hits: str
) -> None:
    told = tmp_path / "script.txt"
    told.write_text(f"{RIFLEMEN}Soviet picks Is the target of GI1\n{hits}{_CLOSE}{NEXT}", "utf-8")
    play_script(first_shots.game, first_shots.folder, module, told, tmp_path / "game.vlog")
    found = above_note(audit([tmp_path / "game.vlog"]))
    assert [(one.code, one.severity) for one in found] == [
        ("RF-5.3", Severity.MISSING),
        ("RF-7.1", Severity.MISSING),
    ]


@pytest.mark.slow
def test_a_man_for_whom_a_marker_is_laid_has_fallen_by_dice_that_nobody_sees(
    first_shots: GameRules, module: Path, tmp_path: Path
) -> None:
    script = first_shots.folder / "scenarios" / "first_shots.txt"
    die = "German picks Hit: rifleman (1d6) of GI1: 2\n"
    told, log = tmp_path / "script.txt", tmp_path / "game.vlog"
    told.write_text(script.read_text("utf-8").replace(die, "German says a 2\n", 1), "utf-8")
    play_script(first_shots.game, first_shots.folder, module, told, log)
    found = [(one.code, one.severity) for one in above_note(audit([log]))]
    assert found == [("RF-7.1", Severity.MISSING)]


@pytest.mark.slow
def test_who_is_put_away_was_shot_at_even_if_no_dice_are_seen(
    first_shots: GameRules, module: Path, tmp_path: Path
) -> None:
    script = (
        RIFLEMEN
        + "Soviet drags SC1 to 0806\n"
        + GRENADIERS
        + "German picks Is the target of SC1\nGerman says rolled 6 6 5 5\n"
        + "Soviet drags SC1 to Soviet Losses\n"
        + NEXT
    )
    told = tmp_path / "script.txt"
    told.write_text(script, "utf-8")
    play_script(first_shots.game, first_shots.folder, module, told, tmp_path / "game.vlog")
    found = above_note(audit([tmp_path / "game.vlog"]))
    assert [(one.code, one.severity) for one in found] == [
        ("RF-5.3", Severity.MISSING),  # a roll is told, so dice were thrown beside the buttons
        ("RF-7.1", Severity.MISSING),
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("bombs", "expected"), BOMBED_ON_THE_DESK.values(), ids=BOMBED_ON_THE_DESK)
def test_who_bombs_on_the_desk_is_not_accused(
    red_flags_rules: GameRules, tmp_path: Path, bombs: str, expected: list[tuple[str, Severity]]
) -> None:
    game, told = red_flags_rules.game, tmp_path / "script.txt"
    told.write_text(f"{_FLOWN}{bombs}{_HIT}{NEXT}", "utf-8")
    module = write_blank_module(game, tmp_path)
    play_script(game, red_flags_rules.folder, module, told, tmp_path / "game.vlog")
    found = audit([tmp_path / "game.vlog"]).findings
    about = [(one.code, one.severity) for one in found if not one.code.startswith("log.")]
    assert about == expected


@pytest.mark.slow
def test_who_asks_and_is_let_is_not_accused(
    first_shots: GameRules, module: Path, tmp_path: Path
) -> None:
    told = tmp_path / "script.txt"
    told.write_text(
        f"{RIFLEMEN}Soviet drags SI1 to 0604\n{GRENADIERS}Soviet says SI2, may I still move it?\n"
        f"German says sure, go ahead\nSoviet drags SI2 to 0706\n{NEXT}",
        "utf-8",
    )
    play_script(first_shots.game, first_shots.folder, module, told, tmp_path / "game.vlog")
    found = above_note(audit([tmp_path / "game.vlog"]))
    assert [(one.code, one.severity) for one in found] == [("RF-3.3", Severity.UNVERIFIABLE)]


@pytest.mark.parametrize(("script", "case"), one_in(2, GUILTY.values(), arguments=2), ids=GUILTY)
def test_the_case_is_found(
    first_shots: GameRules, module: Path, tmp_path: Path, script: str, case: str
) -> None:
    assert case in _found(first_shots, module, tmp_path, script)


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


@pytest.mark.slow
def test_who_tells_no_die_of_a_shot_throws_for_all_his_men_in_close_combat(
    first_shots: GameRules, module: Path, tmp_path: Path
) -> None:
    script = f"{RIFLEMEN}Soviet picks Is the target of GI1\n{_CLOSE}{NEXT}"
    assert _found(first_shots, module, tmp_path, script) == ["RF-10.2"]
