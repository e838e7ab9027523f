"""A saved game follows its module: pieces take their new definitions and keep their state."""

from generator.workbench.migrating.game import MigrationError, migrated
from generator.workbench.migrating.report import Migration

__all__ = ["Migration", "MigrationError", "migrated"]
