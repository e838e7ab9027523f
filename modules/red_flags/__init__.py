"""Red Flags and Iron Crosses: a battle of the Eastern Front on hexes."""
