"""The U-boat variant: its definition lies in the YAML and CSV files beside."""
