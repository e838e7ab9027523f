"""A saved game follows its module to another version."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from broadside import main
from generator.vassal import documents, saves, traits, trees
from generator.vassal.commands import (
    AddPiece,
    Board,
    Chat,
    Command,
    SetBoards,
    SetProperty,
)
from generator.vassal.documents import Element
from generator.vassal.encodings import Access
from generator.vassal.metadata import Metadata
from generator.vassal.saves import Save
from generator.vassal.traits import Trait, basic_state, deck_state, stack_state, trait
from generator.workbench.migrating import Migration, MigrationError, migrated
from generator.workbench.opened import PIECE_SLOT, OpenModule
from tests.generator.workbench.small_modules import (
    MAP,
    PALETTE,
    PROTOTYPES,
    chain_of,
    marker,
    opened,
    planted,
    prototype,
    slot,
    text_of,
)

PILE = "VASSAL.build.module.map.DrawPile"
PRIVATE = "VASSAL.build.module.PrivateMap"


def holder(tag: str, attributes: dict[str, str], *children: Element) -> Element:
    made = documents.make(tag, attributes)
    for child in children:
        made.append(child)
    return made


def module(
    *slots: Element, version: str = "1.0", maps: Sequence[Element] = (), unit: Sequence[Trait] = ()
) -> OpenModule:
    """A module with these pieces; each map is called Main unless others are given."""
    root = planted(
        {"name": "Small", "version": version},
        *(maps or (documents.make(MAP, {"mapName": "Main"}),)),
        holder(PROTOTYPES, {}, prototype("Unit", *unit)),
        holder(PALETTE, {"name": "Pieces"}, *slots),
    )
    made = opened(root)
    made.members["moduledata"] = made.members["moduledata"].replace(b"1.0", version.encode())
    return made


def piece(
    ident: str,
    chain: Sequence[Trait],
    gpid: str,
    place: tuple[str | None, int, int] = ("Main", 5, 6),
) -> AddPiece:
    """A piece in play: its chain as a save states it."""
    state = basic_state(*place, gpid, {"UniqueID": ident})
    whole = (*chain[:-1], chain[-1].with_state(state))
    return AddPiece(ident, traits.piece_type(whole), traits.piece_state(whole))


def game(*pieces: Command, restore: Sequence[Command] = ()) -> Save:
    data = Metadata(name="Small", version="1.0", vassal_version="3.7.9")
    return Save(saves.compose(pieces, restore), savedata=replace(data, name=""), moduledata=data)


def moved_on(
    save: Save, old: OpenModule, new: OpenModule, **more: object
) -> tuple[dict[str | None, AddPiece], Migration]:
    made, account = migrated(save, old, new, **more)  # type: ignore[arg-type]
    pieces = {one.id: one for one in made.position() if isinstance(one, AddPiece)}
    return pieces, account


def chain_in(command: AddPiece) -> tuple[Trait, ...]:
    return traits.read_piece(command.type, command.state)


def states(command: AddPiece) -> dict[str, str]:
    return {part.id: part.state for part in chain_in(command)}


MISSING = trait("prototype;", prototypeName="None")
LAYER = trait("emb2;", name="Step", imageNames=("a.png", "b.png", "c.png"))
OLD = (LAYER, trait("PROP;", key="Hits", state="0"), trait("label;", state=""))
PLAYED = (
    LAYER.with_state("3"),
    OLD[1].with_state("2"),
    OLD[2].with_state("by hand"),
)


def test_a_piece_takes_its_new_definition_and_keeps_its_state() -> None:
    new_layer = LAYER.changed(imageNames=("x.png", "y.png", "z.png"))
    label = trait("label;", labelKey="76,130")
    new = (trait("delete;"), OLD[1].changed(description="hits"), new_layer, label, marker("A", "1"))
    before, after = module(slot("Tank", 7, *OLD)), module(slot("Tank", 7, *new), version="1.1")
    made, account = moved_on(game(piece("100", chain_of("Tank", *PLAYED), "7")), before, after)
    chain = chain_in(made["100"])
    assert [part.id for part in chain] == ["delete;", "PROP;", "emb2;", "label;", "mark;", "piece;"]
    assert states(made["100"]) == {
        "delete;": "",
        "PROP;": "2",
        "emb2;": "3",
        "label;": "by hand",
        "mark;": "1",
        "piece;": "Main;5;6;7;1;UniqueID;100",
    }
    assert (account.updated, account.same, account.lost) == (1, 0, {})


def test_a_piece_whose_definition_is_the_same_stays_to_the_byte() -> None:
    # VASSAL states the piece otherwise than the older module file does: that is no change.
    short = traits.read_trait("immob;;N")
    full = traits.read_trait("immob;;N;R;")
    save = game(piece("100", chain_of("Tank", full), "7"))
    before = module(slot("Tank", 7, short))
    made, account = migrated(save, before, module(slot("Tank", 7, short)))
    assert made.text == save.text
    assert (account.updated, account.same) == (0, 1)


def test_a_definition_of_nothing_but_a_missing_prototype_does_no_harm() -> None:
    hollow = documents.make(PIECE_SLOT, {"entryName": "?", "gpid": "7"}, text_of((MISSING,)))
    save = game(piece("1", chain_of("Tank"), "7"))
    made, account = migrated(save, module(hollow.copy()), module(hollow))
    assert made.text == save.text
    assert account.updated == 0


def test_prototypes_are_put_in_before_anything_is_compared() -> None:
    use = trait("prototype;", prototypeName="Unit")
    slots = slot("Tank", 7, use)
    before, after = (
        module(slots.copy(), unit=(LAYER,)),
        module(slots, unit=(LAYER, trait("clone;"))),
    )
    made, _ = moved_on(
        game(piece("1", chain_of("Tank", LAYER.with_state("2")), "7")), before, after
    )
    assert [part.id for part in chain_in(made["1"])] == ["emb2;", "clone;", "piece;"]
    assert states(made["1"])["emb2;"] == "2"


@pytest.mark.parametrize(
    ("old", "state", "new", "told"),
    [
        (LAYER, "3", LAYER.changed(imageNames=("a.png",)), "1"),
        (LAYER, "-3", LAYER.changed(imageNames=("a.png",)), "-1"),
        (LAYER, "2", LAYER.changed(name="Other"), "1"),
        (trait("label;"), "said", trait("label;", labelKey="", fontSize=9), ""),
        (trait("rotate;"), "2", trait("rotate;", nFacings=12, rotateCWText="R"), "4"),
        (marker("A", "1"), "9", marker("A", "2"), "2"),
        (trait("PROP;", key="A"), "5", trait("PROP;", key="B"), ""),
        (trait("table;"), "1,2,3,4", trait("table;", description="x"), "1,2,3,4"),
    ],
)
def test_what_becomes_of_a_state(old: Trait, state: str, new: Trait, told: str) -> None:
    before, after = module(slot("Tank", 7, old)), module(slot("Tank", 7, new))
    played = chain_of("Tank", old.with_state(state))
    made, _ = moved_on(game(piece("1", played, "7")), before, after)
    assert chain_in(made["1"])[0].state == told


def test_state_without_a_place_is_told_by_its_trait() -> None:
    before, after = module(slot("Tank", 7, *OLD)), module(slot("Tank", 7))
    _, account = moved_on(game(piece("1", chain_of("Tank", *PLAYED), "7")), before, after)
    assert sorted(account.lost) == [
        "Dynamic Property [Hits]",
        "Layer [Step]",
        "Text Label [TextLabel]",
    ]


def test_pieces_that_are_gone_or_were_never_there_stay_and_are_told() -> None:
    before = module(slot("Tank", 7, LAYER), slot("Ship", 8))
    after = module(slot("Ship", 8), slot("New", 9))
    save = game(piece("1", chain_of("Tank", LAYER), "7"), piece("2", chain_of("Odd"), "x:3"))
    made, account = moved_on(save, before, after)
    assert len(made) == 2 and account.updated == 0
    assert (account.gone, account.foreign) == ({"Tank": 1}, {"Odd": 1})
    assert migrated(save, before, after)[0].text == save.text


def test_a_piece_renumbered_in_the_module_is_found_by_what_it_is() -> None:
    others = [slot(f"Unit {at}", at, marker("At", str(at))) for at in range(20, 30)]
    before = module(slot("Tank", 7, LAYER), *[one.copy() for one in others])
    after = module(slot("Tank", 70, LAYER, trait("clone;")), *others)
    made, _ = moved_on(
        game(piece("1", chain_of("Tank", LAYER.with_state("2")), "7")), before, after
    )
    assert [part.id for part in chain_in(made["1"])] == ["emb2;", "clone;", "piece;"]
    assert states(made["1"])["piece;"] == "Main;5;6;70;1;UniqueID;1"


def test_a_placed_marker_is_known_by_the_number_in_the_trait() -> None:
    def placing(*parts: Trait) -> Element:
        text = f"+/null/{traits.piece_type(chain_of('Chit', *parts))}/"
        text += traits.piece_state(chain_of("Chit", *parts)).replace("/", "\\/")
        return slot("Depot", 1, trait("placemark;", markerText=text, gpId="44"))

    before, after = module(placing(LAYER)), module(placing(LAYER, trait("delete;")))
    made, account = moved_on(game(piece("1", chain_of("Chit", LAYER), "44")), before, after)
    assert [part.id for part in chain_in(made["1"])] == ["emb2;", "delete;", "piece;"]
    assert account.updated == 1


def test_stacks_decks_and_the_rest_of_the_game_stay() -> None:
    def pile(**attributes: str) -> Element:
        deck = documents.make(PILE, {"name": "Draw", "maxStack": "10", **attributes})
        return holder(MAP, {"mapName": "Main"}, deck)

    before = module(slot("Card", 7), maps=[pile()])
    after = module(slot("Card", 7, trait("clone;")), maps=[pile(maxStack="3")])
    deck = trait("deck;", deckName="Draw")
    save = game(
        piece("1", chain_of("Card"), "7"),
        piece("2", chain_of("Card"), "7"),
        AddPiece("3", "stack", stack_state("Main", 5, 6, ["1"])),
        AddPiece("4", traits.piece_type([deck]), deck_state("Main", 9, 9, True, ["2"])),
        restore=[SetProperty("Score", "3", "Main:Zone"), SetBoards("Main", (Board("B", 0, 0),))],
    )
    made, account = moved_on(save, before, after)
    assert made["3"].state == "Main;5;6;1;@@-1" and made["4"].state == "Main;9;9;true;2"
    assert chain_in(made["4"])[0]["maxStack"] == 3
    assert account.decks == {"Draw": 1}


def test_a_map_of_another_name_is_told_and_followed_when_named() -> None:
    before = module(slot("Tank", 7))
    after = module(slot("Tank", 7), maps=[documents.make(MAP, {"mapName": "Europe"})])
    back = trait("sendto;", state="Main;1;2")
    save = game(
        piece("1", chain_of("Tank", back), "7"),
        AddPiece("3", "stack", stack_state("Main", 5, 6, ["1"])),
        restore=[SetProperty("Score", "3", "Main:Zone"), SetBoards("Main", (Board("B", 0, 0),))],
    )
    _, account = moved_on(save, before, after)
    told = [note for note in account.notes if note.startswith("map 'Main'")]
    assert "--map 'Main'='Europe'" in told[0]
    made, account = migrated(save, before, after, {"Main": "Europe"})
    assert not any(note.startswith("map 'Main'") for note in account.notes)
    text = made.text.decode()
    assert "Main" not in text and text.count("Europe") == 5
    with pytest.raises(MigrationError, match="no map 'Erope'; did you mean 'Europe'"):
        migrated(save, before, after, {"Main": "Erope"})


def test_what_the_save_says_of_its_module_is_brought_up_to_date() -> None:
    save = game(piece("1", chain_of("Tank"), "7"))
    made, _ = migrated(save, module(slot("Tank", 7)), module(slot("Tank", 7), version="2.0"))
    assert (made.savedata.version, made.moduledata.version) == ("2.0", "2.0")
    assert made.savedata.vassal_version == "3.7.9"
    again = saves.from_bytes(saves.pack(made), "made")
    assert again.moduledata.version == "2.0"
    bare = replace(save, savedata=Metadata(), moduledata=Metadata())
    made, _ = migrated(bare, module(slot("Tank", 7)), module(slot("Tank", 7), version="2.0"))
    assert made.savedata == made.moduledata == Metadata()


def test_a_log_is_refused_unless_only_its_start_is_wanted() -> None:
    before, after = module(slot("Tank", 7)), module(slot("Tank", 7, trait("clone;")))
    start = game(piece("1", chain_of("Tank"), "7"))
    log = replace(start, text=saves.compose([], steps=[trees.step(Chat("hello"))]))
    whole = replace(start, text=start.text + b"\x1bLOG\tCHAThello")
    assert list(log.steps()) and list(whole.steps())
    with pytest.raises(MigrationError, match=r"a log: .*--start-only"):
        migrated(whole, before, after)
    made, account = migrated(whole, before, after, start_only=True)
    assert not list(made.steps()) and account.updated == 1


def test_a_deck_follows_the_menu_its_component_has_now() -> None:
    def pile(*entries: Element) -> Element:
        deck = holder(PILE, {"name": "Draw"}, *entries)
        return holder(MAP, {"mapName": "Main"}, deck)

    def entry(name: str, **attributes: str) -> Element:
        tag = "VASSAL.build.module.map.DeckGlobalKeyCommand"
        return documents.make(tag, {"name": name, "hotkey": "57348,0,go", **attributes})

    before = module(slot("Card", 7), maps=[pile(entry("Turn, all", deckCount="-1"))])
    deck = trait("deck;", deckName="Draw", globalCommands="Turn\\, all|57348\\,0\\,go||-1")
    save = game(AddPiece("4", traits.piece_type([deck]), deck_state("Main", 9, 9, True, [])))
    same, account = moved_on(save, before, before)
    assert same["4"].type == traits.piece_type([deck]) and not account.decks
    after = module(
        slot("Card", 7),
        maps=[
            pile(
                entry("Turn, all", deckCount="2", filter='{Side=="Red"}'),
                holder("VASSAL.build.module.folder.DeckSubFolder", {}, entry("Burn")),
            )
        ],
    )
    made, account = moved_on(save, before, after)
    menu = chain_in(made["4"])[0]["globalCommands"]
    assert [(one.name, one.key.name, one.count, one.filter) for one in menu] == [
        ("Turn, all", "go", "2", '{Side=="Red"}'),
        ("Burn", "go", "0", ""),
    ]
    assert account.decks == {"Draw": 1} and account.notes == []
    made, _ = moved_on(save, before, module(slot("Card", 7), maps=[pile()]))
    assert chain_in(made["4"])[0]["globalCommands"] == ()


class TestRenumbered:
    """Pieces whose number is gone from the palette."""

    def unlike(self, name: str, gpid: int) -> Element:
        return slot(name, gpid, trait("clone;"), trait("delete;"), trait("rotate;"))

    def elsewhere(self, *slots: Element) -> OpenModule:
        """A module with other pieces, in another place than a palette."""
        stack = holder("VASSAL.build.module.map.SetupStack", {"name": "Start"}, *slots)
        return module(maps=[holder(MAP, {"mapName": "Main"}, stack)])

    def game(self, gpid: str = "7") -> Save:
        return game(piece("1", chain_of("Tank", LAYER.with_state("2")), gpid))

    def test_a_name_that_stands_once_on_each_side_is_enough(self) -> None:
        before = module(slot("Tank", 7, LAYER), slot("Ship", 8))
        after = self.elsewhere(self.unlike("Tank", 70), self.unlike("Ship", 80))
        made, account = moved_on(self.game(), before, after)
        assert [part.id for part in chain_in(made["1"])][:2] == ["clone;", "delete;"]
        assert (account.updated, account.by_name, account.gone) == (1, 1, {})
        assert "1 of them are known by their name alone" in "\n".join(account.lines())

    def test_a_number_that_no_module_has_is_no_hindrance(self) -> None:
        before, after = module(slot("Tank", 7, LAYER)), self.elsewhere(self.unlike("Tank", 70))
        _, account = moved_on(self.game("999"), before, after)
        assert (account.updated, account.foreign) == (1, {})

    @pytest.mark.parametrize("names", [("Tank", "Tank"), ("Panzer", "Ship")])
    def test_a_name_that_stands_twice_or_never_is_not(self, names: tuple[str, str]) -> None:
        before = module(slot("Tank", 7, LAYER), slot("Ship", 8))
        after = self.elsewhere(self.unlike(names[0], 70), self.unlike(names[1], 80))
        _, account = moved_on(self.game(), before, after)
        assert (account.updated, account.gone) == (0, {"Tank": 1})
        assert "--piece OLD=NEW" in "\n".join(account.lines())

    @pytest.mark.parametrize(("old", "new"), [("Tank", "Panzer"), ("7", "70"), ("Tank", "70")])
    def test_a_renamed_piece_goes_on_as_the_one_that_is_named(self, old: str, new: str) -> None:
        before = module(slot("Tank", 7, LAYER))
        after = module(self.unlike("Panzer", 70), self.unlike("Other", 71))
        made, account = moved_on(self.game(), before, after, pieces={old: new})
        chain = chain_in(made["1"])
        assert chain[-1].text("commonName") == "Panzer" and ";70;" in chain[-1].state
        assert (account.updated, account.by_name) == (1, 0)

    def test_a_name_that_is_not_there_or_says_too_little_is_refused(self) -> None:
        before = module(slot("Tank", 7))
        after = module(slot("Panzer", 70), slot("Twin", 71), slot("Twin", 72))
        for names, told in (
            ({"Tank": "Pantzer"}, "no piece 'Pantzer'; did you mean 'Panzer'"),
            ({"Tnk": "Panzer"}, "no piece 'Tnk'; did you mean 'Tank'"),
            ({"Tank": "Twin"}, "2 pieces are called 'Twin'; say which by its gpid: 71, 72"),
        ):
            with pytest.raises(MigrationError, match=told):
                moved_on(self.game(), before, after, pieces=names)


def test_a_piece_without_a_name_is_no_secret() -> None:
    both = module(), module()
    _, account = moved_on(
        game(piece("1", chain_of(""), "99"), piece("2", chain_of(""), "98")), *both
    )
    assert account.to_json()["foreign"] == {"named": {}, "nameless": 2, "not_open": 0}
    told = "\n".join(account.lines())
    assert "2 without a name" in told and "not open" not in told


# --- Secrets ----------------------------------------------------------------------------------


def _masked() -> AddPiece:
    mask = trait("obs;", access=Access("side"), state="secret;")
    return piece("1", chain_of("Spy", mask), "99")


def _hidden() -> AddPiece:
    return piece("1", chain_of("Spy", trait("hide;", state="secret")), "99")


def _elsewhere() -> AddPiece:
    return piece("1", chain_of("Spy"), "99", ("Hand", 1, 1))


def _nowhere() -> AddPiece:
    return piece("1", chain_of("Spy"), "99", (None, 0, 0))


@pytest.mark.parametrize("make", [_masked, _hidden, _elsewhere, _nowhere])
def test_pieces_that_are_not_open_to_all_are_counted_and_not_named(
    make: Callable[[], AddPiece],
) -> None:
    maps = [
        documents.make(MAP, {"mapName": "Main"}),
        documents.make(PRIVATE, {"mapName": "Hand", "side": "Red"}),
    ]
    both = module(maps=maps), module(maps=[one.copy() for one in maps])
    _, account = moved_on(game(make()), *both)
    told = "\n".join(account.lines()) + str(account.to_json())
    assert "Spy" not in told and "secret" not in told and "1 that are not open to all" in told
    _, account = moved_on(game(make()), *both, reveal=True)
    assert "Spy" in "\n".join(account.lines())


def test_what_lies_in_a_deck_is_not_named() -> None:
    both = module(), module()
    deck = trait("deck;", deckName="Draw")
    save = game(
        piece("1", chain_of("Spy"), "99"),
        AddPiece("4", traits.piece_type([deck]), deck_state("Main", 9, 9, True, ["1"])),
    )
    _, account = moved_on(save, *both)
    assert "Spy" not in "\n".join(account.lines())


def test_a_mask_stays_closed_when_another_sort_of_owner_is_asked_for() -> None:
    old = trait("obs;", access=Access("player"))
    new = trait("obs;", access=Access("side"))
    save = game(piece("1", chain_of("Spy", old.with_state("secret;")), "7"))
    made, account = moved_on(save, module(slot("Spy", 7, old)), module(slot("Spy", 7, new)))
    assert states(made["1"])["obs;"] == "secret;" and account.owners == 1


# --- The command --------------------------------------------------------------------------------


def test_the_command_writes_the_migrated_save(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("old.vmod", "new.vmod", "game.vsav", "out.vsav")]
    module(slot("Tank", 7)).write(paths[0])
    module(slot("Tank", 7, trait("clone;")), version="2.0").write(paths[1])
    saves.write(paths[2], game(piece("1", chain_of("Tank"), "7")))
    words = ["migrate", str(paths[2]), "--from", str(paths[0]), "--to", str(paths[1])]
    told = CliRunner().invoke(main, [*words, "-o", str(paths[3])])
    assert told.exit_code == 0, told.output
    assert "1 pieces: 1 in their new definition" in told.output
    assert saves.read(paths[3]).savedata.version == "2.0"
    wrong = CliRunner().invoke(main, [*words, "-o", str(tmp_path / "x.vsav"), "--map", "Main"])
    assert wrong.exit_code == 2 and not (tmp_path / "x.vsav").exists()
    wrong = CliRunner().invoke(main, [*words, "-o", str(tmp_path / "x.vsav"), "--piece", "T=X"])
    assert wrong.exit_code == 2 and "no piece 'X'" in wrong.output
    assert not (tmp_path / "x.vsav").exists()
