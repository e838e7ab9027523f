"""Files of one game: their order, gaps, new beginnings; files of other games and editions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.counting import sentence
from generator.definition.schema import Game
from generator.errors import BroadsideError
from generator.vassal import saves
from generator.vassal.commands import Chat, RemovePiece
from tests.modules.graf_spee.log_builder import BRITISH, GERMAN
from tests.modules.graf_spee.played_logs import PlayedGame, played
from tests.sampling import one_in
from tests.validator.audit.conftest import Desk
from tests.validator.audit.planting import Planted
from validator.audit import audit
from validator.audit.findings import Severity
from validator.audit.logs import AuditError
from validator.reporting import text_lines, write_page

Begin = Callable[[], Any]


@pytest.fixture(scope="module")
def whole() -> PlayedGame:
    return played(2)


def _parts(game: PlayedGame, folder: Path, cuts: list[int], names: list[str]) -> list[Path]:
    """A game in several files, cut after these steps."""
    ends = [*cuts, len(game.steps)]
    starts = [0, *cuts]
    return [
        game.write(folder / name, game.steps[a:b], game.head_at(a) if a else None)
        for name, a, b in zip(names, starts, ends, strict=True)
    ]


def _chain(found: Any) -> list[str]:
    return [one.code for one in found.findings if one.code.startswith("chain.")]


# --- order and gaps -------------------------------------------------------------------


@pytest.mark.parametrize("order", one_in(4, [(2, 0, 1), (0, 1, 2), (2, 1, 0), (1, 2, 0)]))
@pytest.mark.slow
def test_files_in_any_order_are_put_into_theirs(
    order: tuple[int, ...], whole: PlayedGame, tmp_path: Path
) -> None:
    files = _parts(whole, tmp_path, [20, 45], ["1.vlog", "2.vlog", "3.vlog"])
    for reveal in (False, True):
        result = audit([files[at] for at in order], reveal=reveal)
        assert [one.name for one in result.files] == ["1.vlog", "2.vlog", "3.vlog"]
        first = [one.first_step for one in result.files]
        assert first == [0, 20, 45] if reveal else 0 < first[1] < 20 and first[2] < 45
        assert first[1:] == [result.files[0].steps, first[1] + result.files[1].steps]
        assert not result.has_findings


def test_a_folder_is_read_as_people_count(whole: PlayedGame, tmp_path: Path) -> None:
    _parts(whole, tmp_path, [20, 45], ["turn 2.vlog", "turn 9.vlog", "turn 10.vlog"])
    (tmp_path / "notes.txt").write_text("not a log", encoding="utf-8")
    result = audit([tmp_path])
    assert [one.name for one in result.files] == ["turn 2.vlog", "turn 9.vlog", "turn 10.vlog"]
    assert not result.has_findings


def test_a_file_in_which_nothing_was_moved_has_its_place_in_any_order(
    ours: Begin, desk: Desk
) -> None:
    logs = [ours() for _ in range(4)]
    logs[0].show("exeter")
    logs[1].show("exeter")
    logs[1].start().say(GERMAN, "thinking it over").say(BRITISH, "take your time")
    logs[2].show("exeter")
    logs[2].start().move("exeter", "B4")
    logs[3].show("exeter").move("exeter", "B4")
    logs[3].start().say(GERMAN, "good night")
    for order in (logs, logs[::-1], [logs[n] for n in (2, 0, 3, 1)]):
        assert [one for one in desk.codes(*order) if one.startswith("chain.")] == []


@pytest.mark.slow
def test_a_file_that_is_missing_leaves_a_gap(whole: PlayedGame, tmp_path: Path) -> None:
    first, _, third = _parts(whole, tmp_path, [20, 45], ["1.vlog", "2.vlog", "3.vlog"])
    for reveal in (False, True):
        result = audit([first, third], reveal=reveal)
        (gap,) = [one for one in result.findings if one.code == "chain.gap"]
        assert (gap.severity, gap.step) == (Severity.SUSPICIOUS, result.files[1].first_step)
        assert gap.step == 20 if reveal else gap.step < 20
        assert "3.vlog does not begin where 1.vlog ended" in gap.did
        assert result.has_findings


def test_a_file_that_begins_within_the_one_before_it_says_after_which_step(
    whole: PlayedGame, tmp_path: Path
) -> None:
    first = whole.write(tmp_path / "1.vlog", whole.steps[:30])
    second = whole.write(tmp_path / "2.vlog", whole.steps[25:40], whole.head_at(25))
    (gap,) = [
        one
        for one in audit([first, second], reveal=True).findings
        if one.severity.calls_for_attention
    ]
    assert gap.code == "chain.gap"
    assert "It begins as 1.vlog stood after its step 26: 4 later steps left out." in gap.did
    assert gap.legal == "the table at the end of 1.vlog"


def test_each_side_of_a_gap_is_audited_by_itself(whole: PlayedGame, tmp_path: Path) -> None:
    first, _, third = _parts(whole, tmp_path, [20, 45], ["1.vlog", "2.vlog", "3.vlog"])
    graver = [
        one
        for one in audit([first, third], reveal=True).findings
        if one.severity.calls_for_attention
    ]
    assert [one.code for one in graver] == ["chain.gap"]


def test_a_piece_that_went_elsewhere_between_two_files_is_a_gap_that_says_so(
    ours: Begin, desk: Desk
) -> None:
    first, second = ours(), ours()
    first.show("exeter")
    second.show("exeter").move("exeter", "B4")
    second.start().move("exeter", "B5")
    (gap,) = [one for one in desk.general(first, second) if one.code == "chain.gap"]
    assert "Exeter went from A2 to B4" in gap.did


def test_a_property_that_changed_between_two_files_is_a_gap_that_says_so(
    ours: Begin, desk: Desk
) -> None:
    first, second = ours(), ours()
    first.say(GERMAN, "good night")
    second.properties["GermanScore"] = "4"
    second.start().say(GERMAN, "good morning")
    (gap,) = [one for one in desk.general(first, second) if one.code == "chain.gap"]
    assert "GermanScore was 0 and is 4" in gap.did


def test_what_the_reader_may_not_know_makes_no_gap(ours: Begin, desk: Desk) -> None:
    first, second = ours(), ours()
    first.say(GERMAN, "good night")
    second.move("plot", "B5", "Voyage Log").start().say(GERMAN, "good morning")
    assert desk.codes(first, second) == []
    assert desk.codes(first, second, reveal=True) == ["chain.gap"]


def test_a_restart_from_the_same_position_is_suspicious(whole: PlayedGame, tmp_path: Path) -> None:
    first, second = _parts(whole, tmp_path, [30], ["1.vlog", "2.vlog"])
    steps = [*whole.steps[30:34], *whole.steps[35:38]]
    again = whole.write(tmp_path / "2b.vlog", steps, whole.head_at(30))
    result = audit([first, second, again])
    found = [one for one in result.findings if one.code == "chain.again"]
    assert len(found) == 1
    assert found[0].severity is Severity.SUSPICIOUS
    assert "2.vlog" in found[0].did and "2b.vlog" in found[0].did
    assert "are the same for 4 steps" in found[0].did


def test_two_games_that_begin_alike_may_be_two_games(ours: Begin, desk: Desk) -> None:
    first, second = ours(), ours()
    first.move("exeter", "B2", by=BRITISH)
    second.move("sussex", "D3", by=BRITISH)
    (again,) = [one for one in desk.general(first, second) if one.code == "chain.again"]
    assert "or they are two games" in again.did


def test_logs_of_two_games_are_told_by_the_names_of_both(
    ours: Begin, foreign: Begin, desk: Desk
) -> None:
    other = foreign()
    del other.counters["hermes"]
    for deck in other.decks.values():
        deck.holds = [one for one in deck.holds if one in {c.id for c in other.counters.values()}]
    other.start().say(GERMAN, "a")
    with pytest.raises(AuditError, match=r"Somebody's own module.*these are two games"):
        desk.audit(ours(), other)


def test_a_log_that_a_longer_one_holds_is_left_out(whole: PlayedGame, tmp_path: Path) -> None:
    first, second = _parts(whole, tmp_path, [30], ["1.vlog", "2.vlog"])
    part = whole.write(tmp_path / "2a.vlog", whole.steps[30:36], whole.head_at(30))
    for order in ([first, part, second], [first, second, part]):
        result = audit(order)
        assert [one.name for one in result.files] == ["1.vlog", "2.vlog"]
        (found,) = [one for one in result.findings if one.code.startswith("chain.")]
        assert (found.code, found.severity) == ("chain.longer", Severity.NOTE)
        assert found.did == "2a.vlog is left out: 2.vlog begins with all its 6 steps."


def test_a_copy_of_a_file_is_read_once(whole: PlayedGame, tmp_path: Path) -> None:
    path = whole.write(tmp_path / "turn.vlog", whole.steps[:6])
    (tmp_path / "turn (1).vlog").write_bytes(path.read_bytes())
    (found,) = [one for one in audit([tmp_path]).findings if one.code.startswith("chain.")]
    assert (found.code, found.severity) == ("chain.twice", Severity.NOTE)
    assert found.did == "turn.vlog is the same as turn (1).vlog: it is read once."


def test_a_file_that_is_given_twice_is_read_once(whole: PlayedGame, tmp_path: Path) -> None:
    path = whole.write(tmp_path / "game 1.vlog", whole.steps[:6])
    result = audit([path, tmp_path])
    assert [one.name for one in result.files] == ["game 1.vlog"]
    (found,) = [one for one in result.findings if one.code.startswith("chain.")]
    assert (found.code, found.severity) == ("chain.twice", Severity.NOTE)
    assert "  done:  game 1.vlog is given twice: it is read once." in list(text_lines(result))
    page = tmp_path / "page.html"
    write_page(result, page)
    assert "<dd>game 1.vlog is given twice" in page.read_text("utf-8")


def test_a_name_of_a_file_keeps_its_small_letter_at_the_head_of_a_sentence() -> None:
    assert sentence("2.vlog holds all of it") == "2.vlog holds all of it."
    assert sentence("game.vlog and b.vlog differ.") == "game.vlog and b.vlog differ."
    assert sentence("our game.vlog was changed", ["our game.vlog"]) == "our game.vlog was changed."
    assert sentence("moved 1.5 hexes") == "Moved 1.5 hexes."


def test_a_save_from_which_a_log_goes_on_is_no_restart(whole: PlayedGame, tmp_path: Path) -> None:
    first, second = _parts(whole, tmp_path, [30], ["1.vlog", "3.vlog"])
    save = whole.write(tmp_path / "2.vsav", [], whole.head_at(30))
    assert _chain(audit([first, save, second])) == []


def test_a_file_of_another_module_in_the_folder_is_told(
    ours: Begin, foreign: Begin, desk: Desk
) -> None:
    first, second = ours().say(GERMAN, "a"), foreign().say(GERMAN, "b")
    for logs in ((first, second), (second, first)):
        result = desk.audit(*logs)
        (found,) = [one for one in result.findings if one.code.startswith("chain.")]
        assert (found.code, found.severity) == ("chain.module", Severity.SUSPICIOUS)
        assert "Somebody's own module" in found.did


def test_one_file_has_no_chain(whole: PlayedGame) -> None:
    assert _chain(audit([whole.path])) == []


# --- what cannot be audited -----------------------------------------------------------


def test_a_folder_without_logs_cannot_be_audited(tmp_path: Path) -> None:
    with pytest.raises(AuditError, match="holds no log or save"):
        audit([tmp_path])


def test_no_file_cannot_be_audited() -> None:
    with pytest.raises(AuditError, match="no file"):
        audit([])


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BroadsideError, match=r"gone\.vlog: no such file"):
        audit([tmp_path / "gone.vlog"])


def test_one_damaged_file_of_a_folder_is_named(whole: PlayedGame, tmp_path: Path) -> None:
    _parts(whole, tmp_path, [30], ["1.vlog", "2.vlog"])
    (tmp_path / "3.vlog").write_bytes(b"PK\x03\x04 and no more")
    with pytest.raises(BroadsideError, match=r"3\.vlog"):
        audit([tmp_path])


def test_a_log_of_another_module_is_refused_when_our_game_is_named(
    foreign: Begin, desk: Desk
) -> None:
    with pytest.raises(AuditError, match="Somebody's own module"):
        desk.audit(foreign().say(GERMAN, "hello"), game="graf_spee")


def test_without_a_name_it_gets_the_audits_that_need_no_rules(foreign: Begin, desk: Desk) -> None:
    log = foreign().move("exeter", "E4", by=BRITISH)  # five hexes in our game
    result = desk.audit(log)
    assert result.game is None
    assert result.to_json()["game"] is None
    assert result.to_json()["definition"] is None
    assert not result.has_findings
    (said,) = [one for one in result.findings if one.code == "log.rules"]
    assert said.severity in (Severity.NOTE, Severity.UNVERIFIABLE)


def test_a_log_of_ours_is_known_by_itself(ours: Begin, desk: Desk) -> None:
    result = desk.audit(ours().move("exeter", "E4", by=BRITISH))
    assert result.game is not None and result.game.id == "graf_spee"
    assert "log.rules" not in {one.code for one in result.findings}
    assert "GS-5(4)a" in {one.code for one in result.findings}


def test_an_unknown_game_is_refused_with_the_nearest_name(ours: Begin, desk: Desk) -> None:
    with pytest.raises(BroadsideError, match="graf_spee"):
        desk.audit(ours(), game="graf_spe")


def test_a_side_nobody_has_is_refused(ours: Begin, desk: Desk) -> None:
    with pytest.raises(BroadsideError, match="did you mean 'German'"):
        desk.audit(ours(), side="Germann")


# --- editions -------------------------------------------------------------------------


def test_the_same_definition_is_nothing_to_tell(game: Game, ours: Begin, desk: Desk) -> None:
    assert desk.codes(desk.stamped(ours().say(GERMAN, "a"), game)) == []


def test_another_definition_of_the_same_pieces_is_unverifiable(
    game: Game, ours: Begin, desk: Desk
) -> None:
    result = desk.audit(desk.stamped(ours().say(GERMAN, "a"), game, definition="0" * 64))
    (found,) = [one for one in result.findings if one.code == "log.definition"]
    assert found.severity is Severity.UNVERIFIABLE
    assert "The module was built from another definition (000000000000)" in found.did
    assert not result.has_findings


def test_a_log_without_one_of_our_pieces_is_of_another_edition(ours: Begin, desk: Desk) -> None:
    log = ours()
    del log.counters["hermes"]
    for deck in log.decks.values():
        deck.holds = [one for one in deck.holds if one in {c.id for c in log.counters.values()}]
    log.start().say(GERMAN, "a")
    with pytest.raises(AuditError, match="has no piece 'hermes'"):
        desk.audit(log)


def test_a_piece_that_goes_in_the_log_is_no_other_edition(ours: Begin, desk: Desk) -> None:
    log = ours()
    log.step(RemovePiece(log.counters.pop("taken_4").id))
    assert desk.codes(log) == ["table.deleted"]


@pytest.mark.parametrize("ppi", [72, 300])
def test_places_are_known_whatever_the_resolution_of_the_module(
    ppi: int, game: Game, ours: Begin, desk: Desk, pixels: Any
) -> None:
    from dataclasses import replace

    from generator.geography.layout import layout_of
    from tests.modules.graf_spee.log_builder import LogBuilder

    scaled = {}
    for one in game.maps:
        layout = replace(layout_of(one), ppi=ppi)
        for place in (*layout.places, *layout.decks):
            scaled[one.name, place] = layout.pixels(place)
    log = LogBuilder(scaled, {"GermanScore": "0"})
    log.move("exeter", "A2").start()
    log.move("exeter", "C3", by=BRITISH).move("exeter", "E4", by=BRITISH)
    found = desk.audit(desk.stamped(log, game, ppi=str(ppi))).findings
    (far,) = [one for one in found if one.code == "GS-5(4)a"]
    assert "A2" in far.did and "E4" in far.did


@pytest.mark.parametrize("ppi", ["", "0", "-5", "many", "99999999999"])
def test_a_resolution_that_is_none_is_passed_over(
    ppi: str, game: Game, ours: Begin, desk: Desk
) -> None:
    assert desk.codes(desk.stamped(ours().say(GERMAN, "a"), game, ppi=ppi)) == []


# --- saves and empty logs -------------------------------------------------------------


def test_a_save_alone_is_audited(whole: PlayedGame, tmp_path: Path) -> None:
    for step in (0, 10, 40, len(whole.steps)):
        save = whole.write(tmp_path / f"{step}.vsav", [], whole.head_at(step))
        for reveal in (False, True):
            result = audit([save], reveal=reveal)
            assert result.steps == 0
            assert not result.has_findings


def test_a_save_that_holds_a_piece_twice_is_not_clean(ours: Begin, desk: Desk) -> None:
    log = ours()
    log.counters["first"] = log.counters["taken_1"]
    log.create("taken_1", "Convoy taken 1", "marker", "B2")
    log.start()
    assert desk.codes(log) == ["table.twin"]


def test_an_empty_log_says_nothing(ours: Begin, desk: Desk) -> None:
    result = desk.audit(ours())
    assert result.steps == 0
    assert {one.code for one in result.findings} <= {"log.passwords"}


def test_a_log_of_talk_alone_says_nothing(ours: Begin, desk: Desk) -> None:
    log = ours().say(GERMAN, "shall we?").say(BRITISH, "tomorrow")
    assert desk.codes(log) == []
    assert not desk.audit(log).has_findings


def test_a_log_without_metadata_is_audited(ours: Begin, desk: Desk, tmp_path: Path) -> None:
    path = desk.file(ours().move("taken_1", "A3"))
    bare = tmp_path / "bare.vlog"
    saves.write(bare, saves.Save(saves.read(path).text))
    result = audit([bare])
    assert result.game is None
    assert result.game_name == "unknown game"
    assert not result.has_findings


# --- what tables that are the same to see are told apart by -------------------------------


def _beside(shared: Path, folder: Path, old: str, new: str) -> list[str]:
    """The gaps between a log VASSAL wrote and one that begins with other words."""
    log = shared / "vassal" / "reference" / "logs" / "23-shuffle.vlog"
    first, second = Planted(log), Planted(log)
    first.steps, second.steps = [[Chat("<A> - good night")]], [[Chat("<A> - good morning")]]
    second.begin_with(old, new)
    files = [first.write(folder / "1.vlog"), second.write(folder / "2.vlog")]
    result = audit(files, reveal=True)
    return [one.did for one in result.findings if one.code == "chain.gap"]


def test_a_deck_laid_in_another_order_between_two_files_is_a_gap(
    shared: Path, tmp_path: Path
) -> None:
    old, new = "1795210404641,1795210404642", "1795210404642,1795210404641"
    (gap,) = _beside(shared, tmp_path, old, new)
    assert "Event Deck lies in another order" in gap


def test_the_order_of_a_cup_that_is_always_shuffled_means_nothing(
    shared: Path, tmp_path: Path
) -> None:
    old, new = "1795210404651,1795210404652", "1795210404652,1795210404651"
    assert _beside(shared, tmp_path, old, new) == []


def test_a_piece_of_another_type_in_the_next_file_is_a_gap(shared: Path, tmp_path: Path) -> None:
    (gap,) = _beside(shared, tmp_path, "Fuel;true,0,9,", "Fuel;true,0,99,")
    assert "of another type" in gap
