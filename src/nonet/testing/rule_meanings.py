"""What rules mean, a second time and without the primitives: judges by the name of the rule.

A judge is given the rule, its grid and the values of all cells, as a mapping; it says whether
the rule holds.  ``CASES`` are rules on a 4x4, in short form, that the examples do not show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, groupby, pairwise
from math import prod
from typing import Any

from nonet.puzzle.grid import Cell, Grid, place

Values = Mapping[str, int]
Meaning = Callable[[Any, Grid, Values], bool]


def _line(rule: Any, grid: Grid, values: Values) -> list[int]:
    """The values met from a clue beside the grid on."""
    row, column = place(rule.clue)
    if row in (-1, grid.height):
        cells = [f"R{r}C{column + 1}" for r in range(1, grid.height + 1)]
    else:
        cells = [f"R{row + 1}C{c}" for c in range(1, grid.width + 1)]
    if row == grid.height or column == grid.width:
        cells.reverse()
    return [values[cell] for cell in cells]


def _of(values: Values, cells: Iterable[Cell]) -> list[int]:
    return [values[cell] for cell in cells]


def _killer(rule: Any, grid: Grid, values: Values) -> bool:
    met = _of(values, rule.cells)
    right = rule.sum is None or sum(met) in (
        rule.sum if isinstance(rule.sum, tuple) else (rule.sum,)
    )
    return right and (rule.repeats or len(set(met)) == len(met))


def _diagonal(rule: Any, grid: Grid, values: Values) -> bool:
    row, column = place(rule.start)
    down, right = {"U": -1, "D": 1}[rule.direction[0]], {"L": -1, "R": 1}[rule.direction[1]]
    total = 0
    for step in range(1, grid.height + grid.width):
        total += values.get(f"R{row + 1 + step * down}C{column + 1 + step * right}", 0)
    return bool(total == rule.sum)


def _pieces(met: list[int], total: int) -> bool:
    """Whether some values in order fall into pieces of a sum."""
    if not met:
        return True
    return any(
        sum(met[:end]) == total and _pieces(met[end:], total) for end in range(1, len(met) + 1)
    )


def _sum_line(rule: Any, grid: Grid, values: Values) -> bool:
    met = _of(values, rule.cells)
    turns = range(len(met)) if rule.loop else [0]
    return any(_pieces(met[turn:] + met[:turn], rule.sum) for turn in turns)


def _region_sums(rule: Any, grid: Grid, values: Values) -> bool:
    boxes = grid.blocks[0].boxes()

    def box(cell: Cell) -> int:
        return next(number for number, cells in enumerate(boxes) if cell in cells)

    return len({sum(_of(values, list(part))) for _, part in groupby(rule.cells, key=box)}) == 1


def _rellik(rule: Any, grid: Grid, values: Values) -> bool:
    met = _of(values, rule.cells)
    sums = {sum(some) for size in range(1, len(met) + 1) for some in combinations(met, size)}
    return rule.sum not in sums and len(set(met)) == len(met)


def _between(met: list[int], low: int, high: int) -> int:
    first, last = sorted((met.index(low), met.index(high)))
    return sum(met[first + 1 : last])


def _lunchbox(rule: Any, grid: Grid, values: Values) -> bool:
    met = _of(values, rule.cells)
    return len(set(met)) == len(met) and _between(met, min(met), max(met)) == rule.sum


def _equality(rule: Any, grid: Grid, values: Values) -> bool:
    met = _of(values, rule.cells)
    low = sum(value * 2 < grid.size + 1 for value in met)
    high = sum(value * 2 > grid.size + 1 for value in met)
    even = sum(value % 2 == 0 for value in met)
    return len(set(met)) == len(met) == 2 * even == 2 * low == 2 * high


def _look_and_say(rule: Any, grid: Grid, values: Values) -> bool:
    met = _of(values, rule.cells)
    pairs = iter(rule.counts)
    return all(met.count(value) == number for number, value in zip(pairs, pairs, strict=True))


def _contains(rule: Any, grid: Grid, values: Values) -> bool:
    met, required = Counter(_of(values, rule.cells)), Counter(rule.values)
    if rule.exactly:
        return all(met[value] == number for value, number in required.items())
    return required <= met


def _digital_root(rule: Any, grid: Grid, values: Values) -> bool:
    met = _of(values, rule.cells)
    total = sum(met)
    while total > 9:
        total = sum(map(int, str(total)))
    return total == rule.root and (rule.repeats or len(set(met)) == len(met))


def _seen(met: list[int]) -> list[int]:
    return [value for i, value in enumerate(met) if all(value > other for other in met[:i])]


def _hidden(rule: Any, grid: Grid, values: Values) -> bool:
    met = _line(rule, grid, values)
    behind = [value for i, value in enumerate(met) if i and value <= max(met[:i])]
    return behind[:1] == [rule.value]


def _room(rule: Any, grid: Grid, values: Values) -> bool:
    met = _line(rule, grid, values)
    return bool(met[met[0] - 1] == rule.value)


def _neighbours(grid: Grid, cell: Cell) -> list[Cell]:
    row, column = place(cell)
    around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [found for spot in around if (found := grid.cell_at(*spot))]


def _extreme(better: Callable[[int, int], bool]) -> Meaning:
    def judge(rule: Any, grid: Grid, values: Values) -> bool:
        return all(
            better(values[cell], values[other])
            for cell in rule.cells
            for other in _neighbours(grid, cell)
            if other not in rule.cells
        )

    return judge


def _indexer(house_of: Callable[..., Sequence[Cell]]) -> Meaning:
    """A marked cell at place P of its house holds the place, the only one, that holds P."""

    def judge(rule: Any, grid: Grid, values: Values) -> bool:
        for cell in rule.cells:
            house = house_of(grid.blocks[0], place(cell), cell)
            mine = house.index(cell) + 1
            if [number for number, c in enumerate(house, 1) if values[c] == mine] != [values[cell]]:
                return False
        return True

    return judge


def _sandwich(rule: Any, grid: Grid, values: Values) -> bool:
    """The least and the greatest value of the grid are the bread, each once in the line."""
    met, low, high = _line(rule, grid, values), grid.values[0], grid.values[-1]
    return met.count(low) == met.count(high) == 1 and _between(met, low, high) == rule.sum


def _circles(rule: Any, grid: Grid, values: Values) -> bool:
    met = Counter(_of(values, rule.cells))
    return all(value == number for value, number in met.items())


def _full_rank(rule: Any, grid: Grid, values: Values) -> bool:
    rows = [[values[c] for c in row] for row in grid.blocks[0].rows()]
    lines = rows + [list(column) for column in zip(*rows, strict=True)]
    lines += [met[::-1] for met in lines]
    mine = _line(rule, grid, values)
    less = sum(met < mine for met in lines)
    ties = sum(met == mine for met in lines) - 1
    if rule.ties == "none" and len(set(map(tuple, lines))) < len(lines):
        return False
    return less + 1 == rule.rank and (rule.ties == "any" or not ties)


def _holds(rule: Any, grid: Grid, values: Values) -> bool:
    return MEANINGS[rule.name](rule, grid, values)


def _shifted(rule: Any, cell: Cell) -> list[Cell]:
    (row, column), (to_row, to_column) = place(rule.inner.cells[0]), place(cell)
    down, right = to_row - row, to_column - column
    spots = [place(c) for c in rule.inner.cells]
    return [f"R{r + 1 + down}C{c + 1 + right}" for r, c in spots]


def _repeated(rule: Any, grid: Grid, values: Values) -> bool:
    """Of a killer without several sums."""
    copies = [_of(values, _shifted(rule, cell)) for cell in rule.cells]
    return all(sum(met) == rule.inner.sum and len(set(met)) == len(met) for met in copies)


def _units(houses: Iterable[Sequence[Cell]], values: Values) -> list[list[int]]:
    return [_of(values, house) for house in houses]


def _differ(met: list[int]) -> bool:
    return all(met.count(value) == 1 for value in met)


def _moves_differ(grid: Grid, values: Values, moves: set[tuple[int, int]]) -> bool:
    """Cells that are so many rows and columns apart, in any direction, differ."""
    return all(
        values[x] != values[y]
        for x, y in combinations(grid.cells, 2)
        if tuple(abs(a - b) for a, b in zip(place(x), place(y), strict=True)) in moves
    )


def _calculation(rule: Any, grid: Grid, values: Values) -> bool:
    """With - and / one value, less (divided by) all the others, gives the result."""
    met = _of(values, rule.cells)
    if rule.operation == "+":
        return bool(sum(met) == rule.result)
    if rule.operation == "*":
        return bool(prod(met) == rule.result)
    if rule.operation == "-":
        return any(2 * value - sum(met) == rule.result for value in met)
    return any(value * value == rule.result * prod(met) for value in met)


def _state_machine(rule: Any, grid: Grid, values: Values) -> bool:
    state = 0
    for value in _of(values, rule.cells):
        after = [t for s, read, t in rule.transitions if (s, read) == (state, value)]
        if not after:
            return False
        (state,) = after
    return state in rule.accepting


MEANINGS: Mapping[str, Meaning] = {
    "killer": _killer,
    "sum": lambda r, g, v: (
        sum(
            k * x
            for k, x in zip(r.coefficients or [1] * len(r.cells), _of(v, r.cells), strict=True)
        )
        == r.sum
    ),
    "equal-sums": lambda r, g, v: len({sum(_of(v, group)) for group in r.groups}) == 1,
    "little-killer": _diagonal,
    "sum-line": _sum_line,
    "region-sum-line": _region_sums,
    "rellik": _rellik,
    "lunchbox": _lunchbox,
    "equality-cage": _equality,
    "look-and-say": _look_and_say,
    "contains": _contains,
    "digital-root": _digital_root,
    "sandwich": _sandwich,
    "x-sum": lambda r, g, v: sum(_line(r, g, v)[: _line(r, g, v)[0]]) == r.sum,
    "skyscraper": lambda r, g, v: len(_seen(_line(r, g, v))) == r.count,
    "hidden-skyscraper": _hidden,
    "numbered-room": _room,
    "margin-sum": lambda r, g, v: sum(_line(r, g, v)[: r.count]) == r.sum,
    "full-rank": _full_rank,
    "even": lambda r, g, v: all(x % 2 == 0 for x in _of(v, r.cells)),
    "odd": lambda r, g, v: all(x % 2 for x in _of(v, r.cells)),
    "minimum": _extreme(lambda a, b: a < b),
    "maximum": _extreme(lambda a, b: a > b),
    "given-candidates": lambda r, g, v: v[r.cell] in r.values,
    "row-indexer": _indexer(lambda block, at, cell: block.columns()[at[1]]),
    "column-indexer": _indexer(lambda block, at, cell: block.rows()[at[0]]),
    "box-indexer": _indexer(lambda block, at, cell: next(b for b in block.boxes() if cell in b)),
    "counting-circles": _circles,
    "count-distinct": lambda r, g, v: len(set(_of(v, r.cells))) == v[r.control],
    "any-of": lambda r, g, v: any(_holds(each, g, v) for each in r.rules),
    "negated": lambda r, g, v: not _holds(r.inner, g, v),
    "repeated": _repeated,
    "all-of": lambda r, g, v: all(_holds(each, g, v) for each in r.rules),
    "rows": lambda r, g, v: all(map(_differ, _units(g.blocks[0].rows(), v))),
    "columns": lambda r, g, v: all(map(_differ, _units(g.blocks[0].columns(), v))),
    "boxes": lambda r, g, v: all(map(_differ, _units(g.blocks[0].boxes(), v))),
    "extra-region": lambda r, g, v: _differ(_of(v, r.cells)),
    "anti-king": lambda r, g, v: _moves_differ(g, v, {(1, 1)}),
    "anti-knight": lambda r, g, v: _moves_differ(g, v, {(1, 2), (2, 1)}),
    "positive-diagonal": lambda r, g, v: _differ(
        [v[f"R{g.height - i}C{i + 1}"] for i in range(g.height)]
    ),
    "negative-diagonal": lambda r, g, v: _differ([v[f"R{i + 1}C{i + 1}"] for i in range(g.height)]),
    "calculation": _calculation,
    "state-machine": _state_machine,
    "thermometer": lambda r, g, v: all(x < y for x, y in pairwise(_of(v, r.cells))),
    "whispers": lambda r, g, v: all(
        abs(x - y) >= r.difference for x, y in pairwise(_of(v, r.cells))
    ),
    "white-dot": lambda r, g, v: abs(v[r.cells[0]] - v[r.cells[1]]) == r.difference,
    "renban": lambda r, g, v: (
        _differ(_of(v, r.cells)) and max(_of(v, r.cells)) - min(_of(v, r.cells)) == len(r.cells) - 1
    ),
    "greater-than": lambda r, g, v: v[r.cells[0]] > v[r.cells[1]],
}

CASES = [
    "killer R1C1 R2C2 R3C3",
    "killer 6 R1C1 R1C2 R2C2 repeats",
    "killer 3 5 R1C1 R1C2",
    "killer 6 8 R1C2 R1C3 R2C3 repeats",
    "sum 7 R1C1 R2C2 R3C3 R1C1",
    "sum 0 R1C1 R4C4 R2C3 coefficients=1,1,-2",
    "equal-sums R1C1 R1C2 | R2C3 R2C4 | R4C1 R4C2",
    "little-killer 4 R0C2 DR",
    "little-killer 9 R5C5 UL",
    "sum-line 5 R1C1-R1C4",
    "sum-line 5 R1C1 R1C2 R2C2 R2C1 loop",
    "sum-line 4 R1C1 R2C2 R3C3 R3C2 R2C1 loop",
    "region-sum-line R2C1 R1C2 R1C3 R2C3",
    "rellik 6 R1C1 R2C2 R3C3",
    "lunchbox 3 R1C1 R2C1 R3C1 R4C1",
    "lunchbox 0 R1C1 R2C1 R3C1 R4C1",
    "equality-cage R1C2 R1C3",
    "look-and-say R1C2 R1C3 R2C2 R2C3 2 1 0 4",
    "contains 1 2 R1C2 R1C3 R2C2",
    "contains 1 1 R1C2 R2C3 R3C2 exactly",
    "digital-root 1 R1C1 R1C2 R2C3 R2C4 repeats",
    "digital-root 5 R1C1 R2C2",
    "sandwich 0 R0C1",
    "sandwich 5 R2C5",
    "x-sum 6 R0C1",
    "x-sum 1 R5C2",
    "skyscraper 3 R1C0",
    "hidden-skyscraper 2 R0C3",
    "numbered-room 1 R3C5",
    "numbered-room 4 R5C3",
    "margin-sum 5 R0C1 count=2",
    "full-rank 4 R1C0",
    "full-rank 7 R0C2 ties=any",
    "full-rank 15 R5C1 ties=none",
    "even R1C1 R2C3",
    "odd R1C1 R2C3",
    "minimum R2C2 R2C3",
    "maximum R1C1 R4C3",
    "given-candidates R1C1 1 3",
    "row-indexer R1C1 R3C2",
    "column-indexer R1C1 R3C2",
    "box-indexer R1C1 R3C2",
    "counting-circles R1C1 R1C2 R2C3 R3C1",
    "count-distinct R1C1 R2C2 R3C3 R4C3",
    "any-of (killer 6 R1C1 R1C2 R2C2 repeats) (sandwich 0 R0C1)",
    "any-of (even R1C1 R2C3) (any-of (odd R3C3) (skyscraper 4 R4C0))",
    "negated (killer 6 R1C1 R1C2 R1C3)",
    "negated (sandwich 0 R0C1)",
    "negated (lunchbox 3 R1C1 R2C1 R3C1)",
    "negated (skyscraper 2 R0C1)",
    "negated (contains 1 2 R1C2 R1C3 R2C2)",
    "repeated (killer 5 R1C1 R1C2) R2C1 R3C3",
    "all-of (even R1C1) (killer 5 R1C1 R1C2)",
    "extra-region R1C1 R2C2 R3C3 R4C3",
    "positive-diagonal",
    "negative-diagonal",
    "calculation 6+ R1C1 R1C2 R2C1",
    "calculation 1- R1C1 R2C2",
    "calculation 8* R1C1 R2C2 R3C3",
    "calculation 2/ R1C1 R2C2",
    "thermometer R1C1 R1C2 R2C2",
    "whispers difference=2 R1C1 R1C2 R2C2",
    "white-dot 2 R1C1 R1C2",
    "renban R1C1 R1C2 R2C2",
    "greater-than R1C1 R1C2",
    "negated (renban R1C1 R1C2 R2C2)",
    "negated (calculation 2/ R1C1 R2C2)",
]
