"""Hidden information, for any game: where a hidden thing can be, and sealed plots."""
