"""What pictures are called: stable from version to version, because packages refer to them."""

from __future__ import annotations

_IN_A_FILE = str.maketrans({":": "-", "/": "-", "+": "_", " ": "_"})


def counter_picture(counter_id: str, face_id: str) -> str:
    """One face of a counter (``counter-graf_spee-damaged``), or its back."""
    return f"counter-{counter_id}-{face_id}"


def map_picture(map_id: str) -> str:
    """A board."""
    return f"map-{map_id}"


def chart_picture(chart_id: str) -> str:
    """A chart or player aid; ``sequence`` is the sequence of play."""
    return f"chart-{chart_id}"


def aid_picture(aid_id: str, side: int) -> str:
    """One side of a player aid, counted from 1."""
    return f"aid-{aid_id}-{side}"


def icon_picture(icon: str) -> str:
    """The sign on a button; the signs of a unit sign's name cannot stand in a file's."""
    return f"icon-{icon.translate(_IN_A_FILE)}"


SIGHT_TINTS = ("seen", "perhaps", "front", "side", "rear")
"""What the sight ruler lays on a hex: it is seen whatever stands between; it is seen unless a piece
that hides it stands between; it lies in sight in front, at the side, in the rear."""


def sight_picture(tint: str) -> str:
    """A tint of the sight ruler (``sight-seen``)."""
    return f"sight-{tint}"


def may_be_drawn(file: str) -> bool:
    """Whether a file's name is one that a drawn picture may have."""
    kinds = ("counter-", "map-", "chart-", "aid-", "icon-", "sight-")
    return file.startswith(kinds) and file.endswith(".png")
