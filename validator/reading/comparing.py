"""The differences of two saves or logs, as far as the viewer may know them.

Only what a `views.View` shows is compared: if only secrets differ, nothing is reported. Pieces are
matched by VASSAL's ids, unknown ones by their mask's name and their place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import replace

from generator.counting import counted
from generator.differences import (
    ADDED,
    CHANGED,
    MOVED,
    REMOVED,
    RENAMED,
    Comparison,
    Detail,
    Difference,
    Group,
)
from generator.vassal import chains
from generator.vassal.traits import Trait
from validator.reading import listing
from validator.reading.events import Place
from validator.reading.views import Scene, Seen, SeenDeck, View, ViewStep
from validator.table import Piece

BOOKKEEPING = frozenset({"footprint;", "markmoved;", "sendto;", "report;", "piece;"})
"""Traits whose state is VASSAL's own bookkeeping."""
_NOT_COMPARED = BOOKKEEPING | {"obs;", "hide;", "restrict;", "attach;", "mat;", "matPiece;"}
"""Traits whose state is not compared: it holds passwords or ids of other pieces. Owners are
compared as the view shows them."""
_MOST_LISTED = 60
"""How many differences of a saved game inside a module are listed at most."""
_IN_COMMON = 0.5
"""Files that share less than this part of their pieces are of different games."""


def compare(old: View, new: View, names: tuple[str, str] | None = None) -> Comparison:
    """Compare two saves or logs: their beginnings, steps and ends.

    ``names`` are their names in the result, by default those of the files.
    """
    groups = [Group("file", tuple(_files(old, new)))]
    if old.steps or new.steps:
        groups += _scenes(old, new, 0, "at the start: ")
        groups.append(Group("steps", tuple(_steps(old, new))))
        groups += _scenes(old, new, None, "at the end: ")
    else:
        groups += _scenes(old, new, None, "")
    return Comparison(*(names or (old.name, new.name)), tuple(groups), tuple(_notes(old, new)))


def as_details(comparison: Comparison) -> tuple[Detail, ...]:
    """A comparison of two saves as details of a difference of the thing that contains them; of
    many only the first are listed, with the number of the others."""
    rows = [row for group in comparison.groups for row in group.differences]
    details = [detail for row in rows[:_MOST_LISTED] for detail in _of_row(row)]
    if len(rows) > _MOST_LISTED:
        more = f"{len(rows) - _MOST_LISTED:,} more things differ: compare the saved games directly"
        details.append(Detail(CHANGED, more, ""))
    return tuple(details)


def _of_row(row: Difference) -> Iterator[Detail]:
    part = f"{row.what} [{row.name}]" if row.name else row.what
    if row.how[0] == ADDED:
        yield Detail(ADDED, part, "", new=row.where or None)
    elif row.how[0] == REMOVED:
        yield Detail(REMOVED, part, "", old=row.where or None)
    if row.was:
        yield Detail(CHANGED, part, "name", "", row.was, row.name)
    if row.came:
        yield Detail(CHANGED, part, "place", "", row.came, row.where)
    for detail in row.details:
        name = ": ".join(word for word in (detail.part, detail.name) if word)
        yield replace(detail, part=part, name=name or detail.how)


def steps_in_common(old: View, new: View) -> int:
    """How many first steps look the same in both."""
    same = 0
    for step, twin in zip(old.steps, new.steps, strict=False):
        if step.events != twin.events and _values_of(step) != _values_of(twin):
            break
        same += 1
    return same


def known_pieces(scene: Scene) -> dict[str, Seen]:
    """The pieces that the viewer knows, by VASSAL's ids."""
    return {seen.piece.id: seen for seen in scene.pieces if seen.piece is not None}


def cards_in(scene: Scene, deck: SeenDeck) -> tuple[str, ...]:
    """The ids of the cards that the viewer sees in a deck, from the bottom up; the pieces' own ids
    if known.

    A card that came face down out of another deck keeps its stand-in id even in a face-up deck,
    and each file makes its own stand-ins.
    """
    if not any(member.startswith("?") for member in deck.members):
        return deck.members
    known = {seen.id: seen.piece.id for seen in scene.pieces if seen.piece is not None}
    return tuple(known.get(member, member) for member in deck.members)


def pieces_in_common(before: Scene, after: Scene) -> tuple[int, int]:
    """How many known pieces both tables have, and how many the smaller one has."""
    old, new = known_pieces(before), known_pieces(after)
    return len(old.keys() & new.keys()), min(len(old), len(new))


def of_one_game(before: Scene, after: Scene) -> bool:
    """Whether two tables have most pieces in common."""
    shared, fewer = pieces_in_common(before, after)
    return not fewer or shared >= _IN_COMMON * fewer


def piece_differences(before: Scene, after: Scene) -> Iterator[Difference]:
    """The pieces that came, went, moved or changed, sorted by their present place."""
    pairs, gone, come = _paired(before, after)
    changed = [_of_one(old, new) for old, new in pairs]
    rows = [row for row in changed if row is not None]
    rows += [Difference((REMOVED,), "piece", seen.name, _at(seen.place)) for seen in gone]
    rows += [Difference((ADDED,), "piece", seen.name, _at(seen.place)) for seen in come]
    yield from sorted(rows, key=lambda row: row.where)


# --- files and steps --------------------------------------------------------------------


def _files(old: View, new: View) -> Iterator[Difference]:
    details = tuple(
        Detail(CHANGED, "", name, "", was, now)
        for name, was, now in (
            ("module", old.module, new.module),
            ("module version", old.module_version, new.module_version),
            ("VASSAL version", old.vassal_version, new.vassal_version),
        )
        if was != now
    )
    if details:
        yield Difference((CHANGED,), "file", "", "", details=details)


def _steps(old: View, new: View) -> Iterator[Difference]:
    same = steps_in_common(old, new)
    before, after = old.steps[same:], new.steps[same:]
    if before and after:
        done = ["\n".join(_lines(step)) or "(nothing seen)" for step in (before[0], after[0])]
        yield Difference(
            (CHANGED,),
            "step",
            str(same + 1),
            "",
            holds=f"{counted(len(before), 'step')} of the first file, {len(after)} of the second",
            details=(Detail(CHANGED, "", "done", "", *done),),
        )
    elif before or after:
        rest, how = (before, REMOVED) if before else (after, ADDED)
        yield Difference((how,), "steps", f"{same + 1} to {same + len(rest)}", "")


def _notes(old: View, new: View) -> Iterator[str]:
    if old.steps and new.steps:
        same = steps_in_common(old, new)
        if len(old.steps) > same < len(new.steps):
            lead = f"the first {same} steps are the same" if same else "no step is the same"
            yield f"{lead}: branched at step {same + 1}"
        elif len(old.steps) != len(new.steps):
            longer = "second" if len(new.steps) > same else "first"
            yield f"all {same} steps of one are in the other: the {longer} goes on"
    before, after = old.scene(0), new.scene(0)
    if not of_one_game(before, after):
        shared, fewer = pieces_in_common(before, after)
        yield (
            f"only {shared} of {fewer} pieces have the same id:"
            " the two were not played on from one set-up"
        )


def _values_of(step: ViewStep) -> list[dict[str, object]]:
    return [listing.event_value(event) for event in step.events]


def _lines(step: ViewStep) -> Iterator[str]:
    for value in _values_of(step):
        if listing.worth_a_line(value):
            yield listing.event_line(value).strip().partition("  ")[2]


# --- tables -----------------------------------------------------------------------------


def _scenes(old: View, new: View, step: int | None, when: str) -> list[Group]:
    before, after = old.scene(step), new.scene(step)
    return [
        Group(f"{when}{title}", tuple(rows))
        for title, rows in (
            ("players", _players(before, after)),
            ("turn", _values("turn tracker", before.turns, after.turns, (old, new))),
            ("boards", _boards(before, after)),
            ("properties", _values("property", before.properties, after.properties, (old, new))),
            ("decks", _decks(before, after)),
            ("stacks", _stacks(before, after)),
            ("pieces", _cleaned(piece_differences(before, after), (old, new))),
        )
    ]


def _players(before: Scene, after: Scene) -> Iterator[Difference]:
    """Players by their marks: a password is never shown, and a changed one only by its mark."""
    old = {who.mark: who for who in before.players}
    new = {who.mark: who for who in after.players}
    for mark in sorted(old.keys() | new.keys(), key=lambda mark: int(mark[1:])):
        was, now = old.get(mark), new.get(mark)
        if was is None or now is None:
            who = was or now
            assert who is not None
            how = ADDED if was is None else REMOVED
            yield Difference((how,), "player", f"{who.name} ({mark})", who.side)
        elif (was.name, was.side) != (now.name, now.side):
            yield Difference(
                (CHANGED,),
                "player",
                f"{now.name} ({mark})",
                "",
                details=tuple(
                    Detail(CHANGED, "", name, "", one, other)
                    for name, one, other in (
                        ("name", was.name, now.name),
                        ("side", was.side, now.side),
                    )
                    if one != other
                ),
            )


def _values(
    what: str, old: Mapping[str, str], new: Mapping[str, str], views: tuple[View, View]
) -> Iterator[Difference]:
    for name in sorted(old.keys() | new.keys()):
        was, now = old.get(name), new.get(name)
        if was == now:
            continue
        how = ADDED if was is None else REMOVED if now is None else CHANGED
        values = [
            view.clean(value) if value is not None else None
            for view, value in zip(views, (was, now), strict=True)
        ]
        yield Difference((how,), what, name, "", details=(Detail(how, "", "value", "", *values),))


def _boards(before: Scene, after: Scene) -> Iterator[Difference]:
    for name in sorted(before.boards.keys() | after.boards.keys()):
        was, now = before.boards.get(name, ()), after.boards.get(name, ())
        if was != now:
            boards = "\n".join(was), "\n".join(now)
            detail = Detail(CHANGED, "", "boards", "", *boards)
            yield Difference((CHANGED,), "map", name, "", details=(detail,))


def _decks(before: Scene, after: Scene) -> Iterator[Difference]:
    old = {_deck_key(deck): deck for deck in before.decks}
    new = {_deck_key(deck): deck for deck in after.decks}
    names = {seen.id: seen.name for scene in (before, after) for seen in scene.pieces}
    for key in [*old, *(key for key in new if key not in old)]:
        was, now = old.get(key), new.get(key)
        if was is None or now is None:
            deck = was or now
            assert deck is not None
            how = ADDED if was is None else REMOVED
            yield Difference(
                (how,), "deck", deck.name, _at(deck.place), holds=counted(deck.count, "card")
            )
            continue
        details = []
        if was.count != now.count:
            details.append(Detail(CHANGED, "", "cards", "", str(was.count), str(now.count)))
        if was.face_down != now.face_down:
            sides = ["face down" if deck.face_down else "face up" for deck in (was, now)]
            details.append(Detail(CHANGED, "", "lies", "", *sides))
        rows = [[names.get(card, card) for card in deck.members] for deck in (was, now)]
        if rows[0] != rows[1] and all(deck.members or not deck.count for deck in (was, now)):
            details.append(
                Detail(CHANGED, "", "from the bottom up", "", *("\n".join(row) for row in rows))
            )
        if _point(was.place) != _point(now.place):
            details.append(Detail(MOVED, "", "place", "", *_two_places(was.place, now.place)))
        if details:
            yield Difference((CHANGED,), "deck", now.name, _at(now.place), details=tuple(details))


def _deck_key(deck: SeenDeck) -> tuple[str, str]:
    return deck.name, deck.place.map


def _stacks(before: Scene, after: Scene) -> Iterator[Difference]:
    """Stacks with the same pieces in another order."""
    old, new = _piles(before), _piles(after)
    for spot in old.keys() & new.keys():
        was, now = old[spot], new[spot]
        if was != now and Counter(was) == Counter(now):
            orders = ("\n".join(name for _, name in rows) for rows in (was, now))
            detail = Detail(CHANGED, "", "from the bottom up", "", *orders)
            map_name, x, y = spot
            yield Difference((CHANGED,), "stack", f"{x},{y}", map_name, details=(detail,))


def _piles(scene: Scene) -> dict[tuple[str, int, int], list[tuple[str, str]]]:
    """The stacked pieces at each point: id and name, from the bottom up."""
    pieces = {seen.id: seen for seen in scene.pieces}
    found: dict[tuple[str, int, int], list[tuple[str, str]]] = {}
    for stack in scene.stacks:
        rows = found.setdefault(_point(stack.place), [])
        for ident in stack.members:
            seen = pieces[ident]
            rows.append((seen.piece.id if seen.piece is not None else "", seen.name))
    return dict(sorted(found.items()))


# --- pieces -----------------------------------------------------------------------------


def _paired(before: Scene, after: Scene) -> tuple[list[tuple[Seen, Seen]], list[Seen], list[Seen]]:
    """Pairs of pieces that both scenes have, those that are gone, and those that came."""
    old, new = list(before.pieces), list(after.pieces)
    pairs: list[tuple[Seen, Seen]] = []

    def match(key: Callable[[Seen], Hashable]) -> None:
        nonlocal old, new
        there: dict[Hashable, list[Seen]] = {}
        for seen in new:
            if (value := key(seen)) is not None:
                there.setdefault(value, []).append(seen)
        left = []
        taken: set[int] = set()
        for seen in old:
            value = key(seen)
            rows = there.get(value) if value is not None else None
            if rows:
                partner = rows.pop(0)
                taken.add(id(partner))
                pairs.append((seen, partner))
            else:
                left.append(seen)
        old, new = left, [seen for seen in new if id(seen) not in taken]

    match(lambda seen: seen.piece.id if seen.piece is not None else None)
    match(lambda seen: (seen.known, seen.name, _point(seen.place), seen.place.deck))
    match(lambda seen: (seen.name, seen.place.map) if seen.piece is None else None)
    return pairs, old, new


def _of_one(old: Seen, new: Seen) -> Difference | None:
    """The difference of a piece that both scenes have; None if it is the same."""
    how: list[str] = []
    details: list[Detail] = []
    if old.name != new.name:
        how.append(RENAMED)
    if _point(old.place) != _point(new.place) or old.place.deck != new.place.deck:
        how.append(MOVED)
        details.append(Detail(MOVED, "", "place", "", *_two_places(old.place, new.place)))
    for name, was, now in (
        ("face down", old.masked, new.masked),
        ("invisible", old.hidden, new.hidden),
    ):
        if was != now:
            details.append(Detail(CHANGED, "", name, "", _yes(was), _yes(now)))
    if old.owner != new.owner:
        owners = [str(seen.owner.who) if seen.owner is not None else "" for seen in (old, new)]
        if owners[0] != owners[1]:
            details.append(Detail(CHANGED, "", "masked by", "", *owners))
    if old.piece is not None and new.piece is not None:
        details += _traits(old.piece, new.piece)
    else:
        details += [
            Detail(CHANGED, "", name, "", old.outer.get(name, ""), new.outer.get(name, ""))
            for name in sorted(old.outer.keys() | new.outer.keys())
            if old.outer.get(name) != new.outer.get(name)
        ]
    if any(detail.how != MOVED for detail in details):
        how.append(CHANGED)
    if not how:
        return None
    earlier = old.name if old.name != new.name else ""
    return Difference(
        tuple(how), "piece", new.name, _at(new.place), earlier, details=tuple(details)
    )


def _traits(old: Piece, new: Piece) -> Iterator[Detail]:
    if old.type != new.type:
        yield from chains.differences(_comparable(old), _comparable(new))
    elif old.states != new.states:
        for was, now in zip(_comparable(old), _comparable(new), strict=True):
            yield from chains.trait_differences(was, now)


def _comparable(piece: Piece) -> list[Trait]:
    """The traits with their states, without bookkeeping and passwords."""
    return [
        part.with_state("" if part.id in _NOT_COMPARED else piece.state(at))
        for at, part in enumerate(piece.model.traits)
    ]


def _cleaned(given: Iterable[Difference], views: tuple[View, View]) -> Iterator[Difference]:
    """The differences with passwords removed from their texts."""
    old, new = views
    for row in given:
        details = tuple(
            Detail(
                detail.how,
                new.clean(detail.part),
                detail.name,
                detail.kind,
                old.clean(detail.old) if detail.old is not None else None,
                new.clean(detail.new) if detail.new is not None else None,
            )
            for detail in row.details
        )
        yield Difference(
            row.how, row.what, row.name, row.where, row.was, row.came, row.holds, details
        )


def _at(place: Place) -> str:
    """Map and place in one."""
    if not place.map:
        return "off the map"
    return f"{place.map}: {place}"


def _two_places(old: Place, new: Place) -> tuple[str, str]:
    """Two places in words, with pixels if their names are the same."""
    was, now = _at(old), _at(new)
    if was == now:
        return f"{was} ({old.x},{old.y})", f"{now} ({new.x},{new.y})"
    return was, now


def _point(place: Place) -> tuple[str, int, int]:
    return place.map, place.x, place.y


def _yes(value: bool) -> str:
    return "yes" if value else "no"
