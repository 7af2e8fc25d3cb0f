"""Layouts of generated marks: numbers, sizes and digits, and one solution by an outside model."""

import sys

import pytest

import nonet
from nonet.cli import main
from nonet.errors import PuzzleError
from nonet.puzzle.grid import place
from nonet.setting.mark_layouts import LAYOUTS

pytest.importorskip("pysat")

SMALL = nonet.Sudoku("." * 36)


def textbook_solutions(puzzle, limit=2):
    """Solve a 9x9 by a CP-SAT model written from the rules of a puzzle magazine alone."""
    cp_model = pytest.importorskip("ortools.sat.python.cp_model")
    model, n = cp_model.CpModel(), 9
    grid = {f"R{r + 1}C{c + 1}": model.new_int_var(1, n, "") for r in range(n) for c in range(n)}
    for i in range(n):
        model.add_all_different([grid[f"R{i + 1}C{c + 1}"] for c in range(n)])
        model.add_all_different([grid[f"R{r + 1}C{i + 1}"] for r in range(n)])
        top, left = 3 * (i // 3), 3 * (i % 3)
        box = [(top + r, left + c) for r in range(3) for c in range(3)]
        model.add_all_different([grid[f"R{r + 1}C{c + 1}"] for r, c in box])
    for cell, value in puzzle.clues.items():
        model.add(grid[cell] == value)
    for mark in puzzle.rules[3:]:
        if mark.name == "killer":
            model.add(sum(grid[cell] for cell in mark.cells) == mark.sum)
            model.add_all_different([grid[cell] for cell in mark.cells])
        elif mark.name == "thermometer":
            for low, high in zip(mark.cells, mark.cells[1:], strict=False):
                model.add(grid[low] < grid[high])
        elif mark.name == "arrow":
            model.add(sum(grid[cell] for cell in mark.cells) == grid[mark.bulb[0]])
        elif mark.name in ("white-dot", "black-dot"):
            one, other = (grid[cell] for cell in mark.cells)
            apart = [(x, x + 1) if mark.name == "white-dot" else (x, 2 * x) for x in range(1, 9)]
            pairs = [pair for pair in apart if pair[1] <= 9]
            model.add_allowed_assignments([one, other], pairs + [(y, x) for x, y in pairs])
        else:
            raise AssertionError(mark.name)
    solver, solutions = cp_model.CpSolver(), []
    solver.parameters.num_workers = 1
    status = cp_model.UNKNOWN
    while len(solutions) < limit:
        status = solver.solve(model)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            break
        values = {cell: solver.value(variable) for cell, variable in grid.items()}
        solutions.append("".join(str(values[cell]) for cell in puzzle.grid.cells))
        differ = [model.new_bool_var("") for _ in values]
        for literal, (cell, value) in zip(differ, values.items(), strict=True):
            model.add(grid[cell] != value).only_enforce_if(literal)
        model.add_bool_or(differ)
    assert len(solutions) == limit or status == cp_model.INFEASIBLE
    return solutions


@pytest.mark.parametrize("kind", ["killer", "thermometer", "arrow", "dots", "killer,thermometer"])
def test_puzzles_without_digits_have_one_solution_by_a_textbook_model(kind):
    for made in nonet.generate(1 if kind == "arrow" else 2, kind=kind, seed=7):
        assert not made.puzzle.clues
        assert textbook_solutions(made.puzzle) == [made.solution]


def test_a_killer_has_the_cages_that_were_asked_for():
    for asked, size in (((24, 30), (2, 5)), ((30, 36), (2, 3))):
        for made in nonet.generate(3, kind="killer", marks=asked, sizes=size, seed=2):
            cages = made.puzzle.rules[3:]
            assert asked[0] <= len(cages) <= asked[1]
            assert {len(cage.cells) for cage in cages} <= set(range(size[0], size[1] + 1))
            cells = [cell for cage in cages for cell in cage.cells]
            assert sorted(cells) == sorted(made.puzzle.grid.cells), "each cell is in one cage"


def test_lines_have_the_length_and_number_that_were_asked_for_and_do_not_cross():
    (made,) = nonet.generate(1, kind="thermometer", marks=4, sizes=(5, 8), clues=(0, 12), seed=3)
    lines = [mark.cells for mark in made.puzzle.rules[3:]]
    assert len(lines) == 4
    assert all(5 <= len(line) <= 8 for line in lines)
    assert len({cell for line in lines for cell in line}) == sum(map(len, lines))
    for line in lines:
        steps = zip(map(place, line), map(place, line[1:]), strict=False)
        assert all(max(abs(a - c), abs(b - d)) == 1 for (a, b), (c, d) in steps)


def test_several_kinds_stand_in_one_puzzle():
    (made,) = nonet.generate(1, like=SMALL, kind=["arrow", "dots"], marks={"arrow": (2, 4)}, seed=1)
    names = [mark.name for mark in made.puzzle.rules[3:]]
    assert 2 <= names.count("arrow") <= 4
    assert {"white-dot", "black-dot"}.intersection(names)
    assert nonet.verify(made.puzzle).uniqueness.value == "unique"


def test_digits_are_given_where_they_are_asked_for_or_needed():
    (made,) = nonet.generate(1, like=SMALL, kind="killer", clues=4, seed=1)
    assert len(made.puzzle.clues) == 4
    assert LAYOUTS["renban"].mirrored
    (made,) = nonet.generate(1, like=SMALL, kind="renban", seed=1)
    assert made.puzzle.clues, "each solution without a digit has a mirror image"


def test_demands_on_marks_that_are_none_are_refused():
    for demands, told in (
        ({"marks": 3}, "with a kind"),
        ({"kind": "killer", "marks": (5, 3)}, "least and the most"),
        ({"kind": "killer", "marks": {"arrow": 2}}, "no kind that is made"),
        ({"kind": "killer,kilr"}, "did you mean killer"),
        ({"kind": "killer", "symmetry": "full"}, "no pattern or symmetry"),
    ):
        with pytest.raises(PuzzleError, match=told):
            nonet.generate(1, **demands)


def test_a_terminal_shows_the_puzzle_with_a_link_and_a_file_has_json(capsys, monkeypatch):
    asked = ["generate", "--size", "6", "--kind", "killer", "--seed", "1", "--cage-size", "2..4"]
    assert main(asked) == 0
    assert capsys.readouterr().out.startswith("{")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert main(asked) == 0
    shown = capsys.readouterr().out
    assert "https://f-puzzles.com/?load=" in shown
    assert "━" in shown or "+--" in shown
    assert main([*asked, "--cages", "many"]) == 2
    assert main([*asked, "--no-singles", "--length", "1..4"]) == 2
