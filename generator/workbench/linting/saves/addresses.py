"""Addresses of pictures, models and sounds: local, broken, out of reach, pages instead of files."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from generator.tabletop_simulator.calibration import calibration
from generator.tabletop_simulator.positions import JsonPath
from generator.vassal import images
from generator.workbench.linting.saves.survey import Remark, SaveSurvey
from generator.workbench.tts.addresses import addresses_of, here, is_relative, local_path

_STEAM: Final = "cloud-3.steamusercontent.com"
_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_OPTIONS: Final = re.compile(r"\{[^{}]*\}")
"""What may stand in braces within an address: a language, or how the picture is used."""
_PICTURES: Final = ("ImageURL", "ImageSecondaryURL", "FaceURL", "BackURL", "TableURL", "SkyURL")
_HEAD: Final = 1 << 16
_READ_BY_GAME: Final = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")
_MOVING: Final = (".mp4", ".webm", ".ogv", ".m4v", ".mov", ".unity3d")
"""Films and bundles stand where pictures do."""
_NOWHERE: Final = ("example.com", "example.org", "example.net")
_LOCAL_ENDS: Final = (".local", ".localhost", ".lan", ".internal", ".test", ".invalid", ".example")


def check(survey: SaveSurvey) -> Iterator[Remark]:
    """Every finding about addresses, one for each address; http and Steam by host."""
    found: dict[tuple[str, str], tuple[Remark, list[JsonPath]]] = {}
    copies = _copies(survey.path)
    for address, places in addresses_of(survey.data).items():
        said = _OPTIONS.sub("", address).strip()
        for remark in _told(_shown(said, survey.is_played), said, places, copies):
            key = (remark.code, remark.message)
            found.setdefault(key, (remark, []))[1].extend(places)
    for remark, paths in found.values():
        yield Remark(remark.code, remark.message, remark.fix, paths)


def _shown(said: str, is_played: bool) -> str:
    """An address in a message; a picture's name would tell what lies face down in a game."""
    if is_played:
        return "an address"
    return repr(said if len(said) <= 120 else f"{said[:117]}...")


def _told(
    shown: str, said: str, places: list[JsonPath], copies: Mapping[str, Path]
) -> Iterator[Remark]:
    local = local_path(said)
    if local is not None:
        yield from _local(shown, local, places)
        return
    if is_relative(said):
        yield Remark(
            "url.broken",
            f"{shown} is a path in no folder: the game finds no such file",
            "write the file's whole path, or an address that begins with https://",
            places,
        )
        return
    scheme = _SCHEME.match(said)
    if scheme is None:
        return  # a bare name: of a file in the game's own folders
    if scheme[1].lower() not in ("http", "https"):
        yield Remark(
            "url.broken",
            f"{shown} is neither http, https nor a file",
            "write an address that begins with https://",
            places,
        )
        return
    copy = copies.get(re.sub(calibration().cache_name, "", said)) if copies else None
    if copy is not None:
        yield from _pixels(shown, copy, places)
    yield from _far(shown, said, places, copy is not None)


def _far(shown: str, said: str, places: list[JsonPath], is_cached: bool) -> Iterator[Remark]:
    try:
        parts = urlsplit(said)
        host = (parts.hostname or "").lower()
    except ValueError:
        host = ""
    if not host:
        yield Remark("url.broken", f"{shown} names no host", "write a whole address", places)
    elif _is_private(host):
        if not is_cached:
            yield Remark(
                "url.private",
                f"{shown} cannot be reached from elsewhere",
                "put the file where every player can reach it, or into the game's cache",
                places,
            )
    elif host == _STEAM:
        yield Remark(
            "url.steam",
            f"files on {host}",
            "nothing, or load and save the game once: it writes the new address",
            places,
        )
    elif _is_page(host, parts.path, parts.query):
        yield Remark(
            "url.page", f"{shown} is a page", "name the address of the file itself", places
        )
    elif host in ("cdn.discordapp.com", "media.discordapp.net"):
        yield Remark(
            "url.expires",
            f"{shown} is good for a day",
            "put the file on a host that keeps it, such as Steam's cloud",
            places,
        )
    elif parts.scheme.lower() == "http":
        yield Remark("url.insecure", f"files on http://{host}", "write https", places)


def _is_private(host: str) -> bool:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        nowhere = any(host == one or host.endswith(f".{one}") for one in _NOWHERE)
        return nowhere or "." not in host or host.endswith(_LOCAL_ENDS)
    return address.is_private or address.is_loopback or address.is_link_local


def _is_page(host: str, path: str, query: str) -> bool:
    host = host.removeprefix("www.")
    if host == "drive.google.com":
        return path.startswith("/file/") or path == "/open"
    if host == "dropbox.com":
        return not re.search(r"(?:^|&)(?:dl|raw)=1(?:&|$)", query)
    if host == "github.com":
        return "/blob/" in path and "raw=true" not in query and "raw=1" not in query
    return host == "imgur.com" and "." not in path.rpartition("/")[2]


# --- The game's cache -------------------------------------------------------------------


def _copies(save: Path) -> Mapping[str, Path]:
    """The pictures of the game's cache that a save lies beside, by their names without endings.

    A save lies in ``Saves`` or a folder in it, the pictures in ``Mods/Images`` beside ``Saves``.
    """
    saves = next((one for one in save.absolute().parents if one.name == "Saves"), None)
    if saves is None:
        return {}
    try:
        inside = sorted((saves.parent / "Mods" / "Images").iterdir())
    except OSError:
        return {}
    return {one.stem: one for one in inside if one.is_file()}


# --- Files on a machine -----------------------------------------------------------------


def _local(shown: str, local: str, places: list[JsonPath]) -> Iterator[Remark]:
    path = here(local)
    if path is None or not path.parent.is_dir():
        yield _somebodys(shown, places)
        return
    if not path.is_file():
        yield Remark(
            "url.missing", f"{shown} is not there", "put the file there, or name another", places
        )
        return
    yield _somebodys(shown, places)
    yield from _pixels(shown, path, places)


def _somebodys(shown: str, places: list[JsonPath]) -> Remark:
    return Remark(
        "url.local",
        f"{shown} is seen by the host alone",
        "upload it (Cloud Manager), or have everybody install the same files",
        places,
    )


def _pixels(shown: str, path: Path, places: list[JsonPath]) -> Iterator[Remark]:
    if path.suffix.lower() in _MOVING or all(place[-1] not in _PICTURES for place in places):
        return
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except OSError:
        return
    if not head.startswith(_READ_BY_GAME):
        yield Remark(
            "picture.unreadable",
            f"{shown} is neither PNG nor JPEG",
            "save it as one of them",
            places,
        )
        return
    size = images.size(head)
    limit = calibration().picture_limit
    if size is not None and max(size) > limit:
        yield Remark(
            "picture.large",
            f"{shown} has {size[0]} x {size[1]} pixels; recommended: up to {limit} on a side",
            "make it smaller, or cut it in parts",
            places,
        )
