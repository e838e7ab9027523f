"""Prototypes: what several pieces have in common, written once and named for people.

A builder who opens the module in VASSAL's editor changes a prototype, and every piece of that role
follows. A piece keeps to itself what tells it from others: its pictures, its mask and its name.
Saved games hold all traits written out, as VASSAL writes them, so nothing there depends on them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import field
from itertools import count, groupby
from typing import Final

from generator.light import dataclass
from generator.packaging.component import MODULE, WIDGET, Component, component
from generator.vassal import commands
from generator.vassal.commands import AddPiece, encode
from generator.vassal.traits import Trait, piece_state, piece_type, read_piece, trait

_SLOTS: Final = (WIDGET + "PieceSlot", WIDGET + "CardSlot")
_OWN: Final = ("emb2;", "mark;", "obs;", "piece;")
"""Traits that differ from piece to piece."""
_KINDS: Final = 3
"""So many kinds of pieces are named in a prototype's name; of more it is the counters'."""

Run = tuple[Trait, ...]
"""Traits that stand together in a piece."""


@dataclass(slots=True)
class _Role:
    """The pieces that have a run in common."""

    is_menu: bool
    """Whether it stands inside what a piece has of its own: behind its mask, above its faces."""
    pieces: set[str] = field(default_factory=set)
    kinds: dict[str, None] = field(default_factory=dict)
    sides: dict[str, None] = field(default_factory=dict)

    def name(self, run: Run) -> str:
        """As builders read it in the editor."""
        kinds = [kind.replace("_", " ") for kind in self.kinds if kind]
        said = _listed(kinds) if 0 < len(kinds) <= _KINDS else "counter"
        side = next(iter(self.sides)) if len(self.sides) == 1 else ""
        said = f"{side} {said}" if side else said[:1].upper() + said[1:]
        if any(part.id == "hide;" and part.state != "null" for part in run):
            said += ", hidden"
        return f"{said}: menu" if self.is_menu else said


def share(root: Component, own: Collection[str]) -> list[Component]:
    """Put what pieces of a module have in common into prototypes; their definitions.

    ``own`` are the ids of pieces that keep all of their traits (those of an extension, whose
    module need not know them).
    """
    slots = [(slot, _chain(slot)) for slot in root.walk() if slot.tag in _SLOTS]
    slots = [(slot, chain) for slot, chain in slots if _told(chain, "UnitId") not in own]
    roles: dict[Run, _Role] = {}
    for _, chain in slots:
        for at, run in _runs(chain):
            role = roles.setdefault(run, _Role(is_menu=_is_menu(chain[:at])))
            role.pieces.add(_told(chain, "UnitId"))
            role.kinds[_told(chain, "Kind")] = None
            role.sides[_told(chain, "Side")] = None
    names = _names({run: role for run, role in roles.items() if len(role.pieces) > 1})
    for slot, chain in slots:
        used: list[Trait] = []
        for is_own, group in groupby(chain, key=_is_own):
            run = tuple(group)
            shared = None if is_own else names.get(run)
            used += run if shared is None else [trait("prototype;", prototypeName=shared)]
        slot.text = _text(used)
    return [definition(name, run) for run, name in names.items()]


def _is_own(part: Trait) -> bool:
    return part.id in _OWN


def _is_menu(before: Iterable[Trait]) -> bool:
    return any(part.id == "obs;" for part in before)


def _runs(chain: Iterable[Trait]) -> Iterator[tuple[int, Run]]:
    """Each run of what a piece may share, with its place in the chain."""
    at = 0
    for is_own, group in groupby(chain, key=_is_own):
        run = tuple(group)
        if not is_own:
            yield at, run
        at += len(run)


def _names(roles: Mapping[Run, _Role]) -> dict[Run, str]:
    """A name for each; those that would have one name are numbered."""
    names: dict[str, Run] = {}
    for run, role in roles.items():
        name = role.name(run)
        numbered = (f"{name} {number}" for number in count(2))
        names[name if name not in names else next(n for n in numbered if n not in names)] = run
    return {run: name for name, run in names.items()}


def _listed(words: list[str]) -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def definition(name: str, run: Run) -> Component:
    """A prototype that has these traits."""
    return component(
        MODULE + "PrototypeDefinition",
        _text([*run, trait("piece;")]),
        name=name,
        description="",
    )


def _text(chain: list[Trait]) -> str:
    return encode(AddPiece(None, piece_type(chain), piece_state(chain)))


def _chain(slot: Component) -> tuple[Trait, ...]:
    added = commands.decode(slot.text)
    assert isinstance(added, AddPiece)
    return read_piece(added.type, added.state)


def _told(chain: Iterable[Trait], name: str) -> str:
    """What the piece's marker says under a name."""
    for part in chain:
        if part.id == "mark;" and name in part["keys"]:
            return str(part.state_of("values")[part["keys"].index(name)])
    return ""
