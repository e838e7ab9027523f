"""From a definition to SVG: counters, maps, charts, and the text that must fit in them."""
