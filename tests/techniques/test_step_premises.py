"""The constraints that a step names imply the step: a SAT solver is given nothing else."""

from itertools import islice

import pytest

import nonet
from benchmarks import premises
from benchmarks.premises import steps_of_variants, unproven
from nonet import Grid, Puzzle, explain, read
from nonet.puzzle.rules import make_rule
from nonet.techniques import find
from nonet.techniques.solution_oracle import position_of


@pytest.mark.slow(5)
def test_the_constraints_that_a_step_of_a_variant_names_imply_the_step():
    checked = list(islice(steps_of_variants(5, None), 24))
    assert len({kind for kind, _, _ in checked}) >= 2
    wrong = [(kind, str(s), s.constraints) for kind, at, s in checked if unproven(at, s)]
    assert wrong == []


def test_a_step_that_names_too_little_is_unproven(monkeypatch):
    cage = make_rule("killer", cells="R1C1 R1C2", sum=3)
    position = position_of(Puzzle(Grid.square(4)).with_rules(cage))
    (step,) = find(position, "cage-combinations")
    assert unproven(position, step) == []
    monkeypatch.setattr(premises, "named_constraints", lambda step: [])
    assert unproven(position, step) == list(step.removed)


def test_the_houses_of_a_pattern_within_a_net_are_named():
    grid = "..7....4...1.3.23..............3....7...7.8...4.5......1........"
    puzzle = nonet.parse(grid).with_rules(make_rule("x"))
    position = explain(puzzle, only="basic").end
    steps = find(position, "forcing-net-verity")
    assert any(" is in box 4)" in step.sentence for step in steps)
    for step in steps:
        assert unproven(position, step) == [], step


def test_the_house_by_which_an_end_sees_an_elimination_is_named():
    path = explain(read("puzzles/anti-king.json")[0], "hodoku")
    checked = 0
    for step, position in zip(path.steps, path.positions, strict=False):
        if step.technique.module in ("patterns", "wings", "fish", "chains"):
            assert unproven(position, step) == [], step
            checked += 1
    assert checked


def test_the_houses_by_which_the_middle_of_a_loop_excludes_are_named():
    path = explain(read("puzzles/anti-king.json")[0], "hodoku")
    position = next(islice(path.positions, 6, None))
    steps = find(position, "continuous-nice-loop", "grouped-continuous-nice-loop")
    assert steps
    for step in steps:
        assert unproven(position, step) == [], step
