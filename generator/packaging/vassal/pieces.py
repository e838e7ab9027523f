"""Pieces of a VASSAL module: each counter as a chain of traits, in slots, stacks and cups."""

from __future__ import annotations

from generator.definition.play import filled
from generator.definition.schema import Action
from generator.light import dataclass
from generator.packaging.component import MAP, WIDGET, Component, component
from generator.packaging.keys import keyboard, named
from generator.packaging.scene import Map, Piece, Scene, Start
from generator.packaging.vassal.buttons import (
    PLACED,
    TO_TRACK,
    WHO,
    TrackPlace,
    declaration,
    track_place,
)
from generator.packaging.vassal.map import CLEAR_MOVED, CLEAR_TRAILS
from generator.packaging.vassal.piece_clicks import (
    clicks,
    piece_actions,
    rolling_keys,
    setting_keys,
)
from generator.packaging.vassal.sight import mark_stacks, sight_traits
from generator.vassal.commands import AddPiece, encode
from generator.vassal.encodings import Access, Change, PropertyCommand
from generator.vassal.traits import Trait, basic_state, piece_state, piece_type, trait

FIRST_ID = 1_767_225_600_000
"""Milliseconds since 1970: 2026-01-01. Ids of set-up pieces lie in the days after."""

MASK_KEY = keyboard("CTRL+M")
FLIP_KEY = keyboard("CTRL+F")
RIGHT_KEY = keyboard("CTRL+R")
LEFT_KEY = keyboard("CTRL+L")
HIDE_KEY = keyboard("CTRL+H")
DELETE_KEY = keyboard("CTRL+D")

SCORED = named("ScoredByHand")
"""Tells a marker of points to set them by the place it stands on."""

TURN_OVER, FLIP = "Turn over", "Flip"
TURN_RIGHT, TURN_LEFT = "Turn right", "Turn left"
"""Entries of a piece's menu: its mask, its next face, its next direction."""


HEADING = "Heading"
"""The property that names the direction a counter faces."""


WANTED = "FaceWanted"
"""The property that says which face the menu turns a piece to, where there is a choice."""

TO_WANTED = named("FaceWanted")
"""Turns it to that face."""


def gpid(scene: Scene, piece: Piece, role: str) -> str:
    """The number of a piece's slot (VASSAL: gpid); in an extension, its id comes before.

    It depends on the game, the piece and what the slot is for (``palette``, ``start``), not on
    the order of the file: so it stays when other pieces come and go.
    """
    number = scene.numbers[f"{piece.id}/{role}"]
    extension = scene.extension
    if extension is not None and piece.id in extension.pieces:
        return f"{extension.id}:{number}"
    return str(number)


@dataclass(frozen=True, slots=True)
class Chain:
    """A piece's traits, outermost first, without the BasicPiece at the end."""

    traits: tuple[Trait, ...]
    image: str
    name: str

    def texts(self, state: str) -> tuple[str, str]:
        """(type, state) of the piece with this BasicPiece state."""
        basic = trait("piece;", imageName=self.image, commonName=self.name, state=state)
        whole = [*self.traits, basic]
        return piece_type(whole), piece_state(whole)


def chain(scene: Scene, piece: Piece, start: Start | None = None) -> Chain:
    """The traits of a piece as it stands at a start (without one: face up, to be seen).

    Order, outermost first: who may move it; what is reported about it; who sees it at all; what
    they see of it in any case (trail, moved mark); the mask; what its owner can do; its faces; its
    identity. A moved mark outside the veil would show where a hidden piece lies.
    """
    traits: list[Trait] = []
    if piece.moved_by:
        traits.append(trait("restrict;", sides=piece.moved_by, restrictMovement=True))
    if not piece.stacks:
        traits.append(trait("immob;", stacking="R"))
    traits += scene.once(("reports", piece.id), lambda: _reports(scene, piece))
    if piece.seen_by:
        traits.append(_hidden(piece, start))
    if piece.trail or "plot" in piece.roles:
        traits.append(_trail(secret=bool(piece.seen_by)))
    if piece.side:
        traits.append(_moved_mark(piece, scene))
    if piece.face_down:
        traits.append(_mask(scene, piece, start))
    if "clickable" in piece.roles and len(piece.looks) > 1:
        traits.append(trait("button;", stroke=FLIP_KEY, description="A click turns it"))
    traits += scene.once(("menu", piece.id), lambda: _menu(scene, piece))
    if not piece.side:
        traits.append(trait("delete;", commandName="Delete", key=DELETE_KEY))
    if piece.facings:
        traits += _turning(piece, start)
    if len(piece.looks) > 1:
        traits += _faces(scene, piece, start)
    marks = {
        "UnitId": piece.id,
        "Kind": piece.kind,
        "Side": piece.side or "",
        "About": f"- {piece.text}" if piece.text else "",
    }
    alike = {one.alike for action in scene.game.actions for one in action.counts}
    marks |= {name: str(piece.values[name]) for name in sorted(alike & piece.values.keys())}
    traits.append(trait("mark;", keys=tuple(marks), state={"values": tuple(marks.values())}))
    image = "" if len(piece.looks) > 1 else scene.image(piece.looks[0].picture)
    return Chain(tuple(traits), image, piece.name)


def _menu(scene: Scene, piece: Piece) -> list[Trait]:
    """What the entries of a piece's menu do."""
    return [
        *_menus(scene, piece),
        *_declarations(scene, piece),
        *sight_traits(scene, piece),
        *_destinations(scene, piece),
    ]


def back_into(deck: str) -> str:
    """The entry of a piece's menu that puts it back into the cup it is drawn from."""
    return f"Back to the {deck}"


def away_to(box: str) -> str:
    """The entry of a piece's menu that takes it out of the game."""
    return f"To {box}"


def _action_key(action: Action) -> str:
    return keyboard(action.key) if action.key else named(f"Do {action.id}")


def _saying_key(action: Action) -> str:
    """The key stroke at which the chat reports an action: before its dice, where it has any."""
    return named(f"Say {action.id}") if action.dice else _action_key(action)


def _reports(scene: Scene, piece: Piece) -> list[Trait]:
    """What the chat says of a piece; the inner traits have acted when these speak."""
    made = []
    for action in piece_actions(scene, piece):
        if not action.silent:
            place = "$oldLocation$" if action.sends_to else "$location$"
            kept = {one.name: f"${one.name}$" for one in scene.game.properties}
            values = {**kept, **piece.values, "name": "$newPieceName$", "place": place}
            said = filled(action.says, values)
            made.append(
                trait(
                    "report;",
                    keys=[_saying_key(action)],
                    reportFormat=declaration(action, said),
                )
            )
    told = []
    if piece.face_down:
        told.append(MASK_KEY)
    if len(piece.looks) > 1 and not piece.seen_by:
        told.append(FLIP_KEY)
    if told:
        change = f"{WHO} $oldPieceName$ turned to $newPieceName$ in $location$ *"
        made.append(trait("report;", keys=told, reportFormat=change))
    if piece.facings and not piece.seen_by:
        turned = f"{WHO} $newPieceName$ in $location$ turned to ${HEADING}$ *"
        made.append(trait("report;", keys=[RIGHT_KEY, LEFT_KEY], reportFormat=turned))
    left = [named(title) for title in _ways_out(scene, piece)]
    if left:
        went = f"{WHO} $oldPieceName$ from $oldLocation$: $menuCommand$ *"
        made.append(trait("report;", keys=left, reportFormat=went))
    return made


def _trail(*, secret: bool) -> Trait:
    """The way a piece has gone. A secret piece draws its own from the start, on its own map."""
    return trait(
        "footprint;",
        trailKey=keyboard("CTRL+T"),
        menuCommand="Movement trail",
        initiallyVisible=secret,
        globallyVisible=not secret,
        circleRadius=6,
        fillColor="255,255,255",
        lineColor="30,40,60",
        trailKeyClear=CLEAR_TRAILS,
    )


def _moved_mark(piece: Piece, scene: Scene) -> Trait:
    half = round(min(piece.width, piece.height) / 50.8 * scene.ppi)
    return trait(
        "markmoved;",
        movedIcon="/images/moved.gif",
        xOffset=half - 3,
        yOffset=-half - 6,
        command="",
        key="",
        commandTrue="",
        commandFalse="",
        keyFalse=CLEAR_MOVED,
    )


def _mask(scene: Scene, piece: Piece, start: Start | None) -> Trait:
    assert piece.face_down is not None
    owner = piece.face_down.sides[0]
    return trait(
        "obs;",
        keyCommand=MASK_KEY,
        imageName=scene.image(piece.face_down.picture),
        hideCommand=TURN_OVER,
        displayStyle="2",  # the owner sees the face on top of the back, a little smaller
        maskName=piece.face_down.name,
        access=Access("side"),
        peekCommand="",
        autoPeekRollover=False,
        state=f"{owner};false|0" if start and start.masked else "null;",
    )


def _hidden(piece: Piece, start: Start | None) -> Trait:
    return trait(
        "hide;",
        hideKey=HIDE_KEY,
        command="Hidden",
        access=Access("sides", piece.seen_by),
        transparency=0.9,
        state=piece.seen_by[0] if start and start.hidden else "null",
    )


def _declarations(scene: Scene, piece: Piece) -> list[Trait]:
    """Menu entries for the actions of a piece; a masked piece turns face up by declaring."""
    actions = piece_actions(scene, piece)
    made = []
    for action in actions:
        keys = []
        if piece.face_down and not action.silent:
            keys.append(named("TurnUp"))
        if action.flips_to:
            keys.append(named(f"Face {action.flips_to}"))
            keys += [TO_WANTED] if len(_menu_faces(scene, piece)) > 1 else []
        if action.sends_to:
            keys.append(_sending_key(action, piece))
        keys += setting_keys(scene, piece, action)
        if action.dice:
            keys += [] if action.silent else [_saying_key(action)]
            keys += rolling_keys(action)
        made.append(
            trait(
                "macro;",
                name=action.id,
                command=action.name,
                key=_action_key(action),
                actionKeys=keys,
            )
        )
    if piece.face_down and any(not action.silent for action in actions):
        made.append(
            trait(
                "macro;",
                name="TurnUp",
                command="",
                key=named("TurnUp"),
                propertyMatch="{ObscuredToOthers == true}",
                actionKeys=[MASK_KEY],
            )
        )
    return made


def _menus(scene: Scene, piece: Piece) -> list[Trait]:
    """The parts of a piece's menu, in the order in which its actions name them."""
    parts: dict[str, list[str]] = {}
    for action in piece_actions(scene, piece):
        if action.menu:
            parts.setdefault(action.menu, []).append(action.name)
    return [trait("submenu;", subMenu=part, commands=names) for part, names in parts.items()]


def _sending_key(action: Action, piece: Piece) -> str:
    """The key stroke that sends a piece to the box of an action."""
    return named(away_to(filled(action.sends_to, piece.values)))


def _sent(scene: Scene, piece: Piece) -> list[Trait]:
    """What sends a piece to the boxes that actions in its menu name, each once."""
    boxes = {
        filled(action.sends_to, piece.values): _sending_key(action, piece)
        for action in piece_actions(scene, piece)
        if action.sends_to
    }
    return [
        trait(
            "sendto;",
            commandName="",
            key=key,
            mapId=scene.holder(box),
            boardName=scene.holder(box),
            destination="Z",
            zone=box,
            xOffset="0",
            yOffset="0",
        )
        for box, key in boxes.items()
    ]


def _destinations(scene: Scene, piece: Piece) -> list[Trait]:
    """Menu entries that take a piece back to a cup or out of the game, a marker to its track."""
    made = []
    track = track_place(scene, piece.id)
    if track:
        made.append(
            trait(
                "sendto;",
                commandName="",
                key=TO_TRACK,
                mapId=track.map,
                boardName=track.map,
                destination="R",
                region=track.expression,
                xOffset="0",
                yOffset="0",
            )
        )
        made += _scoring(track) if track.value else []
    made += _sent(scene, piece)
    made += clicks(scene, piece)
    made += _ways_out(scene, piece).values()
    return made


def _scoring(track: TrackPlace) -> list[Trait]:
    """Whoever moves a marker of points by hand sets the points: buttons go on from there."""
    place = track.expression.strip("{}")
    moved = f'{{CurrentZone == "{track.zone}" && LocationName != ({place})}}'
    change = PropertyCommand("", SCORED, Change("P", track.value))
    return [
        trait(
            "macro;",
            name="Scored by hand",
            command="",
            key="",
            propertyMatch=moved,
            watchKeys=[PLACED],
            actionKeys=[SCORED],
        ),
        trait("setprop;", key=track.property, keyCommands=[change]),
    ]


def _ways_out(scene: Scene, piece: Piece) -> dict[str, Trait]:
    """Menu entries of a piece that is drawn from a cup: back into its cup, or out of the game."""
    start = scene.starts[scene.game.scenario().id].get(piece.id)
    if start is None or not start.deck:
        return {}
    back = back_into(start.place)
    ways = {
        back: trait(
            "return;",
            returnCommand=back,
            returnKey=named(back),
            deckId=start.place,
            deckSelect=False,
            deckExpression=start.place,
        )
    }
    for map_, box in scene.boxes("out_of_game"):
        ways[away_to(box)] = trait(
            "sendto;",
            commandName=away_to(box),
            key=named(away_to(box)),
            mapId=map_,
            boardName=map_,
            destination="Z",
            zone=box,
            xOffset="0",
            yOffset="0",
        )
    return ways


def _turning(piece: Piece, start: Start | None) -> list[Trait]:
    """What turns a counter to its directions, and the property that names the one it faces."""
    named_so = f'"{piece.facings[-1]}"'
    for number, facing in reversed(list(enumerate(piece.facings[:-1], start=1))):
        named_so = f'{HEADING}_Facing == {number} ? "{facing}" : {named_so}'
    return [
        trait("calcProp;", name=HEADING, expression=f"{{{named_so}}}"),
        trait(
            "rotate;",
            nFacings=len(piece.facings),
            rotateCWKey=RIGHT_KEY,
            rotateCCWKey=LEFT_KEY,
            rotateCWText=TURN_RIGHT,
            rotateCCWText=TURN_LEFT,
            name=HEADING,
            state=str(start.facing if start else 0),
        ),
    ]


def _faces(scene: Scene, piece: Piece, start: Start | None) -> list[Trait]:
    """The layers of a piece, and what turns it to the faces that its menu names."""
    targets = _menu_faces(scene, piece)
    track = track_place(scene, piece.id)
    reset, level, made = "", "1", []
    if track and track.level:
        reset, level = TO_TRACK, track.level
    elif len(targets) == 1:
        ((face, number),) = targets.items()
        reset, level = named(f"Face {face}"), str(number)
    elif targets:
        reset, level = TO_WANTED, f"{{{WANTED}}}"
        wanted = [
            PropertyCommand("", named(f"Face {face}"), Change("P", str(number)))
            for face, number in targets.items()
        ]
        made.append(trait("PROP;", key=WANTED, keyCommands=wanted, state={"value": "1"}))
    return [*made, _layers(scene, piece, start, reset, level)]


def _menu_faces(scene: Scene, piece: Piece) -> dict[str, int]:
    """The faces that actions in its menu turn a piece to, each with its level, counted from 1."""
    levels = {look.id: number for number, look in enumerate(piece.looks, 1)}
    wanted = {action.flips_to for action in piece_actions(scene, piece) if action.flips_to}
    return {face: levels[face] for face in levels if face in wanted}


def _layers(scene: Scene, piece: Piece, start: Start | None, reset: str, level: str) -> Trait:
    return trait(
        "emb2;",
        activateCommand="",
        activateKey="",
        activateKeyStroke="",
        upCommand=FLIP,
        upKey="",
        increaseKeyStroke=FLIP_KEY,
        downCommand="",
        downKey="",
        resetCommand="",
        resetKey=reset,
        resetLevel=level,
        imageNames=tuple(scene.image(look.picture) for look in piece.looks),
        levelNames=tuple("" if look.name == piece.name else look.name for look in piece.looks),
        loopLevels=True,
        name="Face",
        alwaysActive=True,
        state=str((start.look if start else 0) + 1),
    )


def piece_slot(scene: Scene, piece: Piece, role: str, start: Start | None = None) -> Component:
    """A slot of the palette, of an at-start stack or (``card``) of a cup."""
    number = gpid(scene, piece, role)
    type_, state = chain(scene, piece, start).texts(basic_state(gpid=number))
    in_deck = start is not None and start.deck
    width, height = scene.size(piece)
    return component(
        WIDGET + ("CardSlot" if in_deck else "PieceSlot"),
        encode(AddPiece(None, type_, state)),
        entryName=piece.name,
        gpid=number,
        width=width,
        height=height,
    )


def start_stacks(scene: Scene, map_: Map) -> list[Component]:
    """At-start stacks of the default set-up, for a game begun without it."""
    made = mark_stacks(scene, map_)  # beneath all others
    for stack in scene.stacks(scene.game.scenario()):
        piece, start = stack[0]
        if start.map == map_.name:
            edge = map_.layout.edge()
            x, y = map_.standing(start)
            made.append(
                component(
                    MAP + "SetupStack",
                    name=piece.name,
                    owningBoard=map_.name,
                    useGridLocation=False,
                    location="",
                    x=x - edge[0],
                    y=y - edge[1],
                ).add(*[piece_slot(scene, one, "start", its) for one, its in stack])
            )
    return made


__all__ = [
    "FIRST_ID",
    "FLIP",
    "TURN_LEFT",
    "TURN_OVER",
    "TURN_RIGHT",
    "Chain",
    "away_to",
    "back_into",
    "chain",
    "gpid",
    "piece_actions",
    "piece_slot",
    "start_stacks",
]
