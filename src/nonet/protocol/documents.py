"""Documents: the puzzle of a question, with the player's entries and marks.

A document is nonet's own JSON.  ``entries`` are the player's values, ``marks`` the candidates
that the player has left in a cell; neither is part of the puzzle.

>>> document = {"size": 4, "clues": {"R1C1": 1}, "entries": {"R1C2": 2}, "marks": {"R1C3": [3]}}
>>> dict(declared_puzzle(document).entries), dict(puzzle_with_marks(document).entries)
({}, {'R1C2': 2})
>>> puzzle_with_marks(document).candidates["R1C3"]
Domain({3})
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from nonet.errors import FormatError, NonetError, QuestionError
from nonet.formats.base import Reader
from nonet.formats.json import read_object
from nonet.model import Domain
from nonet.puzzle import Puzzle, grid_of

if TYPE_CHECKING:
    from nonet.setting.puzzle_parts import Part

# Limits of questions, so that no question can bring an engine down.
#
# Deeply nested JSON overflows the stack of a Python in a browser, which then dies; so depth is
# measured in the text, before parsing.

MAX_QUESTION_LENGTH = 1 << 20
"""Bytes of a question: 1 MiB."""

MAX_DEPTH = 40
"""How deep lists and objects may stand in each other."""

MAX_CELLS = 1600
"""Cells of a puzzle: more than any that is played."""

MAX_RULES = 2000
"""Rules of a puzzle."""

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]', re.DOTALL)


def parse_question(text: str | bytes) -> dict[str, Any]:
    """Return the question of a text; raise ``QuestionError`` if the text is invalid."""
    if len(text) > MAX_QUESTION_LENGTH:
        raise QuestionError(
            f"a question has at most {MAX_QUESTION_LENGTH >> 10} KiB, not {len(text) >> 10}"
        )
    try:
        decoded = text if isinstance(text, str) else text.decode("utf-8")
    except UnicodeDecodeError:
        raise QuestionError("a question is text in UTF-8") from None
    check_depth(decoded)
    try:
        question = json.loads(decoded, parse_constant=_reject_constant)
    except (ValueError, RecursionError) as error:
        raise QuestionError(f"not JSON: {error}") from None
    if not isinstance(question, dict):
        raise QuestionError("a question is an object with the key do")
    return question


def check_depth(text: str, max_depth: int = MAX_DEPTH) -> None:
    """Raise ``QuestionError`` for JSON that is nested deeper than ``max_depth``."""
    depth = 0
    for token in _TOKEN.finditer(text):
        first = token[0][0]
        if first in "[{":
            depth += 1
            if depth > max_depth:
                raise QuestionError(f"a question is nested at most {max_depth} deep")
        elif first in "]}":
            depth -= 1


def _reject_constant(name: str) -> object:
    raise ValueError(f"{name} is not a number")


Document = Mapping[str, Any]


def declared_puzzle(document: Document) -> Puzzle:
    """Return the puzzle as declared by its setter: without the player's entries and marks."""
    return replace(_parse_document(document), entries={})


def puzzle_with_marks(document: Document) -> Puzzle:
    """Return the puzzle with the player's entries and marks.

    A mark narrows the domain of its cell; a mark in a cell with a clue or an entry is ignored,
    since no player sees such a mark.
    """
    puzzle = _parse_document(document)
    candidates = dict(puzzle.candidates)
    for cell, values in _marks(document).items():
        name = puzzle.grid.cell(cell)
        if name in puzzle.clues or name in puzzle.entries:
            continue
        domain = Domain.of(values) & Domain.of(puzzle.grid.values)
        candidates[name] = candidates.get(name, domain) & domain
    return replace(puzzle, candidates=candidates)


def grid_values(puzzle: Puzzle) -> dict[str, int]:
    """All values that stand in the grid: clues and entries."""
    return {**puzzle.clues, **puzzle.entries}


def cells_of(puzzle: Puzzle, parts: Iterable[Part]) -> list[str]:
    """The cells of some parts, each once; a rule may speak of other variables as well."""
    names = (name for part in parts for name in part.scope)
    return list(dict.fromkeys(name for name in names if name in puzzle.grid.cell_set))


def _marks(document: Document) -> Mapping[str, list[int]]:
    marks = document.get("marks", {})
    if not isinstance(marks, dict):
        raise QuestionError(f"marks are an object from cells to values, not {str(marks)[:20]!r}")
    for cell, values in marks.items():
        if not isinstance(values, list) or not all(type(value) is int for value in values):
            raise QuestionError(f"marks of {str(cell)[:20]} are a list of whole numbers")
    return marks


def _parse_document(document: Document) -> Puzzle:
    bare = {key: value for key, value in document.items() if key != "marks"}
    rules = bare.get("rules", [])
    if isinstance(rules, list) and len(rules) > MAX_RULES:
        raise QuestionError(f"a puzzle has at most {MAX_RULES} rules here, not {len(rules)}")
    try:
        check_geometry(bare.get("grid"))
        puzzle = read_object(bare, Reader(allow_clashes=True))
    except NonetError:
        raise
    except (TypeError, ValueError, AttributeError, LookupError, RecursionError) as error:
        raise FormatError(f"not a puzzle: {error}") from error
    check_size(puzzle)
    for cell in _marks(document):
        puzzle.grid.cell(cell)
    return puzzle


def check_geometry(geometry: object) -> None:
    """Raise ``QuestionError`` for a grid of too many cells, before any cell is made."""
    if isinstance(geometry, str):
        count = sum(block.height * block.width for block in grid_of(geometry).blocks)
    elif isinstance(geometry, dict) and "blocks" in geometry:
        count = sum(block["height"] * block["width"] for block in geometry["blocks"])
    else:
        return
    if count > 2 * MAX_CELLS:  # blocks may share cells
        raise QuestionError(f"a puzzle has at most {MAX_CELLS} cells here, not {count}")


def check_size(puzzle: Puzzle) -> None:
    """Raise ``QuestionError`` for a puzzle too large for a page."""
    if (count := len(puzzle.grid.cells)) > MAX_CELLS:
        raise QuestionError(f"a puzzle has at most {MAX_CELLS} cells here, not {count}")
