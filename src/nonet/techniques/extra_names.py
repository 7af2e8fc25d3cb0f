"""Finer names: techniques that are special cases of other techniques, as tables.

The catalogue (``catalogue.py``) has a row for each name here, after the techniques of HoDoKu
and Sudoku Explainer.  Each technique has its own definition, though other techniques find the
same eliminations: an M-wing is a chain of three strong links.
No policy tries these techniques; ``--find`` shows their steps.

A heading names the family and the idea; below the heading stands a title a line, with other
names after ``=``. Most names come from SudokuStudio (Sunnie, 2024) and from the players'
forums.

>>> next(technique_rows())
('grouped-skyscraper', 'Grouped Skyscraper', 'chains', 'DIGIT', ())
"""

from __future__ import annotations

import re
from collections.abc import Iterator

FISH_NAMES = ("X-Wing", "Swordfish", "Jellyfish", "Squirmbag", "Whale", "Leviathan")
"""Fish by size, from two base sets."""

EXTRA_TECHNIQUES = """
chains DIGIT
    Grouped Skyscraper
    Grouped 2-String Kite = Grouped Two-String Kite
    Grouped Turbot Fish
    Grouped X-Chain
    Fishy Cycle = X-Cycle
    Grouped Fishy Cycle = Grouped X-Cycle
chains CELLS
    XY-Cycle
chains SINGLETON
    Grouped W-Wing
    M-Wing = Medusa Wing
    Grouped M-Wing
    S-Wing = Split Wing
    Grouped S-Wing
    L-Wing = Local Wing
    Grouped L-Wing
    H-Wing = Hybrid Wing
    Grouped H-Wing
    Purple Cow
    Grouped Purple Cow
    XY-X-Chain
    Grouped XY-X-Chain
    Self Constraint
    Grouped Self Constraint
    ALS-W-Wing = Almost Locked Sets W-Wing
    Grouped ALS-W-Wing = Grouped Almost Locked Sets W-Wing
fireworks SINGLETON
    Firework Triple
    Firework Quadruple
broken_wing DIGIT
    Broken Wing = Guardian = Guardians
uniqueness ONE
    Extended Rectangle Type 1 = Extended Unique Rectangle Type 1 = XR Type 1
    Extended Rectangle Type 2 = Extended Unique Rectangle Type 2 = XR Type 2
    Extended Rectangle Type 3 = Extended Unique Rectangle Type 3 = XR Type 3
    Extended Rectangle Type 4 = Extended Unique Rectangle Type 4 = XR Type 4
    Borescoper Deadly Pattern Type 1 = Unique Polygon Type 1
    Borescoper Deadly Pattern Type 2 = Unique Polygon Type 2
    Borescoper Deadly Pattern Type 3 = Unique Polygon Type 3
    Borescoper Deadly Pattern Type 4 = Unique Polygon Type 4
guardian_chains ONE
    Unique Rectangle Forcing Chain
    External Unique Rectangle
    Avoidable Rectangle Forcing Chain = Hidden Avoidable Rectangle
    External Avoidable Rectangle
    Unique Loop Forcing Chain
    BUG Forcing Chain = Bivalue Universal Grave Forcing Chain
explainer NET
    Dynamic Contradiction Forcing Chain
    Dynamic Double Forcing Chain
    Dynamic Cell Forcing Chain
    Dynamic Region Forcing Chain
coloring SINGLETON
    3D Medusa Wrap
    3D Medusa Trap = 3D Medusa
aligned SINGLETON
    Aligned Quadruple Exclusion = Aligned Quad Exclusion
exocet RANK
    Junior Exocet = JExocet = JE = Exocet
tridagon CELLS
    Chromatic Pattern Type 1 = Tridagon = Thor's Hammer = Trivalue Oddagon
    Chromatic Pattern Type 2 = Tridagon Type 2
    Chromatic Pattern Type 3 = Tridagon Type 3
    Chromatic Pattern Type 4 = Tridagon Type 4
    Chromatic Pattern XZ Rule = Tridagon XZ Rule
"""


def technique_rows() -> Iterator[tuple[str, str, str, str, tuple[str, ...]]]:
    """Key, title, family, the name of the idea and further names of every finer technique."""
    module = idea = ""
    for line in EXTRA_TECHNIQUES.strip().splitlines():
        if not line.startswith(" "):
            module, idea = line.split()
            continue
        title, *more = (part.strip() for part in line.split("="))
        yield key_of(title), title, module, idea, tuple(more)


def key_of(title: str) -> str:
    """The key of a title: small letters and hyphens."""
    return re.sub(r"[^a-z0-9+]+", "-", title.replace(" + ", " ").lower()).strip("-")
