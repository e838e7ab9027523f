"""Play whole games through the rules engine, and write them as real logs of the module."""

from validator.playing.logbook import Played, play_as_log

__all__ = ["Played", "play_as_log"]
