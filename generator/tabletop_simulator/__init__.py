"""Tabletop Simulator's formats: saves, the objects in them, and what is assumed of the game."""
