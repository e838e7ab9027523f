"""From a game's definition to packages: pictures, VASSAL modules, print kits."""

__version__ = "0.1.0"
