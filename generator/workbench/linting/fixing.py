"""Mending what can be mended without a doubt; everything else stays as it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace

from generator.errors import BroadsideError
from generator.light import dataclass
from generator.vassal import commands, components, documents, saves, trees
from generator.vassal.commands import Player
from generator.vassal.documents import Element
from generator.vassal.kinds import Part
from generator.vassal.saves import Save
from generator.workbench.linting import images, setups, structure
from generator.workbench.linting.codes import check_chosen, matches
from generator.workbench.linting.survey import MAP, Survey, is_a
from generator.workbench.opened import DEFINITIONS, Definition, OpenModule, name_of

FIXED = ("component.order", "image.case", "map.parts", "setup.password")
"""The codes that can be mended."""
_ENCODER = "VASSAL.build.module.BasicCommandEncoder"
_MAP = "VASSAL.build.module.map."


@dataclass(slots=True)
class Mended:
    """What was mended in a module."""

    changes: dict[str, bytes] = field(default_factory=dict)
    """The new bytes of members other than the buildFile."""
    done: list[str] = field(default_factory=list)
    """One line for each thing done."""


def mend(
    module: OpenModule,
    base: OpenModule | None = None,
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
) -> Mended:
    """Mend a module in memory: its document and the members in ``changes``.

    Raises `UnknownCodeError` for a code that there is not.
    """
    check_chosen([*select, *ignore])
    mended = Mended()
    fixes: Mapping[str, Callable[[OpenModule, OpenModule | None], Iterator[str]]] = {
        "component.order": _encoder_first,
        "map.parts": _add_parts,
        "image.case": _right_capitals,
    }
    for code, fix in fixes.items():
        if (not select or matches(code, select)) and not matches(code, ignore):
            mended.done += fix(module, base)
    code = "setup.password"
    if (not select or matches(code, select)) and not matches(code, ignore):
        for member in setups.saved_games(module.members):
            new = _without_players(member, module.members[member])
            if new is not None:
                mended.changes[member] = new
                mended.done.append(f"{member}: players and their passwords taken out")
    return mended


def _encoder_first(module: OpenModule, base: OpenModule | None) -> Iterator[str]:
    root = module.root
    troubles = list(structure.order(Survey(module, base)))
    if not troubles:
        return
    encoder = next((child for child in root.children if is_a(child, _ENCODER)), None)
    if encoder is None:
        root.insert(0, documents.make(_ENCODER))
        yield "BasicCommandEncoder added before everything else"
    else:
        root.remove(encoder)
        root.insert(0, encoder)
        yield "BasicCommandEncoder moved before everything else"


def _add_parts(module: OpenModule, base: OpenModule | None) -> Iterator[str]:
    survey = Survey(module, base)
    for home in list(survey.elements(MAP)):
        missing = structure.missing_parts(home)
        if not missing:
            continue
        at = _after_parts(home)
        for tag in missing:
            home.insert(at, documents.make(tag, _fresh(tag)))
            at += 1
        names = ", ".join(tag.rpartition(".")[2] for tag in missing)
        yield f"map {name_of(home)!r}: {names} added"


def _after_parts(home: Element) -> int:
    """Where VASSAL's editor has a map's parts: after the boards and the stacks' looks."""
    first = (*structure.PARTS, f"{_MAP}BoardPicker", f"{_MAP}StackMetrics")
    places = [at for at, child in enumerate(home.children) if is_a(child, *first)]
    return places[-1] + 1 if places else 0


def _fresh(tag: str) -> dict[str, str]:
    known = components.table()[tag]
    return {name: row.default for name, row in known.attributes.items() if row.default}


# --- Capitals ---------------------------------------------------------------------------


def _right_capitals(module: OpenModule, base: OpenModule | None) -> Iterator[str]:
    survey = Survey(module, base)
    wrong = images.wrong_capitals(survey)
    if not wrong:
        return

    def right(part: Part) -> str:
        return wrong.get(part.text, part.text) if part.kind == "image" else part.text

    for element in module.root.iter():
        _rename_attributes(element, right)
        if element.tag in DEFINITIONS:
            definition = Definition(element)
            chain = definition.chain
            new = tuple(trait.rewritten(right) for trait in chain)
            if new != chain:
                definition.set_chain(new)
    for name, other in sorted(wrong.items()):
        yield f"image {name!r} named {other!r}, as its file is"


def _rename_attributes(element: Element, right: Callable[[Part], str]) -> None:
    new, _ = components.rewritten(element.tag, element.attributes, "", right)
    for name, text in new.items():
        element.set(name, text)


# --- Passwords --------------------------------------------------------------------------


def _without_players(member: str, data: bytes) -> bytes | None:
    """The saved game with an empty roster; `None` where that is not enough, or nothing is there.

    A player whose password stands elsewhere too owns something in the game: to take the password
    away would leave it without an owner.
    """
    try:
        save = saves.from_bytes(data, member)
        known = _players(save)
        if not known or save.first_step() is not None or _own_something(save, known):
            return None
        text = trees.rewritten(save.text, lambda leaf: "" if leaf.startswith("PLAYER\t") else leaf)
        return saves.pack(replace(save, text=text))
    except BroadsideError:
        return None


def _players(save: Save) -> list[Player]:
    """Those who stand in the roster with a password."""
    decoded = (commands.decode(leaf) for _, leaf in save.leaves() if leaf.startswith("PLAYER\t"))
    return [command for command in decoded if isinstance(command, Player) and command.id]


def _own_something(save: Save, known: Sequence[Player]) -> bool:
    passwords = {player.id for player in known if player.id}
    return any(
        password in leaf
        for _, leaf in save.leaves()
        if not leaf.startswith("PLAYER\t")
        for password in passwords
    )
