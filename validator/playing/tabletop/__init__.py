"""Games played on a table of Tabletop Simulator, by a fake of the game and the recorder itself."""
