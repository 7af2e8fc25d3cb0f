"""Layouts of generated marks: numbers, sizes and digits, and one solution by an outside model."""

import sys
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor
from random import Random

import pytest

import nonet
from nonet.cli import main
from nonet.errors import PuzzleError
from nonet.puzzle.grid import place
from nonet.puzzle.rules import CLASSIC
from nonet.puzzle.rules.combined_rules import named_cells
from nonet.setting import mark_layouts as layouts
from nonet.setting.mark_generators import holds, mark_generator
from nonet.setting.mark_layouts import (
    VALUE_SYMMETRIES,
    MarkDemands,
    cage_tiling,
    distinguishing_changes,
    half_turn,
    is_connected,
    least_digits,
    mark_layout,
    split_largest,
    tells_apart,
    with_images_of_changes,
)
from nonet.setting.mark_selection import pool_mark

pytest.importorskip("ortools")

SMALL = nonet.Sudoku("." * 36)


def test_lines_have_the_length_and_number_that_were_asked_for_and_do_not_cross():
    (generated,) = nonet.generate(
        1, kind="thermometer", marks=4, sizes=(5, 8), clues=(0, 12), seed=3
    )
    lines = [mark.cells for mark in generated.puzzle.rules[3:]]
    assert len(lines) == 4
    assert all(5 <= len(line) <= 8 for line in lines)
    assert len({cell for line in lines for cell in line}) == sum(map(len, lines))
    for line in lines:
        steps = zip(map(place, line), map(place, line[1:]), strict=False)
        assert all(max(abs(a - c), abs(b - d)) == 1 for (a, b), (c, d) in steps)


def is_sharp_turn(first, middle, last):
    return sum((b - a) * (c - b) for a, b, c in zip(first, middle, last, strict=True)) < 0


def test_lines_never_turn_sharply_and_cross_no_other_line():
    for kind in ("thermometer", "arrow"):
        (generated,) = nonet.generate(1, kind=kind, seed=7)
        lines = [
            [place(cell) for cell in (*getattr(mark, "bulb", ()), *mark.cells)]
            for mark in generated.puzzle.rules[3:]
        ]
        for line in lines:
            turns = zip(line, line[1:], line[2:], strict=False)
            assert not any(is_sharp_turn(*three) for three in turns)
        diagonals = [
            ((a + c) / 2, (b + d) / 2)
            for line in lines
            for (a, b), (c, d) in pairwise(line)
            if a != c and b != d
        ]
        assert len(set(diagonals)) == len(diagonals), "two diagonal steps cross in their middle"


def test_little_killers_have_no_digit_and_no_two_clues_in_one_place():
    for seed in range(3):
        (generated,) = nonet.generate(1, kind="little-killer", seed=seed)
        marks = generated.puzzle.rules[3:]
        assert not generated.puzzle.clues
        assert len({mark.start for mark in marks}) == len(marks) == 30
        lines = {frozenset(mark.located(generated.puzzle.grid)) for mark in marks}
        assert len(lines) == 30, "each diagonal of two cells or more is told once"
    (small,) = nonet.generate(1, like=SMALL, kind="little-killer", seed=1)
    assert nonet.verify(small.puzzle, "cpsat").uniqueness.value == "unique"


def test_the_one_digit_of_mirrored_kinds_excludes_the_image_of_the_solution():
    values = tuple(range(1, 10))
    assert not tells_apart(5, "mirrored", values)
    assert tells_apart(9, "ends", values)
    assert not tells_apart(2, "ends", values)


def test_marks_that_tell_no_two_values_apart_hold_of_the_images_of_a_solution():
    grid, random, values = nonet.Sudoku("." * 81).grid, Random(1), range(1, 10)
    images = {
        "mirrored": lambda value: 10 - value,
        "ends": lambda value: {1: 9, 9: 1}.get(value, value),
        "parity": lambda value: {2: 6, 6: 2, 3: 7, 7: 3}.get(value, value),
        "names": lambda value: {1: 2, 2: 4, 4: 1}.get(value, value),
    }
    solution = nonet.setting.sample(nonet.Sudoku("." * 81), 1, seed=4, time_limit=None).solutions[0]
    for kind, symmetry in VALUE_SYMMETRIES.items():
        marks = mark_generator(kind)(grid, solution, random, mark_layout(kind, 81).size)
        preserved = {
            name
            for name, image in images.items()
            if all(holds(x, grid, {c: image(v) for c, v in solution.items()}) for x in marks)
        }
        assert symmetry in preserved, (kind, preserved)
        assert ("names" in preserved) == (symmetry == "names"), (kind, preserved)
    assert least_digits(("even", "whispers"), tuple(values)) == 1
    assert least_digits(("whispers", "sandwich"), tuple(values)) == 0


@pytest.mark.parametrize(
    "demands, reason",
    [
        ({"kind": "even"}, "fewer than 7 digits: in a solution values of one parity may trade"),
        ({"kind": "palindrome"}, "fewer than 8 digits: in a solution values may trade places"),
        ({"rules": "jigsaw"}, "rows, columns and regions has fewer than 8 digits"),
        (
            {"kind": "whispers", "like": nonet.Sudoku("." * 36), "clues": 3},
            "fewer than 4 digits: .* values that stand in no line may trade places",
        ),
    ],
)
def test_fewer_digits_than_any_puzzle_has_are_refused_with_the_reason(demands, reason):
    with pytest.raises(PuzzleError, match=reason):
        nonet.generate(1, **{"clues": 0, **demands})


def test_demands_on_marks_that_are_none_are_refused():
    for demands, message in (
        ({"marks": 3}, "with a kind"),
        ({"kind": "killer", "marks": (5, 3)}, "least and the most"),
        ({"kind": "killer", "marks": {"arrow": 2}}, "not a kind that is made"),
        ({"kind": "killer,kilr"}, "did you mean killer"),
        ({"kind": "killer", "symmetry": "full"}, "half-turn, not full"),
    ):
        with pytest.raises(PuzzleError, match=message):
            nonet.generate(1, **demands)


def test_a_terminal_shows_the_puzzle_with_a_link_and_a_file_has_json(capsys, monkeypatch):
    command = ["generate", "--size", "6", "--kind", "killer", "--seed", "1", "--cage-size", "2..4"]
    assert main(command) == 0
    assert capsys.readouterr().out.startswith("{")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert main(command) == 0
    shown = capsys.readouterr().out
    assert "https://f-puzzles.com/?load=" in shown
    assert "━" in shown or "+--" in shown
    assert main([*command, "--cages", "many"]) == 2
    assert main([*command, "--no-singles", "--length", "1..4"]) == 2


def test_the_largest_cages_fall_in_two_connected_parts():
    solution = nonet.solve("1.3.34....2..1..").solution
    grid = nonet.Sudoku("." * 16).grid
    for seed in range(40):
        random = Random(seed)
        cages = cage_tiling(grid, solution, random, (2, 4))
        changed = split_largest(grid, cages, 2, 1, random)
        assert sorted(cell for cage in changed for cell in cage) == sorted(grid.cells)
        assert all(len(cage) >= 2 and is_connected(grid, cage) for cage in changed)
        fours = sum(len(cage) == 4 for cage in cages)
        assert fours - sum(len(cage) == 4 for cage in changed) == len(changed) - len(cages) <= 1


def test_marks_added_together_share_no_cell():
    from nonet.puzzle.rules.killer import Killer
    from nonet.setting.mark_layouts import MarkLayout
    from nonet.setting.mark_selection import MarkSelection

    class Undecided:
        def rivals(self, marks, random):
            return False, []

    cages = [Killer(("R1C1", f"R{row}C{column}"), sum=5) for row, column in ((1, 2), (2, 1))]
    pool = [pool_mark("killer", cage) for cage in cages]
    layouts = {"killer": MarkLayout((0, 5), (2, 2))}
    selection = MarkSelection(Undecided(), layouts, pool, [], Random(1))
    assert not selection.exclude_rivals(may_swap=True)
    assert len(selection.marks) == 1


@pytest.mark.slow(0.1)
@pytest.mark.parametrize("kind", ["killer", "thermometer", "arrow", "dots", "xv", "quadruple",
    "sandwich", "skyscraper", "little-killer", "renban", "killer,arrow"])  # fmt: skip
def test_a_half_turn_takes_marks_to_marks_of_their_kind(kind):
    """A sandwich stands on the left or above: its image is that of the line's other end."""
    like = None if kind in ("thermometer", "arrow", "dots", "xv") else SMALL
    (generated,) = nonet.generate(
        1, like=like, kind=kind, symmetry="half-turn", level="Easy", seed=2
    )
    puzzle = generated.puzzle
    assert nonet.verify(puzzle, "cpsat").uniqueness.value == "unique"
    last = puzzle.grid.height - 1
    places = Counter()
    for mark in (rule for rule in puzzle.rules if rule not in CLASSIC):
        at = {place(cell) for cell in named_cells(mark)}
        name = mark.name.removeprefix("white-").removeprefix("black-")
        places[name, frozenset(at)] += 1
    assert {name for name, _ in places} == {each.removesuffix("s") for each in kind.split(",")}

    def image(row, column):
        if kind == "sandwich":
            return (row, last - column) if row < 0 else (last - row, column)
        return last - row, last - column

    turned = Counter(
        (name, frozenset(image(*at) for at in cells)) for name, cells in places.elements()
    )
    assert turned == places


@pytest.mark.slow(0.2)
@pytest.mark.parametrize("size", [4, 6, 9])
def test_symmetric_cages_and_their_changes_cover_the_grid_each_value_once(size):
    like = nonet.Sudoku("." * size**2)
    solution, other = (nonet.setting.sample(like, 1, seed=seed).solutions[0] for seed in (1, 2))
    changes = 0
    for seed in range(8):
        random = Random(seed)
        cages = cage_tiling(like.grid, solution, random, (2, 5), symmetric=True)
        options = distinguishing_changes(like.grid, cages, solution, other, (2, 5), random)
        changed = [with_images_of_changes(like.grid, cages, each, solution) for each in options]
        changes += len([*filter(None, changed)])
        for tiling in (cages, *filter(None, changed)):
            assert sorted(cell for cage in tiling for cell in cage) == sorted(like.grid.cells)
            assert all(len({solution[cell] for cell in cage}) == len(cage) for cage in tiling)
            assert all(is_connected(like.grid, cage) for cage in tiling)
            as_sets = {frozenset(cage) for cage in tiling}
            assert as_sets == {frozenset(half_turn(like.grid, c) for c in cage) for cage in as_sets}
    assert changes


@pytest.mark.parametrize("cells", [16, 36, 80, 81, 82, 144, 256, 300, 301, 625])
def test_usual_numbers_of_marks_are_those_of_81_cells_in_proportion(cells):
    for kind, usual in layouts.LAYOUTS.items():
        if kind == "killer" and cells > 300:
            usual = layouts.LARGE_KILLER
        layout = layouts.mark_layout(kind, cells)
        low, high = usual.marks
        assert layout.size == usual.size
        assert layout.marks[0] == max(1, floor(Fraction(low * cells, 81)))
        proportional = layouts.MANY if high == layouts.MANY else ceil(Fraction(high * cells, 81))
        assert layout.marks[1] == max(2, proportional)
        requested = layouts.mark_layout(kind, cells, {"": (3, 4)}, {kind: (2, 2), "": (5, 6)})
        assert (requested.marks, requested.size) == ((3, 4), (2, 2))
    assert layouts.mark_layout("quadruple", 81).marks == (1, layouts.MANY)


@pytest.mark.parametrize(
    ("kinds", "cells", "needed"),
    [
        (("killer",), 300, False),
        (("killer",), 301, True),
        (("arrow",), 200, False),
        (("arrow",), 201, True),
        (("killer", "arrow"), 201, True),
        (("little-killer",), 625, False),
        (("calculation", "arrow"), 625, False),
        ((), 625, False),
    ],
)
def test_large_grids_need_digits_beyond_a_number_of_cells(kinds, cells, needed):
    assert MarkDemands(kinds).needs_digits(cells) is needed


def test_cages_beside_other_marks_are_few_unless_a_number_is_asked_for():
    alone, beside = MarkDemands(("killer",)), MarkDemands(("killer", "arrow"))
    assert alone.layout("killer", 81).marks == (24, 32)
    assert (
        beside.layout("killer", 81).marks == (4, 32) and beside.layout("killer", 16).marks[0] == 1
    )
    requested = MarkDemands(("killer", "arrow"), {"killer": (9, 9)})
    assert requested.layout("killer", 81).marks == (9, 9)
    assert MarkDemands(("arrow", "killer"), {"arrow": (2, 2)}).layout("killer", 81).marks == (4, 32)
    assert not alone.layout("killer", 81).symmetric
    assert MarkDemands(("killer",), symmetric=True).layout("killer", 81).symmetric


NINE, SIX_VALUES = tuple(range(1, 10)), tuple(range(1, 7))


@pytest.mark.parametrize(
    ("kinds", "values", "symmetry", "least", "digits"),
    [
        (("palindrome",), NINE, "names", 8, (0, layouts.MANY)),
        (("palindrome", "renban"), NINE, "mirrored", 1, (1, 1)),
        (("renban", "sandwich"), NINE, None, 0, (0, 1)),
        (("killer",), NINE, None, 0, (0, 0)),
        (("even",), NINE, "parity", 7, (0, layouts.MANY)),
        (("even", "palindrome"), SIX_VALUES, "parity", 4, (0, layouts.MANY)),
        (("even", "renban"), NINE, "mirrored", 1, (1, 1)),
        (("even", "renban"), SIX_VALUES, None, 0, (0, 1)),
        (("even", "sandwich"), NINE, "ends", 1, (1, 1)),
        (("sandwich",), NINE, "ends", 1, (1, 1)),
        (("skyscraper",), NINE, None, 0, (0, 5)),
        (("between",), NINE, "mirrored", 1, (1, 3)),
        (("whispers",), NINE, "mirrored", 1, (1, 1)),
        (("whispers",), SIX_VALUES, "mirrored", 4, (1, layouts.MANY)),
        (("dutch-whispers",), SIX_VALUES, "mirrored", 2, (1, layouts.MANY)),
        (("whispers", "renban"), SIX_VALUES, "mirrored", 1, (1, 1)),
    ],
)
def test_kinds_that_tell_no_two_values_apart_need_digits(kinds, values, symmetry, least, digits):
    assert layouts.value_symmetry(kinds, values) == symmetry
    assert layouts.least_digits(kinds, values) == least
    assert MarkDemands(kinds).digit_range(len(values) ** 2, values) == digits
    assert MarkDemands(kinds, digits=(2, 3)).digit_range(81, values) == (2, 3)
    images = {
        "mirrored": {v: values[0] + values[-1] - v for v in values},
        "ends": dict(zip(values, values, strict=True))
        | {values[0]: values[-1], values[-1]: values[0]},
    }
    if symmetry in images:
        for value in values:
            assert layouts.tells_apart(value, symmetry, values) == (
                images[symmetry][value] != value
            )
    dotted = layouts.with_dot_for_digit(MarkDemands(kinds, digits=(0, 0)), values)
    assert (layouts.DOT in dotted.kinds) == (symmetry in images)
    assert (
        layouts.DOT
        not in layouts.with_dot_for_digit(MarkDemands(kinds, digits=(0, 1)), values).kinds
    )


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (None, {}),
        (3, {"": (3, 3)}),
        ((1, 1), {"": (1, 1)}),
        ([2, 5], {"": (2, 5)}),
        ({"arrow": 2, "": (1, 3)}, {"arrow": (2, 2), "": (1, 3)}),
        (0, None),
        ((0, 4), None),
        ((5, 4), None),
        ((1, 2, 3), None),
        ((1.0, 2), None),
        ("3", None),
        ({"killer": 3}, None),
        ({"arrow": 0}, None),
    ],
)
def test_ranges_are_numbers_from_one_on_for_kinds_that_are_made(given, expected):
    if expected is None:
        with pytest.raises(PuzzleError, match=r"marks (are|of)"):
            layouts.checked_ranges(given, ("arrow",), "marks")
    else:
        assert layouts.checked_ranges(given, ("arrow",), "marks") == expected


def hang_together(grid, cells):
    """Whether cells hang together, by merging those that share a side."""
    parts = [{cell} for cell in cells]
    for first in cells:
        for second in cells:
            if second in layouts.edge_neighbours(grid)[first]:
                part = next(part for part in parts if first in part)
                other = next(part for part in parts if second in part)
                if part is not other:
                    parts.remove(other)
                    part |= other
    return len(parts) <= 1


def test_cells_hang_together_as_merging_says():
    random, grid, answers = Random(2), nonet.Sudoku("." * 16).grid, set()
    for _ in range(200):
        cells = random.sample(grid.cells, random.randint(0, 6))
        answers.add(layouts.is_connected(grid, cells))
        assert layouts.is_connected(grid, cells) == hang_together(grid, cells)
    assert answers == {True, False}


SOLUTIONS = [dict(each) for each in nonet.iter_solutions(nonet.Sudoku("." * 36), limit=40)]


def test_changed_cages_cover_the_grid_in_their_sizes_and_tell_two_solutions_apart():
    grid, random, kinds = SMALL.grid, Random(3), set()
    for solution, other in pairwise(SOLUTIONS[::4]):
        for size in ((2, 4), (1, 3), (2, 6)):
            cages = layouts.cage_tiling(grid, solution, random, size)
            assert sorted(cell for cage in cages for cell in cage) == sorted(grid.cells)
            for changed in layouts.distinguishing_changes(
                grid, cages, solution, other, size, random
            ):
                kinds.add(len(changed) - len(cages))
                assert sorted(cell for cage in changed for cell in cage) == sorted(grid.cells)
                new = [cage for cage in changed if cage not in cages]
                assert 1 <= len(new) <= 2
                for cage in new:
                    assert size[0] <= len(cage) <= size[1] and hang_together(grid, cage)
                    assert len({solution[cell] for cell in cage}) == len(cage)
                # the other is a rival: it has the sums of the cages before
                before = [cage for cage in cages if cage not in changed]
                assert any(
                    sum(solution[cell] for cell in cage) != sum(other[cell] for cell in cage)
                    for cage in (*new, *before)
                )
    assert kinds == {0, 1}


@pytest.mark.parametrize("number", [0, 1, 2, 5])
def test_so_many_of_the_largest_cages_are_split(number):
    grid, random = SMALL.grid, Random(number)
    for least in (1, 2, 3):
        cages = layouts.cage_tiling(grid, SOLUTIONS[0], random, (2, 6))
        result = layouts.split_largest(grid, cages, least, number, random)
        assert sorted(cell for cage in result for cell in cage) == sorted(grid.cells)
        assert len(result) - len(cages) <= number
        unchanged = [cage for cage in result if cage in cages]
        split = [cage for cage in cages if cage not in unchanged]
        assert all(len(cage) >= 2 * least for cage in split)
        assert all(len(cage) >= least for cage in result if cage not in cages)
        if number == 0:
            assert not split


@pytest.mark.parametrize(
    ("number", "size", "mean"),
    [
        ((24, 32), (2, 5), 81 / 28),
        ((40, 40), (2, 5), 2.05),
        ((10, 10), (2, 5), 4.95),
        ((27, 27), (3, 3), 3),
    ],
)
def test_sizes_of_cages_are_drawn_with_the_mean_that_a_number_of_cages_needs(number, size, mean):
    factor = layouts._shrinking_for(number, size, 81)
    weights = [factor**place for place in range(size[1] - size[0] + 1)]
    drawn = sum(w * n for n, w in enumerate(weights, size[0])) / sum(weights)
    assert drawn == pytest.approx(mean, abs=0.01)


def test_paths_turn_no_sharper_than_a_right_angle_and_cross_nothing():
    grid, random, lengths = nonet.Sudoku("." * 81).grid, Random(4), set()
    for _ in range(150):
        free = set(random.sample(grid.cells, 60))
        start = random.choice(sorted(free))
        crossed = {
            (row, column) for row in range(1, 9) for column in range(1, 9) if random.random() < 0.3
        }
        longest = random.randint(1, 9)
        path = layouts.random_path(
            grid, start, longest, free, random, lambda path, cell: cell != "R5C5", crossed
        )
        lengths.add(len(path))
        assert path[0] == start and len(path) <= longest and len(set(path)) == len(path)
        assert set(path) <= free and "R5C5" not in path[1:]
        assert not layouts.crossed_corners(path) & crossed
        corners = [layouts.crossed_corners(pair) for pair in pairwise(path)]
        assert sum(map(len, corners)) == len(frozenset().union(*corners)), (
            "it does not cross itself"
        )
        steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(map(place, path))]
        assert all(max(map(abs, step)) == 1 for step in steps)
        assert all(a[0] * b[0] + a[1] * b[1] >= 0 for a, b in pairwise(steps))
    assert {1, 5, 9} <= lengths
