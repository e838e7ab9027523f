"""Findings about decks: new orders, cards not drawn from the top, cards put back after a look.

A deck's type says what its menu and keys can do (``VASSAL.counters.Deck``): if it has no command to
shuffle, reverse or turn it, VASSAL did not do that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from functools import lru_cache

from generator.light import dataclass
from generator.vassal import traits
from generator.vassal.commands import Chat, MovePiece
from generator.vassal.traits import Trait
from validator.audit import powers
from validator.audit.codes import found
from validator.audit.findings import Finding, Severity
from validator.audit.walking import Moment
from validator.reading import events as ev
from validator.reading.players import is_typed
from validator.table import Deck

_MENU = "Via right-click Menu"
_MENUS = (_MENU, "MenuDefaultUp")
_BY_KEY = ("faceUpKey", "faceDownKey", "faceFlipKey")
_BEFORE_SORTING = ("2.", "3.0", "3.1", "3.2", "3.3", "3.4", "3.5")
"""Versions of VASSAL in which no module could sort a deck."""


@dataclass
class Decks:
    """Findings about the decks in one file."""

    module_sorts: bool | None = None
    """Whether the module has commands that sort decks; None if it is not at hand."""
    _reports: bool = False
    """Whether moves are reported in the chat; then shuffles are too."""
    _unreported: list[Finding] = field(default_factory=list)
    _drawn: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Cards that were drawn unseen by the others: their deck, and the step."""
    _returned: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    """By deck: the steps in which a card was drawn and put back."""

    def look(self, moment: Moment) -> Iterator[Finding]:
        """The findings about a step."""
        self._reports = self._reports or _moves_with_report(moment)
        if moment.takes_back or moment.taken_back:
            return
        for event in moment.seen.events:
            match event:
                case ev.Shuffled():
                    yield from self._ordered(moment, event)
                case ev.Drawn():
                    yield from _not_open_to(moment, event)
                    if event.face_down:
                        self._drawn[event.piece] = (event.from_.deck, moment.step)
                case ev.Returned():
                    self._put_back(moment, event)
        yield from _not_from_the_top(moment)

    def close(self) -> Iterator[Finding]:
        """Findings that need the whole file."""
        if self._reports:
            yield from self._unreported
        for deck, rows in self._returned.items():
            steps = sorted({step for row in rows for step in row})
            cards = "1 card was" if len(rows) == 1 else f"{len(rows)} cards were"
            did = f"{cards} drawn from {deck}, seen, and put back into it."
            yield found("secret.returned", rows[0][1], did, related=steps)

    def _ordered(self, moment: Moment, event: ev.Shuffled) -> Iterator[Finding]:
        deck = moment.before.containers.get(event.deck_id)
        if not isinstance(deck, Deck):
            return
        said = _said(deck.type)
        match event.how:
            case "turn":
                if said.text("faceDownOption") not in _MENUS and not _keys(said, *_BY_KEY):
                    did = f"{event.deck} was turned over; it has no such command."
                    yield found("deck.turned", moment.step, did, who=event.player)
            case "change":
                did = f"The cards of {event.deck} were changed other than by drawing."
                yield found("deck.cards", moment.step, did, who=event.player)
            case "reverse" | "shuffle" if not deck.shuffles:
                yield from self._reordered(moment, event, said)

    def _reordered(self, moment: Moment, event: ev.Shuffled, said: Trait) -> Iterator[Finding]:
        """A new order that no command of the deck makes, or that lacks the report it should make.

        Since VASSAL 3.6 a module may sort decks silently; the deck's type does not show that.
        """
        backwards = event.how == "reverse"
        reverses = said.text("reversible") == "true" or _keys(said, "reverseKey")
        shuffles = said.text("shuffleOption") == _MENU or _keys(said, "shuffleKey")
        able = shuffles or (backwards and reverses)
        reports = [said.text("shuffleMsgFormat")] if shuffles else []
        reports += [said.text("reverseMsgFormat")] if backwards and reverses else []
        sure = self.module_sorts is False or moment.view.vassal_version.startswith(_BEFORE_SORTING)
        severity = None if sure else Severity.NOTE
        if not able and (sure or not moment.reports()):
            did = f"{event.deck} got a new order; it has no command to shuffle or reverse it."
            yield found("deck.order", moment.step, did, severity=severity, who=event.player)
        elif able and not moment.reports() and all(map(_says_something, reports)):
            did = f"{event.deck} got a new order without the report that its shuffle makes."
            self._unreported.append(
                found("deck.order", moment.step, did, severity=severity, who=event.player)
            )

    def _put_back(self, moment: Moment, event: ev.Returned) -> None:
        drawn = self._drawn.pop(event.piece, None)
        if drawn is None or drawn[0] != event.to.deck or event.from_.deck:
            return
        here = moment.before.deck_at(event.to.map, event.to.x, event.to.y)
        if here is not None and not here.shuffles:
            self._returned.setdefault(drawn[0], []).append((drawn[1], moment.step))


def _not_open_to(moment: Moment, event: ev.Drawn) -> Iterator[Finding]:
    """A card drawn from another side's deck: VASSAL lets nobody else draw."""
    who = event.player
    piece = moment.real(event.piece)
    deck = moment.before.container(piece) if piece is not None else None
    if who is None or who.by != "password" or not who.side or not isinstance(deck, Deck):
        return
    said = _said(deck.type)
    owners = said["owners"]
    if said.text("restrictAccess") == "true" and who.side not in owners:
        owner_words = ", ".join(owners) if isinstance(owners, tuple) else owners
        did = f"{event.name} was drawn from {deck.name}, which is {owner_words}'s, by {who}."
        yield found("deck.access", moment.step, did, who=who, pieces=(event.name,))


def _not_from_the_top(moment: Moment) -> Iterator[Finding]:
    """Cards that were not on top when drawn. Nobody may know the order of a face-down deck, so
    this is only reported for one if everything is revealed."""
    left: dict[str, list[str]] = {}
    for command in moment.commands:
        if not isinstance(command, MovePiece) or command.id is None:
            continue
        piece = moment.before.pieces.get(command.id)
        deck = moment.before.container(piece) if piece is not None else None
        if piece is None or not isinstance(deck, Deck):
            continue
        cards = left.setdefault(deck.id, list(deck.members))
        if command.id not in cards:
            continue
        top = cards[-1]
        cards.remove(command.id)
        now = moment.after.pieces.get(command.id)
        if command.id == top or (now is not None and isinstance(moment.after.container(now), Deck)):
            continue
        seen = moment.sight_before(command.id)
        if seen is None or seen.piece is None or _may_choose(deck):
            continue
        if not powers.may_be_carried(piece.model):
            did = f"{seen.name} was drawn from inside {deck.name}, not from its top."
            yield found("deck.drawn", moment.step, did, pieces=(seen.name,))


def _may_choose(deck: Deck) -> bool:
    return deck.shuffles or _said(deck.type).text("allowSelectDraw") == "true"


def _moves_with_report(moment: Moment) -> bool:
    moves = any(isinstance(command, MovePiece) for command in moment.commands)
    return moves and any(
        isinstance(command, Chat) and not is_typed(command.text) for command in moment.commands
    )


def _keys(said: Trait, *names: str) -> bool:
    return any(powers.has_key(said, name) for name in names)


def _says_something(report: str) -> bool:
    """Whether a report has fixed words, so that it is never empty."""
    bare = report
    while bare.count("$") >= 2:
        before, _, rest = bare.partition("$")
        bare = before + rest.partition("$")[2]
    return bool(bare.strip()) and not bare.lstrip().startswith("{")


@lru_cache(maxsize=1000)
def _said(deck_type: str) -> Trait:
    return traits.read_trait(deck_type)
