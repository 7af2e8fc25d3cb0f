"""The types of constraint strings and their rules, read and written.

A type is a row where its arguments, in order, are fields of its rule: of the table of marks, or of
``SIGNATURES``; a row is read and written.  What no row says is a function: a reader is called with
the context of the whole string and the arguments of a type, and yields names of rules with their
parameters; a writer returns the constraints of a rule, or ``None`` if the page has none.

A region cell such as ``CC12`` holds the region of the twelfth cell of the grid.  Types about any
cells become rules about regions when applied to region cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, pairwise, product, starmap
from typing import Any, NamedTuple

from nonet.errors import FormatError, ImpossibleRule, quantity
from nonet.formats.iss import context as notation
from nonet.formats.iss.context import Arguments, Geometry, NamedRule, RuleFactory
from nonet.formats.links import whole_number
from nonet.formats.marks import MARKS as ALL_MARKS
from nonet.formats.marks import RULE_MARKS, MarkRow, fields_of_machine, first_by_key
from nonet.model.auxiliary_variables import is_auxiliary
from nonet.model.constraints.regular import build_automaton
from nonet.puzzle import Block, Cell, Grid, Puzzle, PuzzleRule, make_rule
from nonet.puzzle.grid import place
from nonet.puzzle.rules.base import are_adjacent

MARKS = first_by_key("iss")


class Signature(NamedTuple):
    """A type as data: its rule, the fields of its arguments, and the fields that the type fixes.

    The last field takes all further arguments.  ``cells:regions`` is the field ``cells``, written
    as region cells.
    """

    rule: str
    fields: str
    fixed: Mapping[str, Any] = {}


SIGNATURES: list[tuple[str, Signature]] = [
    ("EqualSum", Signature("equal-sums", "groups")),
    ("ContainExact", Signature("contains", "values cells", {"exactly": True})),
    ("ContainAtLeast", Signature("contains", "values cells")),
    ("AllDifferent", Signature("different-regions", "cells:regions")),
    ("CountDistinct", Signature("count-regions", "control cells:regions")),
    *(
        (mark.iss, Signature(mark.rule, f"{mark.number} cells"))
        for mark in ALL_MARKS
        if mark.iss and mark.place in ("line", "cells", "pair")
    ),
]
"""The types whose arguments are fields, in the order in which a type is looked for."""

# Rules whose cells may hold a value twice here, and not on the page.
_DIFFERENT_CELLS = ("equality-cage", "lunchbox", "rellik")


def _parse_counts(context: Geometry, text: str) -> tuple[int, ...]:
    if not text.isascii() or not text.isdigit() or len(text) % 2:
        raise FormatError(f"a clue is pairs of a count and a value, not {text[:20]!r}")
    return tuple(map(int, text))


# Parsers of fields that are not numbers.
_PARSERS: Mapping[str, Callable[[Geometry, Any], Any]] = {
    "values": lambda context, text: notation.parse_numbers(text, "a value"),
    "counts": _parse_counts,
    "control": lambda context, text: context.cell(text),
    "cells": lambda context, names: context.cells(names),
    "groups": lambda context, names: tuple(map(context.cells, notation.split_segments(names))),
    "regions": lambda context, names: context.region_cells(names),
}


# Readers of types about some cells


def _fields_reader(*signatures: Signature) -> RuleFactory:
    """Return the reader of a type's rows: one of region cells is for these, the first for others."""

    def make(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
        for signature in signatures:
            *heads, last = signature.fields.split() or [""]
            field, _, written = last.partition(":")
            if not written or context.region_cells(args[len(heads) :]) is not None:
                break
        fields = dict(signature.fixed)
        args = (*args, *[""] * (len(heads) - len(args)))
        for head, text in zip(heads, args, strict=False):
            parse = _PARSERS.get(head)
            number = None if parse else notation.parse_number(text, f"the {head}")
            fields[head] = parse(context, text) if parse else number
        if field:
            fields[field] = _PARSERS[written or field](context, args[len(heads) :])
        if fields.get("modulus") == 1:  # all values are equal modulo 1
            return
        yield signature.rule, fields
        if signature.rule in _DIFFERENT_CELLS:
            yield "extra-region", {"cells": fields["cells"]}

    return make


def _pair_test(rule: PuzzleRule, grid: Grid) -> Callable[[int, int], bool]:
    """Return which two values a rule of two cells allows; none of an impossible rule."""
    try:
        (constraint,) = rule.constraints(grid)
    except ImpossibleRule:
        return lambda a, b: False
    first, second = constraint.scope
    return lambda a, b: constraint.holds({first: a, second: b})


def _pairs_reader(rule: str, parameters: Mapping[str, Any]) -> RuleFactory:
    """A type for each pair of cells that share an edge; a relation for cells beside the grid."""

    def make(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
        for pair in context.neighbours(args):
            if is_auxiliary(pair[0]):
                grid = Grid((Block(0, 0, 2, 2, None),), context.values)
                test = _pair_test(make_rule(rule, cells=("R1C1", "R1C2"), **parameters), grid)
                yield "relation", {"cells": pair, "allowed": context.relation(test)}
            else:
                yield rule, {"cells": pair, **parameters}

    return make


def _outside_reader(mark: MarkRow) -> RuleFactory:
    rule, field = mark.rule, mark.number

    def make(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
        line, clues = args[0] if args else "", args[1:]
        tied = context.setting("FullRankTies") or "only-unclued"
        ties = {"ties": tied} if rule == "full-rank" else {}
        for back, text in enumerate(clues[:2]):
            number = notation.parse_number(text, f"the {field}") if text else 0
            if text and rule == "skyscraper" and 0 in context.values:
                cells = context.line(line)
                yield _skyline(cells[::-1] if back else cells, number, context.values)
            elif text:
                clue = context.outside_place(line, back=bool(back))
                yield rule, {"clue": clue, field: number, **ties}

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
    allowed = context.relation(lambda a, b: abs(a - b) >= difference)
    yield "relation", {"cells": cells, "allowed": allowed}


def _cage(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    total = notation.parse_number(args[0], "a sum") if args and args[0] else 0
    cells = context.cells(args[1:])
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
    weights = (1,) * len(cells)
    if coefficients:
        weights = notation.parse_numbers(coefficients, "a coefficient")
    if len(weights) != len(cells):
        raise FormatError(
            f"{quantity(len(weights), 'coefficient')} for {quantity(len(cells), 'cell')}"
        )
    yield _weighted(cells, notation.parse_number(total, "a sum"), weights)


def _arrow(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    path = context.cells(args)
    if _is_path(path):
        yield "arrow", {"bulb": path[:1] or ("",), "cells": path[1:]}
    else:
        coefficients = (-1, *(1 for _ in path[1:]))
        yield "sum", {"cells": path, "sum": 0, "coefficients": coefficients}


def _pill(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    size, names = notation.parse_first_number(args, "the size of a pill")
    cells = context.cells(names)
    if size not in (2, 3) or len(cells) <= size:
        raise FormatError("a pill has 2 or 3 cells, and an arrow leaves it")
    yield "arrow", {"bulb": tuple(sorted(cells[:size], key=place)), "cells": cells[size:]}


def _sum_line(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    total, names = notation.parse_first_number(args, "a sum")
    loop = names[-1:] == ("LOOP",)
    cells = context.cells(names[:-1] if loop else names)
    yield "sum-line", {"cells": cells, "sum": total, "loop": loop}


def _same_values(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    sets, names = notation.parse_first_number(args, "the number of sets")
    if (regions := context.region_cells(names)) is not None:
        if sets != len(regions):
            raise FormatError("sets of region cells are of one cell each")
        yield "same-region", {"cells": regions}
        return
    cells = context.cells(names)
    if sets < 1 or len(cells) % sets:
        raise FormatError(f"{len(cells)} cells do not make {sets} sets of one size")
    size = len(cells) // sets
    groups = tuple(cells[start : start + size] for start in range(0, len(cells), size))
    yield "same-values", {"groups": groups}


def _quad(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    values = tuple(notation.parse_number(text, "a value") for text in args[1:])
    yield "quadruple", {"cells": context.cells(args[:1]), "values": values}


def _value_index(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    value, index, *line = context.cells(args) or ("",)
    branches = []
    for number, cell in enumerate(line, 1):
        if number in context.values:
            indexed = {"rule": "given-candidates", "cell": index, "values": (number,)}
            same = {"rule": "same-values", "groups": ((value,), (cell,))}
            branches.append({"rule": "all-of", "rules": (indexed, same)})
    yield "any-of", {"rules": tuple(branches)}


def _chosen(kind: str, context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    """Yield the rule of a type whose first argument chooses the rule: ``Diagonal~1``."""
    keys = {key.split("~")[1]: mark for key, mark in MARKS.items() if key.startswith(f"{kind}~")}
    mark = keys.get(args[0]) if args else None
    if mark is None:
        choices = " or ".join(key for key in keys if "." not in key)
        raise FormatError(f"the first argument is {choices}, not {''.join(args[:1])[:20]!r}")
    yield mark.rule, {} if mark.place == "grid" else {"cells": context.cells(args[1:])}


def _little_killer(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    total, names = notation.parse_first_number(args, "a sum")
    start = context.cells(names[:1])
    if not start:
        raise FormatError("the first cell of the diagonal is missing")
    row, column = place(start[0])
    bottom, right = context.height - 1, context.width - 1
    directions = (
        ("DR", 1, 1, column == 0 and row < bottom),
        ("UL", -1, -1, column == right and 0 < row < bottom),
        ("DL", 1, -1, row == 0),
        ("UR", -1, 1, row == bottom),
    )
    for direction, down, across, begins in directions:
        if begins:
            outside = f"R{row - down + 1}C{column - across + 1}"
            yield "little-killer", {"start": outside, "direction": direction, "sum": total}
            return
    raise FormatError(f"{start[0]} is not the first cell of a diagonal")


def _skyline(cells: Sequence[Cell], count: int, values: Sequence[int]) -> NamedRule:
    """Skyscrapers where 0 is not a building: an automaton of the highest and the number seen."""

    def step(state: tuple[int, int], value: int) -> tuple[int, int] | None:
        after = (value, state[1] + 1) if value > state[0] else state
        return after if after[1] <= count else None

    machine = build_automaton(values, (values[0], 0), step, lambda state: state[1] == count)
    return "state-machine", {"cells": cells, **fields_of_machine(machine)}


def _sandwich(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    total, lines = notation.parse_first_number(args, "a sum")
    line = lines[0] if lines else ""
    if len(cells := context.line(line)) == len(context.values):
        yield "sandwich", {"clue": context.outside_place(line), "sum": total}
    else:
        yield "lunchbox", {"cells": cells, "sum": total}


def _groups(items: Arguments) -> Iterator[list[str]]:
    """The cells between separators; names of groups begin with an underscore."""
    group: list[str] = []
    for item in (*items, ""):
        if item and item[0] != "_":
            group.append(item)
        elif group:
            yield group
            group = []


def _pair(
    context: Geometry, args: Arguments, *, every: bool, legacy: bool = False
) -> Iterator[NamedRule]:
    allowed = notation.decode_relation(args[0] if args else "", context.values, legacy=legacy)
    for names in _groups(args[1:]):
        if len(names) > 1:
            cells = context.cells(names)
            yield "relation", {"cells": cells, "allowed": allowed, "every": every}


def _regex(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    pattern = notation.decode_pattern(args[0] if args else "")
    for names in _groups(args[1:]):
        yield "regex-line", {"cells": context.cells(names), "pattern": pattern}


def _machine(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    for names in _groups(args[1:]):
        parts = [context.cells(part) for part in notation.split_segments(names)]
        machine = notation.decode_automaton(args[0], context.values, [*map(len, parts)])
        yield "state-machine", {"cells": tuple(chain(*parts)), **fields_of_machine(machine)}


# Readers of types about unknown regions and connected values


def _construction(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    size = context.region_size
    yield "unknown-regions", {} if size == len(context.values) else {"size": size}
    if context.box is not None:  # boxes are not regions here: both are asked for
        for cells in context.block.boxes():
            yield "extra-region", {"cells": cells}


def _region_clue(rule: str, context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    """Yield a clue of a cell about regions, along arms or in some cells."""
    offset, names = "".join(args[1:2]), args[2:]
    if offset not in ("", "0", "1"):
        raise FormatError(f"0 or 1 says whether the first cell is left out, not {offset[:20]!r}")
    cell = context.cell(args[0]) if args else ""
    fields: dict[str, Any] = {"cell": cell, "others": offset == "1"}
    parts = notation.split_segments(names) if rule == "region-run" else [names]
    groups = [context.region_cells(part) or context.cells(part) for part in parts if names]
    if groups:
        fields |= {"arms": tuple(groups)} if rule == "region-run" else {"cells": groups[0]}
    yield rule, fields


def _connected(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    group, values, size = (*args, "", "", "")[:3]
    fields: dict[str, Any] = {"values": notation.parse_numbers(values, "a value")}
    if group:
        if group not in context.groups:
            raise FormatError(f"{group[:20]!r} is not a group of cells")
        fields["cells"] = context.cells(context.groups[group])
        fields["width"] = context.shapes.get(group) or len(fields["cells"])
    elif context.groups:
        fields["cells"] = context.grid.cells
    if size:
        fields["size"] = whole_number(size) or 0
    yield "connected", fields


# Readers of types about the whole grid


def _windoku(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    box = notation.box_of(context.height, context.width, context.region_size)
    if box is None:
        return
    usual = (context.height, context.width, box, len(context.values)) == (9, 9, (3, 3), 9)
    if usual and context.grid.is_single:
        yield "windoku", {}
        return
    high, wide = box
    rows = context.block.rows()
    for left in range(1, context.width - wide, wide + 1):
        for top in range(1, context.height - high, high + 1):
            cells = chain(*(row[left : left + wide] for row in rows[top : top + high]))
            yield "extra-region", {"cells": tuple(cells)}


def _disjoint(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    high, wide = notation.box_of(context.height, context.width, context.region_size) or (0, 0)
    for r, c in product(range(high), range(wide)):
        cells = tuple(chain(*(row[c::wide] for row in context.block.rows()[r::high])))
        yield "extra-region", {"cells": cells}


def _same_regions(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    """The largest regions hold the same values."""
    jigsaws = [node.args[-1] for node in context.nodes if node.type == "Jigsaw" and node.args]
    block = context.block
    regions = [*block.rows(), *block.columns(), *block.boxes()]
    for layout in jigsaws:
        pairs = list(zip(context.grid.cells, layout, strict=False))
        regions += [tuple(c for c, x in pairs if x == letter) for letter in dict.fromkeys(layout)]
    most = max(map(len, regions))
    groups = tuple(region for region in regions if len(region) == most)
    if most != len(context.values) and len(groups) > 1:
        yield "same-values", {"groups": groups}


def _doppelganger(context: Geometry, args: Arguments) -> Iterator[NamedRule]:
    """Each row, column and box lacks a digit, no two the same; those of a 0 lack three digits.

    The cells in no grid have the names of the page: ``DGC1`` is the digit that row 1 lacks,
    ``DGR1`` the digit of column 1, and ``DGB1`` the digit of box 1.
    """
    zero = context.cell("DGZ")
    yield "given-candidates", {"cell": zero, "values": (0,)}
    block = context.block
    kinds = (("DGC", block.rows()), ("DGR", block.columns()), ("DGB", block.boxes()))
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
        filled = {"rule": "given-candidates", "cell": cell, "values": other}
        yield "any-of", {"rules": (filled, {"rule": "extra-region", "cells": tuple(missing)})}


CELL_TYPES: dict[str, RuleFactory] = {
    **{
        kind: _fields_reader(*(row for name, row in SIGNATURES if name == kind))
        for kind in dict(SIGNATURES)
    },
    **{kind: _outside_reader(mark) for kind, mark in MARKS.items() if mark.place == "clue"},
    "WhiteDot": _pairs_reader("white-dot", {"difference": 1}),
    "BlackDot": _pairs_reader("black-dot", {"ratio": 2}),
    "GreaterThan": _pairs_reader("greater-than", {}),
    "X": _pairs_reader("xv", {"letter": "X"}),
    "V": _pairs_reader("xv", {"letter": "V"}),
    "Whisper": _whisper,
    "Cage": _cage,
    "Sum": _sum,
    "Arrow": _arrow,
    "PillArrow": _pill,
    "SumLine": _sum_line,
    "SameValues": _same_values,
    "Quad": _quad,
    "ValueIndexing": _value_index,
    "Indexing": partial(_chosen, "Indexing"),
    "LittleKiller": _little_killer,
    "Sandwich": _sandwich,
    "Pair": partial(_pair, every=False),
    "PairX": partial(_pair, every=True),
    "Binary": partial(_pair, every=False, legacy=True),
    "BinaryX": partial(_pair, every=True, legacy=True),
    "Regex": _regex,
    "NFA": _machine,
    "ChaosConstruction": _construction,
    "ChaosArrow": partial(_region_clue, "region-run"),
    "ChaosCount": partial(_region_clue, "region-count"),
    "ConnectedValues": _connected,
}
"""Readers of the types that may also stand in a composite."""

_OF_GRIDS = {kind: Signature(mark.rule, "") for kind, mark in MARKS.items() if mark.place == "grid"}

WHOLE_GRID_TYPES: dict[str, RuleFactory] = {
    **{kind: _fields_reader(row) for kind, row in _OF_GRIDS.items()},
    "Diagonal": partial(_chosen, "Diagonal"),
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
            fault = "iss text with variables beside the grid is not written; json has them"
            raise FormatError(fault)
        return [self.geometry.id_by_cell[self.puzzle.grid.cell(cell)] for cell in cells]

    def constraints(self, rule: PuzzleRule) -> str:
        """Return a rule as constraints; raise ``FormatError`` if the page has no such constraint."""
        text = self._text(rule, rule)
        if text is None:
            raise FormatError(f"iss has nothing for this rule {rule.name}; json holds every rule")
        return text

    def _text(self, rule: PuzzleRule, fields: Any) -> str | None:
        writer, mark = _WRITERS.get(rule.name), RULE_MARKS.get(rule.name)
        if writer is not None:
            return writer(fields, self)
        if mark is not None and mark.iss and mark.place == "grid":
            return f".{mark.iss}" if rule == type(rule)() else None
        if mark is not None and mark.iss and mark.place == "clue":
            line, back = self.line(fields.clue)
            value = getattr(rule, mark.number)
            return _item(mark.iss, line, *(("", value) if back else (value, "")))
        for kind, row in SIGNATURES:
            if row.rule == rule.name and row.fixed.items() <= vars(rule).items():
                arguments = (self._field(rule, field, kind) for field in row.fields.split())
                return _item(kind, *chain(*arguments))
        return None

    def _field(self, rule: PuzzleRule, field: str, kind: str) -> list[object]:
        """Return the arguments of a field; none of a number that is not given or is usual."""
        name, _, written = field.partition(":")
        value = getattr(rule, name)
        if (write := _FIELD_WRITERS.get(written or name)) is not None:
            return write(self, value)
        usual = 5 if kind == "Whisper" else None  # what a whisper line without a number has
        return [] if value in (None, usual) else [value]

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

    def pair(self, rule: Any, test: Callable[[int, int], bool], kind: str = "Pair") -> str:
        """Return the relation of cells as a key of six bits a character."""
        bits = [test(*pair) for pair in product(self.puzzle.grid.values, repeat=2)]
        key = ""
        for start in range(0, len(bits), 6):
            number = sum(bit << index for index, bit in enumerate(bits[start : start + 6]))
            key += notation.BASE64_DIGITS[number]
        key = key.rstrip("A")
        return _item(kind, key, *self.ids(rule.cells))

    def parity(self, rule: Any, remainder: int) -> str:
        """Return the values of even or odd cells."""
        values = _values_text(v for v in self.puzzle.grid.values if v % 2 == remainder)
        return _item("", *(f"{cell}_{values}" for cell in self.ids(rule.cells)))

    def composite(self, kind: str, rule: Any) -> str:
        """Return the constraints of the parts of a rule within a type."""
        return f".{kind}{''.join(map(self.constraints, rule.rules))}.End"


def _counts_text(to: ConstraintWriter, counts: Sequence[int]) -> list[object]:
    if any(number > 9 for number in counts):
        raise FormatError("iss has look-and-say counts up to 9; json holds any")
    return ["".join(map(str, counts))]


# Writers of fields that are not numbers.
_FIELD_WRITERS: Mapping[str, Callable[[ConstraintWriter, Any], list[Any]]] = {
    "values": lambda to, values: [_values_text(values)],
    "counts": _counts_text,
    "control": lambda to, cell: to.ids([cell]),
    "cells": lambda to, cells: to.ids(cells),
    "groups": lambda to, groups: to.segments(map(to.ids, groups)),
    "regions": lambda to, cells: to.regions(cells),
}


def _write_killer(rule: Any, to: ConstraintWriter) -> str | None:
    cells = to.ids(rule.cells)
    if rule.repeats:
        return _item("Sum", rule.sum, *cells) if isinstance(rule.sum, int) else None
    if isinstance(rule.sum, tuple):
        return f".Or{''.join(_item('Cage', each, *cells) for each in rule.sum)}.End"
    return _item("Cage", "" if rule.sum is None else rule.sum, *cells)


def _write_sum(rule: Any, to: ConstraintWriter) -> str:
    coefficients = f"_=_{_values_text(rule.coefficients)}" if rule.coefficients else ""
    return _item("Sum", f"{rule.sum}{coefficients}", *to.ids(rule.cells))


def _write_arrow(rule: Any, to: ConstraintWriter) -> str:
    size = len(rule.bulb)
    kind = ["Arrow"] if size == 1 else ["PillArrow", size]
    return _item(*kind, *to.ids([*rule.bulb, *rule.cells]))


def _write_clone(rule: Any, to: ConstraintWriter) -> str:
    pairs = zip(rule.cells, rule.copy, strict=True)
    return "".join(_item("SameValues", 2, *to.ids(pair)) for pair in pairs)


def _write_quadruple(rule: Any, to: ConstraintWriter) -> str:
    corner = min((to.puzzle.grid.cell(cell) for cell in rule.cells), key=place)
    return _item("Quad", *to.ids([corner]), *rule.values)


def _write_dot(rule: Any, to: ConstraintWriter) -> str:
    """Return a dot of the page, or the relation of a dot with another number."""
    mark = RULE_MARKS[rule.name]
    if getattr(rule, mark.number) == mark.usual:
        return _item(mark.iss, *to.ids(rule.cells))
    return to.pair(rule, _pair_test(rule, to.puzzle.grid))


def _write_relation(rule: Any, to: ConstraintWriter) -> str:
    allowed = set(rule.allowed)
    return to.pair(rule, lambda a, b: (a, b) in allowed, "PairX" if rule.every else "Pair")


def _write_construction(rule: Any, to: ConstraintWriter) -> str:
    size = "" if rule.size is None else _item("RegionSize", rule.size)
    return f"{size}.NoBoxes.ChaosConstruction"


def _write_region_clue(rule: Any, to: ConstraintWriter) -> str:
    arms = rule.name == "region-run"
    cells = to.segments(map(to.regions, rule.arms)) if arms else to.regions(rule.cells)
    others = [int(rule.others)] if cells or rule.others else []
    return _item("ChaosArrow" if arms else "ChaosCount", *to.ids([rule.cell]), *others, *cells)


def _write_connected(rule: Any, to: ConstraintWriter) -> str | None:
    """Return the constraint over the whole grid; ``None`` if the rule is about other cells."""
    if rule.cells and tuple(map(to.puzzle.grid.cell, rule.cells)) != to.puzzle.grid.cells:
        return None
    size = [] if rule.size is None else [rule.size]
    return _item("ConnectedValues", "", _values_text(rule.values), *size)


# Writers of the other rules.
_WRITERS: Mapping[str, Callable[[Any, ConstraintWriter], str | None]] = {
    "killer": _write_killer,
    "sum": _write_sum,
    "arrow": _write_arrow,
    "sum-line": lambda rule, to: _item(
        "SumLine", rule.sum, *to.ids(rule.cells), *["LOOP"] * rule.loop
    ),
    "same-values": lambda rule, to: _item(
        "SameValues", len(rule.groups), *to.ids(chain(*rule.groups))
    ),
    "clone": _write_clone,
    "quadruple": _write_quadruple,
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
    "region-run": _write_region_clue,
    "region-count": _write_region_clue,
    "same-region": lambda rule, to: _item("SameValues", len(rule.cells), *to.regions(rule.cells)),
    "connected": _write_connected,
}
