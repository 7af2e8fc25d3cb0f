"""Types about some cells, and their rules; these types may stand in a composite.

A type's function is called with its arguments and the context of the whole string, and yields names
of rules with their parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, product, starmap
from typing import Any

from nonet.errors import FormatError
from nonet.formats.iss.context import (
    Arguments,
    Context,
    NamedRule,
    RuleFactory,
    parse_first_number,
    parse_number,
    parse_numbers,
    split_segments,
)
from nonet.formats.iss.encoded_automata import decode_automaton, decode_pattern, decode_relation
from nonet.formats.iss.region_types import REGION_TYPES, region_variant
from nonet.formats.rule_collector import whole_number
from nonet.model.auxiliary_variables import is_auxiliary
from nonet.puzzle import Cell
from nonet.puzzle.grid import place
from nonet.puzzle.rules.base import are_adjacent


def _cells(rule: str, field: str = "", *, apart: bool = False) -> RuleFactory:
    """Return a factory of a rule of cells, perhaps after a number; ``apart`` cells differ."""

    def make(context: Context, args: Arguments) -> Iterator[NamedRule]:
        value, names = parse_first_number(args, field) if field else (0, args)
        cells = {"cells": context.cells(names)}
        yield rule, {**cells, field: value} if field else cells
        if apart:
            yield "extra-region", cells

    return make


def _is_path(cells: Sequence[Cell]) -> bool:
    """Whether cells are a line: each touches the one before, and none comes twice."""
    return len(set(cells)) == len(cells) and all(starmap(are_adjacent, pairwise(cells)))


def _whisper(context: Context, args: Arguments) -> Iterator[NamedRule]:
    """Yield a whisper line; where the line jumps or is closed, a relation of neighbours."""
    number = whole_number(args[0]) if args else None
    difference = 5 if number is None else number
    cells = context.cells(args if number is None else args[1:])
    if _is_path(cells):
        yield "whispers", {"cells": cells, "difference": difference}
        return
    pairs = product(context.geometry.values, repeat=2)
    allowed = tuple((a, b) for a, b in pairs if abs(a - b) >= difference)
    yield "relation", {"cells": cells, "allowed": allowed}


def _modular(context: Context, args: Arguments) -> Iterator[NamedRule]:
    modulus, names = parse_first_number(args, "a modulus")
    if modulus != 1:  # all values are equal modulo 1
        yield "modular", {"cells": context.cells(names), "modulus": modulus}


def _cage(context: Context, args: Arguments) -> Iterator[NamedRule]:
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


def _sum(context: Context, args: Arguments) -> Iterator[NamedRule]:
    head, names = args[0] if args else "", args[1:]
    total, _, coefficients = head.partition("_=_")
    cells = context.cells(names)
    weights = parse_numbers(coefficients, "a coefficient") if coefficients else (1,) * len(cells)
    if len(weights) != len(cells):
        raise FormatError(f"{len(weights)} coefficients for {len(cells)} cells")
    yield _weighted(cells, parse_number(total, "a sum"), weights)


def _arrow(context: Context, args: Arguments) -> Iterator[NamedRule]:
    path = context.cells(args)
    bulb, *cells = path or ("",)
    if not _is_path(path):
        coefficients = (-1, *(1 for _ in cells))
        yield "sum", {"cells": path, "sum": 0, "coefficients": coefficients}
        return
    yield "arrow", {"bulb": (bulb,), "cells": tuple(cells)}


def _pill(context: Context, args: Arguments) -> Iterator[NamedRule]:
    size, names = parse_first_number(args, "the size of a pill")
    cells = context.cells(names)
    if size not in (2, 3) or len(cells) <= size:
        raise FormatError("a pill has 2 or 3 cells, and an arrow leaves it")
    yield "arrow", {"bulb": tuple(sorted(cells[:size], key=place)), "cells": cells[size:]}


def _sum_line(context: Context, args: Arguments) -> Iterator[NamedRule]:
    total, names = parse_first_number(args, "a sum")
    loop = names[-1:] == ("LOOP",)
    cells = context.cells(names[:-1] if loop else names)
    yield "sum-line", {"cells": cells, "sum": total, **({"loop": True} if loop else {})}


def _equal_sums(context: Context, args: Arguments) -> Iterator[NamedRule]:
    yield "equal-sums", {"groups": tuple(context.cells(names) for names in split_segments(args))}


def _same_values(context: Context, args: Arguments) -> Iterator[NamedRule]:
    sets, names = parse_first_number(args, "the number of sets")
    cells = context.cells(names)
    if sets < 1 or len(cells) % sets:
        raise FormatError(f"{len(cells)} cells are no {sets} sets of one size")
    size = len(cells) // sets
    groups = tuple(cells[at : at + size] for at in range(0, len(cells), size))
    yield "same-values", {"groups": groups}


def _contains(*, exactly: bool) -> RuleFactory:
    def make(context: Context, args: Arguments) -> Iterator[NamedRule]:
        values = parse_numbers(args[0] if args else "", "a value")
        more = {"exactly": True} if exactly else {}
        yield "contains", {"cells": context.cells(args[1:]), "values": values, **more}

    return make


def _look_and_say(context: Context, args: Arguments) -> Iterator[NamedRule]:
    text = args[0] if args else ""
    if not text.isascii() or not text.isdigit() or len(text) % 2:
        raise FormatError(f"a clue is pairs of a count and a value, not {text[:20]!r}")
    counts = tuple(map(int, text))
    yield "look-and-say", {"cells": context.cells(args[1:]), "counts": counts}


def _quad(context: Context, args: Arguments) -> Iterator[NamedRule]:
    values = tuple(parse_number(text, "a value") for text in args[1:])
    yield "quadruple", {"cells": context.cells(args[:1]), "values": values}


def _count_distinct(context: Context, args: Arguments) -> Iterator[NamedRule]:
    control, *cells = context.cells(args) or ("",)
    yield "count-distinct", {"cells": tuple(cells), "control": control}


def _pairwise(rule: str, **more: Any) -> RuleFactory:
    """A rule for each pair of listed cells that share an edge."""

    def make(context: Context, args: Arguments) -> Iterator[NamedRule]:
        values = context.geometry.values
        for pair in context.neighbours(args):
            if not is_auxiliary(pair[0]):
                yield rule, {"cells": pair, **more}
                continue
            test = _TESTS[more.get("letter", rule)]
            allowed = tuple((a, b) for a in values for b in values if test(a, b))
            yield "relation", {"cells": pair, "allowed": allowed}

    return make


_TESTS: dict[str, Callable[[int, int], bool]] = {
    "white-dot": lambda a, b: abs(a - b) == 1,
    "black-dot": lambda a, b: a == 2 * b or b == 2 * a,
    "greater-than": lambda a, b: a > b,
    "X": lambda a, b: a + b == 10,
    "V": lambda a, b: a + b == 5,
}
"""The relation of each mark between two cells, for cells in no grid, where no rule draws a mark."""


def _value_index(context: Context, args: Arguments) -> Iterator[NamedRule]:
    value, index, *line = context.cells(args) or ("",)
    branches = []
    for at, cell in enumerate(line, 1):
        if at in context.geometry.values:
            parameters = {"rule": "given-candidates", "cell": index, "values": (at,)}
            same = {"rule": "same-values", "groups": ((value,), (cell,))}
            branches.append({"rule": "all-of", "rules": (parameters, same)})
    yield "any-of", {"rules": tuple(branches)}


def _index(context: Context, args: Arguments) -> Iterator[NamedRule]:
    rule = {"R": "row-indexer", "C": "column-indexer"}.get(args[0] if args else "")
    if rule is None:
        raise FormatError(f"R (rows) or C (columns) comes first, not {args[:1]}")
    yield rule, {"cells": context.cells(args[1:])}


def _little_killer(context: Context, args: Arguments) -> Iterator[NamedRule]:
    total, names = parse_first_number(args, "a sum")
    start = context.cells(names[:1])
    height, width = context.geometry.height, context.geometry.width
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


def _outside(rule: str, field: str) -> RuleFactory:
    """A clue for each end of a row or column; either may be missing."""

    def make(context: Context, args: Arguments) -> Iterator[NamedRule]:
        line, clues = args[0] if args else "", args[1:]
        more = {"ties": context.ties} if rule == "full-rank" else {}
        for back, text in enumerate(clues[:2]):
            if text:
                if rule == "skyscraper" and 0 in context.geometry.values:
                    cells = context.line(line)
                    seen = parse_number(text, "the count")
                    yield _skyline(cells[::-1] if back else cells, seen, context.geometry.values)
                    continue
                clue = context.outside_place(line, back=bool(back))
                yield rule, {"clue": clue, field: parse_number(text, f"the {field}"), **more}

    return make


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


def _sandwich(context: Context, args: Arguments) -> Iterator[NamedRule]:
    total, lines = parse_first_number(args, "a sum")
    line = lines[0] if lines else ""
    if len(context.line(line)) == len(context.geometry.values):
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
    def make(context: Context, args: Arguments) -> Iterator[NamedRule]:
        allowed = decode_relation(args[0] if args else "", context.geometry.values, legacy=legacy)
        for names in _groups(args[1:]):
            if len(names) > 1:
                cells = context.cells(names)
                yield "relation", {"cells": cells, "allowed": allowed, "every": every}

    return make


def _regex(context: Context, args: Arguments) -> Iterator[NamedRule]:
    pattern = decode_pattern(args[0] if args else "")
    for names in _groups(args[1:]):
        yield "regex-line", {"cells": context.cells(names), "pattern": pattern}


def _machine(context: Context, args: Arguments) -> Iterator[NamedRule]:
    for names in _groups(args[1:]):
        parts = [context.cells(part) for part in split_segments(tuple(names))]
        cells = tuple(cell for part in parts for cell in part)
        sizes = [len(part) for part in parts]
        transitions, accepting = decode_automaton(args[0], context.geometry.values, sizes)
        yield (
            "state-machine",
            {"cells": cells, "accepting": accepting, "transitions": transitions},
        )


CELL_TYPES: dict[str, RuleFactory] = {
    "Thermo": _cells("thermometer"),
    "Renban": _cells("renban"),
    "Between": _cells("between"),
    "Palindrome": _cells("palindrome"),
    "Zipper": _cells("zipper"),
    "RegionSumLine": _cells("region-sum-line"),
    "Entropic": _cells("entropic"),
    "DoubleArrow": _cells("double-arrow"),
    "CountingCircles": _cells("counting-circles"),
    "AllDifferent": region_variant("different-regions", _cells("extra-region")),
    "Whisper": _whisper,
    "Lockout": _cells("lockout", "difference"),
    "Modular": _modular,
    "Lunchbox": _cells("lunchbox", "sum", apart=True),
    "RellikCage": _cells("rellik", "sum", apart=True),
    "EqualityCage": _cells("equality-cage", apart=True),
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
    "WhiteDot": _pairwise("white-dot"),
    "BlackDot": _pairwise("black-dot"),
    "GreaterThan": _pairwise("greater-than"),
    "X": _pairwise("xv", letter="X"),
    "V": _pairwise("xv", letter="V"),
    "ValueIndexing": _value_index,
    "Indexing": _index,
    "LittleKiller": _little_killer,
    "Sandwich": _sandwich,
    "XSum": _outside("x-sum", "sum"),
    "Skyscraper": _outside("skyscraper", "count"),
    "HiddenSkyscraper": _outside("hidden-skyscraper", "value"),
    "NumberedRoom": _outside("numbered-room", "value"),
    "FullRank": _outside("full-rank", "rank"),
    "Pair": _pair(every=False),
    "PairX": _pair(every=True),
    "Binary": _pair(every=False, legacy=True),
    "BinaryX": _pair(every=True, legacy=True),
    "Regex": _regex,
    "NFA": _machine,
    **REGION_TYPES,
}
"""Types that may also stand in a composite."""
