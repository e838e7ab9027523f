"""The names of themes, colours, symbols and pictures a definition may use, from the art folders."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from pathlib import Path

from generator.definition.memory import Memory
from generator.definition.yaml_nodes import MappingNode, NotYaml, parse, read_text
from generator.places import art_folder

IMAGES = "images"
"""The folder of finished pictures, inside an art folder."""

DRAWING_IN_TEXT = r"\{icon:(?P<icon>[^{}\s]+)\}"
"""A drawing in running text, ``{icon:anchor}``, with its name."""


class Artwork:
    """The names in a game's own ``art`` folder and in ours. Only names are read; faults of a theme
    or a symbol are found when it is drawn."""

    def __init__(self, own: Path, memory: Memory | None = None) -> None:
        self.folders: Sequence[Path] = (own, art_folder())
        self._memory = memory or Memory()

    @cached_property
    def themes(self) -> set[str]:
        """The themes by name."""
        return self._stems("themes", ".yaml")

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
        """The names of colours in a theme; None if the theme cannot be read."""
        return self._named_in(theme, ("colours", "grounds"))

    def writing(self, theme: str) -> set[str] | None:
        """The kinds of text of a theme; None if the theme cannot be read."""
        return self._named_in(theme, ("writing",))

    def _named_in(self, theme: str, parts: Sequence[str]) -> set[str] | None:
        for folder in self.folders:
            path = folder / "themes" / f"{theme}.yaml"
            if theme in self.themes and path.is_file():
                try:
                    text = read_text(path, path.name)
                    node, _ = self._memory.once(
                        ("theme", path), (text,), partial(parse, text, path.name)
                    )
                except NotYaml:
                    return None
                return _words(node, parts) if isinstance(node, MappingNode) else None
        return None

    def _stems(self, kind: str, ending: str) -> set[str]:
        return {path.stem for folder in self.folders for path in (folder / kind).glob(f"*{ending}")}


def _words(theme: MappingNode, parts: Sequence[str]) -> set[str]:
    found: set[str] = set()
    for part in parts:
        named = theme.values.get(part)
        if isinstance(named, MappingNode):
            found |= set(named.values)
    return found
