"""The catalogue of rules: each means what its sentence says, to every backend.

The judges are the meanings of ``tests.fuzz.rule_meanings``, which know no primitive, over all grids that
the classic rules leave: all 288 of a 4x4, or those of an example with part of it blank.
"""

import random
from functools import cache
from itertools import permutations

import pytest

import nonet
from nonet.backends import find_backend
from nonet.errors import ImpossibleRule, PuzzleError
from nonet.puzzle import Grid, Puzzle, make_rule, rule_types
from nonet.puzzle.examples import example_grid, example_puzzle, example_rule, example_solution
from nonet.puzzle.rules import Boxes
from nonet.puzzle.short_form import rule_from_short, rule_to_short
from tests.cases import as_one_test
from tests.fuzz.rule_meaning_cases import CASES
from tests.fuzz.rule_meanings import MEANINGS

BACKENDS = [
    name
    for name in ("native", "cpsat", "sat", "python-constraint")
    if find_backend(name).available()
]
FOUR = Grid.square(4)
JUDGED = [
    (name, number)
    for name, rule in sorted(rule_types().items())
    for number, example in enumerate(rule.examples)
    if name in MEANINGS and example.grid is None and len(example.puzzle) <= 36
    if not example.omitted_rules  # brute force fills rows, columns and boxes
]


def solutions(puzzle, backend):
    """All solutions of a puzzle by one backend, as lines."""
    run = nonet.iter_solutions(puzzle, backend=backend, time_limit=60)
    lines = {puzzle.line(each) for each in run}
    assert run.exhausted
    return lines


@cache
def all_fours():
    """The 288 grids of a 4x4, by trying every row."""
    rows = list(permutations((1, 2, 3, 4)))
    grids = []

    def extend(grid):
        if len(grid) == 4:
            grids.append(dict(zip(FOUR.cells, (v for row in grid for v in row), strict=True)))
            return
        for row in rows:
            columns = zip(*grid, row, strict=True)
            tried = [*grid, row]
            if all(len(set(column)) == len(tried) for column in columns) and (
                len(tried) % 2
                or all(len({*tried[-1][i : i + 2], *tried[-2][i : i + 2]}) == 4 for i in (0, 2))
            ):
                extend(tried)

    extend([])
    return grids


def test_there_are_288_grids_of_four():
    assert len(all_fours()) == 288


@pytest.mark.slow
@as_one_test(CASES)
def test_a_rule_leaves_the_grids_of_four_that_its_meaning_leaves(text):
    rule = rule_from_short(text)
    clues = {"R4C4": 3}
    if rule.name == "full-rank":  # python-constraint is slow with variables beside the cells
        clues |= {"R1C1": 1, "R2C3": 1}
    grids = [grid for grid in all_fours() if clues.items() <= grid.items()]
    puzzle = Puzzle(FOUR, clues).with_rules(rule)
    expected = {puzzle.line(grid) for grid in grids if MEANINGS[rule.name](rule, FOUR, grid)}
    assert 0 < len(expected) < len(grids)
    for backend in BACKENDS:
        assert solutions(puzzle, backend) == expected, backend


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("text", CASES)
def test_a_rule_means_the_same_where_no_other_rule_makes_values_differ(text):
    rule = rule_from_short(text)
    if rule.variables(FOUR):
        pytest.skip("its variables beside the cells have no values in these assignments")
    constraints = list(rule.constraints_among(FOUR, (rule, Boxes())))
    rng = random.Random(text)
    meanings_met = set()
    for _ in range(2000):
        values = {cell: rng.choice(FOUR.values) for cell in FOUR.cells}
        expected = bool(MEANINGS[rule.name](rule, FOUR, values))
        assert all(each.holds(values) for each in constraints) is expected, values
        meanings_met.add(expected)
    assert meanings_met == {True, False}


IMPOSSIBLE = [
    "killer 40 R1C1 R1C2",
    "killer R1C1-R2C3",
    "killer 40 repeats R1C1 R1C2",
    "sum 99 R1C1 R1C2",
    "equal-sums R1C1 | R2C1-R3C4",
    "little-killer 50 R0C0 DR",
    "sum-line 50 R1C1-R1C4",
    "lunchbox 3 R1C1 R1C2",
    "equality-cage R1C1 R1C2 R1C3",
    "look-and-say R1C1 R1C2 3 1",
    "contains 1 2 3 R1C1 R1C2",
    "contains 7 R1C1 R1C2",
    "digital-root 8 R1C1 R1C2",
    "sandwich 9 R0C1",
    "x-sum 99 R0C1",
    "skyscraper 5 R0C1",
    "hidden-skyscraper 4 R0C1",
    "numbered-room 5 R0C1",
    "margin-sum 9 R0C1 count=2",
    "counting-circles R1C1-R3C4",
    "whispers difference=4 R1C1 R1C2",
    "thermometer R1C1 R1C2 R2C2 R2C1 R3C1",
    "renban R1C1-R1C4 R2C4",
    "nabner R1C1 R1C2 R1C3",
    "white-dot 4 R1C1 R1C2",
    "quadruple 7 R1C1",
    "calculation 40+ R1C1 R1C2",
]
"""Rules that fit a 4x4 with rows, columns and boxes, and that none of its grids meets."""


@as_one_test(IMPOSSIBLE)
def test_a_rule_that_cannot_hold_is_refused_alone_and_means_false_inside_others(text):
    with pytest.raises(ImpossibleRule):
        Puzzle(FOUR).with_rules(rule_from_short(text)).model()

    def number(inner):
        return nonet.count_solutions(Puzzle(FOUR).with_rules(rule_from_short(inner))).number

    assert number(f"negated ({text})") == 288
    assert number(f"any-of ({text}) (killer 3 R1C1 R1C2)") == number("killer 3 R1C1 R1C2")
    assert number(f"any-of (all-of (even R1C1) ({text})) (odd R1C1)") == number("odd R1C1")
    assert number(f"negated (any-of ({text}) (odd R1C1))") == number("even R1C1")


def test_a_cage_of_several_sums_is_impossible_only_if_all_of_them_are():
    with pytest.raises(PuzzleError, match="cannot sum to 2") as error:
        Puzzle(FOUR).with_rules(rule_from_short("negated (killer 4 2 R1C1 R1C2)")).model()
    assert not isinstance(error.value, ImpossibleRule)
    puzzle = Puzzle(FOUR).with_rules(rule_from_short("negated (killer 2 40 R1C1 R1C2)"))
    assert nonet.count_solutions(puzzle).number == 288


@pytest.mark.parametrize(
    "text",
    [
        "any-of (killer 40 R1C1 R1C2) (sandwich 9 R0C1)",
        "negated (negated (killer 40 R1C1 R1C2))",
    ],
)
def test_what_cannot_hold_for_its_parts_is_refused_as_well(text):
    with pytest.raises(ImpossibleRule):
        Puzzle(FOUR).with_rules(rule_from_short(text)).model()


def test_a_machine_whose_accepting_state_has_no_arcs_can_be_negated():
    cells, arcs = ("R1C1", "R1C2"), ((0, 9, 0),)
    machine = make_rule("state-machine", cells=cells, transitions=arcs, accepting=(0, 1))
    puzzle = Puzzle(FOUR).with_rules(make_rule("negated", inner=machine))
    for backend in BACKENDS:
        assert nonet.count_solutions(puzzle, backend=backend).number == 288


def test_the_two_breads_of_a_sandwich_differ_where_no_row_says_so():
    ones = {cell: 1 for cell in FOUR.cells if not cell.startswith("R1")}
    puzzle = Puzzle(FOUR, ones, (rule_from_short("sandwich 2 R1C0"),))
    tops = {puzzle.line(each)[:4] for each in nonet.iter_solutions(puzzle)}
    assert tops == {"1243", "1242", "4213", "4212", "3124", "2124", "3421", "2421"}


def completions(grid, clues):
    """All ways to fill a square by rows, columns and boxes, plainly."""
    units = [*grid.blocks[0].rows(), *grid.blocks[0].columns(), *grid.blocks[0].boxes()]
    values, open_cells = dict(clues), [cell for cell in grid.cells if cell not in clues]
    others = {
        cell: {other for unit in units if cell in unit for other in unit} - {cell}
        for cell in open_cells
    }

    def extend(number):
        if number == len(open_cells):
            yield dict(values)
            return
        cell = open_cells[number]
        for value in grid.values:
            if all(values.get(other) != value for other in others[cell]):
                values[cell] = value
                yield from extend(number + 1)
                del values[cell]

    return extend(0)


@pytest.mark.slow(0.6)
@as_one_test(JUDGED)
def test_an_example_with_few_clues_has_the_solutions_of_its_meaning(name, number):
    kind = rule_types()[name]
    example = kind.examples[number]
    rule, grid = example_rule(kind, example), example_grid(example)
    solution = example_solution(example)
    rng = random.Random(name)
    open_cells = rng.sample(grid.cells, len(grid.cells) // 2)
    clues = {cell: solution[cell] for cell in open_cells}
    puzzle = Puzzle(grid, clues).with_rules(rule)
    valid = [
        completion
        for completion in completions(grid, clues)
        if MEANINGS[name](rule, grid, completion)
    ]
    expected = {puzzle.line(each) for each in valid}
    assert puzzle.line(solution) in expected
    for backend in BACKENDS:
        assert solutions(puzzle, backend) == expected, backend


@pytest.mark.slow
@as_one_test(sorted(rule_types()))
def test_examples_are_proved_unique_by_every_fast_backend(name):
    for example in rule_types()[name].examples:
        puzzle = example_puzzle(rule_types()[name], example)
        for backend in set(BACKENDS) - {"python-constraint"}:
            verdict = nonet.verify(puzzle, backend=backend, time_limit=60)
            assert verdict.uniqueness.value == "unique", backend
            assert verdict.witnesses[0].line == puzzle.line(example_solution(example))


@as_one_test(sorted(rule_types()))
def test_the_short_form_of_a_rule_reads_back_as_the_rule(name):
    for example in rule_types()[name].examples:
        rule = example_rule(rule_types()[name], example)
        assert rule_from_short(rule_to_short(rule)) == rule


@as_one_test(CASES)
def test_the_short_form_of_a_case_reads_back_as_the_rule(text):
    rule = rule_from_short(text)
    assert rule_from_short(rule_to_short(rule)) == rule


@as_one_test(sorted(rule_types()))
def test_a_rule_says_how_it_is_entered_and_what_its_parameters_hold(name):
    rule = rule_types()[name]
    assert rule.entry in ("grid", "cells", "path", "pair", "corner", "outside")
    assert [parameter.name for parameter in rule.typed_parameters()] == list(rule.fields())
    assert all(parameter.description for parameter in rule.typed_parameters())
    places = {"cell", "cells", "groups", "outside"}
    kinds = {parameter.kind for parameter in rule.typed_parameters()}
    assert rule.entry == "grid" or kinds & places


@as_one_test(
    [
        ("killer 40 R1C1 R1C2", "rule killer: the cage at R1C1 cannot sum to 40: the sum of 2"),
        ("killer 2 R1C1 R1C2", "the sum of 2 cells is 3 to 7"),
        ("killer 9 R1C1 R1C9", "rule killer: 'R1C9' is not a cell of this grid"),
        ("killer 9 R1C1 R1C1", "rule killer: R1C1 is listed twice"),
        ("killer R1C1-R2C3", "has 6 cells without a value twice, and there are only 4 values"),
        ("killer repeats R1C1 R1C2", "demands nothing: it has no sum"),
        ("sum 99 R1C1 R1C2", "sum to 2 to 8, not 99"),
        ("sum 5 R1C1 R1C2 coefficients=1", "2 cells and 1 coefficient"),
        ("equal-sums R1C1", "it takes at least two groups of cells"),
        ("equal-sums R1C1 | R2C1-R3C4", "the groups at R1C1 and R2C1 cannot have one sum"),
        ("little-killer 5 R1C1 DR", "R1C1 is a cell: its clue stands beside the grid"),
        ("little-killer 5 R0C4 DR", "no cell is met from R0C4 on in this direction"),
        ("little-killer 50 R0C0 DR", "cannot sum to 50: the sum of its 4 cells is 4 to 16"),
        ("sum-line R1C1 R1C3", "rule sum-line: the line jumps from R1C1 to R1C3"),
        ("sum-line 5 R1C1-R1C4 loop", "the loop at R1C1 is not closed: R1C4 does not touch it"),
        ("sum-line 50 R1C1-R1C4", "the 4 cells at R1C1 cannot sum to 50"),
        ("region-sum-line R1C1 R1C2", "crosses no border of boxes"),
        ("rellik 0 R1C1 R1C2", "the sum is 1 or more, not 0"),
        ("lunchbox 3 R1C1", "a lunchbox has two cells or more"),
        ("lunchbox 3 R1C1 R1C2", "nothing between them to sum up"),
        ("equality-cage R1C1 R1C2 R1C3", "an odd number has no halves"),
        ("look-and-say R1C1 R1C2 2", "counts come in pairs"),
        ("look-and-say R1C1 R1C2 1 9", "names 9, which is not a value"),
        ("look-and-say R1C1 R1C2 3 1", "has only 2 cells: 31"),
        ("contains 1 2 3 R1C1 R1C2", "has 2 cells for 3 values"),
        ("contains 7 R1C1 R1C2", "names 7, which is not a value"),
        ("digital-root 10 R1C1", "the root is 1 to 9, not 10"),
        ("digital-root 8 R1C1 R1C2", "cannot have the root 8: sums are 3 to 7"),
        ("sandwich 9 R0C1", "the clue at R0C1 cannot be 9: all values but 1 and 4 sum to 5"),
        ("sandwich 3 R2C2", "R2C2 is a cell"),
        ("sandwich 3 R0C9", "R0C9 is not beside a row or column of this grid"),
        ("x-sum 99 R0C1", "cannot be 99: the line sums to 10"),
        ("skyscraper 5 R0C1", "cannot be 5: the line has 4 cells"),
        ("hidden-skyscraper 4 R0C1", "cannot be 4: hidden are 1 to 3"),
        ("numbered-room 5 R0C1", "is 5, which is not a value"),
        ("margin-sum 5 R0C1 count=9", "sums 9 cells, and the line has 4"),
        ("full-rank 17 R0C1", "a rank is 1 to 16, not 17"),
        ("given-candidates R1C1 9", "R1C1 cannot hold 9"),
        ("counting-circles R1C1-R3C4", "12 circles are impossible"),
        ("any-of (even R1C1)", "it takes two rules or more, not 1"),
        ("any-of (even R9C9) (odd R1C1)", "rule even: 'R9C9' is not a cell"),
        ("any-of (jigsaw AABBAABBCCDDCCDD) (even R1C1)", "cannot stand inside"),
        ("repeated (killer 5 R1C1 R1C2) R1C4", "'R1C5' is not a cell"),
        ("repeated (anti-knight) R1C1", "names no cell by which it could be moved"),
    ]
)
def test_a_rule_that_cannot_be_is_refused_by_name_and_cell(text, message):
    with pytest.raises(PuzzleError) as error:
        Puzzle(FOUR).with_rules(rule_from_short(text)).model()
    assert message in str(error.value)
    assert str(error.value).startswith("rule ")


def test_cages_that_overlap_are_refused_unless_one_says_so():
    cages = [rule_from_short("killer 5 R1C1 R1C2"), rule_from_short("killer 6 R1C2 R1C3")]
    with pytest.raises(PuzzleError, match="R1C2 is in two cages, of 5 and of 6; if that is meant"):
        Puzzle(FOUR).with_rules(*cages).model()
    overlapping = rule_from_short("killer 6 R1C2 R1C3 overlap")
    assert Puzzle(FOUR).with_rules(cages[0], overlapping).model().constraints
