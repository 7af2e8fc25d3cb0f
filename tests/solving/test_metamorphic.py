"""What must not change the answer: relabelling, transposing, permuting bands, rows and columns.

And every backend on puzzles with no, one and many solutions, classic and variant.
"""

from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonet
from nonet.backends import available_backends, get_backend
from nonet.errors import Unsupported
from nonet.puzzle import Grid, Puzzle
from nonet.puzzle.grid import cell_name, place
from nonet.testing.strategies import puzzles

PUZZLES = Path(__file__).parents[2] / "puzzles"
BACKENDS = [backend.name for backend in available_backends()]
QUICK = [b for b in BACKENDS if b != "python-constraint"]
"""All backends; of python-constraint the option that ends on grids of nine and more."""


def transformed(puzzle: Puzzle, move, values=None) -> Puzzle:
    """The puzzle with each clue moved from (row, column) to ``move(row, column)``."""
    values = values or {v: v for v in puzzle.grid.values}
    return Puzzle(
        puzzle.grid,
        {cell_name(*move(*place(cell))): values[v] for cell, v in puzzle.clues.items()},
    )


def line_order(grid: Grid, random: Random) -> list[int]:
    """Rows in an order that keeps bands together."""
    height, _ = grid.blocks[0].box
    bands = [list(range(top, top + height)) for top in range(0, grid.size, height)]
    random.shuffle(bands)
    for band in bands:
        random.shuffle(band)
    return [row for band in bands for row in band]


@given(puzzle=puzzles((4, 9)), seed=st.integers(0, 9999))
def test_relabelling_and_permuting_keep_the_number_of_solutions(puzzle, seed):
    random = Random(seed)
    rows, columns = line_order(puzzle.grid, random), line_order(puzzle.grid, random)
    names = random.sample(puzzle.grid.values, puzzle.grid.size)
    values = dict(zip(puzzle.grid.values, names, strict=True))
    expected = nonet.count_solutions(puzzle, limit=50).number
    changed = transformed(puzzle, lambda r, c: (rows[r], columns[c]), values)
    assert nonet.count_solutions(changed, limit=50).number == expected
    assert (
        nonet.count_solutions(transformed(puzzle, lambda r, c: (c, r)), limit=50).number == expected
    )


@given(puzzle=puzzles((4,)))
def test_transposing_transposes_every_solution(puzzle):
    solutions = {s.line for s in nonet.iter_solutions(puzzle)}
    turned = {
        "".join(s[f"R{c}C{r}"] and str(s[f"R{c}C{r}"]) for r in range(1, 5) for c in range(1, 5))
        for s in nonet.iter_solutions(transformed(puzzle, lambda r, c: (c, r)))
    }
    assert turned == solutions


@given(puzzle=puzzles((4, 6, 9)))
def test_a_clue_taken_away_never_loses_a_solution(puzzle):
    if not puzzle.clues:
        return
    fewer = puzzle.with_clues(dict(list(puzzle.clues.items())[1:]))
    verdicts = [nonet.count_solutions(p, limit=20).number for p in (puzzle, fewer)]
    assert verdicts[0] <= verdicts[1]


def with_altered_clues(puzzle: Puzzle, random: Random) -> Puzzle:
    """The puzzle with a few clues dropped, or one changed: any number of solutions."""
    clues = dict(puzzle.clues)
    if random.random() < 0.6:
        for cell in random.sample(list(clues), min(3, len(clues))):
            del clues[cell]
    else:
        cell = random.choice(list(clues))
        seen = {clues[peer] for peer in puzzle.peers[cell] if peer in clues}
        unseen = [v for v in puzzle.grid.values if v not in seen and v != clues[cell]]
        if unseen:
            clues[cell] = random.choice(unseen)
    return puzzle.with_clues(clues)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    ["hard.txt", "easy.sdm", "6x6.txt", "jigsaw.json", "x.json", "windoku.json",
     "anti-knight.json", "disjoint-groups.json", "even-odd.json", "samurai.json"],
)  # fmt: skip
def test_every_backend_agrees_on_puzzles_with_no_one_and_many_solutions(name):
    random = Random(name)
    limit = 12
    numbers = set()
    puzzle = nonet.read(PUZZLES / name)[0]
    for candidate in (
        puzzle,
        with_altered_clues(puzzle, random),
        with_altered_clues(puzzle, random),
    ):
        agreement = nonet.crosscheck(candidate, QUICK, limit=limit, time_limit=250)
        numbers |= {len(o.solutions) for o in agreement.outcomes.values()}
        assert not agreement.undecided
    assert len(numbers) > 1, "the puzzles must differ in their number of solutions"


@pytest.mark.parametrize("backend", BACKENDS)
def test_six_by_six_with_first_row_and_column_given_is_counted_alike(backend):
    rows = "123456" + "2....." + "3....." + "4....." + "5....." + "6....."
    with pytest.raises(nonet.NonetError, match="R1C2 and R2C1 are both 2 in box 1"):
        nonet.Sudoku(rows)
    puzzle = nonet.Sudoku("123456" + "4....." + "2....." + "5....." + "3....." + "6.....")
    assert (
        nonet.count_solutions(puzzle, backend).number
        == nonet.count_solutions(puzzle, "native").number
        > 100
    )


def test_a_core_is_solved_again_before_it_is_shown():
    puzzle = nonet.read(PUZZLES / "no-solution.txt")[0]
    outcome = nonet.solve(puzzle, "sat")
    assert outcome.core is not None
    assert set(outcome.core) <= set(puzzle.clues)
    alone = puzzle.with_clues({cell: puzzle.clues[cell] for cell in outcome.core})
    assert nonet.solve(alone, "native").status is nonet.Status.UNSAT


@dataclass(frozen=True)
class LyingCore:
    """Native, but for a core that names one innocent clue."""

    name: str = "lying"
    capabilities = get_backend("native").capabilities

    def available(self):
        return get_backend("native").available()

    def run(self, model, request):
        reason = yield from get_backend("native").run(model, request)
        request.core = tuple(model.narrowed)[:1]
        return reason


def test_a_core_that_does_not_clash_is_not_shown():
    outcome = nonet.solve(nonet.read(PUZZLES / "no-solution.txt")[0], LyingCore())
    assert outcome.status is nonet.Status.UNSAT
    assert outcome.core is None


def test_a_model_no_backend_of_a_crosscheck_takes_is_declined():
    model = nonet.Model({"x": range(3)}, [nonet.model.Linear(("x",), (1,), ">=", 1)])
    assert nonet.crosscheck(model, ["native", "lockstep"]).status is nonet.Status.SAT
    pair = nonet.Model(
        {"x": range(99), "y": range(3)}, [nonet.model.Linear(("x", "y"), (1, 1), "==", 3)]
    )
    assert list(nonet.crosscheck(pair, ["native", "lockstep"]).declined) == ["lockstep"]
    with pytest.raises(Unsupported, match="use another backend"):
        nonet.solve(pair, "lockstep")
