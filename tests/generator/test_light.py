"""Light dataclasses behave as Python's own."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import re
from collections.abc import Callable
from dataclasses import FrozenInstanceError, asdict, field, fields, is_dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

from generator.light import dataclass

ROOT = Path(__file__).resolve().parents[2]


def _kinds(make: Callable[..., Any]) -> dict[str, Any]:
    """The same classes, made by one decorator or the other."""

    @make(frozen=True, slots=True)
    class Hex:
        """A hex."""

        column: int
        row: int = 3
        tags: tuple[str, ...] = ()
        names: list[str] = field(default_factory=list, compare=False)
        kind: ClassVar[str] = "hex"

    @make(frozen=True, slots=True)
    class Town(Hex):
        """A hex with a town."""

        name: str = "Kamenka"
        level: int = field(default=1, repr=False, hash=False)

    @make(slots=True)
    class Stack:
        """A stack."""

        where: str
        pieces: list[int] = field(default_factory=list)
        height: int = field(default=0, init=False)

        def __post_init__(self) -> None:
            self.height = len(self.pieces)

    @make
    class Side:
        """A side."""

        name: str
        colour: str = "red"

    @make(frozen=True, eq=False, repr=False)
    class Key:
        """Compared by identity."""

        code: int

    @make(frozen=True)
    class Marked(Key):
        """Without slots, from one that is compared by identity."""

        word: str = "x"

        def __repr__(self) -> str:
            return "own"

    return {one.__name__: one for one in (Hex, Town, Stack, Side, Key, Marked)}


OURS, PYTHONS = _kinds(dataclass), _kinds(dataclasses.dataclass)
MADE = [
    ("Hex", (1,), {}),
    ("Hex", (1, 2), {"tags": ("a",), "names": ["b"]}),
    ("Town", (1,), {"name": "Rio", "level": 4}),
    ("Stack", ("A1",), {"pieces": [1, 2]}),
    ("Side", ("German",), {}),
    ("Marked", (3,), {"word": "y"}),
]


def _told(kinds: dict[str, Any], name: str, args: tuple[Any, ...], words: dict[str, Any]) -> Any:
    """All that can be told of a thing and its class."""
    kind = kinds[name]
    one, two = kind(*args, **words), kind(*args, **words)
    told: dict[str, Any] = {
        "shown": repr(one),
        "plain": asdict(one),
        "fields": [(f.name, f.default, f.init, f.repr, f.compare) for f in fields(one)],
        "equal": one == two,
        "other": one == object(),
        "hashed": kind.__hash__ is not None and hash(one) == hash(two),
        "slots": getattr(kind, "__slots__", None),
        "matched": kind.__match_args__,
        "is": is_dataclass(kind),
        "replaced": repr(replace(one, **{fields(one)[0].name: 9})),
        "copied": repr(copy.copy(one)) + repr(copy.deepcopy(one)),
        "words": kind.__doc__,
    }
    first = fields(one)[0].name
    for change in (lambda: setattr(one, first, 5), lambda: delattr(one, first)):
        try:
            change()
        except Exception as trouble:
            told.setdefault("refused", []).append(type(trouble).__name__)
    for wrong in ((), (1,) * 9):
        with pytest.raises(TypeError) as found:
            kind(*wrong)
        told.setdefault("wrong", []).append(str(found.value))
    return told


@pytest.mark.parametrize(("name", "args", "words"), MADE)
def test_it_is_what_python_makes(name: str, args: tuple[Any, ...], words: dict[str, Any]) -> None:
    assert _told(OURS, name, args, words) == _told(PYTHONS, name, args, words)


def test_python_and_we_start_from_each_other() -> None:
    @dataclasses.dataclass(frozen=True, slots=True)
    class Coast(OURS["Hex"]):  # type: ignore[misc]
        """Python's, from ours."""

        sea: str = "Baltic"

    @dataclass(frozen=True, slots=True)
    class Harbour(PYTHONS["Hex"]):  # type: ignore[misc]
        """Ours, from Python's."""

        depth: int = 4

    assert (Coast(1).row, Coast(1).sea) == (3, "Baltic")
    assert (Harbour(1).row, Harbour(1, depth=9).depth) == (3, 9)
    with pytest.raises(FrozenInstanceError):
        Harbour(1).depth = 3


@dataclass(frozen=True, slots=True)
class Sent:
    """Goes through a pickle."""

    place: str
    far: tuple[int, ...] = ()


def test_it_can_be_pickled() -> None:
    assert pickle.loads(pickle.dumps(Sent("A1", (2,)))) == Sent("A1", (2,))


def test_a_default_that_can_change_is_refused() -> None:
    with pytest.raises(ValueError, match="default"):

        @dataclass
        class Wrong:
            """A list for all."""

            pieces: list[int] = []  # noqa: RUF012


def test_every_dataclass_of_ours_is_a_light_one() -> None:
    heavy = [
        path.relative_to(ROOT).as_posix()
        for room in ("generator", "validator", "modules")
        for path in sorted((ROOT / room).rglob("*.py"))
        if path != ROOT / "generator" / "light.py"
        and re.search(r"^from dataclasses import .*\bdataclass\b", path.read_text("utf-8"), re.M)
    ]
    assert heavy == [], "import dataclass from generator.light"


def test_no_name_of_a_field_is_in_our_way() -> None:
    @dataclass(frozen=True, slots=True)
    class Part:
        absent: int
        set_x: int = 1
        make_x: int = 2
        default_x: int = 3
        x: list[int] = field(default_factory=list)
        set_field: int = 4

    made = Part(0)
    assert dataclasses.astuple(made) == (0, 1, 2, 3, [], 4)


def test_what_is_not_made_as_python_makes_it_is_refused() -> None:
    with pytest.raises(TypeError, match="after name"):

        @dataclass
        class _Side:
            name: str = "Red"
            colour: str  # type: ignore[misc]

    with pytest.raises(TypeError, match="kw_only"):

        @dataclass
        class _Hex:
            name: str = field(default="0304", kw_only=True)
