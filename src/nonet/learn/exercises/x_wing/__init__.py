"""Checks of x-wing: examples, and every arrangement of the value tried by brute force."""

from itertools import combinations, permutations, product
from random import Random

from nonet.learn.checks import CheckFailed, LearnerModule, expect, learner_function, shortened_repr

Places = dict[int, set[int]]


def learner_removals(work: LearnerModule, places: Places) -> set[tuple[int, int]]:
    """Return the removals of the learner's filter."""
    copy = {row: set(columns) for row, columns in places.items()}
    seen = learner_function(work, "x_wing")(copy)
    expect(copy == places, "you changed the places you were given: only return the removals")
    try:
        return {(row, column) for row, column in seen}
    except (TypeError, ValueError):
        raise CheckFailed(
            f"x_wing should return a set of (row, column), not {shortened_repr(seen)}"
        ) from None


def check_example(work: LearnerModule) -> None:
    "Two rows with the same two columns take them from the other rows"
    places = {1: {2, 5}, 2: {1, 2, 3}, 3: {2, 5}, 4: {1, 3, 4, 5}, 5: {3, 4}}
    seen = learner_removals(work, places)
    expect(
        seen == {(2, 2), (4, 5)}, f"in {shortened_repr(places)} you remove {shortened_repr(seen)}"
    )


def check_none(work: LearnerModule) -> None:
    "No X-wing, no removal: columns that differ, rows with one place or three"
    for places in (
        {1: {1, 2}, 2: {2, 3}, 3: {1, 2, 3}, 4: {1, 2, 3, 4}},
        {1: {1, 2, 3}, 2: {1, 2, 3}, 3: {1, 2, 3, 4}, 4: {1, 4}},
        {1: {1, 2}, 2: {1, 2, 3}, 3: {1, 2, 3, 4}, 4: {1, 3, 4}},
        {1: {1}, 2: {1, 2}, 3: {2, 3}, 4: {3, 4}},
    ):
        seen = learner_removals(work, places)
        expect(
            not seen,
            f"in {shortened_repr(places)} there is no X-wing, but you remove {shortened_repr(seen)}",
        )


def check_two_wings(work: LearnerModule) -> None:
    "Two X-wings at once"
    places = {1: {1, 2}, 2: {1, 2}, 3: {3, 4}, 4: {3, 4}, 5: {1, 3, 5}, 6: {2, 4, 5, 6}}
    seen = learner_removals(work, places)
    right = {(5, 1), (5, 3), (6, 2), (6, 4)}
    expect(
        seen == right,
        f"in {shortened_repr(places)} you remove {shortened_repr(seen)}, not {shortened_repr(right)}",
    )


def check_random(work: LearnerModule) -> str:
    "On 300 random patterns: no arrangement is lost, and nothing is missed"
    random, removal_count = Random(3), 0
    for _ in range(300):
        solution = random.sample(range(1, 7), 6)
        places = {
            row: {column, *random.sample(range(1, 7), random.choice((0, 1, 1, 1, 2, 3)))}
            for row, column in enumerate(solution, 1)
        }
        seen = learner_removals(work, places)
        right = justified_removals(places)
        for wrong in seen - right:
            possible = any(p[wrong[0] - 1] == wrong[1] for p in all_arrangements(places))
            why = "the value can stand there" if possible else "no X-wing says so"
            expect(False, f"in {shortened_repr(places)} you remove {wrong}: {why}")
        expect(
            seen == right, f"in {shortened_repr(places)} you miss {shortened_repr(right - seen)}"
        )
        removal_count += bool(right)
    return f"{removal_count} of the 300 had an X-wing"


def all_arrangements(places: Places) -> list[tuple[int, ...]]:
    """Every way to put the value into all rows, no column twice."""
    return [
        columns
        for columns in permutations(range(1, len(places) + 1))
        if all(column in places[row] for row, column in enumerate(columns, 1))
    ]


def justified_removals(places: Places) -> set[tuple[int, int]]:
    """Places that clash with every arrangement of two rows of two places each."""
    removals = set()
    for first, second in combinations(places, 2):
        if len(places[first]) != 2 or len(places[second]) != 2:
            continue
        pairs = [{a, b} for a, b in product(places[first], places[second]) if a != b]
        for row in places.keys() - {first, second}:
            removals |= {
                (row, c) for c in places[row] if pairs and all(c in pair for pair in pairs)
            }
    return removals
