"""``draw``: what a page needs to show a puzzle, all of it made here.

Lines and what rules draw are told as in ``render/geometry.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nonet.asking.command import PUZZLE, Event, Parameter, command
from nonet.asking.documents import Document, marked
from nonet.formats.statements import rules_from_json
from nonet.puzzle import Puzzle, PuzzleRule
from nonet.puzzle.grid import place, read_name
from nonet.puzzle.legend import legend
from nonet.puzzle.short import short
from nonet.render.geometry import geometry
from nonet.render.plain import plain

CELL = Parameter(
    "cell", "integer", "the side of a cell in the drawing's units", 48, least=8, most=200
)


@command(
    "draw",
    "What a page needs to show the puzzle: its cells, lines, and what rules draw.",
    PUZZLE,
    CELL,
)
def draw(puzzle: Document, cell: int) -> Event:
    """Elements of SVG under and over the values, the cells, and the rules in words."""
    found = marked(puzzle)
    symbol = found.alphabet.symbol
    return {
        **geometry(found.drawing(), values=len(found.grid.values), cell=cell),
        "cells": [[name, *place(name)] for name in found.grid.cells],
        "values": list(found.grid.values),
        "symbols": [symbol(value) for value in found.grid.values],
        "clues": dict(found.clues),
        "entries": dict(found.entries),
        "name": found.name,
        "comment": found.comment,
        "legend": legend(found),
        "rules": rules_of(found, puzzle),
    }


def rules_of(puzzle: Puzzle, document: Document) -> list[dict[str, Any]]:
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
                "words": plain(short(rule)),
                "cells": list(dict.fromkeys(_cells(rule, puzzle))),
                "index": index,
            }
        )
    return found


def _cells(rule: PuzzleRule, puzzle: Puzzle) -> Iterator[str]:
    """The cells that a rule's parameters name, of those on the grid."""
    for parameter in rule.typed():
        value = getattr(rule, parameter.name)
        if parameter.kind in ("cell", "cells", "groups"):
            for name in _names(value):
                if (cell := read_name(name)) in puzzle.grid.cell_set:
                    yield cell
        elif parameter.kind in ("rule", "rules"):
            for inner in value if isinstance(value, tuple) else (value,):
                if isinstance(inner, PuzzleRule):
                    yield from _cells(inner, puzzle)


def _names(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from _names(each)
