"""The typefaces pictures may use, their files and their measures.

They come as Python packages, so that a picture looks the same on every machine: system fonts are
never asked. Measures are read from the font files once and kept in the cache as plain numbers.
"""

from __future__ import annotations

import json
import tempfile
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from generator.errors import BroadsideError, nearest
from generator.files import FileError, replace_file
from generator.light import dataclass
from generator.places import cache_folder

POINT = 25.4 / 72
"""One typographic point in millimetres."""


class TypefaceError(BroadsideError):
    """A typeface that is not among ours, or whose package is not installed."""


@dataclass(frozen=True, slots=True)
class Face:
    """One cut of a family: the words SVG selects it by, and where its file lies."""

    family: str
    weight: int
    italic: bool
    package: str
    file: str


_SANS = ("Source Sans Pro", "font_source_sans_pro", "SourceSansPro")
_SERIF = ("Source Serif Pro", "font_source_serif_pro", "SourceSerifPro")

FACES: dict[str, Face] = {
    f"{short}{word}": Face(family, weight, italic, package, f"{stem}-{cut}.ttf")
    for short, (family, package, stem) in (("sans", _SANS), ("serif", _SERIF))
    for word, weight, italic, cut in (
        ("", 400, False, "Regular"),
        (" italic", 400, True, "It"),
        (" semibold", 600, False, "Semibold"),
        (" semibold italic", 600, True, "SemiboldIt"),
        (" bold", 700, False, "Bold"),
        (" black", 900, False, "Black"),
    )
}
"""Every cut by the name themes use for it, such as ``serif semibold italic``."""


def face(name: str) -> Face:
    """The cut called ``name``; TypefaceError names the nearest one we have."""
    found = FACES.get(name)
    if found is None:
        raise TypefaceError(
            f"no typeface {name!r}; accepted: {', '.join(FACES)}{nearest(name, FACES)}"
        )
    return found


def font_file(cut: Face) -> Path:
    """Where the cut's file lies in its package."""
    spec = find_spec(cut.package)
    places = spec.submodule_search_locations if spec else None
    if not places:
        raise TypefaceError(
            f"the typeface {cut.family} is missing; install the package "
            f"{cut.package.replace('_', '-')}"
        )
    return Path(places[0]) / "files" / cut.file


@cache
def fingerprint() -> str:
    """A hash of every font file's bytes: part of what makes a picture what it is."""
    digest = sha256()
    for name, cut in FACES.items():
        digest.update(name.encode())
        digest.update(sha256(font_file(cut).read_bytes()).digest())
    return digest.hexdigest()


def font_folder() -> Path:
    """A folder in the cache that holds exactly our cuts, each once.

    The packages carry every cut twice (.otf and .ttf) and a renderer that scans them picks by the
    order of the directory, which differs between machines. A copy that was damaged is made again.
    Where the cache cannot be written, the copies last as long as the process.
    """
    try:
        return _copied(cache_folder() / "fonts" / fingerprint()[:16])
    except (FileError, OSError):
        return _copied(Path(_passing_folder().name))


@cache
def _passing_folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="broadside-fonts-")


def _copied(folder: Path) -> Path:
    for cut in FACES.values():
        source = font_file(cut)
        copy = folder / cut.file
        if copy.is_file() and copy.read_bytes() == source.read_bytes():
            continue
        replace_file(copy, source.read_bytes())
    return folder


@dataclass(frozen=True, slots=True)
class Measures:
    """What fitting needs of a cut, in parts of the type size."""

    widths: dict[str, float]
    missing: float
    cap_height: float
    ascent: float
    descent: float

    def width(self, text: str, size: float = 1.0) -> float:
        """The advance of ``text`` set at ``size``, in the unit of ``size``.

        Kerning is left out; it nearly always tightens, so this errs on the wide side.
        """
        get, missing = self.widths.get, self.missing
        return size * sum([get(letter, missing) for letter in text])


def _read_measures(path: Path) -> dict[str, object]:
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

    with TTFont(path, lazy=True) as font:
        em = font["head"].unitsPerEm
        advance = font["hmtx"].metrics
        letters = font.getBestCmap()
        os2 = font["OS/2"]
        return {
            "letters": "".join(map(chr, letters)),
            "widths": [advance[glyph][0] / em for glyph in letters.values()],
            "missing": advance[".notdef"][0] / em,
            "cap_height": os2.sCapHeight / em,
            "ascent": os2.sTypoAscender / em,
            "descent": -os2.sTypoDescender / em,
        }


@cache
def measures(name: str) -> Measures:
    """The measures of the cut called ``name``, from the cache or else from the font file."""
    cut = face(name)
    path = font_file(cut)
    kept = cache_folder() / "measures" / f"{path.stem}-{path.stat().st_size}-1.json"
    try:
        data = json.loads(kept.read_text("utf-8"))
        return _as_measures(data)
    except (OSError, ValueError, KeyError, TypeError):
        data = _read_measures(path)
        with suppress(FileError):
            replace_file(kept, json.dumps(data, separators=(",", ":")).encode())
        return _as_measures(data)


def _as_measures(data: dict[str, object]) -> Measures:
    letters, widths = data["letters"], data["widths"]
    if not isinstance(letters, str) or not isinstance(widths, list) or len(letters) != len(widths):
        raise ValueError("damaged measures")
    numbers = [float(str(data[key])) for key in ("missing", "cap_height", "ascent", "descent")]
    return Measures(dict(zip(letters, widths, strict=True)), *numbers)
