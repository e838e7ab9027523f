"""Running text on paper: chapters, paragraphs, lists and tables, set by typst in the theme's type.

Every word of a definition goes through `said`, so that nothing in it is read as typst's language.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO

from generator.drawing.richtext import runs_of
from generator.drawing.themes import Theme
from generator.drawing.typefaces import POINT, face, measures
from generator.pictures.vectors import quoted, typeset
from generator.printing.furniture import Desk, imprint

BODY = 9.5
"""Size of the text, points."""

SMALLER = (0.96, 0.92, 0.88)
"""So much smaller may all type be where that saves a page: body type of 8.4 points at the least."""

_CHECKLIST = """
#let ticked(..cells) = grid(
  columns: (4.5mm, 1fr, auto), align: (left + horizon, left + horizon, right + horizon), ..cells,
)
// The lines of a page's columns, each at most so high: where each column ends, as far as they go.
#let ends(lines, heights, first, columns, room, gap) = {
  let found = ()
  let at = first
  for _ in range(columns) {
    let begin = at
    let used = 0pt
    while at < lines.len() and (at == begin or used + gap + heights.at(at) <= room) {
      used += heights.at(at) + if at > begin { gap } else { 0pt }
      at += 1
    }
    // A heading goes with the line below it.
    while at < lines.len() and at > begin + 1 and lines.at(at - 1).leads { at -= 1 }
    if begin < at and at < lines.len() and lines.at(at - 1).leads { at += 1 }
    found.push(at)
  }
  found
}
#let checklist(columns, lines) = context {
  let (gap, gutter) = (1.5mm, 8mm)
  let (margin, high) = (page.margin, page.height)
  let wide = (page.width - margin.left - margin.right - gutter * (columns - 1)) / columns
  let heights = lines.map(line => measure(block(width: wide, line.shown)).height)
  let whole = high - margin.top - margin.bottom
  // Nothing is laid before its place is known: what is too high would move to another page.
  let from = here().position().y
  if from == 0pt { return }
  // What stands above the first column keeps its distance.
  let room = high - margin.bottom - from - 5mm
  if room < 25mm { room = whole - 15mm }
  let at = 0
  while at < lines.len() {
    let cuts = ends(lines, heights, at, columns, room, gap)
    let last = cuts.last() == lines.len()
    if last {
      // The lowest columns that hold all the rest.
      let (low, top) = (0pt, room)
      while top - low > 0.5pt {
        let half = (low + top) / 2
        let tried = ends(lines, heights, at, columns, half, gap)
        if tried.last() == lines.len() { top = half } else { low = half }
      }
      cuts = ends(lines, heights, at, columns, top, gap)
    }
    let parts = ()
    for cut in cuts {
      parts.push(stack(spacing: gap, ..lines.slice(at, cut).map(line => line.shown)))
      at = cut
    }
    block(breakable: false, grid(columns: (1fr,) * columns, column-gutter: gutter, ..parts))
    if not last { colbreak() }
    room = whole - 1mm
  }
}
"""
"""How a checklist is laid out: see `checklist`."""


def said(words: str) -> str:
    """Any words as content."""
    return f"#text({quoted(words)})"


def running(text: str) -> str:
    """Running text with its bold and italic words; a drawing is replaced by its name."""
    marks = {"bold": "strong", "italic": "emph"}
    parts = []
    for run in runs_of(text):
        words = said(run.words or run.icon.replace("_", " "))
        parts.append(f"#{marks[run.style]}[{words}]" if run.style in marks else words)
    return "".join(parts)


def styled(words: str, style: str) -> str:
    """Words in one of the styles of the head: ``quiet``, ``strong_``, ``note`` ..."""
    return f"#{style}[{said(words)}]"


def chapter(title: str, body: str) -> str:
    """A heading and what stands under it, kept together at its beginning."""
    return f"#chapter[{said(title)}]\n{body}\n"


def paragraph(*parts: str) -> str:
    """Content that begins on a line of its own."""
    return f"{' '.join(parts)}\n\n"


def numbered(items: Iterable[str]) -> str:
    """A list with numbers; the items are content."""
    return f"#enum(tight: false, {', '.join(f'[{item}]' for item in items)})\n"


def table(columns: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table with a head that comes again on each page; all cells are content."""
    head = ", ".join(f"[{styled(one, 'head')}]" for one in heads)
    cells = "".join(f"  {', '.join(f'[{cell}]' for cell in row)},\n" for row in rows)
    return f"#listing({columns}, ({head},), (\n{cells}))\n"


def together(body: str) -> str:
    """Content that is not parted at the foot of a column or page."""
    return f"#block(breakable: false, above: 1.5em)[\n{body}\n]\n"


def listed_pairs(pairs: Iterable[tuple[str, str]]) -> str:
    """Names and what belongs to them, side by side; all of it content."""
    cells = "".join(f"  [{name}], [{value}],\n" for name, value in pairs)
    return f"#grid(columns: (auto, 1fr), column-gutter: 5mm, row-gutter: 2mm,\n{cells})\n"


def heading(words: str) -> str:
    """A line of a checklist that stands over others."""
    return f"(leads: true, shown: block(inset: (top: 1.6mm))[{styled(words, 'bold')}])"


def ticked(words: str, count: int) -> str:
    """A line of a checklist: a box to tick, words, how many."""
    box = "#box(width: 2.6mm, height: 2.6mm, stroke: 0.5pt + c_hair)"
    cells = f"[{box}], [{said(words)}], [{said(str(count))}]"
    return f"(leads: false, shown: ticked({cells}))"


def checklist(lines: Sequence[str], columns: int) -> str:
    """Lines in columns, down each column of a page before they go on over it.

    On the last page the columns are of about equal length. No heading is the last of its column.
    """
    listed = "".join(f"  {line},\n" for line in lines)
    return f"#set par(justify: false)\n#checklist({columns}, (\n{listed}))\n"


def document(desk: Desk, title: str, body: str, columns: int = 1) -> bytes:
    """A component of running text as PDF: sheets of the kit's paper with its head and foot.

    Its type is a little smaller where that saves a page.
    """
    whole = typeset(_head(desk, title, columns) + body)
    pages = page_count(whole)
    if pages == 1:
        return whole
    tightest = typeset(_head(desk, title, columns, SMALLER[-1]) + body)
    if page_count(tightest) >= pages:
        return whole
    for scale in SMALLER[:-1]:
        made = typeset(_head(desk, title, columns, scale) + body)
        if page_count(made) < pages:
            return made
    return tightest


def page_count(pdf: bytes) -> int:
    """How many pages a document has."""
    import pikepdf

    with pikepdf.open(BytesIO(pdf)) as document:
        return len(document.pages)


def _head(desk: Desk, title: str, columns: int, scale: float = 1.0) -> str:
    """Page, type and words of a document, all type and leading of the body at a scale."""
    body = round(BODY * scale, 2)
    paper, theme, game = desk.printing.paper, desk.theme, desk.game
    side = max(18.0, paper.width * 0.09)
    room = paper.width - 2 * side - measures(theme.face("subtitle")).width(title, 9 * POINT) - 25
    natural = measures(theme.face("title")).width(game.name, 10 * POINT)
    large = round(max(5.0, 10 * min(1.0, room / natural)), 2)
    colours = "".join(
        f'#let c_{name} = rgb("{theme.colour(name)}")\n'
        for name in ("ink", "quiet", "tint", "zebra", "hair", "signal", "frame")
    )
    return f"""{colours}
#set document(title: {quoted(f"{game.name}: {title}")})
#set page(
  width: {paper.width}mm, height: {paper.height}mm,
  margin: (left: {side:.1f}mm, right: {side:.1f}mm, top: 23mm, bottom: 17mm),
  header-ascent: 7mm, footer-descent: 6mm, columns: {columns},
  header: [
    #set par(spacing: 0pt)
    {_font("title", theme, large)}{said(game.name)}
    #h(2mm) {_font("subtitle", theme, 9)}{said(title)}
    #h(1fr) {_font("label", theme, 6.5)}
    #set text(fill: c_quiet)
    page #context counter(page).display("1 of 1", both: true)

    #v(1.2mm)
    #line(length: 100%, stroke: 0.5pt + c_frame)
  ],
  footer: [{_font("label", theme, 6.5)}#set text(fill: c_quiet); {said(imprint(game))}],
)
{_font("body", theme, body)}
#set text(fill: c_ink, lang: "en", hyphenate: true)
#set columns(gutter: 8mm)
#set par(justify: true, leading: {0.62 * scale:.3f}em, spacing: {0.9 * scale:.3f}em)
#set enum(numbering: n => {{ {_font("strong", theme, body, inside=True)} set text(fill: c_signal); \
str(n) + "." }}, spacing: 0.8em)
#let quiet(it) = {{ set text(fill: c_quiet, size: 0.85em); it }}
#let bold(it) = {{ {_font("strong", theme, body, inside=True)} it }}
#let note(it) = {{ {_font("note", theme, body, inside=True)} it }}
#let head(it) = {{ {_font("label", theme, 8, inside=True)} it }}
#let code(it) = {{ {_font("label", theme, 8.5, inside=True)} box(fill: c_tint, inset: (x: 3pt),\
 outset: (y: 2.5pt), radius: 1.5pt, it) }}
#let cover(it) = {{ {_font("title", theme, 26, inside=True)} it }}
#let under(it) = {{ {_font("subtitle", theme, 13, inside=True)} set text(fill: c_quiet); it }}
#let chapter(it) = block(above: 1.7em, below: 0.8em, sticky: true, {{
  {_font("title", theme, 13, inside=True)}
  it
  v(-0.5em)
  line(length: 100%, stroke: 0.4pt + c_hair)
}})
#let listing(widths, heads, cells) = {{
  set par(justify: false)
  table(
    columns: widths, stroke: none, inset: (x: 4pt, y: 3pt), align: left + top,
    fill: (_, y) => if y == 0 {{ c_tint }} else if calc.even(y) {{ c_zebra }},
    table.header(..heads), ..cells,
  )
}}
{_CHECKLIST}"""


def _font(role: str, theme: Theme, size: float, inside: bool = False) -> str:
    """A set rule for the cut of a role; ``inside`` code it needs no mark."""
    cut = face(theme.face(role))
    style = "italic" if cut.italic else "normal"
    rule = f'set text(font: "{cut.family}", weight: {cut.weight}, style: "{style}", size: {size}pt)'
    return f"{rule};" if inside else f"#{rule}; "
