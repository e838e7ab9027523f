"""What the recorder in a save knows of a game: its buttons, names, decks and tracks.

The same facts become the buttons of a VASSAL module in `generator.packaging.vassal.buttons`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from generator.definition.play import fields_of, filled
from generator.definition.soundness import step_of
from generator.geography.layout import MM_PER_INCH
from generator.packaging.scene import Piece, Scene, shown_by, sides_of
from generator.packaging.tabletop.pieces import memo_of
from generator.packaging.vassal.buttons import track_place
from generator.tabletop_simulator.recorder import (
    Declaration,
    Look,
    Pile,
    Property,
    Recording,
    Roll,
    Score,
    Settings,
    Track,
    Turns,
)

if TYPE_CHECKING:
    from generator.definition.schema import Action, Game, Scenario
    from generator.packaging.tabletop.layout import Table
    from generator.tabletop_simulator.calibration import Calibration


def recording_of(
    scene: Scene,
    scenario: Scenario,
    header: Mapping[str, Any],
    seats: Mapping[str, str],
    table: Table,
    known: Calibration,
) -> Recording:
    """What the recorder of a set-up knows."""
    game = scene.game
    quiet = _quiet(game)
    uncounted = _uncounted(game)
    return Recording(
        header=header,
        seats=dict(seats),
        sides={side.id: side.name or side.id for side in game.sides},
        actions=tuple(
            _declaration(scene, action, table, known, uncounted)
            for action in recorded_actions(game)
        ),
        names={memo_of(piece): tuple(_names(piece)) for piece in scene.pieces},
        masked={
            memo_of(piece): frozenset(piece.face_down.sides)
            for piece in scene.pieces
            if piece.face_down is not None
        },
        dice=tuple(
            Roll(
                dice.id,
                dice.name,
                dice.count,
                dice.sides,
                dice.counted_in or "",
                dice.counted_until or "",
            )
            for dice in game.dice
        ),
        scores=tuple(
            Score(one.id, f"Score {one.name}", one.property, one.change) for one in game.scores
        ),
        properties=tuple(
            Property(
                one.name,
                one.text,
                scenario.properties.get(one.name, one.initial),
                one.least,
                one.most,
                one.name in quiet,
            )
            for one in game.properties
            if one.name not in uncounted and not one.words
        ),
        words=tuple(one.name for one in game.properties if one.words),
        turns=_turns(scene, scenario),
        decks=tuple(_piles(scene, table, known)),
        tracks=tuple(_tracks(scene, table, known)),
        settings=Settings(
            rest_delay=known.rest_delay,
            dice_delay=known.dice_delay,
            load_quiet=known.load_quiet,
            face_down_rotation=known.face_down_rotation,
            knock=known.knock_distance,
            knock_turn=known.knock_turn,
            state_limit=known.state_limit,
        ),
    )


def recorded_actions(game: Game) -> tuple[Action, ...]:
    """The actions that a save offers: all but those that say what its script cannot count."""
    uncounted = _uncounted(game)
    return tuple(one for one in game.actions if uncounted.isdisjoint(fields_of(one.says)))


def _quiet(game: Game) -> frozenset[str]:
    """Properties that a marker tells on its track and nothing but the menus of pieces changes."""
    pressed = {one.property for one in game.scores} | {one.counted_in for one in game.dice}
    for action in game.actions:
        if action.on == "toolbar":
            pressed |= {*action.score, *action.sets}
    told = {track.property for map_ in game.maps for track in map_.tracks if track.marker}
    return frozenset(told - pressed)


def _uncounted(game: Game) -> frozenset[str]:
    """Properties of which the script knows nothing: those that are worked out, or counted on a
    map. What says them is left out, too."""
    worked_out = {one.name for one in game.properties if one.worth}
    for action in game.actions:
        for counting in action.counts:
            for counter in game.counters:
                if counter.id in action.pieces or counter.kind in action.pieces:
                    worked_out.add(filled(counting.into, {**counter.values, "side": counter.side}))
    return frozenset(worked_out)


def _declaration(
    scene: Scene, action: Action, table: Table, known: Calibration, uncounted: frozenset[str]
) -> Declaration:
    pieces = [
        piece
        for piece in scene.pieces
        if action.on == "piece" and (piece.id in action.pieces or piece.kind in action.pieces)
    ]
    by_piece = pieces if any(fields_of(name) for name in action.score) else []
    steps = scene.game.tracked_steps()
    own = step_of(action, steps) if action.tracker == "next_step" else None
    return Declaration(
        id=action.id,
        keyword=action.keyword,
        name=action.name,
        side=action.side or "",
        on_piece=action.on == "piece",
        pieces=tuple(memo_of(piece) for piece in pieces),
        says=action.says,
        values=dict(_said(pieces, action)),
        reminders=tuple((one.property, one.every, one.text) for one in action.reminders),
        silent=action.silent,
        notes=tuple(action.notes.items()),
        faces=dict(_turned_to(pieces, action.flips_to)) if action.flips_to else {},
        places=dict(_sent_to(scene, pieces, action, table, known)),
        dice=action.dice or "",
        score={} if by_piece else dict(action.score),
        scores={memo_of(piece): action.changes(piece.values) for piece in by_piece},
        sets={name: value for name, value in action.sets.items() if name not in uncounted},
        draws=tuple((draw.deck, draw.onto) for draw in action.draw),
        reshuffles=action.reshuffles,
        tracker=action.tracker,
        step=None if own is None else (own + 1) % len(steps),
    )


def _said(pieces: Iterable[Piece], action: Action) -> Iterator[tuple[str, dict[str, str]]]:
    """The values of each of the pieces that are said of it."""
    named = [name for text in (action.says, *action.notes.values()) for name in fields_of(text)]
    for piece in pieces:
        told = {name: str(piece.values[name]) for name in named if name in piece.values}
        if told:
            yield memo_of(piece), told


def _sent_to(
    scene: Scene, pieces: Iterable[Piece], action: Action, table: Table, known: Calibration
) -> Iterator[tuple[str, tuple[float, float, float]]]:
    """Where each of the pieces goes."""
    for piece in pieces if action.sends_to else ():
        box = filled(action.sends_to, piece.values)
        map_ = scene.map(scene.holder(box))
        place = map_.layout.places[box]
        x, z = table.to_world(map_.id, place.x, place.y)
        yield memo_of(piece), (x, known.drop_height, z)


def _turned_to(pieces: Iterable[Piece], face: str) -> Iterator[tuple[str, Look]]:
    """How each of the pieces lies when that face of it shows."""
    for piece in pieces:
        looks = [look.id for look in piece.looks]
        if face in looks:
            state, turned = shown_by(piece, looks.index(face))
            yield memo_of(piece), (state, int(turned))


def _names(piece: Piece) -> Iterator[tuple[str, str]]:
    """What a piece is called, front and back, in each of its states."""
    for number in range(len(sides_of(piece))):
        name = piece.looks[number].name
        if piece.face_down is not None:
            yield name, piece.face_down.name
        else:
            yield name, piece.looks[1].name if len(piece.looks) == 2 else name


def _turns(scene: Scene, scenario: Scenario) -> Turns:
    steps = scene.game.tracked_steps()
    at = [step.id for step in steps].index(scenario.first_step) if scenario.first_step else 0
    return Turns(
        scene.game.turns.name,
        scenario.first_turn,
        at,
        tuple(f"{step.number} {step.name}" for step in steps),
    )


def _piles(scene: Scene, table: Table, known: Calibration) -> Iterator[Pile]:
    unit = known.units_per_inch / MM_PER_INCH
    for deck in scene.decks:
        x, z = table.to_world(scene.map(deck.map).id, deck.x, deck.y)
        yield Pile(
            deck.name,
            (x, known.drop_height, z),
            max(deck.width, deck.height) * unit / 2,
            deck.face_down,
            known.upright_rotation,
            deck.reshuffles_into,
        )


def _tracks(scene: Scene, table: Table, known: Calibration) -> Iterator[Track]:
    """The tracks whose markers follow a property, as in the module."""
    for piece in scene.pieces:
        place = track_place(scene, piece.id)
        if place is None:
            continue
        map_ = scene.map(place.map)
        track = next(one for one in scene.game.map(place.map).tracks if one.marker == piece.id)
        points = [
            map_.layout.places[f"{track.prefix} {number}"]
            for number in range(track.first, track.last + 1)
        ]
        spots = [table.to_world(map_.id, point.x, point.y) for point in points]
        faces = [shown_by(piece, look) for look in range(len(piece.looks))]
        yield Track(
            memo_of(piece),
            place.property,
            tuple((x, known.drop_height, z) for x, z in spots),
            track.first,
            track.wraps,
            track.each,
            tuple((state, int(turned)) for state, turned in faces) if place.level else (),
        )
