"""Who took part, what must not be told of them, and the form in which an audit says it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.vassal.commands import (
    Chat,
    Player,
    PrivateNote,
    PublicNote,
    ScenarioNote,
    SecretNote,
)
from tests.modules.graf_spee.log_builder import BRITISH, GERMAN
from tests.modules.graf_spee.played_logs import played
from tests.validator.audit.conftest import Desk
from validator.audit import audit
from validator.audit.findings import Finding, Ledger, Severity, exit_status, in_order, summary
from validator.audit.result import NO_RULES, UNEXPLAINED, AuditResult
from validator.reporting import text_lines, write_page
from validator.reporting.cards import cards

Begin = Callable[[], Any]
EYES: tuple[dict[str, Any], ...] = (
    {},
    {"reveal": True},
    {"side": "German"},
    {"side": "British"},
)


# --- sides ----------------------------------------------------------------------------


def test_changing_from_one_playing_side_to_the_other_is_suspicious(ours: Begin, desk: Desk) -> None:
    (found,) = list(desk.general(ours().side(GERMAN, "British")))
    assert (found.code, found.severity) == ("log.side", Severity.SUSPICIOUS)
    assert found.did == "German Player P1 went from German to British."
    assert found.step == 1


@pytest.mark.parametrize("side", ["Referee", "<observer>"])
def test_leaving_for_the_referees_chair_is_a_note(side: str, ours: Begin, desk: Desk) -> None:
    (found,) = desk.general(ours().side(GERMAN, side))
    assert (found.code, found.severity) == ("log.side", Severity.NOTE)


def test_an_observer_who_takes_a_side_changes_none(ours: Begin, desk: Desk) -> None:
    log = ours()
    log.sides[GERMAN] = "<observer>"
    log.start().side(GERMAN, "German")
    assert desk.codes(log) == []


def test_a_solitaire_player_who_changes_sides_is_not_suspected(ours: Begin, desk: Desk) -> None:
    log = ours()
    log.roster.remove(BRITISH)
    log.start().side(GERMAN, "British").say(GERMAN, "my own move").side(GERMAN, "German")
    (found,) = desk.general(log)
    assert (found.code, found.severity) == ("log.side", Severity.NOTE)
    assert (found.step, found.related) == (1, (3,))
    assert found.did == (
        "German Player P1 plays alone, German as well as British. And 1 more change of sides."
    )


def test_a_player_whose_opponent_joins_later_has_seen_the_opponents_secrets(
    ours: Begin, desk: Desk
) -> None:
    log = ours()
    log.roster.remove(BRITISH)
    log.start().side(GERMAN, "British").side(GERMAN, "German")
    log.step(Player("other-word", "British Player", "British"))
    (found,) = desk.general(log)
    assert (found.code, found.severity) == ("log.side", Severity.SUSPICIOUS)


def test_sides_are_followed_from_file_to_file(ours: Begin, desk: Desk) -> None:
    first, second = ours().say(GERMAN, "a"), ours()
    second.sides[GERMAN] = "British"
    second.start().say(GERMAN, "b")
    (found,) = [one for one in desk.general(first, second) if one.code == "log.side"]
    assert (found.severity, found.step) == (Severity.SUSPICIOUS, 1)


def test_a_third_player_who_joins_is_told_among_the_players(ours: Begin, desk: Desk) -> None:
    log = ours().step(Player("third-word", "Watcher", "Referee"))
    result = desk.audit(log)
    assert list(result.players) == [
        "German Player P1, German",
        "British Player P2, British",
        "Watcher P3, Referee",
    ]
    assert [one.code for one in result.findings if one.code == "log.side"] == []


# --- passwords ------------------------------------------------------------------------


def _everywhere(log: Any) -> Any:
    """Passwords in every place where VASSAL puts them, and in talk besides."""
    log.move("exeter", "B2", by=BRITISH)  # M/
    log.show("exeter")
    log.step(log._set(log.counters["exeter"], "obs", f"{BRITISH};|2|{GERMAN}|{BRITISH}"))
    log.step(log._set(log.counters["supply_1"], "hide", "null"))
    log.step(log._set(log.counters["supply_1"], "hide", GERMAN))
    log.step(PrivateNote(GERMAN, f"mine is {GERMAN}"))
    log.step(PublicNote(f"theirs is {BRITISH}"))
    log.step(ScenarioNote(f"both: {GERMAN}, {BRITISH}"))
    log.step(SecretNote("Order", GERMAN, True, f"{GERMAN}!", "11/20/2026 9:24 PM", "German"))
    log.step(SecretNote("Order", GERMAN, False, f"{GERMAN}!", "11/20/2026 9:24 PM", "German"))
    log.say(GERMAN, f"my password is {GERMAN}, is yours {BRITISH}?")
    log.step(Chat(f"* [{GERMAN}] reports something *"))
    log.step(Chat(f"* ! German declares RAID by {GERMAN}, turn 1 [German Player]"))
    log.step(Chat(f"*** Commerce raid = 4 ** &lt;{GERMAN}&gt; [German]"))
    log.property_by_hand("Rumour", f"ask {BRITISH}")
    log.side(GERMAN, "British")
    return log


@pytest.mark.parametrize("eyes", EYES, ids=["public", "revealed", "german", "british"])
@pytest.mark.parametrize("known", [True, False], ids=["our-module", "another-module"])
def test_passwords_stand_in_no_output(
    known: bool, eyes: dict[str, Any], ours: Begin, foreign: Begin, desk: Desk, tmp_path: Path
) -> None:
    log = _everywhere(ours() if known else foreign())
    result = desk.audit(log, **eyes)
    page = tmp_path / "page.html"
    write_page(result, page)
    told = (
        json.dumps(result.to_json(), ensure_ascii=False),
        "\n".join(text_lines(result)),
        page.read_text(encoding="utf-8"),
        repr(result.findings) + repr(result.players),
    )
    for output in told:
        assert GERMAN not in output
        assert BRITISH not in output


@pytest.mark.parametrize("eyes", EYES[:2], ids=["public", "revealed"])
def test_the_reference_players_passwords_stand_in_no_output(
    eyes: dict[str, Any], shared: Path, tmp_path: Path
) -> None:
    for file in sorted((shared / "vassal" / "reference" / "logs").glob("*.vlog")):
        result = audit([file], **eyes)
        told = json.dumps(result.to_json()) + "\n".join(text_lines(result))
        assert "secret-one" not in told and "secret-two" not in told, file.name


def test_that_passwords_lie_open_is_a_note(ours: Begin, desk: Desk) -> None:
    result = desk.audit(ours())
    (found,) = [one for one in result.findings if one.code == "log.passwords"]
    assert found.severity is Severity.NOTE
    assert found.did.startswith("2 of them stand in")


def test_a_file_nobody_sits_in_holds_no_passwords(ours: Begin, desk: Desk) -> None:
    log = ours()
    log.roster.clear()
    log.start()
    assert "log.passwords" not in {one.code for one in desk.audit(log).findings}


# --- the form -------------------------------------------------------------------------


def test_json_has_the_promised_shape(ours: Begin, desk: Desk) -> None:
    made = desk.audit(ours().move("exeter", "E4", by=BRITISH), reveal=True).to_json()
    assert list(made) == [
        "tool",
        "version",
        "game",
        "definition",
        "log",
        "summary",
        "findings",
        "figures",
        "rolls",
        "dice",
    ]
    assert made["tool"] == "broadside"
    assert made["game"] == "graf_spee"
    assert made["figures"] == {
        "steps": 1,
        "per_1000_steps": {name: 1000.0 * count for name, count in made["summary"].items()},  # type: ignore[attr-defined]
    }
    log: Any = made["log"]
    assert list(log) == ["sha256", "steps", "players", "windows"]
    assert len(log["sha256"]) == 64 and log["steps"] == 1
    counts: Any = made["summary"]
    assert list(counts) == [severity.value for severity in Severity]
    findings: Any = made["findings"]
    assert sum(counts.values()) == len(findings)
    assert all(one["moment"].startswith("turn 1") for one in findings if one["step"])
    for finding in findings:
        assert [key for key in finding if key != "moment"] == [
            "severity",
            "code",
            "step",
            "player",
            "side",
            "pieces",
            "says",
            "did",
            "legal",
        ]
        assert finding["severity"] in counts
        assert isinstance(finding["step"], int)
        assert isinstance(finding["pieces"], list)
        assert finding["says"] and finding["did"]
    assert json.loads(json.dumps(made)) == made


def _of(severity: Severity, step: int = 1, code: str = "x") -> Finding:
    return Finding(severity, code, step, "says", "did")


@pytest.mark.parametrize(
    ("severity", "status"),
    [
        (Severity.VIOLATION, 1),
        (Severity.MISSING, 1),
        (Severity.SUSPICIOUS, 1),
        (Severity.INTERPRETATION, 0),
        (Severity.UNVERIFIABLE, 0),
        (Severity.NOTE, 0),
    ],
)
def test_the_exit_status_is_one_for_what_calls_for_attention(
    severity: Severity, status: int
) -> None:
    assert exit_status([_of(severity)]) == status
    assert exit_status([_of(Severity.NOTE), _of(severity)]) == status
    assert exit_status([]) == 0


def test_findings_come_by_step_the_gravest_first_and_notes_on_the_whole_game_last() -> None:
    given = [
        _of(Severity.SUSPICIOUS, 0),
        _of(Severity.NOTE, 2),
        _of(Severity.VIOLATION, 3),
        _of(Severity.VIOLATION, 2, "b"),
        _of(Severity.VIOLATION, 2, "a"),
        _of(Severity.NOTE, 0),
        _of(Severity.NOTE, 0),
    ]
    ordered = [(one.step, one.severity, one.code) for one in in_order(given)]
    assert ordered == [
        (0, Severity.SUSPICIOUS, "x"),
        (2, Severity.VIOLATION, "a"),
        (2, Severity.VIOLATION, "b"),
        (2, Severity.NOTE, "x"),
        (3, Severity.VIOLATION, "x"),
        (0, Severity.NOTE, "x"),
    ]


def test_the_summary_counts_every_severity() -> None:
    counted = summary([_of(Severity.NOTE), _of(Severity.NOTE), _of(Severity.MISSING)])
    assert counted == {
        "violation": 0,
        "missing": 1,
        "suspicious": 0,
        "interpretation": 0,
        "unverifiable": 0,
        "note": 2,
    }


def _result(*findings: Finding) -> AuditResult:
    return AuditResult(findings, (), (), None, "0" * 64, (), None, False, "0")


def test_a_log_that_fits_no_game_is_not_called_clean() -> None:
    result = _result(replace(_of(Severity.UNVERIFIABLE), code=UNEXPLAINED))
    assert result.headline() == (
        "The log fits no game by these rules and is not judged by them; the general audits find "
        "nothing wrong (1 unverifiable)."
    )
    assert "legal" not in cards(result)


def test_the_headline_says_clean_or_what_was_found() -> None:
    assert _result().headline() == "Clean."
    assert _result(_of(Severity.NOTE)).headline() == "Clean (1 note)."
    unknown = replace(_of(Severity.UNVERIFIABLE), code=NO_RULES)
    told = _result(unknown).headline()
    assert "Clean" not in told
    assert told.endswith("the general audits find nothing wrong (1 unverifiable).")
    told = _result(unknown, _of(Severity.SUSPICIOUS)).headline()
    assert told.endswith("; the general audits find: 1 suspicious, 1 unverifiable.")
    many = [_of(Severity.VIOLATION, at) for at in range(3)]
    assert _result(*many, _of(Severity.MISSING)).headline() == "Findings: 3 violations, 1 missing."


def test_a_step_is_found_in_its_file() -> None:
    from validator.audit.result import LogFile

    files = (LogFile("a", 0, 5), LogFile("b", 5, 0), LogFile("c", 5, 7))
    result = AuditResult((), files, (), None, "", (), None, False, "0")
    assert [result.where(step) for step in (0, 1, 5, 6, 12)] == [
        ("a", 0),
        ("a", 1),
        ("a", 5),
        ("c", 1),
        ("c", 7),
    ]
    assert result.steps == 12


def test_the_report_says_whose_eyes_it_has_seen_with() -> None:
    log = played(2).path
    assert "everybody at the table" in audit([log]).view_says()
    assert "German side" in audit([log], side="german").view_says()
    assert "--reveal" in audit([log], reveal=True).view_says()


# --- the ledger -----------------------------------------------------------------------


def test_a_finding_is_joined_as_often_as_it_comes_again() -> None:
    ledger = Ledger()
    entry = ledger.report(_of(Severity.VIOLATION, 3))
    for step in (5, 9, 9, 3):
        ledger.join(entry, step)
    (only,) = ledger
    assert (only.step, only.related) == (3, (5, 9))
