"""The tool that makes the example of a rule: unique with the rule, and not without it."""

import pytest

import nonet
from nonet.errors import PuzzleError
from nonet.puzzle import grid_of
from nonet.puzzle.examples import example_puzzle, example_solution
from nonet.puzzle.rules import Example, type_of_rule
from nonet.puzzle.short_form import rule_from_short
from nonet.testing import rule_example
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


def test_an_example_has_no_more_clues_than_a_share_of_the_cells(monkeypatch):
    rule = rule_from_short("killer 5 R1C1 R1C2")
    fewest = make_example(rule, grid_of("4x4"), seed=3).puzzle
    clues = sum(each != "." for each in fewest)
    monkeypatch.setattr(rule_example, "MAX_CLUE_SHARE", clues / 16)
    assert make_example(rule, grid_of("4x4"), seed=3).puzzle == fewest
    monkeypatch.setattr(rule_example, "MAX_CLUE_SHARE", (clues - 1) / 16)
    with pytest.raises(PuzzleError, match="no puzzle drawn needs the rule"):
        make_example(rule, grid_of("4x4"), seed=3)


def test_the_command_prints_an_example_of_the_grid_asked_for(capsys):
    arguments = ["x", "--grid", "4x4", "--beside", "killer 5 R1C1 R1C2", "--seed", "2"]
    assert main(arguments) == 0
    printed = capsys.readouterr().out
    example = eval(printed, {"Example": Example, "grid_of": grid_of})
    assert example.extra_rules == ("killer 5 R1C1 R1C2",) and len(example.puzzle) == 16
    assert nonet.verify(example_puzzle(type_of_rule("x"), example)).uniqueness.value == "unique"
