"""The marks of five link formats, a row each: the rule that a mark stands for, and its keys.

Readers and writers of f-puzzles, SudokuMaker, the Interactive Sudoku Solver (ISS), Penpa+ and
SudokuPad (``scl``) look a mark up here, by its key or by its rule; a mark whose text has more than
one place and one number has a function in the file of its format.  A new mark is a row.

``number`` is the field of the rule that the mark's number fills, and ``usual`` the number of a mark
that shows none; ``=`` is the key of f-puzzles.  ``place`` says what a mark lies on, and so how a
format writes the cells:

========  ============================  =============  ==================  ==============
place     cells                         f-puzzles      SudokuMaker         ISS
========  ============================  =============  ==================  ==============
line      in order, a rule a line       ``lines``      ``lines``           ``R1C1~R1C2``
cells     together in one mark          ``cells``      ``cells``           ``R1C1~R1C2``
each      one a mark, one rule in all   ``cell``       ``cells``           values of cells
pair      two that share an edge        ``cells``      ``edge``            ``R1C1~R1C2``
corner    four that meet                ``cells``      ``corner``          the top left one
clue      outside, at a row or column   ``cell``       ``outerCell``       ``R3``, ``C5``
grid      none: the whole grid          ``true``       the kind alone      the type alone
========  ============================  =============  ==================  ==============

>>> RULE_MARKS["whispers"].fpuzzles, RULE_MARKS["whispers"].usual
('whispers', 5)
>>> kind_named("Digits on a purple line form a renban.")
'renban'
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

TABLE = """
rule              place  number     usual fpuzzles        maker iss              scl      penpa
anti-knight       grid   -          -     antiknight      13    AntiKnight       =        -
anti-king         grid   -          -     antiking        12    AntiKing         =        -
nonconsecutive    grid   -          -     nonconsecutive  15    AntiConsecutive  =        -
disjoint-groups   grid   -          -     disjointgroups  14    DisjointSets     disjoint -
diagonals         grid   -          -     -               -     Diagonal~1.Diagonal~-1 diagonal -
positive-diagonal grid   -          -     diagonal+       11    Diagonal~1       -        -
negative-diagonal grid   -          -     diagonal-       10    Diagonal~-1      -        -
negative-ratio    grid   -          -     negative~ratio  -     -                -        -
strict-xv         grid   -          -     negative~xv     -     StrictXV         antixv   -
strict-kropki     grid   -          -     -               -     StrictKropki     -        -
windoku           grid   -          -     -               -     Windoku          -        -
anti-taxicab      grid   -          -     -               -     AntiTaxicab      -        -
dutch-flatmates   grid   -          -     -               -     DutchFlatmates   -        -
global-entropy    grid   -          -     -               16    GlobalEntropy    -        -
global-modulo     grid   -          -     -               16    GlobalMod        -        -
global-groups     grid   -          -     -               16    -                -        -
thermometer       line   -          -     thermometer     300   Thermo           -        thermo
slow-thermometer  line   -          -     slowthermometer 300   -                -        -
palindrome        line   -          -     palindrome      402   Palindrome       -        -
renban            line   -          -     renban          400   Renban           -        -
whispers          line   difference 5     whispers        401   Whisper          -        -
dutch-whispers    line   difference 5     -               -     Whisper          -        -
region-sum-line   line   -          -     regionsumline   404   RegionSumLine    -        -
between           line   -          -     betweenline     403   Between          -        -
lockout           line   difference 4     lockout         407   Lockout          -        -
entropic          line   -          -     entropicline    406   Entropic         -        -
modular           line   modulus    3     modularline     406   Modular          -        -
group-line        line   -          -     -               406   -                -        -
sequence-line     line   -          -     -               405   -                -        -
nabner            line   -          -     nabner          -     -                -        -
double-arrow      line   -          -     doublearrow     409   DoubleArrow      -        -
zipper            line   -          -     zipperline      -     Zipper           -        -
sum-line          line   sum        -     -               -     SumLine          -        -
arrow             line   -          -     arrow           408   Arrow            -        arrows
killer            cells  sum        -     killercage      301   Cage             -        killercages
digital-root      cells  root       -     cage            -     -                -        -
look-and-say      cells  counts     -     -               304   LookAndSay       -        -
extra-region      cells  -          -     extraregion     305   AllDifferent     -        -
clone             cells  -          -     clone           302   -                -        -
counting-circles  cells  -          -     -               -     CountingCircles  -        -
equality-cage     cells  -          -     -               -     EqualityCage     -        -
lunchbox          cells  sum        -     -               -     Lunchbox         -        -
rellik            cells  sum        -     -               -     RellikCage       -        -
count-distinct    cells  control    -     -               -     CountDistinct    -        -
equal-sums        cells  -          -     -               -     EqualSum         -        -
same-values       cells  -          -     -               -     SameValues       -        -
row-indexer       cells  -          -     rowindexer      600   Indexing~R       -        -
column-indexer    cells  -          -     columnindexer   601   Indexing~C       -        -
box-indexer       cells  -          -     boxindexer      -     -                -        -
even              each   -          -     even            100   -                -        -
odd               each   -          -     odd             101   -                -        -
maximum           each   -          -     maximum         102   -                -        -
minimum           each   -          -     minimum         103   -                -        -
white-dot         pair   difference 1     difference      200   WhiteDot         -        -
black-dot         pair   ratio      2     ratio           201   BlackDot         -        -
greater-than      pair   -          -     -               -     GreaterThan      -        -
xv                pair   letter     -     xv              202   X                -        -
pair-sum          pair   sum        -     xv              202   Sum              -        -
quadruple         corner values     -     quadruple       303   Quad             -        -
sandwich          clue   sum        -     sandwichsum     501   -                -        -
x-sum             clue   sum        -     xsum            502   XSum             -        -
skyscraper        clue   count      -     skyscraper      503   Skyscraper       -        -
numbered-room     clue   value      -     -               504   NumberedRoom     -        -
hidden-skyscraper clue   value      -     -               -     HiddenSkyscraper -        -
full-rank         clue   rank       -     -               -     FullRank         -        -
little-killer     clue   sum        -     littlekillersum 500   -                -        -
"""


class Mark(NamedTuple):
    """A row of the table; a key is empty where a format has no such mark."""

    rule: str
    place: str
    number: str
    usual: int | None
    fpuzzles: str
    maker: int | None
    iss: str
    scl: str
    penpa: str


def _marks() -> tuple[Mark, ...]:
    rows = []
    for line in TABLE.strip().split("\n")[1:]:
        rule, spot, number, usual, key, kind, iss, scl, penpa = (
            "" if word == "-" else word for word in line.split()
        )
        numbers = [int(text) if text else None for text in (usual, kind)]
        scl = key if scl == "=" else scl
        rows.append(Mark(rule, spot, number, numbers[0], key, numbers[1], iss, scl, penpa))
    return tuple(rows)


def first_by_key(column: str) -> dict[Any, Mark]:
    """Return the first row of each key of a format: where a key is of several, its reader knows."""
    marks: dict[Any, Mark] = {}
    for mark in MARKS:
        if (key := getattr(mark, column)) not in ("", None):
            marks.setdefault(key, mark)
    return marks


MARKS = _marks()
RULE_MARKS = {mark.rule: mark for mark in MARKS}
"""The mark of a rule."""

LINE_WORDS = {
    "renban": r"renbans?|consecutive digits in any order",
    "whispers": r"german whispers?|differ by at least (?:5|five)",
    "dutch-whispers": r"dutch whispers?|differ by at least (?:4|four)",
    "palindrome": r"palindromes?",
    "region-sum-line": r"region[- ]sum lines?|same sum in each (?:box|region)",
    "zipper": r"zipper lines?|zippers?",
    "nabner": r"nabners?",
    "entropic": r"entropic|entropy lines?",
    "modular": r"modular lines?",
    "thermometer": r"thermos?|thermometers?",
}
"""The words by which setters name the lines of Penpa and SudokuPad, which have no keys there."""

OTHER_LINE_WORDS = (
    r"arrows?|between lines?|lockout|split peas?|parity lines?|double arrow|lines? loops?"
)
"""Words for lines that mean something else: then nothing is sure."""


def kind_named(text: str) -> str | None:
    """Return the rule of the only kind of line that the words name, or ``None``."""
    lower = text.lower()
    if re.search(rf"\b(?:{OTHER_LINE_WORDS})\b", lower):
        return None
    named = [kind for kind, names in LINE_WORDS.items() if re.search(rf"\b(?:{names})\b", lower)]
    return named[0] if len(named) == 1 else None
