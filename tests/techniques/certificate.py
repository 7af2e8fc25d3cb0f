"""What the tests of techniques share: positions to look at, and a step's proof by exhaustion."""

import random
from collections.abc import Iterator

import nonet
from nonet.techniques import Position, Step
from nonet.techniques.candidate_layout import bits, union_of
from nonet.techniques.catalogue import technique


def mask(layout, text):
    """Candidates of a library line (``<digit><row><column>``) as a mask."""
    return sum(1 << layout.candidate(f"R{r}C{c}", int(d)) for d, r, c in text.split())


def steps(position, *keys) -> Iterator[Step]:
    """Yield the steps of some techniques of one family."""
    return technique(keys[0]).family.find(position, frozenset(keys))


def found_steps(position, *keys):
    """Return the steps of some techniques of one family as a list."""
    return list(steps(position, *keys))


def solution_mask(puzzle, layout):
    """The candidates of a puzzle's only solution, by the native solver."""
    (solution,) = nonet.solve(puzzle).solutions
    return sum(1 << layout.candidate(cell, value) for cell, value in solution.items())


def positions(puzzle, keys, seed=0, removed_share=0.0) -> Iterator[tuple[Position, int]]:
    """Positions along a path of singles and ``keys``, each with the solution's candidates.

    With ``removed_share`` each is followed by a position without that share of the wrong
    candidates, chosen at random.
    """
    chance = random.Random(seed)
    position = Position.of(puzzle)
    layout = position.layout
    solution = solution_mask(puzzle, layout)
    for _ in range(40):
        yield position, solution
        if removed_share:
            wrong = (c for c in bits(position.open & ~solution) if chance.random() < removed_share)
            yield position.without(sum(1 << c for c in wrong)), solution
        step = next((step for key in keys for step in steps(position, key)), None)
        after = _singles(position) if step is None else _singles(position.after(step))
        if after.solved or after.open == position.open:
            return
        position = after


def _singles(position):
    """The position after all naked and hidden singles."""
    while True:
        for number in position.layout.truths:
            candidates = position.open & position.layout.sets[number]
            if candidates and not candidates & (candidates - 1):
                position = position.place(candidates.bit_length() - 1)
                break
        else:
            return position


def is_proven(position, step):
    """Whether the step's truths exclude each of its eliminations, by trying all choices.

    A truth is one of its candidates; a step of uniqueness has "one guardian is
    true" as one more.
    """
    layout, alive = position.layout, position.open | position.placed
    assert all(layout.is_truth(number) for number in step.truths)
    truths = [layout.sets[number] & alive for number in step.truths]
    if step.technique.assumes_unique:
        truths.append(step.fins)

    def possible(remaining, out):
        if not remaining:
            return True
        remaining = sorted(remaining, key=lambda truth: (truth & ~out).bit_count())
        return any(
            possible(remaining[1:], out | layout.peers[candidate])
            for candidate in bits(remaining[0] & ~out)
        )

    return not any(possible(truths, layout.peers[target]) for target in bits(step.eliminations))


def is_proven_by_names(position, step):
    """Whether the cells and houses that the step names exclude what it eliminates, by trying all.

    Beyond those one may use only the cells that an elimination sees, which nobody has to name.
    """
    layout, alive = position.layout, position.open | position.placed
    named = (*step.truths, *step.links)
    houses = {layout.house_and_value(each)[0] for each in named if each >= layout.cell_count}
    sets = [layout.sets[number] for number in named if number < layout.cell_count]
    sets += [
        layout.sets[layout.house_set(house, value)]
        for house in houses
        for value in range(layout.value_count)
    ]

    def excluded(candidate):
        return union_of(each for each in sets if each >> candidate & 1) & ~(1 << candidate)

    def possible(remaining, out):
        if not remaining:
            return True
        first, *others = sorted(remaining, key=lambda truth: (truth & ~out).bit_count())
        return any(possible(others, out | excluded(each)) for each in bits(first & ~out))

    truths = [layout.sets[number] & alive for number in step.truths]
    return not (
        any(
            possible(truths, excluded(each) | layout.peers[each])
            for each in bits(step.eliminations)
        )
        or any(possible(truths, 1 << placed) for placed in step.placements)
    )
