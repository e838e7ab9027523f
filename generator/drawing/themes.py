"""Themes: a game's colours and typefaces by name, read from ``art/themes/*.yaml``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from generator.definition.theme_files import GROUND, KIND, theme_troubles
from generator.definition.yaml_nodes import NotYaml, parse, read_text
from generator.drawing.colours import channels, contrast, mix
from generator.drawing.rereading import reads_art
from generator.drawing.typefaces import FACES
from generator.errors import BroadsideError, nearest
from generator.light import dataclass
from generator.places import art_folder
from generator.plain_yaml import PlainYamlError, plain_yaml

NEUTRAL = "neutral"
"""The ground of a counter that names none."""

READABLE = 4.5
"""The least contrast of text with what it stands on."""


class ThemeError(BroadsideError):
    """A theme that is missing or unsound, or a name it does not have."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What a counter stands on, and the colours that go with it (``#rrggbb``)."""

    fill: str
    ink: str
    shade: str
    accent: str
    band: str


@dataclass(frozen=True, slots=True)
class Theme:
    """A theme worked out: every lookup gives ``#rrggbb`` or a typeface, or names the nearest."""

    name: str
    colours: Mapping[str, str]
    grounds: Mapping[str, Ground]
    writing: Mapping[str, str]

    def colour(self, name: str) -> str:
        """A colour of the theme, the fill of a ground, or ``#rrggbb`` as it stands."""
        if name.startswith("#"):
            channels(name)
            return name
        if name in self.colours:
            return self.colours[name]
        if name in self.grounds:
            return self.grounds[name].fill
        accepted = [*self.colours, *self.grounds]
        raise ThemeError(f"theme {self.name!r} has no colour {name!r}{nearest(name, accepted)}")

    def ground(self, name: str | None, ink: str | None = None) -> Ground:
        """The ground called ``name``; for a plain colour one is made that can be read on."""
        found = self.grounds.get(name or NEUTRAL)
        if found is None:
            fill = self.colour(name or "paper")
            dark, light = self.colour("ink"), self.colour("paper")
            text = dark if contrast(dark, fill) >= contrast(light, fill) else light
            away = "#000000" if text == light else "#ffffff"
            found = Ground(fill, text, mix(text, fill, 0.35), text, mix(fill, away, 0.18))
        if ink is None:
            return found
        return Ground(found.fill, self.colour(ink), found.shade, found.accent, found.band)

    def face(self, role: str) -> str:
        """The typeface of a kind of writing, as :data:`generator.drawing.typefaces.FACES`; one of
        those stands for itself."""
        if role in FACES:
            return role
        if role not in self.writing:
            raise ThemeError(
                f"theme {self.name!r} has no writing {role!r}{nearest(role, self.writing)}"
            )
        return self.writing[role]


def find_art(kind: str, file: str, folders: Sequence[Path]) -> Path | None:
    """A file of ``art/<kind>``: a game's own folders first, then the bundled one.

    The name may come from a counter's values: one that leads elsewhere, or that no system would
    take, names nothing.
    """
    if Path(file).name != file:
        return None
    for folder in (*folders, art_folder()):
        path = folder / kind / file
        with suppress(OSError):  # too long a name
            if path.is_file():
                return path
    return None


def _accepted(kind: str, ending: str, folders: Sequence[Path]) -> list[str]:
    return sorted(
        {
            path.name.removesuffix(ending)
            for folder in (*folders, art_folder())
            if (folder / kind).is_dir()
            for path in (folder / kind).glob(f"*{ending}")
        }
    )


def missing(kind: str, name: str, ending: str, folders: Sequence[Path]) -> str:
    """``accepted: ...`` for a name that no art folder has."""
    names = _accepted(kind, ending, folders)
    return f"accepted: {', '.join(names) or 'none is there'}{nearest(name, names)}"


@reads_art
def load_theme(name: str, folders: tuple[Path, ...] = ()) -> Theme:
    """The theme in ``<name>.yaml`` of a folder's ``themes`` (``folders`` first, then ours).

    Raises ThemeError with the file and the key for whatever is wrong in it.
    """
    path = find_art(KIND, f"{name}.yaml", folders)
    if path is None:
        raise ThemeError(f"no theme {name!r}; {missing(KIND, name, '.yaml', folders)}")
    shown = f"{path.parent.parent.name}/{KIND}/{path.name}"
    try:
        data = plain_yaml(path, lambda _raw: _read(path, shown))
    except PlainYamlError as trouble:
        raise ThemeError(f"{shown}: {trouble}") from None
    grounds = {
        key: Ground(**{word: parts[word].lower() for word in GROUND})
        for key, parts in data["grounds"].items()
    }
    colours = {key: value.lower() for key, value in data["colours"].items()}
    return Theme(name, colours, grounds, data["writing"])


def _read(path: Path, shown: str) -> Any:
    """The values of a theme's file, which is whole."""
    try:
        node, troubles = parse(read_text(path, shown), shown)
    except NotYaml as trouble:
        raise ThemeError(str(trouble)) from None
    if troubles := [*troubles, *theme_troubles(node)]:
        raise ThemeError("\n".join(str(trouble) for trouble in troubles))
    return node.plain()
