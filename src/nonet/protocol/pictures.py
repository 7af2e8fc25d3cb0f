"""``draw``: all data that a page needs to show a puzzle.

Lines and decorations are encoded as in ``render/svg.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from nonet.formats.statements import rules_from_json
from nonet.model import AllDifferent
from nonet.protocol.command import PUZZLE, Event, Parameter, command
from nonet.protocol.declaration import declaration
from nonet.protocol.documents import Document, puzzle_with_marks
from nonet.puzzle import Puzzle, PuzzleRule
from nonet.puzzle.grid import parse_cell_name, place
from nonet.puzzle.short_form import legend, rule_to_short
from nonet.render.printable import printable
from nonet.render.svg import svg_layers

CELL = Parameter(
    "cell", "integer", "the side of a cell in the drawing's units", 48, minimum=8, maximum=200
)


@command(
    "draw",
    "What a page needs to show the puzzle: its cells, lines, and what rules draw.",
    PUZZLE,
    CELL,
    Parameter("declare", "flag", "also what the page's compiled engine reads", False),
)
def draw(puzzle: Document, cell: int, declare: bool) -> Event:
    """Elements of SVG under and over the values, the cells, and the rules in words."""
    marked = puzzle_with_marks(puzzle)
    symbol = marked.alphabet.symbol
    return {
        **svg_layers(marked.drawing(), values=len(marked.grid.values), cell=cell),
        "cells": [[name, *place(name)] for name in marked.grid.cells],
        "values": list(marked.grid.values),
        "symbols": [symbol(value) for value in marked.grid.values],
        "clues": dict(marked.clues),
        "entries": dict(marked.entries),
        "name": marked.name,
        "comment": marked.comment,
        "legend": legend(marked.rules),
        "differ": groups_that_differ(marked),
        "rules": rule_descriptions(marked, puzzle),
        **({"declared": declaration(marked)} if declare else {}),
    }


def groups_that_differ(puzzle: Puzzle) -> list[list[str]]:
    """Return the groups of cells whose values all differ, of which a page clears marks."""
    groups: dict[tuple[str, ...], None] = {}
    cells = puzzle.grid.cell_set
    for constraint in replace(puzzle, clues={}, entries={}, candidates={}).model().constraints:
        if isinstance(constraint, AllDifferent):
            names = tuple(name for name in constraint.scope if name in cells)
            if len(names) > 1:
                groups[names] = None
    return [list(names) for names in groups]


def rule_descriptions(puzzle: Puzzle, document: Document) -> list[dict[str, Any]]:
    """The rules in words, with their cells, and their place in the document's list."""
    listed = document.get("rules", [])
    stated = list(rules_from_json(listed))
    return [
        {
            "name": type(rule).name,
            "sentence": rule.sentence,
            "words": printable(rule_to_short(rule)),
            "cells": list(dict.fromkeys(_cells(rule, puzzle))),
            "index": stated.index(rule) if rule in stated else None,
        }
        for rule in puzzle.rules
    ]


def _cells(rule: PuzzleRule, puzzle: Puzzle) -> Iterator[str]:
    """Yield the cells of the grid that a rule's parameters name."""
    for parameter in rule.typed_parameters():
        value = getattr(rule, parameter.name)
        if parameter.kind in ("cell", "cells", "groups"):
            for name in _names_in(value):
                if (cell := parse_cell_name(name)) in puzzle.grid.cell_set:
                    yield cell
        elif parameter.kind in ("rule", "rules"):
            for inner in value if isinstance(value, tuple) else (value,):
                if isinstance(inner, PuzzleRule):
                    yield from _cells(inner, puzzle)


def _names_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from _names_in(each)
