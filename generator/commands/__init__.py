"""The commands that build and change modules; each imports its work when it is called."""
