"""The prices of all steps of an explanation, each with its reason.

Prices are added, so only their proportions matter. Innocent things come first: what a careless
player does every day is cheaper than any breach; what nobody does by mistake costs more.
"""

from __future__ import annotations

from generator.light import dataclass

BREACH = 10.0
"""An act that breaks a case of the rules, whatever its severity."""
FURTHER_CASE = 1.0
"""Each further case that the same act breaks: an act is judged, not its cases."""
MOST_FURTHER = 4.0
"""Further cases cost at most this much together: it is one act, however many cases forbid it."""
SAME_AGAIN = 3.0
"""The same case again in the same turn, or one more stray die: one mistake often shows twice."""
STILL_OWED = 1.0
"""Something left out earlier is still missing: the price of each further act that needs it."""
AGREED = 4.0
"""A breach on which the players may have agreed: likelier than dice that nobody sees."""
DOUBTED = 1.0
"""A breach that depends on something the log does not show."""

OTHER_HAND = 3.0
"""A breach by dice that the other side threw: people throw for each other, but seldom wrongly."""

TOLD = 0.1
"""A verb with a sign: of two explanations the one with fewer acts is cheaper."""
GUESSED = 0.02
"""Each less likely value of a field that no fact shows."""
ASSUMED = 1.0
"""A silent verb that is due and is assumed to have been played."""
ASSUMED_UNUSUALLY = 4.0
"""The same in a log that usually shows it."""
ROUND_UNSAID = 10.0
"""A row of steps that begins again without a word, in a log that announces it elsewhere: a click
that was forgotten is likelier than several breaches, but no excuse for one."""
OUT_OF_ORDER = 0.5
"""A breach that silent verbs would cure costs as much as these verbs, and this much more."""
SAID_LATER = 13.0
"""A silent verb for which the log has a later line that names the turn."""
ENDED_LATE = 7.0
"""The end of a turn, clicked during the next turn: once it is likelier than a breach, repeatedly it
is not."""
HELD = 0.7
"""Postponing a fact: an early sign, or late tidying."""
OVER_CARDS = 14.0
"""Each card that began an act of another while a handled piece was postponed."""
OVER_DICE = 4.0
"""Each roll of the same side, after the first, that fell after postponed dice and is read before
them: two rolls may be made in the other order, but not a whole row of them."""
MOST_HELD = 4
"""At most this many signs are postponed at once; each costs more, the more there are."""
PUT_OFF = 0.6
"""The part of a postponed fact's price that counts when explanations are compared."""
LATE_SIGN = 0.2
"""A late sign of an earlier verb."""
APART = 0.5
"""Another side acted between the signs of one verb."""
SHOWN_LATE = 7.0
"""The same, if only the first signs are in a private window: the other side acted before it could
see an open act."""
OTHER_TURN = 8.0
"""A line that names a turn is read in another turn."""
CLOSED = 12.0
"""A piece moved after everybody saw the end of the turn: players who end a turn too early take that
back."""
DRAWN_OUT = 2.0
"""One netted move is read as two, because something else was done in between."""
PUT_RIGHT = 1.0
"""A drag that continues or corrects an earlier one after other things were done: the player was
interrupted, or noticed a mistake."""

DESK_DIE = 7.0
"""Dice that are owed and were rolled outside the log: on the desk, or reported in the chat."""
DESK_DIE_TOLD = 3.0
"""The same, if the chat tells a die at that time."""
DICE_TOLD = 2.5
"""The same, if these are the dice that its side tells: they were no slip. Still dear enough to be
reported as missing."""
DESK_DIE_AGAIN = 2.0
"""More of them in the same turn: players who roll once on the desk do so again."""
STRAY_DIE = 7.0
"""Dice rolled for nothing: as a trial, or with the wrong button."""
OWED_DIE = 16.0
"""Dice that fit what is owed now, called stray."""
OWED_AGAIN = 13.0
"""The same, rolled right after a roll by the same button: a double click is possible."""
IMPOSSIBLE = 40.0
"""Dice that show a number they do not have: no stray click makes these."""
SLIP = 3.0
"""A declaration that the other side clicked, that was corrected, or that nothing confirms."""
CALLED_OFF = 0.5
"""A declaration that its side calls off at once, in the chat: as likely a slip as an act."""
STRAY_WORD = 7.0
"""A declaration that fits nothing when it is made: the wrong button, as with dice."""
OWN_WORD = 25.0
"""A side's own declaration, confirmed by the table, read as a slip."""
NAMED_WORD = 18.0
"""A declaration that names a piece: nobody hits such a button by mistake."""
CARRIED = 13.0
"""A private entry that is read as for a later time, though its side has declared something
since."""
LOOK = 0.25
"""Half of a look: a piece turned up, or down again."""
LEFT_UP = 14.0
"""A piece left face up that no verb explains."""
TURNED_DOWN = 6.0
TURNED = 6.0
"""A piece turned to another face that no verb explains."""
MARKER = 2.0
"""A marker moved as a player's own reminder."""
PIECE = 16.0
"""A move of a piece that no verb explains."""
LEFT_STANDING = 18.0
"""The same, if the piece then stands elsewhere on the map when the act is over: all see it."""
DRAWN = 40.0
"""A draw from a cup or deck that no verb explains: nobody draws by mistake, and the player has seen
the piece."""
TRACKER = 2.0
"""A click of the turn tracker too many."""
WRONG_TURN = 25.0
"""The turn marker set to another turn, though none ended."""
TRACKER_AHEAD = 6.0
"""The turn tracker clicked into another turn, though none ended."""
SEAL = 0.5
"""A sealed entry that fits no verb."""

MARGIN = 3.0
"""An accusation stands if every explanation without it costs this much more than the best one."""
NONSENSE = 120.0
NONSENSE_A_FACT = 1.5
"""If the best explanation costs more than the first number, plus the second for each fact, the log
is not one of this game, and the search stops."""
FOLLOWED = 16_000
FOLLOWED_A_FACT = 8
"""The search gives up after this many steps of explanations, plus the second number for each fact:
a log of a thousand steps can be searched widely from end to end, a longer one in part."""


@dataclass(frozen=True, slots=True)
class Width:
    """How many explanations are followed side by side."""

    most: int
    alike: int
    """How many of them may have postponed the same facts; otherwise these would crowd out all
    others."""
    guesses: int
    """How many of them may differ only in guesses, the fields that no fact shows."""
    given_up: float
    """An explanation that costs this much more than the best one is dropped."""
    lately: int = 0
    """How many that read the last steps alike are followed before others are; 0: any number."""


WIDE = Width(20, 10, 4, 25.0)
"""Used around high prices: what costs so much more than the best one cannot win any more."""
WIDEST = Width(50, 25, 6, 25.0, lately=2)
"""Used last: before anybody is accused."""
NARROW = Width(4, 3, 3, 9.0)
"""Used first: if it finds no high price, no other explanation can matter."""
DEAR = 5.0
"""A price this high makes a narrow search wide. Lower prices, of less than half a breach, cannot
hide a cheaper accusation."""


def of_further_cases(cases: int) -> float:
    """The price of the cases that an act breaks besides the first of so many."""
    return min(FURTHER_CASE * max(cases - 1, 0), MOST_FURTHER)
