"""From pictures and a definition to packages: a neutral scene, then a VASSAL module."""
