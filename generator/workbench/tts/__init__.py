"""Tools for saves and saved objects of Tabletop Simulator: as text, summarised, compared."""
