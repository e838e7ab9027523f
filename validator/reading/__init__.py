"""Reads saves and logs into events, and shows of them what each side may know."""
