"""Where a save of Tabletop Simulator finds its pictures: the one place that makes URLs of files."""

from __future__ import annotations

import re

from generator.errors import BroadsideError
from generator.light import dataclass

NOWHERE = "https://broadside.invalid"
"""The address of pictures that only lie in the game's cache: no such host can exist (RFC 2606)."""

IMAGES = "Mods/Images"
"""The folder of the game's cache of pictures, in its data folder."""


class AddressError(BroadsideError):
    """An address that pictures cannot be had from."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """Where pictures are found, and where they lie in the package."""

    base: str
    """What every URL begins with, without a slash at the end."""
    pattern: str = ""
    """What the game takes out of a URL to name its copy (`Calibration.cache_name`); empty when the
    pictures are to be had at their address and no copies are made."""

    def url(self, file: str) -> str:
        """The URL of a picture."""
        return f"{self.base}/{file}"

    def place(self, file: str) -> str:
        """The name of a picture's file in the package."""
        if not self.pattern:
            return f"images/{file}"
        return f"{IMAGES}/{cache_name(self.url(file), self.pattern)}"


def cache_name(url: str, pattern: str) -> str:
    """The name the game gives to its copy of a picture: the URL without its signs, and the ending
    of the picture's file."""
    return f"{re.sub(pattern, '', url)}.{url.rpartition('.')[2]}"


def from_cache(game_id: str, pattern: str) -> Delivery:
    """Pictures that lie in the game's cache, under an address that does not exist."""
    return Delivery(f"{NOWHERE}/{game_id}", pattern)


def hosted(base_url: str) -> Delivery:
    """Pictures somewhere on the net. Raises AddressError for what is not an address of a folder."""
    base = base_url.strip()
    if not re.fullmatch(r"(?:https?://[^\s/?#\"\\]+|file://)(?:/[^\s?#\"\\]*)?", base):
        raise AddressError(
            f"--base-url {base_url!r} is not an address; accepted: that of a folder, such as "
            "https://example.org/graf_spee, without ? and #"
        )
    return Delivery(base.rstrip("/"))
