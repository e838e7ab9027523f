"""The gallery of the docs: what the bundled games and those to begin with look like.

``python -m generator.starting.gallery docs`` draws it again (it needs pypdfium2, which comes with
the tests).
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator.definition import load_game
from generator.definition.reader import game_folder, game_names
from generator.files import replace_file
from generator.light import dataclass
from generator.pictures.gallery import game_pictures
from generator.pictures.rendering import render
from generator.starting import STARTERS, begin

if TYPE_CHECKING:
    from PIL.Image import Image

    from generator.definition.schema import Game

WIDTH = 1200
"""Of each picture, in pixels."""

_TABLE = (122, 104, 82)
"""The colour of the table that pieces and papers lie on."""

_GAP = 10
_QUALITY = 80

_CARDS = 5
"""So many cards of a game are shown."""

NAMES = {
    "hex-and-counter": "river_line",
    "area": "the_straits",
    "naval": "arctic_route",
    "cards": "into_the_ice",
}
"""What the games to begin with are called here."""


@dataclass(frozen=True)
class Shown:
    """A game of the gallery: its folder, its definition, the command that makes it one's own."""

    folder: Path | str
    game: Game
    like: str = ""

    @property
    def art(self) -> tuple[Path, ...]:
        """Its own art folder, if it has one."""
        folder = game_folder(self.folder) / "art"
        return (folder,) if folder.is_dir() else ()

    def file(self, what: str) -> str:
        """The name of one of its pictures."""
        return f"gallery-{self.like or self.game.id}-{what}.jpg"


def shown_games(place: Path) -> Iterator[Shown]:
    """Every bundled game, and every one to begin with, begun in ``place``."""
    for name in game_names():
        yield Shown(name, load_game(name))
    for like in STARTERS:
        folder = place / NAMES[like]
        begin(folder, like)
        yield Shown(folder, load_game(folder), like)


def page(games: Sequence[Shown]) -> str:
    """The page in Markdown."""
    parts = [
        "# Gallery",
        "Everything here is drawn by Broadside from plain text: the bundled games, and the four "
        "small ones that `broadside new` begins. The pictures are made by "
        "`python -m generator.starting.gallery docs`.",
    ]
    for one in games:
        game = one.game
        parts.append(f"## {game.name}")
        made = (
            f"`broadside new {game.id} --like {one.like}` begins it: {STARTERS[one.like]}."
            if one.like
            else f"`broadside build {game.id}` builds it."
        )
        parts.append(f"{' '.join(game.text.split())} {made}")
        board = game.maps[0].name
        parts.append(f"![{board}, the board of {game.name}](pictures/{one.file('board')})")
        kinds = sorted({face.layout for piece in game.counters for face in piece.faces})
        pieces = f"{len(game.counters)} pieces with the layouts {', '.join(kinds)}"
        parts.append(f"![{pieces}](pictures/{one.file('pieces')})")
        papers = ", ".join([*(aid.name for aid in game.aids), "a sheet of the print kit"])
        parts.append(f"![On paper: {papers}](pictures/{one.file('papers')})")
    return "\n\n".join(parts) + "\n"


def draw(one: Shown) -> dict[str, bytes]:
    """The pictures of a game as JPEG, by their names."""
    game = one.game
    pictures = {p.name: p for p in game_pictures(game, one.art)}
    board = pictures[f"map-{game.maps[0].id}"]
    pieces = [pictures[name] for name in _pieces(game)]
    aids = [picture for name, picture in pictures.items() if name.startswith("aid-")][:3]
    fronts = [_opened(png) for png in render(pieces, 90).values()]
    papers = [_opened(png) for png in render(aids, 72).values()]
    whole = _opened(render([board], WIDTH * 1.5 / board.width_mm * 25.4)[board.name])
    return {
        one.file("board"): _jpeg(_as_wide(whole, WIDTH)),
        one.file("pieces"): _jpeg(_rows(fronts)),
        one.file("papers"): _jpeg(_abreast([*papers, *_kit_sheet(one)])),
    }


def _pieces(game: Game) -> Iterator[str]:
    """Pictures of counters: each kind of counter a few times, with its back where it has one."""
    cards = [piece for piece in game.counters if piece.shape == "card"]
    others = [piece for piece in game.counters if piece.shape != "card" and piece.instance == 1]
    others.sort(key=lambda piece: piece.size[1] != game.counters[0].size[1])
    for piece in others[:30]:
        yield f"counter-{piece.id}-{piece.faces[0].id}"
        if len(piece.faces) > 1 and piece.faces[1].damaged:
            yield f"counter-{piece.id}-{piece.faces[1].id}"
    backs = {f"{piece.side}{piece.shape}": piece for piece in others if piece.back}
    for piece in backs.values():
        yield f"counter-{piece.id}-{piece.back.id if piece.back else ''}"
    for piece in cards[:: max(1, len(cards) // _CARDS)][:_CARDS]:
        yield f"counter-{piece.id}-{piece.faces[0].id}"


def _kit_sheet(one: Shown) -> Iterator[Image]:
    """The first sheet of counters of the print kit, and its back."""
    import pypdfium2

    from generator.printing.kit import make_kit
    from generator.printing.options import Printing
    from generator.printing.paper import find_paper

    pdf = make_kit(one.game, Printing(find_paper("a4")), one.art)["counters.pdf"]
    document = pypdfium2.PdfDocument(pdf)
    for index in range(min(2, len(document))):
        yield document[index].render(scale=1.0).to_pil().convert("RGBA")


def _opened(png: bytes) -> Image:
    from PIL import Image

    with Image.open(io.BytesIO(png)) as opened:
        return opened.convert("RGBA")


def _rows(pictures: Sequence[Image]) -> Image:
    """Pictures in rows on a table, the low ones first; much higher ones begin a row."""
    from PIL import Image

    places, x, y, high = [], _GAP, _GAP, 0
    for one in sorted(pictures, key=lambda one: one.height):
        if x + one.width + _GAP > WIDTH or (high and one.height > 1.5 * high):
            x, y, high = _GAP, y + high + _GAP, 0
        places.append((one, (x, y)))
        x, high = x + one.width + _GAP, max(high, one.height)
    table = Image.new("RGBA", (WIDTH, y + high + _GAP), (*_TABLE, 255))
    for one, place in places:
        table.alpha_composite(one, place)
    return table


def _abreast(pictures: Sequence[Image]) -> Image:
    """Pictures side by side, all of one height, as wide as the page."""
    shapes = sum(one.width / one.height for one in pictures)
    high = int((WIDTH - _GAP * (len(pictures) + 1)) / shapes)
    return _rows([_as_wide(one, int(one.width / one.height * high)) for one in pictures])


def _as_wide(image: Image, wide: int) -> Image:
    from PIL import Image

    high = round(image.height * wide / image.width)
    return image.resize((wide, high), Image.Resampling.LANCZOS)


def _jpeg(image: Image) -> bytes:
    out = io.BytesIO()
    image.convert("RGB").save(out, "JPEG", quality=_QUALITY, optimize=True, progressive=True)
    return out.getvalue()


def main(docs: str) -> None:
    """Writes ``gallery.md`` and its pictures into the folder of the docs."""
    folder = Path(docs)
    with tempfile.TemporaryDirectory() as place:
        games = list(shown_games(Path(place)))
        for one in games:
            for name, data in draw(one).items():
                replace_file(folder / "pictures" / name, data)
        replace_file(folder / "gallery.md", page(games).encode())


if __name__ == "__main__":
    main(*sys.argv[1:])
