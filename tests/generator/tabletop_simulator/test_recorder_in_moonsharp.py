"""The recorder under MoonSharp, which the game has inside: the same acts, the same log to the byte.

Skipped where `BROADSIDE_MOONSHARP` names no command that runs a Lua file with it.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.moonsharp import NotedWorld, run_in_moonsharp
from tests.recorded_table import chain_holds, small_save
from validator.playing.tabletop.fidgeting import WORDS, Fidget
from validator.playing.tabletop.world import Options

PLAYERS = {"Red": 'A"n\\n\na', "Blue": "Bért € \U0001f6a2 \ud83d" + "é" * 100}


@pytest.mark.parametrize("seed", [1, 2])
def test_the_same_acts_give_the_same_log(seed: int, tmp_path: Path) -> None:
    world = NotedWorld(small_save(), PLAYERS, Options(seed=seed))
    hands, rng = Fidget(world, list(PLAYERS), seed), Random(seed)
    for _ in range(120):
        hands.act()
        if rng.random() < 0.03:
            hands.keep()
        if rng.random() < 0.01:
            hands.rewind()
    state = world.state()
    assert chain_holds(state)
    assert run_in_moonsharp(world.as_lua(), tmp_path) == state


def test_every_kind_of_sign_is_spelled_alike(tmp_path: Path) -> None:
    world = NotedWorld(small_save(), PLAYERS)
    for words in (*WORDS, "".join(map(chr, range(1, 256))), "\ufffe\uffff\u2028", "🚢" * 3000):
        world.say("Red", words)
        world.say("Blue", f"!broadside seal {words}")
    assert run_in_moonsharp(world.as_lua(), tmp_path) == world.state()
