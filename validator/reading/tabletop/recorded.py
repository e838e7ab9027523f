"""A save of Tabletop Simulator in which our recorder was at work."""

from __future__ import annotations

from dataclasses import field
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from generator.collecting import no_collection
from generator.errors import BroadsideError
from generator.light import dataclass
from generator.tabletop_simulator import spelled
from validator.reading.tabletop.log import Log, is_log, read_log

_OBJECTS: Final = "ObjectStates"
_STATE: Final = "LuaScriptState"


class TabletopError(BroadsideError):
    """A file that is no save of Tabletop Simulator, or one that was played without a recorder."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A save and the log inside it."""

    name: str
    """What messages call the file."""
    sha256: str
    """Of the whole file."""
    log: Log
    root: dict[str, Any] = field(repr=False)
    """The whole save, as plain values."""

    @property
    def text(self) -> str:
        """The log as it stands in the save."""
        return str(self.root[_STATE])

    @property
    def saved(self) -> int | None:
        """When it was saved, in seconds since 1970; none where the save does not say."""
        told = self.root.get("EpochTime")
        return told if type(told) is int and told > 0 else None


def read_save(path: Path, limits: spelled.Limits = spelled.LIMITS) -> Recorded:
    """The log of a game in a save, and the save.

    Raises `generator.tabletop_simulator.spelled.SpelledError` for a file that cannot be read, is
    no JSON, or asks for too much; `TabletopError` for JSON that is no save, or a save without the
    recorder's log; `validator.reading.tabletop.log.LogError` for a log without a header.
    """
    with no_collection():
        data = spelled.bytes_of(path, limits)
        root = spelled.parse(data, str(path), limits)
        return recorded_in(root, str(path), sha256(data).hexdigest())


def recorded_in(root: Any, name: str, digest: str) -> Recorded:
    """As `read_save`, for a save already read; ``digest`` is the hash of its file."""
    if not isinstance(root, dict) or not isinstance(root.get(_OBJECTS), list):
        raise TabletopError(f"{name}: no save of Tabletop Simulator: it has no list {_OBJECTS!r}")
    state = root.get(_STATE)
    if not isinstance(state, str) or not is_log(state):
        raise TabletopError(_without_recorder(root, name))
    return Recorded(name, digest, read_log(state, name), root)


def _without_recorder(root: dict[str, Any], name: str) -> str:
    title = root.get("SaveName")
    called = f" ({title!r})" if isinstance(title, str) and title else ""
    return (
        f"{name}: a save of Tabletop Simulator{called} without Broadside's recorder: what was"
        " played in it stands nowhere; `broadside inspect`, `lint` and `diff` look at any save, and"
        " `broadside build GAME --target tts` makes one that records"
    )
