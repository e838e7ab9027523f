"""What no command of VASSAL leaves behind, in any module, and what only looks like it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from generator.vassal import saves, traits
from generator.vassal.commands import AddPiece, ChangePiece, Chat, MovePiece, RemovePiece
from generator.vassal.saves import Save
from tests.modules.graf_spee.log_builder import BRITISH, GERMAN, SEA
from tests.validator.audit.conftest import Desk
from validator.audit import powers
from validator.audit.findings import Severity
from validator.reading import rolls
from validator.table.pieces import model

Begin = Callable[[], Any]


def _face(key: str, **fields: str) -> str:
    """A layer of two faces that one key turns, or none."""
    names = dict.fromkeys(("activateCommand", "activateKey", "activateKeyStroke"), "")
    return traits.trait("emb2;", name="Face", increaseKeyStroke=key, **names, **fields).type


def _with_a_face(begin: Begin, key: str, **fields: str) -> Any:
    log = begin()
    log.counters["taken_1"].type.insert(0, _face(key, **fields))
    log.counters["taken_1"].state.insert(0, "1")
    return log.start().flip("taken_1", 2)


def test_a_face_that_no_key_turns_was_turned_by_hand(foreign: Begin, desk: Desk) -> None:
    (found,) = desk.general(_with_a_face(foreign, ""))
    assert (found.code, found.severity) == ("table.trait", Severity.SUSPICIOUS)
    assert "Layer Face went from '1' to '2'" in found.did
    assert desk.codes(_with_a_face(foreign, "70,130")) == []


def test_a_face_that_follows_a_property_turns_by_itself(foreign: Begin, desk: Desk) -> None:
    assert desk.codes(_with_a_face(foreign, "", propertyName="Fuel")) == ["table.trait"]
    follows = {"followProperty": "true", "propertyName": "Fuel"}
    assert desk.codes(_with_a_face(foreign, "", **follows)) == []


def test_what_custom_traits_do_is_not_judged(foreign: Begin, desk: Desk) -> None:
    log = _with_a_face(foreign, "")
    log.counters["taken_1"].type.insert(0, "mine;turns everything")
    log.counters["taken_1"].state.insert(0, "")
    assert desk.codes(log.start().flip("taken_1", 2)) == []


def test_in_files_of_old_versions_it_is_a_note(foreign: Begin, desk: Desk) -> None:
    path = desk.file(_with_a_face(foreign, ""))
    save = saves.read(path)
    nameless = replace(save.savedata, vassal_version="")
    module = replace(save.moduledata, vassal_version="")
    saves.write(path, Save(save.text, save.veil, nameless, module))
    (found,) = desk.general(path)
    assert (found.code, found.severity) == ("table.trait", Severity.NOTE)


def test_pieces_all_made_anew_in_one_step_were_refreshed(foreign: Begin, desk: Desk) -> None:
    log = foreign()
    old = list(log.counters.values())
    away = [RemovePiece(one.id) for one in old]
    back = [
        AddPiece(f"19{at:011}", one.whole_type(), one.whole_state()) for at, one in enumerate(old)
    ]
    codes = set(desk.codes(log.step(*away, *back), reveal=True))
    assert "table.refreshed" in codes
    assert "table.deleted" not in codes or not desk.audit(log).has_findings


def test_nobody_moves_what_he_cannot_see(foreign: Begin, desk: Desk) -> None:
    """The plot of the German lies hidden; the British player's program has no way to it."""

    def moved(by: str) -> Any:
        log = foreign()
        one = log.counters["supply_1"]
        goal = (one.map, one.x + 50, one.y)
        return log.step(MovePiece(one.id, *goal, None, one.map, one.x, one.y, None, by))

    assert "secret.hidden" in desk.codes(moved(BRITISH), reveal=True)
    assert "secret.hidden" not in desk.codes(moved(GERMAN), reveal=True)
    assert "secret.hidden" not in desk.codes(moved(BRITISH)), "the public does not see it"


def test_a_second_position_behind_the_steps_is_told(foreign: Begin, desk: Desk) -> None:
    path = desk.file(foreign().say(GERMAN, "hello").say(BRITISH, "begin_save is a word"))
    assert desk.codes(path) == []
    save = saves.read(path)
    more = save.text + b"\x1bbegin_save\x1bend_save"
    saves.write(path, Save(more, save.veil, save.savedata, save.moduledata))
    (found,) = desk.general(path)
    assert (found.code, found.severity, found.step) == ("log.loaded", Severity.SUSPICIOUS, 2)


def test_a_map_centred_anew_is_a_note(foreign: Begin, desk: Desk) -> None:
    """Many pieces that all go the same way without a move: VASSAL has a button for that."""

    def carried(log: Any, *units: str) -> Any:
        commands = []
        for unit in units:
            one = log.counters[unit]
            old, one.x = one.whole_state(), one.x + 100
            commands.append(ChangePiece(one.id, one.whole_state(), old))
        return log.step(*commands)

    def severities(*units: str) -> set[Severity]:
        found = desk.general(carried(foreign(), *units), reveal=True)
        return {one.severity for one in found if one.code == "table.carried"}

    units = [one for one, counter in foreign().counters.items() if counter.map == SEA]
    assert severities(*units[:1]) <= {Severity.SUSPICIOUS}
    assert severities(*units) <= {Severity.NOTE}


# --- powers -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trait", "changes"),
    [
        ("mark;Side", False),
        ("hide;72,130;Invisible;;player:", True),
        ("hide;;Invisible;;player:", False),
        ("label;76,130;Change;10;;0,0,0;t;0;c;0;b;c;$pieceName$", True),
        ("label;;Change;10;;0,0,0;t;0;c;0;b;c;$pieceName$", False),
        ("rotate;6;93,130;91,130;CW;CCW;;", True),
        ("rotate;6;;;CW;CCW;;", False),
        ("PROP;Fuel;false,0,100,false;", True),
        ("mine;custom", True),
    ],
)
def test_what_the_keys_of_a_trait_can_change(trait: str, changes: bool) -> None:
    assert powers.may_change(model(f"{trait}\tpiece;;;a.png;A"), 0) is changes


def test_what_takes_a_piece_away_or_elsewhere() -> None:
    plain = model("piece;;;a.png;A")
    assert not powers.may_delete(plain) and not powers.may_be_carried(plain)
    assert powers.may_delete(model("delete;Delete;68,130;\tpiece;;;a.png;A"))
    assert powers.may_delete(model("mine;custom\tpiece;;;a.png;A"))
    assert powers.may_delete(model("piece;;Z;a.png;A")), "the old key of the piece itself"
    assert not powers.may_delete(model("piece;C;;a.png;A"))
    assert powers.may_be_carried(model("translate;On;77,130;0;60\tpiece;;;a.png;A"))


# --- rolls in the chat ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("*** 2d6 = 3,4 *** <Ann>", ("2d6", (3, 4), "3,4")),
        ("** Search = 5 ** <Ann>", ("Search", (5,), "5")),
        (" *** (IFT DR) 6,5 ***   <Ann>      [1 / 4   avg   10.25]", ("IFT DR", (6, 5), "6,5")),
        ("*** (RS dr) 2 ***   <Ann>", ("RS dr", (2,), "2")),
        ("*** Weather = rain *** <Ann>", ("Weather", (), "rain")),
        ("* Ann moves A1 -> A2 *", None),
        ("* UNDO: *** 2d6 = 3,4 *** <Ann>", None),
        ("*** (looks) like a roll ***", None),
    ],
)
def test_a_report_of_a_roll_is_read(
    line: str, told: tuple[str, tuple[int, ...], str] | None
) -> None:
    assert rolls.reported_in(line) == told


def test_who_rolled_is_told_by_the_report() -> None:
    assert rolls.roller_in(" *** (RS dr) 2 ***   <Ann>   [2]") == "Ann"
    assert rolls.roller_in("*** <Ann> = 2 *** <Ben>") == ""


def test_a_roll_that_old_versions_took_back_is_told_by_the_chat(foreign: Begin, desk: Desk) -> None:
    log = foreign()
    for line in ("*** d6 = 3 *** <German Player>", "* UNDO: *** d6 = 3 *** <German Player>"):
        log.step(Chat(line))
    (found,) = desk.general(log)
    assert (found.code, found.related) == ("dice.undone", (1,))


def test_every_roll_is_listed_with_what_is_known_of_it(foreign: Begin, desk: Desk) -> None:
    log = foreign().say(GERMAN, "raid in B3").roll("Commerce raid", 4).say(BRITISH, "ouch")
    log.step(Chat("*** (RS dr) 2 ***   <Ann>"))
    first, second = desk.audit(log).rolls
    assert (first.step, first.button, first.dice, first.side) == (
        2,
        "Commerce raid",
        (4,),
        "German",
    )
    assert "raid in B3" in first.said and first.undone is None
    assert (second.button, second.dice, second.player) == ("RS dr", (2,), "Ann")
    assert [row["step"] for row in desk.audit(log).to_json()["rolls"]] == [2, 4]  # type: ignore[attr-defined]


def test_no_password_stands_in_the_list_of_rolls(foreign: Begin, desk: Desk) -> None:
    log = foreign().say(GERMAN, f"my word is {GERMAN}").roll("Commerce raid", 4)
    log.step(Chat(f"*** (RS dr) 2 ***   <{GERMAN}>"))
    assert GERMAN not in repr(desk.audit(log, reveal=True).to_json())


# --- secrets ----------------------------------------------------------------------------


@pytest.mark.parametrize("other", ["sussex", "renown", "hermes"])
def test_where_only_secrets_differ_the_public_is_told_the_same(
    other: str, foreign: Begin, desk: Desk
) -> None:
    """What lies under a mask changes nothing of what everybody is told, whatever is done to it."""

    def told(hidden: str) -> str:
        log = foreign()
        one, inner = log.counters["exeter"], log.counters[hidden]
        mask = one.index("obs") + 1
        one.type[mask:], one.state[mask:] = list(inner.type[mask:]), list(inner.state[mask:])
        log.start().move("exeter", "B2", by=GERMAN)
        log.step(log._set(one, "obs", f"{GERMAN};|0"))
        log.step(log._set(one, "mark", "somebody,else"))
        log.step(MovePiece(one.id, SEA, 9, 9, None, SEA, 1, 1, None, BRITISH))
        log.step(AddPiece(one.id, "piece;;;x.png;X", "null;0;0;;0"))
        log.step(RemovePiece(one.id))
        found = desk.audit(log).to_json()
        return repr({name: value for name, value in found.items() if name != "log"})

    assert told("exeter") == told(other)
