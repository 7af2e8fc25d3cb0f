"""Engines: searches that several families of techniques share."""
