"""Types about unknown regions and connected values, and their rules.

A region cell such as ``CC12`` holds the region of the twelfth cell of the grid.  Types about any
cells become rules about regions here, when applied to region cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nonet.errors import FormatError
from nonet.formats.iss.context import (
    Arguments,
    Context,
    NamedRule,
    RuleFactory,
    parse_first_number,
    parse_numbers,
    split_segments,
)
from nonet.formats.rule_collector import whole_number


def region_variant(rule: str, default: RuleFactory) -> RuleFactory:
    """A type that is another rule where all its cells are region cells.

    A number before the cells is the number of sets, which are of one cell each; a cell of the grid
    before the region cells counts the regions.
    """

    def make(context: Context, args: Arguments) -> Iterator[NamedRule]:
        before = args[: rule != "different-regions"]
        cells = context.region_cells(args[len(before) :])
        if cells is None:
            yield from default(context, args)
        elif rule == "same-region":
            sets, _ = parse_first_number(args, "the number of sets")
            if sets != len(cells):
                raise FormatError("sets of region cells are of one cell each")
            yield rule, {"cells": cells}
        elif rule == "count-regions":
            yield rule, {"cells": cells, "control": context.cells(before)[0]}
        else:
            yield rule, {"cells": cells}

    return make


def _construction(context: Context, args: Arguments) -> Iterator[NamedRule]:
    size = context.region_size
    usual = size == len(context.geometry.values)
    yield "unknown-regions", {} if usual else {"size": size}
    if context.geometry.box is not None:  # boxes are no regions here: both are asked for
        for cells in context.geometry.grid.blocks[0].boxes():
            yield "extra-region", {"cells": cells}


def _offset_and_rest(args: Arguments) -> tuple[dict[str, Any], Arguments]:
    """Return whether the first cell counts, and the later arguments."""
    offset = args[1] if len(args) > 1 else ""
    if offset not in ("", "0", "1"):
        raise FormatError(f"0 or 1 says whether the first cell is left out, not {offset[:20]!r}")
    return {"others": True} if offset == "1" else {}, args[2:]


def _run(context: Context, args: Arguments) -> Iterator[NamedRule]:
    more, names = _offset_and_rest(args)
    (cell,) = context.cells(args[:1]) or ("",)
    arms = []
    for arm in split_segments(names) if names else []:
        cells = context.region_cells(arm)
        arms.append(context.cells(arm) if cells is None else cells)
    yield "region-run", {"cell": cell, **({"arms": tuple(arms)} if arms else {}), **more}


def _count(context: Context, args: Arguments) -> Iterator[NamedRule]:
    more, names = _offset_and_rest(args)
    (cell,) = context.cells(args[:1]) or ("",)
    if names:
        cells = context.region_cells(names)
        more["cells"] = context.cells(names) if cells is None else cells
    yield "region-count", {"cell": cell, **more}


def _connected(context: Context, args: Arguments) -> Iterator[NamedRule]:
    group, values, size = (*args, "", "", "")[:3]
    fields: dict[str, Any] = {"values": parse_numbers(values, "a value")}
    geometry = context.geometry
    if group:
        if group not in geometry.groups:
            raise FormatError(f"{group[:20]!r} is no group of cells")
        fields["cells"] = context.cells(geometry.groups[group])
        fields["width"] = geometry.shapes.get(group) or len(fields["cells"])
    elif geometry.groups:
        fields["cells"] = tuple(cell for row in geometry.rows() for cell in row)
    if size:
        fields["size"] = whole_number(size) or 0
    yield "connected", fields


REGION_TYPES: dict[str, RuleFactory] = {
    "ChaosConstruction": _construction,
    "ChaosArrow": _run,
    "ChaosCount": _count,
    "ConnectedValues": _connected,
}
"""Types about unknown regions and connected values."""
