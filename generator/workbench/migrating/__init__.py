"""Converts saved games to a new version of their module: pieces get their new definitions and keep
their state."""

from generator.workbench.migrating.game import MigrationError, migrated
from generator.workbench.migrating.report import Migration

__all__ = ["Migration", "MigrationError", "migrated"]
