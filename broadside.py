"""The command line's front door: one group, each command imported only when it is called."""

from __future__ import annotations

import importlib
import io
import os
import re
import sys
from pathlib import Path
from typing import Any

import click

from generator import __version__
from generator.errors import BroadsideError, nearest
from generator.places import GAME_PACKAGE, in_own_words
from generator.terminal import INTERRUPTED, UNUSABLE

COMMANDS = {
    "demo": "validator.commands.games",
    "new": "validator.commands.starting",
    "build": "generator.commands.building",
    "install": "generator.commands.installing",
    "preview": "generator.commands.previewing",
    "preflight": "generator.commands.preflighting",
    "info": "generator.commands.building",
    "rules": "validator.commands.rules",
    "schema": "generator.commands.building",
    "inspect": "validator.commands.inspecting",
    "lint": "generator.commands.linting",
    "play": "validator.commands.games",
    "audit": "validator.commands.audits",
    "replay": "validator.commands.replays",
    "archive": "validator.commands.archives",
    "site": "validator.commands.sites",
    "log": "validator.commands.logs",
    "seal": "validator.commands.sealing",
    "unpack": "generator.commands.unpacking",
    "pack": "generator.commands.unpacking",
    "import": "generator.commands.importing",
    "edit": "generator.commands.editing",
    "migrate": "generator.commands.migrating",
    "diff": "validator.commands.comparing",
    "merge": "generator.commands.merging",
}
"""Every command and the module that holds it, in the order the help lists them."""


class FrontDoor(click.Group):
    """A group whose troubles end in one line on standard error and exit status 2."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands, those a newcomer wants first."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command, its module imported now."""
        if cmd_name not in COMMANDS:
            return None
        held = vars(importlib.import_module(COMMANDS[cmd_name]))
        found = held.get(f"{cmd_name}_command") or held[cmd_name]
        assert isinstance(found, click.Command)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click's, with the nearest command named when there is none of that name."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(f"No such command {args[0]!r}{nearest(args[0], COMMANDS)}.")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; turn every trouble into one line for a person."""
        for stream in (sys.stdout, sys.stderr):
            # A terminal or pipe that cannot hold a letter gets its number instead of a failure;
            # in JSON that is an escape.
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        try:
            return super().invoke(ctx)
        except BroadsideError as trouble:
            _stop(str(trouble))
        except BrokenPipeError:
            # The reader of our output went away (| head): that is no trouble of ours.
            sys.stdout = open(os.devnull, "w")  # noqa: SIM115, PTH123
            sys.exit(0)
        except OSError as trouble:
            _stop(f"{trouble.filename or 'a file or the output'}: {trouble.strerror or trouble}")
        except (RecursionError, MemoryError) as trouble:
            _stop(
                f"this input is nested too deeply or too large to read ({type(trouble).__name__})"
            )
        except (click.ClickException, click.exceptions.Exit):
            raise
        except (KeyboardInterrupt, click.Abort):
            click.echo("\nbroadside: interrupted", err=True)
            sys.exit(INTERRUPTED)
        except Exception as defect:
            if os.environ.get("BROADSIDE_DEBUG"):
                raise
            rules = _in_a_game(defect)
            if rules:
                _stop(f"{rules}: {type(defect).__name__}: {defect} (in the rules of this game)")
            said = f"{type(defect).__name__}: {defect}"
            own = next((name for name in sys.modules if name.startswith(GAME_PACKAGE)), None)
            if own is not None:
                folder = next(iter(getattr(sys.modules[own], "__path__", ())), "this game")
                _stop(
                    f"the rules of {folder} do not fit together, or it is a defect of Broadside: "
                    f"{said} (BROADSIDE_DEBUG=1 shows where)"
                )
            _stop(
                f"a defect of Broadside, not of your file: {said} "
                "(BROADSIDE_DEBUG=1 shows where; please report it)"
            )


def _in_a_game(defect: BaseException) -> str:
    """Where in a game's own Python something went wrong: ``mygame/combat.py:41``; else empty.

    What failed in another process comes without its frames, but with their lines.
    """
    found, at = "", defect.__traceback__
    while at is not None:
        if str(at.tb_frame.f_globals.get("__name__")).startswith(GAME_PACKAGE):
            found = f"{at.tb_frame.f_code.co_filename}:{at.tb_lineno}"
        at = at.tb_next
    lines = re.findall(r'File "([^"]+)", line (\d+)', str(defect.__cause__ or ""))
    own = [f"{path}:{line}" for path, line in lines if _is_of_a_game(Path(path))]
    return found or (own[-1] if own else "")


def _is_of_a_game(path: Path) -> bool:
    return (path.parent / "game.yaml").is_file()


def _stop(message: str) -> None:
    """One line for one trouble; a definition with several troubles has a line for each."""
    from generator.differences import visible

    for line in in_own_words(message).splitlines():
        click.echo(f"broadside: {visible(' '.join(line.split()))}", err=True)
    sys.exit(UNUSABLE)


@click.group(cls=FrontDoor, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="broadside")
@click.option(
    "--max-size",
    metavar="SIZE",
    help="Allow files that unpack to more than 1 GiB, and JSON of more than 256 MiB: 4GB.",
)
def main(max_size: str | None) -> None:
    """Build wargame modules from one plain-text definition, work on any VASSAL module as text,
    and audit the games played with them.

    \b
    Examples:
      broadside demo                         everything on one game, in ./broadside-demo
      broadside new mygame                   a small game to start from
      broadside build graf_spee -o dist      a VASSAL module
      broadside audit game.vlog              the rules that were broken, and where
      broadside log game.vlog                what happened on the table
    """
    if max_size is not None:
        from generator.tabletop_simulator import spelled
        from generator.vassal import archive

        archive.allow(max_size)
        spelled.LIMITS.size = archive.LIMITS.unpacked


if __name__ == "__main__":
    main()
