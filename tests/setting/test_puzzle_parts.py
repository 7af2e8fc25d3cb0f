"""Clues and rules as parts, and the names that parts answer to."""

import nonet
from tests.setting.puzzles import mixed_puzzle


def test_parts_are_asked_about_by_the_name_of_their_rule_or_their_own():
    puzzle = mixed_puzzle()
    marks = [rule for rule in puzzle.rules if rule.name == "thermometer"]
    answer = nonet.setting.redundant(puzzle, of="thermometers")
    parts = (*answer.redundant, *answer.needed)
    assert len(parts) == len(marks)
    for part in parts:
        other_rules = [m for m in puzzle.rules if set(getattr(m, "cells", ())) != set(part.scope)]
        reduced = nonet.Puzzle(puzzle.grid, puzzle.clues, tuple(other_rules))
        stays_unique = nonet.verify(reduced, "native").uniqueness.value == "unique"
        assert stays_unique == (part in answer.redundant), part.label
    (alone,) = nonet.setting.redundant(puzzle, of=[parts[0].label]).needed or (
        nonet.setting.redundant(puzzle, of=[parts[0].label]).redundant
    )
    assert alone.label == parts[0].label
