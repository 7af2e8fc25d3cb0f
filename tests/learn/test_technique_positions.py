"""Drills: the technique is there and nothing easier, whatever form the position is shown in."""

import pytest

import nonet
from nonet.learn.technique_positions import (
    drill_position,
    drill_steps,
    example_step,
    has_drills,
    is_common,
)
from nonet.protocol import ask
from nonet.techniques import find
from nonet.techniques.catalogue import TECHNIQUES, technique
from nonet.techniques.hints import easier_techniques
from nonet.techniques.solution_oracle import position_of

COMMON = [each for each in TECHNIQUES if is_common(each)]
RARE = ("jellyfish", "simple-colors-wrap", "remote-pair")
"""Techniques that are hardly ever the easiest step: their drills name what is easier."""
BEFORE = ("full-house", "hidden-single", "naked-single")


def moves(step):
    return set(step.placed) | {(cell, value, "goes") for cell, value in step.removed}


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("entry", COMMON, ids=lambda each: each.key)
def test_a_common_technique_has_a_picture_and_drills_that_are_sound(entry):
    (answer,) = ask({"do": "lesson", "technique": entry.key})
    picture = answer["done"]["picture"]
    assert "<rect" in picture["svg"]
    assert picture["sentence"] == example_step(entry)[0].sentence
    assert answer["done"]["drills"]
    puzzle = drill_position(entry, 4)
    steps = drill_steps(puzzle, entry)
    assert steps
    assert len({frozenset(moves(step)) for step in steps}) == len(steps)
    verdict = nonet.verify(nonet.parse(puzzle.line().replace("0", ".")))
    solution = nonet.solve(puzzle).solutions[0]
    assert verdict.uniqueness.value == "unique"
    for step in steps:
        assert all(solution[cell] == value for cell, value in step.placed)
        assert all(solution[cell] != value for cell, value in step.removed)
    if entry.key not in BEFORE:
        assert not find(puzzle, "singles"), "a single is easier"
    assert bool(easier_techniques(position_of(puzzle), steps[0])) == (entry.key in RARE)


def test_drills_go_on_and_a_number_gives_the_same_position():
    entry = technique("x-wing")
    assert drill_position(entry, 3) == drill_position(entry, 3)
    assert len({drill_position(entry, number).line() for number in range(40)}) == 40


def test_every_move_of_a_drill_is_sent_and_a_technique_without_drills_says_so():
    (answer,) = ask({"do": "drill", "technique": "pointing", "number": 2})
    sent = answer["done"]
    entry = technique("pointing")
    steps = drill_steps(drill_position(entry, 2), entry)
    assert not sent["places"]
    assert [each["eliminations"] for each in sent["steps"]] == [
        [list(pair) for pair in step.removed] for step in steps
    ]
    without = next(each.key for each in TECHNIQUES if not has_drills(each))
    (refused,) = ask({"do": "drill", "technique": without})
    assert "there are no drills of" in refused["error"]
