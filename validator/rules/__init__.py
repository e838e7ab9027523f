"""The rules engine: states, verbs, cases, sequence of play. Each game's own rules are elsewhere."""
