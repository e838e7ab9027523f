from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from PIL import Image

from generator.definition.reader import load_game
from generator.drawing.picture import Picture
from generator.drawing.sheet import Sheet
from generator.drawing.themes import load_theme
from generator.drawing.typefaces import measures
from generator.pictures import batch, rendering
from generator.pictures.batch import batches
from generator.pictures.gallery import game_pictures
from generator.pictures.rendering import RenderingError, key, render
from generator.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "pictures")


def _square(name: str, colour: str = "#204060", size: float = 12.7) -> Picture:
    return Picture(
        name,
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'
        f'<rect width="10" height="10" fill="{colour}"/></svg>',
        size,
        size,
    )


def _open(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGBA")


@pytest.mark.parametrize(("dpi", "side"), [(75, 38), (150, 75), (300, 150), (144, 72)])
def test_a_half_inch_counter_has_the_pixels_its_resolution_says(
    dpi: int, side: int, store: Store
) -> None:
    picture = _square("a")
    image = _open(render([picture], dpi, store=store)["a"])
    assert image.size == picture.pixels(dpi) == (side, side)
    # To the last row and column: no sliver of background.
    assert image.getcolors() == [(side * side, (0x20, 0x40, 0x60, 255))]


def test_what_is_not_drawn_is_transparent(store: Store) -> None:
    picture = Picture(
        "dot",
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'
        '<circle cx="5" cy="5" r="3" fill="#ff0000"/></svg>',
        12.7,
        12.7,
    )
    image = _open(render([picture], 150, store=store)["dot"])
    assert image.getpixel((0, 0)) == (0, 0, 0, 0)
    assert image.getpixel((37, 37)) == (255, 0, 0, 255)


def test_pictures_come_back_in_the_order_given(store: Store) -> None:
    wanted = [_square(f"p{n}", f"#{n:02x}0000", 5 + n % 3) for n in range(20)]
    assert list(render(wanted, 75, store=store)) == [one.name for one in wanted]


def test_equal_drawings_are_rendered_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    rendered: list[str] = []
    real = batch.compile_pngs

    def counting(pictures, dpi, done):  # type: ignore[no-untyped-def]
        rendered.extend(one.name for one in pictures)
        real(pictures, dpi, done)

    monkeypatch.setattr(batch, "compile_pngs", counting)
    result = render([_square("a"), _square("b"), _square("c", "#000000")], 75, store=store)
    assert sorted(rendered) == ["a", "c"]
    assert result["a"] == result["b"] != result["c"]


def test_nothing_unchanged_is_rendered_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    first = render([_square("a")], 75, store=store)
    monkeypatch.setattr(batch, "compile_pngs", lambda *_: pytest.fail("rendered again"))
    assert render([_square("other name")], 75, store=store)["other name"] == first["a"]


def test_the_key_covers_drawing_size_resolution_and_makers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keys = {
        key(_square("a"), 150),
        key(_square("a"), 300),
        key(_square("a", "#204061"), 150),
        key(_square("a", size=15.9), 150),
    }
    monkeypatch.setattr(rendering, "_makers", lambda: b"another typst")
    keys.add(key(_square("a"), 150))
    assert len(keys) == 5


@pytest.mark.parametrize("damage", ["cut short", "bit flipped", "emptied"])
def test_a_damaged_entry_is_made_again(damage: str, store: Store) -> None:
    good = render([_square("a")], 75, store=store)["a"]
    path = store.path(key(_square("a"), 75))
    kept = path.read_bytes()
    flipped = kept[:-5] + bytes([kept[-5] ^ 1]) + kept[-4:]
    path.write_bytes({"cut short": kept[:-7], "bit flipped": flipped, "emptied": b""}[damage])
    assert render([_square("a")], 75, store=store)["a"] == good
    assert path.read_bytes() == kept


def test_two_builds_at_once_agree(store: Store) -> None:
    wanted = [_square(f"p{n}", f"#00{n:02x}00") for n in range(40)]
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda _: render(wanted, 75, store=store), range(4)))
    assert all(result == results[0] for result in results)
    assert not list(store.folder.rglob(".*")), "something half written was left behind"


def test_a_cache_that_cannot_be_written_is_no_reason_to_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    monkeypatch.setenv("BROADSIDE_CACHE", str(blocked))
    measures.cache_clear()
    sheet = Sheet(20, 8, load_theme("admiralty"))
    sheet.text(2, 6, "Broadside", "body", 3, room=15)
    png = render([sheet.picture("words")], 150)["words"]
    assert len(_open(png).getcolors(10_000) or []) > 4, "letters are missing"
    measures.cache_clear()


def test_a_drawing_the_renderer_refuses_is_named(store: Store) -> None:
    broken = Picture("counter-broken-front", "<svg", 12.7, 12.7)
    with pytest.raises(RenderingError, match="counter-broken-front"):
        render([_square("a"), broken, _square("b")], 75, store=store)


def test_quotes_and_backslashes_in_a_drawing_survive(store: Store) -> None:
    theme = load_theme("admiralty")
    sheet = Sheet(40, 10, theme)
    sheet.text(2, 7, 'say "\\n" #panic("no")', "body", 3)
    image = _open(render([sheet.picture("quoted")], 150, store=store)["quoted"])
    assert image.getbbox() is not None


def test_documents_stay_small_and_split_the_work() -> None:
    many = [_square(f"p{n}") for n in range(1100)]
    parts = batches(many, 150)
    assert sum(map(len, parts)) == 1100
    assert max(map(len, parts)) <= batch.BATCH
    two = batches([_square(f"p{n}") for n in range(30)], 150)
    assert [len(part) for part in two] == [15, 15]


def test_progress_ends_at_the_number_of_pictures(store: Store) -> None:
    seen: list[tuple[int, int]] = []
    render([_square("a"), _square("b", "#111111")], 75, lambda *now: seen.append(now), store=store)
    assert seen[0] == (0, 2) and seen[-1] == (2, 2)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_rendering_twice_without_a_cache_gives_the_same_bytes(tmp_path: Path) -> None:
    game = load_game("graf_spee")
    pictures = [one for one in game_pictures(game) if one.name.startswith("counter-")]
    first = render(pictures, 150, store=Store(tmp_path / "one"))
    assert render(pictures, 150, store=Store(tmp_path / "two")) == first


@pytest.mark.parametrize("dpi", [0, -150, 19, 1201, float("nan")])
def test_a_resolution_out_of_range_is_refused(dpi: float, store: Store) -> None:
    with pytest.raises(RenderingError, match="accepted: 20 to 1200"):
        render([_square("a")], dpi, store=store)


def test_a_picture_of_too_many_pixels_says_what_would_do(store: Store) -> None:
    with pytest.raises(RenderingError, match=r"'map'.*accepted: up to \d+ dpi") as caught:
        render([_square("map", size=4200)], 1200, store=store)
    fits = int(str(caught.value).split("up to ")[1].split()[0])
    width, height = _square("map", size=4200).pixels(fits)
    assert width * height <= rendering.MOST_PIXELS
