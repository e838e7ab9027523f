"""The kinds of object there are: their names, and the keys that each needs or may have.

Sources: the game's API documents (``built-in-object.md``, ``custom-game-objects.md``), its
knowledge base (``save-file-format.md``), and saves written by the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from generator.tabletop_simulator.objects import KEYS

_BUILT_IN: Final = """
    3DText Bag Ball BlockRectangle BlockSquare BlockTriangle Bowl Calculator CardBot_Board
    CheckerFacade CheckerStack Checker_Board Checker_black Checker_red Checker_white Chess_Bishop
    Chess_Board Chess_King Chess_Knight Chess_Pawn Chess_Queen Chess_Rook Chinese_Checkers_Board
    Chinese_Checkers_Piece ChipFacade ChipStack Chip_10 Chip_100 Chip_1000 Chip_50 Chip_500
    Counter Cup Deck_CardBot_Head Deck_CardBot_Main Die_10 Die_12 Die_20 Die_4 Die_6
    Die_6_Rounded Die_8 Die_Piecepack Digital_Clock Domino Figurine_Card_Bot Figurine_Kimi_Kat
    Figurine_Knil Figurine_Mara Figurine_Sir_Loin Figurine_Zeke Figurine_Zomblor FogOfWar
    FogOfWarTrigger Go_Board HandTrigger Infinite_Bag LayoutZone LineObject Mahjong_Coin
    Mahjong_Stick Mahjong_Tile MarqueeTrigger MP3_Player Notecard Pachisi_board PiecePack_Arms
    PiecePack_Crowns PiecePack_Moons PiecePack_Suns PlayerPawn Quarter RandomizeTrigger
    ScriptingTrigger SearchSpaceHolder SearchTriggerObject Tablet Tileset_Barrel Tileset_Chair
    Tileset_Chest Tileset_Corner Tileset_Floor Tileset_Rock Tileset_Table Tileset_Tree
    Tileset_Wall backgammon_board backgammon_piece_brown backgammon_piece_white
    go_game_bowl_black go_game_bowl_white go_game_piece_black go_game_piece_white reversi_board
    reversi_chip rpg_BARGHEST rpg_BASILISK rpg_BEAR rpg_BLACK_DRAGON rpg_CENTAUR rpg_CERBERUS
    rpg_CHIMERA rpg_CRASC rpg_CYCLOP rpg_DARKNESS_WARLORD rpg_DRAGONIDE rpg_EVIL_WATCHER
    rpg_GHOUL rpg_GIANT_VIPER rpg_GOBLIN rpg_GOLEM rpg_GRIFFON rpg_HYDRA rpg_KNIGHT rpg_KOBOLD
    rpg_LIZARD_WARRIOR rpg_MAGE rpg_MANTICORA rpg_MUMMY rpg_OGRE rpg_ORC rpg_RANGER rpg_RAT
    rpg_SKELETON_KNIGHT rpg_TEMPLATE rpg_THIEF rpg_TREE_ENT rpg_TROLL rpg_VAMPIRE rpg_WARRIOR
    rpg_WEREWOLF rpg_WOLF rpg_WYVERN
"""
_CUSTOM: Final = """
    Card CardCustom Custom_Assetbundle Custom_Assetbundle_Bag Custom_Assetbundle_Infinite_Bag
    Custom_Assetbundle_Stack Custom_Board Custom_Dice Custom_Jigsaw Custom_Jigsaw_Board
    Custom_Jigsaw_Puzzle Custom_Model Custom_Model_Bag Custom_Model_Infinite_Bag
    Custom_Model_Stack Custom_PDF Custom_Tile Custom_Tile_Stack Custom_Token Custom_Token_Stack
    Deck DeckCustom Figurine_Custom
"""
NAMES: Final = frozenset(
    (*_BUILT_IN.split(), *_CUSTOM.split(), "Ball", "Metal Ball", "Card Facade")
)
"""Every name of an object; those of the games sold beside it are not told anywhere."""

TABLES: Final = frozenset(
    """
    Table_Circular Table_Custom Table_Custom_Square Table_Glass Table_Hexagon Table_None
    Table_Octagon Table_Plastic Table_Poker Table_RPG Table_Square
    """.split()  # noqa: SIM905
)
SKIES: Final = frozenset(
    """
    Sky_Cathedral Sky_Custom Sky_Downtown Sky_Field Sky_Forest Sky_Museum Sky_Regal Sky_Sunset
    Sky_Tunnel
    """.split()  # noqa: SIM905
)

CARDS: Final = frozenset({"Card", "CardCustom"})
DECKS: Final = frozenset({"Deck", "DeckCustom"})
ZONES: Final = frozenset(
    {"FogOfWarTrigger", "HandTrigger", "LayoutZone", "RandomizeTrigger", "ScriptingTrigger"}
)

_IMAGE: Final = ("CustomImage",)
_MESH: Final = ("CustomMesh",)
_BUNDLE: Final = ("CustomAssetbundle",)
NEEDED: Final[Mapping[str, tuple[str, ...]]] = {
    "3DText": ("Text",),
    "Card": ("CardID",),
    "CardCustom": ("CardID", "CustomDeck"),
    "Counter": ("Counter",),
    "Custom_Assetbundle": _BUNDLE,
    "Custom_Assetbundle_Bag": _BUNDLE,
    "Custom_Assetbundle_Infinite_Bag": _BUNDLE,
    "Custom_Assetbundle_Stack": _BUNDLE,
    "Custom_Board": _IMAGE,
    "Custom_Dice": _IMAGE,
    "Custom_Model": _MESH,
    "Custom_Model_Bag": _MESH,
    "Custom_Model_Infinite_Bag": _MESH,
    "Custom_Model_Stack": _MESH,
    "Custom_PDF": ("CustomPDF",),
    "Custom_Tile": _IMAGE,
    "Custom_Tile_Stack": _IMAGE,
    "Custom_Token": _IMAGE,
    "Custom_Token_Stack": _IMAGE,
    "Deck": ("DeckIDs", "ContainedObjects"),
    "DeckCustom": ("DeckIDs", "ContainedObjects", "CustomDeck"),
    "Figurine_Custom": _IMAGE,
    "FogOfWarTrigger": ("FogColor",),
    "HandTrigger": ("FogColor",),
    "LayoutZone": ("LayoutZone",),
}
"""What an object of a name cannot be without."""

IMAGE_PART: Final[Mapping[str, str]] = {
    "Custom_Dice": "CustomDice",
    "Custom_Tile": "CustomTile",
    "Custom_Tile_Stack": "CustomTile",
    "Custom_Token": "CustomToken",
    "Custom_Token_Stack": "CustomToken",
}
"""The part of CustomImage that belongs to an object of a name."""

COMMON: Final = (*KEYS[: KEYS.index("Hands") + 1], "LuaScript", "LuaScriptState", "XmlUI")
"""What the game writes for every object."""
_ANY: Final = (
    "AltSound", "Layer", "CustomUIAssets", "PhysicsMaterial", "Rigidbody", "JointFixed",
    "JointHinge", "JointSpring", "AttachedSnapPoints", "AttachedVectorLines", "AttachedDecals",
    "States", "RotationValues", "ChildObjects", "FogOfWarRevealer",
)  # fmt: skip
"""What may be added to an object of any kind."""
_BAG: Final = ("MaterialIndex", "MeshIndex", "ContainedObjects")
WRITTEN: Final[Mapping[str, tuple[str, ...]]] = {
    "Bag": (*_BAG, "Bag"),
    "Infinite_Bag": _BAG,
    "Card": ("CardID", "SidewaysCard", "CustomDeck"),
    "CardCustom": ("CardID", "SidewaysCard", "CustomDeck"),
    "Deck": ("SidewaysCard", "DeckIDs", "CustomDeck", "ContainedObjects"),
    "DeckCustom": ("SidewaysCard", "DeckIDs", "CustomDeck", "ContainedObjects"),
    "FogOfWarTrigger": ("FogColor", "FogHidePointers", "FogReverseHiding", "FogSeethrough"),
    **{f"Die_{sides}": ("MaterialIndex",) for sides in (4, 6, 8, 10, 12, 20)},
    "Die_6_Rounded": ("MaterialIndex",),
}
"""What we write besides for an object of a name, where it is more than it needs."""


def written(name: str) -> tuple[str, ...]:
    """Every key that an object we write has."""
    return (*COMMON, *WRITTEN.get(name, NEEDED.get(name, ())))


def allowed(name: str) -> frozenset[str]:
    """Every key that an object we write may have."""
    return frozenset((*written(name), *_ANY))
