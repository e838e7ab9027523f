"""The VASSAL module of an imported game: the carried one, with what the definition says otherwise.

Nothing is made anew that was not changed: a definition as it was imported gives back the module's
members, each the same to the byte.
"""
