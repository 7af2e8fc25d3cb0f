"""A reference model: rules of puzzle magazines in plain OR-Tools, independent of nonet's rules."""

from __future__ import annotations

from typing import Any

import nonet
from nonet.puzzle.grid import place


def solutions(puzzle: nonet.Puzzle, limit: int = 2) -> list[str]:
    """Return up to ``limit`` solutions of a 9x9 with marks by a CP-SAT model of this module.

    Raise ``ValueError`` for an unknown rule, or if the search does not end.
    """
    from ortools.sat.python import cp_model

    model, numbers = cp_model.CpModel(), range(1, 10)
    grid = {(r, c): model.new_int_var(1, 9, "") for r in numbers for c in numbers}
    for number in numbers:
        model.add_all_different([grid[number, c] for c in numbers])
        model.add_all_different([grid[r, number] for r in numbers])
    cells = {name: grid[place_of(name)] for name in puzzle.grid.cells}
    for cell, value in puzzle.clues.items():
        model.add(cells[cell] == value)
    for rule in puzzle.rules:
        _post(model, grid, cells, rule)
    solver = cp_model.CpSolver()
    lines: list[str] = []
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = 120
    while len(lines) < limit:
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            break
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise ValueError("no answer of the reference model within 120 s")
        values = {cell: solver.value(variable) for cell, variable in cells.items()}
        lines.append("".join(str(values[cell]) for cell in puzzle.grid.cells))
        differ = [model.new_bool_var("") for _ in values]
        for literal, (cell, value) in zip(differ, values.items(), strict=True):
            model.add(cells[cell] != value).only_enforce_if(literal)
        model.add_bool_or(differ)
    return lines


def place_of(name: str) -> tuple[int, int]:
    """Return the row and column, from 1 on, of a cell or of an outside clue."""
    row, column = place(name)
    return row + 1, column + 1


def _post(model: Any, grid: Any, cells: Any, rule: Any) -> None:
    """Post a rule as its sentence says."""
    name, numbers = rule.name, range(1, 10)
    if name in ("rows", "columns"):
        return
    if name == "boxes":
        for top in (1, 4, 7):
            for left in (1, 4, 7):
                box = [(top + r, left + c) for r in range(3) for c in range(3)]
                model.add_all_different([grid[each] for each in box])
    elif name == "jigsaw":
        for letter in set(rule.layout):
            region = [
                cells[cell] for cell, own in zip(cells, rule.layout, strict=True) if own == letter
            ]
            model.add_all_different(region)
    elif name == "killer":
        model.add(sum(cells[cell] for cell in rule.cells) == rule.sum)
        model.add_all_different([cells[cell] for cell in rule.cells])
    elif name == "thermometer":
        for low, high in zip(rule.cells, rule.cells[1:], strict=False):
            model.add(cells[low] < cells[high])
    elif name == "arrow":
        model.add(sum(cells[cell] for cell in rule.cells) == cells[rule.bulb[0]])
    elif name in ("white-dot", "black-dot"):
        pairs = [(x, x + 1) if name == "white-dot" else (x, 2 * x) for x in numbers]
        pairs = [pair for pair in pairs if pair[1] <= 9]
        both = [cells[cell] for cell in rule.cells]
        model.add_allowed_assignments(both, pairs + [(y, x) for x, y in pairs])
    elif name in ("whispers", "dutch-whispers"):
        pairs = [(x, y) for x in numbers for y in numbers if abs(x - y) >= rule.difference]
        for low, high in zip(rule.cells, rule.cells[1:], strict=False):
            model.add_allowed_assignments([cells[low], cells[high]], pairs)
    elif name == "renban":
        line = [cells[cell] for cell in rule.cells]
        model.add_all_different(line)
        least, most = model.new_int_var(1, 9, ""), model.new_int_var(1, 9, "")
        model.add_min_equality(least, line)
        model.add_max_equality(most, line)
        model.add(most - least == len(line) - 1)
    elif name == "little-killer":
        (row, column), steps = place_of(rule.start), {"U": -1, "D": 1, "L": -1, "R": 1}
        down, right = (steps[letter] for letter in rule.direction)
        diagonal = [(row + down * n, column + right * n) for n in numbers]
        model.add(sum(grid[each] for each in diagonal if each in grid) == rule.sum)
    elif name == "sandwich":
        _post_sandwich(model, _line_from(grid, rule.clue), rule.sum)
    elif name == "diagonals":
        model.add_all_different([grid[n, n] for n in numbers])
        model.add_all_different([grid[n, 10 - n] for n in numbers])
    elif name == "windoku":
        for top in (2, 6):
            for left in (2, 6):
                window = [(top + r, left + c) for r in range(3) for c in range(3)]
                model.add_all_different([grid[each] for each in window])
    elif name == "anti-knight":
        for row, column in grid:
            for down, right in ((1, 2), (1, -2), (2, 1), (2, -1)):
                if (row + down, column + right) in grid:
                    model.add(grid[row, column] != grid[row + down, column + right])
    elif name == "xv":
        model.add(sum(cells[cell] for cell in rule.cells) == (10 if rule.letter == "X" else 5))
    elif name == "quadruple":
        for value in set(rule.values):
            literals = [model.new_bool_var("") for _ in rule.cells]
            for literal, cell in zip(literals, rule.cells, strict=True):
                model.add(cells[cell] == value).only_enforce_if(literal)
            model.add(sum(literals) >= rule.values.count(value))
    elif name == "skyscraper":
        line = _line_from(grid, rule.clue)
        seen = [model.new_bool_var("") for _ in line]
        for last, literal in enumerate(seen):
            higher = [model.new_bool_var("") for _ in range(last)]
            for before, is_higher in enumerate(higher):
                model.add(line[before] > line[last]).only_enforce_if(is_higher)
                model.add(line[before] < line[last]).only_enforce_if(~is_higher)
                model.add_implication(literal, ~is_higher)
            model.add_bool_or([literal, *higher])
        model.add(sum(seen) == rule.count)
    elif name == "x-sum":
        line = _line_from(grid, rule.clue)
        for first in numbers:
            literal = model.new_bool_var("")
            model.add(line[0] == first).only_enforce_if(literal)
            model.add(line[0] != first).only_enforce_if(~literal)
            model.add(sum(line[:first]) == rule.sum).only_enforce_if(literal)
    else:
        raise ValueError(f"the reference model has no rule {name}")


def _line_from(grid: Any, clue: str) -> list[Any]:
    """Return the cells of a row or column, as seen from a clue beside the grid."""
    (row, column), numbers = place_of(clue), range(1, 10)
    line = [grid[row, n] if row in numbers else grid[n, column] for n in numbers]
    return line[::-1] if row == 10 or column == 10 else line


def _post_sandwich(model: Any, line: Any, total: int) -> None:
    """Post that values between 1 and 9 sum to a total, by the two places of these."""
    choices = []
    for first in range(9):
        for last in range(first + 1, 9):
            for ends in ((1, 9), (9, 1)):
                literal = model.new_bool_var("")
                choices.append(literal)
                model.add(line[first] == ends[0]).only_enforce_if(literal)
                model.add(line[last] == ends[1]).only_enforce_if(literal)
                model.add(sum(line[first + 1 : last]) == total).only_enforce_if(literal)
    model.add_exactly_one(choices)
