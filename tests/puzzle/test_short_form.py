"""Rules as people write them: singular and plural, joints and blanks, ``R3`` for a row's clue."""

import re
from itertools import product

import pytest

import nonet
from nonet.errors import PuzzleError
from nonet.puzzle import grid_of, make_rule, rule_types
from nonet.puzzle.rules import type_of_rule
from nonet.puzzle.rules.base import CellsRule, PuzzleRule
from nonet.puzzle.short_form import _ADVICE, rule_from_short
from tests.cases import as_one_test

PAIR = ("R1C1", "R1C2")


@as_one_test(
    [
        ("killer cage 15 R1C1 R1C2", "killer", {"cells": PAIR, "sum": 15}),
        ("cages 15 A1 A2", "killer", {"cells": PAIR, "sum": 15}),
        ("killer R1C1 R1C2 = 15", "killer", {"cells": PAIR, "sum": 15}),
        ("killer R1C1 R1C2 sum 15", "killer", {"cells": PAIR, "sum": 15}),
        ("thermometer line R1C1 R1C2", "thermometer", {"cells": PAIR}),
        ("german whisper R1C1 R1C2", "whispers", {"cells": PAIR}),
        ("German Whispers line R1C1 R1C2", "whispers", {"cells": PAIR}),
        ("whispers R1C1 R1C2 difference 2", "whispers", {"cells": PAIR, "difference": 2}),
        ("x sums C3 10", "x-sum", {"clue": "R0C3", "sum": 10}),
        ("X-sum r1 5", "x-sum", {"clue": "R1C0", "sum": 5}),
        ("sandwich sum R1C0 5", "sandwich", {"clue": "R1C0", "sum": 5}),
        ("white kropki dot R1C1 R1C2", "white-dot", {"cells": PAIR}),
        ("10 line R1C1 R1C2", "sum-line", {"cells": PAIR, "sum": 10}),
        ("kenken 12x R1C1 R1C2", "calculation", {"cells": PAIR, "operation": "*", "result": 12}),
        ("kenken 3÷ R1C1 R1C2", "calculation", {"cells": PAIR, "operation": "/", "result": 3}),
        ("knights move", "anti-knight", {}),
        ("sandwich row 1 5", "sandwich", {"clue": "R1C0", "sum": 5}),
        ("x-sum column 3 20", "x-sum", {"clue": "R0C3", "sum": 20}),
        ("R1C2 < R1C1", "greater-than", {"cells": PAIR}),
        ("A1>A2", "greater-than", {"cells": PAIR}),
        ("R1C1 = R2C3", "clone", {"cells": ("R1C1",), "copy": ("R2C3",)}),
        ("clone R1C1 R1C2 = R3C1 R3C2", "clone", {"cells": PAIR, "copy": ("R3C1", "R3C2")}),
        ("V R1C1 R1C2", "xv", {"cells": PAIR, "letter": "V"}),
        ("x A1 A2", "xv", {"cells": PAIR, "letter": "X"}),
        ("parity line R1C1 R1C2", "modular", {"cells": PAIR, "modulus": 2}),
        ("odd cells R1C1 R1C2", "odd", {"cells": PAIR}),
        ("consecutive R1C1 R1C2", "white-dot", {"cells": PAIR}),
        ("Thermo R1C1R1C2", "thermometer", {"cells": PAIR}),
        ("diagonal+", "positive-diagonal", {}),
        ("kropki negative", "strict-kropki", {}),
        (
            "little killer 23 R0C1 down right",
            "little-killer",
            {"start": "R0C1", "sum": 23, "direction": "DR"},
        ),
        ("non consecutive", "nonconsecutive", {}),
        ("159", "one-five-nine", {}),
        ("index column 1", "one-five-nine", {"columns": (1,)}),
        ("column-indexer C1 C5", "one-five-nine", {"columns": (1, 5)}),
        ("row indexer R2", "indexed-rows", {"rows": (2,)}),
        ("column-indexer C1 D2", "column-indexer", {"cells": ("R3C1", "R4C2")}),
        ("kropki white R1C1 R1C2", "white-dot", {"cells": PAIR}),
        ("kenken 12 R1C1 R1C2", "calculation", {"cells": PAIR, "result": 12}),
    ]
)
def test_a_rule_is_known_as_people_write_it(text, name, parameters):
    assert rule_from_short(text) == make_rule(name, **parameters)


def test_every_name_and_alias_means_its_own_rule():
    for rule in rule_types().values():
        for name in (rule.name, *rule.aliases):
            assert type_of_rule(name) is rule
            assert type_of_rule(name.upper().replace("-", " ")) is rule


def test_no_alias_is_of_two_rules():
    names = [name for rule in rule_types().values() for name in (rule.name, *rule.aliases)]
    assert len(set(names)) == len(names)


@as_one_test(
    [
        ("german wisper R1C1 R1C2", "no rule 'german wisper'; did you mean german-whispers"),
        ("killr 15 R1C1", "did you mean killer"),
        ("sum-of", "there is no rule 'sum-of'"),
        ("even R1C1 = R1C2", "what is '='"),
        ("whispers R1C1 R1C2 difference", "what is 'difference'"),
        ("sandwich R0 5", "R0C0"),
        ("sandwich foo 3", "as in: sandwich 0 R7C1"),
        ("jigsaw", "as in: jigsaw AABB"),
        ("split peas R1C1-R1C4", "no rule 'split peas': the two ways to read its ends"),
        ("samurai", "--grid samurai"),
        ("nurikabe", "of the areas that the solver shades only yin-yang"),
        ("Schrödinger", "nonet cannot say it: a cell has one value"),
        ("kropki", "write its dots, white-dot R1C1 R1C2"),
        ("pill R1C1 R1C2", "its sum has two digits"),
        ("indexing", "write the one that is meant: 159"),
        ("clones R1C1 R1C2 R3C1 R3C2", "part them by |"),
    ]
)
def test_spellings_without_a_meaning_are_reported(text, message):
    with pytest.raises(PuzzleError, match=message) as error:
        list(rule_from_short(text).constraints(grid_of("4")))
    assert "\n" not in str(error.value)


@as_one_test(_ADVICE)
def test_the_suggestion_for_an_unknown_rule_can_be_written(name):
    """Each that gives a rule as it is written gives one that is understood."""
    for written in re.findall(
        r"(?:any-of|calculation|sum|killer|(?:column|row|box)-indexer) [(\dR].*", _ADVICE[name]
    ):
        assert rule_from_short(written.partition(", and so on")[0]).name in rule_types()


def test_split_peas_hold_as_defined():
    """The digits of the ends, as one number in either order, are the sum of those between."""
    rule = rule_from_short(_ADVICE["split pea"].partition(": ")[2])
    (constraint,) = rule.constraints(grid_of("9"))
    cells = [f"R1C{column}" for column in range(1, 5)]
    for values in product(range(1, 10), repeat=4):
        first, *between, last = values
        holds = sum(between) in (10 * first + last, 10 * last + first)
        assert constraint.holds(dict(zip(cells, values, strict=True))) == holds


def test_a_puzzle_takes_rules_as_people_write_them():
    puzzle = nonet.Puzzle(grid_of("4")).with_rules("killer 5 R1C1 R1C2", make_rule("diagonals"))
    assert puzzle.rules[-2:] == (make_rule("killer", cells=PAIR, sum=5), make_rule("diagonals"))
    with pytest.raises(PuzzleError, match="no rule 'killr'"):
        puzzle.with_rules("killr 5 R1C1")


@pytest.fixture
def define_rule():
    """Define a rule of one's own about cells, which demands nothing; it is renamed in the end."""
    defined = []

    def define(its_name, its_aliases=()):
        class Own(CellsRule):
            name = its_name
            sentence = "Nothing is demanded."
            aliases = its_aliases

            def constraints(self, grid):
                return ()

        defined.append(Own)
        return Own

    yield define
    for kind in defined:  # caches keep classes
        kind.name, kind.aliases = f"own-rule-{id(kind)}", ()
    PuzzleRule.definition_count += 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("parity-line", "parity-line R1C1 R1C2"),
        ("parity-line", "Parity line R1C1 R1C2"),
        ("parity", "parity R1C1 R1C2"),
        ("product-line", "product-line R1C1 R1C2"),
        ("fog-lights", "fog-lights R1C1 R1C2"),
        ("index-column", "index column R1C1 R1C2"),
        ("v", "V R1C1 R1C2"),
        ("thermo", "thermo R1C1 R1C2"),
    ],
)
def test_a_name_of_ones_own_comes_before_every_informal_name_and_alias(define_rule, name, text):
    own = define_rule(name)
    assert rule_from_short(text) == own(PAIR)
    puzzle = nonet.Puzzle(grid_of("4")).with_rules(text)
    assert puzzle.rules[-1] == own(PAIR)
    assert nonet.parse(nonet.write(puzzle, "json"), format="json").rules[-1] == own(PAIR)
    assert nonet.parse(nonet.write(puzzle, "toml"), format="toml").rules[-1] == own(PAIR)


@pytest.mark.parametrize(
    ("name", "aliases", "typed"),
    [
        ("killer", (), "killer"),
        ("my-own", ("killer",), "killer"),
        ("my-own", ("thermo",), "thermo"),
    ],
)
@pytest.mark.filterwarnings("ignore::nonet.errors.DiscoveryWarning")
def test_a_name_that_is_nonets_and_ones_own_is_an_error(define_rule, name, aliases, typed):
    own = define_rule(name, aliases)
    with pytest.raises(PuzzleError, match=rf"'{typed}' names a rule of nonet's own and .*Own"):
        rule_from_short(f"{typed} R1C1 R1C2")
    assert rule_from_short("even R1C1") == make_rule("even", cells=("R1C1",))
    if aliases:
        assert rule_from_short("my-own R1C1 R1C2") == own(PAIR)
