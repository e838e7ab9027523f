"""Play games on an imitation of Tabletop Simulator, with the real recorder script."""
