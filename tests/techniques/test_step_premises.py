"""The constraints that a step names imply the step: a SAT solver is given nothing else."""

from itertools import islice

import pytest

import nonet
from benchmarks import premises
from benchmarks.premises import steps_of_variants, unproven
from nonet import Grid, Puzzle, explain, read
from nonet.puzzle.rules import make_rule
from nonet.techniques import find
from nonet.techniques.candidate_layout import bits, union_of
from nonet.techniques.catalogue import TECHNIQUES
from nonet.techniques.solution_oracle import position_of
from tests.techniques.certificate import is_proven_by_names


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


BY_OTHER_VALUES = ("template-set", "template-delete")
"""A place in no template may be in one that another value leaves no room for."""
SLOW = {
    "smallest-explanation", "dynamic-forcing-chain", "dynamic-forcing-chain-plus",
    "forcing-net-verity", "multi-sector-locked-sets", "chromatic-pattern-type-1",
}  # fmt: skip
MANY = {
    "naked-pair", "hidden-triple", "claiming", "x-wing", "jellyfish", "finned-swordfish",
    "kraken-fish-1", "kraken-fish-2", "turbot-fish", "strong-links-3", "simple-colors-trap",
    "multi-colors-1", "3d-medusa-wrap", "3d-medusa-trap", "xy-wing", "w-wing", "wxyz-wing-sukaku",
    "m-wing", "grouped-l-wing", "h-wing", "xy-chain", "continuous-nice-loop", "grouped-aic",
    "als-xz", "als-xy-wing", "als-chain", "death-blossom", "sue-de-coq",
    "aligned-triplet-exclusion", "bidirectional-cycle", "cell-forcing-chain",
    "region-forcing-chain", "nishio-forcing-chain", "forcing-net-contradiction",
    "dynamic-double-forcing-chain", "self-constraint",
    "direct-hidden-pair", "hidden-single", "full-house",
}  # fmt: skip
"""Techniques that have steps at the positions of the next test, of every family there."""


DRAWN_BY_TRUTHS = {
    "aligned", "als", "chains", "fish", "intersections", "multi_sector", "patterns", "singles",
    "strong_links", "subsets", "templates", "wings",
}  # fmt: skip
"""Families that show the open candidates of their truths, and no other."""


def check_masks(position, step):
    """A step speaks of candidates that are there, removes open ones and rests on none of them."""
    alive = position.open | position.placed
    for mask in (step.pattern, step.fins, step.assumptions, *step.colors):
        assert mask >= 0 and not mask & ~alive, str(step)
    assert not step.eliminations & ~position.open and not step.fins & step.pattern & ~alive
    assert all(position.open >> candidate & 1 for candidate in step.placements)
    if step.technique.module in DRAWN_BY_TRUTHS and step.truths:
        shown = union_of((step.pattern, step.fins, *step.colors))
        truths = union_of(step.layout.sets[number] for number in step.truths)
        assert shown == truths & position.open, str(step)
    for cells, values in step.sets if step.key.startswith("als-") else ():
        held = 0
        for cell in bits(cells):
            held |= position.values[cell]
        assert values == held and values.bit_count() == cells.bit_count() + 1, str(step)


@pytest.mark.slow
def test_cells_and_houses_that_a_step_names_and_what_an_elimination_sees_imply_the_step():
    proven = set()
    for puzzle in read("puzzles/hard.txt")[:3]:
        for position in islice(explain(puzzle, "hodoku").positions, 5, None, 24):
            for named in TECHNIQUES:
                key = named.key
                slow = key in SLOW or "mutant" in key or "franken" in key
                if slow or key in BY_OTHER_VALUES or named.assumes_unique:
                    continue
                for step in islice(named.family.find(position, frozenset({key})), 3):
                    check_masks(position, step)
                    for cell, value in (*step.removed, *step.placed):
                        assert cell in step.sentence and str(value) in step.sentence, step.sentence
                    if len(step.truths) <= 10 and step.truths:
                        assert is_proven_by_names(position, step), (str(step), step.constraints)
                        proven.add(key)
    assert proven >= MANY


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
