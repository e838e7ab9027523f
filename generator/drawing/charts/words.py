"""How values of a chart are written: signs of numbers, bands of rolls, yes and no."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from generator.definition.schema import Cell, ShownValue, Sourced

NOTHING = "–"
"""What an empty cell shows."""


def rolls_text(rolls: tuple[int, int], *, below: bool = False, above: bool = False) -> str:
    """A band of totals: ``7`` or ``2–4``; ``≤ 6`` or ``≥ 13`` where all beyond it belong to it."""
    low, high = rolls
    if below:
        return f"≤ {value_text(high)}"
    if above:
        return f"≥ {value_text(low)}"
    return value_text(low) if low == high else f"{value_text(low)}–{value_text(high)}"


def cell_text(cell: Cell | None) -> str:
    """What a cell prints."""
    if cell is None:
        return NOTHING
    return cell.text or value_text(cell.value)


def value_text(value: object, signed: bool = False) -> str:
    """A value in words; ``signed`` writes the plus of a modifier, too."""
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (tuple, list)):
        return ", ".join(value_text(part, signed) for part in value)
    if isinstance(value, (int, float)):
        return (f"{value:+g}" if signed else str(value)).replace("-", "−")
    return str(value)


def title_of(shown: ShownValue) -> str:
    """The head of a value's column."""
    return shown.name or shown.value.replace("_", " ").capitalize()


FOUND = "found:"
"""How the reason of a datum begins that was found elsewhere, in history or in public notes."""


def status_of(chart: Sourced, datum: Sourced) -> str:
    """The status to mark: the one that the datum states itself, else its chart's."""
    source = datum if "status" in datum.model_fields_set else chart
    if source.status == "inferred" and source.why.startswith(FOUND):
        return "found"
    return "" if source.status == "printed" else source.status


def statuses_of(chart: Sourced, cells: Sequence[Cell | None]) -> list[str]:
    """The statuses of a row's cells."""
    return [status_of(chart, cell) if cell is not None else "" for cell in cells]
