"""The save with which a game began, built again from its definition for comparison."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.light import dataclass
from generator.packaging.seats import seats
from generator.packaging.tabletop.save import Setting, header_of, save_of
from generator.packaging.tabletop.undrawn import undrawn
from generator.tabletop_simulator.calibration import Calibration
from validator.audit.findings import Finding
from validator.audit.tabletop.standing import Laid, laid
from validator.audit.tabletop.walking import found_at

if TYPE_CHECKING:
    from generator.packaging.scene import Scene
    from validator.reading.tabletop.recorded import Recorded

_ABOUT_THE_BUILD = ("version", "calibration", "script")
"""Parts of the header that may differ between builds of one definition."""


@dataclass(frozen=True, slots=True)
class Began:
    """A set-up, built as a save."""

    things: Laid
    header: Mapping[str, object]
    script: str
    comparable: bool
    """Whether the played save was built with the same calibration, so that places are the same."""


def began(recorded: Recorded, scene: Scene, art: tuple[Path, ...], known: Calibration) -> Began:
    """The set-up that a save's header names.

    Raises `BroadsideError` if the definition cannot be laid out on a table, KeyError for an unknown
    set-up.
    """
    said = recorded.log.header
    scenario = scene.game.scenario(said.setup)
    setting = Setting(scene, seats(scene.game, art), undrawn(scene, known), str, known)
    save = save_of(setting, scenario)
    objects = [one for one in save.objects if _is_drawn(one)]
    same = said.calibration == known.digest()
    return Began(laid(objects), header_of(setting, scenario), save.script, same)


def _is_drawn(data: Mapping[str, Any]) -> bool:
    """Whether the object is independent of pictures; a board is one tile or several, depending on
    its picture."""
    memo = data.get("Memo")
    return not (isinstance(memo, str) and memo.startswith("board/"))


def header(recorded: Recorded, start: Began) -> Iterator[Finding]:
    """A finding if the header of the log differs from that of a new build of the definition."""
    said = recorded.log.header
    if said.definition != start.header["definition"]:
        return  # reported as for any log (``log.definition``)
    boards = [
        {"id": one.id, "x": one.x, "z": one.z, "w": one.width, "h": one.height}
        for one in said.boards
    ]
    mine: dict[str, object] = {
        "name": said.name,
        "overlays": said.overlays,
        "seats": dict(said.seats),
        "boards": boards,
        "start": said.start,
    }
    other = [
        key
        for key, value in mine.items()
        if value != start.header[key] and (key != "boards" or start.comparable)
    ]
    if other:
        did = f"The header is not that of the save as it was built: other {', '.join(other)}."
        yield found_at("tts.header", 0, did, legal="the header as it was built, untouched")
