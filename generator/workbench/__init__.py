"""Tools for builders of any VASSAL module: as text, compared, merged, checked, changed in bulk."""
