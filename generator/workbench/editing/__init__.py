"""Changes in bulk: a module in the hand of a short script, or of a list of changes.

    def edit(module):
        for piece in module.pieces(name="U-*", trait="Layer"):
            piece.add(trait("Mark When Moved"), outside="Layer")
            piece["Layer"]["xOff"] = 3
        module.prototypes["Unit"].rename("Counter")
        module.images.replace("u-1.png", "pictures/u-1.png")

What is not named stays as it is, byte for byte.
"""

from generator.vassal.encodings import Key
from generator.workbench.editing.module import Component, EditedModule, Images, Prototypes
from generator.workbench.editing.pieces import EditedTrait, Piece, Prototype, trait

__all__ = [
    "Component",
    "EditedModule",
    "EditedTrait",
    "Images",
    "Key",
    "Piece",
    "Prototype",
    "Prototypes",
    "trait",
]
