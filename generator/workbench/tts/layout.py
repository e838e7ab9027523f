"""Which part of a save lies in which file when it is unpacked.

    tabletop.json                how the save is written, and where it departs from that
    save.json                    the save's own settings, and the list of its objects
    global.lua, global.xml       the save's script and user interface
    global.state.txt             what its script keeps
    note.txt, notebook/          the note, and the notebook's tabs
    objects/NAME GUID.json       an object; its .lua, .xml and .state.txt beside it
    objects/NAME GUID/           what it contains, its other states, what is joined to it;
                                 cards that are no more than cards stay in their deck's file

In JSON a text that has a file is ``{"file": "global.lua"}``, with its ``"line ends"`` where they
are not those of macOS and Linux; a list of objects is a list of the files' names. Names are given
from the folder of the file that they stand in. What stands in the save itself in the place of
either, and would read like it, is ``{"verbatim": ...}``.
"""

from __future__ import annotations

import re
from typing import Any, Final

from generator.light import dataclass
from generator.tabletop_simulator.kinds import DECKS
from generator.tabletop_simulator.spelled import Json
from generator.workbench.text.disk_names import safe_name

MARKER: Final = "tabletop.json"
"""How the save is written; a folder without it holds none."""
SAVE: Final = "save.json"
FOLDERS: Final = ("objects", "notebook")
"""Folders that are ours, with all the files of these endings in them."""
ENDINGS: Final = (".json", ".lua", ".xml", ".txt")
TOP: Final = (
    *(SAVE, "global.lua", "global.xml", "global.state.txt"),
    *("note.txt", "rules.txt", "description.txt", "gm-notes.txt"),
)
"""Our files beside the marker."""

FILE: Final = "file"
LINE_ENDS: Final = "line ends"
VERBATIM: Final = "verbatim"
CRLF: Final = "CRLF"
MIXED: Final = "mixed"

ROOT_LIST: Final = "ObjectStates"
LISTS: Final = ("ContainedObjects", "ChildObjects")
STATES: Final = "States"
TABS: Final = "TabStates"
TAB_BODY: Final = "body"

_PREFIXES = {"ChildObjects": "child ", STATES: "state "}
_LONGEST_NAME = 40
_LONGEST_PATH = 180
"""Windows takes 260 letters, and the folder's own place is among them."""
MARKUP: Final = re.compile(r"\[/?(?:b|i|u|s|su[bp]|-|[0-9a-fA-F]{6,8})\]")
"""How a text is made bold or red in the game."""
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufeff\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Text:
    """A text that has a file of its own."""

    ending: str
    """Of the file's name, after the object's."""
    at_root: str
    """The file of the save's own."""
    always: bool
    """Whether it has one as soon as there is any; else only with more lines than one."""


TEXTS: Final = {
    "LuaScript": Text(".lua", "global.lua", always=True),
    "LuaScriptState": Text(".state.txt", "global.state.txt", always=True),
    "XmlUI": Text(".xml", "global.xml", always=True),
    "Note": Text(".note.txt", "note.txt", always=False),
    "Rules": Text(".rules.txt", "rules.txt", always=False),
    "Description": Text(".description.txt", "description.txt", always=False),
    "GMNotes": Text(".gm-notes.txt", "gm-notes.txt", always=False),
}
"""By the key of the save or object."""


def lists_of(is_root: bool) -> tuple[str, ...]:
    """The keys of the save itself, or of an object, that hold objects."""
    return (ROOT_LIST,) if is_root else (*LISTS, STATES)


def objects_in(key: str, value: Any) -> list[tuple[Any, Any]]:
    """(index or state's number, value) of all that stands in a place for objects."""
    if key == STATES:
        return list(value.items()) if isinstance(value, dict) else []
    return list(enumerate(value)) if type(value) is list else []


def stays_inside(holder: Json, value: Json) -> bool:
    """Whether an object is written in the file of what holds it: a card in a deck, if it is no more
    than a card."""
    if not isinstance(value, dict):
        return True
    kind = holder.get("Name") if isinstance(holder, dict) else None
    if not isinstance(kind, str) or kind not in DECKS:
        return False
    more = any(value.get(key) for key in (*LISTS, STATES))
    return not more and not any(
        isinstance(text := value.get(key), str) and has_file(key, text) for key in TEXTS
    )


def has_file(key: str, text: str) -> bool:
    """Whether a text goes into a file: it has to be one that an editor shows whole."""
    if key in TEXTS and TEXTS[key].always:
        return bool(text) and _CONTROL.search(text) is None
    return "\n" in text.strip("\r\n") and _CONTROL.search(text) is None


def lines_of(text: str) -> tuple[str, str]:
    """A text as it stands in its file, with line ends of one letter, and which it had.

    The latter is empty for these. Where a text has several sorts they are kept.
    """
    whole = text.count("\r\n")
    if whole == text.count("\n") == text.count("\r"):
        return text.replace("\r\n", "\n"), CRLF if whole else ""
    return text, MIXED if "\r" in text else ""


def with_ends(text: str, ends: str) -> str:
    """The text that `lines_of` made another of, or that somebody changed since, with any editor."""
    if ends == MIXED:
        return text
    text = text.replace("\r\n", "\n")
    return text.replace("\n", "\r\n") if ends == CRLF else text


def told_from(path: str, name: str) -> str:
    """How a file is called in another: from the folder that one is in."""
    folder = path.rpartition("/")[0]
    return name.removeprefix(f"{folder}/") if folder else name


def reads_like_ours(key: str, value: object) -> bool:
    """Whether a value in the place of a text or of objects would be taken for what we put there."""
    if isinstance(value, dict) and len(value) == 1 and VERBATIM in value:
        return True
    if key in TEXTS or key == TAB_BODY:
        return isinstance(value, dict) and FILE in value
    if key == STATES:
        return isinstance(value, dict) and any(isinstance(one, str) for one in value.values())
    return type(value) is list and any(isinstance(one, str) for one in value)


def object_name(key: str, state: str, value: Json) -> str:
    """The name of an object's file, without its ending.

    ``key`` is of the list it is in, ``state`` its number among an object's states.
    """
    if not isinstance(value, dict):
        return ""
    said = value.get("Nickname")
    nickname = said if isinstance(said, str) else ""
    kind, guid = value.get("Name"), value.get("GUID")
    title = safe_name(MARKUP.sub("", nickname)[: 4 * _LONGEST_NAME], "")[:_LONGEST_NAME]
    if not title.strip(" ._"):
        title = safe_name(kind, "object")[:_LONGEST_NAME] if isinstance(kind, str) else "object"
    number = safe_name(state, "")[:4] + " " if key == STATES else ""
    known = f" {safe_name(guid, '')[:12]}" if isinstance(guid, str) and guid else ""
    return _PREFIXES.get(key, "") + number + title.rstrip(" .") + known.rstrip(" .")


def tab_name(key: str, value: dict[str, Any]) -> str:
    """The name of the file of a notebook's tab, without its ending."""
    title = value.get("title")
    told = safe_name(title, "")[:_LONGEST_NAME] if isinstance(title, str) else ""
    return f"{safe_name(key, 'tab')[:12]} {told}".rstrip(" .")


def is_short(path: str) -> bool:
    """Whether a path is one that Windows can hold."""
    return len(path) <= _LONGEST_PATH
