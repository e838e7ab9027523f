"""A played game as a story: what was done, in the game's own words, a chapter for each turn."""

from validator.narrating.report import Chapter, Report, narrate, narrated

__all__ = ["Chapter", "Report", "narrate", "narrated"]
