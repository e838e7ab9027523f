"""The counters of a game in the state of a VASSAL client: their traits, places and piles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field, replace

from generator.light import dataclass
from generator.vassal import sequences, traits
from generator.vassal.commands import AddPiece, Command
from generator.vassal.records import LevelName
from generator.vassal.traits import Trait


@dataclass(slots=True)
class Pile:
    """A stack, or a deck; the lowest member first."""

    id: str
    map: str
    x: int
    y: int
    members: list[Counter] = field(default_factory=list)
    layer: int = -1
    deck: Trait | None = None
    """The settings of the deck; ``None`` for a stack."""
    face_down: bool = False

    @property
    def state(self) -> str:
        """Its state as in a save."""
        ids = [member.id for member in self.members]
        if self.deck is not None:
            return traits.deck_state(self.map, self.x, self.y, self.face_down, ids)
        return traits.stack_state(self.map, self.x, self.y, ids, self.layer)


@dataclass(slots=True, eq=False)
class Counter:
    """One piece: its traits from the outside in, its place, and its pile."""

    id: str
    chain: list[Trait]
    """Without the BasicPiece."""
    name: str
    """Its basic name, without the changes by traits."""
    map: str
    x: int
    y: int
    gpid: str
    kept: dict[str, str]
    """Persistent properties that VASSAL stores on it: ``OldX``, ``OldMap``, ``UniqueID`` ..."""
    pile: Pile | None = None

    @property
    def state(self) -> str:
        """The state of all traits as in commands."""
        kept = {name: self.kept[name] for name in sorted(self.kept, key=_java_order)}
        basic = traits.basic_state(self.map, self.x, self.y, self.gpid, kept)
        return traits.nest([part.state for part in self.chain] + [basic])

    @property
    def under(self) -> str | None:
        """The id of the piece just below it in its pile; None if there is none."""
        if self.pile is None:
            return None
        at = self.pile.members.index(self)
        return self.pile.members[at - 1].id if at else None

    def at(self, kind: str) -> int | None:
        """The index of the first trait of a kind; None if it has none."""
        for index, part in enumerate(self.chain):
            if part.id == kind:
                return index
        return None

    def trait(self, kind: str) -> Trait | None:
        """The first trait of a kind; None if it has none."""
        index = self.at(kind)
        return None if index is None else self.chain[index]

    @property
    def stacks(self) -> bool:
        """Whether it stacks; decks take it in any case (``Immobilized``)."""
        return all(part.text("stacking") == "L" for part in self.chain if part.id == "immob;")

    @property
    def masked_by(self) -> str | None:
        """The owner of its mask (a side or a password); None if it is face up."""
        mask = self.trait("obs;")
        owner = "null" if mask is None else str(mask.state_of("obscuredBy"))
        return None if owner == "null" else owner

    @property
    def hidden_by(self) -> str | None:
        """The owner who hides it from the others; None if it is visible."""
        veil = self.trait("hide;")
        owner = "null" if veil is None else veil.state
        return None if owner in ("null", "") else owner

    def marked(self, name: str) -> str | None:
        """The value of a marker trait; None if it has no such marker."""
        for part in self.chain:
            if part.id == "mark;":
                names = part["keys"]
                if name in names:
                    return str(part.state_of("values")[names.index(name)])
        return None

    def public_name(self) -> str:
        """Its name in reports: for a face-down piece that of its mask."""
        name = self.name
        for part in reversed(self.chain):
            if part.id == "emb2;":
                name = _face_name(part, name)
            elif part.id == "obs;" and str(part.state_of("obscuredBy")) != "null":
                name = part.text("maskName") or "?"
        return name


def _face_name(layer: Trait, name: str) -> str:
    level = int(layer.state or 1)
    names = layer["levelNames"]
    said = names[level - 1] if 0 < level <= len(names) else None
    if not isinstance(said, LevelName) or not said.text:
        return name
    return {"after": name + said.text, "before": said.text + name}.get(said.place, said.text)


def _java_order(name: str) -> int:
    """The bucket of a text in Java's HashMap with 16 buckets: states list properties in that
    order."""
    code = 0
    for letter in name:
        code = (31 * code + ord(letter)) & 0xFFFFFFFF
    return (code ^ code >> 16) & 15


class Counters:
    """All pieces and piles of a game."""

    def __init__(self, position: Iterable[Command]) -> None:
        self.counters: dict[str, Counter] = {}
        self.piles: dict[str, Pile] = {}
        added = [
            command
            for command in position
            if isinstance(command, AddPiece) and not traits.is_furniture(command.type)
        ]
        for command in added:
            if command.type != traits.STACK and not command.type.startswith(traits.DECK):
                self._add_counter(command)
        for command in added:
            if command.type == traits.STACK or command.type.startswith(traits.DECK):
                self._add_pile(command)

    def copy(self) -> Counters:
        """An independent copy of the pieces and piles. Traits are shared, since they are replaced
        and never changed."""
        other = Counters(())
        for own, pile in self.piles.items():
            other.piles[own] = replace(pile, members=[])
        for own, counter in self.counters.items():
            chain, kept = list(counter.chain), dict(counter.kept)
            other.counters[own] = replace(counter, chain=chain, kept=kept, pile=None)
        for own, pile in self.piles.items():
            for member in pile.members:
                one = other.counters[member.id]
                one.pile = other.piles[own]
                one.pile.members.append(one)
        return other

    def _add_counter(self, command: AddPiece) -> None:
        chain = list(traits.read_piece(command.type, command.state))
        basic = chain.pop()
        map_, x, y, gpid, count, *rest = sequences.decode(basic.state, ";")
        kept = dict(zip(rest[0 : 2 * int(count) : 2], rest[1 : 2 * int(count) : 2], strict=True))
        own = str(command.id)
        self.counters[own] = Counter(
            own, chain, basic.text("commonName"), map_, int(x), int(y), gpid, kept
        )

    def _add_pile(self, command: AddPiece) -> None:
        deck = traits.read_trait(command.type) if command.type != traits.STACK else None
        map_, x, y, *rest = sequences.decode(command.state, ";")
        pile = Pile(str(command.id), map_, int(x), int(y), deck=deck)
        if deck is not None:
            pile.face_down = rest[0] == "true"
            ids = sequences.decode(rest[1], ",") if len(rest) > 1 else []
        else:
            ids = [token for token in rest if not token.startswith("@@")]
            pile.layer = int(rest[-1][2:]) if rest and rest[-1].startswith("@@") else -1
        self.piles[pile.id] = pile
        for own in ids:
            self.put(self.counters[own], pile)

    def put(self, counter: Counter, pile: Pile, at: int | None = None) -> None:
        """Move a piece to another pile: on top, or at an index from the bottom."""
        self.take(counter)
        pile.members.insert(len(pile.members) if at is None else at, counter)
        counter.pile = pile
        counter.map, counter.x, counter.y = pile.map, pile.x, pile.y

    def take(self, counter: Counter) -> None:
        """Take a piece out of its pile; an empty stack is removed."""
        pile = counter.pile
        if pile is None:
            return
        pile.members.remove(counter)
        counter.pile = None
        if not pile.members and pile.deck is None:
            del self.piles[pile.id]

    def deck_at(self, map_: str, x: int, y: int) -> Pile | None:
        """The deck whose outline contains a point; None if there is none."""
        for pile in self.piles.values():
            if pile.deck is not None and pile.map == map_:
                width, height = int(pile.deck["width"]), int(pile.deck["height"])
                left, top = pile.x - width // 2, pile.y - height // 2
                if left <= x < left + width and top <= y < top + height:
                    return pile
        return None

    def pile_for(self, counter: Counter, map_: str, x: int, y: int) -> Pile | None:
        """The pile that a piece dropped on a point joins: a deck by its outline, or a stack on
        that very point; None if there is none."""
        deck = self.deck_at(map_, x, y)
        if deck is not None or not counter.stacks:
            return deck
        for pile in self.piles.values():
            if pile.deck is None and (pile.map, pile.x, pile.y) == (map_, x, y):
                return pile
        return None

    def deck(self, name: str) -> Pile | None:
        """The deck with a name; None if there is none."""
        for pile in self.piles.values():
            if pile.deck is not None and pile.deck.text("deckName") == name:
                return pile
        return None

    def in_stacks(self) -> list[Counter]:
        """The pieces outside decks: first those that do not stack, since VASSAL draws them first,
        then stack by stack in the order in which the stacks were made."""
        alone = [one for one in self.counters.values() if one.pile is None]
        stacks = [pile for pile in self.piles.values() if pile.deck is None]
        return alone + [member for stack in stacks for member in stack.members]

    def __iter__(self) -> Iterator[Counter]:
        return iter(self.counters.values())


__all__ = ["Counter", "Counters", "Pile"]
