"""Findings about undone steps that had revealed something.

An undo is a step of its own in VASSAL's logs, so both the act and its undo stay on record. Undoing
a move is harmless; but a card that was seen, a mask that was lifted or a deck that was turned over
cannot be unseen. (For rolls see `validator.audit.dice`.)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from generator.light import dataclass
from validator.audit.codes import found
from validator.audit.findings import Finding
from validator.audit.walking import Moment, Watcher
from validator.reading import events as ev


@dataclass
class Undos(Watcher):
    """Findings about the undos of one file."""

    _learnt: dict[int, list[tuple[str, str]]] = field(default_factory=dict)
    """By step of the file: what it revealed, and the piece's name."""

    def look(self, moment: Moment) -> Iterator[Finding]:
        """The findings about a step."""
        if not moment.takes_back:
            learnt = list(_learnt(moment))
            if learnt:
                self._learnt[moment.seen.number] = learnt
            return
        undone = moment.seen.undoes
        learnt = self._learnt.get(undone, []) if undone is not None else []
        if undone is None or not learnt:
            return
        revealed = "; ".join(dict.fromkeys(words for words, _ in learnt))
        yield found(
            "undo.learnt",
            moment.step,
            f"{revealed}; then it was taken back.",
            who=moment.seen.player,
            pieces=dict.fromkeys(name for _, name in learnt),
            related=(moment.step - moment.seen.number + undone,),
        )


def _learnt(moment: Moment) -> Iterator[tuple[str, str]]:
    """What a step reveals, in words, and the piece's name."""
    for event in moment.seen.events:
        match event:
            case ev.Drawn(name=name, from_=place, face_down=down):
                deck = moment.before.deck_at(place.map, place.x, place.y)
                if deck is None or not deck.face_down:
                    continue
                if down:
                    yield f"A card was drawn from {place} and seen by who drew it", name
                else:
                    yield f"{name} was drawn from {place}", name
            case ev.Unmasked(name=name):
                yield f"{name} was turned up", name
            case ev.Shown(name=name, at=place):
                yield f"{name} was shown in {place}", name
            case ev.Shuffled(deck=deck_name, how="turn"):
                yield f"{deck_name} was turned over", ""
