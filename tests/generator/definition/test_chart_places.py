"""Features whose places a chart says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.generator.definition.conftest import Folder

FEATURE = "hexes_from: {chart: ports, column: hex, flag: id, hoist: line}"
CHART = """
  - id: ports
    kind: table
    name: Ports
    columns: [{id: hex, name: Hex}, {id: line, name: Line}]
    rows:
      - {id: "1", cells: {hex: 0101, line: A}}
      - {id: "2", cells: {hex: {value: 0203, status: inferred, why: a guess}, line: B}}"""


def _with_ports(folder: Folder, chart: str = CHART, feature: str = FEATURE) -> Folder:
    added = f"features:\n      - {{id: ports, name: Ports, draw: flag, {feature}}}"
    folder.change("map.yaml", "features:", added)
    folder.change("charts.yaml", "charts:", f"charts:{chart}")
    return folder


def test_a_chart_says_the_hexes_and_what_their_flags_say(tiny: Folder) -> None:
    ports = _with_ports(tiny).load().maps[0].feature("ports")
    assert ports.hexes == ("0101", "0203")
    assert dict(ports.flags) == {"0101": "1", "0203": "2"}
    assert dict(ports.hoists) == {"0101": "A", "0203": "B"}


@pytest.mark.parametrize(
    ("chart", "feature", "words"),
    [
        (CHART, FEATURE.replace("ports", "prots"), "no chart 'prots'; did you mean 'ports'"),
        (CHART, FEATURE.replace("column: hex", "column: hxe"), "nothing in a column 'hxe'"),
        (CHART.replace("hex: 0101, ", ""), FEATURE, "nothing in a column 'hex'"),
        (CHART.replace("0203", "0999"), FEATURE, "'0999' does not exist on the map 'field'"),
        (CHART.replace("0101", "0999"), FEATURE, "charts.yaml:7:32"),
    ],
)
def test_what_a_chart_cannot_say_is_told_with_its_place(
    tiny: Folder, chart: str, feature: str, words: str
) -> None:
    assert words in "\n".join(_with_ports(tiny, chart, feature).broken())
