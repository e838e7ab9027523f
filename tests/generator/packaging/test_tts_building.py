"""``broadside build --target tts``: a folder whose saves find every picture."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from PIL import Image, ImageChops

from broadside import main
from generator.definition.reader import load_game
from generator.definition.schema import DiceButton, Game, Placement
from generator.files import lay_out
from generator.packaging.assembling import Gathered
from generator.packaging.scene import scene_of
from generator.packaging.seats import SeatError, seats
from generator.packaging.tabletop.album import Album
from generator.packaging.tabletop.building import README, build_table
from generator.packaging.tabletop.delivery import (
    AddressError,
    Delivery,
    cache_name,
    from_cache,
    hosted,
)
from generator.packaging.tabletop.folder import save_files, table_files
from generator.packaging.tabletop.installing import InstallError, data_folder, file_url, install
from generator.packaging.tabletop.pictures import PictureError, album_from, album_of
from generator.packaging.tabletop.save import save_of
from generator.packaging.tabletop.setting import MOST_DICE, Setting, shortcomings
from generator.packaging.tabletop.undrawn import undrawn
from generator.starting import begin
from generator.tabletop_simulator.calibration import calibration
from generator.tabletop_simulator.save import every_object
from generator.tabletop_simulator.schema import check

KNOWN = calibration()
SAVE = "Saves/Pursuit of the Graf Spee.json"


@pytest.fixture(scope="module")
def folder(game: Game) -> dict[str, bytes]:
    return dict(table_files(game, None, from_cache(game.id, KNOWN.cache_name), KNOWN, (), None))


@pytest.fixture(scope="module")
def save(folder: Mapping[str, bytes]) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(folder[SAVE])
    return made


@pytest.fixture
def laid(folder: Mapping[str, bytes], tmp_path: Path) -> Path:
    """The folder on a disk."""
    lay_out(tmp_path / "graf_spee-tts", folder.items())
    return tmp_path / "graf_spee-tts"


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The starter with cards."""
    begin(made := tmp_path_factory.mktemp("cards") / "my_game", "cards")
    return made


@pytest.fixture(scope="module")
def cards(begun: Path) -> tuple[Game, dict[str, Image.Image], Album]:
    """Its pictures, plain ones instead of drawn ones, and the album made of them."""
    game = load_game(begun)
    pictures = painted(game)
    return game, pictures, album_from(gathered(game, pictures), KNOWN)


def painted(game: Game) -> dict[str, Image.Image]:
    """A picture for each name, no two alike but the backs of one deck."""
    scene, found = scene_of(game), {}
    for number, name in enumerate(scene.pictures(), start=1):
        size = (330, 230) if name.startswith("map-") else (63, 88)
        found[name] = Image.new("RGBA", size, (number % 256, number // 256, 60, 255))
        found[name].putpixel((0, 0), (0, 0, 0, 0))  # a rounded corner
    for piece in scene.pieces:
        if piece.face_down:
            shade = 200 if piece.kind == "action" else 220
            found[piece.face_down.picture] = Image.new("RGBA", (63, 88), (shade, 0, 0, 255))
    return found


def gathered(game: Game, pictures: Mapping[str, Image.Image]) -> Gathered:
    images = {}
    for name, picture in pictures.items():
        picture.save(out := BytesIO(), "PNG")
        images[f"{name}.png"] = out.getvalue()
    return Gathered(scene_of(game), images, ())


def setting_of(game: Game, album: Album | None = None) -> Setting:
    scene = scene_of(game)
    return Setting(scene, seats(game), album or undrawn(scene, KNOWN), str, KNOWN)


def urls(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key.endswith("URL") and inner:
                yield inner
            else:
                yield from urls(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from urls(inner)


# --- The folder ---------------------------------------------------------------------------


@pytest.mark.slow
def test_every_picture_of_a_save_is_in_the_folder(
    folder: Mapping[str, bytes], save: dict[str, Any]
) -> None:
    wanted = set(urls(save))
    assert len(wanted) > 30
    places = {f"Mods/Images/{cache_name(url, KNOWN.cache_name)}" for url in wanted}
    assert places == {name for name in folder if name.startswith("Mods/")}
    for name in places:
        with Image.open(BytesIO(folder[name])) as picture:
            assert max(picture.size) <= KNOWN.picture_limit
            assert picture.mode in ("RGB", "RGBA")


def test_a_second_build_has_the_same_bytes(game: Game, folder: Mapping[str, bytes]) -> None:
    delivery = from_cache(game.id, KNOWN.cache_name)
    assert dict(table_files(game, None, delivery, KNOWN, (), None)) == folder


def test_the_save_is_sound_and_has_a_thumbnail(
    folder: Mapping[str, bytes], save: dict[str, Any]
) -> None:
    check(save)
    with Image.open(BytesIO(folder[SAVE.replace(".json", ".png")])) as shown:
        assert max(shown.size) == 1024
        assert len(shown.convert("RGB").getcolors(1 << 24) or ()) > 1000
    assert "install" in folder[README].decode()


def test_the_save_holds_what_a_table_needs(save: dict[str, Any]) -> None:
    names = [one["Name"] for one in save["ObjectStates"]]
    assert names.count("Die_6") == 9
    assert {"Bag", "Notecard", "HandTrigger", "FogOfWarTrigger", "ScriptingTrigger"} <= set(names)
    memos = [one["Memo"] for one in every_object(save["ObjectStates"])]
    assert {"board/south_atlantic", "hidden/voyage_log", "hand/British", "note/setup"} <= {*memos}
    assert [tab["title"] for tab in save["TabStates"].values()] == [
        "Rules",
        "Playing",
        "Reconstructed",
        "Notice",
    ]
    assert save["Turns"]["TurnOrder"] == ["White", "Blue"]
    header = json.loads(save["LuaScriptState"])
    assert header["seats"] == {"White": "German", "Blue": "British", "Black": "Referee"}
    assert save["CameraStates"][0] is not None


def test_a_hidden_zone_covers_its_board_and_the_margin(game: Game) -> None:
    maps = [
        one.model_copy(update={"margin": (25.4, 12.7)}) if one.private_to else one
        for one in game.maps
    ]
    setting = setting_of(game.model_copy(update={"maps": tuple(maps)}))
    (zone,) = [
        one["Transform"]
        for one in save_of(setting, game.scenario()).objects
        if one["Name"] == "FogOfWarTrigger"
    ]
    board = setting.table.board("voyage_log").area
    assert (zone["posX"], zone["posZ"]) == pytest.approx((board.x, board.z))
    size = zone["scaleX"] * KNOWN.zone_unit, zone["scaleZ"] * KNOWN.zone_unit
    assert size == pytest.approx((board.width + 2, board.depth + 1))


def test_the_cup_holds_nine_counters_that_tell_nothing_by_their_names(
    save: dict[str, Any],
) -> None:
    (cup,) = [one for one in save["ObjectStates"] if one["Memo"] == "deck/Atlantic Cup"]
    assert cup["Bag"] == {"Order": 2}
    assert len(cup["ContainedObjects"]) == 9
    assert {one["Nickname"] for one in cup["ContainedObjects"]} == {"Royal Navy piece"}
    assert len({one["GMNotes"] for one in cup["ContainedObjects"]}) > 5


def test_guids_are_the_same_from_build_to_build_and_no_two_are_equal(
    game: Game, save: dict[str, Any]
) -> None:
    guids = {one["Memo"]: one["GUID"] for one in every_object(save["ObjectStates"])}
    assert len(set(guids.values())) == len(guids)
    again = save_of(setting_of(game), game.scenario())
    for one in every_object(again.objects):
        assert guids[one["Memo"]] == one["GUID"]


def test_the_guid_of_a_piece_does_not_depend_on_the_set_up(game: Game) -> None:
    """These two would have one, so that the second to be asked for gets another."""
    found = []
    for placed in ("unit_33", "unit_1678"):
        placement = Placement(pieces=(placed,), map="south_atlantic", at="B2")
        two = game.model_copy(
            update={
                "counters": tuple(
                    game.counters[0].model_copy(update={"id": unit})
                    for unit in ("unit_33", "unit_1678")
                ),
                "scenarios": (game.scenario().model_copy(update={"placements": (placement,)}),),
                "actions": (),
                "turns": game.turns.model_copy(update={"marker": None}),
            }
        )
        save = save_of(setting_of(two), two.scenario())
        found.append(
            {
                one["Memo"]: one["GUID"]
                for one in every_object(save.objects)
                if one["Memo"].startswith("piece/")
            }
        )
    assert found[0] == found[1]
    assert len(set(found[0].values())) == 2


# --- Pictures -----------------------------------------------------------------------------


def test_a_large_map_is_cut_into_tiles_that_join_again(game: Game) -> None:
    pictures = painted(game)
    wanted = Image.linear_gradient("L").resize((330, 230)).convert("RGB")
    pictures["map-south_atlantic"] = wanted
    cut = album_from(gathered(game, pictures), replace(KNOWN, picture_limit=120))
    tiles = cut.maps["south_atlantic"]
    places = [(tile.row, tile.column) for tile in tiles]
    assert places == [(row, column) for row in range(2) for column in range(3)]
    joined = Image.new("RGB", wanted.size)
    for tile in tiles:
        with Image.open(BytesIO(cut.files[tile.file])) as part:
            assert max(part.size) <= 120
            at = round(tile.left * wanted.width), round(tile.top * wanted.height)
            joined.paste(part.convert("RGB"), at)
    assert ImageChops.difference(joined, wanted).getbbox() is None
    made = [
        one
        for one in save_of(setting_of(game, cut), game.scenario()).objects
        if one["Memo"].startswith("board/south_atlantic")
    ]
    assert [one["Memo"] for one in made] == [
        f"board/south_atlantic/{row}-{column}" for row, column in places
    ]
    left, right = made[0]["Transform"], made[1]["Transform"]
    assert left["posX"] < right["posX"]
    assert left["posZ"] == pytest.approx(right["posZ"])


def test_each_card_finds_its_own_picture_on_its_atlas(
    cards: tuple[Game, dict[str, Image.Image], Album],
) -> None:
    game, pictures, album = cards
    scene = scene_of(game)
    assert len(album.atlases) == 2  # the two decks have a back each
    for atlas in album.atlases:
        assert 2 <= atlas.columns <= KNOWN.sheet_columns
        assert 2 <= atlas.rows <= KNOWN.sheet_rows
    for card, ((sheet, place),) in album.cards.items():
        atlas = album.atlases[sheet]
        with Image.open(BytesIO(album.files[atlas.front])) as opened:
            assert opened.mode == "RGB"
            row, column = divmod(place, atlas.columns)
            shown = opened.getpixel((column * 63 + 30, row * 88 + 40))
        piece = scene.piece(card)
        assert shown == pictures[piece.looks[0].picture].getpixel((30, 40))[:3]  # type: ignore[index]
        assert piece.face_down is not None
        with Image.open(BytesIO(album.files[atlas.back])) as opened:
            back = pictures[piece.face_down.picture].getpixel((30, 40))
            assert opened.getpixel((30, 40)) == back[:3]  # type: ignore[index]
    assert len(set(album.cards.values())) == len(album.cards)


def test_many_cards_lie_on_several_atlases_and_none_twice(
    cards: tuple[Game, dict[str, Image.Image], Album],
) -> None:
    game, pictures, _ = cards
    few = replace(KNOWN, sheet_columns=2, sheet_rows=2)
    album = album_from(gathered(game, pictures), few)
    assert len(album.atlases) == -(-10 // 4) + -(-8 // 4)
    assert all((one.columns, one.rows) == (2, 2) for one in album.atlases)
    assert len(set(album.cards.values())) == len(album.cards) == 18


def test_large_pictures_of_cards_are_made_smaller(
    cards: tuple[Game, dict[str, Image.Image], Album],
) -> None:
    game, pictures, _ = cards
    album = album_from(gathered(game, pictures), replace(KNOWN, picture_limit=50))
    for data in album.files.values():
        with Image.open(BytesIO(data)) as opened:
            assert max(opened.size) <= 50
    assert len(set(album.cards.values())) == len(album.cards)


def test_cards_with_a_back_of_their_own_have_an_atlas_of_backs(
    cards: tuple[Game, dict[str, Image.Image], Album],
) -> None:
    game, pictures, _ = cards
    own = pictures | {
        name: Image.new("RGBA", (63, 88), (0, 0, number, 255))
        for number, name in enumerate(name for name in pictures if name.endswith("-back"))
    }
    album = album_from(gathered(game, own), KNOWN)
    (atlas,) = album.atlases
    assert atlas.unique_backs
    for card, ((_, place),) in album.cards.items():
        back = scene_of(game).piece(card).face_down
        assert back is not None
        with Image.open(BytesIO(album.files[atlas.back])) as opened:
            row, column = divmod(place, atlas.columns)
            shown = opened.getpixel((column * 63 + 30, row * 88 + 40))
        assert shown == own[back.picture].getpixel((30, 40))[:3]  # type: ignore[index]


@pytest.mark.parametrize("face_down", [True, False])
def test_a_draw_pile_in_set_order_gives_its_top_card_first(
    cards: tuple[Game, dict[str, Image.Image], Album], face_down: bool
) -> None:
    """The set-up tells cards from the bottom up; the first of DeckIDs lies on top of a pile that
    lies face down, and at the bottom of one that lies face up."""
    game, _, album = cards
    maps = [
        one.model_copy(
            update={
                "decks": tuple(
                    deck.model_copy(update={"face_down": face_down}) for deck in one.decks
                )
            }
        )
        for one in game.maps
    ]
    setting = setting_of(game.model_copy(update={"maps": tuple(maps)}), album)
    piles = [one for one in save_of(setting, game.scenario()).objects if one["Name"] == "Deck"]
    assert piles
    for pile in piles:
        name = pile["Memo"].removeprefix("deck/")
        order = [
            f"piece/{piece.id}"
            for piece, start in setting.scene.starting(game.scenario())
            if start.place == name
        ]
        lying = [one["Memo"] for one in pile["ContainedObjects"]]
        assert lying == (order[::-1] if face_down else order)
        assert pile["Transform"]["rotZ"] == (KNOWN.face_down_rotation if face_down else 0.0)
        assert pile["DeckIDs"] == [one["CardID"] for one in pile["ContainedObjects"]]


def test_a_face_down_pile_of_counters_shows_their_backs(game: Game) -> None:
    """In VASSAL the pile covers them; here each lies on its face."""
    maps = [
        one.model_copy(
            update={
                "decks": tuple(deck.model_copy(update={"shuffle": "never"}) for deck in one.decks)
            }
        )
        for one in game.maps
    ]
    scenario = game.scenario()
    placements = [one.model_copy(update={"masked": False}) for one in scenario.placements]
    piled = game.model_copy(
        update={
            "maps": tuple(maps),
            "scenarios": (scenario.model_copy(update={"placements": tuple(placements)}),),
        }
    )
    scene = scene_of(piled)
    held = {f"piece/{name}" for name, one in scene.starts["standard"].items() if one.deck}
    pile = [
        one["Transform"]
        for one in save_of(setting_of(piled), piled.scenario()).objects
        if one["Memo"] in held
    ]
    assert len(pile) == 9
    assert {one["rotZ"] for one in pile} == {KNOWN.face_down_rotation}
    assert len({one["posY"] for one in pile}) == 9


def test_counters_have_no_transparent_corners(folder: Mapping[str, bytes]) -> None:
    counters = [data for name, data in folder.items() if "counter" in name]
    assert counters
    for data in counters:
        with Image.open(BytesIO(data)) as picture:
            assert picture.mode == "RGB"


# --- Where pictures are found ---------------------------------------------------------------


@pytest.mark.slow
def test_pictures_can_lie_on_the_net(game: Game, tmp_path: Path) -> None:
    built = build_table(game, tmp_path, base_url="https://example.org/gs/")
    found = json.loads((built.folder / SAVE).read_text("utf-8"))
    for url in set(urls(found)):
        assert url.startswith("https://example.org/gs/")
        assert (built.folder / "images" / url.rpartition("/")[2]).is_file()
    old = built.folder / "images" / "old.png"
    old.write_bytes(b"")
    again = build_table(game, tmp_path, base_url="https://example.org/gs")
    assert again.reused
    assert again.left_over == ("images/old.png",)
    assert any("not of this build" in line for line in again.lines())


@pytest.mark.parametrize(
    "address",
    [
        "",
        "example.org",
        "ftp://example.org",
        "https://",
        "https://a b",
        'https://a/"',
        "https://a/?x",
    ],
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(AddressError, match="--base-url"):
        hosted(address)


def test_a_picture_of_other_bytes_has_another_address(
    cards: tuple[Game, dict[str, Image.Image], Album],
) -> None:
    """The game keeps pictures by their URL."""
    _, _, album = cards
    for name, data in album.files.items():
        assert sha256(data).hexdigest()[:12] in Delivery("https://a").url(name)


def test_install_names_pictures_by_their_place_on_the_disk(laid: Path, tmp_path: Path) -> None:
    home = tmp_path / "it's a “home”"
    home.mkdir()
    done = install(laid, home)
    text = (home / SAVE).read_text("utf-8")
    for url in set(urls(json.loads(text))):
        assert url.startswith("file:///")
        assert Path(url.removeprefix("file://")).is_file()
    assert done.pictures > 30
    assert not done.reused
    assert install(laid, home).reused
    assert (home / SAVE.replace(".json", ".png")).is_file()


def test_install_can_fill_the_cache_of_the_game(laid: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    install(laid, home, cached=True)
    assert (home / SAVE).read_bytes() == (laid / SAVE).read_bytes()
    for url in set(urls(json.loads((home / SAVE).read_text("utf-8")))):
        assert (home / "Mods/Images" / cache_name(url, KNOWN.cache_name)).is_file()


def test_a_played_game_is_never_written_over(laid: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    install(laid, home)
    played = json.loads((home / SAVE).read_text("utf-8"))
    played["LuaScriptState"] += '\n{"n":1}\n'
    (home / SAVE).write_text(json.dumps(played), "utf-8")
    with pytest.raises(InstallError, match="a game was played"):
        install(laid, home)
    assert json.loads((home / SAVE).read_text("utf-8")) == played


def test_install_takes_a_played_game_along(laid: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    played = tmp_path / "game.json"
    played.write_bytes((laid / SAVE).read_bytes())
    for _ in range(2):
        done = install(laid, home, [played])
        assert done.saves[1] == "game.json"
    fresh, taken = (home / "Saves" / name for name in done.saves)
    assert taken.read_bytes() == fresh.read_bytes()
    played.write_text(played.read_text("utf-8").replace("counter-", "other-"), "utf-8")
    with pytest.raises(InstallError, match=r"its picture other-.* is not in"):
        install(laid, home, [played])


def test_install_says_what_it_needs(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(InstallError, match="no Saves"):
        install(tmp_path / "empty", tmp_path)
    with pytest.raises(InstallError, match="--to"):
        data_folder("linux", tmp_path)
    for system, name in (("win32", "Documents/My Games"), ("darwin", "Library")):
        wanted = tmp_path / name / "Tabletop Simulator"
        wanted.mkdir(parents=True)
        assert data_folder(system, tmp_path) == wanted


def test_a_place_on_the_disk_is_written_as_the_game_does(tmp_path: Path) -> None:
    folder = tmp_path / "a b"
    assert file_url(folder, KNOWN).endswith("/a b")
    escaped = file_url(folder, replace(KNOWN, file_address_escaped=True))
    assert escaped.startswith("file:///")
    assert escaped.endswith("/a%20b")


# --- What a game may ask for and the table does not have -------------------------------------


def test_dice_that_are_not_there_are_told(game: Game) -> None:
    odd = game.model_copy(
        update={
            "dice": (
                DiceButton(id="odd", name="Odd", count=2, sides=7),
                DiceButton(id="many", name="Many", count=60, sides=6),
            )
        }
    )
    told = list(shortcomings(setting_of(odd)))
    assert any("'Odd' rolls 2d7: there is no die of 7 sides" in one for one in told)
    assert any("'Many' rolls 60d6: 20 dice lie" in one for one in told)
    names = [one["Name"] for one in save_of(setting_of(odd), odd.scenario()).objects]
    assert names.count("Die_6") == MOST_DICE
    assert not list(shortcomings(setting_of(game)))


def test_a_board_of_two_players_is_told(game: Game) -> None:
    maps = [
        one.model_copy(update={"may_look": ("British",)}) if one.private_to else one
        for one in game.maps
    ]
    told = list(shortcomings(setting_of(game.model_copy(update={"maps": tuple(maps)}))))
    assert told == [
        "map 'Voyage Log': a hidden zone has one owner, so German sees into it and British cannot"
    ]


def test_counters_that_would_lie_in_the_open_are_told(game: Game) -> None:
    scenario = game.scenario()
    places = [
        one.model_copy(update={"map": "south_atlantic", "at": "Markers"}) if one.hidden else one
        for one in scenario.placements
    ]
    other = scenario.model_copy(update={"placements": tuple(places)})
    (told,) = shortcomings(setting_of(game.model_copy(update={"scenarios": (other,)})))
    assert told.startswith("4 counters begin unseen on a public map")


def test_a_map_of_too_many_pixels_is_refused_before_it_is_drawn(game: Game) -> None:
    with pytest.raises(PictureError, match="--dpi 643 or less"):
        album_of(scene_of(game, 1200), (), KNOWN)


def test_a_map_that_is_too_large_at_any_resolution_is_told_as_such(game: Game) -> None:
    first, *others = game.maps
    vast = first.model_copy(update={"width": 20_000.0, "height": 20_000.0})
    scene = scene_of(game.model_copy(update={"maps": (vast, *others)}), 36)
    with pytest.raises(PictureError, match="80 million pixels; it has more at any --dpi"):
        album_of(scene, (), KNOWN)


def test_set_ups_of_one_name_are_two_saves(game: Game) -> None:
    scenario = game.scenario()
    update = {"id": "late", "name": "PURSUIT OF THE GRAF SPEE", "default": False}
    two = game.model_copy(update={"scenarios": (scenario, scenario.model_copy(update=update))})
    names = [name for _, name in save_files(scene_of(two))]
    assert len(names) == len({name.lower() for name in names}) == 2


def test_more_sides_than_seats_are_refused(game: Game) -> None:
    side = game.sides[0]
    many = [side.model_copy(update={"id": f"side {number}"}) for number in range(11)]
    with pytest.raises(SeatError, match="'side 10' has no seat"):
        seats(game.model_copy(update={"sides": tuple(many)}))
    umpires = [side.model_copy(update={"id": id_, "role": "referee"}) for id_ in ("A", "B")]
    with pytest.raises(SeatError, match="both referees"):
        seats(game.model_copy(update={"sides": tuple(umpires)}))


# --- The command ----------------------------------------------------------------------------


def run(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(main, [str(word) for word in words])
    return done.exit_code, " ".join(done.output.split())


def test_the_command_builds_a_table_beside_a_module(tmp_path: Path) -> None:
    code, said = run("build", "graf_spee", "--target", "vassal,tts", "-o", tmp_path, "--json")
    assert code == 0
    module, table = json.loads(said)
    assert Path(module["module"]).is_file()
    assert (Path(table["folder"]) / table["saves"][0]).is_file()


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("--base-url", "https://a.org"), "--base-url goes with --target tts"),
        (("--target", "tts", "--base-url", "nowhere"), "'nowhere' is not an address"),
        (("--target", "tts", "--pictures"), "--pictures goes with --target vassal"),
        (("--target", "tss"), "did you mean 'tts'?"),
        (("--target", "tts", "--paper", "a4"), "--paper goes with --target print"),
        (("--target", "tts", "--extension", "x.yaml"), "--extension goes with --target vassal"),
    ],
)
def test_what_does_not_go_together_is_told(
    tmp_path: Path, words: tuple[str, ...], wanted: str
) -> None:
    code, said = run("build", "graf_spee", "-o", tmp_path, *words)
    assert code == 2
    assert wanted in said
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    code, said = run("build", "graf_spee", "--target", "tts", "-o", tmp_path / "file")
    assert code == 2
    assert "cannot be written" in said
