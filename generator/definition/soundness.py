"""What no single value shows: parts of a definition that contradict each other.

Read over the nodes, as the references are, so that each trouble has its place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeGuard

from generator.definition.formulas import maps_in, names_in
from generator.definition.play import fields_of, filled
from generator.definition.schema import (
    Action,
    Chart,
    Counter,
    DiceButton,
    Game,
    GameProperty,
    Map,
    NumberFrom,
    SequenceStep,
    Table,
)
from generator.definition.sighting import SIGHT_PROPERTIES, wrong_with
from generator.definition.troubles import Trouble, choice
from generator.definition.yaml_nodes import MappingNode, Node, ScalarNode, matching

_SIDES = {
    "flat": ("N", "NE", "SE", "S", "SW", "NW"),
    "pointy": ("NE", "E", "SE", "SW", "W", "NW"),
}


def contradictions(root: Node) -> Iterator[Trouble]:
    """A trouble for each pair of data that cannot both be meant."""
    for board in matching(root, ("map", "maps", "*")):
        if isinstance(board, MappingNode):
            yield from _edges(board)
    yield from _names_of_the_tracker(root)
    yield from _bounds(root)
    yield from _turns(root)
    yield from _defaults(root)
    for scenario in matching(root, ("scenarios", "*")):
        yield from _placed_once(scenario)
    yield from _policies(root)


def _edges(board: MappingNode) -> Iterator[Trouble]:
    grid = board.values.get("grid")
    if not isinstance(grid, MappingNode) or grid.text("kind") != "hex":
        return
    orientation = grid.text("orientation") or "flat"
    accepted = _SIDES.get(orientation, ())
    for node in matching(board, ("features", "*", "edges", "*")):
        if accepted and isinstance(node, ScalarNode) and node.value not in accepted:
            yield node.trouble(
                f"a {orientation} hex has no side {node.value!r}; accepted: {', '.join(accepted)}"
            )


def _names_of_the_tracker(root: Node) -> Iterator[Trouble]:
    for node in matching(root, ("game", "properties", "*", "name")):
        if node.plain() in ("Turn", "Step"):
            yield node.trouble(
                f"{node.plain()!r} is what the turn tracker counts; give the property another name"
            )


def _bounds(root: Node) -> Iterator[Trouble]:
    for node in matching(root, ("game", "properties", "*")):
        if not isinstance(node, MappingNode):
            continue
        least, initial, most = (
            _number(node, key, default)
            for key, default in (("least", 0), ("initial", 0), ("most", 100))
        )
        if not least <= initial <= most:
            yield node.trouble(
                f"the property {node.text('name')!r} begins at {initial}, which is not between "
                f"least: {least} and most: {most}"
            )


def _turns(root: Node) -> Iterator[Trouble]:
    for node in matching(root, ("game", "turns")):
        last = node.values.get("last") if isinstance(node, MappingNode) else None
        if isinstance(node, MappingNode) and isinstance(last, ScalarNode):
            first = _number(node, "first", 1)
            if _is_whole(last.value) and last.value < first:
                yield last.trouble(f"the last turn, {last.value}, is before the first, {first}")


def _number(node: MappingNode, key: str, default: int) -> int:
    value = node.values.get(key)
    found = value.value if isinstance(value, ScalarNode) else None
    return found if _is_whole(found) else default


def _is_whole(value: object) -> TypeGuard[int]:
    """Whether a value is a whole number, which true and false are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def _defaults(root: Node) -> Iterator[Trouble]:
    chosen = [
        node
        for node in matching(root, ("scenarios", "*", "default"))
        if isinstance(node, ScalarNode) and node.value is True
    ]
    for node in chosen[1:]:
        first = chosen[0]
        yield node.trouble(f"only one set-up is the default (also {first.file} line {first.line})")


def _placed_once(scenario: Node) -> Iterator[Trouble]:
    seen: dict[str, Node] = {}
    for node in matching(scenario, ("placements", "*", "pieces", "*")):
        word = str(node.plain())
        if word in seen:
            yield node.trouble(
                f"the counter {word!r} is placed twice in this set-up (also line {seen[word].line})"
            )
        seen.setdefault(word, node)


def _policies(root: Node) -> Iterator[Trouble]:
    """Policies for charts that have none to choose."""
    charts = matching(root, ("charts", "charts", "*"))
    known = [
        one.text("id") for one in charts if isinstance(one, MappingNode) and one.text("policy")
    ]
    for key in matching(root, ("scenarios", "*", "policies", "@")):
        word = str(key.plain())
        if word not in known:
            yield key.trouble(f"no chart {word!r} has a policy{choice(word, known)}")


def table_troubles(charts: Iterable[object], root: Node) -> Iterator[Trouble]:
    """Cells under no column, holes; rows of a dice table that overlap or leave totals between them;
    rows of an overlay that are for counters there are none of."""
    yield from _for_nobody(root)
    nodes = matching(root, ("charts", "charts", "*"))
    for chart, node in zip(charts, nodes, strict=True):
        if isinstance(chart, Table):
            rows = list(matching(node, ("rows", "*")))
            yield from _cells(chart, rows, node)
            yield from _columns(chart, list(matching(node, ("columns", "*"))))
            yield from _rolls(chart, rows)
            if chart.policy and rows:
                yield from _ends(chart, rows)


def _ends(table: Table, rows: Sequence[Node]) -> Iterator[Trouble]:
    """Totals that the dice show and a table that may be another's says nothing of."""
    bands = [row.rolls for row in table.rows if row.rolls is not None]
    if not bands or not table.dice:
        return
    number, sides = map(int, table.dice.split("d"))
    if table.below == "error" and bands[0][0] > number:
        yield rows[0].trouble(
            f"the rows of {table.id!r} begin at {bands[0][0]}, the dice at {number}"
        )
    if table.above == "error" and bands[-1][1] < number * sides:
        yield rows[-1].trouble(
            f"the rows of {table.id!r} end at {bands[-1][1]}, the dice at {number * sides}"
        )


def _cells(table: Table, rows: Sequence[Node], node: Node) -> Iterator[Trouble]:
    """Holes, cells under no column, and words that an overlay puts among numbers."""
    columns = [column.id for column in table.columns]
    for one, row in zip(table.rows, rows, strict=True):
        hole = next((name for name in columns if name not in one.cells), None)
        if one.rolls is not None and hole is not None:
            low, high = one.rolls
            yield row.trouble(f"the row of {low} to {high} has no cell in the column {hole!r}")
        for key in matching(row, ("cells", "@")):
            word = str(key.plain())
            if word not in columns:
                yield key.trouble(f"no column {word!r}{choice(word, columns)}")
                continue
            value = one.cells[word].value
            beside = [other.cells.get(word) for other in table.rows if other is not one]
            if value is None:
                yield key.trouble(f"the cell {word!r} of the row {one.id!r} is empty")
            elif (
                key.file != node.file  # an overlay's
                and not isinstance(value, int)
                and beside
                and all(cell is not None and isinstance(cell.value, int) for cell in beside)
            ):
                yield key.trouble(f"the column {word!r} holds whole numbers, not {value!r}")


def _for_nobody(root: Node) -> Iterator[Trouble]:
    """Rows that an overlay adds to a chart whose rows are counters' values, for no counter."""
    taken: dict[str, set[str]] = {}
    for source in matching(root, ("counters", "**", "values_from")):
        if isinstance(source, MappingNode):
            taken.setdefault(source.text("chart"), set()).add(source.text("row"))
    for chart in matching(root, ("charts", "charts", "*")):
        known = taken.get(chart.text("id")) if isinstance(chart, MappingNode) else None
        for row in matching(chart, ("rows", "*")) if known else ():
            if not isinstance(row, MappingNode) or row.file == chart.file:
                continue
            name = row.text("id")
            if known is not None and name not in known:
                words = f"no counter takes its values from the row {name!r}"
                yield row.trouble(f"{words}{choice(name, sorted(known))}")


def _columns(table: Table, columns: Sequence[Node]) -> Iterator[Trouble]:
    """Odds that do not rise from column to column, bands of numbers that are no bands."""
    stated = [
        (column.odds[0] / column.odds[1], node)
        for column, node in zip(table.columns, columns, strict=True)
        if column.odds is not None
    ]
    for (before, _), (odds, node) in pairwise(stated):
        if odds <= before:
            yield node.trouble(
                "odds rise from column to column, as from [1, 2] to [1, 1] to [2, 1]"
            )
    bands = [
        (column.band, node)
        for column, node in zip(table.columns, columns, strict=True)
        if column.band is not None
    ]
    for (low, high), node in bands:
        if low is not None and high is not None and low > high:
            yield node.trouble(f"a band runs from its lowest to its highest: [{high}, {low}]")
    for ((_, last), _), ((low, _), node) in pairwise(bands):
        if last is None or low is None or low <= last:
            yield node.trouble("this band holds numbers of the column before it")


def _rolls(table: Table, rows: Sequence[Node]) -> Iterator[Trouble]:
    bands = [
        (row.rolls, next(matching(node, ("rolls",)), node))
        for row, node in zip(table.rows, rows, strict=True)
        if row.rolls is not None
    ]
    for (low, high), node in bands:
        if low > high:
            yield node.trouble(f"rolls run from the lowest to the highest: [{high}, {low}]")
            return
    for ((_, before), _), ((low, _), node) in pairwise(bands):
        if low != before + 1:
            words = "overlap" if low <= before else "leave a gap"
            yield node.trouble(f"these rolls {words}: the row above ends at {before}")


def action_troubles(
    actions: Sequence[Action],
    sequence: Sequence[SequenceStep],
    counters: Sequence[Counter],
    boards: Sequence[Map],
    properties: Sequence[GameProperty],
    root: Node,
) -> Iterator[Trouble]:
    """Actions that move a tracker that has nowhere to go, turn a counter to no face of it, say what
    it has no value for, or send it to no box."""
    tracked = [step for step in sequence if step.tracked]
    boxes = {box.id for board in boards for box in board.boxes}
    bare = {board.id for board in boards if board.grid is None}
    names = [one.name for one in properties]
    kept = [one.name for one in properties if not one.worth and not one.words]
    worded = {one.name for one in properties if one.words}
    by_name: dict[str, list[Counter]] = {}
    for counter in counters:
        by_name.setdefault(counter.id, []).append(counter)
        if counter.kind and counter.kind != counter.id:
            by_name.setdefault(counter.kind, []).append(counter)
    for action, node in zip(actions, matching(root, ("actions", "actions", "*")), strict=True):
        if action.on == "toolbar":
            yield from _tracker(action, tracked, node)
        else:
            yield from _of_buttons(action, node)
        for key in ("score", "sets"):
            for name in set(getattr(action, key)) & (set(names) - set(kept)):
                place = next(matching(node, (key,)), node)
                what = "holds words, and cannot be counted"
                what = what if name in worded else "is worked out, and cannot be changed"
                yield place.trouble(f"the property {name!r} {what}")
        for name in set(action.notes) - worded:
            place = next(matching(node, ("notes",)), node)
            yield place.trouble(f"notes: the property {name!r} needs words: true")
        if action.flips_to is not None:
            yield from _flips(action, by_name, node)
        if action.on == "piece":
            yield from _of_pieces(action, by_name, boxes, names, node)
            yield from _counted(action, by_name, kept, bare, node)
            yield from _scored(action, by_name, kept, node)
        else:
            for name in [name for name in action.score if fields_of(name)]:
                place = next(matching(node, ("score",)), node)
                yield place.trouble(f"score: {name!r} needs on: piece, for it names a value of one")
            for key in _ONLY_PIECES:
                if getattr(action, key):
                    place = next(matching(node, (key,)), node)
                    yield place.trouble(f"{key}: needs on: piece, for it is about a piece")


_ONLY_PIECES = ("sends_to", "notes")
_ONLY_BUTTONS = ("draw", "reshuffles", "reminders")


def _of_buttons(action: Action, node: Node) -> Iterator[Trouble]:
    """What only the click of a button sets off."""
    for key in _ONLY_BUTTONS:
        if getattr(action, key):
            place = next(matching(node, (key,)), node)
            yield place.trouble(f"{key}: needs on: toolbar; a piece's menu cannot do it")


def number_troubles(game: Game, root: Node) -> Iterator[Trouble]:
    """Modifiers whose number stands in no chart, rolls of which a chart cannot tell."""
    dice = matching(root, ("actions", "dice", "*"))
    for button, node in zip(game.dice, dice, strict=True):
        if button.tells:
            yield from _untold(game, button, next(matching(node, ("tells",)), node))
        places = matching(node, ("modifiers", "*", "change"))
        sources = [one.change for one in button.modifiers if "change" in one.model_fields_set]
        for source, place in zip(sources, places, strict=True):
            yield from _uncharted(game, source, place)


def _uncharted(game: Game, source: int | NumberFrom, place: Node) -> Iterator[Trouble]:
    if isinstance(source, int):
        return
    try:
        game.number(source)
    except (KeyError, TypeError):
        cell = f"row {source.row!r}" + (f", column {source.column!r}" * bool(source.column))
        yield place.trouble(f"the chart {source.chart!r} has no whole number in {cell}")


def unknown_rows(
    charts: Iterable[Chart], pieces: Iterable[tuple[Counter, Node]]
) -> Iterator[Trouble]:
    """Counters of which a value names no row of the tables it should name one of."""
    rows: dict[str, list[str]] = {}
    for chart in charts:
        if isinstance(chart, Table) and chart.named_by is not None:
            rows.setdefault(chart.named_by, []).extend(row.id for row in chart.rows)
    for counter, node in pieces:
        for name in rows:
            said = counter.values.get(name)
            if said not in ("", None) and str(said) not in rows[name]:
                told = choice(str(said), rows[name])
                yield node.trouble(f"{counter.name} has {name}: {said!r}, no row of a table{told}")


def sight_troubles(game: Game, root: Node) -> Iterator[Trouble]:
    """Lines of sight over a map that has none, or with heights that stand in no chart."""
    if game.sight is None:
        return
    (said,) = matching(root, ("game", "sight"))
    assert isinstance(said, MappingNode)
    for name in ("level", "eye", "piece", "front", "rear"):
        if name in said.values:
            yield from _uncharted(game, getattr(game.sight, name), said.values[name])
    wrong = wrong_with(game)
    if wrong:
        yield said.values["map"].trouble(wrong)
    for node in matching(root, ("game", "properties", "*", "name")):
        if node.plain() in SIGHT_PROPERTIES:
            yield node.trouble(
                f"{node.plain()!r} is what the sight ruler keeps; give the property another name"
            )


def _untold(game: Game, button: DiceButton, place: Node) -> Iterator[Trouble]:
    """What keeps a report from telling what the chart holds."""
    chart = game.chart(button.chart) if button.chart is not None else None
    if not isinstance(chart, Table) or not all(row.rolls for row in chart.rows):
        yield place.trouble("tells: needs chart:, a table whose rows are rolls")
    elif button.modifiers:
        yield place.trouble("tells: needs dice without modifiers: the chart is read by their sum")


def _tracker(action: Action, tracked: Sequence[SequenceStep], node: Node) -> Iterator[Trouble]:
    place = next(matching(node, ("tracker",)), node)
    if action.tracker == "next_turn" and not tracked:
        yield place.trouble("no step of the sequence is tracked: true, so there is no turn to end")
    if action.tracker == "next_step" and step_of(action, tracked) is None:
        yield place.trouble(
            f"no tracked step of the sequence holds the action {action.id!r}, so there is no next "
            "step; name it in steps:, or under actions: of the step"
        )


def step_of(action: Action, tracked: Sequence[SequenceStep]) -> int | None:
    """Which of the tracked steps an action belongs to; None when to none."""
    for number, step in enumerate(tracked):
        inner = {below.id for below in step.steps} | {step.id}
        if action.id in step.actions or inner & set(action.steps):
            return number
    return None


def _of_pieces(
    action: Action,
    by_name: Mapping[str, Sequence[Counter]],
    boxes: Collection[str],
    properties: Sequence[str],
    node: Node,
) -> Iterator[Trouble]:
    """Values that a piece has not, and boxes that no map has."""
    for counter in [one for name in action.pieces for one in by_name.get(name, ())]:
        said = [("says", action.says), ("sends_to", action.sends_to)]
        for key, text in (*said, *(("notes", one) for one in action.notes.values())):
            more = {"says": ("name", "place", *properties), "notes": ("name",)}.get(key, ())
            known = {*counter.values, *more}
            missing = [name for name in fields_of(text) if name not in known]
            place = next(matching(node, (key,)), node)
            if missing:
                yield place.trouble(
                    f"the counter {counter.id!r} has no value {missing[0]!r}"
                    f"{choice(missing[0], known)}"
                )
                return
            box = filled(text, counter.values)
            if key == "sends_to" and text and box not in boxes:
                yield place.trouble(f"no map has a box {box!r}{choice(box, boxes)}")
                return


def _counted(
    action: Action,
    by_name: Mapping[str, Sequence[Counter]],
    properties: Sequence[str],
    bare: Collection[str],
    node: Node,
) -> Iterator[Trouble]:
    """Properties that a count cannot go into, pieces without the value to count by, maps without a
    grid to count on."""
    for counting, place in zip(action.counts, matching(node, ("counts", "*")), strict=True):
        if counting.map in bare:
            yield place.trouble(f"the map {counting.map!r} has no grid to count on")
        for counter in [one for name in action.pieces for one in by_name.get(name, ())]:
            into = filled(counting.into, {**counter.values, "side": counter.side})
            if into not in properties:
                yield place.trouble(f"no property {into!r} is kept{choice(into, properties)}")
                return
            if counting.alike not in counter.values:
                yield place.trouble(f"the counter {counter.id!r} has no value {counting.alike!r}")
                return
        seen = [counter for kind in counting.kinds for counter in by_name.get(kind, ())]
        faces = {face.id for counter in seen for face in counter.faces}
        for face in sorted(set(counting.faces) - faces) if seen else ():
            yield place.trouble(
                f"no counter that is counted has a face {face!r}{choice(face, faces)}"
            )
    for counter in [one for name in action.pieces for one in by_name.get(name, ())]:
        into = filled(action.keeps_place, {**counter.values, "side": counter.side})
        if into and into not in properties:
            place = next(matching(node, ("keeps_place",)), node)
            yield place.trouble(f"no property {into!r} is kept{choice(into, properties)}")
            return


def _scored(
    action: Action, by_name: Mapping[str, Sequence[Counter]], properties: Sequence[str], node: Node
) -> Iterator[Trouble]:
    """Changes of a property that a piece names by its values, and that is not kept."""
    named = [name for name in action.score if fields_of(name)]
    pieces = [one for name in action.pieces for one in by_name.get(name, ())] if named else []
    for counter in pieces:
        for name in named:
            into = filled(name, counter.values)
            if into not in properties:
                place = next(matching(node, ("score",)), node)
                yield place.trouble(f"no property {into!r} is kept{choice(into, properties)}")
                return


def formula_troubles(
    properties: Sequence[GameProperty], boards: Sequence[Map], root: Node
) -> Iterator[Trouble]:
    """Formulas of properties that there are none of, or that are worked out later; distances on
    maps without hexes or squares."""
    kept = [one.name for one in properties if not one.worth and not one.words]
    measured = [board.id for board in boards if board.grid is not None]
    nodes = matching(root, ("game", "properties", "*"))
    for one, node in zip(properties, nodes, strict=True):
        for name in names_in(one.worth) if one.worth else ():
            if name not in kept:
                place = next(matching(node, ("worth",)), node)
                yield place.trouble(f"no property {name!r} is kept{choice(name, kept)}")
                break
        for name in maps_in(one.worth) if one.worth else ():
            if name not in measured:
                place = next(matching(node, ("worth",)), node)
                yield place.trouble(f"no map {name!r} has a grid{choice(name, measured)}")
        if one.worth:
            kept.append(one.name)


def _flips(
    action: Action, by_name: Mapping[str, Sequence[Counter]], node: Node
) -> Iterator[Trouble]:
    place = next(matching(node, ("flips_to",)), node)
    if action.on != "piece":
        yield place.trouble("flips_to: needs on: piece, for only a piece can be turned")
        return
    for counter in [one for name in action.pieces for one in by_name.get(name, ())]:
        faces = [face.id for face in counter.faces]
        if action.flips_to not in faces:
            yield place.trouble(
                f"the counter {counter.id!r} has no face {action.flips_to!r}"
                f"{choice(str(action.flips_to), faces)}"
            )
            return
