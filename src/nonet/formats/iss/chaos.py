"""Types about unknown regions and connected values, and the rules they stand for.

A region cell such as ``CC12`` holds the region of the twelfth cell of the grid.  What types
about any cells say of region cells are rules about regions here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nonet.errors import FormatError
from nonet.formats.iss.context import Args, Context, Make, Named, first, numbers, segments
from nonet.formats.rules import whole


def among_regions(rule: str, usual: Make) -> Make:
    """A type that is another rule where all its cells are region cells.

    A number before the cells is the number of sets, which are of one cell each; a cell of the
    grid before them counts the regions.
    """

    def make(context: Context, args: Args) -> Iterator[Named]:
        before = args[: rule != "different-regions"]
        cells = context.divided(args[len(before) :])
        if cells is None:
            yield from usual(context, args)
        elif rule == "same-region":
            sets, _ = first(args, "the number of sets")
            if sets != len(cells):
                raise FormatError("sets of region cells are of one cell each")
            yield rule, {"cells": cells}
        elif rule == "count-regions":
            yield rule, {"cells": cells, "control": context.cells(before)[0]}
        else:
            yield rule, {"cells": cells}

    return make


def _construction(context: Context, args: Args) -> Iterator[Named]:
    size = context.region_size
    usual = size == len(context.geometry.values)
    yield "unknown-regions", {} if usual else {"size": size}
    if context.geometry.box is not None:  # boxes are no regions here: both are asked for
        for cells in context.geometry.grid.blocks[0].boxes():
            yield "extra-region", {"cells": cells}


def _counted(args: Args) -> tuple[dict[str, Any], Args]:
    """Whether the first cell counts, and what follows."""
    offset = args[1] if len(args) > 1 else ""
    if offset not in ("", "0", "1"):
        raise FormatError(f"0 or 1 says whether the first cell is left out, not {offset[:20]!r}")
    return {"others": True} if offset == "1" else {}, args[2:]


def _run(context: Context, args: Args) -> Iterator[Named]:
    more, names = _counted(args)
    (cell,) = context.cells(args[:1]) or ("",)
    arms = []
    for arm in segments(names) if names else []:
        cells = context.divided(arm)
        arms.append(context.cells(arm) if cells is None else cells)
    yield "region-run", {"cell": cell, **({"arms": tuple(arms)} if arms else {}), **more}


def _count(context: Context, args: Args) -> Iterator[Named]:
    more, names = _counted(args)
    (cell,) = context.cells(args[:1]) or ("",)
    if names:
        cells = context.divided(names)
        more["cells"] = context.cells(names) if cells is None else cells
    yield "region-count", {"cell": cell, **more}


def _connected(context: Context, args: Args) -> Iterator[Named]:
    group, values, size = (*args, "", "", "")[:3]
    found: dict[str, Any] = {"values": numbers(values, "a value")}
    geometry = context.geometry
    if group:
        if group not in geometry.groups:
            raise FormatError(f"{group[:20]!r} is no group of cells")
        found["cells"] = context.cells(geometry.groups[group])
        found["width"] = geometry.shapes.get(group) or len(found["cells"])
    elif geometry.groups:
        found["cells"] = tuple(cell for row in geometry.rows() for cell in row)
    if size:
        found["size"] = whole(size) or 0
    yield "connected", found


CHAOS: dict[str, Make] = {
    "ChaosConstruction": _construction,
    "ChaosArrow": _run,
    "ChaosCount": _count,
    "ConnectedValues": _connected,
}
"""Types about unknown regions and connected values."""
