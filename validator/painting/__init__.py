"""Paints the table of any module as VASSAL shows it to a viewer.

`Painter` paints a map after a step as one viewer sees it: as one picture, or as the ground and a
sprite for each piece.
"""

from validator.painting.ground import PaintingError
from validator.painting.laying import Sprite
from validator.painting.painter import Painter
from validator.painting.pictures import MOST_PIXELS

__all__ = ["MOST_PIXELS", "Painter", "PaintingError", "Sprite"]
