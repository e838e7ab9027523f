"""Audits of games played in Tabletop Simulator with our recorder: of its entries and of the saved
table.

The game's own rules and the general audits that apply are run on the same game as commands of its
module (`validator.reading.tabletop`), as for a log of VASSAL.
"""
