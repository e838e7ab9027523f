"""The players of a game, without their passwords.

VASSAL identifies a player by a password, which is readable in every save and log. Outside this
module a player is a display name and a mark (``P1``, ``P2``, ... in order of appearance).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from generator.vassal import sequences
from validator.reading.events import OBSERVER, Owner, Who
from validator.table import Mask, Player, Veil

_JOINS = b"PLAYER\t"
_LONGEST = 10_000
"""How much of a player's entry in the roster is read at most."""
_MARK = re.compile(r"P[1-9][0-9]*")
"""A mark that replaces a password in a cleaned copy (`generator.vassal.scrubbing`)."""
_SHORTEST = 4
_LONGEST_NAME = 200
_LONGEST_SEATING = 1000
"""The greatest length of a line about who takes a side: a name and two sides."""
_REMEMBERED = 1000
_ENTITIES = (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&#39;", "'"), ("&amp;", "&"))
_SEATED = tuple(
    re.compile(rf"\* ~(?:<b>)?(?:\* ~)?(?P<name>.+?) {words}(?:</b>)?")
    for words in (
        r"switched sides from .+? to (?P<side>.+)\.",
        r"joined the game as (?P<side>.+)\.",
        r"skiftede side fra .+? til (?P<side>.+)\.",
        r"tilsluttede sig spillet som (?P<side>.+)\.",
        r"cambi\u00f3 de lado de .+? a (?P<side>.+)\.",
        r"se uni\u00f3 al juego como (?P<side>.+)\.",
        r"a chang\u00e9 de (?:camp|c\u00f4t\u00e9) de .+? \u00e0 (?P<side>.+)\.",
        r"zmieni\u0142 stron\u0119 z .+? na (?P<side>.+)\.",
        r"\u4ece .+? \u5207\u6362\u5ea7\u4f4d\u5230 (?P<side>.+)\u3002",
        r"\u4ee5 (?P<side>.+) \u8eab\u4efd\u52a0\u5165\u6e38\u620f\u3002",
    )
)
"""VASSAL's own lines about taking a side, in its languages (``PlayerRoster.changed_sides``,
``joined_side``)."""
_BRACKETS = re.compile(r"<([^<>]+)>|\[([^\[\]]+)\]|\(([^()]+)\)")


class Roster:
    """The players of one game, over all its files."""

    def __init__(self) -> None:
        self._marks: dict[str, str] = {}
        self._players: dict[str, Player] = {}
        self._players_now: dict[str, Who] = {}
        """The present `Who` of each password."""
        self._heard: dict[str, Who] = {}
        self._by_name: dict[str, list[Player]] = {}
        self._first_words: set[str] = set()
        self._named: dict[str, Who | None] = {}
        """The player that each line names; cleared when anybody comes or goes."""
        self._words: set[str] = set()
        self._pattern: re.Pattern[str] | None = None
        self._covered = 0
        self._clean: dict[str, str] = {}
        """Short texts, which often recur, with their passwords replaced."""

    def learn(self, payload: bytes) -> None:
        """Give every player in the file's text a mark, in order of appearance."""
        at = payload.find(_JOINS)
        while at >= 0:
            start = at + len(_JOINS)
            if payload[max(0, at - 1) : at] in (b"", b"\x1b", b"\t", b"'"):
                entry = payload[start : start + _LONGEST].partition(b"\x1b")[0]
                password, rest = sequences.head(entry.decode("utf-8", "replace"), "\t")
                if rest is not None:
                    self.mark(password)
            at = payload.find(_JOINS, start)

    def join(self, player: Player) -> Who:
        """A player takes a side."""
        self._seat(player.id, player)
        self._words.update((player.name, player.side))
        return self.who(player.id)

    def seated_by(self, line: str) -> Who | None:
        """The player who takes a side by a chat line of VASSAL's; None for other lines, or if it
        is not clear who."""
        if not line.startswith("* ~") or len(line) > _LONGEST_SEATING:
            return None
        said = next((found for form in _SEATED if (found := form.fullmatch(line))), None)
        players = self._by_name.get(said["name"], ()) if said is not None else ()
        if said is None or len(players) != 1:
            return None
        side = OBSERVER if said["side"].startswith("<") else said["side"]
        return self.join(replace(players[0], side=side))

    def leave(self, password: str) -> Who:
        """A player gives up a side."""
        gone = self.who(password)
        self._seat(password, None)
        return gone

    def _seat(self, password: str, player: Player | None) -> None:
        self._players_now.pop(password, None)
        self._heard.pop(password, None)
        self._named.clear()
        old = self._players.get(password)
        if old is not None:
            self._by_name[old.name].remove(old)
        if player is None:
            self._players.pop(password, None)
            return
        self._players[password] = player
        self._by_name.setdefault(player.name, []).append(player)
        self._first_words.add(player.name.partition(" ")[0])

    @property
    def passwords(self) -> int:
        """How many passwords the files contain; marks of a cleaned copy do not count."""
        return sum(_MARK.fullmatch(password) is None for password in self._marks)

    def mark(self, password: str) -> str:
        """The mark for a password."""
        found = self._marks.get(password)
        if found is None:
            found = self._marks[password] = f"P{len(self._marks) + 1}"
        return found

    def who(self, password: str) -> Who:
        """The player of a password, with the present name and side."""
        found = self._players_now.get(password)
        if found is None:
            player = self._players.get(password)
            name, side = (player.name, player.side) if player is not None else ("", "")
            found = self._players_now[password] = Who(name, side, self.mark(password))
        return found

    def owner(self, trait: Mask | Veil, token: str) -> Owner:
        """The owner of a mask or veil, from the token in its state."""
        kind = trait.access.kind
        if kind == "player" and token not in self._players and token in self._sides():
            kind = "side"
        if kind != "player" and token in self._marks and token not in self._words:
            kind = "player"  # it is a password, and must not be shown as a side
        if kind == "player":
            return Owner(kind, self.who(token))
        return Owner(kind, Who(side=token, by="side"), trait.access.sides)

    def named(self, text: str) -> Who | None:
        """The player that a report names in brackets or at its start; None if unclear."""
        if len(text) > _LONGEST_NAME:
            return self._find(text)
        if text not in self._named:
            if len(self._named) >= _REMEMBERED:
                self._named.clear()
            self._named[text] = self._find(text)
        return self._named[text]

    def _find(self, text: str) -> Who | None:
        found: dict[str, Player] = {}
        for angled, squared, rounded in _BRACKETS.findall(text):
            inside = (angled or squared or rounded).strip()[-_LONGEST_NAME:]
            for name in _endings(inside):
                players = self._by_name.get(name)
                if players:
                    side = inside[: -len(name)].strip()
                    fitting = [player for player in players if player.side == side] or players
                    if len(fitting) == 1:
                        found[fitting[0].id] = fitting[0]
        words = text[:_LONGEST_NAME].lstrip("* !").split(" ")
        if not found and words[0] in self._first_words:
            for last in range(1, len(words)):
                players = self._by_name.get(" ".join(words[:last]))
                if players and len(players) == 1:
                    found[players[0].id] = players[0]
        return self._reported(next(iter(found))) if len(found) == 1 else None

    def _reported(self, password: str) -> Who:
        """As `who`, for a player known only from a report."""
        found = self._heard.get(password)
        if found is None:
            found = self._heard[password] = replace(self.who(password), by="report")
        return found

    def present(self) -> tuple[Who, ...]:
        """Everybody who is on the roster now."""
        return tuple(self.who(password) for password in self._players)

    def redact(self, text: str) -> str:
        """A text in which every password that is a whole word is replaced by its mark."""
        if self._covered != len(self._marks):
            self._covered = len(self._marks)
            secret = [p for p in self._marks if len(p) >= _SHORTEST and p not in self._words]
            words = "|".join(re.escape(word) for word in sorted(secret, key=len, reverse=True))
            self._pattern = re.compile(rf"(?<!\w)(?:{words})(?!\w)") if words else None
            self._clean.clear()
        if self._pattern is None:
            return text
        found = self._clean.get(text)
        if found is None:
            found = self._pattern.sub(lambda word: self._marks[word.group(0)], text)
            if len(text) < _LONGEST_NAME:
                if len(self._clean) >= _REMEMBERED:
                    self._clean.clear()
                self._clean[text] = found
        return found

    def _sides(self) -> Iterable[str]:
        return {player.side for player in self._players.values()}


def _endings(text: str) -> Iterator[str]:
    """A text, and the rests of it after each blank."""
    while text:
        yield text
        text = text.partition(" ")[2]


def plain(text: str) -> str:
    """A report with VASSAL's HTML entities replaced."""
    if "&" in text:
        for entity, letter in _ENTITIES:
            text = text.replace(entity, letter)
    return text


def is_typed(text: str) -> bool:
    """Whether a chat line was typed by a player: ``<name> - ...``."""
    return text.startswith("<") and "> - " in text
