"""Small modules for tests: made from a few words, changed by a few words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from generator.vassal import documents, traits
from generator.vassal.commands import AddPiece, encode
from generator.vassal.documents import Element
from generator.vassal.traits import Trait, trait
from generator.workbench.opened import PIECE_SLOT, PROTOTYPE, Definition, OpenModule

PALETTE = "VASSAL.build.module.PieceWindow"
LIST = "VASSAL.build.widget.ListWidget"
MAP = "VASSAL.build.module.Map"
PROTOTYPES = "VASSAL.build.module.PrototypesContainer"
DATA = (
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<data version="1">\n'
    "  <version>1.0</version>\n  <VassalVersion>3.7.9</VassalVersion>\n"
    "  <dateSaved>1700000000000</dateSaved>\n  <name>Small</name>\n</data>\n"
)


def chain_of(name: str, *parts: Trait, gpid: str = "") -> tuple[Trait, ...]:
    """Traits around a Basic Piece of that name."""
    basic = trait("piece;", commonName=name, imageName=f"{name}.png")
    return (*parts, basic.with_state(f"null;0;0;{gpid};0"))


def text_of(chain: tuple[Trait, ...]) -> str:
    """A definition's text."""
    return encode(AddPiece(None, traits.piece_type(chain), traits.piece_state(chain)))


def slot(name: str, gpid: int | str, *parts: Trait) -> Element:
    """A piece in the palette."""
    text = text_of(chain_of(name, *parts, gpid=str(gpid)))
    return documents.make(PIECE_SLOT, {"entryName": name, "gpid": str(gpid)}, text)


def prototype(name: str, *parts: Trait) -> Element:
    """A prototype."""
    return documents.make(PROTOTYPE, {"name": name}, text_of(chain_of("", *parts)))


def marker(name: str, value: str) -> Trait:
    """A Marker trait."""
    return trait("mark;", keys=(name,), state={"values": (value,)})


def holding(tag: str, attributes: dict[str, str], *children: Element) -> Element:
    """A component with others in it."""
    made = documents.make(tag, attributes)
    for child in children:
        made.append(child)
    return made


def planted(attributes: dict[str, str], *children: Element) -> Element:
    """A module's root with components in it, indented as VASSAL does."""

    def plant(parent: Element, child: Element) -> None:
        made = documents.make(child.tag, child.attributes, child.text)
        parent.append(made)
        for inside in child.children:
            plant(made, inside)

    root = documents.make("VASSAL.build.GameModule", attributes)
    for child in children:
        plant(root, child)
    return root


def small_root() -> Element:
    """Two palettes of five pieces each, a map, two prototypes."""
    pieces = [
        slot(f"Unit {at}", at, marker("Side", "Red"), trait("prototype;", prototypeName="Unit"))
        for at in range(1, 11)
    ]
    lists = [
        holding(LIST, {"entryName": name}, *rows)
        for name, rows in (("Red", pieces[:5]), ("Blue", pieces[5:]))
    ]
    return planted(
        {"name": "Small", "version": "1.0", "VassalVersion": "3.7.9", "nextPieceSlotId": "11"},
        documents.make("VASSAL.build.module.BasicCommandEncoder"),
        documents.make(MAP, {"mapName": "Main", "color": "0,0,0", "icon": "map.png"}),
        holding(
            PROTOTYPES,
            {},
            prototype("Unit", trait("delete;"), trait("clone;")),
            prototype("Marker", trait("delete;")),
        ),
        holding(PALETTE, {"name": "Pieces"}, *lists),
    )


def opened(root: Element, **members: bytes) -> OpenModule:
    """A module of that tree, as if read from a file."""
    data = documents.Document(root).to_bytes()
    document = documents.parse(data, "small")
    everything = {"buildFile.xml": data, "moduledata": DATA.encode()}
    everything |= {f"images/{name}.png": content for name, content in members.items()}
    return OpenModule(Path("small.vmod"), document, "buildFile.xml", everything)


def changed(*changes: Callable[[Element], object], **members: bytes) -> OpenModule:
    """The small module with some changes made to its tree."""
    root = small_root()
    for change in changes:
        change(root)
    return opened(root, **members)


def find(root: Element, name: str) -> Element:
    """The component of that name."""
    return next(
        one
        for one in root.iter()
        if name in (one.get("entryName"), one.get("name"), one.get("mapName"))
    )


def put(name: str, attribute: str, value: str) -> Callable[[Element], None]:
    """A change: an attribute of the component of that name."""
    return lambda root: find(root, name).set(attribute, value)


def retrait(name: str, change: Callable[[list[Trait]], object]) -> Callable[[Element], None]:
    """A change: the traits of a piece or prototype, as a list to be changed."""

    def apply(root: Element) -> None:
        definition = Definition(find(root, name))
        chain = list(definition.chain)
        change(chain)
        definition.set_chain(tuple(chain))

    return apply


def added(parent: str, child: Element, at: int | None = None) -> Callable[[Element], None]:
    """A change: a component put into another."""

    def apply(root: Element) -> None:
        holder = find(root, parent)
        holder.insert(len(holder.children) if at is None else at, child.copy())

    return apply


def removed(name: str) -> Callable[[Element], None]:
    """A change: a component taken away."""

    def apply(root: Element) -> None:
        child = find(root, name)
        assert child.parent is not None
        child.parent.remove(child)

    return apply


def moved(name: str, parent: str, at: int = 0) -> Callable[[Element], None]:
    """A change: a component put into another place."""

    def apply(root: Element) -> None:
        child = find(root, name)
        assert child.parent is not None
        child.parent.remove(child)
        find(root, parent).insert(at, child)

    return apply
