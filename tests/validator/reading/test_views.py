"""Who may know what: VASSAL's own eye, and files in which only secrets differ."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from generator.vassal import saves, traits, trees
from generator.vassal.commands import (
    AddPiece,
    ChangePiece,
    Chat,
    Command,
    GameUnderWay,
    MovePiece,
    Player,
    PrivateNote,
    RemovePiece,
    SecretNote,
    Undo,
)
from generator.vassal.encodings import Access
from generator.vassal.saves import Save
from generator.vassal.traits import trait
from validator.reading import events as ev
from validator.reading import listing, reader, views
from validator.reading.views import View, ViewError

PASSWORDS = ("secret-one", "secret-two")


def view_of(shared: Path, log: str, side: str | None = None, *, reveal: bool = False) -> View:
    reference = shared / "vassal/reference"
    reading = reader.read_file(reference / f"logs/{log}.vlog", reference / "reference.vmod")
    return views.view(reading, side, reveal=reveal)


def test_everybody_sees_what_an_observer_sees_in_vassal(shared: Path) -> None:
    """VASSAL's tables were taken by an observer without a side."""
    reference = shared / "vassal/reference"
    told = 0
    for table in sorted((reference / "tables").glob("*.json")):
        rows = {row["id"]: row for row in json.loads(table.read_text())["pieces"]}
        view = view_of(shared, table.stem)
        by_place = {
            (row["map"], row["x"], row["y"], row["name"])
            for row in rows.values()
            if "contents" not in row
        }
        for seen in view.scene().pieces:
            assert (seen.place.map, seen.place.x, seen.place.y, seen.name) in by_place
            assert seen.place.map == "Main Map"
            told += 1
    assert told > 400


def test_a_masked_piece_goes_by_its_masks_name(shared: Path) -> None:
    view = view_of(shared, "14-mask-and-unmask-by-owner")
    moved = next(event for event in view.steps[1].events if isinstance(event, ev.Moved))
    assert moved.name == "German ship"
    seen = view.scene(2).piece(moved.piece)
    assert seen is not None and not seen.known and seen.piece is None
    assert seen.marker("UnitId") is None
    shown = view.scene(3).piece(moved.piece)
    assert shown is not None and shown.known and shown.marker("UnitId") == "G-BB-01"


def test_its_own_side_sees_through_a_mask(shared: Path) -> None:
    view = view_of(shared, "14-mask-and-unmask-by-owner", "german")
    moved = next(event for event in view.steps[1].events if isinstance(event, ev.Moved))
    assert moved.name == "Bismarck"
    assert (
        view_of(shared, "14-mask-and-unmask-by-owner", "British").scene(2).piece(moved.piece).name
        == "German ship"
    )  # type: ignore[union-attr]


def test_a_hidden_piece_does_nothing_anybody_may_know(shared: Path) -> None:
    view = view_of(shared, "17-hide-move-show-by-owner")
    kinds = [[type(event) for event in step.events] for step in view.steps]
    assert kinds == [[ev.Hidden], [ev.Reported], [ev.Reported], [ev.Shown]]
    assert [step.number for step in view.steps] == [1, 2, 3, 4]
    assert all(event.player is None for step in view.steps[1:3] for event in step.events)
    assert "U-47" not in {seen.name for seen in view.scene(2).pieces}
    assert "U-47 (reduced)" in {seen.name for seen in view.scene(4).pieces}
    revealed = view_of(shared, "17-hide-move-show-by-owner", reveal=True)
    assert [len(step.events) > 0 for step in revealed.steps] == [True] * 5
    own = view_of(shared, "17-hide-move-show-by-owner", "German")
    assert "U-47" in {seen.name for seen in own.scene(2).pieces}


def test_a_card_drawn_face_down_has_no_identity_and_none_of_vassals_ids(shared: Path) -> None:
    view = view_of(shared, "20-draw-face-down-to-map")
    drawn = next(event for event in view.steps[0].events if isinstance(event, ev.Drawn))
    assert (drawn.piece, drawn.name, str(drawn.to)) == ("?1", "Event card", "E5")
    own = view_of(shared, "20-draw-face-down-to-map", "German")
    assert next(e for e in own.steps[0].events if isinstance(e, ev.Drawn)).name == "Tanker met"


def test_a_hand_is_seen_by_its_owner_alone(shared: Path) -> None:
    view = view_of(shared, "21-draw-to-hand")
    drawn = next(event for event in view.steps[0].events if isinstance(event, ev.Drawn))
    assert drawn.to == ev.Place("German Hand", seen=False) and str(drawn.to) == "?"
    assert all(seen.place.map != "German Hand" for seen in view.scene().pieces)
    own = view_of(shared, "21-draw-to-hand", "German")
    assert sum(seen.place.map == "German Hand" for seen in own.scene().pieces) == 3


def test_a_face_down_deck_is_a_number(shared: Path) -> None:
    decks = {deck.name: deck for deck in view_of(shared, "21-draw-to-hand").scene().decks}
    assert (decks["Event Deck"].count, decks["Event Deck"].members) == (3, ())
    revealed = view_of(shared, "21-draw-to-hand", reveal=True).scene().decks
    assert [len(deck.members) for deck in revealed] == [deck.count for deck in revealed]


def test_notes_are_read_by_whom_they_are_for(shared: Path) -> None:
    def texts(side: str | None) -> list[str]:
        view = view_of(shared, "35-notes", side)
        return [event.text for event in view.events() if isinstance(event, ev.Noted)]

    assert not any("Bismarck" in text or "Hood" in text for text in texts(None))
    assert any("Bismarck" in text for text in texts("German"))
    assert not any("Bismarck" in text for text in texts("British"))
    sealed = view_of(shared, "36-secret-note").steps
    assert [e.text for step in sealed for e in step.events if isinstance(e, ev.Noted)] == [
        "",
        "Sail to E5 at once\nthen home",
    ]


def test_an_unknown_side_is_refused_with_those_there_are(shared: Path) -> None:
    with pytest.raises(ViewError, match="British, German, Referee; did you mean 'German'"):
        view_of(shared, "02-move-hex-to-hex", "Germann")
    with pytest.raises(ViewError, match="no step 9; it has 1 step"):
        view_of(shared, "02-move-hex-to-hex").scene(9)


@pytest.mark.parametrize("reveal", [False, True])
def test_no_password_is_in_any_output(shared: Path, reveal: bool) -> None:
    reference = shared / "vassal/reference"
    files = [
        *(reference / "logs").glob("*.vlog"),
        *(shared / "corpus/vassal").glob("hex-n-counters-engine.v[ls]*"),
    ]
    for file in sorted(files):
        view = views.view(reader.read_file(file), reveal=reveal)
        told = json.dumps([list(listing.event_values(view)), listing.scene_value(view.scene())])
        told += repr(list(view.events()))
        for password in (*PASSWORDS, "oracle-pw"):
            assert password not in told, file.name


def cards(*names: str) -> list[Command]:
    """Two face-down decks, the first with open cards of these names."""
    found: list[Command] = []
    for number, name in enumerate(names):
        chain = [trait("obs;", maskName="card"), trait("piece;", commonName=name)]
        state = traits.nest(["null;", traits.basic_state("Sea", 5, 5)])
        found.append(AddPiece(str(number), traits.piece_type(chain), state))
    for ident, x, members in (("90", 5, [str(n) for n in range(len(names))]), ("91", 9, [])):
        kind = trait("deck;", deckName=f"Deck {x}").type
        found.append(AddPiece(ident, kind, traits.deck_state("Sea", x, 5, True, members)))
    return found


def public(pieces: list[Command], *steps: list[Command]) -> View:
    text = saves.compose(pieces, [GameUnderWay()], [trees.step(*step) for step in steps])
    return views.view(reader.read(Save(text)))


def test_a_card_that_goes_from_deck_to_deck_face_down_has_no_name() -> None:
    across = MovePiece("0", "Sea", 9, 5, None, "Sea", 5, 5, None, "pw")
    event = next(public(cards("Storm"), [across]).events())
    assert isinstance(event, ev.Returned)
    assert (event.name, event.piece, event.to.deck) == ("card", "?1", "Deck 9")


def test_what_is_done_to_a_card_in_a_face_down_deck_is_not_seen() -> None:
    view = public(cards("Storm", "Calm"), [RemovePiece("1")])
    assert list(view.events()) == []
    assert [deck.count for deck in view.scene().decks] == [1, 0]


# Files in which only secrets differ.

COVER = trait("obs;", access=Access("side"), maskName="ship")
CLOAK = trait("hide;", access=Access("side"))


def ship(
    name: str, x: int, y: int, board: str = "Sea", *, mask: str = "null;", hide: str = "null"
) -> Any:
    chain = [
        COVER.with_state(mask),
        CLOAK.with_state(hide),
        trait("emb2;", imageNames=("a", "b"), state="1"),
        trait("mark;", keys=("UnitId",), state={"values": (name,)}),
        trait("piece;", commonName=name, state=traits.basic_state(board, x, y, name)),
    ]
    return traits.piece_type(chain), traits.piece_state(chain)


def changed(state: str, at: int, new: str) -> tuple[str, str]:
    parts = list(traits.unnest(state))
    parts[at] = new
    return traits.nest(parts), state


def game(
    *,
    drawn: str,
    first: str,
    second: str,
    raider: int,
    plot: int,
    order: str,
    course: str = "moves",
    reveal: bool = False,
) -> View:
    """A game with every kind of secret, and seven of them to choose."""
    cup = {"11": "exeter", "12": "sussex", "13": "dummy"}
    pieces: list[Command] = [
        *[AddPiece(ident, *ship(name, 90, 90)) for ident, name in cup.items()],
        AddPiece("21", *ship(first, 10, 10, mask="Blue;|0")),
        AddPiece("22", *ship(second, 10, 10, mask="Blue;|0")),
        AddPiece("31", *ship("raider", raider, raider, hide="Red")),
        AddPiece("41", *ship("plot", plot, plot, "Log")),
        AddPiece("51", *ship("open", 50, 50)),
        AddPiece("91", "stack", traits.stack_state("Sea", 10, 10, ["21", "22"])),
        AddPiece(
            "92",
            trait("deck;", deckName="Cup", shuffleOption="Always").type,
            traits.deck_state("Sea", 90, 90, True, list(cup)),
        ),
    ]
    state = ship(cup[drawn], 90, 90)[1]
    masked = changed(state, 0, "Blue;|0")
    raider_state = ship("raider", raider, raider, hide="Red")[1]
    ends = ("Log", plot + 9, 1, None), ("Log", plot, plot, None)
    sailed = trees.step(MovePiece("41", *ends[0], *ends[1], "red-pw"))
    back = trees.step(Undo(True), MovePiece("41", *ends[1], *ends[0], "red-pw"), Undo(False))
    plotted = ship("plot", plot, plot, "Log")[1]
    used = trees.step(ChangePiece("41", *changed(plotted, 2, "2")))
    steps = [
        trees.step(
            ChangePiece(drawn, *masked),
            MovePiece(drawn, "Sea", 20, 20, None, "Sea", 90, 90, None, "blue-password"),
            AddPiece("93", "stack", traits.stack_state("Sea", 20, 20, [drawn])),
            Chat("* [Blue Bob] ship moves Cup -> B2 *"),
        ),
        trees.step(
            MovePiece("31", "Sea", raider + 7, raider, None, "Sea", raider, raider, None, "red-pw"),
            Chat("* ? moves ? -> ? *"),
        ),
        trees.step(ChangePiece("31", *changed(raider_state, 2, str(raider)))),
        *({"stays": [], "moves": [sailed], "refuels": [sailed, used], "regrets": [sailed, back]})[
            course
        ],
        trees.step(SecretNote("Order", "red-pw", True, order, "1/2/2026", "Red")),
        trees.step(PrivateNote("red-pw", order)),
        trees.step(
            MovePiece(drawn, "Sea", 90, 90, None, "Sea", 20, 20, None, "blue-password"),
        ),
        trees.step(MovePiece("51", "Sea", 60, 60, None, "Sea", 50, 50, None, "red-pw")),
    ]
    roster = [Player("red-pw", "Ann", "Red"), Player("blue-password", "Bob", "Blue")]
    text = saves.compose(pieces, [*roster, GameUnderWay()], steps)
    reading = reader.read(Save(text), private_maps={"Log": ("Red",)})
    return views.view(reading, reveal=reveal)


BASE = {
    "drawn": "12",
    "first": "renown",
    "second": "hermes",
    "raider": 30,
    "plot": 70,
    "order": "sail",
}


def output(view: View) -> str:
    scenes = [listing.scene_value(view.scene(step)) for step in range(len(view.steps) + 1)]
    lines = [listing.event_line(value) for value in listing.event_values(view)]
    return json.dumps([list(listing.event_values(view)), scenes, lines], indent=1)


@pytest.mark.parametrize(
    "change",
    [
        {"drawn": "13"},
        {"drawn": "11"},
        {"first": "hermes", "second": "renown"},
        {"raider": 35},
        {"plot": 75},
        {"order": "stay"},
        {"course": "stays"},
        {"course": "refuels"},
        {"course": "regrets"},
        {"drawn": "11", "raider": 33, "plot": 1, "order": "turn", "first": "sussex"},
    ],
)
def test_changing_only_secrets_changes_no_byte_of_what_everybody_sees(
    change: dict[str, Any],
) -> None:
    public = output(game(**BASE))
    assert output(game(**{**BASE, **change})) == public
    assert "?1" in public and "Ann" in public


@pytest.mark.parametrize(("course", "steps"), [("stays", 7), ("moves", 8), ("refuels", 9)])
def test_only_where_all_is_revealed_the_steps_bear_the_files_own_numbers(
    course: str, steps: int
) -> None:
    told = game(**{**BASE, "course": course})
    assert [step.number for step in told.steps] == [1, 2, 3, 4, 5]
    assert {event.step for event in told.events()} == {1, 2, 3, 4, 5}
    shown = game(**{**BASE, "course": course}, reveal=True)
    assert [step.number for step in shown.steps] == list(range(1, steps + 1))
    assert shown.file_step(steps) == steps == told.file_step(5)
    with pytest.raises(ViewError, match="it has 5 steps"):
        told.scene(6)


def test_the_secrets_are_there_for_who_may_know_them() -> None:
    view = game(**BASE)
    seen = {piece.name for piece in view.scene().pieces}
    assert seen == {"ship", "open"}
    assert [type(event).__name__ for event in view.steps[0].events] == ["Drawn", "Reported"]
    assert [type(event).__name__ for event in view.steps[-2].events] == ["Returned"]


def test_a_stand_in_ends_when_the_piece_goes_back_into_the_cup() -> None:
    view = game(**BASE)
    drawn = next(event for event in view.steps[0].events if isinstance(event, ev.Drawn))
    back = next(event for event in view.steps[-2].events if isinstance(event, ev.Returned))
    assert drawn.piece == back.piece == "?3"
    assert view.scene(back.step).piece("?3") is None
