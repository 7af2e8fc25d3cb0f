"""The marks of five link formats, a row each; the collector of their rules; the setter's words.

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

Rules are collected in order of appearance.  A rule that nonet does not have is named to the reader,
never dropped in silence; a rule that does not fit is an error that names the entry of the text.

A sentence is understood only as a whole: the sentence must be one of ``sentences.txt``, in any of
their wordings, and restates a rule of the puzzle, or states a rule of the whole grid, which is added.
Other sentences are unread parts of the puzzle, which may forbid solutions, or allow more.

>>> words = "Normal sudoku rules apply. Cells a knight's move apart cannot contain the same digit."
>>> interpret_words(words, [])
Interpretation(rules=('anti-knight',), unchecked=())
>>> interpret_words("Digits in a cage sum to the total shown. Each row has a fish.", ["killer"])
Interpretation(rules=(), unchecked=('Each row has a fish.',))
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from nonet.errors import FormatError, ModelError, PuzzleError
from nonet.formats.base import Reader
from nonet.formats.statements import with_classic
from nonet.model import Domain
from nonet.puzzle import Grid, Puzzle, PuzzleRule, make_rule
from nonet.puzzle.drawn_marks import MARKS_NOTE, DrawnMark, marks_note
from nonet.puzzle.rules import CLASSIC, has_rule
from nonet.puzzle.unread import May

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


MAX_RULES = 2000
"""Rules of one puzzle: no puzzle has more."""

_MAX_DIGITS = 6


def whole_number(value: object) -> int | None:
    """Return a whole number, also from a text; ``None`` for anything else.

    >>> whole_number(17), whole_number("17"), whole_number("seventeen"), whole_number(True)
    (17, 17, None, None)
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return value if abs(value) < 10**_MAX_DIGITS else None
    if isinstance(value, str):
        text = value.strip()
        digits = text.removeprefix("-")
        if digits.isascii() and digits.isdigit() and len(digits) <= _MAX_DIGITS:
            return int(text)
    if isinstance(value, float) and value.is_integer() and abs(value) < 10**_MAX_DIGITS:
        return int(value)
    return None


class RuleCollector:
    """The rules found so far in one text."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.boxless = False
        """Whether the grid is to have no boxes."""
        self.marks: list[DrawnMark] = []
        """Drawings without a meaning of their own, which are retained."""
        self._collected: dict[PuzzleRule, None] = {}

    @property
    def collected(self) -> tuple[PuzzleRule, ...]:
        """The rules in the order found, each once."""
        return tuple(self._collected)

    def add(self, name: str, where: str = "", **parameters: Any) -> None:
        """Take a rule with its parameters; ``where`` says of which entry, for errors."""
        rule = self.make_if_known(name, where, **parameters)
        if rule is not None:
            self.add_rule(rule)

    def add_line(self, name: str, where: str = "", **parameters: Any) -> None:
        """Take a rule of a line, which may be closed or come back to a cell.

        A rule about a fixed number of consecutive cells holds on such a line exactly if the rule
        holds on pieces that include every such window; for a rule about the set of values, each
        cell counts once.
        """
        cells = tuple(parameters.pop("cells"))
        if len(set(cells)) < len(cells):
            if name in _SET_LINES:
                cells = tuple(dict.fromkeys(cells))
            elif window := _window(name, parameters):
                for piece in _pieces_without_repeats(cells, window):
                    self.add(name, where, cells=piece, **parameters)
                return
        self.add(name, where, cells=cells, **parameters)

    def add_arrows(
        self, bulb: tuple[str, ...], arms: Iterable[tuple[str, ...]], where: str
    ) -> None:
        """Take the arrows of a bulb; an arm may begin in the bulb.  A bulb alone is a drawing."""
        arms = [arm[1:] if arm[:1] and arm[0] in bulb else arm for arm in arms]
        if not any(arms):
            self.draw("circle of an arrow without an arrow (a drawing)", DrawnMark("circle", bulb))
        for cells in filter(None, arms):
            self.add("arrow", where, bulb=bulb, cells=cells)

    def draw(self, what: str, *marks: DrawnMark) -> None:
        """Name a drawing, which may forbid solutions, to the reader, and retain its marks."""
        self.reader.unread(what, "forbid")
        self.marks += marks

    def add_rule(self, rule: PuzzleRule) -> None:
        """Take a rule; raise ``FormatError`` for more than ``MAX_RULES`` rules."""
        self._collected[rule] = None
        if len(self._collected) > MAX_RULES:
            raise FormatError(f"more than {MAX_RULES} rules, which no puzzle has")

    def make_if_known(self, name: str, where: str = "", **parameters: Any) -> PuzzleRule | None:
        """Return the rule, without taking the rule.

        If nonet lacks the rule, name the rule to the reader and return ``None``.
        """
        if not has_rule(name):
            self.reader.unread(name, "forbid")
            return None
        try:
            return make_rule(name, **parameters)
        except (PuzzleError, ModelError) as error:
            raise FormatError(f"{where}: {error}" if where else str(error)) from error

    def add_regions(self, grid: Grid, region_of: Mapping[str, Any]) -> None:
        """Add regions that are not the boxes: a jigsaw, or extra regions if some cells have none.

        ``region_of`` gives each cell its region, or ``None`` for no region.  Where there is no
        jigsaw, ``boxless`` says that the grid is to have no boxes.
        """
        groups: dict[Any, list[str]] = {}
        for cell in grid.cells:
            if region_of[cell] is not None:
                groups.setdefault(region_of[cell], []).append(cell)
        boxes = {frozenset(box) for box in grid.blocks[0].boxes()}
        if {frozenset(cells) for cells in groups.values()} == boxes:
            return
        sizes = {len(cells) for cells in groups.values()}
        covered = sum(map(len, groups.values())) == len(grid.cells)
        if covered and len(groups) == grid.size and sizes == {grid.size}:
            letters = dict(zip(groups, _LETTERS, strict=False))
            layout = "".join(letters[region_of[cell]] for cell in grid.cells)
            self.add("jigsaw", layout=layout)
            return
        for region, cells in groups.items():
            if len(cells) > grid.size:
                fault = f"region {region} has {len(cells)} cells: there are {grid.size} values"
                raise FormatError(fault)
        self.boxless = True
        for cells in groups.values():
            self.add("extra-region", cells=tuple(cells))

    def puzzle(
        self,
        grid: Grid,
        clues: Mapping[str, int],
        ruleset: str,
        title: str,
        *,
        candidates: Mapping[str, Domain] | None = None,
        notes: Mapping[str, str] | None = None,
        entries: Mapping[str, int] | None = None,
        classic: bool = True,
    ) -> Puzzle:
        """The puzzle of the rules, not yet checked; rules that only the words say are added."""
        if self.boxless:
            grid = replace(grid, blocks=(replace(grid.blocks[0], box=None),))
        notes = {**(notes or {}), **read_words(ruleset, self)}
        if drawn := marks_note(self.marks):
            notes[MARKS_NOTE] = drawn
        rules = with_classic(self.collected) if classic else self.collected
        return Puzzle(grid, clues, rules, candidates or {}, title, ruleset, notes, entries or {})


# Lines whose values count as a set.
_SET_LINES = ("renban", "nabner")


def _window(name: str, parameters: Mapping[str, Any]) -> int:
    """Return how many consecutive cells a rule of lines is about; 0 for the whole line."""
    if name == "modular":
        return int(parameters.get("modulus", 3))
    if name == "group-line":
        return len(parameters["groups"])
    return {"entropic": 3, "sequence-line": 3, "whispers": 2, "dutch-whispers": 2}.get(name, 0)


def _pieces_without_repeats(cells: tuple[str, ...], window: int) -> list[tuple[str, ...]]:
    """Pieces of a line that list no cell twice and hold every ``window`` cells in a row that do not.

    >>> _pieces_without_repeats(("A1", "A2", "B2", "A1"), 2)
    [('A1', 'A2', 'B2'), ('B2', 'A1')]
    """
    pieces: list[tuple[str, ...]] = []
    start = end = 0
    while end < len(cells):
        end = start + 1
        while end < len(cells) and cells[end] not in cells[start:end]:
            end += 1
        if end - start >= 2:
            pieces.append(cells[start:end])
        start = max(start + 1, end - window + 1)
    return pieces


_LETTERS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz@#$"


ADDED_NOTE = "rules from words"
"""The note that names the rules that only the words say."""
MAX_LENGTH = 4000
"""Characters of words that are looked at."""
MAX_SENTENCE_LENGTH = 300
"""Characters of a sentence up to which the sentence is compared with the common sentences."""


class Interpretation(NamedTuple):
    """Rules of the whole grid that only the words say, and the sentences not understood."""

    rules: tuple[str, ...]
    unchecked: tuple[str, ...]


ALL_GIVEN = {"strict-kropki": ("white-dot", "black-dot"), "strict-xv": ("xv",)}
"""The marks that a puzzle must have for a rule about pairs without a mark to be added."""


class Sentences(NamedTuple):
    """Common sentences: phrases to replace in order, and patterns by the name of their meaning.

    The name ``-`` is of sentences that are true of any puzzle, ``unmarked`` of those that rule out a
    rule about pairs without a mark.  A name after ``+`` is a rule of the whole grid, which is added.
    """

    phrases: list[tuple[re.Pattern[str], str]]
    patterns: dict[str, list[re.Pattern[str]]]


@cache
def common_sentences() -> Sentences:
    """Return the sentences of ``sentences.txt``, which says how they are written."""
    loader: Any = __spec__.loader  # which reads from an archive, too, as in a browser
    text = loader.get_data(str(Path(__file__).with_name("sentences.txt"))).decode()
    _, phrases, parts, sentences = re.split(r"^\[[A-Z]+\]\n", text, flags=re.MULTILINE)
    pairs = (line.partition(" =>") for line in phrases.splitlines() if line)
    part_of_name: dict[str, str] = {}
    patterns: dict[str, list[re.Pattern[str]]] = {}

    def expanded(pattern: str) -> str:
        return re.sub(r"<([A-Z_0-9]+)>", lambda part: f"(?:{part_of_name[part[1]]})", pattern)

    for line in filter(None, parts.splitlines()):
        name, pattern = line.split(" = ", 1)
        part_of_name[name] = expanded(pattern)
    for line in sentences.splitlines():
        name, pattern = line.split(maxsplit=1)
        patterns.setdefault(name, []).append(re.compile(expanded(pattern)))
    return Sentences([(re.compile(before), after.strip()) for before, _, after in pairs], patterns)


_LOOSER = (
    r"(?:may|can|might) (?:also )?(?:repeat|be repeated|be the same|be equal|remain equal|stay the same)",
    r"(?:allowed|permitted) to (?:repeat|be repeated|be the same|be equal|stay the same)",
    r"(?:increase|decrease|increasing|decreasing) or (?:stay|remain)(?: the)?(?: same| equal| level)",
    r"(?:rules?|restrictions?|constraints?) (?:do|does) not apply",
    r"(?:rules?|restrictions?|constraints?) (?:don't|doesn't) apply",
    r"(?:need|do|does) not (?:necessarily |need to )?be (?:different|distinct|unique)",
)
_LOOSER_SENTENCE = re.compile(rf"[a-z0-9 ']*(?:{'|'.join(_LOOSER)})[a-z0-9 ']*")
_FORBIDS_TOO = re.compile(r"\b(?:but|except|unless|must|cannot|never|no|all|exactly|only)\b")


def effect_of(sentence: str) -> May:
    """Return the possible effect of an unread sentence on the solutions.

    >>> effect_of("Digits may repeat in cages."), effect_of("Normal sudoku rules do NOT apply.")
    ('allow', 'allow')
    >>> effect_of("Digits may repeat in cages, but not on lines."), effect_of("Each row has a fish.")
    ('either', 'either')
    """
    plain = _plain(sentence)
    loosens = _LOOSER_SENTENCE.fullmatch(plain) and not _FORBIDS_TOO.search(plain)
    return "allow" if loosens else "either"


_END = re.compile(r"(?<=[.!?;])\s+|\n+|\s*•\s*")


def interpret_words(text: str, rules: Collection[str]) -> Interpretation:
    """Return the meaning of the words beside rules of these names.

    Each sentence counts as a whole or not at all.
    """
    added: dict[str, None] = {}
    unchecked = []
    if len(text) > MAX_LENGTH:  # the rest is kept as it is
        unchecked.append(text[MAX_LENGTH:])
    for sentence in _END.split(text[:MAX_LENGTH]):
        plain = _plain(sentence)
        stated = _meaning(plain, rules) if len(plain) <= MAX_SENTENCE_LENGTH else None
        if stated is None:
            unchecked.append(" ".join(sentence.split()))
        else:
            added |= dict.fromkeys(rule for rule in stated if rule not in rules)
    return Interpretation(tuple(added), tuple(unchecked))


def _meaning(plain: str, rules: Collection[str]) -> tuple[str, ...] | None:
    """Return the rules of the whole grid that a sentence states; ``None`` if not understood.

    A sentence of several parts is understood if each part is: a part before a colon may be the name
    of a rule.
    """
    normal_form = _said_alike(plain)
    meant = [
        n
        for n, group in common_sentences().patterns.items()
        if any(p.fullmatch(normal_form) for p in group)
    ]
    if not plain or "-" in meant:
        return ()
    if "unmarked" in meant:
        return None if any(rule.startswith(("strict-", "negative-")) for rule in rules) else ()
    for name in meant:
        rule = name.removeprefix("+")
        if name != rule and all(mark in rules for mark in ALL_GIVEN.get(rule, ())):
            return (rule,)
        if rule in rules:
            return ()
    if any(_is_heading(plain, kind) for kind in rules):
        return ()
    for separator in (": ", ", and ", ", ", " and "):
        for match in re.finditer(re.escape(separator), plain):
            before, after = plain[: match.start()], plain[match.end() :]
            named = separator == ": " and any(
                _is_heading(before, n[1:]) for n in common_sentences().patterns
            )
            first = () if named else _meaning(before, rules)
            if first is not None and (second := _meaning(after, rules)) is not None:
                return first + second
    return None


def _said_alike(plain: str) -> str:
    """Return a sentence in the words of the patterns, without commas."""
    for pattern, phrase in common_sentences().phrases:
        plain = pattern.sub(phrase, plain)
    return " ".join(plain.replace(",", " ").split())


def _is_heading(plain: str, kind: str) -> bool:
    """Whether a sentence is the name of a rule alone: "renbans", "killer sudoku"."""
    name = plain.removeprefix("german ").removesuffix(" sudoku").removesuffix(" lines")
    return name.replace(" ", "-").removesuffix("s").replace("anti-", "anti") == kind.removesuffix(
        "s"
    ).replace("anti-", "anti")


def read_words(sentences: str, rules: RuleCollector) -> dict[str, str]:
    """Add the rules that only the words state, and leave out the sentences not understood.

    Return the note with the names of the added rules.
    """
    names = {rule.name for rule in rules.collected}
    names |= {"nonconsecutive"} if "negative-difference" in names else set()
    for rule in (*CLASSIC, *rules.collected):  # as nonet itself writes them
        sentences = sentences.replace(rule.sentence, "")
    interpretation = interpret_words(sentences, names)
    for name in interpretation.rules:
        rules.add(name)
    for sentence in interpretation.unchecked:
        rules.reader.unread(f"the words {sentence!r}", effect_of(sentence), MAX_SENTENCE_LENGTH)
    return {ADDED_NOTE: ", ".join(interpretation.rules)} if interpretation.rules else {}


def _plain(sentence: str) -> str:
    """A sentence in lower case, without marks at its ends and with straight quotes."""
    text = " ".join(sentence.lower().replace("’", "'").replace("‘", "'").split())
    return text.strip(" .,;:!?-–*•()")
