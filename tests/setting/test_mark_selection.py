"""Marks of any rule: drawn by trial, and each puzzle has one solution by another backend."""

from dataclasses import replace
from random import Random

import pytest

import nonet
from nonet.cli import main
from nonet.deadline import Deadline
from nonet.errors import PuzzleError
from nonet.puzzle.rules import rule_types
from nonet.setting import marked_puzzles
from nonet.setting.mark_generators import (
    MARK_GENERATORS,
    mark_generator,
    mark_kinds,
)
from nonet.setting.mark_layouts import MarkDemands

SIX = nonet.Sudoku("." * 36)

BEYOND = {
    "count-regions",
    "different-regions",
    "full-rank",
    "region-count",
    "region-run",
    "same-region",
    "shaded-count",
    "shaded-sum",
}
"""Rules about more than the values of cells: regions or shades to be found, ranks of lines."""

DRAWN = [kind for kind in mark_kinds() if kind not in BEYOND and kind not in MARK_GENERATORS]


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("kind", DRAWN)
def test_a_puzzle_of_each_rule_with_marks_has_one_solution(kind, monkeypatch):
    monkeypatch.setattr("nonet.setting.mark_selection.DRAWS", 1)  # the draws are most of the time
    (generated,) = nonet.generate(like=SIX, kind=kind, seed=1)
    marks = generated.puzzle.rules[len(SIX.rules) :]
    assert {mark.name for mark in marks} <= {kind}
    verdict = nonet.verify(generated.puzzle, "native")
    assert verdict.uniqueness.value == "unique"
    assert verdict.witnesses[0].line == generated.solution
    without = SIX.with_clues(generated.puzzle.clues)
    assert not marks or nonet.verify(without).uniqueness.value == "multiple"


def test_every_rule_is_given_drawn_or_refused_with_a_reason():
    assert set(mark_kinds()) > BEYOND
    for name, rule in rule_types().items():
        if name in mark_kinds() and name not in BEYOND:
            assert callable(mark_generator(name))
        elif rule.entry == "grid":
            with pytest.raises(PuzzleError, match=f"has no marks.*--rules {name}"):
                mark_generator(name)
        elif name not in BEYOND:
            with pytest.raises(PuzzleError, match="cannot be found by trial"):
                mark_generator(name)
    for name in BEYOND:
        with pytest.raises(PuzzleError, match="cannot be found by trial"):
            next(nonet.generate(like=SIX, kind=name, seed=1))
    assert mark_generator("little killer sum") is not None, "aliases are kinds, too"


def test_kinds_at_the_command_line(capsys):
    assert main(["generate", "--size", "4", "--kind", "german-whispers", "--seed", "2"]) == 2
    assert "no mark of the rule whispers was found" in capsys.readouterr().err
    assert main(["generate", "--size", "6", "--kind", "palindrome", "--seed", "2"]) == 0
    assert '"rule": "palindrome"' in capsys.readouterr().out
    assert main(["generate", "--kind", "palindrom"]) == 2
    assert "did you mean palindrome" in capsys.readouterr().err
    assert main(["generate", "--rules", "renban"]) == 2
    assert "--kind renban" in capsys.readouterr().err


@pytest.mark.slow(0.3)
@pytest.mark.parametrize("seed", range(4))
def test_a_puzzle_has_a_solution_where_more_lines_are_too_much_to_list(monkeypatch, seed):
    """A second listing, of a line more, ends before its first solution."""
    calls = []

    def list_some(model, deadline, max_solutions, max_guesses):
        calls.append(model)
        listed = list_solutions(model, deadline, 4, max_guesses)
        return listed if len(calls) == 1 else replace(listed, rows=listed.rows[:0])

    list_solutions = marked_puzzles.list_solutions
    monkeypatch.setattr(marked_puzzles, "list_solutions", list_some)
    like = nonet.Sudoku("." * 81)
    demands = MarkDemands(("renban",))
    generator = marked_puzzles.MarkedPuzzleGenerator(like, demands, Deadline(None))
    puzzle, solution = generator.puzzle(
        nonet.solve(like).solution, Random(seed), may_have_digits=True
    )
    assert len(calls) <= 2 and puzzle.model().accepts(dict(solution))
    assert nonet.verify(puzzle).uniqueness.value == "unique"
