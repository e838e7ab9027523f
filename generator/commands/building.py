"""``broadside build``, ``info`` and ``schema``: from a definition."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.commands.printing import built_kit, print_options, read_targets, refuse_misplaced
from generator.errors import UnknownError
from generator.terminal import examples, overlay_option, print_json, progress

if TYPE_CHECKING:
    from generator.definition.carried import Carried
    from generator.definition.schema import Game
    from generator.packaging import Built
    from generator.packaging.tabletop.building import TableBuilt
    from generator.packaging.tabletop.setting import Setting
    from generator.printing.building import Printed


def read_game(name: str, overlays: tuple[Path, ...] = ()) -> Game:
    """The definition of a bundled game, or of one in a folder. Raises `DefinitionError`."""
    from generator.definition import load_game

    return load_game(name, overlays)


def begun_at(game: Game, scenario: str | None) -> Game:
    """The game with the set-up of a scenario, or with its own. Raises `click.BadParameter`."""
    try:
        return game if scenario is None else game.begun_at(scenario)
    except UnknownError as trouble:
        raise click.BadParameter(str(trouble), param_hint="--scenario") from trouble


def folder_of(name: str) -> Path:
    """The folder of a bundled game, or the folder named. Raises `DefinitionError`."""
    from generator.definition.reader import game_folder

    return game_folder(name)


def art_of(name: str) -> tuple[Path, ...]:
    """The game's own art folder, if it has one."""
    art = folder_of(name) / "art"
    return (art,) if art.is_dir() else ()


def carried_by(name: str) -> Carried | None:
    """The module that an imported game contains, if it is one. Raises `CarriedError`."""
    from generator.definition.carried import read_carried

    return read_carried(folder_of(name))


def built_module(
    name: str, game: Game, out: Path, dpi: int | None = None, pictures: bool = False
) -> Built:
    """Build a game's module with a progress bar; a game may have art of its own."""
    from generator.packaging import build as build_package

    with progress(f"Building {game.name}") as report:
        return build_package(
            game,
            out,
            dpi=dpi,
            keep_pictures=pictures,
            art=art_of(name),
            carried=carried_by(name),
            progress=report,
        )


def built_extension(
    name: str, extension: Path, overlays: tuple[Path, ...], out: Path, dpi: int | None
) -> Built:
    """Build what an overlay adds to a game as an extension of its module."""
    from generator.packaging.extending import build_extension

    base, game = read_game(name, overlays), read_game(name, (*overlays, extension))
    with progress(f"Building {extension.stem}") as report:
        return build_extension(
            base,
            game,
            out,
            dpi=dpi,
            art=art_of(name),
            carried=carried_by(name),
            progress=report,
        )


def built_table(
    name: str, game: Game, out: Path, dpi: int | None = None, base_url: str | None = None
) -> TableBuilt:
    """Build a game's folder for Tabletop Simulator with a progress bar."""
    from generator.packaging.tabletop.building import build_table

    with progress(f"Setting up {game.name}") as report:
        return build_table(game, out, dpi=dpi, base_url=base_url, art=art_of(name), progress=report)


def laid_table(name: str, game: Game) -> Setting:
    """The table of a game as built, with its pictures drawn with a progress bar."""
    from generator.packaging.tabletop.delivery import from_cache
    from generator.packaging.tabletop.folder import drawn_setting
    from generator.tabletop_simulator.calibration import calibration

    known = calibration()
    delivery = from_cache(game.id, known.cache_name)
    with progress(f"Drawing {game.name}") as report:
        return drawn_setting(game, None, delivery, known, art_of(name), report)


@click.command(
    epilog=examples(
        "broadside build graf_spee -o dist",
        "broadside build ./my_game --dpi 300",
        "broadside build ./my_game --extension more_ships.yaml",
        "broadside build graf_spee --target print --paper letter",
        "broadside build graf_spee --target vassal,tts -o dist",
    )
)
@click.argument("game")
@click.option(
    "-o", "--out", type=click.Path(path_type=Path), default=Path("dist"), show_default=True
)
@click.option(
    "--dpi",
    type=click.IntRange(36, 1200),
    default=None,
    help="Dots per inch of the boards (default: the map's own).",
)
@click.option(
    "--pictures", is_flag=True, help="Keep every picture as SVG and PNG beside the module."
)
@click.option("--json", "as_json", is_flag=True, help="Print what was built as JSON.")
@click.option(
    "--target",
    "targets",
    multiple=True,
    default=("vassal",),
    show_default=True,
    metavar="vassal|tts|print",
    help="What to build: a VASSAL module, a folder for Tabletop Simulator, a print kit "
    "(may be repeated, or separated by commas).",
)
@click.option(
    "--base-url",
    metavar="URL",
    help="Tabletop Simulator: the address of the pictures, if they are not on each player's disk.",
)
@click.option(
    "--extension",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Build what this overlay adds as an extension (.vmdx) of the module.",
)
@print_options
@overlay_option
def build(
    game: str,
    out: Path,
    dpi: int | None,
    pictures: bool,
    as_json: bool,
    targets: tuple[str, ...],
    base_url: str | None,
    extension: Path | None,
    overlays: tuple[Path, ...],
    **printing: str | None,
) -> None:
    """Build GAME (a bundled game's name, or a folder) as a VASSAL module, as a folder for Tabletop
    Simulator, or as a print kit.

    With --extension only what an overlay adds is built, as an extension of that module.
    """
    wanted = read_targets(targets)
    refuse_misplaced(wanted, printing)
    if "vassal" not in wanted and pictures:
        raise click.UsageError("--pictures goes with --target vassal.")
    if dpi is not None and not {"vassal", "tts"} & set(wanted):
        raise click.UsageError("--dpi goes with --target vassal or tts.")
    if base_url is not None and "tts" not in wanted:
        raise click.UsageError("--base-url goes with --target tts.")
    built: list[Built | TableBuilt | Printed] = []
    if extension is not None:
        if pictures or wanted != ["vassal"]:
            raise click.UsageError("--extension goes with --target vassal, without --pictures.")
        built.append(built_extension(game, extension, overlays, out, dpi))
    else:
        definition = read_game(game, overlays)
        if "vassal" in wanted:
            built.append(built_module(game, definition, out, dpi, pictures))
        if "tts" in wanted:
            built.append(built_table(game, definition, out, dpi, base_url))
        if "print" in wanted:
            built.append(built_kit(definition, out, art_of(game), printing))
    if as_json:
        told = [one.to_json() for one in built]
        print_json(told[0] if len(told) == 1 else told)
        return
    told_before: set[str] = set()
    for one in built:
        lines = list(one.lines())
        notes = {line for line in lines if line.startswith("note: ")}
        for line in lines:
            if line not in told_before:
                click.echo(line)
        told_before |= notes


@click.command(epilog=examples("broadside info graf_spee", "broadside info graf_spee --json"))
@click.argument("game", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@overlay_option
def info(game: str | None, as_json: bool, overlays: tuple[Path, ...]) -> None:
    """Describe GAME and its reconstructed data; without GAME, list the games."""
    from generator.definition.information import about, bundled_games

    told = about(read_game(game, overlays), folder_of(game)) if game else bundled_games()
    if as_json:
        print_json(told.to_json())
        return
    for line in told.lines():
        click.echo(line)


@click.command(
    epilog=examples(
        "broadside schema > game.schema.json", "broadside schema --tts > save.schema.json"
    )
)
@click.option(
    "--tts", is_flag=True, help="Print the schema of a save of Tabletop Simulator instead."
)
def schema(tts: bool) -> None:
    """Print the JSON Schema of a game's definition, for editors that complete and check YAML."""
    from generator.definition import information
    from generator.tabletop_simulator import schema as saves

    print_json(saves.json_schema() if tts else information.json_schema())
