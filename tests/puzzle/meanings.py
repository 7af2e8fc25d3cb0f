"""What rules mean, said once more without the primitives: judges for tests, by name of the rule.

A judge is given the rule, its grid and the values of all cells, as a mapping; it says whether
the rule holds.  ``CASES`` are rules on a 4x4, in short form, that the examples do not show.
"""

from collections import Counter
from itertools import combinations, groupby

from nonet.puzzle.grid import place


def line(rule, grid, values):
    """The values met from a clue beside the grid on."""
    row, column = place(rule.clue)
    if row in (-1, grid.height):
        cells = [f"R{r}C{column + 1}" for r in range(1, grid.height + 1)]
    else:
        cells = [f"R{row + 1}C{c}" for c in range(1, grid.width + 1)]
    if row == grid.height or column == grid.width:
        cells.reverse()
    return [values[cell] for cell in cells]


def of(values, cells):
    return [values[cell] for cell in cells]


def killer(rule, grid, values):
    met = of(values, rule.cells)
    right = rule.sum is None or sum(met) in (
        rule.sum if isinstance(rule.sum, tuple) else (rule.sum,)
    )
    return right and (rule.repeats or len(set(met)) == len(met))


def diagonal(rule, grid, values):
    row, column = place(rule.start)
    down, right = {"U": -1, "D": 1}[rule.direction[0]], {"L": -1, "R": 1}[rule.direction[1]]
    total = 0
    for step in range(1, grid.height + grid.width):
        total += values.get(f"R{row + 1 + step * down}C{column + 1 + step * right}", 0)
    return total == rule.sum


def pieces(met, total):
    """Whether some values in order fall into pieces of a sum."""
    if not met:
        return True
    return any(
        sum(met[:end]) == total and pieces(met[end:], total) for end in range(1, len(met) + 1)
    )


def sum_line(rule, grid, values):
    met = of(values, rule.cells)
    turns = range(len(met)) if rule.loop else [0]
    return any(pieces(met[turn:] + met[:turn], rule.sum) for turn in turns)


def region_sums(rule, grid, values):
    boxes = grid.blocks[0].boxes()

    def box(cell):
        return next(number for number, cells in enumerate(boxes) if cell in cells)

    return len({sum(of(values, list(part))) for _, part in groupby(rule.cells, key=box)}) == 1


def rellik(rule, grid, values):
    met = of(values, rule.cells)
    sums = {sum(some) for size in range(1, len(met) + 1) for some in combinations(met, size)}
    return rule.sum not in sums and len(set(met)) == len(met)


def between(met, low, high):
    first, last = sorted((met.index(low), met.index(high)))
    return sum(met[first + 1 : last])


def lunchbox(rule, grid, values):
    met = of(values, rule.cells)
    return len(set(met)) == len(met) and between(met, min(met), max(met)) == rule.sum


def equality(rule, grid, values):
    met = of(values, rule.cells)
    low = sum(value * 2 < grid.size + 1 for value in met)
    high = sum(value * 2 > grid.size + 1 for value in met)
    even = sum(value % 2 == 0 for value in met)
    return len(set(met)) == len(met) == 2 * even == 2 * low == 2 * high


def look_and_say(rule, grid, values):
    met = of(values, rule.cells)
    said = iter(rule.counts)
    return all(met.count(value) == number for number, value in zip(said, said, strict=True))


def contains(rule, grid, values):
    met, wanted = Counter(of(values, rule.cells)), Counter(rule.values)
    if rule.exactly:
        return all(met[value] == number for value, number in wanted.items())
    return wanted <= met


def digital_root(rule, grid, values):
    met = of(values, rule.cells)
    total = sum(met)
    while total > 9:
        total = sum(map(int, str(total)))
    return total == rule.root and (rule.repeats or len(set(met)) == len(met))


def seen(met):
    return [value for i, value in enumerate(met) if all(value > other for other in met[:i])]


def hidden(rule, grid, values):
    met = line(rule, grid, values)
    behind = [value for i, value in enumerate(met) if i and value <= max(met[:i])]
    return behind[:1] == [rule.value]


def room(rule, grid, values):
    met = line(rule, grid, values)
    return met[met[0] - 1] == rule.value


def neighbours(grid, cell):
    row, column = place(cell)
    around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [found for spot in around if (found := grid.cell_at(*spot))]


def extreme(better):
    def judge(rule, grid, values):
        return all(
            better(values[cell], values[other])
            for cell in rule.cells
            for other in neighbours(grid, cell)
            if other not in rule.cells
        )

    return judge


def indexer(house_of):
    """A marked cell at place P of its house holds the place, the only one, that holds P."""

    def judge(rule, grid, values):
        for cell in rule.cells:
            house = house_of(grid.blocks[0], place(cell), cell)
            mine = house.index(cell) + 1
            if [number for number, c in enumerate(house, 1) if values[c] == mine] != [values[cell]]:
                return False
        return True

    return judge


def sandwich(rule, grid, values):
    """The least and the greatest value of the grid are the bread, each once in the line."""
    met, low, high = line(rule, grid, values), grid.values[0], grid.values[-1]
    return met.count(low) == met.count(high) == 1 and between(met, low, high) == rule.sum


def circles(rule, grid, values):
    met = Counter(of(values, rule.cells))
    return all(value == number for value, number in met.items())


def full_rank(rule, grid, values):
    rows = [[values[c] for c in row] for row in grid.blocks[0].rows()]
    lines = rows + [list(column) for column in zip(*rows, strict=True)]
    lines += [met[::-1] for met in lines]
    mine = line(rule, grid, values)
    less = sum(met < mine for met in lines)
    ties = sum(met == mine for met in lines) - 1
    if rule.ties == "none" and len(set(map(tuple, lines))) < len(lines):
        return False
    return less + 1 == rule.rank and (rule.ties == "any" or not ties)


def whole(rule, grid, values):
    return MEANINGS[rule.name](rule, grid, values)


def shifted(rule, cell):
    (row, column), (to_row, to_column) = place(rule.inner.cells[0]), place(cell)
    down, right = to_row - row, to_column - column
    spots = [place(c) for c in rule.inner.cells]
    return [f"R{r + 1 + down}C{c + 1 + right}" for r, c in spots]


def repeated(rule, grid, values):
    """Of a killer without several sums."""
    found = [of(values, shifted(rule, cell)) for cell in rule.cells]
    return all(sum(met) == rule.inner.sum and len(set(met)) == len(met) for met in found)


MEANINGS = {
    "killer": killer,
    "sum": lambda r, g, v: (
        sum(
            k * x for k, x in zip(r.coefficients or [1] * len(r.cells), of(v, r.cells), strict=True)
        )
        == r.sum
    ),
    "equal-sums": lambda r, g, v: len({sum(of(v, group)) for group in r.groups}) == 1,
    "little-killer": diagonal,
    "sum-line": sum_line,
    "region-sum-line": region_sums,
    "rellik": rellik,
    "lunchbox": lunchbox,
    "equality-cage": equality,
    "look-and-say": look_and_say,
    "contains": contains,
    "digital-root": digital_root,
    "sandwich": sandwich,
    "x-sum": lambda r, g, v: sum(line(r, g, v)[: line(r, g, v)[0]]) == r.sum,
    "skyscraper": lambda r, g, v: len(seen(line(r, g, v))) == r.count,
    "hidden-skyscraper": hidden,
    "numbered-room": room,
    "margin-sum": lambda r, g, v: sum(line(r, g, v)[: r.count]) == r.sum,
    "full-rank": full_rank,
    "even": lambda r, g, v: all(x % 2 == 0 for x in of(v, r.cells)),
    "odd": lambda r, g, v: all(x % 2 for x in of(v, r.cells)),
    "minimum": extreme(lambda a, b: a < b),
    "maximum": extreme(lambda a, b: a > b),
    "given-candidates": lambda r, g, v: v[r.cell] in r.values,
    "row-indexer": indexer(lambda block, at, cell: block.columns()[at[1]]),
    "column-indexer": indexer(lambda block, at, cell: block.rows()[at[0]]),
    "box-indexer": indexer(lambda block, at, cell: next(b for b in block.boxes() if cell in b)),
    "counting-circles": circles,
    "count-distinct": lambda r, g, v: len(set(of(v, r.cells))) == v[r.control],
    "any-of": lambda r, g, v: any(whole(one, g, v) for one in r.rules),
    "negated": lambda r, g, v: not whole(r.inner, g, v),
    "repeated": repeated,
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
]
