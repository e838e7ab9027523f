"""The rules that ``broadside new --rules`` writes: clean games are clean, offences are found."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from broadside import main
from generator.definition.reader import load_game
from generator.definition.schema import Game
from generator.starting import StartingError, begin
from generator.vassal import modules, saves
from tests.blank_module import write_blank_module
from tests.sampling import one_in
from validator.audit import audit
from validator.audit.findings import Finding
from validator.explaining import signs
from validator.playing import logbook, performing
from validator.playing.selfplay import Played, play_game
from validator.playing.tabletop import savegame
from validator.proving.subject import Subject
from validator.rules.engine import GameRules
from validator.rules.loading import load_part, load_rules
from validator.rules.marching import marches_over
from validator.rules.verbs import Verb
from validator.starting import RULES, rules_for

SEED = 1
SEEDS = range(1, 3)


@dataclass
class Begun:
    """A game with rules as a beginner has it, and its module."""

    folder: Path
    game: Game
    module: modules.Module
    rules: GameRules

    @cached_property
    def played(self) -> tuple[tuple[Played, ...], ...]:
        """Games of it, every verb of which is legal."""
        return tuple(play_game(self.rules, seed).played for seed in SEEDS)

    def part(self, name: str) -> Any:
        """One of its Python files."""
        return load_part(self.folder, name)

    def log(self, out: Path, verbs: Iterable[Verb], *, by_hand: bool = False) -> Path:
        """A log in which these verbs are done, legal or not."""
        played = list(self.told(verbs))

        def hands(stage: Any, _: Sequence[Played]) -> Iterator[int]:
            made = performing.Performance(self.rules.module, stage, played)
            made.careful = True
            return made.perform()

        logged = logbook.played_out(
            self.game,
            self.module,
            seed=SEED,
            players="random",
            by_hand=by_hand,
            folder=self.folder,
            staging=hands,
        )
        saves.write(out, logbook.save_of(self.module, logged))
        return out

    def told(self, verbs: Iterable[Verb]) -> Iterator[Played]:
        """Who does them, and in which state."""
        steps = self.part("tables").STEPS
        state = self.rules.start()
        for verb in verbs:
            unit = getattr(verb, "unit", None)
            side = self.rules.tables.side(unit) if unit else steps[state.step]
            yield Played(side or "Soviet", verb, state)
            state = self.rules.apply(state, verb)

    def goes_on(self, state: Any, *, verbs: int = 16) -> Iterator[Verb]:
        """What is done after a verb: what is owed, the end of the player turn, then a few moves."""
        rng, ended = Random(SEED), 0
        for _ in range(verbs):
            dues = sorted(self.rules.due(state), key=lambda due: not due.mandatory)
            if ended and not state.pending and len(state.moved) < 3:
                dues.reverse()
                dues.sort(key=lambda due: not due.step.endswith("_move"))
            found = (one for due in dues for one in self.rules.answers(state, due, rng=rng))
            decision = next(found, None)
            if decision is None:
                return  # what is owed cannot be done any more
            verb = self.rules.resolve(state, decision, rng)
            ended += type(verb).__name__ == "EndPlayerTurn"
            yield verb
            state = self.rules.apply(state, verb)

    def judged(self, log: Path, **how: Any) -> list[Finding]:
        """What is found in a log besides notes."""
        found = audit([log], game=self.folder, **how).findings
        return [one for one in found if one.severity.value != "note"]


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Begun:
    folder = tmp_path_factory.mktemp("games") / "river"
    begin(folder, "hex-and-counter", dressed=rules_for("hex-and-counter"))
    game = load_game(folder)
    rules = load_rules(game, folder)
    module = modules.read(write_blank_module(game, tmp_path_factory.mktemp("built")))
    return Begun(folder, game, module, rules)


@pytest.mark.slow
@pytest.mark.parametrize("by_hand", one_in(2, [False, True]))
def test_a_game_that_is_played_by_the_rules_is_clean(
    begun: Begun, tmp_path: Path, by_hand: bool
) -> None:
    assert begun.module.path is not None
    log = tmp_path / "game.vlog"
    logbook.play_as_log(
        begun.game, begun.module.path, log, seed=2, by_hand=by_hand, folder=begun.folder
    )
    assert begun.judged(log) == []


def test_the_same_is_clean_as_a_save_of_tabletop_simulator(begun: Begun, tmp_path: Path) -> None:
    """Its declarations name places, which the recorder leaves open."""
    save = tmp_path / "game.json"
    savegame.play_as_save(begun.game, save, seed=1, folder=begun.folder)
    assert begun.judged(save) == []


@pytest.mark.parametrize("click", ["Is attacked", "Attacks"])
def test_a_declaration_that_is_only_said_aloud_accuses_nobody(
    begun: Begun, tmp_path: Path, click: str
) -> None:
    subject = Subject(begun.rules, begun.module, tmp_path)
    played = subject.play(SEED, "random", by_hand=False)
    clicks = [at for at, one in enumerate(played.gestures) if click in one.args[:2]]
    for at in (clicks[0], clicks[len(clicks) // 2], clicks[-1]):
        log = subject.written(played, [*played.gestures[:at], *played.gestures[at + 1 :]])
        assert begun.judged(log.path) == []


def test_a_unit_that_lies_face_down_leaves_no_doubt_about_the_first_turn(begun: Begun) -> None:
    laid = begun.rules.tables.set_up
    tokens = [
        SimpleNamespace(unit=unit, place=one.at, level=2 if one.reduced else 1)
        for unit, one in laid.items()
    ]

    def begins(seen: list[Any]) -> Any:
        scene = SimpleNamespace(turn=(1, 0), start=dict(enumerate(seen)))
        context = SimpleNamespace(tables=begun.rules.tables, scene=scene, unseen_dice=False)
        return begun.part("flow").start_of_log(context)

    state = begins(tokens[1:])
    assert not state.doubt and state.units == laid
    moved = SimpleNamespace(unit=tokens[0].unit, place="0101", level=1)
    assert begins([moved, *tokens[1:]]).doubt and begins([]).doubt


BUNKER = """
  - id: bunker
    kind: bunker
    side: German
    name: Bunker
    mask: {access: [German], name: Unknown}
    back: {layout: marker, title: "?", background: german}
    faces: [{layout: marker, title: Bunker, background: german}]
"""


def test_a_counter_that_the_set_up_lays_face_down_is_where_it_belongs(tmp_path: Path) -> None:
    """Who may not look at it finds nothing odd; nor a counter that lies down as well."""
    folder, log = tmp_path / "game", tmp_path / "game.vlog"
    begin(folder, "hex-and-counter", dressed=rules_for("hex-and-counter"))
    with (folder / "counters.yaml").open("a", encoding="utf-8") as counters:
        counters.write(BUNKER)
    first = folder / "scenarios" / "first.yaml"
    laid = '  - {pieces: [bunker], map: map, at: "0304", masked: true}\n'
    text = first.read_text("utf-8")
    first.write_text(text.replace("steps:\n", f"{laid}steps:\n", 1), "utf-8")
    game = load_game(folder)
    module = modules.read(write_blank_module(game, tmp_path)).path
    assert module is not None
    logbook.play_as_log(game, module, log, seed=1, folder=folder)
    for eyes in ({}, {"side": "Soviet"}, {"side": "German"}, {"reveal": True}):
        found = audit([log], game=folder, **eyes).findings
        assert [one for one in found if one.severity.value != "note"] == [], eyes


# --- Offences: each is a verb that breaks one case, done where all else is allowed --------

Offence = Callable[[Begun, Any, Verb], Iterable[Verb]]
"""(game, state, the verb that was played in it) -> what may be done instead."""


def moves(choose: Callable[[Begun, Any, str], Iterable[str]]) -> Offence:
    """A unit that may move goes where it must not."""

    def found(begun: Begun, state: Any, verb: Verb) -> Iterator[Verb]:
        v = begun.part("verbs")
        if isinstance(verb, v.Move):
            for to in choose(begun, state, verb.unit):
                yield v.Move(verb.unit, to)

    return found


def everywhere(begun: Begun, state: Any, unit: str) -> Iterable[str]:
    return begun.rules.tables.marches.near


def moves_another(begun: Begun, state: Any, verb: Verb) -> Iterator[Verb]:
    v = begun.part("verbs")
    if isinstance(verb, v.Move | v.EndPlayerTurn):
        for unit, one in state.units.items():
            for to in sorted(begun.rules.tables.marches.near.get(one.at, ())):
                yield v.Move(unit, to)


def attacks(begun: Begun, state: Any, verb: Verb) -> Iterator[Verb]:
    v = begun.part("verbs")
    if isinstance(verb, v.EndPlayerTurn | v.Target):
        for place in sorted(begun.rules.tables.places(state, "German") | {"0806", "0906"}):
            yield v.Target(place)


def attacks_again(begun: Begun, state: Any, verb: Verb) -> Iterator[Verb]:
    v = begun.part("verbs")
    if isinstance(verb, v.Roll):
        for place in begun.rules.tables.marches.near[state.target]:
            if not any(state.units[unit].at == place for unit in state.fighting):
                yield v.Attack(place)


def attacks_from_afar(begun: Begun, state: Any, verb: Verb) -> Iterator[Verb]:
    v = begun.part("verbs")
    if isinstance(verb, v.Roll):
        for place in sorted(begun.rules.tables.places(state, "Soviet")):
            yield v.Attack(place)


def retreats(begun: Begun, state: Any, verb: Verb) -> Iterator[Verb]:
    v = begun.part("verbs")
    if isinstance(verb, v.Retreat):
        near = begun.rules.tables.marches.near
        for to in near[state.units[verb.unit].at]:
            yield v.Retreat(verb.unit, to)


def loses_for_nothing(begun: Begun, state: Any, verb: Verb) -> Iterator[Verb]:
    v = begun.part("verbs")
    if isinstance(verb, v.EndPlayerTurn):
        for unit, one in state.units.items():
            if not one.reduced and one.at in begun.rules.tables.marches.near:
                yield v.Lose(unit, None)


PLANTED: dict[str, tuple[str, Offence]] = {
    "moves an enemy": ("1.1", moves_another),
    "moves after an attack": ("1.2", moves_another),
    "too far": ("2.1", moves(everywhere)),
    "through a zone of control": ("2.2", moves(everywhere)),
    "into an enemy": ("2.3", moves(everywhere)),
    "three in a hex": ("2.4", moves(everywhere)),
    "attacks an empty hex": ("3.1", attacks),
    "attacks from afar": ("3.1", attacks_from_afar),
    "attacks twice": ("3.2", attacks_again),
    "loses a step for nothing": ("3.4", loses_for_nothing),
    "retreats too little": ("3.5", retreats),
}


def planted(begun: Begun, case: str, offence: Offence) -> list[Verb]:
    """A game up to an offence that breaks this one case, and a few verbs more."""
    for played in begun.played:
        for at, one in enumerate(played):
            for verb in offence(begun, one.before, one.verb):
                if [breach.case for breach in begun.rules.check(one.before, verb)] != [case]:
                    continue
                after = [*begun.goes_on(begun.rules.apply(one.before, verb))]
                if after:
                    return [*(other.verb for other in played[:at]), verb, *after]
    pytest.fail(f"no such offence in these games: {case}")


@pytest.mark.parametrize("name", one_in(5, PLANTED))
@pytest.mark.slow
def test_an_offence_is_found(begun: Begun, tmp_path: Path, name: str) -> None:
    case, offence = PLANTED[name]
    verbs = planted(begun, case, offence)
    found = begun.judged(begun.log(tmp_path / "game.vlog", verbs))
    assert [(one.code, one.severity.value) for one in found] == [(case, "violation")]


def left_out(begun: Begun, kind: str) -> list[Verb]:
    """A game up to something that is owed, which is not done before the player turn ends."""
    v = begun.part("verbs")
    for played in begun.played:
        for at, one in enumerate(played):
            if isinstance(one.verb, getattr(v, kind)):
                verbs = [other.verb for other in played[:at]]
                end = v.EndPlayerTurn(begun.part("tables").STEPS[one.before.step])
                return [*verbs, end, *begun.goes_on(begun.rules.apply(one.before, end))]
    pytest.fail(f"no {kind} in these games")


def test_without_dice_no_retreat_excuses_a_move_onto_an_enemy(begun: Begun, tmp_path: Path) -> None:
    """Beside an enemy it might be a retreat, but that is never onto an enemy."""
    onto = begun.part("verbs").Move("g_1_311", "1006")
    found = begun.judged(begun.log(tmp_path / "game.vlog", [onto], by_hand=True))
    assert [(one.code, one.side) for one in found] == [("3.5", "German")]


@pytest.mark.slow
def test_moves_that_break_several_cases_are_no_retreats(begun: Begun, tmp_path: Path) -> None:
    """A retreat that nothing asks for breaks only one; who moves their own unit is at fault. This
    log has no dice, but neither unit is beside an enemy."""
    move = begun.part("verbs").Move
    wrong = [move("g_2_311", "1606"), move("s_2_214", "0207")]
    found = begun.judged(begun.log(tmp_path / "game.vlog", wrong))
    assert [(one.code, one.side) for one in found] == [
        ("1.1", "German"),
        ("2.1", "German"),
        ("2.1", "Soviet"),
    ]


@pytest.mark.parametrize(
    ("kind", "case"),
    one_in(3, [("Lose", "3.4"), ("Roll", "3.3"), ("Retreat", "3.5")], arguments=2),
)
def test_what_is_left_out_is_missing(begun: Begun, tmp_path: Path, kind: str, case: str) -> None:
    log = begun.log(tmp_path / "game.vlog", left_out(begun, kind))
    assert [(one.code, one.severity.value) for one in begun.judged(log)] == [(case, "missing")]


# --- The command ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_python_file_is_written_word_for_word(begun: Begun) -> None:
    room = Path(rules_for.__code__.co_filename).parent / RULES["hex-and-counter"]
    written = {path.name for path in begun.folder.glob("*.py")}
    assert written == {path.name for path in room.glob("*.py")} - {"__init__.py"}
    for name in written:
        assert (begun.folder / name).read_bytes() == (room / name).read_bytes()


def test_its_charts_say_nothing_that_the_rules_leave_out(begun: Begun) -> None:
    shifts = begun.game.chart("shifts")
    assert [entry.id for entry in shifts.entries] == ["river"]  # type: ignore[union-attr]
    for name in ("game.yaml", "actions.yaml"):
        assert "upply" not in (begun.folder / name).read_text("utf-8")
    kinds = begun.game.map("map").terrain.kinds  # type: ignore[union-attr]
    assert not any("No vehicles" in kind.text for kind in kinds.values())


@pytest.mark.slow
def test_what_the_page_changes_is_found_as_the_page_says(begun: Begun, tmp_path: Path) -> None:
    page = Path(__file__).resolve().parents[3] / "docs" / "rules-of-your-own.md"
    (shown,) = re.findall(r"^    (violation      2\.4 .*\n(?:    .*\n)+)", page.read_text(), re.M)
    strict, log = tmp_path / "river", tmp_path / "game.vlog"
    assert begun.module.path is not None
    logbook.play_as_log(begun.game, begun.module.path, log, seed=1, folder=begun.folder)
    shutil.copytree(begun.folder, strict, ignore=shutil.ignore_patterns("__pycache__"))
    text = (strict / "tables.py").read_text("utf-8")
    (strict / "tables.py").write_text(text.replace("STACK = 2", "STACK = 1"), "utf-8")
    told = CliRunner().invoke(main, ["audit", str(log), "--game", str(strict)]).output
    assert " ".join(shown.split()) in " ".join(told.split())


def test_the_signs_that_the_page_names_are_there() -> None:
    page = Path(__file__).resolve().parents[3] / "docs" / "rules-of-your-own.md"
    table = page.read_text("utf-8").partition("| sign | what a log shows |")[2].partition("\n\n")[0]
    cells = [line.split("|")[1] for line in table.splitlines() if line]
    named = [name for cell in cells for name in re.findall(r"`(\w+)[`(]", cell)]
    assert {"moved", "rolled", "fixed"} <= {*named}
    assert [name for name in named if not hasattr(signs, name)] == []


def test_a_starter_without_rules_says_so(tmp_path: Path) -> None:
    with pytest.raises(StartingError, match="no rules to begin with for 'naval'"):
        rules_for("naval")
    done = CliRunner().invoke(main, ["new", str(tmp_path / "x"), "--like", "cards", "--rules"])
    assert done.exit_code == 2 and not (tmp_path / "x").exists()


def test_a_mistake_in_the_rules_is_told_with_its_place(begun: Begun, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    for path in begun.folder.glob("*.*"):
        (folder / path.name).write_bytes(path.read_bytes())
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "first.yaml").write_bytes(
        (begun.folder / "scenarios" / "first.yaml").read_bytes()
    )
    text = (folder / "movement.py").read_text("utf-8")
    (folder / "movement.py").write_text(text.replace("full = len(", "full = lem("), "utf-8")
    log = begun.log(tmp_path / "game.vlog", [*begun.goes_on(begun.rules.start(), verbs=3)])
    done = CliRunner().invoke(main, ["audit", str(log), "--game", str(folder)])
    assert done.exit_code == 2
    assert "movement.py:" in done.output and "'lem' is not defined" in done.output


def test_an_attack_on_a_box_is_refused_and_its_die_ends_in_no_traceback(begun: Begun) -> None:
    rules, v = begun.rules, begun.part("verbs")
    state = rules.start()
    here = next(iter(rules.tables.places(state, "Soviet")))
    target = v.Target("Soviet losses")
    assert [case.id for case, _ in rules.faults(state, target)] == ["3.1"]
    for verb in (target, v.Attack(here), v.Roll(3)):
        state = rules.apply(state, verb)
    assert state.fighting


@pytest.mark.slow
def test_a_die_that_is_none_tells_nothing_and_ends_in_no_traceback(begun: Begun) -> None:
    rules, v = begun.rules, begun.part("verbs")
    for played in begun.played:
        one = next((one for one in played if type(one.verb) is v.Roll), None)
        if one is not None:
            for die in (0, 7, None):
                after = rules.apply(one.before, v.Roll(die))
                assert not [due for due in after.pending if due.what == "a die"]
            return
    pytest.fail("no roll in these games")


def test_a_march_over_a_map_of_which_no_ground_is_said_costs_nothing(begun: Begun) -> None:
    board = begun.game.map("map").model_copy(update={"terrain": None})
    marches = marches_over(board)
    start = next(iter(marches.near))
    assert set(marches.reach(start, 0)) == set(marches.near)
