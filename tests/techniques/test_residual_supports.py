"""Residual supports of constraints: where they speak, the filter agrees."""

from random import Random

from nonet.model import AllDifferent, Automaton, Count, Model, Regular
from nonet.techniques.candidate_layout import layout_of
from nonet.techniques.engines.filter_choice import filter_of
from nonet.techniques.engines.layered_filters import ResidualSupports


def random_constraint(random, cells):
    """A constraint that counts or reads an automaton, perhaps with a cell twice."""
    scope = (*cells, random.choice(cells)) if random.random() < 0.3 else tuple(cells)
    if random.random() < 0.3:
        return Count(scope, frozenset({1}), random.choice(["==", "<=", ">="]), random.randint(1, 3))
    counted = random.sample([1, 2, 3, 4], random.randint(1, 3))
    steps = {
        (state, value): state + (value in counted)
        for state in range(4)
        for value in range(1, 5)
        if state + (value in counted) < 4
    }
    if random.random() < 0.5:  # the last state allows everything
        steps |= {(3, value): 3 for value in range(1, 5)}
    accepting = frozenset(random.sample(range(4), random.randint(1, 3)))
    return Regular(scope, Automaton(start=0, accepting=accepting, transitions=steps))


def test_a_filter_changes_nothing_where_residual_supports_say_so():
    random, supported, others = Random(7), 0, 0
    for _ in range(60):
        cells = [f"R{n // 4 + 1}C{n % 4 + 1}" for n in range(random.randint(3, 6))]
        houses = [
            AllDifferent(tuple(random.sample(cells, random.randint(2, min(4, len(cells))))))
            for _ in range(random.randint(1, 3))
        ]
        constraint = random_constraint(random, cells)
        layout = layout_of(Model(dict.fromkeys(cells, range(1, 5)), [constraint, *houses]))
        with_supports, fresh = filter_of(layout, constraint), filter_of(layout, constraint)
        masks_by_cell = {cell: random.randint(1, 15) for cell in with_supports.cells}
        for _ in range(25):
            cell = random.choice(with_supports.cells)
            masks_by_cell[cell] = random.choice([15, 15, random.randint(1, 15)])
            masks = tuple(masks_by_cell[each] for each in with_supports.cells)
            if with_supports.is_supported(masks):
                supported += 1
                assert fresh.reduced(masks) == masks
            else:
                others += 1
                assert with_supports.reduced(masks) == fresh.reduced(masks)
    assert supported > 100 < others


def test_solutions_of_large_domains_are_stored_or_not_at_all():
    for value_count in (9, 20, 40, 80):
        residues = ResidualSupports(3, value_count)
        top = 1 << value_count - 1
        residues.store([top, 1, top])
        assert residues.support_all((top, 1, top)) == (value_count < 64)
        assert residues.unsupported((top, 1, top | 2)) == [0, 0, 2 if value_count < 64 else 0]
        assert not residues.support_all((top, 3, top))
