"""From a played game's log to findings that cite the rule book."""
