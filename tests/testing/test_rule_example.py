"""The tool that makes the example of a rule: unique with the rule, and not without it."""

import nonet
from nonet.puzzle import grid_of
from nonet.puzzle.examples import example_puzzle, example_solution
from nonet.puzzle.rules import type_of_rule
from nonet.puzzle.short_form import rule_from_short
from nonet.testing.rule_example import example_code, main, make_example


def test_an_example_is_unique_with_its_rule_and_not_without():
    rule = rule_from_short("killer 5 R1C1 R1C2")
    example = make_example(rule, grid_of("4x4"), seed=3)
    kind = type_of_rule("killer")
    verdict = nonet.verify(example_puzzle(kind, example))
    assert verdict.uniqueness.value == "unique"
    assert verdict.witnesses[0] == example_solution(example)
    without = nonet.verify(example_puzzle(kind, example, applied=False))
    assert without.uniqueness.value == "multiple"
    assert eval(example_code(example), {"Example": type(example)}) == example


def test_a_rule_that_cannot_be_is_one_line(capsys):
    try:
        main(["killer 99 R1C1 R1C2"])
    except SystemExit as stopped:
        assert stopped.code == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
