"""Reasons of steps of variants: what they name alone must forbid what is excluded."""

import re
from collections import Counter
from itertools import product
from random import Random

import pytest

from nonet.puzzle import Grid, Puzzle
from nonet.puzzle.short_form import rule_from_short
from nonet.techniques import find
from nonet.techniques.candidate_layout import bits
from nonet.techniques.engines.constraint_filter import constraint_filters
from nonet.techniques.engines.constraint_reasons import ConstraintReasons, open_text
from nonet.techniques.engines.phrases import in_short_sentences
from nonet.techniques.families.constraint_explanations import FilteringDetail
from nonet.techniques.families.constraints import step_of
from nonet.techniques.position import Position

RULES = (
    "killer 9 R1C1 R1C2 R2C1",
    "whispers R1C1 R1C2 R2C3 R3C3 difference=3",
    "arrow bulb=R1C1 R1C2 R1C3 R2C3",
    "sandwich 5 R0C1",
    "x-sum 9 R0C1",
    "skyscraper 3 R0C1",
    "quadruple 1 4 R1C1 R1C2 R2C1 R2C2",
    "between R1C1 R1C2 R2C3",
)


def filter_and_masks(rule, random, size=4):
    puzzle = Puzzle(Grid.square(size)).with_rules(rule_from_short(rule))
    layout = Position.of(puzzle).layout
    first = constraint_filters(layout)[0]
    by_cell = {cell: random.randint(1, layout.all_values) for cell in first.cells}
    return first, tuple(by_cell[cell] for cell in first.cells)


def holds_somewhere(first, masks, differ):
    """Whether some choice of values of the masks satisfies the constraint: all are tried."""
    layout, cells = first.layout, list(dict.fromkeys(first.cells))
    open_ = dict(zip(first.cells, masks, strict=True))
    for values in product(*(list(bits(open_[cell])) for cell in cells)):
        chosen = dict(zip(cells, values, strict=True))
        apart = all(
            len({chosen[c] for c in cells if g >> c & 1}) == sum(g >> c & 1 for c in cells)
            for g in (first.groups if differ else ())
        )
        named = {layout.cells[cell]: layout.values[value] for cell, value in chosen.items()}
        if apart and first.constraint.holds(named):
            return True
    return False


@pytest.mark.parametrize("rule", RULES)
def test_the_cells_named_alone_exclude_the_value(rule):
    random, seen, fewer = Random(3), 0, 0
    for _ in range(60):
        first, masks = filter_and_masks(rule, random)
        after = first.reduced(masks)
        for index in range(len(masks) if after else 0):
            lost = masks[index] & ~after[index]
            if not lost:
                continue
            premises = first.premises(masks, index, lost)
            if premises is None:  # the houses alone exclude it: no matter of this constraint
                continue
            needed, houses = premises.places, premises.needs_houses
            alone = [
                lost if first.cells[n] == first.cells[index] else masks[n] if n in needed else 15
                for n in range(len(masks))
            ]
            named = {first.cells[n] for n in needed}
            shown = ConstraintReasons(first, masks).values_in_the_way(premises)
            for given_masks in (masks, shown):
                alone = [
                    given_masks[n] if first.cells[n] in named else m for n, m in enumerate(alone)
                ]
                assert not holds_somewhere(first, alone, houses)
            fewer += shown != masks
            seen += 1
    assert seen > 5 and fewer


def test_totals_are_those_of_all_choices_of_different_values():
    random = Random(5)
    for _ in range(30):
        first, masks = filter_and_masks("killer 9 R1C1 R1C2 R2C1", random)
        expected = {
            sum(value + 1 for value in values)
            for values in product(*(list(bits(mask)) for mask in masks))
            if len(set(values)) == len(values)
        }
        totals = ConstraintReasons(first, masks).totals(range(3), [1, 1, 1]) or {}
        assert set(totals) == expected
        for total, chosen in totals.items():
            assert sum(value + 1 for value in chosen) == total


@pytest.mark.parametrize("rule", RULES)
def test_every_value_that_a_step_excludes_is_named(rule):
    random, sentences_checked = Random(7), 0
    for _ in range(150):
        first, masks = filter_and_masks(rule, random)
        puzzle = Puzzle(Grid.square(4)).with_rules(rule_from_short(rule))
        position = Position.of(puzzle)
        open_ = [position.layout.all_values] * position.layout.cell_count
        for cell, mask in zip(first.cells, masks, strict=True):
            open_[cell] = mask
        step = step_of(position, "constraint", first, open_)
        if step is None or not isinstance(step.detail, FilteringDetail) or not step.detail.after:
            continue
        sentence = step.text.plain
        assert all(f"R{cell[1]}C{cell[3]}" in sentence for cell, _ in step.removed)
        assert sentence.endswith(".") and "  " not in sentence and "since ." not in sentence
        sentences_checked += 1
    assert sentences_checked > 5


NUMBERS = r"\d(?:(?:, | or )\d)*"
CANNOT = re.compile(rf"((?:R\dC\d(?:, | and )?)+) cannot be ({NUMBERS})")
NEIGHBOUR = re.compile(rf"its neighbour (R\dC\d) (?:is|can only be) ({NUMBERS})$")
BOTH = re.compile(r"both (R\dC\d) and (R\dC\d), which see each other, would have to be (\d)$")
ALTERNATE = re.compile(
    r"high and low alternate, and (R\dC\d), (\d) cells along the line, is (\w+), "
    r"so this cell is (\w+)$"
)


def check_whispers_reason(reason, cell, value, cells, open_values, least):
    """Assert that a reason of a line of whispers is so and excludes the value; give its kind."""
    place = cells.index(cell)
    beside = [cells[n] for n in (place - 1, place + 1) if 0 <= n < len(cells)]
    if reason == "no value is far enough from it":
        assert all(abs(value - other) < least for other in range(1, 5))
        return "far"
    if match := NEIGHBOUR.match(reason):
        values = set(map(int, re.findall(r"\d", match[2])))
        assert match[1] in beside and open_values[match[1]] == values
        assert all(abs(value - other) < least for other in values)
        return "neighbour"
    if match := BOTH.match(reason):
        assert [match[1], match[2]] == beside and match[1][:2] == match[2][:2], "one row"
        for other in beside:
            far = {each for each in open_values[other] if abs(value - each) >= least}
            assert far == {int(match[3])}
        return "both"
    if match := ALTERNATE.match(reason):
        distance = abs(cells.index(match[1]) - place)
        assert distance == int(match[2])
        low = [each <= 2 for each in open_values[match[1]] if each <= 4 - least or each > least]
        assert set(low) == {match[3] == "low"}
        assert (match[3] == match[4]) is (distance % 2 == 0)
        assert (value <= 2) is not (match[4] == "low")
        return "alternate"
    return ""


def test_a_reason_of_whispers_is_so_and_excludes_the_value():
    random, kinds = Random(7), Counter()
    for number in range(300):
        least, cells = (3, "R1C1 R1C2 R2C3 R3C3") if number % 2 else (2, "R1C1 R1C2 R1C3 R1C4")
        rule = f"whispers {cells} difference={least}"
        first, masks = filter_and_masks(rule, random)
        position = Position.of(Puzzle(Grid.square(4)).with_rules(rule_from_short(rule)))
        open_ = [position.layout.all_values] * position.layout.cell_count
        for cell, mask in zip(first.cells, masks, strict=True):
            open_[cell] = mask
        step = step_of(position, "constraint", first, open_)
        if step is None or not isinstance(step.detail, FilteringDetail) or not step.detail.after:
            continue
        names = cells.split()
        open_values = {
            name: {value + 1 for value in bits(mask)}
            for name, mask in zip(names, masks, strict=True)
        }
        excluded = []
        for sentence in step.text.plain.removesuffix(".").split(". ")[1:]:
            statement, _, reason = sentence.partition(", since ")
            for listed, values in CANNOT.findall(statement):
                for cell in re.findall(r"R\dC\d", listed):
                    for value in map(int, re.findall(r"\d", values)):
                        excluded.append((cell, value))
                        kind = check_whispers_reason(reason, cell, value, names, open_values, least)
                        kinds[kind] += 1
        assert sorted(excluded) == sorted(step.removed)
    assert min(kinds[kind] for kind in ("far", "neighbour", "both", "alternate")) > 10


def test_a_long_text_is_a_list_of_its_sentences():
    links = "; then ".join(["R1C2 is 1 (by row 1)"] * 30)
    long = f"Suppose R1C1 were 2. Then {links}."
    lines = in_short_sentences(long).splitlines()
    assert lines[0] == "1. Suppose R1C1 were 2."
    assert lines[1:] == [f"{n}. Then R1C2 is 1 (by row 1)." for n in range(2, 32)]
    assert in_short_sentences(long[:600]) == long[:600]


def test_a_hint_about_a_supposition_does_not_say_which_value_fails():
    cages = [rule_from_short(f"killer 3 {cells}") for cells in ("R1C1 R1C2", "R2C1 R3C1")]
    puzzle = Puzzle(Grid.square(4)).with_rules(*cages)
    step = find(puzzle, "constraint-forcing")[0]
    ((_, value),) = step.removed
    assert str(value) not in step.hint_degrees[1].split("C")[-1][1:]


def one_step(rule, technique, size=9, **candidates):
    puzzle = Puzzle(Grid.square(size), candidates=candidates).with_rules(rule)
    return find(puzzle, technique)[0].sentence


def test_of_a_pair_only_the_missing_values_that_matter_are_named():
    sentence = one_step("white-dot R1C1 R1C2", "kropki-pairs", R1C2=(1, 3, 4, 5, 6, 7))
    assert "R1C1 cannot be 1 or 9, since R1C2 cannot be 2 or 8." in sentence


def test_values_from_which_on_too_few_are_seen_are_told_together():
    sentence = one_step("skyscraper 6 R0C1", "skyscraper-bounds")
    assert "R1C1 cannot be 5, 6, 7, 8 or 9, R2C1 cannot be 6, 7, 8 or 9" in sentence
    assert sentence.count("at most 5 are seen") == 2 and "R5C1 cannot be 9, since" in sentence


def test_a_reason_comes_before_what_it_excludes_where_that_is_long():
    cells = [f"R{r}C{c}" for r in range(1, 10) for c in (r, (r + 2) % 9 + 1, (r + 5) % 9 + 1)]
    rule = f"sum 63 {'1 ' * 26}10 {' '.join(cells)}"
    first, *others = one_step(rule, "cage-combinations").splitlines()
    assert "come to at least" in first and first.endswith("with 2 to spare.")
    assert len(others) > 2 and all(" can" in line for line in others)


def test_values_of_one_parity_are_called_even_or_odd():
    layout = Position.of(Puzzle(Grid.square(9))).layout
    evens, odds = 0b010101010, 0b101010101
    assert open_text(layout, [0], evens) == "R1C1 is even"
    assert open_text(layout, [0, 1], odds) == "R1C1 and R1C2 are odd"
    assert open_text(layout, [0], 0b000101010) == "R1C1 can only be 2, 4 or 6"
