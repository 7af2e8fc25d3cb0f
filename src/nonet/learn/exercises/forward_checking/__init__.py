"""Checks of forward-checking: one step, all solutions, and no hopeless value tried."""

from nonet.formats import parse
from nonet.learn.checks import Domains, Work, expect, filtered, given, given_function, show
from nonet.puzzle import Grid, Puzzle
from nonet.solving import count, solve

TRIANGLE = {"a": ("b", "c"), "b": ("a", "c"), "c": ("a", "b")}
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
"""The puzzle of Wikipedia's article on Sudoku."""


def check_step(work: Work) -> None:
    "forward_check assigns, and takes the value from the peers"
    domains = {"a": {1, 2, 3}, "b": {1, 2}, "c": {2, 3}}
    seen = filtered(work, "forward_check", domains, "a", 1, TRIANGLE)
    right = {"a": {1}, "b": {2}, "c": {2, 3}}
    expect(seen == right, f"a = 1 makes {show(seen)} of {show(domains)}, not {show(right)}")


def check_failure(work: Work) -> None:
    "forward_check returns None where a peer has no value left"
    domains = {"a": {1, 2}, "b": {1}, "c": {2, 3}}
    seen = filtered(work, "forward_check", domains, "a", 1, TRIANGLE)
    expect(seen is None, f"a = 1 leaves b nothing, but you return {show(seen)}")


def declared(puzzle: Puzzle) -> Domains:
    """The domains of a puzzle, clues not yet looked at."""
    return {cell: set(domain) for cell, domain in puzzle.model().domains.items()}


def check_none(work: Work) -> None:
    "search finds nothing where there is nothing"
    domains = {name: {1, 2} for name in TRIANGLE}
    seen = list(given_function(work, "search")(domains, TRIANGLE))
    expect(not seen, f"three variables, all different, two values: you find {show(seen)}")


def check_all(work: Work) -> None:
    "search finds the 288 Sudokus of 4 by 4, each once"
    puzzle = Puzzle(Grid.square(4))
    seen = list(given_function(work, "search")(declared(puzzle), puzzle.peers))
    for solution in seen:
        expect(puzzle.model().accepts(solution), f"{show(solution)} is no solution")
    different = len({puzzle.line(solution) for solution in seen})
    expect(different == len(seen), f"of your {len(seen)} solutions only {different} are different")
    right = count(puzzle).number
    expect(different == right, f"you find {different} of {right}")


def check_looks_ahead(work: Work) -> str:
    "search tries only values that forward checking has left, on a 9 by 9 puzzle"
    puzzle = parse(EASY)
    original, nodes = given(work, "forward_check"), 0

    def watched(domains: Domains, variable: str, value: int, peers: object) -> Domains | None:
        nonlocal nodes
        nodes += 1
        expect(
            value in domains[variable],
            f"you try {variable} = {value}, but its domain is {show(domains[variable])}",
        )
        return original(domains, variable, value, peers)  # type: ignore[no-any-return]

    work.forward_check = watched
    try:
        seen = next(iter(given_function(work, "search")(declared(puzzle), puzzle.peers)), None)
    finally:
        work.forward_check = original
    expect(nodes > 0, "your search does not call forward_check")
    expect(seen == solve(puzzle).solution, f"the solution you find is {show(seen)}")
    return f"{nodes} values tried"
