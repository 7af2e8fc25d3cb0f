"""What one constraint removes, against all choices of values, and by which technique."""

import pytest

import nonet
from nonet import AllDifferent, Grid, Model, Puzzle, explain
from nonet.puzzle.examples import example_puzzle
from nonet.puzzle.rules import make_rule
from nonet.techniques import Position, find, technique
from nonet.techniques.candidate_layout import bits
from nonet.techniques.engines.constraint_filter import constraint_filters
from nonet.techniques.families.constraints import KINDS_BY_KEY
from tests.techniques.certificate import found_steps
from tests.techniques.test_constraint_houses import choices, position_of


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("key", KINDS_BY_KEY)
def test_every_name_of_a_constraint_technique_is_met_in_an_example(key):
    for name in KINDS_BY_KEY[key].split():
        kind = nonet.puzzle.rule_types().get(name)
        for example in kind.examples if kind else ():
            puzzle = example_puzzle(kind, example)
            if find(puzzle, key) or any(step.key == key for step in explain(puzzle).steps):
                return
    raise AssertionError(f"no example of {KINDS_BY_KEY[key]} has a step of {key}")


def test_the_techniques_of_variants_are_found_by_what_people_call_them():
    names = {
        "45 rule": "innies",
        "killer combinations": "cage-combinations",
        "clones": "clone-pairs",
        "negative constraint": "unmarked-pairs",
        "innies and outies": "outies",
    }
    assert {name: technique(name).key for name in names} == names


def test_an_all_different_in_another_constraint_is_filtered():
    inner = AllDifferent(("a", "b"))
    either = nonet.model.AnyOf(((inner,),))
    model = Model({"a": [1], "b": [1, 2]}, [either])
    (step,) = find(Position.of(model), "constraint")
    assert step.removed == (("b", 1),)


KEYS = (*KINDS_BY_KEY, "constraint")


def test_exactly_what_no_choice_of_a_constraint_supports_is_removed():
    number = 0
    for seed in range(30):
        position = position_of(seed)
        layout, expected = position.layout, {}
        for constraint_filter in constraint_filters(layout):
            constraint = constraint_filter.constraint
            every = list(choices(position, constraint))
            removed = frozenset(
                (layout.cells[cell], value + 1)
                for cell in constraint_filter.cells
                for value in bits(position.values[cell])
                if all(chosen[cell] != value for chosen in every)
            )
            if removed:
                expected[constraint.description] = removed
        steps = found_steps(position, *KEYS)
        assert {step.reasons[0]: frozenset(step.removed) for step in steps} == expected
        assert len(steps) == len(expected)
        number += len(steps)
    assert number > 50


def test_each_kind_of_constraint_has_one_technique_and_only_that_is_asked():
    kinds = " ".join(KINDS_BY_KEY.values()).split()
    assert len(set(kinds)) == len(kinds)
    for seed in range(6):
        position = position_of(seed)
        steps = found_steps(position, *KEYS)
        for key in KEYS:
            alone = [(step.key, step.eliminations) for step in found_steps(position, key)]
            assert alone == [(s.key, s.eliminations) for s in steps if s.key == key]
            kinds = KINDS_BY_KEY.get(key, "").split()
            for step in found_steps(position, key):
                kind = step.detail.constraint_filter.constraint.rule.kind
                assert kind in kinds if kinds else kind not in " ".join(KINDS_BY_KEY.values())


def test_a_constraint_that_cannot_hold_loses_all_candidates():
    rules = [make_rule("killer", cells=cells, sum=3) for cells in ("R1C1 R1C2", "R1C3 R1C4")]
    position = Position.of(Puzzle(Grid.square(4)).with_rules(*rules))
    lost = [position.layout.candidate(cell, 1) for cell in ("R1C1", "R1C2")]
    position = position.without(sum(1 << each for each in lost))
    first, second = found_steps(position, "cage-combinations")
    assert set(first.removed) == {(c, v) for c in ("R1C1", "R1C2") for v in (2, 3, 4)}
    assert set(second.removed) == {(c, v) for c in ("R1C3", "R1C4") for v in (3, 4)}


def test_an_arrow_tells_the_sums_of_its_cells_with_the_bulb():
    arrow = make_rule("arrow", bulb="R1C1", cells="R1C2 R1C3")
    position = Position.of(Puzzle(Grid.square(4)).with_rules(arrow))
    (step,) = found_steps(position, "arrow-sums")
    assert "1+2 = 3" in step.sentence and "1+3 = 4" in step.sentence
    assert set(step.removed) == {("R1C1", 1), ("R1C1", 2), ("R1C2", 4), ("R1C3", 4)}
