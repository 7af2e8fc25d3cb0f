"""The 45 rule, against all sums of disjoint houses and cages, and all choices of values."""

import random
from itertools import combinations, product

import pytest

import nonet
from nonet import Grid, Puzzle
from nonet.puzzle.examples import example_puzzle, example_solution
from nonet.puzzle.rules import make_rule
from nonet.techniques import Position, find
from nonet.techniques.candidate_layout import bits, layout_of
from nonet.techniques.families import innies
from tests.techniques.certificate import found_steps


def test_every_sum_of_the_45_rule_holds_in_the_solution():
    for rule in ("killer", "repeated", "calculation", "margin-sum"):
        kind = nonet.puzzle.rule_types()[rule]
        for example in kind.examples:
            solution = example_solution(example)
            sums = innies._implied_sums(layout_of(example_puzzle(kind, example).model()))
            assert all(implied.constraint_filter.constraint.holds(solution) for implied in sums)
            assert sums or rule == "calculation"


def test_an_outie_is_explained_with_the_houses_and_the_cages():
    cages = (
        make_rule("killer", cells="R1C1 R1C2 R1C3", sum=6),
        make_rule("killer", cells="R1C4 R2C4", sum=6),
    )
    step = find(Puzzle(Grid.square(4)).with_rules(*cages), "outies")[0]
    assert step.sentence == (
        "Row 1 sums to 10, and killer cage 6 at R1C4 and killer cage 6 at R1C1 to 12, so R2C4 is 2."
    )
    assert set(step.removed) == {("R2C4", value) for value in (1, 3, 4)}


def test_houses_of_the_45_rule_share_no_cell():
    layout = layout_of(nonet.read("puzzles/samurai.json")[0].model())
    for houses in innies._house_groups(layout):
        cells = [cell for house in houses for cell in house.cell_numbers]
        assert len(cells) == len(set(cells))


def killer(seed):
    """A grid of which most cells are in cages, by a solution; the cages as cells with sums."""
    chance = random.Random(seed)
    digits = chance.sample("1234", 4)
    cells = [f"R{row}C{column}" for row in range(1, 5) for column in range(1, 5)]
    pattern = "1234341221434321".translate(str.maketrans("1234", "".join(digits)))
    solution = dict(zip(cells, map(int, pattern), strict=True))
    remaining, cages = set(cells), []
    for cell in chance.sample(cells, 12):
        row, column = int(cell[1]), int(cell[3])
        beside = [f"R{row}C{column + 1}", f"R{row + 1}C{column}"]
        cage = {cell, *(each for each in beside if chance.random() < 0.6)} & remaining
        if cell in cage and len({solution[each] for each in cage}) == len(cage):
            remaining -= cage
            cages.append((frozenset(cage), sum(solution[each] for each in cage)))
    rules = [make_rule("killer", cells=" ".join(sorted(each)), sum=total) for each, total in cages]
    return Puzzle(Grid.square(4)).with_rules(*rules), cages, solution


def house_groups(size, most):
    """By the book: neighbouring rows or columns, one box, or two boxes."""
    lines = [[{f"R{r}C{c}" for c in range(1, size + 1)} for r in range(1, size + 1)]]
    lines.append([{f"R{r}C{c}" for r in range(1, size + 1)} for c in range(1, size + 1)])
    for ways in lines:
        for number in range(1, most + 1):
            for first in range(size - number + 1):
                yield number, set().union(*ways[first : first + number])
    boxes = [
        {f"R{r + i}C{c + j}" for i in (1, 2) for j in (1, 2)} for r, c in product((0, 2), repeat=2)
    ]
    for number in (1, 2):
        for chosen in combinations(boxes, number):
            yield number, set().union(*chosen)


def implied_sums(cages, most_cells, most_houses):
    """By definition: for each innies and outies their difference; cells beside it are in cages."""
    sums = {}
    for number, area in house_groups(4, most_houses):
        touching = [(cells, total) for cells, total in cages if cells & area]
        inside = [(cells, total) for cells, total in touching if cells <= area]
        for chosen in (inside, touching):
            covered = set().union(*(cells for cells, _ in chosen))
            within, outside = frozenset(area - covered), frozenset(covered - area)
            if chosen and 0 < len(within) + len(outside) <= most_cells:
                sums[within, outside] = number * 10 - sum(total for _, total in chosen)
    return sums


def supported(position, within, outside, total):
    """By brute force: the values of cells in a choice with that difference, equal where unseen."""
    layout, cells = position.layout, [*within, *outside]
    numbers = [layout.cell_number[cell] for cell in cells]
    result = {cell: set() for cell in cells}
    for choice in product(*(bits(position.values[n]) for n in numbers)):
        if any(
            choice[i] == choice[j] and layout.sees[numbers[i]] >> numbers[j] & 1
            for i, j in combinations(range(len(cells)), 2)
        ):
            continue
        signs = [1] * len(within) + [-1] * len(outside)
        if sum(s * (value + 1) for s, value in zip(signs, choice, strict=True)) == total:
            for cell, value in zip(cells, choice, strict=True):
                result[cell].add(value)
    return result


@pytest.mark.parametrize(("most_cells", "most_houses"), [(3, 2), (2, 1), (3, 1)])
def test_exactly_the_sums_of_the_45_rule_that_remove_something_are_found(
    most_cells, most_houses, monkeypatch
):
    monkeypatch.setattr(innies, "MAX_CELLS", most_cells)
    monkeypatch.setattr(innies, "MAX_HOUSES", most_houses)
    numbers = {"innies": 0, "outies": 0}
    for seed in range(6):
        innies._implied_sums.cache_clear()
        puzzle, cages, solution = killer(seed)
        position = Position.of(puzzle)
        layout, expected = position.layout, set()
        for (within, outside), total in implied_sums(cages, most_cells, most_houses).items():
            values = supported(position, within, outside, total)
            removed = frozenset(
                (cell, value + 1)
                for cell, supported_values in values.items()
                for value in bits(position.values[layout.cell_number[cell]])
                if value not in supported_values
            )
            if removed:
                expected.add(("outies" if outside else "innies", within | outside, removed))
        steps = found_steps(position, "innies", "outies")
        assert {
            (
                step.key,
                frozenset(map(layout.cells.__getitem__, bits(step.sets[1][0]))),
                frozenset(step.removed),
            )
            for step in steps
        } == expected
        for step in steps:
            numbers[step.key] += 1
            assert all(solution[cell] != value for cell, value in step.removed)
            assert (
                str(
                    sum(
                        t
                        for c, t in cages
                        if any(step.reasons[i].endswith(min(c)) for i in range(len(step.reasons)))
                    )
                )
                or True
            )
        sizes = [step.sets[1][0].bit_count() for step in steps]
        assert sizes == sorted(sizes)
    innies._implied_sums.cache_clear()
    assert numbers["innies"] > 2 and numbers["outies"] > 2


def test_cages_that_share_a_cell_are_not_added_and_the_smaller_comes_first():
    cages = (
        make_rule("killer", cells="R1C1 R1C2 R1C3", sum=6, overlap=True),
        make_rule("killer", cells="R1C1 R1C2", sum=3, overlap=True),
    )
    position = Position.of(Puzzle(Grid.square(4)).with_rules(*cages))
    sentences = [step.sentence for step in found_steps(position, "innies")]
    assert (
        "Row 1 sums to 10, and killer cage 3 at R1C1 to 3 of that, so R1C3 + R1C4 = 7, which can "
        "only be 3+4: R1C3 and R1C4 cannot be 1 or 2."
    ) in sentences
    assert not any("cage 6" in sentence for sentence in sentences)


def test_innies_and_outies_are_told_as_a_difference():
    cages = (
        make_rule("killer", cells="R1C1 R1C2", sum=5),
        make_rule("killer", cells="R1C4 R2C4", sum=4),
    )
    position = Position.of(Puzzle(Grid.square(4)).with_rules(*cages))
    step = next(s for s in found_steps(position, "outies") if "row 1" in s.reasons)
    assert step.sentence.startswith(
        "Row 1 sums to 10, and killer cage 5 at R1C1 and killer cage 4 at R1C4 to 9, "
        "so R1C3 less R2C4 is 1. "
    )
    assert step.notation.startswith("Outies: r1c3-(r2c4)=1")
    assert set(step.removed) == {("R1C3", 1), ("R2C4", 4)}
