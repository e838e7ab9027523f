"""The fake of the game is strict, and does to a save what was done at the table, nothing else."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from generator.tabletop_simulator.objects import Json
from generator.tabletop_simulator.schema import check, faults
from tests.recorded_table import chain_holds, lines_of, small_objects, small_save, small_world, tile
from validator.playing.tabletop.fidgeting import Fidget
from validator.playing.tabletop.world import Options, ScriptError, World, WorldError
from validator.reading.tabletop.log import read_log


def world_with(script: str, objects: list[Json] | None = None) -> World:
    """A table with another script."""
    save = small_save(objects_=objects) | {"LuaScript": script, "LuaScriptState": ""}
    return World(save, {"Red": "Anna"})


# --- strictness ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "trouble"),
    [
        ("getObject()", "there is no global getObject"),
        ("io.open('x')", "there is no global io"),
        ("os.execute('ls')", "os has no execute"),
        ("require('x')", "there is no global require"),
        ("getObjects()[1].getPos()", "an object has no getPos"),
        ("getObjects()[1].Guid = 1", "an object.Guid cannot be set"),
        ("getObjects()[1].guid = 'x'", "an object.guid cannot be set"),
        ("getObjects()[1].getPosition().w = 1", "a vector.w cannot be set"),
        ("print(getObjects()[1].getPosition().w)", "a vector has no w"),
        ("getObjects()[1].setPosition()", "setPosition was called with 0 arguments"),
        ("getObjects()[1]:getName()", "getName was called with 1 arguments"),
        ("getObjects()[1].getBounds()", "an object.getBounds is not imitated here"),
        ("Player.Redd.color = 1", "Player has no Redd"),
        ("print(Player.Red.name)", "a player has no name"),
        ("print(Player.Action.Flip)", "Player.Action has no Flip"),
        ("Wait.seconds(print, 1)", "Wait has no seconds"),
        ("JSON.parse('1')", "JSON has no parse"),
        ("UI.setText('tracker', 'x')", "UI has no setText"),
        ("UI.setAttribute('nowhere', 'text', 'x')", "the panel has no nowhere"),
        ("Turns.next()", "Turns has no next"),
        ("Notes.write('x')", "Notes has no write"),
        ("printToAll(5)", "a message is a text"),
        ("printToAll('x', 'Redd')", "a tint is a colour"),
        ("function onObjectDropped() end", "there is no event onObjectDropped"),
        ("print = 5", "print is the game's own name"),
        ("spawnObject({type = 'Card'})", "spawnObject is not imitated here"),
        ("error('mine')", "mine"),
        ("this is no Lua", "syntax error"),
    ],
)
def test_what_the_documents_do_not_have_is_refused(code: str, trouble: str) -> None:
    with pytest.raises(ScriptError) as raised:
        world_with(code)
    assert trouble in str(raised.value)


def test_what_a_script_catches_itself_is_refused_all_the_same() -> None:
    with pytest.raises(ScriptError, match="an object has no getPos"):
        world_with("pcall(function() getObjects()[1].getPos() end)")


def test_what_the_documents_have_is_not_refused() -> None:
    world = world_with(
        """
        function onLoad(state)
          local object = getObjects()[1]
          object.setPosition({1, 2, 3})
          object.setPosition({x = 1, y = 2, z = 3})
          print(object.getPosition().x + object.getPosition()[1])
          Wait.frames(function() broadcastToAll("later", {1, 1, 1}) end, 5)
          Wait.stop(Wait.time(function() error("never") end, 1))
          assert(object == getObjectFromGUID(object.guid))
          assert(Player["Red"].seated and Player.Red.steam_name == "Anna")
        end
        """
    )
    world.wait(2)
    assert ("all", "later") in world.messages


def test_an_object_that_is_gone_is_not_asked() -> None:
    world = world_with(
        "function onObjectDestroy(object) Wait.frames(function() print(object.guid) end, 2) end"
    )
    world.delete("Red", ["piece/ajax"])
    with pytest.raises(ScriptError, match="destroyed"):
        world.wait(1)


def test_a_condition_that_never_holds_ends_with_its_limit() -> None:
    world = world_with(
        "function onLoad() Wait.condition(function() print('met') end, function() return false end,"
        " 2, function() print('late') end) end"
    )
    world.wait(1.5)
    assert not world.messages
    world.wait(1)
    assert world.messages == [("host", "late")]


# --- what players do wrong ----------------------------------------------------------------


def test_an_act_that_cannot_be_done_says_so() -> None:
    world = small_world()
    for act in (
        lambda: world.pick_up("Red", "piece/nobody"),
        lambda: world.press("Red", "declare/nothing"),
        lambda: world.menu("Red", "piece/exeter", "Search"),
    ):
        with pytest.raises(WorldError):
            act()
    for _ in range(3):
        world.take("Red", "deck/cup")
    with pytest.raises(WorldError, match="empty"):
        world.take("Red", "deck/cup")


def test_what_is_locked_is_not_moved() -> None:
    board = tile("board/sea") | {"Locked": True}
    world = World(small_save(objects_=[board]), {"Red": "Anna"})
    world.pick_up("Red", "board/sea")
    found = world.find("board/sea")
    assert found is not None and not found.held


# --- saves --------------------------------------------------------------------------------


def test_a_save_that_nobody_touched_keeps_its_objects_to_the_key() -> None:
    save = small_save()
    again = small_world().save()
    assert list(again) == list(save)
    assert again["ObjectStates"] == save["ObjectStates"]
    assert [list(one) for one in again["ObjectStates"]] == [
        list(one) for one in save["ObjectStates"]
    ]


def test_what_was_done_stands_in_the_save() -> None:
    world = small_world()
    world.pick_up("Red", "piece/ajax")
    world.drop("Red", "piece/ajax", 3, -1.5)
    world.flip("Red", "piece/ajax")
    world.set_state("Red", "piece/supply", 2)
    world.wait()
    saved = {one["Memo"]: one for one in world.save()["ObjectStates"]}
    place = saved["piece/ajax"]["Transform"]
    assert (place["posX"], place["posZ"], place["rotZ"]) == (3.0, -1.5, 180.0)
    assert list(saved["piece/supply"]["States"]) == ["1"]
    check(world.save())


def test_a_deck_that_was_made_at_the_table_is_a_deck_in_the_save() -> None:
    world = small_world()
    world.pick_up("Red", "piece/card5")
    world.drop("Red", "piece/card5", -18, -14)
    world.wait()
    [deck] = [
        one for one in world.save()["ObjectStates"] if one["Name"] == "Deck" and not one["Memo"]
    ]
    assert sorted(deck["DeckIDs"]) == [105, 106]
    assert [one["CardID"] for one in deck["ContainedObjects"]] == deck["DeckIDs"]
    assert list(deck["CustomDeck"]) == ["1"]
    check(world.save())


def test_cards_come_off_the_top_whichever_end_that_is() -> None:
    for first, card in ((True, "piece/card0"), (False, "piece/card4")):
        world = small_world(Options(deck_top_first=first))
        guid = world.take("Red", "deck/cards")
        found = world.find(guid)
        assert found is not None and found.memo == card


def test_the_same_seed_gives_the_same_chance() -> None:
    def rolls(seed: int) -> list[str]:
        world = small_world(Options(seed=seed))
        for _ in range(5):
            world.roll("Red", ["die/6/1", "die/6/2"])
            world.wait()
        return lines_of(world.state())

    assert rolls(7) == rolls(7) != rolls(8)


# --- anything at all ----------------------------------------------------------------------


def _standing(objects: list[Json]) -> dict[str, list[Any]]:
    """Memo -> where each piece of that memo is: container (or none), x, z, face, state."""
    found: dict[str, list[Any]] = {}

    def put(one: Json, container: str) -> None:
        if str(one["Memo"]).startswith("piece/"):
            place = one["Transform"]
            states = one.get("States", {})
            own = next(n for n in range(1, 9) if str(n) not in states)
            down = int(90 < place["rotZ"] % 360 < 270)
            at = (container, place["posX"], place["posZ"], place["rotY"], down, own)
            found.setdefault(one["Memo"], []).append(at)
        for inner in one.get("ContainedObjects", []):
            put(inner, one["Memo"] or f"~{one['GUID']}")

    for one in objects:
        put(one, "")
    return found


class _Replay:
    """Where the log alone says each piece is."""

    def __init__(self, start: list[Json], lines: list[str]) -> None:
        self.at = {memo: list(places[0]) for memo, places in _standing(start).items()}
        self.copied: set[str] = set()
        self.lost: set[str] = set()
        for line in lines:
            self._read(json.loads(line))

    def _read(self, entry: Json) -> None:
        act, piece = entry["a"], entry.get("p", "")
        if act == "spawn":
            self.copied.add(piece)
        if act in ("enter", "destroy") and not piece.startswith("piece/"):
            for memo, place in self.at.items():
                if place[0] == piece and act == "enter":
                    place[0] = entry["i"]
                elif place[0] == piece:
                    self.lost.add(memo)
        if piece not in self.at:
            return
        place = self.at[piece]
        if act in ("drop", "settle"):
            x, _, z = entry["o"]
            place[:] = ["", x / 1000, z / 1000, entry["r"], entry["d"], entry["s"]]
        elif act == "leave":
            place[:5] = ["", entry["o"][0] / 1000, entry["o"][2] / 1000, None, entry["d"]]
        elif act == "enter":
            place[0] = entry["i"]
        elif act == "flip":
            place[4] = entry["d"]
        elif act == "rotate":
            place[3] = entry["r"]
        elif act == "state":
            place[5] = entry["s"]
        elif act == "destroy":
            self.lost.add(piece)


def _agree(said: list[Any], stands: tuple[Any, ...]) -> bool:
    container, x, z, turn, down, state = stands
    if container or said[0]:
        bags = "deck/cup"  # a deck in a bag stays a deck: its cards are told by what entered
        return said[0] == container or said[0] == bags
    turned = said[3] is None or abs((turn - said[3] + 180) % 360 - 180) <= 26
    return bool(
        abs(x - said[1]) <= 0.51
        and abs(z - said[2]) <= 0.51
        and turned
        and (down, state) == tuple(said[4:])
    )


@pytest.mark.parametrize(
    "options",
    [
        Options(seed=3),
        Options(seed=4, enter_before_drop=False, remainder_leaves=True, destroy_before_spawn=True),
        Options(seed=5, zones_before_load=True, randomize_repeats=False, deck_top_first=False),
        Options(seed=6, late_guids=True, enter_before_drop=False),
    ],
)
def test_whatever_hands_do_the_log_tells_where_every_piece_ends(options: Options) -> None:
    world = small_world(options)
    hands, rng = Fidget(world, ["Red", "Blue"], options.seed), Random(options.seed)
    for _ in range(250):
        hands.act()
        if rng.random() < 0.03:
            hands.keep()
        if rng.random() < 0.01:
            hands.rewind()
    save = world.save()
    assert chain_holds(save["LuaScriptState"])
    assert not read_log(save["LuaScriptState"], "log").damages
    assert not any("trouble" in words for _, words in world.messages)
    replay = _Replay(small_objects(), lines_of(save["LuaScriptState"]))
    standing = _standing(save["ObjectStates"])
    checked = 0
    for memo, said in replay.at.items():
        if memo in replay.copied or memo in replay.lost:
            continue
        if memo in standing and len(standing[memo]) == 1:
            assert _agree(said, standing[memo][0]), (memo, said, standing[memo][0])
            checked += 1
    assert checked > 5
    assert not faults(save)  # the strict form forbids copies of one GUID, which players make
