"""From a scene to a module of VASSAL: its build file, its pieces, its set-ups."""
