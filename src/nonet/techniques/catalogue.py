"""The catalogue: names, family and consistency of every technique.

A technique is a row of data; its family (``families/``) finds its steps. Names follow HoDoKu
2.2 (B. Hobiger) and Sudoku Explainer 1.2.1 (N. Juillerat) where possible; other names in use
are aliases, and so are HoDoKu's codes.

>>> technique("x-wing").title, technique("0300").key, technique("Bivalue Universal Grave + 1").key
('X-Wing', 'x-wing', 'bug+1')
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from types import ModuleType

from nonet.errors import TechniqueError, close_names
from nonet.techniques import extra_names, other_names
from nonet.techniques.extra_names import FISH_NAMES as FISH_NAMES
from nonet.techniques.other_names import normalized_name

UNIT = "unit propagation on the exactly-one constraints"
INTERSECTION = "intersection of two AllDifferents"
HALL = "Hall set: generalised arc consistency of AllDifferent"
SINGLE_VALUE = "generalised arc consistency of one value's sub-problem"
CELL_SINGLETON = "singleton arc consistency on the cells"
SINGLETON = "singleton consistency over the exactly-one constraints"
NESTED_SINGLETON = "singleton consistency, with propagation inside"
ONE_SOLUTION = "one solution, assumed: a deadly pattern needs a guardian"
RANK = "set logic of rank 0: as many links as truths"
FILTER = "generalised arc consistency of one constraint with its AllDifferents"
SUMS = "filtering by a sum that follows from others"
SEARCH = "search"


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
        """The largest number of cells a puzzle may have to be searched: the search grows too
        fast.
        """
        return largest(self.key) if (largest := getattr(self.family, "max_cells", None)) else HUGE

    @property
    def assumes_unique(self) -> bool:
        """Whether steps are sound only for a puzzle with exactly one solution (so is brute
        force).
        """
        return self.consistency in (ONE_SOLUTION, SEARCH)

    @property
    def family(self) -> ModuleType:
        """The module that finds and describes the steps."""
        return _family(self.module)


@lru_cache(maxsize=64)
def _family(module: str) -> ModuleType:
    return import_module(f"nonet.techniques.families.{module}")


def _row(
    title: str, module: str, consistency: str, code: str = "", *aliases: str, key: str = ""
) -> Technique:
    return Technique(key or extra_names.key_of(title), title, module, consistency, code, aliases)


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


def _fish() -> Iterable[Technique]:
    for kind, code in FISH_KINDS:
        for number, name in enumerate(FISH_NAMES):
            title = f"{kind}{name}"
            aliases = [] if name != "Squirmbag" else [f"{kind}Starfish"]
            yield _row(title, "fish", SINGLE_VALUE, f"{code}{number}", *aliases)


def _extra_techniques() -> Iterable[Technique]:
    ideas = {
        "CROSS": INTERSECTION,
        "HALL": HALL,
        "DIGIT": SINGLE_VALUE,
        "CELLS": CELL_SINGLETON,
        "SINGLETON": SINGLETON,
    }
    ideas |= {"NET": NESTED_SINGLETON, "ONE": ONE_SOLUTION, "RANK": RANK}
    for key, title, module, idea, aliases in extra_names.technique_rows():
        yield Technique(key, title, module, ideas[idea], "", aliases)


TECHNIQUES: tuple[Technique, ...] = (
    # singles and what makes them direct
    _row("Full House", "singles", UNIT, "0000", "Last Digit"),
    _row("Naked Single", "singles", UNIT, "0003", "Sole Candidate"),
    _row("Hidden Single", "singles", UNIT, "0002", "Unique Candidate", "Loner", "Pinned Digit"),
    _row("Hidden Single (Box)", "singles", UNIT, "", "Hidden Single Block", "Crosshatching Block"),
    _row("Hidden Single (Line)", "singles", UNIT, "", "Hidden Single Row", "Hidden Single Column"),
    _row("Direct Pointing", "direct", INTERSECTION),
    _row("Direct Claiming", "direct", INTERSECTION),
    _row("Direct Hidden Pair", "direct", HALL),
    _row("Direct Hidden Triple", "direct", HALL, "", "Direct Hidden Triplet"),
    # intersections and subsets
    _row(
        "Locked Candidates (Pointing)", "intersections", INTERSECTION, "0100", "Pointing",
        "Locked Candidates Type 1 (Pointing)", "Locked Candidates 1", "Box Claiming",
        "Pointing Pair", "Pointing Triple", key="pointing",
    ),
    _row(
        "Locked Candidates (Claiming)", "intersections", INTERSECTION, "0101", "Claiming",
        "Locked Candidates Type 2 (Claiming)", "Locked Candidates 2", "Box Line Reduction",
        "Row Claiming", "Column Claiming", "Line Claiming", key="claiming",
    ),
    _row("Locked Pair", "subsets", HALL, "0110"),
    _row("Locked Triple", "subsets", HALL, "0111"),
    _row("Naked Pair", "subsets", HALL, "0200"),
    _row("Naked Triple", "subsets", HALL, "0201", "Naked Triplet"),
    _row("Naked Quadruple", "subsets", HALL, "0202", "Naked Quad"),
    _row("Hidden Pair", "subsets", HALL, "0210"),
    _row("Hidden Triple", "subsets", HALL, "0211", "Hidden Triplet"),
    _row("Hidden Quadruple", "subsets", HALL, "0212", "Hidden Quad"),
    *_fish(),
    _row("Kraken Fish Type 1", "kraken", SINGLETON, "0371", "Kraken Fish", key="kraken-fish-1"),
    _row("Kraken Fish Type 2", "kraken", SINGLETON, "0372", key="kraken-fish-2"),
    # one value
    _row("Skyscraper", "patterns", SINGLE_VALUE, "0400"),
    _row("2-String Kite", "patterns", SINGLE_VALUE, "0401", "Two-String Kite"),
    _row("Turbot Fish", "patterns", SINGLE_VALUE, "0403", "Turbot"),
    _row("Empty Rectangle", "patterns", SINGLE_VALUE, "0402"),
    _row("Dual 2-String Kite", "patterns", SINGLE_VALUE, "0404", "Dual Two-String Kite"),
    _row("Dual Empty Rectangle", "patterns", SINGLE_VALUE, "0405"),
    *(
        _row(f"{name} Strong Links", "strong_links", SINGLE_VALUE, "", f"{n} Strong Links",
             key=f"strong-links-{n}")
        for n, name in enumerate(("Two", "Three", "Four", "Five", "Six"), 2)
    ),
    _row("Simple Colors Trap", "coloring", SINGLE_VALUE, "0500", "Simple Colouring Trap"),
    _row("Simple Colors Wrap", "coloring", SINGLE_VALUE, "0501", "Simple Colouring Wrap"),
    _row("Multi Colors 1", "coloring", SINGLE_VALUE, "0502", "Multi Colouring 1"),
    _row("Multi Colors 2", "coloring", SINGLE_VALUE, "0503", "Multi Colouring 2"),
    _row("Template Set", "templates", SINGLE_VALUE, "1201"),
    _row("Template Delete", "templates", SINGLE_VALUE, "1202", "Pattern Overlay"),
    # wings
    _row("Remote Pair", "wings", CELL_SINGLETON, "0703", "Remote Pairs"),
    _row("XY-Wing", "wings", CELL_SINGLETON, "0800", "Y-Wing"),
    _row("XYZ-Wing", "wings", CELL_SINGLETON, "0801"),
    _row("WXYZ-Wing", "wings", SINGLETON, "0802"),
    _row("W-Wing", "wings", CELL_SINGLETON, "0803"),
    _row("WXYZ-Wing (Sukaku)", "als", SINGLETON),
    _row("VWXYZ-Wing", "als", SINGLETON),
    _row("UVWXYZ-Wing", "als", SINGLETON),
    _row("TUVWXYZ-Wing", "als", SINGLETON),
    # chains
    _row("X-Chain", "chains", SINGLE_VALUE, "0701"),
    _row("XY-Chain", "chains", CELL_SINGLETON, "0702", "Y-Chain"),
    _row("Continuous Nice Loop", "chains", SINGLETON, "0706"),
    _row("Discontinuous Nice Loop", "chains", SINGLETON, "0707"),
    _row("AIC", "chains", SINGLETON, "0708", "Alternating Inference Chain"),
    _row("Grouped Continuous Nice Loop", "chains", SINGLETON, "0709"),
    _row("Grouped Discontinuous Nice Loop", "chains", SINGLETON, "0710"),
    _row(
        "Grouped AIC", "chains", SINGLETON, "0711", "Grouped Alternating Inference Chain"
    ),
    # almost locked sets
    _row("Almost Locked Set XZ-Rule", "als", SINGLETON, "0901", "ALS-XZ",
         "Singly Linked Almost Locked Sets XZ Rule", "Doubly Linked Almost Locked Sets XZ Rule",
         key="als-xz"),
    _row("Almost Locked Set XY-Wing", "als", SINGLETON, "0902", "ALS-XY-Wing", "ALS-XY",
         "Almost Locked Sets XY Wing", key="als-xy-wing"),
    _row("Almost Locked Set Chain", "als", SINGLETON, "0903", "ALS Chain", "ALS-XY-Chain",
         "Almost Locked Set XY-Chain", "Almost Locked Sets Chain", key="als-chain"),
    _row("Death Blossom", "als", SINGLETON, "0904"),
    _row("Sue de Coq", "als", RANK, "1101", "Two-Sector Disjoint Subsets",
         "Sue de Coq Isolated"),
    _row("SK-Loop", "multi_sector", RANK, "", "Domino Loop"),
    _row("Multi-Sector Locked Sets", "multi_sector", RANK, "", "MSLS"),
    _row("Aligned Pair Exclusion", "aligned", SINGLETON),
    _row("Aligned Triplet Exclusion", "aligned", SINGLETON, "", "Aligned Triple Exclusion"),
    # one solution, assumed
    *(
        _row(f"Uniqueness Test {n}", "uniqueness", ONE_SOLUTION, f"060{n - 1}", f"Unique Rectangle {n}",
             f"Unique Rectangle Type {n}", f"UR Type {n}", f"UR {n}", key=f"unique-rectangle-{n}")
        for n in range(1, 7)
    ),
    _row("Hidden Rectangle", "uniqueness", ONE_SOLUTION, "0606", "Hidden Unique Rectangle"),
    _row("Avoidable Rectangle Type 1", "uniqueness", ONE_SOLUTION, "0607", "Avoidable Rectangle 1",
         key="avoidable-rectangle-1"),
    _row("Avoidable Rectangle Type 2", "uniqueness", ONE_SOLUTION, "0608", "Avoidable Rectangle 2",
         key="avoidable-rectangle-2"),
    *(
        _row(f"Unique Loop Type {n}", "uniqueness", ONE_SOLUTION, "", f"Unique Loop {n}",
             key=f"unique-loop-{n}")
        for n in range(1, 5)
    ),
    _row("Bivalue Universal Grave + 1", "uniqueness", ONE_SOLUTION, "0610", "BUG Type 1", "BUG 1",
         "Bivalue Universal Grave Type 1", key="bug+1"),
    *(
        _row(f"Bivalue Universal Grave Type {n}", "uniqueness", ONE_SOLUTION, "", f"BUG Type {n}",
             key=f"bug-{n}")
        for n in range(2, 5)
    ),
    # probing
    _row("Bidirectional X-Cycle", "explainer", SINGLE_VALUE),
    _row("Bidirectional Y-Cycle", "explainer", CELL_SINGLETON),
    _row("Forcing X-Chain", "explainer", SINGLE_VALUE),
    _row("Bidirectional Cycle", "explainer", SINGLETON),
    _row("Forcing Chain", "explainer", SINGLETON),
    _row("Nishio Forcing Chain", "explainer", SINGLE_VALUE, "", "Nishio"),
    _row("Cell Forcing Chain", "explainer", SINGLETON),
    _row("Region Forcing Chain", "explainer", SINGLETON),
    _row("Dynamic Forcing Chain", "explainer", NESTED_SINGLETON),
    _row("Dynamic Forcing Chain Plus", "explainer", NESTED_SINGLETON),
    _row("Nested Forcing Chain", "explainer", NESTED_SINGLETON),
    _row("Forcing Chain Contradiction", "forcing", SINGLETON, "1301"),
    _row("Forcing Chain Verity", "forcing", SINGLETON, "1302", "Region Forcing Chains",
         "Cell Forcing Chains"),
    _row("Forcing Net Contradiction", "forcing", NESTED_SINGLETON, "1303"),
    _row("Forcing Net Verity", "forcing", NESTED_SINGLETON, "1304"),
    # cases of these that have names of their own
    *_extra_techniques(),
    # what variants add, and the last resort
    _row("Constraint", "constraints", FILTER, "", "Filter"),
    _row("Clone Pairs", "constraints", FILTER, "", "Clones", "Palindrome Pairs"),
    _row("Kropki Pairs", "constraints", FILTER, "", "Dots", "Kropki Dots"),
    _row("XV Pairs", "constraints", FILTER, "", "Pair Sums"),
    _row("Unmarked Pairs", "constraints", FILTER, "", "Negative Constraint"),
    _row("Comparisons", "constraints", FILTER, "", "Inequalities", "Greater Than"),
    _row("Thermometer Bounds", "constraints", FILTER, "", "Thermo Bounds"),
    _row("Between Bounds", "constraints", FILTER, "", "Lockout Bounds"),
    _row("Arrow Sums", "constraints", FILTER, "", "Arrow Bounds"),
    _row("Whispers Parity", "constraints", FILTER, "", "High and Low", "Whispers Polarity"),
    _row("Renban Ranges", "constraints", FILTER, "", "Renban Runs"),
    _row("Entropic Cycle", "constraints", FILTER, "", "Modular Cycle"),
    _row("Cage Combinations", "constraints", FILTER, "", "Killer Combinations"),
    _row("Little Killer Bounds", "constraints", FILTER),
    _row("Sandwich Combinations", "constraints", FILTER),
    _row("X-Sum Combinations", "constraints", FILTER),
    _row("Line Sums", "constraints", FILTER, "", "Region Sums"),
    _row("Skyscraper Bounds", "constraints", FILTER),
    _row("Innies", "innies", SUMS, "", "45 Rule", "Rule of 45", "Law of Leftover Sums"),
    _row("Outies", "innies", SUMS, "", "Innies and Outies"),
    _row("Set Equivalence", "set_equivalence", RANK, "", "SET", "Set Equivalence Theory"),
    _row("Phistomefel Ring", "set_equivalence", RANK, "", "Phistomefel's Ring", "Phistomefel"),
    _row("Locked in a Constraint", "constraint_houses", FILTER, "", "Locked in a Cage",
         key="locked-in-constraint"),
    _row("Constraint and House", "constraint_houses", FILTER, "", "Cage and House"),
    _row("Forcing through Constraints", "constraint_forcing", NESTED_SINGLETON, "", "Constraint Forcing",
         key="constraint-forcing"),
    _row("Smallest Explanation", "explanation", "minimal unsatisfiable subset", "", "MUS"),
    _row("Brute Force", "brute_force", SEARCH, "", "Backtracking"),
)  # fmt: skip


@lru_cache(maxsize=1)
def _by_name() -> dict[str, Technique]:
    result: dict[str, Technique] = {}
    for entry in TECHNIQUES:
        for name in (entry.key, entry.title, entry.code, *entry.aliases):
            if name:
                result.setdefault(normalized_name(name), entry)
    for entry in TECHNIQUES:  # "x-wings", "naked pairs"
        result.setdefault(normalized_name(entry.key) + "s", entry)
    return result


@lru_cache(maxsize=1)
def _by_key() -> dict[str, Technique]:
    return {entry.key: entry for entry in TECHNIQUES}


_CODE = re.compile(r"^\s*(\d{4})(?:1?(?:-\d)?|-x)\s*$")
"""HoDoKu's code with the suffixes of its library: 1 for siamese fish, the number of a variant."""


def technique(name: str, *sets: str) -> Technique:
    """The technique of a key, title, alias or HoDoKu code; case and punctuation do not matter.

    Raise ``TechniqueError``, with the nearest names, if there is no such technique; ``sets``
    are near names of sets of techniques, where sets are accepted too.
    """
    result = _by_key().get(name) or _by_name().get(normalized_name(_CODE.sub(r"\1", name)))
    if result is None:
        plain = normalized_name(name)
        if key := other_names.key_of_other_name(plain):
            return _by_key()[key]
        if members := other_names.family_members(plain):
            raise TechniqueError(f"{name!r} is a family: write {' or '.join(members)}")
        if related := other_names.related_techniques(plain):
            nearest = " or ".join(related)
            raise TechniqueError(f"{name!r} is not searched by itself; the nearest is {nearest}")
        near = close_names(plain, _by_name(), 3, cutoff=0.6)
        names = dict.fromkeys((*sets, *(_by_name()[match].key for match in near)))
        hint = f"did you mean {' or '.join(names)}?" if names else "nonet techniques lists them all"
        raise TechniqueError(f"unknown technique {name!r}; {hint}")
    return result
