"""Logs in which only secrets differ: what nobody but an owner may know is changed, nothing else.

For the log of any module of ours: which pieces and windows are secret is said by who calls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from generator.geography.layout import layout_of
from generator.vassal import commands, sequences, traits, trees
from generator.vassal.commands import AddPiece, ChangePiece, Command, Log, MovePiece
from generator.vassal.trees import Node
from tests.modules.recorded import RecordedGame, defined
from validator.reading import reader
from validator.reading.changes import changes
from validator.reading.views import view
from validator.table import Deck, Piece, Table

Parts = tuple[Sequence[Node], Sequence[Node]]
"""Save part and steps."""


def never_shown(game: RecordedGame, units: Sequence[str], steps: int | None = None) -> list[str]:
    """Those of some masked pieces that nobody but their owner has seen up to a step."""
    seen = set()
    for step in range((len(game.steps) if steps is None else min(steps, len(game.steps))) + 1):
        table = game.table(step)
        for piece in table.pieces.values():
            covered = isinstance(table.container(piece), Deck) or piece.mask is not None
            if not covered:
                seen.add(piece.marker("UnitId"))
    return [unit for unit in units if unit not in seen]


def each(parts: Parts, change: Callable[[Command], Command]) -> Parts:
    """Every command changed by itself; the nesting stays."""
    head, steps = parts
    return [_node(node, change) for node in head], [_node(node, change) for node in steps]


def _node(node: Node, change: Callable[[Command], Command]) -> Node:
    wrapped = node.command
    if isinstance(wrapped, Log):
        now: Command = Log(change(wrapped.command))
    else:
        now = change(wrapped)
    return trees.node(now, *[_node(child, change) for child in node.children])


# --- who is who -----------------------------------------------------------------------


def lives_exchanged(game: RecordedGame, parts: Parts, first: str, second: str) -> Parts:
    """Two face-down pieces exchange all that they do, from the first step on.

    Both lie in the same cup when the log begins. Each keeps its own id, type and markers.
    """
    start = game.table(0)
    ids = {unit: piece_of(start, unit).id for unit in (first, second)}
    other = {ids[first]: ids[second], ids[second]: ids[first]}
    true, made = start.copy(), start.copy()

    def change(command: Command) -> Command:
        now = _exchanged(command, other, true, made)
        true.apply(command)
        made.apply(now)
        return now

    head, steps = parts
    return head, [_node(node, change) for node in steps]


def piece_of(table: Table, unit: str) -> Piece:
    return next(one for one in table.pieces.values() if one.marker("UnitId") == unit)


def _exchanged(command: Command, other: Mapping[str, str], true: Table, made: Table) -> Command:
    def swap(ident: str | None) -> str | None:
        return other.get(ident, ident) if ident is not None else None

    match command:
        case MovePiece():
            return replace(
                command,
                id=swap(command.id),
                under=swap(command.under),
                old_under=swap(command.old_under),
            )
        case ChangePiece(id=ident) if ident in other:
            told = dict(_told(true.pieces[ident], command))
            piece = made.pieces[other[ident]]
            states = list(piece.states)
            for key, at in _kinds(piece).items():
                states[at] = told.get(key, states[at])
            return ChangePiece(piece.id, traits.nest(states), traits.nest(piece.states))
        case ChangePiece(id=ident, state=state, old=old) if ident not in true.pieces:
            past = _swapped(old, other) if old is not None else None
            return ChangePiece(ident, _swapped(state, other), past)
        case AddPiece(id=ident, type="stack", state=state):
            return AddPiece(ident, "stack", _swapped(state, other))
    return command


def _swapped(state: str, other: Mapping[str, str]) -> str:
    """The state of a stack or deck with the ids of its members exchanged."""
    found = []
    for part in sequences.decode(state, ";"):
        members = [other.get(one, one) for one in part.split(",")]
        found.append(",".join(members))
    return sequences.encode(found, ";")


def _kinds(piece: Piece) -> dict[tuple[str, int], int]:
    """Each trait by its kind and how many of that kind stand outside it."""
    found: dict[tuple[str, int], int] = {}
    for at, part in enumerate(piece.model.traits):
        number = sum(key[0] == part.id for key in found)
        found[part.id, number] = at
    return found


def _told(piece: Piece, command: ChangePiece) -> Iterator[tuple[tuple[str, int], str]]:
    names = {at: key for key, at in _kinds(piece).items()}
    for at, _, new in changes(piece, command):
        if names[at][0] != "piece;":
            yield names[at], new


def named(game: RecordedGame, parts: Parts, unit: str, name: str) -> Parts:
    """A piece bears another name and picture."""
    ident = piece_of(game.table(0), unit).id

    def change(command: Command) -> Command:
        if isinstance(command, AddPiece) and command.id == ident:
            basic = command.type.rsplit("\t", 1)
            words = basic[1].split(";")
            words[3:5] = [f"{name}.png", name]
            return replace(command, type="\t".join([basic[0], ";".join(words)]))
        return command

    return each(parts, change)


def other_ids(game: RecordedGame, parts: Parts, units: Sequence[str]) -> Parts:
    """VASSAL's ids of pieces that lie in one cup are dealt out anew."""
    table = game.table(0)
    idents = [piece_of(table, unit).id for unit in units]
    deal = dict(zip(idents, [*idents[1:], idents[0]], strict=True))
    text = "\x00".join(trees.encode(node) for side in parts for node in side)
    for number, ident in enumerate(idents):
        text = text.replace(ident, f"\x01{number}\x02")
    for number, ident in enumerate(idents):
        text = text.replace(f"\x01{number}\x02", deal[ident])
    nodes = [trees.parse(one) for one in text.split("\x00")]
    return nodes[: len(parts[0])], nodes[len(parts[0]) :]


# --- what lies in a private window ------------------------------------------------------


def written_elsewhere(
    game: RecordedGame, parts: Parts, units: Sequence[str], map_id: str, by: int = 7
) -> Parts:
    """Counters in a window lie on other hexes: each hex stands for another."""
    layout = layout_of(_map(game, map_id))
    hexes = [place.id for place in layout.places.values() if place.kind == "hex"]
    moved = [*hexes[by:], *hexes[:by]]
    spots = {
        layout.pixels(here): layout.pixels(there) for here, there in zip(hexes, moved, strict=True)
    }
    return displaced(game, parts, units, map_id, spots)


def written_nowhere(
    game: RecordedGame, parts: Parts, units: Sequence[str], map_id: str, spot: tuple[int, int]
) -> Parts:
    """Counters in a window lie on one point that is no hex at all."""
    layout = layout_of(_map(game, map_id))
    hexes = [place.id for place in layout.places.values() if place.kind == "hex"]
    spots = {layout.pixels(here): spot for here in hexes}
    return displaced(game, parts, units, map_id, spots)


def _map(game: RecordedGame, map_id: str) -> Any:
    return defined(game.id).map(map_id)


def displaced(
    game: RecordedGame,
    parts: Parts,
    units: Sequence[str],
    map_id: str,
    spots: Mapping[tuple[int, int], tuple[int, int]],
) -> Parts:
    """Counters in a window lie on other points wherever they go."""
    window = _map(game, map_id).name
    idents = {piece_of(game.table(0), unit).id for unit in units}

    def spot(map_name: str | None, x: int, y: int) -> tuple[int, int]:
        return spots.get((x, y), (x, y)) if map_name == window else (x, y)

    def change(command: Command) -> Command:
        match command:
            case MovePiece(id=ident) if ident in idents:
                x, y = spot(command.map, command.x, command.y)
                old_x, old_y = spot(command.old_map, command.old_x, command.old_y)
                return replace(command, x=x, y=y, old_x=old_x, old_y=old_y)
            case AddPiece(id=ident, type="stack", state=state):
                parts_ = state.split(";")
                if parts_[0] == window and idents & {*parts_[3:]}:
                    x, y = spot(window, int(parts_[1]), int(parts_[2]))
                    parts_[1:3] = [str(x), str(y)]
                return AddPiece(ident, "stack", ";".join(parts_))
        return command

    return each(parts, change)


# --- whether anything was done at all ----------------------------------------------------


def nothing_done(game: RecordedGame, parts: Parts, side: str | None) -> Parts:
    """The steps of which a side, or everybody, sees nothing are left out: the ship stays."""
    head, steps = parts
    known = view(reader.read_file(game.path), side)
    seen = {known.file_step(step.number) for step in known.steps}
    return head, [step for at, step in enumerate(steps, 1) if at in seen]


def done_twice(game: RecordedGame, parts: Parts, unit: str) -> Parts:
    """Wherever a hidden counter goes it goes back and forth once more, each in a step."""
    head, steps = parts
    ident = piece_of(game.table(0), unit).id
    found: list[Node] = []
    for step in steps:
        found.append(step)
        moves = [one for one in _commands(step) if isinstance(one, MovePiece) and one.id == ident]
        if len(moves) == 1 and moves[0].map == moves[0].old_map:
            one = moves[0]
            there, here = (one.map, one.x, one.y), (one.old_map, one.old_x, one.old_y)
            found.append(trees.step(MovePiece(ident, *here, None, *there, None, one.player)))
            found.append(trees.step(MovePiece(ident, *there, None, *here, None, one.player)))
    return head, found


def _commands(node: Node) -> Iterator[Command]:
    wrapped = node.command
    yield wrapped.command if isinstance(wrapped, Log) else wrapped
    for child in node.children:
        yield from _commands(child)


# --- passwords ------------------------------------------------------------------------


def other_passwords(game: RecordedGame, parts: Parts) -> Parts:
    """Both players have other passwords."""
    words = {
        seat.password: f"quite-another-{number}-word"
        for number, seat in enumerate(game.logged.seats)
    }

    def change(command: Command) -> Command:
        text = commands.encode(command)
        for old, new in words.items():
            text = text.replace(old, new)
        return commands.decode(text)

    return each(parts, change)
