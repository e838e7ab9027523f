"""Flags of ports, closed hexsides, quiet lines and tints on a map of the sea."""

from __future__ import annotations

import re
from typing import Any

import pytest

from generator.definition.schema import Game, Map
from generator.drawing.checks import findings
from generator.drawing.maps import draw_map
from generator.drawing.sheet import Sheet
from generator.drawing.themes import Theme
from generator.geography.layout import layout_of

GRID = {
    "kind": "hex",
    "zone": "Sea",
    "size": "8mm",
    "origin": {"x": "20mm", "y": "20mm"},
    "extent": [8, 6],
    "numbering": {"kind": "offset"},
}


def _sea(**parts: Any) -> Map:
    whole = {"id": "sea", "name": "Sea", "width": "140mm", "height": "120mm", "style": "plain"}
    return Map.model_validate({**whole, "background": "paper", "grid": GRID, **parts})


def _flag(**parts: Any) -> dict[str, Any]:
    return {"id": "ports", "name": "Port", "draw": "flag", "hexes": ["0303"], **parts}


def test_a_flag_shows_its_number_and_its_hoist_in_the_hex(game: Game, theme: Theme) -> None:
    map_ = _sea(features=[_flag(flags={"0303": "7"}, hoists={"0303": "4"})])
    sheet = draw_map(game, map_, theme)
    assert list(findings(sheet)) == []
    place = layout_of(map_).places["0303"]
    for words in ("7", "4"):
        (label,) = [one for one in sheet.labels if one.text == words]
        assert all(abs(x - place.x) < 8 and abs(y - place.y) < 0.87 * 8 for x, y in label.corners)


def test_a_flag_keeps_off_the_dot_of_its_port(game: Game, theme: Theme) -> None:
    centre = layout_of(_sea()).places["0303"]
    globe = {
        "control": [
            {"x": f"{centre.x}mm", "y": f"{centre.y}mm", "lon": 0, "lat": 0},
            {"x": f"{centre.x + 50}mm", "y": f"{centre.y}mm", "lon": 10, "lat": 0},
        ],
        "coastlines": None,
    }
    feature = _flag(flags={"0303": "7"})
    port = {"name": "Port", "lat": 0, "lon": 0}
    tops = []
    for ports in ([], [port]):
        sheet = draw_map(game, _sea(features=[feature], geography=globe, ports=ports), theme)
        (label,) = [one for one in sheet.labels if one.text == "7"]
        tops.append(min(y for _, y in label.corners))
    assert tops[0] < centre.y < tops[1]


def test_a_closed_hexside_has_its_bar(game: Game, theme: Theme) -> None:
    open_sea = draw_map(game, _sea(), theme).svg()
    closed = {**GRID, "closed": [{"between": ["0303", "0304"]}]}
    svg = draw_map(game, _sea(grid=closed), theme).svg()
    assert theme.colour("closed") not in open_sea
    assert svg.count(theme.colour("closed")) == 2


@pytest.mark.parametrize("style", ["lane", "wind"])
def test_quiet_lines_lie_under_the_ids(game: Game, theme: Theme, style: str) -> None:
    line = {"id": "q", "style": style, "points": [{"at": "0101"}, {"at": "0706"}]}
    svg = draw_map(game, _sea(lines=[{**line, "colour": "#123456"}]), theme).svg()
    assert 0 < svg.index("#123456") < svg.index(">0101<")


@pytest.mark.parametrize(("every", "tinted"), [(5, 2), (3, 4), (0, 0)])
def test_a_track_tints_as_many_cells_as_asked_for(
    game: Game, theme: Theme, every: int, tinted: int
) -> None:
    track = {"id": "T", "prefix": "T", "first": 1, "last": 12, "tint_every": every}
    place = {"x": "20mm", "y": "100mm", "width": "110mm", "height": "14mm"}
    sheet: Sheet = draw_map(game, _sea(grid=None, tracks=[{**track, **place}]), theme)
    assert sheet.svg().count(f'fill="{theme.colour("tint")}"') == tinted


def test_a_deck_without_a_name_is_told_by_its_id(game: Game, theme: Theme) -> None:
    deck = {"id": "Cup", "x": "45mm", "y": "60mm"}
    notes = draw_map(game, _sea(decks=[deck]), theme).notes
    assert any("the deck 'Cup' hides the hexes beneath it" in note for note in notes)


@pytest.mark.parametrize(
    ("x", "of", "told"), [("45mm", None, 1), ("45mm", "Tent", 0), ("70mm", None, 0)]
)
def test_a_box_under_a_deck_is_told(
    game: Game, theme: Theme, x: str, of: str | None, told: int
) -> None:
    deck = {"id": "Cup", "x": x, "y": "60mm", "box": of}
    box = {"id": "Tent", "x": "30mm", "y": "50mm", "width": "30mm", "height": "20mm"}
    notes = draw_map(game, _sea(grid=None, decks=[deck], boxes=[box]), theme).notes
    said = "the deck 'Cup' lies upon the middle of 'Tent': counters put there go into it"
    assert notes.count(said) == told


@pytest.mark.parametrize("kind", ["title", "note", "legend"])
def test_furniture_that_hides_hexes_is_told(game: Game, theme: Theme, kind: str) -> None:
    piece = {"kind": kind, "x": "40mm", "y": "40mm", "width": "60mm", "height": "40mm"}
    notes = draw_map(game, _sea(furniture=[{**piece, "text": "Sea"}]), theme).notes
    assert any(f"the {kind} hides the hexes beneath it" in note for note in notes)


@pytest.mark.parametrize("style", ["air_cover", "ice_edge", "boundary"])
def test_no_wash_lies_over_an_id(style: str, game: Game, theme: Theme) -> None:
    ring = [{"at": cell} for cell in ("0202", "0602", "0605", "0205")]
    line = {"id": "reach", "style": style, "closed": True, "points": ring}

    def washes(**parts: Any) -> tuple[int, int]:
        """How many lie under the first id, and how many over it."""
        svg = draw_map(game, _sea(**parts), theme).svg()
        at = [found.start() for found in re.finditer(r'opacity="0\.\d+"', svg)]
        below = sum(place < svg.index(">0101<") for place in at)
        return below, len(at) - below

    without, with_one = washes(), washes(lines=[line])
    assert with_one[0] > without[0]
    assert with_one[1] == without[1]


def test_an_area_has_one_line_round_all_its_hexes(game: Game, theme: Theme) -> None:
    def outlines(draw: str) -> int:
        zone = {"id": "zone", "name": "Zone", "draw": draw, "colour": "gold"}
        hexes = {"hexes": ["0202", "0302", "0303", "0606"]}
        svg = draw_map(game, _sea(features=[{**zone, **hexes}]), theme).picture("sea").svg
        return len(re.findall(f'stroke="{theme.colour("gold")}"', svg))

    # 0202, 0302 and 0303 touch; 0606 lies by itself.
    assert (outlines("tint"), outlines("area")) == (4, 2)


def test_a_symbol_stands_on_a_disc_of_its_features_colour(game: Game, theme: Theme) -> None:
    port = {"id": "port", "draw": "symbol", "symbol": "anchor", "hexes": ["0303"]}
    plain = draw_map(game, _sea(features=[port]), theme)
    disc = draw_map(game, _sea(features=[{**port, "colour": "british"}]), theme)
    assert list(findings(disc)) == []
    fill = theme.ground("british").fill
    assert plain.picture("sea").svg.count("<circle") + 1 == disc.picture("sea").svg.count("<circle")
    assert fill in disc.picture("sea").svg


def test_a_box_may_have_a_colour_of_its_own(game: Game, theme: Theme) -> None:
    box = {"id": "G1", "x": "10mm", "y": "80mm", "width": "60mm", "height": "30mm"}
    svg = draw_map(game, _sea(boxes=[{**box, "colour": "#1f5a2a"}]), theme).picture("sea").svg
    assert 'fill="#1f5a2a"' in svg


def test_a_symbol_without_words_beside_one_with_words_writes_nothing(
    game: Game, theme: Theme
) -> None:
    port = {"id": "port", "draw": "symbol", "symbol": "anchor", "hexes": ["0303"]}
    base = {**port, "id": "base", "symbol": "airfield", "notes": {"0303": "1940"}}
    sheet = draw_map(game, _sea(features=[port, base]), theme)
    assert "" not in [one.text for one in sheet.labels]
    assert "1940" in [one.text for one in sheet.labels]


def test_discs_keep_off_the_dots_of_ports(game: Game, theme: Theme) -> None:
    centre = layout_of(_sea()).places["0303"]
    at = {"x": f"{centre.x}mm", "y": f"{centre.y + 4}mm", "lon": 0, "lat": 0}
    globe = {
        "control": [at, {"x": f"{centre.x + 40}mm", "y": f"{centre.y + 4}mm", "lon": 40, "lat": 0}],
        "coastlines": None,
        "graticule": 0,
    }
    port = {"name": "Kiel", "lon": 0, "lat": 0}
    disc = {"id": "p", "draw": "symbol", "symbol": "anchor", "hexes": ["0303"], "colour": "british"}
    sheet = draw_map(game, _sea(geography=globe, ports=[port], features=[disc]), theme)
    fill = theme.ground("british").fill
    found = re.search(f'<circle cx="([^"]+)" cy="([^"]+)" fill="{fill}" r="([^"]+)"', sheet.svg())
    assert found is not None
    x, y, radius = map(float, found.groups())
    assert abs(centre.y + 4 - y) > radius + 0.85 and abs(x - centre.x) < 0.01
