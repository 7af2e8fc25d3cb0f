"""Pasted cells: a puzzle a line with any separators, in lists of any language, in objects of Python.

Arrays and tables of NumPy, pandas, polars and pyarrow become nested lists, which are read like the
lists of a text.

The readers leave no cell out: a text with cells beside a puzzle is refused.

>>> split_line("1,0,0,0, 0,2,0,0, 0,0,3,0, 0,0,0,4").cells
'1000020000300004'
>>> split_line("No.12 " + "." * 36 + " easy").comment
'No.12 easy'
>>> split_line("1....2....3....4 1234")
Traceback (most recent call last):
    ...
nonet.errors.FormatError: after 16 cells comes '1234', which looks like more cells; a comment begins with #
>>> [row.cells[0].text for row in list_grids("board = {{1,0},{None,2}}; [[1,2,3,4]]", least=2)[0].rows]
['1', '.']
>>> rows = rows_of_object([["1", None, 0, " "], [2, 3, 4, 1], (0, 0, 0, 0), [0, 0, 3, b"."]])
>>> ["".join(cell.text for cell in row.cells) for row in rows]
['1...', '2341', '....', '..3.']
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from math import isqrt
from typing import Any, ClassVar, NamedTuple

from nonet.errors import FormatError, quantity
from nonet.formats import base
from nonet.formats.base import CellText, Entry, Format, Lines, Reader, Row
from nonet.formats.statements import Header, check_no_statements, is_comment, text_of_square
from nonet.model import Domain
from nonet.puzzle import ALPHABETS, Cell, Puzzle
from nonet.puzzle.grid import MAX_VALUES, cell_name
from nonet.puzzle.grid_descriptions import MULTIGRIDS

# Rows of the smallest grid that is looked for in lists and among separators.
_LEAST = 4
# Rows of the smallest puzzle that words may precede; before a smaller puzzle, words may be cells.
_LEAST_AMONG_WORDS = 6
# Numbers in lists beside a grid that are types and sizes, such as `[9][9]`; more are content.
_MOST_VALUES_BESIDE = 4

# How deep lists may lie in one another.
_DEEPEST = 64

_PLAIN = re.compile(r"[^\s,;|/#\"'`\[\](){}<>:=+]+")
# One piece of cells, and perhaps a comment.
_PLAIN_LINE = re.compile(rf"\s*+({_PLAIN.pattern}+)\s*+(?:#(.*))?")
_PIECE = re.compile(r"[^\s,;|/\"'`\[\](){}<>:=]+")
_LONG = frozenset((63 * 63, 64 * 64))
# The cells of a line so long that `#` may be a value.
_LONG_CELLS = re.compile(r"[^\s,]+")
_CELL_LIKE = re.compile(r"[0-9.*_xX?·-]+")
_CELL = re.compile(r"[0-9]{1,2}|[.*_xX?·-]")
_BULLETS = frozenset("-–—+*&")
_MARKS = ".,:;!?()[]{}<>\"'`#*_-=\\/"
# Letters of a word; more are a row of cells.
_LONGEST_WORD = 20
_ROW_LIKE = re.compile(r"(?=.*[.0_*xX?])(?!\d+(?:-\d+)+$)[0-9.*_xX?·-]{6,}")
_QUOTING = re.compile(r"^\s*(?:>\s+|>$)+")
# Characters that look like digits and blanks; the last two make the digit on a key.
_SAME = {
    **{0xFF10 + digit: str(digit) for digit in range(10)},
    **dict.fromkeys(map(ord, "□◻▢☐⬜⬛■◼￭"), "."),
    0xFE0F: None,
    0x20E3: None,
}
_FENCE = re.compile(r"\s*(?:```\w*|~~~\w*|\"\"\"|''')\s*")

# Words for a blank in lists, in lower case.
_BLANK_WORDS = frozenset(
    ("", "none", "null", "nil", "nan", "undefined", "na", "<na>", "nothing", "missing", "empty")
)
PUZZLE = (
    "puzzle", "puzzles", "quizzes", "quiz", "sudoku", "question",
    "clues", "givens", "problem", "unsolved", "board", "grid",
    "rätsel", "raetsel", "aufgabe", "grille", "énigme", "enigme", "acertijo", "rompecabezas",
    "pasatiempo", "quebra-cabeça", "puzzel", "zagadka", "головоломка", "задача", "题目", "問題",
)  # fmt: skip
"""Names of the column of puzzles, in the order of the search."""
SOLUTION_KEYS = frozenset(("solution", "solutions", "answer", "solved"))

_TOKEN = re.compile(
    r"(?P<quoted>\"{3}.*?\"{3}|'{3}.*?'{3}|\"(?:\\.|[^\"\\\n])*\"|(?<!\w)'(?:\\.|[^'\\\n])*'|`[^`]*`)"
    r"|(?P<open>[\[({])|(?P<close>[\])}])|(?P<separator>[,;|])|(?P<assign>:=|=>|<-|[:=])"
    r"|(?P<word>[^\s,;|:=()\[\]{}\"'`]+|')",
    re.DOTALL,
)


# Any grid without clues, by its name or description.
_GRID = re.compile(
    rf"{'|'.join(MULTIGRIDS)}|[1-9]\d?[x×][1-9]\d?(?:\s+(?:values|box|at)\b[^#]*)?", re.IGNORECASE
)


@dataclass(frozen=True)
class LineCells:
    """The cells of a line: a character each, or a word each; the column of the first; the rest.

    ``solution`` is a full grid of as many cells behind the puzzle, with the same clues.
    """

    cells: str | list[str]
    column: int
    comment: str = ""
    solution: str = ""


def split_line(text: str) -> LineCells:
    """Return the cells of a line, and the words beside them.

    The cells are one piece of n*n characters, or pieces that together are n rows, n*n cells or the
    boxes' parts of rows; separators are blanks, commas, semicolons, bars, slashes, quotes and
    brackets.  Raise ``FormatError`` if another piece looks like cells.
    """
    plain = _PLAIN_LINE.fullmatch(text)
    if plain is not None and (plain[2] is None or len(text) < min(_LONG)):
        return LineCells(plain[1], plain.start(1) + 1, (plain[2] or "").strip())
    column = len(text) - len(text.lstrip()) + 1
    text = text.strip()
    long = _LONG_CELLS.match(text)
    if long and len(long[0]) in _LONG:
        return LineCells(long[0], column, text[len(long[0]) :].lstrip(" \t,#").rstrip())
    body, _, comment = text.partition("#") if not text.startswith("#") else (text, "", "")
    if (fields := _fields_with_blanks(body)) is not None:
        return LineCells(fields, column, comment.strip())
    pieces = list(_PIECE.finditer(body))
    tokens = [piece[0] for piece in pieces]
    if (joined := _joined(tokens)) is not None:
        return LineCells(joined, column + pieces[0].start(), comment.strip())
    named = next((n for n, word in enumerate(tokens) if _is_puzzle(word, _LEAST_AMONG_WORDS)), None)
    comment = comment.strip()
    if not tokens:
        return LineCells("", column, comment)
    if named is None and not _is_puzzle(tokens[0], _LEAST):
        if len(tokens) > 1 and all(map(_CELL_LIKE.fullmatch, tokens)):
            return LineCells("".join(tokens), column, comment)  # if no square, the reader says so
        if not _is_puzzle(tokens[0], 1):
            return LineCells(tokens[0], column, comment)
    return _with_words(body, pieces, named or 0, column, comment)


def _with_words(
    body: str, pieces: Sequence[re.Match[str]], number: int, column: int, comment: str
) -> LineCells:
    """The puzzle that is one piece of a line, with the other pieces as its comment."""
    cells = pieces[number][0]
    size = isqrt(len(cells))
    others = [piece[0] for n, piece in enumerate(pieces) if n != number]
    same = [word for word in others if len(word) == len(cells) and _is_puzzle(word, size)]
    solution = next((word for word in same if _solves(word, cells)), "")
    if same and (not solution or len(same) > 1):
        raise FormatError(
            f"two puzzles of {quantity(len(cells), 'cell')} in one line: write a line for each"
        )
    cell_like = [word for word in others if word != solution and _CELL_LIKE.fullmatch(word)]
    lengths = [len(word) for word in cell_like]
    if lengths and (size < _LEAST_AMONG_WORDS or sum(lengths) >= 2 * size or size in lengths):
        further = f"{cell_like[0][:20]!r}, which looks like more cells"
        raise FormatError(f"after {len(cells)} cells comes {further}; a comment begins with #")
    start, end = pieces[number].span()
    before, after = body[:start].strip(" \t,;|\"'`([{<:="), body[end:].strip(" \t,;|\"'`)]}>")
    if solution:
        after = after.replace(solution, "", 1).strip(" \t,;|\"'`)]}>")
    tokens = " ".join(filter(None, (before, after)))
    tokens = " # ".join(filter(None, (tokens, comment)))
    return LineCells(cells, column + start, tokens, solution)


def _fields_with_blanks(body: str) -> list[str] | None:
    """The n*n fields between commas, semicolons, tabs or bars, of which some are empty."""
    for delimiter in ",;\t|":
        count = body.count(delimiter) + 1
        for fields in (body.split(delimiter), body.strip(f" {delimiter}").split(delimiter)):
            tokens = [word.strip() for word in fields]
            if count < _LEAST**2 or not _square_side(len(tokens)) or "" not in tokens:
                continue
            if all(not word or _CELL.fullmatch(word) for word in tokens):
                return [word or "." for word in tokens]
    return None


def _joined(tokens: Sequence[str]) -> str | list[str] | None:
    """The cells that all pieces of a line are together; ``None`` if that is not a square."""
    if max(map(len, tokens), default=0) > 1:
        tokens = [word for word in tokens if word not in _BULLETS]
    lengths, count = set(map(len, tokens)), len(tokens)
    if count < _LEAST:
        return None
    if len(lengths) == 1:
        (length,) = lengths
        size = _square_side(count * length)
        parts = length in (1, size) or (
            (size % length == 0 or length % size == 0) and not _square_side(length)
        )
        if size and parts and _are_symbols("".join(tokens), size):
            return "".join(tokens)
    if _square_side(count) and all(map(_CELL.fullmatch, tokens)):
        return list(tokens)
    return None


def _square_side(cells: int, least: int = _LEAST) -> int:
    """The side of a square of so many cells; 0 for a number that is not a square, or is smaller."""
    size = isqrt(cells)
    return size if size * size == cells and least <= size <= MAX_VALUES else 0


def _is_puzzle(word: str, least: int) -> bool:
    size = _square_side(len(word), least)
    return size > 0 and _are_symbols(word, size)


def _are_symbols(cells: str, size: int) -> bool:
    """Whether nine of ten characters are values or blanks: a few may be slips."""
    values = base.symbol_values(size, ALPHABETS["digits"])
    return 10 * sum(cell in values for cell in cells) >= 9 * len(cells)


def _solves(full: str, clues: str) -> bool:
    """Whether all cells of a text have a value, and clues keep their values."""
    values = base.symbol_values(isqrt(len(clues)), ALPHABETS["digits"])
    pairs = zip(map(values.get, full), map(values.get, clues), strict=True)
    return all(value is not None and clue in (None, value) for value, clue in pairs)


def is_blank(text: str) -> bool:
    """Whether a text is the size, the name or the description of a blank grid.

    >>> is_blank("9x9"), is_blank("samurai"), is_blank("6x8 values 0-9"), is_blank("9")
    (True, True, True, False)
    """
    return _GRID.fullmatch(text.strip()) is not None


def is_prose(text: str) -> bool:
    """Return whether a line is words about a puzzle, or the fence of a block of code.

    >>> is_prose("Sudoku #1234, 17 clues, 2024-01-02:"), is_prose("Row 1: 5 3 . . 7 . . . .")
    (True, False)
    """
    if _FENCE.fullmatch(text):
        return True
    body = text.partition("#")[0]
    tokens = [word.strip(_MARKS) for word in re.split(r"[\s{}()\[\]\\/]+", body)]
    if not any(_is_word(word, alone=len(set(map(len, tokens))) == 1) for word in tokens):
        return False
    if is_blank(body):
        return False
    pieces = _PIECE.findall(body)
    cells = [piece for piece in pieces if _CELL_LIKE.fullmatch(piece)]
    return len(cells) < _LEAST and not any(
        _ROW_LIKE.fullmatch(piece) or _is_puzzle(piece, _LEAST_AMONG_WORDS) for piece in pieces
    )


def _is_word(word: str, *, alone: bool) -> bool:
    """Whether letters are a word of a language: rows of cells may be capitals of one length, too."""
    if not 3 <= len(word) <= _LONGEST_WORD or not word.isalpha():
        return bool(word) and word.isalpha() and not word.isascii()
    return bool(word[1:].strip("xX")) and (not word.isupper() or not alone)


def is_plain(text: str) -> bool:
    """Return whether a line is one piece of ASCII characters, at least 16, and perhaps a comment."""
    match = _PLAIN_LINE.fullmatch(text)
    return match is not None and len(match[1]) >= _LEAST**2 and match[1].isascii()


def plain_lines(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield the lines of a plain text: words as comments, no fences of code, no quoting of a mail.

    Digits of full width or on keys are digits, and drawn squares are blanks.

    >>> list(plain_lines([(1, "My puzzle:"), (2, "```"), (3, "> 1□２□")]))
    [(1, '# comment: My puzzle:'), (3, '1.2.')]
    """
    for number, text in lines:
        if (_PLAIN.fullmatch(text) and text.isascii()) or is_comment(text):
            yield number, text
        else:
            body, mark, comment = text.partition("#")
            text = _QUOTING.sub("", body.translate(_SAME)) + mark + comment
            if not is_prose(text):
                yield number, text
            elif not _FENCE.fullmatch(text):
                yield number, f"# comment: {text.strip()}"


@dataclass(frozen=True)
class ListGrid:
    """The rows of a grid in lists, and the key or name of the grid."""

    key: str
    rows: list[Row]


class Leaf(NamedTuple):
    """A text in lists, and its place."""

    text: str
    is_quoted: bool
    line: int
    column: int

    def cells(self) -> list[CellText]:
        """The cells of this text: one cell, a cell a character, or a cell a piece."""
        word = self.text
        if word.strip().lower() in _BLANK_WORDS:
            return [CellText(".", self.column)]
        if re.fullmatch(r"\d+\.0*", word):  # a float, as in arrays
            word = word.partition(".")[0]
        word = word.strip()
        if re.fullmatch(r"-?\d{1,3}|.", word):
            return [CellText(word, self.column)]
        pieces = _PIECE.findall(word)
        if len(pieces) > 1 and all(len(piece) < 3 for piece in pieces):
            return [CellText(piece, self.column) for piece in pieces]
        return [CellText(c, self.column + n) for n, c in enumerate("".join(pieces))]


@dataclass
class ListNode:
    """A list, or the whole text: items in order, each with its key or ``""``."""

    line: int
    items: list[tuple[str, Leaf | ListNode]] = field(default_factory=list)
    is_root: bool = False

    @property
    def lists(self) -> list[ListNode]:
        return [item for _, item in self.items if isinstance(item, ListNode)]

    @property
    def leaves(self) -> list[Leaf]:
        return [item for _, item in self.items if isinstance(item, Leaf)]

    def row(self) -> list[CellText] | None:
        """The cells of a list without lists; ``None`` where a leaf is a word."""
        cells = [] if self.lists else [leaf.cells() for leaf in self.leaves]
        if len(cells) == 1:
            return cells[0]
        return [each[0] for each in cells] if cells and all(len(c) == 1 for c in cells) else None


def list_grids(source: str | ListNode, *, least: int = _LEAST) -> list[ListGrid]:
    """Return the grids of at least ``least`` rows in the lists, tuples or braces of a text.

    A grid is n lists of n values, n texts of n characters, a list of n*n values, or a text of n*n.
    Raise ``FormatError`` for lists of values that are not a grid.
    """
    node = _tree(source) if isinstance(source, str) else source
    grids: list[ListGrid] = []
    beside: list[Leaf] = []
    _collect(node, "", least, grids, beside)
    if grids and len(beside) > _MOST_VALUES_BESIDE:
        fault = f"values in lists beside the grid ({beside[0].text[:20]!r}): nonet reads only grids there"
        raise FormatError(fault, line=beside[0].line)
    return grids


def cells_of(text: str) -> str | list[str]:
    """Return the cells of a text of one puzzle, in a line or in lists; raise ``FormatError`` for more."""
    grids = list_grids(text) if "[" in text else []
    if len(grids) > 1:
        raise FormatError(f"expected one puzzle, found {len(grids)}")
    if not grids:
        return split_line(text).cells
    tokens = [cell.text for row in grids[0].rows for cell in row.cells]
    return "".join(tokens) if all(len(word) == 1 for word in tokens) else tokens


def has_lists(sample: str) -> bool:
    """Return whether the head of a text has cells in lists, or in texts with quotes."""
    if not any(character in sample for character in "[({\"'"):
        return False
    try:
        return bool(list_grids(sample))
    except FormatError:
        return True


def _tree(text: str) -> ListNode:
    """The nested lists of a text; a list that nothing closes ends with the text."""
    stack = [ListNode(1, is_root=True)]
    key, line, line_start, seen = "", 1, 0, 0
    for match in _TOKEN.finditer(text):
        if (ends := text.count("\n", seen, match.start())) > 0:
            line, line_start = line + ends, text.rfind("\n", seen, match.start()) + 1
        seen = match.start()
        column = match.start() - line_start + 1
        kind, items = match.lastgroup, stack[-1].items
        if kind == "open":
            stack.append(ListNode(line))
            items.append((key, stack[-1]))
            if len(stack) > _DEEPEST:
                return ListNode(1, is_root=True)  # no grid
        elif kind == "close":
            del stack[max(1, len(stack) - 1) :]
        elif kind == "assign":
            if items and isinstance(named := items[-1][1], Leaf):
                key = named.text
                items.pop()
            continue
        elif kind == "quoted":
            width = 3 if match[0][:3] in ('"""', "'''") else 1
            items.append((key, Leaf(match[0][width:-width], True, line, column + width)))
        elif kind == "word" and not (key and match[0] in _BULLETS):
            items.append((key, Leaf(match[0], False, line, column)))
        key = ""
    return stack[0]


def _collect(
    node: ListNode, key: str, least: int, grids: list[ListGrid], beside: list[Leaf]
) -> None:
    """Add the grids of a list and of the lists in it; ``beside`` are numbers outside of grids."""
    rows = _grids_of(node, least)
    grids.extend(ListGrid(key, grid) for grid in rows)
    if rows:
        return
    for name, item in node.items:
        if isinstance(item, ListNode):
            _collect(item, name or key, least, grids, beside)
        elif item.is_quoted and _is_quoted_puzzle(cells := item.cells()):
            grids.append(ListGrid(name or key, _square(cells, item.line)))
        elif not node.is_root and not name:
            if _CELL.fullmatch(item.text):
                beside.append(item)
            elif item.is_quoted and re.search(r"\d", item.text):  # a cage or a mark, as a text
                beside += [item] * (_MOST_VALUES_BESIDE + 1)


def _is_quoted_puzzle(cells: Sequence[CellText]) -> bool:
    """Whether a text in quotes is a puzzle and no word: half of its cells are digits or dots."""
    size = _square_side(len(cells))
    text = "".join(cell.text[:1] for cell in cells)
    plain = sum(cell in "0123456789.*_-·" for cell in text)
    return size > 0 and 2 * plain >= len(text) and _are_symbols(text, size)


def _grids_of(node: ListNode, least: int) -> list[list[Row]]:
    """The grids of a list: the list itself, or each of its items; empty for other lists."""
    if node.lists:
        width = len(node.lists[0].row() or ())
        rows = [
            (item.line, item.row() if isinstance(item, ListNode) else item.cells())
            for name, item in node.items
            if isinstance(item, ListNode)
            # a row as a text among rows as lists, where a row is missing
            or (item.is_quoted and not name and 1 < len(item.cells()) == width > len(node.lists))
        ]
    elif any(name for name, _ in node.items):
        return []
    else:
        leaves = [leaf for leaf in node.leaves if leaf.is_quoted or not node.is_root]
        rows = [(leaf.line, leaf.cells()) for leaf in leaves]
        if rows and all(len(cells) == 1 for _, cells in rows if cells):
            rows = [(node.line, [cells[0] for _, cells in rows if cells])]
            count = len(rows[0][1] or ())
            if count >= _LEAST**2 and not _square_side(count) and _are_cells(rows):
                fault = f"a list of {count} values: a puzzle has n² (81, 16, 256, ...)"
                raise FormatError(fault, line=node.line)
    full = [Row(line, cells) for line, cells in rows if cells is not None]
    widths = Counter(len(row.cells) for row in full)
    if len(full) < len(rows) or not widths:
        return []
    width = widths.most_common(1)[0][0]
    tokens = "".join(cell.text[:1] for row in full for cell in row.cells)
    if len(widths) == 1 and width == len(full) >= least and _are_symbols(tokens, width):
        return [full]
    if len(widths) == 1 and all(_is_quoted_puzzle(row.cells) for row in full):
        return [_square(row.cells, row.line) for row in full]
    if len(full) >= _LEAST <= width and _are_cells(rows):
        odd = next((n for n, row in enumerate(full) if len(row.cells) != width), None)
        if odd is not None:
            fault = f"row {odd + 1} has {quantity(len(full[odd].cells), 'cell')}, and others have {width}"
            raise FormatError(fault, line=full[odd].line)
        fault = f"{quantity(len(full), 'row')} of {width} cells: a grid has as many rows as cells in a row"
        raise FormatError(fault, line=full[0].line)
    return []


def _are_cells(rows: Sequence[tuple[int, list[CellText] | None]]) -> bool:
    tokens = [cell.text for _, cells in rows for cell in cells or ()]
    return all(_CELL_LIKE.fullmatch(word) for word in tokens)


def _square(cells: Sequence[CellText], line: int) -> list[Row]:
    size = isqrt(len(cells))
    return [Row(line, list(cells[start : start + size])) for start in range(0, len(cells), size)]


LOST_ZEROS = (
    "a number of many digits is not a puzzle, for it has lost its leading zeros: read the column as "
    "text (pandas: dtype=str)"
)
# The largest number that may be a cell; larger numbers are whole puzzles.
_MOST = 999


def is_collection(source: object) -> bool:
    """Return whether an object may hold cells: a list, a table, or an array of any library."""
    return isinstance(source, list | tuple | Mapping) or any(
        hasattr(source, name) for name in ("__array__", "to_pylist", "to_list", "tolist")
    )


def plain_lists(source: Any) -> Any:
    """Return an object with its arrays and tables as lists; of a table, a column of puzzles by its name."""
    if isinstance(source, bytes):
        return source.decode("utf-8", "replace")
    if isinstance(source, str | Mapping):
        return source
    columns = getattr(source, "column_names", None) or getattr(source, "columns", None)
    if columns is not None and not callable(columns) and hasattr(source, "__getitem__"):
        names = {str(name).strip().lower(): name for name in columns}
        named = [names[name] for name in PUZZLE if name in names]
        if named or len(names) == 1:
            return plain_lists(source[(named or [*names.values()])[0]])
        if hasattr(source, "to_pydict"):  # pyarrow
            return [list(row) for row in zip(*source.to_pydict().values(), strict=True)]
        return source.to_numpy().tolist()  # pandas, polars
    for convert in ("to_pylist", "to_list", "tolist"):
        if hasattr(source, convert):
            return plain_lists(getattr(source, convert)())
    if hasattr(source, "__array__"):
        return source.__array__().tolist()
    if isinstance(source, list | tuple):
        return [plain_lists(item) if is_collection(item) else item for item in source]
    return source


def rows_of_object(source: object) -> list[Row]:
    """Return the rows of the grid that an object holds.

    Raise ``FormatError`` for an object without a grid, with several grids, or with values beside a
    grid; ``TypeError`` for entries of other types.
    """
    grids = list_grids(_node(plain_lists(source)), least=1)
    if len(grids) != 1:
        what = f"{len(grids)} puzzles" if grids else "no n rows of n values"
        raise FormatError(f"{what}: nonet.solve_many takes many puzzles, n x 81 values or a list")
    return grids[0].rows


def _node(value: Any, line: int = 1) -> ListNode:
    items: list[tuple[str, Leaf | ListNode]] = []
    pairs = value.items() if isinstance(value, Mapping) else (("", item) for item in value)
    for number, (key, item) in enumerate(pairs, 1):
        if isinstance(item, list | tuple | Mapping):
            items.append((str(key), _node(item, number)))
            continue
        try:
            items.append((str(key), Leaf(cell_text(item), True, number, 1)))
        except FormatError as error:
            raise FormatError(f"row {line} has {error.message}") from None
        except TypeError as error:
            raise TypeError(f"row {line} has {error}") from None
    return ListNode(line, items)


def cell_text(value: Any) -> str:
    """The text of a value, a dot for a blank; ``FormatError`` or ``TypeError`` for what is not a cell."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, str):
        return value
    if value is None or type(value).__name__ in ("NAType", "NaTType") or value != value:
        return "."
    if isinstance(value, bool) or not hasattr(value, "__int__"):
        raise TypeError(f"{value!r}: expected integers, 0 for a blank")
    if value != int(value) or value < 0:
        raise FormatError(f"{value!r}: expected integers, 0 for a blank")
    if abs(value) > _MOST:
        raise FormatError(LOST_ZEROS)
    return str(int(value)) if value else "."


MAX_LISTS_LENGTH = 1 << 24
"""Characters of a text, which is read whole: 16 MiB."""


class ListsFormat(Format):
    """The grids in the lists of a text, in order.

    >>> from nonet.formats import parse
    >>> parse("board = [[1, None, 0, ' '], (2, 3, 4, 1), {0, 0, 0, 0}, [0, 0, 3, 0]]").line()
    '1...2341......3.'
    """

    name = "lists"
    sentence = (
        "Nested lists of n rows of n values, of n texts, or of n*n values, in JSON, Python, C++ and "
        "other languages, alone, assigned to a name or under a key."
    )

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        grids = list_grids(base.whole_text(lines, MAX_LISTS_LENGTH, "lists")[1])
        solutions = [grid for grid in grids if grid.key.lower() in SOLUTION_KEYS]
        puzzles = [grid for grid in grids if grid not in solutions] or grids
        for number, grid in enumerate(puzzles):
            paired = solutions[number : number + 1] if len(solutions) == len(puzzles) else []
            yield reader.attempt(None, _puzzle_of_lists, grid, paired, reader)

    def lines(self, puzzle: Puzzle, header: Header) -> Iterable[str]:
        text = text_of_square(puzzle, self.name, header.alphabet)
        check_no_statements(puzzle, self.name, text.alphabet)
        rows = ([puzzle.clues.get(c) for c in row] for row in puzzle.grid.blocks[0].rows())
        return [f"[{f',{chr(10)} '.join(map(json.dumps, rows))}]"]


def _puzzle_of_lists(grid: ListGrid, solutions: list[ListGrid], reader: Reader) -> Puzzle:
    """The puzzle of a grid; a grid that is named its solution is kept as a note."""
    notes = {}
    for solution in solutions:
        if len(solution.rows) == len(grid.rows):
            notes["solution"] = reader.text_of(solution.rows)
    return reader.square(grid.rows, notes)


SAMPLED_LINES = 200

# Sizes by the characters of a line of candidates.
_CUBES = {n**3: n for n in range(4, 10)}

# Texts of up to n = 3 are more likely rows of a larger grid.
_SMALL = 3

# A square without clues, given by its size, which is not text of n*n characters.
_BLANK = re.compile(r"([1-9]\d?)[x×]\1")
# A position of the Susser: `+` before a value filled in, `:` before eliminated candidates.
_POSITION = re.compile(
    r"\s*((?=[^+:]*[+:])(?:\+?[0-9.*]){81})\s*(?::\s*((?:[1-9]{3}\s*)*))?\s*", re.ASCII
)


class LineFormat(Format):
    """A puzzle a line.

    >>> from nonet.formats import parse
    >>> parse("4x4", rules=["x"]).line()
    '................'
    """

    name: ClassVar[str] = "line"
    proven = "plain puzzles"
    suffixes: ClassVar[tuple[str, ...]] = (".txt",)
    sentence: ClassVar[str] = (
        "A puzzle a line: n*n characters, any usual character for a blank, "
        "a name before it, a comment after a blank, # or a comma; 9x9, 6x8 or samurai for a "
        "blank grid."
    )

    def claims(self, sample: str) -> bool:
        return is_blank(sample)

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        return reader.one_per_line(_without_words(lines), self.puzzle)

    def puzzle(self, text: str, reader: Reader) -> Puzzle:
        described, _, note = (part.strip() for part in text.partition("#"))
        if square := _BLANK.fullmatch(described):
            return reader.line("." * int(square[1]) ** 2, comment=note)
        if is_blank(described):
            return reader.blank_puzzle(described.replace("×", "x"), note)
        if ("+" in text or ":" in text) and (position := _POSITION.fullmatch(text)):
            return puzzle_of_position(position[1], position[2] or "", reader)
        cells = split_line(text)
        if isinstance(cells.cells, str) and is_candidate_line(cells.cells):
            return puzzle_of_candidates(cells.cells, reader)
        notes = {"solution": cells.solution} if cells.solution else {}
        return reader.line(cells.cells, column=cells.column, comment=cells.comment, notes=notes)

    def lines(self, puzzle: Puzzle, header: Header) -> Iterable[str]:
        text = text_of_square(puzzle, self.name, header.alphabet)
        short = "\n" not in puzzle.comment.strip()
        lines = header.comments(puzzle, text.alphabet, comment=not short)
        comment = puzzle.comment.strip() if short else ""
        return [*lines, f"{text.line()} # {comment}" if comment else text.line()]


_CANDIDATES = re.compile(r"\s*(?:[1-9]{3}(?:\s+|$))*")


def puzzle_of_position(
    text: str, deleted: str, reader: Reader, column: int = 1, notes: Mapping[str, str] | None = None
) -> Puzzle:
    """The position of 81 cells, values filled in behind ``+``, and the candidates struck out."""
    cells = ""
    entered: dict[Cell, int] = {}
    for match in re.finditer(r"\+(.?)|.", text):
        if match[1] is not None and match[1] not in {*"123456789"}:
            fault = f"expected a digit after +, found {match[1]!r}"
            raise FormatError(fault, column=column + match.start() + 1)
        if match[1]:
            entered[cell_name(*divmod(len(cells), 9))] = int(match[1])
        cells += "." if match[1] else match[0]
    puzzle = reader.line(cells, column=column, notes=notes)
    if puzzle.grid.size != 9:
        raise FormatError("library lines hold puzzles of 9 rows")
    full = Domain.of(puzzle.grid.values)
    candidates: dict[Cell, Domain] = {}
    for value, cell in parse_eliminations(deleted, "deleted candidates"):
        candidates[cell] = candidates.get(cell, full) - Domain.single(value)
    return replace(puzzle, entries=entered, candidates=candidates)


def parse_eliminations(text: str, what: str) -> list[tuple[int, Cell]]:
    """Return candidates written ``<digit><row><column>``, with blanks between, as values and cells."""
    if not _CANDIDATES.fullmatch(text):
        raise FormatError(f"{what} are written <digit><row><column>, not {text!r}")
    return [(int(w[0]), cell_name(int(w[1]) - 1, int(w[2]) - 1)) for w in text.split()]


def _without_words(lines: Lines) -> Lines:
    """The lines, with words before and after puzzles as comments.

    Words between two lines of puzzles are kept, and so are an error: a slip is not lost.
    """
    tokens: list[tuple[int, str]] = []
    below_puzzle = False
    for number, text in lines:
        if is_plain(text):
            yield from tokens
            tokens, below_puzzle = [], True
            yield number, text
            continue
        plain = list(plain_lines([(number, text)]))
        if below_puzzle and plain and is_comment(plain[0][1]) and not is_comment(text):
            tokens.append((number, text))
            continue
        if text.strip():
            yield from tokens
            below_puzzle = bool(plain) and not is_comment(plain[0][1])
        else:
            yield from plain_lines(tokens)
            below_puzzle = False
        tokens = []
        yield from plain
    yield from plain_lines(tokens)


def sample_cells(sample: str) -> list[str]:
    """The cells of the first lines of a text that are not comments; empty for a line without."""
    numbered = plain_lines(enumerate(sample.splitlines(), 1))
    lines = (text for _, text in numbered if text.strip() and not is_comment(text))
    rows = []
    for line in islice(lines, SAMPLED_LINES):
        try:
            cells = split_line(line).cells
        except FormatError:  # cells and more: a faulty line
            cells = ""
        rows.append(cells if isinstance(cells, str) else "." * len(cells))
    return rows


def is_candidate_line(cells: str) -> bool:
    """Whether a line is n characters for each of n*n cells: the value or a blank, value by value.

    >>> is_candidate_line("1..." + "1234" * 15), is_candidate_line("1" * 64)
    (True, False)
    """
    size, blanks = _CUBES.get(len(cells), 0), f"0{base.BLANKS}"
    if not all({*cells[start::size]} <= {str(start + 1), *blanks} for start in range(size)):
        return False
    groups = (cells[start : start + size] for start in range(0, len(cells), size or 1))
    return size > 0 and all(group.strip(blanks) for group in groups)


def puzzle_of_candidates(cells: str, reader: Reader) -> Puzzle:
    """The puzzle of a line of candidates; a cell with one candidate is a clue."""
    size = _CUBES[len(cells)]
    groups = (cells[start : start + size] for start in range(0, len(cells), size))
    domains = [Domain.of(int(c) for c in group if c in "123456789") for group in groups]
    return reader.of_domains(domains, [True] * len(domains))


def is_puzzle_line(cells: str) -> bool:
    """Return whether the cells may be a puzzle in a line: few cells may be just a row."""
    size = _square_side(len(cells), 1)
    if not size or size > _SMALL + 1:
        return size > 0
    values = base.symbol_values(size, ALPHABETS["digits"])
    return all(cell in values for cell in cells) and (
        size == _SMALL + 1 or any(values[cell] for cell in cells)
    )


class SdmFormat(LineFormat):
    """A puzzle a line and nothing else, neither words nor statements; read as leniently as lines."""

    name = "sdm"
    proven = "plain puzzles"
    suffixes = (".sdm",)
    sentence = "A puzzle a line: n*n characters and nothing else."

    def claims(self, sample: str) -> bool:
        return False

    def admits(self, sample: str) -> bool:
        return True

    def lines(self, puzzle: Puzzle, header: Header) -> Iterable[str]:
        text = text_of_square(puzzle, self.name, header.alphabet)
        check_no_statements(puzzle, self.name, text.alphabet)
        return [text.line()]
