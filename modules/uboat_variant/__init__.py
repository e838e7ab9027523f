"""The U-boat variant of Against the Odds 29: its definition lies in the YAML and CSV files beside."""
