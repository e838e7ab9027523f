"""Hidden information: where a hidden thing can be, what was sealed; no game's word is in here."""
