"""Almost hidden sets and XYZ-rings: every choice of houses and cells tried by hand."""

from itertools import combinations, islice, product

import pytest

from nonet import read
from nonet.techniques.candidate_layout import bits

from .certificate import found_steps, is_proven, positions

AHS = "almost-hidden-set-xz-rule"
RINGS = ("xyz-ring", "grouped-xyz-ring", "nice-xyz-ring", "grouped-nice-xyz-ring")


def sampled_positions(thin, names=("hard.txt",)):
    for name in names:
        for number, puzzle in enumerate(read(f"puzzles/{name}")[:3]):
            way = positions(puzzle, ("pointing",), number, thin)
            yield from islice(way, 1, 6, 2)


def agree(layout, chosen):
    """Whether no two of some candidates exclude each other."""
    return not any(layout.peers[a] >> b & 1 for a, b in combinations(set(chosen), 2))


# -- almost hidden sets ----------------------------------------------------------------


def almost_hidden(position, most):
    """{(house, values): cells} of n values, up to so many, that have n + 1 cells of the house."""
    sets = {}
    for house in position.layout.complete_houses:
        for size in range(1, most + 1):
            for values in combinations(bits(house.values), size):
                places = [set(bits(position.places_of(value) & house.cells)) for value in values]
                cells = set().union(*places)
                if all(places) and len(cells) == size + 1:
                    sets[house.number, values] = cells
    return sets


def eliminated_without(position, values, cells, spared):
    """What goes where the values are in the cells but one, as (cell, value)."""
    layout, other_cells = position.layout, cells - {spared}
    everywhere = [(c, v) for c, held in enumerate(position.values) for v in bits(held)]
    eliminated = {(c, v) for c, v in everywhere if c in other_cells and v not in values}
    for value in values:
        places = {cell for cell in other_cells if position.values[cell] >> value & 1}
        eliminated |= {
            (c, v)
            for c, v in everywhere
            if v == value and all(layout.sees[c] >> place & 1 for place in places)
        }
    return eliminated | {
        (spared, value) for value in values if position.values[spared] >> value & 1
    }


def conclusions_by_definition(position, most):
    """Each conclusion of two linked sets, as a set of (cell, value)."""
    conclusions = set()
    for first, second in combinations(almost_hidden(position, most).items(), 2):
        (house, first_values), first_cells = first
        (other_house, second_values), second_cells = second
        shared_cells, shared_values = (
            first_cells & second_cells,
            set(first_values) & set(second_values),
        )
        if (
            house == other_house
            or len(shared_cells) < 2
            or len(first_values) + len(second_values) < 3
        ):
            continue
        links = [
            c for c in shared_cells if not any(position.values[c] >> v & 1 for v in shared_values)
        ]
        spare = {
            c: (
                eliminated_without(position, first_values, first_cells, c),
                eliminated_without(position, second_values, second_cells, c),
            )
            for c in links
        }
        if len(links) == 1:
            eliminated = spare[links[0]][0] & spare[links[0]][1]
        elif len(links) == 2:
            (a, b), (c, d) = spare[links[0]], spare[links[1]]
            eliminated = (a | d) & (b | c)
        else:
            continue
        if eliminated:
            conclusions.add(frozenset(eliminated))
    return conclusions


def test_almost_hidden_sets_are_found_wherever_they_are():
    seen, double = 0, 0
    for position, solution in sampled_positions(0.25):
        count = position.layout.cell_count
        steps = found_steps(position, AHS)
        for step in steps:
            assert not step.eliminations & solution
            assert is_proven(position, step), step
            double += step.detail.link_cells.bit_count() == 2
        conclusions = {
            frozenset((c % count, c // count) for c in bits(s.eliminations)) for s in steps
        }
        assert conclusions == conclusions_by_definition(position, 4) and len(conclusions) == len(
            steps
        )
        seen += len(steps)
    assert seen > 100 and double > 10


def test_an_almost_hidden_set_is_explained():
    position, _ = next(sampled_positions(0.25))
    for step in found_steps(position, AHS):
        assert step.notation.startswith("Almost Hidden Set XZ-Rule: A=")
        assert "serve both" in step.sentence and step.sentence.endswith(".")
        assert all(cell in step.sentence for cell, _ in step.removed)


# -- XYZ-rings --------------------------------------------------------------------------


def rings_by_definition(position):
    """What every way to fill a pivot, two pincers and the places of z in a house excludes."""
    layout, held = position.layout, position.values
    conclusions = set()
    for pivot, first, second in product(range(layout.cell_count), repeat=3):
        if held[pivot].bit_count() != 3 or first >= second or pivot in (first, second):
            continue
        if not (layout.sees[pivot] >> first & 1 and layout.sees[pivot] >> second & 1):
            continue
        sizes = {held[first].bit_count(), held[second].bit_count()}
        if sizes != {2} or held[first] | held[second] != held[pivot] or held[first] == held[second]:
            continue
        z = (held[first] & held[second]).bit_length() - 1
        for house in layout.complete_houses:
            places = [c for c in house.cell_numbers if held[c] >> z & 1]
            seen_places = [c for c in places if (layout.sees[first] | layout.sees[second]) >> c & 1]
            if not places or seen_places != places or {pivot, first, second} & set(places):
                continue
            parts = [
                [v * layout.cell_count + c for v in bits(held[c])] for c in (pivot, first, second)
            ]
            parts.append([z * layout.cell_count + c for c in places])
            eliminated = position.open
            for filling in product(*parts):
                if agree(layout, filling):
                    excluded = 0
                    for candidate in filling:
                        excluded |= layout.peers[candidate]
                    eliminated &= excluded
            if eliminated:
                conclusions.add(eliminated)
    return conclusions


def test_xyz_rings_are_found_wherever_they_are():
    kinds = set()
    for thin in (0.3, 0.4, 0.5):
        for position, solution in sampled_positions(thin):
            steps = found_steps(position, *RINGS)
            assert {step.eliminations for step in steps} == rings_by_definition(position)
            for step in steps:
                assert not step.eliminations & solution
                assert is_proven(position, step), step
                kinds.add(step.key)
    assert kinds == set(RINGS)


@pytest.mark.parametrize("name", ["x", "jigsaw", "anti-knight", "windoku"])
def test_variants_keep_their_solution(name):
    for position, solution in islice(
        positions(read(f"puzzles/{name}.json")[0], (), removed_share=0.4), 5
    ):
        for step in (*found_steps(position, AHS), *found_steps(position, *RINGS)):
            assert not step.eliminations & solution
