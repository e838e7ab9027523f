"""What the recorder in a save costs: ``python -m benchmarks.recorder --events 100000``.

Hands that do anything play on a game's own table, in the fake of the game, until the game has
called the recorder so often (for events, and for what the recorder waited for). Told are the
processor's time of a call, of an entry and of a save as the log grows, each with what it is a
part of, since a player's machine is another one. The time holds what the fake answers. Lua 5.2
runs it here; the game has MoonSharp inside, which takes ten times as long.

The log is checked at the end: its chain holds, nothing raised, nothing undocumented was called.
"""

from __future__ import annotations

import time
from random import Random

import click

from generator.definition import load_game
from validator.playing.tabletop.fidgeting import Fidget
from validator.playing.tabletop.savegame import set_table
from validator.playing.tabletop.world import World
from validator.reading.tabletop.log import read_log

SAVES_AN_EVENT = 1 / 60
"""The game saves for its rewind every ten seconds: about once in so many events."""
REWINDS_AN_ACT = 1 / 5000
CHECKED = 10
"""So often on the way a save is timed."""


@click.command()
@click.option("--events", default=20_000, show_default=True, type=click.IntRange(100))
@click.option("--game", default="graf_spee", show_default=True, help="A bundled game, or a folder.")
@click.option("--seed", default=1, show_default=True)
def main(events: int, game: str, seed: int) -> None:
    """Play until the recorder was called so often, and tell what it cost."""
    _, world = set_table(load_game(game), {}, seed=seed)
    seats = world.seated()
    hands, rng = Fidget(world, seats, seed), Random(seed)
    begun, begun_with, saving, saves = time.process_time(), world.spent, 0.0, 0
    mark = events / CHECKED
    while world.called < events:
        called = world.called
        hands.act()
        if rng.random() < (world.called - called) * SAVES_AN_EVENT:
            before = world.spent
            world.state()
            saving, saves = saving + world.spent - before, saves + 1
        if rng.random() < REWINDS_AN_ACT:
            hands.keep()
            hands.rewind()
        if world.called >= mark:
            mark += events / CHECKED
            _tell_save(world)
    total = time.process_time() - begun
    _tell(world, hands.done, world.spent - begun_with - saving, saving, saves, total)


def _tell_save(world: World) -> None:
    """How long a save takes now, first with what is new, then with nothing new."""
    world.say(world.seated()[0], "a line more")
    before = world.spent
    state = world.state()
    new = world.spent - before
    world.state()
    same = world.spent - before - new
    click.echo(
        f"{world.called:>8,} calls, {len(state) / 1e6:6.2f} MB of log: a save {new * 1000:6.2f} ms,"
        f" with nothing new {same * 1000:6.2f} ms"
    )


def _tell(world: World, acts: int, spent: float, saving: float, saves: int, total: float) -> None:
    state = world.state()
    log = read_log(state, "the log")
    if not log.chain.whole or log.damages:
        raise click.ClickException(f"the log is damaged: {log.damages or log.chain}")
    entries = len(log.entries)
    call, entry = spent / world.called, spent / max(1, entries)
    click.echo(
        f"{acts:,} acts, {world.called:,} calls, {entries:,} entries, {len(state) / 1e6:.2f} MB;"
        " the chain holds, nothing raised"
    )
    click.echo(f"a call {call * 1e6:.0f} us, an entry {entry * 1e6:.0f} us (Lua 5.2)")
    click.echo(
        f"a save {saving / max(1, saves) * 1000:.2f} ms, {saving / spent:.1%} of the recorder"
    )
    click.echo(f"the recorder is {spent / total:.1%} of all that ran here")


if __name__ == "__main__":
    main()
