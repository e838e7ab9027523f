"""What one gesture leaves in a log, strung together as VASSAL strings it together.

``VASSAL.command.Command.append`` decides how the parts of a step nest: a command that says
nothing gives way to the first that says something, and everything later hangs below that one.
"""

from __future__ import annotations

from dataclasses import replace

from generator.vassal import trees
from generator.vassal.commands import ChangePiece, Command, Log, Nothing, Unknown
from generator.vassal.trees import Node

UNWRITABLE = Unknown("null")
"""What stands in a log for a command VASSAL cannot write (``SetPersistentPropertyCommand``)."""


class Act:
    """A command and those that follow from it."""

    __slots__ = ("below", "command")

    def __init__(self, command: Command | None = None) -> None:
        self.command = Nothing() if command is None else command
        """The command itself; `Nothing` for one that only carries others."""
        self.below: list[Act] = []

    @property
    def empty(self) -> bool:
        """Whether it says nothing (``Command.isNull``)."""
        if any(not act.empty for act in self.below):
            return False
        command = self.command
        return isinstance(command, Nothing) or (
            isinstance(command, ChangePiece) and command.state == command.old
        )

    def then(self, other: Act | None) -> Act:
        """This followed by another: the one of the two that stands first from now on.

        The other is hung below this one in any case, as in VASSAL: a caller who keeps a
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
            # Two changes of a piece in a row are one (``ChangePiece.append``).
            (self.below[-1] if self.below else self).command = replace(last, state=new.state)
            for below in other.below:
                self.then(below)
            return self
        first = other if self.empty else self
        self.below.append(other)
        return first

    def commands(self) -> list[Command]:
        """The command and all below it, in the order they are executed."""
        found = [self.command]
        for act in self.below:
            found += act.commands()
        return found

    def step(self) -> Node:
        """The act as one step of a log."""
        return trees.node(Log(self.command), *[act.step() for act in self.below])


__all__ = ["UNWRITABLE", "Act"]
