"""What else the click of an entry in a piece's menu does: it sets properties, has dice rolled and
markers sent along their tracks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.definition.formulas import NOTED
from generator.definition.play import filled
from generator.definition.schema import Action, Counting
from generator.packaging.keys import named
from generator.packaging.scene import Piece, Scene
from generator.packaging.vassal.buttons import followed
from generator.packaging.vassal.dice import roll_key
from generator.packaging.vassal.expressions import chosen, quoted
from generator.vassal.encodings import Change, PropertyCommand
from generator.vassal.traits import Trait, trait


def piece_actions(scene: Scene, piece: Piece) -> list[Action]:
    """The actions in a piece's menu."""
    names = {piece.id, piece.kind}
    actions = scene.once("actions of pieces", lambda: _with_pieces(scene))
    return [action for action, pieces in actions if not names.isdisjoint(pieces)]


def _with_pieces(scene: Scene) -> list[tuple[Action, frozenset[str]]]:
    """The actions of pieces, with the ids and kinds of their pieces."""
    found = (action for action in scene.game.actions if action.on == "piece")
    return [(action, frozenset(action.pieces)) for action in found]


def setting_keys(scene: Scene, piece: Piece, action: Action) -> list[str]:
    """The key strokes that set the properties of an action, and have their markers sent on."""
    changes = (action.score, action.sets, action.counts, action.notes, action.keeps_place)
    if not any(changes):
        return []
    return [_setting_key(action), *_markers_sent(scene, piece, action)]


def rolling_keys(action: Action) -> list[str]:
    """The key strokes that have the dice of an action rolled."""
    return [_rolling_key(action.dice)] if action.dice else []


def clicks(scene: Scene, piece: Piece) -> list[Trait]:
    """The traits that answer to those key strokes: the same for pieces with the same actions,
    values and side."""
    actions = tuple(action.id for action in piece_actions(scene, piece))
    alike = (actions, piece.side, repr(sorted(piece.values.items())))
    made = scene.once(
        ("clicks", alike), lambda: (*_settings(scene, piece), *_presses(scene, piece))
    )
    return [*made]


def _setting_key(action: Action) -> str:
    """The key stroke that sets the properties of an action."""
    return named(f"Set by {action.id}")


def _settings(scene: Scene, piece: Piece) -> Iterator[Trait]:
    """What sets properties: to numbers, to what is counted on a map, to words about the piece.

    A property has one trait, which answers to the key strokes of all actions that set it.
    """
    changes: dict[str, list[PropertyCommand]] = {}
    for action in piece_actions(scene, piece):
        for name, value in _values_set(scene, action, piece).items():
            change = PropertyCommand("", _setting_key(action), Change("P", value))
            changes.setdefault(name, []).append(change)
    for name, commands in changes.items():
        yield trait("setprop;", key=name, keyCommands=commands)


def _values_set(scene: Scene, action: Action, piece: Piece) -> dict[str, str]:
    """What an action sets: a value for each property, in VASSAL's language."""
    to = {name: str(value) for name, value in action.sets.items()}
    score = action.changes(piece.values)
    to |= {name: _scored(scene, name, change) for name, change in score.items()}
    for one in action.counts:
        into = filled(one.into, {**piece.values, "side": piece.side})
        to[into] = _count(scene, one, piece)
    if action.keeps_place:
        into = filled(action.keeps_place, {**piece.values, "side": piece.side})
        to[into] = f"{{CurrentX * {NOTED} + CurrentY}}"
    return to | {name: _noted(said, piece) for name, said in action.notes.items()}


def _scored(scene: Scene, name: str, change: int) -> str:
    """What a property is worth after a change, within its bounds, in VASSAL's language."""
    bounds = next(one for one in scene.game.properties if one.name == name)
    least, most, then = bounds.least, bounds.most, f"({name} + {change})"
    ends = [(f"{then} < {least}", str(least)), (f"{then} > {most}", str(most))]
    return f"{{{chosen(ends, then)}}}"


def _noted(said: str, piece: Piece) -> str:
    """Words about a piece, in VASSAL's language: its values stand in them, its name is asked."""
    before, called, after = filled(said, piece.values).partition("{name}")
    parts = [quoted(before)] if before else []
    parts += ["PieceName"] if called else []
    return "{" + " + ".join([*parts, *([quoted(after)] if after else [])]) + "}"


def _count(scene: Scene, counting: Counting, piece: Piece) -> str:
    """How many counters stand on a map's grid that are like a piece, in VASSAL's language."""
    map_ = scene.game.map(counting.map)
    assert map_.grid is not None  # the definition's reader has seen to it
    value = quoted(str(piece.values[counting.alike]))
    kinds = " || ".join(_shown(scene, kind, counting.faces) for kind in counting.kinds)
    match = f"({kinds}) && {counting.alike} == {value}"
    if counting.here:
        # Not by its name: VASSAL would read the hex 0101 as the number 101.
        return f"{{CountLocation({quoted(f'{{{match}}}')})}}"
    return f"{{CountZone({quoted(map_.grid.zone)}, {quoted(map_.name)}, {quoted(f'{{{match}}}')})}}"


def _shown(scene: Scene, kind: str, faces: Sequence[str]) -> str:
    """The condition that a piece is of a kind, and shows one of these faces if any are named."""
    looks = next((piece.looks for piece in scene.pieces if piece.kind == kind), ())
    levels = [level for level, look in enumerate(looks, 1) if look.id in faces]
    shown = " || ".join(f"Face_Level == {level}" for level in levels)
    return f"Kind == {quoted(kind)}" + (f" && ({shown})" if levels else " && false" * bool(faces))


def _rolling_key(dice_id: str) -> str:
    return named(f"Have {dice_id} rolled")


def _markers_sent(scene: Scene, piece: Piece, action: Action) -> dict[str, str]:
    """The key strokes by which a piece has markers sent along their tracks after an action, and
    the keys of the module that do it."""
    return {
        named(f"Have {name} followed"): key
        for name in (*action.changes(piece.values), *action.sets)
        for key in followed(scene, name)
    }


def _presses(scene: Scene, piece: Piece) -> list[Trait]:
    """What presses keys of the module for the actions in a piece's menu, each once."""
    pressed: dict[str, str] = {}
    for action in piece_actions(scene, piece):
        pressed |= _markers_sent(scene, piece, action)
        pressed |= {_rolling_key(action.dice): roll_key(action.dice)} if action.dice else {}
    return [
        trait("globalhotkey;", commandName="", commandKey=own, globalHotKey=key, description="")
        for own, key in pressed.items()
    ]
