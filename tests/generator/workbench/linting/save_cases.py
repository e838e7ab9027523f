"""For each code of a save's findings, a save that breaks it and one that only looks like it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.generator.tabletop_simulator.whole_save import whole

Data = dict[str, Any]
Change = Callable[[Data], Any]
HOST = "https://i.imgur.com"
_AT = {one["Name"]: at for at, one in enumerate(whole()["ObjectStates"])}
_STATED = next(at for at, one in enumerate(whole()["ObjectStates"]) if "States" in one)
LOG = '{"broadside":1,"game":"example"}\n{"head":"0","n":0}'


def sound() -> Data:
    """A save in which a lint finds nothing."""
    text = json.dumps(whole()).replace("https://pictures.example.org", HOST)
    data: Data = json.loads(text)
    return data


def of(data: Data, name: str) -> Data:
    """The last object of a kind on the table."""
    one: Data = data["ObjectStates"][_AT[name]]
    return one


def stated(data: Data) -> Data:
    """The object with states."""
    one: Data = data["ObjectStates"][_STATED]
    return one


def tile(data: Data) -> Data:
    """The first tile, a map."""
    one: Data = data["ObjectStates"][0]
    return one


def _picture(address: str) -> Change:
    return lambda data: tile(data)["CustomImage"].update(ImageURL=address)


def _png(folder: Path, width: int) -> str:
    path = folder / f"{width}.png"
    size = width.to_bytes(4, "big") * 2
    path.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + size)
    return path.as_uri()


def _file(folder: Path, name: str, data: bytes) -> str:
    (folder / name).write_bytes(data)
    return (folder / name).as_uri()


@dataclass(frozen=True)
class Case:
    """A change that breaks a save, and one that does not."""

    breaks: Change
    keeps: Change


@dataclass(frozen=True)
class FileCase:
    """The same for a picture on this machine: the address of a file made in a folder."""

    breaks: Callable[[Path], str]
    keeps: Callable[[Path], str]


CASES: dict[str, Case | FileCase] = {
    "save.shape": Case(
        lambda data: tile(data)["Transform"].update(posX="east"),
        lambda data: tile(data)["Transform"].update(posX=2),
    ),
    "save.key": Case(
        lambda data: tile(data).update(Nicknames=tile(data).pop("Nickname")),
        lambda data: tile(data).update(nickname=tile(data).pop("Nickname"), Newer=1),
    ),
    "save.doubled": Case(lambda data: tile(data).update({"\0twice": "Memo"}), lambda data: None),
    "save.setting": Case(
        lambda data: data.update(Table="Table_Rpg"),
        lambda data: data.update(Table="Table_OfAnotherGame"),
    ),
    "seat.unknown": Case(
        lambda data: of(data, "HandTrigger").update(FogColor="red"),
        lambda data: of(data, "HandTrigger").update(FogColor="Black"),
    ),
    "object.name": Case(
        lambda data: tile(data).update(Name="Custom_Tiles"),
        lambda data: data["ObjectStates"].append({"Name": "Metal Ball"}),
    ),
    "object.parts": Case(
        lambda data: of(data, "3DText").pop("Text"),
        lambda data: tile(data).update(ChildObjects=[{"Name": "Custom_Model"}]),
    ),
    "object.picture": Case(_picture(" "), _picture("picture.png")),
    "object.nowhere": Case(
        lambda data: tile(data)["Transform"].update(posX="NaN"),
        lambda data: tile(data)["Transform"].update(posX=-400.5),
    ),
    "object.scale": Case(
        lambda data: tile(data)["Transform"].update(scaleX=0.0),
        lambda data: tile(data)["Transform"].update(scaleX=-1.0),
    ),
    "object.guid": Case(
        lambda data: tile(data).update(GUID=stated(data)["GUID"]),
        lambda data: tile(data).update(GUID=stated(data)["States"]["1"]["GUID"]),
    ),
    "object.memo": Case(
        lambda data: (
            data.update(LuaScriptState=LOG),
            tile(data).update(Memo=stated(data)["Memo"]),
        ),
        lambda data: tile(data).update(Memo=stated(data)["Memo"]),
    ),
    "tile.stackable": Case(
        lambda data: tile(data)["CustomImage"]["CustomTile"].update(Stackable=True),
        lambda data: (
            tile(data)["CustomImage"]["CustomTile"].update(Stackable=True),
            tile(data).update(Memo=""),
        ),
    ),
    "bag.infinite": Case(
        lambda data: of(data, "Infinite_Bag")["ContainedObjects"].append({"Name": "Notecard"}),
        lambda data: of(data, "Infinite_Bag").update(ContainedObjects=[]),
    ),
    "zone.keys": Case(
        lambda data: of(data, "ScriptingTrigger").pop("Value"),
        lambda data: of(data, "Notecard").pop("Value"),
    ),
    "card.id": Case(
        lambda data: of(data, "Card").update(CardID=106),
        lambda data: of(data, "Card").update(CardID=105),
    ),
    "card.sheet": Case(
        lambda data: of(data, "Card")["CustomDeck"]["1"].update(NumWidth=0),
        lambda data: of(data, "Card")["CustomDeck"]["1"].update(NumWidth=10),
    ),
    "card.large": Case(
        lambda data: of(data, "Card")["CustomDeck"]["1"].update(NumWidth=11, NumHeight=10),
        lambda data: of(data, "Card")["CustomDeck"]["1"].update(NumWidth=10, NumHeight=10),
    ),
    "deck.cards": Case(
        lambda data: of(data, "Deck")["DeckIDs"].pop(),
        lambda data: (
            of(data, "Deck")["DeckIDs"].pop(),
            of(data, "Deck")["ContainedObjects"].pop(),
        ),
    ),
    "deck.few": Case(
        lambda data: of(data, "Deck").update(
            DeckIDs=[100], ContainedObjects=of(data, "Deck")["ContainedObjects"][:1]
        ),
        lambda data: of(data, "Deck").update(
            DeckIDs=[100, 101], ContainedObjects=of(data, "Deck")["ContainedObjects"][:2]
        ),
    ),
    "states.number": Case(
        lambda data: stated(data)["States"].update({"7": stated(data)["States"].pop("3")}),
        lambda data: stated(data)["States"].pop("3"),
    ),
    "die.rotation": Case(
        lambda data: of(data, "Die_6")["RotationValues"][0].update(Rotation={"x": 90.0}),
        lambda data: of(data, "Die_6")["RotationValues"][0].update(Value="one"),
    ),
    "url.missing": FileCase(
        lambda folder: (folder / "none.png").as_uri(), lambda folder: _png(folder, 64)
    ),
    "url.local": Case(_picture("C:\\pictures\\map.png"), _picture("map.png")),
    "url.broken": Case(_picture("htps://i.imgur.com/a.png"), _picture(f"{{en}}{HOST}/a.png")),
    "url.private": Case(_picture("http://192.168.1.7/a.png"), _picture("https://8.8.8.8/a.png")),
    "url.page": Case(
        _picture("https://www.dropbox.com/s/abc/a.png?dl=0"),
        _picture("https://www.dropbox.com/s/abc/a.png?dl=1"),
    ),
    "url.expires": Case(
        _picture("https://cdn.discordapp.com/attachments/1/2/a.png"),
        _picture("https://discordapp.example-of-another.host/a.png"),
    ),
    "url.steam": Case(
        _picture("http://cloud-3.steamusercontent.com/ugc/1/A/"),
        _picture("https://steamusercontent-a.akamaihd.net/ugc/1/A/"),
    ),
    "url.insecure": Case(_picture("http://i.imgur.com/a.png"), _picture(f"{HOST}/a.png")),
    "picture.large": FileCase(lambda folder: _png(folder, 4097), lambda folder: _png(folder, 4096)),
    "picture.unreadable": FileCase(
        lambda folder: _file(folder, "a.png", b"GIF89a"),
        lambda folder: _file(folder, "a.mp4", b"\0\0\0\x18ftypmp42"),
    ),
    "lua.syntax": Case(
        lambda data: data.update(LuaScript="function onLoad( end"),
        lambda data: data.update(LuaScript="if 1 != 2 then f = |x| x + 1 end"),
    ),
    "lua.guid": Case(
        lambda data: data.update(LuaScript="x = getObjectFromGUID('abcdef')"),
        lambda data: data.update(LuaScript=f"getObjectFromGUID('{tile(data)['GUID']}')"),
    ),
    "lua.state": Case(
        lambda data: data.update(LuaScriptState="x" * 1_000_001),
        lambda data: data.update(LuaScriptState="x" * 1_000_000),
    ),
    "ui.xml": Case(
        lambda data: data.update(XmlUI="<Panel><Text></Panel>"),
        lambda data: data.update(XmlUI='<?xml version="1.0"?><!-- a --><Panel/><Text>b</Text>'),
    ),
}


def written(folder: Path, change: Change) -> Path:
    """A changed save as a file. A key called after a zero is written as the one it names."""
    data = sound()
    change(data)
    path = folder / "save.json"
    text = json.dumps(data, indent=2, ensure_ascii=False)
    path.write_text(text.replace('"\\u0000twice": "Memo"', '"Memo": ""'), encoding="utf-8")
    return path


def broken(code: str, folder: Path) -> Path:
    """A save that a code finds something in."""
    case = CASES[code]
    return written(folder, case.breaks if isinstance(case, Case) else _picture(case.breaks(folder)))


def innocent(code: str, folder: Path) -> Path:
    """A save that only looks like it."""
    case = CASES[code]
    return written(folder, case.keeps if isinstance(case, Case) else _picture(case.keeps(folder)))
