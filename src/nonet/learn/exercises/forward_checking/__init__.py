"""Checks of forward-checking: one step, all solutions, and no hopeless value tried."""

from nonet.formats import parse
from nonet.learn.checks import (
    Domains,
    LearnerModule,
    expect,
    learner_function,
    learner_value,
    run_filter,
    shortened_repr,
)
from nonet.puzzle import Grid, Puzzle
from nonet.solving import count_solutions, solve

TRIANGLE = {"a": ("b", "c"), "b": ("a", "c"), "c": ("a", "b")}
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
"""The puzzle of Wikipedia's article on Sudoku."""


def check_step(work: LearnerModule) -> None:
    "forward_check assigns, and takes the value from the peers"
    domains = {"a": {1, 2, 3}, "b": {1, 2}, "c": {2, 3}}
    seen = run_filter(work, "forward_check", domains, "a", 1, TRIANGLE)
    right = {"a": {1}, "b": {2}, "c": {2, 3}}
    expect(
        seen == right,
        f"a = 1 makes {shortened_repr(seen)} of {shortened_repr(domains)}, not {shortened_repr(right)}",
    )


def check_failure(work: LearnerModule) -> None:
    "forward_check returns None where a peer has no value left"
    domains = {"a": {1, 2}, "b": {1}, "c": {2, 3}}
    seen = run_filter(work, "forward_check", domains, "a", 1, TRIANGLE)
    expect(seen is None, f"a = 1 leaves b nothing, but you return {shortened_repr(seen)}")


def declared_domains(puzzle: Puzzle) -> Domains:
    """The domains of a puzzle, clues not yet looked at."""
    return {cell: set(domain) for cell, domain in puzzle.model().domains.items()}


def check_none(work: LearnerModule) -> None:
    "search finds nothing where there is nothing"
    domains = {name: {1, 2} for name in TRIANGLE}
    seen = list(learner_function(work, "search")(domains, TRIANGLE))
    expect(not seen, f"three variables, all different, two values: you find {shortened_repr(seen)}")


def check_all(work: LearnerModule) -> None:
    "search finds the 288 Sudokus of 4 by 4, each once"
    puzzle = Puzzle(Grid.square(4))
    seen = list(learner_function(work, "search")(declared_domains(puzzle), puzzle.peers))
    for solution in seen:
        expect(puzzle.model().accepts(solution), f"{shortened_repr(solution)} is no solution")
    different = len({puzzle.line(solution) for solution in seen})
    expect(different == len(seen), f"of your {len(seen)} solutions only {different} are different")
    right = count_solutions(puzzle).number
    expect(different == right, f"you find {different} of {right}")


def check_looks_ahead(work: LearnerModule) -> str:
    "search tries only values that forward checking has left, on a 9 by 9 puzzle"
    puzzle = parse(EASY)
    original, nodes = learner_value(work, "forward_check"), 0

    def watched(domains: Domains, variable: str, value: int, peers: object) -> Domains | None:
        nonlocal nodes
        nodes += 1
        expect(
            value in domains[variable],
            f"you try {variable} = {value}, but its domain is {shortened_repr(domains[variable])}",
        )
        return original(domains, variable, value, peers)  # type: ignore[no-any-return]

    work.forward_check = watched
    try:
        seen = next(
            iter(learner_function(work, "search")(declared_domains(puzzle), puzzle.peers)), None
        )
    finally:
        work.forward_check = original
    expect(nodes > 0, "your search does not call forward_check")
    expect(seen == solve(puzzle).solution, f"the solution you find is {shortened_repr(seen)}")
    return f"{nodes} values tried"
