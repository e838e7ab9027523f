"""The page of a comparison: one self-contained file, with pictures side by side.

Everything that came from a file is escaped; a content security policy forbids any request.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from itertools import groupby

from generator import __version__
from generator.differences import (
    ADDED,
    CHANGED,
    MOVED,
    REMOVED,
    Comparison,
    Detail,
    Difference,
    Group,
    alike_ones,
    changed_lines,
    heading_of,
    visible,
)
from validator.reporting import pictures
from validator.reporting.page import POLICY

Members = Mapping[str, bytes]
_IMAGES = "images/"
_ROOM = 80_000_000
"""How many characters of encoded pictures one page holds at most."""
_SIGNS = {"+": "plus", "-": "minus", "@": "same", " ": "same"}


def page_of(comparison: Comparison, old: Members | None = None, new: Members | None = None) -> str:
    """The page as text; ``old`` and ``new`` hold the pictures that it may show, by name."""
    page = _Page(old or {}, new or {})
    title = f"{comparison.old} and {comparison.new}"
    groups = [group for group in comparison.groups if group.differences]
    links = "".join(
        f'<a href="#{_anchor(group)}">{_text(group.title)} ({len(group.differences)})</a>'
        for group in groups
    )
    notes = "".join(f'<p class="note">{_text(note)}</p>' for note in comparison.notes)
    sections = "".join(page.section(group) for group in groups)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<title>{_text(title)}</title>
<style>{files(__package__).joinpath("differences.css").read_text("utf-8")}</style>
</head>
<body>
<header>
<h1>What differs</h1>
<p><del>{_text(comparison.old)}</del> <span class="to">&rarr;</span>
<ins>{_text(comparison.new)}</ins></p>
<p>{_text(comparison.headline())}</p>
{notes}
<nav>{links}</nav>
</header>
<main>
{sections or "<p>Nothing differs.</p>"}
</main>
<footer>Broadside {escape(__version__)}.</footer>
</body>
</html>
"""


class _Page:
    """Makes the parts of one page, and counts the room left for pictures."""

    def __init__(self, old: Members, new: Members) -> None:
        self._old, self._new = old, new
        self._room = _ROOM
        self._small: dict[tuple[bool, str], str] = {}

    def section(self, group: Group) -> str:
        parts = [
            f'<section id="{_anchor(group)}"><h2>{_text(group.title)}'
            f" <small>{len(group.differences)}</small></h2>"
        ]
        where = ""
        for alike in alike_ones(group.differences):
            places = {row.where for row in alike}
            here = alike[0].where if len(places) == 1 else f"{len(places)} places"
            if here != where:
                where = here
                parts.append(f'<p class="where">{_text(where)}</p>' if where else "")
            parts.append(self._article(alike))
        return "".join([*parts, "</section>\n"])

    def _article(self, alike: Sequence[Difference]) -> str:
        first = alike[0]
        hows = "".join(f'<span class="how {how}">{how}</span>' for how in first.how)
        names = (
            f'<p class="note">{_text(", ".join(row.name for row in alike))}</p>'
            if len(alike) > 1
            else ""
        )
        return (
            f'<article class="{first.how[0]}"><h3>{hows}{_text(heading_of(alike))}</h3>{names}'
            f"{self._pictures(first)}{self._details(first.details)}</article>"
        )

    # Details.

    def _details(self, details: Iterable[Detail]) -> str:
        parts = []
        for part, rows in groupby(details, key=lambda detail: detail.part):
            title = f"<h4>{_text(part)}</h4>" if part else ""
            values = "".join(self._detail(detail) for detail in rows)
            parts.append(f"{title}<dl>{values}</dl>")
        return "".join(parts)

    def _detail(self, detail: Detail) -> str:
        name = detail.name or detail.how
        return f"<dt>{_text(name)}</dt><dd>{''.join(self._values(detail))}</dd>"

    def _values(self, detail: Detail) -> Iterator[str]:
        old, new = detail.old, detail.new
        if old is None or new is None or detail.how in (ADDED, REMOVED):
            value = (old if new is None else new) or ""
            tag = "del" if detail.how == REMOVED else "span" if detail.how == MOVED else "ins"
            picture = self._thumbnail(detail.kind, value, tag == "ins")
            yield f"{picture}<{tag}>{_text(value, lines=True)}</{tag}>" if value else ""
        elif "\n" in old + new:
            rows = []
            for sign, line in changed_lines(old, new):
                picture = self._thumbnail(detail.kind, line, sign == "+") if sign in "+-" else ""
                rows.append(f'<span class="{_SIGNS[sign]}">{picture}{_text(line) or " "}</span>')
            yield f'<span class="lines">{"".join(rows)}</span>'
        else:
            for tag, value in (("del", old), ("ins", new)):
                text = _text(value) or "(empty)"
                yield f"{self._thumbnail(detail.kind, value, tag == 'ins')}<{tag}>{text}</{tag}>"
                yield '<span class="to">&rarr;</span>' if tag == "del" else ""

    # Pictures.

    def _pictures(self, row: Difference) -> str:
        if row.what != "image":
            return ""
        old, new = self._old.get(row.was or row.name), self._new.get(row.name)
        shown: list[tuple[str, str | None]] = []
        if row.how[0] == CHANGED and old is not None and new is not None:
            shown = [
                ("before", pictures.as_data(old)),
                ("after", pictures.as_data(new)),
                ("what differs", pictures.difference(old, new)),
            ]
        elif (data := old if row.how[0] == REMOVED else new) is not None:
            shown = [("", pictures.as_data(data))]
        figures = "".join(self._figure(title, address) for title, address in shown)
        return f'<div class="pictures">{figures}</div>' if figures else ""

    def _figure(self, title: str, address: str | None) -> str:
        if address is None:
            return ""
        if len(address) > self._room:
            return f"<figure><figcaption>{title} (left out: the page is full)</figcaption></figure>"
        self._room -= len(address)
        return (
            f'<figure><img src="{address}" alt="{title}"><figcaption>{title}</figcaption></figure>'
        )

    def _thumbnail(self, kind: str, value: str, is_new: bool) -> str:
        """A small picture before the name of one."""
        if "image" not in kind or not value or "\n" in value:
            return ""
        key = is_new, value
        if key not in self._small:
            members = self._new if is_new else self._old
            data = members.get(_IMAGES + value, members.get(value))
            address = pictures.as_data(data, small=True) if data is not None else None
            if address is None or len(address) > self._room:
                self._small[key] = ""
            else:
                self._small[key] = f'<img class="small" src="{address}" alt="">'
        self._room -= len(self._small[key])
        return self._small[key] if self._room > 0 else ""


def _anchor(group: Group) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in group.title)


def _text(text: str, *, lines: bool = False) -> str:
    """A text as HTML, with control characters made visible."""
    if lines:
        return "<br>".join(escape(visible(line)) for line in text.split("\n"))
    return escape(visible(text))
