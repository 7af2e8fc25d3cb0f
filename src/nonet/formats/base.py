"""Formats, and the reader that makes puzzles of the cells a format found.

A format is one class in a file of this folder.  Its class attributes are its name, its file
suffixes and a sentence about its texts; detection, help and the tests are made from these
attributes, so a new format needs no other edit.

The reader knows the options of the caller (rules, box, alphabet) and the statements of comment
lines (:mod:`nonet.formats.statements`), and checks that no two clues clash.  The characters that
stand for a blank depend on the alphabet: any usual character for a blank, unless the alphabet uses
this character for a value of that size.

>>> Reader(rules=["x"]).line("1..." + 12 * ".").rules[-1].name
'diagonals'
>>> symbol_values(16, ALPHABETS["zero"])["0"], symbol_values(9, ALPHABETS["digits"])["0"]
(0, None)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import lru_cache
from itertools import starmap
from math import isqrt
from typing import ClassVar, Literal, NamedTuple, ParamSpec, TypedDict, Unpack

from nonet.errors import (
    FormatError,
    FormatRemark,
    FormatWarning,
    ImpossibleRule,
    ModelError,
    PuzzleError,
)
from nonet.formats import statements
from nonet.formats.statements import Box, Header, RuleEntry
from nonet.model import Domain
from nonet.puzzle import ALPHABETS, Alphabet, Cell, Grid, Puzzle, PuzzleRule
from nonet.puzzle.grid import MAX_VALUES, cell_name
from nonet.puzzle.grid_descriptions import grid_of
from nonet.puzzle.unread import May, UnreadPart, combined

BLANKS = ".0-*_xX?·"
"""Characters that usually stand for a blank."""


class CellText(NamedTuple):
    """The text of a cell and the column of its first character, from 1."""

    text: str
    column: int


class Row(NamedTuple):
    """The cells of one row and the number of its line."""

    line: int
    cells: list[CellText]


@lru_cache(maxsize=256)
def symbol_values(size: int, alphabet: Alphabet) -> Mapping[str, int | None]:
    """The value of each character of ``size`` values, ``None`` of a blank; ``FormatError`` for too few."""
    if len(alphabet.characters) < size:
        few = f"{len(alphabet.characters)} characters, too few for {size} values"
        raise FormatError(f"alphabet {alphabet.name} has {few}")
    return dict.fromkeys(BLANKS) | alphabet.up_to(alphabet.first + size - 1).value_of_symbol


def read_characters(
    text: str, size: int, alphabet: Alphabet, *, column: int = 1
) -> list[int | None]:
    """The values of a text with one character a cell, ``None`` for blanks.

    Raises ``FormatError`` at the first character that is neither; ``column`` says where the text
    begins.
    """
    values = symbol_values(size, alphabet)
    try:
        return [values[character] for character in text]
    except KeyError:
        wrong = next(i for i, character in enumerate(text) if character not in values)
        cell = cell_name(*divmod(wrong, size))
        error = invalid_cell_error(text[wrong], size, alphabet, cell, column=column + wrong)
        raise error from None


def read_word(
    word: str, size: int, alphabet: Alphabet, cell: Cell, **where: int | None
) -> int | None:
    """The value of a cell, a number or a character; ``None`` for a run of one blank.

    Raises ``FormatError`` for any other word; ``where`` are its line and its column.
    """
    values = symbol_values(size, alphabet)
    if word in values:
        return values[word]
    if len(set(word)) == 1 and word[0] in BLANKS and values.get(word[0], 0) is None:
        return None
    lowest = alphabet.first
    if word.isascii() and word.isdigit() and len(word) < 4 and lowest <= int(word) < lowest + size:
        return int(word)
    raise invalid_cell_error(word, size, alphabet, cell, **where)


def invalid_cell_error(
    word: str, size: int, alphabet: Alphabet, cell: Cell, **where: int | None
) -> FormatError:
    """The error of a word that is not a value of a grid: a clue out of range, or no clue at all."""
    beyond = word.isascii() and word.isdigit()
    if not beyond and size > 9 and len(word) == 1:
        beyond = word in alphabet.characters or word.swapcase() in alphabet.characters
    if beyond:
        message = f"clue {_quoted(word)} at {cell} is out of range: values are {_range_text(size, alphabet)}"
    else:
        noun, values = "character" if len(word) == 1 else "text", symbol_values(size, alphabet)
        blanks = " ".join(blank for blank in BLANKS if blank.isascii() and values[blank] is None)
        expected = f"expected {_range_text(size, alphabet)}, or {blanks} for a blank"
        message = f"unknown {noun} {_quoted(word)}: {expected}"
    if 9 < size < 36 and alphabet == ALPHABETS["digits"] and word.isalpha():
        message += " (or state another alphabet)"
    return FormatError(message, line=where.get("line"), column=where.get("column"))


def _quoted(word: str) -> str:
    if word == "�":
        return "'�' (bytes that are not UTF-8 text)"
    return repr(word if len(word) <= 20 else word[:20] + "…")


def _range_text(size: int, alphabet: Alphabet) -> str:
    characters = alphabet.characters[:size]
    digits = "".join(filter(str.isdigit, characters))
    runs = filter(None, (digits, characters[len(digits) :]))
    return " and ".join(f"{run[0]} to {run[-1]}" if len(run) > 1 else run for run in runs)


_P = ParamSpec("_P")

COMMON_SIZES = (9, 4, 6, 12, 16, 25)

MAX_UNKNOWN = 20
"""Maximum number of unread parts with names of their own; further parts count as one part."""
MAX_NAME_LENGTH = 60
"""Characters of the name of an unread part."""
MAX_SENTENCE_LENGTH = 300
"""Characters of a sentence that is read, and of the name of an unread part that is one."""
OTHER_PARTS = "other parts"


class Shape(NamedTuple):
    """The common data of all puzzles of one size while the statements hold."""

    grid: Grid
    rules: tuple[PuzzleRule, ...]
    alphabet: Alphabet
    values: Mapping[str, int | None]
    peers: tuple[int, ...]
    """For each cell, in reading order, the bit mask of its peers."""


def read_candidates(word: CellText, shape: Shape, cell: Cell, line: int) -> Domain:
    """The values of a group, a character each; all for a blank; ``FormatError`` for another character."""
    size = shape.grid.size
    if len(word.text) == 1 and word.text in BLANKS and shape.values.get(word.text, 0) is None:
        return Domain.of(shape.grid.values)
    allowed = []
    for column, character in enumerate(word.text, word.column):
        if (value := shape.values.get(character)) is None:
            where = {"line": line, "column": column}
            raise invalid_cell_error(character, size, shape.alphabet, cell, **where)
        allowed.append(value)
    return Domain.of(allowed)


class Options(TypedDict, total=False):
    """The options of reading a text."""

    rules: RuleEntry | Iterable[RuleEntry]
    """Objects, texts (``"x"``, ``"killer 15 R1C1 R1C2"``) or JSON entries: added to the classic
    rules."""
    box: Box | None
    """The (height, width) of boxes; by default as the text states, or else the usual."""
    alphabet: str | Alphabet | None
    """The characters of the values, ``digits``, ``letters``, ``zero`` or an object; by default as
    the text states, or else digits."""
    allow_clashes: bool
    """Whether two clues may clash."""
    strict: bool
    """Whether a feature that nonet does not understand is an error, and no ``FormatWarning``."""
    accept: bool
    """Whether rules proposed for drawings are taken where the text has no solution to prove them."""


class Reader:
    """Options (:class:`Options`), statements and the checks of one text.

    Raises ``PuzzleError`` or ``FormatError`` for options that make no sense.
    """

    def __init__(self, **options: Unpack[Options]) -> None:
        if unknown := sorted(options.keys() - Options.__annotations__):
            raise TypeError(f"{unknown[0]} is not an option of reading")
        alphabet = options.get("alphabet")
        self.rules = statements.parse_rules(options.get("rules", ()))
        self.box = options.get("box")
        self.alphabet = None if alphabet is None else statements.parse_alphabet(alphabet)
        self.accept = options.get("accept", False)
        self._options: Options = {**options, "rules": self.rules}
        self._unknown: dict[str, tuple[int, May | None]] = {}
        self.proposed = ""
        """The rules that the drawings were given, as the setter's solution meets them."""
        self.spared = ""
        """The setter's solution, in a line, where it meets all that was read."""
        self._warnings: list[FormatWarning] = []
        self._stated_box: Box = "default"
        self._stated_alphabet: Alphabet | None = None
        self._stated_rules: tuple[PuzzleRule, ...] = ()
        self.stated_unread: tuple[UnreadPart, ...] = ()
        self.name = ""
        self._comments: list[str] = []
        self._shapes: dict[int, Shape] = {}

    def without_statements(self) -> Reader:
        """A reader with the same options that has read no statements."""
        return Reader(**self._options)

    def note(self, line: int | None, text: str) -> FormatError | None:
        """Take a comment line; return the error of a statement that makes no sense."""
        stated = statements.statement(text)
        if stated is None:
            self._comments.append(text.strip().removeprefix("#").strip())
            return None
        key, value = stated
        if key == "name":
            self.name = value
        elif key == "comment":
            self._comments.append(value)
        else:
            self._shapes.clear()
            try:
                if key == "alphabet":
                    self._stated_alphabet = statements.parse_alphabet(value)
                elif key == "box":
                    self._stated_box = statements.parse_box(value)
                elif key == "unread":
                    self.stated_unread = statements.unread_from_json(statements.json_of(value))
                else:
                    self._stated_rules = statements.rules_from_json(statements.json_of(value))
            except FormatError as error:
                return FormatError(f"{key}: {error.message}", line=line)
        return None

    def notes(self, comments: Iterable[tuple[int, str]]) -> Iterator[FormatError]:
        """Take comment lines; yields the errors of statements that make no sense."""
        yield from filter(None, starmap(self.note, comments))

    def unread(self, what: str, may: May | None, most: int = MAX_NAME_LENGTH) -> None:
        """Leave out a part of the text that no rule of nonet states.

        ``may`` is the possible effect of the part on the solutions, ``None`` for no effect (fog).
        The part is named, in up to ``most`` characters, by a warning and by the puzzle's
        ``unread``; with ``strict`` reading, the puzzle is an error instead.
        """
        what = " ".join("".join(c if c.isprintable() else " " for c in what).split())
        what = what if len(what) <= most else f"{what[:most]}…"
        if what not in self._unknown and len(self._unknown) >= MAX_UNKNOWN:
            what = OTHER_PARTS
        number, before = self._unknown.get(what, (0, may))
        if before is not None and may is not None:
            may = combined(before, may)
        self._unknown[what] = number + 1, may or before

    def remark(self, message: str, line: int | None = None) -> None:
        """Say how the text was read, where it may have been meant otherwise."""
        self._warnings.append(FormatRemark(message, line=line))

    def attempt(
        self, line: int | None, make: Callable[_P, Puzzle], *args: _P.args, **kwargs: _P.kwargs
    ) -> Puzzle | FormatError:
        """Return the result of ``make``, or its error as a ``FormatError``, at ``line`` by default."""
        try:
            with as_format_error(line):
                puzzle = make(*args, **kwargs)
            if self._unknown or self.proposed or self.stated_unread or puzzle.unread:
                return self._read_in_part(puzzle)
            return puzzle
        except FormatError as error:
            return error
        finally:
            self.clear_entry()

    def _read_in_part(self, puzzle: Puzzle) -> Puzzle | FormatError:
        """Return the puzzle with its unread parts, and warn of them; an error if ``strict``."""
        unread = (*puzzle.unread, *self.stated_unread)
        names: dict[str, May | None] = {part.name: part.may for part in unread}
        for what, (number, may) in self._unknown.items():
            names[what if number == 1 else f"{number} × {what}"] = may
        if names and self._options.get("strict"):
            return FormatError(f"not understood: {', '.join(names)}")
        if names:
            self._warnings.append(FormatWarning(names))
        if self.proposed:
            self.remark(self.proposed)
            names[f"more than that {self.proposed}"] = "forbid"
        parts = tuple(UnreadPart(name, may, self.spared) for name, may in names.items() if may)
        return replace(puzzle, unread=parts)

    def one_per_line(
        self, lines: Iterable[tuple[int, str]], make: Callable[[str, Reader], Puzzle]
    ) -> Iterator[Puzzle | FormatError]:
        """The puzzles of lines, between comments; ``make`` is given a line and this reader."""
        for number, text in lines:
            if statements.is_comment(text):
                yield from self.notes([(number, text)])
            elif text and not text.isspace():
                yield self.attempt(number, make, text, self)

    def clear_entry(self) -> None:
        """Drop the name and the comments that belong to the entry just read."""
        self.name = ""
        self._comments = []
        self._unknown = {}
        self.proposed = self.spared = ""

    def take_warnings(self) -> list[FormatWarning]:
        """Return the warnings since the last call."""
        warnings, self._warnings = self._warnings, []
        return warnings

    def line(
        self,
        cells: str | Sequence[str],
        *,
        column: int = 1,
        name: str = "",
        comment: str = "",
        notes: Mapping[str, str] | None = None,
    ) -> Puzzle:
        """The puzzle of n*n characters, or of n*n words, that begin at ``column``."""
        size = self.size_of(cells)
        shape = self.shape(size)
        if isinstance(cells, str):
            values = read_characters(cells, size, shape.alphabet, column=column)
        else:
            names = (cell_name(*divmod(number, size)) for number in range(len(cells)))
            tokens = zip(cells, names, strict=True)
            values = [read_word(w, size, shape.alphabet, name, column=column) for w, name in tokens]
        self._reject_doubtful_blanks(cells, values, shape)
        return self._puzzle(shape, values, {}, name, comment, notes)

    def size_of(self, text: Sequence[str]) -> int:
        """Return the n of n*n characters; raise ``FormatError`` for any other number of characters."""
        size, length = isqrt(len(text)), len(text)
        if size * size != length or not 1 <= size <= MAX_VALUES:
            usual = next((n * n for n in COMMON_SIZES if abs(n * n - length) <= n), 81)
            fault = f"expected {usual} characters (or n² for another size), found {length}"
            raise FormatError(fault)
        return size

    def square(self, rows: Sequence[Row], notes: Mapping[str, str] | None = None) -> Puzzle:
        """The puzzle of n rows of n words."""
        shape = self.shape(len(rows))
        values = self.values(rows)
        texts = [word.text for row in rows for word in row.cells]
        self._reject_doubtful_blanks(texts, values, shape)
        return self._puzzle(shape, values, {}, notes=notes)

    def values(self, rows: Sequence[Row]) -> list[int | None]:
        """The values of n rows of n words, ``None`` for blanks."""
        size = len(rows)
        alphabet = self.shape(size).alphabet
        return [
            read_word(text, size, alphabet, cell_name(r, c), line=row.line, column=column)
            for r, row in enumerate(rows)
            for c, (text, column) in enumerate(row.cells)
        ]

    def text_of(self, rows: Sequence[Row]) -> str:
        """The values of n rows of n words as a line in their alphabet, ``.`` for a blank."""
        alphabet = self.shape(len(rows)).alphabet
        return "".join("." if v is None else alphabet.symbol(v) for v in self.values(rows))

    def with_candidates(
        self, size: int, values: Sequence[int | None], candidates: Mapping[int, Domain]
    ) -> Puzzle:
        """The puzzle of values and of candidates by the number of their cell."""
        shape = self.shape(size)
        domains = {shape.grid.cells[index]: domain for index, domain in candidates.items()}
        return self._puzzle(shape, values, domains)

    def domains(self, rows: Sequence[Row]) -> list[Domain]:
        """The values that each of n rows of n words allows, a character each."""
        shape = self.shape(len(rows))
        return [
            read_candidates(word, shape, cell_name(r, c), row.line)
            for r, row in enumerate(rows)
            for c, word in enumerate(row.cells)
        ]

    def of_domains(self, domains: Sequence[Domain], given: Iterable[bool]) -> Puzzle:
        """The puzzle of the values of n*n cells; a single value is a clue where it is ``given``."""
        pairs = [(d, is_given and d.is_single) for d, is_given in zip(domains, given, strict=True)]
        size, values = isqrt(len(pairs)), [d.base if is_clue else None for d, is_clue in pairs]
        marks = {n: d for n, (d, is_clue) in enumerate(pairs) if not is_clue and len(d) < size}
        return self.with_candidates(size, values, marks)

    def _shape(self, size: int, box: Box | None, rules: tuple[PuzzleRule, ...]) -> Shape:
        alphabet = self.alphabet or self._stated_alphabet or ALPHABETS["digits"]
        values = symbol_values(size, alphabet)
        grid = statements.square_grid(size, box or self._stated_box, alphabet.first)
        every = statements.with_classic((*self._stated_rules, *rules))
        return Shape(grid, every, alphabet, values, _peer_masks(grid, every))

    def shape(self, size: int) -> Shape:
        """Return the common data of ``size`` values; ``FormatError`` if box, alphabet or rules do not fit."""
        shape = self._shapes.get(size)
        if shape is None:
            try:
                with as_format_error():
                    shape = self._shape(size, self.box, self.rules)
            except FormatError as error:
                with suppress(FormatError, PuzzleError, ModelError):
                    self._shape(size, None, ())  # are the caller's box and rules at fault?
                    error.is_of_options = bool(self.box or self.rules)
                raise
            self._shapes[size] = shape
        return shape

    def _reject_doubtful_blanks(
        self, text: Iterable[str], values: Iterable[int | None], shape: Shape
    ) -> None:
        """Raise ``FormatError`` for blanks that may be meant as something else.

        A 0 beside other blanks is likely a value where there are letters, and letters alone are
        likely words.
        """
        if self.alphabet or self._stated_alphabet:
            return
        if shape.grid.size <= 9 and isinstance(text, str) and "x" not in text and "X" not in text:
            return  # as nearly always
        blanks = {word for word in text if shape.values.get(word, 0) is None} - {"·"}
        letters = sorted(word for word in blanks if word.isalpha())
        if letters and all(value is None for value in values):
            fault = f"only letters ({' '.join(letters)}) and blanks: a letter is a blank only"
            raise FormatError(f"{fault} beside values; an empty grid is dots")
        if shape.grid.size > 9 and "0" in blanks and len(blanks) > 1:
            fault = f"{' and '.join(sorted(blanks))} stand for blanks: state the alphabet"
            raise FormatError(f"{fault} (digits: A is 10; zero: 0 is a value; letters: A is 1)")

    def _puzzle(
        self,
        shape: Shape,
        values: Sequence[int | None],
        candidates: Mapping[Cell, Domain],
        name: str = "",
        comment: str = "",
        notes: Mapping[str, str] | None = None,
    ) -> Puzzle:
        cells = zip(shape.grid.cells, values, strict=True)
        clues = {cell: value for cell, value in cells if value is not None}
        about = "\n".join([*self._comments, comment] if comment else self._comments)
        name = name or self.name
        with as_format_error():
            puzzle = Puzzle(shape.grid, clues, shape.rules, candidates, name, about, notes or {})
        return self._without_clashes(puzzle) if _has_clash(values, shape.peers) else puzzle

    def blank_puzzle(self, description: str, comment: str = "") -> Puzzle:
        """Return a grid by name or description, without clues; raise ``FormatError`` for another text."""
        with as_format_error():
            rules = statements.with_classic((*self._stated_rules, *self.rules))
            return Puzzle(grid_of(description), {}, rules, name=self.name, comment=comment)

    def checked(self, puzzle: Puzzle) -> Puzzle:
        """A puzzle made elsewhere with the rules asked for, checked unless clashes are allowed."""
        own = puzzle
        try:
            puzzle = puzzle.with_rules(*self.rules) if self.rules else puzzle
            puzzle.model()  # builds the constraints: every rule must fit the grid
        except (PuzzleError, ModelError) as error:
            with as_format_error():
                own.model()  # is the puzzle at fault?
            fault = FormatError(str(error))
            fault.is_of_options = True
            raise fault from error
        return self._without_clashes(puzzle)

    def checked_in_part(self, puzzle: Puzzle) -> Puzzle:
        """As :meth:`checked`; a rule that no values can meet is an unread part, and no rule.

        Another program's puzzle with a cage of 99 in two cells means something else by the number.
        """
        try:
            puzzle.model()
        except ImpossibleRule:
            possible = []
            for rule in puzzle.rules:
                try:
                    tuple(rule.constraints_among(puzzle.grid, puzzle.rules))
                except (PuzzleError, ModelError) as error:
                    if isinstance(error, ImpossibleRule):
                        what = str(error).removeprefix("rule ")
                        self.unread(what, "forbid", MAX_SENTENCE_LENGTH)
                        continue
                possible.append(rule)
            puzzle = replace(puzzle, rules=tuple(possible))
        except (PuzzleError, ModelError):
            pass  # said below
        return self.checked(puzzle)

    def _without_clashes(self, puzzle: Puzzle) -> Puzzle:
        """The puzzle itself; raises ``FormatError`` if clues clash, unless that is allowed."""
        try:
            return puzzle if self._options.get("allow_clashes") else puzzle.checked()
        except PuzzleError as error:
            # both commands read such a puzzle
            raise FormatError(f"{error}; ask nonet conflict or nonet repair") from error


@contextmanager
def as_format_error(line: int | None = None) -> Iterator[None]:
    """Turn ``PuzzleError`` and ``ModelError`` raised in the block into ``FormatError``.

    The error names ``line``, unless a ``FormatError`` has a line already.
    """
    try:
        yield
    except FormatError as error:
        if not error.is_of_options:
            error.line = error.line or line
        raise
    except (PuzzleError, ModelError) as error:
        raise FormatError(str(error), line=line) from error


@lru_cache(maxsize=128)
def _peer_masks(grid: Grid, rules: tuple[PuzzleRule, ...]) -> tuple[int, ...]:
    bit = {cell: 1 << index for index, cell in enumerate(grid.cells)}
    peers = Puzzle(grid, {}, rules).peers
    return tuple(sum(bit[peer] for peer in peers[cell]) for cell in grid.cells)


def _has_clash(values: Sequence[int | None], peers: Sequence[int]) -> bool:
    """Whether two peers have one value: a quick look before ``Puzzle.clashes`` is asked."""
    closed: dict[int, int] = {}
    for index, value in enumerate(values):
        if value is not None:
            mask = closed.get(value, 0)
            if mask >> index & 1:
                return True
            closed[value] = mask | peers[index]
    return False


Entry = Puzzle | FormatError
"""The result of reading an entry: a puzzle, or the error of the entry."""

NumberedLine = tuple[int, str]
"""The number of a line, which counts from 1, and the line without its end."""
Lines = Iterator[NumberedLine]


def whole_text(lines: Lines, most: int, what: str, advice: str = "") -> tuple[int, str]:
    """Return the whole text, of ``most`` characters, and its first line that is not blank, 0 if none."""
    first, length, texts = 0, 0, []
    for number, text in lines:
        first = first or (number if text.strip() else 0)
        length += len(text) + 1
        if length > most:
            raise FormatError(f"{what} of more than {most >> 20} MiB{advice}", line=first or number)
        texts.append(text)
    return first, "\n".join(texts)


class Format:
    """The base of all formats.  Subclasses set the class attributes and have no state."""

    name: ClassVar[str]
    """The name on the command line: lower case."""
    suffixes: ClassVar[tuple[str, ...]] = ()
    """File suffixes.  A suffix of a single format decides if no format recognises the text."""
    writes: ClassVar[bool] = True
    """Whether puzzles can be written in this format."""
    one_puzzle: ClassVar[bool] = False
    """Whether a text holds a single puzzle."""
    parted: ClassVar[bool] = False
    """Whether a blank line is written between two puzzles."""
    proven: ClassVar[Literal["all puzzles", "plain puzzles", ""]] = ""
    """The puzzles for which tests prove that reading returns the same puzzle; every other puzzle is
    read back each time after writing (:mod:`nonet.formats.writing`).
    """
    sentence: ClassVar[str]
    """The appearance of a text of this format, in one sentence."""

    def claims(self, sample: str) -> bool:
        """Whether the head of a text bears a mark that only this format has.

        A text that two formats claim belongs to neither until the caller says which.
        """
        return False

    def admits(self, sample: str) -> bool:
        """Whether a text that nobody claims may be of this format, if its file's suffix says so."""
        return False

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        """Yield the puzzles of ``lines`` in order; for a bad entry, its ``FormatError``.

        ``reader`` makes puzzles of cells and knows the options.  By default each line that is not a
        comment is a puzzle.
        """
        return reader.one_per_line(lines, self.puzzle)

    def puzzle(self, text: str, reader: Reader) -> Puzzle:
        """Return the puzzle of a line; raise ``FormatError`` if the line is none."""
        raise NotImplementedError

    def write(self, puzzles: Iterable[Puzzle], alphabet: Alphabet | None) -> Iterator[str]:
        """Pieces of text that, put together, are the puzzles in this format.

        ``alphabet`` is that of each puzzle unless given.  Raises ``FormatError``
        for a puzzle that the format cannot hold.
        """
        header = Header(alphabet)
        for number, puzzle in enumerate(puzzles):
            if number and self.one_puzzle:
                raise FormatError(f"{self.name} holds one puzzle a file; json any number")
            if number and self.parted:
                yield "\n"
            yield "".join(f"{line}\n" for line in self.lines(puzzle, header))

    def lines(self, puzzle: Puzzle, header: Header) -> Iterable[str]:
        """The lines of one puzzle; ``header`` writes statements and has the alphabet asked for."""
        raise NotImplementedError
