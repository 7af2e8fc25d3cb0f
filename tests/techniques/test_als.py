"""Almost locked sets, judged by their definition, by HoDoKu's finds and by exhaustion."""

# ruff: noqa: E501  (library lines are long)

from itertools import combinations, islice

import pytest

from nonet import Grid, Puzzle, make_rule, parse, read
from nonet.techniques import Position, explain
from nonet.techniques.candidate_layout import bits
from nonet.techniques.certificate import smallest_certificate
from nonet.techniques.engines import almost_locked
from nonet.techniques.engines.almost_locked import (
    AlmostLockedSets,
    almost_locked_sets,
    als_chains,
)
from nonet.techniques.families.als import find, find_all, find_as_hodoku, hodoku_sort_key

from .certificate import found_steps, is_proven, is_proven_by_names, mask, positions, steps

KEYS = ("als-xz", "als-xy-wing", "als-chain", "death-blossom")

# Positions and what HoDoKu 2.2 finds at them; -1 without, -2 with sets that overlap.
FACTS = [
    ("als-xz", ":0901:134:849.......6..2.9.8....1..5.52..71..........867...4....4....7.1....2..5....2....4.::191 192 343 426 436 443 457::"),
    ("als-xz", ":0901:2:..7..8.6.1...5...8...6.....7...6..35..4..7....9.2......5.4...2.+47....3......16.4.:143 163:283::"),
    ("als-xy-wing", ":0902-1:79:....2.46....587...8.3...1..7.4.96.5..5.....1........9726.1....3.........9.5......::732 914 916 932::"),
    ("als-xy-wing", ":0902-2:2:......5+71.7+5.+34+86+9.8..75+2+348..3+5..92+7........53...9..83..69.+48.+96+84+1..2.4.7......::295::"),
    ("als-chain", ":0903-1:3:7...54+2...2.7..+485+534..+2........86....5...1.2.....9.7...1....2+42...4....4...26...:814:375::"),
    ("als-chain", ":0903-2:3:...3+8.6.....12...51.7+4+6...9.8..1.7..2...745..7.1..2.6....5+4+6.......9...646.......:213 516 546 946 272 372 972 178 179 282 382 582 884 786 188 894 796 198 199:365 386 393 396 397 398 399::"),
    ("death-blossom", ":0904-1:2:+4+3+1.9675.+5...7+1.938+7+9..3...+7..6.+95....4+7.+5...+915.3+26.7.+9+8..7..525+7.+6+4.1..4...8.+7.:224 227:235::"),
    ("death-blossom", ":0904-2:26:...........98.51...519.742.29.4.1.65.........14.5.8.93.267.958...51.36...........::216 616::"),
]  # fmt: skip
DOUBLY = parse(FACTS[0][1])
"""A position with two sets linked by two values."""


@pytest.mark.parametrize(("key", "line"), FACTS)
def test_what_hodoku_removes_is_found_under_its_name(key, line):
    position = Position.of(parse(line))
    removed = mask(position.layout, line.split(":")[5])
    assert any(step.eliminations == removed for step in find_all(position, frozenset({key})))


def sets_by_hand(position, most=9):
    """Every set of cells of a house with one value more than cells, by trying all."""
    layout = position.layout
    sets = {}
    for house in layout.houses:
        cells = [cell for cell in house.cell_numbers if position.values[cell]]
        for size in range(1, min(most, len(cells)) + 1):
            for chosen in combinations(cells, size):
                values = 0
                for cell in chosen:
                    values |= position.values[cell]
                if values.bit_count() == size + 1:
                    sets[sum(1 << cell for cell in chosen)] = values
    return sets


@pytest.mark.parametrize("number", range(2))
def test_the_sets_are_all_there_are_and_links_are_as_defined(number):
    position = Position.of(read("puzzles/hard.txt")[number])
    layout = position.layout
    almost = almost_locked_sets(position)
    assert dict(almost.sets) == sets_by_hand(position)
    some = range(0, len(almost.sets), 7)
    for first, second in combinations(some, 2):
        by_definition = 0
        for value in range(layout.value_count):
            first_places = almost.sets[first][0] & position.places_of(value)
            second_places = almost.sets[second][0] & position.places_of(value)
            if (
                first_places
                and second_places
                and all(not second_places & ~layout.sees[cell] for cell in bits(first_places))
            ):
                by_definition |= 1 << value
        assert (
            almost.common_values(first, second)
            == by_definition
            == almost.common_values(second, first)
        )


def mark_of(_):
    return object()


def linked_sets(almost):
    return [
        [(v, almost.linked[k], almost.linked_targets[k]) for v, k in ties]
        for ties in almost.restricted_commons
    ]


@pytest.mark.parametrize("turn", [1, -1])
def test_what_is_kept_along_a_path_changes_nothing(turn):
    """Sets, links and targets of positions that share what is known, in any order."""
    along = [position for position, _ in positions(read("puzzles/hard.txt")[0], ("pointing",))]
    assert along[0].path_cached(mark_of) is along[-1].path_cached(mark_of)
    for position in (*along[::turn], *along[::-turn]):
        layout, values = position.layout, position.values
        fresh = Position(layout, position.open, position.placed, 0, values)
        shared, anew = AlmostLockedSets(position), AlmostLockedSets(fresh)
        assert (shared.sets, shared.targets, shared.sets_losing) == (
            anew.sets,
            anew.targets,
            anew.sets_losing,
        )
        assert linked_sets(shared) == linked_sets(anew)


def test_overlap_and_reach_are_as_they_say():
    position = Position.of(read("puzzles/hard.txt")[1])
    almost = almost_locked_sets(position)
    tied = [number for number, ties in enumerate(almost.restricted_commons) if ties]
    for first in tied[::5]:
        cells = almost.sets[first][0]
        assert set(bits(almost.overlapping_sets(first))) == {
            n for n in tied if almost.sets[n][0] & cells
        }
        for value, places in almost.restricted_commons[first]:
            reach = 0
            for second in bits(almost.linked[places]):
                reach |= almost.targets[second] & ~almost.value_slices[value]
            assert almost.linked_targets[places] == reach


@pytest.mark.slow(0.6)
@pytest.mark.parametrize(("key", "stride"), [("als-xz", 6), ("als-xy-wing", 20)])
def test_the_step_made_for_hodoku_is_the_one_it_ranks_first(key, stride):
    compared = 0
    for puzzle in read("puzzles/hard.txt")[:4]:
        for position in list(explain(puzzle, "hodoku").positions)[8::stride]:
            ranked = [
                (rank, number, step)
                for number, step in enumerate(find(position, frozenset({key})))
                if (rank := hodoku_sort_key(step)) is not None
            ]
            only = list(find_as_hodoku(position, frozenset({key})))
            assert len(only) == bool(ranked)
            if ranked:
                compared += 1
                assert only[0].to_json() == min(ranked)[2].to_json()
    assert compared > 3


def test_pairs_by_hand_are_the_pairs_found():
    """The XZ-rule, singly linked, by trying all pairs of sets and all cells."""
    position = Position.of(parse(FACTS[1][1]))
    layout = position.layout
    almost = almost_locked_sets(position)
    expected = set()
    for first, second in combinations(range(len(almost.sets)), 2):
        (cells, values), (other_cells, other_values) = almost.sets[first], almost.sets[second]
        commons = almost.common_values(first, second)
        if cells & other_cells or commons.bit_count() != 1:
            continue
        eliminated = 0
        for value in bits(values & other_values & ~commons):
            places = (cells | other_cells) & position.places_of(value)
            for cell in bits(position.places_of(value) & ~places):
                if not places & ~layout.sees[cell]:
                    eliminated |= 1 << value * layout.cell_count + cell
        if eliminated:
            expected.add((frozenset((cells, other_cells)), eliminated))
    singly = [
        s for s in found_steps(position, "als-xz") if s.detail.common_values[0].bit_count() == 1
    ]
    assert {(frozenset(c for c, _ in s.sets), s.eliminations) for s in singly} == expected
    assert len(singly) == len(expected) > 0


def test_two_links_lock_both_sets():
    position = Position.of(DOUBLY)
    locked = [step for step in found_steps(position, "als-xz") if step.detail.doubly_linked]
    assert locked
    for step in locked:
        assert step.detail.common_values[0].bit_count() == 2
        assert ", Z=" not in step.text.notation
        assert is_proven(position, step)


@pytest.mark.slow(0.2)
@pytest.mark.parametrize("key", KEYS)
def test_no_choice_of_values_in_the_cells_leaves_what_was_removed(key):
    seen = 0
    for number in range(4):
        for position, solution in positions(
            read("puzzles/hard.txt")[number], ("pointing",), removed_share=0.2
        ):
            for step in islice(find(position, frozenset({key})), 6):
                assert not step.eliminations & solution
                assert step.eliminations and not step.eliminations & ~position.open
                if len(step.truths) <= 9:
                    seen += 1
                    assert is_proven(position, step)
    assert seen > 10


@pytest.mark.slow(0.3)
@pytest.mark.parametrize("key", KEYS)
def test_truths_and_links_certify_what_a_step_removes(key):
    """By trying all values of what the step names, and by counting candidates in sets."""
    certified = 0
    for _, line in [fact for fact in FACTS if fact[0] == key]:
        position = Position.of(parse(line))
        layout = position.layout
        for step in islice(find(position, frozenset({key})), 5):
            assert is_proven_by_names(position, step), step.constraints
            assert len(set(step.truths)) == len(step.truths)
            target = next(bits(step.eliminations))
            certificate = smallest_certificate(position, target)
            truths = [layout.sets[number] for number in certificate.truths]
            links = [layout.sets[number] for number in certificate.links]
            for candidate in bits(position.open & ~(1 << target)):
                covered = sum(mask >> candidate & 1 for mask in links)
                assert covered >= sum(mask >> candidate & 1 for mask in truths)
            demanded = sum(1 for mask in truths if not mask >> target & 1)
            assert demanded > sum(1 for mask in links if not mask >> target & 1)
            assert all(map(layout.is_truth, certificate.truths))
            assert len(certificate.truths) <= len(step.truths)
            certified += 1
    assert certified == 10


def test_wings_and_chains_are_linked_as_they_say_and_disjoint_ones_come_first():
    position = Position.of(parse(FACTS[4][1]))
    almost = almost_locked_sets(position)
    chains = []
    for overlap in (False, True):
        more = list(als_chains(almost, int.bit_count, overlap=overlap))
        assert more and len({walk.eliminations for walk in more}) == len(more)
        chains += more[:200]
    laps = []
    for walk in chains:
        assert 4 <= len(set(walk.set_numbers)) == len(walk.set_numbers)
        steps = list(zip(walk.set_numbers, walk.set_numbers[1:], walk.common_values, strict=False))
        for first, second, common in steps:
            assert common and not common & ~almost.common_values(first, second)
        for before, after in zip(walk.common_values, walk.common_values[1:], strict=False):
            assert before != after or before.bit_count() > 1
        laps.append(any(almost.overlapping_sets(first) >> second & 1 for first, second, _ in steps))
    assert not laps[0] and laps[-1]
    wings = found_steps(position, "als-xy-wing")
    shared = [
        any(first & second for (first, _), (second, _) in combinations(step.sets, 2))
        for step in wings
    ]
    assert shared == sorted(shared)
    assert all(len(step.sets) == 3 for step in wings)


def test_an_xz_never_overlaps_and_a_blossom_takes_every_value_of_its_stem():
    for _, line in FACTS:
        position = Position.of(parse(line))
        for step in found_steps(position, "als-xz"):
            assert not step.sets[0][0] & step.sets[1][0]
        for step in islice(find(position, frozenset({"death-blossom"})), 40):
            stem = position.values[step.detail.stem_cell]
            assert sum(step.detail.common_values) == stem
            for common, (cells, values) in zip(step.detail.common_values, step.sets, strict=True):
                places = cells & position.places_of(common.bit_length() - 1)
                assert common & values
                assert not places & ~position.layout.sees[step.detail.stem_cell]


def test_the_words_are_in_the_fields_notation():
    xz = found_steps(Position.of(parse(FACTS[1][1])), "als-xz")
    assert all(s.notation.startswith("Almost Locked Set XZ-Rule: A=r") for s in xz)
    assert all(", X=" in s.text.notation for s in xz)
    wing = next(steps(Position.of(parse(FACTS[2][1])), "als-xy-wing"))
    assert ", C=" in wing.text.notation and ", X,Y=" in wing.text.notation
    chain = next(steps(Position.of(parse(FACTS[4][1])), "als-chain"))
    ends = chain.layout.value_text(chain.detail.eliminated_values)
    assert chain.text.notation.startswith(f"{ends}- r") and chain.text.notation.endswith(f"-{ends}")
    blossom = next(steps(Position.of(parse(FACTS[6][1])), "death-blossom"))
    stem = blossom.layout.cell_text(1 << blossom.detail.stem_cell)
    assert blossom.text.notation.startswith(f"{stem}, -")
    for step in (xz[0], wing, chain, blossom):
        assert step.sentence.endswith(".") and step.text.look.startswith("Look at ")
        for cell, _ in step.removed:
            assert cell in step.sentence
        assert "AllDifferent" in step.constraints and "cell r" in step.constraints


def test_a_house_left_alone_is_not_searched_again(monkeypatch):
    position = Position.of(read("puzzles/hard.txt")[0])
    searched = []
    search = almost_locked._sets_of_house

    def counted(*key):
        searched.append(key)
        return search(*key)

    monkeypatch.setattr(almost_locked, "_sets_of_house", counted)
    almost_locked_sets(position)
    before = len(searched)
    target = (position.open & -position.open).bit_length() - 1
    almost_locked_sets(position.without(1 << target))
    houses = position.layout.houses_of[target % position.layout.cell_count]
    assert before and len(searched) - before == len(houses)


@pytest.mark.parametrize("name", ["x", "windoku", "anti-knight"])
def test_variants_are_searched_through_all_their_houses_and_keep_the_solution(name):
    puzzle = read(f"puzzles/{name}.json")[0]
    seen = 0
    for position, solution in islice(positions(puzzle, (), removed_share=0.3), 8):
        for key in KEYS:
            for step in islice(find(position, frozenset({key})), 10):
                seen += 1
                assert not step.eliminations & solution
    assert seen


def test_other_sizes_are_searched_too():
    grid = Grid.square(4)
    puzzle = Puzzle(grid, {"R1C1": 1, "R2C3": 2}, (*Puzzle(grid).rules, make_rule("diagonals")))
    position = Position.of(puzzle)
    assert dict(almost_locked_sets(position).sets) == sets_by_hand(position)
    large = Position.of(read("puzzles/16x16.txt")[0])
    by_hand = sets_by_hand(large, most=2)
    assert by_hand and by_hand.items() <= dict(almost_locked_sets(large).sets).items()
