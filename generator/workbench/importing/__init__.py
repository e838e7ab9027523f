"""A module as a definition: what can be expressed as one is, the rest is carried word for word."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from generator.light import dataclass
from generator.vassal import locations, modules, saves
from generator.vassal.addresses import Addresses
from generator.vassal.documents import Element
from generator.vassal.metadata import Metadata
from generator.workbench.importing.carrying import Binding, carried_files
from generator.workbench.importing.counters import BARE, Counters
from generator.workbench.importing.maps import MapDraft, made_up, maps_of
from generator.workbench.importing.names import file_id, line, slug
from generator.workbench.importing.parts import (
    charts_of,
    dice_of,
    properties_of,
    sides_of,
    tell_the_rest,
    turns_of,
)
from generator.workbench.importing.pictures import FOLDER, Pictures
from generator.workbench.importing.report import Report
from generator.workbench.importing.starts import (
    Start,
    Starts,
    choices_of,
    read_setups,
    save_elements,
)
from generator.workbench.importing.writing import tables, yaml
from generator.workbench.opened import CARD_SLOT, PIECE_SLOT, OpenModule, WorkbenchError, name_of

__all__ = ["Imported", "Report", "imported"]

REPORT = "IMPORT.md"
_HOLDERS = re.compile(
    r"\.(PieceWindow|ChartWindow|TabWidget|ListWidget|BoxWidget|PanelWidget|MapWidget)$"
)
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")

Progress = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True)
class Imported:
    """A definition made from a module, not yet written down."""

    files: Mapping[str, bytes]
    """Path in the game's folder -> content."""
    report: Report


def imported(module: OpenModule, progress: Progress = lambda done, total, doing: None) -> Imported:
    """The definition of a module, with all of the module that a definition has no words for.

    Raises `WorkbenchError` for an extension.
    """
    if module.is_extension:
        raise WorkbenchError(
            f"{module.path}: an extension is no game by itself; import the module it extends"
        )
    return _Importing(module, progress).result()


class _Importing:
    def __init__(self, module: OpenModule, progress: Progress) -> None:
        self.module = module
        self.root = module.root
        self.progress = progress
        self.report = Report(module.path.name)
        self.pictures = Pictures(module.members, self.report)
        self.binding = Binding(Addresses(self.root))
        self.sides, self.written_sides = sides_of(self.root, self.binding, self.report)
        self.counters = Counters(self.pictures, module.prototypes(), self.sides, self.report)

    def result(self) -> Imported:
        setups = read_setups(self.root, self.module.members, self.report)
        choices = choices_of(setups.values())
        drafts = maps_of(self.root, self.pictures, choices, self.sides, self.report)
        for draft in drafts:
            draft.bind(self.binding)
        if not drafts:
            drafts = [made_up(self.report)]
        self._read_palette()
        starts = Starts(drafts, self.counters, self._locations(), self.binding, self.report)
        names, properties = properties_of(self.root, self.binding, self.report)
        found = [starts.at_start()]
        for number, (name, setup) in enumerate(setups.items()):
            self.progress(number, len(setups), name)
            save = saves.from_bytes(self.module.members[setup.member], setup.member)
            found.append(starts.of_save(name, setup.member, save, names))
        for start in found:
            self.counters.need(start.used)
        files = self._texts(drafts, found, properties)
        tell_the_rest(self.root, self.report)
        self._tell_files()
        self._count(drafts, found)
        pages = {name: text.encode() for name, text in files.items()}
        pages |= {f"art/images/{name}": data for name, data in sorted(self.pictures.kept.items())}
        pages |= carried_files(self.module, self.binding, self.pictures, pages)
        pages[REPORT] = self.report.markdown().encode()
        return Imported(pages, self.report)

    def _tell_files(self) -> None:
        """Pictures, pages and sounds that nothing in the definition shows."""
        setups = {member for _, member in save_elements(self.root)}
        for member in self.module.members:
            if self.pictures.of_member(member) or member in (self.module.build_file, *setups):
                continue
            if member != "moduledata":
                picture = member.startswith(FOLDER)
                self.report.keep("pictures besides" if picture else "other files", member)

    def _locations(self) -> locations.Locations:
        data = self.module.members[self.module.build_file]
        parsed = modules.Module(
            modules.parse(data, str(self.module.path)),
            Metadata(),
            self.module.build_file,
        )
        return locations.from_tree(parsed, self.pictures.size)

    def _read_palette(self) -> None:
        """Every slot that is not a part of a stack or deck on a map."""
        slots = [
            (slot, _tray(slot))
            for slot in self.root.iter(PIECE_SLOT, CARD_SLOT)
            if not _on_a_map(slot)
        ]
        for number, (slot, tray) in enumerate(slots):
            if number % 50 == 0:
                self.progress(number, len(slots), "counters")
            self.counters.of_slot(slot, tray)
            if tray and slot.parent is not None:
                self.binding.bind("trays", tray, slot.parent)

    # --- Files ----------------------------------------------------------------------------

    def _texts(
        self, drafts: list[MapDraft], found: list[Start], properties: list[dict[str, Any]]
    ) -> dict[str, str]:
        ids = self.counters.ids()
        self.counters.bind(ids, self.binding)
        csvs = tables(self.counters.rows(ids))
        named = {
            f"counters{'' if at == 0 else f'_{at + 1}'}.csv": text for at, text in enumerate(csvs)
        }
        bare = any(not entry.images for entry in self.counters.trays)
        face = {"id": "front", "layout": "text", "text": "{label}"}
        templates = [{"id": BARE, "faces": [face]}]
        texts = {
            "game.yaml": self._game(properties),
            "map.yaml": yaml({"maps": [draft.written for draft in drafts]}, "The boards."),
            "counters.yaml": yaml(
                {"templates": templates if bare else [], "csv": list(named)},
                "Every counter stands in the CSV files named here.",
            ),
            **named,
            "charts.yaml": yaml(
                {"charts": charts_of(self.root, self.pictures, self.binding, self.report)},
                "The charts.",
            ),
            "actions.yaml": yaml(
                {"dice": dice_of(self.root, self.binding, self.report)}, "The buttons."
            ),
        }
        for at, start in enumerate(found):
            own = file_id(start.name, "Set-up")
            start.bind(own, ids, self.counters.most, self.binding)
            scenario = {
                "id": own,
                "name": start.name,
                "default": at == 0,
                "text": _UNPRINTABLE.sub("", start.text.replace("\r\n", "\n")).strip(),
                "properties": start.properties,
                "placements": start.written(ids, self.counters.most),
            }
            kept = {key: value for key, value in scenario.items() if value is not False}
            kept.setdefault("placements", [])
            text = yaml(kept)
            if not kept["placements"]:
                text += "placements: []\n"
            texts[f"scenarios/{slug(start.name, 'set_up')}_{at}.yaml"] = text
        return texts

    def _game(self, properties: list[dict[str, Any]]) -> str:
        turns, steps = turns_of(self.root, self.binding, self.report)
        name = line(self.root.get("name")) or self.module.path.stem
        return yaml(
            {
                "id": slug(name, "game"),
                "name": name,
                "version": file_id(self.root.get("version"), "1.0"),
                "text": line(self.root.get("description")),
                "theme": "admiralty",
                "credits": {
                    "design": "",  # a module has no word for it
                    "edition": f"imported from {line(self.module.path.name)}",
                    "notice": "Made from a VASSAL module; its pictures and words are its makers'.",
                },
                "sides": self.written_sides,
                "turns": turns,
                "properties": properties,
                "sequence": steps,
            },
            f"{name}: sides, turns, whose game it is. {REPORT} tells what the module had besides.",
        )

    def _count(self, drafts: list[MapDraft], found: list[Start]) -> None:
        held = self.report.held
        held["maps"] = len(drafts)
        held["grids"] = sum("grid" in draft.written for draft in drafts)
        held["zones"] = sum(len(draft.written.get("zones", ())) for draft in drafts)
        held["decks"] = sum(len(draft.written.get("decks", ())) for draft in drafts)
        held["sorts of counters"] = len(self.counters.trays)
        held["counters"] = sum(self.counters.most.values())
        held["set-ups"] = len(found)
        held["counters placed"] = sum(len(start.stood) for start in found)
        held["pictures"] = len(self.pictures)
        held["sides"] = len(self.sides)


def _on_a_map(slot: Element) -> bool:
    above = slot.parent
    while above is not None:
        if above.tag.endswith((".SetupStack", ".DrawPile")):
            return True
        above = above.parent
    return False


def _tray(slot: Element) -> str:
    """The palette's parts around a slot, outer ones first."""
    names: list[str] = []
    above = slot.parent
    while above is not None:
        if _HOLDERS.search(above.tag):
            own = line(name_of(above)).replace(" / ", "/")
            if own and own not in names:
                names.append(own)
        above = above.parent
    return " / ".join(reversed(names))
