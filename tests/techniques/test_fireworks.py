"""Fireworks, against their definition cell by cell and against all solutions."""

from itertools import combinations, product
from random import Random

import pytest

import nonet
from nonet import Grid, Puzzle
from nonet.techniques import Position
from nonet.techniques.candidate_layout import bits
from nonet.techniques.families import fireworks
from tests.techniques.certificate import found_steps, is_proven

BOXES = {4: (2, 2), 6: (2, 3)}


def burning_values(position, size, pivot, row_end, column_end):
    """By definition: the values that a row and a column have in a box or at their ends alone."""
    height, width = BOXES[size]
    box = pivot[0] // height, pivot[1] // width
    ways = [
        [(pivot[0], c) for c in range(size) if c // width != box[1]],
        [(r, pivot[1]) for r in range(size) if r // height != box[0]],
    ]
    values = set()
    for value in range(size):
        places = [{cell for cell in way if has_value(position, size, cell, value)} for way in ways]
        solved = any(
            position.placed >> value * size**2 + r * size + c & 1 for way in ways for r, c in way
        )
        if places[0] <= {row_end} and places[1] <= {column_end} and not solved:
            values.add(value)
    return values


def has_value(position, size, cell, value):
    return position.values[cell[0] * size + cell[1]] >> value & 1


def naive_fireworks(position, size):
    """Every crossing with two open ends outside its box, and the values that burn there."""
    height, width = BOXES[size]
    cells = [(r, c) for r in range(size) for c in range(size)]
    unsolved = {(r, c) for r, c in cells if position.values[r * size + c]}
    for pivot in unsolved:
        row_ends = [c for c in unsolved if c[0] == pivot[0] and c[1] // width != pivot[1] // width]
        column_ends = [
            c for c in unsolved if c[1] == pivot[1] and c[0] // height != pivot[0] // height
        ]
        for row_end, column_end in product(row_ends, column_ends):
            values = burning_values(position, size, pivot, row_end, column_end)
            has_places = {
                value
                for value in values
                if any(has_value(position, size, (pivot[0], c), value) for c in range(size))
                and any(has_value(position, size, (r, pivot[1]), value) for r in range(size))
            }
            yield pivot, (row_end, column_end), has_places


def naive_steps(position, size):
    """The candidates that triples and quadruples remove, by technique."""
    layout = position.layout
    removed = {"firework-triple": set(), "firework-quadruple": set()}

    def add(key, cells, values):
        eliminated = frozenset(
            layout.candidate(f"R{r + 1}C{c + 1}", value + 1)
            for r, c in cells
            for value in range(size)
            if value not in values and has_value(position, size, (r, c), value)
        )
        if eliminated:
            removed[key].add(eliminated)

    every = list(naive_fireworks(position, size))
    for pivot, ends, values in every:
        for trio in combinations(sorted(values), 3):
            add("firework-triple", (pivot, *ends), trio)
    for (first, ends, values), (second, other_ends, others) in combinations(every, 2):
        if set(ends) != set(other_ends) or first == second:
            continue
        for pair, other in product(combinations(values, 2), combinations(others, 2)):
            if not set(pair) & set(other):
                add("firework-quadruple", (first, second, *ends), (*pair, *other))
    return removed


def burning(size, seed):
    """A grid of few candidates with a crossing, or two opposite ones, whose values burn."""
    random, (height, width) = Random(seed), BOXES[size]
    rows = random.sample(range(size // height), 2), random.sample(range(size // width), 2)
    first, second = (
        (
            rows[0][n] * height + random.randrange(height),
            rows[1][n] * width + random.randrange(width),
        )
        for n in (0, 1)
    )
    values = random.sample(range(size), 4)
    position = Position.of(Puzzle(Grid.square(size)))
    layout, lost = position.layout, 0
    crossings = (
        [(first, second, values[:3])]
        if seed % 2
        else [(first, second, values[:2]), (second, first, values[2:])]
    )
    for (row, column), (other_row, other_column), burns in crossings:
        for value in burns:
            for c in range(size):
                if c // width != column // width and c != other_column:
                    lost |= 1 << layout.candidate(f"R{row + 1}C{c + 1}", value + 1)
            for r in range(size):
                if r // height != row // height and r != other_row:
                    lost |= 1 << layout.candidate(f"R{r + 1}C{column + 1}", value + 1)
    position = position.without(lost)
    more = random.sample([*bits(position.open)], position.open.bit_count() // 12)
    return position.without(sum(1 << candidate for candidate in more))


@pytest.mark.parametrize(("size", "seeds"), [(4, 40), (6, 6)])
def test_exactly_the_fireworks_of_the_definition_are_found(size, seeds):
    numbers = {"firework-triple": 0, "firework-quadruple": 0}
    for seed in range(seeds):
        position = burning(size, seed)
        for key, removed in naive_steps(position, size).items():
            steps = found_steps(position, key)
            assert {frozenset(bits(step.eliminations)) for step in steps} == removed
            numbers[key] += len(steps)
            assert all(is_proven(position, step) for step in steps[:2])
    assert numbers["firework-triple"] >= 2
    # four values are all that a cell of a grid of four may have
    assert size == 4 or numbers["firework-quadruple"] >= 2


def test_the_values_of_a_firework_are_in_its_three_cells_in_every_solution():
    puzzle = Puzzle(Grid.square(4), {"R1C2": 1, "R4C3": 2})
    solutions = nonet.solve(puzzle, limit=1000).solutions
    position = Position.of(puzzle)
    parts = list(fireworks._fireworks(position))
    assert len(solutions) > 5
    for part in parts:
        cells = [position.layout.cells[cell] for cell in (part.pivot, *part.wing_cells)]
        for value in bits(part.values):
            number = position.layout.values[value]
            assert all(number in [solution[cell] for cell in cells] for solution in solutions)


def test_the_words_name_the_cells_the_values_and_the_houses():
    for seed in range(40):
        position = burning(4, seed)
        for key, number, word in (
            ("firework-triple", 3, "three"),
            ("firework-quadruple", 4, "four"),
        ):
            for step in found_steps(position, key)[:3]:
                cells = {position.layout.cells[link] for link in step.links if link < 16}
                assert len(cells) == number
                assert all(cell in step.sentence for cell in cells)
                assert f"hold {word} values" in step.sentence
                assert all(cell in cells for cell, _ in step.removed)
