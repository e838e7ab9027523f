"""Lets the renderer forget what it drew.

typst keeps every picture that it drew, as pixels, until ten documents were made without it: a
gigabyte for the cards of a large game. Nothing of ours is drawn twice, so nothing is gained by it.
"""

from __future__ import annotations

_KEPT_FOR = 11
"""After so many documents typst has nothing left of those before them."""

_BLANK = b"#set page(width: 1pt, height: 1pt, margin: 0pt)"


def forget_drawn() -> None:
    """Have typst let go of all that it keeps; takes a few milliseconds."""
    import typst

    none = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False)
    compiler = typst.Compiler(font_paths=none, ignore_system_fonts=True)
    for _ in range(_KEPT_FOR):
        compiler.compile(_BLANK, format="png", ppi=72)
