"""From a game's definition to packages: pictures, VASSAL modules, print kits."""
