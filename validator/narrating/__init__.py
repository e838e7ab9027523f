"""A played game told as a report: what was done, in the game's own words, a paragraph a turn."""

from validator.narrating.report import Chapter, Report, narrate, narrated

__all__ = ["Chapter", "Report", "narrate", "narrated"]
