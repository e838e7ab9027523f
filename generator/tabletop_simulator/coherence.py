"""What has to fit together in a save: names, cards and their sheets, states, seats, turns of dice.

The data may be anything that JSON can hold: what has not the shape it should (told by `schema`) is
passed over here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, Final

from generator.light import dataclass
from generator.tabletop_simulator import kinds
from generator.tabletop_simulator.faults import Fault, short
from generator.tabletop_simulator.objects import ROTATIONS, SEAT_COLOURS, SHEET
from generator.tabletop_simulator.positions import JsonPath
from generator.tabletop_simulator.shapes import LayoutOptions

_GUID: Final = re.compile(r"[0-9a-f]{6}")
_SLIP: Final = 0.85
_ASKED: Final = 200
_LONG: Final = 80
_COLUMNS, _ROWS = 10, 7
"""A sheet that does not say its size has this one."""
_BUILT_IN: Final = 100
"""CardIDs below are cards of the game's own."""


@dataclass(frozen=True, slots=True)
class Found:
    """An object of a save, and where it is."""

    path: JsonPath
    data: dict[str, Any]
    holder: dict[str, Any] | None
    """The bag, deck or object it is in; `None` on the table."""
    role: str
    """Which list of its holder it is in: ObjectStates, ContainedObjects, States, ChildObjects."""

    @property
    def name(self) -> str:
        """Its kind."""
        return text(self.data.get("Name"))

    def at(self, *more: str | int) -> JsonPath:
        """The path of something in it."""
        return (*self.path, *more)


def every_object(data: Mapping[str, Any]) -> Iterator[Found]:
    """Every object of a save in the file's order, with what is in it, all the way."""
    waiting = [
        Found(("ObjectStates", at), one, None, "ObjectStates")
        for at, one in reversed(list(enumerate(items(data.get("ObjectStates")))))
        if isinstance(one, dict)
    ]
    while waiting:
        found = waiting.pop()
        yield found
        inside = [
            Found(found.at(key, at), one, found.data, key)
            for key in ("ContainedObjects", "States", "ChildObjects")
            for at, one in _numbered(found.data.get(key))
            if isinstance(one, dict)
        ]
        waiting.extend(reversed(inside))


def _numbered(value: Any) -> Iterator[tuple[str | int, Any]]:
    if isinstance(value, list):
        yield from enumerate(value)
    elif isinstance(value, dict):
        yield from value.items()


def text(value: Any) -> str:
    """A text, or none."""
    return value if isinstance(value, str) else ""


def items(value: Any) -> list[Any]:
    """A list, or an empty one."""
    return value if isinstance(value, list) else []


def members(value: Any) -> dict[str, Any]:
    """An object of JSON, or an empty one."""
    return value if isinstance(value, dict) else {}


def is_whole(value: Any) -> bool:
    """Whether it is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def faults(data: dict[str, Any], *, strict: bool) -> Iterator[Fault]:
    """What does not fit together; ``strict`` as in `schema.faults`."""
    seats = Words(SEAT_COLOURS)
    yield from _root(data, strict, seats)
    guids: Counter[str] = Counter()
    names = Words(kinds.NAMES)
    for found in every_object(data):
        yield from _named(found, names)
        yield from _seat(found, seats)
        yield from _cards(found)
        yield from _states(found)
        yield from _rotations(found, strict)
        if strict:
            guid = text(found.data.get("GUID"))
            guids[guid] += 1
            if not _GUID.fullmatch(guid):
                yield Fault(found.at("GUID"), "object.guid", f"{short(guid)}; accepted: 6 hex")
            elif guids[guid] == 2:
                yield Fault(found.at("GUID"), "object.guid", f"{guid} is another object's too")


def _root(data: dict[str, Any], strict: bool, seats: Words) -> Iterator[Fault]:
    for key, accepted in (("Table", kinds.TABLES), ("Sky", kinds.SKIES)):
        value = text(data.get(key))
        near = Words(accepted).slip(value)
        if value and value not in accepted and (strict or near):
            yield Fault(
                (key,),
                "save.setting",
                f"{short(value)}; known: {', '.join(sorted(accepted))}{_hint(near)}",
                f"name a {key.lower()} there is",
            )
    turns = members(data.get("Turns"))
    for at, seat in enumerate(items(turns.get("TurnOrder"))):
        if isinstance(seat, str) and seat not in SEAT_COLOURS:
            yield _no_seat(("Turns", "TurnOrder", at), seat, seats)
    if text(turns.get("TurnColor")) not in ("", *SEAT_COLOURS):
        yield _no_seat(("Turns", "TurnColor"), text(turns.get("TurnColor")), seats)
    for at, hand in enumerate(items(members(data.get("Hands")).get("HandTransforms"))):
        colour = members(hand).get("Color")
        if isinstance(colour, str) and colour not in SEAT_COLOURS:
            yield _no_seat(("Hands", "HandTransforms", at, "Color"), colour, seats)


def _no_seat(path: JsonPath, seat: str, seats: Words) -> Fault:
    return Fault(
        path,
        "seat.unknown",
        f"{short(seat)} is not a seat; accepted: {', '.join(SEAT_COLOURS)}"
        f"{_hint(seats.slip(seat))}",
        "name a seat there is; capitals count",
    )


class Words:
    """The words accepted at a place, asked again and again for those near to another."""

    def __init__(self, accepted: Collection[str]) -> None:
        self.accepted = accepted
        self._asked: dict[str, str | None] = {}

    def slip(self, word: str) -> str | None:
        """The word it is but for a letter or capitals: another was not meant; `None` for no such.

        After many words nothing is near: a file of nothing but strange words is no slip.
        """
        if word not in self._asked:
            if len(self._asked) >= _ASKED or len(word) > _LONG:
                return None
            lowered = (one for one in self.accepted if one.lower() == word.lower())
            near = get_close_matches(word, self.accepted, n=1, cutoff=_SLIP)
            self._asked[word] = next(lowered, near[0] if near else None)
        return self._asked[word]


# --- What an object is ------------------------------------------------------------------


def _hint(near: str | None) -> str:
    return f"; did you mean {near!r}?" if near else ""


def _named(found: Found, names: Words) -> Iterator[Fault]:
    name = found.data.get("Name")
    if not isinstance(name, str) or not name:
        yield Fault(
            found.at("Name"),
            "object.name",
            "an object without a name of its kind",
            "give it the Name of its kind, such as Custom_Tile",
        )
        return
    if name not in kinds.NAMES:
        near = names.slip(name)
        yield Fault(
            found.at("Name"),
            "object.name",
            f"{short(name)} is no kind of object that the game's documents know{_hint(near)}",
            "name a kind there is, unless it is of a game sold beside it; capitals count",
            is_doubtful=near is None,
        )
        return
    for key in ("Transform", *kinds.NEEDED.get(name, ())):
        if found.data.get(key) is None and not _may_lack(found, key):
            yield Fault(
                found.at(key),
                "object.parts",
                f"is lacking; {_a(name)} cannot be without it",
                f"add {key}",
            )
    part = kinds.IMAGE_PART.get(name)
    image = found.data.get("CustomImage")
    if part and isinstance(image, dict) and image.get(part) is None and not _is_joined(found):
        yield Fault(
            found.at("CustomImage", part),
            "object.parts",
            f"is lacking; {_a(name)} takes its thickness and shape from it",
            f"add {part}",
            is_doubtful=True,
        )
    if name == "LayoutZone" and isinstance(found.data.get("LayoutZone"), dict):
        options = members(found.data["LayoutZone"].get("Options"))
        lacking = [key for key in LayoutOptions.model_fields if key not in options]
        if lacking:
            yield Fault(
                found.at("LayoutZone", "Options"),
                "object.parts",
                f"lacks {', '.join(lacking[:4])}{' ...' if len(lacking) > 4 else ''}",
                "write every option",
                is_doubtful=True,
            )


def _may_lack(found: Found, key: str) -> bool:
    """A card takes its sheet from its deck; what is joined to an object is seldom whole."""
    in_deck = found.holder is not None and text(found.holder.get("Name")) in kinds.DECKS
    return _is_joined(found) or (key == "CustomDeck" and (in_deck or _is_own(found)))


def _is_joined(found: Found) -> bool:
    return found.role == "ChildObjects"


def _is_own(found: Found) -> bool:
    """Whether a card or deck is of the game's own cards."""
    ids = [found.data.get("CardID"), *items(found.data.get("DeckIDs"))]
    return all(is_whole(one) and 0 <= one < _BUILT_IN for one in ids if one is not None)


def _a(name: str) -> str:
    return f"an object of the kind {name}"


def _seat(found: Found, seats: Words) -> Iterator[Fault]:
    colour = found.data.get("FogColor")
    if (
        isinstance(colour, str)
        and found.name in ("HandTrigger", "FogOfWarTrigger")
        and colour not in SEAT_COLOURS
    ):
        yield _no_seat(found.at("FogColor"), colour, seats)


# --- Cards ------------------------------------------------------------------------------


def _cards(found: Found) -> Iterator[Fault]:
    sheets = _sheets(found)
    if found.name in kinds.CARDS and is_whole(found.data.get("CardID")):
        number = found.data["CardID"]
        yield from _on_a_sheet(found.at("CardID"), number, sheets)
    if found.name in kinds.DECKS:
        for at, number in enumerate(items(found.data.get("DeckIDs"))):
            if is_whole(number):
                yield from _on_a_sheet(found.at("DeckIDs", at), number, sheets)
        yield from _as_its_cards(found)
    for key, sheet in members(found.data.get("CustomDeck")).items():
        for side in ("NumWidth", "NumHeight"):
            count: Any = members(sheet).get(side)
            if is_whole(count) and count < 1:
                yield Fault(
                    found.at("CustomDeck", key, side),
                    "card.sheet",
                    f"{count}; accepted: 1 or more cards",
                    "write how many cards the picture has beside and below each other",
                )


def _sheets(found: Found) -> dict[str, Any]:
    """The sheets that an object's cards may lie on: its own, and those of the deck it is in."""
    holder = found.holder if found.role in ("ContainedObjects", "States") else None
    return members((holder or {}).get("CustomDeck")) | members(found.data.get("CustomDeck"))


def _on_a_sheet(path: JsonPath, number: int, sheets: Mapping[str, Any]) -> Iterator[Fault]:
    key, place = divmod(number, SHEET)
    if 0 <= number < _BUILT_IN and str(key) not in sheets:
        return
    sheet = sheets.get(str(key))
    if not isinstance(sheet, dict):
        known = ", ".join(sheets) or "none"
        yield Fault(
            path,
            "card.id",
            f"the card {number} is on the sheet {key}, which CustomDeck does not have; accepted: "
            f"{known}",
            "a CardID is the sheet's number times 100, plus the place on the sheet from 0",
        )
        return
    columns = sheet.get("NumWidth", _COLUMNS)
    rows = sheet.get("NumHeight", _ROWS)
    if is_whole(columns) and is_whole(rows) and 0 < columns * rows <= place:
        yield Fault(
            path,
            "card.id",
            f"the card {number} is at place {place} of a sheet of {columns} x {rows} cards; "
            f"accepted: {key * SHEET} to {key * SHEET + columns * rows - 1}",
            "a CardID is the sheet's number times 100, plus the place on the sheet from 0",
        )


def _as_its_cards(found: Found) -> Iterator[Fault]:
    numbers = found.data.get("DeckIDs")
    cards = found.data.get("ContainedObjects")
    if not isinstance(numbers, list) or not isinstance(cards, list):
        return
    held = [members(card).get("CardID") for card in cards]
    if len(numbers) < 2 or len(cards) < 2:
        yield Fault(
            found.at("DeckIDs"),
            "deck.few",
            f"a deck of {len(numbers)} cards with {len(cards)} objects; accepted: 2 or more",
            "one card is a Card, not a deck",
        )
    elif Counter(map(repr, numbers)) != Counter(map(repr, held)):
        yield Fault(
            found.at("DeckIDs"),
            "deck.cards",
            f"{len(numbers)} DeckIDs are not the CardIDs of the {len(cards)} ContainedObjects",
            "write the CardIDs of the cards in the deck, in their order",
        )
    elif numbers != held:
        yield Fault(
            found.at("DeckIDs"),
            "deck.cards",
            "the DeckIDs are those of the ContainedObjects, in another order",
            "write the CardIDs of the cards in the deck, in their order",
            is_doubtful=True,
        )


# --- States and turns -------------------------------------------------------------------


def _states(found: Found) -> Iterator[Fault]:
    states = found.data.get("States")
    if not isinstance(states, dict) or not states:
        return
    if found.role == "States":
        yield Fault(
            found.at("States"),
            "states.number",
            "a state has states of its own",
            "write all states beside each other, in the object that is on the table",
            is_doubtful=True,
        )
        return
    numbers = sorted(int(key) for key in states if key.isdecimal() and len(key) < 10)
    lacking = set(range(1, len(states) + 2)) - set(numbers)
    if len(numbers) != len(states) or len(set(numbers)) != len(states) or len(lacking) != 1:
        yield Fault(
            found.at("States"),
            "states.number",
            f"the states {', '.join(list(states)[:12])}; accepted: 1 to {len(states) + 1} without "
            "the number of the state on the table",
            "number the states from 1, and leave out the number of the object itself",
        )


def _rotations(found: Found, strict: bool) -> Iterator[Fault]:
    values = items(found.data.get("RotationValues"))
    turned: dict[tuple[float, ...], int] = {}
    for at, value in enumerate(values):
        rotation = members(value).get("Rotation")
        path = found.at("RotationValues", at, "Rotation")
        turn: tuple[Any, ...] = tuple(members(rotation).get(axis) for axis in "xyz")
        if not all(isinstance(part, int | float) for part in turn):
            yield Fault(
                path,
                "die.rotation",
                f"{short(rotation)}; accepted: an object of the degrees x, y and z",
                'write {"x": -90.0, "y": 0.0, "z": 0.0}',
            )
            continue
        shows = members(value).get("Value")
        if not isinstance(shows, str | int | float):
            yield Fault(
                found.at("RotationValues", at, "Value"),
                "die.rotation",
                f"{short(shows)}; accepted: a number or a text",
                "write what it shows",
            )
        before = turned.setdefault(tuple(part % 360 for part in turn), at)
        if before != at and members(values[before]).get("Value") != members(value).get("Value"):
            yield Fault(
                path,
                "die.rotation",
                f"the same turn as that of RotationValues[{before}], with another value",
                "each value has a turn of its own",
            )
    if strict and found.name in ROTATIONS:
        yield from _as_the_die(found, values)


def _as_the_die(found: Found, values: list[Any]) -> Iterator[Fault]:
    """Whether a die of the game shows what its picture does."""
    told = {
        members(one).get("Value"): tuple(members(members(one).get("Rotation")).values())
        for one in values
    }
    if told != dict(ROTATIONS[found.name]):
        yield Fault(found.at("RotationValues"), "die.rotation", f"not the turns of a {found.name}")
