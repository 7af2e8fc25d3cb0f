"""The types of constraint strings and their rules, read and written.

The table of marks says a type, its rule and the rule's number, for both directions.  What no row
says is a function: a reader is called with the arguments of a type and the context of the whole
string and yields names of rules with their parameters; a writer returns the constraints of a rule,
or ``None`` if the page has none.

A region cell such as ``CC12`` holds the region of the twelfth cell of the grid.  Types about any
cells become rules about regions when applied to region cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise, product, starmap
from typing import Any

from nonet.errors import FormatError
from nonet.formats.iss.context import (
    BASE64_DIGITS,
    Arguments,
    Geometry,
    NamedRule,
    RuleFactory,
    box_of,
    decode_automaton,
    decode_pattern,
    decode_relation,
    parse_first_number,
    parse_number,
    parse_numbers,
    split_segments,
)
from nonet.formats.marks import RULE_MARKS, Mark, first_by_key
from nonet.formats.rule_collector import whole_number
from nonet.model.auxiliary_variables import is_auxiliary
from nonet.puzzle import Cell, Puzzle, PuzzleRule
from nonet.puzzle.grid import place
from nonet.puzzle.rules.base import are_adjacent

MARKS = first_by_key("iss")
"""The marks by their types."""

Test = Callable[[int, int], bool]

NEIGHBOURS: Mapping[str, tuple[str, dict[str, Any], Test]] = {
    "WhiteDot": ("white-dot", {"difference": 1}, lambda a, b: abs(a - b) == 1),
    "BlackDot": ("black-dot", {"ratio": 2}, lambda a, b: a == 2 * b or b == 2 * a),
    "GreaterThan": ("greater-than", {}, lambda a, b: a > b),
    "X": ("xv", {"letter": "X"}, lambda a, b: a + b == 10),
    "V": ("xv", {"letter": "V"}, lambda a, b: a + b == 5),
}
"""Types for each pair of cells that share an edge: the rule and its parameters, and the relation,
which is for cells in no grid, where no rule draws a mark."""


_DIFFERENT_CELLS = ("equality-cage", "lunchbox", "rellik")
"""Rules whose cells may hold a value twice here, and not on the page."""


# Readers of types about some cells


def _cells_reader(mark: Mark) -> RuleFactory:
    def make(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
        value, names = parse_first_number(args, mark.number) if mark.number else (0, args)
        cells = {"cells": context.cells(names)}
        yield mark.rule, {**cells, mark.number: value} if mark.number else cells
        if mark.rule in _DIFFERENT_CELLS:
            yield "extra-region", cells

    return make


def _neighbours_reader(kind: str) -> RuleFactory:
    rule, parameters, test = NEIGHBOURS[kind]

    def make(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
        for pair in context.neighbours(args):
            if not is_auxiliary(pair[0]):
                yield rule, {"cells": pair, **parameters}
                continue
            pairs = product(context.values, repeat=2)
            yield "relation", {"cells": pair, "allowed": tuple(p for p in pairs if test(*p))}

    return make


def _outside_reader(mark: Mark) -> RuleFactory:
    rule, field = mark.rule, mark.number

    def make(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
        line, clues = args[0] if args else "", args[1:]
        more = {"ties": context.ties} if rule == "full-rank" else {}
        for back, text in enumerate(clues[:2]):
            if text:
                if rule == "skyscraper" and 0 in context.values:
                    cells = context.line(line)
                    seen = parse_number(text, "the count")
                    yield _skyline(cells[::-1] if back else cells, seen, context.values)
                    continue
                clue = context.outside_place(line, back=bool(back))
                yield rule, {"clue": clue, field: parse_number(text, f"the {field}"), **more}

    return make


def _is_path(cells: Sequence[Cell]) -> bool:
    """Whether cells are a line: each touches the one before, and none comes twice."""
    return len(set(cells)) == len(cells) and all(starmap(are_adjacent, pairwise(cells)))


def _whisper(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    """Yield a whisper line; where the line jumps or is closed, a relation of neighbours."""
    number = whole_number(args[0]) if args else None
    difference = 5 if number is None else number
    cells = context.cells(args if number is None else args[1:])
    if _is_path(cells):
        yield "whispers", {"cells": cells, "difference": difference}
        return
    pairs = product(context.values, repeat=2)
    allowed = tuple((a, b) for a, b in pairs if abs(a - b) >= difference)
    yield "relation", {"cells": cells, "allowed": allowed}


def _modular(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    modulus, names = parse_first_number(args, "a modulus")
    if modulus != 1:  # all values are equal modulo 1
        yield "modular", {"cells": context.cells(names), "modulus": modulus}


def _cage(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    total, names = (parse_number(args[0], "a sum") if args[0] else 0, args[1:]) if args else (0, ())
    cells = context.cells(names)
    if len(set(cells)) == len(cells):
        yield "killer", {"cells": cells, "sum": total} if total else {"cells": cells}
        return
    if total:
        yield _weighted(cells, total, [1] * len(cells))
    yield "extra-region", {"cells": tuple(dict.fromkeys(cells))}


def _weighted(cells: Sequence[Cell], total: int, coefficients: Sequence[int]) -> NamedRule:
    """A sum; a cell that is listed again counts again."""
    weights: dict[Cell, int] = {}
    for cell, coefficient in zip(cells, coefficients, strict=True):
        weights[cell] = weights.get(cell, 0) + coefficient
    weights = {cell: weight for cell, weight in weights.items() if weight}
    plain = {"cells": tuple(weights), "sum": total}
    if set(weights.values()) == {1}:
        return "sum", plain
    return "sum", {**plain, "coefficients": tuple(weights.values())}


def _sum(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    head, names = args[0] if args else "", args[1:]
    total, _, coefficients = head.partition("_=_")
    cells = context.cells(names)
    weights = parse_numbers(coefficients, "a coefficient") if coefficients else (1,) * len(cells)
    if len(weights) != len(cells):
        raise FormatError(f"{len(weights)} coefficients for {len(cells)} cells")
    yield _weighted(cells, parse_number(total, "a sum"), weights)


def _arrow(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    path = context.cells(args)
    bulb, *cells = path or ("",)
    if not _is_path(path):
        coefficients = (-1, *(1 for _ in cells))
        yield "sum", {"cells": path, "sum": 0, "coefficients": coefficients}
        return
    yield "arrow", {"bulb": (bulb,), "cells": tuple(cells)}


def _pill(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    size, names = parse_first_number(args, "the size of a pill")
    cells = context.cells(names)
    if size not in (2, 3) or len(cells) <= size:
        raise FormatError("a pill has 2 or 3 cells, and an arrow leaves it")
    yield "arrow", {"bulb": tuple(sorted(cells[:size], key=place)), "cells": cells[size:]}


def _sum_line(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    total, names = parse_first_number(args, "a sum")
    loop = names[-1:] == ("LOOP",)
    cells = context.cells(names[:-1] if loop else names)
    yield "sum-line", {"cells": cells, "sum": total, **({"loop": True} if loop else {})}


def _equal_sums(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    yield "equal-sums", {"groups": tuple(context.cells(names) for names in split_segments(args))}


def _same_values(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    sets, names = parse_first_number(args, "the number of sets")
    cells = context.cells(names)
    if sets < 1 or len(cells) % sets:
        raise FormatError(f"{len(cells)} cells are no {sets} sets of one size")
    size = len(cells) // sets
    groups = tuple(cells[at : at + size] for at in range(0, len(cells), size))
    yield "same-values", {"groups": groups}


def _contains(*, exactly: bool) -> RuleFactory:
    def make(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
        values = parse_numbers(args[0] if args else "", "a value")
        more = {"exactly": True} if exactly else {}
        yield "contains", {"cells": context.cells(args[1:]), "values": values, **more}

    return make


def _look_and_say(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    text = args[0] if args else ""
    if not text.isascii() or not text.isdigit() or len(text) % 2:
        raise FormatError(f"a clue is pairs of a count and a value, not {text[:20]!r}")
    counts = tuple(map(int, text))
    yield "look-and-say", {"cells": context.cells(args[1:]), "counts": counts}


def _quad(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    values = tuple(parse_number(text, "a value") for text in args[1:])
    yield "quadruple", {"cells": context.cells(args[:1]), "values": values}


def _count_distinct(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    control, *cells = context.cells(args) or ("",)
    yield "count-distinct", {"cells": tuple(cells), "control": control}


def _value_index(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    value, index, *line = context.cells(args) or ("",)
    branches = []
    for at, cell in enumerate(line, 1):
        if at in context.values:
            parameters = {"rule": "given-candidates", "cell": index, "values": (at,)}
            same = {"rule": "same-values", "groups": ((value,), (cell,))}
            branches.append({"rule": "all-of", "rules": (parameters, same)})
    yield "any-of", {"rules": tuple(branches)}


def _index(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    rule = {"R": "row-indexer", "C": "column-indexer"}.get(args[0] if args else "")
    if rule is None:
        raise FormatError(f"R (rows) or C (columns) comes first, not {args[:1]}")
    yield rule, {"cells": context.cells(args[1:])}


def _little_killer(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    total, names = parse_first_number(args, "a sum")
    start = context.cells(names[:1])
    height, width = context.height, context.width
    if not start:
        raise FormatError("the first cell of the diagonal is missing")
    row, column = place(start[0])
    if column == 0 and row < height - 1:
        direction, down, right = "DR", 1, 1
    elif column == width - 1 and 0 < row < height - 1:
        direction, down, right = "UL", -1, -1
    elif row == 0:
        direction, down, right = "DL", 1, -1
    elif row == height - 1:
        direction, down, right = "UR", -1, 1
    else:
        raise FormatError(f"{start[0]} is no first cell of a diagonal")
    outside = f"R{row - down + 1}C{column - right + 1}"
    yield "little-killer", {"start": outside, "direction": direction, "sum": total}


def _skyline(cells: Sequence[Cell], count: int, values: Sequence[int]) -> NamedRule:
    """Skyscrapers where 0 is no building: an automaton of the highest and the number seen."""
    states = {(high, seen): at for at, (high, seen) in enumerate(product(values, range(count + 1)))}
    arcs = []
    for (high, seen), at in states.items():
        for value in values:
            after = (value, seen + 1) if value > high else (high, seen)
            if after in states:
                arcs.append((at, value, states[after]))
    accepting = tuple(at for (_, seen), at in states.items() if seen == count)
    return "state-machine", {"cells": cells, "transitions": tuple(arcs), "accepting": accepting}


def _sandwich(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    total, lines = parse_first_number(args, "a sum")
    line = lines[0] if lines else ""
    if len(context.line(line)) == len(context.values):
        yield "sandwich", {"clue": context.outside_place(line), "sum": total}
    else:
        yield "lunchbox", {"cells": context.line(line), "sum": total}


def _groups(items: Arguments) -> Iterator[list[str]]:
    """The cells between separators; names of groups begin with an underscore."""
    group: list[str] = []
    for item in items:
        if not item or item[0] == "_":
            if group:
                yield group
            group = []
        else:
            group.append(item)
    if group:
        yield group


def _pair(*, every: bool, legacy: bool = False) -> RuleFactory:
    def make(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
        allowed = decode_relation(args[0] if args else "", context.values, legacy=legacy)
        for names in _groups(args[1:]):
            if len(names) > 1:
                cells = context.cells(names)
                yield "relation", {"cells": cells, "allowed": allowed, "every": every}

    return make


def _regex(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    pattern = decode_pattern(args[0] if args else "")
    for names in _groups(args[1:]):
        yield "regex-line", {"cells": context.cells(names), "pattern": pattern}


def _machine(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    for names in _groups(args[1:]):
        parts = [context.cells(part) for part in split_segments(tuple(names))]
        cells = tuple(cell for part in parts for cell in part)
        sizes = [len(part) for part in parts]
        transitions, accepting = decode_automaton(args[0], context.values, sizes)
        yield (
            "state-machine",
            {"cells": cells, "accepting": accepting, "transitions": transitions},
        )


# Readers of types about unknown regions and connected values


def region_variant(rule: str, default: RuleFactory) -> RuleFactory:
    """A type that is another rule where all its cells are region cells.

    A number before the cells is the number of sets, which are of one cell each; a cell of the grid
    before the region cells counts the regions.
    """

    def make(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
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


def _construction(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    size = context.region_size
    usual = size == len(context.values)
    yield "unknown-regions", {} if usual else {"size": size}
    if context.box is not None:  # boxes are no regions here: both are asked for
        for cells in context.grid.blocks[0].boxes():
            yield "extra-region", {"cells": cells}


def _offset_and_rest(args: Arguments) -> tuple[dict[str, Any], Arguments]:
    """Return whether the first cell counts, and the later arguments."""
    offset = args[1] if len(args) > 1 else ""
    if offset not in ("", "0", "1"):
        raise FormatError(f"0 or 1 says whether the first cell is left out, not {offset[:20]!r}")
    return {"others": True} if offset == "1" else {}, args[2:]


def _run(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    more, names = _offset_and_rest(args)
    (cell,) = context.cells(args[:1]) or ("",)
    arms = []
    for arm in split_segments(names) if names else []:
        cells = context.region_cells(arm)
        arms.append(context.cells(arm) if cells is None else cells)
    yield "region-run", {"cell": cell, **({"arms": tuple(arms)} if arms else {}), **more}


def _count(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    more, names = _offset_and_rest(args)
    (cell,) = context.cells(args[:1]) or ("",)
    if names:
        cells = context.region_cells(names)
        more["cells"] = context.cells(names) if cells is None else cells
    yield "region-count", {"cell": cell, **more}


def _connected(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    group, values, size = (*args, "", "", "")[:3]
    fields: dict[str, Any] = {"values": parse_numbers(values, "a value")}
    if group:
        if group not in context.groups:
            raise FormatError(f"{group[:20]!r} is no group of cells")
        fields["cells"] = context.cells(context.groups[group])
        fields["width"] = context.shapes.get(group) or len(fields["cells"])
    elif context.groups:
        fields["cells"] = tuple(cell for row in context.rows() for cell in row)
    if size:
        fields["size"] = whole_number(size) or 0
    yield "connected", fields


# Readers of types about the whole grid


def _diagonal(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    direction = args[0] if args else ""
    if direction not in ("1", "-1"):
        raise FormatError(f"1 or -1 says which diagonal, not {direction[:20]!r}")
    yield "positive-diagonal" if direction == "1" else "negative-diagonal", {}


def _windoku(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    box = box_of(context.height, context.width, context.region_size)
    if box is None:
        return
    usual = (context.height, context.width, box, len(context.values)) == (9, 9, (3, 3), 9)
    if usual and context.grid.is_single:
        yield "windoku", {}
        return
    high, wide = box
    rows = context.rows()
    for left in range(1, context.width - wide, wide + 1):
        for top in range(1, context.height - high, high + 1):
            cells = [rows[top + r][left + c] for r in range(high) for c in range(wide)]
            yield "extra-region", {"cells": tuple(cells)}


def _disjoint(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    box = box_of(context.height, context.width, context.region_size)
    if box is None:
        return
    high, wide = box
    rows = context.rows()
    for r in range(high):
        for c in range(wide):
            cells = [cell for row in rows[r::high] for cell in row[c::wide]]
            yield "extra-region", {"cells": tuple(cells)}


def _switch(mark: Mark) -> RuleFactory:
    return lambda context, args: iter([(mark.rule, {})])


def _same_regions(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    """The largest regions hold the same values."""
    jigsaws = [node.args[-1] for node in context.nodes if node.type == "Jigsaw" and node.args]
    regions: list[tuple[Cell, ...]] = [*context.rows(), *context.columns()]
    regions += context.grid.blocks[0].boxes()
    cells = [cell for row in context.rows() for cell in row]
    for layout in jigsaws:
        pairs = list(zip(cells, layout, strict=False))
        regions += [tuple(c for c, x in pairs if x == letter) for letter in dict.fromkeys(layout)]
    most = max(map(len, regions))
    groups = tuple(region for region in regions if len(region) == most)
    if most != len(context.values) and len(groups) > 1:
        yield "same-values", {"groups": groups}


def _doppelganger(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    """Each row, column and box lacks a digit, no two the same.

    The row, column and box of a 0 lack three digits.

    The cells in no grid have the names of the page: ``DGC1`` is the digit that row 1 lacks,
    ``DGR1`` the digit of column 1, and ``DGB1`` the digit of box 1.
    """
    zero = context.cell("DGZ")
    yield "given-candidates", {"cell": zero, "values": (0,)}
    kinds = [("DGC", context.rows()), ("DGR", context.columns())]
    kinds.append(("DGB", context.grid.blocks[0].boxes()))
    lacks: dict[Cell, list[Cell]] = {}
    for prefix, units in kinds:
        missing = [context.cell(f"{prefix}{number}") for number in range(1, len(units) + 1)]
        for unit, cell in zip(units, missing, strict=True):
            yield "extra-region", {"cells": (*unit, cell)}
            for each in unit:
                lacks.setdefault(each, []).append(cell)
        if missing:
            yield "extra-region", {"cells": (*missing, zero)}
    other = context.values[1:]
    for cell, missing in lacks.items():
        branches = (
            {"rule": "given-candidates", "cell": cell, "values": other},
            {"rule": "extra-region", "cells": tuple(missing)},
        )
        yield "any-of", {"rules": branches}


def _rows(*places: str) -> dict[str, Mark]:
    return {kind: m for kind, m in MARKS.items() if m.place in places and "~" not in kind}


CELL_TYPES: dict[str, RuleFactory] = {
    **{kind: _cells_reader(mark) for kind, mark in _rows("line", "cells").items()},
    **{kind: _outside_reader(mark) for kind, mark in _rows("clue").items()},
    **{kind: _neighbours_reader(kind) for kind in NEIGHBOURS},
    "AllDifferent": region_variant("different-regions", _cells_reader(MARKS["AllDifferent"])),
    "Whisper": _whisper,
    "Modular": _modular,
    "Cage": _cage,
    "Sum": _sum,
    "Arrow": _arrow,
    "PillArrow": _pill,
    "SumLine": _sum_line,
    "EqualSum": _equal_sums,
    "SameValues": region_variant("same-region", _same_values),
    "ContainAtLeast": _contains(exactly=False),
    "ContainExact": _contains(exactly=True),
    "LookAndSay": _look_and_say,
    "Quad": _quad,
    "CountDistinct": region_variant("count-regions", _count_distinct),
    "ValueIndexing": _value_index,
    "Indexing": _index,
    "LittleKiller": _little_killer,
    "Sandwich": _sandwich,
    "Pair": _pair(every=False),
    "PairX": _pair(every=True),
    "Binary": _pair(every=False, legacy=True),
    "BinaryX": _pair(every=True, legacy=True),
    "Regex": _regex,
    "NFA": _machine,
    "ChaosConstruction": _construction,
    "ChaosArrow": _run,
    "ChaosCount": _count,
    "ConnectedValues": _connected,
}
"""Readers of the types that may also stand in a composite."""

WHOLE_GRID_TYPES: dict[str, RuleFactory] = {
    **{kind: _switch(mark) for kind, mark in _rows("grid").items()},
    "Diagonal": _diagonal,
    "Windoku": _windoku,
    "DisjointSets": _disjoint,
    "RegionSameValues": _same_regions,
    "Doppelganger": _doppelganger,
}
"""Readers of the types about the whole grid."""


# Writers


def _item(*parts: object) -> str:
    return f".{'~'.join(map(str, parts))}"


def _values_text(values: Iterable[int]) -> str:
    return "_".join(map(str, values))


@dataclass(frozen=True)
class ConstraintWriter:
    """Writes the rules of a puzzle as constraints."""

    puzzle: Puzzle
    geometry: Geometry

    def ids(self, cells: Iterable[Cell]) -> list[str]:
        """Return the names of cells in constraint strings; raise ``FormatError`` for a variable."""
        cells = list(cells)
        if any(map(is_auxiliary, cells)):
            raise FormatError(
                "iss text with variables beside the grid is not written; json has them"
            )
        return [self.geometry.id_by_cell[self.puzzle.grid.cell(cell)] for cell in cells]

    def constraints(self, rule: PuzzleRule) -> str:
        """Return a rule as constraints; raise ``FormatError`` if the page has no such constraint."""
        text = self._text(rule, rule)
        if text is None:
            raise FormatError(f"iss has nothing for this rule {rule.name}; json holds every rule")
        return text

    def _text(self, rule: PuzzleRule, fields: Any) -> str | None:
        writer, mark = _WRITERS.get(rule.name), RULE_MARKS.get(rule.name)
        if writer is not None or mark is None or not mark.iss:
            return writer(fields, self) if writer else None
        if mark.place == "grid":
            return f".{mark.iss}" if rule == type(rule)() else None
        value = getattr(rule, mark.number) if mark.number else None
        if mark.place == "clue":
            line, back = self.line(fields.clue)
            return _item(mark.iss, line, *(("", value) if back else (value, "")))
        usual = 5 if mark.iss == "Whisper" else None  # what a whisper line without a number has
        return _item(mark.iss, *[value] * (value not in (None, usual)), *self.ids(fields.cells))

    def line(self, clue: str) -> tuple[str, bool]:
        """Return the row or column of a place beside the grid, and whether at its end."""
        row, column = place(clue)
        if 0 <= row < self.puzzle.grid.height:
            return f"R{row + 1}", column >= 0
        return f"C{column + 1}", row >= 0

    def regions(self, cells: Iterable[Cell]) -> list[str]:
        """Return the names of the region cells of some cells."""
        grid = self.puzzle.grid
        places = (place(grid.cell(cell)) for cell in cells)
        return [f"CC{row * grid.width + column + 1}" for row, column in places]

    def segments(self, groups: Iterable[list[str]]) -> list[str]:
        """Return the names of all groups, with single dashes between groups."""
        return [name for group in groups for name in ("-", *group)][1:]

    def pair(self, rule: Any, test: Test, kind: str = "Pair") -> str:
        """Return the relation of cells as a key of six bits a character."""
        bits = [test(*pair) for pair in product(self.puzzle.grid.values, repeat=2)]
        numbers = (
            sum(bit << at for at, bit in enumerate(bits[start : start + 6]))
            for start in range(0, len(bits), 6)
        )
        key = "".join(map(BASE64_DIGITS.__getitem__, numbers)).rstrip("A")
        return _item(kind, key, *self.ids(rule.cells))

    def parity(self, rule: Any, remainder: int) -> str:
        """Return the values of even or odd cells."""
        values = _values_text(v for v in self.puzzle.grid.values if v % 2 == remainder)
        return _item("", *(f"{cell}_{values}" for cell in self.ids(rule.cells)))

    def composite(self, kind: str, rule: Any) -> str:
        """Return the constraints of the parts of a rule within a type."""
        return f".{kind}{''.join(map(self.constraints, rule.rules))}.End"


def _write_killer(rule: Any, to: ConstraintWriter) -> str | None:
    cells = to.ids(rule.cells)
    if rule.repeats:
        return _item("Sum", rule.sum, *cells) if isinstance(rule.sum, int) else None
    if isinstance(rule.sum, tuple):
        return f".Or{''.join(_item('Cage', each, *cells) for each in rule.sum)}.End"
    return _item("Cage", "" if rule.sum is None else rule.sum, *cells)


def _write_sum(rule: Any, to: ConstraintWriter) -> str:
    more = f"_=_{_values_text(rule.coefficients)}" if rule.coefficients else ""
    return _item("Sum", f"{rule.sum}{more}", *to.ids(rule.cells))


def _write_arrow(rule: Any, to: ConstraintWriter) -> str:
    size = len(rule.bulb)
    kind = ["Arrow"] if size == 1 else ["PillArrow", size]
    return _item(*kind, *to.ids([*rule.bulb, *rule.cells]))


def _write_clone(rule: Any, to: ConstraintWriter) -> str:
    pairs = zip(rule.cells, rule.copy, strict=True)
    return "".join(_item("SameValues", 2, *to.ids(pair)) for pair in pairs)


def _write_look_and_say(rule: Any, to: ConstraintWriter) -> str | None:
    if any(number > 9 for number in rule.counts):
        return None
    return _item("LookAndSay", "".join(map(str, rule.counts)), *to.ids(rule.cells))


def _write_quadruple(rule: Any, to: ConstraintWriter) -> str:
    corner = min((to.puzzle.grid.cell(cell) for cell in rule.cells), key=place)
    return _item("Quad", *to.ids([corner]), *rule.values)


def _write_dot(rule: Any, to: ConstraintWriter) -> str:
    """Return a dot of the page, or the relation of a dot with another number."""
    mark = RULE_MARKS[rule.name]
    if (number := getattr(rule, mark.number)) == mark.usual:
        return _item(mark.iss, *to.ids(rule.cells))
    if rule.name == "white-dot":
        return to.pair(rule, lambda a, b: abs(a - b) == number)
    return to.pair(rule, lambda a, b: a == number * b or b == number * a)


def _write_relation(rule: Any, to: ConstraintWriter) -> str:
    allowed = set(rule.allowed)
    return to.pair(rule, lambda a, b: (a, b) in allowed, "PairX" if rule.every else "Pair")


def _write_construction(rule: Any, to: ConstraintWriter) -> str:
    size = "" if rule.size is None else _item("RegionSize", rule.size)
    return f"{size}.NoBoxes.ChaosConstruction"


def _write_region_clue(kind: str, rule: Any, to: ConstraintWriter, cells: list[str]) -> str:
    more = [int(rule.others)] if cells or rule.others else []
    return _item(kind, *to.ids([rule.cell]), *more, *cells)


def _write_connected(rule: Any, to: ConstraintWriter) -> str | None:
    """Return the constraint over the whole grid; ``None`` if the rule is about other cells."""
    if rule.cells and tuple(map(to.puzzle.grid.cell, rule.cells)) != to.puzzle.grid.cells:
        return None
    size = [] if rule.size is None else [rule.size]
    return _item("ConnectedValues", "", _values_text(rule.values), *size)


_WRITERS: Mapping[str, Callable[[Any, ConstraintWriter], str | None]] = {
    "killer": _write_killer,
    "sum": _write_sum,
    "arrow": _write_arrow,
    "sum-line": lambda rule, to: _item(
        "SumLine", rule.sum, *to.ids(rule.cells), *["LOOP"] * rule.loop
    ),
    "equal-sums": lambda rule, to: _item("EqualSum", *to.segments(map(to.ids, rule.groups))),
    "same-values": lambda rule, to: _item(
        "SameValues", len(rule.groups), *to.ids(chain(*rule.groups))
    ),
    "clone": _write_clone,
    "contains": lambda rule, to: _item(
        "ContainExact" if rule.exactly else "ContainAtLeast",
        _values_text(rule.values),
        *to.ids(rule.cells),
    ),
    "look-and-say": _write_look_and_say,
    "quadruple": _write_quadruple,
    "count-distinct": lambda rule, to: _item("CountDistinct", *to.ids([rule.control, *rule.cells])),
    "full-rank": lambda rule, to: None,
    "white-dot": _write_dot,
    "black-dot": _write_dot,
    "xv": lambda rule, to: _item(rule.letter, *to.ids(rule.cells)),
    "relation": _write_relation,
    "even": lambda rule, to: to.parity(rule, 0),
    "odd": lambda rule, to: to.parity(rule, 1),
    "given-candidates": lambda rule, to: _item(
        "", f"{to.ids([rule.cell])[0]}_{_values_text(rule.values)}"
    ),
    "little-killer": lambda rule, to: _item("Sum", rule.sum, *to.ids(rule.located(to.puzzle.grid))),
    "sandwich": lambda rule, to: _item("Sandwich", rule.sum, to.line(rule.clue)[0]),
    "any-of": lambda rule, to: to.composite("Or", rule),
    "all-of": lambda rule, to: to.composite("And", rule),
    "unknown-regions": _write_construction,
    "region-run": lambda rule, to: _write_region_clue(
        "ChaosArrow", rule, to, to.segments(map(to.regions, rule.arms))
    ),
    "region-count": lambda rule, to: _write_region_clue(
        "ChaosCount", rule, to, to.regions(rule.cells)
    ),
    "same-region": lambda rule, to: _item("SameValues", len(rule.cells), *to.regions(rule.cells)),
    "different-regions": lambda rule, to: _item("AllDifferent", *to.regions(rule.cells)),
    "count-regions": lambda rule, to: _item(
        "CountDistinct", *to.ids([rule.control]), *to.regions(rule.cells)
    ),
    "connected": _write_connected,
}
"""Writers of the other rules."""
