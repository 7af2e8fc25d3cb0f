"""The meanings of rules, a second time and without the primitives: judges by the name of the rule.

A judge is called with the rule, its grid and the values of all cells, as a mapping; the judge
returns whether the rule holds.  ``CASES`` are rules on a 4x4, in short form, that the examples do
not show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, groupby, pairwise
from math import prod
from typing import Any

from nonet.puzzle.grid import Cell, Grid, place
from tests.fuzz.rule_meanings_clues import CLUE_MEANINGS

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

    parts = [list(part) for _, part in groupby(rule.cells, key=box)]
    if rule.visits_together:
        parts = [
            [cell for cell in rule.cells if box(cell) == each] for each in map(box, rule.cells)
        ]
    return len({sum(_of(values, part)) for part in parts}) == 1


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
    return [neighbour for spot in around if (neighbour := grid.cell_at(*spot))]


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
    """A marked cell at place P of its house holds the only place whose cell has value P."""

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
    """With - and /, a value less (divided by) all other values gives the result."""
    met = _of(values, rule.cells)
    by_sign = {
        "+": sum(met) == rule.result,
        "*": prod(met) == rule.result,
        "-": any(2 * value - sum(met) == rule.result for value in met),
        "/": any(value * value == rule.result * prod(met) for value in met),
    }
    return any(by_sign.values()) if rule.operation == "any" else bool(by_sign[rule.operation])


def _battlefield(rule: Any, grid: Grid, values: Values) -> bool:
    line = _line(rule, grid, values)
    first, last = set(range(line[0])), set(range(len(line) - line[-1], len(line)))
    disputed = first & last or set(range(len(line))) - first - last
    return bool(sum(line[place] for place in disputed) == rule.sum)


def _strict_rossini(rule: Any, grid: Grid, values: Values) -> bool:
    """Of a grid without arrows."""
    lines = [[values[f"R{r + 1}C{c + 1}"] for c in range(grid.width)] for r in range(grid.height)]
    lines += [list(column) for column in zip(*lines, strict=True)]
    ends = [line[: rule.length] for line in (*lines, *(line[::-1] for line in lines))]
    return not any(
        all(a < b for a, b in pairwise(end)) or all(a > b for a, b in pairwise(end)) for end in ends
    )


def _square(grid: Grid, values: Values, corner: Cell) -> list[int]:
    row, column = place(corner)
    return [values[f"R{row + 1 + i}C{column + 1 + j}"] for i in (0, 1) for j in (0, 1)]


def _search_nine(rule: Any, grid: Grid, values: Values) -> bool:
    down, right = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}[rule.direction]
    row, column = place(rule.cell)
    distance = values[rule.cell]
    return (
        values.get(f"R{row + 1 + down * distance}C{column + 1 + right * distance}")
        == grid.values[-1]
    )


def _state_machine(rule: Any, grid: Grid, values: Values) -> bool:
    state = 0
    for value in _of(values, rule.cells):
        after = [t for s, read, t in rule.transitions if (s, read) == (state, value)]
        if not after:
            return False
        (state,) = after
    return state in rule.accepting


MEANINGS: Mapping[str, Meaning] = {
    **CLUE_MEANINGS,
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
    "one-five-nine": lambda r, g, v: all(
        (v[f"R{row}C{column}"] == other) == (v[f"R{row}C{other}"] == column)
        for row in range(1, g.height + 1)
        for column in r.columns
        for other in range(1, g.width + 1)
    ),
    "indexed-rows": lambda r, g, v: all(
        (v[f"R{row}C{column}"] == other) == (v[f"R{other}C{column}"] == row)
        for row in r.rows
        for column in range(1, g.width + 1)
        for other in range(1, g.height + 1)
    ),
    "quadro": lambda r, g, v: all(
        {value % 2 for value in _square(g, v, f"R{row}C{column}")} == {0, 1}
        for row in range(1, g.height)
        for column in range(1, g.width)
    ),
    "battlefield": _battlefield,
    "strict-rossini": _strict_rossini,
    "rossini": lambda r, g, v: all(
        (a < b) == (r.order == "rising") and a != b for a, b in pairwise(_line(r, g, v)[: r.length])
    ),
    "descriptive-pair": lambda r, g, v: (
        _line(r, g, v)[r.second - 1 : r.second] == [r.first]
        or _line(r, g, v)[r.first - 1 : r.first] == [r.second]
    ),
    "exclusion": lambda r, g, v: not {*r.values} & {*_square(g, v, min(r.cells, key=place))},
    "battenburg": lambda r, g, v: (
        [value % 2 for value in _square(g, v, min(r.cells, key=place))]
        in ([0, 1, 1, 0], [1, 0, 0, 1])
    ),
    "search-nine": _search_nine,
    "anti-diagonal": lambda r, g, v: all(
        len({v[f"R{i + 1}C{i + 1 if down else g.width - i}"] for i in range(g.height)})
        == r.distinct
        for down in (True, False)
    ),
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
