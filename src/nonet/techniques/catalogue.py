"""The catalogue: the one table of names, with the family and the consistency of every technique.

A technique is a row of ``NAMES``; its family (``families/``) finds its steps. Names follow HoDoKu
2.2 (B. Hobiger) and Sudoku Explainer 1.2.1 (N. Juillerat) where possible, and SudokuStudio (Sunnie,
2024) and the players' forums for finer names, which no policy tries.  Other names in use are aliases,
also names of special cases that the steps of a technique contain: the guardians of a rectangle
followed by forcing chains contain "UR + XY-Wing".  HoDoKu's codes are names too.

>>> technique("x-wing").title, technique("0300").key, technique("Bivalue Universal Grave + 1").key
('X-Wing', 'x-wing', 'bug+1')
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib import import_module
from types import ModuleType

from nonet.errors import TechniqueError, close_names

IDEAS = {
    "UNIT": "unit propagation on the exactly-one constraints",
    "CROSS": "intersection of two AllDifferents",
    "HALL": "Hall set: generalised arc consistency of AllDifferent",
    "DIGIT": "generalised arc consistency of one value's sub-problem",
    "CELLS": "singleton arc consistency on the cells",
    "SINGLETON": "singleton consistency over the exactly-one constraints",
    "NET": "singleton consistency, with propagation inside",
    "ONE": "one solution, assumed: a deadly pattern needs a guardian",
    "RANK": "set logic of rank 0: as many links as truths",
    "FILTER": "generalised arc consistency of one constraint with its AllDifferents",
    "SUMS": "filtering by a sum that follows from others",
    "MUS": "minimal unsatisfiable subset",
    "SEARCH": "search",
}
"""The ideas of constraint programming behind techniques, by their names in ``NAMES``."""

SMALL, LARGE, HUGE = 100, 256, 4096
"""Cells of puzzles of 10, 16 and 64 values: the largest that some techniques are searched in."""


@dataclass(frozen=True, slots=True)
class Technique:
    """A technique: ``key`` is its name in files and on the command line, ``title`` in notation.

    ``module`` is its family; ``consistency`` the idea of constraint programming behind the
    technique; ``code`` its code in HoDoKu; ``assumes_unique`` whether its steps assume that the
    puzzle has exactly one solution.
    """

    key: str
    title: str
    module: str
    consistency: str
    code: str = ""
    aliases: tuple[str, ...] = ()

    @property
    def max_cells(self) -> int:
        """The cells of the largest puzzle that is searched: the search grows too fast."""
        return largest(self.key) if (largest := getattr(self.family, "max_cells", None)) else HUGE

    @property
    def assumes_unique(self) -> bool:
        """Whether steps are sound only where there is one solution (so is brute force)."""
        return self.consistency in (IDEAS["ONE"], IDEAS["SEARCH"])

    @property
    def family(self) -> ModuleType:
        """The module that finds and describes the steps."""
        return _family(self.module)


@lru_cache(maxsize=64)
def _family(module: str) -> ModuleType:
    return import_module(f"nonet.techniques.families.{module}")


FISH_NAMES = ("X-Wing", "Swordfish", "Jellyfish", "Squirmbag", "Whale", "Leviathan")
"""Fish by size, from two base sets."""

FISH_KINDS = (
    ("", "030"),
    ("Finned ", "031"),
    ("Sashimi ", "032"),
    ("Franken ", "033"),
    ("Finned Franken ", "034"),
    ("Mutant ", "035"),
    ("Finned Mutant ", "036"),
)
"""Words before the name of a fish's size, with HoDoKu's codes."""

NAMES = """
singles UNIT
    0000 Full House = Last Digit
    0003 Naked Single = Sole Candidate = Last Possible Number = Obvious Single
    0002 Hidden Single = Unique Candidate = Loner = Pinned Digit = Last Remaining Cell
    Hidden Single (Box) = Hidden Single Block = Crosshatching Block
    Hidden Single (Line) = Hidden Single Row = Hidden Single Column = Crosshatching Row
        = Crosshatching Column
direct CROSS
    Direct Pointing
    Direct Claiming
direct HALL
    Direct Hidden Pair
    Direct Hidden Triple = Direct Hidden Triplet
intersections CROSS
    0100 Locked Candidates (Pointing) [pointing] = Locked Candidates Type 1 (Pointing)
        = Locked Candidates 1 = Box Claiming = Pointing Pair = Pointing Triple
    0101 Locked Candidates (Claiming) [claiming] = Locked Candidates Type 2 (Claiming)
        = Locked Candidates 2 = Box Line Reduction = Row Claiming = Column Claiming
        = Line Claiming = Line Box Reduction
subsets HALL
    0110 Locked Pair
    0111 Locked Triple
    0200 Naked Pair = Obvious Pairs
    0201 Naked Triple = Naked Triplet = Obvious Triples
    0202 Naked Quadruple = Naked Quad
    0210 Hidden Pair
    0211 Hidden Triple = Hidden Triplet
    0212 Hidden Quadruple = Hidden Quad
fish DIGIT
kraken SINGLETON
    0371 Kraken Fish Type 1 [kraken-fish-1] = Kraken Fish
    0372 Kraken Fish Type 2 [kraken-fish-2]
patterns DIGIT
    0400 Skyscraper
    0401 2-String Kite = Two-String Kite
    0403 Turbot Fish = Turbot
    0402 Empty Rectangle = Rectangle Elimination
    0404 Dual 2-String Kite = Dual Two-String Kite
    0405 Dual Empty Rectangle
strong_links DIGIT
    Two Strong Links [strong-links-2] = 2 Strong Links
    Three Strong Links [strong-links-3] = 3 Strong Links
    Four Strong Links [strong-links-4] = 4 Strong Links
    Five Strong Links [strong-links-5] = 5 Strong Links
    Six Strong Links [strong-links-6] = 6 Strong Links
coloring DIGIT
    0500 Simple Colors Trap = Simple Colouring Trap
    0501 Simple Colors Wrap = Simple Colouring Wrap
    0502 Multi Colors 1 = Multi Colouring 1
    0503 Multi Colors 2 = Multi Colouring 2
templates DIGIT
    1201 Template Set
    1202 Template Delete = Pattern Overlay = Pattern Overlay Method = POM
wings CELLS
    0703 Remote Pair = Remote Pairs = Complex Remote Pair
    0800 XY-Wing = Y-Wing
    0801 XYZ-Wing
    0803 W-Wing
als SINGLETON
    0802 WXYZ-Wing
    WXYZ-Wing (Sukaku)
    VWXYZ-Wing
    UVWXYZ-Wing
    TUVWXYZ-Wing
chains DIGIT
    0701 X-Chain
chains CELLS
    0702 XY-Chain = Y-Chain = Twinned XY Chains
chains SINGLETON
    0706 Continuous Nice Loop
    0707 Discontinuous Nice Loop = Nice Loop
    0708 AIC = Alternating Inference Chain
    0709 Grouped Continuous Nice Loop = Grouped XY Cycle
    0710 Grouped Discontinuous Nice Loop
    0711 Grouped AIC = Grouped Alternating Inference Chain = AIC with Groups = Grouped XY Chain
als SINGLETON
    0901 Almost Locked Set XZ-Rule [als-xz] = Singly Linked Almost Locked Sets XZ Rule
        = Doubly Linked Almost Locked Sets XZ Rule
    0902 Almost Locked Set XY-Wing [als-xy-wing] = ALS-XY = Almost Locked Sets XY Wing
    0903 Almost Locked Set Chain [als-chain] = ALS-XY-Chain = Almost Locked Set XY-Chain
        = Almost Locked Sets Chain
    0904 Death Blossom
als RANK
    1101 Sue de Coq = Two-Sector Disjoint Subsets = Sue de Coq Isolated
multi_sector RANK
    SK-Loop = Domino Loop
    Multi-Sector Locked Sets = MSLS = Multi Value X-Wing = Multivalue X-Wing
aligned SINGLETON
    Aligned Pair Exclusion = APE
    Aligned Triplet Exclusion = Aligned Triple Exclusion
uniqueness ONE
    0600 Uniqueness Test 1 [unique-rectangle-1] = UR Type 1
    0601 Uniqueness Test 2 [unique-rectangle-2] = UR Type 2 = Unique Rectangle Type 2A
        = Unique Rectangle Type 2B
    0602 Uniqueness Test 3 [unique-rectangle-3] = UR Type 3 = Unique Rectangle Type 3B
    0603 Uniqueness Test 4 [unique-rectangle-4] = UR Type 4 = Unique Rectangle Type 4A
        = Unique Rectangle Type 4B
    0604 Uniqueness Test 5 [unique-rectangle-5] = UR Type 5 = Unique Rectangle Type 2C
    0605 Uniqueness Test 6 [unique-rectangle-6] = UR Type 6
    0606 Hidden Rectangle = Hidden Unique Rectangle = Hidden Unique Rectangle Type 1
        = Hidden Unique Rectangle Type 2 = Hidden Unique Rectangle Type 2B
    0607 Avoidable Rectangle Type 1 [avoidable-rectangle-1]
    0608 Avoidable Rectangle Type 2 [avoidable-rectangle-2]
    Unique Loop Type 1 [unique-loop-1]
    Unique Loop Type 2 [unique-loop-2]
    Unique Loop Type 3 [unique-loop-3]
    Unique Loop Type 4 [unique-loop-4]
    0610 Bivalue Universal Grave + 1 [bug+1] = BUG Type 1 = Bivalue Universal Grave Type 1
    Bivalue Universal Grave Type 2 [bug-2]
    Bivalue Universal Grave Type 3 [bug-3]
    Bivalue Universal Grave Type 4 [bug-4]
explainer DIGIT
    Bidirectional X-Cycle
explainer CELLS
    Bidirectional Y-Cycle
explainer DIGIT
    Forcing X-Chain
explainer SINGLETON
    Bidirectional Cycle
    Forcing Chain
explainer DIGIT
    Nishio Forcing Chain = Nishio
explainer SINGLETON
    Cell Forcing Chain = Quad Forcing Chains = Merged Cell Forcing Chains
    Region Forcing Chain = Merged Region Forcing Chains
explainer NET
    Dynamic Forcing Chain
    Dynamic Forcing Chain Plus
    Nested Forcing Chain
forcing SINGLETON
    1301 Forcing Chain Contradiction
    1302 Forcing Chain Verity = Region Forcing Chains = Cell Forcing Chains = Digit Forcing Chains
        = Finned Chain = Finned Grouped Chain
forcing NET
    1303 Forcing Net Contradiction = Bowmans Bingo = Bowman Bingo
    1304 Forcing Net Verity
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
    Grouped W-Wing = Chute Remote Pairs
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
fireworks SINGLETON
    Firework Triple = Triple Firework
    Firework Quadruple = Quadruple Firework
patterns DIGIT
    Broken Wing = Guardian = Guardians
uniqueness ONE
    Extended Rectangle Type 1 = Extended Unique Rectangle Type 1 = XR Type 1
    Extended Rectangle Type 2 = Extended Unique Rectangle Type 2 = XR Type 2
    Extended Rectangle Type 3 = Extended Unique Rectangle Type 3 = XR Type 3
    Extended Rectangle Type 4 = Extended Unique Rectangle Type 4 = XR Type 4
guardian_chains ONE
    Unique Rectangle Forcing Chain = Rectangle Forcing Chain = Rectangle Death Blossom
        = Unique Rectangle 2D = Unique Rectangle 3X = Unique Rectangle XY Wing
        = Unique Rectangle XYZ Wing = Unique Rectangle WXYZ Wing = Unique Rectangle W Wing
        = Unique Rectangle Sue de Coq = Unique Rectangle Singly Linked Almost Locked Sets XZ
        = Unique Rectangle Doubly Linked Almost Locked Sets XZ = Unique Rectangle External Type 1
        = Unique Rectangle External Type 2 = Unique Rectangle External Type 3
        = Unique Rectangle External Type 4 = Unique Rectangle External Turbot Fish
        = Unique Rectangle External XY Wing = Unique Rectangle External W Wing
        = Unique Rectangle External Almost Locked Sets XZ
    Unique Loop Forcing Chain = Unique Loop Strong Link Type
    BUG Forcing Chain = Bivalue Universal Grave Forcing Chain = Bivalue Universal Grave Plus n
        = Bivalue Universal Grave Plus n Forcing Chains
        = Bivalue Universal Grave False Candidate Type = Bivalue Universal Grave XZ Rule
explainer NET
    Dynamic Contradiction Forcing Chain
    Dynamic Double Forcing Chain
    Dynamic Cell Forcing Chain
    Dynamic Region Forcing Chain
coloring SINGLETON
    3D Medusa Wrap
    3D Medusa Trap = 3D Medusa
exocet RANK
    Junior Exocet = JExocet = JE = Exocet = Double Exocet
tridagon CELLS
    Chromatic Pattern Type 1 = Tridagon = Thor's Hammer = Trivalue Oddagon
    Chromatic Pattern Type 2 = Tridagon Type 2
    Chromatic Pattern Type 3 = Tridagon Type 3
    Chromatic Pattern Type 4 = Tridagon Type 4
constraints FILTER
    Constraint = Filter
    Clone Pairs = Clones = Palindrome Pairs
    Kropki Pairs = Dots = Kropki Dots
    XV Pairs = Pair Sums
    Unmarked Pairs = Negative Constraint
    Comparisons = Inequalities = Greater Than
    Thermometer Bounds = Thermo Bounds
    Between Bounds = Lockout Bounds
    Arrow Sums = Arrow Bounds
    Whispers Parity = High and Low = Whispers Polarity
    Renban Ranges = Renban Runs
    Entropic Cycle = Modular Cycle
    Cage Combinations = Killer Combinations
    Little Killer Bounds
    Sandwich Combinations
    X-Sum Combinations
    Line Sums = Region Sums
    Skyscraper Bounds
innies SUMS
    Innies = 45 Rule = Rule of 45 = Law of Leftover Sums
    Outies = Innies and Outies
set_equivalence RANK
    Set Equivalence = SET = Set Equivalence Theory = Law Of Leftover = Law Of Leftovers LoL = LoL
    Phistomefel Ring = Phistomefel's Ring = Phistomefel
constraint_houses FILTER
    Locked in a Constraint [locked-in-constraint] = Locked in a Cage
    Constraint and House = Cage and House = Cage Unit Overlap = Killer Cage Unit Overlap
constraint_forcing NET
    Forcing through Constraints [constraint-forcing]
explanation MUS
    Smallest Explanation = MUS
brute_force SEARCH
    Brute Force = Backtracking
"""
"""A heading names a family and the idea of constraint programming; below it stands a technique a line,
with HoDoKu's code before its title, its key in brackets if that is not made from the title, and other
names after ``=``.  The names of fish are made from ``FISH_KINDS`` and ``FISH_NAMES``.
"""

FAMILIES = """
naked-pair naked-triple naked-quadruple: naked candidates
hidden-pair hidden-triple hidden-quadruple: hidden candidates
pointing claiming: intersection removal, locked candidates
simple-colors-trap simple-colors-wrap: simple coloring, singles chains
multi-colors-1 multi-colors-2: multi coloring, multi colors
bug+1 bug-2 bug-3 bug-4: bug, bivalue universal grave
unique-rectangle-1 unique-rectangle-2 unique-rectangle-3 unique-rectangle-4 unique-rectangle-5 \
unique-rectangle-6: unique rectangle, unique rectangles, uniqueness test
avoidable-rectangle-1 avoidable-rectangle-2: avoidable rectangle, avoidable rectangles
extended-rectangle-type-1 extended-rectangle-type-2 extended-rectangle-type-3 \
extended-rectangle-type-4: extended rectangles, extended unique rectangles
unique-loop-2 unique-loop-3 unique-loop-4: unique loop
firework-triple firework-quadruple: firework, fireworks
als-xz als-xy-wing als-chain: almost locked sets
template-set template-delete: templates
mutant-swordfish mutant-jellyfish mutant-squirmbag: mutant fish
forcing-chain-verity: unit forcing chains
"""
"""The keys of some members of a family, and its names: a name of a family stands for all members
where several techniques can be named, and is else an error that lists the members.
"""

RELATED = """
extended-rectangle-type-1: mug, qiu deadly, borescoper, unique matrix, unique polygon, locked qiu
extended-rectangle-type-1: rotating deadly, anonymous deadly, multivalue universal grave
brute-force: gsp, gurth, anti gurth, extended gurth
empty-rectangle grouped-w-wing: erip
forcing-chain-contradiction nishio-forcing-chain: whip, g whip, grouped whip
forcing-net-contradiction dynamic-forcing-chain: braid, g braid
als-xz: ahs xz, almost hidden set, almost locked triple, almost locked quadruple
als-xz grouped-aic: almost locked pair, almost locked candidates
als-xz sue-de-coq: extended subset principle
grouped-aic: xyz ring, xyz loop, xyz nice, nice xyz, siamese xyz, grouped xyz, grouped nice xyz
grouped-aic: siamese grouped xyz
bug-forcing-chain unique-loop-1: bug lite, bivalue universal grave lite
bug-forcing-chain: uniqueness clue cover
xyz-wing wxyz-wing als-xz: bent naked
junior-exocet: weak exocet, lame weak exocet, senior exocet, franken senior, mutant senior
junior-exocet: franken junior exocet, mutant junior exocet, advanced franken, advanced mutant
junior-exocet: double exocet generalized
junior-exocet sk-loop: pattern locked quadruple
bug+1: reverse bug, reverse bivalue universal grave
forcing-chain-verity: blossom loop
broken-wing forcing-chain-verity: bivalue oddagon
chromatic-pattern-type-3: chromatic pattern xz, tridagon xz
aligned-triplet-exclusion: aligned quad, aligned quintuple exclusion
finned-mutant-x-wing finned-mutant-swordfish: finned mutant, sashimi mutant, siamese finned mutant
finned-mutant-x-wing finned-mutant-swordfish: siamese sashimi mutant
finned-franken-x-wing finned-franken-swordfish: finned franken, sashimi franken
finned-franken-x-wing finned-franken-swordfish: siamese finned franken, siamese sashimi franken
tuvwxyz-wing als-xz: stuvwxyz wing, rstuvwxyz wing
als-xz wxyz-wing: incomplete
locked-pair locked-triple: locked hidden
hidden-single naked-single: complex full house, complex naked single, complex hidden single
hidden-single naked-single: complex crosshatching
innies outies: cage splitting
constraint-and-house innies: cage comparison
grouped-x-chain: node collision
w-wing grouped-w-wing: multi branch w wing
w-wing als-xy-wing als-chain: als w wing, grouped als w wing, almost locked sets w wing
w-wing als-xy-wing als-chain: grouped almost locked sets w wing
unique-rectangle-forcing-chain unique-rectangle-1: unique rectangle
avoidable-rectangle-1 avoidable-rectangle-2: avoidable rectangle, hidden avoidable
"""
"""The techniques nearest to names that are not searched: a name that begins with one of these has the
same, and any other that begins or ends with the name of a technique is nearest to that.
"""

_ROW = re.compile(r"(?:(\d{4}) )?(.+?)(?: \[(.+)\])?")


def key_of(title: str) -> str:
    """The key of a title: small letters and hyphens."""
    return re.sub(r"[^a-z0-9+]+", "-", title.replace(" + ", " ").lower()).strip("-")


def _techniques() -> Iterator[Technique]:
    module = idea = ""
    for line in NAMES.replace("\n        =", " =").strip().splitlines():
        if line.startswith(" "):
            first, *names = (part.strip() for part in line.split(" = "))
            row = _ROW.fullmatch(first)
            code, title, key = row.groups() if row else ("", first, "")
            yield Technique(key or key_of(title), title, module, idea, code or "", tuple(names))
            continue
        module, name = line.split()
        idea = IDEAS[name]
        for kind, number in FISH_KINDS if module == "fish" else ():
            for size, fish in enumerate(FISH_NAMES):
                names = [f"{kind}Starfish"] if fish == "Squirmbag" else []
                title = f"{kind}{fish}"
                yield Technique(key_of(title), title, module, idea, f"{number}{size}", tuple(names))


TECHNIQUES = tuple(_techniques())
"""All techniques."""


def normalized_name(name: str) -> str:
    """Return a name without case, blanks, punctuation except the plus sign, and the word "type"."""
    plain = name.lower().replace("colour", "color").replace("type", "")
    return re.sub(r"[^a-z0-9+]", "", plain)


def _table(text: str) -> dict[str, tuple[str, ...]]:
    """Return the keys of each name of a table, names as in ``normalized_name``."""
    lines = (line.split(": ") for line in text.strip().splitlines())
    return {
        normalized_name(n): tuple(keys.split()) for keys, names in lines for n in names.split(",")
    }


@lru_cache(maxsize=1)
def _by_name() -> dict[str, Technique]:
    result: dict[str, Technique] = {}
    for entry in TECHNIQUES:
        for name in (entry.key, entry.title, entry.code, *entry.aliases):
            if name:
                result.setdefault(normalized_name(name), entry)
    for name, entry in list(result.items()):  # "x-wings", "naked pairs"
        result.setdefault(name + "s", entry)
    return result


_BY_KEY = {entry.key: entry for entry in TECHNIQUES}
_families, _related = (lru_cache(maxsize=1)(partial(_table, text)) for text in (FAMILIES, RELATED))


def family_members(name: str) -> tuple[str, ...]:
    """Return the keys of a family by its normalized name."""
    return _families().get(name, ())


LEAST_NAME = 6
"""Letters of a name at which a longer name is nearest to it."""


def _nearest(name: str) -> tuple[str, ...]:
    """Return the techniques nearest to a normalized name that begins or ends with another name."""
    if starts := [start for start in _related() if name.startswith(start)]:
        return _related()[max(starts, key=len)]
    slip = bool(close_names(name, _by_name(), 1, cutoff=0.9))
    candidates = [n for n in _by_name() if LEAST_NAME <= len(n) < len(name) - 2 and not n.isdigit()]
    parts = [n for n in candidates if name.startswith(n) or (name.endswith(n) and not slip)]
    return (_by_name()[max(parts, key=len)].key,) if parts else ()


_CODE = re.compile(r"^\s*(\d{4})(?:1?(?:-\d)?|-x)\s*$")
"""HoDoKu's code with the suffixes of its library: 1 for siamese fish, the number of a variant."""


def technique(name: str, *sets: str) -> Technique:
    """The technique of a key, title, alias or HoDoKu code; case and punctuation do not matter.

    Raise ``TechniqueError``, with the nearest names, if there is no such technique; ``sets``
    are near names of sets of techniques, where sets are accepted too.
    """
    if by_key := _BY_KEY.get(name):
        return by_key
    plain = normalized_name(_CODE.sub(r"\1", name))
    if members := family_members(plain):
        raise TechniqueError(f"{name!r} is a family: write {' or '.join(members)}")
    result = _by_name().get(plain)
    if result is None:
        if not sets and (related := _nearest(plain)):
            nearest = " or ".join(related)
            raise TechniqueError(f"{name!r} is not searched by itself; the nearest is {nearest}")
        similar = close_names(plain, _by_name(), 3, cutoff=0.6)
        names = dict.fromkeys((*sets, *(_by_name()[match].key for match in similar)))
        hint = f"did you mean {' or '.join(names)}?" if names else "nonet techniques lists them all"
        raise TechniqueError(f"unknown technique {name!r}; {hint}")
    return result
