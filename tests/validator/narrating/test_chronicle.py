"""An explained log, told: in a game's sentences, or by its verbs' names and fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from broadside import main
from generator.vassal import trees
from generator.vassal.commands import Chat
from tests.modules.graf_spee.played_logs import played
from tests.validator.card_game import deal, ran
from tests.validator.explaining.toy import MODULE, Log
from validator.audit.auditing import audited
from validator.audit.played import played as reading
from validator.explaining.telling import explain
from validator.narrating import Report, narrate, narrated
from validator.narrating.chronicle import Teller, _by_default, are_many
from validator.narrating.sentences import FILE, read_wording
from validator.rules.engine import GameRules
from validator.rules.verbs import Verb

SIDES = (
    SimpleNamespace(id="Scout", name="Scout"),
    SimpleNamespace(id="Hunter", name="The Hunters"),
)
TRACK = SimpleNamespace(marker="turn", cells={2: "night"})
BOARD = SimpleNamespace(decks=(), tracks=(TRACK,))
TURNS = SimpleNamespace(name="Turn", first=1, marker="turn")
GAME = SimpleNamespace(counters=(), maps=(BOARD,), sides=SIDES, turns=TURNS)


def story(folder: Path, log: Log, told: str = "") -> dict[str, list[str]]:
    (folder / FILE).write_text(told, "utf-8")
    rules = GameRules(GAME, MODULE, folder)
    scene = log.scene()
    teller = Teller(rules, read_wording(folder, MODULE.verbs), scene)
    return {
        heading: [" ".join(said.text for said in one) for one in paragraphs]
        for heading, paragraphs in teller.chapters(explain(rules, scene))
    }


def a_chase() -> Log:
    return Log().move("2").roll(4).end(2).move("3").roll(6).end(3)


def test_without_sentences_names_and_fields_tell(tmp_path: Path) -> None:
    assert story(tmp_path, a_chase()) == {
        "Turn 1": ["The Scout walks to 2. The Hunters throw: a four."],
        "Turn 2: night": ["The Scout walks to 3. The Hunters throw: a six."],
    }


class Target(Verb):
    hex: str


class ShowScout(Verb):
    scout: str
    unit: str
    side: str


def test_without_a_sentence_nothing_is_told_twice_and_no_hex_is_taken_for_a_place() -> None:
    words = {"piece 1": "Empty sand (piece 1)", "empty_1": "Empty sand", "Legion": "the Legion"}
    teller: Any = SimpleNamespace(
        word=lambda value, form, dice: words.get(value, value), is_counter=words.__contains__
    )

    def told(verb: Verb) -> str:
        entry: Any = SimpleNamespace(verb=verb)
        return _by_default(teller, entry, "the Legion", plural=False)

    assert told(Target("0406")) == "targets (hex 0406)"
    assert told(ShowScout("piece 1", "empty_1", "Legion")) == "shows Empty sand (piece 1)"


def test_a_card_is_told_without_the_name_of_its_field(tmp_path: Path) -> None:
    game, log = deal(tmp_path), tmp_path / "deal.vlog"
    assert ran("play", game, "-o", log)[0] == 0
    told = ran("log", log, "--game", game, "--narrative")[1]
    assert re.search(r"draws\s+Event\s+\d", told)
    assert "(card" not in told


def test_a_heading_has_the_words_of_its_cell_or_of_the_file(tmp_path: Path) -> None:
    told = "heading: 'Night {turn}'"
    assert list(story(tmp_path, a_chase(), told)) == ["Night 1", "Night 2"]


def test_the_sentences_of_a_game(tmp_path: Path) -> None:
    told = """
sides: {Scout: [the scout, he], Hunter: the hunters}
words: {'3': the ford}
verbs:
  Walk: "goes< from {from}> to [{to}] by night"
  Throw: [{when: {dice: [6]}, says: the scout | is hit}, "the shot | goes wide ({dice})"]
  End:
"""
    assert story(tmp_path, a_chase(), told) == {
        "Turn 1": ["The scout goes from 1 to 2 by night. The shot goes wide (a four)."],
        "Turn 2: night": ["The scout goes from 2 to the ford by night and is hit."],
    }


def test_what_may_lack_is_left_out_and_the_first_that_fits_is_told(tmp_path: Path) -> None:
    told = """
verbs:
  Walk: ["passes {after.pending.last}", "{before.at} to {after.at}< past {after.pending.last}>"]
  Throw: [{when: {after.thrown: false}, says: misses}, {when: {before.turn: ">0"}, says: hits}]
"""
    assert story(tmp_path, Log().move("2").roll(4), told) == {
        "Turn 1": ["The Scout 1 to 2. The Hunters hits."]
    }


def test_what_was_put_right_is_told_once(tmp_path: Path) -> None:
    log = Log().move("3").move("1").move("2").roll(4)
    assert story(tmp_path, log) == story(tmp_path, Log().move("2").roll(4))


def test_a_new_paragraph_begins_where_the_file_says(tmp_path: Path) -> None:
    told = "paragraphs: [Throw]\n"
    assert story(tmp_path, Log().move("2").roll(4), told) == {
        "Turn 1": ["The Scout walks to 2.", "The Hunters throw: a four."]
    }


# --- a game that was played -------------------------------------------------------------------


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("logs")
    game = played(7)
    game.write(folder / "clean.vlog", game.steps)
    typed = [trees.step(Chat("<German Player> - `x` <b>*good luck*</b>"))]
    game.write(folder / "chat.vlog", [*game.steps[:1], *typed, *game.steps[1:]])
    return folder


def words(report: Report) -> str:
    return " ".join(line for line in report.text())


def test_nothing_is_told_that_the_reader_may_not_know(logs: Path) -> None:
    public, all_told = (narrate([logs / "clean.vlog"], reveal=eyes) for eyes in (False, True))
    game = played(7)
    course = next(verb for verb in game.verbs if type(verb).__name__ == "LogCourse")
    assert f"sets course for {course.hex}" in words(all_told)
    assert "sets course for" not in words(public)
    assert "sets her course in secret" in words(public)


def test_a_piece_is_named_from_when_it_is_shown(logs: Path) -> None:
    text = words(narrate([logs / "clean.vlog"]))
    shown = text.index("turns up Hermes (piece 2)")
    assert "Hermes" not in text[:shown]
    assert "Hermes sends her aircraft" in text[shown:]


def test_how_a_game_ended_is_its_last_paragraph(logs: Path) -> None:
    last = narrate([logs / "clean.vlog"]).chapters[-1].paragraphs[-1]
    assert last.startswith("The game ends when")
    assert "The Royal Navy wins" in last


def test_talk_is_no_part_of_it(logs: Path) -> None:
    reports = [narrate([logs / name]) for name in ("clean.vlog", "chat.vlog")]
    stories = [[(one.heading, one.paragraphs) for one in told.chapters] for told in reports]
    assert stories[0] == stories[1]


def test_a_log_that_fits_no_game_is_told_as_it_was_seen(
    logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import validator.explaining.telling as telling

    found = telling.explain

    def given_up(*args: Any, **how: Any) -> Any:
        made = found(*args, **how)
        object.__setattr__(made, "gave_up", 12)
        return made

    monkeypatch.setattr(telling, "explain", given_up)
    report = narrate([logs / "clean.vlog"])
    assert "From step 12 on the log fits no game by these rules" in words(report)
    assert "German Player" in words(report)


def test_a_log_is_explained_once_for_all_that_is_told_of_it(
    logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import validator.explaining.telling as telling

    found, scenes = telling.explain, []

    def counted(rules: Any, scene: Any, **how: Any) -> Any:
        scenes.append(scene)
        return found(rules, scene, **how)

    monkeypatch.setattr(telling, "explain", counted)
    read = reading([logs / "clean.vlog"])
    audited(read, belief=True)
    assert narrated(read) == narrate([logs / "clean.vlog"])
    assert len(scenes) == 2, "once for each time the file was read"


def shown(*args: Any) -> Iterator[Any]:
    ran = CliRunner().invoke(main, ["log", *map(str, args)])
    yield ran.exit_code
    yield ran.output


def test_the_command_tells_text_or_markdown(logs: Path, tmp_path: Path) -> None:
    file = logs / "clean.vlog"
    status, text = shown(file, "--narrative")
    assert status == 0
    assert "Turn 1\n------\n" in text
    assert max(map(len, text.splitlines())) <= 88
    status, text = shown(file, "--narrative", "--markdown")
    assert "\n## Turn 1\n" in text
    status, said = shown("export", file, "-o", tmp_path / "story.md")
    assert (tmp_path / "story.md").read_text("utf-8").strip() == text.strip()
    assert said.endswith("paragraphs\n")


@pytest.mark.parametrize(
    ("command", "module"),
    [(["audit"], "audits"), (["log", "--narrative"], "logs"), (["replay"], "replays")],
)
def test_who_waits_for_a_long_game_is_told_so(
    logs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str], module: str
) -> None:
    said: list[str] = []

    @contextmanager
    def progress(title: str) -> Iterator[Callable[[int, int, str], None]]:
        yield lambda done, total, doing: said.append(f"{title}: {doing}")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(f"validator.commands.{module}.progress", progress)
    CliRunner().invoke(main, [*command, str(logs / "clean.vlog")])
    assert any("reading the" in one for one in said)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--markdown"], "--markdown goes with --narrative"),
        (["--narrative", "--table"], "--narrative and --table do not go together"),
        (["--narrative", "--json"], "--narrative and --json do not go together"),
        (["--narrative", "--as", "Martian"], "Martian"),
    ],
)
def test_options_that_do_not_fit_are_told(logs: Path, options: list[str], told: str) -> None:
    status, text = shown(logs / "clean.vlog", *options)
    assert status == 2 or options[-1] == "Martian"
    assert told in text or options[-1] == "Martian"


@pytest.mark.parametrize(
    ("name", "again", "many"),
    [("the Axis", "it", False), ("the Tribes", "the Tribes", True), ("the Swiss", "they", True)],
)
def test_a_verb_follows_the_word_that_stands_for_its_side(
    name: str, again: str, many: bool
) -> None:
    assert are_many(name, again) is many
