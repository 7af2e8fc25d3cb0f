"""Types about the whole grid, and their rules."""

from __future__ import annotations

from collections.abc import Iterator

from nonet.errors import FormatError
from nonet.formats.iss.context import Arguments, Context, NamedRule, RuleFactory
from nonet.formats.iss.geometry import box_of
from nonet.puzzle import Cell


def _diagonal(context: Context, args: Arguments) -> Iterator[NamedRule]:
    direction = args[0] if args else ""
    if direction not in ("1", "-1"):
        raise FormatError(f"1 or -1 says which diagonal, not {direction[:20]!r}")
    yield "positive-diagonal" if direction == "1" else "negative-diagonal", {}


def _windoku(context: Context, args: Arguments) -> Iterator[NamedRule]:
    geometry, size = context.geometry, context.region_size
    box = box_of(geometry.height, geometry.width, size)
    if box is None:
        return
    usual = (geometry.height, geometry.width, box, len(geometry.values)) == (9, 9, (3, 3), 9)
    if usual and geometry.grid.is_single:
        yield "windoku", {}
        return
    high, wide = box
    rows = geometry.rows()
    for left in range(1, geometry.width - wide, wide + 1):
        for top in range(1, geometry.height - high, high + 1):
            cells = [rows[top + r][left + c] for r in range(high) for c in range(wide)]
            yield "extra-region", {"cells": tuple(cells)}


def _disjoint(context: Context, args: Arguments) -> Iterator[NamedRule]:
    geometry = context.geometry
    box = box_of(geometry.height, geometry.width, context.region_size)
    if box is None:
        return
    high, wide = box
    rows = geometry.rows()
    for r in range(high):
        for c in range(wide):
            cells = [cell for row in rows[r::high] for cell in row[c::wide]]
            yield "extra-region", {"cells": tuple(cells)}


def _switch(rule: str) -> RuleFactory:
    def make(context: Context, args: Arguments) -> Iterator[NamedRule]:
        yield rule, {}

    return make


def _same_regions(context: Context, args: Arguments) -> Iterator[NamedRule]:
    """The largest regions hold the same values."""
    geometry = context.geometry
    jigsaws = [node.args[-1] for node in context.nodes if node.type == "Jigsaw" and node.args]
    regions: list[tuple[Cell, ...]] = [*geometry.rows(), *geometry.columns()]
    regions += geometry.grid.blocks[0].boxes()
    cells = [cell for row in geometry.rows() for cell in row]
    for layout in jigsaws:
        pairs = list(zip(cells, layout, strict=False))
        regions += [tuple(c for c, x in pairs if x == letter) for letter in dict.fromkeys(layout)]
    most = max(map(len, regions))
    groups = tuple(region for region in regions if len(region) == most)
    if most != len(geometry.values) and len(groups) > 1:
        yield "same-values", {"groups": groups}


def _doppelganger(context: Context, args: Arguments) -> Iterator[NamedRule]:
    """Each row, column and box lacks a digit, no two the same.

    The row, column and box of a 0 lack three digits.

    The cells in no grid have the names of the page: ``DGC1`` is the digit that row 1 lacks,
    ``DGR1`` the digit of column 1, and ``DGB1`` the digit of box 1.
    """
    geometry = context.geometry
    zero = geometry.cell("DGZ")
    yield "given-candidates", {"cell": zero, "values": (0,)}
    kinds = [("DGC", geometry.rows()), ("DGR", geometry.columns())]
    kinds.append(("DGB", geometry.grid.blocks[0].boxes()))
    lacks: dict[Cell, list[Cell]] = {}
    for prefix, units in kinds:
        missing = [geometry.cell(f"{prefix}{number}") for number in range(1, len(units) + 1)]
        for unit, cell in zip(units, missing, strict=True):
            yield "extra-region", {"cells": (*unit, cell)}
            for each in unit:
                lacks.setdefault(each, []).append(cell)
        if missing:
            yield "extra-region", {"cells": (*missing, zero)}
    other = geometry.values[1:]
    for cell, missing in lacks.items():
        branches = (
            {"rule": "given-candidates", "cell": cell, "values": other},
            {"rule": "extra-region", "cells": tuple(missing)},
        )
        yield "any-of", {"rules": branches}


WHOLE_GRID_TYPES: dict[str, RuleFactory] = {
    "Diagonal": _diagonal,
    "Windoku": _windoku,
    "DisjointSets": _disjoint,
    "AntiKnight": _switch("anti-knight"),
    "AntiKing": _switch("anti-king"),
    "AntiConsecutive": _switch("nonconsecutive"),
    "AntiTaxicab": _switch("anti-taxicab"),
    "GlobalEntropy": _switch("global-entropy"),
    "GlobalMod": _switch("global-modulo"),
    "StrictKropki": _switch("strict-kropki"),
    "StrictXV": _switch("strict-xv"),
    "DutchFlatmates": _switch("dutch-flatmates"),
    "RegionSameValues": _same_regions,
    "Doppelganger": _doppelganger,
}
"""Types about the whole grid."""
