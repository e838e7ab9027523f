"""Dice buttons of a VASSAL module, and reports that say what was added to the dice, and why.

A report is ``** <button> = <dice> **``, or ``** <button> = <dice> -1 (<why>) = <sum> **`` where a
modifier applies. The properties that the button sets hold the dice as they fell.
"""

from __future__ import annotations

from generator.definition.schema import DiceButton, Modifier, Row, Table
from generator.packaging.component import MODULE, Component, component
from generator.packaging.keys import named
from generator.packaging.scene import Scene
from generator.packaging.vassal.expressions import chosen, quoted

NO_GATE: dict[str, str | bool] = {
    "canDisable": False,
    "propertyGate": "",
    "hideWhenDisabled": False,
    "disabledIcon": "",
}
"""A button that nothing disables."""

_WHO = "&lt;$PlayerName$&gt; [$PlayerSide$]"
_WHO_WRITTEN = '"&lt;" + PlayerName + "&gt; [" + PlayerSide + "]"'


def dice_text(dice: DiceButton) -> str:
    """What stands on a dice button: a declaration may have the same name."""
    return f"{dice.name} ({dice.count}d{dice.sides})"


def roll_key(dice_id: str) -> str:
    """The key stroke that rolls."""
    return named(f"Roll {dice_id}")


def count_key(dice_id: str) -> str:
    """The key stroke that counts a roll."""
    return named(f"Count {dice_id}")


def fresh_key(dice_id: str) -> str:
    """The key stroke that begins the count of rolls anew, where a card came since the last."""
    return named(f"Count anew {dice_id}")


def mark_key(dice_id: str) -> str:
    """The key stroke that remembers at which card a roll was made."""
    return named(f"Mark {dice_id}")


def counted_at(dice: DiceButton) -> str:
    """The property that remembers at which card the last roll was made."""
    return f"{dice.counted_in}At"


def card_now(scene: Scene, dice: DiceButton, turn: str) -> str:
    """Which card lies uppermost, as a number, in VASSAL's language: the turn and how many lie
    there."""
    deck = next(one for one in scene.decks if one.name == dice.counted_until)
    lying = f"GetMapProperty({quoted(f'{deck.name}_numPieces')}, {quoted(deck.map)})"
    return f"({turn} * {_CARDS} + {lying})"


_CARDS = 1000
"""More cards than a deck has."""


def dice_button(scene: Scene, dice: DiceButton) -> Component:
    """The button; one whose rolls are counted has no face, since another button presses it."""
    faceless = dice.counted_in is not None
    return component(
        MODULE + "DiceButton",
        name=dice.name,
        text="" if faceless else dice_text(dice),
        tooltip=dice.tooltip or f"Roll {dice.count}d{dice.sides}",
        icon="" if faceless else scene.icon(dice.icon) or "/images/die.gif",
        hotkey=roll_key(dice.id),
        reportFormat=_report(scene, dice),
        prompt=False,
        nDice=dice.count,
        lockDice=False,
        nSides=dice.sides,
        lockSides=False,
        plus=0,
        lockPlus=False,
        addToTotal=0,
        lockAdd=False,
        reportTotal=False,
        sortDice=False,
        keepDice=False,
        keepOption=">",
        keepCount=1,
        **NO_GATE,
    )


def _report(scene: Scene, dice: DiceButton) -> str:
    if dice.tells:
        told = _told(scene, dice)
        return f'{{"** " + name + " = " + result + " ** " + {_WHO_WRITTEN} + ": " + {told}}}'
    if not dice.modifiers:
        return f"** $name$ = $result$ ** {_WHO}"
    conditions = [_condition(scene, modifier) for modifier in dice.modifiers]
    terms = [
        (condition, _words(scene, modifier), _amount(scene, modifier))
        for condition, modifier in zip(conditions, dice.modifiers, strict=True)
    ]
    if dice.together:
        said = " + ".join(f'({condition} ? {words} : "")' for condition, words, _ in terms)
        added = " + ".join(f"({condition} ? {amount} : 0)" for condition, _, amount in terms)
    else:
        said = chosen([(condition, words) for condition, words, _ in terms], '""')
        added = chosen([(condition, amount) for condition, _, amount in terms], "0")
    applies = " || ".join(conditions)
    return (
        f'{{"** " + name + " = " + result + {said} + '
        f'({applies} ? " = " + (numericalTotal + {added}) : "") + " ** " + {_WHO_WRITTEN}}}'
    )


def _told(scene: Scene, dice: DiceButton) -> str:
    """What the chart of a dice button holds for the dice, in VASSAL's language."""
    assert dice.chart is not None
    table = scene.game.table(dice.chart)
    rows = [(row.rolls[1], quoted(_row_told(table, row))) for row in table.rows if row.rolls]
    named = [(f"numericalTotal <= {high}", words) for high, words in rows[:-1]]
    return f"({chosen(named, rows[-1][1])})"


def _row_told(table: Table, row: Row) -> str:
    """The cells of a row, each after its column's name where there are several."""
    cells = [
        (column.name or column.id, cell.text or str(cell.value))
        for column in table.columns
        if (cell := row.cells.get(column.id)) is not None
    ]
    return cells[0][1] if len(cells) == 1 else "; ".join(f"{name}: {text}" for name, text in cells)


def _condition(scene: Scene, modifier: Modifier) -> str:
    """Whether a modifier applies, in VASSAL's language."""
    if modifier.property is not None:
        return f"({modifier.property} != 0)"
    assert modifier.map is not None
    map_ = scene.game.map(modifier.map)
    pieces = " || ".join(f"UnitId == {quoted(piece)}" for piece in modifier.pieces)
    match = f"({pieces})"
    if modifier.face is not None:
        faces = [look.id for look in scene.piece(modifier.pieces[0]).looks]
        match += f" && Face_Level == {faces.index(modifier.face) + 1}"
    grid = map_.grid.zone if map_.grid is not None else None
    found = [
        f"Count{'Zone' if place == grid else 'Location'}"
        f"({quoted(place)}, {quoted(map_.name)}, {quoted(f'{{{match}}}')})"
        for place in modifier.at
    ]
    return f"({' + '.join(found)} > 0)"


def _words(scene: Scene, modifier: Modifier) -> str:
    why = f" ({modifier.text})"
    if modifier.property is None:
        return quoted(f" {scene.game.number(modifier.change):+d}{why}")
    amount = _amount(scene, modifier)
    return f'(({amount} > 0 ? " +" : " ") + {amount} + {quoted(why)})'


def _amount(scene: Scene, modifier: Modifier) -> str:
    change = scene.game.number(modifier.change)
    return str(change) if modifier.property is None else f"({modifier.property} * {change})"
