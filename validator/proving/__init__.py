"""The proof of a game: what its audit says of clean play, of human habits, and of offences."""
