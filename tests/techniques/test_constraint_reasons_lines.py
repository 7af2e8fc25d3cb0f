"""Reasons of skyscrapers, counts and compared lines, against all choices of values."""

import re
from itertools import product
from random import Random

import pytest

from nonet.model import AllDifferent, Model
from nonet.model.constraints.primitives import Count
from nonet.model.constraints.variable_globals import LineComparison
from nonet.puzzle import Grid, Puzzle
from nonet.puzzle.short_form import rule_from_short
from nonet.techniques.candidate_layout import bits, layout_of, mask_of, union_of
from nonet.techniques.engines.constraint_filter import constraint_filters, filter_of
from nonet.techniques.engines.constraint_reasons import ConstraintReasons
from nonet.techniques.position import Position


def seen_in(heights):
    return sum(all(h > other for other in heights[:n]) for n, h in enumerate(heights))


def test_as_many_are_seen_as_a_reason_says():
    """At least: were values to come twice, as far as the tallest; at most: counted each way."""
    random, kinds = Random(4), set()
    for clue in (1, 2, 3, 4, 5):
        puzzle = Puzzle(Grid.square(5), rules=()).with_rules(
            rule_from_short("rows"),
            rule_from_short("columns"),
            rule_from_short(f"skyscraper {clue} R0C1"),
        )
        source = constraint_filters(Position.of(puzzle).layout)[0]
        for _ in range(14):
            masks = tuple(random.randint(1, 31) | random.randint(0, 31) for _ in range(5))
            after = source.reduced(masks)
            if after is None:
                continue
            tallest = union_of(masks).bit_length() - 1
            for place, values, reason in ConstraintReasons(source, masks).exclusions(after):
                for value in bits(values):
                    fixed = [[*bits(m)] if n != place else [value] for n, m in enumerate(masks)]
                    counts = [seen_in(h) for h in product(*fixed) if max(h) == tallest]
                    distinct = [seen_in(h) for h in product(*fixed) if len({*h}) == 5]
                    assert clue not in distinct
                    if least := re.search(r"then at least (\d) are seen", reason):
                        kinds.add("least")
                        assert min(counts, default=0) == int(least[1]) > clue
                    elif most := re.search(r"then at most (\d) (?:is|are) seen", reason):
                        kinds.add("most")
                        assert max(distinct, default=0) <= int(most[1]) < clue
                    elif "something taller behind it" in reason:
                        kinds.add("one")
                        assert clue == 1 and place == 0 and value < tallest
    assert kinds == {"least", "most", "one"}


def count_reasons(op, number, *open_values, values=(1, 2)):
    names = tuple("abcde"[: len(open_values)])
    constraint = Count(names, frozenset(values), op, number)
    layout = layout_of(Model(dict.fromkeys(names, range(1, 5)), [constraint]))
    source = filter_of(layout, layout.structure.primitives[0])
    masks = tuple(mask_of(value - 1 for value in each) for each in open_values)
    after = source.reduced(masks)
    return {
        names[each.place] + layout.value_text(each.values): each.reason
        for each in ConstraintReasons(source, masks).exclusions(after)
    }


ANY = (1, 2, 3, 4)


@pytest.mark.parametrize(
    ("op", "number", "open_values", "expected"),
    [
        ("==", 2, [(1,), (2,), ANY], {"c12": "a and b are 1 or 2 already"}),
        ("==", 1, [(1,), ANY, ANY], {"b12": "a is 1 or 2 already", "c12": "a is 1 or 2 already"}),
        ("==", 0, [ANY, (3,)], {"a12": "no cell may be 1 or 2"}),
        (
            "==",
            2,
            [ANY, ANY, (3, 4)],
            dict.fromkeys(("a34", "b34"), "only a and b can still be 1 or 2"),
        ),
        ("==", 1, [(3, 4), ANY, (3,)], {"b34": "only b can still be 1 or 2"}),
        (
            ">=",
            2,
            [ANY, (2, 3), (4,)],
            dict.fromkeys(("a34", "b3"), "only a and b can still be 1 or 2"),
        ),
        ("<=", 1, [(1, 2), ANY], {"b12": "a is 1 or 2 already"}),
    ],
)
def test_a_count_names_the_cells_that_can_still_be_counted_or_are(
    op, number, open_values, expected
):
    assert count_reasons(op, number, *open_values) == expected


def comparison(answer, *pairs, ties=True, first=None):
    """Compared lines a, c, e and b, d, f; ``answer``: whether the first is less."""
    names = "abcdef"[: 2 * len(pairs)]
    constraint = LineComparison(
        tuple(names[::2]), tuple(names[1::2]), "less", ties, *(("s", 2) if first else ())
    )
    domains = {
        **dict.fromkeys(names, range(1, 5)),
        "less": (0, 1),
        "s": range(1, 5),
        "x": (1, 2),
        "y": (1, 2),
    }
    if not first:
        del domains["s"]
    layout = layout_of(Model(domains, [constraint, AllDifferent(("x", "y"))]))
    source = constraint_filters(layout)[0]
    by_name = dict(zip(names, (v for pair in pairs for v in pair), strict=True))
    by_name |= {"less": (answer,), "s": first or ()}
    masks = tuple(
        mask_of(layout.value_number[v] for v in by_name[layout.cells[c]]) for c in source.cells
    )
    after = source.reduced(masks)
    return {
        layout.cells[source.cells[each.place]] + layout.value_text(each.values): each.reason
        for each in ConstraintReasons(source, masks).exclusions(after)
    }


LESSER, GREATER = (
    f"both lines begin alike, this one is the {w}, and " for w in ("lesser", "greater")
)
SAME = (2,), (2,)


@pytest.mark.parametrize(
    ("answer", "pairs", "expected"),
    [
        (1, [(ANY, (1, 2)), (ANY, ANY)], {"a34": f"{LESSER}b can only be 1 or 2"}),
        (1, [((3, 4), ANY), (ANY, ANY)], {"b12": f"{GREATER}a can only be 3 or 4"}),
        (0, [(ANY, (3, 4)), (ANY, ANY)], {"a12": f"{GREATER}b can only be 3 or 4"}),
        (0, [((1, 2), ANY), (ANY, ANY)], {"b34": f"{LESSER}a can only be 1 or 2"}),
        (1, [SAME, (ANY, (2,)), (ANY, ANY)], {"c34": f"{LESSER}d is 2"}),
        (1, [SAME, SAME, ((2, 3), ANY)], {"f12": f"{GREATER}e can only be 2 or 3"}),
        # the last cells are not equal where the first line is less
        (
            1,
            [SAME, (ANY, (1, 2))],
            {"c234": f"{LESSER}d can only be 1 or 2", "d1": f"{GREATER}c can only be 1, 2, 3 or 4"},
        ),
    ],
)
def test_compared_lines_are_told_by_the_first_cells_that_may_differ(answer, pairs, expected):
    assert comparison(answer, *pairs) == expected


def test_lines_are_compared_where_the_first_cell_demands_it():
    pairs = (ANY, (1, 2)), (ANY, ANY)
    begin = "both lines begin with 2, this one is the lesser, and b can only be 1 or 2"
    assert comparison(1, *pairs, first=(2,)) == {"a34": begin}
    assert comparison(1, SAME, *pairs, first=(2,)) == {"c34": f"{LESSER}d can only be 1 or 2"}
    assert comparison(1, *pairs, first=(2, 3)) == {}


def test_where_other_cells_lose_values_too_the_cells_in_the_way_are_told():
    reasons = comparison(1, ((3, 4), (3,)), (ANY, (1, 2)))
    assert reasons and not any("begin alike" in text for text in reasons.values())
