"""Audits of games played in Tabletop Simulator with our recorder: of its entries, and of the table
that the save holds.

The game's own rules, and the general audits that make sense there, are held against the same game
as commands of its module (`validator.reading.tabletop`), like a log of VASSAL.
"""
