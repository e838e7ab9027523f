"""Where counters stand at the start, put into the carried at-start stacks and saved games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from generator.definition.carried import Change
from generator.light import dataclass
from generator.packaging.carried.loom import Chain, Loom, chain_of, element_of, set_chain
from generator.packaging.carried.pieces import HIDE, MASK, Retouch, shown, veiled
from generator.packaging.carried.setups import Edit, Where
from generator.packaging.carried.words import owner
from generator.packaging.component import MAP, WIDGET
from generator.packaging.identities import stable_number
from generator.packaging.scene import Piece, Scene, Start
from generator.packaging.vassal.pieces import piece_slot
from generator.vassal import documents, sequences
from generator.vassal.documents import Element

_PILE, _STACK = MAP + "DrawPile", MAP + "SetupStack"
_PIECE_SLOT, _CARD_SLOT = WIDGET + "PieceSlot", WIDGET + "CardSlot"


@dataclass(frozen=True, slots=True)
class _Moves:
    """What became of the placements of a set-up."""

    gone: tuple[str, ...]
    new: tuple[str, ...]
    moved: tuple[str, ...]
    turned: tuple[str, ...]
    """Counters that show another face, or are masked or hidden otherwise."""


def _moves(change: Change) -> _Moves:
    was, now = change.was or {}, change.now or {}
    both = [piece for piece in now if piece in was]
    return _Moves(
        tuple(piece for piece in was if piece not in now),
        tuple(piece for piece in now if piece not in was),
        tuple(piece for piece in both if now[piece][:4] != was[piece][:4]),
        tuple(piece for piece in both if now[piece][4:] != was[piece][4:]),
    )


class Standing:
    """Puts the placements of set-ups into a module."""

    def __init__(self, loom: Loom, scene: Scene, added: Scene) -> None:
        self._loom = loom
        self._scene = scene
        self._added = added
        """The scene of what the module has not yet: its own pieces are made from it."""

    # --- What the module lays out itself --------------------------------------------------

    def at_start(self, scenario: str, change: Change) -> None:
        """Follow changed placements of the module's own start."""
        moves = _moves(change)
        slots = self._loom.standing(scenario)
        for piece in moves.gone:
            self._take_away(self._loom.slot_at(slots[piece], piece))
        for piece in moves.turned:
            slot = self._loom.slot_at(slots[piece], piece)
            set_chain(slot, self._turned(piece, self._start(scenario, piece), chain_of(slot)))
        for piece in moves.moved:
            slot = self._loom.slot_at(slots[piece], piece)
            self._lay(slot, self._start(scenario, piece))
        for piece in moves.new:
            start = self._start(scenario, piece)
            self._lay(self._fresh_slot(piece, start), start)

    def _take_away(self, slot: Element) -> None:
        holder = slot.parent
        if holder is None:
            return
        holder.remove(slot)
        above = holder.parent
        if holder.tag == _STACK and above is not None and not _slots(holder):
            above.remove(holder)

    def _lay(self, slot: Element, start: Start) -> None:
        """Put a slot where a counter starts: alone in a stack of its own, or into a deck."""
        holder = slot.parent
        scene = self._scene
        map_id = next(one.id for one in scene.maps if one.name == start.map)
        if start.deck:
            tag, pile = _CARD_SLOT, self._loom.at("decks", start.place)
            self._take_away(slot)
            pile.append(documents.make(tag, slot.attributes, slot.text))
            return
        map_ = self._loom.at("maps", map_id)
        x, y = scene.map(start.map).pixels(start.x, start.y)
        board = next(
            (
                str(name)
                for name, left, top, width, height, *_ in self._loom.bound("maps", map_id)["boards"]
                if left <= x < left + width and top <= y < top + height
            ),
            "",
        )
        left, top = owner(self._loom, scene, start.map, board)
        place = {"owningBoard": board, "useGridLocation": "false", "location": ""}
        place |= {"x": str(x - left), "y": str(y - top)}
        alone = holder is not None and holder.tag == _STACK and len(_slots(holder)) == 1
        if holder is not None and alone and _within(holder, map_):
            for name, value in place.items():
                holder.set(name, value)
            return
        self._take_away(slot)
        stack = documents.make(_STACK, {"name": slot.get("entryName"), **place})
        map_.append(stack)
        stack.append(documents.make(_PIECE_SLOT, slot.attributes, slot.text))

    def _fresh_slot(self, piece: str, start: Start) -> Element:
        """A slot for a counter that stands somewhere now and did not."""
        own = self._own(piece)
        if own is not None:
            return element_of(piece_slot(self._added, own, "start", start))
        source = next(self._loom.slots(self._family(piece)))
        number = str(stable_number(self._scene.game.id, f"{piece}/start"))
        made = documents.make(source.tag, {**source.attributes, "gpid": number}, source.text)
        *outer, basic = self._turned(piece, start, chain_of(source))
        tokens = sequences.decode(basic.state, ";")
        tokens[3:4] = [number]
        set_chain(made, (*outer, basic.with_state(sequences.encode(tokens, ";") or "")))
        return made

    # --- Saved games ----------------------------------------------------------------------

    def of_save(self, scenario: str, change: Change, edit: Edit) -> None:
        """Follow changed placements of a set-up that is a saved game."""
        moves = _moves(change)
        ids = self._loom.standing(scenario)
        edit.removed.update(ids[piece] for piece in moves.gone)
        for piece in moves.moved:
            edit.moved[ids[piece]] = self.where(self._start(scenario, piece))
        for piece in moves.turned:
            turn = partial(self._turned, piece, self._start(scenario, piece))
            edit.retouched.setdefault(ids[piece], []).append(turn)
        for piece in moves.new:
            chain = self.in_play(piece, self._start(scenario, piece))
            if chain is not None:
                where = self.where(self._start(scenario, piece))
                edit.added.append((chain, where, self._scene.piece(piece).stacks))

    def in_play(self, piece: str, start: Start) -> Chain | None:
        """The traits of a counter as a saved game tells them."""
        own = self._own(piece)
        if own is not None:
            slot = element_of(piece_slot(self._added, own, "start", start))
            return chain_of(slot)
        slot_ = next(self._loom.slots(self._family(piece)), None)
        if slot_ is None:
            self._loom.note(
                f"counter {piece!r}: the imported module has no slot for it, so the set-up has "
                "no more of it than before"
            )
            return None
        chain = chain_of(slot_)
        return self._turned(piece, start, self._loom.prototypes.expanded(chain) or chain)

    # --- Both -----------------------------------------------------------------------------

    def _turned(self, piece: str, start: Start, chain: Chain) -> Chain:
        """The traits with the face up that a set-up says, masked and hidden as it says."""
        counter = self._scene.piece(piece)
        for what, put in self._turns(counter, start):
            made = put(chain)
            if made is None:
                self._loom.note(
                    f"counter {piece!r}: the imported piece cannot be {what} by a set-up; "
                    "it stands as it did"
                )
            else:
                chain = made
        return chain

    def _turns(self, counter: Piece, start: Start) -> Iterator[tuple[str, Retouch]]:
        yield "turned", shown(self._loom, self._family(counter.id), start.look)
        sides = counter.face_down.sides if counter.face_down is not None else ()
        yield "masked", veiled(self._loom, MASK, self._side(sides) if start.masked else "")
        yield (
            "hidden",
            veiled(self._loom, HIDE, self._side(counter.seen_by) if start.hidden else ""),
        )

    def _side(self, sides: tuple[str, ...]) -> str:
        return str(self._loom.bound("sides", sides[0]).get("side", sides[0])) if sides else ""

    def _start(self, scenario: str, piece: str) -> Start:
        return self._scene.starts[scenario][piece]

    def where(self, start: Start) -> Where:
        """The place of a start, in pixels of its window."""
        map_ = self._scene.map(start.map)
        x, y = map_.window_pixels(start.x, start.y)
        called = self._loom.bound("maps", map_.id).get("map", map_.name)
        deck = self._loom.bound("decks", start.place).get("deck", start.place) if start.deck else ""
        return Where(called, x, y, deck)

    def _own(self, piece: str) -> Piece | None:
        """The counter, if the module has none like it."""
        return next((one for one in self._added.pieces if one.id == piece), None)

    def _family(self, piece: str) -> str:
        return next(one.family for one in self._scene.game.counters if one.id == piece)


def _slots(holder: Element) -> list[Element]:
    return [one for one in holder.children if one.tag in (_PIECE_SLOT, _CARD_SLOT)]


def _within(element: Element, above: Element) -> bool:
    here: Element | None = element
    while here is not None:
        if here is above:
            return True
        here = here.parent
    return False
