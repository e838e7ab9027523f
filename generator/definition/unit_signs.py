"""Unit signs by name: ``nato:armour+motorised/battalion`` read into branches, size and marks.

A sign is a symbol like any other and may stand wherever a symbol's name may::

    nato:BRANCH[+BRANCH...][/WORD...]

The words after the branches need no order: a size, whose frame it is, marks, or a text of one's
own in the place of the size (``text:KG``). Only names live here, so that a definition can be
judged without drawing; :mod:`generator.drawing.nato` draws them. The vocabulary follows APP-6(A),
and the habits of wargames where those are better known (a solid oval is a heavy tank).
"""

from __future__ import annotations

from functools import cache

from generator.definition.troubles import choice
from generator.errors import BroadsideError, nearest
from generator.light import dataclass

PREFIX = "nato:"
"""What the name of a unit sign begins with."""

MOST_BRANCHES = 4
"""How many branches one sign may put together; more cannot be told apart at half an inch."""

LONGEST_TEXT = 5
"""How many letters a size in words of one's own may have."""

BRANCHES = {
    "infantry": "crossed straps",
    "mechanised": "infantry with tracks",
    "armoured_infantry": "infantry that fights from its carriers",
    "motorised": "infantry on wheels; with another branch its wheels alone",
    "armour": "tanks",
    "light_tank": "tanks, light: the oval open at its ends",
    "heavy_tank": "tanks, heavy: the oval filled",
    "assault_gun": "guns without turrets",
    "tank_destroyer": "anti-tank guns on tracks",
    "reconnaissance": "one strap",
    "cavalry": "the old slash, lower half filled",
    "horse_cavalry": "one strap and a horseshoe",
    "armoured_reconnaissance": "one strap and tracks",
    "artillery": "a ball",
    "self_propelled_artillery": "a ball on tracks",
    "rocket_artillery": "a ball under rockets",
    "infantry_gun": "a ball over crossed straps",
    "coastal_artillery": "a ball over waves",
    "mortar": "a bomb rising",
    "machine_gun": "heavy weapons: a barrel on its mount",
    "anti_tank": "an arrowhead from below",
    "self_propelled_anti_tank": "an arrowhead and tracks",
    "anti_air": "a dome",
    "flak": "a dome over a barrel",
    "searchlight": "a dome and beams",
    "engineer": "a bridge on three piers",
    "assault_engineer": "a bridge on three piers over crossed straps",
    "construction": "a hammer",
    "bridging": "two banks",
    "airborne": "a gull's wings",
    "parachute": "a canopy",
    "glider": "long straight wings",
    "mountain": "a peak",
    "ski": "runners",
    "bicycle": "two wheels in one frame",
    "motorcycle": "two heavy wheels",
    "marine": "waves",
    "naval": "an anchor",
    "partisan": "crossed straps in a circle",
    "militia": "one arm of the straps",
    "fortress": "battlements",
    "police": "MP",
    "security": "SY",
    "penal": "bars",
    "special_forces": "SF",
    "commando": "a dagger",
    "sniper": "a sight",
    "signals": "a flash",
    "observer": "an eye's triangle",
    "headquarters": "a heavy head of the frame",
    "combined_arms": "straps, tracks and ball",
    "supply": "a line along the foot",
    "fuel": "a funnel",
    "ammunition": "a round",
    "maintenance": "a spanner",
    "transport": "a wheel with spokes",
    "medical": "a cross",
    "railway": "rails and sleepers",
    "armoured_train": "tracks on rails",
    "fixed_wing": "a propeller",
    "rotary_wing": "a rotor",
    "fighter": "an aeroplane with one engine",
    "bomber": "an aeroplane with two engines",
    "transport_aircraft": "a propeller and a line",
    "air_force_ground": "a propeller over the sign",
    "amphibious": "one wave",
    "self_propelled": "tracks under the frame",
    "halftrack": "a wheel and a track under the frame",
    "towed": "wheels and a bar under the frame",
    "pack": "peaks under the frame: animals carry it",
    "horse_drawn": "a horseshoe under the frame",
}
"""Every branch and means of moving, with what its sign shows."""

SIZES = {
    "team": "a ring struck through",
    "squad": "one dot",
    "section": "two dots",
    "platoon": "three dots",
    "company": "one bar",
    "battalion": "two bars",
    "regiment": "three bars",
    "brigade": "one cross",
    "division": "two crosses",
    "corps": "three crosses",
    "army": "four crosses",
    "army_group": "five crosses",
    "theatre": "six crosses",
}
"""Sizes of units, from the least, with the sign over the frame."""

AFFILIATIONS = {
    "friend": "a rectangle, half again as wide as high",
    "hostile": "a diamond",
    "neutral": "a square",
    "unknown": "a quatrefoil",
}
"""Whose the unit is, with its frame; ``friend`` where nothing is said."""

MARKS = {
    "staff": "a staff down from the frame: this is the headquarters itself",
    "task_force": "a bracket over the frame: put together for one task",
    "reinforced": "(+) beside the size",
    "reduced": "(-) beside the size",
    "dummy": "a broken roof over the frame: nothing is there",
    "reversed": "light on dark: guards, elite",
    "planned": "a broken frame: not there yet, or a place where it is expected",
}
"""What else may be said of a unit."""

_OTHER_SPELLINGS = {
    "mechanized": "mechanised",
    "motorized": "motorised",
    "armor": "armour",
    "armored": "armour",
    "armoured": "armour",
    "tank": "armour",
    "tracked": "armour",
    "panzer": "armour",
    "panzergrenadier": "armoured_infantry",
    "armored_infantry": "armoured_infantry",
    "armored_reconnaissance": "armoured_reconnaissance",
    "armored_cavalry": "armoured_reconnaissance",
    "armoured_cavalry": "armoured_reconnaissance",
    "armored_train": "armoured_train",
    "recon": "reconnaissance",
    "scout": "reconnaissance",
    "horse": "horse_cavalry",
    "guerrilla": "partisan",
    "irregular": "partisan",
    "paratroop": "parachute",
    "paratrooper": "parachute",
    "alpine": "mountain",
    "cyclist": "bicycle",
    "military_police": "police",
    "mp": "police",
    "heavy_weapons": "machine_gun",
    "mg": "machine_gun",
    "anti_aircraft": "anti_air",
    "air_defence": "anti_air",
    "air_defense": "anti_air",
    "antitank": "anti_tank",
    "rocket": "rocket_artillery",
    "pioneer": "engineer",
    "sapper": "engineer",
    "bridge": "bridging",
    "hq": "headquarters",
    "logistics": "supply",
    "truck": "transport",
    "rail": "railway",
    "aviation": "fixed_wing",
    "helicopter": "rotary_wing",
    "luftwaffe_field": "air_force_ground",
    "marines": "marine",
    "navy": "naval",
    "wheeled": "motorised",
    "sp_artillery": "self_propelled_artillery",
    "fire_team": "team",
    "troop": "platoon",
    "battery": "company",
    "squadron": "company",
    "front": "army_group",
    "theater": "theatre",
    "enemy": "hostile",
    "friendly": "friend",
    "guards": "reversed",
    "elite": "reversed",
    "feint": "dummy",
}
"""Words people also use, as they are called here."""

_TEXT = "text:"
_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-+/ ")


class UnitSignError(BroadsideError):
    """A unit sign with a word that nobody knows, or with words that cannot stand together."""


@dataclass(frozen=True, slots=True)
class UnitSign:
    """A sign taken apart. ``text`` stands in the place of the size; marks are in house order."""

    branches: tuple[str, ...]
    size: str = ""
    affiliation: str = "friend"
    marks: tuple[str, ...] = ()
    text: str = ""


def is_unit_sign(name: str) -> bool:
    """Whether a symbol's name asks for a unit sign."""
    return name[: len(PREFIX)].lower() == PREFIX


def sign_instead(name: str) -> str:
    """A clause for a symbol that is missing, when a unit sign is what was meant."""
    try:
        read_unit_sign(PREFIX + name)
    except UnitSignError:
        return ""
    return f"; a unit sign is written {PREFIX + name!r}"


@cache
def read_unit_sign(name: str) -> UnitSign:
    """What a name such as ``nato:infantry/division/hostile`` says.

    Spaces and hyphens do for ``_``, capitals for small letters, and other common spellings are
    understood (``armor``, ``recon``, ``hq``).

    Raises UnitSignError naming the word, what is accepted, and the nearest.
    """
    first, *others = name[len(PREFIX) :].split("/")
    branches = tuple(dict.fromkeys(_branch(name, word) for word in first.split("+")))
    if len(branches) > MOST_BRANCHES:
        raise UnitSignError(
            f"unit sign {name!r} puts {len(branches)} branches together; at most {MOST_BRANCHES}"
        )
    said: dict[str, str] = {}
    marks: set[str] = set()
    for other in others:
        kind, word = _other(name, other)
        if kind == "mark":
            marks.add(word)
            continue
        place = "size" if kind == "text" else kind
        if place in said:
            raise UnitSignError(
                f"unit sign {name!r} has two words for one thing: {said[place]!r} and {word!r}"
            )
        said[place] = said[kind] = word
    return UnitSign(
        branches,
        "" if "text" in said else said.get("size", ""),
        said.get("affiliation", "friend"),
        tuple(mark for mark in MARKS if mark in marks),
        said.get("text", ""),
    )


def _plain(word: str) -> str:
    plain = "_".join(word.lower().replace("-", " ").replace("_", " ").split())
    return _OTHER_SPELLINGS.get(plain, plain)


def _branch(name: str, word: str) -> str:
    plain = _plain(word)
    if plain in BRANCHES:
        return plain
    spellings = [old for old, new in _OTHER_SPELLINGS.items() if new in BRANCHES]
    raise UnitSignError(
        f"unit sign {name!r} has no branch {word!r}"
        f"{choice(word, BRANCHES, hint=nearest(plain, [*BRANCHES, *spellings]))}"
    )


def _other(name: str, word: str) -> tuple[str, str]:
    """What kind of word it is (``size``, ``affiliation``, ``mark``, ``text``), and its name."""
    if word.strip().lower().startswith(_TEXT):
        return "text", _own_text(name, word.strip()[len(_TEXT) :])
    plain = _plain(word)
    for kind, words in (("size", SIZES), ("affiliation", AFFILIATIONS), ("mark", MARKS)):
        if plain in words:
            return kind, plain
    hint = ""
    if plain in BRANCHES:
        hint = f"; {plain!r} is a branch: put it before the first '/', joined with '+'"
    accepted = ["text:KG", *SIZES, *AFFILIATIONS, *MARKS]
    raise UnitSignError(
        f"unit sign {name!r} has no size, frame or mark {word!r}"
        f"{choice(word, accepted, hint=hint, near=plain)}"
    )


def _own_text(name: str, words: str) -> str:
    text = words.strip().upper()
    wrong = sorted(set(text) - _LETTERS)
    if not text or len(text) > LONGEST_TEXT or wrong:
        raise UnitSignError(
            f"unit sign {name!r}: the text {words!r} must have 1 to {LONGEST_TEXT} "
            "letters A-Z, figures or . - + signs"
        )
    return text
