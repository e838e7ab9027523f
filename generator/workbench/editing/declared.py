"""A list of changes: a YAML file that says what is to be changed, in the words of an unpacked
module.

    changes:
      - pieces: {name: U-*, trait: Layer}
        add: {trait: Mark When Moved}
        outside: Layer
      - pieces: {prototype: Unit}
        change: {trait: Layer, name: Step}
        to: {xOff: 3, increaseKeyStroke: Ctrl+F}
      - rename prototype: Unit
        to: Counter

Every mistake is reported with file, line and column; nothing is changed unless all of it can be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from generator.definition.troubles import DefinitionError, Trouble, choice
from generator.errors import BroadsideError, nearest
from generator.light import dataclass
from generator.vassal import components, traits
from generator.vassal.traits import Form, Trait
from generator.workbench.editing.module import Component, EditedModule
from generator.workbench.editing.pieces import EditedTrait, Piece, trait_id
from generator.workbench.opened import WorkbenchError
from generator.workbench.text import pieces as piece_text
from generator.workbench.text import reading
from generator.workbench.text.reading import Fields, Items, Node, NotText, Text
from generator.workbench.text.spelling import Source, unspelt

_STATE = "state"
_TRAIT = "trait"
_SELECTING = {
    "pieces": ("name", "trait", "prototype", "gpid", "path"),
    "prototypes": ("name", "trait", "prototype", "path"),
    "components": ("kind", "name", "path"),
}
_VERBS: dict[str, dict[str, tuple[str, ...]]] = {
    "pieces": {"add": ("outside", "inside"), "remove": (), "change": ("to",), "set": ()},
    "prototypes": {"add": ("outside", "inside"), "remove": (), "change": ("to",), "set": ()},
    "components": {"set": (), "remove": ()},
}
_RENAMING = {
    "rename prototype": "to",
    "rename image": "to",
    "replace image": "by",
    "add image": "by",
    "remove image": "",
}


def worked(module: EditedModule, path: Path) -> None:
    """Work the changes of a file on a module, in their order.

    Raises `DefinitionError` with every mistake found, at its place.
    """
    shown = path.name
    try:
        text = module.file(path.name).decode("utf-8-sig")
        root = reading.read(text, shown)
    except NotText as trouble:
        raise DefinitionError([trouble.trouble]) from None
    except UnicodeDecodeError:
        raise DefinitionError([Trouble(shown, 0, 0, "not UTF-8 text")]) from None
    _Changes(module, Source(shown, [])).work(root)


@dataclass(slots=True)
class _Changes:
    module: EditedModule
    source: Source
    sound: int = 0
    """How many mistakes there were before the change at hand."""

    @property
    def wrong(self) -> bool:
        """Whether the change at hand has a mistake."""
        return len(self.source.troubles) > self.sound

    def work(self, root: Node) -> None:
        listed = root.values.get("changes") if isinstance(root, Fields) else None
        if not isinstance(root, Fields) or not isinstance(listed, Items):
            self.source.wrong(root, "the file holds one key, 'changes': a list")
            self._stop()
        assert isinstance(root, Fields) and isinstance(listed, Items)
        _refuse(root, ("changes",), self.source)
        for change in listed.items:
            if not isinstance(change, Fields):
                self.source.wrong(change, "a change is a mapping: what is changed, and how")
                continue
            self.sound = len(self.source.troubles)
            try:
                self._change(change)
            except DefinitionError:
                raise
            except BroadsideError as trouble:
                self.source.wrong(change, str(trouble))
        self._stop()

    def _stop(self) -> None:
        if self.source.troubles:
            raise DefinitionError(self.source.troubles)

    def _change(self, change: Fields) -> None:
        for what, selecting in _SELECTING.items():
            if what in change.values:
                self._selected(change, what, selecting)
                return
        for verb, other in _RENAMING.items():
            if verb in change.values:
                _refuse(change, (verb, other) if other else (verb,), self.source)
                name = self.source.text(change.values[verb], verb)
                given = self.source.text(change.values.get(other), other) if other else ""
                if other and not given:
                    self.source.wrong(change, f"{verb!r} needs '{other}:'")
                elif not self.wrong:
                    self._renamed(verb, name, given)
                return
        words = [*_SELECTING, *_RENAMING]
        key = next(iter(change.values), "")
        told = f"a change begins with one of {', '.join(words)}{nearest(key, words)}"
        self.source.wrong(change, told)

    def _renamed(self, verb: str, name: str, given: str) -> None:
        images = self.module.images
        match verb:
            case "rename prototype":
                self.module.prototypes[name].rename(given)
            case "rename image":
                images.rename(name, given)
            case "replace image":
                images.replace(name, given)
            case "add image":
                images.add(name, given)
            case "remove image":
                images.remove(name)

    # --- Selected things ------------------------------------------------------------------

    def _selected(self, change: Fields, what: str, selecting: Sequence[str]) -> None:
        chosen = change.values[what]
        if not isinstance(chosen, Fields):
            self.source.wrong(chosen, f"say which: {{{', '.join(selecting)}}}; {{}} for all")
            return
        _refuse(chosen, selecting, self.source)
        verbs = [verb for verb in _VERBS[what] if verb in change.values]
        if len(verbs) != 1:
            self.source.wrong(change, f"say one thing to do: {', '.join(_VERBS[what])}")
            return
        (verb,) = verbs
        _refuse(change, (what, verb, *_VERBS[what][verb]), self.source)
        words = {key: self.source.text(node, key) for key, node in chosen.values.items()}
        if self.wrong:
            return
        if what == "components":
            self._components(change, words, verb)
            return
        found = self._pieces(what, words)
        if not found:
            self.source.wrong(chosen, f"no {what} fit this{self._near(what, words)}")
            return
        self._work_pieces(found, change, verb)

    def _pieces(self, what: str, words: Mapping[str, str]) -> list[Piece]:
        if what == "pieces":
            return self.module.pieces(
                words.get("name", "*"),
                trait=words.get("trait"),
                prototype=words.get("prototype"),
                gpid=words.get("gpid"),
                path=words.get("path", "*"),
            )
        ident = trait_id(words["trait"]) if "trait" in words else None
        return [
            one
            for one in self.module.prototypes
            if fnmatchcase(one.name, words.get("name", "*"))
            and fnmatchcase(one.path, words.get("path", "*"))
            and (ident is None or any(part.id == ident for part in one.chain))
            and ("prototype" not in words or one.uses(words["prototype"]))
        ]

    def _near(self, what: str, words: Mapping[str, str]) -> str:
        if "name" not in words:
            return ""
        known = self.module.pieces() if what == "pieces" else self.module.prototypes
        return nearest(words["name"], (one.name for one in known))

    def _work_pieces(self, found: Sequence[Piece], change: Fields, verb: str) -> None:
        node = change.values[verb]
        if verb == "add":
            kind, state = piece_text.read_trait(node, self.source)
            beside = {
                key: self.source.text(change.values[key], key)
                for key in ("outside", "inside")
                if key in change.values
            }
            if not self.wrong:
                made = traits.read_trait(kind, state)
                self._each(found, change, lambda piece: piece.add(made, **beside))
            return
        if verb == "set":
            if not isinstance(node, Fields):
                self.source.wrong(node, "attributes are a mapping: {entryName: New name}")
                return
            for piece in found:
                if not self.wrong:
                    _set_attributes(Component(piece.element), node, self.source)
            return
        wanted = self._wanted(node)
        if wanted is None or self.wrong:
            return
        form, fields = wanted
        hits = [
            (piece, [part for part in piece.traits(form.id) if _fits(part.trait, fields)])
            for piece in found
        ]
        if not any(parts for _, parts in hits):
            self.source.wrong(node, "none of these has such a trait")
        elif verb == "remove":
            for piece, parts in hits:
                for part in reversed(parts):
                    piece.remove(part)
        else:
            self._set_fields(form, [part for _, parts in hits for part in parts], change)

    def _each(self, found: Sequence[Piece], node: Node, work: Callable[[Piece], None]) -> None:
        for piece in found:
            try:
                work(piece)
            except WorkbenchError as trouble:
                self.source.wrong(node, str(trouble))
                return

    def _wanted(self, node: Node) -> tuple[Form, dict[str, str]] | None:
        """The trait that is meant: its form, and the texts some of its fields must have."""
        word = node.values.get(_TRAIT) if isinstance(node, Fields) else node
        if not isinstance(word, Text):
            self.source.wrong(node, "say which trait: {trait: Layer}, with fields that it has")
            return None
        try:
            form = traits.forms()[trait_id(word.value)]
        except WorkbenchError as trouble:
            self.source.wrong(word, str(trouble))
            return None
        fields = {}
        if isinstance(node, Fields):
            fields = self._texts(form, {k: v for k, v in node.values.items() if k != _TRAIT}, node)
        return form, fields

    def _texts(self, form: Form, said: Mapping[str, Node], node: Fields) -> dict[str, str]:
        kinds = {field.name: field.kind for field in form.fields}
        found = {}
        for name, value in said.items():
            if name not in kinds:
                place = Text(node.lines.get(name, node.line), node.column, name, True)
                self.source.wrong(
                    place, f"a {form.title} has no field {name!r}{choice(name, kinds)}"
                )
            elif kinds[name] == "many":
                self.source.wrong(value, f"{name} is a list that only a script can change")
            else:
                found[name] = unspelt(kinds[name], value, self.source)
        return found

    def _set_fields(self, form: Form, parts: Sequence[EditedTrait], change: Fields) -> None:
        to = change.values.get("to")
        if not isinstance(to, Fields):
            self.source.wrong(change, "say what its fields are to be: to: {field: value}")
            return
        fields = self._texts(form, {k: v for k, v in to.values.items() if k != _STATE}, to)
        state = to.values.get(_STATE)
        if self.wrong:
            return
        for part in parts:
            part.set(**fields)
            if state is not None:
                part.state = self.source.text(state, _STATE)

    def _components(self, change: Fields, words: Mapping[str, str], verb: str) -> None:
        found = self.module.components(
            words.get("kind", "*"), words.get("name", "*"), path=words.get("path", "*")
        )
        node = change.values[verb]
        if not found:
            self.source.wrong(change.values["components"], "no component fits this")
        elif verb == "remove":
            for component in found:
                if component.element.parent is not None:
                    component.remove()
        elif not isinstance(node, Fields):
            self.source.wrong(node, "attributes are a mapping: {name: value}")
        else:
            for component in found:
                if not self.wrong:
                    _set_attributes(component, node, self.source)


def _set_attributes(component: Component, node: Fields, source: Source) -> None:
    known = components.table().get(component.element.tag)
    sound = len(source.troubles)
    for name, value in node.values.items():
        row = known.attributes.get(name) if known is not None else None
        text = unspelt(row.kind if row is not None else "str", value, source)
        if len(source.troubles) > sound:
            return
        try:
            component[name] = text
        except WorkbenchError as trouble:
            place = Text(node.lines.get(name, node.line), node.column, name, True)
            source.wrong(place, str(trouble))
            return


def _fits(part: Trait, fields: Mapping[str, str]) -> bool:
    return all(fnmatchcase(part.text(name), wanted) for name, wanted in fields.items())


def _refuse(node: Fields, accepted: Sequence[str], source: Source) -> None:
    """Note every key that has no meaning here."""
    for name in node.values:
        if name not in accepted:
            place = Text(node.lines.get(name, node.line), node.column, name, True)
            source.wrong(
                place,
                f"unknown key {name!r}; accepted: {', '.join(accepted)}{nearest(name, accepted)}",
            )
