"""A Sudoku: declare it, look at it, solve it, prove it, and have several solvers agree.

The puzzle is data. The verbs (``solve``, ``verify``, ``crosscheck``) are functions
that take it, and each answers for any backend.
"""

import nonet

puzzle = nonet.Sudoku(
    """
    5 3 . | . 7 . | . . .
    6 . . | 1 9 5 | . . .
    . 9 8 | . . . | . 6 .
    ------+-------+------
    8 . . | . 6 . | . . 3
    4 . . | 8 . 3 | . . 1
    7 . . | . 2 . | . . 6
    ------+-------+------
    . 6 . | . . . | 2 8 .
    . . . | 4 1 9 | . . 5
    . . . | . 8 . | . 7 9
    """
)
print(puzzle)

# A unit holds every value once; the peers of a cell are what it must differ from.
cell = "R5C5"
print(f"{cell} is in", ", ".join(unit.description for unit in puzzle.units_of(cell)))
print(f"{cell} has {len(puzzle.peers[cell])} peers; the grid has {len(puzzle.units)} units")
assert len(puzzle.units_of(cell)) == 3
assert len(puzzle.peers[cell]) == 20
assert len(puzzle.units) == 27

# What a solver is given: variables with domains, and constraints with words.
model = puzzle.model()
print(f"as a model: {len(model.variables)} variables, {len(model.constraints)} constraints")

outcome = nonet.solve(puzzle)
(solution,) = outcome.solutions
print(solution)
assert outcome.status is nonet.Status.SAT
assert solution["R5C5"] == solution["E5"] == 5

verdict = nonet.verify(puzzle)
print("verdict:", verdict.uniqueness.value)
assert verdict.uniqueness is nonet.Uniqueness.UNIQUE

# The same declaration to every solver that is installed; a disagreement would raise.
agreement = nonet.crosscheck(puzzle)
print("agreed by:", ", ".join(agreement.outcomes))

# Without one clue there are more solutions: two witnesses, and where they differ.
fewer = puzzle.with_clues({c: v for c, v in puzzle.clues.items() if c != "R4C5"})
verdict = nonet.verify(fewer)
print(f"without R4C5: {verdict.uniqueness.value}; they differ in {', '.join(verdict.differing)}")
assert verdict.uniqueness is nonet.Uniqueness.MULTIPLE
assert "R4C5" in verdict.differing
