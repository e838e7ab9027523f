"""The commands about played games; each imports its work when it is called."""
