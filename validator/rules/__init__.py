"""The rules engine: states, verbs, cases, the sequence of play; no game's rules are in here."""
