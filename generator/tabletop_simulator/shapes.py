"""The shapes of a save: every object of JSON in it, with the kinds of its values.

They are those of the classes the game itself reads into (Json.NET), so old saves, which lack keys,
and keys nobody knows have the shape too. Texts, objects and lists may be ``null``, but not the
objects on the table; numbers and truth values may not, but for those the game calls nullable.

Sources: the game's knowledge base (``save-file-format.md``) for the older classes; for the newer
ones (LayoutZone, CustomPDF, MusicPlayer, ComponentTags ...) the types that
``@typed-tabletop-simulator/declaration`` tells, and saves written by the game.
"""

# ruff: noqa: N815 -- the fields are called what the game calls its keys.

from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field

Words = str | None
Upto1 = Annotated[int, Field(ge=0, le=1)]
Upto2 = Annotated[int, Field(ge=0, le=2)]
Upto3 = Annotated[int, Field(ge=0, le=3)]
Upto4 = Annotated[int, Field(ge=0, le=4)]
Upto5 = Annotated[int, Field(ge=0, le=5)]
Upto7 = Annotated[int, Field(ge=0, le=7)]
Material = Annotated[int, Field(ge=-1, le=4)]
NumberKey = Annotated[str, Field(pattern=r"^-?[0-9]{1,10}$")]
"""A key of C#'s ``Dictionary<int, ...>``."""
Pair = Annotated[list[int], Field(min_length=0, max_length=2)]


class Shape(BaseModel):
    """An object of JSON."""

    model_config = ConfigDict(extra="allow", strict=True, populate_by_name=True)

    MAY_LACK: ClassVar[tuple[str, ...]] = ()
    """Keys the game writes only sometimes."""


class VectorState(Shape):
    x: float = 0.0
    y: float = 0.0
    z: float = 0.0


class ColourState(Shape):
    MAY_LACK = ("a",)

    r: float = 0.0
    g: float = 0.0
    b: float = 0.0
    a: float | None = None


class TransformState(Shape):
    posX: float = 0.0
    posY: float = 0.0
    posZ: float = 0.0
    rotX: float = 0.0
    rotY: float = 0.0
    rotZ: float = 0.0
    scaleX: float = 0.0
    scaleY: float = 0.0
    scaleZ: float = 0.0


# --- Parts of an object -----------------------------------------------------------------


class CustomDeckState(Shape):
    FaceURL: Words = None
    BackURL: Words = None
    NumWidth: int | None = None
    NumHeight: int | None = None
    BackIsHidden: bool = False
    UniqueBack: bool = False
    Type: Upto4 = 0


class CustomShaderState(Shape):
    SpecularColor: ColourState | None = None
    SpecularIntensity: float = 0.0
    SpecularSharpness: float = 0.0
    FresnelStrength: float = 0.0


class CustomMeshState(Shape):
    MAY_LACK = ("CustomShader",)

    MeshURL: Words = None
    DiffuseURL: Words = None
    NormalURL: Words = None
    ColliderURL: Words = None
    Convex: bool = True
    MaterialIndex: Material = 0
    TypeIndex: Upto7 = 0
    CustomShader: CustomShaderState | None = None
    CastShadows: bool = True


class CustomDiceState(Shape):
    Type: Upto5 = 0


class CustomTokenState(Shape):
    Thickness: float = 0.0
    MergeDistancePixels: float = 0.0
    StandUp: bool = False
    Stackable: bool = False


class CustomTileState(Shape):
    Type: Upto3 = 0
    Thickness: float = 0.0
    Stackable: bool = False
    Stretch: bool = False


class CustomJigsawPuzzleState(Shape):
    NumPuzzlePieces: int = 80
    ImageOnBoard: bool = True


class CustomImageState(Shape):
    MAY_LACK = ("CustomDice", "CustomToken", "CustomJigsawPuzzle", "CustomTile")

    ImageURL: Words = None
    ImageSecondaryURL: Words = None
    ImageScalar: float = 1.0
    WidthScale: float = 0.0
    CustomDice: CustomDiceState | None = None
    CustomToken: CustomTokenState | None = None
    CustomJigsawPuzzle: CustomJigsawPuzzleState | None = None
    CustomTile: CustomTileState | None = None


class CustomAssetbundleState(Shape):
    AssetbundleURL: Words = None
    AssetbundleSecondaryURL: Words = None
    MaterialIndex: Material = 0
    TypeIndex: Upto7 = 0
    LoopingEffectIndex: int = 0


class CustomPDFState(Shape):
    PDFUrl: Words = None
    PDFPassword: Words = None
    PDFPage: int = 0
    PDFPageOffset: int = 0


class FogOfWarState(Shape):
    HideGmPointer: bool = False
    HideObjects: bool = False
    ReHideObjects: bool = False
    Height: float = 0.0
    RevealedLocations: dict[str, list[int] | None] | None = None


class FogOfWarRevealerState(Shape):
    Active: bool = False
    Range: float = 0.0
    Color: Words = None
    FoV: float = 0.0
    FoVOffset: float = 0.0
    ShowFoWOutline: bool = False
    Height: float = 0.0


class LayoutOptions(Shape):
    Direction: int = 0
    MeldDirection: int = 0
    NewObjectFacing: int = 0
    TriggerForFaceUp: bool = True
    TriggerForFaceDown: bool = True
    TriggerForNonCards: bool = False
    AllowSwapping: bool = True
    MaxObjectsPerNewGroup: int = 13
    MaxObjectsPerGroup: int = 0
    MeldSort: int = 0
    MeldReverseSort: bool = False
    MeldSortExisting: bool = False
    StickyCards: bool = False
    HorizontalSpread: float = 0.6
    VerticalSpread: float = 0.0
    HorizontalGroupPadding: float = 1.0
    VerticalGroupPadding: float = 1.0
    SplitAddedDecks: bool = True
    CombineIntoDecks: bool = False
    CardsPerDeck: int = 0
    AlternateDirection: bool = False
    Randomize: bool = False
    InstantRefill: bool = False
    ManualOnly: bool = False


class LayoutZoneState(Shape):
    Options: LayoutOptions | None = None
    GroupsInZone: list[list[Words] | None] | None = None


class ClockState(Shape):
    Mode: int = 0
    SecondsPassed: int = 0
    Paused: bool = False


class CounterState(Shape):
    value: int = 0


class TabletState(Shape):
    PageURL: Words = None


class Mp3PlayerState(Shape):
    songTitle: Words = None
    genre: Words = None
    volume: float = 0.5
    isPlaying: bool = False
    loopOne: bool = False
    menuTitle: Words = None
    menu: int = 0


class CalculatorState(Shape):
    value: Words = None
    memory: float = 0.0


class TextState(Shape):
    Text: str | None = None
    colorstate: ColourState | None = None
    fontSize: int = 64


class BagState(Shape):
    Order: Upto2 = 0


class PhysicsMaterialState(Shape):
    StaticFriction: float = 0.4
    DynamicFriction: float = 0.4
    Bounciness: float = 0.0
    FrictionCombine: Upto3 = 0
    BounceCombine: Upto3 = 0


class RigidbodyState(Shape):
    Mass: float = 1.0
    Drag: float = 0.1
    AngularDrag: float = 0.1
    UseGravity: bool = True


class JointState(Shape):
    ConnectedBodyGUID: Words = None
    EnableCollision: bool = False
    Axis: VectorState | None = None
    Anchor: VectorState | None = None
    ConnectedAnchor: VectorState | None = None
    BreakForce: float = 0.0
    BreakTorgue: float = 0.0


class JointHingeState(JointState):
    MAY_LACK = ("Limits", "Motor", "Spring")

    UseLimits: bool = False
    Limits: dict[str, Any] | None = None
    UseMotor: bool = False
    Motor: dict[str, Any] | None = None
    UseSpring: bool = False
    Spring: dict[str, Any] | None = None


class JointSpringState(JointState):
    Damper: float = 0.0
    MaxDistance: float = 0.0
    MinDistance: float = 0.0
    Spring: float = 0.0


class SnapPointState(Shape):
    MAY_LACK = ("Rotation", "Tags")

    Position: VectorState | None = None
    Rotation: VectorState | None = None
    Tags: list[str] | None = None


class CustomDecalState(Shape):
    Name: Words = None
    ImageURL: Words = None
    Size: float = 0.0


class DecalState(Shape):
    Transform: TransformState | None = None
    CustomDecal: CustomDecalState | None = None


class VectorLineState(Shape):
    MAY_LACK = ("rotation", "loop", "square")

    points3: list[VectorState | None] | None = None
    color: ColourState | None = None
    thickness: float = 0.1
    rotation: VectorState | None = None
    loop: bool | None = None
    square: bool | None = None


class RotationValueState(Shape):
    Value: Any = None
    Rotation: VectorState | None = None


class AssetState(Shape):
    MAY_LACK = ("Type",)

    Type: int = 0
    Name: Words = None
    URL: Words = None


class ObjectState(Shape):
    """An object, wherever it is: on the table, in a bag or deck, a state, or joined to another."""

    GUID: Words = None
    Name: Words = None
    Transform: TransformState | None = None
    Nickname: Words = None
    Description: Words = None
    GMNotes: Words = None
    Memo: Words = None
    AltLookAngle: VectorState | None = None
    ColorDiffuse: ColourState | None = None
    Tags: list[str] | None = None
    LayoutGroupSortIndex: int = 0
    Value: int = 0
    Locked: bool = False
    Grid: bool = True
    Snap: bool = True
    IgnoreFoW: bool = False
    MeasureMovement: bool = False
    DragSelectable: bool = True
    Autoraise: bool = True
    Sticky: bool = True
    Tooltip: bool = True
    GridProjection: bool = False
    HideWhenFaceDown: bool | None = None
    Hands: bool | None = None
    AltSound: bool | None = None
    MaterialIndex: int | None = None
    MeshIndex: int | None = None
    Layer: int | None = None
    Number: int | None = None
    CardID: int | None = None
    SidewaysCard: bool | None = None
    RPGmode: bool | None = None
    RPGdead: bool | None = None
    FogColor: Words = None
    FogHidePointers: bool | None = None
    FogReverseHiding: bool | None = None
    FogSeethrough: bool | None = None
    DeckIDs: list[int] | None = None
    CustomDeck: dict[NumberKey, CustomDeckState] | None = None
    CustomMesh: CustomMeshState | None = None
    CustomImage: CustomImageState | None = None
    CustomAssetbundle: CustomAssetbundleState | None = None
    CustomPDF: CustomPDFState | None = None
    FogOfWar: FogOfWarState | None = None
    FogOfWarRevealer: FogOfWarRevealerState | None = None
    LayoutZone: LayoutZoneState | None = None
    Clock: ClockState | None = None
    Counter: CounterState | None = None
    Tablet: TabletState | None = None
    Mp3Player: Mp3PlayerState | None = None
    Calculator: CalculatorState | None = None
    Text: TextState | None = None
    Bag: BagState | None = None
    LuaScript: str | None = None
    LuaScriptState: str | None = None
    XmlUI: str | None = None
    CustomUIAssets: list[AssetState | None] | None = None
    ContainedObjects: list["ObjectState"] | None = None
    PhysicsMaterial: PhysicsMaterialState | None = None
    Rigidbody: RigidbodyState | None = None
    JointFixed: JointState | None = None
    JointHinge: JointHingeState | None = None
    JointSpring: JointSpringState | None = None
    AttachedSnapPoints: list[SnapPointState | None] | None = None
    AttachedVectorLines: list[VectorLineState | None] | None = None
    AttachedDecals: list[DecalState | None] | None = None
    States: dict[NumberKey, "ObjectState"] | None = None
    RotationValues: list[RotationValueState] | None = None
    ChildObjects: list["ObjectState"] | None = None


# --- The root ---------------------------------------------------------------------------


class TabState(Shape):
    title: Words = None
    body: Words = None
    color: Words = None
    visibleColor: ColourState | None = None
    id: int = -1


class SongState(Shape):
    Item1: Words = None
    Item2: Words = None


class MusicPlayerState(Shape):
    RepeatSong: bool = False
    PlaylistEntry: int = -1
    CurrentAudioTitle: Words = None
    CurrentAudioURL: Words = None
    AudioLibrary: list[SongState | None] | None = None


class GridState(Shape):
    Type: Upto2 = 0
    Lines: bool = False
    Color: ColourState | None = None
    Opacity: float = 0.75
    ThickLines: bool = False
    Snapping: bool = False
    Offset: bool = False
    BothSnapping: bool = False
    xSize: float = 2.0
    ySize: float = 2.0
    PosOffset: VectorState | None = None


class LightingState(Shape):
    MAY_LACK = ("LutURL",)

    LightIntensity: float = 0.54
    LightColor: ColourState | None = None
    AmbientIntensity: float = 1.3
    AmbientType: Upto1 = 0
    AmbientSkyColor: ColourState | None = None
    AmbientEquatorColor: ColourState | None = None
    AmbientGroundColor: ColourState | None = None
    ReflectionIntensity: float = 1.0
    LutIndex: int = 0
    LutContribution: float = 1.0
    LutURL: Words = None


class HandTransformState(Shape):
    Color: Words = None
    Transform: TransformState | None = None


class HandsState(Shape):
    MAY_LACK = ("Hidding", "HandTransforms")

    Enable: bool = True
    DisableUnused: bool = False
    Hiding: Upto2 = 0
    Hidding: Upto2 = 0  # as the game spelled it in 2016
    HandTransforms: list[HandTransformState | None] | None = None


class TurnsState(Shape):
    Enable: bool = False
    Type: Upto1 = 0
    TurnOrder: list[Words] | None = None
    Reverse: bool = False
    SkipEmpty: bool = False
    DisableInteractions: bool = False
    PassTurns: bool = True
    TurnColor: Words = None


class TagLabel(Shape):
    displayed: Words = None
    normalized: Words = None


class ComponentTagsState(Shape):
    labels: list[TagLabel | None] | None = None


class CameraState(Shape):
    MAY_LACK = ("AbsolutePosition",)

    Position: VectorState | None = None
    Rotation: VectorState | None = None
    Distance: float = 0.0
    Zoomed: bool = False
    AbsolutePosition: VectorState | None = None


class SaveState(Shape):
    """A save, or a saved object, which is a save with little but its ObjectStates."""

    MAY_LACK = ("TableURL", "SkyURL", "Rules", "PlayerTurn", "DrawImage", "MusicPlayer", "Decals")

    SaveName: Words = None
    EpochTime: int | None = None
    Date: Words = None
    VersionNumber: Words = None
    GameMode: Words = None
    GameType: Words = None
    GameComplexity: Words = None
    PlayingTime: Pair | None = None
    PlayerCounts: Pair | None = None
    Tags: list[str] | None = None
    Gravity: float = 0.5
    PlayArea: float = 0.5
    Table: Words = None
    TableURL: Words = None
    Sky: Words = None
    SkyURL: Words = None
    Note: Words = None
    Rules: Words = None
    PlayerTurn: Words = None
    DrawImage: Words = None
    TabStates: dict[NumberKey, TabState | None] | None = None
    MusicPlayer: MusicPlayerState | None = None
    Grid: GridState | None = None
    Lighting: LightingState | None = None
    Hands: HandsState | None = None
    ComponentTags: ComponentTagsState | None = None
    Turns: TurnsState | None = None
    CameraStates: list[CameraState | None] | None = None
    DecalPallet: list[CustomDecalState | None] | None = None
    Decals: list[DecalState | None] | None = None
    LuaScript: Words = None
    LuaScriptState: Words = None
    XmlUI: Words = None
    CustomUIAssets: list[AssetState | None] | None = None
    VectorLines: list[VectorLineState | None] | None = None
    SnapPoints: list[SnapPointState | None] | None = None
    ObjectStates: list[ObjectState]
