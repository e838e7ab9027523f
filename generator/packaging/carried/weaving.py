"""The module of an imported game: the carried one, with everything the definition says otherwise
put into it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from hashlib import sha256
from itertools import count
from pathlib import Path

from generator.definition.assembly import counter_names
from generator.definition.carried import Carried, CarriedError, Change, changes, followed
from generator.definition.schema import Game
from generator.errors import BroadsideError
from generator.light import dataclass
from generator.packaging.assembling import gather
from generator.packaging.building import Progress
from generator.packaging.carried.adding import Adding, game_of_additions
from generator.packaging.carried.loom import Chain, Loom, chain_of, set_chain
from generator.packaging.carried.newsetup import deck_of, new_setup
from generator.packaging.carried.pieces import Retouch, retouches
from generator.packaging.carried.setups import Edit, Where, edited
from generator.packaging.carried.standing import Standing
from generator.packaging.carried.words import reword, stays
from generator.packaging.scene import Extension, Scene, scene_of
from generator.vassal import documents, metadata, saves
from generator.vassal.documents import Element
from generator.vassal.traits import piece_type

_SETUP = "VASSAL.build.module.PredefinedSetup"
_ROSTER = "VASSAL.build.module.PlayerRoster"


@dataclass(frozen=True, slots=True)
class Woven:
    """A carried module as a build leaves it."""

    members: Mapping[str, bytes]
    root: Element
    """Its component tree."""
    notes: tuple[str, ...]
    """What the module does not follow the definition in, one line each."""


def woven(
    game: Game,
    carried: Carried,
    art: tuple[Path, ...],
    progress: Progress | None = None,
    extension: Extension | None = None,
) -> Woven:
    """The carried module with what the game says otherwise. What an ``extension`` brings bears its
    numbers. Raises `BroadsideError`."""
    carried = followed(carried, game)
    loom = Loom(game, carried)
    _look_at_pictures(loom)
    found = list(changes(carried, game))
    if found:
        _Weaving(loom, found, art, progress, extension).weave()
    return Woven(loom.finished(), loom.root, tuple(loom.notes))


def _look_at_pictures(loom: Loom) -> None:
    """Note pictures of the definition that were changed, and are none of the module's."""
    for file, made in loom.carried.composed.items():
        path = loom.carried.folder / file
        if path.is_file() and sha256(path.read_bytes()).hexdigest() != made.sha256:
            parts = ", ".join(made.members)
            loom.note(
                f"{file}: the module puts it together from {parts}; change these for VASSAL "
                "(what is printed, or lies on a table, is your picture)"
            )


class _Weaving:
    def __init__(
        self,
        loom: Loom,
        found: list[Change],
        art: tuple[Path, ...],
        progress: Progress | None,
        extension: Extension | None,
    ) -> None:
        self.loom = loom
        self.game = loom.game
        self.art = art
        self.progress = progress
        self.added = [one for one in found if not one.field and one.was is None]
        self.gone = [one for one in found if not one.field and one.now is None]
        self.changed = [one for one in found if one.field]
        # Pixels of the module are lengths at the maps' own resolution.
        self.scene = replace(scene_of(self.game), extension=extension)
        small = game_of_additions(self.game, self.added)
        self.own: Scene = replace(scene_of(small, self.scene.ppi), extension=extension)
        self.edits: dict[str, Edit] = {}

    def weave(self) -> None:
        if self.added:
            self._draw()
        adding = Adding(self.loom, self.scene, self.own)
        standing = Standing(self.loom, self.scene, self.own)
        for change in self.changed:
            if change.kind not in ("counters", "scenarios"):
                reword(self.loom, self.scene, change)
        self._retouch()
        self._change_decks()
        for change in self.added:
            if change.kind == "decks":
                adding.deck(change.id)
            elif change.kind == "sides":
                self._add_side(change.id)
        if self.added:
            adding.graft()
            self._tell_of_actions()
        for change in self.changed:
            if change.kind == "scenarios":
                self._scenario(standing, change)
        for change in self.added:
            if change.kind == "scenarios":
                self._new_scenario(standing, change.id)
        for change in self.gone:
            self._take_away(change)
        self._rename_module()
        self._save_setups()

    # --- Pictures -------------------------------------------------------------------------

    def _draw(self) -> None:
        """Draw what was added, and lay it beside the module's own pictures."""
        made = gather(self.own, self.art, self.progress)
        named = {
            file.removeprefix("art/images/"): member.removeprefix("images/")
            for member, file in self.loom.carried.files.items()
            if file.startswith("art/images/")
        }
        files = {picture: named.get(file, file) for picture, file in made.scene.files.items()}
        self.own = replace(made.scene, files=files)
        for name, data in made.images.items():
            if name in named:
                continue
            if self.loom.members.get(f"images/{name}", data) != data:
                raise CarriedError(
                    f"the picture {name} has the name of one that the imported module carries; "
                    "rename it"
                )
            self.loom.members[f"images/{name}"] = data

    def _change_decks(self) -> None:
        """Decks of saved games follow those of the module."""
        names = dict.fromkeys(one.id for one in self.changed if one.kind == "decks")
        for deck in self.scene.decks:
            if deck.name not in names:
                continue
            pile = self.loom.at("decks", deck.name)
            map_ = self.scene.map(deck.map)
            where = Where(
                str(self.loom.bound("maps", map_.id).get("map", map_.name)),
                *map_.window_pixels(deck.x, deck.y),
            )
            for member in self.loom.saves():
                edit = self.edits.setdefault(member, Edit())
                edit.decks[pile.get("name")] = (piece_type([deck_of(pile)]), where)

    def _tell_of_actions(self) -> None:
        """Note what of an added action only a module of ours can do."""
        own = {one.id for one in self.own.pieces} | {one.kind for one in self.own.pieces}
        fresh = {one.id for one in self.own.game.actions}
        for action in self.game.actions:
            if action.id not in fresh:
                continue
            if action.tracker != "none":
                self.loom.note(
                    f"action {action.id!r}: tracker: does nothing here, for the imported module "
                    "has a turn tracker of its own"
                )
            others = [piece for piece in action.pieces if piece not in own]
            if action.on == "piece" and others:
                self.loom.note(
                    f"action {action.id!r}: the menus of imported pieces do not get it: "
                    f"{', '.join(others)}"
                )

    # --- Counters -------------------------------------------------------------------------

    def _retouch(self) -> None:
        by_family: dict[str, list[Change]] = {}
        for change in self.changed:
            if change.kind == "counters":
                by_family.setdefault(change.id, []).append(change)
        if not by_family:
            return
        pieces = self._pieces_in_saves()
        for family, some in by_family.items():
            made = retouches(self.loom, family, some)
            if not made:
                continue
            for slot in self.loom.slots(family):
                chain = chain_of(slot)
                for what, put in made:
                    chain = self._put(family, what, put, chain)
                set_chain(slot, chain)
                for change in some:
                    if change.field == "name" and slot.get("entryName") == change.was:
                        slot.set("entryName", change.now or "")
            for member, piece in pieces.get(family, ()):
                edit = self.edits.setdefault(member, Edit())
                edit.retouched.setdefault(piece, []).extend(
                    partial(self._put, family, what, put) for what, put in made
                )

    def _put(self, family: str, what: str, put: Retouch, chain: Chain) -> Chain:
        made = put(chain)
        if made is None:
            self.loom.note(
                f"counter {family!r}: {what} stays as the imported module has it, for its own "
                "traits do not tell it; change it in carried/"
            )
            return chain
        return made

    def _pieces_in_saves(self) -> dict[str, list[tuple[str, str]]]:
        """Family -> (member, id) of each of its counters in saved games."""
        families = dict(self._families())
        found: dict[str, list[tuple[str, str]]] = {}
        for row in self.loom.carried.bound.get("scenarios", {}).values():
            if row.get("member"):
                for piece, identity in row["pieces"].items():
                    found.setdefault(families.get(piece, ""), []).append((row["member"], identity))
        return found

    def _families(self) -> Iterator[tuple[str, str]]:
        for family, row in self.loom.carried.said["counters"].items():
            for name in counter_names(family, row["count"]):
                yield name, family

    # --- Set-ups --------------------------------------------------------------------------

    def _scenario(self, standing: Standing, change: Change) -> None:
        bound = self.loom.bound("scenarios", change.id)
        member = bound.get("member")
        if change.field == "placements":
            if member:
                standing.of_save(change.id, change, self.edits.setdefault(member, Edit()))
            else:
                standing.at_start(change.id, change)
        elif change.field == "name" and member:
            for element in self.loom.root.iter(_SETUP):
                if element.get("file") == member:
                    element.set("name", change.now)
        elif change.field == "text" and member:
            self.edits.setdefault(member, Edit()).note = change.now or ""
        elif change.field == "properties" and member:
            edit = self.edits.setdefault(member, Edit())
            initial = {one.name: one.initial for one in self.game.properties}
            unsaid = {one: initial[one] for one in change.was or {} if one in initial}
            for name, value in {**unsaid, **(change.now or {})}.items():
                own = self.loom.bound("properties", name).get("property", name)
                edit.properties[own] = str(value)
        elif change.field not in ("default", "last_turn", "values", "steps", "status", "why"):
            stays(self.loom, change)

    def _new_scenario(self, standing: Standing, name: str) -> None:
        scenario = self.game.scenario(name)
        free = (f"{name}-{at}.vsav" if at > 1 else f"{name}.vsav" for at in count(1))
        member = next(one for one in free if one not in self.loom.members)
        self.loom.members[member] = new_setup(self.loom, self.scene, standing, scenario)
        self.loom.root.append(
            documents.make(
                _SETUP,
                {
                    "name": scenario.name,
                    "description": scenario.text,
                    "isMenu": "false",
                    "useFile": "true",
                    "file": member,
                },
            )
        )

    def _save_setups(self) -> None:
        for member, edit in self.edits.items():
            if edit and member in self.loom.members:
                save = saves.from_bytes(self.loom.members[member], member)
                self.loom.members[member] = saves.pack(edited(save, edit))

    # --- What there is no more, and the module's own name ---------------------------------

    def _add_side(self, name: str) -> None:
        roster = next(self.loom.root.iter(_ROSTER), None)
        if roster is None:
            roster = documents.make(_ROSTER)
            self.loom.root.append(roster)
        roster.append(documents.make("entry", text=name))

    def _take_away(self, change: Change) -> None:
        loom = self.loom
        if change.kind == "counters":
            for slot in loom.slots(change.id):
                standing = slot.parent
                if standing is not None:
                    standing.remove(slot)
                    above = standing.parent
                    if standing.tag.endswith(".SetupStack") and above and not standing.children:
                        above.remove(standing)
        elif change.kind == "sides":
            own = loom.bound("sides", change.id).get("side")
            for entry in list(loom.root.iter("entry")):
                if entry.text == own and entry.parent is not None:
                    entry.parent.remove(entry)
        elif change.kind == "scenarios":
            member = loom.bound("scenarios", change.id).get("member")
            for element in list(loom.root.iter(_SETUP)):
                if member and element.get("file") == member and element.parent is not None:
                    element.parent.remove(element)
                    loom.members.pop(member, None)
                    self.edits.pop(member, None)
        elif change.kind in ("dice", "charts", "properties", "decks", "maps"):
            element = loom.at(change.kind, change.id)
            if element.parent is not None:
                element.parent.remove(element)

    def _rename_module(self) -> None:
        """Saved games say which module they belong to, and VASSAL asks when it is another."""
        fields = {one.field for one in self.changed if one.kind == "game"}
        data = self.loom.members.get("moduledata")
        if not fields & {"name", "version", "text"} or data is None:
            return
        try:
            known = metadata.read(data, "moduledata")
        except BroadsideError:
            return
        now = replace(known, name=self.game.name, version=self.game.version)
        if "text" in fields:
            now = replace(now, description=self.game.text)
        self.loom.members["moduledata"] = metadata.write(now)
        for member in self.loom.saves():
            self.edits.setdefault(member, Edit()).module = now
