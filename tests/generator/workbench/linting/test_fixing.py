"""``--fix`` mends what is named, and nothing beside it."""

from __future__ import annotations

import pytest

from generator.vassal import saves
from generator.vassal.commands import Player
from generator.vassal.documents import Document
from generator.vassal.traits import trait
from generator.workbench.linting import lint
from generator.workbench.linting.fixing import FIXED, mend
from generator.workbench.opened import OpenModule
from tests.generator.workbench.linting.cases import (
    CASES,
    PIECE,
    board,
    encoder_last,
    game_map,
    key,
    layer,
    module,
    one,
    part,
    png,
    saved,
    setup,
    with_members,
)


def codes(made: OpenModule) -> set[str]:
    return {finding.code for finding in lint(made).findings}


def texts(made: OpenModule) -> list[str]:
    return [element.text for element in made.root.iter(PIECE)]


@pytest.mark.parametrize("code", FIXED)
def test_what_was_mended_is_found_no_more(code: str) -> None:
    broken = CASES[code].broken()
    mended = mend(broken, select=[code])
    broken.members.update(mended.changes)
    assert len(mended.done) == 1
    assert code not in codes(broken)


@pytest.mark.parametrize("code", CASES)
def test_nothing_is_mended_where_nothing_is_wrong(code: str) -> None:
    innocent = CASES[code].innocent()
    before = Document(innocent.root).to_bytes()
    mended = mend(innocent, select=[code])
    assert (mended.done, mended.changes) == ([], {})
    assert Document(innocent.root).to_bytes() == before


@pytest.mark.parametrize("code", sorted(set(CASES) - set(FIXED)))
def test_other_findings_are_left_to_people(code: str) -> None:
    assert mend(CASES[code].broken(), select=[code]).done == []


def test_an_image_is_named_rightly_wherever_it_stands() -> None:
    flipped = layer(imageNames=("Front.png", "Back.PNG"), increaseKeyStroke=key("flip"))
    made = module(
        part("map.PieceMover", markUnmovedIcon="front.png"),
        *one(flipped).root.children,
        front=png(),
        back=png(),
    )
    untouched = one(layer(imageNames=("front.png", "back.png"), increaseKeyStroke=key("flip")))
    mended = mend(made, select=["image.case"])
    assert sorted(mended.done) == [
        "image 'Back.PNG' named 'back.png', as its file is",
        "image 'Front.png' named 'front.png', as its file is",
    ]
    assert texts(made) == texts(untouched)


def test_one_attribute_changes_and_no_other_byte() -> None:
    made = module(part("ChartWindow", icon="Chart.PNG", tooltip="Chart.PNG"), chart=png())
    before = made.document.to_bytes()
    mend(made)
    assert made.document.to_bytes() == before.replace(b'icon="Chart.PNG"', b'icon="chart.png"')


def test_parts_stand_where_vassal_puts_them() -> None:
    made = module(game_map("Main", part("map.Zoomer"), boards=(board("Sea"),)))
    home = next(child for child in made.root.children if child.tag.endswith("Map"))
    parts = [child.tag for child in home.children]
    for child in list(home.children):
        if child.tag.endswith(("PieceMover", "KeyBufferer")):
            home.remove(child)
    mend(made, select=["map.parts"])
    assert [child.tag for child in home.children] == parts


def test_the_encoder_is_added_where_there_is_none() -> None:
    made = encoder_last(has_encoder=False)
    made.root.remove(made.root.children[-1])
    assert "component.order" in codes(made)
    mend(made)
    assert made.root.children[0].tag.endswith("BasicCommandEncoder")
    assert "component.order" not in codes(made)


class TestPasswords:
    def test_the_roster_is_emptied_and_the_rest_stays(self) -> None:
        made = setup(saved(Player("secret-word", "Ann", "Red")))
        before = saves.from_bytes(made.members["start.vsav"], "x")
        mended = mend(made, select=["setup.password"])
        after = saves.from_bytes(mended.changes["start.vsav"], "x")
        leaves = ["" if leaf.startswith("PLAYER\t") else leaf for _, leaf in before.leaves()]
        assert [leaf for _, leaf in after.leaves()] == leaves
        assert b"secret-word" not in after.text

    def test_who_owns_a_hidden_piece_is_not_taken_out(self) -> None:
        owner = setup(saved(Player("secret-word", "Ann", "Red")))
        save = saves.from_bytes(owner.members["start.vsav"], "x")
        hidden = save.text.replace(b"+/100/", b"+/100/hide;secret-word;", 1)
        made = with_members(owner, {"start.vsav": saves.pack(saves.Save(hidden))})
        assert mend(made, select=["setup.password"]).changes == {}

    def test_it_is_never_told(self) -> None:
        made = setup(saved(Player("secret-word", "Ann", "Red")))
        report = lint(made)
        assert "setup.password" in {finding.code for finding in report.findings}
        assert "secret-word" not in repr(report) + repr(mend(made).done)


@pytest.mark.parametrize(
    "options", [{"select": ["image"]}, {"ignore": ["setup"]}, {"ignore": ["setup.password"]}]
)
def test_only_what_is_chosen_is_mended(options: dict[str, list[str]]) -> None:
    made = setup(saved(Player("secret-word", "Ann", "Red")))
    assert mend(made, **options).changes == {}


def test_a_name_that_only_looks_like_an_image_stays() -> None:
    marked = trait("mark;", keys=("Tank.PNG",), state={"values": ("Tank.PNG",)})
    made = one(marked, layer(imageNames=("Tank.PNG",), increaseKeyStroke=key("f")), tank=png())
    mend(made)
    (text,) = texts(made)
    assert "mark;Tank.PNG" in text
    assert ";tank.png;" in text
