"""Lock-step search in plain NumPy: a thousand search nodes a sweep, without a branch.

A node is a (9, 9) array of candidate masks (bit v - 1 is the value v).  Nodes lie
side by side in one array of shape (9, 9, lanes), so that each line below works on
all nodes at once.  A sweep removes nodes that are contradictory or solved; a node
without further deductions is split in two, and the second half waits on a stack.
The lock-step backend does the same with SIMD registers: docs/how-it-is-fast.md.
"""

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import nonet

Masks = NDArray[np.uint16]
Numbers = NDArray[np.int64]

ALL = np.uint16(511)
MASK = np.array([511] + [1 << v for v in range(9)], np.uint16)  # of a clue; 0 is a blank
SIZE = np.array([mask.bit_count() for mask in range(512)], np.uint8)
VALUE = np.array([mask.bit_length() for mask in range(512)], np.uint8)  # of a single


def by_box(c: Masks) -> Masks:
    """Cells as (box, place, node) instead of (row, column, node), and back again."""
    return c.reshape(3, 3, 3, 3, -1).swapaxes(1, 2).reshape(c.shape)


UNITS: list[Callable[[Masks], Masks]] = [lambda c: c, lambda c: c.swapaxes(0, 1), by_box]
"""Three ways to look at cells as (unit, place, node): rows, columns, boxes; each undoes itself."""


def without_lowest_bit(c: Masks) -> Masks:
    """Return masks without their lowest bit: not 0 for masks of two bits or more."""
    return c & (c - np.uint16(1))


def seen(units: Masks) -> tuple[Masks, Masks]:
    """Return the values that occur in each unit, and the values that occur twice: two (9, nodes) arrays."""
    once = twice = np.zeros_like(units[:, 0])
    for place in range(9):
        twice = twice | (once & units[:, place])
        once = once | units[:, place]
    return once, twice


def sweep(c: Masks) -> tuple[Masks, NDArray[np.bool_]]:
    """Return the candidates of all nodes after a round of propagation, and which nodes are dead."""
    fixed = np.where(without_lowest_bit(c), np.uint16(0), c)
    taken, claims = np.zeros_like(c), np.zeros_like(c)
    dead = np.zeros(c.shape[2], bool)
    for view in UNITS:
        in_unit, clash = seen(view(fixed))
        places, more = seen(view(c))
        dead |= (clash != 0).any(0) | (places != ALL).any(0)  # a value twice, or without a place
        taken |= view(np.broadcast_to(in_unit[:, None], c.shape))
        claims |= view(np.broadcast_to((places & ~more)[:, None], c.shape))
    new = c & (~taken | fixed)  # naked singles: a fixed value leaves the other cells
    claims &= new  # hidden singles: a value with one place takes the cell
    dead |= without_lowest_bit(claims).any((0, 1))  # two values claim one cell
    return np.where(claims, claims, new), dead


def count(
    puzzles: Numbers, limit: int = 2, lanes: int = 1024
) -> tuple[Numbers, NDArray[np.uint8], Numbers, int]:
    """Solutions of each puzzle up to ``limit``, one solution of each, guesses, sweeps."""
    n = len(puzzles)
    counts, guesses, sweeps = np.zeros(n, int), np.zeros(n, int), 0
    solutions = np.zeros((n, 81), np.uint8)
    stack = [(MASK[puzzles.T].reshape(9, 9, n), np.arange(n))]  # blocks of nodes, whose they are
    nodes, owner = stack[0][0][:, :, :0], stack[0][1][:0]
    while True:
        while stack and len(owner) < lanes:  # refill
            block, whose = stack.pop()
            room = min(lanes - len(owner), len(whose))
            if room < len(whose):
                stack.append((block[:, :, :-room], whose[:-room]))
            nodes = np.concatenate([nodes, block[:, :, -room:]], axis=2)
            owner = np.concatenate([owner, whose[-room:]])
        if not len(owner):
            return counts.clip(max=limit), solutions, guesses, sweeps
        new, dead = sweep(nodes)
        sweeps += 1
        still = (new == nodes).all((0, 1)) & ~dead
        decided = SIZE[new].max((0, 1)) == 1
        solved, stuck = still & decided, still & ~decided
        np.add.at(counts, owner[solved], 1)
        solutions[owner[solved]] = VALUE[new[:, :, solved]].reshape(81, -1).T
        stuck &= counts[owner] < limit
        if stuck.any():  # split at a cell with fewest candidates: its lowest here, the rest later
            half, whose = new[:, :, stuck].reshape(81, -1), owner[stuck]
            cell = np.where(SIZE[half] > 1, SIZE[half], 10).argmin(0)
            at = cell, np.arange(len(cell))
            other = half.copy()
            other[at] = without_lowest_bit(half[at])
            half[at] ^= other[at]
            new[:, :, stuck] = half.reshape(9, 9, -1)
            stack.append((other.reshape(9, 9, -1), whose))
            np.add.at(guesses, whose, 1)
        keep = ~dead & ~solved & (counts[owner] < limit)
        nodes, owner = new[:, :, keep], owner[keep]


for name in ("hard.txt", "euler96.txt"):
    puzzle_list = nonet.read(Path(__file__).parents[1] / "puzzles" / name)
    lines = [puzzle.line().replace(".", "0") for puzzle in puzzle_list]
    puzzles = np.array([[int(symbol) for symbol in line] for line in lines])
    for many in (puzzles, np.tile(puzzles, (50, 1))):  # few puzzles leave most lanes empty
        began = time.perf_counter()
        counts, solutions, guesses, sweeps = count(many)
        rate = len(many) / (time.perf_counter() - began)
        assert (counts == 1).all()  # unique: a search for two solutions finds one
        print(f"{name}: {len(many)} puzzles, each with one solution")
        print(f"    {sweeps} sweeps, {guesses.mean():.1f} guesses a puzzle, {rate:.0f} puzzles/s")
    for puzzle, solution in zip(puzzle_list, solutions, strict=False):
        assert nonet.solve(puzzle).solutions[0].line == "".join(map(str, solution))
