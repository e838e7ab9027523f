"""What each step of an explanation costs: all prices in one place, each with its reason.

They are sums, so only their proportions count. The innocent come first: what a careless hand does
every day is cheaper than any breach, what nobody does by mistake is dearer.
"""

from __future__ import annotations

from generator.light import dataclass

BREACH = 10.0
"""An act that breaks a case of the rules, whatever its severity."""
FURTHER_CASE = 1.0
"""Each further case the same act breaks: an act is judged, not its cases."""
SAME_AGAIN = 3.0
"""The same case again in the same turn, or one more stray die: one mistake often shows twice."""
STILL_OWED = 1.0
"""What was left out before and is not done yet, with every further act that waits for it."""
DOUBTED = 1.0
"""A breach that rests on what the log does not show."""

TOLD = 0.1
"""A verb that something shows: of two explanations the one with fewer acts."""
GUESSED = 0.02
"""Of values that the facts leave open, each less likely one."""
ASSUMED = 1.0
"""A verb of which nothing is seen, taken for granted where it is due."""
ASSUMED_UNUSUALLY = 4.0
"""The same in a log that usually shows it."""
OUT_OF_ORDER = 0.5
"""A breach that silent verbs would cure costs as much as those, and this."""
SAID_LATER = 13.0
"""The same where the log shows later, by a line that names the turn, when it was done."""
ENDED_LATE = 7.0
"""The end of a turn, clicked when the next was under way: once it is likelier than a breach, time
and again it is not."""
HELD = 0.7
"""A sign that came early, or tidying that came late."""
MOST_HELD = 4
"""So many signs are held at once; each costs as much more as are held already."""
PUT_OFF = 0.6
"""So much of what a held sign may cost counts when explanations are compared."""
LATE_SIGN = 0.2
"""A second sign of a verb that was told already."""
APART = 0.5
"""Signs of one verb between which another side did something."""
OTHER_TURN = 8.0
"""A line that names a turn, read in another one."""
CLOSED = 12.0
"""A piece moved in a turn that had been closed, for all to see: whoever closed it too early would
take that back."""
DRAWN_OUT = 2.0
"""One netted move read as two, because something else was done between."""
PUT_RIGHT = 1.0
"""A drag that goes on, or corrects the one before, when other things were done between: a hand
that was called away, or an eye that looked again."""

DESK_DIE = 7.0
"""Dice that are owed, thrown where the log does not show them: on the desk, or told in the chat."""
DESK_DIE_AGAIN = 2.0
"""More of them in the same turn: whoever throws one on the desk throws the next there too."""
STRAY_DIE = 7.0
"""Dice thrown in a quiet moment, for nothing: on trial, or with the wrong button."""
OWED_DIE = 16.0
"""Dice that fit what is owed now, called stray."""
OWED_AGAIN = 13.0
"""The same, thrown right after others of their button: it may have been clicked twice."""
IMPOSSIBLE = 40.0
"""Dice that show what none of their faces bears: no stray click throws them."""
SLIP = 3.0
"""A declaration that the other side clicked, that was put right, or that nothing bears out."""
STRAY_WORD = 7.0
"""A declaration that fits nothing when it is made: the wrong button, as with dice."""
OWN_WORD = 25.0
"""A side's own declaration, borne out by the table, called a slip."""
NAMED_WORD = 18.0
"""A declaration that names a piece: no button that was hit by mistake."""
CARRIED = 13.0
"""What a side wrote in private, taken for a later time though it has spoken since."""
LOOK = 0.25
"""A piece turned up and down again: half a look."""
LEFT_UP = 14.0
"""A piece left face up, and no verb says why."""
TURNED_DOWN = 6.0
TURNED = 6.0
"""A piece turned to another face, and no verb says why."""
MARKER = 2.0
"""A marker moved for a player's own memory."""
PIECE = 16.0
"""A piece of the game moved, and no verb says why."""
DRAWN = 40.0
"""A piece drawn out of a cup or deck, and no verb says why: nobody draws by mistake, and who
drew it has seen it."""
TRACKER = 2.0
"""A click of the turn tracker too many."""
WRONG_TURN = 25.0
"""The turn marker set to another turn, though none ended."""
TRACKER_AHEAD = 6.0
"""The turn tracker clicked into another turn, though none ended."""
SEAL = 0.5
"""A line of paper that fits nothing."""

MARGIN = 3.0
"""An accusation stands when every explanation without it costs so much more than the best."""
NONSENSE = 120.0
NONSENSE_A_FACT = 1.5
"""A log of which the best explanation costs more than the one, and the other for each of its facts,
is no log of this game: it is not explained any further."""
FOLLOWED = 16_000
FOLLOWED_A_FACT = 4
"""So many explanations may be taken a fact further before a search is given up: a log of a thousand
steps may be searched widely from end to end, of a longer one a part."""


@dataclass(frozen=True, slots=True)
class Width:
    """How many explanations are followed side by side."""

    most: int
    alike: int
    """So many of them may put off the same facts, or delays would crowd out all else."""
    guesses: int
    """So many of those may differ only in what no fact shows of the acts they read."""
    given_up: float
    """An explanation so much dearer than the best is not followed any further."""


WIDE = Width(20, 10, 4, 25.0)
"""No single thing costs so much that one so much dearer could still win."""
NARROW = Width(4, 3, 3, 9.0)
"""Tried first: where it finds nothing dear, no other explanation can matter."""
DEAR = 5.0
"""What makes a narrow search look at all there is: what costs less than half a breach can hide no
accusation that were cheaper."""
