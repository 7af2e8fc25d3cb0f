"""``draw``: what a page needs to show a puzzle, all of it made here.

Lines and what rules draw are told as in ``render/svg_layers.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nonet.formats.statements import rules_from_json
from nonet.protocol.command import PUZZLE, Event, Parameter, command
from nonet.protocol.documents import Document, puzzle_with_marks
from nonet.puzzle import Puzzle, PuzzleRule
from nonet.puzzle.grid import parse_cell_name, place
from nonet.puzzle.legend import legend
from nonet.puzzle.short_form import rule_to_short
from nonet.render.printable import printable
from nonet.render.svg_layers import svg_layers

CELL = Parameter(
    "cell", "integer", "the side of a cell in the drawing's units", 48, minimum=8, maximum=200
)


@command(
    "draw",
    "What a page needs to show the puzzle: its cells, lines, and what rules draw.",
    PUZZLE,
    CELL,
)
def draw(puzzle: Document, cell: int) -> Event:
    """Elements of SVG under and over the values, the cells, and the rules in words."""
    found = puzzle_with_marks(puzzle)
    symbol = found.alphabet.symbol
    return {
        **svg_layers(found.drawing(), values=len(found.grid.values), cell=cell),
        "cells": [[name, *place(name)] for name in found.grid.cells],
        "values": list(found.grid.values),
        "symbols": [symbol(value) for value in found.grid.values],
        "clues": dict(found.clues),
        "entries": dict(found.entries),
        "name": found.name,
        "comment": found.comment,
        "legend": legend(found),
        "rules": rule_descriptions(found, puzzle),
    }


def rule_descriptions(puzzle: Puzzle, document: Document) -> list[dict[str, Any]]:
    """The rules in words, with their cells, and their place in the document's list."""
    listed = document.get("rules", [])
    stated = list(rules_from_json(listed))
    found = []
    for rule in puzzle.rules:
        index = stated.index(rule) if rule in stated else None
        found.append(
            {
                "name": rule.name,
                "sentence": rule.sentence,
                "words": printable(rule_to_short(rule)),
                "cells": list(dict.fromkeys(_cells(rule, puzzle))),
                "index": index,
            }
        )
    return found


def _cells(rule: PuzzleRule, puzzle: Puzzle) -> Iterator[str]:
    """The cells that a rule's parameters name, of those on the grid."""
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
