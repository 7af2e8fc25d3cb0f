"""Finer names: techniques that are special cases of other techniques, as tables.

The catalogue (``catalogue.py``) has a row for each name here, after the techniques of HoDoKu
and Sudoku Explainer.  Each technique has its own definition, though other techniques find the
same eliminations: a siamese fish is two finned fish, an M-wing a chain of three strong links.
No policy tries these techniques; ``--find`` shows their steps.

A heading names the family and the idea; below the heading stands a title a line, with other
names after ``=``. Most names come from SudokuStudio (Sunnie, 2024) and from the players'
forums.

>>> next(technique_rows())
('naked-pair-plus', 'Naked Pair Plus', 'subset_forms', 'HALL', ('Naked Pair (+)',))
"""

from __future__ import annotations

import re
from collections.abc import Iterator

ENABLING_TECHNIQUES = {
    "pointing": "Pointing",
    "claiming": "Claiming",
    **{
        f"{kind}-{size}".removesuffix("-"): f"{kind.replace('-', ' ').title()} {size.title()}"
        for size in ("pair", "triple", "quadruple")
        for kind in ("naked", "hidden", "locked", "locked-hidden")
        if size != "quadruple" or not kind.startswith("locked")
    },
    **{
        f"naked-{size}-plus": f"Naked {size.title()} Plus"
        for size in ("pair", "triple", "quadruple")
    },
}
"""Locked candidates and subsets, by key: the techniques that can enable a single."""

ENABLED_SINGLES = {
    "hidden-single-box": "Hidden Single (Box)",
    "hidden-single-row": "Hidden Single (Row)",
    "hidden-single-column": "Hidden Single (Column)",
    "naked-single": "Naked Single",
}
"""The singles that can be enabled, by the end of a key."""

_CROSSHATCHING = {"box": "Block", "row": "Row", "column": "Column"}

FISH_NAMES = ("X-Wing", "Swordfish", "Jellyfish", "Squirmbag", "Whale", "Leviathan")
"""Fish by size, from two base sets."""

EXTRA_TECHNIQUES = """
subset_forms HALL
    Naked Pair Plus = Naked Pair (+)
    Naked Triple Plus = Naked Triple (+)
    Naked Quadruple Plus = Naked Quadruple (+)
    Locked Hidden Pair
    Locked Hidden Triple
named_chains DIGIT
    Grouped Skyscraper
    Grouped 2-String Kite = Grouped Two-String Kite
    Grouped Turbot Fish
    Grouped X-Chain
    Fishy Cycle = X-Cycle
    Grouped Fishy Cycle = Grouped X-Cycle
named_chains CELLS
    XY-Cycle
named_chains SINGLETON
    Grouped W-Wing
    Multi-Branch W-Wing
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
    Node Collision
regular_wings SINGLETON
    STUVWXYZ-Wing
    RSTUVWXYZ-Wing
    Incomplete WXYZ-Wing
    Incomplete VWXYZ-Wing
    Incomplete UVWXYZ-Wing
    Incomplete TUVWXYZ-Wing
    Incomplete STUVWXYZ-Wing
    Incomplete RSTUVWXYZ-Wing
bent_subsets SINGLETON
    Bent Naked Triple
    Bent Naked Quadruple = Bent Naked Quad
    Bent Naked Quintuple
fireworks SINGLETON
    Firework Triple
    Firework Quadruple
odd_loops DIGIT
    Broken Wing = Guardian = Guardians
odd_loops CELLS
    Bivalue Oddagon Type 1 = Bivalue Oddagon
    Bivalue Oddagon Type 2
    Bivalue Oddagon Type 3
    Bivalue Oddagon Type 4
almost_candidates SINGLETON
    Almost Locked Pair = ALP = Almost Locked Candidates
    Almost Locked Triple = ALT
    Almost Locked Quadruple = ALQ
    Empty Rectangle Intersection Pair = ERIP
als_w_wing SINGLETON
    ALS-W-Wing = Almost Locked Sets W-Wing
    Grouped ALS-W-Wing = Grouped Almost Locked Sets W-Wing
deadly_patterns ONE
    Extended Rectangle Type 1 = Extended Unique Rectangle Type 1 = XR Type 1
    Extended Rectangle Type 2 = Extended Unique Rectangle Type 2 = XR Type 2
    Extended Rectangle Type 3 = Extended Unique Rectangle Type 3 = XR Type 3
    Extended Rectangle Type 4 = Extended Unique Rectangle Type 4 = XR Type 4
    Borescoper Deadly Pattern Type 1 = Unique Polygon Type 1
    Borescoper Deadly Pattern Type 2 = Unique Polygon Type 2
    Borescoper Deadly Pattern Type 3 = Unique Polygon Type 3
    Borescoper Deadly Pattern Type 4 = Unique Polygon Type 4
small_graves ONE
    BUG-Lite Type 1 = Bivalue Universal Grave Lite Type 1 = BUG-Lite
    BUG-Lite Type 2 = Bivalue Universal Grave Lite Type 2
    BUG-Lite Type 3 = Bivalue Universal Grave Lite Type 3
    BUG-Lite Type 4 = Bivalue Universal Grave Lite Type 4
    Multivalue Universal Grave Type 1 = MUG Type 1 = Multivalue Universal Grave = MUG
    Multivalue Universal Grave Type 2 = MUG Type 2
    Multivalue Universal Grave Type 3 = MUG Type 3
    Multivalue Universal Grave Type 4 = MUG Type 4
reverse_bug ONE
    Reverse BUG Type 1 = Reverse Bivalue Universal Grave Type 1 = Reverse BUG
    Reverse BUG Type 2 = Reverse Bivalue Universal Grave Type 2
    Reverse BUG Type 3 = Reverse Bivalue Universal Grave Type 3
    Reverse BUG Type 4 = Reverse Bivalue Universal Grave Type 4
rectangle_links ONE
    Unique Rectangle + 2B/1SL = Unique Rectangle 2B1
    Unique Rectangle + 2D/1SL = Unique Rectangle 2D1
    Unique Rectangle + 3X/2SL = Unique Rectangle 3X2
    Unique Rectangle + 3N/2SL = Unique Rectangle 3N2
    Unique Rectangle + 3U/2SL = Unique Rectangle 3U2
    Unique Rectangle + 3E/2SL = Unique Rectangle 3E2
    Unique Rectangle + 4X/3SL = Unique Rectangle 4X3
    Unique Rectangle + 4C/3SL = Unique Rectangle 4C3
guardian_chains ONE
    Unique Rectangle Forcing Chain
    External Unique Rectangle
    Avoidable Rectangle Forcing Chain = Hidden Avoidable Rectangle
    External Avoidable Rectangle
    Unique Loop Forcing Chain
    BUG Forcing Chain = Bivalue Universal Grave Forcing Chain
dynamic_kinds NET
    Dynamic Contradiction Forcing Chain
    Dynamic Double Forcing Chain
    Dynamic Cell Forcing Chain
    Dynamic Region Forcing Chain
symmetry ONE
    Gurth Symmetrical Placement = Gurth's Symmetrical Placement = GSP
medusa SINGLETON
    3D Medusa Wrap
    3D Medusa Trap = 3D Medusa
hidden_sets SINGLETON
    Almost Hidden Set XZ-Rule = AHS-XZ = Almost Hidden Sets XZ-Rule = Almost Hidden Set
xyz_rings SINGLETON
    XYZ-Ring = XYZ-Loop
    Grouped XYZ-Ring = Grouped XYZ-Loop
    Nice XYZ-Ring = XYZ-Nice Loop = XYZ-Nice-Ring
    Grouped Nice XYZ-Ring = Grouped XYZ-Nice Loop
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
    yield from _enabled_single_rows()
    yield from _fish_form_rows()


def key_of(title: str) -> str:
    """The key of a title: small letters and hyphens."""
    return re.sub(r"[^a-z0-9+]+", "-", title.replace(" + ", " ").lower()).strip("-")


def _enabled_single_rows() -> Iterator[tuple[str, str, str, str, tuple[str, ...]]]:
    for maker, title in (*ENABLING_TECHNIQUES.items(), ("complex", "Complex")):
        for single, what in ENABLED_SINGLES.items():
            if (maker, single) == ("claiming", "hidden-single-box"):
                continue  # what is left to the box would be single in the line already
            cross = _CROSSHATCHING.get(single.rpartition("-")[2])
            alias = f"{title} Crosshatching {cross}" if cross else f"{title} Naked Single"
            joint = " " if maker == "complex" else ", "
            idea = "HALL" if maker not in ("pointing", "claiming") else "CROSS"
            yield f"{maker}-{single}", f"{title}{joint}{what}", "made_singles", idea, (alias,)


def _fish_form_rows() -> Iterator[tuple[str, str, str, str, tuple[str, ...]]]:
    for number, size in enumerate(FISH_NAMES, 2):
        also = "Starfish" if size == "Squirmbag" else ""
        for shape in ("", "Franken ", "Mutant "):
            if not shape and number > 4:
                continue  # siamese fish of lines have names up to the jellyfish
            for siamese in ("", "Siamese "):
                for fins in ("Finned ", "Sashimi "):
                    if siamese or (shape and fins == "Sashimi "):
                        kind = f"{siamese}{fins}{shape}"
                        aliases = (kind + also,) if also else ()
                        yield key_of(kind + size), kind + size, "fish_forms", "DIGIT", aliases
