"""The room that explains logs, on a game of two pieces: signs, netting, noise, delays, doubt."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.validator.explaining.toy import Log, Throw, Walk, rules_of
from validator.audit import showing
from validator.audit.showing import Around, Numbering, around
from validator.explaining import prices
from validator.explaining.facts import Declared, Lined, Moved, Rolled, Turned, busy
from validator.explaining.mistakes import Mistakes
from validator.explaining.netting import netted
from validator.explaining.nodes import Entry
from validator.explaining.noise import has_counted
from validator.explaining.remarks import handled_in_vain, remarks_on_stray_dice
from validator.explaining.signs import all_of, any_of, declared, moved, optional, patterns_of
from validator.explaining.telling import Explanation, acts_of, explain
from validator.rules.engine import GameRules
from validator.rules.scenes import Declaration, Roll, Scene, Seen
from validator.rules.verbs import Verb


@pytest.fixture
def rules(tmp_path: Path) -> GameRules:
    return rules_of(tmp_path)


def accused(rules: GameRules, log: Log) -> list[str]:
    """The cases that stand beyond reasonable doubt."""
    found = explain(rules, log.scene())
    return [c.id for e in found.entries if e.faults and found.stands(e) for c, _ in e.faults]


def told(found: Explanation) -> list[str]:
    return [type(e.verb).__name__ if e.verb else "noise" for e in found.entries]


# --- Signs ------------------------------------------------------------------------------------


def test_signs_are_written_out_into_the_ways_in_which_a_verb_is_seen() -> None:
    ways = patterns_of(
        any_of(all_of(moved("ship", to="hex"), optional(declared("raid"))), declared("raid"))
    )
    assert [(len(way.signs), way.required) for way in ways] == [(2, (True, False)), (1, (True,))]


def test_a_move_and_its_declaration_are_one_verb_in_either_order(rules: GameRules) -> None:
    for log in (Log().move("2").say("walked", 1), Log().say("walked", 1).move("2")):
        found = explain(rules, log.scene())
        assert told(found) == ["Walk"]
        assert found.entries[0].verb == Walk("2")


# --- Netting ----------------------------------------------------------------------------------


def test_drags_between_settling_facts_are_one_move() -> None:
    legs = [Moved(Seen(n), "scout", "scout", str(n), str(n + 1)) for n in (1, 2)]
    (joined,) = netted(legs)
    assert isinstance(joined, Moved)
    assert (joined.before, joined.after) == ("1", "3")


def test_there_and_back_is_nothing() -> None:
    assert netted([Moved(Seen(1), "s", "s", "1", "2"), Moved(Seen(2), "s", "s", "2", "1")]) == []
    assert netted([Turned(Seen(1), "s", "s", 2, 1), Turned(Seen(2), "s", "s", 1, 2)]) == []


# --- Breaches, noise, delays ------------------------------------------------------------------


def test_a_legal_game_is_clean(rules: GameRules) -> None:
    log = Log().move("2").roll(3).end(1).move("3").end(2)
    assert accused(rules, log) == []
    assert told(explain(rules, log.scene())) == ["Walk", "Throw", "End", "Walk", "End"]


def test_a_walk_too_far_is_held_against_it(rules: GameRules) -> None:
    assert accused(rules, Log().move("4").say("walked", 1).end(1)) == ["T-1"]


def test_a_stray_die_is_told_and_no_breach(rules: GameRules) -> None:
    log = Log().move("2").roll(3).roll(5).end(1).move("3").end(2)
    assert accused(rules, log) == []
    remarks = [a.remark.code for a in acts_of(explain(rules, log.scene())) if a.remark]
    assert remarks == ["dice.repeated"]
    log = Log().move("2").roll(3).end(1).roll(5).move("3").end(2)
    assert accused(rules, log) == []


def test_dice_thrown_again_after_a_turn_ended_are_not_the_same_dice() -> None:
    class Closes(Verb):
        pass

    def dice(step: int, verb: Verb | None) -> Entry:
        return Entry(None, verb, Rolled(Seen(step), "gun", (3,)), None, (), prices.STRAY_DIE, None)

    end = Entry(None, Closes(), Declared(Seen(3), "end", "", None), None, (), 0.0, None)
    rows = [dice(1, Throw((3,))), end, dice(2, None), dice(4, None)]
    told = {n: remark.code for n, remark in remarks_on_stray_dice(Closes, rows)}
    assert told == {2: "dice.repeated", 3: "dice.undeclared"}


def test_pieces_left_where_no_act_puts_them_are_told_once_for_each_side_and_turn() -> None:
    """Nobody is judged by it; but whoever reads the report should look there."""
    context: Any = SimpleNamespace(is_piece=lambda fact: fact.key != "marker")
    red, turn = Seen(1, side="Red"), SimpleNamespace(turn=1)

    def noise(fact: Any, price: float, verb: Verb | None = None) -> Entry:
        return Entry(None, verb, fact, turn, (), price, turn)

    rows = [
        noise(Moved(red, "scout", "scout", "1", "2"), 0.1, Walk("2")),
        noise(Moved(red, "marker", "scout", "1", "2"), prices.PIECE),
        noise(Moved(red, "scout", "scout", "2", "9"), prices.LEFT_STANDING),
        noise(Lined(red, "stick", "b3_2", "B3", ("5", "6"), ()), prices.PIECE),
        noise(Moved(red, "scout", "311", "2", ""), prices.PIECE),
        noise(Moved(Seen(2, side="Blue"), "scout", "scout", "9", "8"), prices.MARKER),
    ]
    told = [(n, one.severity, one.code, one.did) for n, one in handled_in_vain(context, rows)]
    did = "no act of the rules explains scout in 9, pieces of B3 laid in 5, 6, 311 off the map"
    assert told == [(2, "note", "table.unexplained", did)]


def test_of_dice_clicked_twice_one_throw_is_left_out_whichever_counts() -> None:
    class Closes(Verb):
        pass

    def dice(step: int, verb: Verb | None) -> Entry:
        seen = Seen(step, side="Red", rolls=(Roll("gun", (3,)),))
        return Entry(None, verb, Rolled(seen, "gun", (3,)), None, (), prices.STRAY_DIE, None)

    rows = [dice(1, None), dice(2, Throw((3,)))]
    assert [one.code for _, one in remarks_on_stray_dice(Closes, rows)] == ["dice.repeated"]
    assert [one.code for _, one in remarks_on_stray_dice(Closes, rows, {2})] == ["dice.undeclared"]
    rows = [dice(1, None), dice(3, Throw((3,)))]
    assert [one.code for _, one in remarks_on_stray_dice(Closes, rows)] == ["dice.undeclared"]
    steps = busy(Scene({}, (Seen(1, rolls=(Roll("gun", (3,)),)), Seen(2), rows[1].fact.seen)))
    told = [one.code for _, one in remarks_on_stray_dice(Closes, rows, (), steps)]
    assert told == ["dice.repeated"], "a remark in the chat is no click"


def test_dice_of_a_click_that_names_another_are_not_thrown_again() -> None:
    """One ship fires for nothing, and then another; the counts in their words name nobody."""

    class Closes(Verb):
        pass

    def dice(step: int, verb: Verb | None, detail: str) -> Entry:
        said = (Declaration("fires", detail),)
        seen = Seen(step, side="Red", rolls=(Roll("gun", (3,)),), declarations=said)
        return Entry(None, verb, Rolled(seen, "gun", (3,)), None, (), prices.STRAY_DIE, None)

    for words, code in (("exeter 2", "dice.repeated"), ("ajax 1", "dice.undeclared")):
        rows = [dice(1, None, "exeter 1"), dice(2, Throw((3,)), words)]
        assert [one.code for _, one in remarks_on_stray_dice(Closes, rows)] == [code]


def test_dice_of_one_of_several_acts_are_no_repeated_dice() -> None:
    """Nothing says of which act the first are, so they cost nothing: two ships may fire in turn."""

    class Closes(Verb):
        pass

    seen = [Seen(step, side="Red", rolls=(Roll("gun", (3,)),)) for step in (1, 2)]
    first, last = (Rolled(one, "gun", (3,)) for one in seen)
    rows = [
        Entry(None, None, first, None, (), 0.0, None),
        Entry(None, Throw((3,)), last, None, (), 0.1, None),
    ]
    assert [one.code for _, one in remarks_on_stray_dice(Closes, rows)] == ["dice.undeclared"]


def test_a_button_has_counted_what_the_next_leaves_as_it_is() -> None:
    sets, counts = (
        Declared(Seen(step, properties=numbers), "walked", "", None)
        for step, numbers in ((1, {"Weather": 0}), (2, {"Weather": 1, "Length": 3}))
    )
    assert not has_counted(sets, counts)
    assert has_counted(counts, sets)


def test_a_die_that_came_early_is_held_until_its_time(rules: GameRules) -> None:
    found = explain(rules, Log().roll(3).move("2").end(1).scene())
    assert told(found) == ["Walk", "Throw", "End"]
    assert not any(entry.faults for entry in found.entries)


# --- Doubt ------------------------------------------------------------------------------------


def test_of_many_drags_in_a_row_only_the_likeliest_readings_are_followed(rules: GameRules) -> None:
    """To part forty drags in every way would take for ever."""
    log = Log()
    for field in range(2, 42):
        log.move(str(field))
    assert accused(rules, log.end(1)) == ["T-1"]


def test_what_has_an_innocent_reading_nearly_as_cheap_is_not_accused(
    rules: GameRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = Log().move("4").say("walked", 1).end(1)
    assert accused(rules, log) == ["T-1"]
    doubt_everything(monkeypatch)
    found = explain(rules, log.scene())
    assert all(price < 1000 for price in found.doubts.values())
    assert accused(rules, log) == []


def test_the_acts_of_a_doubted_entry_are_not_judged(rules: GameRules) -> None:
    found = explain(rules, Log().move("4").say("walked", 1).end(1).scene())
    free = Explanation(found.start, found.entries, {}, found.rivals, None, {})
    (walk,) = (act for act in acts_of(free) if isinstance(act.verb, Walk))
    assert walk.only == frozenset()


# --- Budget -----------------------------------------------------------------------------------


def test_a_log_that_makes_no_sense_ends_in_time(rules: GameRules) -> None:
    log = Log()
    for n in range(1, 120):
        log.roll(7).move(str(1 + n * 7 % 90)).say("walked", n % 5).end(90 - n)
    found = explain(rules, log.scene())
    assert found.gave_up is not None and found.gave_up < 120  # long before the log ends
    acts = list(acts_of(found))
    assert [act.remark.code for act in acts if act.remark] == ["log.unexplained"]
    assert all(act.only == frozenset() for act in acts if act.verb and act.only is not None)


def doubt_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much dearer another explanation is: it is followed, and nothing stands against it."""
    monkeypatch.setattr(prices, "MARGIN", 1000.0)
    monkeypatch.setattr(prices, "WIDE", prices.Width(20, 10, 4, 1000.0))


def test_a_doubted_entry_is_told_with_its_innocent_reading(
    rules: GameRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is accused, and what else the log may mean is named."""
    doubt_everything(monkeypatch)
    found = explain(rules, Log().move("4").end(1).scene())
    assert any(one.faults for one in found.entries)
    (told,) = [act for act in acts_of(found) if act.remark]
    remark = told.remark
    assert remark is not None
    assert (remark.severity, remark.code) == ("unverifiable", "T-1")
    assert remark.did == (
        "walked to 4; or nobody broke a rule: the piece was only handled, and meant nothing "
        "(step 1) and the turn was clicked too far (step 2)"
    )
    assert (told.verb, told.step, told.side) == (None, 1, "Scout")


def test_what_stands_is_told_without_any_other_reading(rules: GameRules) -> None:
    found = explain(rules, Log().move("4").say("walked", 1).end(1).scene())
    assert not [act for act in acts_of(found) if act.remark]


def shown(rules: GameRules, scene: Scene, names: dict[str, str] | None = None) -> Around:
    """What is shown around the first step."""
    found = explain(rules, scene)
    return around(rules, scene, found, 1, names or {}, Numbering(range(1, 10), 9))


def test_the_cheapest_explanations_are_told_with_their_prices(rules: GameRules) -> None:
    scene = Log().move("4").roll(2).end(1).scene()
    lines = list(shown(rules, scene, {"scout": "Old Scout"}).lines())
    assert lines[0].startswith("How step 1 is read")
    assert re.fullmatch(r"Explanation 1, price \d+\.\d: breaks T-1 in step 1", lines[2])
    assert lines[3].split() == ["price", "step", "seen", "read", "as", "why", "this", "price"]
    assert re.search(r"1  Old Scout goes from 1 to 4 \(Scout\)  +walk: to 4", lines[4])
    assert lines[4].endswith("breaks T-1 walked to 4")
    assert "gun: 2 (Hunter)" in lines[5] and "throw: 2" in lines[5]
    starts = {line.index("Old Scout") for line in lines[4:5]} | {lines[3].index("seen")}
    assert len(starts) == 1, "the columns stand below their heads"
    assert any(line.startswith("Explanation 2, ") and "dearer" in line for line in lines)
    assert lines[-1].startswith("Stands: T-1 walked to 4 (step 1).")


def test_a_log_too_long_to_look_widely_is_read_as_the_audit_reads_it(
    rules: GameRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the audit says of it is explained, not that nothing fits."""
    scene = Log().move("4").say("walked", 1).end(1).scene()

    def tired(*args: Any, narrow: bool = True) -> Explanation:
        found = explain(*args, narrow=narrow)
        return found if narrow else replace(found, gave_up=1)

    monkeypatch.setattr(showing, "explain", tired)
    lines = list(shown(rules, scene).lines())
    assert not [line for line in lines if line.startswith("No explanation fits")]


def test_what_the_audit_stands_by_is_explained_even_if_a_wider_search_finds_another(
    rules: GameRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = Log().move("4").say("walked", 1).end(1).scene()
    innocent = Log().move("2").say("walked", 1).end(1).scene()

    def other(rules: GameRules, scene: Scene, *, narrow: bool = True) -> Explanation:
        return explain(rules, scene if narrow else innocent)

    monkeypatch.setattr(showing, "explain", other)
    lines = list(shown(rules, scene).lines())
    assert lines[-1].startswith("Stands: T-1 walked to 4 (step 1).")


def test_an_innocent_log_is_told_to_be_innocent(rules: GameRules) -> None:
    lines = list(shown(rules, Log().move("2").end(1).scene()).lines())
    assert lines[2].endswith(": innocent")
    assert lines[-1] == "The cheapest explanation accuses nobody of anything here."


def test_doubt_is_told_with_the_explanation_that_it_rests_on(rules: GameRules) -> None:
    told = shown(rules, Log().move("4").roll(2).end(1).scene())
    said = told.verdicts[0]
    found = re.search(r"costs (\d+\.\d) more \((explanation (\d)|it comes)", said)
    assert found is not None
    if found[3]:
        rival = told.rivals[int(found[3]) - 1]
        assert f"{rival.dearer:.1f}" == found[1] and "T-1" not in rival.accuses
    assert [one.dearer for one in told.rivals] == sorted(one.dearer for one in told.rivals)
    plain = told.to_json()
    assert plain["step"] == 1 and plain["verdicts"] == [said]


def test_where_the_innocent_reading_is_nearly_as_cheap_that_is_told(
    rules: GameRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    doubt_everything(monkeypatch)
    lines = list(shown(rules, Log().move("4").end(1).scene()).lines())
    assert lines[-1].startswith("Does not stand: T-1 walked to 4 (step 1). Without this breach")


def test_a_word_from_which_its_side_goes_on_is_no_slip() -> None:
    """What it declares at once after it breaks nothing then, and would without it."""
    first, then = (Declared(Seen(n, side="Red"), "word", "", None) for n in (1, 2))

    def meant(without: bool, called_off: bool = False, side: str = "Red") -> bool:
        mistakes: Any = Mistakes.__new__(Mistakes)
        node, told = SimpleNamespace(), SimpleNamespace(breaks=True, tells=lambda fact: True)
        after = replace(then, seen=Seen(2, side=side))
        mistakes.facts = [first, after]
        mistakes.noise = SimpleNamespace(is_called_off=lambda at, fact: called_off)
        broken = {id(told): False, id(node): not without}
        mistakes._direct = lambda one, at, fact: [SimpleNamespace(breaks=broken[id(one)])]
        mistakes._assuming = lambda *of: []
        return mistakes._is_gone_on_from(node, 0, first, [told])

    assert meant(without=False)
    assert not meant(without=True)
    assert not meant(without=False, called_off=True)
    assert not meant(without=False, side="Blue")
