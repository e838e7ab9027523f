"""Reads logs: finds the verbs that a log shows by their signs, and its cheapest explanation."""
