"""From pictures and a definition to packages: a neutral scene, then a VASSAL module."""

from generator.packaging.building import Built, build

__all__ = ["Built", "build"]
