from __future__ import annotations

from pathlib import Path

import pytest

from generator.definition.schema import Game
from generator.drawing.checks import too_alike
from generator.drawing.colours import ColourError, channels, contrast, lightness, luminance, mix
from generator.drawing.finished import FinishedError, read_finished
from generator.drawing.symbols import CLASSES, SymbolError, load_symbol
from generator.drawing.themes import READABLE, Theme, ThemeError, load_theme
from generator.places import art_folder

SYMBOLS = sorted(path.stem for path in (art_folder() / "symbols").glob("*.svg"))
THEMES = sorted(path.stem for path in (art_folder() / "themes").glob("*.yaml"))


def test_contrast_is_that_of_the_web_guidelines() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.478, abs=0.001)
    assert luminance("#ffffff") == pytest.approx(1)
    assert lightness("#777777") == pytest.approx(50.0, abs=0.5)


def test_colours_mix_and_read_in_both_lengths() -> None:
    assert mix("#000000", "#ffffff", 0.5) == "#808080"
    assert channels("#abc") == (0xAA, 0xBB, 0xCC)
    with pytest.raises(ColourError, match="'sea'"):
        channels("sea")


@pytest.mark.parametrize("name", THEMES)
def test_all_writing_of_a_theme_can_be_read_on_its_ground(name: str) -> None:
    theme = load_theme(name)
    for ground in theme.grounds.values():
        assert contrast(ground.ink, ground.fill) >= READABLE
        assert contrast(ground.ink, ground.band) >= READABLE
    for ink, on in (("ink", "paper"), ("ink", "sea"), ("ink", "land"), ("hex_id", "sea")):
        assert contrast(theme.colour(ink), theme.colour(on)) >= READABLE


def test_the_sides_counters_differ_in_lightness(game: Game, theme: Theme) -> None:
    sides = [side.colour for side in game.sides if side.role == "player"]
    assert len(sides) == 2
    assert list(too_alike(theme, *sides)) == []
    alike = list(too_alike(theme, "british", "#24476f"))
    assert "differ in lightness" in alike[0]
    assert len([line for line in alike if "look alike to eyes" in line]) == 3


def test_a_name_the_theme_lacks_is_answered_with_the_nearest(theme: Theme) -> None:
    with pytest.raises(ThemeError, match="did you mean 'british'"):
        theme.colour("britsh")
    with pytest.raises(ThemeError, match="did you mean 'counter_name'"):
        theme.face("counter_nam")


def test_a_plain_colour_makes_a_ground_that_can_be_read(theme: Theme) -> None:
    for colour in ("#102030", "#f0f0e0", "#7a1f1f"):
        ground = theme.ground(colour)
        assert contrast(ground.ink, ground.fill) >= READABLE


def _theme_file(folder: Path, text: str) -> tuple[Path, ...]:
    (folder / "themes").mkdir()
    (folder / "themes" / "mine.yaml").write_text(text, "utf-8")
    return (folder,)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("colours: {sea: blue}\ngrounds: {}\nwriting: {}", "colours.sea: 'blue' is not a colour"),
        ("colours: {}\ngrounds: {a: {fill: '#fff'}}\nwriting: {}", "grounds.a needs exactly"),
        ("colours: {}\ngrounds: {}\nwriting: {id: comic}", "writing.id: no typeface 'comic'"),
        ("colour: {}", "unknown key 'colour'; accepted: colours, grounds, writing; did you mean"),
        ("colours: [", "mine.yaml"),
        ("just words", "'colours' is missing"),
        ("a: &a [*a]\nb: !!python/object:os.system x", "mine.yaml"),
        ("colours: {sea: '#fff',\n  sea: '#000'}", "mine.yaml:2:3: the key 'sea' occurs twice"),
        ("colours: {}\ngrounds: {}\nwriting: {id: 5}", "writing.id: no typeface '5'"),
        ("colours: {}\ngrounds: {}\nwriting: {id: [sans]}", "writing.id: no typeface"),
        (
            "a0: &a0 x\n"
            + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 30))
            + "colours: {sea: *a29}",
            "aliases counted in full",
        ),
    ],
)
def test_an_unsound_theme_says_where(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(ThemeError, match=says.replace("(", r"\(")):
        load_theme("mine", _theme_file(tmp_path, text))


def test_a_games_own_art_comes_before_the_bundled(tmp_path: Path) -> None:
    (tmp_path / "symbols").mkdir()
    (tmp_path / "symbols" / "tanker.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
        '<path class="ink" d="M0 0H9V9Z"/></svg>'
    )
    assert load_symbol("tanker", (tmp_path,)).width == 9
    assert load_symbol("tanker").width == 180


@pytest.mark.parametrize("name", SYMBOLS)
def test_a_symbol_is_classed_paths_within_its_box(name: str) -> None:
    symbol = load_symbol(name)
    assert symbol.width > 0 and symbol.height > 0
    assert {tone for tone, _ in symbol.parts} <= set(CLASSES)
    assert any(tone in ("ink", "accent") for tone, _ in symbol.parts)


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ('<rect class="ink"/>', "<rect> in a symbol"),
        ('<path class="inc" d="M0 0"/>', "did you mean 'ink'"),
        ("", "empty"),
        ('<image href="file:///etc/passwd"/>', "<image> in a symbol"),
    ],
)
def test_a_symbol_that_is_more_than_paths_is_refused(tmp_path: Path, body: str, says: str) -> None:
    (tmp_path / "symbols").mkdir()
    (tmp_path / "symbols" / "mine.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{body}</svg>'
    )
    with pytest.raises(SymbolError, match=says):
        load_symbol("mine", (tmp_path,))


def test_entities_in_a_symbol_are_refused(tmp_path: Path) -> None:
    (tmp_path / "symbols").mkdir()
    (tmp_path / "symbols" / "mine.svg").write_text(
        '<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg viewBox="0 0 1 1">&a;</svg>'
    )
    with pytest.raises(SymbolError, match="no document type"):
        load_symbol("mine", (tmp_path,))


@pytest.mark.parametrize("box", ["0 0 nan 9", "0 0 9 inf", "0 0 1e-300 9", "0 0 -9 9", "1 0 9 9"])
def test_a_symbol_without_a_sound_size_is_refused(tmp_path: Path, box: str) -> None:
    (tmp_path / "symbols").mkdir()
    (tmp_path / "symbols" / "mine.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">'
        '<path class="ink" d="M0 0"/></svg>'
    )
    with pytest.raises(SymbolError, match="viewBox must be"):
        load_symbol("mine", (tmp_path,))


@pytest.mark.parametrize("name", ["x" * 300, "../layouts/x", "a\0b", "", ".."])
def test_a_name_that_is_no_files_is_missing_like_any_other(tmp_path: Path, name: str) -> None:
    (tmp_path / "layouts").mkdir()
    (tmp_path / "symbols").mkdir()
    (tmp_path / "layouts" / "x.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
        '<path class="ink" d="M0 0"/></svg>'
    )
    with pytest.raises(SymbolError, match="no symbol"):
        load_symbol(name, (tmp_path,))
    with pytest.raises(FinishedError, match="no picture"):
        read_finished(name, (tmp_path,))


def test_a_missing_picture_names_the_nearest(tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "hood.png").write_bytes(b"")
    with pytest.raises(FinishedError, match=r"did you mean 'hood\.png'"):
        read_finished("hod.png", (tmp_path,))


def test_a_missing_symbol_names_the_nearest() -> None:
    with pytest.raises(SymbolError, match="did you mean 'tanker'"):
        load_symbol("tankr")


def test_profiles_of_two_classes_never_look_alike() -> None:
    profiles = {
        name: load_symbol(name).parts
        for name in (
            "pocket_battleship",
            "battlecruiser",
            "carrier_ark_royal",
            "carrier_hermes",
            "cruiser_two_funnels",
            "cruiser_three_funnels",
            "cruiser_three_funnels_hangar",
        )
    }
    assert len(set(profiles.values())) == len(profiles)
