"""Seals in the chat: what was promised is held against what was shown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.vassal.commands import Chat
from tests.modules.graf_spee.log_builder import BRITISH, GERMAN
from tests.validator.audit.conftest import Desk
from validator.audit.findings import Severity
from validator.hidden.plots import Kept, SealBook, entry_of
from validator.hidden.seals import Reveal, digest_of

Begin = Callable[[], Any]
SALT = "0" * 32


def book(*lines: str, game: str = "graf_spee", side: str = "German") -> list[Kept]:
    entries = [entry_of(line, "plot") for line in lines]
    return list(SealBook(game, side).with_sealed(entries).kept)


def posted(log: Any, *lines: object, by: str = GERMAN) -> Any:
    for line in lines:
        log.say(by, str(line))
    return log


def codes(desk: Desk, *logs: Any, **eyes: Any) -> list[str]:
    return [code for code in desk.codes(*logs, **eyes) if code.startswith("seal.")]


@pytest.mark.parametrize("eyes", [{}, {"side": "British"}, {"reveal": True}], ids=str)
def test_a_seal_that_is_kept_is_told(ours: Begin, desk: Desk, eyes: dict[str, Any]) -> None:
    one, two = book("1: B3", "2: C4")
    log = posted(ours(), one.seal(), two.seal(), one.reveal(), two.reveal())
    (found,) = [one for one in desk.general(log, **eyes) if one.code == "seal.kept"]
    assert found.severity == Severity.NOTE
    assert found.did == "plot.1, plot.2: what was revealed is what was sealed."
    assert found.details[1] == "plot.2, sealed in step 2 by German: C4"
    assert codes(desk, log, **eyes) == ["seal.kept"]


def test_seals_are_held_from_file_to_file(ours: Begin, desk: Desk) -> None:
    one, two = book("1: B3", "2: C4")
    first, second = posted(ours(), one.seal(), two.seal()), ours()
    posted(second, two.reveal(), Reveal(one.entry.label, "B4", one.salt))
    assert sorted(codes(desk, first, second)) == ["seal.false", "seal.kept"]


def test_another_text_does_not_fit(ours: Begin, desk: Desk) -> None:
    (one,) = book("1: B3")
    log = posted(ours(), one.seal(), Reveal(one.entry.label, "B4", one.salt))
    (found,) = [one for one in desk.general(log) if one.code.startswith("seal.")]
    assert (found.code, found.severity, found.step) == ("seal.false", Severity.SUSPICIOUS, 2)
    assert "'B4'; that is not what was sealed in step 1" in found.did
    assert found.player == "German Player P1"


@pytest.mark.parametrize(
    "whose", [{"side": "British"}, {"game": "under_ten_flags"}, {"game": "Another module"}], ids=str
)
def test_a_seal_of_another_side_or_game_does_not_fit(
    whose: dict[str, str], ours: Begin, desk: Desk
) -> None:
    (one,) = book("1: B3", **whose)
    assert codes(desk, posted(ours(), one.seal(), one.reveal())) == ["seal.false"]


def test_who_copies_a_seal_cannot_open_it_as_his_own(ours: Begin, desk: Desk) -> None:
    (one,) = book("1: B3")
    log = posted(ours(), one.seal())
    posted(log, one.seal(), by=BRITISH)
    posted(log, one.reveal())
    posted(log, one.reveal(), by=BRITISH)
    assert codes(desk, log) == ["seal.false", "seal.kept"]


def test_a_label_sealed_twice_is_suspicious(ours: Begin, desk: Desk) -> None:
    (one,), (two,) = book("1: B3"), book("1: C4")
    log = posted(ours(), one.seal(), two.seal(), one.reveal())
    assert codes(desk, log) == ["seal.again", "seal.kept"]
    assert codes(desk, posted(ours(), one.seal(), two.seal(), two.reveal())) == [
        "seal.again",
        "seal.false",
    ]


def test_the_same_line_posted_twice_is_no_offence(ours: Begin, desk: Desk) -> None:
    (one,) = book("1: B3")
    log = posted(ours(), one.seal(), one.seal(), one.reveal(), one.reveal())
    assert codes(desk, log) == ["seal.kept"]


def test_each_player_has_labels_of_his_own(ours: Begin, desk: Desk) -> None:
    (one,), (two,) = book("1: B3"), book("1: C4", side="British")
    log = posted(ours(), one.seal())
    posted(log, two.seal(), two.reveal(), by=BRITISH)
    posted(log, one.reveal())
    assert codes(desk, log) == ["seal.kept"]


def test_revealed_twice_differently(ours: Begin, desk: Desk) -> None:
    (one,) = book("1: B3")
    log = posted(ours(), one.seal(), one.reveal(), Reveal(one.entry.label, "B4", one.salt))
    assert codes(desk, log) == ["seal.changed", "seal.kept"]


def test_what_is_never_opened_is_noted(ours: Begin, desk: Desk) -> None:
    one, two = book("1: B3", "2: C4")
    log = posted(ours(), one.seal(), two.seal(), one.reveal())
    told = {one.code: one for one in desk.general(log)}
    assert told["seal.closed"].severity == Severity.NOTE
    assert told["seal.closed"].did == "plot.2: sealed, and not revealed in these files."


def test_a_seal_taken_back_is_suspicious(ours: Begin, desk: Desk) -> None:
    (one,) = book("1: B3")
    log = ours().step(Chat(f"<German Player> - {one.seal()}")).undo()
    assert codes(desk, log) == ["seal.undone", "seal.closed"]


def test_without_the_seal_before_it_nothing_can_be_said(ours: Begin, desk: Desk) -> None:
    _, two = book("1: B3", "2: C4")
    log = posted(ours(), two.seal(), two.reveal())
    (found,) = [one for one in desk.general(log) if one.code.startswith("seal.")]
    assert (found.code, found.severity) == ("seal.chain", Severity.UNVERIFIABLE)


def test_an_entry_put_in_later_breaks_the_chain(ours: Begin, desk: Desk) -> None:
    """The second of three is written anew, with its own salt, after the third was posted."""
    one, _, three = book("1: B3", "2: C4", "3: D4")
    other = book("1: B3", "2: E4")[1]
    log = posted(ours(), one.seal(), other.seal(), three.seal())
    posted(log, one.reveal(), other.reveal(), three.reveal())
    assert codes(desk, log) == ["seal.false", "seal.false", "seal.kept"]


def test_odd_lines_are_told_and_nothing_breaks(ours: Begin, desk: Desk) -> None:
    log = posted(
        ours(),
        "SEAL plot.1 12ab",
        "REVEAL plot.1 B3",
        f"REVEAL plot.2 B3 {SALT}",
        "SEAL TEAM SIX GOES IN",
        "seal plot.1",
        f"SEAL plot.3 {'f' * 64} after",
    )
    assert codes(desk, log) == [
        "seal.unreadable",
        "seal.unreadable",
        "seal.unsealed",
        "seal.unreadable",
    ]


def test_many_odd_lines_are_one_note(ours: Begin, desk: Desk) -> None:
    log = posted(ours(), *(f"SEAL plot.{number} 12ab" for number in range(500)))
    (found,) = [one for one in desk.general(log) if one.code.startswith("seal.")]
    assert found.did.endswith("And 499 more like it.")


def test_modules_nobody_knows_are_sealed_by_their_name(foreign: Begin, desk: Desk) -> None:
    (one,) = book("1: B3", game="Somebody's own module")
    assert codes(desk, posted(foreign(), one.seal(), one.reveal())) == ["seal.kept"]


def test_a_password_in_a_sealed_text_is_not_told(ours: Begin, desk: Desk, tmp_path: Path) -> None:
    (one,) = book(f"1: {BRITISH}")
    log = posted(ours(), one.seal(), one.reveal())
    result = desk.audit(log)
    assert [one.code for one in result.findings if one.code.startswith("seal.")] == ["seal.kept"]
    assert BRITISH not in str(result.to_json())


# --- in its time, by its owner, with a salt of its own ------------------------------------


def sealing(desk: Desk, *logs: Any, **eyes: Any) -> dict[str, Any]:
    """What is said of seals, by code; a code is there once."""
    found = [one for one in desk.general(*logs, **eyes) if one.code.startswith("seal.")]
    assert len({one.code for one in found}) == len(found), found
    return {one.code: one for one in found}


def test_what_was_revealed_before_it_was_sealed_was_promised_by_nothing(
    ours: Begin, desk: Desk
) -> None:
    (one,) = book("1: B3")
    found = sealing(desk, posted(ours(), one.reveal(), one.seal()))
    late = found["seal.late"]
    assert (late.severity, late.step, late.related) == (Severity.UNVERIFIABLE, 2, (1,))
    assert "after it had been revealed in step 1" in late.did
    assert set(found) == {"seal.late", "seal.unsealed", "seal.closed"}


def test_a_seal_posted_after_that_of_a_later_entry_is_late(ours: Begin, desk: Desk) -> None:
    one, two = book("1: B3", "2: C4")
    log = posted(ours(), two.seal(), one.seal(), one.reveal(), two.reveal())
    late = sealing(desk, log)["seal.late"]
    assert late.did == "plot.1 was sealed after plot.2, which was sealed in step 1."
    assert (late.step, late.side, late.related) == (2, "German", (1,))


def test_entries_of_two_things_have_an_order_each(ours: Begin, desk: Desk) -> None:
    kept = book("devonshire.1: 1201", "devonshire.2: 1202", "dorsetshire.1: 1203", "start: B3")
    assert codes(desk, posted(ours(), *(one.seal() for one in kept))) == ["seal.closed"]


def test_a_seal_opened_by_the_other_side_is_told_and_counts(ours: Begin, desk: Desk) -> None:
    (one,) = book("1: B3")
    log = posted(posted(ours(), one.seal()), one.reveal(), by=BRITISH)
    found = sealing(desk, log)
    other = found["seal.other"]
    assert (other.severity, other.side) == (Severity.NOTE, "British")
    assert other.did == "plot.1, sealed by German in step 1, was revealed by British."
    assert found["seal.kept"].details == (
        "plot.1, sealed in step 1 by German, opened by British: B3",
    )


def test_a_false_text_posted_by_the_other_side_accuses_nobody(ours: Begin, desk: Desk) -> None:
    (one,) = book("1: B3")
    false = Reveal(one.entry.label, "B4", one.salt)
    log = posted(posted(ours(), one.seal()), false, by=BRITISH)
    found = sealing(desk, log)
    assert set(found) == {"seal.other", "seal.closed"}
    assert "with a text that does not fit" in found["seal.other"].did
    assert codes(desk, posted(log, one.reveal())) == ["seal.other", "seal.kept"]


def test_two_seals_with_one_salt_are_told(ours: Begin, desk: Desk) -> None:
    kept = []
    for line in ("1: B3", "2: C4"):
        entry = entry_of(line, "plot")
        digest = digest_of("graf_spee", "German", entry.label, "", entry.text, SALT)
        kept.append(Kept(entry, SALT, digest, None))
    log = posted(ours(), *(one.seal() for one in kept), *(one.reveal() for one in kept))
    salt = sealing(desk, log)["seal.salt"]
    assert salt.did == "plot.2 and plot.1 were sealed with one salt."
    assert (salt.severity, salt.step, salt.related) == (Severity.NOTE, 4, (2, 3))


def test_one_salt_is_told_again_by_nothing_that_is_posted_twice(ours: Begin, desk: Desk) -> None:
    (one,) = book("1: B3")
    log = posted(ours(), one.seal(), one.reveal(), one.reveal())
    assert codes(desk, log) == ["seal.kept"]


def test_a_stretch_that_is_played_anew_is_sealed_anew(ours: Begin, desk: Desk) -> None:
    """Both files begin from one position: what the first promised binds nobody in the second."""
    (one,), (two,) = book("1: B3"), book("1: C4")
    first = posted(ours(), one.seal()).move("exeter", "B2", by=BRITISH)
    second = posted(ours(), two.seal(), two.reveal()).move("sussex", "D3", by=BRITISH)
    found = sealing(desk, first, second)
    assert set(found) == {"seal.kept"}, "nobody has to open what binds nobody"
    assert "chain.again" in desk.codes(first, second)


def test_a_salt_of_a_stretch_that_is_played_anew_may_be_used_again(ours: Begin, desk: Desk) -> None:
    def salted(line: str) -> Kept:
        entry = entry_of(line, "plot")
        digest = digest_of("graf_spee", "German", entry.label, "", entry.text, SALT)
        return Kept(entry, SALT, digest, None)

    one, two = salted("1: B3"), salted("2: C4")
    first = posted(ours(), one.seal(), one.reveal()).move("exeter", "B2", by=BRITISH)
    second = posted(ours(), two.seal(), two.reveal()).move("sussex", "D3", by=BRITISH)
    assert set(sealing(desk, first, second)) == {"seal.kept"}
