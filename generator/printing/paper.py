"""Paper formats: by name from ``art/paper/*.yaml``, or by two lengths."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, cast, get_args

from generator.definition.measures import millimetres
from generator.drawing.themes import find_art, missing
from generator.errors import BroadsideError, nearest
from generator.light import dataclass

Edge = Literal["long", "short"]
"""The edge a sheet is turned over when its other side is printed."""

UNPRINTABLE = 5.0
"""Millimetres along each edge that a printer of unknown make leaves white."""

SIDES = (100.0, 2000.0)
"""The shortest and the longest side of a sheet, mm."""


class PaperError(BroadsideError):
    """A paper nobody knows, or one that nothing fits on."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper; lengths in mm. ``unprintable`` is the white border of printers."""

    name: str
    width: float
    height: float
    unprintable: float = UNPRINTABLE
    duplex: Edge = "long"


def find_paper(wanted: str, folders: Sequence[Path] = ()) -> Paper:
    """The paper of that name (``a4``), or of that size (``330x480mm``, ``13in x 19in``).

    ``folders`` are art folders of the game's own, looked into before ours. Raises PaperError.
    """
    if re.match(r"\s*\.?\d", wanted):
        return _by_size(wanted)
    name = wanted.strip().lower()
    path = find_art("paper", f"{name}.yaml", folders) if re.fullmatch(r"[\w-]+", name) else None
    if path is None:
        raise PaperError(
            f"no paper {wanted!r}; {missing('paper', name, '.yaml', folders)}"
            "; or a size such as 330x480mm"
        )
    return _read(path)


def _by_size(wanted: str) -> Paper:
    parts = re.split(r"\s*[x×]\s*", wanted.strip())
    if len(parts) != 2:
        raise PaperError(f"paper {wanted!r}: a size is width and height, such as 330x480mm")
    if not re.search(r"[a-zA-Z\"]", parts[0]):
        parts[0] += "".join(re.findall(r"[a-zA-Z\"]+", parts[1])[:1])
    try:
        width, height = map(millimetres, parts)
    except ValueError as trouble:
        raise PaperError(f"paper {wanted!r}: {trouble}") from None
    return _sound(Paper(f"{width:g} × {height:g} mm", width, height))


def _read(path: Path) -> Paper:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        data = YAML(typ="safe").load(path.read_text("utf-8"))
    except (YAMLError, UnicodeDecodeError) as trouble:
        raise PaperError(f"{path.name}: {' '.join(str(trouble).split())}") from None
    known = ("name", "size", "unprintable", "duplex")
    if not isinstance(data, dict) or not {"name", "size"} <= data.keys():
        raise PaperError(f"{path.name}: a paper has a name and a size, such as 210mm x 297mm")
    for key in data:
        if key not in known:
            near = nearest(str(key), known)
            raise PaperError(
                f"{path.name}: unknown key {key!r}; accepted: {', '.join(known)}{near}"
            )
    edge = data.get("duplex", "long")
    if edge not in get_args(Edge):
        raise PaperError(f"{path.name}: duplex {edge!r}; accepted: {', '.join(get_args(Edge))}")
    try:
        plain = _by_size(str(data["size"]))
        border = millimetres(data.get("unprintable", f"{UNPRINTABLE}mm"))
    except (PaperError, ValueError) as trouble:
        raise PaperError(f"{path.name}: {trouble}") from None
    return _sound(Paper(str(data["name"]), plain.width, plain.height, border, cast(Edge, edge)))


def _sound(paper: Paper) -> Paper:
    least, most = SIDES
    for side in (paper.width, paper.height):
        if not least <= side <= most:
            raise PaperError(
                f"paper {paper.name}: a side of {side:g} mm; accepted: {least:g} to {most:g} mm"
            )
    if not 0 <= paper.unprintable <= min(paper.width, paper.height) / 4:
        raise PaperError(f"paper {paper.name}: a border of {paper.unprintable:g} mm")
    return paper


def named(width: float, height: float, ordered: Paper) -> str:
    """What paper of a size is called, either way round: ``A3 (297 × 420)``, ``300 × 400``."""
    from generator.definition.charts import PAPERS

    short, long = sorted((width, height))
    known = {name.replace("-", " "): sorted(size) for name, size in PAPERS.items()}
    known = {ordered.name: sorted((ordered.width, ordered.height))} | known
    told = f"{short:.0f} × {long:.0f}"
    for name, size in known.items():
        if max(abs(size[0] - short), abs(size[1] - long)) < SAME and "×" not in name:
            return f"{name[0].upper()}{name[1:]} ({told})"
    return told


SAME = 1.6
"""Sheets that differ by so little are one paper: two A5 are an A4, mm."""


def length_of(text: str) -> float:
    """A length of an option, mm; nought needs no unit. Raises ValueError."""
    return 0.0 if re.fullmatch(r"\s*[-+−]?0+\s*", text) else millimetres(text.replace("−", "-"))


def read_nudge(text: str) -> tuple[float, float]:
    """``0.5mm,-0.3mm`` -> how far backs move to the right and down, mm. Raises PaperError."""
    parts = text.split(",")
    if len(parts) != 2:
        raise PaperError(
            f"--nudge {text!r}: two lengths separated by a comma, to the right and down, "
            "such as 0.5mm,-0.3mm"
        )
    try:
        across, down = map(length_of, parts)
    except ValueError as trouble:
        raise PaperError(f"--nudge {text!r}: {trouble}") from None
    if max(abs(across), abs(down)) > MOST_NUDGE:
        raise PaperError(f"--nudge {text!r}: accepted: up to {MOST_NUDGE:g} mm either way")
    return across, down


MOST_NUDGE = 10.0
"""No printer is further out than this, mm."""
