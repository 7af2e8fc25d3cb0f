"""Layouts of generated marks: numbers, sizes and digits, and one solution by an outside model."""

import sys
from collections import Counter
from itertools import pairwise
from random import Random

import pytest

import nonet
from nonet.cli import main
from nonet.errors import PuzzleError
from nonet.puzzle.grid import place
from nonet.puzzle.rules import CLASSIC
from nonet.puzzle.rules.combined_rules import named_cells
from nonet.setting.mark_generators import holds, mark_generator
from nonet.setting.mark_layouts import (
    VALUE_SYMMETRIES,
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
