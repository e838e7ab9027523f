"""Offences any log may hold, each with its innocent twin, planted in logs that VASSAL wrote."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from generator.vassal.commands import (
    AddPiece,
    BeginSave,
    ChangePiece,
    ChangeProperty,
    Chat,
    Command,
    EndSave,
    Extension,
    MovePiece,
    RemovePiece,
    SetTurn,
    Undo,
)
from tests.validator.audit.planting import ONE, TWO, Planted, at, in_state, moved, rolled, whole
from validator.audit.findings import Severity
from validator.table import Piece

NOTE, SUSPICIOUS = Severity.NOTE, Severity.SUSPICIOUS
PUBLIC, REVEALED, WITH_MODULE = "public", "revealed", "with the module"
ALL = (PUBLIC, REVEALED, WITH_MODULE)


@dataclass(frozen=True)
class Offence:
    """What is planted, where, and what is found."""

    code: str
    severity: Severity
    log: str
    plant: Callable[[Planted], object]
    twin: Callable[[Planted], object]
    """The like, as honest play leaves it behind."""
    eyes: tuple[str, ...] = ALL
    """Who sees it."""
    others: frozenset[tuple[str, Severity]] = frozenset()
    """What others see of it."""


def _masked_by(log: Planted, owner: str, options: str = "|0") -> None:
    card = log.piece("Tanker met")
    log.then(in_state(card, "obs;", f"{owner};{options}"))


def _turned_up_and_moved(log: Planted, by: str) -> None:
    card = log.piece("Tanker met")
    log.then(in_state(card, "obs;", "null;"), moved(card, 300, 296, by))


def _number(log: Planted, step: int, old: str, new: str) -> None:
    """Another result of a roll, in the chat and in all that is recorded."""

    def change(command: Command) -> Command:
        match command:
            case Chat(text):
                return Chat(text.replace(f"= {old} ", f"= {new} "))
            case ChangeProperty(name, was, now, container) if now == old:
                return ChangeProperty(name, was, new, container)
        return command

    log.edit(step, change)


def _rolls(log: Planted, *results: str) -> None:
    shown = "5"
    for result in results:
        log.then(*rolled("Search die", shown, result))
        shown = result


def _edited_roll(log: Planted) -> None:
    _rolls(log, "2", "4")
    _number(log, 3, "2", "6")


def _three_dice(log: Planted, summary: str) -> None:
    told = {"result": ("1", "2,5,6"), "total": ("0", "13"), "keep": ("0", "3")}
    told["summary"] = ("", summary)
    set_ = (ChangeProperty(f"3d6_{name}", *ends, "Module") for name, ends in told.items())
    log.then(Chat("*** 3d6 = 2,5,6 *** &lt;German Player&gt;"), *set_)


def _both_edited(log: Planted) -> None:
    _rolls(log, "6", "4")


def _reordered(log: Planted, name: str, *, report: bool = False, turned: bool = False) -> None:
    deck = log.deck(name)
    cards = [*deck.members[2:], *deck.members[:2]]
    _deck_becomes(log, name, cards, report=report, turned=turned)


def _deck_becomes(
    log: Planted, name: str, cards: list[str], *, report: bool = False, turned: bool = False
) -> None:
    deck = log.deck(name)

    def state(members: list[str], down: bool) -> str:
        held = f";{','.join(members)}" if members else ""
        return f"{deck.map};{deck.x};{deck.y};{str(down).lower()}{held}"

    now = state(cards, deck.face_down != turned)
    told = [Chat(f"* German Player shuffles the {name}")] if report else []
    log.then(ChangePiece(deck.id, now, state(list(deck.members), deck.face_down)), *told)


def _drawn_from(log: Planted, depth: int) -> None:
    """The card drawn in the first step lay deeper."""
    deck = log.deck("Event Deck", 0)
    piece = log.table(0).pieces[deck.members[-1 - depth]]

    def change(command: Command) -> Command:
        match command:
            case MovePiece():
                return replace(command, id=piece.id)
            case ChangePiece():
                return in_state(piece, "obs;", f"{ONE};|0")
            case AddPiece(id=ident, type=kind, state=state):
                return AddPiece(ident, kind, state.replace(deck.members[-1], piece.id))
        return command

    log.edit(1, change)


def _back_to_the_deck(log: Planted, name: str) -> None:
    card, deck = log.piece("Tanker met"), log.deck(name)
    log.then(moved(card, deck.x, deck.y, ONE))


def _made(log: Planted, old: str, new: str) -> None:
    """Another kind of piece than the palette's."""

    def change(command: Command) -> Command:
        if isinstance(command, AddPiece) and command.type != "stack":
            return replace(command, type=command.type.replace(old, new))
        return command

    log.edit(1, change)


def _as_another(log: Planted) -> None:
    one, other = log.piece("U-47"), log.piece("Convoy")
    log.then(AddPiece(one.id, other.model.type, whole(other.moved(one.map, 1, 1, None))))


def _put(log: Planted, *, by: str | None) -> None:
    """A marker's stack elsewhere, with a move or without."""
    piece = log.piece("Fuel marker")
    x, y = piece.x + 111, piece.y + 64
    if by is not None:
        log.then(moved(piece, x, y, by))
        return
    ends = ((x, y), (piece.x, piece.y))
    now, was = (f"{piece.map};{one};{other};{piece.id};@@1" for one, other in ends)
    log.then(ChangePiece(str(piece.parent), now, was))


def _chit(log: Planted) -> Piece:
    """A drawn chit, turned up."""
    chit = next(
        one for one in log.table().pieces.values() if one.mask and (one.x, one.y) != (830, 635)
    )
    log.then(in_state(chit, "obs;", "null;"))
    return chit


def _from_hand(log: Planted, by: str) -> None:
    log.then(moved(log.piece("Tanker met"), 261, 296, by, "Main Map"))


def _loaded(log: Planted) -> None:
    log.then(BeginSave(), EndSave())


def _turn(log: Planted, number: int) -> None:
    log.then(SetTurn("TurnTracker0", f"0|{number};0;false;-1;0\\;0\\;0\\;true,true,true,true,true"))


def _next_stamp(log: Planted) -> str:
    return str(1 + max(int(ident) for ident in log.table().pieces if ident.isdigit()))


def _old_piece(log: Planted, stamp: str) -> None:
    piece = log.piece("U-47")
    log.then(AddPiece(stamp, piece.model.type, whole(at(piece, 100, piece.y))))


def _cut_move(log: Planted) -> None:
    """One of two moves of the same ship is cut out."""
    ship = log.piece("U-47")
    log.then(moved(ship, 483, 296, ONE))
    log.then(moved(at(ship, 483, 296), 594, 296, ONE))
    log.without(len(log.steps) - 1)


def _both_moves(log: Planted) -> None:
    ship = log.piece("U-47")
    log.then(moved(ship, 483, 296, ONE))
    log.then(moved(at(ship, 483, 296), 594, 296, ONE))


def _put_into_a_stack(log: Planted, x: int) -> None:
    """A move to 483, and the stack that VASSAL makes for the piece there."""
    ship = log.piece("U-47")
    stack = AddPiece(_next_stamp(log), "stack", f"Main Map;483;296;{ship.id};@@1")
    log.then(moved(ship, x, 296, ONE), stack)


def _card_in_a_stack(log: Planted) -> None:
    """A card from inside a deck, in a new stack on the table."""
    card = log.table().pieces[log.deck("Event Deck").members[1]]
    log.then(AddPiece(_next_stamp(log), "stack", f"Main Map;300;300;{card.id};@@1"))


def _card_put(log: Planted) -> None:
    """The same by its own state."""
    card = log.table().pieces[log.deck("Event Deck").members[1]]
    log.then(ChangePiece(card.id, whole(card.moved("German Hand", 80, 110, None)), whole(card)))


def _ship_put(log: Planted) -> None:
    ship = log.piece("U-47")
    log.then(ChangePiece(ship.id, whole(ship.moved("German Plot", 99, 99, None)), whole(ship)))


def _fuel(log: Planted, was: str) -> None:
    """Fuel that is used, from as much as the ship is said to have had."""
    now, old = (in_state(log.piece("U-47"), "PROP;", value).state for value in ("4", was))
    log.then(ChangePiece(log.piece("U-47").id, now, old))


def _cloaked(log: Planted) -> None:
    """A move of another piece in the brackets of an undo."""
    ship = log.piece("Norfolk")
    log.then(Undo(True), moved(ship, 300, 300, ONE), Undo(False))


def _undone_and_more(log: Planted) -> None:
    log.undo(1)
    log.steps[-1].insert(-1, ChangeProperty("GermanVP", "0", "6", "Module"))


def _undone_too_late(log: Planted) -> None:
    log.then(moved(log.piece("Norfolk"), 300, 300, TWO)).undo(1)


def _undone_in_order(log: Planted) -> None:
    log.then(moved(log.piece("Norfolk"), 300, 300, TWO)).undo(2).undo(1)


def _nothing(log: Planted) -> None:
    log.then(Chat("<German Player> - good night"))


OFFENCES = [
    # Dice.
    Offence("dice.undone", SUSPICIOUS, "28-dice", lambda log: log.undo(2), _nothing),
    Offence("dice.altered", SUSPICIOUS, "28-dice", _edited_roll, _both_edited),
    Offence(
        "dice.altered",
        SUSPICIOUS,
        "28-dice",
        lambda log: log.then(ChangeProperty("Search die_result", "5", "6", "Module")),
        lambda log: log.then(ChangeProperty("GermanVP", "0", "6", "Module")),
        (PUBLIC, REVEALED, WITH_MODULE),
    ),
    Offence(
        "dice.altered",
        SUSPICIOUS,
        "28-dice",
        lambda log: _three_dice(log, "2 x2, 5 x1"),
        lambda log: _three_dice(log, "2 x1, 5 x1, 6 x1"),
    ),
    Offence(
        "dice.altered",
        SUSPICIOUS,
        "28-dice",
        lambda log: log.then(Chat("*** Search die (German) = 6 ** &lt;German Player&gt;")),
        lambda log: log.then(Chat("*** Searching = 6 ** &lt;German Player&gt;")),
        (PUBLIC, REVEALED, WITH_MODULE),
    ),
    Offence(
        "dice.impossible",
        SUSPICIOUS,
        "28-dice",
        lambda log: _number(log, 1, "5", "7"),
        lambda log: _number(log, 1, "5", "6"),
        (WITH_MODULE,),
    ),
    # Put elsewhere without a move.
    *(
        Offence(
            "table.carried",
            SUSPICIOUS,
            "20-draw-face-down-to-map",
            plant,
            lambda log: log.then(moved(log.piece("U-47"), 300, 300, ONE)),
            eyes,
        )
        for plant, eyes in ((_card_in_a_stack, ALL), (_card_put, (REVEALED,)))
    ),
    Offence(
        "table.carried",
        SUSPICIOUS,
        "02-move-hex-to-hex",
        _ship_put,
        lambda log: log.then(moved(log.piece("U-47"), 300, 300, ONE)),
    ),
    Offence(
        "log.before",
        SUSPICIOUS,
        "02-move-hex-to-hex",
        lambda log: _fuel(log, "5"),
        lambda log: _fuel(log, "9"),
        (PUBLIC, REVEALED, WITH_MODULE),
    ),
    # Taken back.
    Offence(
        "undo.learnt",
        SUSPICIOUS,
        "20-draw-face-down-to-map",
        lambda log: log.undo(1),
        lambda log: _back_to_the_deck(log, "Discard Pile"),
    ),
    Offence(
        "undo.learnt",
        SUSPICIOUS,
        "22-draw-and-turn-face-up",
        lambda log: log.undo(2),
        _nothing,
    ),
    Offence(
        "undo.learnt",
        SUSPICIOUS,
        "17-hide-move-show-by-owner",
        lambda log: log.undo(5),
        _nothing,
    ),
    Offence(
        "undo.false",
        SUSPICIOUS,
        "02-move-hex-to-hex",
        _cloaked,
        lambda log: log.undo(1),
        (PUBLIC, REVEALED, WITH_MODULE),
    ),
    Offence(
        "undo.false",
        SUSPICIOUS,
        "02-move-hex-to-hex",
        _undone_and_more,
        lambda log: log.undo(1),
        (PUBLIC, REVEALED, WITH_MODULE),
    ),
    Offence(
        "undo.false",
        NOTE,
        "02-move-hex-to-hex",
        _undone_too_late,
        _undone_in_order,
        (PUBLIC, REVEALED, WITH_MODULE),
    ),
    # Pieces.
    Offence(
        "table.deleted",
        SUSPICIOUS,
        "27-cup-draw",
        lambda log: log.then(RemovePiece(_chit(log).id)),
        lambda log: log.then(moved(_chit(log), 300, 300, ONE)),
    ),
    Offence(
        "table.altered",
        SUSPICIOUS,
        "02-move-hex-to-hex",
        lambda log: log.then(in_state(log.piece("U-47"), "mark;", "7")),
        lambda log: log.then(in_state(log.piece("U-47"), "rotate;", "3")),
    ),
    Offence("table.retyped", SUSPICIOUS, "02-move-hex-to-hex", _as_another, _nothing),
    Offence(
        "table.trait",
        SUSPICIOUS,
        "02-move-hex-to-hex",
        lambda log: log.then(in_state(log.piece("U-47"), "rotate;", "6")),
        lambda log: log.then(in_state(log.piece("U-47"), "rotate;", "5")),
    ),
    Offence(
        "table.trait",
        SUSPICIOUS,
        "02-move-hex-to-hex",
        lambda log: log.then(in_state(log.piece("U-47"), "emb2;", "4")),
        lambda log: log.then(in_state(log.piece("U-47"), "emb2;", "3")),
    ),
    Offence(
        "table.carried",
        SUSPICIOUS,
        "02-move-hex-to-hex",
        lambda log: _put(log, by=None),
        lambda log: _put(log, by=TWO),
    ),
    Offence(
        "table.hand",
        SUSPICIOUS,
        "02-move-hex-to-hex",
        lambda log: log.then(moved(log.piece("Hood"), 300, 300, ONE)),
        lambda log: log.then(moved(log.piece("Hood"), 300, 300, TWO)),
    ),
    Offence(
        "table.foreign",
        SUSPICIOUS,
        "01-create-from-palette",
        lambda log: _made(log, ";U-47", ";U-48"),
        lambda log: _made(log, ";Bismarck", ";Bismarck"),
        (WITH_MODULE,),
    ),
    Offence(
        "table.foreign",
        SUSPICIOUS,
        "01-create-from-palette",
        lambda log: _made(log, "Fuel;true,0,9,", "Fuel;true,0,99,"),
        lambda log: _made(log, ";U-47", ";U-47"),
        (WITH_MODULE,),
    ),
    Offence(
        "table.property",
        SUSPICIOUS,
        "02-move-hex-to-hex",
        lambda log: log.then(ChangeProperty("Moon", "new", "full", "Module")),
        lambda log: log.then(ChangeProperty("GermanVP", "0", "1", "Module")),
        (WITH_MODULE,),
    ),
    # Secrets.
    Offence(
        "secret.owner",
        SUSPICIOUS,
        "20-draw-face-down-to-map",
        lambda log: _masked_by(log, TWO),
        lambda log: log.then(in_state(log.piece("Tanker met"), "obs;", "null;")),
    ),
    Offence(
        "secret.options",
        SUSPICIOUS,
        "20-draw-face-down-to-map",
        lambda log: _masked_by(log, ONE, "|1|" + ONE),
        lambda log: log.then(in_state(log.piece("Tanker met"), "report;", "-1")),
    ),
    Offence(
        "table.unmasked",
        SUSPICIOUS,
        "20-draw-face-down-to-map",
        lambda log: _turned_up_and_moved(log, TWO),
        lambda log: _turned_up_and_moved(log, ONE),
    ),
    Offence(
        "secret.moved",
        NOTE,
        "20-draw-face-down-to-map",
        lambda log: log.then(moved(log.piece("Tanker met"), 300, 296, TWO)),
        lambda log: log.then(moved(log.piece("Tanker met"), 300, 296, ONE)),
    ),
    Offence(
        "secret.hand",
        SUSPICIOUS,
        "21-draw-to-hand",
        lambda log: _from_hand(log, TWO),
        lambda log: _from_hand(log, ONE),
        (WITH_MODULE,),
        frozenset({("secret.moved", NOTE)}),
    ),
    Offence(
        "secret.returned",
        NOTE,
        "20-draw-face-down-to-map",
        lambda log: _back_to_the_deck(log, "Event Deck"),
        lambda log: _back_to_the_deck(log, "Discard Pile"),
    ),
    # Decks.
    Offence(
        "deck.order",
        SUSPICIOUS,
        "20-draw-face-down-to-map",
        lambda log: _reordered(log, "Event Deck"),
        lambda log: _reordered(log, "Event Deck", report=True),
        (WITH_MODULE,),
        frozenset({("deck.order", NOTE)}),
    ),
    Offence(
        "deck.drawn",
        SUSPICIOUS,
        "20-draw-face-down-to-map",
        lambda log: _drawn_from(log, 3),
        lambda log: _drawn_from(log, 0),
        (REVEALED,),
    ),
    Offence(
        "deck.access",
        SUSPICIOUS,
        "20-draw-face-down-to-map",
        lambda log: log.begin_with("Deck Loaded;false;", "Deck Loaded;true;British"),
        lambda log: log.begin_with("Deck Loaded;false;", "Deck Loaded;true;German"),
    ),
    Offence(
        "deck.cards",
        NOTE,
        "20-draw-face-down-to-map",
        lambda log: _deck_becomes(log, "Event Deck", list(log.deck("Event Deck").members[1:])),
        lambda log: _reordered(log, "Event Deck", report=True),
    ),
    Offence(
        "deck.turned",
        SUSPICIOUS,
        "20-draw-face-down-to-map",
        lambda log: _deck_becomes(
            log, "Event Deck", list(log.deck("Event Deck").members), turned=True
        ),
        lambda log: _reordered(log, "Event Deck", report=True),
    ),
    # The log itself.
    Offence("log.before", SUSPICIOUS, "02-move-hex-to-hex", _cut_move, _both_moves),
    Offence(
        "log.before",
        SUSPICIOUS,
        "02-move-hex-to-hex",
        lambda log: _put_into_a_stack(log, 594),
        lambda log: _put_into_a_stack(log, 483),
    ),
    Offence(
        "log.before",
        SUSPICIOUS,
        "32-global-property-button",
        lambda log: log.then(ChangeProperty("GermanVP", "17", "18", "Module")),
        lambda log: log.then(ChangeProperty("GermanVP", "2", "18", "Module")),
    ),
    Offence("log.loaded", SUSPICIOUS, "02-move-hex-to-hex", _loaded, _nothing),
    Offence(
        "log.turn",
        NOTE,
        "34-turn-advance-and-back",
        lambda log: _turn(log, 5),
        lambda log: _turn(log, 3),
    ),
    Offence(
        "log.clock",
        NOTE,
        "01-create-from-palette",
        lambda log: _old_piece(log, "1500000000000"),
        lambda log: _old_piece(log, _next_stamp(log)),
    ),
    Offence(
        "log.stranger",
        NOTE,
        "02-move-hex-to-hex",
        lambda log: log.then(moved(log.piece("Fuel marker"), 300, 300, "whoever")),
        lambda log: log.then(moved(log.piece("Fuel marker"), 300, 300, ONE)),
    ),
    Offence(
        "log.extension",
        NOTE,
        "02-move-hex-to-hex",
        lambda log: log.then(Extension("More ships", "2.0")),
        _nothing,
    ),
]
