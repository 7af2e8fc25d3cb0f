"""Unknown regions and connected values: judged by writing out all grids and all divisions.

A square of four falls into four connected regions of four in 117 ways (the tilings by
tetrominoes), and has 576 Latin squares; the judges below try each pair of them.
"""

import random
from functools import cache
from itertools import combinations, permutations, product

import pytest

import nonet
from nonet.backends import find_backend
from nonet.errors import ModelError, PuzzleError
from nonet.formats import write
from nonet.model import Model
from nonet.model.constraints import Connected
from nonet.puzzle import Grid, Puzzle
from nonet.puzzle.grid import place
from nonet.puzzle.rules.region_rules import region_variable
from nonet.puzzle.short_form import rule_from_short, rule_to_short
from tests.cases import as_one_test

FOUR = Grid.square(4)
CELLS = FOUR.cells
BACKENDS = [name for name in ("native", "cpsat", "sat") if find_backend(name).available()]


def neighbours(at):
    row, column = divmod(at, 4)
    steps = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [r * 4 + c for r, c in steps if 0 <= r < 4 and 0 <= c < 4]


@cache
def divisions():
    """The region of each cell, for all ways to divide a square of four into four regions."""
    shapes = set()

    def grow(shape):
        if len(shape) == 4:
            shapes.add(shape)
            return
        for at in shape:
            for other in neighbours(at):
                if other not in shape:
                    grow(shape | {other})

    for at in range(16):
        grow(frozenset([at]))
    result = []

    def fill(free, regions):
        if not free:
            region_of = {at: number for number, shape in enumerate(regions, 1) for at in shape}
            result.append(tuple(region_of[at] for at in range(16)))
            return
        for shape in shapes:
            if min(free) in shape and shape <= free:
                fill(free - shape, [*regions, shape])

    fill(frozenset(range(16)), [])
    return result


@cache
def latin_squares():
    squares = []

    def extend(rows):
        if len(rows) == 4:
            squares.append(tuple(value for row in rows for value in row))
            return
        for row in permutations((1, 2, 3, 4)):
            if all(a != b for other in rows for a, b in zip(row, other, strict=True)):
                extend([*rows, row])

    extend([])
    return squares


@cache
def grids_with_divisions():
    """All Latin squares of four with all divisions in which no region has a value twice."""
    return [
        (values, regions)
        for values, regions in product(latin_squares(), divisions())
        if len(set(zip(values, regions, strict=True))) == 16
    ]


def run_length(regions, at, sides=((0, 1), (1, 0), (0, -1), (-1, 0))):
    row, column = divmod(at, 4)
    length = 1
    for down, right in sides:
        r, c = row + down, column + right
        while 0 <= r < 4 and 0 <= c < 4 and regions[r * 4 + c] == regions[at]:
            length, r, c = length + 1, r + down, c + right
    return length


def touching_cells(at):
    row, column = divmod(at, 4)
    places = product((row - 1, row, row + 1), (column - 1, column, column + 1))
    return [r * 4 + c for r, c in places if 0 <= r < 4 and 0 <= c < 4]


MEANINGS = {
    "region-run R2C2": lambda v, g: v[5] == run_length(g, 5),
    "region-run R4C1 arms=R1C1-R1C4": lambda v, g: v[12] == run_length(g, 0, ((0, 1),)),
    "region-run others R1C2": lambda v, g: v[1] == run_length(g, 1) - 1,
    "region-count R1C1": lambda v, g: v[0] == sum(g[i] == g[0] for i in touching_cells(0)),
    "region-count R1C1 cells='R2C2 R3C3 R4C4 R2C3'".replace("'", '"'): (
        lambda v, g: v[0] == sum(g[i] == g[5] for i in (5, 10, 15, 6))
    ),
    "same-region R1C1 R2C2": lambda v, g: g[0] == g[5],
    "different-regions R1C1 R1C2 R2C2": lambda v, g: len({g[0], g[1], g[5]}) == 3,
    "count-regions R1C1-R1C4 control=R4C4": lambda v, g: v[15] == len(set(g[:4])),
}


def test_there_are_117_divisions_and_576_latin_squares():
    assert (len(divisions()), len(latin_squares())) == (117, 576)


@pytest.mark.slow
@as_one_test(MEANINGS)
def test_each_rule_leaves_the_grids_and_divisions_that_it_means(text):
    rules = rule_from_short("unknown-regions"), rule_from_short(text)
    assert rule_from_short(rule_to_short(rules[1])) == rules[1]
    rng = random.Random(text)
    values, _ = rng.choice([each for each in grids_with_divisions() if MEANINGS[text](*each)])
    clues = {at: values[at] for at in rng.sample(range(16), 6)}
    possible = [
        (v, g)
        for v, g in grids_with_divisions()
        if all(v[at] == value for at, value in clues.items())
    ]
    expected = {(v, g) for v, g in possible if MEANINGS[text](v, g)}
    assert 0 < len(expected) < len(possible)
    puzzle = Puzzle(FOUR, {CELLS[at]: v for at, v in clues.items()}).with_rules(*rules)
    for backend in BACKENDS:
        outcome = nonet.solve(puzzle, backend, limit=None)
        solutions = [
            (tuple(s[c] for c in CELLS), tuple(s[region_variable(c)] for c in CELLS))
            for s in outcome.solutions
        ]
        assert len(solutions) == len(set(solutions)), backend
        assert {(values, renumbered(regions)) for values, regions in solutions} == {
            (values, renumbered(regions)) for values, regions in expected
        }, backend


def renumbered(regions):
    """Regions by numbers in the order in which they are met."""
    number = {}
    return tuple(number.setdefault(region, len(number)) for region in regions)


def test_regions_smaller_than_the_values_are_connected_and_of_their_size():
    puzzle = Puzzle(Grid.square(4)).with_rules(rule_from_short("unknown-regions size=8"))
    with pytest.raises(PuzzleError, match="8 cells cannot hold 4 values"):
        puzzle.model()
    rules = [rule_from_short(text) for text in ("unknown-regions size=2", "same-region R1C1 R1C2")]
    clues = dict(zip(CELLS, (2, 1, 3, 4, 4, 3, 2, 1, 1, 2, 4, 3, 3, 4, 1, 2), strict=True))
    # a square of four has 36 tilings by dominoes; in 18 of them the first one lies along the row
    for backend in ("native", "sat"):
        assert (
            nonet.count_solutions(Puzzle(FOUR, clues).with_rules(*rules), backend=backend).number
            == 18
        )


def test_connected_means_connected_on_any_graph():
    names = tuple("abcde")
    edges = (("a", "b"), ("b", "c"), ("c", "d"), ("d", "e"), ("b", "e"))
    neighbours_of = {name: {x for edge in edges if name in edge for x in edge} for name in names}

    def is_connected(part, reach):
        reached = set(part[:1])
        for _ in range(reach):
            reached |= {x for name in reached for x in neighbours_of[name] if x in part}
        return reached == set(part)

    for kinds, reach in (((1,), (2, 3)), None), (((2,),), 2), (((1,), (2,), (3,)), 1):
        constraint = Connected(names, edges, kinds, reach)
        expected = {
            case
            for case in product((1, 2, 3), repeat=5)
            if all(
                is_connected([n for n, v in zip(names, case, strict=True) if v in kind], reach or 5)
                for kind in kinds
            )
        }
        model = Model(dict.fromkeys(names, (1, 2, 3)), [constraint])
        assert {
            c
            for c in product((1, 2, 3), repeat=5)
            if model.accepts(dict(zip(names, c, strict=True)))
        } == (expected)
        for backend in BACKENDS:
            solutions = nonet.solve(model, backend, limit=None).solutions
            assignments = [tuple(solution[name] for name in names) for solution in solutions]
            assert len(assignments) == len(expected) and set(assignments) == expected, backend


@pytest.mark.parametrize("values", [(1, 2, 3), (2, 3, 4)])
def test_values_are_connected_where_one_can_walk_through_them(values):
    rule = rule_from_short(f"connected {' '.join(map(str, values))} cells=R1C1-R3C4")
    puzzle = Puzzle(FOUR, {"R4C1": 3, "R1C3": 4}).with_rules(rule)

    def is_connected(line):
        part = {at for at in range(12) if line[at] in values}
        reached = set(list(part)[:1])
        for _ in range(12):
            reached |= {x for at in reached for x in neighbours(at) if x in part}
        return reached == part

    boxes = [[top + at for at in (0, 1, 4, 5)] for top in (0, 2, 8, 10)]
    expected = {
        "".join(map(str, line))
        for line in latin_squares()
        if line[12] == 3 and line[2] == 4 and is_connected(line)
        if all(len({line[at] for at in box}) == 4 for box in boxes)
    }
    assert expected
    for backend in BACKENDS:
        lines = {puzzle.line(each) for each in nonet.solve(puzzle, backend, limit=None).solutions}
        assert lines == expected, backend


@as_one_test(
    [
        (["region-run R1C1"], "rule region-run: it is about unknown regions: add the rule"),
        (["same-region R1C1 R2C1"], "add the rule unknown-regions"),
        (["unknown-regions size=3"], "16 cells are not regions of 3"),
        (["unknown-regions", "region-count R9C9"], "'R9C9' is not a cell of this grid"),
        (["unknown-regions", "same-region R1C1"], "it takes two cells or more"),
        (["unknown-regions", "region-run R1C1 arms=R1C1-R1C2|R2C1"], "arms begin with one cell"),
        (["connected 7"], "7 is not a value of this grid"),
        (["connected 1 size=17"], "17 cells cannot hold its values"),
    ]
)
def test_what_cannot_be_is_refused_by_name(texts, message):
    with pytest.raises(PuzzleError) as error:
        Puzzle(FOUR).with_rules(*map(rule_from_short, texts)).model()
    assert message in str(error.value)


def test_a_connection_that_makes_no_sense_is_refused():
    with pytest.raises(ModelError, match="c is in an edge and not in the scope"):
        Connected(("a", "b"), (("a", "c"),), ((1,),))
    with pytest.raises(ModelError, match="a value is of two kinds"):
        Connected(("a", "b"), (("a", "b"),), ((1,), (1, 2)))


def test_a_solution_is_drawn_with_the_regions_it_found():
    clues = dict(zip(CELLS, (4, 3, 2, 1, 1, 4, 3, 2, 2, 1, 4, 3, 3, 2, 1, 4), strict=True))
    rules = map(rule_from_short, ("unknown-regions", "region-run R1C1", "region-run R4C1"))
    puzzle = Puzzle(FOUR, clues).with_rules(*rules, rule_from_short("region-run R1C3"))
    solution = nonet.solve(puzzle, "native").solution
    assert not puzzle.drawing().regions
    drawn = puzzle.drawing(solution)
    for a, b in combinations(CELLS, 2):
        together = drawn.regions[place(a)] == drawn.regions[place(b)]
        assert together == (solution[region_variable(a)] == solution[region_variable(b)])


def test_regions_of_a_constraint_string_are_read():
    text = ".Shape~6x6.ChaosConstruction.NoBoxes.ChaosArrow~R1C2~~CC2~CC3.ChaosCount~R6C3~1"
    text += ".SameValues~2~CC1~CC2.AllDifferent~CC1~CC36.CountDistinct~R1C1~CC1~CC9"
    puzzle = nonet.parse(f"{text}.ConnectedValues~~1_2~12", format="iss")
    names = [rule.name for rule in puzzle.rules]
    assert names[2:] == [
        *("unknown-regions", "region-run", "region-count", "same-region"),
        *("different-regions", "count-regions", "connected"),
    ]
    assert puzzle.rules[3].arms == (("R1C2", "R1C3"),) and puzzle.rules[4].others
    assert puzzle.rules[-1].size == 12


def test_regions_are_written_as_a_constraint_string_that_reads_back():
    rules = [
        "unknown-regions",
        "region-run R1C1",
        "region-run others R2C2 arms=R3C3-R3C5|R3C3-R1C3",
    ]
    rules += ["region-count R1C2", "region-count R4C4 cells=R1C1-R2C2", "same-region R5C5 R5C6"]
    rules += [
        "different-regions R1C1 R6C6",
        "count-regions R1C1-R1C3 control=R6C1",
        "connected 1 2 size=12",
    ]
    puzzle = Puzzle(Grid.square(6), {"R1C1": 3}).with_rules(*map(rule_from_short, rules))
    text = write(puzzle, "iss")
    assert ".ChaosArrow~R2C2~1~CC15~CC16~CC17~-~CC15~CC9~CC3" in text
    back = nonet.parse(text, format="iss")
    assert back.rules == puzzle.rules and back.clues == puzzle.clues


@pytest.mark.parametrize("level", ["backtracking", "forward-checking", "bounds", "gac"])
def test_each_level_of_the_teaching_engine_counts_the_connected_parts_of_a_chain(level):
    """Of a chain of four the parts of three at most: 1 of none, 4 of one, 3 of two, 2 of three."""
    chain = (("a", "b"), ("b", "c"), ("c", "d"))
    model = Model(dict.fromkeys("abcd", (1, 2)), [Connected(tuple("abcd"), chain, ((1,),), 2)])
    assert nonet.count_solutions(model, backend=f"native:level={level}").number == 10
