"""A carried module opened for a build: its tree, its members, and notes of what stays as it was."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from generator.definition.carried import Carried, CarriedError
from generator.definition.schema import Game
from generator.errors import BroadsideError
from generator.packaging.component import Component
from generator.vassal import commands, documents, metadata, traits
from generator.vassal.addresses import Addresses
from generator.vassal.commands import AddPiece
from generator.vassal.documents import Element
from generator.vassal.metadata import Metadata
from generator.vassal.prototypes import Prototypes
from generator.vassal.traits import Trait

_PROTOTYPE = "VASSAL.build.module.PrototypeDefinition"

Chain = tuple[Trait, ...]


class Loom:
    """The module that a build weaves."""

    def __init__(self, game: Game, carried: Carried) -> None:
        self.game = game
        self.carried = carried
        self.members = carried.members()
        name = carried.build_file
        self.document = documents.parse(
            self.members[name], str(carried.folder / carried.files[name])
        )
        self.addresses = Addresses(self.root)
        self._notes: dict[str, None] = {}

    @cached_property
    def prototypes(self) -> Prototypes:
        """What the module's pieces are made with."""
        return Prototypes({one.get("name"): one.text for one in self.root.iter(_PROTOTYPE)})

    @property
    def root(self) -> Element:
        """The component that holds all others."""
        return self.document.root

    @property
    def notes(self) -> list[str]:
        """What the module does not follow the definition in, one line each."""
        return list(self._notes)

    def note(self, text: str) -> None:
        """Tell once that something stays as the module has it."""
        self._notes[text] = None

    def bound(self, kind: str, name: str) -> Mapping[str, Any]:
        """What is known of a thing of the definition; empty for one that is not the module's."""
        return self.carried.bound.get(kind, {}).get(name, {})

    def at(self, kind: str, name: str) -> Element:
        """The component that a thing of the definition is. Raises `CarriedError`."""
        address = self.bound(kind, name).get("at")
        if address is None:
            raise CarriedError(
                f"{kind} {name!r}: the import made it up, for the module "
                f"{self.carried.source} has none; nothing can be put there"
            )
        return self._found(address, kind, name)

    def _found(self, address: Any, kind: str, name: str) -> Element:
        element = self.addresses.find(address)
        if element is None:
            place = self.carried.folder / self.carried.files[self.carried.build_file]
            raise CarriedError(
                f"{place}: no component {address!r}, which the {kind[:-1]} {name!r} was imported "
                "from; a component that is renamed in the file is renamed in carried/bound.json too"
            )
        return element

    def slots(self, family: str) -> Iterator[Element]:
        """The slots that the counters of a family are made from. Raises `CarriedError`."""
        for address in self.bound("counters", family).get("slots", ()):
            yield self._found(address, "counters", family)

    def standing(self, scenario: str) -> Mapping[str, Any]:
        """Counter -> its slot's address, or its id in the saved game, of an imported set-up."""
        found: Mapping[str, Any] = self.bound("scenarios", scenario).get("pieces", {})
        return found

    def slot_at(self, address: Any, piece: str) -> Element:
        """The slot at an address. Raises `CarriedError`."""
        return self._found(address, "counters", piece)

    def saves(self) -> Iterator[str]:
        """The members that are the saved games of set-ups."""
        for row in self.carried.bound.get("scenarios", {}).values():
            if row.get("member") in self.members:
                yield row["member"]

    def finished(self) -> dict[str, bytes]:
        """Every member as it is now."""
        return {**self.members, self.carried.build_file: self.document.to_bytes()}


def chain_of(slot: Element) -> Chain:
    """The traits of a slot's piece; none for an empty slot."""
    found = commands.decode(slot.text)
    return traits.read_piece(found.type, found.state) if isinstance(found, AddPiece) else ()


def set_chain(slot: Element, chain: Chain) -> None:
    """Give a slot's piece these traits. Raises `DocumentError` for what XML cannot hold."""
    slot.set_text(
        commands.encode(AddPiece(None, traits.piece_type(chain), traits.piece_state(chain)))
    )


def element_of(made: Component) -> Element:
    """A component of ours as an element of the carried tree."""
    element = documents.make(made.tag, made.attributes, made.text)
    for child in made.children:
        element.append(element_of(child))
    return element


def module_data(game: Game, members: Mapping[str, bytes]) -> Metadata:
    """What the launcher shows of a module; its bare name where it says nothing that can be read."""
    data = members.get("moduledata")
    with contextlib.suppress(BroadsideError):
        if data is not None:
            return metadata.read(data, "moduledata")
    return Metadata(game.name, game.version)
