"""Cells that the solver shades or lets count otherwise: judged by writing out all of them.

A square of four has 96 yin-yangs; of its 288 grids and its choices of four cells, one in each row,
column and box, the judges below try every pair.
"""

import random
from functools import cache
from itertools import permutations, product

import pytest

import nonet
from nonet.backends import find_backend
from nonet.errors import PuzzleError
from nonet.puzzle import Grid, Puzzle
from nonet.puzzle.grid import place
from nonet.puzzle.rules.shading import shade_variable
from nonet.puzzle.short_form import rule_from_short, rule_to_short
from nonet.render.drawing import Shade, Text
from tests.puzzle.test_rules_catalogue import all_fours

FOUR = Grid.square(4)
CELLS = FOUR.cells
BACKENDS = [name for name in ("native", "cpsat", "sat") if find_backend(name).available()]


def is_one_area(cells):
    reached, waiting = set(cells[:1]), list(cells[:1])
    while waiting:
        row, column = divmod(waiting.pop(), 4)
        for r, c in (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1):
            if 0 <= r < 4 and 0 <= c < 4 and r * 4 + c in cells and r * 4 + c not in reached:
                reached.add(r * 4 + c)
                waiting.append(r * 4 + c)
    return len(reached) == len(cells)


@cache
def yin_yangs():
    squares = [(at, at + 1, at + 4, at + 5) for at in range(11) if at % 4 < 3]
    return [
        shades
        for shades in product((0, 1), repeat=16)
        if all(0 < sum(shades[at] for at in square) < 4 for square in squares)
        and all(is_one_area([at for at in range(16) if shades[at] is kind]) for kind in (0, 1))
    ]


def lines(values):
    return [tuple(grid[cell] for cell in CELLS) for grid in values]


SHADINGS = {
    "yin-yang R2C2": lambda v, s: s[5] == 1,
    "yin-yang unshaded=R1C1,R4C4": lambda v, s: not s[0] and not s[15],
    "shaded-sum 5 R1C0": lambda v, s: sum(x * y for x, y in zip(v[:4], s[:4], strict=True)) == 5,
    "shaded-sum 0 R0C1": lambda v, s: not any(s[::4]),
    "shaded-count 3 R5C4": lambda v, s: sum(s[3::4]) == 3,
}


def test_there_are_96_yin_yangs_of_four():
    assert len(yin_yangs()) == 96


@pytest.mark.slow(0.5)
@pytest.mark.parametrize("text", SHADINGS)
def test_each_rule_leaves_the_grids_and_shadings_that_it_means(text):
    rules = [rule_from_short(text)]
    assert rule_from_short(rule_to_short(rules[0])) == rules[0]
    rules += [rule_from_short("yin-yang")] * (not text.startswith("yin"))
    clues = {0: 1, 6: 1}
    grids = [v for v in lines(all_fours()) if all(v[at] == value for at, value in clues.items())]
    expected = {(v, s) for v in grids for s in yin_yangs() if SHADINGS[text](v, s)}
    assert 0 < len(expected) < len(grids) * 96
    puzzle = Puzzle(FOUR, {CELLS[at]: value for at, value in clues.items()}).with_rules(*rules)
    for backend in BACKENDS:
        solutions = [
            (tuple(s[c] for c in CELLS), tuple(s[shade_variable(c)] for c in CELLS))
            for s in nonet.solve(puzzle, backend, limit=None).solutions
        ]
        assert len(solutions) == len(set(solutions)) and set(solutions) == expected, backend


FACTORS = {"doubler": lambda x: 2 * x, "negator": lambda x: -x, "halver": lambda x: x / 2}
SUMS = {
    "killer 4 R1C2 R1C3": lambda w, v: w[1] + w[2] == 4,
    "killer 3 6 R2C1 R2C2 R3C2": lambda w, v: v[4] != v[9] and w[4] + w[5] + w[9] in (3, 6),
    "arrow R1C1 | R2C2 R2C3": lambda w, v: w[0] == w[5] + w[6],
    "little-killer 6 R0C1 DR": lambda w, v: w[1] + w[6] + w[11] == 6,
    "any-of (killer 7 R1C1 R1C2 R1C3) (killer 2 R4C1 R4C2)": (
        lambda w, v: w[0] + w[1] + w[2] == 7 or w[12] + w[13] == 2
    ),
}


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("name", FACTORS)
@pytest.mark.parametrize("text", SUMS)
@pytest.mark.parametrize("option", ["", " same_values R2C1"])
def test_sums_count_the_cells_that_the_solver_finds(name, text, option):
    grids = [v for v in lines(all_fours()) if v[15] == 3]
    expected = set()
    for v, columns in product(grids, permutations(range(4))):
        at = [4 * row + column for row, column in enumerate(columns)]
        one_a_box = len({(cell // 8, cell % 4 // 2) for cell in at}) == 4
        marked_differ = 4 in at if option else len({v[cell] for cell in at}) == 4
        counted_values = [FACTORS[name](x) if cell in at else x for cell, x in enumerate(v)]
        if one_a_box and marked_differ and SUMS[text](counted_values, v):
            expected.add((v, tuple(at)))
    rules = rule_from_short(name + option), rule_from_short(text)
    puzzle = Puzzle(FOUR, {"R4C4": 3}).with_rules(*rules)
    for backend in BACKENDS:
        solutions = [
            (
                tuple(s[c] for c in CELLS),
                tuple(n for n, c in enumerate(CELLS) if s[f"~whether {c} is a {name}"]),
            )
            for s in nonet.solve(puzzle, backend, limit=None).solutions
        ]
        assert len(solutions) == len(set(solutions)) and set(solutions) == expected, backend


def test_a_solution_is_drawn_with_what_it_found():
    solved = dict(zip(CELLS, random.Random(1).choice(lines(all_fours())), strict=True))
    puzzle = Puzzle(FOUR, solved).with_rules(rule_from_short("yin-yang R1C1"))
    solution = nonet.solve(puzzle).solution
    (shade,) = (d for d in puzzle.drawing(solution).decorations if isinstance(d, Shade))
    assert {*shade.cells} == {place(cell) for cell in CELLS if solution[shade_variable(cell)]}
    assert not any(isinstance(d, Shade) for d in puzzle.drawing().decorations)
    puzzle = Puzzle(FOUR, solved).with_rules(rule_from_short("doubler"))
    drawn = puzzle.drawing(nonet.solve(puzzle).solution).decorations
    assert len({d.cells for d in drawn if isinstance(d, Text) and d.text == "×2"}) == 4


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["yin-yang R9C9"], "'R9C9' is not a cell of this grid"),
        (["shaded-count 5 R0C1"], "5 of the 4 cells at R0C1 cannot be shaded"),
        (["doubler", "halver"], "one kind of cells that count for another value"),
        (["doubler", "arrow R1C1 R1C2 | R1C3 R1C4"], "a bulb of several cells is read as written"),
        (["doubler R5C1"], "'R5C1' is not a cell of this grid"),
    ],
)
def test_what_cannot_be_is_refused_by_name(texts, message):
    with pytest.raises(PuzzleError) as error:
        Puzzle(FOUR).with_rules(*map(rule_from_short, texts)).model()
    assert message in str(error.value)
