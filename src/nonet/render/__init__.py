"""Pictures of a puzzle: terminal text and SVG.  Knows drawings, no puzzle and no solver."""

Place = tuple[int, int]
"""Row and column of a cell, from 0."""
