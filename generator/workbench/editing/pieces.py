"""Pieces and prototypes to be changed, trait by trait and field by field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from generator.errors import nearest
from generator.vassal import key_words, traits
from generator.vassal.encodings import Key, Part, write
from generator.vassal.traits import Trait
from generator.workbench.opened import Definition, WorkbenchError, path_of
from generator.workbench.text.naming import trait_ids, trait_words

if TYPE_CHECKING:
    from generator.workbench.editing.module import EditedModule

_BASIC = "piece;"
_USE = "prototype;"


def trait(kind: str, /, *, state: str | Mapping[str, Any] | None = None, **values: Any) -> Trait:
    """A trait newly made, by its name in VASSAL's editor (``Layer``) or its id (``emb2``).

    Fields not named are as the editor makes them. A key may be given in words (``Ctrl+F``,
    ``named Flip``). Raises `TraitError` or `EncodingError`.
    """
    form = traits.trait(trait_id(kind)).form
    assert form is not None
    return traits.trait(form.id, state=state, **_encoded(form, values))


def trait_id(kind: str) -> str:
    """The id of a trait by its name or id. Raises `WorkbenchError` naming the nearest."""
    for word in (kind, f"{kind};"):
        if word in trait_ids():
            return trait_ids()[word]
    by_fold = {word.casefold(): ident for word, ident in trait_ids().items()}
    found = by_fold.get(kind.casefold())
    if found is None:
        raise WorkbenchError(f"unknown trait {kind!r}{nearest(kind, trait_words().values())}")
    return found


def _encoded(form: traits.Form, values: Mapping[str, Any]) -> dict[str, Any]:
    """Values as texts or as the fields' kinds want them: keys from words, all else as given."""
    kinds = {field.name: field.kind for field in form.fields}
    return {name: _value(kinds.get(name, ""), value) for name, value in values.items()}


def _value(kind: str, value: Any) -> Any:
    if kind.rstrip("?") == "key" and isinstance(value, str):
        return _key(value)
    if kind == "keylist" and isinstance(value, (list, tuple)):
        return tuple(_key(item) if isinstance(item, str) else item for item in value)
    if isinstance(value, list):
        return tuple(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)) and kind not in ("int", "float"):
        return str(value)
    return value


def _key(words: str) -> Any:
    """A key from its words, or as VASSAL writes it. Raises `WorkbenchError`."""
    try:
        text, name = key_words.from_words(words)
    except ValueError as trouble:
        raise WorkbenchError(str(trouble)) from None
    return Key.named(name) if name else text


class EditedTrait:
    """One trait of a piece. ``found["xOff"] = 3`` changes the piece at once."""

    __slots__ = ("_at", "_trait", "piece")

    def __init__(self, piece: Piece, at: int) -> None:
        self.piece = piece
        self._at = at
        self._trait = piece.chain[at]

    def __repr__(self) -> str:
        return f"<EditedTrait {self.title} of {self.piece.path}>"

    @property
    def trait(self) -> Trait:
        """As it is now."""
        return self._trait

    @property
    def at(self) -> int:
        """Its place in the chain, from the outside.

        Raises `WorkbenchError` when it was taken away or changed by another hand.
        """
        chain = self.piece.chain
        if self._at >= len(chain) or chain[self._at] != self._trait:
            if self._trait not in chain:
                raise WorkbenchError(f"{self.piece.path}: the {self.title} is no longer there")
            self._at = chain.index(self._trait)
        return self._at

    @property
    def id(self) -> str:
        """What its type begins with, such as ``emb2;``."""
        return self.trait.id

    @property
    def title(self) -> str:
        """What VASSAL's editor calls it."""
        form = self.trait.form
        return form.title if form is not None else self.id

    def __getitem__(self, field: str) -> Any:
        """A field's value. Raises `TraitError` naming the nearest field."""
        return self.trait[field]

    def __setitem__(self, field: str, value: Any) -> None:
        """Give a field a value: of its kind, or a text as VASSAL writes it."""
        self.set(**{field: value})

    def set(self, **values: Any) -> None:
        """Give several fields a value. Raises `TraitError` or `EncodingError`."""
        old = self.trait
        if old.form is None:
            raise WorkbenchError(f"trait {old.id!r} is not VASSAL's own and has no fields by name")
        self._put(old.changed(**_encoded(old.form, values)))

    @property
    def state(self) -> str:
        """The state its piece begins with."""
        return self.trait.state

    @state.setter
    def state(self, state: str | Mapping[str, Any]) -> None:
        self._put(self.trait.with_state(state))

    def _put(self, made: Trait) -> None:
        chain = list(self.piece.chain)
        chain[self.at] = made
        self.piece.chain = tuple(chain)
        self._trait = made


class Piece:
    """A piece of the palette, of a stack or of a deck."""

    def __init__(self, module: EditedModule, definition: Definition) -> None:
        self.module = module
        self._definition = definition

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.path}>"

    @property
    def element(self) -> Any:
        """The component that holds it (`generator.vassal.documents.Element`)."""
        return self._definition.element

    @property
    def name(self) -> str:
        """What the palette calls it."""
        return self._definition.name

    @name.setter
    def name(self, name: str) -> None:
        self.element.set("entryName", name)

    @property
    def gpid(self) -> str:
        """The number VASSAL knows its copies by."""
        return str(self.element.get("gpid"))

    @property
    def path(self) -> str:
        """Where it stands: ``Game Piece Palette [Units] / Panel [Red] / Game Piece [Tank]``."""
        return path_of(self.element)

    @property
    def chain(self) -> tuple[Trait, ...]:
        """The traits, outermost first."""
        return self._definition.chain

    @chain.setter
    def chain(self, chain: tuple[Trait, ...]) -> None:
        if chain != self.chain:
            self._definition.set_chain(chain)

    def __iter__(self) -> Iterator[EditedTrait]:
        """Its traits, outermost first."""
        return (EditedTrait(self, at) for at in range(len(self.chain)))

    def __contains__(self, kind: str) -> bool:
        return any(True for _ in self.traits(kind))

    def __getitem__(self, kind: str) -> EditedTrait:
        """The outermost trait of a kind. Raises `WorkbenchError` when it has none."""
        found = next(self.traits(kind), None)
        if found is None:
            raise WorkbenchError(f"{self.path}: has no trait {kind!r}")
        return found

    def traits(self, kind: str = "*", /, **fields: Any) -> Iterator[EditedTrait]:
        """Its traits of a kind, outermost first; only those whose fields have these values."""
        ident = "*" if kind == "*" else trait_id(kind)
        for part in self:
            if ident in ("*", part.id) and all(
                _is(part.trait, field, value) for field, value in fields.items()
            ):
                yield part

    def uses(self, prototype: str) -> bool:
        """Whether it uses a prototype of that name (``*`` stands for anything)."""
        return any(
            fnmatchcase(part.text("prototypeName"), prototype)
            for part in self.chain
            if part.id == _USE
        )

    def add(
        self,
        made: Trait | str,
        *,
        outside: str | EditedTrait | None = None,
        inside: str | EditedTrait | None = None,
    ) -> None:
        """Add a trait: outermost (last in VASSAL's editor), or next to another one.

        Raises `WorkbenchError` when that one is not there or nothing can stand inside it.
        """
        new = trait(made) if isinstance(made, str) else made
        if outside is not None and inside is not None:
            raise WorkbenchError("a trait is added outside: or inside: another, not both")
        at = 0
        beside = outside if outside is not None else inside
        if beside is not None:
            other = self[beside] if isinstance(beside, str) else beside
            at = other.at
            if inside is not None:
                if other.id == _BASIC:
                    raise WorkbenchError(f"{self.path}: nothing stands inside the Basic Piece")
                at += 1
        chain = list(self.chain)
        chain.insert(at, new)
        self.chain = tuple(chain)

    def remove(self, kind: str | EditedTrait, /, **fields: Any) -> int:
        """Take away all traits of a kind, or one; how many it were.

        Raises `WorkbenchError` for the Basic Piece, which no piece can do without.
        """
        going = [kind] if isinstance(kind, EditedTrait) else list(self.traits(kind, **fields))
        if any(part.id == _BASIC for part in going):
            raise WorkbenchError(f"{self.path}: a piece cannot do without its Basic Piece")
        places = {part.at for part in going}
        self.chain = tuple(part for at, part in enumerate(self.chain) if at not in places)
        return len(going)

    def rewrite(self, change: Any) -> None:
        """Change its smallest texts, pieces within its traits included; see `Trait.rewritten`."""
        self.chain = tuple(part.rewritten(change) for part in self.chain)


class Prototype(Piece):
    """A prototype: traits that pieces use by its name."""

    @property
    def name(self) -> str:
        """What pieces call it."""
        return self._definition.name

    @name.setter
    def name(self, name: str) -> None:
        self.rename(name)

    def rename(self, name: str) -> None:
        """Give it another name, everywhere in the module that it is used.

        Raises `WorkbenchError` when another prototype has that name.
        """
        old = self.name
        if name != old and name in self.module.prototypes:
            raise WorkbenchError(f"a prototype {name!r} is there already")
        self.element.set("name", name)

        def renamed(part: Part) -> str:
            return name if part.thing == "prototype" and part.text == old else part.text

        self.module.rewrite(renamed)


def _is(part: Trait, field: str, value: Any) -> bool:
    """Whether a field has a value: as a text, where ``*`` stands for anything, or of its kind."""
    if part.form is None or all(row.name != field for row in part.form.fields):
        return False
    wanted = _encoded(part.form, {field: value})[field]
    kind = next(row.kind for row in part.form.fields if row.name == field)
    if isinstance(wanted, str):
        return fnmatchcase(part.text(field), wanted)
    return part[field] == wanted or (kind != "many" and part.text(field) == write(kind, wanted))
