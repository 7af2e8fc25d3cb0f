"""A sweep is sound: it removes no value that some solution has, and it calls a state
contradictory only where no solution is left.  Brute force and SAT are the judges."""

from __future__ import annotations

import random
from functools import partial
from itertools import combinations, permutations

import numpy as np
import pytest

import nonet
from nonet import Grid, Model, Puzzle
from nonet.backends.lockstep.numbered_cells import unit_layout
from nonet.model import Domain
from nonet.testing.brute import brute_force
from tests.backends.lockstep.sweeps import LANES, sweep_classic, sweep_units

LINES = [
    *([9 * i + j for j in range(9)] for i in range(9)),
    *([9 * j + i for j in range(9)] for i in range(9)),
    *(
        [27 * (box // 3) + 3 * (box % 3) + 9 * i + j for i in range(3) for j in range(3)]
        for box in range(9)
    ),
]
SMALL = [
    *([4 * i + j for j in range(4)] for i in range(4)),
    *([4 * j + i for j in range(4)] for i in range(4)),
    *([corner + 4 * i + j for i in range(2) for j in range(2)] for corner in (0, 2, 8, 10)),
]
GEOMETRY = unit_layout(tuple(map(tuple, LINES)), 81, 9).units
STRUCTURE = Puzzle(Grid.square(9)).model()


def solved_grid(chance: random.Random) -> np.ndarray:
    """A random 9x9 solution: the cyclic pattern with rows, columns and digits shuffled."""

    def shuffled() -> list[int]:
        bands = chance.sample(range(3), 3)
        return [3 * band + line for band in bands for line in chance.sample(range(3), 3)]

    rows, columns, digits = shuffled(), shuffled(), chance.sample(range(9), 9)
    return np.array([digits[(3 * (r % 3) + r // 3 + c) % 9] for r in rows for c in columns])


SWEEPS = [
    pytest.param(sweep_classic, id="classic"),
    pytest.param(partial(sweep_units, GEOMETRY), id="units"),
]


@pytest.mark.parametrize("sweep", SWEEPS)
def test_no_sweep_takes_a_value_of_a_solution(sweep) -> None:
    chance = random.Random(1)
    lanes = LANES
    for noise in (0, 1, 2, 4):
        states = np.zeros((81, lanes), np.uint16)
        solution_bits = np.zeros((81, lanes), np.uint16)
        for lane in range(lanes):
            for _ in range(chance.randint(1, 2)):
                solution_bits[:, lane] |= (1 << solved_grid(chance)).astype(np.uint16)
            states[:, lane] = solution_bits[:, lane]
            for _ in range(noise):
                more = [1 << chance.randrange(9) for _ in range(81)]
                states[:, lane] |= np.array(more, np.uint16)
        for _ in range(12):
            before = states
            states, bad, open_ = sweep(states)
            assert (states & solution_bits == solution_bits).all()
            assert (states & ~before == 0).all()
            assert bad == 0
            for lane in range(lanes):
                assert (open_ >> lane) & 1 == (states[:, lane] & (states[:, lane] - 1) != 0).any()


@pytest.mark.parametrize("sweep", SWEEPS)
def test_a_contradiction_is_reported_only_where_sat_has_no_solution(sweep) -> None:
    chance = random.Random(2)
    lanes, contradictions = LANES, 0
    for _ in range(2):
        states = np.zeros((81, lanes), np.uint16)
        for lane in range(lanes):
            grid = solved_grid(chance)
            for cell in range(81):
                others = [d for d in range(9) if chance.random() < 0.35]
                states[cell, lane] = sum({1 << d for d in [*others, int(grid[cell])]})
            for _ in range(chance.randint(0, 3)):  # now and then the solution is taken away
                states[chance.randrange(81), lane] = 1 << chance.randrange(9)
        starts = states.copy()
        contradictory = 0
        for _ in range(6):
            states, bad, _ = sweep(states)
            contradictory |= bad
        for lane in range(lanes):
            if (contradictory >> lane) & 1:
                contradictions += 1
                narrowed = {
                    name: Domain.of(d + 1 for d in range(9) if int(starts[cell, lane]) >> d & 1)
                    for cell, name in enumerate(STRUCTURE.variables)
                }
                assert nonet.solve(STRUCTURE.narrow(narrowed), "sat").status is nonet.Status.UNSAT
    assert contradictions > 5


@pytest.mark.parametrize("sweep", SWEEPS)
def test_a_cell_without_candidates_is_a_contradiction_wherever_it_is(sweep) -> None:
    """The other two cells of its triad can take three digits, so that no triad is short of one."""
    for cell in range(81):
        masks = np.full((81, 2), 511, np.uint16)
        masks[cell, 0] = 0
        assert sweep(masks).bad == 1


@pytest.mark.parametrize("sweep", SWEEPS)
def test_a_value_twice_in_a_unit_is_a_contradiction_in_one_sweep(sweep) -> None:
    pairs = sorted({pair for line in LINES for pair in combinations(sorted(line), 2)})
    assert len(pairs) == 810
    # these leave the value an arrangement in each band across, in each down, and in all
    corners = [(0, 1, 27, 28), (0, 9, 3, 12), (0, 10, 4, 12, 28, 36, 30, 40)]
    lanes = LANES
    for first in range(0, len(pairs) + len(corners), lanes):
        some = [*pairs, *corners][first : first + lanes]
        masks = np.full((81, lanes), 511, np.uint16)
        for lane, cells in enumerate(some):
            masks[list(cells), lane] = 16
        assert sweep(masks).bad == (1 << len(some)) - 1


def test_the_generic_sweep_keeps_what_brute_force_keeps() -> None:
    chance = random.Random(3)
    geometry = unit_layout(tuple(map(tuple, SMALL)), 16, 4).units
    lanes = LANES
    model = Puzzle(Grid.square(4)).model()
    all_grids = sorted(brute_force_4x4(model))
    for _ in range(5):
        drawn = chance.choices((15, 15, 7, 11, 3, 12, 5, 1), k=16 * lanes)
        states = np.array(drawn, np.uint16).reshape(16, lanes)
        after, bad, _ = sweep_units(geometry, states)
        for lane in range(lanes):
            solutions = [
                s for s in all_grids if all(states[c, lane] >> v & 1 for c, v in enumerate(s))
            ]
            for solution in solutions:
                assert all(after[c, lane] >> v & 1 for c, v in enumerate(solution))
            assert not (solutions and (bad >> lane) & 1)


def brute_force_4x4(model: Model) -> set[tuple[int, ...]]:
    """The 288 grids of 4x4, by brute force over a first row fixed and its 24 relabellings."""
    rows = {f"R1C{k}": {k} for k in range(1, 5)}
    box = {"R2C1": {3, 4}, "R2C2": {3, 4}, "R2C3": {1, 2}, "R2C4": {1, 2}}
    first = {"R3C1": {2, 3, 4}, "R4C1": {2, 3, 4}, "R3C2": {1, 3, 4}, "R4C2": {1, 3, 4}}
    grids = brute_force(model.narrow({**rows, **box, **first}))
    all_grids = {tuple(p[v - 1] for v in grid) for grid in grids for p in permutations(range(4))}
    assert len(all_grids) == 288  # the known number of 4x4 grids
    return all_grids


@pytest.mark.parametrize("sweep", SWEEPS)
def test_a_solved_grid_is_complete_and_one_with_two_cells_swapped_is_not(sweep) -> None:
    grid = (1 << solved_grid(random.Random(4))).astype(np.uint16)
    wrong = grid.copy()
    wrong[[0, 1]] = wrong[[1, 0]]
    _, bad, open_ = sweep(np.stack([grid, wrong], axis=1))
    assert bad == 2
    assert open_ & ~bad == 0


def test_segments_are_what_two_units_share_and_groups_do_not_overlap() -> None:
    segments = np.split(GEOMETRY.segments, GEOMETRY.segment_starts[1:-1])
    assert len(segments) == 54
    assert all(len(segment) == 3 for segment in segments)
    groups = np.split(GEOMETRY.groups, GEOMETRY.group_starts[1:-1])
    assert len(groups) == 36
    for group in groups:
        covered = [cell for segment in group for cell in segments[segment].tolist()]
        assert sorted(set(covered)) in [sorted(line) for line in LINES]
        assert len(covered) == len(set(covered)) == 9


def test_units_of_a_puzzle_beside_those_of_its_grid_are_what_they_are_alone() -> None:
    rows = tuple(tuple(range(4 * k, 4 * k + 4)) for k in range(4))
    columns = tuple(tuple(range(k, 16, 4)) for k in range(4))
    cage, box = (0, 1, 5), (10, 11, 14, 15)
    layout = unit_layout((*rows, cage, *columns, box), 16, 4)
    alone = unit_layout((*rows, *columns, box), 16, 4)
    units, last = layout.units, layout.units.starts[-2:]
    assert units.full.tolist() == [True] * 9 + [False]
    assert units.cells[slice(*last)].tolist() == list(cage)
    units_of_cell = units.units[slice(*units.unit_starts[1:3])].tolist()
    assert units_of_cell == [0, 5, 9]  # a row, a column, the cage
    assert units.cells[: last[0]].tolist() == alone.units.cells.tolist()
    segments = np.split(units.segments, units.segment_starts[1:-1])  # of full units alone
    assert [each.tolist() for each in segments] == [[10, 11], [10, 14], [11, 15], [14, 15]]
    assert layout.peers[0] == sum(1 << cell for cell in {*rows[0], *columns[0], *cage})
