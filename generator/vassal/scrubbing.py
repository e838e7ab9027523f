"""A save or log without the players' passwords, and without their talk when asked.

VASSAL writes every player's password in clear text: in the roster, as the last field of a move,
as the owner of masks and invisible pieces, of notes, in the lists of who may unmask. A cleaned
copy has a short mark in each of these places, the same player the same mark throughout, and VASSAL
loads and steps it as before: a password is to it only a word that must be the same everywhere.
"""

from __future__ import annotations

import re
from dataclasses import field, replace
from itertools import count

from generator.light import dataclass
from generator.vassal import commands, sequences, traits, trees
from generator.vassal.commands import (
    AddPiece,
    AllowUnmask,
    ChangePiece,
    Chat,
    Command,
    LockOptions,
    Log,
    MovePiece,
    Nothing,
    Player,
    PrivateNote,
    RemovePlayer,
    SecretNote,
)
from generator.vassal.saves import MEMBER, Save
from generator.vassal.traits import Trait

_NOBODY = ("", "null")
_PLAYER = re.compile(rb"PLAYER\t((?:[^\t\x1b]|\\\t)*)\t((?:[^\t\x1b]|\\\t)*)\t([^\t\x1b\\]*)")
_MARK = re.compile(r"P[1-9][0-9]*")
_MARKED = re.compile(rb"PLAYER\t(P[1-9][0-9]*)\t")
_OWNED = ("obs;", "hide;", "restrict;")
_SHORTEST = 4


@dataclass(slots=True)
class Scrubbed:
    """A cleaned save and what was done."""

    save: Save
    players: int
    """How many passwords were replaced."""
    places: int
    """In how many commands."""
    lines: int
    """Lines of talk taken out."""
    doubtful: tuple[str, ...] = ()
    """Marks of players whose password is also an ordinary word of the file: where it stood for the
    player it is gone, in the texts it cannot be told from the word."""


@dataclass(slots=True)
class _Scrubber:
    talk: bool
    names: bool
    marks: dict[str, str] = field(default_factory=dict)
    called: dict[str, str] = field(default_factory=dict)
    """Display names and what stands for them."""
    sides: set[str] = field(default_factory=set)
    owned: dict[str, tuple[Trait, ...]] = field(default_factory=dict)
    """Pieces with traits that hold an owner, by id."""
    there: set[str] = field(default_factory=set)
    """Marks that stand in the file: it was cleaned before."""
    count: int = 0
    places: int = 0
    lines: int = 0
    words: re.Pattern[str] | None = None
    people: re.Pattern[str] | None = None

    def learn(self, text: bytes) -> None:
        """Everybody on the roster, at any time."""
        self.there.update(found.decode() for found in _MARKED.findall(text))
        for found in _PLAYER.findall(text):
            password, name, side = (
                part.decode("utf-8", "surrogateescape").replace("\\\t", "\t") for part in found
            )
            mark = self.mark(password)
            self.called.setdefault(name, f"Player {mark[1:]}")
            self.sides.add(side)
        spelled = [p for p in self.marks if len(p) >= _SHORTEST and not self.is_word(p)]
        self.words = _any_of(spelled)
        self.people = _any_of([name for name in self.called if name]) if self.names else None

    def is_word(self, password: str) -> bool:
        return password in self.called or password in self.sides

    def mark(self, password: str) -> str:
        if password in _NOBODY or _MARK.fullmatch(password):
            return password
        if password not in self.marks:
            self.count = next(n for n in count(self.count + 1) if f"P{n}" not in self.there)
            self.marks[password] = f"P{self.count}"
        return self.marks[password]

    def owner(self, token: str) -> str:
        """An owner: a password, or a side where the access goes by side."""
        return token if token in self.sides and token not in self.marks else self.mark(token)

    # --- Commands -----------------------------------------------------------------------

    def leaf(self, text: str) -> str:
        """One command's text, cleaned; the very same where there is nothing to clean."""
        command = commands.decode(text)
        depth = 0
        inner = command
        while isinstance(inner, Log):
            inner, depth = inner.command, depth + 1
        cleaned = self.command(inner)
        if cleaned != inner:
            self.places += 1
            text = "LOG\t" * depth + commands.encode(cleaned)
        if isinstance(cleaned, Player | MovePiece | RemovePlayer):
            return text
        return self.spelled(text)

    def command(self, given: Command) -> Command:
        match given:
            case Player(id=password, name=name):
                name = self.called.get(name, name) if self.names else name
                return replace(given, id=self.mark(password), name=name)
            case RemovePlayer(id=password):
                return replace(given, id=self.mark(password))
            case MovePiece(player=str(password)) if password not in _NOBODY:
                return replace(given, player=self.mark(password))
            case PrivateNote(owner=password) | SecretNote(owner=password):
                kept = "" if self.talk else given.text
                return replace(given, owner=self.mark(password), text=kept)
            case LockOptions(password=password) if password:
                return replace(given, password=self.mark(password))
            case AllowUnmask(ids=ids) if any(one in self.marks for one in ids):
                return replace(given, ids=tuple(self.marks.get(one, one) for one in ids))
            case AddPiece(id=ident, type=kind, state=state):
                if not any(name in kind for name in _OWNED):
                    return given
                chain = traits.read_piece(kind, state)
                self.owned[ident or ""] = chain
                return self.with_state(given, state)
            case ChangePiece(id=ident) if ident in self.owned:
                return self.with_state(given, given.state)
            case Chat(text=line) if self.talk and _is_talk(line):
                self.lines += 1
                return Nothing()
        return given

    def with_state(self, given: AddPiece | ChangePiece, state: str) -> Command:
        chain = self.owned[given.id or ""]
        cleaned = self.state(chain, state)
        if isinstance(given, AddPiece):
            return given if cleaned == state else replace(given, state=cleaned)
        old = self.state(chain, given.old) if given.old is not None else None
        if cleaned == state and old == given.old:
            return given
        return replace(given, state=cleaned, old=old)

    def state(self, chain: tuple[Trait, ...], text: str) -> str:
        parts = list(traits.unnest(text))
        if traits.nest(parts) != text:
            return text  # not as VASSAL nests: `spelled` finds what stands in it as a word
        for at, trait in enumerate(chain):
            if at < len(parts) and parts[at] not in _NOBODY and trait.id in _OWNED:
                parts[at] = self.trait_state(trait, parts[at])
        return traits.nest(parts)

    def trait_state(self, trait: Trait, state: str) -> str:
        if trait.id != "obs;":
            return self.owner(state)
        tokens = sequences.decode(state, ";")
        if tokens[0] not in _NOBODY:
            tokens[0] = self.owner(tokens[0])
        if len(tokens) > 1 and any(word in self.marks for word in tokens[1].split("|")):
            options = sequences.decode(tokens[1], "|")
            tokens[1] = sequences.encode([self.marks.get(one, one) for one in options], "|")
        return sequences.encode(tokens, ";")

    def spelled(self, text: str) -> str:
        """A text in which somebody wrote a password out, or in which the names are to go."""
        if self.words is not None and self.words.search(text):
            self.places += 1
            text = self.words.sub(lambda found: self.marks[found[0]], text)
        if self.people is not None and "CHAT" in text[:40]:
            text = self.people.sub(lambda found: self.called[found[0]], text)
        return text


def scrub(save: Save, *, talk: bool = False, names: bool = False) -> Scrubbed:
    """The save without passwords; without what players typed and noted when ``talk`` is set, and
    with ``Player 1`` for their names when ``names`` is.

    Steps keep their numbers. Raises `trees.NestingError`.
    """
    scrubber = _Scrubber(talk, names)
    scrubber.learn(save.text)
    text = trees.rewritten(save.text, scrubber.leaf, max_depth=save.max_depth)
    members = {name: data for name, data in save.members.items() if name != MEMBER}
    veil = replace(save.veil, exact=True) if not save.veil.exact else save.veil
    return Scrubbed(
        replace(save, text=text, members=members, veil=veil),
        len(scrubber.marks),
        scrubber.places,
        scrubber.lines,
        tuple(mark for word, mark in scrubber.marks.items() if _is_doubtful(scrubber, word)),
    )


def _is_doubtful(scrubber: _Scrubber, password: str) -> bool:
    return scrubber.is_word(password) or len(password) < _SHORTEST


def _is_talk(line: str) -> bool:
    return line.startswith("<") and "> - " in line


def _any_of(words: list[str]) -> re.Pattern[str] | None:
    found = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{found})(?!\w)") if found else None


__all__ = ["Scrubbed", "scrub"]
