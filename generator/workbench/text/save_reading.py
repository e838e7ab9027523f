"""A save or log from its text files: the reverse of `save_writing`, piece by piece as well."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generator.vassal import sequences, trees
from generator.vassal.trees import ESC, NestingError
from generator.vassal.trees import Node as Tree
from generator.workbench.text import commands_text, pieces
from generator.workbench.text.archive_text import Texts
from generator.workbench.text.commands_text import Pieces
from generator.workbench.text.reading import Fields, Items, Node, Text
from generator.workbench.text.save_writing import (
    AS_WRITTEN,
    BEGINS,
    COMMANDS,
    GAME,
    IN,
    ROOT,
    STEPS,
    TABLE,
)
from generator.workbench.text.spelling import Source, refuse_others
from generator.workbench.text.table_writing import (
    MAP,
    ORDER,
    PIECES,
    ident_of,
    place_of,
    with_members,
)

_PLACED = ("piece", "stack", "deck")


def read_texts(texts: Texts, asked: Source, place: Node) -> Iterator[bytes]:
    """The commands of a save or log, piece by piece; ``place`` asks for it in the archive's file.

    Troubles are noted; then what comes out is worth nothing.
    """
    for node, source in texts.opened(GAME, asked, place):
        if not isinstance(node, Fields):
            source.wrong(node, f"a mapping is wanted here: '{COMMANDS}: ...'")
            return
        refuse_others(node, (BEGINS, COMMANDS), source)
        begins = node.values.get(BEGINS)
        yield _bytes(ROOT if begins is None else source.text(begins, BEGINS))
        yield from _Reader(texts).commands(node.values.get(COMMANDS), source)


class _Reader:
    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        self._known = Pieces()
        self._hungry: tuple[Node, Source] | None = None
        """The last command, where it ends in a backslash: it would swallow another."""

    def commands(self, listed: Node | None, source: Source) -> Iterator[bytes]:
        """The commands below the root, each after its separator."""
        if not isinstance(listed, Items):
            if listed is not None and not (isinstance(listed, Text) and not listed.value):
                source.wrong(listed, "a list of commands is wanted here")
            return
        for item in listed.items:
            said = item.values if isinstance(item, Fields) else {}
            if isinstance(item, Fields) and TABLE in said:
                yield from self._table(item, source)
            elif IN in said:
                yield from self._steps(item, said[IN], source)
            elif AS_WRITTEN in said:
                self._follow()
                yield _bytes(ESC + source.text(said[AS_WRITTEN], AS_WRITTEN))
            else:
                yield from self._trees(
                    commands_text.read(item, source, self._known, 0), item, source
                )

    def _follow(self) -> None:
        """A command is about to follow the last."""
        if self._hungry is not None:
            item, source = self._hungry
            source.wrong(item, "a command that ends in a backslash would swallow the next")
            self._hungry = None

    def _trees(self, found: Iterable[Tree], item: Node, source: Source) -> Iterator[bytes]:
        for tree in found:
            try:
                token = trees.encode(tree)
            except NestingError as trouble:
                source.wrong(item, str(trouble))
                continue
            self._follow()
            if token.endswith("\\"):
                self._hungry = (item, source)
            yield _bytes(ESC + sequences.escape(token, ESC))

    def _steps(self, item: Node, name: Node, source: Source) -> Iterator[bytes]:
        for node, own in self._texts.opened(source.text(name, IN), source, item):
            listed = node.values.get(STEPS) if isinstance(node, Fields) else None
            if not isinstance(listed, Items):
                own.wrong(node, f"a mapping is wanted here: '{STEPS}: ...'")
                continue
            for step in listed.items:
                said = step.values if isinstance(step, Fields) else {}
                if AS_WRITTEN in said:
                    self._follow()
                    yield _bytes(ESC + own.text(said[AS_WRITTEN], AS_WRITTEN))
                else:
                    yield from self._trees(commands_text.read(step, own, self._known, 1), step, own)

    def _table(self, item: Fields, source: Source) -> Iterator[bytes]:
        """A command that does nothing but bring the pieces of some files into the game."""
        refuse_others(item, (TABLE, ORDER), source)
        listed = item.values[TABLE]
        order = self._order(item.values.get(ORDER), source)
        kept: dict[str, bytes] = {}
        self._follow()
        yield ESC.encode()
        for part in listed.items if isinstance(listed, Items) else ():
            if not isinstance(part, Fields) or IN not in part.values:
                source.wrong(part, f"the pieces stand in files: '- {IN}: table/...'")
                continue
            name = source.text(part.values[IN], IN)
            for node, own in self._texts.opened(name, source, part):
                for ident, command in self._added(node, own):
                    # Nested twice, a command has one backslash before its separator.
                    text = sequences.escape(sequences.escape(command, ESC), ESC)
                    if ident in order and ident not in kept:
                        kept[ident] = _bytes("\\" + ESC + text)
                    else:
                        yield _bytes("\\" + ESC + text)
        for ident in order:
            if ident in kept:
                yield kept.pop(ident)

    def _order(self, named: Node | None, source: Source) -> dict[str, None]:
        """The ids in the order VASSAL wrote them; none where nothing is said."""
        name = source.text(named, ORDER)
        if not name or not self._texts.folder.has(name):
            return {}
        node = self._texts.node(name)
        listed = node.values.get(ORDER) if isinstance(node, Fields) else None
        own = self._texts.source(name)
        if not isinstance(listed, Items):
            own.wrong(node or Node(), f"a list is wanted here: '{ORDER}: ...'")
            return {}
        return dict.fromkeys(own.text(one, "an id") for one in listed.items)

    def _added(self, node: Node, source: Source) -> Iterator[tuple[str, str]]:
        """Id and command of each piece of one file."""
        if not isinstance(node, Fields):
            source.wrong(node, f"a mapping is wanted here: {MAP}, {PIECES}")
            return
        refuse_others(node, (MAP, PIECES), source)
        place = {"mapId": source.text(node.values.get(MAP), MAP) or "null"}
        listed = node.values.get(PIECES)
        for item in listed.items if isinstance(listed, Items) else ():
            if not isinstance(item, Fields):
                source.wrong(item, "a piece, stack or deck is wanted here")
                continue
            for ident, command in self._item(item, source, place):
                if command.endswith("\\"):
                    source.wrong(item, "what ends in a backslash would swallow the next piece")
                yield ident, command

    def _item(self, item: Fields, source: Source, place: pieces.Place) -> Iterator[tuple[str, str]]:
        """A piece, or the members of a stack or deck before itself."""
        if "raw" in item.values:
            refuse_others(item, ("raw",), source)
            text = source.text(item.values["raw"], "raw")
            yield ident_of(text), text
            return
        word = next((word for word in _PLACED if word in item.values), "")
        if not word:
            source.wrong(item, f"what is it? It should begin with {', '.join(_PLACED)}")
            return
        ident = source.text(item.values[word], word)
        members = item.values.get(PIECES) if word != "piece" else None
        if members is None:
            yield ident, commands_text.read_added(item, source, self._known, place)
            return
        nobody = Pieces(frozenset())
        bare = commands_text.read_added(item, source, nobody, place, (PIECES,))
        ids: list[str] = []
        for member in members.items if isinstance(members, Items) else ():
            if not isinstance(member, Fields) or not {"piece", "raw"} & member.values.keys():
                source.wrong(member, "a stack holds pieces: '- piece: ...'")
                continue
            for own, command in self._item(member, source, place_of(bare)):
                ids.append(own)
                yield own, command
        command = with_members(bare, ids)
        self._known.add(*sequences.decode(command[2:], "/"))
        yield ident, command


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
