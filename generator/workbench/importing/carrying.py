"""The module itself as a part of the definition: its members word for word, and what is what."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import field
from hashlib import sha256
from pathlib import Path
from typing import Any

from generator.definition.carried import BOUND, MEMBERS, Carried, Composed, said_of
from generator.files import new_folder
from generator.light import dataclass
from generator.vassal.addresses import Addresses
from generator.vassal.documents import Element
from generator.workbench.importing.pictures import Pictures
from generator.workbench.opened import OpenModule
from generator.workbench.text.disk_names import Names, is_safe, safe_name

_READ = (".yaml", ".csv")
"""Endings of the files that a definition is read from."""


@dataclass(slots=True)
class Binding:
    """What in a module each thing of the definition is."""

    addresses: Addresses
    bound: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)

    def bind(self, kind: str, name: str, element: Element | None = None, **more: Any) -> None:
        """A thing of the definition is this component; ``more`` tells of it besides."""
        row = self.bound.setdefault(kind, {}).setdefault(name, {})
        if element is not None:
            row["at"] = self.addresses.of(element)
        row.update(more)


def carried_files(
    module: OpenModule, binding: Binding, pictures: Pictures, files: Mapping[str, bytes]
) -> dict[str, bytes]:
    """What lies in ``carried``: the members that are no pictures of the definition's own, and the
    list of them. ``files`` are those of the definition."""
    taken = Names()
    places: dict[str, str] = {}
    made: dict[str, bytes] = {}
    for member, data in module.members.items():
        file = pictures.of_member(member)
        if file is not None:
            places[member] = f"art/images/{file}"
            continue
        wanted = member if is_safe(member) else "/".join(map(safe_name, member.split("/")))
        places[member] = f"{MEMBERS}/{taken.take(wanted)}"
        made[places[member]] = data
    composed = {
        f"art/images/{file}": Composed(sha256(pictures.kept[file]).hexdigest(), members)
        for file, members in pictures.composed_of.items()
    }
    carried = Carried(
        Path(),
        module.path.name,
        module.build_file,
        places,
        composed,
        binding.bound,
        _said(files),
    )
    return {BOUND: carried.to_json().encode(), **made}


def _said(files: Mapping[str, bytes]) -> dict[str, dict[str, dict[str, Any]]]:
    """What the definition of these files says, read as every build will read it."""
    from generator.definition.reader import load_game

    with tempfile.TemporaryDirectory(prefix="broadside-import-") as above:
        folder = Path(above) / "game"
        # Of pictures it counts only that they are there.
        new_folder(
            folder,
            {name: data if name.endswith(_READ) else b"" for name, data in files.items()},
        )
        return said_of(load_game(folder))
