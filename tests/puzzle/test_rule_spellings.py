"""Rules as people write them: singular and plural, joints and blanks, ``R3`` for a row's clue."""

import pytest

from nonet.errors import PuzzleError
from nonet.puzzle import grid_of, make_rule, rule_types
from nonet.puzzle.rules import type_of_rule
from nonet.puzzle.short import rule_from_short

PAIR = ("R1C1", "R1C2")


@pytest.mark.parametrize(
    ("text", "name", "parameters"),
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
        ("non consecutive", "nonconsecutive", {}),
    ],
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


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("german wisper R1C1 R1C2", "no rule 'german wisper'; did you mean german-whispers"),
        ("killr 15 R1C1", "did you mean killer"),
        ("sum-of", "there is no rule 'sum-of'"),
        ("even R1C1 = R1C2", "what is '='"),
        ("whispers R1C1 R1C2 difference", "what is 'difference'"),
        ("sandwich R0 5", "R0C0"),
    ],
)
def test_what_is_meant_by_nothing_is_said(text, said):
    with pytest.raises(PuzzleError, match=said) as error:
        list(rule_from_short(text).constraints(grid_of("4")))
    assert "\n" not in str(error.value)
