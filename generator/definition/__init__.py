"""What a game is: the schema, the YAML reader with line-numbered errors, overlays, the cache.

Import names from the modules (``generator.definition.schema``, ``.reader``); this package stays
light so that ``broadside --help`` need not load pydantic.
"""
