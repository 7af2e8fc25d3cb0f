"""Checks of hidden-singles: examples, brute force, and whole puzzles by singles alone."""

from importlib import import_module
from random import Random

from nonet.formats import parse
from nonet.learn.checks import (
    Domains,
    LearnerModule,
    expect,
    expect_no_solution_lost,
    run_filter,
    shortened_repr,
)
from nonet.puzzle import Puzzle

SCOPE, VALUES = ["a", "b", "c", "d"], {1, 2, 3, 4}

SINGLES = ".......21.3..4.."
"""A puzzle that singles alone solve."""


def check_one_place(work: LearnerModule) -> None:
    "A value with one place goes there"
    domains = {"a": {1, 2, 3}, "b": {1, 2}, "c": {1, 2}, "z": {3, 4}}
    seen = run_filter(work, "hidden_singles", domains, ["a", "b", "c"], {1, 2, 3})
    right = {**domains, "a": {3}}
    expect(
        seen == right,
        f"from {shortened_repr(domains)} with scope a, b, c you make {shortened_repr(seen)}",
    )


def check_no_more(work: LearnerModule) -> None:
    "Where every value has two places, nothing changes"
    domains = {"a": {1, 2}, "b": {1, 2}, "c": {1, 2, 3, 4}, "d": {1, 2, 3, 4}}
    seen = run_filter(work, "hidden_singles", domains, SCOPE, VALUES)
    expect(
        seen == domains,
        f"no value of {shortened_repr(domains)} has only one place, but you make "
        f"{shortened_repr(seen)}: "
        "hidden singles do not look for solutions",
    )


def check_no_place(work: LearnerModule) -> None:
    "A value without a place gives None"
    domains = {"a": {1, 2}, "b": {1, 2}, "c": {1, 2}}
    seen = run_filter(work, "hidden_singles", domains, ["a", "b", "c"], {1, 2, 3})
    expect(
        seen is None,
        f"3 has no place in {shortened_repr(domains)}, but you make {shortened_repr(seen)}",
    )


def check_two_in_one_place(work: LearnerModule) -> None:
    "Two values with the same only place give None"
    domains = {"a": {1, 2}, "b": {1, 2}, "c": {3, 4}, "d": {1, 2}}
    seen = run_filter(work, "hidden_singles", domains, SCOPE, VALUES)
    expect(
        seen is None,
        f"3 and 4 both need c in {shortened_repr(domains)}, but you make {shortened_repr(seen)}",
    )


def fixed_point(domains: Domains) -> Domains | None:
    """The definition, word for word: place each value that has one place, until nothing changes."""
    remaining = {name: set(values) for name, values in domains.items()}
    while True:
        places = {value: [n for n in SCOPE if value in remaining[n]] for value in VALUES}
        if not all(places.values()):
            return None
        singles = [(names[0], v) for v, names in places.items() if len(names) == 1]
        if all(remaining[name] == {value} for name, value in singles):
            return remaining
        for name, value in singles:
            remaining[name] &= {value}


def check_random(work: LearnerModule) -> str:
    "On 400 random units: no solution is lost, and exactly the fixed point is reached"
    random, wiped = Random(2), 0
    for _ in range(400):
        domains = {n: set(random.sample(sorted(VALUES), random.randint(1, 4))) for n in SCOPE}
        seen = run_filter(work, "hidden_singles", domains, SCOPE, VALUES)
        expect_no_solution_lost(domains, SCOPE, seen)
        right = fixed_point(domains)
        if seen is None:
            wiped += 1
            expect(
                right is None,
                f"None for {shortened_repr(domains)}, where hidden singles leave "
                f"{shortened_repr(right)}: that there is no solution is more than they can see",
            )
            continue
        for value in VALUES:
            places = [name for name in SCOPE if value in seen[name]]
            expect(
                len(places) > 1 or (len(places) == 1 and seen[places[0]] == {value}),
                f"from {shortened_repr(domains)} you make {shortened_repr(seen)}: {value} is not placed",
            )
        expect(
            seen == right,
            f"from {shortened_repr(domains)} hidden singles make {shortened_repr(right)}, "
            f"not {shortened_repr(seen)}",
        )
    return f"{wiped} of the 400 were wipe-outs"


def solved_by_singles(work: LearnerModule, puzzle: Puzzle) -> Domains:
    """Both filters on all units, until nothing changes."""
    domains = {cell: set(domain) for cell, domain in puzzle.model().domains.items()}
    try:
        naked = import_module("naked_singles").naked_singles
        naked({"a": {1}, "b": {1, 2}}, ["a", "b"])
    except (ImportError, AttributeError, NotImplementedError):
        naked = _naked_singles
    while True:
        before = {cell: set(remaining) for cell, remaining in domains.items()}
        for unit in puzzle.units:
            scope = list(unit.scope)
            after = naked(domains, scope)
            if after is not None:
                after = run_filter(work, "hidden_singles", after, scope, {*puzzle.grid.values})
            expect(
                after is not None, f"a wipe-out in {unit.description} of a puzzle with a solution"
            )
            domains = after
        if domains == before:
            return domains


def _naked_singles(domains: Domains, scope: list[str]) -> Domains | None:
    """One pass of naked singles, for learners who did not do that exercise."""
    fixed = {name: next(iter(domains[name])) for name in scope if len(domains[name]) == 1}
    return {
        name: remaining - {v for other, v in fixed.items() if other != name and name in scope}
        for name, remaining in domains.items()
    }


def check_puzzle(work: LearnerModule) -> str:
    "Naked and hidden singles together solve a puzzle without a guess"
    puzzle = parse(SINGLES)
    domains = solved_by_singles(work, puzzle)
    still = [cell for cell, remaining in domains.items() if len(remaining) != 1]
    expect(not still, f"{', '.join(still)} are not solved")
    return puzzle.line({cell: next(iter(remaining)) for cell, remaining in domains.items()})
