"""The backend native: its options, its engines and its limits."""

import pytest

from nonet.backends import get_backend
from nonet.errors import BackendOptionError
from nonet.puzzle import Grid, Puzzle
from nonet.solving import solve

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


def classic(line: str) -> Puzzle:
    grid = Grid.square(9)
    return Puzzle(grid, {c: int(s) for c, s in zip(grid.cells, line, strict=True) if s != "."})


def test_the_engine_of_a_run_is_given_back_for_the_next():
    backend = get_backend("native:seed=11")
    first = solve(classic(HARD), backend, limit=2).stats
    assert solve(classic(HARD), backend, limit=2).stats == first


def test_learning_needs_filters_that_explain():
    with pytest.raises(
        BackendOptionError, match=r"learning=1uip goes with level=auto or gac-with-houses"
    ):
        solve("1..............4", "native:learning=1uip,level=gac")
