"""Every picture of a scene, drawn; the boards only when something on them has changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

from generator.definition.schema import Game
from generator.definition.schema import Map as MapDefinition
from generator.drawing.counters import counter_pictures
from generator.drawing.maps import map_pictured
from generator.drawing.picture import Picture
from generator.drawing.themes import load_theme
from generator.packaging.building import makers
from generator.packaging.scene import Scene
from generator.pictures.store import Store
from generator.places import cache_folder


def drawings(scene: Scene, art: tuple[Path, ...] = ()) -> list[Picture]:
    """The pictures the scene names, in its order. Raises `BroadsideError` naming the culprit."""
    drawn = {picture.name: picture for picture in _drawn(scene, art)}
    return [drawn[name] for name in scene.pictures()]


def _drawn(scene: Scene, art: tuple[Path, ...]) -> Iterator[Picture]:
    game = scene.game
    theme = load_theme(game.theme, art)
    emblems = {side.id: side.emblem for side in game.sides}
    for map_ in game.maps:
        yield _board(game, map_, art)
    for counter in game.counters:
        yield from counter_pictures(counter, theme, art, emblem=emblems.get(counter.side or "", ""))


def _board(game: Game, map_: MapDefinition, art: tuple[Path, ...]) -> Picture:
    # The room that draws boards is shown no more of the game than its own share, so that its
    # picture cannot depend on the rest and need not be drawn again when the rest changes.
    share = game.model_copy(
        update={
            "maps": (map_,),
            "counters": (),
            "charts": (),
            "actions": (),
            "dice": (),
            "scores": (),
            "scenarios": (),
            "decisions": (),
            "summary": (),
            "sequence": (),
            "definition_hash": "",
        }
    )
    theme = map_.theme or game.theme
    return _kept(share, art, lambda: map_pictured(share, map_, load_theme(theme, art), art))


def _kept(share: Game, art: tuple[Path, ...], draw: Callable[[], Picture]) -> Picture:
    store = Store(cache_folder() / "drawings")
    key = sha256(f"{makers(art)}|{share.model_dump_json()}".encode()).hexdigest()
    found = store.get(key)
    if found is not None:
        kept = json.loads(found)
        return Picture(**kept | {"warnings": tuple(kept["warnings"])})
    picture = draw()
    store.put(key, json.dumps(asdict(picture)).encode())
    return picture
