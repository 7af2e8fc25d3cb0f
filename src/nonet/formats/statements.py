"""Statements: comment lines about a puzzle beside its cells; and the rows of a square.

``# alphabet: letters`` says which letter is ten, ``# box: 3x2`` the shape of boxes (height x width,
``none``, or ``default``) and ``# rules: ["diagonals"]`` the rules beside the classic rules, as
JSON; ``# unread: {"lines (drawn)": "forbid"}`` names the parts of its text that were left out, with
what each may do to the solutions.  These statements hold for all later puzzles.  ``# name: ...`` and
``# comment: ...`` belong to the next puzzle.

>>> statement("# box: 3x2"), statement("# from a newspaper")
(('box', '3x2'), None)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from nonet.errors import FormatError, PuzzleError, repeated_key
from nonet.model.integers import short_repr
from nonet.puzzle import (
    ALPHABETS,
    CLASSIC,
    Alphabet,
    Block,
    Cell,
    Grid,
    Puzzle,
    PuzzleRule,
    rule_from_json,
    rule_to_json,
)
from nonet.puzzle.grid import default_box
from nonet.puzzle.unread import UnreadPart

Box = tuple[int, int] | Literal["default", "none"]
"""The shape of boxes: (height, width), the usual shape of the size, or no boxes."""

RuleEntry = PuzzleRule | str | Mapping[str, Any]
"""A rule, its text as on the command line, or its JSON entry."""

_LONG_ROWS = frozenset((63, 64, 63 * 63, 64 * 64))
_LONG_CELLS = frozenset(ALPHABETS["digits"].characters + ".0-_?")

_STATEMENT = re.compile(
    r"#\s*(?:(name|comment|alphabet):(.*)|(box):\s*(\d+x\d+|none|default)\s*|(rules):\s*(\[.*)"
    r"|(unread):\s*(\{.*))"
)


def is_comment(text: str) -> bool:
    """Return whether a line is a comment, that is, begins with ``#``.

    In alphabets of 63 or 64 values ``#`` is a value: a line that begins with exactly that many
    cells, or all cells of a puzzle, is not a comment.
    """
    text = text.lstrip()
    if not text.startswith("#"):
        return False
    word = text.split(maxsplit=1)[0].replace("|", "")
    return len(word) not in _LONG_ROWS or not set(word) <= _LONG_CELLS


def statement(text: str) -> tuple[str, str] | None:
    """The key and value of a comment line that states something, else ``None``."""
    match = _STATEMENT.fullmatch(text.strip())
    if match is None:
        return None
    key, value = (group for group in match.groups() if group is not None)
    return key, value.strip()


def parse_alphabet(alphabet: str | Alphabet) -> Alphabet:
    """Return the alphabet of a name; raise ``FormatError``, listing them, for an unknown name."""
    if isinstance(alphabet, Alphabet):
        return alphabet
    if alphabet not in ALPHABETS:
        names = ", ".join(sorted(ALPHABETS))
        raise FormatError(f"there is no alphabet {alphabet!r}; there are {names}")
    return ALPHABETS[alphabet]


def parse_box(text: str) -> Box:
    """The box of a text: ``3x2``, ``none`` or ``default``."""
    if text == "none":
        return "none"
    if text == "default":
        return "default"
    height, _, width = text.partition("x")
    if not (height.isdecimal() and width.isdecimal() and len(text) < 8):
        raise FormatError(f"expected a box like 2x3 (height x width), not {text!r}")
    return int(height), int(width)


def parse_rules(entries: RuleEntry | Iterable[RuleEntry]) -> tuple[PuzzleRule, ...]:
    """Rules of objects, texts or JSON entries; ``PuzzleError`` for an unknown rule or wrong parameters."""
    if isinstance(entries, PuzzleRule | str | Mapping):
        entries = [entries]
    return tuple(_rule(entry) for entry in entries)


def _rule(entry: RuleEntry) -> PuzzleRule:
    if isinstance(entry, PuzzleRule):
        return entry
    if not isinstance(entry, str):
        return rule_from_json(entry)
    from nonet.puzzle.short_form import rule_from_short  # most puzzles have no rule told as text

    return rule_from_short(entry)


def rules_from_json(entries: object) -> tuple[PuzzleRule, ...]:
    """Return the rules of a JSON list; raise ``FormatError`` if ``entries`` is not a list of rules.

    >>> [rule.name for rule in rules_from_json(["x", "killer 3 R1C1 R1C2", {"rule": "windoku"}])]
    ['diagonals', 'killer', 'windoku']
    """
    if not isinstance(entries, list):
        raise FormatError(f"rules are a list, not {entries!r}")
    try:
        return tuple(
            _rule(entry) if isinstance(entry, str) and " " in entry else rule_from_json(entry)
            for entry in entries
        )
    except PuzzleError as error:
        raise FormatError(str(error)) from error
    except (TypeError, ValueError, AttributeError, LookupError) as error:
        raise FormatError(f"a rule has parameters that make no sense: {error}") from error


def json_of(text: str, what: str = "") -> Any:
    """Return the value of a JSON text; raise ``FormatError``, which names ``what`` the text is."""
    import json

    named = f"{what} is not JSON" if what else "not JSON"
    try:
        return json.loads(text, object_pairs_hook=object_of_pairs)
    except json.JSONDecodeError as error:
        if what:
            raise FormatError(f"{named}: {error.msg} at character {error.pos + 1}") from None
        raise FormatError(f"{named}: {error.msg}", column=error.colno) from None
    except FormatError:
        raise
    except (ValueError, RecursionError) as error:
        raise FormatError(f"{named}: {error}") from None


def object_of_pairs(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of a JSON text; raise ``FormatError`` if a key is there twice."""
    document = dict(pairs)
    if len(document) < len(pairs):
        twice = short_repr(repeated_key(pairs))
        raise FormatError(f"the key {twice} is there twice in one object")
    return document


def is_json(text: str) -> bool:
    """Return whether a text is a value in JSON."""
    import json

    with suppress(ValueError, RecursionError):
        json.loads(text)
        return True
    return False


def rules_of_text(text: str) -> tuple[PuzzleRule, ...]:
    """Return the rules of a column of a table: a JSON list, or texts as on the command line, with
    ``;`` between the texts.  Raises ``FormatError`` for any other text.

    >>> [rule.name for rule in rules_of_text("x; killer 3 R1C1 R1C2")]
    ['diagonals', 'killer']
    """
    try:
        if text.startswith("["):
            return rules_from_json(json_of(text, repr(text[:60])))
        return parse_rules([part.strip() for part in text.split(";") if part.strip()])
    except (FormatError, ValueError) as error:
        raise FormatError(f"rules are a JSON list or texts with ; between: {error}") from None


def unread_from_json(parts: object) -> tuple[UnreadPart, ...]:
    """Return the unread parts of an object from names to effects; raise ``FormatError`` for another object.

    >>> unread_from_json({"lines (drawn)": "forbid"})
    (UnreadPart(name='lines (drawn)', may='forbid'),)
    """
    if not isinstance(parts, Mapping):
        raise FormatError(f"unread is an object from parts to what they may do, not {parts!r}")
    try:
        return tuple(UnreadPart(str(name), may) for name, may in parts.items())
    except PuzzleError as error:
        raise FormatError(str(error)) from error


def unread_to_json(parts: Iterable[UnreadPart]) -> dict[str, str]:
    """Return the object that :func:`unread_from_json` reads."""
    return {part.name: part.may for part in parts}


def rules_to_json(rules: Iterable[PuzzleRule]) -> list[str | dict[str, Any]]:
    """A list :func:`rules_from_json` reads: names where a rule has no parameters."""
    entries = map(rule_to_json, rules)
    return [entry if len(entry) > 1 else entry["rule"] for entry in entries]


@lru_cache(maxsize=128)
def square_grid(size: int, box: Box, first: int) -> Grid:
    """A square grid with values from ``first`` on; raises ``PuzzleError`` for a bad box."""
    if first == 1 and box != "none":
        return Grid.square(size, None if box == "default" else box)
    shape = default_box(size) if box == "default" else None if box == "none" else box
    return Grid((Block(0, 0, size, size, shape),), tuple(range(first, first + size)))


@lru_cache(maxsize=128)
def with_classic(rules: tuple[PuzzleRule, ...]) -> tuple[PuzzleRule, ...]:
    """Return the classic rules and ``rules``; one that replaces a classic rule comes in its place."""
    return Puzzle(Grid.square(1)).with_rules(*rules).rules if rules else CLASSIC


def rules_beyond_classic(puzzle: Puzzle) -> tuple[PuzzleRule, ...] | None:
    """Return what :func:`with_classic` turns into the rules; ``None`` if classic ones are missing."""
    extra = tuple(rule for rule in puzzle.rules if rule not in CLASSIC)
    return extra if with_classic(extra) == puzzle.rules else None


def box_statement(grid: Grid) -> Box:
    """Return the box of a square grid in the form of a statement."""
    box = grid.blocks[0].box
    if box == default_box(grid.size):
        return "default"
    return box or "none"


class Header:
    """Writes statements before a puzzle: only the changes to the statements in force."""

    def __init__(self, alphabet: Alphabet | None = None) -> None:
        self.alphabet = alphabet
        """The alphabet asked for; by default each puzzle's own."""
        self._stated = {"alphabet": "digits", "box": "default", "rules": "[]", "unread": "{}"}
        self._alphabet_stated = False

    def statements(self, puzzle: Puzzle, alphabet: Alphabet) -> list[str]:
        """Return ``key: value`` of each statement needed; ``FormatError`` without the classic rules."""
        extra = rules_beyond_classic(puzzle)
        if extra is None:
            raise FormatError("a puzzle without the classic rules: only json can hold it")
        box = box_statement(puzzle.grid)
        rules, unread = "[]", "{}"
        if extra or puzzle.unread:
            import json

            rules = json.dumps(rules_to_json(extra), ensure_ascii=False, separators=(",", ":"))
            unread = json.dumps(unread_to_json(puzzle.unread), ensure_ascii=False)
        needed = {
            "alphabet": alphabet.name,
            "box": box if isinstance(box, str) else f"{box[0]}x{box[1]}",
            "rules": rules,
            "unread": unread,
        }
        keys = [key for key, value in needed.items() if self._stated[key] != value]
        if puzzle.grid.size > 9 and not self._alphabet_stated and "alphabet" not in keys:
            keys.insert(0, "alphabet")
        self._alphabet_stated |= "alphabet" in keys
        self._stated = needed
        return [f"{key}: {needed[key]}" for key in keys]

    def comments(self, puzzle: Puzzle, alphabet: Alphabet, *, comment: bool = True) -> list[str]:
        """Comment lines: statements, the name and, unless written elsewhere, the comment."""
        lines = self.statements(puzzle, alphabet)
        if puzzle.name:
            lines.append(f"name: {one_line(puzzle.name)}")
        for text in puzzle.comment.splitlines() if comment else ():
            stated = statement(f"# {text}") is not None or text[:1].isspace()
            lines.append(f"comment: {text}" if stated else text)
        return [f"# {line}".rstrip() for line in lines]


def one_line(text: str) -> str:
    """The text with every run of blanks and line ends as one blank."""
    return " ".join(text.split())


@dataclass(frozen=True)
class SquareText:
    """The symbols of a square puzzle row by row, and their alphabet."""

    rows: list[str]
    alphabet: Alphabet
    box: tuple[int, int] | None

    def line(self) -> str:
        return "".join(self.rows)

    def framed(self) -> list[str]:
        """Return the rows with bars and dashes between boxes; without boxes, the plain rows."""
        if self.box is None:
            return self.rows
        height, width = self.box
        size = len(self.rows)
        lines = []
        for number, row in enumerate(self.rows):
            if number and number % height == 0:
                lines.append("+".join(["-" * width] * (size // width)))
            lines.append("|".join(row[i : i + width] for i in range(0, size, width)))
        return lines


def text_of_square(
    puzzle: Puzzle, name: str, alphabet: Alphabet | None, *, blank: str = "."
) -> SquareText:
    """The clues of a puzzle as rows of one character a cell.

    Raises ``FormatError`` if ``name``, the format, cannot hold the puzzle: no square of consecutive
    values, candidates or entries, or a value without a character in the alphabet.
    """
    check_no_marks(puzzle, name)
    alphabet = square_alphabet(puzzle, name, alphabet)
    size, symbols = puzzle.grid.size, alphabet.characters
    if blank in symbols[:size]:
        blank = "."
    clues, first = puzzle.clues, alphabet.first
    cells = [symbols[clues[c] - first] if c in clues else blank for c in puzzle.grid.cells]
    rows = ["".join(cells[start : start + size]) for start in range(0, len(cells), size)]
    return SquareText(rows, alphabet, puzzle.grid.blocks[0].box)


def square_alphabet(puzzle: Puzzle, name: str, alphabet: Alphabet | None) -> Alphabet:
    """The alphabet to write a square puzzle in; raises as :func:`text_of_square` does."""
    grid = puzzle.grid
    block, lowest = grid.blocks[0], grid.values[0]
    if not grid.is_single or not block.height == block.width == grid.size:
        raise FormatError(f"{name} holds squares of n rows for n values; json holds any grid")
    if lowest not in (0, 1) or grid.values[-1] - lowest != grid.size - 1:
        raise FormatError(f"{name} holds values from 0 or 1 on without a gap; json holds any")
    alphabet = alphabet or puzzle.alphabet
    if alphabet.first != lowest or len(alphabet.characters) < grid.size:
        values = f"{lowest} to {grid.values[-1]}"
        raise FormatError(f"alphabet {alphabet.name} does not have the values {values}")
    return alphabet


def check_no_marks(puzzle: Puzzle, name: str) -> None:
    """Raise ``FormatError`` if a puzzle has candidates or entries: ``name``, the format, has none."""
    if puzzle.candidates:
        raise FormatError(f"{name} cannot hold candidates; pm and json can")
    if puzzle.entries:
        raise FormatError(f"{name} cannot hold entries; json and hodoku can")


def check_no_statements(puzzle: Puzzle, name: str, alphabet: Alphabet) -> None:
    """Raise ``FormatError`` if the puzzle needs a statement that the format cannot hold."""
    if statements := Header().statements(puzzle, alphabet):
        raise FormatError(f"{name} cannot state {statements[0]}; json can")


def check_plain(puzzle: Puzzle, name: str) -> None:
    """Raise ``FormatError`` unless a puzzle is clues of values from 1 on, with the classic rules."""
    symbols = text_of_square(puzzle, name, None).alphabet
    if puzzle.grid.size <= 9:
        check_no_statements(puzzle, name, symbols)
    if puzzle.grid.values[0] != 1 or len(puzzle.rules) != 3:
        raise FormatError(f"{name} holds classic puzzles of values from 1 on; json holds any")


def rules_on_square(puzzle: Puzzle, name: str) -> tuple[PuzzleRule, ...]:
    """Return the rules beyond the classic of a square of n rows for the values 1 to n.

    Raise ``FormatError`` for another grid, and for a puzzle that lacks classic rules: ``name``, the
    format, holds neither.
    """
    grid, extra = puzzle.grid, rules_beyond_classic(puzzle)
    square = grid.is_single and grid.blocks[0].height == grid.blocks[0].width == grid.size
    if not square or grid.values != (*range(1, grid.size + 1),):
        raise FormatError(f"{name} holds squares of n rows for the values 1 to n; json holds any")
    if extra is None:
        raise FormatError(f"{name} has rows and columns in every puzzle; json can lack them")
    return extra


def region_numbers(puzzle: Puzzle) -> dict[Cell, int | None]:
    """Return the region of each cell, of a jigsaw or of the boxes; empty without either."""
    layouts = [vars(rule)["layout"] for rule in puzzle.rules if rule.name == "jigsaw"]
    if layouts:
        numbers = {letter: n for n, letter in enumerate(dict.fromkeys(layouts[0]))}
        return {cell: numbers[x] for cell, x in zip(puzzle.grid.cells, layouts[0], strict=True)}
    boxes = puzzle.grid.blocks[0].boxes()
    return {cell: number for number, box in enumerate(boxes) for cell in box}
