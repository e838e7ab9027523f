"""The module of an imported game: as it was to the byte but for what the definition changed."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from broadside import main
from generator.definition.carried import CarriedError, read_carried
from generator.definition.reader import load_game
from generator.files import new_folder
from generator.packaging.carried.newsetup import deck_of
from generator.packaging.carried.weaving import Woven, woven
from generator.vassal import archive, documents, saves, sequences, traits
from generator.vassal.commands import (
    AddPiece,
    Board,
    GameUnderWay,
    ScenarioNote,
    SetBoards,
    SetProperty,
)
from generator.vassal.traits import Trait, deck_state, piece_state, piece_type, stack_state, trait
from generator.workbench.importing import imported
from generator.workbench.opened import Definition, OpenModule, open_module
from tests.generator.workbench.counted import differing
from tests.generator.workbench.modules_to_import import (
    PANEL,
    PICTURES,
    M,
    W,
    board,
    component,
    entry,
    layer,
    module,
    picker,
    piece_slot,
    plain_map,
    stack,
    with_parts,
)
from tests.generator.workbench.small_modules import PALETTE, chain_of, holding, prototype

Edit = Callable[[Path], object]
FLIP = layer("back.png", levelNames=("+ (spent)",))


def saved_piece(own: str, name: str, gpid: str, x: int, y: int, *parts: Trait) -> AddPiece:
    *outer, basic = chain_of(name, *parts)
    basic = basic.changed(imageName="front.png").with_state(f"Main;{x};{y};{gpid};0")
    return AddPiece(own, piece_type((*outer, basic)), piece_state((*outer, basic)))


def battle() -> bytes:
    deck = trait("deck;", deckName="Draw")
    text = saves.compose(
        [
            saved_piece("101", "Tank", "1", 35, 45, FLIP),
            saved_piece("102", "Gun", "2", 35, 45),
            saved_piece("103", "Card", "3", 60, 60),
            AddPiece("104", "stack", stack_state("Main", 35, 45, ["101", "102"])),
            AddPiece("105", piece_type([deck]), deck_state("Main", 60, 60, True, ["103"])),
        ],
        [
            SetProperty("Score", "7", "Module"),
            SetBoards("Main", (Board("Board", 0, 0),)),
            GameUnderWay(),
            ScenarioNote("Read this"),
        ],
    )
    return saves.pack(saves.Save(text))


@pytest.fixture(scope="module")
def original() -> OpenModule:
    """A module full of things that a definition has no words for."""
    spare = board("Winter", image="board.png")
    main = with_parts(
        component("Map", mapName="Main", edgeWidth=10, edgeHeight=10),
        picker(board("Board", image="board.png"), spare),
        component("map.DrawPile", name="Draw", x=50, y=50, owningBoard="Board", shuffle="Never"),
        stack(100, 100, piece_slot("Gun", 12), owningBoard="Board"),
        component("map.MassKeyCommand", name="Rally all", buttonHotkey="82,130"),
    )
    score = component("properties.GlobalProperty", name="Score", initialValue=1, isNumeric="true")
    chart = documents.make(W + "Chart", {"chartName": "CRT", "fileName": "chart.png"})
    trigger = trait("macro;", name="Rally", key="82,130", actionKeys=["83,130"])
    report = trait("report;", keys=["82,130"], reportFormat="rallied")
    named = prototype("Named", trait("basicName;", name="Every of all"))
    tray = holding(
        PANEL,
        {"entryName": "Army"},
        piece_slot("Tank", 1, FLIP, trigger, report, trait("prototype;", prototypeName="All")),
        piece_slot("Gun", 2),
        piece_slot("Card", 3),
        piece_slot("", 5, trait("prototype;", prototypeName="Named")),
        piece_slot("Stars", 4, layer("star.png", alwaysActive=True, state="1")),
    )
    return module(
        component("BasicCommandEncoder"),
        with_parts(component("PlayerRoster"), entry("Red"), entry("Blue")),
        with_parts(component("properties.GlobalProperties"), score),
        with_parts(component("PrototypesContainer"), prototype("All", trait("delete;")), named),
        main,
        plain_map(component("map.Zoomer"), name="Off map"),
        holding(PALETTE, {"name": "Pieces"}, tray),
        holding(M + "ChartWindow", {"name": "Charts"}, chart),
        component("DiceButton", name="2d6", text="2d6", nDice=2, nSides=6),
        component("SpecialDiceButton", name="Odd dice"),
        component("PredefinedSetup", name="Battle", file="battle.vsav", useFile="true"),
        members={"battle.vsav": battle(), "help/Läs mig.html": b"<b>help</b>", "a": b"", "A": b"1"},
    )


@pytest.fixture
def folder(original: OpenModule, tmp_path: Path) -> Path:
    new_folder(tmp_path / "game", imported(original).files)
    return tmp_path / "game"


def wove(folder: Path) -> Woven:
    carried = read_carried(folder)
    assert carried is not None
    return woven(load_game(folder), carried, (folder / "art",))


def built(folder: Path, *notes: str) -> OpenModule:
    """The module built of a folder; ``notes`` are words of what it does not follow, in order."""
    made = wove(folder)
    assert len(made.notes) == len(notes), made.notes
    assert all(words in note for words, note in zip(notes, made.notes, strict=True)), made.notes
    path = folder.parent / "built.vmod"
    archive.write(path, made.members)
    return open_module(path)


def change(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    text = path.read_text("utf-8")
    assert old in text, text
    path.write_text(text.replace(old, new), "utf-8")


def linked(folder: Path, file: str) -> None:
    """Put a link to a file beside the game's folder in a file's place."""
    secret = folder.parent / "secret.txt"
    secret.write_text("nobody else's")
    (folder / file).unlink()
    (folder / file).symlink_to(secret)


_MADE = {"sha256": "", "members": ["a"]}


def relisted(folder: Path, what: str, value: object) -> None:
    """Say something else in the list of what is carried."""
    place = folder / "carried/bound.json"
    place.write_text(json.dumps({**json.loads(place.read_text("utf-8")), what: value}))


def slot_of(module: OpenModule, gpid: str) -> Definition:
    return next(one for one in module.definitions() if one.element.get("gpid") == gpid)


def table(module: OpenModule, member: str = "battle.vsav") -> dict[str, AddPiece]:
    save = saves.from_bytes(module.members[member], member)
    found = (one for one in save.position() if isinstance(one, AddPiece))
    return {one.id: one for one in found if one.id is not None}


def basic(piece: AddPiece) -> str:
    return traits.read_piece(piece.type, piece.state)[-1].state


# --- Word for word --------------------------------------------------------------------------------


def test_a_definition_as_it_was_imported_gives_the_module_back(
    original: OpenModule, folder: Path
) -> None:
    made = wove(folder)
    assert {**made.members} == original.members and [*made.members] == [*original.members]
    assert not made.notes


@pytest.mark.parametrize(
    "name", ["corpus/vassal/hex-n-counters-template.vmod", "vassal/reference/reference.vmod"]
)
def test_real_modules_come_back_whole(shared: Path, tmp_path: Path, name: str) -> None:
    told = CliRunner().invoke(main, ["import", str(shared / name), str(tmp_path / "game")])
    assert told.exit_code == 0, told.output
    out = tmp_path / "out"
    told = CliRunner().invoke(main, ["build", str(tmp_path / "game"), "-o", str(out)])
    assert told.exit_code == 0, told.output
    (path,) = out.glob("*.vmod")
    before, after = open_module(shared / name), open_module(path)
    assert differing(before, after) == []
    assert before.members == after.members


def test_what_is_no_picture_lies_in_carried_and_each_member_once(folder: Path) -> None:
    carried = read_carried(folder)
    assert carried is not None
    assert carried.files["images/front.png"] == "art/images/front.png"
    assert carried.files["buildFile.xml"] == "carried/module/buildFile.xml"
    names = [file.casefold() for file in carried.files.values()]
    assert len({*names}) == len(names), "two members of one name to some system"
    assert all((folder / file).is_file() for file in carried.files.values())


def test_identity_is_bound(folder: Path) -> None:
    carried = read_carried(folder)
    assert carried is not None
    bound = carried.bound
    assert bound["counters"]["tank"]["slots"] == [[W + "PieceSlot", "1", 0]]
    assert [slot[1] for slot in bound["counters"]["gun"]["slots"]] == ["2", "12"]
    assert bound["maps"]["main"]["map"] == "Main"
    assert bound["maps"]["main"]["boards"] == [["Board", 0, 0, 400, 300, False, 0, 0]]
    assert bound["dice"]["2d6"]["button"] == "2d6"
    assert bound["sides"]["Blue"] == {"side": "Blue"}
    assert bound["scenarios"]["Battle"]["pieces"] == {"tank": "101", "gun": "102", "card": "103"}


# --- What the definition says otherwise -----------------------------------------------------------


def test_a_renamed_counter_is_renamed_in_its_slots_and_set_ups_alone(
    original: OpenModule, folder: Path
) -> None:
    change(folder, "counters.csv", "gun,Gun", "gun,Howitzer")
    made = built(folder)
    assert [slot_of(made, gpid).name for gpid in ("1", "2", "12")] == ["Tank", "Howitzer"] * 1 + [
        "Howitzer"
    ]
    names = {one.id: traits.read_piece(one.type, one.state)[-1] for one in table(made).values()}
    assert names["102"].text("commonName") == "Howitzer"
    assert names["101"].text("commonName") == "Tank"
    told = differing(original, made)
    assert told and all("Gun" in line or "Howitzer" in line for line in told)


def test_a_name_that_a_prototype_gives_is_overruled_by_the_piece(folder: Path) -> None:
    change(folder, "counters.csv", ",Every of all,", ",Mine,")
    made = built(folder)
    assert [part.id for part in slot_of(made, "5").chain] == ["basicName;", "prototype;", "piece;"]
    assert slot_of(made, "5").chain[0].text("name") == "Mine"


def rows_of(folder: Path) -> list[dict[str, str]]:
    with (folder / "counters.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def write_rows(folder: Path, rows: list[dict[str, str]]) -> None:
    with (folder / "counters.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), restval="")
        writer.writeheader()
        writer.writerows(rows)


def test_a_counter_that_bears_another_id_is_the_same_piece(folder: Path) -> None:
    change(folder, "counters.csv", "tank,Tank", "panzer,Tank")
    change(folder, "scenarios/battle_1.yaml", "tank", "panzer")
    made = wove(folder)
    assert made.members["buildFile.xml"] == (folder / "carried/module/buildFile.xml").read_bytes()
    assert made.members["battle.vsav"] == battle()


def test_more_of_a_counter_are_pieces_like_it(folder: Path) -> None:
    rows = rows_of(folder)
    write_rows(
        folder,
        [
            {**row, "count": "2", "id": "tank-{n}"} if row["id"] == "tank" else row | {"count": "1"}
            for row in rows
        ],
    )
    change(folder, "scenarios/battle_1.yaml", "[tank, gun]", "[tank-1, gun, tank-2]")
    pieces = table(built(folder))
    assert pieces["104"].state == stack_state("Main", 35, 45, ["101", "102", "1"])
    second = traits.read_piece(pieces["1"].type, pieces["1"].state)
    assert [part.id for part in second] == ["emb2;", "macro;", "report;", "delete;", "piece;"]


def test_a_face_gets_another_picture_and_keeps_its_layer(folder: Path) -> None:
    (folder / "art/images/worn.png").write_bytes(PICTURES["star.png"])
    change(folder, "counters.csv", "front.png;back.png", "front.png;worn.png")
    made = built(folder)
    tank = slot_of(made, "1").chain
    assert [part.id for part in tank] == ["emb2;", "macro;", "report;", "prototype;", "piece;"]
    assert tank[0].text("imageNames") == "worn.png"
    assert made.members["images/worn.png"] == PICTURES["star.png"]
    assert traits.read_piece(table(made)["101"].type, "")[0].text("imageNames") == "worn.png"


def test_a_picture_painted_over_is_the_modules_picture(folder: Path) -> None:
    (folder / "art/images/front.png").write_bytes(PICTURES["chart.png"])
    made = built(folder)
    assert made.members["images/front.png"] == PICTURES["chart.png"]
    (folder / "art/images/front+star.png").write_bytes(PICTURES["star.png"])
    built(folder, "puts it together from images/front.png, images/star.png")


def test_numbers_words_and_settings_reach_their_components(folder: Path) -> None:
    change(folder, "actions.yaml", "count: 2", "count: 3")
    change(folder, "charts.yaml", "name: CRT", "name: Combat")
    change(folder, "game.yaml", "initial: 1", "initial: 4")
    change(folder, "game.yaml", "name: Old Game", "name: New Game")
    change(folder, "map.yaml", "id: Draw, x: 12.7mm", "id: Draw, x: 25.4mm")
    made = built(folder)

    def value(tag: str, attribute: str) -> str:
        return next(made.root.iter(tag)).get(attribute)

    assert value(M + "DiceButton", "nDice") == "3"
    assert value(W + "Chart", "chartName") == "Combat"
    assert value(M + "properties.GlobalProperty", "initialValue") == "4"
    assert value(M + "map.DrawPile", "x") == "100"
    assert made.root.get("name") == "New Game"
    assert b"<name>New Game</name>" in made.members["moduledata"]
    pieces = table(made)
    assert pieces["105"].state == deck_state("Main", 110, 60, True, ["103"])
    assert basic(pieces["103"]) == "Main;110;60;3;0", "a card lies where its deck lies"
    save = saves.from_bytes(made.members["battle.vsav"], "battle.vsav")
    assert save.moduledata.name == "New Game", "VASSAL would ask whether the set-up belongs to it"


def test_counters_of_a_saved_set_up_move_turn_come_and_go(folder: Path) -> None:
    scenario = "scenarios/battle_1.yaml"
    (folder / scenario).write_text(
        """{id: Battle, name: Battle, text: Read that, properties: {Score: 9}, placements: [
        {pieces: [tank], map: main, x: 50.8mm, y: 25.4mm, face: face_2},
        {pieces: [card], map: main, at: Draw}, {pieces: [stars], map: main, at: Draw}]}"""
    )
    made = built(folder)
    pieces = table(made)
    assert basic(pieces["101"]) == "Main;210;110;1;0"
    assert traits.read_piece(pieces["101"].type, pieces["101"].state)[0].state == "1"
    assert "102" not in pieces and "104" not in pieces
    assert pieces["105"].state == deck_state("Main", 60, 60, True, ["103", "2"])
    assert basic(pieces["2"]).startswith("Main;60;60;4;")
    (alone,) = [one for one in pieces.values() if one.type == "stack"]
    assert alone.state == stack_state("Main", 210, 110, ["101"])
    save = saves.from_bytes(made.members["battle.vsav"], "battle.vsav")
    said = [*save.position()]
    assert ScenarioNote("Read that") in said and SetProperty("Score", "9", "Module") in said


def test_the_modules_own_start_follows_too(folder: Path) -> None:
    (folder / "scenarios/at_the_start_0.yaml").write_text(
        """{id: At the start, name: At the start, default: true, placements: [
        {pieces: [gun], map: main, at: Draw}, {pieces: [tank], map: main, x: 5.08mm, y: 2.54mm}]}"""
    )
    made = built(folder)
    (pile,) = made.root.iter(M + "map.DrawPile")
    assert [(one.tag, one.get("gpid")) for one in pile.children] == [(W + "CardSlot", "12")]
    (lying,) = made.root.iter(M + "map.SetupStack")
    assert (lying.get("x"), lying.get("y"), lying.get("owningBoard")) == ("20", "10", "Board")
    (tank,) = lying.children
    assert tank.get("gpid") not in ("1", "") and "macro;" in tank.text


def test_what_is_added_is_made_as_in_a_module_of_ours(folder: Path) -> None:
    (folder / "counters_own.csv").write_text(
        "id,name,tray,size,images[]\njeep,Jeep,Pieces / Army,12.7mm,front.png\n"
        "boat,Boat,Navy,12.7mm,chart.png\n"
    )
    change(folder, "counters.yaml", "csv: [counters.csv]", "csv: [counters.csv, counters_own.csv]")
    (folder / "scenarios/raid.yaml").write_text(
        """{id: raid, name: Raid, text: Go, placements: [{pieces: [tank, boat], map: main,
        x: 2.54mm, y: 2.54mm}, {pieces: [card], map: main, at: Draw}]}"""
    )
    path = folder / "actions.yaml"
    path.write_text(
        path.read_text() + "actions:\n- {id: halt, keyword: HALT, name: Halt, score: {Score: 1}}\n"
    )
    made = built(folder)
    army = next(one for one in made.root.iter(PANEL) if one.get("entryName") == "Army")
    assert [one.get("entryName") for one in army.children][-1] == "Jeep"
    assert "Navy" in [one.get("entryName") for one in made.root.iter(PANEL)]
    assert "images/counter-boat-front.png" in made.members, "a picture of another size is drawn"
    (button,) = made.root.iter(M + "DoActionButton")
    assert button.get("name") == "Halt"
    (score,) = made.root.iter(M + "properties.GlobalProperty")
    assert [one.tag for one in score.children] == [M + "properties.ChangePropertyButton"]
    pieces = table(made, "raid.vsav")
    assert [basic(pieces[own])[:11] for own in ("1", "2")] == ["Main;20;20;"] * 2
    tank = traits.read_piece(pieces["1"].type, pieces["1"].state)
    assert [part.id for part in tank] == ["emb2;", "macro;", "report;", "delete;", "piece;"]
    assert "Raid" in [one.get("name") for one in made.root.iter(M + "PredefinedSetup")]


def test_what_is_taken_out_is_taken_out(original: OpenModule, folder: Path) -> None:
    text = (folder / "counters.csv").read_text().splitlines(keepends=True)
    kept = [line for line in text if not line.startswith("stars,")]
    (folder / "counters.csv").write_text("".join(kept))
    (folder / "scenarios/battle_1.yaml").unlink()
    (folder / "actions.yaml").write_text("dice: []\n")
    told = differing(original, built(folder))
    sorts = {line.split(":")[0] for line in told}
    assert "dice 2d6" in sorts and "set-up Battle" in sorts and "piece 4 Stars" in sorts
    assert not any("Odd dice" in line or "Tank" in line for line in told)


def test_an_extension_adds_to_the_module_that_was_imported(folder: Path, tmp_path: Path) -> None:
    overlay = tmp_path / "navy.yaml"
    overlay.write_text(
        """overlay: {id: navy, name: Navy, version: "1.1", text: Boats}
counters: {counters: [{id: boat, name: Boat, tray: Pieces / Army, size: 12.7mm,
  images: [front.png]}]}
scenarios: {sea: {id: sea, name: Sea, text: "", placements: [
  {pieces: [boat, tank], map: main, x: 10mm, y: 10mm}]}}
"""
    )
    words = ["build", str(folder), "--extension", str(overlay), "-o", str(tmp_path / "out")]
    told = CliRunner().invoke(main, words)
    assert told.exit_code == 0, told.output
    made = open_module(next((tmp_path / "out").glob("*.vmdx")))
    targets = [one.get("target") for one in made.root.children]
    assert targets[0].endswith(f"{PALETTE}:Pieces/{PANEL}:Army"), targets
    assert ":" in slot_of(made, next(made.root.iter(W + "PieceSlot")).get("gpid")).element.get(
        "gpid"
    ), "its numbers are the extension's own"
    assert "sea.vsav" in made.members and "images/front.png" not in made.members


# --- What it cannot follow is told ----------------------------------------------------------------


def test_what_the_module_does_not_follow_is_noted(folder: Path) -> None:
    change(folder, "map.yaml", "width: 101.6mm", "width: 100mm")
    change(folder, "counters.csv", "Pieces / Army", "Elsewhere")
    made = wove(folder)
    assert any("map 'main': width stays" in note for note in made.notes)
    assert any("counter 'tank': tray stays" in note for note in made.notes)


def test_words_for_the_rules_alone_are_no_concern_of_the_module(folder: Path) -> None:
    text = (folder / "counters.csv").read_text().splitlines()
    rows = [f"{text[0]},kind,side,values.strength"] + [f"{row},unit,Red,4" for row in text[1:]]
    (folder / "counters.csv").write_text("\n".join(rows) + "\n")
    assert differing(built(folder), built(folder)) == []


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (lambda folder: (folder / "carried/module/buildFile.xml").unlink(), "buildFile.xml"),
        (lambda folder: (folder / "carried/bound.json").write_text("{"), "import again"),
        (lambda folder: (folder / "carried/bound.json").write_text("[]"), "import again"),
        (
            lambda folder: change(
                folder, "carried/bound.json", '"carried/module/a"', '"../../etc/passwd"'
            ),
            "outside the game's folder",
        ),
        (
            lambda folder: (
                change(folder, "carried/module/buildFile.xml", 'chartName="CRT"', 'chartName="X"'),
                change(folder, "charts.yaml", "name: CRT", "name: Combat"),
            ),
            "no component",
        ),
        (lambda folder: linked(folder, "carried/module/a"), "outside the game's folder"),
        (lambda folder: relisted(folder, "composed", {"../../a.png": _MADE}), "outside"),
        (lambda folder: relisted(folder, "said", None), "import again"),
        (lambda folder: relisted(folder, "bound", {"counters": [1]}), "import again"),
        (lambda folder: relisted(folder, "files", {"\ud800": "map.yaml"}), "import again"),
        (lambda folder: relisted(folder, "files", {"a" * 70_000: "map.yaml"}), "import again"),
        (lambda folder: relisted(folder, "files", {"a": "carried/\0"}), "import again"),
    ],
    ids=[
        *("a file gone", "no JSON", "another JSON", "outside", "renamed behind its back"),
        *("a link outside", "composed outside", "nothing said", "bound to a list"),
        *("no letter", "a name too long", "a zero in a name"),
    ],
)
def test_a_carried_module_that_is_not_whole_is_told(folder: Path, harm: Edit, words: str) -> None:
    harm(folder)
    with pytest.raises(CarriedError, match=words):
        wove(folder)


def test_an_imported_game_has_no_other_resolution(folder: Path, tmp_path: Path) -> None:
    told = CliRunner().invoke(main, ["build", str(folder), "--dpi", "200", "-o", str(tmp_path)])
    assert told.exit_code == 2 and "leave --dpi out" in told.output


def test_a_build_again_reuses_until_something_carried_changes(folder: Path, tmp_path: Path) -> None:
    def build() -> bool:
        words = ["build", str(folder), "-o", str(tmp_path / "out"), "--json"]
        told = CliRunner().invoke(main, words)
        assert told.exit_code == 0, told.output
        return bool(json.loads(told.output)["reused"])

    assert [build(), build()] == [False, True]
    change(folder, "carried/module/buildFile.xml", "Odd dice", "Even dice")
    assert build() is False


def test_a_stack_that_stands_at_no_number_is_passed_over(folder: Path) -> None:
    place = folder / "carried/module/battle.vsav"
    save = saves.from_bytes(place.read_bytes(), place.name)
    text = save.text.replace(b"stack/Main;35;45", b"stack/Main;--35;45", 1)
    assert text != save.text
    place.write_bytes(saves.pack(saves.Save(text)))
    (folder / "scenarios/battle_1.yaml").write_text(
        """{id: Battle, name: Battle, placements: [
        {pieces: [tank], map: main, x: 50.8mm, y: 25.4mm}]}"""
    )
    assert basic(table(built(folder))["101"]) == "Main;210;110;1;0"


def test_a_decks_menu_is_what_vassal_takes_for_what_is_not_said() -> None:
    pile = component("map.DrawPile", name="Draw")
    pile.append(component("map.DeckGlobalKeyCommand", name="Go, on", hotkey="82,130"))
    (entry_,) = sequences.decode(deck_of(pile).text("globalCommands"), ",")
    assert sequences.decode(entry_, "|") == [
        *("Go, on", "82,130", "", "0", "", "Go, on", "", "true", "false", "")
    ]


def test_a_new_set_up_takes_no_others_place(folder: Path) -> None:
    (folder / "scenarios/other.yaml").write_text(
        "{id: battle, name: Other, placements: [{pieces: [tank], map: main, x: 5mm, y: 5mm}]}"
    )
    made = built(folder)
    files = {one.get("name"): one.get("file") for one in made.root.iter(f"{M}PredefinedSetup")}
    assert files == {"Battle": "battle.vsav", "Other": "battle-2.vsav"}
    assert {"101", "102", "103"} <= set(table(made))
    assert len(table(made, "battle-2.vsav")) == 3


def test_a_property_that_a_set_up_no_longer_sets_is_as_at_first(folder: Path) -> None:
    change(folder, "scenarios/battle_1.yaml", "properties: {Score: 7}\n", "")
    save = saves.from_bytes(built(folder).members["battle.vsav"], "battle.vsav")
    (score,) = [one.value for one in save.position() if isinstance(one, SetProperty)]
    assert score == "1"
