"""The U-boat variant: its rules as Python; its data lies in the YAML and CSV files beside."""
