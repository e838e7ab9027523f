"""Key commands: sent and heard by nothing, menu entries that hide each other or have no key."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from generator.vassal import components
from generator.vassal.documents import Element
from generator.workbench.linting import key_roles
from generator.workbench.linting.findings import SHOWN, Spot, Trouble
from generator.workbench.linting.key_roles import Reach, Stroke
from generator.workbench.linting.pieces import Assembly
from generator.workbench.linting.survey import Owner, Piece, Survey

_VASSALS_OWN = frozenset(("VassalPostRefreshGHK",))
"""Hotkeys that VASSAL itself fires or hears."""


class Listeners:
    """Who hears what in a module."""

    def __init__(self, assembly: Assembly) -> None:
        self.assembly = assembly
        self.survey = assembly.survey
        self._own: dict[int, frozenset[Stroke]] = {}

    def of(self, piece: Piece) -> frozenset[Stroke]:
        """The keys a definition acts on, its prototypes left out."""
        known = self._own.get(id(piece))
        if known is None:
            known = frozenset(
                one.stroke
                for trait in piece.chain
                for one in key_roles.heard(trait)
                if one.stroke is not None
            )
            self._own[id(piece)] = known
        return known

    @cached_property
    def pieces(self) -> frozenset[Stroke]:
        """The keys any piece acts on."""
        found: set[Stroke] = set()
        for piece in self.survey.pieces:
            found |= self.of(piece)
        return frozenset(found)

    @cached_property
    def buttons(self) -> frozenset[Stroke]:
        """The keys any button or window acts on."""
        found: set[Stroke] = set()
        for owner in self.survey.components:
            element = owner.spots[0].element
            classes = classes_of(element)
            for name, text in _keys_of(element):
                if not key_roles.is_sent(name, classes):
                    found.update(key_roles.strokes(text, is_list=False))
        return frozenset(found)


def check(survey: Survey) -> Iterator[Trouble]:
    """Every finding about keys."""
    assembly = Assembly(survey)
    if survey.knows_all:
        listeners = Listeners(assembly)
        yield from _unheard_in_pieces(listeners)
        yield from _unheard_elsewhere(listeners)
    yield from _collisions(assembly)
    yield from _without_key(survey)


def classes_of(element: Element) -> frozenset[str]:
    """A component's class and those it extends."""
    known = components.table().get(element.tag)
    return frozenset((element.tag,)) | (known.ancestors if known is not None else frozenset())


def _keys_of(element: Element) -> Iterator[tuple[str, str]]:
    for part in components.parts(element.tag, element.attributes):
        if part.kind == "key" and part.text:
            yield part.path[0], part.text


# --- Heard by nothing -------------------------------------------------------------------


def _unheard_in_pieces(listeners: Listeners) -> Iterator[Trouble]:
    """Keys that a piece sends to itself, where no trait of it acts on them."""
    assembly = listeners.assembly
    open_ones: dict[int, dict[Stroke, list[Spot]]] = {}
    holders: dict[int, Piece] = {}
    for piece in listeners.survey.pieces:
        wanted: dict[Stroke, list[Spot]] = {}
        for at, trait in enumerate(piece.chain):
            for sent in key_roles.sent(trait):
                if sent.reach is Reach.ITSELF:
                    wanted.setdefault(sent.stroke, []).append(piece.spot(at, sent.field))
        if wanted:
            open_ones[id(piece)] = wanted
            holders[id(piece)] = piece
    used: set[int] = set()
    for piece in assembly.whole:
        parts = assembly.parts(piece)
        concerned = [part for part in parts if open_ones.get(id(part))]
        used.update(id(part) for part in concerned)
        if not concerned:
            continue
        is_opaque = any(trait.form is None for part in parts for trait in part.chain)
        heard = frozenset().union(*[listeners.of(part) for part in parts])
        for part in concerned:
            wanted = open_ones[id(part)]
            for stroke in [one for one in wanted if is_opaque or one in heard]:
                del wanted[stroke]
    found: dict[Stroke, list[Spot]] = {}
    for number, wanted in open_ones.items():
        if number not in used or holders[number].is_foreign:
            continue
        for stroke, spots in wanted.items():
            if not listeners.survey.in_code(stroke.name):
                found.setdefault(stroke, []).extend(spots)
    for stroke, spots in found.items():
        where = "no trait of the piece" if stroke in listeners.pieces else "no trait of any piece"
        yield Trouble(
            "key.unheard",
            f"the key command {stroke} is sent to the piece itself, but {where} acts on it",
            "give the key to the trait that should act on it, or take it out of the list",
            spots,
        )


def _unheard_elsewhere(listeners: Listeners) -> Iterator[Trouble]:
    """Keys sent to pieces or to buttons, where none in the whole module acts on them."""
    found: dict[tuple[Stroke, Reach], list[tuple[Owner, str]]] = {}
    for owner, sent in _all_sent(listeners.survey):
        if sent.reach is Reach.ITSELF or owner.is_foreign:
            continue
        heard = listeners.pieces if sent.reach is Reach.PIECES else listeners.buttons
        if sent.stroke in heard or sent.stroke.name in _VASSALS_OWN:
            continue
        if listeners.survey.in_code(sent.stroke.name):
            continue
        found.setdefault((sent.stroke, sent.reach), []).append((owner, sent.field))
    for (stroke, reach), owners in found.items():
        listener = "piece" if reach is Reach.PIECES else "button or window of the module"
        yield Trouble(
            "key.unheard",
            f"the key command {stroke} is sent to {reach.value}, but no {listener} acts on it",
            "give the key to what should act on it, or correct it here",
            [spot.within(field) for owner, field in owners for spot in owner.spots],
            sum(owner.count for owner, _ in owners),
            # A map may have a key for moves that means nothing on it.
            milder=all(field == "moveKey" for _, field in owners),
        )


def _all_sent(survey: Survey) -> Iterator[tuple[Owner, key_roles.Sent]]:
    for owner in survey.owners:
        if owner.trait is not None:
            for sent in key_roles.sent(owner.trait):
                yield owner, sent
    for owner in survey.components:
        element = owner.spots[0].element
        for sent in key_roles.sent_by(element, classes_of(element)):
            yield owner, sent


# --- Menus ------------------------------------------------------------------------------


def _collisions(assembly: Assembly) -> Iterator[Trouble]:
    """Menu entries of one piece with the same key: VASSAL shows only the longest."""
    found: dict[tuple[str, ...], dict[tuple[str, ...], list[Spot]]] = {}
    counts: dict[tuple[str, ...], int] = {}
    menus: dict[int, list[tuple[Stroke, str, int, str]]] = {}
    for piece in assembly.whole:
        if piece.is_foreign:
            continue
        entries: dict[Stroke, dict[str, Spot]] = {}
        for part in assembly.parts(piece):
            for stroke, menu, at, field in _menu(part, menus):
                entries.setdefault(stroke, {}).setdefault(menu, part.spot(at, field))
        for stroke, said in entries.items():
            if len({text.strip().casefold() for text in said}) < 2:
                continue  # one entry for one thing, said twice
            texts = tuple(sorted(said, key=lambda text: (-len(text), text)))
            key = (str(stroke), *texts)
            where = tuple(f"{id(spot.element)}.{spot.at}" for spot in said.values())
            counts[key] = counts.get(key, 0) + 1
            places = found.setdefault(key, {})
            if len(places) < SHOWN:
                places.setdefault(where, list(said.values()))
    for key, places in found.items():
        name, shown, *hidden = key
        listed = ", ".join(f"{text!r}" for text in hidden)
        yield Trouble(
            "key.collision",
            f"menu entries with one key {name}: VASSAL shows {shown!r} only, never {listed}",
            "give each menu entry a key of its own",
            [spot for spots in places.values() for spot in spots],
            counts[key],
        )


def _menu(
    piece: Piece, known: dict[int, list[tuple[Stroke, str, int, str]]]
) -> list[tuple[Stroke, str, int, str]]:
    found = known.get(id(piece))
    if found is None:
        found = [
            (one.stroke, one.menu, at, one.menu_field)
            for at, trait in enumerate(piece.chain)
            for one in key_roles.heard(trait)
            if one.stroke is not None and one.menu.strip()
        ]
        known[id(piece)] = found
    return found


def _without_key(survey: Survey) -> Iterator[Trouble]:
    """Menu entries that have no key: VASSAL leaves them out, or nothing happens."""
    found: dict[str, list[Owner]] = {}
    fields: dict[str, str] = {}
    for owner in survey.owners:
        if owner.trait is None or owner.is_foreign:
            continue
        for one in key_roles.heard(owner.trait):
            said = one.menu.strip()
            is_fresh = said.casefold() == one.fresh_menu.casefold()
            if one.stroke is None and any(map(str.isalnum, said)) and not is_fresh:
                found.setdefault(said, []).append(owner)
                fields[said] = one.menu_field
    for said, owners in found.items():
        yield Trouble(
            "menu.no-key",
            f"the menu entry {said!r} has no key command: it does nothing, if it is shown at all",
            "give it a key command, or take its text away",
            [spot.within(fields[said]) for owner in owners for spot in owner.spots],
            sum(owner.count for owner in owners),
        )
