"""From what a log shows to what was done: verbs by their signs, and the cheapest explanation."""
