"""The VASSAL module of a scene: the build file and all other members of the ``.vmod``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from generator.definition.schema import Scenario
from generator.packaging.component import (
    BUILD,
    MAP,
    MODULE,
    PROPERTIES,
    WIDGET,
    Component,
    build_file,
    component,
)
from generator.packaging.identities import LARGEST
from generator.packaging.keys import named
from generator.packaging.scene import Piece, Scene
from generator.packaging.vassal import help_pages
from generator.packaging.vassal.buttons import WHO, buttons, global_properties
from generator.packaging.vassal.chart_window import chart_window
from generator.packaging.vassal.decks import deck_component
from generator.packaging.vassal.expressions import quoted
from generator.packaging.vassal.map import CLEAR_MOVED, CLEAR_TRAILS, map_component
from generator.packaging.vassal.pieces import piece_slot, start_stacks
from generator.packaging.vassal.prototypes import share
from generator.packaging.vassal.setup import setup_file
from generator.packaging.vassal.sight import KIND, sight_prototypes
from generator.vassal import metadata
from generator.vassal.metadata import Metadata

VASSAL_VERSION = "3.7.26"
MARKERS = "Markers"
"""The part of the palette for pieces of no side."""

SAVED = 1_767_225_600_000
"""The date in every file we write (2026-01-01, milliseconds): the same from run to run."""

NOT_MOVED, NO_TRAILS = "Clear moved", "Clear trails"
"""Buttons of a window that tidy the marks of its pieces."""


def members(scene: Scene, images: Mapping[str, bytes]) -> dict[str, bytes]:
    """Every member of the ``.vmod``: name -> bytes, in the order of the archive.

    ``images`` are the pictures' files by their names in the module (``exeter.png``).
    """
    game = scene.game
    data = module_data(scene)
    pages = help_pages.pages(scene)
    made = {
        "moduledata": metadata.write(data),
        "buildFile.xml": build_file(module_root(scene, pages)).encode(),
    }
    for scenario in game.scenarios:
        made[setup_name(scenario)] = setup_file(scene, scenario, data)
    for page in pages:
        made[page.file] = page.html.encode()
    for name, image in sorted(images.items()):
        made[f"images/{name}"] = image
    return made


def module_data(scene: Scene) -> Metadata:
    """What the launcher shows of the module, and every save copies."""
    game = scene.game
    return Metadata(
        name=game.name,
        version=game.version,
        vassal_version=VASSAL_VERSION,
        date_saved=str(SAVED),
        description=f"{game.text} {game.credits.edition}".strip(),
        extra1=_stamp(scene),
        extra2=_overlays(scene),
    )


def setup_name(scenario: Scenario) -> str:
    """The member that holds a scenario's set-up."""
    return f"{scenario.id}.vsav"


def _stamp(scene: Scene) -> str:
    """Which game and definition this is, at what scale, and whether cells are numbered or all
    regions: VASSAL copies it into every save and log, where an audit reads it."""
    game = scene.game
    numbered = " grids=numbered" if any(map_.layout.numbered for map_ in scene.maps) else ""
    return f"game={game.id} definition={game.definition_hash} ppi={scene.ppi}{numbered}"


def _overlays(scene: Scene) -> str:
    return " ".join(f"{mark.id}={mark.sha256}" for mark in scene.game.overlays)


def module_root(scene: Scene, pages: Iterable[help_pages.Page] = ()) -> Component:
    """Every component of the module."""
    game = scene.game
    root = component(
        BUILD + "GameModule",
        name=game.name,
        version=game.version,
        description=game.text,
        VassalVersion=VASSAL_VERSION,
        nextPieceSlotId=LARGEST + 1,
        ModuleOther1=_stamp(scene),
        ModuleOther2=_overlays(scene),
    )
    prototypes = component(MODULE + "PrototypesContainer")
    # BasicCommandEncoder first: without it no piece below could be read.
    root.add(
        component(MODULE + "BasicCommandEncoder"),
        _documentation(pages),
        _roster(scene),
        _options(),
        global_properties(scene),
        component(PROPERTIES + "GlobalTranslatableMessages"),
        component("VASSAL.i18n.Language"),
        prototypes,
        _palette(scene),
        *_maps(scene),
        *buttons(scene),
        _inventory(scene),
        chart_window(scene),
        component(
            MODULE + "NotesWindow",
            buttonText="Notes",
            tooltip="Public, private and sealed notes",
            icon="/images/notes.gif",
            hotkey="",
        ),
        component(MODULE + "Chatter"),
        component(MODULE + "KeyNamer"),
        *[_setup(scenario) for scenario in game.scenarios],
    )
    added = scene.extension.pieces if scene.extension is not None else frozenset()
    prototypes.add(*share(root, added), *sight_prototypes(scene))
    return root


def _documentation(pages: Iterable[help_pages.Page]) -> Component:
    return component(MODULE + "Documentation").add(
        *[
            component(
                MODULE + "documentation.HelpFile",
                title=page.title,
                fileName=page.file,
                fileType="archive",
            )
            for page in pages
        ]
    )


def _roster(scene: Scene) -> Component:
    return component(
        MODULE + "PlayerRoster",
        buttonText="Retire",
        buttonToolTip="Change sides or become an observer",
        buttonKeyStroke="",
    ).add(*[Component("entry", text=side.id) for side in scene.game.sides])


def _options() -> Component:
    return component(
        MODULE + "GlobalOptions",
        nonOwnerUnmaskable="Never",
        promptString="Opponents can unmask my pieces",
        autoReport="Always",
        playerIdFormat="$PlayerName$",
        chatterHTMLSupport="Never",
        # The buttons answer to each other's key strokes also from a toolbar that is not shown.
        hotKeysOnClosedWindows="Always",
        inventoryForAll="Always",
        sendToLocationMoveTrails="Never",
        storeLeadingZeroIntegersAsStrings=False,
        purgeBlankPropertyPrompts=True,
    )


def _palette(scene: Scene) -> Component:
    tabs = component(WIDGET + "TabWidget", entryName="Counters", description="")
    tabs.add(*_trays(scene, scene.pieces))
    return component(
        MODULE + "PieceWindow",
        name="Counters",
        description="",
        hidden=False,
        text="Counters",
        tooltip="Open or close the palette of spare counters",
        icon="",
        hotkey="",
        scale="1.0",
        defaultWidth=0,
    ).add(tabs)


def _trays(scene: Scene, pieces: Iterable[Piece]) -> list[Component]:
    """The parts of the palette: sides in their order, then trays as they come; a tray inside a
    tray is chosen from a list."""
    held: dict[str, list[Piece]] = {side.id: [] for side in scene.game.sides}
    held.setdefault(MARKERS, [])
    inner: dict[str, dict[str, list[Piece]]] = {}
    for piece in pieces:
        tray, _, rest = (piece.tray or piece.side or MARKERS).partition(" / ")
        held.setdefault(tray, [])
        if rest:
            inner.setdefault(tray, {}).setdefault(rest, []).append(piece)
        else:
            held[tray].append(piece)
    made = []
    for tray, lying in held.items():
        parts = ([_panel(scene, tray, lying)] if lying else []) + [
            _panel(scene, name, members) for name, members in inner.get(tray, {}).items()
        ]
        if tray in inner:
            chooser = component(
                WIDGET + "ListWidget",
                entryName=tray,
                description="",
                width=300,
                height=300,
                scale="1.0",
                divider=150,
            )
            made.append(chooser.add(*parts))
        else:
            made += parts
    return made


def _panel(scene: Scene, name: str, pieces: Iterable[Piece]) -> Component:
    return component(
        WIDGET + "PanelWidget",
        entryName=name,
        description="",
        fixed=True,
        nColumns=4,
        vert=False,
        scale="1.0",
    ).add(*[piece_slot(scene, piece, "palette") for piece in pieces])


def _maps(scene: Scene) -> list[Component]:
    return [
        map_component(
            scene,
            map_,
            [
                *_map_tools(public=not map_.owners),
                *start_stacks(scene, map_),
                *[deck_component(scene, deck) for deck in scene.decks if deck.map == map_.name],
            ],
        )
        for map_ in scene.maps
    ]


def _map_tools(*, public: bool) -> list[Component]:
    chat = {"moved": f"{WHO} clears the moved marks", "trails": f"{WHO} clears the trails"}
    return [
        component(
            MAP + "MassKeyCommand",
            name=title,
            buttonText=title,
            tooltip=tooltip,
            icon="",
            buttonHotkey=named(f"Button {title}"),
            hotkey=key,
            singleMap=True,
            target="MAP|false|MAP|||||0|0||false|||EQUALS||",
            filter="",
            deckCount=0,
            reportSingle=True,
            suppressSounds=False,
            reportFormat=chat[what] if public else "",
            parameters="",
            canDisable=False,
            propertyGate="",
            hideWhenDisabled=False,
            disabledIcon="",
        )
        for what, title, tooltip, key in (
            ("moved", NOT_MOVED, "Mark all pieces here as not moved", CLEAR_MOVED),
            ("trails", NO_TRAILS, "Wipe off the movement trails here", CLEAR_TRAILS),
        )
    ]


def _inventory(scene: Scene) -> Component:
    # Only what stands openly on a public map: the list must not tell what a cup, a mask or a
    # private map hides.
    public = " || ".join(f'CurrentMap == "{map_.name}"' for map_ in scene.maps if not map_.owners)
    # A piece without a mask has no such property: "!" of it would be an error, "!= true" is none.
    seen = "ObscuredToOthers != true && InvisibleToOthers != true"
    if scene.game.sight is not None:
        seen += f" && Kind != {quoted(KIND)}"
    return component(
        MODULE + "Inventory",
        name="Inventory",
        text="Inventory",
        tooltip="List what stands openly on the map",
        icon="/images/inventory.gif",
        hotkey="",
        include=f'{{({public}) && DeckName == "" && {seen}}}',
        groupBy="CurrentZone",
        nonLeafFormat="$PropertyValue$",
        foldersOnly=False,
        leafFormat="$PieceName$ ($LocationName$)",
        sortPieces=True,
        sortFormat="$PieceName$",
        sorting="alpha",
        centerOnPiece=True,
        forwardKeystroke=True,
        showMenu=True,
        drawPieces=True,
        zoomOn=False,
        pieceZoom="0.25",
        pieceZoom2="0.33",
        pieceZoom3="0.4",
        sides="",
        launchFunction="functionHide",
        refreshHotkey="",
        canDisable=False,
        propertyGate="",
        hideWhenDisabled=False,
        disabledIcon="",
    )


def _setup(scenario: Scenario) -> Component:
    return component(
        MODULE + "PredefinedSetup",
        name=scenario.name,
        description=scenario.text,
        isMenu=False,
        useFile=True,
        file=setup_name(scenario),
    )
