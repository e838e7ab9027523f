"""What a print shop asks of a PDF, answered for any file: ours, a stranger's, a damaged one."""

from generator.printing.preflight.examining import PreflightError, examine
from generator.printing.preflight.facts import Report

__all__ = ["PreflightError", "Report", "examine"]
