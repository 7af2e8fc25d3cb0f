"""The marks of five link formats, a row each; the collector of their rules; the setter's words.

Readers and writers of f-puzzles, SudokuMaker, the Interactive Sudoku Solver (ISS), Penpa+ and
SudokuPad (``scl``) look a mark up here, by its key or its rule; a mark with more than one place and
one number has a function in the file of its format.  A new mark is a row.

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

A rule that nonet lacks is named to the reader; one that does not fit is an error that names its entry.

A sentence of ``sentences.txt``, in any of their wordings, restates a rule of the puzzle, or states a
rule of the whole grid, which is added.  Other sentences are unread parts of the puzzle, which may
forbid solutions, or allow more.

>>> words = "Normal sudoku rules apply. Cells a knight's move apart cannot contain the same digit."
>>> interpret_words(words, [])
Interpretation(rules=('anti-knight',), unchecked=())
>>> interpret_words("Digits in a cage sum to the total shown. Each row has a fish.", ["killer"])
Interpretation(rules=(), unchecked=('Each row has a fish.',))
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from nonet.errors import FormatError, ModelError, PuzzleError, quantity
from nonet.formats.base import MAX_SENTENCE_LENGTH, Reader
from nonet.formats.statements import with_classic
from nonet.model.constraints.regular import Automaton
from nonet.puzzle import Grid, Puzzle, PuzzleRule, make_rule
from nonet.puzzle.drawn_marks import MARKS_NOTE, DrawnMark, marks_note
from nonet.puzzle.grid import MAX_VALUES
from nonet.puzzle.rules import CLASSIC, has_rule, rule_types
from nonet.puzzle.unread import May


@cache
def _sections() -> dict[str, list[str]]:
    """Return the lines of each section of ``sentences.txt``, which says how they are written."""
    loader: Any = __spec__.loader  # which reads from an archive, too, as in a browser
    text = loader.get_data(str(Path(__file__).with_name("sentences.txt"))).decode()
    _, *parts = re.split(r"^\[([A-Z]+)\]\n", text, flags=re.MULTILINE)
    texts = zip(parts[::2], parts[1::2], strict=True)
    return {name: list(filter(None, section.splitlines())) for name, section in texts}


class MarkRow(NamedTuple):
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
    words: str
    """The words by which setters name the lines of Penpa and SudokuPad, which have no keys there."""


def _marks() -> Iterator[MarkRow]:
    for line in _sections()["MARKS"][1:]:
        columns = ["" if word == "-" else word for word in line.split(maxsplit=9)]
        rule, spot, number, usual, key, kind, iss, scl, *others = columns
        numbers = [int(text) if text else None for text in (usual, kind)]
        scl = key if scl == "=" else scl
        yield MarkRow(rule, spot, number, numbers[0], key, numbers[1], iss, scl, *others)


def first_by_key(column: str) -> dict[Any, MarkRow]:
    """Return the first row of each key of a format: where a key is of several, its reader knows."""
    marks: dict[Any, MarkRow] = {}
    for mark in MARKS:
        if (key := getattr(mark, column)) not in ("", None):
            marks.setdefault(key, mark)
    return marks


MARKS = tuple(_marks())
RULE_MARKS = {mark.rule: mark for mark in MARKS}

OTHER_LINE_WORDS = (
    r"arrows?|between lines?|lockout|split peas?|parity lines?|double arrow|lines? loops?"
)
"""Words for lines that mean something else: then nothing is sure."""


def kind_named(text: str) -> str | None:
    """Return the rule of the only kind of line that the words name, or ``None``."""
    lower = text.lower()
    if re.search(rf"\b(?:{OTHER_LINE_WORDS})\b", lower):
        return None
    lines = (mark for mark in MARKS if mark.words)
    named = [mark.rule for mark in lines if re.search(rf"\b(?:{mark.words})\b", lower)]
    return named[0] if len(named) == 1 else None


MAX_RULES = 2000


class RuleCollector:
    """The rules found so far in one text."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.boxless = False
        """Whether the grid is to have no boxes."""
        self.marks: list[DrawnMark] = []
        """Drawings without a meaning of their own, which are retained."""
        self.joined: set[Statement] = set()
        """The statements of the words whose marks became rules."""
        self._collected: dict[PuzzleRule, None] = {}

    @property
    def collected(self) -> tuple[PuzzleRule, ...]:
        """The rules in the order found, each once."""
        return tuple(self._collected)

    def add(self, name: str, where: str = "", **parameters: Any) -> None:
        """Take a rule with its parameters; ``where`` says of which entry, for errors."""
        if (rule := self.make_if_known(name, where, **parameters)) is not None:
            self.add_rule(rule)

    def add_line(self, name: str, where: str = "", **parameters: Any) -> None:
        """Take a rule of a line, which may be closed or come back to a cell.

        A rule about a number of consecutive cells holds on it exactly if the rule holds on pieces
        that include every such window; for a rule about the set of values, each cell counts once.
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
        """Return the rule, not taken; ``None``, and its name to the reader, if nonet lacks the rule."""
        if not has_rule(name):
            self.reader.unread(name, "forbid")
            return None
        try:
            return make_rule(name, **parameters)
        except (PuzzleError, ModelError) as error:
            raise FormatError(f"{where}: {error}" if where else str(error)) from error

    def add_regions(self, grid: Grid, region_of: Mapping[str, Any]) -> bool:
        """Add regions that are not the boxes: a jigsaw; else extra regions of a grid without boxes.

        ``region_of`` gives each cell its region, or ``None`` for no region.  Return whether the
        regions are the boxes.
        """
        groups: dict[Any, list[str]] = {}
        for cell in grid.cells:
            if region_of[cell] is not None:
                groups.setdefault(region_of[cell], []).append(cell)
        if {*map(frozenset, groups.values())} == {*map(frozenset, grid.blocks[0].boxes())}:
            return True
        sizes = {len(cells) for cells in groups.values()}
        if len(groups) == grid.size and sizes == {grid.size} and None not in region_of.values():
            letters = dict(zip(groups, _LETTERS, strict=False))
            self.add("jigsaw", layout="".join(letters[region_of[cell]] for cell in grid.cells))
            return False
        for region, cells in groups.items():
            if len(cells) > grid.size:
                fault = f"region {region} has {quantity(len(cells), 'cell')}: there are {grid.size} values"
                raise FormatError(fault)
        self.boxless = True
        for cells in groups.values():
            self.add("extra-region", cells=tuple(cells))
        return False

    def puzzle(
        self,
        grid: Grid,
        clues: Mapping[str, int],
        ruleset: str,
        title: str,
        *,
        notes: Mapping[str, str],
        classic: bool = True,
        **marks: Any,
    ) -> Puzzle:
        """The puzzle of the rules, not yet checked; rules that only the words say are added.

        ``marks`` are its candidates and entries.
        """
        if self.boxless:
            grid = replace(grid, blocks=(replace(grid.blocks[0], box=None),))
        grid = self.with_values_of(ruleset, grid)
        notes = {**notes, **read_words(ruleset, self, grid)}
        if drawn := marks_note(self.marks):
            notes[MARKS_NOTE] = drawn
        rules = with_classic(self.collected) if classic else self.collected
        solution = "".join(notes.get("solution", "").split())
        values = values_of_solution(grid, rules, solution)
        good = values and all(values.get(cell, value) == value for cell, value in clues.items())
        self.reader.spared = solution if good else ""
        return Puzzle(grid, clues, rules, name=title, comment=ruleset, notes=notes, **marks)

    def with_values_of(self, text: str, grid: Grid) -> Grid:
        """Return the grid with the values that the sentences of a text name.

        Of more values than rows, each row holds any, or all rows hold the same values.
        """
        side = grid.blocks[0].height

        def fits(statement: Statement) -> bool:
            if statement.rule != "values" or statement.comes_back:
                return statement.rule != "heading"
            number = dict(statement.parameters)
            most = side if "kind" not in number else MAX_VALUES
            in_all = number["last"] - number["first"] + 1
            return bool(side <= in_all <= most and number.get("count", side) == side)

        for _, stated in read_sentences(text, fits):
            for statement in stated or ():
                if statement.rule == "values" and not statement.comes_back:
                    number = dict(statement.parameters)
                    self.joined.add(statement)
                    values = tuple(range(number["first"], number["last"] + 1))
                    grid = grid if grid.values == values else replace(grid, values=values)
                    if number.get("kind") == "same" and len(values) > side:
                        rows = zip(*[iter(grid.cells)] * side, strict=True)
                        self.add("same-values", groups=tuple(rows))
        return grid


def fields_of_machine(machine: Automaton) -> dict[str, Any]:
    """Return the fields of the rule that a line is accepted by an automaton from state 0 on."""
    return {"transitions": machine.transitions, "accepting": tuple(sorted(machine.accepting))}


def solution_meets(
    grid: Grid,
    rules: Iterable[PuzzleRule],
    values: Mapping[str, int],
    context: tuple[PuzzleRule, ...] = (),
) -> bool:
    """Return whether a full grid meets what rules, beside ``context``, say about cells alone."""
    rules, cells = tuple(rules), set(grid.cells)
    try:
        return all(
            constraint.holds(values)
            for rule in rules
            for constraint in rule.constraints_among(grid, (*context, *rules))
            if cells.issuperset(constraint.scope)
        )
    except (PuzzleError, ModelError):
        return False


def values_of_solution(grid: Grid, rules: Iterable[PuzzleRule], line: str) -> dict[str, int] | None:
    """Return the values of a full grid in a line, ``None`` if they do not meet all the rules."""
    if len(line) != len(grid.cells) or not line.isdecimal():
        return None
    values = dict(zip(grid.cells, map(int, line), strict=True))
    return values if solution_meets(grid, rules, values) else None


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


class Interpretation(NamedTuple):
    """Rules of the whole grid that only the words say, and the sentences not understood."""

    rules: tuple[str, ...]
    unchecked: tuple[str, ...]


MODIFIERS = ("negator", "doubler", "halver")
"""Rules that change how cells count, and so what other sentences mean."""
_MODIFIED = {
    "killer": "cage|xv",
    "arrow": "arrow",
    "little-killer": "killer|diagonal",
    "jigsaw": "",
}
"""Rules that count so, and the words for them where the purposes are listed."""
ALL_GIVEN = {"strict-kropki": ("white-dot", "black-dot"), "strict-xv": ("xv",)}
"""The marks that a puzzle must have for a rule about pairs without a mark to be added."""


class Statement(NamedTuple):
    """A rule that a sentence states, or only comes back to; its numbers; the colours it names."""

    rule: str
    parameters: tuple[tuple[str, Any], ...] = ()
    colours: tuple[str, ...] = ()
    comes_back: bool = False

    @property
    def name(self) -> str:
        """The rule without the sign of a rule of the whole grid."""
        return self.rule.removeprefix("+")


class StatementRow(NamedTuple):
    """Phrases that a sentence must have, or may have, and the words that may stand beside them."""

    statement: Statement
    phrases: list[tuple[str, bool]]
    words: frozenset[str]
    starts: frozenset[str]
    """Texts of which one begins a word of every such sentence."""


class Sentences(NamedTuple):
    """Phrases to replace in order, rows of statements, words of colours, and words by their use."""

    phrases: list[tuple[re.Pattern[str], str]]
    statements: list[StatementRow]
    colours: dict[str, str]
    words: dict[str, frozenset[str]]


class Drawn(NamedTuple):
    """How a statement's marks are drawn: their shape, their usual colours, and the rule they are."""

    shape: str
    colours: tuple[str, ...]
    rule: str


@cache
def drawn_statements() -> dict[str, Drawn]:
    """Return how the marks of each statement are drawn."""
    drawn: dict[str, Drawn] = {}
    for name, shape, usual, rule in map(str.split, _sections()["SHAPES"]):
        colours = () if usual == "-" else tuple(usual.split(","))
        drawn[name] = Drawn(shape, colours, name if rule in "=+" else rule)
    return drawn


@cache
def common_sentences() -> Sentences:
    """Return the sentences of ``sentences.txt``, their parts put in."""
    section = _sections()
    pairs = (line.partition(" =>") for line in section["PHRASES"])
    part_of_name: dict[str, str] = {}

    def expanded(pattern: str) -> str:
        return re.sub(r"<([A-Z_0-9]+)>", lambda part: f"(?:{part_of_name[part[1]]})", pattern)

    for line in section["PARTS"]:
        name, pattern = line.split(" = ", 1)
        part_of_name[name] = expanded(pattern)
    colours, uses = (
        (line.partition(" =") for line in section[name]) for name in ("COLOURS", "WORDS")
    )
    return Sentences(
        [(re.compile(before), after.strip()) for before, _, after in pairs],
        [_statement_row(line, expanded) for line in section["STATEMENTS"]],
        {name: alike.strip() for name, _, alike in colours},
        {name: frozenset(alike.split()) for name, _, alike in uses},
    )


def _statement_row(line: str, expanded: Callable[[str], str]) -> StatementRow:
    head, needs, harmless = map(str.strip, line.split(" | "))
    name, *settings = head.split()
    phrases = []
    for need in needs.split(" & "):
        pattern = rf"(?<![a-z0-9])(?:{expanded(need.removeprefix('? '))})(?:s|ed|'s)?(?![a-z0-9])"
        phrases.append((pattern, need[0] != "?"))
    pairs = (setting.partition("=") for setting in settings)
    parameters = tuple((key, _setting(value)) for key, _, value in pairs)
    beside = frozenset(re.findall(r"[^\s()?:|]+", expanded(harmless)))
    first = next(pattern for pattern, needed in phrases if needed)
    starts = frozenset(re.findall("[a-z0-9]+", first))
    statement = Statement(name.removeprefix("="), parameters, (), name[0] == "=")
    return StatementRow(statement, phrases, beside, starts)


def _setting(text: str) -> Any:
    return int(text) if text.isdigit() else text == "yes" or text


_compiled = cache(re.compile)  # most rows need only their first phrase


def _bags(normal_form: str) -> tuple[Statement, ...]:
    """Return the statements that a sentence, with all of its words, makes in words that the phrases leave."""
    statements: dict[Statement, None] = {}
    common = common_sentences()
    colours = tuple(word for word in re.findall("[a-z]+", normal_form) if word in common.colours)
    tokens = re.findall("[a-z0-9]+", normal_form)
    starts = {word[:end] for word in tokens for end in range(1, len(word) + 1)}
    for row in common.statements:
        if starts.isdisjoint(row.starts) or {"white", "black"} <= {*colours}:
            continue  # a dot is of one colour
        unused, numbers = normal_form, dict(row.statement.parameters)
        for pattern, needed in row.phrases:
            match = _compiled(pattern).search(unused)
            if match is not None:
                numbers |= {key: int(n) for key, n in match.groupdict().items() if n}
                said_twice = re.search(r"\b(?:no|not|without|twice|double)\b", match[0])
                again = 1 if said_twice else 0  # two negations say another thing than one
                exactly = rf"(?<![a-z0-9]){re.escape(match[0])}(?![a-z0-9])"
                unused = re.sub(exactly, " ", unused, count=again)
            elif needed:
                break
        else:
            about = row.statement
            remaining = {token.strip("'\".,;:()-") for token in unused.split()} - {""}
            harmless = row.words | common.words["beside"]
            if about.rule[0] not in "-+" or about.name in drawn_statements():
                harmless |= common.colours.keys()
            if remaining <= harmless:
                made_of = about._replace(parameters=tuple(numbers.items()), colours=colours)
                statements[made_of] = None
    return tuple(statements)


_FORBIDS_TOO = re.compile(r"\b(?:but|except|unless|must|cannot|never|no|all|exactly|only)\b")


def effect_of(sentence: str, rules: Iterable[str] = ()) -> May:
    """Return the possible effect of an unread sentence on the solutions beside rules of these names.

    A rule that nonet has can only forbid, unless a rule of the puzzle is about the same marks.

    >>> effect_of("Digits may repeat in cages."), effect_of("Normal sudoku rules do NOT apply.")
    ('allow', 'allow')
    >>> effect_of("Digits may repeat in cages, but not on lines."), effect_of("Each row has a fish.")
    ('either', 'either')
    >>> words = "Digits on a thermometer rise or stay the same."
    >>> effect_of(words), effect_of(words, ["thermometer"])
    ('forbid', 'either')
    """
    plain = _plain(sentence)
    looser = _compiled(rf"[a-z0-9 ']*(?:{'|'.join(_sections()['LOOSER'])})[a-z0-9 ']*")
    if looser.fullmatch(plain) and not _FORBIDS_TOO.search(plain):
        return "allow"
    rule_words = {word for rule in rules for word in rule.split("-")} - {"line"}

    def forbids(statement: Statement) -> bool:
        name = statement.name
        beside = rule_words.isdisjoint(name.split("-")) and not statement.parameters
        is_rule = has_rule(name) or name in RULE_MARKS or name in drawn_statements()
        return name == "-" or (beside and is_rule)

    short = len(plain) <= MAX_SENTENCE_LENGTH
    return "forbid" if short and _meaning(plain, forbids) is not None else "either"


_SAID_AGAIN = {"repeats": ("arrow", "little-killer"), "unrepeated": ("killer", "extra-region")}
"""Statements without a noun, each with the statements that may stand before."""
_END = re.compile(r"(?<=[.!?;])\s+|\n+|\s*•\s*|^\s*\d{1,2}[.)]\s", re.M)


def interpret_words(
    text: str,
    rules: Collection[str] | Mapping[str, Sequence[PuzzleRule]],
    joined: Collection[Statement] | None = None,
) -> Interpretation:
    """Return the meaning of the words beside rules of these names.

    Each sentence counts as a whole or not at all.  A statement with a number restates a rule only if
    all rules of that name have the number, or, of names alone, if the number is the usual one.
    ``joined`` are the statements whose marks are rules by another name, and those of the grid's values,
    which without ``joined`` are 1 to n.
    """
    added: dict[str, None] = {}
    unchecked = []
    for sentence, statements in read_sentences(text, partial(_restates, rules, joined)):
        if statements is None:
            unchecked.append(sentence)
        else:
            names = (s.name for s in statements if s.rule[0] == "+" and s not in (joined or ()))
            added |= dict.fromkeys(name for name in names if name not in rules)
    return Interpretation(tuple(added), tuple(unchecked))


def read_sentences(
    text: str, accepts: Callable[[Statement], bool]
) -> Iterator[tuple[str, tuple[Statement, ...] | None]]:
    """Yield each sentence with the first of its statements that is accepted, else with ``None``."""
    sample = unicodedata.normalize("NFKC", text[:MAX_LENGTH])
    sample = re.sub(r"\b([ieIE])\.\s?([egEG])\b\.?,?", r"\1\2", sample)
    sample = re.sub(r"(?<![.!?:;*])\n(?=[a-z])", " ", sample)
    before = ""

    def accepted(statement: Statement) -> bool:
        return before in _SAID_AGAIN.get(statement.rule, ()) or accepts(statement)

    for sentence in _END.split(sample):
        plain = _plain(sentence)
        stated = _meaning(plain, accepted) if len(plain) <= MAX_SENTENCE_LENGTH else None
        before = stated[-1].rule if stated else before
        yield " ".join(sentence.split()), stated
    if len(text) > MAX_LENGTH:  # the rest is kept as it is
        yield text[MAX_LENGTH:], None


def states(text: str, statement: Statement) -> bool:
    """Return whether a sentence may make a statement."""
    return any(stated for _, stated in read_sentences(text, statement.__eq__))


def _restates(
    rules: Collection[str] | Mapping[str, Sequence[PuzzleRule]],
    joined: Collection[Statement] | None,
    statement: Statement,
) -> bool:
    """Return whether a statement says nothing new, or a rule of the whole grid to be added."""
    name = statement.name
    if joined is None and name == "values":
        return dict(statement.parameters).get("first") == 1
    joined = joined or ()
    if name == "-" or statement in joined:
        return True
    if name == "unmarked":
        return not any(rule.startswith(("strict-", "negative-")) for rule in rules)
    if statement.rule == "heading":
        return names_rules(str(statement.parameters[0][1]), {*rules, *(s.rule for s in joined)})
    if statement.comes_back and any(other.rule == name for other in joined):
        return True
    if name != statement.rule and all(mark in rules for mark in ALL_GIVEN.get(name, ())):
        return True
    if name not in rules:
        return False
    if isinstance(rules, Mapping) and (same_named := rules[name]):
        numbers = statement.parameters
        pairs = product(same_named, numbers)
        return all(getattr(rule, key, None) == value for rule, (key, value) in pairs)
    usual = RULE_MARKS[name].usual if name in RULE_MARKS else None
    return all(value == usual for _, value in statement.parameters)


@lru_cache(maxsize=4096)
def _statements(plain: str) -> tuple[Statement, ...]:
    """Return all that a part of a sentence may state, the likeliest first."""
    normal_form = _said_alike(plain)
    if not plain or re.match(r"(?:for )?(?:example|eg)\b", plain):
        return (Statement("-"),)
    return (*_bags(normal_form), Statement("heading", (("words", plain),)))


_SUBJECT = re.compile(r"(?:[a-z]+ )?[a-z]+ (?:are|is) (?:both |also )?")
"""Subject and verb of a sentence such as "grey lines are entropic and modular", for both halves."""


def _meaning(
    plain: str, accepts: Callable[[Statement], bool], depth: int = 6
) -> tuple[Statement, ...] | None:
    """Return the statements of a sentence, or ``None`` if the sentence is not understood.

    A sentence of several parts is understood if each part is: a part before a colon may be the name
    of a rule.
    """
    for statement in _statements(plain):
        if accepts(statement):
            return (statement,)
    for separator in (": ", " - ", "] ", " ie ", ", and ", ", ", " and "):
        for match in re.finditer(re.escape(separator), plain) if depth else ():
            before, after = plain[: match.start()].lstrip("["), plain[match.end() :]
            named = separator in (": ", " - ", "] ") and names_rules(before)
            first = () if named else _meaning(before, accepts, depth - 1)
            second = None
            if first and separator == " and " and (subject := _SUBJECT.match(before)):
                second = _meaning(subject[0] + after, accepts, 0)
            if first is not None and second is None:
                second = _meaning(after, accepts, depth - 1)
            if first is not None and second is not None:
                return first + second
    return None


def _said_alike(plain: str) -> str:
    """Return a sentence in the words of the patterns, without commas and asides."""
    plain = re.sub(r"\((?:eg|or both)\b[^()]*\)", "", plain)
    for pattern, phrase in common_sentences().phrases:
        plain = pattern.sub(phrase, plain)
    return " ".join(plain.replace(",", " ").split())


def names_rules(heading: str, rules: Iterable[str] | None = None) -> bool:
    """Whether a heading is names of rules, of all rules or of these, and words that change none."""
    common = common_sentences()
    names = {word for rule in rules or rule_types() for word in rule.split("-")}
    names -= common.words["changing"]
    allowed = names | common.words["heading"] | common.colours.keys()
    tokens = re.findall("[a-z]+", heading)
    return all(word in allowed or word.removesuffix("s") in names for word in tokens) or any(
        _is_heading(heading, rule) for rule in rules or ("anti-knight", "anti-king")
    )


def _is_heading(plain: str, kind: str) -> bool:
    """Whether a sentence is the name of a rule alone: "renbans", "killer sudoku"."""
    name = plain.removeprefix("german ").removesuffix(" sudoku").removesuffix(" lines")
    names = (text.replace(" ", "-").removesuffix("s") for text in (name, kind))
    return len({text.replace("anti-", "anti") for text in names}) == 1


def read_words(sentences: str, rules: RuleCollector, grid: Grid) -> dict[str, str]:
    """Add the rules that only the words state, and leave out the sentences not understood.

    A rule that does not fit the grid, such as one about the middle of six values, is left out.

    Return the note with the names of the added rules.
    """
    named: dict[str, list[PuzzleRule]] = {}
    for rule in rules.collected:
        named.setdefault(rule.name, []).append(rule)
    if "negative-difference" in named:
        named["nonconsecutive"] = []
    for rule in (*CLASSIC, *rules.collected):  # as nonet itself writes them
        sentences = sentences.replace(rule.sentence, "")
    interpretation = interpret_words(sentences, named, rules.joined)
    # sentences may come back to what others add
    with_added = {**named, **{name: [] for name in interpretation.rules}}
    unchecked = interpret_words(sentences, with_added, rules.joined).unchecked
    for name in interpretation.rules:
        rule = make_rule(name)
        try:
            tuple(rule.constraints_among(grid, (*with_classic(rules.collected), rule)))
        except (PuzzleError, ModelError):
            rules.reader.unread(name, "forbid")
            continue
        purposes = " ".join(s for s in re.split(r"[.\n]", sentences.lower()) if "purpose" in s)
        counts = named.keys() <= _MODIFIED.keys() and all(
            not purposes or re.search(_MODIFIED[kind], purposes) for kind in named
        )
        if name in MODIFIERS and not counts:
            rules.reader.unread(name, "either")
        else:
            rules.add_rule(rule)
    for sentence in unchecked:
        what, may = f"the words {sentence!r}", effect_of(sentence, named)
        rules.reader.unread(what, may, MAX_SENTENCE_LENGTH)
    return {ADDED_NOTE: ", ".join(interpretation.rules)} if interpretation.rules else {}


def _plain(sentence: str) -> str:
    """A sentence in lower case, without marks at its ends and with straight quotes."""
    text = " ".join(sentence.lower().replace("’", "'").replace("‘", "'").replace("*", "").split())
    text = re.sub(r" \((ie [^()]*)\)", r" \1", text)
    return text.strip(" .,;:!?-–•").removeprefix("ie ")
