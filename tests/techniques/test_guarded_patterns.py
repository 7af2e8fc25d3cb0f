"""Patterns with guardians: what follows by type, read off once more from the definition."""

from itertools import combinations
from random import Random

import pytest

from nonet.puzzle import Grid, Puzzle, make_rule
from nonet.techniques import Position
from nonet.techniques.candidate_layout import bits, mask_of, union_of
from nonet.techniques.engines.guarded_patterns import (
    GuardedPattern,
    Reading,
    guarded_pattern,
    house_masks,
    pattern_step,
    reading_text,
    readings,
)
from nonet.techniques.step import StepText

from .thinned import thinned


def patterns(position, seed):
    """Patterns of two or three values in a few cells, drawn at random."""
    random, cells = Random(seed), [c for c, values in enumerate(position.values) if values]
    for _ in range(60):
        base = random.choice(cells)
        near = [c for c in cells if position.layout.sees[base] >> c & 1]
        chosen = mask_of([base, *random.sample(near, random.choice((1, 2, 3)))])
        values = mask_of(random.sample(range(position.layout.value_count), random.choice((2, 3))))
        yield guarded_pattern(position, "pair", chosen, values)


def by_hand(position, pattern, excluded=0, as_hodoku=False):
    """Type, eliminations, and what the type rests on."""
    layout, open_, values = position.layout, position.open, position.values
    guarded = [*bits(pattern.guarded)]
    own = [c for c in bits(pattern.own & open_) if c % layout.cell_count in guarded]
    if len(guarded) < 2:
        if own:
            yield 1, mask_of(own), ()
        return
    extras = [*bits(pattern.extras)]
    if len(extras) == 1:
        seen = [c for c in bits(position.places_of(extras[0]))
                if all(layout.sees[g] >> c & 1 for g in guarded)]  # fmt: skip
        if seen:
            yield 2, mask_of(seen) << extras[0] * layout.cell_count, ()
    common = [h for h in layout.houses if not pattern.guarded & ~h.cells]
    done = set()
    for house in common if as_hodoku or len(extras) > 1 else ():
        free = [c for c in house.cell_numbers if values[c] and not values[c] & excluded
                and not (pattern.cells if pattern.values else pattern.guarded) >> c & 1]  # fmt: skip
        for size in range(1, len(free) + 1):
            for others in combinations(free, size):
                union = union_of(values[c] for c in others) | pattern.extras
                if union.bit_count() != size + 1 or others in done:
                    continue
                done.add(others)
                lost = homes = 0
                for home in layout.houses:
                    if not (mask_of(others) | pattern.guarded) & ~home.cells:
                        homes |= 1 << home.number
                        lost |= layout.candidates_in(
                            home.cells & ~mask_of(others) & ~pattern.guarded, union
                        )
                if lost & open_:
                    yield 3, lost & open_, (mask_of(others), union, tuple(bits(homes)))
    if len(guarded) == 2:
        complete = [h for h in common if h.complete]
        for homes in [complete] if as_hodoku else [[h] for h in complete]:
            for value in bits(pattern.values or layout.all_values):
                within = union_of(h.cells for h in homes) & position.places_of(value)
                lock = {value * layout.cell_count + c for c in bits(within)}
                lost = [c for c in own if c not in lock]
                if (
                    within
                    and not within & ~pattern.guarded
                    and lost
                    and all(pattern.own >> c & 1 for c in lock)
                ):
                    yield 4, mask_of(lost), (value, tuple(h.number for h in homes))


def as_tuple(reading):
    rests = ()
    if reading.subset is not None:
        rests = reading.subset.others, reading.subset.values, reading.houses
    elif reading.locked_value >= 0:
        rests = reading.locked_value, reading.houses
    return reading.type_number, reading.eliminations, rests


@pytest.mark.parametrize("as_hodoku", [False, True])
def test_each_type_is_read_where_its_condition_holds_and_nowhere_else(as_hodoku):
    types = set()
    for seed in range(6):
        position = thinned(6, seed, 0.62)
        for number, pattern in enumerate(patterns(position, seed)):
            excluded = (0, pattern.values)[number % 2]
            actual = [
                as_tuple(r) for r in readings(position, pattern, excluded, as_hodoku=as_hodoku)
            ]
            expected = [*by_hand(position, pattern, excluded, as_hodoku)]
            assert sorted(actual) == sorted(expected)
            assert [kind for kind, _, _ in actual] == sorted(kind for kind, _, _ in actual)
            types |= {kind for kind, _, _ in actual}
    assert types == {1, 2, 3, 4}


def test_cells_of_their_own_values_are_a_pattern_too():
    """As in a grave: each cell has two values of its own, and all else guards."""
    types = set()
    for seed in range(6):
        position = thinned(6, seed, 0.62)
        for pattern in patterns(position, seed):
            own = mask_of(
                c for c in bits(position.open_candidates_in(pattern.cells)) if c % 7 or seed % 2
            )
            mine = guarded_pattern(position, "bug", pattern.cells, 0, own)
            assert mine.guardians == position.open_candidates_in(pattern.cells) & ~own
            assert mine.extras == mask_of({c // 36 for c in bits(mine.guardians)})
            actual = [as_tuple(r) for r in readings(position, mine)]
            assert sorted(actual) == sorted(by_hand(position, mine))
            types |= {kind for kind, _, _ in actual}
    assert types >= {1, 2}


def test_a_pattern_has_its_candidates_its_guardians_and_their_values():
    position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1}))
    layout = position.layout
    pattern = guarded_pattern(position, "pair", 0b110, 0b0110, has_missing_value=True)
    assert pattern.own == layout.domain_candidates({"R1C2": [2, 3], "R1C3": [2, 3]})
    assert pattern.guardians == layout.domain_candidates({"R1C2": [4], "R1C3": [4]})
    assert (pattern.guarded, pattern.extras, pattern.length) == (0b110, 0b1000, 2)
    assert (pattern.has_missing_value, pattern.unseen_by_explainer) == (True, False)


def test_houses_of_a_cell_with_a_rule_of_its_own_do_not_count():
    plain = Position.of(Puzzle(Grid.square(4))).layout
    masks = house_masks(plain)
    assert masks == tuple(
        sum(1 << h.number for h in plain.houses if h.cells >> c & 1) for c in range(16)
    )
    cage = make_rule("killer", cells=["R1C1", "R1C2"], sum=3)
    layout = Position.of(Puzzle(Grid.square(4)).with_rules(cage)).layout
    assert [c for c, mask in enumerate(house_masks(layout)) if not mask] == [0, 1]


class Detail:
    def describe(self, step):
        return StepText("n", "l", "p")


def named(layout, numbers):
    return sorted(layout.set_name(number) for number in numbers)


def test_a_step_rests_on_the_cells_without_guardians_and_the_values_in_shared_houses():
    position = Position.of(Puzzle(Grid.square(4), {"R4C4": 1}))
    layout = position.layout
    cells = mask_of((0, 1, 4, 5))
    pattern = GuardedPattern(
        "pair", cells, 0b11, layout.candidates_in(cells, 0b11), 1 << 37, 1 << 5, 0b100
    )
    lost = layout.domain_candidates({"R2C2": [1, 2]})
    step = pattern_step(position, "unique-rectangle-1", Reading(1, pattern, lost), Detail())
    assert step.eliminations == lost and step.fins == 1 << 37
    assert named(layout, step.truths) == ["r1c1", "r1c2", "r2c1"]
    assert named(layout, step.links) == sorted(
        f"{v}{house}" for v in (1, 2) for house in ("r1", "r2", "c1", "c2", "b1")
    )
    assert step.pattern == pattern.own & position.open and step.deadly_cells == cells
    impossible = pattern_step(position, "x", Reading(1, pattern, lost), Detail(), impossible=True)
    assert named(layout, impossible.truths) == ["r1c1", "r1c2", "r2c1", "r2c2"]
    locked = Reading(4, pattern, lost, locked_value=1, houses=(0, 8))
    step = pattern_step(position, "x", locked, Detail(), difficulty=4.5)
    assert named(layout, step.truths) == ["2b1", "2r1", "r1c1", "r1c2", "r2c1"]
    assert "2r1" not in named(layout, step.links) and step.difficulty == 4.5
    assert not step.sets


def test_a_step_with_a_subset_rests_on_its_cells_and_values_in_the_houses():
    position = thinned(6, 3, 0.62)
    for seed in range(6):
        for pattern in patterns(position, seed):
            for reading in readings(position, pattern):
                step = pattern_step(position, "x", reading, Detail())
                if reading.type_number != 3:
                    continue
                layout, subset = position.layout, reading.subset
                assert {*bits(subset.others)} <= {*step.truths}
                links = {n for h in reading.houses for n in layout.house_sets(h, subset.values)}
                assert links <= {*step.links} and step.sets == ((subset.others, subset.values),)
                assert not position.open_candidates_in(subset.others) & ~step.pattern
                return
    pytest.fail("no subset")


def reading(number, guarded, guardians, lost, values=0b11, extras=0b100, **more):
    pattern = GuardedPattern("pair", 0b110011, values, 0, guardians, guarded, extras)
    return Reading(number, pattern, lost, **more)


def test_readings_in_words():
    layout = Position.of(Puzzle(Grid.square(4))).layout
    lost = layout.domain_candidates({"R2C2": [1, 2]})
    single = reading(1, 1 << 5, 1 << 37, lost)
    assert reading_text(layout, single) == "So R2C2 is 3: 1 and 2 can be removed from R2C2."
    two = reading(1, 1 << 5, 1 << 37 | 1 << 53, lost, extras=0b1100)
    assert reading_text(layout, two) == (
        "Only R2C2 can still be something else, so it is neither, and 1 and 2 can be removed from R2C2."
    )
    three = reading(1, 1 << 5, 1 << 37 | 1 << 53, lost, 0b111)
    assert "so it is none of these, and" in reading_text(layout, three)
    seen = layout.domain_candidates({"R2C3": [3]})
    expected = "So R2C1 or R2C2 must be 3; no cell that sees them all can be, so 3 can be removed from R2C3."
    for number in (2, 5):
        assert reading_text(layout, reading(number, 0b11 << 4, 0b11 << 36, seen)) == expected
    locked = reading(4, 0b11 << 4, 0b11 << 36, lost, locked_value=0, houses=(1, 8))
    assert reading_text(layout, locked) == (
        "In row 2 and box 1 the 1 must be in one of R2C1 or R2C2; the other of these is then 3, "
        "so 1 and 2 can be removed from R2C2."
    )
    position = thinned(6, 3, 0.62)
    subsets = (r for p in patterns(position, 0) for r in readings(position, p) if r.subset)
    text = reading_text(position.layout, next(subsets))
    assert " that cell uses up " in text and text.startswith("So R") and text.endswith(".")
