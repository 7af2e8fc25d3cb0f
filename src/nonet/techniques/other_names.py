"""Names that sudokuwiki.org and other pages have for techniques of the catalogue.

A name of one technique leads to its key.  A name of a whole family, whose members have keys of
their own here, is an error that lists the members.

>>> KEYS_BY_OTHER_NAME["chute remote pairs"], FAMILIES["bug"][:2]
('remote-pair', ('bug+1', 'bug-2'))
"""

from __future__ import annotations

KEYS_BY_OTHER_NAME = {
    "naked quads": "naked-quadruple",
    "hidden quads": "hidden-quadruple",
    "pointing pairs": "pointing",
    "pointing triples": "pointing",
    "line box reduction": "claiming",
    "chute remote pairs": "remote-pair",
    "x cycles": "fishy-cycle",
    "grouped x cycles": "grouped-fishy-cycle",
    "triple firework": "firework-triple",
    "quadruple firework": "firework-quadruple",
    "hidden unique rectangle": "hidden-rectangle",
    "hidden unique rectangles": "hidden-rectangle",
    "alternating inference chain": "aic",
    "alternating inference chains": "aic",
    "aic with groups": "grouped-aic",
    "exocet": "junior-exocet",
    "pattern overlay": "template-delete",
    "pattern overlay method": "template-delete",
    "pom": "template-delete",
    "ape": "aligned-pair-exclusion",
    "last possible number": "naked-single",
    "last remaining cell": "hidden-single",
    "obvious single": "naked-single",
    "obvious pairs": "naked-pair",
    "obvious triples": "naked-triple",
}
"""Keys by names in lower case, with blanks for hyphens and strokes."""

FAMILIES: dict[str, tuple[str, ...]] = {
    "naked candidates": ("naked-pair", "naked-triple", "naked-quadruple"),
    "hidden candidates": ("hidden-pair", "hidden-triple", "hidden-quadruple"),
    "intersection removal": ("pointing", "claiming"),
    "locked candidates": ("pointing", "claiming"),
    "simple colouring": ("simple-colors-trap", "simple-colors-wrap"),
    "simple coloring": ("simple-colors-trap", "simple-colors-wrap"),
    "singles chains": ("simple-colors-trap", "simple-colors-wrap"),
    "multi colouring": ("multi-colors-1", "multi-colors-2"),
    "multi coloring": ("multi-colors-1", "multi-colors-2"),
    "multi colors": ("multi-colors-1", "multi-colors-2"),
    "bug": ("bug+1", "bug-2", "bug-3", "bug-4"),
    "bivalue universal grave": ("bug+1", "bug-2", "bug-3", "bug-4"),
    "unique rectangle": tuple(f"unique-rectangle-{n}" for n in range(1, 7)),
    "unique rectangles": tuple(f"unique-rectangle-{n}" for n in range(1, 7)),
    "uniqueness test": tuple(f"unique-rectangle-{n}" for n in range(1, 7)),
    "avoidable rectangle": ("avoidable-rectangle-1", "avoidable-rectangle-2"),
    "avoidable rectangles": ("avoidable-rectangle-1", "avoidable-rectangle-2"),
    "extended rectangles": tuple(f"extended-rectangle-type-{n}" for n in range(1, 5)),
    "extended unique rectangles": tuple(f"extended-rectangle-type-{n}" for n in range(1, 5)),
    "unique loop": tuple(f"unique-loop-{n}" for n in range(2, 5)),
    "firework": ("firework-triple", "firework-quadruple"),
    "fireworks": ("firework-triple", "firework-quadruple"),
    "almost locked sets": ("als-xz", "als-xy-wing", "als-chain", "als-w-wing"),
    "templates": ("template-set", "template-delete"),
    "mutant fish": ("mutant-swordfish", "mutant-jellyfish", "mutant-squirmbag"),
    "unit forcing chains": ("forcing-chain-verity",),
}
"""The keys of some members of a family, by its names."""
