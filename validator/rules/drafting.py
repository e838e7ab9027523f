"""A reading in the making: acts in order, the state they lead to, points still to be booked.

Points stand on the table when a marker or a window says so; the rules book them when they are
earned. Which comes first differs from player to player, so a draft keeps what is shown and not yet
earned in a wallet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from typing import Any, Protocol, TypeVar

from generator.light import dataclass
from validator.rules.bridging import Act, Referee, Remark, Seen
from validator.rules.engine import GameRules
from validator.rules.facts import Fact
from validator.rules.verbs import Verb


@dataclass(frozen=True)
class Manner:
    """What a game tells its drafts about its verbs."""

    bookable: Callable[[Any], tuple[int, int]]
    """(state) -> the most points that may be booked now: (up, down), both at least 0."""
    change_points: Callable[[int], Verb]
    """(delta) -> the verb that books points."""
    points: str
    """The field of the state that counts them."""
    pieces: tuple[str, ...]
    """Fields of verbs that name pieces."""
    leans: Mapping[type[Verb], Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    """By verb: for some cases, what their judgement rests on besides what they say themselves."""
    doubts: Mapping[type[Verb], tuple[str, ...]] = field(default_factory=dict)
    """By verb: what can no longer be relied on if it breaks anything."""
    tidying: tuple[type[Verb], ...] = ()
    """What is still done when the game is over."""
    aftermath: tuple[type[Verb], ...] = ()
    """What may still be done on the table when something else has ended the game."""
    end: frozenset[str] = frozenset()
    """By these cases alone is judged that play went on after the end."""


@dataclass(slots=True)
class Remembered:
    """What is carried from draft to draft besides the state of the rules."""

    overbooked: int = 0
    """Points that a finding has called wrong and that may still be taken back."""
    went_on: bool = False
    """It has been told that play went on after the end."""


@dataclass(slots=True, kw_only=True)
class Draft:
    """The acts read so far."""

    rules: GameRules
    manner: Manner
    state: Any
    memory: Any
    """A `Remembered`, or what a game derives from it."""
    acts: list[Act] = field(default_factory=list)
    wallet: int = 0
    """Points that the table shows and no act has booked yet."""
    track: int = 0
    """Points as last shown, by the window or the marker."""
    last: Seen | None = None
    """The step of the last act."""

    def emit(
        self,
        verb: Verb,
        fact: Fact | Seen | None,
        *,
        implied: bool = False,
        only: frozenset[str] | None = None,
        steps: tuple[int, ...] = (),
        book: bool = True,
    ) -> None:
        """Add an act; an ``implied`` one is dropped once the game is over.

        After the end one act is enough to say that play went on.
        """
        manner = self.manner
        if self.state.outcome is not None and not isinstance(verb, manner.tidying):
            if implied or self.memory.went_on or isinstance(verb, manner.aftermath):
                return
            self.memory.went_on = True
            only = manner.end
        seen = self._seen(fact)
        shown = None if implied else seen
        self.acts.append(
            Act(
                verb,
                seen.step if seen is not None else 0,
                shown.player if shown is not None else None,
                shown.side if shown is not None else None,
                self._pieces(verb),
                steps,
                only,
                manner.leans.get(type(verb), {}),
                manner.doubts.get(type(verb), ()),
            )
        )
        self.last = seen
        self.state = self.rules.apply(self.state, verb)
        if book:
            self.book()

    def assume(self, **fields: object) -> None:
        """Set fields of the state that the table shows and no verb explains."""
        self.acts.append(Act(None, assumed=fields))
        self.state = self.state.changed(**fields)

    def remark(
        self,
        severity: str,
        code: str,
        did: str,
        fact: Fact | Seen | None,
        legal: str = "",
        leans: tuple[str, ...] = (),
    ) -> None:
        """Add a finding that no verb expresses."""
        seen = self._seen(fact)
        self.acts.append(
            Act(
                None,
                seen.step if seen is not None else 0,
                seen.player if seen is not None else None,
                seen.side if seen is not None else None,
                leans={code: leans} if leans else {},
                remark=Remark(severity, code, did, legal),
            )
        )

    def _seen(self, fact: Fact | Seen | None) -> Seen | None:
        return fact.seen if isinstance(fact, Fact) else fact or self.last

    def _pieces(self, verb: Verb) -> tuple[str, ...]:
        """The keys of the pieces a verb is about."""
        named = (getattr(verb, name, None) for name in self.manner.pieces)
        return tuple(dict.fromkeys(key for key in named if isinstance(key, str) and key))

    # --- points ----------------------------------------------------------------------

    def points_shown(self, points: int, fact: Fact) -> None:
        """The track or the window shows so many points."""
        self.wallet += points - self.track
        self.track = points
        self.last = fact.seen
        self.book()

    def book(self) -> None:
        """Book what is earned and shown."""
        up, down = self.manner.bookable(self.state)
        if self.wallet > 0 and up > 0:
            self.change_points(min(self.wallet, up))
        elif self.wallet < 0 and down > 0:
            self.change_points(max(self.wallet, -down))

    def close_points(self, fact: Fact | Seen | None) -> None:
        """What the table shows beyond what was earned is wrong, or mends an earlier wrong."""
        if not self.wallet:
            return
        if self.wallet * self.memory.overbooked < 0:
            mended = min(abs(self.wallet), abs(self.memory.overbooked))
            mended = mended if self.wallet > 0 else -mended
            self.memory.overbooked += mended
            self.wallet -= mended
            points = self.manner.points
            self.assume(**{points: getattr(self.state, points) + mended})
        if self.wallet:
            self.memory.overbooked += self.wallet
            self.change_points(self.wallet, fact)

    def change_points(self, delta: int, fact: Fact | Seen | None = None) -> None:
        """Take points out of the wallet and book them."""
        self.wallet -= delta
        up, down = self.manner.bookable(self.state)
        if self.state.outcome is not None and -down <= delta <= up:
            return  # the rest of what ended the game
        self.emit(self.manner.change_points(delta), fact, book=False)


class _Drafted(Protocol):
    @property
    def acts(self) -> list[Act]: ...


D = TypeVar("D", bound=_Drafted)


def take_best(referee: Referee, drafts: Iterable[D]) -> D:
    """Take the draft that breaks least, of equals the first; that draft."""
    listed = list(drafts)
    return listed[referee.choose([draft.acts for draft in listed])]
