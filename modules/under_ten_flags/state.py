"""The state of a game of Under Ten Flags, as far as it is known.

One state serves the truth, what everybody at the table may know, and what one side knows. A
secret is the set of what it can be: the truth has one element, a reader who knows less has
more, and the truth is always among them:

=======================  =================================================================
where Atlantis is        ``State.atlantis``: hexes
where a cruiser is       ``Cruiser.at``: hexes, or the id of the map marker it escorts
which cruiser is active  ``Cruiser.active``: True, False, ``None`` while not seen
the markers of a set     ``Voyage.origin``, ``destination``, ``ship``: ids of counters
=======================  =================================================================

``State.sees`` names the sides whose secrets are told verb by verb. What the other side does in
secret leaves no verb at all, or a verb with ``None`` in it: then the sets grow by what it may
have done.
"""

from __future__ import annotations

from dataclasses import field

from generator.light import dataclass
from validator.hidden.whereabouts import NOWHERE, Whereabouts
from validator.rules.points import MAYBE as MAYBE
from validator.rules.points import POINTS as POINTS
from validator.rules.states import ScoredPlay, Value, lasting

GERMAN = "German"
BRITISH = "British"
SIDES = (GERMAN, BRITISH)
NOBODY = "Nobody"
"""The winner of a drawn game (DU-1)."""
ATLANTIS = "atlantis"
"""The raider's counter, also named as a target."""
DISGUISE = "disguise"
"""The counter that serves as disguise and as aircraft."""
WALRUS = "walrus"
"""The cruisers' aeroplane: its counter and its modifier."""
AIRCRAFT = "aircraft"
"""The modifier of Atlantis' aeroplane."""
FREE_FACE = "free"
"""The modifier of a cruiser's free face."""

# Where a set of markers is.
FREE = "free"
"""Its map marker is not in use."""
DRAWN = "drawn"
"""Its markers are drawn, its map marker is not on the map yet."""
WAITING = "waiting"
"""Off the map until a die brings it back."""

NOTHING = ""
"""Drawn for a set in place of a missing O/D marker or ship."""

# Boxes of the displays, by their names on the map.
ATLANTIS_SIGHTING = "Atlantis Sighting"
BRITISH_SIGHTING = "British Sighting"
GUNS = "Gun Range"
ATLANTIS_AIRCRAFT = "Atlantis Aircraft"
BRITISH_AIRCRAFT = "British Aircraft"
PRIZES = "Sunk or Prize"
OUT = "Out of the Game"
HELD = "Held"
"""The box for the German's unused counters and the Walrus."""
CRUISER_MARKERS = "Cruiser Markers"
"""The box for the cruisers' unused counters."""
ROW = "its row"
"""The place of a ship on the O/D display."""

# States of a disguise or U-boat box.
INTACT = "intact"
SLASHED = "slashed"
CROSSED = "out"

# This activation's entry on the plotting sheet.
MOVE = "move"
STAY = "stay"
SECRET = "secret"
"""A move or a stay."""
REST = "rest"
CANCELLED = "cancelled"

CHECK_DICE = "check_dice"
"""In doubt if dice are rolled outside VASSAL: a check may have been made."""

# What the state remembers so long is forgotten when the next one begins.
TURN_OF_PLAY = "turn"
ACTIVATION = "activation"

# Phases: the steps of game.yaml, with the set-up before and the end after them.
SET_UP = "set_up"
CARDS = "activations"
BRITISH_PHASE = "british"
GERMAN_PHASE = "german"
OVER = "over"
PHASE_OF = {BRITISH: BRITISH_PHASE, GERMAN: GERMAN_PHASE}
"""A side's activation."""

# Steps of an activation, by the ids of game.yaml, in their order.
RECYCLING = "recycling"
ARRIVALS = "arrivals"
CRUISERS = "cruisers"
SAILING = "sailing"
CRUISER_SEARCH = "cruiser_search_step"
NEW_VOYAGE = "new_voyage"
BRITISH_STEPS = (RECYCLING, ARRIVALS, CRUISERS, SAILING, CRUISER_SEARCH, NEW_VOYAGE)
PLOTTING = "plotting"
SEARCHING = "searching"
GUNNERY = "gunnery"
GERMAN_STEPS = (PLOTTING, SEARCHING, GUNNERY)

# What can be pending. ``Pending.piece`` is the map marker, box or counter it is about.
PLACE = "place"
"""A drawn set's map marker must go on the map (`PlaceACVM`)."""
RETURN = "return"
"""A waiting set whose roll succeeded goes back into the cups (`ReturnSet`)."""
JOKER = "joker"
"""An early Joker must be shuffled back (`ReturnJoker`)."""
TURN = "turn"
"""The Joker ends the turn (`EndTurn`)."""
MAYBE_RETURN = "maybe_return"
"""A waiting set may go back: its die is unknown."""
MORALE = "morale"
"""The fatigue marker must move by ``points`` boxes (`ChangeMorale`)."""
CHECK = "check"
"""A move plotted in a grey column needs its check (`MoraleCheck`)."""
BOX = "box"
"""A disguise or U-boat box must be marked, ``to`` its new state (`MarkBox`)."""
MAYBE_WORN = "maybe_worn"
"""A box may have to be marked, or the Walrus may be lost: the die rolled with it is unknown."""
ANSWER = "answer"
"""A cruiser's search that succeeded waits for the German's answer (`AnswerSearch`)."""
DISPLAY = "display"
"""A counter must go to the box ``to`` (`PlaceOnDisplay`)."""
ACV_COUNTER = "acv_counter"
"""A cargo ship that was found rolls its counter-search (`ACVCounter`)."""
ATLANTIS_COUNTER = "atlantis_counter"
"""Atlantis was found and rolls its counter-search (`AtlantisCounter`)."""
GUN = "gun"
"""A ship is in the gun range box (`GunRange`)."""
SHOW = "show"
"""A ship's name must be shown (`ShowShip`)."""
ASIDE = "aside"
"""The other markers of a ship that is gone must wait off the map (`SetAside`)."""
CRUISER_CARD = "cruiser_card"
"""A card of the cruiser deck must be drawn (`DrawCruiserCard`)."""
OF_A_SEARCH = (ANSWER, ACV_COUNTER, ATLANTIS_COUNTER, GUN)
"""Pending things that must be settled before another search."""


@dataclass(slots=True)
class Voyage(Value):
    """One of the six sets of markers: an O/D pair, a ship and a map marker, which names the set."""

    id: str
    at: str = FREE
    """A hex, `FREE`, `DRAWN` or `WAITING`."""
    origin: frozenset[str] = frozenset()
    """The O/D markers that its origin may be; one element if known."""
    destination: frozenset[str] = frozenset()
    ship: frozenset[str] = frozenset()
    """The ships (and ghosts) that its ship may be; empty if the set has none (DU-14)."""
    known: bool = False
    """Everybody has seen its ship's name (UTF-8.1d)."""
    box: str = ROW
    """The place of its ship: `ROW`, or the box of the displays."""
    arrow: str | None = None
    face: str | None = None
    turned: bool | None = None
    """Whether its marker was turned over at its last move; ``None`` if unknown."""
    placed: int = 0
    """The running number of the activation in which its marker came on the map."""
    moved: int = 0
    """... in which its marker last moved."""
    waits: int = 0
    """... in which it left the map."""
    rolled: int = 0
    """... in which a die was last rolled to bring it back."""


@dataclass(slots=True)
class Cruiser(Value):
    """A British cruiser."""

    id: str
    at: Whereabouts = NOWHERE
    """Where it may be: hexes if it sails alone, or the map marker of the set that it escorts."""
    active: bool | None = False
    """``None``: a red card was drawn for one of the two cruisers, and nobody has seen which."""
    idle: Whereabouts = NOWHERE
    """Where it may be if it has not been activated; ``at`` becomes this if that turns out so."""
    start: Whereabouts = NOWHERE
    """Where it may have started."""
    plotted: int = 0
    """The running number of the activation in which it was last plotted."""
    switched: int = 0
    """... in which it last joined an escort."""


NO_VOYAGE = Voyage("")
NO_CRUISER = Cruiser("")
"""Stands for a cruiser that is not in the game."""


@dataclass(frozen=True, slots=True)
class Throw:
    """One die rolled to find somebody, with its one modifier."""

    modifier: str = ""
    die: int | None = None
    found: bool | None = None
    """Whether it succeeded; ``None``: the die is unknown."""


@dataclass(slots=True)
class Hunt(Value):
    """The search that is being resolved, and its results so far."""

    by: str
    """`ATLANTIS` or a cruiser."""
    hex: str
    target: str
    """The map marker whose ship is searched for, or `ATLANTIS`."""
    roll: Throw
    answer: bool | None = None
    """The German's answer to a cruiser's search; ``None``: none so far."""
    reactor: str = ""
    """The cruiser that searched in reaction; empty: none."""
    escorted: bool | None = False
    """An escort reacted: the cargo ship is safe (UTF-7.2.1e); ``None``: nobody has seen whether
    the cruiser that reacted was one."""
    reaction: Throw | None = None
    counters: dict[str, Throw] = field(default_factory=dict)
    """Counter-searches: of the ship of a map marker, or of `ATLANTIS`."""
    under_fire: str = ""
    """The target of the gun range die: a map marker or `ATLANTIS`; empty if it is not rolled
    yet."""
    gun: int | None = None
    """That die; ``None`` if not rolled, or unknown."""


@dataclass(frozen=True, slots=True)
class Prize:
    """A cargo ship that was lost in this activation, and the points booked for it so far. Its
    markers are sets of possible markers, as in `Voyage`."""

    acvm: str
    origin: frozenset[str]
    destination: frozenset[str]
    ship: frozenset[str]
    die: int | None = None
    """The die of the gun range table; ``None``: unknown."""
    paid: int = 0


@dataclass(slots=True)
class State(ScoredPlay):
    """Everything the rules remember."""

    sees: frozenset[str] = frozenset()
    """The sides whose secrets are known, through their secret verbs (`GERMAN`, `BRITISH`)."""
    phase: str = SET_UP
    turn: int = 0
    """0 during set-up."""

    # Cards.
    drawn: frozenset[str] = lasting(TURN_OF_PLAY, frozenset())
    """Cards of the activation deck drawn since it was shuffled."""
    streak: tuple[str, int] = lasting(TURN_OF_PLAY, ("", 0))
    """The side activated last and how often in a row, this turn."""
    activated: dict[str, int] = field(default_factory=dict)
    """Activations of each side this turn."""
    serial: int = 0
    """The running number of the activation in the whole game."""
    cruiser_cards: frozenset[str] = frozenset()
    """Cards drawn from the cruiser deck."""
    unseen_cards: int = 0
    """Cards of the cruiser deck that were drawn and not seen."""
    reds: int = 0
    """Red cards drawn from the cruiser deck."""
    red_serial: int = 0
    """The running number of the activation in which the last of them was drawn."""

    # British.
    voyages: dict[str, Voyage] = field(default_factory=dict)
    cruisers: dict[str, Cruiser] = field(default_factory=dict)
    gone: dict[str, str] = field(default_factory=dict)
    """The box of each ship (or ghost) that is out of play."""
    rolls: int = lasting(ACTIVATION, 0)
    """Recycle rolls of this activation."""
    sets_drawn: int = lasting(ACTIVATION, 0)
    """New sets drawn in this activation."""

    # German.
    atlantis: Whereabouts = NOWHERE
    """The hexes where Atlantis may be; empty before the start is written."""
    stood: Whereabouts = NOWHERE
    """The hexes where it may have been before the plot of this activation."""
    column: int = 0
    """Columns of the plotting sheet filled so far."""
    plot: str = lasting(ACTIVATION, "")
    """This activation's entry: empty (none yet), `MOVE`, `STAY`, `REST`, `CANCELLED`, `SECRET`."""
    supplied: str = lasting(ACTIVATION, "")
    """The U-boat box used in this activation; empty: none."""
    checked: bool = lasting(ACTIVATION, False)
    """The morale check of this activation has been rolled."""
    check_dice: tuple[int, ...] | None = lasting(ACTIVATION, None)
    """Its dice; ``None`` if not rolled, or unknown."""
    morale: str = "Fresh"
    boxes: dict[str, str] = field(default_factory=dict)
    """Disguise and U-boat boxes and their marks."""
    crossed_by: dict[str, str] = field(default_factory=dict)
    """The case by which each crossed out box was crossed out."""
    planes_lost: frozenset[str] = frozenset()
    """`AIRCRAFT`, `WALRUS`."""
    committed: dict[str, str] = field(default_factory=dict)
    """Counters that are on a box to modify rolls: `DISGUISE` or `WALRUS` to the box."""
    searched: frozenset[str] = lasting(ACTIVATION, frozenset())
    """Ships that have searched actively in this activation."""
    laid: frozenset[str] = lasting(ACTIVATION, frozenset())
    """Counters that were placed since they last modified a die."""
    laid_on: frozenset[str] = lasting(ACTIVATION, frozenset())
    """Boxes on which such a counter was placed in this activation."""
    hunt: Hunt | None = lasting(ACTIVATION, None)
    denied: frozenset[str] = frozenset()
    """Hexes where a cruiser would have found Atlantis and did not, since Atlantis could last
    move."""
    prize: Prize | None = lasting(ACTIVATION, None)
    cvm: dict[str, str] = field(default_factory=dict)
    """The hex or box of each combat vessel whose counter is on the map or displays."""
    sunk: bool = False
    """Atlantis is sunk."""
    last_joker: bool = False
    """The Joker has ended the last turn."""

    lies: dict[str, str] = field(default_factory=dict)
    """The hexes of plots on the sheets at the end of an activation, as far as a log shows them: of
    `ATLANTIS`, or of a cruiser whose plot was with its convoy."""

    points: int = 0

    def voyage(self, acvm: str) -> Voyage:
        """A set by its map marker, or `NO_VOYAGE`."""
        return self.voyages.get(acvm, NO_VOYAGE)

    def ship_of(self, acvm: str) -> frozenset[str]:
        """The ships that the ship of a set may be, even if it is a prize already."""
        prize = self.prize if self.prize is not None and self.prize.acvm == acvm else None
        return self.voyage(acvm).ship or (prize.ship if prize is not None else frozenset())

    def cruiser(self, ca: str) -> Cruiser:
        """A cruiser, or `NO_CRUISER`."""
        return self.cruisers.get(ca, NO_CRUISER)

    @property
    def raiders_hunt(self) -> Hunt | None:
        """Atlantis' search that is being resolved, if there is one."""
        return self.hunt if self.hunt is not None and self.hunt.by == ATLANTIS else None

    @property
    def fired_at(self) -> str:
        """The target of the gun range die in the search that is being resolved."""
        return self.hunt.under_fire if self.hunt is not None else ""

    @property
    def may_search(self) -> list[str]:
        """The cruisers that may be active and have not searched yet."""
        may_be = (one.id for one in self.cruisers.values() if one.active is not False)
        return [ca for ca in may_be if ca not in self.searched]

    def counter(self, piece: str) -> Throw | None:
        """The counter-search of a ship in the search that is being resolved, if there was one."""
        return self.hunt.counters.get(piece) if self.hunt is not None else None

    def box_of(self, piece: str) -> str:
        """The box of the displays, or the hex, of a ship; empty if it has none."""
        voyage = self.voyages.get(piece)
        return self.cvm.get(piece, "") if voyage is None else voyage.box

    def with_voyage(self, voyage: Voyage) -> State:
        """A copy with one set replaced; the game has no other."""
        return self.with_entry("voyages", voyage)

    def with_cruiser(self, cruiser: Cruiser) -> State:
        """A copy with one cruiser replaced; the game has no other."""
        return self.with_entry("cruisers", cruiser)
