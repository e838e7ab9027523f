"""The other members of an archive as files: pictures, sounds, help pages, whatever is in it.

``images/`` and ``sounds/`` lie in the folder as in the archive, everything else in ``files/``. A
member whose name no file can have, or that occurs twice, gets another, which is noted.
"""

from __future__ import annotations

from typing import Final

from generator.light import dataclass
from generator.workbench.text.disk_names import Names, is_safe, safe_name
from generator.workbench.text.reading import Fields, Items, Node, Text
from generator.workbench.text.spelling import Source, refuse_others
from generator.workbench.text.writing import Tall, Value

OTHER: Final = "files"
FOLDERS: Final = ("images", "sounds", OTHER)
"""The folders whose files all become members."""
_MEMBER, _FILE = "member", "file"


@dataclass(frozen=True, slots=True)
class Member:
    """A member of the archive and the file it stands in."""

    name: str
    file: str = ""
    """Empty for what is made of text, and for a folder."""
    line: int = 0
    """Where it is listed."""


class Shelf:
    """Finds a file for each member."""

    def __init__(self) -> None:
        self._names = Names()

    def place(self, name: str) -> Member:
        """The file for a member's bytes."""
        usual = usual_file(name)
        if is_safe(usual) and self._names.is_free(usual):
            return Member(name, self._names.take(usual))
        parts = [_safe_part(part) for part in usual.split("/")]
        return Member(name, self._names.take("/".join(parts)))


def usual_file(name: str) -> str:
    """Where a member lies unless something speaks against it."""
    top, _, rest = name.partition("/")
    return name if rest and top in ("images", "sounds") else f"{OTHER}/{name}"


def usual_member(file: str) -> str:
    """The member a file becomes: the reverse of `usual_file`."""
    return file.removeprefix(f"{OTHER}/")


def _safe_part(part: str) -> str:
    stem, dot, ending = part.rpartition(".")
    if not dot or not ending.isalnum() or len(ending) > 5:
        return safe_name(part)
    return f"{safe_name(stem)}.{ending}"


def spell(members: list[Member]) -> Value:
    """The list of members as text: the name alone, where that says the file as well."""
    made = {member.name for member in members if not member.file}
    return Tall(
        member.name
        if not member.file or (member.file == usual_file(member.name) and member.name not in made)
        else {_MEMBER: member.name, _FILE: member.file}
        for member in members
    )


def read(node: Node | None, made: frozenset[str], source: Source) -> list[Member]:
    """The list of members; ``made`` are those that are made of text."""
    if node is None:
        return []
    if not isinstance(node, Items):
        source.wrong(node, "members is a list")
        return []
    found: list[Member] = []
    for item in node.items:
        if isinstance(item, Fields):
            refuse_others(item, (_MEMBER, _FILE), source)
            name = source.text(item.values.get(_MEMBER), _MEMBER)
            file = source.text(item.values.get(_FILE), _FILE)
            if not file.startswith(tuple(f"{folder}/" for folder in FOLDERS)):
                source.wrong(item, f"{file!r} does not lie in {', '.join(FOLDERS)}")
                continue
        elif isinstance(item, Text) and item.value:
            name = item.value
            file = "" if name in made or name.endswith("/") else usual_file(name)
        else:
            source.wrong(item, "a member is its name, or member and file")
            continue
        found.append(Member(name, file, item.line))
    return found
