"""Suppositions through houses and constraints, against propagation written down naively."""

import pytest

from nonet.model import AllDifferent, Linear, Model
from nonet.puzzle import Grid, Puzzle
from nonet.techniques import Position
from nonet.techniques.candidate_layout import bits
from nonet.techniques.engines.constraint_filter import ConstraintFilter, constraint_filters
from nonet.techniques.engines.supposition import (
    find_refutation,
    possible_values,
    smallest_refutation,
)

from .thinned import thinned

SUMS = Puzzle(Grid.square(6)).with_rules(
    "killer 9 R1C1 R1C2 R2C1", "killer 10 R1C3 R2C3", "killer 7 R3C3 R4C3", "killer 5 R5C3 R6C3",
    "killer 12 R1C4 R1C5 R2C4", "killer 6 R3C1 R4C1", "killer 9 R5C5 R6C5", "killer 8 R3C6 R4C6",
)  # fmt: skip
NEGATIVE = Model(
    {name: range(-2, 3) for name in "abcd"},
    [AllDifferent(("a", "b", "c", "d")), Linear(("a", "b", "c"), (1, 1, 1), "==", -2)],
)
POSITIONS = {
    "classic": lambda: thinned(6, 1, 0.5),
    "sums": lambda: filtered(Position.of(SUMS)),
    "few and sums": lambda: filtered(Position.of(SUMS).without(~thinned(6, 3, 0.1).open)),
    "values below 0": lambda: filtered(Position.of(NEGATIVE)),
}


def fails_by_hand(position, candidate, sources=None):
    """Whether singles of houses and filters of constraints leave a cell or a value without a place."""
    values = possible_values(position)
    value, cell = divmod(candidate, position.layout.cell_count)
    values[cell] = 1 << value
    return is_refuted(position.layout, values, sources)


def filtered(position):
    """A position of which no single and no filter removes anything: a supposition is new there."""
    layout, values = position.layout, possible_values(position)
    assert not is_refuted(layout, values)
    retained = (layout.candidates_in(1 << cell, mask) for cell, mask in enumerate(values))
    return position.without(~sum(retained))


def is_refuted(layout, values, sources=None):
    """Filter values to the end; return whether a cell or a value is left without a place."""
    chosen = (*layout.houses, *constraint_filters(layout)) if sources is None else sources
    while True:
        before = values.copy()
        for source in chosen:
            if isinstance(source, ConstraintFilter):
                reduced = source.reduced(tuple(values[c] for c in source.cells))
                if reduced is None:
                    return True
                for c, mask in zip(source.cells, reduced, strict=True):
                    values[c] &= mask
                continue
            for c in source.cell_numbers:
                if values[c].bit_count() == 1:
                    for other in source.cell_numbers:
                        values[other] &= ~values[c] if other != c else -1
                for v in bits(source.values) if source.complete else ():
                    places = [c for c in source.cell_numbers if values[c] >> v & 1]
                    if not places:
                        return True
                    if len(places) == 1:
                        values[places[0]] = 1 << v
        if not all(values):
            return True
        if values == before:
            return False


@pytest.mark.parametrize("name", POSITIONS)
def test_a_candidate_is_refuted_exactly_if_its_consequences_leave_nothing_somewhere(name):
    position = POSITIONS[name]()
    refuted = 0
    for candidate in [*bits(position.open)][::2]:
        refutation = find_refutation(position, candidate)
        assert (refutation is not None) == fails_by_hand(position, candidate)
        if refutation is None:
            continue
        refuted += 1
        sources = refutation.sources
        assert refutation.candidate == candidate and len(set(map(id, sources))) == len(sources)
        assert fails_by_hand(position, candidate, sources)
        assert not refutation.eliminated >> candidate & 1
        constraints = refutation.constraints
        assert len(set(constraints)) == len(constraints)
        assert {s.constraint for s in sources} <= set(constraints)
        differ = {
            h.constraint for s in sources if isinstance(s, ConstraintFilter) for h in s.houses
        }
        assert set(constraints) == {s.constraint for s in sources} | differ
    assert refuted


@pytest.mark.parametrize("name", ["classic", "sums"])
def test_a_smaller_refutation_needs_each_of_its_sources(name):
    position, smaller = POSITIONS[name](), 0
    for candidate in [*bits(position.open)][::2]:
        refutation = find_refutation(position, candidate)
        if refutation is None:
            continue
        result = smallest_refutation(position, refutation)
        assert {*map(id, result.sources)} <= {*map(id, refutation.sources)}
        assert fails_by_hand(position, candidate, result.sources)
        smaller += len(result.sources) < len(refutation.sources)
        for source in result.sources if len(result.sources) > 1 else ():
            fewer = [other for other in result.sources if other is not source]
            assert find_refutation(position, candidate, fewer) is None
            assert not fails_by_hand(position, candidate, fewer)
    assert smaller or name == "sums"


@pytest.mark.parametrize("name", ["classic", "sums"])
def test_what_was_left_at_an_earlier_position_changes_no_later_answer(name):
    position = POSITIONS[name]()
    candidates = [*bits(position.open)]
    for number in range(4):
        for candidate in [c for c in candidates if position.open >> c & 1][number::4]:
            fresh = find_refutation(position.with_deadline(position.deadline), candidate)
            for _ in range(2):
                again = find_refutation(position, candidate)
                assert (again is None) == (fresh is None)
                if fresh is not None:
                    assert [s.constraint for s in again.sources] == [
                        s.constraint for s in fresh.sources
                    ]
                    assert again[2:] == fresh[2:]
        lost = [c for c in candidates if position.open >> c & 1][number::9]
        retained = [c for c in lost if position.values[c % 36].bit_count() > 2]
        position = position.without(sum(1 << c for c in retained[:6]))


def test_a_restricted_question_leaves_nothing_behind():
    position = POSITIONS["sums"]()
    house = position.layout.houses[0]
    for candidate in [*bits(position.open)][::3]:
        expected = fails_by_hand(position, candidate)
        assert (find_refutation(position, candidate, [house]) is None) == (
            not fails_by_hand(position, candidate, [house])
        )
        assert (find_refutation(position, candidate) is not None) == expected


def test_values_that_are_possible_are_those_open_or_placed():
    position = Position.of(Puzzle(Grid.square(4), {"R1C1": 3}))
    values = possible_values(position)
    assert values[0] == 0b100 and values[1] == 0b1011 and values[15] == 0b1111
    assert position.values[0] == 0


def test_links_count_how_often_another_source_follows():
    position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R1C2": 2, "R3C3": 4}))
    single = find_refutation(position, position.layout.candidate("R1C4", 3))
    assert ([s.name for s in single.sources], single.links) == (["row 1"], 0)
    back = find_refutation(position, position.layout.candidate("R4C3", 3))
    assert ([s.name for s in back.sources], back.links) == (["column 3"], 1)
    assert position.layout.candidate_text(back.eliminated) == "3r4c3"
    longer = filter(None, (find_refutation(thinned(6, 1, 0.5), c) for c in range(0, 216, 5)))
    for refutation in longer:
        others = len(refutation.sources) - 1
        assert refutation.links >= others and (others or refutation.links <= 1)
