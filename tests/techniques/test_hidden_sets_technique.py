"""Almost hidden sets and XYZ-rings: every choice of houses and cells tried by hand."""

from itertools import combinations, islice, product

import pytest

from nonet import read
from nonet.techniques.candidate_layout import bits

from .certificate import found, positions, proven

AHS = "almost-hidden-set-xz-rule"
RINGS = ("xyz-ring", "grouped-xyz-ring", "nice-xyz-ring", "grouped-nice-xyz-ring")


def sampled(thin, names=("hard.txt",)):
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


def without(position, values, cells, spared):
    """What goes where the values are in the cells but one, as (cell, value)."""
    layout, left = position.layout, cells - {spared}
    everywhere = [(c, v) for c, held in enumerate(position.values) for v in bits(held)]
    gone = {(c, v) for c, v in everywhere if c in left and v not in values}
    for value in values:
        places = {cell for cell in left if position.values[cell] >> value & 1}
        gone |= {
            (c, v)
            for c, v in everywhere
            if v == value and all(layout.sees[c] >> place & 1 for place in places)
        }
    return gone | {(spared, value) for value in values if position.values[spared] >> value & 1}


def hidden_by_hand(position, most):
    """Each conclusion of two linked sets, as a set of (cell, value)."""
    found_here = set()
    for one, two in combinations(almost_hidden(position, most).items(), 2):
        (house, mine), these = one
        (other, yours), those = two
        both, alike = these & those, set(mine) & set(yours)
        if house == other or len(both) < 2 or len(mine) + len(yours) < 3:
            continue
        links = [c for c in both if not any(position.values[c] >> v & 1 for v in alike)]
        spare = {
            c: (without(position, mine, these, c), without(position, yours, those, c))
            for c in links
        }
        if len(links) == 1:
            gone = spare[links[0]][0] & spare[links[0]][1]
        elif len(links) == 2:
            (a, b), (c, d) = spare[links[0]], spare[links[1]]
            gone = (a | d) & (b | c)
        else:
            continue
        if gone:
            found_here.add(frozenset(gone))
    return found_here


def test_almost_hidden_sets_are_found_wherever_they_are():
    seen, double = 0, 0
    for position, right in sampled(0.25):
        count = position.layout.cell_count
        steps = found(position, AHS)
        for step in steps:
            assert not step.eliminations & right
            assert proven(position, step), step
            double += step.detail.link_cells.bit_count() == 2
        told = {frozenset((c % count, c // count) for c in bits(s.eliminations)) for s in steps}
        assert told == hidden_by_hand(position, 4) and len(told) == len(steps)
        seen += len(steps)
    assert seen > 100 and double > 10


def test_an_almost_hidden_set_is_told():
    position, _ = next(sampled(0.25))
    for step in found(position, AHS):
        assert step.notation.startswith("Almost Hidden Set XZ-Rule: A=")
        assert "serve both" in step.sentence and step.sentence.endswith(".")
        assert all(cell in step.sentence for cell, _ in step.removed)


# -- XYZ-rings --------------------------------------------------------------------------


def rings_by_hand(position):
    """What every way to fill a pivot, two pincers and the places of z in a house excludes."""
    layout, held = position.layout, position.values
    found_here = set()
    for pivot, one, two in product(range(layout.cell_count), repeat=3):
        if held[pivot].bit_count() != 3 or one >= two or pivot in (one, two):
            continue
        if not (layout.sees[pivot] >> one & 1 and layout.sees[pivot] >> two & 1):
            continue
        sizes = {held[one].bit_count(), held[two].bit_count()}
        if sizes != {2} or held[one] | held[two] != held[pivot] or held[one] == held[two]:
            continue
        z = (held[one] & held[two]).bit_length() - 1
        for house in layout.complete_houses:
            places = [c for c in house.cell_numbers if held[c] >> z & 1]
            near = [c for c in places if (layout.sees[one] | layout.sees[two]) >> c & 1]
            if not places or near != places or {pivot, one, two} & set(places):
                continue
            parts = [[v * layout.cell_count + c for v in bits(held[c])] for c in (pivot, one, two)]
            parts.append([z * layout.cell_count + c for c in places])
            gone = position.open
            for way in product(*parts):
                if agree(layout, way):
                    out = 0
                    for candidate in way:
                        out |= layout.peers[candidate]
                    gone &= out
            if gone:
                found_here.add(gone)
    return found_here


def test_xyz_rings_are_found_wherever_they_are():
    kinds = set()
    for thin in (0.3, 0.4, 0.5):
        for position, right in sampled(thin):
            steps = found(position, *RINGS)
            assert {step.eliminations for step in steps} == rings_by_hand(position)
            for step in steps:
                assert not step.eliminations & right
                assert proven(position, step), step
                kinds.add(step.key)
    assert kinds == set(RINGS)


@pytest.mark.parametrize("name", ["x", "jigsaw", "anti-knight", "windoku"])
def test_variants_keep_their_solution(name):
    for position, right in islice(positions(read(f"puzzles/{name}.json")[0], (), thin=0.4), 5):
        for step in (*found(position, AHS), *found(position, *RINGS)):
            assert not step.eliminations & right
