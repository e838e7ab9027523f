"""Findings about masked pieces, hidden pieces and hands that others than the owner touched.

VASSAL itself refuses most of this, so a file that shows it was made otherwise. The actor is only
named if the file names one: moves do, turning a mask off does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from generator.light import dataclass
from generator.vassal import sequences
from generator.vassal.commands import ChangePiece, Command, MovePiece
from validator.audit import powers
from validator.audit.codes import found
from validator.audit.findings import Finding
from validator.audit.walking import Moment
from validator.reading import events as ev
from validator.reading.changes import changes
from validator.table import Deck, Piece

_OPEN = ("", "null")
_NOBODY = "nobody"
"""The owner that VASSAL gives to pieces in a face-down deck (``Deck.NO_USER``)."""


def may_lift(state: str) -> bool:
    """Whether others than the owner may turn a piece up, by its Mask trait's state.

    The state is ``owner;override|count|ids``: an override for all, else the ids that allow it
    (VASSAL's ``ObscurableOptions``). Without options the players' preferences decide, which no log
    contains.
    """
    owner, options = sequences.head(state, ";")
    if not options:
        return True
    override, *allowed = sequences.decode(options, "|")
    return override == "true" or (not override and owner in allowed[1:])


def knows_better(who: ev.Who | None, owner: ev.Owner) -> bool:
    """Whether somebody is surely not an owner. No finding rests on a guess."""
    if who is None or not who.side or who.by == "side":
        return False
    if owner.kind == "player":
        return who.mark != owner.who.mark
    return not owner.admits(who.side)


@dataclass
class Covers:
    """Findings of one file about what others own."""

    tells_of_moves: bool = True
    """Whether to report face-down pieces moved by others; with known rules `Hands` does."""
    _moved: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    """Masked pieces moved by others: steps and names, by player."""

    def look(self, moment: Moment) -> Iterator[Finding]:
        """The findings about a step."""
        if moment.takes_back or moment.taken_back:
            return
        for command in moment.commands:
            if isinstance(command, ChangePiece):
                yield from self._owners(moment, command)
        yield from self._moves(moment)

    def close(self) -> Iterator[Finding]:
        """One finding for each player who moved face-down pieces of others."""
        for who, rows in self._moved.items() if self.tells_of_moves else ():
            steps = list(dict.fromkeys(step for step, _ in rows))
            names = ", ".join(dict.fromkeys(name for _, name in rows))
            often = f"in {len(steps)} steps" if len(steps) > 1 else "once"
            did = f"{who} moved face-down pieces of others {often}: {names}."
            yield found("secret.moved", steps[0], did, related=steps[1:])

    def _owners(self, moment: Moment, command: ChangePiece) -> Iterator[Finding]:
        """A mask or veil that changes its owner, or the people who may lift it."""
        piece = moment.before.pieces.get(command.id)
        if piece is None or not (piece.model.masks or piece.model.veils):
            return
        yield from self._looked_at(moment, piece, command)
        masks = {mask.at for mask in piece.model.masks}
        veils = {veil.at for veil in piece.model.veils}
        for at, was, now in changes(piece, command):
            if at in masks:
                yield from self._mask(moment, piece, was, now)
            elif at in veils and was not in _OPEN and now not in _OPEN:
                yield from self._handed_on(moment, piece, "hidden")

    def _looked_at(self, moment: Moment, piece: Piece, command: ChangePiece) -> Iterator[Finding]:
        """A piece that is turned up, or over, inside a face-down deck.

        No command of our modules reaches into a deck; those of other modules are unknown.
        """
        if self.tells_of_moves or any(map(_is_move, moment.commands)):
            return
        deck, now = moment.before.container(piece), moment.after.pieces.get(piece.id)
        if not isinstance(deck, Deck) or not deck.face_down or moment.view.barred(deck.map):
            return
        layers = {layer.at for layer in piece.model.layers}
        masks = {mask.at for mask in piece.model.masks}
        done = ""
        for at, was, new in changes(piece, command):
            (before, _), (after, _) = sequences.head(was, ";"), sequences.head(new, ";")
            if at in masks and before not in _OPEN and after in _OPEN:
                done = "turned up"
            elif at in layers and before != after:
                done = done or "turned over"
        if done and now is not None and now.parent == deck.id:
            did = f"A piece in the {deck.name} was {done} before it was drawn."
            yield found("secret.search", moment.step, did, legal="draw a piece, then look at it")

    def _mask(self, moment: Moment, piece: Piece, was: str, now: str) -> Iterator[Finding]:
        (before, options), (after, others) = sequences.head(was, ";"), sequences.head(now, ";")
        if before in _OPEN or after in _OPEN or before == _NOBODY or _in_deck(moment, piece):
            return
        if before != after:
            if not powers.dealt(piece.model):
                yield from self._handed_on(moment, piece, "face-down")
        elif options and others and options != others:
            seen = moment.piece(piece.id)
            if seen is not None:
                did = f"Who may turn up the face-down {seen.name} was changed while it lay."
                yield found("secret.options", moment.step, did, pieces=(seen.name,))

    def _handed_on(self, moment: Moment, piece: Piece, how: str) -> Iterator[Finding]:
        seen = moment.piece(piece.id)
        if seen is not None:
            did = f"The {how} {seen.name} was made somebody else's without being shown."
            yield found("secret.owner", moment.step, did, pieces=(seen.name,))

    def _moves(self, moment: Moment) -> Iterator[Finding]:
        for event in moment.seen.events:
            if not isinstance(event, ev.Moved | ev.Drawn | ev.Returned):
                continue
            who = event.player
            if who is None or who.by != "password" or not who.side:
                continue
            veil, mask = event.before.veil, event.before.mask
            if veil is not None and knows_better(who, veil):
                if _alone(moment, event):
                    did = f"{event.name} lay hidden by {_whose(veil)} and was moved by {who}."
                    yield found("secret.hidden", moment.step, did, who=who, pieces=(event.name,))
                continue
            taken = list(_from_hand(moment, event, who))
            yield from taken
            masked = mask is not None and knows_better(who, mask) and not event.from_.deck
            if masked and not taken and not _kept_to_a_side(moment, event):
                self._moved.setdefault(str(who), []).append((moment.step, event.name))


def _from_hand(
    moment: Moment, event: ev.Moved | ev.Drawn | ev.Returned, who: ev.Who
) -> Iterator[Finding]:
    """A card dragged out of a hand or private map by somebody else.

    Buttons act on all maps, whoever presses them: a card that returns to a deck, or that has a
    command to be sent elsewhere, may not have been dragged.
    """
    sides = moment.private_maps.get(event.from_.map)
    stayed = event.to.map == event.from_.map
    if not sides or who.side in sides or stayed or isinstance(event, ev.Returned):
        return
    piece = moment.real(event.piece)
    if piece is None or powers.may_be_carried(piece.model):
        return
    did = f"{event.name} was taken from {event.from_.map} ({', '.join(sides)}) by {who}."
    yield found("secret.hand", moment.step, did, who=who, pieces=(event.name,))


def _kept_to_a_side(moment: Moment, event: ev.PieceEvent) -> bool:
    """Whether a piece's type restricts who may move it: then `Hands` reports moves by others."""
    piece = moment.real(event.piece)
    return piece is not None and powers.restricted_at(piece.model) >= 0


def _alone(moment: Moment, event: ev.PieceEvent) -> bool:
    """Whether a hidden piece moved alone: in a stack it can be moved unseen."""
    piece = moment.real(event.piece)
    return (
        piece is not None
        and not powers.may_be_carried(piece.model)
        and sum(_is_move(command) for command in moment.commands) == 1
    )


def _is_move(command: Command) -> bool:
    return isinstance(command, MovePiece)


def _in_deck(moment: Moment, piece: Piece) -> bool:
    """Whether a piece is in a deck before or after: decks mask and unmask cards."""
    now = moment.after.pieces.get(piece.id)
    holders = (moment.before.container(piece), moment.after.container(now) if now else None)
    return any(isinstance(holder, Deck) for holder in holders)


def _whose(owner: ev.Owner) -> str:
    return owner.who.side or str(owner.who)
