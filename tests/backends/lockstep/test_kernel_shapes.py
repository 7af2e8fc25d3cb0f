"""Grids of other shapes and sizes, in lanes of 16, 32 and 64 bits; SAT is the judge."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import nonet
from nonet import AllDifferent, Grid, Model, Puzzle
from nonet.backends.lockstep.kernel import Kernel, kernel_for
from nonet.backends.lockstep.work_chunks import count_rows

PUZZLES = Path(__file__).parents[3] / "puzzles"
FILES = ["4x4.txt", "6x6.txt", "12x12.txt", "16x16.txt", "jigsaw.json", "x.json", "windoku.json"]
FILES += ["anti-knight.json", "anti-king.json", "disjoint-groups.json", "samurai.json", "25x25.txt"]


def clues_of(puzzle: Puzzle) -> np.ndarray:
    """The clues as the kernel takes them: 1 is the least value of the structure."""
    model = puzzle.model()
    base = min(domain.base for domain in model.structure.domains.values()) - 1
    return np.array(
        [[puzzle.clues[n] - base if n in puzzle.clues else 0 for n in model.variables]], np.uint8
    )


def count_by_sat(model: Model, row: np.ndarray, limit: int) -> int:
    """How many solutions SAT finds for a row of clues."""
    base = min(domain.base for domain in model.structure.domains.values()) - 1
    clues = {name: {int(v) + base} for name, v in zip(model.variables, row, strict=True) if v}
    narrowed = Model.from_structure(model.structure, {}).narrow(clues)
    return len(nonet.solve(narrowed, "sat", limit=limit).solutions)


@pytest.mark.slow(0.1)
@pytest.mark.parametrize("file", FILES)
def test_variants_with_clues_dropped_and_changed_are_counted_as_sat_counts_them(file) -> None:
    chance = random.Random(file)
    for puzzle in list(nonet.read(PUZZLES / file))[:2]:
        model = puzzle.model()
        engine = kernel_for(model.structure)
        rows = np.repeat(clues_of(puzzle), 12, axis=0)
        for row in rows[1:]:
            cells = np.flatnonzero(row)
            for cell in chance.sample(cells.tolist(), min(len(cells), chance.choice((0, 1, 2)))):
                row[cell] = chance.choice((0, 0, chance.randint(1, engine.size)))
        answers = count_rows(engine, rows, 3)
        assert answers.counts.tolist() == [count_by_sat(model, row, 3) for row in rows]
        for row, solution, count in zip(rows, answers.solutions, answers.counts, strict=True):
            if count:
                base = engine.base - 1
                values = dict(zip(model.variables, (solution + base).tolist(), strict=True))
                assert Model.from_structure(model.structure, {}).accepts(values)
                assert ((row == 0) | (row == solution)).all()


def test_25x25_puzzles_have_one_solution() -> None:
    for puzzle in nonet.read(PUZZLES / "25x25.txt"):
        model = puzzle.model()
        engine = kernel_for(model.structure)
        answers = count_rows(engine, clues_of(puzzle), 2)
        assert answers.counts.tolist() == [1]
        values = (answers.solutions[0] + engine.base - 1).tolist()
        assert model.accepts(dict(zip(engine.names, values, strict=True)))


@pytest.mark.parametrize(
    ("size", "dtype"),
    [(4, np.uint16), (16, np.uint16), (17, np.uint32), (25, np.uint32), (36, np.uint64)],
)
def test_a_lane_is_as_wide_as_the_values_need(size, dtype) -> None:
    square = [AllDifferent(tuple(f"R{r}C{c}" for c in range(size))) for r in range(size)]
    square += [AllDifferent(tuple(f"R{r}C{c}" for r in range(size))) for c in range(size)]
    domains = {f"R{r}C{c}": range(size) for r in range(size) for c in range(size)}
    engine = Kernel(Model(domains, square).structure)
    assert engine.lane_bits == 8 * np.dtype(dtype).itemsize
    latin = np.array([(r + c) % size + 1 for r in range(size) for c in range(size)], np.uint8)
    hole = latin.copy()
    hole[[0, 1, size, size + 1]] = 0  # 1 2 / 2 3: one way to fill it
    twice = latin.copy()
    twice[0] = twice[1]
    answers = count_rows(engine, np.stack([latin, hole, twice, np.zeros_like(latin)]), 5)
    assert answers.counts.tolist() == [1, 1, 0, 5]
    assert (answers.solutions[1] == latin).all()


@pytest.mark.parametrize("size", [32, 33, 63, 64])
def test_permutations_of_up_to_64_values_are_counted(size) -> None:
    names = [f"x{i}" for i in range(size)]
    engine = Kernel(
        Model(dict.fromkeys(names, range(size)), [AllDifferent(tuple(names))]).structure
    )
    rows = np.tile(np.arange(1, size + 1, dtype=np.uint8), (4, 1))
    rows[1, -4:] = 0  # the last four values in any order
    rows[2, :2] = size
    rows[3, [0, -1]] = 0
    answers = count_rows(engine, rows, 1000)
    assert answers.counts.tolist() == [1, 24, 0, 2]
    assert sorted(answers.solutions[1, -4:].tolist()) == list(range(size - 3, size + 1))


def test_a_64x64_grid_is_solved() -> None:
    puzzle = Puzzle(Grid.square(64))
    engine = kernel_for(puzzle.model().structure)
    assert engine.lane_bits == 64
    solved = np.array(
        [[(8 * (r % 8) + r // 8 + c) % 64 + 1 for r in range(64) for c in range(64)]], np.uint8
    )
    holes = np.random.default_rng(1).random(solved.shape) < 0.15
    rows = np.where(holes, 0, solved).astype(np.uint8)
    answers = count_rows(engine, rows, 1)
    assert answers.counts.tolist() == [1]
    values = dict(zip(engine.names, answers.solutions[0].tolist(), strict=True))
    assert puzzle.model().accepts(values)


def test_many_units_through_a_cell_do_not_overflow_what_branching_adds_up() -> None:
    size = 16  # each cell is in forty units of two, besides its row of sixteen
    names = [f"x{i}" for i in range(48)]
    pairs = [AllDifferent(pair) for pair in combinations(names, 2) if hash_of(pair) % 16 < 5]
    rows = [AllDifferent(tuple(names[k : k + size])) for k in (0, 16, 32)]
    model = Model(dict.fromkeys(names, range(1, size + 1)), [*rows, *pairs])
    engine = Kernel(model.structure)
    assert engine.lane_bits == 16
    answers = count_rows(engine, np.zeros((1, 48), np.uint8), 20)
    assert answers.counts.tolist() == [20]
    assert model.accepts(dict(zip(engine.names, answers.solutions[0].tolist(), strict=True)))


def hash_of(pair: tuple[str, ...]) -> int:
    """A number that is the same in every run."""
    return sum((k + 1) * ord(c) for k, c in enumerate("".join(pair)))


def test_a_model_without_units_or_cells_is_counted() -> None:
    assert (
        count_rows(Kernel(Model({}).structure), np.zeros((3, 0), np.uint8)).counts.tolist()
        == [1] * 3
    )
    free = Kernel(Model({"x": [1, 2, 3]}).structure)
    assert count_rows(free, np.array([[0], [2]], np.uint8), 10).counts.tolist() == [3, 1]
