"""A club's ten years of games, made by self-play: what ``benchmarks.archive`` has looked at.

Every game is one of the bundled, begun with one of its set-ups and played by chance or with a
purpose, with buttons or by hand; some players have habits, some games have an offence in them. A
game is a log, or two that follow on each other; some logs are there twice, some in a zip. What lies
there already is not made again.
"""

from __future__ import annotations

import io
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

from generator.definition.reader import game_folder, load_game
from generator.files import replace_file
from generator.light import dataclass
from generator.packaging import build
from generator.vassal import modules, saves
from generator.vassal.modules import Module
from validator.playing.fuzzing import mutated
from validator.playing.processes import processes
from validator.playing.selfplay import styles_of
from validator.proving.bending import apart, bends, bent
from validator.proving.gestures import REFUSALS
from validator.proving.habits import HABITS, Sitting
from validator.proving.offences import Candidate, cases_of
from validator.proving.planting import Plot
from validator.proving.subject import Game, Log, Subject
from validator.rules.engine import GameRules

SHARES = {
    "graf_spee": 10,
    "under_ten_flags": 4,
    "atlantic_chase": 3,
    "red_flags": 2,
    "uboat_variant": 1,
}
"""Of twenty games in a row: a long game is played less often, as in a club."""
SELDOM = {"campaign": 20, "novaya_balka": 4}
"""Set-ups that take an evening or many: so many times the others of their game are played more."""
LESSONS = ("tutorial_1", "tutorial_2")
"""Set-ups of which only the lesson can be played: their tables hold no more than it needs."""
_ORDER = tuple(name for name, share in SHARES.items() for _ in range(share))
PARTS = 10
"""The club's folders: each holds a tenth of the games, and of those of each set-up."""
MEMBERS = (
    "Ann", "Bob", "Cid", "Dora", "Ed", "Fay", "Gus", "Hana", "Ivo", "Jill", "Kim", "Leo", "Mia",
    "Nils", "Olga", "Paul", "Quinn", "Rosa", "Sam", "Tess",
)  # fmt: skip
TRIES = 400
"""So many verbs are tried until one breaks a case and can be played out."""
_DEALT: list[int] = []
"""Of each game, by its number, the part it lies in, as far as that was asked."""
_PLAYED: Counter[tuple[str, str]] = Counter()
"""How many of those were begun with a set-up."""
_FIRST, _LAST = 1_451_606_400, 1_767_225_600
"""The club's years, 2016 to 2025: seconds since 1970."""


@dataclass(frozen=True, slots=True)
class _Wanted:
    """One game that is to be made."""

    number: int
    module: Path
    out: Path


def make(club: Path, count: int, jobs: int) -> Iterator[tuple[int, int]]:
    """Make the games that are not there yet; of each is told how many are made now, and how many
    were left."""
    wanted: dict[tuple[str, str], list[int]] = {}
    for number in range(count):
        if not _ready(club, number).exists():
            wanted.setdefault(begun_with(number), []).append(number)
    done, left = 0, sum(map(len, wanted.values()))
    for (name, set_up), numbers in wanted.items():
        game, folder = load_game(name).begun_at(set_up), game_folder(name)
        art = (folder / "art",) if (folder / "art").is_dir() else ()
        with tempfile.TemporaryDirectory(prefix="club-") as place:
            module = build(game, Path(place), art=art).module
            tasks = [_Wanted(number, module, club) for number in numbers]
            for _ in processes(jobs)(_made, game, folder, tasks):
                done += 1
                yield done, left


def begun_with(number: int) -> tuple[str, str]:
    """The game that is played, and the set-up of it."""
    name = _ORDER[number % len(_ORDER)]
    set_ups = _set_ups(name)
    often = [1 / SELDOM.get(one, 1) for one in set_ups]
    return name, Random(f"set-up/{number}").choices(set_ups, often)[0]


@cache
def _set_ups(name: str) -> tuple[str, ...]:
    return tuple(one.id for one in load_game(name).scenarios if one.id not in LESSONS)


def part(club: Path, number: int) -> Path:
    """One of the club's folders: games of one set-up are dealt out to them in turn, so that the
    folders take as long as each other to look at."""
    while len(_DEALT) <= number:
        begun = begun_with(len(_DEALT))
        first = Random(f"part/{begun}").randrange(PARTS)
        _DEALT.append((first + _PLAYED[begun]) % PARTS)
        _PLAYED[begun] += 1
    return club / f"part-{_DEALT[number]}"


def folders(club: Path, count: int, parts: int) -> tuple[int, list[Path]]:
    """Some of the folders, and how many of so many games lie in them."""
    found = [part(club, number) for number in range(count)]
    chosen = sorted(set(found), key=lambda path: path.name)[:parts]
    return sum(path in chosen for path in found), chosen


def _ready(club: Path, number: int) -> Path:
    """A game that is made has an empty file here; archives do not look at it."""
    return part(club, number) / "made" / str(number)


def _made(rules: GameRules, wanted: _Wanted) -> None:
    """Play one game and write its files."""
    number, rng = wanted.number, Random(f"club/{wanted.number}")
    with tempfile.TemporaryDirectory(prefix="club-") as place:
        subject = Subject(rules, _module(wanted.module), Path(place))
        game = subject.play(number, rng.choice(styles_of(rules)), by_hand=rng.random() < 0.3)
        log = _written(subject, game, rng)
        paths: Sequence[Path] = (log.path,)
        if rng.random() < 0.25 and len(log.steps) > 2:
            paths = subject.cut(log, rng.randrange(1, len(log.steps)))
        names = dict(zip(subject.sides, rng.sample(MEMBERS, len(subject.sides)), strict=True))
        saved = rng.randrange(_FIRST, _LAST)
        home = part(wanted.out, number)
        for at, path in enumerate(paths, 1):
            name = f"{rules.game.id} {number}{f' turn {at}' if len(paths) > 1 else ''}.vlog"
            data = _signed(path, names, saved + 86_400 * 3 * at)
            if rng.random() < 0.1:
                replace_file(home / "sent again" / name, data)
            if rng.random() < 0.1:
                replace_file(home / "zips" / f"{name}.zip", _zipped(name, data))
            else:
                replace_file(home / rules.game.id / name, data)
    replace_file(_ready(wanted.out, number), b"")


def _written(subject: Subject, game: Game, rng: Random) -> Log:
    """The log of a game; of ten, three have habits in them, and one an offence."""
    kind = rng.random()
    try:
        if kind < 0.1:
            changed = _with_offence(subject, game, rng)
            if changed is not None:
                return subject.saved(changed)
        elif kind < 0.4:
            sitting, places = Sitting(subject, game, rng), []
            for habit in rng.sample([*HABITS.values()], 3):
                found = list(bends(sitting, habit))
                places += rng.sample(found, min(2, len(found)))
            changes = [change for _, change in apart(places)]
            return subject.written(game, bent(game.gestures, changes))
    except REFUSALS:
        pass  # the table does not allow it there
    return subject.saved(game)


def _with_offence(subject: Subject, game: Game, rng: Random) -> Game | None:
    """The game with a breach of some case in it; it ends a turn or two behind."""
    rules, plot = subject.rules, Plot(subject, game)
    for _ in range(TRIES):
        at = rng.randrange(len(game.played))
        one = game.played[at]
        verb = mutated(rules, one.verb, rng)
        cases = cases_of(rules, one.before, verb) if type(verb) is type(one.verb) else ()
        if cases and subject.has_all_of(verb, game):
            found = Candidate("another value", verb, verb.by or one.side, at, cases)
            try:
                plant = plot.planted(cases[0], found)
            except REFUSALS:
                continue
            if plant.own:
                return plant.changed
    return None


def _signed(path: Path, names: dict[str, str], saved: int) -> bytes:
    """A log of members of the club, with its hour."""
    save = saves.from_bytes(path.read_bytes(), path.name)
    text = save.text
    for side, name in names.items():
        text = text.replace(f"{side} Player".encode(), name.encode())
    path = path.with_name("signed.vlog")
    data = replace(save.savedata, date_saved=str(saved * 1000))
    saves.write(path, replace(save, text=text, savedata=data))
    return path.read_bytes()


def _zipped(name: str, data: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        made.writestr(zipfile.ZipInfo(name), data)
    return out.getvalue()


@cache
def _module(path: Path) -> Module:
    return modules.read(path)
