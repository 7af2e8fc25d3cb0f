"""Help that minds what is entered, and whose reasons are true."""

from __future__ import annotations

import json
import re

import pytest

import nonet
from nonet.protocol import ask
from nonet.protocol.hints import argument_text, constraints_phrase, move_text
from nonet.puzzle.examples import example_puzzle
from tests.protocol.questions import BOTH, CLASSIC, VARIANT, answer_to, error_of
from tests.techniques import told

SOLUTION = dict(nonet.solve(CLASSIC["clues"]).solution)


@BOTH
def test_a_hint_comes_in_four_stages_with_a_picture_of_each(puzzle):
    answer = answer_to("hint", puzzle=puzzle)
    assert answer["found"]
    assert len(answer["words"]) == 4 and all(answer["words"])
    assert answer["around"]
    for cell, value in answer["placements"]:  # neither of the first two stages gives the move away
        before = answer["words"][0] + answer["words"][1]
        assert f"{cell} is {value}" not in before and cell not in answer["words"][0]
    assert len(answer["areas"]) <= len(answer["premises"]) <= len(answer["under"])
    assert answer["premises"] != answer["under"]  # the conclusion is in the last stage alone
    assert answer["placements"] or answer["eliminations"]
    assert answer["under"].startswith("<")
    assert "style=" not in answer["under"] + answer["over"]
    assert set(answer["place"]) <= set(nonet.parse(json.dumps(puzzle)).grid.cells)


def test_hints_followed_one_by_one_lead_to_the_solution():
    entries: dict[str, int] = {}
    for _ in range(51):
        answer = answer_to("hint", puzzle={**CLASSIC, "entries": entries})
        entries |= dict(answer["placements"])
    assert answer_to("hint", puzzle={**CLASSIC, "entries": entries})["solved"]
    assert entries.items() <= SOLUTION.items()


def test_a_hint_says_which_entry_or_mark_is_wrong_instead():
    for mistake in ({"entries": {"R1C3": 2}}, {"marks": {"R1C3": [1, 2]}}):
        answer = answer_to("hint", puzzle={**CLASSIC, **mistake})
        assert (answer["found"], answer["wrong"]) == (False, ["R1C3"])
    answer = answer_to("hint", puzzle={**CLASSIC, "entries": {"R1C3": 5}})
    assert answer["wrong"] == ["R1C3"]  # and never the clue that it clashes with
    assert answer["words"][0] == "R1C3=5 is wrong"
    answer = answer_to("hint", puzzle={**CLASSIC, "entries": {"R1C3": 4, "R1C4": 4}})
    assert answer["wrong"] == ["R1C4"]  # of two entries that clash the wrong one


def test_a_cage_of_one_cell_is_the_reason_of_its_value():
    cage = {"rule": "killer", "cells": ["R1C1"], "sum": 3}
    answer = answer_to("hint", puzzle={"size": 4, "clues": "." * 16, "rules": [cage]})
    assert "killer cage 3 at R1C1" in answer["words"][1]
    assert answer["words"][2:] == ["The killer cage 3 at R1C1 has no cell but R1C1.", "R1C1 is 3."]


@pytest.mark.slow(2)
def test_the_third_stage_argues_and_the_fourth_tells_the_move():
    """No stage before the last tells it, and no player reads a constraint's type or rows as r3."""
    for key, _, _, step in told.examples():
        move, argument = move_text(step), argument_text(step)
        assert argument and argument.rstrip(".") not in ("", move.rstrip(".")), key
        for cell, value in (*step.placed, *step.removed):
            assert cell in move, key
            excluded = rf"{cell}(?:(?!cannot)[^:;.])* cannot be (?:\d, )*(?:\d or )?{value}\b"
            assert not re.search(rf"{excluded}|can be removed from[^;.]*{cell}", argument), key
        assert "AllDifferent" not in constraints_phrase(step, "") and "<>" not in move, key
        if step.technique.module == "singles":
            ((cell, value),) = step.placed
            assert move == f"{cell} is {value}." and f"{cell} is" not in argument, key
    assert len(told.examples()) > 170


def test_a_hint_starts_from_the_marks():
    marks = {"R1C3": [SOLUTION["R1C3"]]}
    answer = answer_to("hint", puzzle={**CLASSIC, "marks": marks}, only=["naked-single"])
    assert ["R1C3", SOLUTION["R1C3"]] in answer["placements"]


def test_a_technique_can_be_practised():
    answer = answer_to("hint", puzzle=CLASSIC, only="naked-single")
    assert answer["technique"] == "naked-single"
    assert error_of("hint", puzzle=CLASSIC, only="nkaed-single")["kind"] == "TechniqueError"


@BOTH
def test_why_not_is_true_for_every_value(puzzle):
    """A value that a reason excludes is in no solution; one that is possible is in some."""
    parsed = nonet.parse(json.dumps(puzzle))
    candidates = nonet.candidates(parsed).values
    for cell in parsed.grid.cells[:: 1 if puzzle is VARIANT else 16]:
        for value in parsed.grid.values:
            answer = answer_to("whynot", puzzle=puzzle, cell=cell, value=value)
            assert answer["possible"] == (value in candidates[cell]), (cell, value, answer)
            assert answer["words"]


def test_why_not_minds_what_is_entered_and_names_the_argument():
    answer = answer_to("whynot", puzzle=CLASSIC, cell="R1C3", value=5)
    assert answer["words"][0].startswith("R1C3 cannot be 5: R1C1=5 and row 1 exclude it")
    assert answer["words"][1:] == ["row 1 cannot hold, since R1C1 and R1C3 are 5"]
    answer = answer_to("whynot", puzzle=CLASSIC, cell="R1C3", value=2)
    assert answer["words"][0].startswith("R1C3 cannot be 2: ")
    assert "has no place for" in answer["words"][-1] or "cannot hold" in answer["words"][-1]
    entries = {"R1C4": SOLUTION["R1C3"]}
    answer = answer_to("whynot", puzzle={**CLASSIC, "entries": entries}, cell="R1C3", value=4)
    assert not answer["possible"] and "R1C4" in answer["cells"]
    assert error_of("whynot", puzzle=CLASSIC, cell="R1C3", value=12)["kind"] == "QuestionError"
    assert error_of("whynot", puzzle=CLASSIC, cell="R1C10", value=1)["kind"] == "PuzzleError"


@BOTH
def test_a_path_gives_every_step_with_the_values_before_it(puzzle):
    events = list(ask({"do": "path", "puzzle": puzzle}))
    steps, answer = [event["step"] for event in events[:-1]], events[-1]["done"]
    assert answer["steps"] == len(steps) > 0
    placed: dict[str, int] = {}
    for step in steps:
        assert step["values"] == placed
        placed |= dict(step["placements"])
    assert answer["solved"] == (puzzle is CLASSIC)
    if answer["solved"]:
        assert placed.items() <= SOLUTION.items()


@BOTH
def test_ratings_are_named_by_their_scales(puzzle):
    answer = answer_to("rate", puzzle=puzzle, scales=["explainer", "hodoku"])
    assert [each["name"] for each in answer["ratings"]] == ["explainer", "hodoku"]
    if puzzle is CLASSIC:
        assert [each["score"] for each in answer["ratings"]] == [1.2, 204]
        assert answer["ratings"][1]["level"] == "Easy"
        assert any("of the puzzle as it stands: turned" in note for note in answer["notes"])


def test_a_page_gets_cells_alone_where_a_rule_adds_variables():
    rule = nonet.puzzle.rule_types()["different-regions"]
    document = json.loads(nonet.write(example_puzzle(rule, rule.examples[0]), "json"))
    cells = set(example_puzzle(rule, rule.examples[0]).grid.cells)
    *steps, _ = ask({"do": "path", "puzzle": document, "only": ["singles", "constraints"]})
    steps = [event for event in steps if "step" in event]
    assert any(not step["step"]["placements"] for step in steps)
    for step in steps:
        details = step["step"]
        changed = {cell for cell, _ in (*details["placements"], *details["eliminations"])}
        assert {*changed, *details["candidates"], *details["values"], *details["place"]} <= cells


def test_a_grid_of_which_nothing_follows_says_why_and_what_may_lack():
    answer = answer_to("path", puzzle={"size": 4, "clues": "." * 16})
    assert answer["steps"] == 0 and not answer["solved"]
    assert answer["words"].startswith("The puzzle has several solutions: ")
    assert answer["words"].endswith(" was a clue or a rule forgotten?")
    assert answer_to("hint", puzzle={"size": 4, "clues": "." * 16})["words"] == [answer["words"]]
    full = {"size": 4, "clues": "2143431212343421"}
    assert answer_to("path", puzzle=full)["words"] == "Every cell has its value."
    assert answer_to("path", puzzle=CLASSIC)["words"] == ""
