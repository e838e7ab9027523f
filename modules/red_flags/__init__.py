"""Red Flags and Iron Crosses: its definition lies in the YAML and CSV files beside."""
