"""A module, extension, save or log as a folder of text, and back."""
