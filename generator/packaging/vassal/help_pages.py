"""Help pages of a module: how to play it here, what is reconstructed, whose game it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from generator.definition.information import fills_gaps, our_data
from generator.definition.schema import Action, DiceButton, Game, Modifier, SequenceStep
from generator.drawing.richtext import runs_of
from generator.light import dataclass
from generator.packaging.scene import Deck, Scene
from generator.packaging.vassal.decks import goals, transfer_words


@dataclass(frozen=True, slots=True)
class Page:
    """A page of VASSAL's Help menu: HTML of the plain kind that Java shows."""

    title: str
    file: str
    html: str


def pages(scene: Scene) -> list[Page]:
    """The pages of a game, in the order of the menu."""
    game = scene.game
    found = [
        _page("Rules summary", "rules.html", _rules(game)),
        _page("Playing with this module", "playing.html", _playing(scene)),
        _page("About this edition", "about.html", _about(game)),
    ]
    if fills_gaps(game):
        made = _page("What is reconstructed", "reconstructed.html", _reconstructed(game))
        found.insert(2, made)
    return found


def _page(title: str, file: str, body: Iterable[str]) -> Page:
    head = (
        "<style>body{font-family:sans-serif;margin:12px}h1{color:#1e283c}h2{color:#1e283c}"
        "td{padding:3px}th{padding:3px;text-align:left}.c{color:#55606f}</style>"
    )
    text = "\n".join(body)
    html = (
        f"<html><head><title>{escape(title)}</title>{head}</head>\n<body>\n"
        f"<h1>{escape(title)}</h1>\n{text}\n</body></html>\n"
    )
    # Java's HTML viewer reads the file in the encoding of the machine: keep to ASCII.
    return Page(title, file, html.encode("ascii", "xmlcharrefreplace").decode())


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterable[str]:
    yield "<table border=1 cellspacing=0>"
    yield "<tr>" + "".join(f"<th>{head}</th>" for head in heads) + "</tr>"
    for row in rows:
        yield "<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>"
    yield "</table>"


def _cases(cases: Iterable[str | None]) -> str:
    listed = ", ".join(case for case in cases if case)
    return f' <span class="c">({escape(listed)})</span>' if listed else ""


_TAGS = {"bold": "b", "italic": "i"}


def _running(text: str) -> str:
    """Running text with its bold and italic words; a drawing is replaced by its name."""
    found = []
    for run in runs_of(text):
        words = escape(run.words or run.icon.replace("_", " "))
        tag = _TAGS.get(run.style)
        found.append(f"<{tag}>{words}</{tag}>" if tag else words)
    return "".join(found)


def _rules(game: Game) -> Iterable[str]:
    yield f"<p>{_running(game.text)}</p>"
    for section in game.summary:
        yield f"<h2>{escape(section.title)}</h2>"
        yield f"<p>{_running(section.text)}{_cases(section.cases)}</p>"
    yield "<h2>Sequence of play</h2>"
    yield from _steps(game.sequence)
    yield "<p>Names in brackets are cases of the rules; an audit of the log cites the same.</p>"


def _steps(steps: Iterable[SequenceStep]) -> Iterable[str]:
    yield "<ul>"
    for step in steps:
        who = f" &#8212; {escape(step.side)}" if step.side else ""
        when = f" <i>({escape(step.when)})</i>" if step.when else ""
        yield f"<li><b>{escape(step.number)} {escape(step.name)}</b>{who}{when}: "
        yield f"{_running(step.text)}{_cases(step.cases)}"
        if step.steps:
            yield from _steps(step.steps)
        yield "</li>"
    yield "</ul>"


def _playing(scene: Scene) -> Iterable[str]:
    game = scene.game
    yield "<h2>Set-up</h2><p>Choose a side and the set-up from the File menu.</p>"
    for scenario in game.scenarios:
        yield f"<p><b>{escape(scenario.name)}</b>: {_running(scenario.text)}</p><ol>"
        for step in scenario.steps:
            who = f"<b>{escape(step.side)}</b>: " if step.side else ""
            yield f"<li>{who}{_running(step.text)}{_cases([step.case])}</li>"
        yield "</ol>"
    yield "<h2>Declarations</h2><p>Buttons of the toolbar, and entries in the menus of pieces "
    yield "(right click). Each writes one line that names side and turn. They only help: whoever "
    yield "prefers to move counters by hand may do so.</p>"
    heads = ("Declaration", "Who", "Where", "When", "By hand")
    yield from _table(heads, [_action_row(action) for action in game.actions])
    yield "<h2>Dice</h2>"
    yield from _table(("Button", "Roll", "Use"), [_dice_row(game, dice) for dice in game.dice])
    yield "<h2>Score</h2>"
    rows = [(escape(one.name), escape(one.tooltip) + _cases([one.case])) for one in game.scores]
    yield from _table(("Button", "Use"), rows)
    yield "<h2>Pieces</h2><ul>"
    for line in _handling(scene):
        yield f"<li>{line}</li>"
    yield "</ul>"


def _handling(scene: Scene) -> Iterable[str]:
    """What the menus of pieces and cups hold besides the declarations."""
    yield "Drag a piece to move it; on a grid or a track it snaps to the middle of a place."
    if any(piece.face_down for piece in scene.pieces):
        yield "<b>Turn over</b> (Ctrl+M): face up for all, or face down again."
    if any(len(piece.looks) > 1 for piece in scene.pieces):
        yield "<b>Flip</b> (Ctrl+F): the other side of the counter, such as damage."
    if any(piece.facings for piece in scene.pieces):
        yield "<b>Turn right</b> (Ctrl+R), <b>Turn left</b> (Ctrl+L): one direction further."
    if any("clickable" in piece.roles for piece in scene.pieces):
        yield "Marks on boxes are turned to their next side by a click."
    if any(piece.trail or "plot" in piece.roles for piece in scene.pieces):
        yield "<b>Movement trail</b> (Ctrl+T): the way the piece has come."
    for deck in scene.decks:
        yield _deck_handling(scene, deck)
    for map_ in scene.maps:
        if map_.owners:
            who = " and ".join(map_.owners)
            yield f"<b>{escape(map_.name)}</b>: a window that only {escape(who)} can open."
    if any(map_.spacing and not map_.owners for map_ in scene.maps):
        yield "Measure a range with the thread in the toolbar of the map: Ctrl+click and drag."


def _deck_handling(scene: Scene, deck: Deck) -> str:
    """What can be done with a deck."""
    drawn = "; VASSAL draws it at random" if deck.shuffle == "always" else ", the top one"
    said = f"<b>{escape(deck.name)}</b>: drag a piece out of it{drawn}."
    words = [transfer_words(deck, other) for other in goals(scene, deck)]
    if deck.reshuffles_into:
        words.append(f"Shuffle all into the {deck.reshuffles_into}")
    if words:
        said += f" Its menu: {escape('; '.join(words))}."
    return said


def _action_row(action: Action) -> list[str]:
    where = "menu of the piece" if action.on == "piece" else "toolbar"
    if action.key:
        where += f" ({action.key})"
    return [
        f"<b>{escape(action.name)}</b>{_cases([action.case, *action.cases])}",
        escape(action.side or "any player"),
        escape(where),
        escape(action.help),
        escape(action.by_hand),
    ]


def _dice_row(game: Game, dice: DiceButton) -> list[str]:
    each = f", once for each {escape(dice.each)}" if dice.each else ""
    use = escape(dice.tooltip) + _cases([dice.case])
    if dice.modifiers:
        told = [_modifier(game, one) for one in dice.modifiers]
        use += f" The report adds {'' if dice.together else 'one of these: '}{'; '.join(told)}."
    return [escape(dice.name), f"{dice.count}d{dice.sides}{each}", use]


def _modifier(game: Game, modifier: Modifier) -> str:
    """``-1 for Aircraft``, ``+1 for each of earlier rolls``."""
    each = "" if modifier.property is None else "each of "
    return f"{game.number(modifier.change):+d} for {each}{escape(modifier.text)}"


def _reconstructed(game: Game) -> Iterable[str]:
    yield "<p>Where the printed rules are silent this edition decides, and says so. An audit "
    yield "names a breach of these an interpretation, never a violation.</p>"
    decisions = [
        (
            escape(one.id),
            escape(one.gap) + _cases(one.cases),
            escape(one.ruling),
            escape(one.why),
        )
        for one in game.decisions
    ]
    yield from _table(("No.", "Gap", "Decision", "Why"), decisions)
    yield "<h2>Data that are not printed in the rules</h2>"
    data = [
        (escape(one.what), one.status, escape(one.why), escape(one.decision))
        for one in our_data(game)
    ]
    yield from _table(("Datum", "Status", "Why", "No."), data)


def _about(game: Game) -> Iterable[str]:
    whose = game.credits
    by = escape(whose.published)
    by = f"({by})" if by and whose.design else by
    origin = " ".join(part for part in (escape(whose.design), by) if part)
    yield f"<p><b>{escape(game.name)}</b>, {escape(whose.edition)}, version "
    yield f"{escape(game.version)}</p>"
    if origin:
        yield f"<p>Game: {origin}.</p>"
    yield f"<p>{escape(whose.notice)}</p><ul>"
    for source in whose.sources:
        yield f"<li>{escape(source)}</li>"
    yield f"</ul><p>Definition {escape(game.definition_hash)}"
    for mark in game.overlays:
        yield f"<br>Overlay {escape(mark.name or mark.id)} {escape(mark.sha256)}"
    yield "</p><p>Made with Broadside.</p>"
