"""Where things are: grids, areas, tracks, layouts in millimetres, projections, coastlines.

Pure geometry: nothing here knows a game. ``layout`` reads the shape of a map from any object
that looks like ``described.BoardLike`` (the definition's Map does).
"""
