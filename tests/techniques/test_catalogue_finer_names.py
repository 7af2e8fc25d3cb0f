"""Techniques by finer names: definitions by brute force, examples, soundness, proofs."""

import random
import re
from itertools import combinations, islice, product
from pathlib import Path

import pytest

import nonet
from nonet import Grid, Puzzle, parse
from nonet.techniques import POLICIES, TECHNIQUES, find, technique
from nonet.techniques.candidate_layout import bits, layout_of
from nonet.techniques.families import (
    uniqueness,
)
from nonet.techniques.solution_oracle import position_of
from tests.cases import as_one_test
from tests.techniques.certificate import (
    is_proven,
    mask,
    positions,
    solution_mask,
    steps,
)

TRIED = {key for policy in POLICIES.values() for entry in policy.entries for key in entry.keys}
ROWS = {t.key: t.title for t in TECHNIQUES if not t.code and t.key not in TRIED}
LIBRARY = Path(nonet.__file__).parent / "learn" / "examples.hodoku"
EXAMPLES = {
    line[1:].partition(":")[0]: line
    for line in LIBRARY.read_text(encoding="utf-8").splitlines()
    if line[1:].partition(":")[0] in ROWS
}
LAYOUT = layout_of(Puzzle(Grid.square(9)).model())
SLOW = ("explainer",)
QUICK_KEYS = tuple(e.key for e in TECHNIQUES if e.key in ROWS and e.module not in SLOW)

HARD = (
    "..5...987.4..5...1..7......2...48....9.1.....6..2.....3..6..2.......9.7.......5..",
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
)


# -- rows ----------------------------------------------------------------------------


def test_every_finer_name_is_a_technique_with_a_definition():
    keys = [entry.key for entry in TECHNIQUES]
    assert len(set(keys)) == len(keys) and set(ROWS) < set(keys)
    plain = [re.sub(r"[^a-z0-9+]", "", key) for key in keys]
    assert len(set(plain)) == len(plain)
    for key, title in ROWS.items():
        assert technique(title).key == key


def test_published_names_that_are_known():
    """Of a published list of 450 names most lead to a technique, the others name the nearest."""
    path = Path(__file__).parents[3] / "shared" / "data" / "technique_names.tsv"
    if not path.exists():
        pytest.skip("../shared/data is not here")
    names = [line.split("\t")[0] for line in path.read_text().splitlines()[1:]]
    known, related = {}, []
    for name in names:
        try:
            known[name] = technique(name).key
        except nonet.errors.TechniqueError as error:
            assert "not searched by itself; the nearest is" in str(error), name
            related.append(name)
    assert len(known) >= 180 and len(known) + len(related) == 450
    assert len(set(known.values())) >= 140


# -- examples ------------------------------------------------------------------------


@pytest.mark.parametrize("key", EXAMPLES)
def test_the_step_of_an_example_is_found_and_explained(key):
    puzzle = parse(EXAMPLES[key])
    position = position_of(puzzle)
    layout = position.layout
    eliminations = mask(layout, puzzle.notes.get("eliminations", ""))
    placed = mask(layout, puzzle.notes.get("placements", ""))
    step = next(
        step
        for step in steps(position, key)
        if step.eliminations == eliminations and sum(1 << p for p in step.placements) == placed
    )
    solution = solution_mask(Puzzle(puzzle.grid, puzzle.clues), layout)
    assert not step.eliminations & solution and not placed & ~solution
    assert step.key == key and step.notation.startswith(ROWS[key])
    assert step.sentence.endswith(".") and "  " not in step.sentence
    assert step.text.look and step.constraints
    assert all(layout.is_truth(number) for number in step.truths)


# -- soundness -----------------------------------------------------------------------


@pytest.mark.parametrize("line", HARD)
def test_no_finer_name_takes_away_what_the_solution_has(line):
    checked = 0
    path = positions(parse(line), ("pointing", "claiming", "naked-pair"), 1, 0.3)
    for position, solution in islice(path, 1, 2):
        for step in find(position, *QUICK_KEYS):
            checked += 1
            assert not step.eliminations & solution, step
            assert all(solution >> candidate & 1 for candidate in step.placements), step
            assert not step.eliminations & ~position.open
    assert checked > 20


PROVEN = (
    "firework-triple", "broken-wing",
    "m-wing", "s-wing", "l-wing", "h-wing", "purple-cow", "grouped-l-wing", "xy-cycle",
)  # fmt: skip


@as_one_test(PROVEN)
def test_the_truths_named_are_enough(key):
    if key not in EXAMPLES:
        pytest.fail(f"{key} has no example")
    position = position_of(parse(EXAMPLES[key]))
    for step in islice(steps(position, key), 3):
        assert is_proven(position, step), step


# -- definitions by brute force --------------------------------------------------------


def fillings(layout, cells, values):
    """All ways to fill some cells with some values that no house forbids."""
    cells = list(bits(cells))
    for chosen in product(values, repeat=len(cells)):
        at = dict(zip(cells, chosen, strict=True))
        if all(at[a] != at[b] or not layout.sees[a] >> b & 1 for a, b in combinations(cells, 2)):
            yield at


def test_an_extended_rectangle_is_never_filled_in_one_way_alone():
    chance = random.Random(3)
    for size, masks in uniqueness.extended_rectangles(LAYOUT).items():
        for cells in chance.sample(masks, 4 if size < 4 else int(size < 5)):
            alike = {}
            for at in fillings(LAYOUT, cells, range(size)):
                seen = tuple(
                    frozenset(value for cell, value in at.items() if house.cells >> cell & 1)
                    for house in LAYOUT.houses
                )
                alike[seen] = alike.get(seen, 0) + 1
            assert alike and min(alike.values()) > 1
