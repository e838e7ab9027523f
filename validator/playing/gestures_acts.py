"""The commands of one gesture, nested as in VASSAL's logs.

Source: ``VASSAL.command.Command.append``. An empty command gives way to the first non-empty one,
and everything later is appended below that.
"""

from __future__ import annotations

from dataclasses import replace

from generator.vassal import trees
from generator.vassal.commands import ChangePiece, Chat, Command, Log, Nothing, Unknown
from generator.vassal.trees import Node

UNWRITABLE = Unknown("null")
"""How a log shows a command that VASSAL cannot write (``SetPersistentPropertyCommand``)."""


class Act:
    """A command, and the commands appended to it."""

    __slots__ = ("below", "command")

    def __init__(self, command: Command | None = None) -> None:
        self.command = Nothing() if command is None else command
        """The command itself; `Nothing` if it only groups others."""
        self.below: list[Act] = []

    @property
    def empty(self) -> bool:
        """Whether it does nothing (``Command.isNull``)."""
        if any(not act.empty for act in self.below):
            return False
        command = self.command
        return isinstance(command, Nothing) or (
            isinstance(command, ChangePiece) and command.state == command.old
        )

    def then(self, other: Act | None) -> Act:
        """Append another act. Returns the act that now comes first.

        The other is appended to this one in any case, as in VASSAL: a caller that keeps a
        reference to an empty act keeps what was appended to it.
        """
        if other is None or other.empty:
            return self
        last = self.below[-1].command if self.below else self.command
        new = other.command
        if (
            isinstance(self.command, ChangePiece)
            and isinstance(last, ChangePiece)
            and isinstance(new, ChangePiece)
            and last.id == new.id
        ):
            # Two successive changes of a piece become one (``ChangePiece.append``).
            (self.below[-1] if self.below else self).command = replace(last, state=new.state)
            for below in other.below:
                self.then(below)
            return self
        first = other if self.empty else self
        self.below.append(other)
        return first

    def commands(self) -> list[Command]:
        """The command and all below it, in the order of execution."""
        found = [self.command]
        for act in self.below:
            found += act.commands()
        return found

    def step(self) -> Node:
        """The act as one step of a log."""
        return trees.node(Log(self.command), *[act.step() for act in self.below])


def told(words: str) -> Act | None:
    """A line that a report format writes into the chat; None if it says nothing."""
    return Act(Chat(f"* {words}")) if words else None


__all__ = ["UNWRITABLE", "Act", "told"]
