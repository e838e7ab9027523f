"""Folders of played games: found, put together, audited each once, kept as tables."""
