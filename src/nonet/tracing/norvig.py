"""Norvig's search in his own terms: squares searched, possibilities considered, depth.

"Solving Every Sudoku Puzzle" (2006): two rules of propagation (a fixed value goes
from its peers; a value with one place in a unit is put there), then depth-first
search on a square with fewest possibilities, the first in reading order, values
ascending.  Here that is the model with its redundant constraints ("each value has a
place in each unit"), on native with ``alldifferent=naked`` and ``order=mrv``.

Of his first hard puzzle he writes that 25 possibilities had to be considered, on 9 of the 61
unfilled squares; of his 95 hard puzzles that 64 were considered on average, and search never
went deeper than 16.  We count 25 and 9; over the 95, 64.5 on average and 16 levels at most, the
first being that without a guess.  His algorithm written out a second time, in a test, gives the
same counts on each puzzle.

>>> told = norvig_search(FIRST_HARD_PUZZLE)
>>> told.squares, told.unfilled, told.possibilities
(9, 61, 25)
"""

from __future__ import annotations

from dataclasses import dataclass

from nonet.backends.events import Branched, Event, Filtered
from nonet.formats import parse
from nonet.model.rewriting import rewrite
from nonet.puzzle import Puzzle
from nonet.solving import solve

FIRST_HARD_PUZZLE = (
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
)
"""The essay's first puzzle that needs search."""

OPTIONS = "native:alldifferent=naked,order=mrv"


@dataclass(frozen=True, slots=True)
class NorvigSearch:
    """The result of the search of a puzzle.

    ``squares`` are the squares guessed at least once, of the ``unfilled`` squares that the
    clues and propagation leave open.  ``possibilities`` are values tried; ``levels`` the
    deepest nesting, where the first level is without a guess.
    """

    squares: int
    unfilled: int
    possibilities: int
    levels: int


def norvig_search(puzzle: Puzzle | str) -> NorvigSearch:
    """Search one puzzle to its first solution, counting as the essay does."""
    if isinstance(puzzle, str):
        puzzle = parse(puzzle)
    guessed: set[str] = set()
    model = rewrite(puzzle.model(), "redundant").model
    sizes = {name: len(domain) for name, domain in model.domains.items()}

    def sink(event: Event) -> None:
        if isinstance(event, Branched):
            guessed.add(event.variable)
        elif isinstance(event, Filtered) and not guessed:
            sizes[event.variable] -= len(event.removed)

    outcome = solve(model, OPTIONS, tracer=sink)
    unfilled = sum(number > 1 for number in sizes.values())
    stats = outcome.stats
    return NorvigSearch(len(guessed), unfilled, int(stats["guesses"]), int(stats["depth"]) + 1)
