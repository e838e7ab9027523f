"""Folders of played games: find the files, join them into games, audit each game once, keep
tables."""
