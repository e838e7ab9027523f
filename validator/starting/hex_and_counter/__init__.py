"""The rules of the hex-and-counter starter."""
