"""Exact covers in Knuth's format, judged by clauses written from the format's own rules."""

from itertools import combinations

import pytest
from pysat import solvers

import nonet
from nonet.errors import Unsupported
from nonet.exporting.dlx import MAX_NAME_LENGTH


def read(text):
    """Primary items, secondary items, and for each option its comment and its items."""
    comment, options, header = "", [], None
    for line in text.splitlines():
        if line.startswith("|"):
            comment = line[2:]
        elif header is None:
            header = line.split()
        else:
            options.append((comment, line.split()))
    assert header is not None
    bar = header.index("|")
    return header[:bar], header[bar + 1 :], options


def covers(text):
    """The assignments of all covers: one chosen option for each primary item, at most one else."""
    primary, secondary, options = read(text)
    by_item = {item: [] for item in (*primary, *secondary)}
    for number, (_, items) in enumerate(options, 1):
        for item in items:
            by_item[item].append(number)
    with solvers.Solver(name="cadical153") as solver:
        for item in primary:
            solver.add_clause(by_item[item])
        for numbers in by_item.values():
            for a, b in combinations(numbers, 2):
                solver.add_clause([-a, -b])
        for true in solver.enum_models():
            chosen = [options[n - 1][0].split(" = ") for n in true if n > 0]
            yield {name: int(value) for name, value in chosen}


@pytest.mark.parametrize(
    "clues", ["1..............4", "..3.1...........", "1.....3.......4."], ids=str
)
def test_covers_are_the_solutions_of_a_puzzle(clues):
    puzzle = nonet.parse(clues)
    expected = {solution.line for solution in nonet.iter_solutions(puzzle, backend="native")}
    assert {puzzle.line(cover) for cover in covers(nonet.export(puzzle, "dlx"))} == expected


def test_a_hard_puzzle_has_one_cover():
    puzzle = nonet.read("puzzles/hard.txt")[0]
    (cover,) = covers(nonet.export(puzzle, "dlx"))
    assert puzzle.line(cover) == nonet.solve(puzzle, "native").solution.line


def test_values_that_need_not_occur_are_secondary_items():
    build = nonet.ModelBuilder()
    build.all_different(build.array("a_long_name", 2, range(3)))
    text = nonet.export(build, "dlx")
    primary, secondary, options = read(text)
    assert (len(primary), len(secondary), len(options)) == (2, 3, 6)
    assert all(len(name) <= MAX_NAME_LENGTH for name in (*primary, *secondary))
    assert len(list(covers(text))) == len(list(nonet.iter_solutions(build))) == 6


def test_a_sum_of_more_than_two_is_refused_by_name():
    build = nonet.ModelBuilder()
    build.add(build.array("x", 3, range(5)).sum() == 5)
    with pytest.raises(Unsupported, match=r"x\[0\] \+ x\[1\] \+ x\[2\] == 5 .* exact cover"):
        nonet.export(build, "dlx")
