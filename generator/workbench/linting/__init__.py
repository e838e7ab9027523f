"""Lint: what in a module VASSAL will fail at, hardly does what was meant, or is worth knowing."""

from generator.workbench.linting.findings import Finding, Place, Severity
from generator.workbench.linting.running import Report, lint

__all__ = ["Finding", "Place", "Report", "Severity", "lint"]
