"""The stacking rules of a module's maps."""

from __future__ import annotations

from generator.vassal import sequences
from generator.vassal.modules import Module, map_name
from validator.table import Stacking

_METRICS = "VASSAL.build.module.map.StackMetrics"
_LAYERS = "VASSAL.build.module.map.LayeredPieceCollection"


def stacking_of(module: Module) -> dict[str, Stacking]:
    """Whether each map lets pieces stack, and the property and order of its layers."""
    found = {}
    for element in module.maps():
        metrics = element.find(_METRICS)
        layered = element.find(_LAYERS)
        order = (layered.get("layerOrder") or "") if layered is not None else ""
        found[map_name(element)] = Stacking(
            metrics is None or metrics.get("disabled") != "true",
            (layered.get("property") or "") if layered is not None else "",
            tuple(sequences.decode(order, ",")) if order else (),
        )
    return found
