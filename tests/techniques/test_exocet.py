"""Junior exocets: published facts, and the definition written out by rows and columns."""

from functools import cache
from itertools import combinations, islice, permutations, product
from random import Random

import pytest

import nonet
from nonet import Grid, Puzzle, parse
from nonet.techniques import Position
from nonet.techniques.candidate_layout import bits, layout_of
from tests.techniques.certificate import found_steps, positions

LAYOUT = layout_of(Puzzle(Grid.square(9)).model())
KEY = "junior-exocet"


def test_the_second_exocet_of_the_compendium():
    """D. P. Bird's example 2: base r1c12, targets r2c4 and r3c7; no base value is 2."""
    puzzle = parse(
        "002080067670000800000670000006000780020016054005000612061000405008050106457361298"
    )
    easier = ("pointing", "claiming", "naked-pair", "hidden-pair")
    way = list(islice(positions(puzzle, easier), 4))
    steps = [step for position, _ in way for step in found_steps(position, "junior-exocet")]
    assert steps and all("base r1c12, targets r2c4,r3c7" in step.notation for step in steps)
    assert all(("R2C4", 2) in step.removed for step in steps)
    assert not any(step.eliminations & right for step in steps for _, right in way)


# -- the definition ----------------------------------------------------------------------------


def frames(turned):
    """Base, targets, companions, the three cross-lines outside the band, and the base's line."""

    def cell(row, column):
        return column * 9 + row if turned else row * 9 + column

    for band, box in product(range(3), repeat=2):
        rows = [3 * band + n for n in range(3)]
        columns = [[3 * b + n for n in range(3)] for b in range(3) if b != box]
        outside = [row for row in range(9) if row // 3 != band]
        for base_row, escape in product(rows, (3 * box + n for n in range(3))):
            base = [cell(base_row, 3 * box + n) for n in range(3) if 3 * box + n != escape]
            others = [row for row in rows if row != base_row]
            for first, second in product(*columns):
                for up, down in permutations(others):
                    cross = {(r, c): cell(r, c) for r in outside for c in (escape, first, second)}
                    yield (
                        base,
                        [cell(up, first), cell(down, second)],
                        [cell(down, first), cell(up, second)],
                        cross,
                    )


@cache
def frames_by_base():
    """All frames in rows and in columns, by the cells of their base."""
    alike = {}
    for turned in (False, True):
        for base, *others in frames(turned):
            alike.setdefault(tuple(base), []).append(others)
    return alike


def covering_lines(places):
    """How many rows or columns hold all places, given as (row, column); 3 for more than two."""
    lines = [("row", r) for r, _ in places] + [("column", c) for _, c in places]
    for number in range(3):
        for chosen in combinations(sorted(set(lines)), number):
            if all(("row", r) in chosen or ("column", c) in chosen for r, c in places):
                return number
    return 3


def exocets(position):
    """What each exocet of a position removes, by definition."""
    values, removed = position.values, set()
    alive = position.open | position.placed

    def stands(cell, value):
        return alive >> value * 81 + cell & 1

    for base, alike in frames_by_base().items():
        of_base = [{*bits(values[cell])} for cell in base]
        union = set.union(*of_base)
        if not all(of_base) or len(union) not in (3, 4):
            continue
        for targets, companions, cross in alike:
            of_targets = [{*bits(values[cell])} for cell in targets]
            if any(stands(cell, value) for cell in companions for value in union):
                continue
            if not all(target & union for target in of_targets):
                continue
            covers = {
                value: covering_lines([at for at, cell in cross.items() if stands(cell, value)])
                for value in union
            }
            if max(covers.values()) > 2:
                continue
            never = {v for v in union if covers[v] < 2 or v not in set.union(*of_targets)}
            eliminated = {
                (cell, value)
                for cell, target in zip(targets, of_targets, strict=True)
                for value in target
                if value not in union or value in never
            }
            eliminated |= {
                (cell, value)
                for cell, own in zip(base, of_base, strict=True)
                for value in own & never
            }
            if eliminated:
                removed.add(frozenset(eliminated))
    return removed


def with_exocet(seed):
    """A grid in which an exocet stands, or nearly."""
    random = Random(seed)
    base = random.choice(list(frames_by_base()))
    targets, companions, cross = random.choice(frames_by_base()[base])
    union = random.sample(range(9), (3, 4, 3, 4, 3, 4, 2, 5)[seed % 8])  # of two or five is none
    keep = {}
    for cell in base:
        keep[cell] = {*random.sample(union, max(2, len(union) - 1))}
    keep[base[0]] |= {*union}
    for cell in companions:
        keep[cell] = {*range(9)} - {*union}
    if random.random() < 0.2:
        keep[companions[0]].add(union[0])
    for value in union:
        lines = [("row", r) for r, _ in cross] + [("column", c) for _, c in cross]
        chosen = random.sample(sorted(set(lines)), random.choice((1, 2, 2, 2, 2, 2, 2, 2, 2, 3)))
        for (row, column), cell in cross.items():
            if ("row", row) not in chosen and ("column", column) not in chosen:
                keep.setdefault(cell, {*range(9)}).discard(value)
    for cell in targets:
        if random.random() < 0.3:
            keep[cell] = {*range(9)} - {random.choice(union)}
    domains = {name: nonet.model.Domain.range(1, 9) for name in LAYOUT.cells}
    for cell, chosen in keep.items():
        domains[LAYOUT.cells[cell]] = nonet.model.Domain.of([v + 1 for v in chosen])
    return Position.from_masks(LAYOUT, domains)


@pytest.mark.slow(0.5)
def test_exactly_the_exocets_of_the_definition_are_found():
    with_steps = 0
    for seed in range(40):
        position = with_exocet(seed)
        steps = found_steps(position, KEY)
        removed = [frozenset((c % 81, c // 81) for c in bits(step.eliminations)) for step in steps]
        assert set(removed) == exocets(position)
        assert len(set(removed)) == len(removed)
        with_steps += bool(steps)
    assert 8 < with_steps < 36


def test_the_words_name_base_targets_values_and_the_cross_lines():
    for seed in range(12):
        for step in found_steps(with_exocet(seed), KEY)[:1]:
            base = [LAYOUT.cells[cell] for cell in bits(step.detail.frame.base_cells)]
            targets = [
                LAYOUT.cells[t.bit_length() - 1] for t in sorted(step.detail.frame.target_cells)
            ]
            union = sorted(value + 1 for value in bits(step.detail.values))
            text = step.sentence
            assert text.startswith(f"{base[0]} and {base[1]} can only be ")
            assert f"So these two hold the two values of {base[0]} and {base[1]}." in text
            assert f"{targets[0]} and {targets[1]}" in text
            assert all(str(value) in text.partition(".")[0] for value in union)
            first, *names = step.detail.frame.house_names
            assert first.lower() in text.lower() and all(name in text for name in names)
            excluded = step.detail.excluded_base_values
            assert ("there is no room in one of them" in text) == bool(excluded)


@pytest.mark.parametrize("grid", [Grid.square(4), Grid.square(6), Grid.square(16)])
def test_only_grids_of_nine_have_exocets(grid):
    assert not found_steps(Position.of(Puzzle(grid)), KEY)
