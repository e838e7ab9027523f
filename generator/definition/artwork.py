"""The names of themes, colours, symbols and pictures a definition may use, from the art folders."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from pathlib import Path

from generator.definition.memory import Memory
from generator.definition.theme_files import KIND, theme_troubles
from generator.definition.troubles import Trouble
from generator.definition.yaml_nodes import MappingNode, Node, NotYaml, parse, read_text
from generator.places import art_folder

IMAGES = "images"
"""The folder of finished pictures, inside an art folder."""

DRAWING_IN_TEXT = r"\{icon:(?P<icon>[^{}\s]+)\}"
"""A drawing in running text, ``{icon:anchor}``, with its name."""


class Artwork:
    """The names in a game's own ``art`` folder and in ours. Of symbols only names are read; their
    faults are found when they are drawn."""

    def __init__(self, own: Path, memory: Memory | None = None) -> None:
        self.folders: Sequence[Path] = (own, art_folder())
        self._memory = memory or Memory()

    @cached_property
    def themes(self) -> set[str]:
        """The themes by name."""
        return self._stems(KIND, ".yaml")

    @cached_property
    def symbols(self) -> set[str]:
        """The symbols by name."""
        return self._stems("symbols", ".svg")

    @cached_property
    def layouts(self) -> set[str]:
        """The layouts by name."""
        return self._stems("layouts", ".yaml")

    @cached_property
    def images(self) -> set[str]:
        """The finished pictures, by the names of their files."""
        return {
            path.name
            for folder in self.folders
            for path in (folder / IMAGES).glob("*")
            if path.is_file()
        }

    def colours(self, theme: str) -> set[str] | None:
        """The names of colours in a theme, its grounds among them; None if it is not whole."""
        return self._named_in(theme, ("colours", "grounds"))

    def grounds(self, theme: str) -> set[str] | None:
        """The names of grounds in a theme; None if it is not whole."""
        return self._named_in(theme, ("grounds",))

    def writing(self, theme: str) -> set[str] | None:
        """The kinds of text of a theme; None if it is not whole."""
        return self._named_in(theme, ("writing",))

    def faults(self, theme: str) -> list[Trouble]:
        """What is wrong with a theme; nothing for one that is not there."""
        return self._theme(theme)[1]

    def _named_in(self, theme: str, parts: Sequence[str]) -> set[str] | None:
        node, troubles = self._theme(theme)
        return _words(node, parts) if isinstance(node, MappingNode) and not troubles else None

    def _theme(self, theme: str) -> tuple[Node | None, list[Trouble]]:
        for folder in self.folders:
            path, shown = folder / KIND / f"{theme}.yaml", f"{folder.name}/{KIND}/{theme}.yaml"
            if theme in self.themes and path.is_file():
                try:
                    text = read_text(path, shown)
                    return self._memory.once(("theme", path), (text,), partial(_read, text, shown))
                except NotYaml as trouble:
                    return None, [trouble.trouble]
        return None, []

    def _stems(self, kind: str, ending: str) -> set[str]:
        return {path.stem for folder in self.folders for path in (folder / kind).glob(f"*{ending}")}


def _read(text: str, shown: str) -> tuple[Node, list[Trouble]]:
    node, troubles = parse(text, shown)
    return node, [*troubles, *theme_troubles(node)]


def _words(theme: MappingNode, parts: Sequence[str]) -> set[str]:
    found: set[str] = set()
    for part in parts:
        named = theme.values.get(part)
        if isinstance(named, MappingNode):
            found |= set(named.values)
    return found
