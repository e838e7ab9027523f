"""The proof of a game: test its audit on clean play, on human habits, and on offences."""
