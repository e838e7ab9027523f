"""Whole games played through the engine by players made for tests and demonstrations."""
