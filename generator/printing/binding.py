"""Pages bound to a PDF: pictures placed once and shown many times, boxes, layers, metadata."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from math import cos, radians, sin
from typing import TYPE_CHECKING

from generator.drawing.picture import Picture
from generator.pictures.vectors import compile_pdfs
from generator.printing.finishing import Finisher
from generator.printing.imposition import Box
from generator.printing.pages import Component, Page, Placed
from generator.printing.pixels import pixel_form, pixels_of

if TYPE_CHECKING:
    import pikepdf

    from generator.definition.schema import Game

PT = 72 / 25.4
"""Points a millimetre."""


class Binder:
    """Makes pages of a kit from its pictures; one for a whole kit, so that each is read once."""

    def __init__(
        self,
        pictures: Mapping[str, Picture],
        components: Sequence[Component],
        leaves: Mapping[str, bytes],
        finisher: Finisher | None = None,
    ) -> None:
        """``leaves`` are documents of running text, by the names that pages call them."""
        import pikepdf

        wanted: dict[str, Picture] = {}
        small: dict[str, float] = {}
        for component in components:
            for page in component.pages:
                for placed in page.all_placed():
                    if placed.pixels:
                        small[placed.picture] = placed.scale
                    wanted[placed.picture] = pictures[placed.picture]
                if page.furniture is not None:
                    wanted[page.furniture.name] = page.furniture
        # Equal pictures (the backs of face-down pieces) are drawn into the file once.
        self._alike: dict[str, str] = {}
        first: dict[str, str] = {}
        for name, picture in wanted.items():
            self._alike[name] = first.setdefault(picture.svg, name)
        self._pictures = {name: replace(picture, svg="") for name, picture in wanted.items()}
        # Forms live as long as the documents they stand in.
        with ThreadPoolExecutor(1) as beside:
            drawn = {
                name: beside.submit(pixels_of, wanted[name], scale) for name, scale in small.items()
            }
            sources = compile_pdfs([wanted[name] for name in first.values()])
        self._documents = [pikepdf.open(BytesIO(one.pdf)) for one in sources]
        self._leaves = {name: pikepdf.open(BytesIO(pdf)) for name, pdf in leaves.items()}
        self.finisher = finisher or Finisher()
        for document in (*self._documents, *self._leaves.values()):
            self.finisher.recolour(document)
        self._forms: dict[str, pikepdf.Object] = {
            name: _as_form(page)
            for one, document in zip(sources, self._documents, strict=True)
            for name, page in zip(one.names, document.pages, strict=True)
        }
        self._drawn_small = pikepdf.new()
        self._small = {
            name: pixel_form(self._drawn_small, wanted[name], image.result(), self.finisher)
            for name, image in drawn.items()
        }

    def bind(self, component: Component, game: Game) -> bytes:
        """A component as a PDF; equal pages give equal bytes."""
        import pikepdf

        with pikepdf.new() as document:
            book = _Book(document, self)
            for page in component.pages:
                book.add(page)
            book.finish(component.title, game)
            return saved(document)

    def form(self, name: str, pixels: bool = False) -> pikepdf.Object:
        """A picture as a form that pages can show."""
        return self._small[name] if pixels else self._forms[self._alike[name]]

    def leaf(self, document: str, number: int) -> pikepdf.Object:
        """A page of running text as a form."""
        return _as_form(self._leaves[document].pages[number])

    def alike(self, name: str) -> str:
        """The name under which a picture stands in the file."""
        return self._alike[name]

    def pictures(self) -> Iterator[Picture]:
        """Everything that is shown on a page, without the drawings themselves."""
        yield from self._pictures.values()

    def picture(self, name: str) -> Picture:
        """A picture by its name."""
        return self._pictures[name]


def _as_form(page: pikepdf.Page) -> pikepdf.Object:
    """A page of our renderer, whose content is one stream, as a form that pages can show.

    The stream itself becomes the form: qpdf's own way would unpack it and pack it again.
    """
    import pikepdf

    form = page.obj.Contents
    form.Type, form.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
    form.BBox, form.Resources = page.obj.MediaBox, page.obj.Resources
    return form


class _Book:
    """A PDF that grows page by page."""

    def __init__(self, document: pikepdf.Pdf, binder: Binder) -> None:
        self.document = document
        self.binder = binder
        self._copied: dict[tuple[str, bool], pikepdf.Object] = {}
        self._names: dict[tuple[str, bool], str] = {}
        self._layers: dict[str, pikepdf.Object] = {}
        self._contents: list[tuple[str, int]] = []

    def add(self, page: Page) -> None:
        """Append a page with its boxes."""
        import pikepdf

        shown: dict[str, pikepdf.Object] = {}
        content = []
        if page.leaf is not None:
            shown["/T"] = self.document.copy_foreign(self.binder.leaf(*page.leaf))
            content.append("q /T Do Q")
        content += [self._show(one, page, shown) for one in page.placed]
        if page.furniture is not None:
            content.append(f"q {self._form(page.furniture.name, shown)} Do Q")
        layers: dict[str, pikepdf.Object] = {}
        for title, placed in page.layers.items():
            name = f"/L{len(layers)}"
            layers[name] = self._layer(title)
            content.append(f"/OC {name} BDC")
            content += [self._show(one, page, shown) for one in placed]
            content.append("EMC")
        resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(shown))
        if layers:
            resources.Properties = pikepdf.Dictionary(layers)
        whole = Box(0, 0, page.width, page.height)
        made = pikepdf.Dictionary(
            Type=pikepdf.Name.Page,
            MediaBox=_rectangle(whole, page),
            CropBox=_rectangle(whole, page),
            BleedBox=_rectangle(page.bleed or page.trim or whole, page),
            TrimBox=_rectangle(page.trim or whole, page),
            Resources=resources,
            Contents=self.document.make_stream("\n".join(content).encode()),
        )
        self.document.pages.append(pikepdf.Page(self.document.make_indirect(made)))
        if page.name:
            self._contents.append((page.name, len(self.document.pages) - 1))

    def _show(self, placed: Placed, page: Page, shown: dict[str, pikepdf.Object]) -> str:
        """The operators that place a picture: clip, move to its middle, turn, draw."""
        picture = self.binder.picture(placed.picture)
        x, y = placed.box.centre
        turn = radians(-placed.turn)
        c, s = (round(value) * placed.scale for value in (cos(turn), sin(turn)))
        over, down = placed.stretch
        matrix = c * over, s * over, -s * down, c * down
        wide, high = picture.width_mm * PT / 2, picture.height_mm * PT / 2
        dx = x * PT - matrix[0] * wide - matrix[2] * high
        dy = (page.height - y) * PT - matrix[1] * wide - matrix[3] * high
        clip = placed.clip
        window = (clip.x, page.height - clip.bottom, clip.width, clip.height)
        return (
            f"q {' '.join(_n(value * PT) for value in window)} re W n "
            f"{' '.join(_n(value) for value in matrix)} {_n(dx)} {_n(dy)} cm "
            f"{self._form(placed.picture, shown, placed.pixels)} Do Q"
        )

    def _form(self, name: str, shown: dict[str, pikepdf.Object], pixels: bool = False) -> str:
        """The name by which the page shows a picture."""
        held = (name if pixels else self.binder.alike(name), pixels)
        if held not in self._copied:
            self._copied[held] = self.document.copy_foreign(self.binder.form(*held))
            self._names[held] = f"/P{len(self._names)}"
        shown[self._names[held]] = self._copied[held]
        return self._names[held]

    def _layer(self, title: str) -> pikepdf.Object:
        import pikepdf

        if title not in self._layers:
            self._layers[title] = self.document.make_indirect(
                pikepdf.Dictionary(
                    Type=pikepdf.Name.OCG,
                    Name=pikepdf.String(title),
                    Usage=pikepdf.Dictionary(
                        Print=pikepdf.Dictionary(PrintState=pikepdf.Name.OFF),
                        View=pikepdf.Dictionary(ViewState=pikepdf.Name.OFF),
                    ),
                )
            )
        return self._layers[title]

    def finish(self, title: str, game: Game) -> None:
        """Layers, list of contents and metadata."""
        import pikepdf

        layers = list(self._layers.values())
        if layers:
            self.document.Root.OCProperties = pikepdf.Dictionary(
                OCGs=pikepdf.Array(layers),
                D=pikepdf.Dictionary(
                    Name=pikepdf.String("Layers"),
                    OFF=pikepdf.Array(layers),
                    Order=pikepdf.Array(layers),
                ),
            )
        if len(self._contents) > 1:
            with self.document.open_outline() as outline:
                outline.root.extend(
                    pikepdf.OutlineItem(name, number) for name, number in self._contents
                )
        describe(self.document, f"{game.name}: {title}", game)
        self.binder.finisher.declare(self.document)


def describe(document: pikepdf.Pdf, title: str, game: Game) -> None:
    """Title, author, subject and producer, in both places a PDF has.

    Author is who designed the game; of an unofficial edition the edition, since the designer did
    not make the file and stands in the subject. It is the edition, too, where no designer is known.
    """
    from generator import __version__

    whose = game.credits
    maker = f"Broadside {__version__}"
    author = (not whose.is_unofficial and whose.design) or whose.edition
    design = f"Design: {whose.design}. " if whose.design else ""
    subject = f"{design}{whose.edition}. {whose.notice}"
    with document.open_metadata(set_pikepdf_as_editor=False, update_docinfo=True) as told:
        told["dc:title"] = title
        told["dc:creator"] = [author]
        told["dc:description"] = subject
        told["pdf:Keywords"] = f"{game.name}, wargame, print and play, {whose.edition}"
        told["pdf:Producer"] = maker
        told["xmp:CreatorTool"] = maker


def saved(document: pikepdf.Pdf) -> bytes:
    """The bytes of a document, the same whenever its content is."""
    import pikepdf

    out = BytesIO()
    document.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()


def leaf_pages(name: str, title: str, pdf: bytes) -> tuple[Page, ...]:
    """Pages for a document of running text, one for each of its own."""
    import pikepdf

    with pikepdf.open(BytesIO(pdf)) as document:
        sizes = [[float(corner) for corner in page.mediabox][2:] for page in document.pages]
    return tuple(
        Page(
            width / PT,
            height / PT,
            leaf=(name, number),
            name="" if number else title,
        )
        for number, (width, height) in enumerate(sizes)
    )


def _rectangle(box: Box, page: Page) -> pikepdf.Array:
    import pikepdf

    corners = (box.x, page.height - box.bottom, box.right, page.height - box.y)
    return pikepdf.Array([round(value * PT, 4) for value in corners])


def _n(value: float) -> str:
    """A number of points, to a thousandth."""
    return f"{value:.3f}"


def joined(components: Sequence[Component]) -> Iterator[Page]:
    """The pages of all components, in order."""
    for component in components:
        yield from component.pages
