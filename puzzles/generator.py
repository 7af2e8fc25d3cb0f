"""Random puzzles with one solution: how those of this folder were drawn, and can be again.

New puzzles are made by ``nonet generate``, which does all that this does, a thousand times as fast,
and draws others: the files here stay as they are, since tests and pages speak of their puzzles.

A solved grid is drawn at random, its values are taken away one by one as long
as the solution stays the only one, and what is left is graded by the weakest
means that solve it.  The same seeds give the same puzzles on every machine,
since the only thing asked of a solver is yes or no.

How a solved grid is drawn:

- of a plain grid of any size: from the pattern whose rows are shifts of one
  another, by many random Kempe moves.  A Kempe move swaps two values in one
  connected part of their cells, where cells that must differ are connected
  (Kempe 1879, of maps; the same walk samples colourings of any graph);
- of a samurai: a plain grid for the middle, and one for each corner whose
  values are renamed so that the shared box agrees;
- with a variant's rules: by search with random choices, begun anew when stuck.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random

from pysat.solvers import Solver

from nonet.puzzle import SAMURAI, Cell, Grid, Puzzle
from nonet.puzzle.grid import cell_name, place

Values = dict[Cell, int]
Candidates = dict[Cell, set[int]]

GRADES = ("singles", "locked candidates", "guesses")
"""What a puzzle needs, from easy to hard: naked and hidden singles alone; locked
candidates (a value's places in a unit all lie in another) besides; or search."""


# --- drawing a solved grid -------------------------------------------------------------------


def plain_solution(grid: Grid, random: Random) -> Values:
    """A random solution of a plain square grid with boxes."""
    (block,) = grid.blocks
    assert block.box is not None
    height, width = block.box
    size = grid.size
    values = list(grid.values)
    random.shuffle(values)
    solved = {
        cell_name(row, column): values[(width * (row % height) + row // height + column) % size]
        for row in range(size)
        for column in range(size)
    }
    peers = Puzzle(grid).peers
    for _ in range(20 * size):
        kempe_move(solved, peers, random.choice(grid.cells), random.choice(grid.values))
    return solved


def kempe_move(
    solved: Values, peers: Mapping[Cell, tuple[Cell, ...]], start: Cell, other: int
) -> None:
    """Give ``start`` the value ``other``, and swap these two values wherever that forces it."""
    here = solved[start]
    if here == other:
        return
    swap = {here: other, other: here}
    part, frontier = {start}, [start]
    while frontier:
        for peer in peers[frontier.pop()]:
            if solved[peer] in swap and peer not in part:
                part.add(peer)
                frontier.append(peer)
    for cell in part:
        solved[cell] = swap[solved[cell]]


def samurai_solution(random: Random) -> Values:
    """A random solution of five plain squares: the corners' values renamed to fit the middle."""
    square = Grid.square(9)
    top, left = SAMURAI[2]
    middle = plain_solution(square, random)
    solved = {shifted(cell, top, left): value for cell, value in middle.items()}
    for top, left in (*SAMURAI[:2], *SAMURAI[3:]):
        corner = {
            shifted(cell, top, left): value
            for cell, value in plain_solution(square, random).items()
        }
        renamed = {value: solved[cell] for cell, value in corner.items() if cell in solved}
        solved |= {cell: renamed[value] for cell, value in corner.items()}
    return solved


def shifted(cell: Cell, down: int, right: int) -> Cell:
    """The cell so many rows and columns further."""
    row, column = place(cell)
    return cell_name(row + down, column + right)


def variant_solution(puzzle: Puzzle, random: Random, tries: int = 100) -> Values | None:
    """A random solution of a puzzle without clues, whatever its rules; ``None`` if none shows."""
    for _ in range(tries):
        found = next(search(puzzle, open_candidates(puzzle), random, budget=[60]), None)
        if found is not None:
            return found
    return None


def jigsaw_layout(grid: Grid, random: Random, swaps: int = 60) -> str:
    """Connected regions of odd shapes: boxes that traded cells with one another."""
    (block,) = grid.blocks
    letters = {cell: chr(ord("A") + i) for i, box in enumerate(block.boxes()) for cell in box}
    while swaps:
        first, second = random.sample(grid.cells, 2)
        if letters[first] == letters[second]:
            continue
        traded = letters | {first: letters[second], second: letters[first]}
        if all(connected(grid, traded, letters[cell]) for cell in (first, second)):
            letters = traded
            swaps -= 1
    names: dict[str, str] = {}
    for cell in grid.cells:
        names.setdefault(letters[cell], chr(ord("A") + len(names)))
    return "".join(names[letters[cell]] for cell in grid.cells)


def connected(grid: Grid, letters: Mapping[Cell, str], letter: str) -> bool:
    """Whether the cells of a letter hang together by their sides."""
    region = {cell for cell in grid.cells if letters[cell] == letter}
    frontier = [region.pop()]
    while frontier:
        cell = frontier.pop()
        for step in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            beside = shifted(cell, *step)
            if beside in region:
                region.remove(beside)
                frontier.append(beside)
    return not region


# --- deduction and search ---------------------------------------------------------------------


def open_candidates(puzzle: Puzzle) -> Candidates:
    """What each cell may be by its clue and by rules about it alone."""
    model = puzzle.model()
    candidates = {cell: set(domain) for cell, domain in model.domains.items()}
    for constraint in model.constraints:
        if len(constraint.scope) == 1:
            (cell,) = constraint.scope
            candidates[cell] = {v for v in candidates[cell] if constraint.holds({cell: v})}
    return candidates


def singles(puzzle: Puzzle, candidates: Candidates) -> bool:
    """Apply naked and hidden singles until nothing changes; whether no contradiction shows."""
    peers, units = puzzle.peers, [unit.scope for unit in puzzle.units]
    spread: set[Cell] = set()
    while True:
        fresh = [cell for cell, left in candidates.items() if len(left) == 1 and cell not in spread]
        if not fresh:
            for unit in units:
                for value in puzzle.grid.values:
                    homes = [cell for cell in unit if value in candidates[cell]]
                    if not homes:
                        return False
                    if len(homes) == 1 and len(candidates[homes[0]]) > 1:
                        candidates[homes[0]] = {value}
                        fresh.append(homes[0])
            if not fresh:
                return True
        for cell in fresh:
            if len(candidates[cell]) != 1:
                return False
            spread.add(cell)
            for peer in peers[cell]:
                candidates[peer] -= candidates[cell]
                if not candidates[peer]:
                    return False


def locked_candidates(puzzle: Puzzle, candidates: Candidates) -> bool:
    """Where a value's places in a unit all see another cell, rule it out there; whether any was."""
    changed = False
    for unit in puzzle.units:
        for value in puzzle.grid.values:
            homes = [cell for cell in unit.scope if value in candidates[cell]]
            if len(homes) < 2:
                continue
            for cell in set.intersection(*(set(puzzle.peers[home]) for home in homes)):
                if value in candidates[cell]:
                    candidates[cell].discard(value)
                    changed = True
    return changed


def grade(puzzle: Puzzle) -> int:
    """The index in ``GRADES`` of what a puzzle with one solution needs."""
    candidates = open_candidates(puzzle)
    hardest = 0
    while True:
        singles(puzzle, candidates)
        if all(len(left) == 1 for left in candidates.values()):
            return hardest
        if not locked_candidates(puzzle, candidates):
            return 2
        hardest = 1


def search(
    puzzle: Puzzle, candidates: Candidates, random: Random, budget: list[int]
) -> Iterator[Values]:
    """Solutions by singles and by guessing in a cell with the fewest candidates.

    ``budget[0]`` counts down the guesses left; at none the search gives up.
    """
    if not singles(puzzle, candidates):
        return
    choices = [cell for cell, left in candidates.items() if len(left) > 1]
    if not choices:
        yield {cell: min(left) for cell, left in candidates.items()}
        return
    fewest = min(len(candidates[cell]) for cell in choices)
    cell = random.choice([cell for cell in choices if len(candidates[cell]) == fewest])
    for value in random.sample(sorted(candidates[cell]), fewest):
        budget[0] -= 1
        if budget[0] < 0:
            return
        guessed = {other: set(left) for other, left in candidates.items()} | {cell: {value}}
        yield from search(puzzle, guessed, random, budget)


def solutions(puzzle: Puzzle, most: int) -> list[Values]:
    """The solutions, up to so many, by our own search."""
    found = search(puzzle, open_candidates(puzzle), Random(0), budget=[1_000_000])
    return list(islice(found, most))


def guesses(puzzle: Puzzle, random: Random, tries: int = 5) -> float:
    """Guesses until a search has seen all solutions, on average: a measure of hardness."""
    total = 0
    for _ in range(tries):
        budget = [1_000_000]
        list(search(puzzle, open_candidates(puzzle), random, budget))
        total += 1_000_000 - budget[0]
    return total / tries


# --- taking clues away ------------------------------------------------------------------------


class Oracle:
    """Whether clues force a value, asked of one live SAT solver.

    It knows rules that are "all different" or speak of one cell, no others.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        pairs = [(cell, value) for cell in puzzle.grid.cells for value in puzzle.grid.values]
        self.literal = {pair: number for number, pair in enumerate(pairs, 1)}
        self.solver = Solver("glucose4")
        lit = self.literal
        for cell, left in open_candidates(puzzle).items():
            self.solver.add_clause([lit[cell, value] for value in left])
            for value in puzzle.grid.values:
                if value not in left:
                    self.solver.add_clause([-lit[cell, value]])
                for other in range(value + 1, puzzle.grid.values[-1] + 1):
                    self.solver.add_clause([-lit[cell, value], -lit[cell, other]])
                for peer in puzzle.peers[cell]:
                    if place(cell) < place(peer):
                        self.solver.add_clause([-lit[cell, value], -lit[peer, value]])
        for unit in puzzle.units:
            for value in puzzle.grid.values:
                self.solver.add_clause([lit[cell, value] for cell in unit.scope])

    def force(self, clues: Values, cell: Cell, value: int) -> bool:
        """Whether every solution with these clues has ``value`` at ``cell``."""
        assumed = [self.literal[pair] for pair in clues.items()]
        return not self.solver.solve([*assumed, -self.literal[cell, value]])


def taken_away(
    puzzle: Puzzle,
    solved: Values,
    random: Random,
    *,
    keep: int = 0,
    symmetric: bool = False,
    oracle: Oracle | None = None,
) -> Puzzle:
    """The puzzle with clues of ``solved`` taken away at random, its solution still the only one.

    Ends at ``keep`` clues, or where every clue left is needed (a minimal
    puzzle).  ``symmetric`` takes a cell and its opposite together.
    """
    oracle = oracle or Oracle(puzzle)
    clues = dict(solved)
    height, width = puzzle.grid.height, puzzle.grid.width
    cells = list(puzzle.grid.cells)
    random.shuffle(cells)
    for cell in cells:
        row, column = place(cell)
        opposite = cell_name(height - 1 - row, width - 1 - column)
        together = dict.fromkeys((cell, opposite) if symmetric else (cell,))
        if cell not in clues or len(clues) - len(together) < keep:
            continue
        fewer = dict(clues)
        for taken in together:
            del fewer[taken]
            if not oracle.force(fewer, taken, solved[taken]):
                break
        else:
            clues = fewer
    return puzzle.with_clues(clues)
