"""From a scene to a table of Tabletop Simulator: its saves, its pictures, its installing."""
