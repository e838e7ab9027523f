"""What the players of Pursuit of the Graf Spee can do: one frozen value for each verb.

A verb is one small act at the table. Its fields are in the order in which a player decides them;
dice and draws come last. ``None`` in a field means that the log does not show it (a secret hex, a
face-down piece's kind, dice rolled outside VASSAL).

Pieces, hexes and boxes are named by the ids of the definition: ``exeter``, ``B3``, ``Atlantic
Ocean``. In an audit of public knowledge, a Royal Navy piece has any id that stays the same while it
is on the map.
"""

from __future__ import annotations

from dataclasses import field
from typing import ClassVar

from validator.explaining import parts as part
from validator.explaining import signs as sign
from validator.rules.verbs import CHANCE, Verb, guessed, said, verbs_of

from . import places as at
from . import state as st
from .state import BRITISH, GERMAN, SHIP

_IN_A_CUP = part.known("cups")
_FUEL = said("refuelled", "not refuelled")

# --- Set-up ----------------------------------------------------------------------------


class ChooseStart(Verb, by=GERMAN, secret=True, hides=("hex",)):
    """The German writes down the hex where the ship starts (GS-2(3))."""

    hex: str | None

    signs = sign.any_of(
        sign.moved("plot", start=part.no_hex, to=sign.field("hex", part.a_hex)),
        sign.sealed("start", text=sign.field("", at.start_in_text)),
        sign.unseen(),
    )
    silent = at.plotted_start


class PlaceSupply(Verb, by=GERMAN, secret=True, hides=("hex",)):
    """The German writes down the hex of one supply ship (GS-2(4))."""

    supply: str
    hex: str | None

    signs = sign.any_of(
        sign.moved("supply", piece="supply", to=sign.field("hex", part.a_hex)),
        sign.sealed(
            named=sign.field("supply", part.known("supplies")),
            text=sign.field("", at.start_in_text),
        ),
        sign.unseen(),
    )
    silent = at.supply_laid_out


class Split(Verb, by=BRITISH, hides=("pieces",)):
    """The British put ``indian`` of the nine pieces into the Indian box without looking (GS-2(5)).
    ``pieces`` names them if the log shows which; ``blind`` is false if their faces were seen."""

    indian: int
    pieces: tuple[str, ...] | None = field(default=None, metadata=CHANCE)
    blind: bool = field(default=True, metadata=said("drawn unseen", "with their faces seen"))

    signs = sign.optional(sign.each_moved("navy", "pieces", start=_IN_A_CUP, to=_IN_A_CUP))
    silent = at.divided


_LOGGED = (sign.maybe_declared("course_logged"), sign.maybe_declared("refuel"))
_SHIP_SHOWN = sign.moved("ship", to=sign.field("hex", part.a_hex))
_PLOT = sign.moved("plot", to=sign.field("hex", part.a_hex))
_SUNK = sign.optional(sign.moved("ship", to=part.among(st.OUT)))
_REFUELS = sign.all_of(
    sign.turned("supply", piece=sign.meant(at.supply_used), level=2), sign.fixed(refuel=True)
)

# --- Step 1: the voyage log ------------------------------------------------------------


class LogCourse(Verb, by=GERMAN, steps=("log_course",), secret=True, hides=("hex", "refuel")):
    """The German writes down in secret the hex where this turn's move ends (GS-4)."""

    hex: str | None = guessed(at.plot_hexes)
    refuel: bool | None = guessed(at.not_refuelled, default=None, metadata=_FUEL)

    signs = sign.any_of(
        sign.all_of(_REFUELS, sign.optional(_PLOT), *_LOGGED),
        sign.all_of(sign.optional(_PLOT), *_LOGGED),
        sign.all_of(sign.sealed("plot", text=sign.field("", at.course_in_text)), *_LOGGED),
    )
    silent = at.plotted


class OpenCourse(Verb, by=GERMAN, steps=("show_course",), hides=("refuel",)):
    """The pursued ship's move: its hex is shown at once (GS-6(6)b)."""

    hex: str = guessed(at.ship_hexes)
    refuel: bool | None = guessed(at.not_refuelled, default=None, metadata=_FUEL)

    signs = sign.any_of(
        sign.all_of(
            sign.any_of(_REFUELS, sign.unseen()),
            sign.worded(
                "open_course",
                alone=sign.moved("ship", to=sign.field("hex", at.a_hex_if_pursued)),
                said=_SHIP_SHOWN,
            ),
            sign.optional(sign.moved("plot", to=sign.meant("hex"))),
        ),
        sign.unseen(),
    )
    silent = at.staying_ship


class Escape(Verb, by=GERMAN, steps=("leave_map",), hides=("refuel",)):
    """The ship leaves the map from an exit hex into an ocean; the game ends (GS-8(1)b, c).

    ``hex`` is ``None`` when only the ocean was shown.
    """

    ocean: str
    hex: str | None = None
    refuel: bool | None = guessed(at.not_refuelled, default=None, metadata=_FUEL)

    signs = sign.all_of(
        sign.any_of(_REFUELS, sign.unseen()),
        sign.some_of(
            sign.moved("ship", to=sign.field("ocean", part.known("exits"))), sign.declared("escape")
        ),
        sign.optional(_PLOT),
    )


# --- Step 2: the Royal Navy moves ------------------------------------------------------


class RollExtra(Verb, by=BRITISH, steps=("buy_moves",)):
    """The British give a point and roll for more pieces to move (GS-5(3))."""

    die: int | None = field(default=None, metadata=CHANCE)

    signs = sign.any_of(
        sign.some_of(sign.die("extra_moves"), sign.declared("extra_moves")), sign.unseen()
    )
    silent = at.extra_paid


class Draw(Verb, by=BRITISH, steps=("enter_and_move",)):
    """A piece is drawn from an off-map box (GS-5(2)c); ``Enter`` must follow.

    ``blind`` is false when the log shows that the piece was picked and not drawn. ``kind``
    is what the draw revealed (the British view), ``None`` if it stays unknown.
    """

    ocean: str
    piece: str = field(metadata=CHANCE)
    kind: str | None = None
    blind: bool = field(default=True, metadata=said("drawn unseen", "with their faces seen"))

    signs = sign.drawn("navy", deck=sign.field("ocean", at.box_of), piece="piece", kind="kind")
    leads_to: ClassVar = {
        f"GS-{case}": {"SinkPiece": "piece", "RemoveDummy": "piece"}
        for case in ("2(3)b", "2(4)b", "2(5)b", "3(2)", "3(3)", "5(2)a", "5(3)a", "6(4)a")
    }


class PutBack(Verb, by=BRITISH):
    """A drawn piece goes back into a box unplayed: never legal (GS-5(2)d)."""

    piece: str
    ocean: str

    signs = sign.put_back(
        "navy", piece="piece", start=part.no_hex, deck=sign.field("ocean", at.box_of)
    )


class Enter(Verb, by=BRITISH, settles=(st.PLACE, "piece")):
    """A drawn piece is put on the map; ``hex`` is where its move ends (GS-5(2)d, DG-1)."""

    piece: str
    hex: str

    signs = sign.moved("navy", piece="piece", start=part.no_hex, to=sign.field("hex", part.a_hex))


class MovePiece(Verb, by=BRITISH, steps=("enter_and_move",)):
    """A piece on the map moves; ``to`` is where its whole move ends (GS-5(4))."""

    piece: str
    to: str

    signs = sign.moved("navy", piece="piece", start=part.a_hex, to=sign.field("to", at.sea_or_land))


class EndMovement(Verb, by=BRITISH, steps=("close_movement",)):
    """The British have done moving; step 3 begins."""

    signs = sign.optional(sign.some_of(sign.declared("end_of_movement"), sign.turn_shown(phase=2)))


# --- Step 3: searches, combat, raid, pursuit -------------------------------------------


class NoContact(Verb, by=GERMAN, steps=("contact_step",)):
    """The German says, or shows by saying nothing, that no piece is in the ship's hex
    (GS-5(5)a)."""

    signs = sign.maybe_declared("no_contact")


class ShowShip(Verb, by=GERMAN, steps=("contact_step",)):
    """The German puts the ship on the map: a British piece is in its hex (GS-5(5)a)."""

    hex: str = guessed(at.ship_hexes)

    signs = sign.any_of(
        sign.worded(
            "contact",
            alone=sign.moved("ship", to=sign.field("hex", at.hex_of_a_piece)),
            said=_SHIP_SHOWN,
        ),
        sign.unseen(),
    )
    silent = at.standing_ship


class RevealPiece(Verb, by=BRITISH, steps=("air_search_step",), settles=(st.REVEAL, "piece")):
    """A British piece is turned face up (GS-5(5)b, GS-5(6)b).

    ``kind`` is the kind it shows: BB, CV, CA or dummy; ``unit`` the definition's id of the
    named ship, where the log tells.
    """

    piece: str
    kind: str
    unit: str | None = None

    signs = sign.shown("navy", piece="piece", kind="kind", unit="unit")
    leads_to: ClassVar = {"GS-5(1)a": {"AirSearch": "cv", "Pursue": "piece", "Fire": "shooter"}}


class Look(Verb, by=BRITISH):
    """A British piece is turned face up for a moment: its owner may look, and everybody sees it."""

    piece: str
    kind: str
    unit: str | None = None

    signs = sign.looked_at("navy", piece="piece", kind="kind", unit="unit")


class RemoveDummy(Verb, by=BRITISH, settles=(st.DUMMY, "piece")):
    """A dummy that met the ship leaves the game (GS-5(5)d)."""

    piece: str

    signs = sign.moved("navy", piece=sign.field("piece", at.maybe_dummy), to=at.out_of_play)


class AirSearch(Verb, by=BRITISH, steps=("air_search_step",)):
    """A carrier turned face up searches one adjacent hex (GS-5(6))."""

    cv: str = guessed(at.carriers)
    hex: str

    _marked = sign.moved("search_marker", to=sign.field("hex", part.a_hex))
    signs = sign.any_of(
        sign.all_of(sign.declared("air_search", detail=sign.field("", at.named_as("cv"))), _marked),
        _marked,
    )


class Answer(Verb, by=GERMAN, settles=(st.ANSWER, "")):
    """The German's answer to the carrier search that waits for one (GS-5(6)d)."""

    found: bool = field(metadata=said("found", "not found"))

    signs = sign.any_of(
        sign.all_of(
            sign.worded(
                "found",
                alone=sign.moved("ship", to=at.searched),
                said=sign.moved("ship", to=part.a_hex),
            ),
            sign.fixed(found=True),
        ),
        sign.all_of(sign.maybe_declared("not_found"), sign.fixed(found=False)),
    )
    silent = at.not_found


class AirAttack(Verb, by=BRITISH, steps=("air_search_step",)):
    """The carrier that found the ship attacks it (GS-6(2)e)."""

    cv: str = guessed(at.attackers)
    dice: tuple[int, ...] | None = field(default=None, metadata=CHANCE)

    signs = sign.any_of(sign.rolled("air_attack", dice="dice"), sign.unseen())
    silent = part.assumed(dice=None)


class Fire(Verb, settles=(st.FIRE, "shooter")):
    """One ship fires: ``shooter`` and ``target`` are piece ids, the raider's is ``graf_spee``."""

    shooter: str = guessed(at.shooters)
    target: str = guessed(at.targets)
    dice: tuple[int, ...] | None = field(default=None, metadata=CHANCE)
    also: str | None = guessed(at.both_lost, default=None, metadata=CHANCE, repr=False)
    """A second target, if the losses show that the dice were divided (GS-6(2)h)."""

    signs = sign.any_of(
        sign.all_of(sign.rolled("graf_spee_fires", dice="dice"), sign.fixed(shooter=SHIP)),
        sign.all_of(
            sign.rolled("battleship_fires", dice="dice"),
            sign.fixed(target=SHIP, _kind="BB"),
            sign.played_if(lambda tables, state, verb: tables.units.get(verb.shooter) == "BB"),
        ),
        sign.all_of(sign.rolled("cruiser_fires", dice="dice"), sign.fixed(target=SHIP, _kind="CA")),
        sign.unseen(),
    )
    silent = part.assumed(dice=None)


class DamageShip(Verb, by=GERMAN, settles=(st.DAMAGE, "")):
    """The Graf Spee is marked damaged (GS-6(2)f)."""

    signs = sign.any_of(sign.turned("ship", level=2), sign.unseen())
    silent = at.out_of_sight


class SinkPiece(Verb, by=BRITISH, settles=(st.SINK, "piece")):
    """A sunk British piece is removed (GS-6(5)a)."""

    piece: str

    signs = sign.moved("navy", piece=sign.field("piece", at.no_dummy), to=at.out_of_play)


class ReturnPiece(Verb, by=BRITISH, settles=(st.RETURN, "piece")):
    """A damaged British piece goes to the Atlantic box (GS-6(5)b)."""

    piece: str
    ocean: str

    signs = sign.any_of(
        sign.put_back("navy", piece="piece", start=part.a_hex, deck=sign.field("ocean", at.box_of)),
        sign.all_of(
            sign.moved(
                "navy", piece="piece", start=part.a_hex, to=sign.field("ocean", at.box_or_beside)
            ),
            sign.optional(sign.put_back("navy", piece="piece", start=part.no_hex)),
        ),
    )


class Raid(Verb, by=GERMAN, steps=("raid_step",)):
    """The ship raids commerce and is shown (GS-7); ``hex`` is ``None`` if it was not shown."""

    hex: str | None = guessed(at.standing_hexes)

    signs = sign.any_of(sign.some_of(_SHIP_SHOWN, sign.declared("raid")), sign.unseen())
    silent = at.left_standing


class RollRaid(Verb, by=GERMAN, settles=(st.ROLL_RAID, "")):
    """The die of a raid off the icons (GS-7(5))."""

    die: int | None = field(default=None, metadata=CHANCE)

    signs = sign.optional(sign.die("commerce_raid"))
    silent = part.assumed(die=None)


class Pursue(Verb, by=BRITISH, steps=("pursuit_step",), evident=True):
    """An undamaged cruiser that fought will pursue (GS-6(6)a)."""

    piece: str = guessed(at.pursuers)

    signs = sign.any_of(
        sign.all_of(
            sign.declared("pursue", detail=sign.field("", at.named_as("piece"))),
            sign.optional(sign.moved("pursuit_marker", to=sign.meant(at.of_piece))),
        ),
        sign.moved("pursuit_marker", to=sign.field("_hex", None, at.of_piece)),
        sign.unseen(),
    )
    silent = at.pursued_in_words


class HidePiece(Verb, by=BRITISH):
    """A British piece is turned face down again (GS-10(Q5))."""

    piece: str

    signs = sign.hidden("navy", piece="piece")


class HideShip(Verb, by=GERMAN):
    """The ship's counter goes off the map again."""

    signs = sign.moved("ship", to=part.nowhere)


class EndTurn(Verb, steps=("close_turn",)):
    """The turn ends; everything that it requires must have been done."""

    signs = sign.any_of(sign.some_of(sign.declared("end_of_turn"), sign.next_turn()), sign.unseen())
    silent = at.next_course


# --- Any time --------------------------------------------------------------------------


class ChangeScore(Verb, settles=(st.POINTS, "")):
    """The German score moves by ``delta`` points (down if negative)."""

    delta: int


class Scuttle(Verb, by=GERMAN):
    """The German sinks the ship (GS-8(3)b); ``RollScuttling`` follows."""

    signs = sign.any_of(
        sign.all_of(sign.declared("scuttle"), _SUNK), sign.moved("ship", to=at.given_up)
    )


class RollScuttling(Verb, by=GERMAN, settles=(st.ROLL_SCUTTLING, "")):
    """The die for the points lost by scuttling (GS-8(3)c)."""

    die: int | None = field(default=None, metadata=CHANCE)

    signs = sign.optional(sign.all_of(sign.die("scuttling"), _SUNK))
    silent = part.unless_clicked("scuttling", die=None)


class RollSinking(Verb, by=GERMAN, settles=(st.ROLL_SINKING, "")):
    """The die for the points lost when the ship is sunk (GS-8(3)a)."""

    die: int | None = field(default=None, metadata=CHANCE)

    signs = sign.optional(sign.all_of(sign.die("sinking"), _SUNK))
    silent = part.beside_the_computer(die=None)


Showing = RevealPiece | Look
VERBS = verbs_of(__name__)
"""Every verb of the game, in the order of the sequence of play."""
