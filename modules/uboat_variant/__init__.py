"""Pursuit of the Graf Spee: its rules as Python; its data lies in the YAML files beside."""
