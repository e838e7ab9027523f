"""What everybody may read of a game does not depend on what only one side may know."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice, product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.modules.graf_spee import offences_moves, offences_results
from tests.modules.graf_spee.played_logs import (
    AS_BRITISH,
    AS_GERMAN,
    PUBLIC,
    REVEALED,
    STYLES,
    Eyes,
    PlayedGame,
    played,
)
from tests.modules.graf_spee.secret_changes import (
    Parts,
    never_shown,
    other_ids,
    other_supplies_used,
    supplies_used_before,
    written_elsewhere,
    written_nowhere,
)
from tests.modules.reports import Reports, found_in
from tests.modules.secret_changes import (
    done_twice,
    lives_exchanged,
    named,
    nothing_done,
    other_passwords,
)
from tests.sampling import one_in

Change = Callable[[PlayedGame, Parts, int], Parts | None]

SUPPLIES = ("supply_1", "supply_2", "supply_3")


def outputs(game: PlayedGame, parts: Parts, eyes: Eyes, folder: Path) -> Reports:
    """All that an audit tells of these steps."""
    return Reports(game.write(folder / "game.vlog", parts[1], parts[0]), eyes, folder)


@cache
def unchanged(key: tuple[int, str, bool], *eyes: tuple[str, Any]) -> Reports:
    """What an audit tells of a whole game as it was played."""
    game = played(*key)
    with TemporaryDirectory(prefix="unchanged-") as folder:
        return outputs(game, (game.head, game.steps), dict(eyes), Path(folder))


def _pair(game: PlayedGame, parts: Parts, number: int) -> Parts | None:
    """Two pieces that were never shown exchange their lives; kinds differ where they can."""
    hidden = never_shown(game, len(game.steps))
    pairs = [(a, b) for a in hidden for b in hidden if a < b and a[:3] != b[:3]]
    if len(pairs) <= number:
        return None
    first, second = pairs[-1 - number]
    return lives_exchanged(game, parts, first, second)


CHANGES: dict[str, tuple[Change, tuple[Eyes, ...]]] = {
    "who is who": (_pair, (PUBLIC, AS_GERMAN)),
    "ids of the pieces in the cups": (lambda g, p, _: other_ids(g, p), (PUBLIC, AS_GERMAN)),
    "the plot": (lambda g, p, _: written_elsewhere(p, ("plot",), g), (PUBLIC, AS_BRITISH)),
    "the supply ships": (lambda g, p, _: written_elsewhere(p, SUPPLIES, g), (PUBLIC, AS_BRITISH)),
    "which supply ship was used": (
        lambda g, p, _: other_supplies_used(g, p),
        (PUBLIC, AS_BRITISH),
    ),
    "a supply ship used before": (
        lambda g, p, _: supplies_used_before(g, p),
        (PUBLIC, AS_BRITISH),
    ),
    "whether the ship moved at all": (
        lambda g, p, _: nothing_done(g, p, None),
        (PUBLIC,),
    ),
    "whether it moved or stayed, as the British see it": (
        lambda g, p, _: nothing_done(g, p, "British"),
        (AS_BRITISH,),
    ),
    "whether it went back and forth": (
        lambda g, p, _: done_twice(g, p, "plot"),
        (PUBLIC, AS_BRITISH),
    ),
    "passwords": (
        lambda g, p, _: other_passwords(g, p),
        (PUBLIC, AS_GERMAN, AS_BRITISH, REVEALED),
    ),
}

GAMES = [(1, "purposeful", False), (2, "random", True), (9, "purposeful", True)]
SEEN = [(what, eyes) for what, (_, all_eyes) in CHANGES.items() for eyes in all_eyes]


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES, ids=str)
@pytest.mark.parametrize(("what", "eyes"), SEEN)
def test_only_secrets_differ_and_every_byte_is_the_same(
    what: str, eyes: Eyes, key: tuple[int, str, bool], tmp_path: Path
) -> None:
    game = played(*key)
    parts = (game.head, game.steps)
    for number in range(2 if what == "who is who" else 1):
        other = CHANGES[what][0](game, parts, number)
        if other is None:
            continue
        after = outputs(game, other, eyes, tmp_path)
        for name, data in unchanged(key, *eyes.items()):
            assert after.by_name[name] == data, f"{name}, {number}"


@pytest.mark.slow
@pytest.mark.parametrize(
    "what",
    one_in(4, ["the plot", "who is who", "the supply ships", "whether the ship moved at all"]),
)
def test_the_secrets_really_differ(what: str, tmp_path: Path) -> None:
    """The changes above are seen by those who may see them."""
    game = played(1)
    other = CHANGES[what][0](game, (game.head, game.steps), 0)
    assert other is not None
    before = outputs(game, (game.head, game.steps), REVEALED, tmp_path)
    after = outputs(game, other, REVEALED, tmp_path)
    assert before.by_name["page"] != after.by_name["page"]


@pytest.mark.parametrize("key", one_in(3, GAMES), ids=str)
def test_some_pieces_of_each_game_are_never_shown(key: tuple[int, str, bool]) -> None:
    assert len(never_shown(played(*key), len(played(*key).steps))) >= 2


@pytest.mark.slow
@pytest.mark.parametrize(
    "offence",
    one_in(
        6,
        [
            offences_moves.moved_too_far,
            offences_moves.too_many_pieces,
            offences_moves.entered_at_the_wrong_gate,
            offences_moves.drawn_and_put_back,
            offences_results.points_for_nothing,
            offences_results.raided_on_a_closed_hex,
        ],
    ),
    ids=lambda offence: offence.__name__,
)
@pytest.mark.parametrize("by_hand", one_in(2, [False, True]), ids=["buttons", "by-hand"])
def test_findings_about_secret_things_tell_no_secret(
    offence: Callable[[PlayedGame], Iterator[Any]], by_hand: bool, tmp_path: Path
) -> None:
    """A finding about a face-down piece is the same whichever piece it is."""
    tried = 0
    for seed, style in product(range(1, 10), STYLES):
        game = played(seed, style, by_hand)
        for plant in islice(offence(game), 1):
            parts = (game.head, plant.steps)
            hidden = never_shown(game, min(plant.last, len(game.steps)))
            concerned = [unit for unit in plant.pieces if unit in hidden]
            others = [unit for unit in hidden if unit not in plant.pieces]
            first = (concerned or hidden)[0]
            second = next((unit for unit in others if unit != first), None)
            if second is None:
                continue
            tried += 1
            other = lives_exchanged(game, parts, first, second)
            other = written_elsewhere(other, ("plot", *SUPPLIES), game)
            before = outputs(game, parts, PUBLIC, tmp_path)
            after = outputs(game, other, PUBLIC, tmp_path)
            assert b"violation" in before.by_name["json"]
            for name, data in before:
                assert after.by_name[name] == data, f"{name}, {game}, {first} and {second}"
        if tried == 2:
            break
    assert tried


SENTINEL = "Zanzibar"
POINT = (7717, 6616)


@pytest.mark.parametrize("key", one_in(3, GAMES), ids=str)
@pytest.mark.slow
def test_no_byte_of_the_public_outputs_names_a_secret(
    key: tuple[int, str, bool], tmp_path: Path
) -> None:
    game = played(*key)
    parts: Parts = (game.head, game.steps)
    for number, unit in enumerate(never_shown(game, len(game.steps))):
        parts = named(game, parts, unit, f"{SENTINEL} {number}")
    for number, unit in enumerate(("plot", *SUPPLIES)):
        parts = named(game, parts, unit, f"{SENTINEL} plot {number}")
    parts = written_nowhere(parts, ("plot", *SUPPLIES), game, POINT)
    words = [SENTINEL, *map(str, POINT), *[seat.password for seat in game.logged.seats]]
    for name, data in outputs(game, parts, PUBLIC, tmp_path):
        assert found_in(data, words) == [], name
    # The same search finds them where everything is shown, passwords excepted.
    revealed = outputs(game, parts, REVEALED, tmp_path).by_name["page"]
    assert SENTINEL.encode() in revealed
    assert not any(seat.password.encode() in revealed for seat in game.logged.seats)
