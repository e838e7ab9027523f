"""What an audit of a recorded game prints: entries in the text, in JSON, and on the page."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from broadside import main
from tests.validator.audit.tabletop.sittings import GERMAN, Begin, Desk, Sitting
from validator.audit import audit
from validator.audit.logs import AuditError
from validator.reading import listing
from validator.reporting import explained_lines, text_lines, write_page

SUPPLY = "piece/supply_1"


def cheated(sit: Begin) -> Sitting:
    """A throw that was made again, and a marker moved in the file."""
    sitting = sit().roll(GERMAN, 1, 2, 1, button="graf_spee_fires").roll(GERMAN, 6, 6, 5)
    x, _, z = sitting.at("piece/taken_1")
    return sitting.put("piece/taken_1", x + 4000, z)


def test_the_text_names_entries(sit: Begin, desk: Desk) -> None:
    text = "\n".join(text_lines(desk.audit(cheated(sit))))
    assert re.search(
        r"^suspicious +dice\.repeated +entry 5, turn 1, [A-Z][a-z ]+ +German, Gerda P1$", text, re.M
    )
    assert re.search(r"^  see also entry 4$", text, re.M)
    assert re.search(r"^suspicious +tts\.state +entry 5(, turn 1, [A-Z][a-z ]+)?$", text, re.M)
    assert "5 entries, " in text.splitlines()[-1]
    assert " step " not in text


def test_json_holds_entries_beside_steps(sit: Begin, desk: Desk) -> None:
    sitting = cheated(sit)
    value: Any = json.loads(json.dumps(desk.audit(sitting).to_json()))
    assert value["log"]["entries"] == 5
    assert value["log"]["head"] == json.loads(sitting.text.split("\n")[-1])["head"]
    found = {one["code"]: one for one in value["findings"]}
    assert (found["dice.repeated"]["entry"], found["dice.repeated"]["entries"]) == (5, [4])
    assert 0 < found["dice.repeated"]["step"] <= value["log"]["steps"]


def test_findings_of_the_rules_have_entries_too(sit: Begin, desk: Desk) -> None:
    sitting = sit().draw("Blue", "piece/exeter", "deck/Atlantic Cup", -4000, -2000)
    sitting.act("declare", GERMAN, k="raid", x="", p="")
    cases = [one for one in desk.audit(sitting).findings if "." not in one.code]
    assert cases
    assert {one.entry for one in cases} <= set(range(1, len(sitting.entries) + 1))


def test_explain_takes_and_shows_the_entries_that_findings_name(
    played: dict[str, Any], tmp_path: Path
) -> None:
    """Steps are counted otherwise: an entry may make several, or none."""
    path = tmp_path / "game.json"
    path.write_text(json.dumps(played), "utf-8")
    happened = [*listing.events_of(path)]
    one = next(row for row in happened if row["entry"] - row["step"] > 20 and row["kind"] == "roll")
    result = audit([path], explain=one["entry"])
    assert result.explained is not None and result.recorded is not None
    shown = result.explained.to_json()
    assert (shown["step"], shown["entry"]) == (one["step"], one["entry"])
    text = "\n".join(explained_lines(result))
    assert text.startswith(f"How entry {one['entry']} is read (")
    assert "step" not in text and re.search(r"^  price +entry  seen", text, re.M)
    assert re.search(rf"^ +\d+\.\d +{one['entry']}  ", text, re.M)
    last = result.recorded.entries
    with pytest.raises(AuditError, match=rf"no such entry; the entries are 1 to {last}$"):
        audit([path], explain=last + 1)


def test_the_page_leads_to_the_table_after_an_entry(sit: Begin, desk: Desk, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    write_page(desk.audit(cheated(sit)), page)
    html = page.read_text("utf-8")
    assert re.search(r"<dd>turn 1, [A-Z][a-z ]+, entry 5</dd>", html)
    assert "Board after entry 5</button>" in html
    replay = re.search(r'<script type="application/json" id="replay">(.*?)</script>', html, re.S)
    assert replay is not None
    assert max(frame.get("e", 0) for frame in json.loads(replay[1])["frames"]) == 5


def test_what_happened_is_numbered_by_entries(sit: Begin, tmp_path: Path) -> None:
    sitting = sit().act("chat", GERMAN, x="hello").move(GERMAN, "piece/taken_1", 0, 0)
    path = sitting.write(tmp_path / "game.json")
    rows = list(listing.events_of(path))
    assert [(row["kind"], row["entry"]) for row in rows] == [("say", 4), ("move", 6)]
    assert listing.event_line(rows[1]).startswith("    6  ")


def test_the_command_takes_saves_and_heads(sit: Begin, tmp_path: Path) -> None:
    first = sit().move(GERMAN, SUPPLY, 1000, -10000)
    last = first.copy().move(GERMAN, SUPPLY, 2000, -10000)
    paths = [str(first.write(tmp_path / "a.json")), str(last.write(tmp_path / "b.json"))]
    head = first.entries[-1]["h"]
    shown = CliRunner().invoke(main, ["audit", *paths, "--head", head[:8], "--json"])
    assert shown.exit_code == 0, shown.output
    assert {"tts.head", "tts.held"} <= {one["code"] for one in json.loads(shown.output)["findings"]}
    shown = CliRunner().invoke(main, ["audit", *paths, "--head", "0" * 8])
    assert shown.exit_code == 1
    assert "tts.head" in shown.output


def test_where_hidden_things_could_be_is_told_by_entries(
    played: dict[str, Any], desk: Desk
) -> None:
    result = desk.audit(Sitting(played), belief=True)
    lines = list(text_lines(result))
    at = next(at for at, line in enumerate(lines) if line.startswith("Where "))
    assert lines[at + 1].split()[0] == "entry"
    rows = lines[at + 2 : lines.index("", at)]
    numbers = [int(row.split()[0]) for row in rows]
    assert numbers[0] == 0
    assert max(numbers) > result.steps / 2
