"""Pictures of a puzzle: terminal text and SVG.  Knows drawings, no puzzle and no solver."""
