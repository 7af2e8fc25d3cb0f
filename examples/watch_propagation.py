"""Watch a solver think: every step of propagation and search on a 4x4 with diagonals.

The native backend hands its events to any callable. An event is data: what was
removed from which domain, by which constraint, because of which variables. This
run propagates only naked singles (a fixed value leaves the other cells of its
units), so that the search must guess, fail and backtrack.
"""

from collections import Counter
from collections.abc import Iterable

import nonet
from nonet.backends.events import (
    Backtracked,
    Branched,
    Event,
    Filtered,
    Posted,
    SolutionFound,
    Stopped,
    WipedOut,
)

puzzle = nonet.Sudoku("..4. .... 3... .13.", rules=["x"])
seen: Counter[str] = Counter()


def listed(values: Iterable[object]) -> str:
    return ", ".join(map(str, values))


def in_words(event: Event) -> str | None:
    """The event as a sentence; ``None`` for the constraints posted at the start."""
    match event:
        case Posted():
            return None
        case Filtered(variable, removed, rule, because):
            return f"{rule} takes {listed(removed)} from {variable}, for {listed(because)} is fixed"
        case Branched(variable, value, depth):
            return f"guess {depth}: {variable} = {value}"
        case WipedOut(variable, rule, because):
            return f"{rule} cannot hold: {variable} has no value left, for {listed(because)}"
        case Backtracked(depth):
            return f"back: undo guess {depth}"
        case SolutionFound(assignment):
            return f"solution {puzzle.line(assignment)}"
        case Stopped(reason):
            return f"stop: {reason or 'all is searched'}"
    return None


def watch(event: Event) -> None:
    seen[type(event).__name__] += 1
    sentence = in_words(event)
    if sentence:
        print(f"{sum(seen.values()) - seen['Posted']:3}  {sentence}")


print(puzzle)
solutions = list(nonet.iter_solutions(puzzle, "native:alldifferent=naked", tracer=watch))
print(f"{len(solutions)} solution, {seen['Branched']} guesses, {seen['WipedOut']} failure")
assert len(solutions) == 1
assert seen["Posted"] == len(puzzle.model().constraints) == 14
assert (seen["Branched"], seen["WipedOut"]) == (2, 1)
