"""Convert a table to the commands of a save, so that a log can start from it."""

from __future__ import annotations

from generator.vassal import commands
from generator.vassal import traits as forms
from generator.vassal.commands import AddPiece, Command
from validator.table import MODULE, Deck, Stack, Table


def position(table: Table) -> tuple[list[Command], list[Command]]:
    """The commands of a save of a table: those that add pieces, and all others."""
    pieces: list[Command] = []
    for piece in table.pieces.values():
        place = [piece.map or "null", str(piece.x), str(piece.y)]
        kept = piece.states[-1].split(";")[3:]
        states = [*piece.states[:-1], ";".join([*place, *kept])]
        pieces.append(AddPiece(piece.id, piece.model.type, forms.nest(states)))
    for holder in table.containers.values():
        assert holder.map is not None
        where = (holder.map, holder.x, holder.y)
        if isinstance(holder, Deck):
            state = forms.deck_state(*where, holder.face_down, holder.members)
            pieces.append(AddPiece(holder.id, holder.type, state))
        elif isinstance(holder, Stack) and holder.members:
            state = forms.stack_state(*where, holder.members, holder.layer)
            pieces.append(AddPiece(holder.id, "stack", state))
    rest: list[Command] = [
        commands.Player(one.id, one.name, one.side) for one in table.players.values()
    ]
    rest += [commands.SetBoards(name, boards) for name, boards in table.boards.items()]
    rest += [
        commands.SetProperty(name, value, where)
        for (where, name), value in table.properties.items()
        if where == MODULE and (where, name) in table.declared
    ]
    rest += [commands.SetTurn(tracker, state) for tracker, state in table.turns.items()]
    rest.append(commands.GameUnderWay())
    return pieces, rest


__all__ = ["position"]
