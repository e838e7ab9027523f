"""Notes about declarations that a player made for another side, as a courtesy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from validator.audit.codes import found
from validator.audit.findings import Finding
from validator.audit.observing import dictionary_of
from validator.reading import events as ev
from validator.reading.views import View

if TYPE_CHECKING:
    from generator.definition.schema import Game


def findings(game: Game, view: View, first_step: int) -> Iterator[Finding]:
    """Declarations of one side that a player of another side clicked.

    That is only help; whether the act was legal is judged by the rules of the game.
    """
    words = dictionary_of(game)
    sides = {side.id for side in game.sides if side.role == "player"}
    owners: dict[str, set[str | None]] = {}
    for action in game.actions:
        owners.setdefault(action.keyword, set()).add(action.side)
    for event in view.events():
        who = event.player
        if not isinstance(event, ev.Declared) or event.step in view.undone or who is None:
            continue
        said = words.declaration(event.text)
        line = game.action(said.action).keyword if said is not None else ""
        may = owners.get(line, {None})
        if who.side in sides and not may & {who.side, None}:
            owner = " or ".join(sorted(filter(None, may)))
            did = f"{line} is the {owner} side's to declare; {who} of the {who.side} side did."
            yield found("log.courtesy", first_step + event.step, did, who=who)
