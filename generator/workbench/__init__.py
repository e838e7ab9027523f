"""For builders of any VASSAL module: it as text, compared, merged, checked, changed in bulk."""
