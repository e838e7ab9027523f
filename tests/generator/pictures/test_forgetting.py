"""The renderer keeps nothing of what it drew, however much that was."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PICTURES = """
from generator.drawing.picture import Picture
from generator.pictures.batch import compile_pngs

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="254mm" height="254mm" viewBox="0 0 9 9">'

def make(shade):
    svg = f'{SVG}<rect width="9" height="9" fill="#0000{shade:02x}"/></svg>'
    compile_pngs([Picture("large", svg, 254, 254)], 320, lambda *_: None)
"""

OTHERS = """
from generator.pictures.opening import opened_picture

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="3200" height="3200">'

def make(shade):
    rect = f'<rect width="3200" height="3200" fill="#0000{shade:02x}"/>'
    opened_picture(f"{SVG}{rect}</svg>".encode())
"""

TEXTS = """
from generator.pictures.vectors import typeset

def make(shade):
    typeset("#table(columns: 2, " + f"[word], [{shade}], " * 1000 + ")")
"""

TOLD = """
for shade in range(8):
    make(shade)
    with open("/proc/self/statm") as told:
        print(int(told.read().split()[1]) * 4096)
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="tells its memory elsewhere")
@pytest.mark.parametrize("what", [PICTURES, OTHERS, TEXTS], ids=["pictures", "others", "texts"])
def test_the_renderer_keeps_none_of_what_it_drew(what: str) -> None:
    # In a process of its own, whose memory nothing else has used. Each of the eight documents
    # takes some forty megabytes.
    said = subprocess.run(
        [sys.executable, "-c", what + TOLD], capture_output=True, text=True, check=True
    )
    grown = [int(line) for line in said.stdout.split()]
    assert grown[-1] - grown[1] < 120_000_000
