"""A game on paper: counter sheets with their backs, maps, charts and words as PDF."""
