"""Seals in the chat of a recorded game, in time and out of it, by their owner and by others."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.validator.audit.tabletop.sittings import BRITISH, GERMAN, Begin, Desk, Sitting
from validator.hidden.plots import Kept, SealBook, entry_of
from validator.hidden.seals import Reveal, digest_of

SALT = "0" * 32


def book(*lines: str, side: str = "German") -> list[Kept]:
    entries = [entry_of(line, "plot") for line in lines]
    return list(SealBook("graf_spee", side).with_sealed(entries).kept)


def posted(sitting: Sitting, *lines: object, by: str = GERMAN) -> Sitting:
    for line in lines:
        sitting.act("chat", by, x=str(line))
    return sitting


def _honest(sitting: Sitting) -> Sitting:
    one, two = book("1: B3", "2: C4")
    return posted(sitting, one.seal(), one.seal(), two.seal(), one.reveal(), two.reveal())


def _another_text(sitting: Sitting) -> Sitting:
    (one,) = book("1: B3")
    return posted(sitting, one.seal(), Reveal(one.entry.label, "B4", one.salt))


def _sealed_again(sitting: Sitting) -> Sitting:
    (one,), (two,) = book("1: B3"), book("1: C4")
    return posted(sitting, one.seal(), two.seal(), one.reveal())


def _two_texts(sitting: Sitting) -> Sitting:
    (one,) = book("1: B3")
    return posted(sitting, one.seal(), one.reveal(), Reveal(one.entry.label, "B4", one.salt))


def _too_early(sitting: Sitting) -> Sitting:
    (one,) = book("1: B3")
    return posted(sitting, one.reveal(), one.seal())


def _out_of_order(sitting: Sitting) -> Sitting:
    one, two = book("1: B3", "2: C4")
    return posted(sitting, two.seal(), one.seal(), one.reveal(), two.reveal())


def _by_another(sitting: Sitting) -> Sitting:
    (one,) = book("1: B3")
    return posted(posted(sitting, one.seal()), one.reveal(), by=BRITISH)


def _one_salt(sitting: Sitting) -> Sitting:
    kept = []
    for line in ("1: B3", "2: C4"):
        entry = entry_of(line, "plot")
        digest = digest_of("graf_spee", "German", entry.label, "", entry.text, SALT)
        kept.append(Kept(entry, SALT, digest, None))
    return posted(sitting, *(one.seal() for one in kept), *(one.reveal() for one in kept))


def _never_opened(sitting: Sitting) -> Sitting:
    one, two = book("1: B3", "2: C4")
    return posted(sitting, one.seal(), two.seal(), one.reveal())


def _without_the_first(sitting: Sitting) -> Sitting:
    _, two = book("1: B3", "2: C4")
    return posted(sitting, two.seal(), two.reveal())


@pytest.mark.parametrize(
    ("act", "codes"),
    [
        (_honest, ["seal.kept"]),
        (_another_text, ["seal.false"]),
        (_sealed_again, ["seal.again", "seal.kept"]),
        (_two_texts, ["seal.changed", "seal.kept"]),
        (_too_early, ["seal.closed", "seal.late", "seal.unsealed"]),
        (_out_of_order, ["seal.kept", "seal.late"]),
        (_by_another, ["seal.kept", "seal.other"]),
        (_one_salt, ["seal.kept", "seal.salt"]),
        (_never_opened, ["seal.closed", "seal.kept"]),
        (_without_the_first, ["seal.chain"]),
    ],
    ids=lambda one: one.__name__.strip("_") if callable(one) else "",
)
def test_a_seal_at_a_table_is_held_as_in_a_log(
    act: Callable[[Sitting], Sitting], codes: list[str], sit: Begin, desk: Desk
) -> None:
    found = desk.findings(act(sit()))
    assert sorted(one.code for one in found) == codes
    assert all(one.side == "German" for one in found if one.severity.calls_for_attention)
