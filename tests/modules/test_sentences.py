"""What findings say, held to rules of plain English, over a sample of all planted offences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from generator.counting import counted, either, sentence
from tests.modules.graf_spee.played_logs import PUBLIC, REVEALED, looked_at, played
from tests.modules.graf_spee.test_audit_planted_in_games import CASES
from tests.modules.under_ten_flags.test_audit_planted import OFFENCES, _played
from tests.validator.audit.planting import Planted
from tests.validator.audit.test_planted import OFFENCES as GENERAL
from validator.audit import audit
from validator.audit.findings import Finding, Severity
from validator.reporting.text import _finding

SEEDS = (1, 2)
FEWER = 4
"""The default run takes each so many of the offences, the slow run all."""
TIMED = (Severity.VIOLATION, Severity.MISSING, Severity.INTERPRETATION)

WRONG = {
    "a value of the program": r"\b(?:True|False|None)\b",
    "one of several": r"(?<![\d.,:;x×/-] )(?<![\d.,+-])\b1 (?:hexes|pieces|points|steps|hits|dice|"
    r"ships|cards|rolls|entries|turns|throws|files)\b",
    "several of one": r"\b(?:0|[2-9]|\d\d+) (?:hex|piece|point|step|hit|die|card|throw|entry)\b"
    r"(?! of)",
    "fewer than none": r"(?<!\w)[-−]\d+ (?:hexes|pieces|steps|hits|dice|ships|cards|rolls)\b",
    "no such way": r"\b99 hexes\b",
    "an id of the program": r"\b(?:plot|mark|piece|supply|taken|air_search)_\w+|\bunseen \?",
    "two ends": r"\?\.|\.\.|,,|  ",
}
"""What no sentence of ours holds."""


def of_the_graf_spee(every: int, folder: Path) -> Iterator[Finding]:
    for at, (offence, _, _) in enumerate(CASES[::every]):
        plants = (plant for seed in SEEDS for plant in islice(offence(played(seed)), 1))
        for plant in islice(plants, 1):
            path = plant.game.write(folder / "planted.vlog", plant.steps)
            yield from looked_at(path, (PUBLIC, REVEALED)[at % 2]).findings


def of_under_ten_flags(every: int) -> Iterator[Finding]:
    for at, offence in enumerate(OFFENCES[:: 4 * every]):
        table, _ = _played(offence, by_hand=False)
        yield from table.findings(reveal=not offence.public or bool(at % 2))


def of_any_module(every: int, shared: Path, folder: Path) -> Iterator[Finding]:
    for offence in GENERAL[:: 3 * every]:
        log = Planted(shared / "vassal" / "reference" / "logs" / f"{offence.log}.vlog")
        offence.plant(log)
        yield from audit([log.write(folder / "planted.vlog")]).findings


@pytest.fixture(
    scope="module",
    params=[FEWER, pytest.param(1, marks=pytest.mark.slow)],
    ids=["a few", "all"],
)
def sample(request: pytest.FixtureRequest, shared: Path) -> tuple[Finding, ...]:
    """Findings of every kind, each sentence once."""
    every: int = request.param
    found: dict[tuple[str, str, str], Finding] = {}
    with TemporaryDirectory(prefix="sentences-") as name:
        folder = Path(name)
        for one in (
            *of_the_graf_spee(every, folder),
            *of_under_ten_flags(every),
            *of_any_module(every, shared, folder),
        ):
            found.setdefault((one.code, one.did, one.legal), one)
    return tuple(found.values())


def faults_of(text: str) -> list[str]:
    return [what for what, pattern in WRONG.items() if re.search(pattern, text)]


def test_the_sample_is_large_enough(
    sample: tuple[Finding, ...], request: pytest.FixtureRequest
) -> None:
    codes = {one.code for one in sample}
    assert len(codes) > (40 if "all" in request.node.name else 12)
    assert {code.split("-")[0].split(".")[0] for code in codes} >= {"GS", "UTF", "table", "log"}


def test_every_sentence_is_plain_english(sample: tuple[Finding, ...]) -> None:
    wrong = [
        (one.code, fault, text)
        for one in sample
        for text in (one.says, sentence(one.did), one.legal)
        for fault in faults_of(text)
    ]
    assert wrong == []


def test_what_would_have_been_legal_is_told_of_every_case_that_was_broken(
    sample: tuple[Finding, ...],
) -> None:
    lacking = [
        (one.code, one.did)
        for one in sample
        if one.severity is Severity.VIOLATION and not one.legal.strip()
    ]
    assert lacking == []


def test_advice_is_not_what_would_have_been_legal(sample: tuple[Finding, ...]) -> None:
    assert [one.code for one in sample if "--" in one.legal or "password" in one.legal] == []


def test_every_broken_case_names_its_turn(sample: tuple[Finding, ...]) -> None:
    judged = [one for one in sample if one.severity in TIMED and one.step]
    assert [one.code for one in judged if not re.match(r"turn \d|set-up", one.moment)] == []
    told = next(one for one in judged if one.code == "GS-5(4)a")
    assert re.fullmatch(r"turn \d+, Royal Navy", told.moment)
    assert f"step {told.step}, {told.moment}" in next(_finding(told, ()))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("legal: True", "a value of the program"),
        ("it moved 1 hexes", "one of several"),
        ("moved 99 hexes to C4", "no such way"),
        ("-1 pieces go there", "fewer than none"),
        ("it moved 2 hex", "several of one"),
    ],
)
def test_the_rules_see_what_they_should(text: str, fault: str) -> None:
    assert fault in faults_of(text)


def test_numbers_and_choices_in_words() -> None:
    assert [counted(n, "hex") for n in (0, 1, 2)] == ["0 hexes", "1 hex", "2 hexes"]
    assert counted(1234, "entry") == "1,234 entries"
    assert [either(["A1", "A2", "B3"][:n]) for n in range(4)] == [
        "",
        "A1",
        "A1 or A2",
        "A1, A2 or B3",
    ]
    assert sentence("raided in C1") == "Raided in C1." and sentence("") == ""
