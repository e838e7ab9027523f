"""Toolbar of a VASSAL module: turn tracker, dice, declarations, score, all from the definition.

A declaration writes one line that an audit can read: ``! <side> declares <KEYWORD>, turn <n>
[<player>]`` (VASSAL puts ``* `` before it). What else the same click does is chained by named
key strokes, so that it stands in the log as one step.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.definition.formulas import in_vassal
from generator.definition.schema import Action, DiceButton, Game, GameProperty, Track
from generator.definition.soundness import step_of
from generator.light import dataclass
from generator.packaging.component import MODULE, PROPERTIES, Component, component
from generator.packaging.keys import keyboard, named
from generator.packaging.scene import Scene
from generator.packaging.vassal.dice import (
    NO_GATE,
    card_now,
    count_key,
    counted_at,
    dice_button,
    dice_text,
    fresh_key,
    mark_key,
    roll_key,
)
from generator.packaging.vassal.expressions import chosen, quoted
from generator.packaging.vassal.sight import sight_properties
from generator.vassal import sequences

WHO = "[$PlayerSide$ $PlayerName$]"

TO_TRACK = named("ToTrack")
"""Sends a marker to the place on its track that its property tells."""

PLACED = named("Placed")
"""What a map tells every piece that comes to rest on it."""

NEXT_STEP = named("NextStep")

NOTHING_NOTED = "-"
"""What a property of words holds at the start."""

TURN = "Turn"
"""The property that holds the turn's number, whatever the game calls its turns."""


_PROPERTY = re.compile(r"\{([A-Za-z_]\w*)\}")


def declaration(action: Action, detail: str = "") -> str:
    """What a declaration writes, as a VASSAL report format (see `Action`)."""
    said = f" {detail}" if detail else ""
    return f"! $PlayerSide$ declares {action.keyword}{said}, turn ${TURN}$ [$PlayerName$]"


def buttons(scene: Scene) -> list[Component]:
    """The components of the module's toolbar, in order."""
    game = scene.game
    sides = {side.id: side.name or side.id for side in game.sides}
    made = [_turn_tracker(game)]
    made += [_step_button(number, step) for number, step in enumerate(_steps(game))]
    made += marker_senders(scene)
    menus: dict[str, list[str]] = {}
    for action in game.actions:
        if action.on == "toolbar":
            made.append(_declaration_button(scene, action))
            menu = action.menu or (sides[action.side] if action.side else "")
            if menu:
                menus.setdefault(menu, []).append(action.name)
    for dice in game.dice:
        made += _dice_buttons(scene, dice)
        menus.setdefault(dice.menu or "Dice", []).append(dice_text(dice))
    for score in game.scores:
        # A text that is a number would be taken for one and lose its sign.
        text = f"Score {score.name}"
        made.append(
            _action_button(
                text,
                score.tooltip or text,
                [_change_key(score.property, score.change), *followed(scene, score.property)],
                icon=scene.icon(score.icon),
            )
        )
        menus.setdefault("Score", []).append(text)
    return [_menu(title, names) for title, names in menus.items()] + made


def global_properties(scene: Scene) -> Component:
    """The properties every window may read, with a silent button for each change of score."""
    game = scene.game
    group = component(PROPERTIES + "GlobalProperties").add(
        # Not ours but VASSAL's: the turn tracker begins in the toolbar instead of a window.
        component(
            PROPERTIES + "GlobalProperty",
            name="TurnTracker.defaultDocked",
            description="The turn tracker stands in the toolbar",
            initialValue=True,
            isNumeric=False,
            min="null",
            max="null",
            wrap=False,
        )
    )
    for property_ in game.properties:
        if property_.worth:
            continue  # worked out when it is said
        written = _property(
            property_.name, property_.text, property_.initial, property_.least, property_.most
        )
        if property_.words:
            written = _words(property_)
        group.add(written.add(*_changes(scene, property_)))
    group.add(*sight_properties(scene))
    for dice in game.dice:
        if dice.counted_until is not None:
            written = _property(counted_at(dice), "", -1, "null", "null")
            card = _set_to(f"{{{card_now(scene, dice, TURN)}}}")
            group.add(written.add(_change(mark_key(dice.id), card)))
    return group


def _property(name: str, text: str, initial: int, least: int | str, most: int | str) -> Component:
    return component(
        PROPERTIES + "GlobalProperty",
        name=name,
        description=text,
        initialValue=initial,
        isNumeric=True,
        min=least,
        max=most,
        wrap=False,
    )


def _words(property_: GameProperty) -> Component:
    return component(
        PROPERTIES + "GlobalProperty",
        name=property_.name,
        description=property_.text,
        initialValue=NOTHING_NOTED,
        isNumeric=False,
        min="null",
        max="null",
        wrap=False,
    )


def _changes(scene: Scene, property_: GameProperty) -> Iterator[Component]:
    """The silent buttons that change a property; only a change of points is told in the chat."""
    game, name = scene.game, property_.name
    report = f"{WHO} {property_.text or name} $oldValue$ -> $newValue$"
    changes = {
        change for action in game.actions for one, change in action.score.items() if one == name
    } | {score.change for score in game.scores if score.property == name}
    for change in sorted(changes):
        yield _change(_change_key(name, change), f"I,{change}", report)
    for value in sorted({action.sets[name] for action in game.actions if name in action.sets}):
        yield _change(_set_key(name, value), _set_to(str(value)))
    for dice in game.dice:
        if dice.counted_in == name:
            yield _change(count_key(dice.id), "I,1")
        if dice.counted_in == name and dice.counted_until is not None:
            fresh = f"{card_now(scene, dice, TURN)} == {counted_at(dice)} ? {name} : 0"
            yield _change(fresh_key(dice.id), _set_to(f"{{{fresh}}}"))


def _set_to(value: str) -> str:
    """How VASSAL writes that a property is set to a value, or to what an expression is worth."""
    return sequences.encode(["P", value], ",")


def _change(key: str, change: str, report: str = "") -> Component:
    return component(
        PROPERTIES + "ChangePropertyButton",
        desc="",
        text="",
        tooltip="",
        icon="",
        hotkey=key,
        reportFormat=report,
        propChanger=change,
        **NO_GATE,
    )


def _steps(game: Game) -> list[str]:
    return [f"{step.number} {step.name}" for step in game.tracked_steps()]


def _change_key(property_: str, change: int) -> str:
    return named(f"{property_}{change:+d}")


def _set_key(property_: str, value: int) -> str:
    return named(f"{property_}={value}")


def draw_key(deck: str, onto: str) -> str:
    """The key stroke that sends a card from a deck to another."""
    return named(f"Draw {deck} onto {onto}")


def reshuffle_key(deck: str) -> str:
    """The key stroke that sends a pile of discards back into its deck."""
    return named(f"Reshuffle {deck}")


def _track_key(property_: str) -> str:
    return named(f"{property_}ToTrack")


def _step_key(step: str) -> str:
    return named(f"GoTo {step}")


def _turn_tracker(game: Game) -> Component:
    tracker = component(
        MODULE + "turn.TurnTracker",
        name=game.turns.name,
        description="",
        buttonText=game.turns.name,
        icon="",
        hotkey="",
        nexthotkey=NEXT_STEP,
        prevhotkey=named("PreviousStep"),
        turnFormat=f"{game.turns.name} $level1$" + (", $level2$" if _steps(game) else ""),
        reportFormat=f"{WHO} $oldTurn$ -> $newTurn$",
        tooltip="Turn and step",
        lengthStyle="Maximum",
        length=-1,
        plusButtonSize=22,
        turnButtonHeight=22,
        fwdOnly=False,
    )
    counter = component(
        MODULE + "turn.CounterTurnLevel",
        name=game.turns.name,
        property=TURN,
        turnFormat="$value$",
        start=game.turns.first,
        incr=1,
        loop=False,
        loopLimit=-1,
    )
    tracker.add(counter)
    if _steps(game):
        counter.add(
            component(
                MODULE + "turn.ListTurnLevel",
                name="Step",
                property="Step",
                turnFormat="$value$",
                list=sequences.encode(_steps(game), ","),
                configList=False,
                configFirst=False,
                prompt="",
            )
        )
    if game.turns.marker:
        # The marker follows the tracker, whoever or whatever moves it.
        tracker.add(
            component(
                MODULE + "turn.TurnGlobalHotkey",
                name="Turn marker",
                hotkey=_track_key(TURN),
                match="",
                reportFormat="",
            )
        )
    return tracker


def _step_button(number: int, step: str) -> Component:
    """Without a face: moves the tracker on to a step, from wherever it was left.

    To the first step it always goes on, since that means a new turn; to the others only when
    it is not there yet.
    """
    return _action_button(
        f"To {step}",
        "",
        [NEXT_STEP],
        shown=False,
        hotkey=_step_key(step),
        doLoop=True,
        loopType="while" if number else "until",
        whileExpression=f'{{Step != "{step}"}}' if number else "",
        untilExpression="" if number else f'{{Step == "{step}"}}',
    )


@dataclass(frozen=True, slots=True)
class TrackPlace:
    """Where a marker stands on its track."""

    map: str
    property: str
    """What it shows: a property of the game, or the turn."""
    expression: str
    """The name of the place, in VASSAL's language."""
    level: str
    """The face it shows, counted from 1, in VASSAL's language; empty when it has but one."""
    zone: str
    """The track's zone."""
    value: str
    """What its property is worth when a player puts the marker on the place it stands on, in
    VASSAL's language; empty for what players do not score by hand."""


def track_place(scene: Scene, piece_id: str) -> TrackPlace | None:
    """The place on its track of a marker; `None` for a piece that is no marker of a track."""
    for map_ in scene.game.maps:
        for track in map_.tracks:
            if track.marker != piece_id:
                continue
            name = track.property or (TURN if piece_id == scene.game.turns.marker else "")
            if not name:
                continue  # moved by hand alone
            shown = name if track.each == 1 else f"({name} / {track.each})"
            length = track.last - track.first + 1
            if track.wraps:
                number = f"({track.first} + ({shown} - {track.first}) % {length})"
                rounds = f"1 + ({shown} - {track.first}) / {length}"
                faces = len(scene.piece(piece_id).looks)
                level = f"{{{shown} > {length * (faces - 1)} ? {faces} : {rounds}}}"
            else:
                number = (
                    f"({shown} < {track.first} ? {track.first} : "
                    f"{shown} > {track.last} ? {track.last} : {shown})"
                )
                level, faces = "", 1
            place = f'{{"{track.prefix} " + {number}}}'
            scored = any(score.property == name for score in scene.game.scores)
            value = _marked(track, name, faces) if scored else ""
            return TrackPlace(map_.name, name, place, level if faces > 1 else "", track.id, value)
    return None


def _marked(track: Track, name: str, faces: int) -> str:
    """What a property is worth by the cell its marker stands on; the rest of it stays."""
    cell = f"Integer.parseInt(LocationName.substring({len(track.prefix) + 1}))"
    if track.each > 1:
        return f"{{{cell} * {track.each} + {name} % {track.each}}}"
    if not track.wraps:
        return f"{{{cell}}}"
    length = track.last - track.first + 1
    if faces > 1:
        return f"{{{cell} + {length} * (Face_Level - 1)}}"
    return f"{{{name} - ({name} - {track.first}) % {length} + {cell} - {track.first}}}"


def marker_senders(scene: Scene) -> list[Component]:
    """Without a face: for each track, what sends its marker to the place its property tells."""
    return [
        _send_marker(_track_key(place.property), piece.id)
        for piece in scene.pieces
        if (place := track_place(scene, piece.id))
    ]


def followed(scene: Scene, property_: str) -> list[str]:
    """The key that sends a property's markers along their tracks; none where none follow it."""
    tracks = [track for map_ in scene.game.maps for track in map_.tracks if track.marker]
    return [_track_key(property_)] if any(one.property == property_ for one in tracks) else []


def _send_marker(hotkey: str, marker: str) -> Component:
    return component(
        MODULE + "GlobalKeyCommand",
        name=f"Send {marker} along its track",
        buttonText="",
        tooltip="",
        icon="",
        buttonHotkey=hotkey,
        hotkey=TO_TRACK,
        singleMap=False,
        target="MODULE|false|MAP|||||0|0||false|||EQUALS||",
        filter=f'{{UnitId == "{marker}"}}',
        deckCount=0,
        reportSingle=True,
        suppressSounds=False,
        reportFormat="",
        parameters="",
        **NO_GATE,
    )


def _declaration_button(scene: Scene, action: Action) -> Component:
    game = scene.game
    keys: list[str] = []
    for property_, change in action.score.items():
        keys += [_change_key(property_, change), *followed(scene, property_)]
    for property_, value in action.sets.items():
        keys += [_set_key(property_, value), *followed(scene, property_)]
    if action.dice:
        keys.append(roll_key(action.dice))
    keys += [draw_key(draw.deck, draw.onto) for draw in action.draw]
    keys += [reshuffle_key(deck) for deck in action.reshuffles]
    if action.tracker == "next_turn":
        keys.append(_step_key(_steps(game)[0]))
    elif action.tracker == "next_step":
        keys.append(_step_key(_step_after(game, action)))
    return _action_button(
        action.name,
        action.tooltip or action.help or action.name,
        keys,
        hotkey=keyboard(action.key) if action.key else "",
        icon=scene.icon(action.icon),
        report="" if action.silent else _declared(game, action),
    )


def _declared(game: Game, action: Action) -> str:
    """What a button's declaration writes; one that tells of a property computes it.

    The report comes before the click's changes: they are counted in.
    """
    titles = {one.id: one.name for one in game.maps}
    worths: dict[str, str] = {}
    for one in game.properties:
        if one.worth:
            worths[one.name] = in_vassal(one.worth, titles, worths)
    told = _PROPERTY.split(action.says)
    if len(told) == 1 and not action.reminders:
        return declaration(action, action.says)

    def after(name: str) -> str:
        if name in worths:
            return worths[name]
        if name in action.sets:
            return str(action.sets[name])
        return f"({name} + {action.score.get(name, 0)})"

    parts = [after(part) if at % 2 else quoted(part) for at, part in enumerate(told) if part]
    detail = " + ".join(parts)
    for reminder in action.reminders:
        due = f"{after(reminder.property)} % {reminder.every} == 0"
        reminded = chosen([(due, quoted(f", {reminder.text}"))], '""')
        detail = f"{detail} + {reminded}" if detail else reminded
    said = quoted(f" declares {action.keyword}{' ' if action.says else ''}")
    return (
        f'{{"! " + PlayerSide + {said} + {detail} + ", turn " + {TURN} + " [" + PlayerName + "]"}}'
    )


def _step_after(game: Game, action: Action) -> str:
    """The step the tracker goes to when an action ends its own step."""
    number = step_of(action, game.tracked_steps())
    assert number is not None  # the definition's reader has seen to it
    steps = _steps(game)
    return steps[(number + 1) % len(steps)]


def _action_button(
    name: str,
    tooltip: str,
    keys: list[str],
    *,
    shown: bool = True,
    hotkey: str = "",
    icon: str = "",
    report: str = "",
    **loop: str | bool,
) -> Component:
    settings: dict[str, str | int | bool] = {
        "doLoop": False,
        "loopType": "counted",
        "loopCount": "1",
        "whileExpression": "",
        "untilExpression": "",
        "preLoopKey": "",
        "postLoopKey": "",
        "index": False,
        "indexProperty": "",
        "indexStart": 1,
        "indexStep": 1,
    }
    return component(
        MODULE + "DoActionButton",
        name=name,
        text=name if shown else "",
        tooltip=tooltip,
        icon=icon,
        hotkey=hotkey,
        doReport=bool(report),
        reportFormat=report,
        doSound=False,
        soundClip="",
        doHotkey=bool(keys),
        hotkeys=sequences.encode(keys, ","),
        **NO_GATE,
        **(settings | loop),
    )


def _dice_buttons(scene: Scene, dice: DiceButton) -> list[Component]:
    """A dice button; where its rolls are counted, with the button that presses it and counts."""
    made = [dice_button(scene, dice)]
    if dice.counted_in is not None:
        keys = [roll_key(dice.id), count_key(dice.id)]
        if dice.counted_until is not None:
            keys = [fresh_key(dice.id), *keys, mark_key(dice.id)]
        made.append(
            _action_button(
                dice_text(dice),
                dice.tooltip or dice.name,
                keys,
                icon=scene.icon(dice.icon) or "/images/die.gif",
            )
        )
    return made


def _menu(title: str, names: list[str]) -> Component:
    return component(
        MODULE + "ToolbarMenu",
        description=title,
        text=title,
        tooltip=f"{title}: buttons",
        icon="",
        hotkey="",
        menuItems=sequences.encode(names, ","),
        **NO_GATE,
    )
