"""Player aids: pages in the order of their sheet, type never too small, nothing half on a page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from generator.definition.charts import paper_size
from generator.definition.schema import Aid, AidChart, Game
from generator.definition.troubles import DefinitionError
from generator.drawing.charts import aid_pictures, draw_aid
from generator.drawing.checks import findings
from generator.drawing.fitting import FLOOR
from generator.drawing.sheet import Sheet
from generator.drawing.themes import Theme
from generator.packaging.scene import scene_of
from generator.pictures.gallery import game_pictures


def _words(sheet: Sheet) -> list[str]:
    return [label.wanted for label in sheet.labels]


def test_the_sides_of_every_aid_are_drawn_without_a_warning(bridge: Game, theme: Theme) -> None:
    sides = list(aid_pictures(bridge, theme))
    assert [(aid, side) for aid, side, _ in sides] == [
        ("card", 1),
        ("card", 2),
        ("sheet", 1),
        ("sheet", 2),
    ]
    assert [picture.warnings for _, _, picture in sides if picture.warnings] == []
    assert {(picture.width_mm, picture.height_mm) for _, _, picture in sides} == {
        (210.0, 148.0),
        (215.9, 279.4),
    }


def test_a_folded_aid_has_its_last_and_first_page_outside(bridge: Game, theme: Theme) -> None:
    outside, inside = draw_aid(bridge.aids[0], bridge, theme)
    middle = outside.width / 2

    def half(sheet: Sheet, words: str) -> str:
        label = next(label for label in sheet.labels if label.wanted == words)
        return "left" if max(x for x, _ in label.corners) < middle else "right"

    assert half(outside, "Rules summary") == "left"
    assert half(outside, "Combat Results") == "right"
    assert half(inside, "Sequence of play") == "left"
    assert half(inside, "Terrain") == "right"


def test_every_side_names_the_designer_and_says_it_is_unofficial(
    bridge: Game, theme: Theme
) -> None:
    for aid in bridge.aids:
        for sheet in draw_aid(aid, bridge, theme):
            feet = [words for words in _words(sheet) if "A. Designer" in words]
            assert feet
            assert all("unofficial edition" in words for words in feet)


def test_no_type_is_smaller_than_the_floor(bridge: Game, theme: Theme) -> None:
    for aid in bridge.aids:
        for sheet in draw_aid(aid, bridge, theme):
            assert min(label.size for label in sheet.labels) >= FLOOR - 1e-9


def test_what_finds_no_room_is_told_and_not_half_drawn(
    make: Callable[..., Game], files: dict[str, str], theme: Theme
) -> None:
    tiny = (
        "  - {id: tiny, name: Tiny, paper: 62mm x 90mm, columns: 1, pages: [[steps, logs, plot]]}"
    )
    game = make(charts=f"{files['charts.yaml'].split('aids:')[0]}aids:\n{tiny}\n")
    (side,) = [picture for _, _, picture in aid_pictures(game, theme)]
    (warning,) = side.warnings
    assert "page 1 of the aid has no room for" in warning
    assert "plot" in warning
    assert "steps" not in warning


def test_an_aid_that_has_room_to_spare_is_set_larger(bridge: Game, theme: Theme) -> None:
    aid = bridge.aids[0]
    card = draw_aid(aid, bridge, theme)[0]
    large = draw_aid(aid.model_copy(update={"paper": "a4"}), bridge, theme)[0]

    def size(sheet: Sheet) -> float:
        return next(label.size for label in sheet.labels if label.wanted == "AR 2")

    assert size(large) > size(card)


@pytest.mark.parametrize(
    ("aid", "said"),
    [
        ("{id: a, name: A, charts: [crtt]}", "no chart or page 'crtt'.*did you mean 'crt'"),
        ("{id: a, name: A, paper: a44, charts: [crt]}", "no paper 'a44'.*did you mean 'a4'"),
        ("{id: a, name: A}", "an aid lists either pages: or charts:"),
        ("{id: a, name: A, pages: [[crt], [crt], [crt]]}", "has 3 pages; the most is 2"),
        ("{id: a, name: A, side: Bleu, charts: [crt]}", "no side 'Bleu'.*did you mean 'Blue'"),
        ("{id: a, name: A, paper: a5, columns: 4, charts: [crt]}", "columns would be 37 mm wide"),
        ("{id: a, name: A, paper: 5mm x 5mm, charts: [crt]}", "60 mm to 1200 mm"),
    ],
)
def test_a_wrong_aid_is_told_with_its_place(
    make: Callable[..., Game], files: dict[str, str], aid: str, said: str
) -> None:
    charts = files["charts.yaml"].split("aids:")[0]
    with pytest.raises(DefinitionError, match=rf"charts\.yaml:\d+:\d+: .*{said}"):
        make(charts=f"{charts}aids: [{aid}]\n")


def test_aids_are_in_the_gallery_and_in_the_modules_window(bridge: Game) -> None:
    names = {picture.name for picture in game_pictures(bridge)}
    assert {"aid-card-1", "aid-card-2", "aid-sheet-1", "aid-sheet-2"} <= names
    charts = dict(scene_of(bridge).charts)
    assert charts["Player aid, side 2"] == "aid-card-2"
    assert charts["Rules summary"] == "chart-summary"
    assert set(charts.values()) <= names


CHARTS = ("crt", "modifiers", "search", "terrain", "key", "days", "plot", "points", "logs", "steps",
          "sequence", "summary")  # fmt: skip

PLACED = st.builds(AidChart, chart=st.sampled_from(CHARTS), span=st.integers(1, 3))


@pytest.mark.slow
@given(
    st.lists(PLACED, min_size=1, max_size=6),
    st.sampled_from(["a4", "a5", "letter", "half-letter", "120mm x 300mm"]),
    st.booleans(),
    st.sampled_from(["none", "half"]),
    st.integers(1, 3),
)
@settings(deadline=None, max_examples=20, suppress_health_check=list(HealthCheck))
def test_on_any_paper_nothing_overlaps_or_stands_outside(
    bridge: Game,
    theme: Theme,
    charts: list[AidChart],
    paper: str,
    landscape: bool,
    fold: str,
    columns: int,
) -> None:
    width = max(paper_size(paper)) if landscape else paper_size(paper)[0]
    assume(width / columns / (2 if fold == "half" else 1) >= 50)
    aid = Aid.model_validate(
        {
            "id": "a",
            "name": "A",
            "paper": paper,
            "landscape": landscape,
            "fold": fold,
            "columns": columns,
            "charts": [one.model_dump() for one in charts],
        }
    )
    for sheet in draw_aid(aid, bridge, theme):
        told = list(findings(sheet))
        assert [line for line in told if "collides" in line or "runs off" in line] == []
        assert [line for line in told if "the least is" in line] == []
