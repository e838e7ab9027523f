"""The commands of a save or log as text: the name of each, its fields by name, then what is below.

A change of a piece is reported as what it changes: the traits whose state becomes another. That
takes knowing the piece, so both ways the pieces are followed from their beginning.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Final

from generator.errors import nearest
from generator.light import dataclass
from generator.vassal import commands, sequences, traits
from generator.vassal.command_forms import FORMS, Form
from generator.vassal.commands import (
    AddPiece,
    ChangePiece,
    Command,
    Nothing,
    SetBoards,
    SetTurn,
)
from generator.vassal.encodings import is_whole
from generator.vassal.trees import Node as Tree
from generator.workbench.text import pieces
from generator.workbench.text.naming import trait_words
from generator.workbench.text.reading import Fields, Items, Node, Text
from generator.workbench.text.spelling import Numbers, Source, refuse_others
from generator.workbench.text.writing import Flow, Tall, Value

THEN: Final = "then"
"""Before the commands below another."""
MAX_DEPTH: Final = 40
"""Commands nested deeper stand as they are."""
_LOG = "LOG\t"
_NOTHING_WRITTEN = "LOG\tnull"
_NULLS, _RAW, _VERBATIM, _LOGGED = "nulls", "raw", "verbatim", "logged"
_PIECE, _STACK, _DECK = "piece", "stack", "deck"
_CHANGES, _BEFORE, _STATE = "changes", "before", "state"
_OLD, _WITHOUT_OLD = "old", "without old"
_BOARDS = "boards"
_CHANGE = ChangePiece.prefix
_FORMS: Final = {form.type.__name__: form for form in FORMS}
_NAMED: Final = {cls.__name__: cls for cls in (SetBoards, SetTurn, ChangePiece)}
_BARE: Final = {cls.__name__: cls() for cls in (Nothing, commands.BeginSave, commands.EndSave)}
_WORDS: Final = (*_FORMS, *_NAMED, *_BARE, _PIECE, _STACK, _DECK, _NULLS, _RAW, _VERBATIM)


@dataclass(slots=True)
class Pieces:
    """The pieces in play: what each is and in which state, by id."""

    wanted: frozenset[str] | None = None
    """Those that are followed; none: all."""
    types: dict[str, str] = field(default_factory=dict)
    states: dict[str, str] = field(default_factory=dict)

    def add(self, ident: str | None, kind: str, state: str) -> None:
        """A piece comes into the game."""
        if ident is not None and (self.wanted is None or ident in self.wanted):
            self.types[ident] = kind
            self.states[ident] = state

    def chain(self, ident: str) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        """Types and states of a piece that is known, outermost first."""
        if ident not in self.types:
            return None
        types, states = traits.unnest(self.types[ident]), traits.unnest(self.states[ident])
        return (types, states) if len(types) == len(states) else None


# --- Writing ----------------------------------------------------------------------------------


def spell_all(
    nodes: tuple[Tree, ...], known: Pieces, numbers: Numbers, logs: int
) -> Iterator[dict[str, Value]]:
    """Each command with all below it; commands VASSAL could not write are counted."""
    nulls = 0
    for node in nodes:
        if logs and node.text == _NOTHING_WRITTEN and not node.children:
            nulls += 1
            continue
        if nulls:
            yield {_NULLS: str(nulls)}
            nulls = 0
        yield spell(node, known, numbers, logs)
    if nulls:
        yield {_NULLS: str(nulls)}


def shortest(item: dict[str, Value]) -> Value:
    """A command without fields or anything below it is its name alone."""
    return next(iter(item)) if len(item) == 1 and next(iter(item.values())) == "" else item


def spell(node: Tree, known: Pieces, numbers: Numbers, logs: int) -> dict[str, Value]:
    """A command with all below it. ``logs``: how many ``LOG`` go without saying before each."""
    if node.verbatim is not None:
        return {_VERBATIM: node.verbatim}
    bare, depth = node.text, 0
    while bare.startswith(_LOG):
        bare, depth = bare[len(_LOG) :], depth + 1
    if logs and bare == "null" and depth == logs:
        made: dict[str, Value] = {_NULLS: "1"}
    else:
        made = _spell_one(bare, known, numbers)
    if depth != logs:
        made[_LOGGED] = str(depth)
    if node.children:
        below = spell_all(node.children, known, numbers, logs)
        made[THEN] = Tall(shortest(item) for item in below)
    return made


def _spell_one(text: str, known: Pieces, numbers: Numbers) -> dict[str, Value]:
    """The command alone; as it stands where the words would not give it back."""
    command = commands.decode(text)
    word = type(command).__name__
    made: dict[str, Value] | None = None
    match command:
        case AddPiece():
            made = spell_added(text, known, numbers)
        case ChangePiece(ident, state, old):
            tokens = [str(part) for part in (ident, state, old) if part is not None]
            if _CHANGE + sequences.encode(tokens, "/") == text:
                made = _spell_change(tokens[0], tokens[1], (*tokens, None)[2], known, numbers)
        case SetTurn(tracker, state):
            if commands.encode(SetTurn(str(tracker), str(state))) == text:
                made = {word: str(tracker), _STATE: str(state)}
        case SetBoards(name, boards):
            plain = [commands.Board(str(b.name), b.column, b.row, b.turned) for b in boards]
            if commands.encode(SetBoards(str(name), tuple(plain))) == text:
                made = {word: str(name), _BOARDS: [_spell_board(board) for board in plain]}
        case _ if word in _BARE:
            made = {word: ""} if commands.encode(_BARE[word]) == text else None
        case _ if word in _FORMS:
            said = _spell_fields(_FORMS[word], text)
            made = None if said is None else {word: said}
    return {_RAW: text} if made is None else made


def _spell_board(board: commands.Board) -> Value:
    row = (board.name, str(board.column), str(board.row))
    return (*row, "rev") if board.turned else row


def _spell_fields(form: Form, text: str) -> Value | None:
    """The fields by name, or the only one; None where they would not give the text back."""
    body = text[len(form.prefix) :]
    last = form.fields[-1]
    if last.kind == "rest":
        return body
    if last.kind == "note":
        return _lines_in(body)
    tokens = sequences.decode(body, form.delimiter)
    if sequences.encode(tokens, form.delimiter) != body:
        return None
    made: dict[str, Value] = Flow()
    for row, token in zip(form.fields, tokens, strict=False):
        said = _lines_in(token) if row.kind == "lines" else token
        if said is None:
            return None
        made[row.name] = said
    if last.kind == "many":
        made[last.name] = tokens[len(form.fields) - 1 :]
    elif len(tokens) > len(form.fields):
        return None
    elif len(form.fields) == len(tokens) == 1:
        return made[last.name]
    return made if not any("\n" in value for value in made.values()) else dict(made)


def spell_added(
    text: str, known: Pieces, numbers: Numbers, place: pieces.Place = pieces.NOWHERE
) -> dict[str, Value]:
    """A piece, stack or deck that comes into the game."""
    parts = pieces.definition_parts(text)
    if parts is None:
        return {_RAW: text}
    ident, types, states = parts
    known.add(ident, traits.nest(types), traits.nest(states))
    if types == (traits.STACK,):
        state = pieces.spell_state(traits.STACK, states[0], numbers, place)
        return {_STACK: ident, **({_STATE: state} if state != {} else {})}
    if len(types) == 1 and types[0].startswith(traits.DECK):
        return {_DECK: ident, **pieces.spell_trait(types[0], states[0], numbers, place)}
    chain = [
        pieces.spell_trait(kind, state, numbers, place)
        for kind, state in zip(reversed(types), reversed(states), strict=True)
    ]
    return {_PIECE: ident, pieces.TRAITS: chain}


def _spell_change(
    ident: str, state: str, old: str | None, known: Pieces, numbers: Numbers
) -> dict[str, Value]:
    """What a change makes of the piece: of the state it says the piece had, where that is not the
    one the piece was left in (VASSAL changes some things without writing it down)."""
    made: dict[str, Value] = {ChangePiece.__name__: ident}
    chain = known.chain(ident)
    before, now = (None if old is None else _levels(old, chain)), _levels(state, chain)
    if chain is None or now is None or (old is not None and before is None):
        made[_STATE] = state
        if old is not None:
            made[_OLD] = old
    else:
        if before is not None and before != chain[1]:
            made[_BEFORE] = _spell_states(chain[0], chain[1], before, numbers)
        made[_CHANGES] = _spell_states(chain[0], before or chain[1], now, numbers)
    if old is None:
        made[_WITHOUT_OLD] = "true"
    if ident in known.states:
        known.states[ident] = state
    return made


def _levels(
    state: str, chain: tuple[tuple[str, ...], tuple[str, ...]] | None
) -> tuple[str, ...] | None:
    """The states of the traits, where they are as many as the traits."""
    levels = traits.unnest(state)
    fits = chain is not None and len(levels) == len(chain[0]) and traits.nest(levels) == state
    return levels if fits else None


def _spell_states(
    types: tuple[str, ...], old: tuple[str, ...], new: tuple[str, ...], numbers: Numbers
) -> Value:
    """The traits whose states differ, with the new ones."""
    size = len(types)
    return Tall(
        _spell_state_of(at, size, types[at], new[at], numbers)
        for at in reversed(range(size))
        if new[at] != old[at]
    )


def _spell_state_of(
    at: int, size: int, kind: str, state: str, numbers: Numbers
) -> dict[str, Value]:
    """A trait by its number in the editor's order and its name, and its new state."""
    form = traits.read_trait(kind).form
    number = size - at
    if form is None:
        return {"trait": f"{number} custom", _STATE: state}
    said = pieces.spell_state(form.id, state, numbers)
    return {"trait": f"{number} {trait_words()[form.id]}", _STATE: said if said != {} else Flow()}


def _lines_in(token: str) -> str | None:
    """A text of several lines; None where its lines would not give it back."""
    lines = "\n".join(sequences.decode(token, "|")) if token else ""
    return lines if _lines_out(lines) == token else None


def _lines_out(text: str) -> str:
    return sequences.encode(text.split("\n"), "|") if text else ""


# --- Reading ----------------------------------------------------------------------------------


def read_all(node: Node | None, source: Source, known: Pieces, logs: int) -> tuple[Tree, ...]:
    """The commands of a list, each with all below it."""
    if node is None:
        return ()
    if not isinstance(node, Items):
        source.wrong(node, "a list of commands is wanted here")
        return ()
    return tuple(tree for item in node.items for tree in read(item, source, known, logs))


def read(node: Node, source: Source, known: Pieces, logs: int) -> list[Tree]:
    """A command with all below it; several where commands are only counted."""
    if isinstance(node, Text):
        made = Fields(node.line, node.column)
        made.values[node.value], made.lines[node.value] = Text(node.line, 0, "", True), node.line
        node = made
    if not isinstance(node, Fields):
        source.wrong(node, "a command is a mapping that begins with its name")
        return []
    word = next((word for word in node.values if word in _WORDS), "")
    if not word:
        first = next(iter(node.values), "")
        source.wrong(node, f"unknown command {first!r}{nearest(first, _WORDS)}")
        return []
    if word == _VERBATIM:
        text = source.text(node.values[word], word)
        return [Tree(text, (), text)]
    if word == _NULLS:
        return _read_nulls(node, source, known, logs)
    text = _read_one(word, node, source, known)
    depth = source.text(node.values.get(_LOGGED), _LOGGED)
    if depth and not (depth.isdecimal() and int(depth) < 100):
        source.wrong(node.values[_LOGGED], f"{depth!r} is not a number of times")
        depth = ""
    below = read_all(node.values.get(THEN), source, known, logs)
    return [Tree(_LOG * (int(depth) if depth else logs) + text, below)]


def _read_nulls(node: Fields, source: Source, known: Pieces, logs: int) -> list[Tree]:
    refuse_others(node, (_NULLS, THEN), source)
    said = source.text(node.values[_NULLS], _NULLS)
    if not said.isdecimal() or not 0 < int(said) < 100_000:
        source.wrong(node.values[_NULLS], f"{said!r} is not a number of commands")
        return []
    below = read_all(node.values.get(THEN), source, known, logs)
    text = _LOG * logs + "null"
    return [*([Tree(text)] * (int(said) - 1)), Tree(text, below)]


def _read_one(word: str, node: Fields, source: Source, known: Pieces) -> str:
    value = node.values[word]
    shared = (word, THEN, _LOGGED)
    if word in (_PIECE, _STACK, _DECK):
        return read_added(node, source, known, others=(THEN, _LOGGED))
    if word == _RAW:
        refuse_others(node, shared, source)
        return source.text(value, word)
    if word in _BARE:
        refuse_others(node, shared, source)
        return commands.encode(_BARE[word])
    if word == ChangePiece.__name__:
        extra = (_CHANGES, _BEFORE, _STATE, _OLD, _WITHOUT_OLD)
        refuse_others(node, (*shared, *extra), source)
        return _read_change(node, source, known)
    if word == SetTurn.__name__:
        refuse_others(node, (*shared, _STATE), source)
        state = source.text(node.values.get(_STATE), _STATE)
        return commands.encode(SetTurn(source.text(value, word), state))
    if word == SetBoards.__name__:
        refuse_others(node, (*shared, _BOARDS), source)
        return commands.encode(_read_boards(node, source))
    refuse_others(node, shared, source)
    return _read_fields(_FORMS[word], value, source)


def _read_fields(form: Form, node: Node, source: Source) -> str:
    rows = form.fields
    if rows[-1].kind in ("rest", "note"):
        text = source.text(node, rows[-1].name)
        return form.prefix + (text if rows[-1].kind == "rest" else _lines_out(text))
    if isinstance(node, Text):
        said: dict[str, Node] = {rows[0].name: node}
    elif isinstance(node, Fields):
        said = node.values
        refuse_others(node, [row.name for row in rows], source)
    else:
        source.wrong(node, f"the fields are wanted here: {', '.join(row.name for row in rows)}")
        return ""
    last = max((at for at, row in enumerate(rows) if row.name in said), default=-1)
    tokens: list[str] = []
    for at, row in enumerate(rows):
        found = said.get(row.name)
        if row.kind == "many":
            tokens += [
                source.text(item, row.name)
                for item in (found.items if isinstance(found, Items) else ())
            ]
        elif found is None and row.required:
            source.wrong(node, f"{form.type.__name__} lacks {row.name!r}: {row.meaning}")
        elif at <= last or row.required:
            text = source.text(found, row.name)
            tokens.append(_lines_out(text) if row.kind == "lines" else text)
    return form.prefix + sequences.encode(tokens, form.delimiter)


def read_added(
    node: Fields,
    source: Source,
    known: Pieces,
    place: pieces.Place = pieces.NOWHERE,
    others: tuple[str, ...] = (),
) -> str:
    """The command that brings a piece, stack or deck into the game."""
    if _STACK in node.values:
        refuse_others(node, (_STACK, _STATE, *others), source)
        ident = source.text(node.values[_STACK], _STACK)
        kind = traits.STACK
        state = pieces.read_state(traits.STACK, node.values.get(_STATE), source, place)
    elif _DECK in node.values:
        ident = source.text(node.values[_DECK], _DECK)
        own = Fields(node.line, node.column)
        for name, value in node.values.items():
            if name not in (_DECK, *others):
                own.values[name], own.lines[name] = value, node.lines[name]
        kind, state = pieces.read_trait(own, source, place)
    else:
        refuse_others(node, (_PIECE, pieces.TRAITS, *others), source)
        ident = source.text(node.values[_PIECE], _PIECE)
        kind, state = pieces.read_chain(node, source, place=place)
    known.add(ident, kind, state)
    return "+/" + sequences.encode([ident, kind, state], "/")


def _read_change(node: Fields, source: Source, known: Pieces) -> str:
    ident = source.text(node.values[ChangePiece.__name__], ChangePiece.__name__)
    old: str | None = known.states.get(ident, "")
    if _OLD in node.values:
        old = source.text(node.values[_OLD], _OLD)
    elif _BEFORE in node.values:
        old = _changed(node, _BEFORE, ident, source, known)
        known.states[ident] = old
    if _STATE in node.values:
        state = source.text(node.values[_STATE], _STATE)
    else:
        state = _changed(node, _CHANGES, ident, source, known)
    if _WITHOUT_OLD in node.values:
        old = None
    if ident in known.types:
        known.states[ident] = state
    tokens = [ident, state] if old is None else [ident, state, old]
    return _CHANGE + sequences.encode(tokens, "/")


def _changed(node: Fields, key: str, ident: str, source: Source, known: Pieces) -> str:
    """The state a piece has after some changes of its traits."""
    chain = known.chain(ident)
    if chain is None:
        return source.wrong(node, f"no piece {ident!r} is in play; give its state as a text")
    types, states = chain[0], [*chain[1]]
    listed = node.values.get(key)
    for item in listed.items if isinstance(listed, Items) else ():
        _change_state(item, types, states, source)
    return traits.nest(states)


def _change_state(node: Node, types: tuple[str, ...], states: list[str], source: Source) -> None:
    """Put the state of the trait that a mapping names in its place."""
    if not isinstance(node, Fields):
        source.wrong(node, "a change is a trait and its state")
        return
    refuse_others(node, ("trait", _STATE), source)
    word = source.text(node.values.get("trait"), "trait")
    number, _, name = word.partition(" ")
    at = len(types) - int(number) if number.isdecimal() and len(number) < 5 else -1
    if not 0 <= at < len(types):
        source.wrong(node, f"{word!r}: the piece has traits 1 to {len(types)}")
        return
    form = traits.read_trait(types[at]).form
    wanted = "custom" if form is None else trait_words()[form.id]
    if name != wanted:
        source.wrong(node, f"{word!r}: trait {number} of the piece is {wanted!r}")
    elif form is None:
        states[at] = source.text(node.values.get(_STATE), _STATE)
    else:
        states[at] = pieces.read_state(form.id, node.values.get(_STATE), source)


def _read_boards(node: Fields, source: Source) -> Command:
    name = source.text(node.values[SetBoards.__name__], SetBoards.__name__)
    listed = node.values.get(_BOARDS)
    boards = []
    for item in listed.items if isinstance(listed, Items) else ():
        parts = [source.text(part, "a board") for part in getattr(item, "items", ())]
        wanted = len(parts) in (3, 4) and all(_is_whole(part) for part in parts[1:3])
        if not wanted or parts[3:] not in ([], ["rev"]):
            source.wrong(item, "a board is [name, column, row], with rev where it is turned")
            continue
        boards.append(commands.Board(parts[0], int(parts[1]), int(parts[2]), len(parts) == 4))
    return SetBoards(name, tuple(boards))


def _is_whole(text: str) -> bool:
    return is_whole(text) and str(int(text)) == text
