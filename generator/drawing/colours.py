"""Colours as people see them: lightness, contrast, mixtures."""

from __future__ import annotations

from functools import cache

from generator.errors import BroadsideError


class ColourError(BroadsideError):
    """A colour that is neither a name of the theme nor ``#rrggbb``."""


@cache
def channels(colour: str) -> tuple[int, int, int]:
    """Red, green and blue, 0 to 255, of ``#rgb`` or ``#rrggbb``."""
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    try:
        if not colour.startswith("#") or len(digits) != 6:
            raise ValueError
        return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)
    except ValueError:
        raise ColourError(f"{colour!r} is not a colour; accepted: #rgb or #rrggbb") from None


@cache
def luminance(colour: str) -> float:
    """Relative luminance, 0 black to 1 white (WCAG 2.1)."""
    linear = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (channel / 255 for channel in channels(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@cache
def lightness(colour: str) -> float:
    """CIE L*, 0 black to 100 white: equal steps look equal, also in a grey print."""
    y = luminance(colour)
    return 116 * y ** (1 / 3) - 16 if y > 0.008856 else 903.3 * y


@cache
def contrast(one: str, other: str) -> float:
    """Contrast ratio, 1 to 21 (WCAG 2.1)."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@cache
def dyed(colour: str, white: str, tint: str) -> str:
    """``colour`` made darker as ``white`` is by turning into ``tint``."""
    parts = zip(channels(colour), channels(white), channels(tint), strict=True)
    return "#" + "".join(f"{min(255, round(a * c / max(b, 1))):02x}" for a, b, c in parts)


@cache
def mix(one: str, other: str, share: float) -> str:
    """``share`` (0 to 1) of ``other`` laid over ``one``."""
    pairs = zip(channels(one), channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)
