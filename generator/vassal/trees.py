"""How commands nest in a saved game (``VASSAL.build.GameModule.encode``).

A command with sub-commands is written as itself and each sub-command's whole text, joined by
ESC as in `generator.vassal.sequences`: so an ESC before a sub-command's sub-command bears one
backslash, one level deeper two, and so on. That lets the nesting be read in one pass over the
text: the number of backslashes before an ESC says whose child follows.

`leaves` is that pass; `parse` builds `Node`s from it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping

from generator.errors import BroadsideError
from generator.light import dataclass
from generator.vassal import commands, sequences
from generator.vassal.commands import Command

ESC = "\x1b"
MAX_DEPTH = 5000
"""Deepest nesting read unless the caller allows more."""

_ESC = b"\x1b"
_ODD = (b"'", b"\\")
_CHUNK = 1 << 18
_MAX_ODD_DEPTH = 100


class NestingError(BroadsideError):
    """Commands nested too deep, or that could not be told apart once written."""


@dataclass(frozen=True, slots=True)
class Node:
    """A command's text with the commands below it."""

    text: str
    """The command alone, as it stands once the nesting is taken off."""

    children: tuple[Node, ...] = ()

    verbatim: str | None = None
    """The text of this node and all below it, where VASSAL would write it otherwise."""

    @property
    def command(self) -> Command:
        """The typed value of the text."""
        return commands.decode(self.text)

    def walk(self) -> Iterator[Node]:
        """This node and all below it, in the order they are executed."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))


def node(command: Command, *children: Node | Command) -> Node:
    """A node for a command, with the nodes or commands below it."""
    below = tuple(child if isinstance(child, Node) else node(child) for child in children)
    return Node(commands.encode(command), below)


def step(*parts: Command) -> Node:
    r"""One step of a log: the first command, and the others below it, as VASSAL logs an act.

    >>> encode(step(commands.Chat("a"), commands.Undo(True))).replace(ESC, "|")
    'LOG\tCHATa|LOG\tUNDO\ttrue'
    """
    first, *others = parts
    return node(commands.Log(first), *[commands.Log(other) for other in others])


def leaves(
    text: bytes, *, end: int | None = None, max_depth: int = MAX_DEPTH
) -> Iterator[tuple[int, bytes]]:
    """(depth, command text) of every command in the order they are executed; the root has 0.

    ``end``: where one of the root's `bounds` ends, to leave out what follows it. Raises
    `NestingError` below ``max_depth``.
    """
    stop = len(text) if end is None else end
    if _is_plain(text, stop):
        return _plain_leaves(text, 0, max_depth, stop)
    return _odd_leaves(text[:stop], 0, max_depth, 0)


def top(text: bytes) -> Iterator[bytes]:
    """The root's own text, then the still encoded text of each of its children."""
    for start, end in bounds(text):
        yield _token(text[start:end])


def bounds(text: bytes, start: int = 0) -> Iterator[tuple[int, int]]:
    """Where the root's own text begins and ends, then where each child's does.

    ``start`` is where one of these begins. What stands there is still escaped, see `child`.
    """
    size = len(text)
    while True:
        end = text.find(_ESC, start)
        while end > start and text[end - 1] == 0x5C:
            end = text.find(_ESC, end + 1)
        if end < 0:
            yield start, size
            return
        yield start, end
        start = end + 1


def child(raw: bytes, *, max_depth: int = MAX_DEPTH) -> Iterator[tuple[int, bytes]]:
    """As `leaves`, for a child of the root as it stands between its `bounds`; it has depth 1."""
    if _ESC not in raw and raw[:1] != b"'":
        return iter(((1, raw),))
    if _is_plain(raw):
        return _plain_leaves(raw, 1, max_depth)
    return _leaves(_token(raw), 1, max_depth)


def parse(text: bytes | str, *, max_depth: int = MAX_DEPTH) -> Node:
    """The tree of one command text. ``encode`` gives back the same text.

    Raises `NestingError` below ``max_depth``, and `UnicodeDecodeError` for bytes that are no
    UTF-8.
    """
    raw = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text
    tokens = top(raw)
    first = next(tokens)
    own = _subtree(first, 0, max_depth) if first != raw else Node(_text(first))
    children = tuple(_subtree(token, 1, max_depth) for token in tokens)
    found = Node(own.text, own.children + children)
    odd = own.children or any(child.verbatim is not None for child in children)
    if (odd or not _is_plain(raw)) and not _is_written_as(found, _text(raw)):
        return Node(found.text, found.children, _text(raw))
    return found


def encode(root: Node) -> str:
    """The text of a tree, as VASSAL writes it.

    Raises `NestingError` when a command ends in a backslash and another follows: VASSAL would
    take them for one.
    """
    parts: list[str] = []
    if not _encode_plain(root, parts):
        return _encode_odd(root, 0)
    return "".join(parts)


def rewritten(text: bytes, rewrite: Callable[[str], str], *, max_depth: int = MAX_DEPTH) -> bytes:
    """The text with every command's own text replaced by what ``rewrite`` makes of it.

    The nesting stays as it is, and so does what the function gives back unchanged. Raises
    `NestingError`.
    """
    if not _is_plain(text):
        root = _rewritten_tree(parse(text, max_depth=max_depth), rewrite)
        return encode(root).encode("utf-8", "surrogateescape")
    parts = text.split(_ESC)
    last = len(parts) - 1
    for at, part in enumerate(parts):
        own = part if at == last else part.rstrip(b"\\")
        given = _text(own)
        made = rewrite(given)
        if made != given:
            parts[at] = made.encode("utf-8", "surrogateescape") + part[len(own) :]
    return _ESC.join(parts)


def _rewritten_tree(root: Node, rewrite: Callable[[str], str]) -> Node:
    texts = {id(node): rewrite(node.text) for node in root.walk()}
    nodes, below = [root], []
    for node in nodes:  # grows as it is walked: children come after their parents
        below.append((len(nodes), len(nodes) + len(node.children)))
        nodes.extend(node.children)
    made = list(nodes)
    for at in reversed(range(len(nodes))):
        old, text = nodes[at], texts[id(nodes[at])]
        children = tuple(made[slice(*below[at])])
        if text != old.text or not all(map(operator.is_, children, old.children)):
            made[at] = Node(text, children, _respelled(old, texts))
    return made[0]


def _respelled(node: Node, texts: Mapping[int, str]) -> str | None:
    """What stands verbatim for a node and all below it, with the new texts in place of the old."""
    if node.verbatim is None:
        return None
    found = node.verbatim
    for part in node.walk():
        if texts[id(part)] != part.text:
            found = found.replace(part.text, texts[id(part)])
    return found


def _token(raw: bytes) -> bytes:
    """A token as it was before it was put between separators."""
    text = raw.replace(b"\\\x1b", _ESC)
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == 0x27 else text


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")


def _is_plain(text: bytes, stop: int | None = None) -> bool:
    """Whether no command begins with a quote or with a backslash of its own."""
    if text[:1] in _ODD or text.find(_ESC + b"'", 0, stop) >= 0:
        return False
    at = text.find(_ESC + b"\\", 0, stop)
    while at >= 0:
        end = at + 2
        while text[end : end + 1] == b"\\":
            end += 1
        if text[end : end + 1] != _ESC:
            return False
        at = text.find(_ESC + b"\\", end, stop)
    return True


def _plain_leaves(
    text: bytes, depth: int, max_depth: int, stop: int | None = None
) -> Iterator[tuple[int, bytes]]:
    size = len(text) if stop is None else stop
    levels: list[int] = []
    here = depth
    start = 0
    # Cut in pieces, so that no second copy of a text of several hundred megabytes is held.
    while True:
        end = text.find(_ESC, start + _CHUNK, size)
        parts = text[start : size if end < 0 else end].split(_ESC)
        last = parts.pop() if end < 0 else None
        for part in parts:
            leaf = part.rstrip(b"\\")
            yield here, leaf
            level = len(part) - len(leaf)
            if not levels or level != levels[-1]:
                _open(levels, level)
                here = depth + len(levels)
                if here > max_depth:
                    raise NestingError(f"commands nested more than {max_depth:,} deep")
        if last is not None:
            yield here, last
            return
        start = end + 1


def _open(levels: list[int], level: int) -> None:
    """Note an ESC with ``level`` backslashes: it ends all that is nested as deep or deeper.

    More backslashes than levels occur when a chat line ends in some: the next command is below it.
    """
    while levels and levels[-1] >= level:
        levels.pop()
    levels.append(level)


def _odd_leaves(
    text: bytes, depth: int, max_depth: int, odd_depth: int
) -> Iterator[tuple[int, bytes]]:
    """As VASSAL decodes: token by token, each decoded again until nothing comes off."""
    if odd_depth > _MAX_ODD_DEPTH or depth > max_depth:
        raise NestingError(f"quoted commands nested more than {_MAX_ODD_DEPTH} deep")
    tokens = top(text)
    first = next(tokens)
    if first == text:
        yield depth, first
    elif _is_plain(first):
        yield from _plain_leaves(first, depth, max_depth)
    else:
        yield from _odd_leaves(first, depth, max_depth, odd_depth + 1)
    for token in tokens:
        if _is_plain(token):
            yield from _plain_leaves(token, depth + 1, max_depth)
        else:
            yield from _odd_leaves(token, depth + 1, max_depth, odd_depth + 1)


def _leaves(text: bytes, depth: int, max_depth: int) -> Iterator[tuple[int, bytes]]:
    if _is_plain(text):
        return _plain_leaves(text, depth, max_depth)
    return _odd_leaves(text, depth, max_depth, 0)


def _subtree(token: bytes, depth: int, max_depth: int) -> Node:
    """The tree of one token of the root; keeps the token where it would be written otherwise."""
    built = _build(_leaves(token, depth, max_depth))
    if _is_regular(token) or _is_written_as(built, _text(token)):
        return built
    return Node(built.text, built.children, _text(token))


def _is_written_as(node: Node, text: str) -> bool:
    try:
        return encode(node) == text
    except NestingError:
        return False


def _is_regular(token: bytes) -> bool:
    """Whether the nesting alone gives the text back: the common case, told quickly."""
    if not _is_plain(token):
        return False
    level = 0
    for part in token.split(_ESC)[:-1]:
        slashes = len(part) - len(part.rstrip(b"\\"))
        if slashes > level:
            return False
        level = slashes + 1
    return True


def _build(found: Iterable[tuple[int, bytes]]) -> Node:
    rows = [(depth, _text(text)) for depth, text in found]
    # From the last to the first, each command takes the finished ones that are below it.
    waiting: list[tuple[int, Node]] = []
    for depth, text in reversed(rows):
        children: list[Node] = []
        while waiting and waiting[-1][0] > depth:
            children.append(waiting.pop()[1])
        waiting.append((depth, Node(text, tuple(children))))
    return waiting[0][1]


def _encode_plain(root: Node, parts: list[str]) -> bool:
    stack = [(root, 0)]
    while stack:
        node, depth = stack.pop()
        if node.verbatim is not None or ESC in node.text or node.text[:1] in ("'", "\\"):
            return False
        if depth:
            if parts[-1].endswith("\\"):
                raise NestingError(
                    f"command {parts[-1]!r} ends in a backslash and would swallow the next"
                )
            parts.append("\\" * (depth - 1) + ESC)
        parts.append(node.text)
        stack.extend([(child, depth + 1) for child in reversed(node.children)])
    return True


def _encode_odd(node: Node, depth: int) -> str:
    if depth > _MAX_ODD_DEPTH:
        raise NestingError(f"quoted commands nested more than {_MAX_ODD_DEPTH} deep")
    if node.verbatim is not None:
        return node.verbatim
    if not node.children:
        return node.text
    tokens = [node.text]
    for child in node.children:
        parts: list[str] = []
        tokens.append(
            "".join(parts) if _encode_plain(child, parts) else _encode_odd(child, depth + 1)
        )
    for token in tokens[:-1]:
        if token.endswith("\\"):
            raise NestingError(f"command {token!r} ends in a backslash and would swallow the next")
    return sequences.encode(tokens, ESC)
