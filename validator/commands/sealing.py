"""``broadside seal``: plots written in secret, promised in the chat, shown at the end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.errors import nearest
from generator.terminal import as_json_option, examples, print_json

if TYPE_CHECKING:
    from generator.definition.schema import Game
    from validator.hidden.plots import Entry, Kept, SealBook

_LONGEST_NAME = 40
ENDING = ".seals"
"""Of the file in which what was sealed is kept."""


@click.command(
    epilog=examples(
        "broadside seal plot.txt --game graf_spee --side german",
        'broadside seal --text "7: B3"',
        "broadside seal --reveal plot.txt",
        "broadside seal --reveal plot.txt --only 7",
    )
)
@click.argument("plot", required=False, type=click.Path(path_type=Path))
@click.option("--text", "texts", multiple=True, metavar="LINE", help='Seal this: "7: B3".')
@click.option("--game", metavar="NAME|DIR", help="The game; only needed the first time.")
@click.option("--side", metavar="SIDE", help="The side of the plot; only needed the first time.")
@click.option(
    "--name",
    metavar="WORD",
    help="The label for entries with only a number (default: the file's name).",
)
@click.option(
    "--keep",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The file for texts and salts (default: beside the plot, as plot.seals).",
)
@click.option("--reveal", is_flag=True, help="Print the lines that reveal what was sealed.")
@click.option(
    "--only", multiple=True, metavar="LABEL", help="Reveal only this entry (may be repeated)."
)
@as_json_option
def seal(
    plot: Path | None,
    texts: tuple[str, ...],
    game: str | None,
    side: str | None,
    name: str | None,
    keep: Path | None,
    reveal: bool,
    only: tuple[str, ...],
    as_json: bool,
) -> None:
    """Seal the new entries of PLOT, and print the lines to post in the chat.

    A plot has a line for each entry: "7: B3". A SEAL line tells the others nothing, and cannot be
    changed afterwards; the REVEAL line shows the entry, and broadside audit compares the two. Texts
    and salts are kept in a file for you alone.
    """
    from validator.hidden.plots import SealBook, read_book, write_book
    from validator.hidden.seals import SealError

    plot, keep = _files(plot, keep)
    name = (name or named_by(plot if plot is not None else keep)).lower()
    exists = keep.exists()
    if reveal:
        if texts or not exists:
            why = "--text seals, it does not reveal" if texts else f"{keep}: nothing was sealed yet"
            raise SealError(why)
        book = read_book(keep)
        _agree(book, game, side, keep)
        _print_reveals(_chosen(book, only, name, keep), as_json)
        return
    if only:
        raise SealError("--only chooses what is revealed; it needs --reveal")
    entries = _entries(plot, texts, name)
    if exists:
        book = read_book(keep)
        _agree(book, game, side, keep)
    else:
        book = SealBook(*_whose(game, side))
    made = book.with_sealed(entries)
    if made != book:
        write_book(keep, made)
    fresh = made.kept[len(book.kept) :]
    if as_json:
        print_json([{"label": str(one.entry.label), "line": str(one.seal())} for one in fresh])
        return
    for one in fresh:
        click.echo(str(one.seal()))
    told = f"kept in {keep}: yours alone, and not to be lost" if fresh else "nothing new to seal"
    click.echo(told, err=True)


def named_by(path: Path) -> str:
    """The name that a plot file's own name gives to its entries.

    >>> named_by(Path("Scheer, our plot.txt"))
    'scheer-our-plot'
    """
    words = re.sub(r"[^a-z0-9_]+", "-", path.stem.lower()).strip("-")
    return words[:_LONGEST_NAME] if words[:1].isalpha() else "plot"


def _files(plot: Path | None, keep: Path | None) -> tuple[Path | None, Path]:
    """The plot file and the file of seals; a file of seals may be given in place of a plot."""
    if plot is not None and plot.suffix == ENDING and keep is None:
        return None, plot
    return plot, keep or (plot or Path("plot.txt")).with_suffix(ENDING)


def _entries(plot: Path | None, texts: Sequence[str], name: str) -> list[Entry]:
    from validator.hidden.plots import entry_of, read_plots
    from validator.hidden.seals import SealError

    entries = read_plots(plot, name) if plot is not None and (plot.exists() or not texts) else []
    if plot is None and not texts:
        raise SealError('nothing to seal: name a file (plot.txt) or a line (--text "7: B3")')
    return [*entries, *(entry_of(text, name) for text in texts)]


def _whose(game: str | None, side: str | None) -> tuple[str, str]:
    """The game and side of a new file of seals, as the hashes name them.

    A game that Broadside has no definition of goes by the name of its module.
    """
    from validator.hidden.seals import SealError

    if game is None or side is None:
        raise SealError("the first seal needs --game and --side; later ones remember them")
    known = _known(game)
    if known is None:
        return _line(game), _line(side)
    sides = [one.id for one in known.sides]
    names = {word.lower(): one.id for one in known.sides for word in (one.name, one.id)}
    found = names.get(side.lower())
    if found is None:
        near = nearest(side.lower(), [one.lower() for one in sides])
        raise SealError(f"{known.name} has no side {side!r}; sides: {', '.join(sides)}{near}")
    return known.id, found


def _line(word: str) -> str:
    return " ".join(word.split())


def _known(game: str) -> Game | None:
    """The definition of a game; ``None`` for a module's name."""
    from generator.commands.building import read_game
    from generator.definition.reader import game_names
    from generator.definition.troubles import DefinitionError

    try:
        return read_game(game)
    except DefinitionError:
        if nearest(game.lower(), game_names()) or Path(game).exists():
            raise
        return None


def _agree(book: SealBook, game: str | None, side: str | None, keep: Path) -> None:
    """Check that a file of seals is of this game and side."""
    from validator.hidden.seals import SealError

    if game is not None or side is not None:
        now = _whose(game or book.game, side or book.side)
        if [word.lower() for word in now] != [book.game.lower(), book.side.lower()]:
            raise SealError(
                f"{keep}: holds seals of {book.side} in {book.game}, not of {now[1]} in {now[0]};"
                " name another file with --keep"
            )


def _chosen(book: SealBook, only: Sequence[str], name: str, keep: Path) -> list[Kept]:
    """The seals to open: those named, or all."""
    from validator.hidden.seals import SealError, label_of

    if not only:
        return list(book.kept)
    chosen = []
    for words in only:
        label = label_of(words, name)
        found = book.find(label)
        if found is None:
            known = [str(one.entry.label) for one in book.kept]
            raise SealError(
                f"{keep}: nothing is sealed as {label}; sealed: {', '.join(known)}"
                f"{nearest(str(label), known)}"
            )
        chosen.append(found)
    return chosen


def _print_reveals(chosen: Sequence[Kept], as_json: bool) -> None:
    if as_json:
        print_json([{"label": str(o.entry.label), "line": str(o.reveal())} for o in chosen])
        return
    for one in chosen:
        click.echo(str(one.reveal()))
