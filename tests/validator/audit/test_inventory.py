"""What a module holds, as an audit asks for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.vassal.metadata import Metadata
from generator.vassal.modules import Module, parse
from validator.audit import inventory
from validator.audit.inventory import Button, Inventory, InventoryError

DICE = "VASSAL.build.module.DiceButton"


def _module(inside: str) -> Inventory:
    text = f'<VASSAL.build.GameModule name="Game" version="1">{inside}</VASSAL.build.GameModule>'
    return inventory.inventory([Module(parse(text.encode(), "here"), Metadata(), "buildFile.xml")])


def _button(attributes: str, kind: str = DICE, inside: str = "") -> Button:
    (button,) = _module(f'<{kind} name="Roll" {attributes}>{inside}</{kind}>').buttons.values()
    return button


@pytest.mark.parametrize(
    ("attributes", "count", "faces", "each", "in_order"),
    [
        ('nDice="2" nSides="6"', 2, "123456", True, True),
        ('nDice="2" nSides="6" reportTotal="true"', 2, "123456", False, True),
        ('nDice="1" nSides="6" reportTotal="true"', 1, "123456", True, True),
        ('nDice="1" nSides="6" reportTotal="true" addToTotal="2"', 1, "123456", False, True),
        ('nDice="3" nSides="6" keepDice="true"', 3, "123456", False, True),
        ('nDice="3" nSides="6" sortDice="true"', 3, "123456", True, False),
        ('nDice="1" nSides="4" plus="-1"', 1, "0123", True, True),
        ('nDice="1" nSides="6" prompt="true"', 0, "", True, True),
        ('nDice="1" nSides="6" prompt="true" lockDice="true"', 1, "", True, True),
        ('nDice="x" nSides="many"', 0, "", True, True),
    ],
)
def test_a_dice_button_tells_its_dice(
    attributes: str, count: int, faces: str, each: bool, in_order: bool
) -> None:
    assert _button(attributes) == Button("Roll", count, tuple(faces), each=each, in_order=in_order)


def test_a_special_die_shows_symbols_by_their_place() -> None:
    faces = '<VASSAL.build.module.SpecialDieFace text="hit" value="1" icon=""/>' * 3
    die = f"<VASSAL.build.module.SpecialDie>{faces}</VASSAL.build.module.SpecialDie>"
    button = _button("", "VASSAL.build.module.SpecialDiceButton", die * 2)
    assert button == Button("Roll", 2, ("1", "2", "3"), symbols=True)
    assert button.allows((1, 3)) and not button.allows((0, 1)) and not button.allows((4,))


def test_a_random_text_button_has_its_texts() -> None:
    kind = "VASSAL.build.module.RandomTextButton"
    button = _button(r'nDice="1" faces="hit,miss\,near,dud"', kind)
    assert button.faces == ("hit", "miss,near", "dud")
    assert _button('nDice="1" faces="1,2" numeric="true" plus="1"', kind).faces == ()


def test_pieces_are_found_in_slots_prototypes_and_other_pieces() -> None:
    inner = "+/null/piece;;;wreck.png;Wreck/null;0;0;;0"
    marker = inner.replace("/", "\\/").replace(";", "\\;")
    chain = f"placemark;Mark;77,130;null;{marker};0;0;true;;;7\tpiece;;;ship.png;Ship"
    text = f"+/null/{chain}/\tnull;0;0;5;0"
    found = _module(
        f'<VASSAL.build.widget.PieceSlot gpid="5">{text}</VASSAL.build.widget.PieceSlot>'
    )
    assert set(found.makes) == {("ship.png", "Ship"), ("wreck.png", "Wreck")}
    assert "5" in found.slots


def test_what_a_button_changes_may_be_set_and_nothing_else() -> None:
    kind = "VASSAL.build.module.properties"
    found = _module(
        f'<{kind}.GlobalProperty name="Score">'
        f"<{kind}.ChangePropertyButton/></{kind}.GlobalProperty>"
        f'<{kind}.GlobalProperty name="Moon"/>'
    )
    assert found.may_set("Score") and not found.may_set("Moon")


@pytest.mark.parametrize("inside", ["<mine.SecretThing/>", "<VASSAL.build.module.Map/>"])
def test_a_custom_class_may_set_anything(inside: str) -> None:
    assert _module(inside).may_set("Moon") is inside.startswith("<mine")


def test_no_module_named_is_an_error() -> None:
    with pytest.raises(InventoryError, match="no module"):
        inventory.read([])


def test_a_file_that_is_no_module_is_named(tmp_path: Path) -> None:
    from generator.errors import BroadsideError
    from validator.audit import audit

    (tmp_path / "game.vmod").write_bytes(b"nothing")
    (tmp_path / "game.vlog").write_bytes(b"begin_save\x1bend_save")
    with pytest.raises(BroadsideError, match=r"game\.vmod"):
        audit([tmp_path / "game.vlog"], module=tmp_path / "game.vmod")


def test_the_reference_module_holds_what_it_was_made_with(shared: Path) -> None:
    module = shared / "vassal" / "reference" / "reference.vmod"
    found = inventory.inventory(inventory.read([module]))
    assert set(found.buttons) == {"Search die", "Gunnery dice", "Sea state"}
    assert ("Bismarck" in {name for _, name in found.makes}) and len(found.slots) > 15
    assert {"GermanVP", "Weather"} <= found.set_by_something
    assert not found.sorts_decks and not found.sets_anything
