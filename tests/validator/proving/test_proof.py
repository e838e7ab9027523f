"""The proof's tally and table, and the command that prints it."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from broadside import main
from tests.modules.recorded import defined, module_file
from validator.proving.proof import HELD_OUT, proof_json, proof_lines, prove
from validator.proving.subject import Subject
from validator.proving.tally import Fault, Tally, added_up


def tally(seed: int, right: int = 3) -> Tally:
    made = Tally()
    made.count("clean", "public", "logs", 2)
    made.count("offences", "GS-4(1)a", "planted", 4)
    made.count("offences", "GS-4(1)a", "right", right)
    made.fault(Fault("habits", "stray_die", "accused", seed, "seed 1", "a die -> violation"))
    made.reasons["GS-6(3)b", "the table shows nothing of it"] += 1
    return made


def test_a_tally_is_read_as_it_was_written() -> None:
    one = tally(1)
    read = Tally.from_json(json.loads(json.dumps(one.to_json())))
    assert read == one


def test_tallies_add_up() -> None:
    whole = added_up([tally(1), tally(2)])
    assert whole.of("offences", "GS-4(1)a", "planted") == 8
    assert whole.accused == 2
    assert len(whole.faults) == 2


def test_what_was_held_out_has_a_table_of_its_own(subject: Subject) -> None:
    lines = list(proof_lines(subject.rules, [(1, tally(1)), (HELD_OUT, tally(HELD_OUT, right=4))]))
    titles = [at for at, line in enumerate(lines) if line.startswith("Pursuit of the Graf Spee")]
    assert lines[titles[0]].endswith("1 game")
    assert lines[titles[1]].endswith("1 game held out")
    assert any("75.0%" in line for line in lines[: titles[1]])
    assert any("100.0%" in line for line in lines[titles[1] :])
    made = proof_json(subject.rules, [(HELD_OUT, tally(HELD_OUT))])
    assert "tuned" not in made
    assert made["held_out"]["games"] == 1


def test_the_table_says_why_a_case_was_not_broken(subject: Subject) -> None:
    lines = list(proof_lines(subject.rules, [(1, tally(1))]))
    assert any("GS-6(3)b" in line and "shows nothing" in line for line in lines)
    (untried,) = (line for line in lines if "GS-7(6)" in line)
    assert untried.startswith("  in no state of these games could be broken: ")
    rows = [line for line in lines if line.startswith("  GS-")]
    assert len(rows) == 2, "what was not tried has no row of its own"


def test_the_table_names_a_habit_by_the_code_of_the_lines_below_it(subject: Subject) -> None:
    made = tally(1)
    lines = list(proof_lines(subject.rules, [(1, made)]))
    (row,) = (line for line in lines if "a stray click on a dice button" in line)
    code = row.split(":")[0].strip()
    assert made.faults
    assert all(fault.line().startswith(f"habits {code} accused (") for fault in made.faults)


def test_the_counts_of_habits_stand_below_their_heads_however_long_a_title_is(
    subject: Subject,
) -> None:
    made = tally(1)
    made.count("habits", "stack_dragged", "logs", 7)
    lines = list(proof_lines(subject.rules, [(1, made)]))
    (head,) = (at for at, line in enumerate(lines) if line.startswith("Habits"))
    assert len({len(line) for line in lines[head : head + 3]}) == 1


def test_seeds_are_tried_in_order_and_reported(
    subject: Subject, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("validator.proving.trying.styles_of", lambda rules: ("random",))
    told: list[tuple[int, int]] = []
    tried = prove(
        defined("graf_spee"),
        subject.rules.folder,
        module_file("graf_spee"),
        [4, 6],
        parts=("clean",),
        report=lambda done, total, doing: told.append((done, total)),
    )
    assert [seed for seed, _ in tried] == [4, 6]
    assert told == [(0, 2), (1, 2), (2, 2)]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--games", "3"], "--games goes with --proof"),
        (["--keep", "logs"], "--keep goes with --proof"),
        (["--proof", "--only", "habit"], "'habit' is not one of"),
        (["--proof", "--games", "0"], "0 is not in the range"),
        (["--proof", "--seed", "-1"], "-1 is not in the range"),
    ],
)
def test_wrong_words_are_told_in_a_line(words: list[str], told: str) -> None:
    result = CliRunner().invoke(main, ["rules", "graf_spee", *words])
    assert result.exit_code == 2
    assert told in result.output
    assert "Traceback" not in result.output
