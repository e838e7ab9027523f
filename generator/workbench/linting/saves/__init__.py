"""Lint of Tabletop Simulator's saves: what the game fails at, hardly does as meant, or to know."""

from generator.workbench.linting.saves.running import lint_save
from generator.workbench.linting.saves.survey import saves_of

__all__ = ["lint_save", "saves_of"]
