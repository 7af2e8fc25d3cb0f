"""Rules against their definitions: every assignment to their cells, judged in plain words.

Each line below says a rule on some cells, and what it means as a function of the values in
them; the rule's constraints must allow exactly the assignments for which that is true.
"""

import re
from itertools import combinations, pairwise, product

import pytest

from nonet.errors import PuzzleError
from nonet.puzzle import Block, Grid, grid_of, make_rule
from tests.cases import as_one_test

FOUR, SIX = Grid.square(4), Grid.square(6)
NINE = Grid.square(9)
LINE = ("R1C1", "R1C2", "R2C3", "R2C2")
FIVE = ("R1C1", "R1C2", "R2C3", "R2C2", "R2C1")
PAIR = ("R2C2", "R2C3")
SQUARE = ("R1C1", "R1C2", "R2C1", "R2C2")
FROM_ZERO = Grid((Block(0, 0, 4, 4, None),), (0, 1, 2, 3))


def steps(values):
    return [abs(a - b) for a, b in pairwise(values)]


def third_of_values(value, size=6):
    return (value - 1) // (size // 3)


def kropki(a, b):
    return abs(a - b) == 1 or a == 2 * b or b == 2 * a


def differ_within_reach(values, reach):
    """Every two values fewer than ``reach`` places apart differ."""
    return all(a != b for i, a in enumerate(values) for b in values[i + 1 : i + reach])


MEANINGS = [
    ("thermometer", {"cells": LINE}, SIX, lambda *v: list(v) == sorted(set(v))),
    ("slow-thermometer", {"cells": LINE}, SIX, lambda *v: list(v) == sorted(v)),
    ("whispers", {"cells": PAIR}, NINE, lambda *v: min(steps(v)) >= 5),
    ("whispers", {"cells": LINE, "difference": 3}, SIX, lambda *v: min(steps(v)) >= 3),
    ("dutch-whispers", {"cells": LINE}, SIX, lambda *v: min(steps(v)) >= 4),
    ("palindrome", {"cells": FIVE}, FOUR, lambda *v: v == v[::-1]),
    ("renban", {"cells": LINE}, SIX, lambda *v: max(v) - min(v) == 3 and len(set(v)) == 4),
    ("renban", {"cells": LINE[:3]}, FROM_ZERO, lambda *v: sorted(v) in ([0, 1, 2], [1, 2, 3])),
    (
        "between",
        {"cells": LINE},
        SIX,
        lambda *v: all(min(v[0], v[3]) < x < max(v[0], v[3]) for x in v[1:3]),
    ),
    (
        "lockout",
        {"cells": LINE},
        SIX,
        lambda *v: (
            abs(v[0] - v[3]) >= 4
            and not any(min(v[0], v[3]) <= x <= max(v[0], v[3]) for x in v[1:3])
        ),
    ),
    (
        "lockout",
        {"cells": LINE[:3], "difference": 1},
        SIX,
        lambda *v: v[0] != v[2] and not min(v[0], v[2]) <= v[1] <= max(v[0], v[2]),
    ),
    ("zipper", {"cells": FIVE}, FOUR, lambda a, b, c, d, e: a + e == b + d == c),
    ("zipper", {"cells": LINE}, SIX, lambda a, b, c, d: a + d == b + c),
    (
        "entropic",
        {"cells": FIVE},
        SIX,
        lambda *v: differ_within_reach([third_of_values(x) for x in v], 3),
    ),
    ("modular", {"cells": FIVE}, SIX, lambda *v: differ_within_reach([x % 3 for x in v], 3)),
    (
        "modular",
        {"cells": LINE, "modulus": 2},
        SIX,
        lambda *v: differ_within_reach([x % 2 for x in v], 2),
    ),
    ("modular", {"cells": PAIR, "modulus": 4}, SIX, lambda a, b: a % 4 != b % 4),
    (
        "nabner",
        {"cells": LINE[:3]},
        SIX,
        lambda *v: all(abs(a - b) >= 2 for a, b in combinations(v, 2)),
    ),
    ("double-arrow", {"cells": LINE}, SIX, lambda a, b, c, d: b + c == a + d),
    (
        "regex-line",
        {"cells": LINE, "pattern": "[1-3]+([45]|6{2})?[^2]*"},
        SIX,
        lambda *v: re.fullmatch("[1-3]+([45]|6{2})?[^2]*", "".join(map(str, v))),
    ),
    ("arrow", {"bulb": LINE[:1], "cells": LINE[1:]}, SIX, lambda a, b, c, d: a == b + c + d),
    (
        "arrow",
        {"bulb": ("R1C2", "R1C1"), "cells": ("R2C3", "R2C4", "R3C4")},
        SIX,
        lambda b, a, c, d, e: 10 * a + b == c + d + e,
    ),
    (
        "arrow",
        {"bulb": ("R2C1", "R1C1"), "cells": ("R1C2",)},
        FROM_ZERO,
        lambda b, a, c: 10 * a + b == c,
    ),
    ("white-dot", {"cells": PAIR}, SIX, lambda a, b: abs(a - b) == 1),
    ("white-dot", {"cells": PAIR, "difference": 0}, SIX, lambda a, b: a == b),
    ("white-dot", {"cells": PAIR, "difference": 4}, SIX, lambda a, b: abs(a - b) == 4),
    ("black-dot", {"cells": PAIR}, SIX, lambda a, b: a == 2 * b or b == 2 * a),
    ("black-dot", {"cells": PAIR, "ratio": 3}, SIX, lambda a, b: a == 3 * b or b == 3 * a),
    ("xv", {"cells": PAIR, "letter": "X"}, SIX, lambda a, b: a + b == 10),
    ("xv", {"cells": PAIR, "letter": "v"}, SIX, lambda a, b: a + b == 5),
    ("pair-sum", {"cells": PAIR, "sum": 8}, SIX, lambda a, b: a + b == 8),
    ("greater-than", {"cells": PAIR}, SIX, lambda a, b: a > b),
    ("quadruple", {"cells": ("R1C1",), "values": (2, 3)}, FOUR, lambda *v: {2, 3} <= {*v}),
    (
        "quadruple",
        {"cells": SQUARE, "values": (4, 1, 4)},
        FOUR,
        lambda *v: v.count(4) > 1 and 1 in v,
    ),
    ("clone", {"cells": LINE[:2], "copy": LINE[2:]}, FOUR, lambda *v: v[:2] == v[2:]),
    (
        "same-values",
        {"groups": (LINE[:2], LINE[2:])},
        SIX,
        lambda *v: sorted(v[:2]) == sorted(v[2:]),
    ),
    (
        "same-values",
        {"groups": (("R1C1",), ("R1C2",), ("R1C3",))},
        SIX,
        lambda *v: len({*v}) == 1,
    ),
]


def scope_of(parameters):
    cells = []
    for key in ("bulb", "cells", "copy", "groups"):
        for cell in parameters.get(key, ()):
            cells += [cell] if isinstance(cell, str) else cell
    return cells if cells != ["R1C1"] else list(SQUARE)


@as_one_test(MEANINGS)
def test_a_rule_allows_exactly_what_its_definition_does(name, parameters, grid, meaning):
    cells = scope_of(parameters)
    constraints = list(make_rule(name, **parameters).constraints(grid))
    assert {cell for c in constraints for cell in c.scope} <= {*cells}
    allowed = refused = 0
    for values in product(grid.values, repeat=len(cells)):
        case = dict(zip(cells, values, strict=True))
        expected = bool(meaning(*values))
        assert all(c.holds(case) for c in constraints) == expected, values
        allowed, refused = allowed + expected, refused + (not expected)
    assert refused
    assert allowed


def neighbours(grid, moves):
    """Every two cells whose places differ by one of ``moves``, whichever comes first."""
    places = [tuple(map(int, cell[1:].split("C"))) for cell in grid.cells]
    return [
        (f"R{a}C{b}", f"R{c}C{d}")
        for (a, b), (c, d) in combinations(places, 2)
        if (c - a, d - b) in moves or (a - c, b - d) in moves
    ]


EDGES, CORNERS = {(0, 1), (1, 0)}, {(1, 1), (1, -1)}
CAMEL = {(x * a, y * b) for a, b in ((1, 3), (3, 1)) for x in (1, -1) for y in (1, -1)}
DOTS = ("white-dot R1C1 R1C2", "black-dot R2C1 R3C1", "xv R1C1 R2C1 V")


@as_one_test(
    [
        ("nonconsecutive", {}, EDGES, lambda a, b: abs(a - b) != 1),
        ("nonconsecutive", {"diagonal": True}, CORNERS, lambda a, b: abs(a - b) != 1),
        ("strict-kropki", {}, EDGES, lambda a, b: not kropki(a, b)),
        ("strict-xv", {}, EDGES, lambda a, b: a + b not in (5, 10)),
        ("negative-ratio", {}, EDGES, lambda a, b: a != 2 * b and b != 2 * a),
        (
            "negative-ratio",
            {"ratios": (3, 2)},
            EDGES,
            lambda a, b: a not in (2 * b, 3 * b) and b not in (2 * a, 3 * a),
        ),
        ("negative-difference", {}, EDGES, lambda a, b: abs(a - b) != 1),
        ("negative-difference", {"differences": (2,)}, EDGES, lambda a, b: abs(a - b) != 2),
        ("leap", {"steps": (1, 3)}, CAMEL, lambda a, b: a != b),
        ("leap", {"steps": (2, 2)}, {(2, 2), (2, -2)}, lambda a, b: a != b),
    ]
)
def test_a_rule_of_the_whole_grid_says_one_relation_of_every_two_neighbours(
    name, parameters, moves, relation
):
    constraints = list(make_rule(name, **parameters).constraints(SIX))
    pairs = {frozenset(pair) for pair in neighbours(SIX, moves)}
    assert {frozenset(c.scope) for c in constraints} == pairs
    assert len(constraints) == len(pairs)
    for constraint in constraints:
        for a, b in product(SIX.values, repeat=2):
            case = dict(zip(constraint.scope, (a, b), strict=True))
            assert constraint.holds(case) == relation(a, b)
    assert len({words_of_any_cells(constraint) for constraint in constraints}) == 1


def words_of_any_cells(constraint):
    """Its sentence, whatever its cells are."""
    return re.sub(r"R\d+C\d+", "RC", constraint.rule.sentence)


@pytest.mark.parametrize(
    ("name", "marks", "exempt"),
    [
        ("nonconsecutive", [("white-dot", {}), ("black-dot", {})], ["white-dot"]),
        (
            "strict-kropki",
            [("white-dot", {}), ("black-dot", {}), ("xv", {"letter": "V"})],
            ["white-dot", "black-dot"],
        ),
        (
            "strict-xv",
            [("xv", {"letter": "V"}), ("white-dot", {}), ("pair-sum", {"sum": 7})],
            ["xv", "pair-sum"],
        ),
        ("negative-ratio", [("white-dot", {}), ("black-dot", {"ratio": 3})], ["black-dot"]),
        (
            "negative-difference",
            [("white-dot", {"difference": 2}), ("black-dot", {})],
            ["white-dot"],
        ),
    ],
)
def test_pairs_that_another_rule_marks_are_exempt_from_a_negative_rule(name, marks, exempt):
    rule = make_rule(name)
    pairs = [("R1C1", "R1C2"), ("R2C3", "R3C3"), ("R5C5", "R5C6")]
    others = [
        make_rule(mark, cells=pair, **more)
        for (mark, more), pair in zip(marks, pairs, strict=False)
    ]
    constraints = list(rule.constraints_among(SIX, (rule, *others)))
    missing = {frozenset(c.scope) for c in rule.constraints(SIX)} - {
        frozenset(c.scope) for c in constraints
    }
    assert missing == {frozenset(o.cells) for o in others if o.name in exempt}


def test_a_negative_rule_forbids_what_the_dots_of_the_puzzle_say():
    rule = make_rule("negative-ratio")
    triple = make_rule("black-dot", cells=("R1C1", "R1C2"), ratio=3)
    tables = list(rule.constraints_among(SIX, (rule, triple)))
    assert all((1, 3) not in table.tuples and (1, 2) in table.tuples for table in tables)


def test_no_value_is_its_own_number_of_steps_away_from_itself():
    constraints = list(make_rule("anti-taxicab").constraints(FOUR))
    declared = {(frozenset(c.scope), *c.values) for c in constraints}
    places = {cell: tuple(map(int, cell[1:].split("C"))) for cell in FOUR.cells}
    expected = set()
    for first, second in combinations(FOUR.cells, 2):
        (a, b), (c, d) = places[first], places[second]
        if abs(a - c) + abs(b - d) in FOUR.values:
            expected.add((frozenset((first, second)), abs(a - c) + abs(b - d)))
    assert declared == expected
    assert len(constraints) == len(expected)
    for c in constraints:
        first, second = c.scope
        (value,) = c.values
        assert not c.holds({first: value, second: value})
        assert c.holds({first: value, second: value % 4 + 1})


@pytest.mark.parametrize(
    ("name", "part"),
    [("global-entropy", lambda v: third_of_values(v)), ("global-modulo", lambda v: v % 3)],
)
def test_every_square_of_four_cells_holds_all_three_parts(name, part):
    constraints = list(make_rule(name).constraints(SIX))
    assert len({c.scope for c in constraints}) == 25
    first = [c for c in constraints if c.scope == SQUARE]
    for values in product(SIX.values, repeat=4):
        case = dict(zip(SQUARE, values, strict=True))
        assert all(c.holds(case) for c in first) == (len({*map(part, values)}) == 3)


def test_the_middle_value_lives_below_the_least_or_above_the_greatest():
    grid = grid_of("3 box none")
    constraints = list(make_rule("dutch-flatmates").constraints(grid))
    for values in product(grid.values, repeat=3):
        column = dict(zip(("R1C2", "R2C2", "R3C2"), values, strict=True))
        lonely = [
            row
            for row in range(3)
            if values[row] == 2
            and not (row > 0 and values[row - 1] == 1)
            and not (row < 2 and values[row + 1] == 3)
        ]
        held = [c.holds(column) for c in constraints if set(c.scope) <= set(column)]
        assert len(held) == 3
        assert all(held) == (not lonely)
    with pytest.raises(PuzzleError, match="dutch-flatmates: a middle value needs an odd number"):
        list(make_rule("dutch-flatmates").constraints(SIX))


def test_the_two_diagonals_are_also_rules_of_their_own():
    both = {c.scope for c in make_rule("diagonals").constraints(SIX)}
    (up,), (down,) = (
        list(make_rule(f"{sign}-diagonal").constraints(SIX)) for sign in ("positive", "negative")
    )
    assert {up.scope, down.scope} == both
    assert down.scope[0] == "R1C1"
    assert {up.scope[0], up.scope[-1]} == {"R1C6", "R6C1"}


@as_one_test(
    [
        ("thermometer", {"cells": "R1C1 R1C3"}, "jumps from R1C1 to R1C3"),
        ("thermometer", {"cells": "R1C1"}, "a line has 2 cells or more"),
        ("thermometer", {"cells": "R1C1 R1C2 R1C1"}, "R1C1 is listed twice"),
        ("thermometer", {"cells": "R6C6 R6C7"}, "'R6C7' is not a cell of this grid"),
        (
            "thermometer",
            {"cells": "R1C1 R1C2 R1C3 R1C4 R1C5 R1C6 R2C6"},
            "no values from 1 to 6 fit on the 7 cells of the line at R1C1",
        ),
        ("whispers", {"cells": "R1C1 R1C2", "difference": 0}, "difference is 1 or more, not 0"),
        ("whispers", {"cells": "R1C1 R1C2 R1C3"}, None),
        ("whispers", {"cells": "R1C1 R1C2", "difference": 6}, "no values from 1 to 6 fit"),
        ("whispers", {"cells": "R1C1 R1C2", "difference": "5"}, "a whole number, not '5'"),
        ("lockout", {"cells": "R1C1 R1C2", "difference": 6}, "no values from 1 to 6 fit"),
        ("between", {"cells": "R1C1 R1C2"}, "a line has 3 cells or more"),
        ("renban", {"cells": "R1C1 R1C2 R1C3 R1C4 R1C5 R1C6 R2C6"}, "no 7 consecutive values"),
        ("nabner", {"cells": "R1C1 R1C2 R1C3 R1C4"}, "at most 3 values differ by 2"),
        ("modular", {"cells": "R1C1 R1C2", "modulus": 1}, "modulus is 2 or more, not 1"),
        ("regex-line", {"cells": "R1C1", "pattern": "7"}, "character 1: '7' is not a value"),
        ("regex-line", {"cells": "R1C1", "pattern": "[12"}, "the pattern ends too early"),
        ("regex-line", {"cells": "R1C1", "pattern": "(1"}, "a group is not closed"),
        ("regex-line", {"cells": "R1C1", "pattern": "1{2"}, "expected {n}"),
        ("regex-line", {"cells": "R1C1", "pattern": "1{65}"}, "more than there can be"),
        ("regex-line", {"cells": "R1C1", "pattern": "(" * 50}, "more than 20 deep"),
        ("regex-line", {"cells": "R1C1", "pattern": "((1{64}){64}){64}"}, "too many repetitions"),
        ("regex-line", {"cells": "R1C1", "pattern": "(1|2)*1(1|2){20}"}, "more than 10000 states"),
        ("regex-line", {"cells": "R1C1", "pattern": "12"}, "no values from 1 to 6 fit"),
        ("regex-line", {"cells": "R1C1", "pattern": ""}, "a pattern is a text"),
        ("arrow", {"bulb": "R1C1", "cells": "R1C3"}, "does not leave from its bulb"),
        ("arrow", {"bulb": "R1C1", "cells": "R1C2 R1C4"}, "jumps from R1C2 to R1C4"),
        ("arrow", {"bulb": "R1C1 R2C2", "cells": "R1C2"}, "they share no edge"),
        ("arrow", {"bulb": "R1C1", "cells": ""}, "needs at least one cell"),
        ("arrow", {"bulb": "", "cells": "R1C1"}, "needs at least one cell of bulb"),
        ("arrow", {"bulb": "R1C1 R1C2 R1C3 R1C4", "cells": "R2C1"}, "a bulb has 1 to 3 cells"),
        ("arrow", {"bulb": "R1C1", "cells": "R1C1"}, "R1C1 is listed twice"),
        ("white-dot", {"cells": "R1C1 R2C2"}, "R1C1 and R2C2 share no edge"),
        ("white-dot", {"cells": "R1C1 R1C2 R1C3"}, "it takes two cells, not 3"),
        ("white-dot", {"cells": "R1C1 R1C2", "difference": 6}, "no two values of the grid will do"),
        ("black-dot", {"cells": "R1C1 R1C2", "ratio": 7}, "no two values of the grid will do"),
        ("xv", {"cells": "R1C1 R1C2", "letter": "Y"}, "letter is one of X, V, not 'Y'"),
        ("pair-sum", {"cells": "R1C1 R1C2", "sum": 13}, "no two values of the grid will do"),
        ("quadruple", {"cells": "R6C6", "values": (1,)}, "no four cells meet"),
        ("quadruple", {"cells": "R1C1 R3C3", "values": (1,)}, "not four cells that meet"),
        ("quadruple", {"cells": "R1C1", "values": (7,)}, "7 is not a value of the grid"),
        ("quadruple", {"cells": "R1C1", "values": (1, 2, 3, 4, 5)}, "1 to 4 values, not 5"),
        ("clone", {"cells": "R1C1 R1C2", "copy": "R2C1"}, "2 cells, and a copy of 1"),
        ("clone", {"cells": "R1C1 R1C2", "copy": "R1C1 R1C3"}, "R1C1 is its own copy"),
        ("same-values", {"groups": ("R1C1 R1C2", "R2C1")}, "two or more equally large groups"),
        ("leap", {"steps": (0, 0)}, "goes nowhere"),
        ("leap", {"steps": (1,)}, "a leap is two numbers"),
        ("negative-ratio", {"ratios": (0,)}, "a ratio is 1 or more, not 0"),
    ]
)
def test_what_makes_no_sense_is_one_clear_line_that_names_the_rule(name, parameters, message):
    def declare():
        return list(make_rule(name, **parameters).constraints(SIX))

    if message is None:
        assert declare()
        return
    with pytest.raises(PuzzleError, match=re.escape(message)) as caught:
        declare()
    assert f"rule {name}" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_low_middle_and_high_need_a_number_of_values_that_three_divides():
    for name in ("global-entropy", "entropic"):
        parameters = {"cells": "R1C1 R1C2"} if name == "entropic" else {}
        with pytest.raises(PuzzleError, match="as many low as middle and high values"):
            list(make_rule(name, **parameters).constraints(FOUR))


def test_each_pair_without_a_mark_has_a_sentence_of_its_own():
    constraints = list(make_rule("nonconsecutive").constraints_among(Grid.square(4), ()))
    beginnings = [f"{c.scope[0]} and {c.scope[1]}, which have no mark, " for c in constraints]
    sentences = [c.rule.sentence for c in constraints]
    assert all(map(str.startswith, sentences, beginnings))
    assert len({text.partition(" mark, ")[2] for text in sentences}) == 1
