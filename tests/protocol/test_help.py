"""Help and runs: hints mind what is entered, reasons are true, replays are those of the run."""

from __future__ import annotations

import json

import pytest

import nonet
from nonet.learn import find_exercise
from nonet.protocol import ask
from nonet.puzzle.examples import example_puzzle
from tests.protocol.questions import BOTH, CLASSIC, VARIANT, asked, refused

SOLUTION = dict(nonet.solve(CLASSIC["clues"]).solution)


@BOTH
def test_a_hint_comes_in_four_stages_with_a_picture_of_each(puzzle):
    told = asked("hint", puzzle=puzzle)
    assert told["found"]
    assert len(told["words"]) == 4 and all(told["words"])
    assert told["around"]
    for cell, value in told["placements"]:  # neither of the first two stages gives the move away
        before = told["words"][0] + told["words"][1]
        assert f"{cell} is {value}" not in before and cell not in told["words"][0]
    assert len(told["areas"]) <= len(told["premises"]) <= len(told["under"])
    assert told["premises"] != told["under"]  # the conclusion is in the last stage alone
    assert told["placements"] or told["eliminations"]
    assert told["under"].startswith("<")
    assert "style=" not in told["under"] + told["over"]
    assert set(told["place"]) <= set(nonet.parse(json.dumps(puzzle)).grid.cells)


def test_hints_followed_one_by_one_lead_to_the_solution():
    entries: dict[str, int] = {}
    for _ in range(51):
        told = asked("hint", puzzle={**CLASSIC, "entries": entries})
        entries |= dict(told["placements"])
    assert asked("hint", puzzle={**CLASSIC, "entries": entries})["solved"]
    assert entries.items() <= SOLUTION.items()


def test_a_hint_says_which_entry_or_mark_is_wrong_instead():
    for wrong in ({"entries": {"R1C3": 2}}, {"marks": {"R1C3": [1, 2]}}):
        told = asked("hint", puzzle={**CLASSIC, **wrong})
        assert (told["found"], told["wrong"]) == (False, ["R1C3"])
    told = asked("hint", puzzle={**CLASSIC, "entries": {"R1C3": 5}})
    assert told["wrong"] == ["R1C3"]  # and never the clue that it clashes with
    assert told["words"][0] == "R1C3=5 is wrong"
    told = asked("hint", puzzle={**CLASSIC, "entries": {"R1C3": 4, "R1C4": 4}})
    assert told["wrong"] == ["R1C4"]  # of two entries that clash the wrong one


def test_a_cage_of_one_cell_is_the_reason_of_its_value():
    cage = {"rule": "killer", "cells": ["R1C1"], "sum": 3}
    told = asked("hint", puzzle={"size": 4, "clues": "." * 16, "rules": [cage]})
    assert "killer cage 3 at R1C1" in told["words"][1]
    assert told["words"][2] == "The killer cage 3 at R1C1 has no cell but R1C1, so R1C1 is 3."


def test_candidates_leave_room_for_the_sums_of_cages():
    from nonet.render.overlay import candidate_position

    cage = {"rule": "killer", "cells": ["R1C1", "R1C2"], "sum": 12}
    plain = asked("draw", puzzle={"size": 9, "clues": "." * 81})["top"]
    top = asked("draw", puzzle={"size": 9, "clues": "." * 81, "rules": [cage]})["top"]
    assert plain < top
    _, y, size = candidate_position((0, 0), 0, 48, 3, 3, top)
    assert y - 0.4 * size > (0.045 + 0.25) * 48 - 2  # under the sum, but for its leading


def test_groups_of_cells_that_differ_are_told():
    groups = asked("draw", puzzle={"size": 4, "clues": "." * 16, "rules": ["anti-knight"]})[
        "differ"
    ]
    assert ["R1C1", "R1C2", "R1C3", "R1C4"] in groups
    assert any(set(group) == {"R1C1", "R2C3"} for group in groups)


def test_a_hint_starts_from_the_marks():
    one = {"R1C3": [SOLUTION["R1C3"]]}
    told = asked("hint", puzzle={**CLASSIC, "marks": one}, only=["naked-single"])
    assert ["R1C3", SOLUTION["R1C3"]] in told["placements"]


def test_a_technique_can_be_practised():
    told = asked("hint", puzzle=CLASSIC, only="naked-single")
    assert told["technique"] == "naked-single"
    assert refused("hint", puzzle=CLASSIC, only="nkaed-single")["kind"] == "TechniqueError"


@BOTH
def test_why_not_is_true_for_every_value(puzzle):
    """A value that a reason excludes is in no solution; one that is possible is in some."""
    found = nonet.parse(json.dumps(puzzle))
    true = nonet.candidates(found).values
    for cell in found.grid.cells[:: 1 if puzzle is VARIANT else 16]:
        for value in found.grid.values:
            told = asked("whynot", puzzle=puzzle, cell=cell, value=value)
            assert told["possible"] == (value in true[cell]), (cell, value, told)
            assert told["words"]


def test_why_not_minds_what_is_entered_and_names_the_argument():
    told = asked("whynot", puzzle=CLASSIC, cell="R1C3", value=5)
    assert told["words"] == ["R1C1 and R1C3 are both 5 in row 1"]
    told = asked("whynot", puzzle=CLASSIC, cell="R1C3", value=2)
    assert told["words"][0] == "Suppose R1C3 were 2."
    assert "cannot" in told["words"][-1] or "nothing" in told["words"][-1]
    entries = {"R1C4": SOLUTION["R1C3"]}
    told = asked("whynot", puzzle={**CLASSIC, "entries": entries}, cell="R1C3", value=4)
    assert not told["possible"] and "R1C4" in told["cells"]
    assert refused("whynot", puzzle=CLASSIC, cell="R1C3", value=12)["kind"] == "QuestionError"
    assert refused("whynot", puzzle=CLASSIC, cell="R1C10", value=1)["kind"] == "PuzzleError"


@BOTH
def test_a_path_gives_every_step_with_the_values_before_it(puzzle):
    events = list(ask({"do": "path", "puzzle": puzzle}))
    steps, told = [event["step"] for event in events[:-1]], events[-1]["done"]
    assert told["steps"] == len(steps) > 0
    placed: dict[str, int] = {}
    for step in steps:
        assert step["values"] == placed
        placed |= dict(step["placements"])
    assert told["solved"] == (puzzle is CLASSIC)
    if told["solved"]:
        assert placed.items() <= SOLUTION.items()


@BOTH
def test_ratings_are_named_by_their_scales(puzzle):
    told = asked("rate", puzzle=puzzle, scales=["explainer", "hodoku"])
    assert [each["name"] for each in told["ratings"]] == ["explainer", "hodoku"]
    if puzzle is CLASSIC:
        assert [each["score"] for each in told["ratings"]] == [1.2, 204]
        assert told["ratings"][1]["level"] == "Easy"


@BOTH
@pytest.mark.parametrize("level", ["auto", "forward-checking"])
def test_a_run_replayed_by_its_changes_ends_in_its_solution(puzzle, level):
    told = asked("trace", puzzle=puzzle, level=level, most=20000)
    domains = [set(places) for places in told["domains"]]
    solved, guesses = [], []
    for (kind, *event), words in zip(told["events"], told["told"], strict=True):
        assert "".join(told["phrases"][number] for number in words)
        if kind == 1:
            domains[event[0]] -= set(event[1] if isinstance(event[1], list) else [event[1]])
        if kind == 2:
            del guesses[event[2] - 1 :]
            guesses.append([set(each) for each in domains])
            domains[event[0]] = {event[1]}
        if kind == 4:
            domains = guesses[event[0] - 1]
            del guesses[event[0] - 1 :]
        if kind == 5:
            assert all(len(places) == 1 for places in domains)
            values = [told["values"][place] for (place,) in domains]
            solved.append(dict(zip(told["names"], values, strict=True)))
    model = nonet.parse(json.dumps(puzzle)).model()
    assert len(solved) == 1
    assert model.accepts({cell: solved[0][cell] for cell in model.variables})
    assert told["tree"][0]["parent"] == -1
    assert not told["more"]


def test_a_run_that_is_cut_says_so():
    told = asked("trace", puzzle=CLASSIC, most=10)
    assert (len(told["events"]), told["more"]) == (10, True)


@BOTH
def test_a_learner_drives_and_goes_back(puzzle):
    start = asked("drive", puzzle=puzzle, which=True)
    label = next(each["label"] for each in start["constraints"] if each["useful"])
    after = asked("drive", puzzle=puzzle, moves=[{"filter": label}])
    assert after["told"] and after["domains"] != start["domains"]
    for cell, gone in after["shown"]["gone"].items():
        assert set(start["domains"][cell]) - set(after["domains"][cell]) == set(gone)
    (stands,) = (each for each in after["constraints"] if each["label"] == label)
    assert not stands["waits"] and set(after["shown"]["gone"]) <= set(stands["cells"])
    assert not any(each["useful"] for each in after["constraints"])  # nobody has asked
    cell, values = next((c, v) for c, v in after["domains"].items() if len(v) > 1)
    moves = [{"filter": label}, {"guess": [cell, values[0]]}]
    guessed = asked("drive", puzzle=puzzle, moves=moves)
    assert guessed["guesses"] == [[cell, values[0]]]
    assert guessed["tree"][guessed["here"]]["label"] == f"{cell} = {values[0]}"
    assert guessed["ends"][0] < guessed["ends"][1] == guessed["tree"][1]["end"]
    back = asked("drive", puzzle=puzzle, moves=[*moves, {"all": True}, {"back": True}])
    assert (back["domains"], back["guesses"], back["here"]) == (after["domains"], [], 0)


@pytest.mark.parametrize(
    "move",
    [{}, {"all": False}, {"guess": ["R1C3"]}, {"filter": "row 99"}, {"back": True}, {"x": 1}],
)
def test_a_move_that_makes_no_sense_is_refused(move):
    assert refused("drive", puzzle=CLASSIC, moves=[move])["kind"] in ("QuestionError", "ModelError")


@BOTH
def test_the_program_is_that_of_the_puzzle(puzzle):
    found = nonet.parse(json.dumps(puzzle))
    told = asked("model", puzzle=puzzle, language="minizinc")
    assert told["code"] == nonet.export(found, "minizinc")
    assert [c["words"] for c in told["constraints"]] == [
        c.description for c in found.model().constraints
    ]
    assert {v["name"]: v["values"] for v in told["variables"]} == {
        name: list(domain) for name, domain in found.model().domains.items()
    }


@BOTH
def test_a_puzzle_is_exported_as_a_picture_and_to_print(puzzle):
    told = asked("export", puzzle={**puzzle, "name": "<b>../x"})
    assert told["svg"].startswith("<svg") and "<b>" not in told["svg"]
    assert told["name"] == "-b----x.svg"
    page = asked("export", puzzle={**puzzle, "name": "<b>"}, to="print")["html"]
    assert "<b>" not in page and "<svg" in page


def test_exercises_are_read_and_graded():
    assert [each["number"] for each in asked("exercise")["exercises"]] == list(range(1, 21))
    told = asked("exercise", name="declare-rows")
    assert "solution" not in told
    assert told["code"] == find_exercise("declare-rows").hole
    graded = asked("grade", name="declare-rows", code="print('hello')\n" + told["code"])
    assert not graded["passed"]
    assert graded["printed"] == "hello\n"
    assert asked("grade", name="declare-rows", code=find_exercise("2").solution)["passed"]
    assert refused("exercise", name="nothing such")["kind"] == "ExerciseError"


def test_a_lesson_has_a_position_in_which_its_technique_is_found() -> None:
    for technique in ("naked-pair", "x-wing", "xy-wing"):
        told = asked("lesson", technique=technique)
        assert told["about"] and ">>>" not in told["about"]
        hint = asked("hint", puzzle=told["puzzle"], only=[technique])
        assert (hint["found"], hint["technique"]) == (True, technique)
    assert asked("lesson", technique="constraint")["puzzle"] is None
    assert "did you mean x-wing" in refused("lesson", technique="x-wign")["error"]


def test_a_page_is_told_of_cells_alone_where_a_rule_adds_variables():
    rule = nonet.rule_types()["different-regions"]
    document = json.loads(nonet.write(example_puzzle(rule, rule.examples[0]), "json"))
    cells = set(example_puzzle(rule, rule.examples[0]).grid.cells)
    *steps, _ = ask({"do": "path", "puzzle": document, "only": ["singles", "constraints"]})
    steps = [event for event in steps if "step" in event]
    assert any(not step["step"]["placements"] for step in steps)
    for step in steps:
        told = step["step"]
        changed = {cell for cell, _ in (*told["placements"], *told["eliminations"])}
        assert {*changed, *told["candidates"], *told["values"], *told["place"]} <= cells


def test_a_grid_of_which_nothing_follows_says_why_and_what_may_lack():
    told = asked("path", puzzle={"size": 4, "clues": "." * 16})
    assert told["steps"] == 0 and not told["solved"]
    assert told["words"].startswith("The puzzle has several solutions: ")
    assert told["words"].endswith(" was a clue or a rule forgotten?")
    assert asked("hint", puzzle={"size": 4, "clues": "." * 16})["words"] == [told["words"]]
    full = {"size": 4, "clues": "2143431212343421"}
    assert asked("path", puzzle=full)["words"] == "Every cell has its value."
    assert asked("path", puzzle=CLASSIC)["words"] == ""
