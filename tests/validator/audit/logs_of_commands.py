"""Logs written command by command, of a module nobody knows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from generator.vassal import saves, trees
from generator.vassal.commands import Command
from generator.vassal.metadata import Metadata
from generator.vassal.trees import Node

Commands = Sequence[Command]


def written(path: Path, position: Commands, *steps: Commands, version: str = "3.7.26") -> Path:
    """A log: the commands of the position, then each step's."""
    first, *others = position
    below = tuple(trees.node(one) for one in others)
    root = Node(trees.node(first).text, (*below, *(trees.step(*one) for one in steps)))
    meta = Metadata(version="1", vassal_version=version)
    named = Metadata(name="Sea", version="1", vassal_version=version)
    saves.write(path, saves.Save(trees.encode(root).encode(), savedata=meta, moduledata=named))
    return path
