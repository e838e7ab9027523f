"""A played game: its files read as one, with the rules that explain them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

from generator.definition.binding import binding_of
from generator.light import dataclass
from validator.audit import chain, inventory, throws
from validator.audit.findings import Finding
from validator.audit.logs import (
    AuditError,
    GameLog,
    files_in,
    files_of,
    game_of,
    joined,
    once,
    open_files,
    read_files,
)
from validator.audit.logs import in_order as files_in_order
from validator.audit.openings import as_begun
from validator.audit.result import LogFile
from validator.audit.sealing import Seals, seals_of
from validator.reading import opening
from validator.reading.views import View

if TYPE_CHECKING:
    from generator.definition.binding import Binding
    from generator.definition.schema import Game
    from generator.vassal.saves import Save
    from validator.audit.inventory import Inventory
    from validator.audit.tabletop.auditing import RecordedGame
    from validator.explaining.telling import Explanation
    from validator.rules.engine import GameRules
    from validator.rules.scenes import Scene
    from validator.rules.states import Outcome


@dataclass(frozen=True)
class PlayedGame:
    """The files of one game under one view."""

    logs: tuple[GameLog, ...]
    """In the order of play."""
    files: tuple[LogFile, ...]
    views: tuple[View, ...]
    game: Game | None
    folder: Path | None
    """The folder of its definition."""
    binding: Binding | None
    rules: GameRules | None
    """The rules, if they can read logs."""
    lacking: tuple[str, ...]
    """What the rules need and the definition, or the log of an imported module, lacks."""
    seals: Seals
    known: Inventory | None
    """The inventory of the named module."""
    table: RecordedGame | None
    """For saves of Tabletop Simulator."""
    notes: tuple[Finding, ...]
    """Notes about files that were left out."""
    _explained: list[tuple[Scene, Explanation]] = field(default_factory=list, repr=False)

    @property
    def reads(self) -> GameRules | None:
        """The rules, if nothing is lacking."""
        return None if self.lacking else self.rules

    def explanation(self, scene: Scene) -> Explanation:
        """The best explanation of a scene by the rules; it is computed once."""
        from validator.explaining.telling import explain

        assert self.rules is not None
        for known, found in self._explained:
            if known == scene:
                return found
        made = explain(self.rules, scene)
        self._explained.append((scene, made))
        return made

    @property
    def on_trial(self) -> bool:
        """Whether the reading of this game's logs is not proven yet."""
        return self.rules is not None and bool(
            getattr(self.rules.module.reading, "on_trial", False)
        )

    def is_held(self, scene: Scene) -> bool:
        """Whether a scene is judged by the rules; some need dice or declarations in the log
        (`Reading.needs_dice`)."""
        if self.rules is None or not self.rules.module.reading.needs_dice:
            return self.rules is not None
        thrown = any(one.rolls or one.declarations for one in scene.steps)
        return thrown and not scene.unseen_dice

    def outcome(self) -> Outcome | None:
        """How the game ended by its rules: the result of its last files. See `outcome_of`."""
        scenes = [scene for scene, *_ in self.scenes()] if self.reads is not None else []
        return self.outcome_of(scenes[-1]) if scenes else None

    def outcome_of(self, scene: Scene) -> Outcome | None:
        """How the game ended in some of its files.

        None if it has not ended, if the search gave up, if there are no rules or they do not apply,
        and if the reading of this game's logs is on trial: then nobody is named the winner.
        """
        if self.reads is None or self.on_trial or not self.is_held(scene):
            return None
        explanation = self.explanation(scene)
        if explanation.gave_up is not None:
            return None
        return self.reads.outcome(
            explanation.entries[-1].after if explanation.entries else explanation.start
        )

    def scenes(self) -> Iterator[tuple[Scene, Sequence[View], Finding | None]]:
        """The scene of each run of consecutive files, their views, and a note if dice are left
        out of it."""
        from validator.audit.observing import observe

        rules = self.rules
        assert rules is not None
        for first, last in chain.unbroken(self.logs):
            views, note = self.views[first:last], None
            if not any(one.steps for one in views):
                continue
            begin = self.files[first].first_step
            scene = observe(rules.game, views, begin, self.seals.by_step, rules.binding)
            if all(opening.is_recorded(log.save) for log in self.logs[first:last]):
                thrown = throws.without_purpose(rules.game, self.logs[first:last], begin)
                if thrown:
                    note, scene = throws.finding(thrown), throws.dice_left_out(scene)
            yield scene, views, note


def played(
    paths: Sequence[str | Path],
    game: str | Path | None = None,
    side: str | None = None,
    *,
    reveal: bool = False,
    overlays: Sequence[str | Path] = (),
    module: str | Path | Sequence[str | Path] | None = None,
    heads: Sequence[str] = (),
    policies: Sequence[str] = (),
) -> PlayedGame:
    """Read logs and saves (or folders of them) as one game; see `validator.audit.audit`."""
    named, again = once(files_of(paths))
    opened = open_files(named)
    table = _recorded(opened, heads)
    if table is not None:
        opened = [table.last]
    definition = game_of(opened, game, overlays)
    parts = inventory.read(_paths(module)) if module is not None else []
    folder = _folder(game, definition)
    binding = binding_of(definition, folder) if definition is not None and folder else None
    read = read_files(
        opened,
        definition,
        side,
        reveal=reveal,
        module=parts[0] if parts else None,
        binding=binding,
    )
    kept, held = _without_copies(read)
    logs = joined(files_in_order(kept))
    views = [log.view for log in logs]
    if definition is not None and views:
        definition = as_begun(definition, views[0])
    if policies:
        definition = _by_policies(definition, policies)
    rules, lacking = _rules(definition, folder, binding)
    files = files_in(logs)
    seals = seals_of(definition, logs, files)
    if rules is not None and binding is not None:
        lacking = binding.lacks(rules.module.needs)
        # A module built by us has buttons that the original lacks.
        shown = _pressed(rules, views, files, seals) if lacking else ()
        lacking = [one for one in lacking if one not in shown]
    return PlayedGame(
        tuple(logs),
        tuple(files),
        tuple(views),
        definition,
        folder,
        binding,
        rules,
        tuple(lacking),
        seals,
        inventory.inventory(parts) if parts else None,
        table,
        (*held, *map(chain.given_twice, again)),
    )


def _by_policies(game: Game | None, policies: Sequence[str]) -> Game:
    """The game with the user's policies. Raises `PolicyError`."""
    from validator.rules.policies import PolicyError, with_policies

    if game is None:
        raise PolicyError(f"--policy {policies[0]}: no game is known; name it with --game")
    chosen: Game = with_policies(game, policies)
    return chosen


def _recorded(opened: Sequence[Save], heads: Sequence[str]) -> RecordedGame | None:
    """The saves of Tabletop Simulator as one game; None for logs of VASSAL.

    Raises AuditError for files of both kinds, and for heads with logs of VASSAL.
    """
    saves = [one for one in opened if opening.is_recorded(one)]
    if len(saves) not in (0, len(opened)):
        other = next(one for one in opened if not opening.is_recorded(one))
        raise AuditError(
            f"{saves[0].name} is a game of Tabletop Simulator, {other.name} one of VASSAL: name "
            "the files of one of them"
        )
    if not saves:
        if heads:
            raise AuditError(
                f"{opened[0].name}: a log of VASSAL has no heads; --head goes with "
                "saves of Tabletop Simulator"
            )
        return None
    from validator.audit.tabletop.auditing import RecordedGame

    return RecordedGame.of(saves, heads)


def _paths(module: str | Path | Sequence[str | Path]) -> list[Path]:
    return [Path(module)] if isinstance(module, str | Path) else list(map(Path, module))


def _without_copies(logs: list[GameLog]) -> tuple[list[GameLog], list[Finding]]:
    """The files without those that longer ones contain, and notes about these."""
    inside = chain.held_in_others(logs)
    kept = [log for at, log in enumerate(logs) if at not in inside]
    return kept, [chain.left_out(logs[at], logs[other]) for at, other in inside.items()]


def _folder(wanted: str | Path | None, game: Game | None) -> Path | None:
    from generator.definition.reader import game_folder

    if game is None:
        return None
    return game_folder(wanted if wanted is not None else game.id)


def _rules(
    game: Game | None, folder: Path | None, binding: Binding | None
) -> tuple[GameRules | None, list[str]]:
    """The rules of a game if they read logs, and what the definition lacks for them.

    Raises LackingError if the game was not imported: its author wrote both.
    """
    if game is None or folder is None or not (folder / "rules.py").is_file():
        return None, []
    from validator.audit.referee import rules_for_logs
    from validator.rules.loading import LackingError

    try:
        return rules_for_logs(game, folder), []
    except LackingError as trouble:
        if binding is None:
            raise
        return None, trouble.lacking


def _pressed(
    rules: GameRules, views: Sequence[View], files: Sequence[LogFile], seals: Seals
) -> set[str]:
    """The actions and dice of the definition that logs show, in the words of `Binding.lacks`."""
    from validator.audit.observing import observe

    scene = observe(rules.game, views, files[0].first_step, seals.by_step, rules.binding)
    actions = {f"actions {said.action!r}" for seen in scene.steps for said in seen.declarations}
    return actions | {f"dice {roll.button!r}" for seen in scene.steps for roll in seen.rolls}
