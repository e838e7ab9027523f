"""Who listens to which key command, and who sends it to whom.

That a field holds a key is said in ``traits.table`` and ``components.table``; what becomes of it
is said here. A piece's key commands and the hotkeys of the module are two worlds: a piece hears
what its player presses, what its menu says and what is sent to pieces; a button hears what is
pressed in a window and what a Global Hotkey fires.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

from generator.vassal import encodings, key_words
from generator.vassal.documents import Element
from generator.vassal.encodings import Key, LetterKey
from generator.vassal.traits import Form, Trait

MODULE: Final = "VASSAL.build.module."


class Reach(Enum):
    """Whom a key command is sent to."""

    ITSELF = "its own piece"
    PIECES = "pieces"
    BUTTONS = "buttons"


class Stroke(NamedTuple):
    """A key command, equal to what VASSAL takes for the same."""

    code: int
    modifiers: int
    name: str

    def __str__(self) -> str:
        if self.name:
            return self.name
        # A modifier is written with its bit and, six below, the one Java had for it before.
        words, _ = key_words.in_words(f"{self.code},{self.modifiers + (self.modifiers >> 6)}")
        return words or str(self.code)


class Heard(NamedTuple):
    """A key command a trait acts on."""

    stroke: Stroke | None
    """`None`: the menu entry has no key."""
    menu: str
    """Its menu entry; empty for none."""
    field: str
    """Field of the key."""
    menu_field: str
    fresh_menu: str
    """What the menu entry is in a trait newly made: left so, it says nothing."""


class Sent(NamedTuple):
    """A key command a trait or component sends."""

    stroke: Stroke
    reach: Reach
    field: str


_ENTRIES: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "AreaOfEffect;": (
        ("activateKey", "activateCommand"),
        ("onKey", "onMenuText"),
        ("offKey", "offMenuText"),
    ),
    "attach;": (
        ("attachKey", "attachCommandName"),
        ("clearAllKey", "clearAllCommandName"),
        ("clearMatchingKey", "clearMatchingCommandName"),
    ),
    "clone;": (("key", "commandName"),),
    "delete;": (("key", "commandName"),),
    "deselect;": (("key", "commandName"),),
    "emb2;": (
        ("activateKeyStroke", "activateCommand"),
        ("increaseKeyStroke", "upCommand"),
        ("decreaseKeyStroke", "downCommand"),
        ("resetKey", "resetCommand"),
        ("randomKey", "randomText"),
    ),
    "footprint;": (
        ("trailKey", "menuCommand"),
        ("trailKeyOn", ""),
        ("trailKeyOff", ""),
        ("trailKeyClear", ""),
    ),
    "globalhotkey;": (("commandKey", "commandName"),),
    "globalkey;": (("key", "commandName"),),
    "hide;": (("hideKey", "command"),),
    "label;": (("labelKey", "menuCommand"),),
    "macro;": (("key", "command"),),
    "markmoved;": (("key", "command"), ("keyTrue", "commandTrue"), ("keyFalse", "commandFalse")),
    "matPiece;": (("matFindKey", ""), ("matDetachKey", "")),
    "obs;": (("keyCommand", "hideCommand"), ("dealKey", "")),
    "pivot;": (("key", "command"), ("key2", "command2")),
    "placemark;": (("key", "commandName"),),
    "playSound;": (("stroke", "menuText"),),
    "propertysheet;": (("launchKeyStroke", "menuName"),),
    "replace;": (("key", "commandName"),),
    "return;": (("returnKey", "returnCommand"),),
    "rotate;": (
        ("rotateCWKey", "rotateCWText"),
        ("rotateCCWKey", "rotateCCWText"),
        ("rotateRNDKey", "rotateRNDText"),
        ("rotateDirectKey", "rotateDirectText"),
    ),
    "rotate;1": (
        ("setAngleKey", "setAngleText"),
        ("rotateRNDKey", "rotateRNDText"),
        ("rotateDirectKey", "rotateDirectText"),
    ),
    "sendto;": (("key", "commandName"), ("backKey", "backCommandName")),
    "table;": (("launchKey", "command"),),
    "translate;": (("keyCommand", "commandName"),),
}
"""For each trait the keys it acts on, with their menu entries."""
_LISTS: Final = {"macro;": "watchKeys", "report;": "keys"}
_PROPERTY_TRAITS: Final = ("PROP;", "setprop;", "setpieceprop;")

_SENDS: Final[dict[str, tuple[tuple[str, Reach], ...]]] = {
    "button;": (("stroke", Reach.ITSELF),),
    "globalhotkey;": (("globalHotKey", Reach.BUTTONS),),
    "globalkey;": (("globalKey", Reach.PIECES),),
    "locCommand;": (("key", Reach.ITSELF),),
    "macro;": (
        ("actionKeys", Reach.ITSELF),
        ("preLoopKey", Reach.ITSELF),
        ("postLoopKey", Reach.ITSELF),
    ),
    "placemark;": (("afterBurnerKey", Reach.PIECES),),
    "replace;": (("afterBurnerKey", Reach.PIECES),),
}

_COMPONENT_SENDS: Final[dict[str, tuple[tuple[str, Reach], ...]]] = {
    MODULE + "Map": (("moveKey", Reach.PIECES),),
    MODULE + "map.MassKeyCommand": (("hotkey", Reach.PIECES),),
    MODULE + "StartupGlobalKeyCommand": (("globalHotkey", Reach.BUTTONS),),
    MODULE + "DoActionButton": (
        ("hotkeys", Reach.BUTTONS),
        ("preLoopKey", Reach.BUTTONS),
        ("postLoopKey", Reach.BUTTONS),
    ),
    MODULE + "turn.TurnGlobalHotkey": (("hotkey", Reach.BUTTONS),),
    MODULE + "map.DrawPile": (("emptyHotkey", Reach.BUTTONS),),
    MODULE + "properties.BooleanScenarioProperty": (("hotkey", Reach.BUTTONS),),
    MODULE + "properties.ListScenarioProperty": (("hotkey", Reach.BUTTONS),),
    MODULE + "properties.NumberScenarioProperty": (("hotkey", Reach.BUTTONS),),
    MODULE + "properties.StringScenarioProperty": (("hotkey", Reach.BUTTONS),),
}
"""Keys of components that are sent; every other key of a component is one it hears."""
_SWITCHES: Final = {
    ("macro;", "preLoopKey"): "loop",
    ("macro;", "postLoopKey"): "loop",
    ("preLoopKey",): "doLoop",
    ("postLoopKey",): "doLoop",
    ("hotkeys",): "doHotkey",
    ("emptyHotkey",): "hotkeyOnEmpty",
}
"""A key that is sent only while a switch beside it is on."""

_OLD_AND_NEW: Final = ((1, 64), (2, 128), (4, 256), (8, 512))


def stroke(text: str) -> Stroke | None:
    """A key's text as VASSAL compares keys; `None` where it is no key."""
    key = encodings.read("key", text)
    if not isinstance(key, Key):
        return None
    if isinstance(key, LetterKey):
        return Stroke(key.code, 128, "")
    if key.name:
        return Stroke(encodings.NAMED, 0, key.name)
    held = sum(new for old, new in _OLD_AND_NEW if key.modifiers & (old | new))
    if encodings.NAMED <= key.code < 0xF8FF or (not key.code and not held):
        return None
    return Stroke(key.code, held, "")


def heard(trait: Trait) -> tuple[Heard, ...]:
    """The key commands a trait acts on, and its menu entries that have none."""
    return _heard(trait.form, trait.values) if trait.form is not None else ()


@lru_cache(maxsize=100_000)
def _heard(form: Form, values: tuple[str, ...]) -> tuple[Heard, ...]:
    trait = Trait(form, values)
    return tuple(_hears(trait))


def _hears(trait: Trait) -> Iterator[Heard]:
    form = trait.form
    assert form is not None
    if form.id in _PROPERTY_TRAITS:
        for name, texts in _property_keys(trait):
            menu, key = texts
            yield Heard(stroke(key), menu, name, name, "")
        return
    if form.id == "emb2;" and trait.text("version") == "0":
        yield from _old_layer(trait)
    else:
        idle = _idle(trait)
        for key, menu in _ENTRIES.get(form.id, ()):
            if key in idle:
                continue
            said = trait.text(menu) if menu else ""
            fresh = form.fields[form.index(menu)].fresh if menu else ""
            yield Heard(stroke(trait.text(key)), said, key, menu, fresh)
    if form.id in _LISTS:
        for found in strokes(trait.text(_LISTS[form.id])):
            yield Heard(found, "", _LISTS[form.id], "", "")
    if form.id == "report;":
        for found in strokes(trait.text("cycleDownKeys")):
            yield Heard(found, "", "cycleDownKeys", "", "")
    if form.id == "obs;" and trait.text("displayStyle")[:1] == "P":
        yield Heard(
            stroke(trait.text("displayStyle")[1:]), trait.text("peekCommand"), "displayStyle",
            "peekCommand", "Peek",
        )  # fmt: skip


def _idle(trait: Trait) -> frozenset[str]:
    """The keys of a trait that it does not act on, as it is set."""
    if trait.id == "emb2;":
        off = set()
        if trait.text("alwaysActive") == "true":
            off.add("activateKeyStroke")
        if trait.text("followProperty") == "true":
            off |= {"increaseKeyStroke", "decreaseKeyStroke", "resetKey", "randomKey"}
        return frozenset(off)
    if trait.id == "AreaOfEffect;" and trait.text("alwaysActive") == "true":
        return frozenset(("activateKey", "onKey", "offKey"))
    if trait.id == "attach;" and trait.text("autoAttach") == "true":
        return frozenset(("attachKey", "clearAllKey", "clearMatchingKey"))
    return frozenset()


def _old_layer(trait: Trait) -> Iterator[Heard]:
    for key, modifiers, menu in (
        ("activateKey", "activateModifiers", "activateCommand"),
        ("upKey", "upModifiers", "upCommand"),
        ("downKey", "downModifiers", "downCommand"),
    ):
        letters = trait.text(key)
        if not letters and not (key == "activateKey" and trait.text("activateKey")):
            continue
        held = trait.text(modifiers)
        for letter in letters:
            yield Heard(stroke(f"{ord(letter)},{held}"), trait.text(menu), key, menu, "")
    if trait.text("resetKey"):
        yield Heard(stroke(trait.text("resetKey")), trait.text("resetCommand"), "resetKey",
                    "resetCommand", "")  # fmt: skip


def _property_keys(trait: Trait) -> Iterator[tuple[str, tuple[str, str]]]:
    """The field, and the menu entry and key, of each command of a property trait."""
    rows: dict[str, dict[str, str]] = {}
    for part in encodings.parts("keycommands", trait.text("keyCommands")):
        if len(part.path) > 1:
            rows.setdefault(part.path[0], {})[part.path[1]] = part.text
    for row in rows.values():
        yield "keyCommands", (row.get("menu", ""), row.get("key", ""))


def sent(trait: Trait) -> Iterator[Sent]:
    """The key commands a trait sends."""
    if trait.form is None:
        return
    for name, reach in _SENDS.get(trait.id, ()):
        switch = _SWITCHES.get((trait.id, name))
        if switch is not None and trait.text(switch) != "true":
            continue
        if trait.id == "button;" and trait.text("launchPopupMenu") == "true":
            continue
        for found in strokes(trait.text(name), is_list=name == "actionKeys"):
            yield Sent(found, reach, name)


def sent_by(element: Element, classes: frozenset[str]) -> Iterator[Sent]:
    """The key commands a component sends; ``classes``: its own and those it extends."""
    starts_hotkey = element.get("hotkeyOrKeyCommand") == "sendHotkey"
    for cls, rows in _COMPONENT_SENDS.items():
        if cls not in classes:
            continue
        for name, reach in rows:
            switch = _SWITCHES.get((name,))
            if switch is not None and element.get(switch) != "true":
                continue
            if name == "globalHotkey" and not starts_hotkey:
                continue
            if cls.endswith("MassKeyCommand") and starts_hotkey:
                continue
            for found in strokes(element.get(name), is_list=name == "hotkeys"):
                yield Sent(found, reach, name)


def is_sent(name: str, classes: frozenset[str]) -> bool:
    """Whether a component's key is one it sends rather than hears."""
    return any(
        name == row[0] for cls, rows in _COMPONENT_SENDS.items() if cls in classes for row in rows
    )


def strokes(text: str, is_list: bool = True) -> Iterator[Stroke]:
    """The keys of a list, or of a single key's text."""
    if not text:
        return
    for part in encodings.parts("keylist" if is_list else "key", text):
        found = stroke(part.text)
        if found is not None:
            yield found
