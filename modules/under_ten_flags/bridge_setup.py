"""How a log begins: the set-up read from the table, or a game under way projected from it."""

from __future__ import annotations

from validator.hidden.whereabouts import Whereabouts
from validator.rules.bridging import Scene
from validator.rules.facts import Fact, PieceMoved, cell_number
from validator.rules.states import THIS_TURN

from .bridge_board import Board
from .bridge_british import FACES
from .bridge_draft import Setting
from .bridge_facts import (
    ACTIVATION_DECK,
    CARD,
    CARGO,
    CRUISER_CARD,
    CUPS,
    DESTINATION,
    ORIGIN,
    PORT,
    SHIP,
    CargoMoved,
    Words,
    row_of,
    waiting_for,
)
from .bridge_german import COLUMN, FATIGUE, MARKS, PLOT
from .bridge_reader import StretchReader
from .bridge_sealed import entries_in
from .state import (
    ATLANTIS,
    BRITISH,
    CARDS,
    CROSSED,
    FREE,
    GERMAN,
    OUT,
    PRIZES,
    WAITING,
    WALRUS,
    Cruiser,
    State,
    Voyage,
)
from .tables import BLACK, RED, Tables
from .verbs import ChooseStart, DrawSet, PlaceACVM, PlaceCruiser

_DISCARDS = ("Activation Discards", "Cruiser Discards")


def is_fresh(scene: Scene, board: Board, tables: Tables) -> bool:
    """Whether no card was turned yet: the set-up is in the log, or on the table as it begins."""
    full = scene.decks.get(ACTIVATION_DECK, 0) >= len(tables.cards)
    played = board.marked_points or any(waiting_for(board.place(m)) for m in tables.markers)
    return full and board.turn <= 1 and not played


# --- the set-up ------------------------------------------------------------------------


def read_set_up(reader: StretchReader) -> None:
    """Enter the set-up as it lies on the table when the first card is turned."""
    if _german_first(reader):
        _start(reader)
    for fact in reader.facts:
        if isinstance(fact, CargoMoved) and (fact.before in CUPS or fact.after in CUPS):
            reader.convoys.cup(fact)
        elif isinstance(fact, PieceMoved) and fact.piece in reader.tables.markers:
            reader.convoys.marker_moved(fact)
        reader.board.apply(fact)
    reader.convoys.settle(None)
    reader.convoys.close()
    _sets_that_lie_there(reader)
    if not _german_first(reader):
        _start(reader)
    for ca in reader.tables.cruisers:
        _cruiser(reader, ca)


def _german_first(reader: StretchReader) -> bool:
    """Whether the German wrote his start before he could see anything of the British set-up: their
    first map marker. A later hex corrects it."""
    if GERMAN not in reader.setting.sees or _lies_on_hex(reader, PLOT):
        return True
    for fact in reader.facts:
        if isinstance(fact, PieceMoved) and fact.piece == PLOT:
            return True
        if entries_in((fact,), reader.tables, start=True).get(ATLANTIS):
            return True
        if isinstance(fact, PieceMoved) and fact.piece in reader.tables.markers:
            return False
    return True


def _lies_on_hex(reader: StretchReader, piece: str) -> bool:
    return reader.began.place(piece) in reader.words.hexes


def _start(reader: StretchReader) -> None:
    moves = [f for f in reader.facts if isinstance(f, PieceMoved) and f.piece == PLOT]
    place = reader.ended.place(PLOT)
    entry = entries_in(reader.facts, reader.tables, start=True).get(ATLANTIS)
    if entry is not None:
        reader.draft.emit(ChooseStart(entry.hex), entry.fact)
    elif GERMAN not in reader.setting.sees:
        reader.draft.emit(ChooseStart(None), None, implied=True)
    elif place in reader.words.hexes:
        reader.draft.emit(ChooseStart(place), moves[-1] if moves else None)
    elif moves:
        did = f"Atlantis starts {place or 'where no hex is'}"
        reader.draft.remark("violation", "UTF-6.1g", did, moves[-1], "a hex with a number")


def _sets_that_lie_there(reader: StretchReader) -> None:
    """Sets that were drawn before the log begins."""
    began = reader.began
    for marker in reader.tables.markers:
        if began.place(marker) not in reader.words.hexes:
            continue
        rows = began.set_of(marker)
        drawn = DrawSet(marker, rows.get(ORIGIN), rows.get(DESTINATION), rows.get(SHIP))
        reader.draft.emit(drawn, None, implied=True)
        placed = PlaceACVM(marker, reader.ended.place(marker), began.arrows.get(marker))
        reader.draft.emit(placed, None, implied=True)


def _cruiser(reader: StretchReader, ca: str) -> None:
    plot = f"plot_{ca}"
    moves = [f for f in reader.facts if isinstance(f, PieceMoved) and f.piece in (plot, ca)]
    entry = entries_in(reader.facts, reader.tables, start=True).get(ca)
    if entry is not None and entry.hex is not None:
        reader.draft.emit(PlaceCruiser(ca, entry.hex, entry.escorts), entry.fact)
        return
    if BRITISH not in reader.setting.sees or entry is not None:
        reader.draft.emit(PlaceCruiser(ca, None), None, implied=True)
        return
    place, convoy = reader.ended.place(plot), row_of(reader.ended.place(ca))[0]
    if convoy and place not in reader.words.hexes:
        place = reader.ended.place(convoy)
    if place in reader.words.hexes:
        fact: Fact | None = moves[-1] if moves else None
        reader.draft.emit(PlaceCruiser(ca, place, convoy), fact)


# --- a game under way ------------------------------------------------------------------


def projected(setting: Setting, scene: Scene, board: Board) -> State:
    """A game under way as the table shows it when the first card is turned; what the table does
    not show is in doubt."""
    tables, sees = setting.tables, setting.sees
    discarded = _discarded(scene, setting.words)
    drawn, cruiser_cards = (
        frozenset(card for card in discarded if card in cards)
        for cards in (tables.cards, tables.cruiser_cards)
    )
    reds = sum(tables.cruiser_cards[card] == RED for card in cruiser_cards)
    colours = {tables.cards[card] for card in drawn}
    voyages = {marker: _voyage(tables, board, marker) for marker in tables.markers}
    atlantis = _atlantis(setting, board)
    column, known = _column(scene, board)
    morale = board.place(FATIGUE)
    doubt = {THIS_TURN, "planes_lost", "start", "streak", "activated"}
    return State(
        sees=sees,
        phase=CARDS,
        turn=board.turn,
        drawn=drawn,
        activated={
            side: int(colour in colours) for side, colour in ((BRITISH, RED), (GERMAN, BLACK))
        },
        cruiser_cards=cruiser_cards,
        reds=reds,
        voyages=voyages,
        cruisers={ca: _cruiser_under_way(setting, board, ca, reds) for ca in tables.cruisers},
        gone=_gone(board),
        atlantis=atlantis,
        stood=atlantis,
        column=column,
        morale=morale if morale in tables.morale else tables.morale[0],
        boxes=_boxes(tables, board),
        planes_lost=frozenset({WALRUS}) if board.place(WALRUS) == OUT else frozenset(),
        points=board.window or board.marked_points,
        doubt=frozenset(doubt if known else {*doubt, "column"}),
    )


def _discarded(scene: Scene, words: Words) -> list[str]:
    """Cards that lie face up when the log begins."""
    return [
        token.unit
        for token in scene.start.values()
        if token.unit is not None
        and words.role(token) in (CARD, CRUISER_CARD)
        and token.place in _DISCARDS
    ]


def _voyage(tables: Tables, board: Board, marker: str) -> Voyage:
    place = board.place(marker)
    if place in tables.neighbours:
        rows = board.set_of(marker)
        at, ship = place, rows.get(SHIP)
        origin, destination = rows.get(ORIGIN), rows.get(DESTINATION)
        has_ship = True
    elif waiting_for(place):
        lying = list(board.waiting(marker))
        ships = [one for one in lying if one.role == CARGO]
        at, has_ship, origin, destination = WAITING, bool(ships), None, None
        ship = ships[0].unit if ships else None
        shown = [one.unit for one in lying if one.role == PORT and one.unit is not None]
        destination = shown[-1] if shown else None
    else:
        return Voyage(marker, FREE)
    ships_left = tables.every_ship - _gone(board).keys()
    level = board.levels.get(marker, 0)
    return Voyage(
        marker,
        at,
        origin=tables.every_port if origin is None else frozenset({origin}),
        destination=tables.every_port if destination is None else frozenset({destination}),
        ship=(ships_left if ship is None else frozenset({ship})) if has_ship else frozenset(),
        arrow=board.arrows.get(marker),
        face=FACES[level - 1] if 0 < level <= len(FACES) else None,
    )


def _cruiser_under_way(setting: Setting, board: Board, ca: str, reds: int) -> Cruiser:
    tables = setting.tables
    convoys = [m for m in tables.markers if board.place(m) in setting.words.hexes]
    anywhere = Whereabouts.among((*sorted(tables.neighbours), *convoys))
    at = anywhere
    if BRITISH in setting.sees:
        convoy, _ = row_of(board.place(ca))
        plotted = board.place(f"plot_{ca}")
        if convoy:
            at = Whereabouts.at(convoy)
        elif plotted in setting.words.hexes:
            at = Whereabouts.at(plotted)
    active = {0: False, len(tables.cruisers): True}.get(reds)
    return Cruiser(ca, at, active, idle=at, start=anywhere)


def _atlantis(setting: Setting, board: Board) -> Whereabouts:
    place = board.place(PLOT)
    if GERMAN in setting.sees and place in setting.words.hexes:
        return Whereabouts.at(place)
    return Whereabouts.among(sorted(setting.tables.neighbours))


def _column(scene: Scene, board: Board) -> tuple[int, bool]:
    """Columns of the German's sheet that are filled, and whether that is known."""
    number = cell_number(board.place(COLUMN))
    if number is not None:
        return number, True
    counted = scene.properties.get("GermanColumn")
    return counted or 0, False  # a button counts its own clicks: columns are filled by hand too


def _gone(board: Board) -> dict[str, str]:
    return {
        one.unit: one.place
        for one in board.cargo.values()
        if one.unit is not None and one.role == CARGO and one.place in (PRIZES, OUT)
    }


def _boxes(tables: Tables, board: Board) -> dict[str, str]:
    """Marks on the disguise and U-boat boxes."""
    found = {}
    for box in (*tables.disguises, *tables.uboats):
        level = board.levels.get(f"mark_{box}", 1)
        found[box] = MARKS[level - 1] if 0 < level <= len(MARKS) else CROSSED
    return found
