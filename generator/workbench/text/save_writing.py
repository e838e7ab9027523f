"""A save or log as text: the pieces map by map and stack by stack, what else is restored, and then
step by step what was done.

Everything goes through in a stream, since a save may hold hundreds of megabytes: files are begun
anew before they become too large to be read at once.
"""

from __future__ import annotations

import re
from typing import Final

from generator.vassal import sequences, trees
from generator.vassal.trees import ESC
from generator.vassal.trees import Node as Tree
from generator.workbench.text import commands_text, writing
from generator.workbench.text.commands_text import Pieces
from generator.workbench.text.disk_names import Names
from generator.workbench.text.spelling import Numbers
from generator.workbench.text.table_writing import (
    LARGE,
    ORDER,
    ORDER_FILE,
    Put,
    TableWriter,
    TextFile,
    is_table,
)
from generator.workbench.text.writing import Tall, Value

GAME: Final = "game.yaml"
FOLDERS: Final = ("table", "steps")
TOP: Final = (GAME, ORDER_FILE)
ROOT: Final = "begin_save"
BEGINS: Final = "begins"
"""What the text begins with instead of the root, in a damaged or very old file."""
COMMANDS: Final = "commands"
TABLE: Final = "table"
IN: Final = "in"
AS_WRITTEN: Final = "as written"
"""A command of the root with the quotes and escapes that VASSAL would not write."""
STEPS: Final = "steps"
_LOG = b"LOG\t"
_STEPS_A_FILE = 500
_CHANGED = re.compile(rb"(?:\x1b|\t)D/([^/\x1b]+)/")


def write_texts(text: bytes, put: Put) -> str:
    """Write the commands of a save or log into files; whether it is a ``save`` or a ``log``.

    Raises `NestingError`.
    """
    writer = _Writer(text, put)
    return writer.write()


class _Writer:
    def __init__(self, text: bytes, put: Put) -> None:
        self._text = text
        self._put = put
        wanted = {found[1].decode("utf-8", "surrogateescape") for found in _CHANGED.finditer(text)}
        self._known = Pieces(frozenset(wanted))
        self._names = Names()
        self._numbers = Numbers(is_inline=True)
        self._game = TextFile(GAME, [])
        self._steps: TextFile | None = None
        self._step = 0

    def write(self) -> str:
        for at, (start, end) in enumerate(trees.bounds(self._text)):
            raw = self._text[start:end]
            if at == 0:
                self._begin(raw)
            elif raw.startswith(_LOG):
                self._put_step(raw)
            else:
                self._end_steps()
                self._put_command(raw)
        self._end_steps()
        self._end(self._game)
        return "log" if self._step else "save"

    def _begin(self, raw: bytes) -> None:
        root = _text(raw)
        if root != ROOT:
            writing.put_mapping(self._game.lines, "", {BEGINS: root})
        self._game.lines.append(f"{COMMANDS}:")

    def _put_command(self, raw: bytes) -> None:
        if is_table(raw):
            names, order = TableWriter(raw, self._names, self._known, self._put).write()
            item: dict[str, Value] = {TABLE: Tall({IN: name} for name in names)}
            if order:
                item[ORDER] = order
        else:
            item = self._spelt(raw, 0)
        writing.put_item(self._game.lines, "", commands_text.shortest(item))

    def _put_step(self, raw: bytes) -> None:
        self._step += 1
        file = self._steps
        if file is None or file.size > LARGE or (self._step - 1) % _STEPS_A_FILE == 0:
            self._end_steps()
            name = self._names.take(f"steps/{self._step:05}.yaml")
            writing.put_item(self._game.lines, "", {IN: name})
            file = self._steps = TextFile(name, [f"{STEPS}:"])
        lines = [f"# step {self._step}"]
        writing.put_item(lines, "", commands_text.shortest(self._spelt(raw, 1)))
        file.add(lines)

    def _spelt(self, raw: bytes, logs: int) -> dict[str, Value]:
        """A command of the root, as it stands between the others."""
        written = _text(raw)
        token = sequences.unquote(written.replace("\\" + ESC, ESC))
        if sequences.escape(token, ESC) != written:
            return {AS_WRITTEN: written}
        node = trees.parse(token)
        if _depth(node) > commands_text.MAX_DEPTH:
            node = Tree(token, (), token)
        return commands_text.spell(node, self._known, self._numbers, logs)

    def _end_steps(self) -> None:
        if self._steps is not None:
            self._end(self._steps)
            self._steps = None

    def _end(self, file: TextFile) -> None:
        self._put(file.name, file.to_bytes())


def _depth(node: Tree) -> int:
    """How deep the commands below a command are nested."""
    deepest, stack = 0, [(node, 0)]
    while stack:
        here, depth = stack.pop()
        deepest = max(deepest, depth)
        stack += [(child, depth + 1) for child in here.children]
    return deepest


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")
