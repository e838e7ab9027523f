"""Saves and saved objects of Tabletop Simulator at the workbench: as text, summed up, compared."""
