"""What the states of pieces, stacks and decks say of where they stand and what they hold."""

from __future__ import annotations

from sys import intern

from generator.vassal import sequences


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        return 0


def _map(token: str) -> str | None:
    """A map's name, one text in memory for each."""
    return None if token in ("", "null") else intern(str(token))


def place(state: str) -> tuple[str | None, int, int, str]:
    """Map, x, y and gpid in a BasicPiece's state."""
    tokens = [*sequences.decode(state, ";"), "", "", ""]
    return _map(tokens[0]), _number(tokens[1]), _number(tokens[2]), intern(str(tokens[3]))


def stack_state(state: str) -> tuple[str | None, int, int, list[str], int]:
    """Map, x, y, members from the bottom up and visual layer in a stack's state."""
    tokens = [*sequences.decode(state, ";"), "", ""]
    members = [token for token in tokens[3:] if token and not token.startswith("@@")]
    layer = next((_number(token[2:]) for token in tokens[3:] if token.startswith("@@")), -1)
    return _map(tokens[0]), _number(tokens[1]), _number(tokens[2]), members, layer


def deck_state(state: str) -> tuple[str | None, int, int, bool, list[str]]:
    """Map, x, y, whether it lies face down and its cards from the bottom up in a deck's state."""
    tokens = [*sequences.decode(state, ";"), "", "", ""]
    members = sequences.decode(tokens[4], ",") if len(tokens) > 4 and tokens[4] else []
    return _map(tokens[0]), _number(tokens[1]), _number(tokens[2]), tokens[3] == "true", members
