"""The exercises, a folder each: text, file with a hole, hints, model solution, checks."""
