"""What there is to read at a table of Tabletop Simulator: notebook, cards with words, READ ME."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from generator.definition.information import fills_gaps, our_data
from generator.drawing.richtext import runs_of
from generator.tabletop_simulator.save import Tab

if TYPE_CHECKING:
    from generator.definition.schema import Game, Scenario, SequenceStep
    from generator.packaging.scene import Scene
    from generator.packaging.tabletop.delivery import Delivery


def tabs(scene: Scene, scenario: Scenario) -> list[Tab]:
    """The pages of the notebook."""
    game = scene.game
    ours = scene.once("what is reconstructed", lambda: list(_reconstructed(game)))
    pages = [
        ("Rules", _rules(game)),
        ("Playing", _playing(game, scenario)),
        *([("Reconstructed", ours)] if ours else []),
        ("Notice", _notice(game)),
    ]
    return [Tab(title, "\n".join(lines)) for title, lines in pages]


def plain(text: str) -> str:
    """Running text without its marks; a drawing is replaced by its name."""
    return "".join(run.words or run.icon.replace("_", " ") for run in runs_of(text))


def _heading(words: str) -> str:
    return f"\n[b]{words}[/b]"


def _rules(game: Game) -> Iterator[str]:
    yield plain(game.text)
    for section in game.summary:
        yield _heading(section.title)
        yield plain(section.text) + _cases(section.cases)
    if game.sequence:
        yield _heading("Sequence of play")
        yield from _steps(game.sequence)
    yield "\nNames in brackets are cases of the rules; an audit cites the same."


def _steps(steps: Iterable[SequenceStep], indent: str = "") -> Iterator[str]:
    for step in steps:
        who = f" - {step.side}" if step.side else ""
        when = f" ({step.when})" if step.when else ""
        said = f"{plain(step.text)}{_cases(step.cases)}"
        yield f"{indent}{step.number} {step.name}{who}{when}: {said}"
        yield from _steps(step.steps, indent + "   ")


def _cases(cases: Sequence[str | None]) -> str:
    listed = ", ".join(case for case in cases if case)
    return f" ({listed})" if listed else ""


def _playing(game: Game, scenario: Scenario) -> Iterator[str]:
    yield f"[b]{scenario.name}[/b]: {plain(scenario.text)}"
    yield from setup_steps(scenario)
    yield _heading("What is recorded")
    yield from _RECORDED
    if game.actions:
        yield _heading("Declarations")
        yield "Buttons of the panel, or entries in a piece's menu (right click). They only help."
        for action in game.actions:
            where = "menu of the piece" if action.on == "piece" else "panel"
            yield (
                f"{action.name} ({action.side or 'any player'}, {where}): "
                f"{action.help or action.tooltip}{_cases([action.case, *action.cases])}"
            )
    if game.dice:
        yield _heading("Dice")
        for dice in game.dice:
            yield f"{dice.name}: {dice.count}d{dice.sides}. {dice.tooltip}{_cases([dice.case])}"
    if game.scores:
        yield _heading("Score")
        for score in game.scores:
            yield f"{score.name}: {score.tooltip}{_cases([score.case])}"


_RECORDED = (
    "What is moved, turned, drawn, rolled and declared at this table, when, and by which seat and "
    "name, is written into the save: `broadside log` shows it, `broadside audit` checks it.",
    "Type !broadside help in the chat. The head of the record is told to all at every step: who "
    "notes it down can tell whether anything before it was changed later.",
)


def setup_steps(scenario: Scenario) -> Iterator[str]:
    """What the players do first, numbered."""
    for number, step in enumerate(scenario.steps, start=1):
        who = f"{step.side}: " if step.side else ""
        yield f"{number}. {who}{plain(step.text)}"


def _reconstructed(game: Game) -> Iterator[str]:
    if not fills_gaps(game):
        return
    yield "Where the printed rules are silent this edition decides, and says so."
    for decision in game.decisions:
        yield _heading(f"{decision.id}: {decision.gap}") + _cases(decision.cases)
        yield f"{decision.ruling}\nWhy: {decision.why}" if decision.why else decision.ruling
    data = list(our_data(game))
    if data:
        yield _heading("Data that are not printed in the rules")
    for one in data:
        reason = "; ".join(part for part in (one.why, one.decision) if part)
        yield f"{one.what}: {one.status}" + (f" ({reason})" if reason else "")


def _notice(game: Game) -> Iterator[str]:
    whose = game.credits
    yield f"[b]{game.name}[/b], {whose.edition}, version {game.version}"
    by = f"({whose.published})" if whose.published else ""
    if origin := " ".join(part for part in (whose.design, by) if part):
        yield f"Game: {origin}."
    yield whose.notice
    yield from (f"- {source}" for source in whose.sources)
    yield f"Definition {game.definition_hash}"
    yield from (f"Overlay {mark.name or mark.id} {mark.sha256}" for mark in game.overlays)
    yield "Made with Broadside."


def cards(game: Game, scenario: Scenario, room: int) -> list[tuple[str, str, str]]:
    """(id, title, text) of the cards with words that lie beside the boards; each has room for so
    many letters."""
    found = []
    if scenario.steps:
        found.append(("setup", f"Set-up: {scenario.name}", _short(setup_steps(scenario), room)))
    found.append(("record", "This table keeps a record", _short(_RECORDED, room)))
    return found


def _short(lines: Iterable[str], room: int) -> str:
    """As many of the lines as a card has room for."""
    taken: list[str] = []
    for line in lines:
        if sum(map(len, taken)) + len(line) > room:
            taken.append("More of it stands in the notebook.")
            break
        taken.append(line)
    return "\n".join(taken)


def read_me(game: Game, delivery: Delivery, saves: Sequence[str]) -> str:
    """How the folder gets into the game."""
    whose = game.credits
    lines = [f"{game.name} {game.version} for Tabletop Simulator ({whose.edition})", ""]
    lines += _HOSTED if not delivery.pattern else _BY_HAND
    listed = ", ".join(f'"{name}"' for name in saves)
    lines += [
        f"Then start the game, choose Games, Save & Load, and load {listed}.",
        "",
        "Data folder: Windows   Documents\\My Games\\Tabletop Simulator",
        "             macOS     ~/Library/Tabletop Simulator",
        "             Linux     ~/.local/share/Tabletop Simulator",
        "",
        whose.notice,
        "",
    ]
    return "\n".join(lines)


_BY_HAND = (
    "With Broadside: broadside install THIS_FOLDER (the pictures are then found on your own disk).",
    "Without it: copy the folders Saves and Mods into the data folder named below.",
    "Over the net every player does the latter (with Broadside: install --images cache), or the",
    "host installs, then uploads all pictures (Modding, Cloud Manager) and saves the game.",
)

_HOSTED = (
    "Put the folder images where its address says, unless it is there already.",
    "Copy the folder Saves into the data folder named below (or: broadside install THIS_FOLDER).",
    "The other players need nothing: the game loads the pictures from the net.",
)
