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
        ("dice.undone", SUSPICIOUS, "A roll is not undone."),
        ("dice.impossible", SUSPICIOUS, "A die shows one of its faces."),
        ("dice.altered", SUSPICIOUS, "The result of a roll is not changed afterwards."),
        ("dice.repeated", SUSPICIOUS, "Dice are rolled only once for one thing."),
        ("dice.undeclared", NOTE, "A player says what a roll is for before rolling."),
        ("dice.elsewhere", NOTE, "Every roll of a game is in its files."),
        (
            "dice.spread",
            NOTE,
            "How evenly the dice fell; chance makes larger differences than people expect.",
        ),
        ("dice.set", NOTE, "A die is rolled, not turned by hand."),
        ("dice.changed", SUSPICIOUS, "A die is left as it fell."),
        # Taken back.
        ("undo.learnt", SUSPICIOUS, "An act that revealed something is not undone."),
        ("undo.false", SUSPICIOUS, "An undo takes back exactly one step, and does nothing else."),
        # Pieces.
        ("table.created", SUSPICIOUS, "Pieces are not added or removed by hand."),
        ("table.deleted", SUSPICIOUS, "Pieces are not added or removed by hand."),
        ("table.cloned", SUSPICIOUS, "Pieces are not added or removed by hand."),
        ("table.replaced", SUSPICIOUS, "Pieces are not added or removed by hand."),
        ("table.foreign", SUSPICIOUS, "Every piece belongs to the module."),
        ("table.altered", SUSPICIOUS, "The fixed properties of a piece never change."),
        ("table.retyped", SUSPICIOUS, "A piece stays the piece it was."),
        ("table.trait", SUSPICIOUS, "A piece is changed only by its own commands."),
        (
            "table.carried",
            SUSPICIOUS,
            "A piece changes its place only by a move, and VASSAL says who moved it.",
        ),
        ("table.twin", SUSPICIOUS, "Each piece is on the table once."),
        ("table.hand", SUSPICIOUS, "A side's pieces are moved by that side."),
        ("table.unexplained", NOTE, "Every move of a piece is an act of the rules."),
        ("table.score", SUSPICIOUS, "The score changes as the rules say."),
        (
            "table.refreshed",
            NOTE,
            "All pieces were made again in one step, as by VASSAL's refresher.",
        ),
        (
            "table.property",
            SUSPICIOUS,
            "A property is changed only by the module's buttons and pieces.",
        ),
        # Secrets.
        ("table.unmasked", SUSPICIOUS, "A face-down piece is turned up by its owner."),
        ("table.shown", SUSPICIOUS, "A hidden piece is shown by its owner."),
        (
            "secret.owner",
            SUSPICIOUS,
            "A face-down or hidden piece keeps its owner until it is shown.",
        ),
        (
            "secret.options",
            SUSPICIOUS,
            "Who may turn a piece up is settled when it is turned down.",
        ),
        ("secret.moved", NOTE, "A face-down piece is moved by its owner."),
        ("secret.hidden", SUSPICIOUS, "Nobody moves a piece that they cannot see."),
        ("secret.hand", SUSPICIOUS, "Nobody takes a card from another player's hand."),
        ("secret.returned", NOTE, "A card that was seen does not go back into its deck."),
        ("secret.peek", SUSPICIOUS, "Nobody looks at another side's face-down pieces."),
        (
            "secret.search",
            SUSPICIOUS,
            "Nobody looks through a cup or draw pile that is for blind draws.",
        ),
        ("secret.chosen", SUSPICIOUS, "Pieces are drawn from a cup without looking."),
        # Seals.
        ("seal.false", SUSPICIOUS, "What is revealed is what was sealed."),
        ("seal.changed", SUSPICIOUS, "A seal is opened with only one text."),
        ("seal.again", SUSPICIOUS, "A label is sealed only once."),
        ("seal.undone", SUSPICIOUS, "A posted seal is not taken back."),
        (
            "seal.chain",
            UNVERIFIABLE,
            "A seal that holds another seal's hash is posted after that seal.",
        ),
        ("seal.unsealed", NOTE, "A revealed text was sealed before."),
        (
            "seal.late",
            UNVERIFIABLE,
            "Seals are posted in the order of their numbers, before their text is shown.",
        ),
        ("seal.other", NOTE, "A seal is opened by the player who posted it."),
        ("seal.salt", NOTE, "Each seal has a salt of its own."),
        ("seal.unreadable", NOTE, "A seal is readable for others."),
        ("seal.closed", NOTE, "At the end of a game every seal is opened."),
        ("seal.kept", NOTE, "What was sealed in the chat is what was shown."),
        # Decks.
        ("deck.order", SUSPICIOUS, "The order of a deck is changed only by its own commands."),
        ("deck.access", SUSPICIOUS, "A side's deck is drawn from by that side."),
        ("deck.drawn", SUSPICIOUS, "Cards are drawn from the top."),
        ("deck.cards", NOTE, "A deck changes only when cards are drawn or put back."),
        ("deck.turned", SUSPICIOUS, "A deck is turned only by its own commands."),
        # The log itself.
        ("log.setup", SUSPICIOUS, "A game begins from its set-up."),
        ("log.before", SUSPICIOUS, "Each act begins with the table as the act before it left it."),
        ("log.loaded", SUSPICIOUS, "A log begins with one position and continues from it."),
        ("log.turn", NOTE, "The turn tracker moves forward one step at a time."),
        ("log.clock", NOTE, "The clock runs forward."),
        ("log.side", SUSPICIOUS, "A player who changes sides has seen the secrets of both."),
        ("log.courtesy", NOTE, "Each side makes its own declarations."),
        ("log.stranger", NOTE, "Only players at the table move pieces."),
        ("log.name", NOTE, "A player keeps the same name."),
        ("log.password", NOTE, "A player keeps the same password."),
        ("log.extension", NOTE, "A game keeps the same extensions to its end."),
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
        ("log.module", UNVERIFIABLE, "A log is checked with the module it was played with."),
        ("log.rules", UNVERIFIABLE, "A game is checked against its rules if they are known."),
        (
            "log.trial",
            UNVERIFIABLE,
            "A game is checked against its rules once the reading of its logs is proven.",
        ),
        (
            "log.dice",
            NOTE,
            "A game with dice is checked against its rules if its log shows the dice.",
        ),
        (
            "log.unbound",
            UNVERIFIABLE,
            "A log of an imported module is checked if it shows what the rules need.",
        ),
        ("log.unexplained", UNVERIFIABLE, "The log can be read as a game by these rules."),
        ("log.limits", NOTE, "Nobody is judged by what a VASSAL log cannot show."),
        # Games recorded in Tabletop Simulator.
        (
            "tts.chain",
            SUSPICIOUS,
            "The entries are in order, each with the hash of all entries before it.",
        ),
        ("tts.damaged", SUSPICIOUS, "Every line of the log is one that the recorder writes."),
        ("tts.unknown", UNVERIFIABLE, "An entry names only things that the game has."),
        ("tts.header", SUSPICIOUS, "The log's header is the one that the save was built with."),
        ("tts.script", SUSPICIOUS, "The script in the save is the unchanged recorder."),
        ("tts.head", SUSPICIOUS, "Every head that was announced in the chat is in the log."),
        ("tts.state", SUSPICIOUS, "The table in the save is the one at the end of the log."),
        ("tts.moved", SUSPICIOUS, "A piece is moved only by a player's hand."),
        ("tts.drawn", SUSPICIOUS, "Whatever comes out of a bag or deck was in it."),
        ("tts.account", SUSPICIOUS, "The score and the turn continue from their last values."),
        ("tts.fork", SUSPICIOUS, "No play is lost by loading an earlier save."),
        ("tts.held", NOTE, "A save that was played on from is contained in the later one."),
        ("tts.other", NOTE, "All saves of a folder belong to one game."),
        ("tts.load", NOTE, "A game is loaded from the save in which it was stopped."),
        ("tts.clock", NOTE, "The clock runs forward."),
        ("tts.seat", NOTE, "A seat keeps the player who took it."),
        (
            "tts.setup",
            UNVERIFIABLE,
            "The table is compared with the set-up that the save was built with.",
        ),
        ("tts.limits", NOTE, "Nobody is judged by what a recorder inside the game cannot see."),
        # From file to file.
        ("chain.gap", SUSPICIOUS, "Each file begins where the one before it ended."),
        ("chain.again", SUSPICIOUS, "Play continues from a position only once."),
        ("chain.longer", NOTE, "A log that was continued contains the earlier log."),
        ("chain.twice", NOTE, "Each file of a game is given once."),
        ("chain.module", SUSPICIOUS, "All files of a game are played with one module."),
        ("chain.other", NOTE, "All files of a folder belong to one game."),
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
