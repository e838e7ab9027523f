"""Whole games played through the engine, and written as real logs of the generated module."""

from validator.playing.logbook import Played, play_as_log

__all__ = ["Played", "play_as_log"]
