"""What the players of Under Ten Flags can do: one frozen value for each verb.

A verb is one small act at the table. Its fields are in the order in which a player decides them;
dice and draws come last. ``None`` in a field means that the log does not show it (a plotted hex, a
marker drawn face down, a die rolled outside VASSAL).

Pieces, hexes and cards are named by the ids of the definition: ``c3``, ``od_7``, ``devonshire``,
``1201``, ``hearts_4``. A cargo ship's name is secret: while it is face down it is named by the map
marker of its set (``c3`` is the ship of set C3).
"""

from __future__ import annotations

from dataclasses import field

from validator.explaining import parts as part
from validator.explaining import signs as sign
from validator.rules.verbs import CHANCE, COUNTS_ON, Verb, guessed, said, verbs_of

from . import places as at
from . import shared_signs as our
from . import state as st
from . import unseen
from .tables import JOKER_CARD

# --- Set-up ----------------------------------------------------------------------------


class ChooseStart(Verb, by=st.GERMAN, secret=True, hides=("hex",)):
    """The German writes down the hex where Atlantis starts (UTF-3.3.1a)."""

    hex: str | None

    signs = sign.any_of(
        sign.moved("raiders_plot", start=part.no_hex, to=sign.field("hex", at.in_phase(st.SET_UP))),
        sign.sealed(
            named=our.PAPER, number=part.among(None, 0), text=sign.field("", at.hex_in_text)
        ),
        sign.unseen(),
    )
    silent = at.start_written


class PlaceCruiser(Verb, by=st.BRITISH, secret=True, unseen=True):
    """The British write down where a cruiser starts (UTF-3.3.2d).

    ``escorts`` is the map marker it sails with in secret, empty for none (UTF-3.3.2e).
    """

    ca: str
    hex: str | None = guessed(at.convoys_hex)
    escorts: str | None = guessed(at.escorts_at_start, default=None)

    signs = sign.any_of(
        sign.all_of(
            sign.moved(
                "cruisers_plot",
                piece=sign.field("ca", part.without("plot_")),
                start=part.no_hex,
                to=sign.field("hex", at.in_phase(st.SET_UP)),
            ),
            sign.optional(sign.moved("cruiser", piece="ca", to=our.ESCORTED)),
        ),
        sign.moved("cruiser", piece="ca", to=our.AT_START),
        sign.sealed(
            named=sign.field("ca", part.known("cruisers")),
            number=part.among(None, 0),
            text=sign.field("", at.start_in_text),
        ),
        sign.unseen(),
    )
    silent = at.starts_unseen


class DrawSet(Verb, by=st.BRITISH, steps=(st.NEW_VOYAGE,)):
    """Two O/D markers and a ship are drawn for a map marker (UTF-5.2); ``PlaceACVM`` follows.

    ``blind`` is false when the log shows that they were picked and not drawn.
    """

    acvm: str = guessed(at.drawn_for)
    origin: str | None = guessed(at.drawn_to(at.ORIGIN), metadata=CHANCE)
    destination: str | None = guessed(at.drawn_to(at.DESTINATION), metadata=CHANCE)
    ship: str | None = guessed(at.drawn_to(at.SHIP), metadata=CHANCE)
    blind: bool = guessed(
        at.drawn_blind, default=True, metadata=said("drawn unseen", "picked by their faces")
    )

    hides = ("origin", "destination", "ship")
    signs = sign.any_of(
        sign.all_of(
            sign.drawn("cargo", piece=sign.meant("ship")),
            sign.announced(sign.drawn("port", piece=sign.meant("origin"))),
            sign.announced(sign.drawn("port", piece=sign.meant("destination"))),
            sign.optional(sign.drawn("port", piece=sign.meant(None))),
            sign.optional(sign.drawn("port", piece=sign.meant(None))),
            our.FROM_ANOTHER_SET["port"],
        ),
        sign.all_of(
            sign.drawn("port", piece=sign.meant("origin")),
            sign.optional(sign.drawn("port", piece=sign.meant("destination"))),
            our.FROM_ANOTHER_SET["port"],
            our.FROM_ANOTHER_SET["cargo"],
        ),
        sign.all_of(
            sign.moved("port", start=at.with_a_set, to=at.in_row),
            sign.optional(sign.moved("port", start=at.with_a_set, to=at.in_row)),
            sign.optional(sign.moved("cargo", start=at.with_a_set, to=at.in_row)),
            sign.optional(sign.drawn("cargo", piece=sign.meant(None))),
            sign.fixed(blind=False),
        ),
        sign.unseen(),
    )
    silent = at.set_lies_there


class PlaceACVM(Verb, by=st.BRITISH, settles=(st.PLACE, "acvm")):
    """The map marker of the drawn set goes to its origin hex (UTF-5.2d).

    ``arrow`` is the hex spine it points at (``E``, ``NE``, ``NW``, ``W``, ``SW``, ``SE``),
    ``face`` the colour that is up (``brown``, ``red``).
    """

    acvm: str
    hex: str
    arrow: str | None = guessed(at.arrows, default=None)
    face: str | None = guessed(at.faces, default=None)

    signs = sign.any_of(
        sign.moved("marker", piece="acvm", start=part.no_hex, to=sign.field("hex", part.a_hex)),
        sign.unseen(),
    )
    silent = at.marker_lies_there


# --- Cards -----------------------------------------------------------------------------


class DrawCard(Verb, steps=("draw", "skip")):
    """The top card of the activation deck is turned (UTF-4.0a).

    It opens an activation, is skipped (a third in a row), or is the Joker: then `ReturnJoker`
    or `EndTurn` follows.
    """

    card: str | None = field(metadata=CHANCE)

    signs = sign.all_of(
        sign.drawn("card", deck=sign.one_of(at.ACTIVATION_DECK), unit="card"),
        sign.maybe_declared("next_card"),
    )


class ReturnJoker(Verb, steps=("joker",), settles=(st.JOKER, "")):
    """A Joker that came too early is shuffled back (UTF-5.1b)."""

    signs = sign.any_of(
        sign.all_of(
            sign.put_back(
                "card", unit=part.among(JOKER_CARD), deck=sign.one_of(at.ACTIVATION_DECK)
            ),
            sign.maybe_declared("joker_back"),
        ),
        sign.declared("joker_back"),
    )


class EndTurn(Verb, steps=("joker",), settles=(st.TURN, "")):
    """The turn marker moves on and all cards are shuffled (UTF-5.1d, DU-5).

    After the Joker of the last turn it ends the game (UTF-5.1e).
    """

    signs = sign.all_of(
        sign.played_if(lambda tables, state, verb: state.turn < tables.last_turn),
        sign.some_of(sign.declared("end_of_turn"), sign.next_turn()),
        sign.optional(sign.next_turn()),
    )
    silent = at.marked_late


class DrawCruiserCard(Verb, by=st.BRITISH, settles=(st.CRUISER_CARD, "")):
    """The top card of the cruiser deck is turned when a cargo ship was lost (UTF-5.3b)."""

    card: str | None = field(metadata=CHANCE)

    signs = sign.all_of(
        sign.drawn("cruiser_card", deck=sign.one_of(at.CRUISER_DECK), unit="card"),
        sign.maybe_declared("cruiser_card"),
    )


# --- A British activation --------------------------------------------------------------


class RollRecycle(Verb, by=st.BRITISH, steps=(st.RECYCLING,)):
    """The die that may bring a waiting set back (UTF-4.1.1a)."""

    acvm: str = guessed(at.rolled_for)
    die: int | None = field(default=None, metadata=CHANCE)

    signs = sign.optional(sign.die("recycle"))
    silent = at.thrown_for_a_set


class ReturnSet(Verb, by=st.BRITISH, settles=(st.RETURN, "acvm")):
    """A waiting set goes back into the cups, its map marker is free again (UTF-5.4c)."""

    acvm: str

    signs = sign.any_of(
        sign.all_of(our.FREE_AGAIN, *our.BACK),
        sign.all_of(our.back("port"), *our.BACK, sign.optional(our.FREE_AGAIN)),
        sign.all_of(our.back("cargo"), *our.BACK, sign.optional(our.FREE_AGAIN)),
    )


class ExitMap(Verb, by=st.BRITISH, steps=(st.ARRIVALS,)):
    """A cargo ship at the end of its route leaves the map; its set waits (UTF-4.1.2a, 5.4a).

    ``destination`` is the marker shown, ``ghost`` whether the ship was a Chasing Ghost, which
    is shown too (DU-2).
    """

    acvm: str
    destination: str | None = guessed(at.shown_destination, default=None)
    ghost: bool | None = guessed(at.is_a_ghost, default=None, metadata=said("a ghost", "no ghost"))

    signs = sign.moved(
        "marker", piece="acvm", start=part.a_hex, to=sign.meant(at.own_waiting_box, at.leaves_by)
    )


class PlotCruiser(Verb, by=st.BRITISH, steps=(st.CRUISERS,), unseen=True):
    """An activated cruiser's new hex is written in secret, the old one to stay (UTF-4.1.3a)."""

    ca: str
    hex: str | None

    signs = sign.any_of(
        sign.all_of(
            sign.moved(
                "cruisers_plot",
                piece=sign.field("ca", part.without("plot_")),
                to=sign.field("hex", at.in_play()),
            ),
            our.ALL_PLOTTED,
        ),
        sign.sealed(
            named=sign.field("ca", part.known("cruisers")),
            number=part.other_than(None, 0),
            text=sign.field("", at.entry_in_text),
        ),
    )


class JoinEscort(Verb, by=st.BRITISH, steps=(st.CRUISERS,), unseen=True):
    """An activated cruiser becomes the escort of a set in its hex (UTF-7.2b, DU-17)."""

    ca: str
    acvm: str

    signs = sign.all_of(
        sign.moved(
            "cruiser", piece="ca", to=sign.field("acvm", at.in_play(at.in_row), at.ships_row)
        ),
        our.ALL_PLOTTED,
    )


class LeaveEscort(Verb, by=st.BRITISH, steps=(st.CRUISERS,), unseen=True):
    """An activated cruiser leaves its convoy; it may then be plotted (UTF-7.2b)."""

    ca: str

    signs = sign.any_of(
        sign.all_of(
            sign.moved("cruiser", piece="ca", start=at.in_row, to=at.no_row), our.ALL_PLOTTED
        ),
        sign.unseen(),
    )
    silent = unseen.left_at_sea


class MoveACVM(Verb, by=st.BRITISH, steps=(st.SAILING,)):
    """A cargo ship sails one hex toward its destination (UTF-4.1.4a), its marker is turned over."""

    acvm: str
    hex: str
    arrow: str | None = guessed(at.arrows, default=None)
    face: str | None = guessed(at.faces, default=None)

    signs = sign.moved("marker", piece="acvm", start=part.a_hex, to=sign.field("hex", part.a_hex))


class CruiserSearch(Verb, by=st.BRITISH, steps=(st.CRUISER_SEARCH,)):
    """A cruiser searches its own hex for Atlantis (UTF-4.1.5, UTF-7.1).

    ``hex`` is empty if the log does not show it. ``modifier`` is empty, ``free`` (the -1 of the
    free face) or ``walrus``.
    """

    ca: str = guessed(unseen.searching_cruisers)
    hex: str = guessed(unseen.cruisers_hexes)
    modifier: str = guessed(unseen.cruisers_modifier, default="")
    die: int | None = field(default=None, metadata=CHANCE)

    signs = our.search(
        *("cruiser_search", "cruiser_searches"),
        sign.moved("cruiser", piece=our.CA, to=sign.meant("hex", part.a_hex)),
        sign.moved("cruiser", piece="ca", to=sign.field("hex", at.in_phase(st.BRITISH_PHASE))),
    )
    silent = unseen.cruisers_search_unseen


class AnswerSearch(Verb, by=st.GERMAN, settles=(st.ANSWER, "")):
    """The German's answer to a cruiser's search whose roll succeeded (UTF-7.5b)."""

    found: bool = field(metadata=said("found", "not found"))

    signs = sign.any_of(
        sign.all_of(
            sign.declared("here"),
            sign.optional(sign.moved("raider", to=sign.meant(None, part.a_hex))),
            sign.fixed(found=True),
        ),
        sign.all_of(
            sign.moved("raider", to=at.hex_where_due),
            sign.maybe_declared("here"),
            sign.fixed(found=True),
        ),
        sign.all_of(sign.maybe_declared("not_here"), sign.fixed(found=False)),
        sign.unseen(),
    )


class React(Verb, by=st.BRITISH):
    """A cruiser in the hex that Atlantis searched searches in turn (UTF-7.2.1, UTF-7.2.2).

    ``modifier`` as in `CruiserSearch`.
    """

    ca: str = guessed(unseen.searching_cruisers)
    modifier: str = guessed(unseen.cruisers_modifier, default="")
    die: int | None = field(default=None, metadata=CHANCE)

    signs = our.search(
        *("reaction", "reacts"),
        sign.moved("cruiser", piece=our.CA, to=sign.meant(at.hunted, part.a_hex)),
        sign.moved("cruiser", piece="ca", to=sign.meant(at.hunted, at.in_phase(st.GERMAN_PHASE))),
    )
    silent = unseen.reaction_unseen


class ACVCounter(Verb, by=st.BRITISH, settles=(st.ACV_COUNTER, "acvm")):
    """The counter-search of a cargo ship (or ghost) that was found (UTF-7.5c)."""

    acvm: str = guessed(unseen.sighted)
    die: int | None = field(default=None, metadata=CHANCE)

    signs = sign.optional(sign.die("acv_counter"))
    silent = part.unless_clicked("acv_counter", die=None)


# --- A German activation ---------------------------------------------------------------


class PlotAtlantis(Verb, by=st.GERMAN, steps=(st.PLOTTING,), secret=True):
    """Atlantis' new hex is written in secret, the old one again to stay (UTF-4.2.1a).

    ``column`` is the running number of the sheet's column that is filled (UTF-4.2.1b), counted
    from 1 over the whole game; ``None`` where the log does not show it.
    """

    hex: str | None = guessed(unseen.plot_hexes)
    column: int | None = guessed(unseen.columns, default=None, metadata=COUNTS_ON)

    hides = ("hex", "column")
    signs = sign.any_of(
        sign.all_of(
            sign.moved("raiders_plot", to=sign.field("hex", at.in_play())),
            sign.maybe_declared("plotted"),
            sign.optional(our.COLUMN),
        ),
        sign.all_of(
            sign.sealed(
                named=our.PAPER,
                number=part.other_than(None, 0),
                text=sign.field("", at.entry_in_text),
            ),
            sign.maybe_declared("plotted"),
        ),
        sign.all_of(sign.declared("plotted"), sign.optional(our.COLUMN)),
        our.COLUMN,
        sign.unseen(),
    )
    silent = unseen.plotted_unseen


class Rest(Verb, by=st.GERMAN, steps=(st.PLOTTING,)):
    """The German says that Atlantis does not move, to raise morale (UTF-9.1g).

    It takes the place of `PlotAtlantis`: the old hex is written once more.
    """

    signs = sign.any_of(
        sign.all_of(sign.declared("rest"), sign.optional(our.COLUMN)),
        sign.all_of(
            sign.sealed(named=our.PAPER, text=at.rest_in_text), sign.maybe_declared("rest")
        ),
        our.COLUMN,
        sign.unseen(),
    )
    silent = unseen.rested_unseen


class UseUBoat(Verb, by=st.GERMAN, evident=True):
    """Supply by a U-boat, ``box`` being ``uboat_1`` or ``uboat_2`` (UTF-9.2)."""

    box: str = guessed(unseen.uboats)
    die: int | None = field(default=None, metadata=CHANCE)

    signs = sign.optional(sign.die("uboat"))
    silent = unseen.uboat_unseen


class MoraleCheck(Verb, by=st.GERMAN, settles=(st.CHECK, "")):
    """The two dice that a move plotted in a grey column must pass (UTF-9.1c)."""

    dice: tuple[int, ...] | None = field(default=None, metadata=CHANCE)

    signs = sign.optional(sign.rolled("morale_check", dice="dice"))
    silent = unseen.check_unseen


class AtlantisSearch(Verb, by=st.GERMAN, steps=(st.SEARCHING,)):
    """Atlantis searches its own hex for one cargo ship there (UTF-4.2.2, DU-20).

    ``modifier`` is empty, ``aircraft`` or the disguise in use (``soviet``, ``japanese``,
    ``dutch``, ``norwegian``).
    """

    hex: str = guessed(unseen.raiders_hexes)
    acvm: str = guessed(unseen.ships_searched_for)
    modifier: str = guessed(unseen.raiders_modifier, default="")
    die: int | None = field(default=None, metadata=CHANCE)

    signs = our.search(
        *("atlantis_search", "searches"),
        sign.moved("raider", to=sign.meant("hex", part.a_hex)),
        sign.moved("raider", to=sign.field("hex", at.in_phase(st.GERMAN_PHASE))),
    )
    silent = unseen.raiders_search_unseen


class AtlantisCounter(Verb, by=st.GERMAN, settles=(st.ATLANTIS_COUNTER, "")):
    """The counter-search of Atlantis when a cruiser has found it (UTF-7.5c); ``modifier`` as in
    `AtlantisSearch`."""

    modifier: str = guessed(unseen.raiders_modifier, default="")
    die: int | None = field(default=None, metadata=CHANCE)

    signs = sign.optional(sign.die("atlantis_counter"))
    silent = unseen.countered_unseen


class GunRange(Verb, steps=(st.GUNNERY,), settles=(st.GUN, "target")):
    """The die of the gun range table (UTF-8.1c); ``target`` is a map marker or ``atlantis``."""

    target: str = guessed(unseen.under_fire)
    die: int | None = field(default=None, metadata=CHANCE)

    signs = sign.optional(sign.die("gun_range"))
    silent = part.unless_clicked("gun_range", die=None)


# --- What the hands do at the table ----------------------------------------------------


class PlaceOnDisplay(Verb, settles=(st.DISPLAY, "piece")):
    """A counter is laid on a box of the displays.

    ``piece``: ``c1`` .. ``c6`` (the ship of that set), ``atlantis``, ``disguise`` (the disguise and
    aircraft counter) or ``walrus``. ``box``: the name of the box as the map gives it, or ``ROW``
    of `state` when a ship goes back to its row of the O/D display.
    """

    piece: str
    box: str

    signs = sign.any_of(
        sign.moved("raider", piece="piece", to=sign.field("box", part.only(*at.RAIDERS_BOXES))),
        sign.moved("raider", piece="piece", to=sign.field("box", at.away)),
        sign.moved("help", piece="piece", to=sign.field("box", at.help_box)),
        sign.moved(
            "cruiser", piece="piece", start=part.a_hex, to=sign.field("box", at.cruisers_home)
        ),
        sign.moved(
            "cargo",
            piece=our.OWN_SHIP,
            start=sign.field("piece", at.ship_at),
            to=sign.field("box", part.only(*at.DISPLAYS)),
        ),
        sign.moved(
            "cargo",
            piece=our.OWN_SHIP,
            start=sign.field("piece", at.ship_on_display),
            to=sign.field("box", at.back_in_row, at.own_row),
        ),
    )


class ShowShip(Verb, by=st.BRITISH, settles=(st.SHOW, "acvm")):
    """A cargo ship (or ghost) is turned face up: everybody learns its name (UTF-8.1d, DU-26)."""

    acvm: str
    ship: str

    signs = sign.shown(
        "cargo",
        place=sign.field("acvm", at.ship_shown),
        unit=sign.field("ship", part.known("ships")),
    )


class SetAside(Verb, by=st.BRITISH, settles=(st.ASIDE, "acvm")):
    """The map marker and the O/D pair of a ship that is gone become a waiting set (DU-14)."""

    acvm: str
    origin: str | None = guessed(at.shown_of_pair(0), default=None)
    destination: str | None = guessed(at.shown_of_pair(1), default=None)

    signs = sign.moved(
        "marker", piece="acvm", start=part.a_hex, to=sign.meant(at.own_waiting_box, at.lost_to)
    )


class MarkBox(Verb, by=st.GERMAN, settles=(st.BOX, "box")):
    """A disguise or U-boat box is marked; ``state`` is ``intact``, ``slashed`` or ``out``.

    ``box``: ``soviet``, ``japanese``, ``dutch``, ``norwegian``, ``uboat_1``, ``uboat_2``.
    """

    box: str
    state: str

    signs = sign.turned("mark", piece=sign.field("box", part.without("mark_")), level=our.MARKED)


class ChangeMorale(Verb, by=st.GERMAN, settles=(st.MORALE, "")):
    """The fatigue marker moves: -1 is a box to the right (worse), +1 to the left (better)."""

    delta: int

    signs = sign.moved("fatigue", to=sign.field("delta", at.morale_to))


class ChangePoints(Verb, settles=(st.POINTS, "")):
    """The German's victory points change by so many (down if negative)."""

    delta: int


class EndActivation(Verb):
    """The activation closes: what it demanded must have been done."""

    signs = sign.optional(
        sign.any_of(
            sign.all_of(sign.declared("done_german"), our.GERMANS_ACT),
            sign.declared("done_british"),
        )
    )
    silent = part.never  # the next card closes it, not who says that it is done


Switch = JoinEscort | LeaveEscort
"""A cruiser's change between sailing alone and escorting."""
VERBS = verbs_of(__name__)
"""Every verb of the game, in the order of the sequence of play."""
