"""Read a save of Tabletop Simulator that contains the log of our recorder."""

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
    """The file is not a save of Tabletop Simulator, or was played without the recorder."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A save and the log inside it."""

    name: str
    """The file's name for messages."""
    sha256: str
    """The hash of the whole file."""
    log: Log
    root: dict[str, Any] = field(repr=False)
    """The whole save, as plain values."""

    @property
    def text(self) -> str:
        """The text of the log, unchanged."""
        return str(self.root[_STATE])

    @property
    def saved(self) -> int | None:
        """When it was saved, in seconds since 1970; None if the save does not say."""
        seconds = self.root.get("EpochTime")
        return seconds if type(seconds) is int and seconds > 0 else None


def read_save(path: Path, limits: spelled.Limits = spelled.LIMITS) -> Recorded:
    """Read a save and the log in it.

    Raises `generator.tabletop_simulator.spelled.SpelledError` for a file that cannot be read, is
    not JSON, or exceeds the limits; `TabletopError` for JSON that is not a save, or a save without
    the recorder's log; `validator.reading.tabletop.log.LogError` for a log without a header.
    """
    with no_collection():
        data = spelled.bytes_of(path, limits)
        root = spelled.parse(data, str(path), limits)
        return recorded_in(root, str(path), sha256(data).hexdigest())


def recorded_in(root: Any, name: str, digest: str) -> Recorded:
    """Like `read_save`, for a save that was parsed already; ``digest`` is the hash of its file."""
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
