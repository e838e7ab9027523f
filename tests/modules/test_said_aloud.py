"""An act may be said aloud: the click that declares it is left out, and nobody is accused."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.definition.reader import game_folder, load_game
from modules.uboat_variant.reads import named
from modules.uboat_variant.state import State
from tests.modules.recorded import defined, read_module
from tests.sampling import one_in
from validator.audit.findings import Severity
from validator.proving.subject import Subject
from validator.rules.loading import load_rules

AC, UB = "atlantic_chase", "uboat_variant@first_patrol"


@pytest.mark.parametrize(
    ("game", "seed", "style", "click"),
    one_in(
        4,
        [
            (AC, 9200, "purposeful", "Air Strike"),
            (AC, 9200, "purposeful", "Completion"),
            (AC, 9200, "purposeful", "Initiative to British"),
            (AC, 9104, "random", "Attack"),
            (AC, 9109, "random", "All Pass"),
            (AC, 9500, "random", "Completion"),
            (AC, 9510, "purposeful", "Coordinates"),
            (UB, 9200, "random", "Patrols here"),
            (UB, 9541, "purposeful", "Is the target"),
        ],
        arguments=4,
    ),
)
def test_a_click_that_is_left_out_accuses_nobody(
    tmp_path: Path, game: str, seed: int, style: str, click: str
) -> None:
    rules = load_rules(defined(game), game_folder(game.partition("@")[0]))
    subject = Subject(rules, read_module(game), tmp_path)
    played = subject.play(seed, style, by_hand=False)
    at = [at for at, one in enumerate(played.gestures) if click in one.args[:2]]
    assert at
    for one in (at[0], at[-1]):
        log = subject.written(played, [*played.gestures[:one], *played.gestures[one + 1 :]])
        found = subject.audited([log.path], {}).findings
        assert [said for said in found if said.severity is Severity.VIOLATION] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "style", "click"),
    [
        (7030, "random", "Pass with it"),
        (9510, "purposeful", "Completion"),
        (9510, "purposeful", "All Pass"),
    ],
)
def test_an_act_is_read_though_the_weather_marker_was_forgotten_before_it(
    tmp_path: Path, seed: int, style: str, click: str
) -> None:
    rules = load_rules(defined(AC), game_folder(AC))
    subject = Subject(rules, read_module(AC), tmp_path)
    played = subject.play(seed, style, by_hand=False)
    clicks = [one.args[:2] for one in played.gestures]
    weather = [at for at, one in enumerate(clicks) if "Good Weather" in one or "Bad Weather" in one]
    said = next(at for at, one in enumerate(clicks) if click in one and at > weather[1])
    forgotten = max(at for at in weather if at < said)
    kept = [one for at, one in enumerate(played.gestures) if at not in (forgotten, said)]
    found = subject.audited([subject.written(played, kept).path], {}).findings
    assert [one.code for one in found if one.severity is Severity.VIOLATION] == []


@pytest.mark.slow
def test_a_word_that_comes_too_late_is_not_taken_as_said_before(tmp_path: Path) -> None:
    """A force is named to coordinate after the other side has named its own."""
    rules = load_rules(defined(AC), game_folder(AC))
    subject = Subject(rules, read_module(AC), tmp_path)
    played = subject.play(9510, "purposeful", by_hand=False)
    gestures = [*played.gestures]
    at = next(at for at, one in enumerate(gestures) if one.args == ("b3_station", "Coordinates"))
    gestures.insert(at + 4, gestures.pop(at))
    found = subject.audited([subject.written(played, gestures).path], {}).findings
    assert [(one.code, one.side) for one in found if one.severity is Severity.VIOLATION] == [
        ("AC-18.1", "British")
    ]


@pytest.mark.slow
def test_a_marker_that_is_forgotten_is_all_that_is_missing(tmp_path: Path) -> None:
    """The Weather marker of a track: whoever plays on knows the weather from the die."""
    rules = load_rules(defined(AC), game_folder(AC))
    subject = Subject(rules, read_module(AC), tmp_path)
    played = subject.play(9500, "random", by_hand=False)
    at = [at for at, one in enumerate(played.gestures) if "Bad Weather" in one.args[:2]]
    assert at
    log = subject.written(played, [*played.gestures[: at[0]], *played.gestures[at[0] + 1 :]])
    findings = subject.audited([log.path], {}).findings
    found = [one for one in findings if one.severity is not Severity.NOTE]
    assert [(one.severity, one.code) for one in found] == [(Severity.MISSING, "AC-25.8")]


@pytest.mark.parametrize(
    ("fields", "line", "known"),
    [
        (("plane", "boat"), "PBY-1 in CB for U-564", {"plane": "PBY-1", "boat": "U-564"}),
        (("plane", "boat"), "PBY-1 in CB for Convoy 1", {"plane": "PBY-1"}),
        (("boat", "target"), "U-564 in 4-2 at U-564 in 4-2", {"boat": "U-564"}),
        (("boat",), "U-564 in 4-2", {"boat": "U-564"}),
        (("target", "by_unit"), "Portland ME by US-DD-1 in 3,10", {"by_unit": "US-DD-1"}),
    ],
)
def test_a_target_that_is_no_opponent_was_named_for_an_act_before(
    fields: tuple[str, ...], line: str, known: dict[str, str]
) -> None:
    rules = load_rules(load_game("uboat_variant"), game_folder("uboat_variant"))
    assert named(*fields).turned(rules.tables, State(), line) == known
