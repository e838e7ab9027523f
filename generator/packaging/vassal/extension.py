"""The VASSAL extension (``.vmdx``) of a game: what an overlay adds to the game's own module.

An extension names the component each of its own is put into (``ExtensionElement``, the way there
as ``ComponentPathBuilder`` writes it). It can add, and change nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256

from generator.definition.schema import Game, OverlayMark
from generator.errors import BroadsideError
from generator.packaging.component import (
    BUILD,
    MAP,
    MODULE,
    WIDGET,
    Component,
    build_file,
    component,
)
from generator.packaging.identities import LARGEST
from generator.packaging.scene import Extension, Scene
from generator.packaging.vassal.module import (
    SAVED,
    VASSAL_VERSION,
    module_data,
    module_root,
    setup_name,
)
from generator.packaging.vassal.setup import setup_file
from generator.vassal import metadata, sequences
from generator.vassal.metadata import Metadata

_NAMES = ("mapName", "entryName", "chartName", "name")
_HOLDERS = {
    BUILD + "GameModule",
    MODULE + "Map",
    MODULE + "PrivateMap",
    MODULE + "PieceWindow",
    MODULE + "ChartWindow",
    MAP + "DrawPile",
    WIDGET + "TabWidget",
    WIDGET + "ListWidget",
    WIDGET + "BoxWidget",
    WIDGET + "PanelWidget",
}
"""Components that an extension can put others into."""
_FOLLOWING = {
    (BUILD + "GameModule", "ModuleOther1"),
    (BUILD + "GameModule", "ModuleOther2"),
    (MODULE + "ToolbarMenu", "menuItems"),
    (MODULE + "Inventory", "include"),
}
"""(class, attribute) that tells of all others: it stays as the module has it."""


class ExtensionError(BroadsideError):
    """An overlay that does more than add, or nothing at all."""


def extension_of(base: Game, game: Game, mark: OverlayMark) -> Extension:
    """What of ``game`` (``base`` with the overlay laid over it) is the extension's.

    Raises `ExtensionError` when the overlay changes what is there.
    """
    _refuse_changes(base, game, mark)
    own = {counter.id for counter in base.counters}
    return Extension(
        id=sha256(f"{base.id}/{mark.id}".encode()).hexdigest()[:6],
        name=f"{base.id}-{mark.id}",
        version=mark.version,
        pieces=frozenset(counter.id for counter in game.counters if counter.id not in own),
    )


def extension_members(
    base: Scene, scene: Scene, mark: OverlayMark, images: Mapping[str, bytes]
) -> dict[str, bytes]:
    """Every member of the ``.vmdx``: name -> bytes. ``images`` are those the module has not.

    Raises `ExtensionError` when the overlay adds nothing.
    """
    data = module_data(base)
    known = {one.id for one in base.game.scenarios}
    setups = [one for one in scene.game.scenarios if one.id not in known]
    made = packed_additions(base, scene, mark, (module_root(base), module_root(scene)), data)
    for scenario in setups:
        made[setup_name(scenario)] = setup_file(scene, scenario, data)
    for name, image in sorted(images.items()):
        made[f"images/{name}"] = image
    return made


def packed_additions(
    base: Scene,
    scene: Scene,
    mark: OverlayMark,
    trees: tuple[Component, Component],
    data: Metadata,
) -> dict[str, bytes]:
    """The members that say what an extension adds. ``trees`` are the module without the overlay and
    with it, ``data`` is the module's own metadata.

    Raises `ExtensionError` when the overlay changes what components show, or adds nothing.
    """
    extension = scene.extension
    assert extension is not None
    added = list(_additions(*trees, ()))
    if not added:
        raise ExtensionError(
            f"overlay {mark.id!r}: adds nothing, so there is no extension to build"
        )
    root = component(
        MODULE + "ModuleExtension",
        anyModule=False,
        description=mark.text or mark.name,
        extensionId=extension.id,
        module=base.game.name,
        moduleVersion=base.game.version,
        nextPieceSlotId=LARGEST + 1,
        vassalVersion=VASSAL_VERSION,
        version=extension.version,
    )
    for way, child in added:
        root.add(component(MODULE + "ExtensionElement", target=_path(way)).add(child))
    own = Metadata(
        version=extension.version,
        vassal_version=VASSAL_VERSION,
        date_saved=str(SAVED),
        description=mark.text or mark.name,
    )
    return {
        "extensiondata": metadata.write(own, universal=False),
        "moduledata": metadata.write(data),
        "buildFile.xml": build_file(root).encode(),
    }


def _refuse_changes(base: Game, game: Game, mark: OverlayMark) -> None:
    """Whatever the module's components do not show: counters, set-ups, what the engine reads."""
    for field, what in (
        ("counters", "counter"),
        ("scenarios", "set-up"),
        ("maps", "map"),
        ("charts", "chart"),
        ("actions", "action"),
        ("dice", "dice button"),
        ("scores", "score button"),
        ("sides", "side"),
    ):
        now = {one.id: one for one in getattr(game, field)}
        for one in getattr(base, field):
            if now.get(one.id) != one:
                raise _changes(mark, f"the {what} {one.id!r}")
    for field in ("sides", "properties", "sequence", "turns"):
        if getattr(base, field) != getattr(game, field):
            raise _changes(mark, f"{field}:")


def _changes(mark: OverlayMark, what: str) -> ExtensionError:
    return ExtensionError(
        f"overlay {mark.id!r}: an extension can only add, and this changes {what}; "
        "build the game with --overlay instead"
    )


Way = tuple[Component, ...]


def _additions(base: Component, full: Component, way: Way) -> Iterator[tuple[Way, Component]]:
    """(the way to what holds it, component) of each component that only ``full`` has.

    Raises `ExtensionError` for one that differs.
    """
    left = list(base.children)
    for child in full.children:
        if child in left:
            left.remove(child)
            continue
        there = next((one for one in left if _key(one) == _key(child)), None)
        if there is None:
            yield way, child
            continue
        left.remove(there)
        if _differ(there, child):
            raise ExtensionError(
                f"an extension can only add, and this changes the module's {_key(child)[1]!r} "
                f"({child.tag.rpartition('.')[2]})"
            )
        if child.tag in _HOLDERS:
            yield from _additions(there, child, (*way, child))


def _differ(one: Component, other: Component) -> bool:
    if one.text != other.text or (one.tag not in _HOLDERS and one.children != other.children):
        return True
    names = {*one.attributes, *other.attributes}
    return any(
        one.attributes.get(name) != other.attributes.get(name)
        for name in names
        if (one.tag, name) not in _FOLLOWING
    )


def _key(one: Component) -> tuple[str, str]:
    name = next((one.attributes[name] for name in _NAMES if name in one.attributes), "")
    # Slots of one name are told by their numbers.
    return one.tag, one.attributes.get("gpid") or name


def _path(way: Way) -> str:
    steps = []
    for one in way:
        name = next((one.attributes[name] for name in _NAMES if name in one.attributes), None)
        steps.append(sequences.encode([one.tag] + ([name] if name is not None else []), ":"))
    return sequences.encode(steps, "/")
