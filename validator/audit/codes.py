"""The codes of general findings, each with its greatest severity and its text.

The codes of a game's own rules are its case ids; these codes can apply to any log.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from generator.light import dataclass
from validator.audit.findings import Finding, Severity
from validator.reading.events import Who

NOTE, SUSPICIOUS = Severity.NOTE, Severity.SUSPICIOUS
UNVERIFIABLE = Severity.UNVERIFIABLE


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of general finding."""

    id: str
    severity: Severity
    """The greatest severity; it is lower if the file leaves room for an innocent act."""
    says: str
    """The expectation that was not met."""


CODES: dict[str, Code] = {
    row[0]: Code(*row)
    for row in (
        # Dice.
        ("dice.undone", SUSPICIOUS, "What dice have shown stands."),
        ("dice.impossible", SUSPICIOUS, "A die shows one of its faces."),
        ("dice.altered", SUSPICIOUS, "What dice have shown is not changed afterwards."),
        ("dice.repeated", SUSPICIOUS, "Dice are rolled once for one thing."),
        ("dice.undeclared", NOTE, "What a roll is for is said before it is rolled."),
        ("dice.elsewhere", NOTE, "Every roll of a game stands in its files."),
        (
            "dice.spread",
            NOTE,
            "How evenly the dice fell; chance alone explains more than one thinks.",
        ),
        ("dice.set", NOTE, "A die is thrown, not turned."),
        ("dice.changed", SUSPICIOUS, "A die lies as it fell."),
        # Taken back.
        ("undo.learnt", SUSPICIOUS, "What brought something to light is not taken back."),
        ("undo.false", SUSPICIOUS, "An undo takes back one step, exactly, and does nothing else."),
        # Pieces.
        ("table.created", SUSPICIOUS, "Pieces do not come into the game or leave it by hand."),
        ("table.deleted", SUSPICIOUS, "Pieces do not come into the game or leave it by hand."),
        ("table.cloned", SUSPICIOUS, "Pieces do not come into the game or leave it by hand."),
        ("table.replaced", SUSPICIOUS, "Pieces do not come into the game or leave it by hand."),
        ("table.foreign", SUSPICIOUS, "Every piece is one of the module's."),
        ("table.altered", SUSPICIOUS, "What a piece is never changes."),
        ("table.retyped", SUSPICIOUS, "A piece stays the piece it was."),
        ("table.trait", SUSPICIOUS, "A piece changes only as its own commands can change it."),
        (
            "table.carried",
            SUSPICIOUS,
            "A piece that changes its place is moved, and VASSAL says by whom.",
        ),
        ("table.twin", SUSPICIOUS, "Each piece is on the table once."),
        ("table.hand", SUSPICIOUS, "A side's pieces are moved by that side."),
        ("table.score", SUSPICIOUS, "The score changes as the rules say."),
        (
            "table.refreshed",
            NOTE,
            "All pieces were made anew in one step, as VASSAL's refresher does.",
        ),
        (
            "table.property",
            SUSPICIOUS,
            "A property changes by the module's buttons and pieces only.",
        ),
        # Secrets.
        ("table.unmasked", SUSPICIOUS, "A face-down piece is turned up by its owner."),
        ("table.shown", SUSPICIOUS, "A hidden piece is shown by its owner."),
        (
            "secret.owner",
            SUSPICIOUS,
            "What lies face down or hidden stays its owner's until it is shown.",
        ),
        (
            "secret.options",
            SUSPICIOUS,
            "Who may turn a piece up is settled when it is turned down.",
        ),
        ("secret.moved", NOTE, "What lies face down is moved by its owner."),
        ("secret.hidden", SUSPICIOUS, "Nobody moves what he cannot see."),
        ("secret.hand", SUSPICIOUS, "Nobody takes a card from another's hand."),
        ("secret.returned", NOTE, "A card that was seen does not go back into its deck."),
        ("secret.peek", SUSPICIOUS, "Nobody looks at what lies face down for another side."),
        (
            "secret.search",
            SUSPICIOUS,
            "Nobody looks through a cup or draw pile that is drawn from unseen.",
        ),
        ("secret.chosen", SUSPICIOUS, "What is drawn from a cup is drawn unseen."),
        # Seals.
        ("seal.false", SUSPICIOUS, "What is revealed is what was sealed."),
        ("seal.changed", SUSPICIOUS, "A seal is opened with one text."),
        ("seal.again", SUSPICIOUS, "What is sealed stays sealed: a label has one seal."),
        ("seal.undone", SUSPICIOUS, "A seal that was posted is not taken back."),
        ("seal.chain", UNVERIFIABLE, "A seal is posted after the one it holds."),
        ("seal.unsealed", NOTE, "What is revealed was sealed before."),
        ("seal.late", UNVERIFIABLE, "A seal is posted before what it promises is done or shown."),
        ("seal.other", NOTE, "A seal is opened by who posted it."),
        ("seal.salt", NOTE, "Each seal has a salt of its own."),
        ("seal.unreadable", NOTE, "A seal can be read by others."),
        ("seal.closed", NOTE, "At the end of a game every seal is opened."),
        ("seal.kept", NOTE, "What was sealed in the chat is what was shown."),
        # Decks.
        ("deck.order", SUSPICIOUS, "A deck gets a new order by its own commands only."),
        ("deck.access", SUSPICIOUS, "A side's deck is drawn from by that side."),
        ("deck.drawn", SUSPICIOUS, "Cards are drawn from the top."),
        ("deck.cards", NOTE, "A deck changes by cards drawn and put back."),
        ("deck.turned", SUSPICIOUS, "A deck is turned by its own commands only."),
        # The log itself.
        ("log.setup", SUSPICIOUS, "A game begins from its set-up."),
        (
            "log.before",
            SUSPICIOUS,
            "Each act begins from what the act before it left, and ends where it says.",
        ),
        ("log.loaded", SUSPICIOUS, "A log begins from one position and goes on from it."),
        ("log.turn", NOTE, "The turn tracker goes on step by step."),
        ("log.clock", NOTE, "The clock runs forward."),
        ("log.side", SUSPICIOUS, "Who changes sides has seen what was hidden from the other."),
        ("log.courtesy", NOTE, "A side declares for itself."),
        ("log.stranger", NOTE, "Who moves a piece sits at the table."),
        ("log.name", NOTE, "A player keeps the same name."),
        ("log.password", NOTE, "A player keeps the same password."),
        ("log.extension", NOTE, "A game is played with the same extensions to its end."),
        (
            "log.passwords",
            NOTE,
            "VASSAL writes every player's password into every save and log, in clear text.",
        ),
        (
            "log.definition",
            UNVERIFIABLE,
            "The log and the audit should use the same definition of the game.",
        ),
        (
            "log.module",
            UNVERIFIABLE,
            "A log is held against the module it was played with.",
        ),
        ("log.rules", UNVERIFIABLE, "A game is held against its rules where they are known."),
        (
            "log.trial",
            UNVERIFIABLE,
            "A game is held against its rules where its reading is proven.",
        ),
        ("log.dice", NOTE, "A game of dice is held against its rules where its log shows them."),
        (
            "log.unbound",
            UNVERIFIABLE,
            "A log of an imported module is judged where it shows what the rules ask for.",
        ),
        ("log.unexplained", UNVERIFIABLE, "A log is a game by the rules that it is held against."),
        ("log.limits", NOTE, "What a log of VASSAL cannot show is not judged."),
        # Games recorded in Tabletop Simulator.
        (
            "tts.chain",
            SUSPICIOUS,
            "The entries follow on each other, each with the hash of all before it.",
        ),
        ("tts.damaged", SUSPICIOUS, "Every line of the log is as the recorder writes it."),
        ("tts.unknown", UNVERIFIABLE, "An entry tells of what the game has."),
        ("tts.header", SUSPICIOUS, "The log's header is that of the save as it was built."),
        ("tts.script", SUSPICIOUS, "The script in the save is the recorder, unchanged."),
        ("tts.head", SUSPICIOUS, "Every head that was announced in the chat is in the log."),
        ("tts.state", SUSPICIOUS, "The table is as the log leaves it."),
        ("tts.moved", SUSPICIOUS, "A piece goes where a hand puts it."),
        ("tts.drawn", SUSPICIOUS, "What comes out of a bag or deck was in it."),
        ("tts.account", SUSPICIOUS, "A score or turn goes on from what it was."),
        ("tts.fork", SUSPICIOUS, "What was played is not lost by loading an earlier save."),
        ("tts.held", NOTE, "A save that was played on from stands in the later one."),
        ("tts.other", NOTE, "All saves of a folder are of one game."),
        ("tts.load", NOTE, "A game is loaded where it was saved."),
        ("tts.clock", NOTE, "The clock runs forward."),
        ("tts.seat", NOTE, "A seat stays with who sat down on it."),
        (
            "tts.setup",
            UNVERIFIABLE,
            "The table is held against the set-up the save was built with.",
        ),
        ("tts.limits", NOTE, "What a recorder inside the game cannot see is not judged."),
        # From file to file.
        ("chain.gap", SUSPICIOUS, "Each file begins where the one before it ended."),
        ("chain.again", SUSPICIOUS, "From one position a game is played on once."),
        ("chain.longer", NOTE, "A log that was gone on with holds the earlier one."),
        ("chain.twice", NOTE, "Each file of a game is given once."),
        ("chain.module", SUSPICIOUS, "All files of a game are of one module."),
        ("chain.other", NOTE, "All files of a folder are of one game."),
        ("chain.version", NOTE, "A game is played with one version of its module."),
        ("chain.date", NOTE, "A later file is saved later."),
    )
}
"""The codes by id, in the order of the reference page."""


_ANOTHERS = frozenset(
    {
        "table.hand",
        "table.unmasked",
        "table.shown",
        "secret.hidden",
        "secret.hand",
        "deck.access",
    }
)
"""Codes for acts that only another side may do."""


def listed() -> Iterator[Code]:
    """Every general code, for pages and messages."""
    return iter(CODES.values())


def found(
    code: str,
    step: int,
    did: str,
    *,
    severity: Severity | None = None,
    who: Who | None = None,
    pieces: Iterable[str] = (),
    legal: str = "",
    related: Iterable[int] = (),
    details: Sequence[str] = (),
) -> Finding:
    """A general finding at a step of the game, with its code's severity unless another is given.

    A player without a side in the log may still play one, since sides can be taken while no log is
    written: then an act of another side is only a note.
    """
    row = CODES[code]
    if severity is None:
        unsure = code in _ANOTHERS and who is not None and not who.plays
        severity = NOTE if unsure else row.severity
    return Finding(
        severity,
        code,
        step,
        row.says,
        did,
        legal,
        str(who) if who is not None else None,
        who.side or None if who is not None else None,
        tuple(name for name in pieces if name),
        tuple(related),
        tuple(details),
    )
