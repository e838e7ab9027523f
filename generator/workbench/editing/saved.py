"""Saved games inside a module: their pieces are written out in full, so they follow a change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from generator.errors import BroadsideError
from generator.vassal import commands, saves, traits, trees
from generator.vassal.commands import AddPiece, Log
from generator.vassal.encodings import Part

_ENDINGS = (".vsav", ".vlog", ".sav")


def rewritten_saves(
    members: Mapping[str, bytes], change: Callable[[Part], str]
) -> dict[str, bytes]:
    """The members, saved games among them with the smallest texts of their pieces changed.

    A save that nothing changes in, or that cannot be read, stays as it is.
    """
    return {
        name: _rewritten(data, name, change) if name.lower().endswith(_ENDINGS) else data
        for name, data in members.items()
    }


def _rewritten(data: bytes, name: str, change: Callable[[Part], str]) -> bytes:
    def rewrite(text: str) -> str:
        if "+/" not in text[:80]:
            return text
        command = commands.decode(text)
        logged = 0
        while isinstance(command, Log):
            command, logged = command.command, logged + 1
        if not isinstance(command, AddPiece):
            return text
        chain = traits.read_piece(command.type, command.state)
        made = tuple(part.rewritten(change) for part in chain)
        if made == chain:
            return text
        renewed = AddPiece(command.id, traits.piece_type(made), traits.piece_state(made))
        return "LOG\t" * logged + commands.encode(renewed)

    try:
        save = saves.from_bytes(data, name)
        text = trees.rewritten(save.text, rewrite)
        return data if text == save.text else saves.pack(replace(save, text=text))
    except BroadsideError:
        return data
