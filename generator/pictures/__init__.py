"""From SVG to PNG: one batch a build, and nothing unchanged is drawn twice."""
