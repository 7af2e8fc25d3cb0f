"""Runs watched and driven: replays are those of the run."""

from __future__ import annotations

import json

import pytest

import nonet
from tests.protocol.questions import BOTH, CLASSIC, answer_to, error_of


@BOTH
@pytest.mark.parametrize("level", ["auto", "forward-checking"])
def test_a_run_replayed_by_its_changes_ends_in_its_solution(puzzle, level):
    answer = answer_to("trace", puzzle=puzzle, level=level, most=20000)
    domains = [set(places) for places in answer["domains"]]
    solved, guesses = [], []
    for (kind, *event), phrase_numbers in zip(answer["events"], answer["told"], strict=True):
        assert "".join(answer["phrases"][number] for number in phrase_numbers)
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
            values = [answer["values"][place] for (place,) in domains]
            solved.append(dict(zip(answer["names"], values, strict=True)))
    model = nonet.parse(json.dumps(puzzle)).model()
    assert len(solved) == 1
    assert model.accepts({cell: solved[0][cell] for cell in model.variables})
    assert answer["tree"][0]["parent"] == -1
    assert not answer["more"]


def test_a_run_that_is_cut_says_so():
    answer = answer_to("trace", puzzle=CLASSIC, most=10)
    assert (len(answer["events"]), answer["more"]) == (10, True)


@BOTH
def test_a_learner_drives_and_goes_back(puzzle):
    start = answer_to("drive", puzzle=puzzle, which=True)
    label = next(each["label"] for each in start["constraints"] if each["useful"])
    after = answer_to("drive", puzzle=puzzle, moves=[{"filter": label}])
    assert after["told"] and after["domains"] != start["domains"]
    for cell, eliminated in after["shown"]["gone"].items():
        assert set(start["domains"][cell]) - set(after["domains"][cell]) == set(eliminated)
    (stands,) = (each for each in after["constraints"] if each["label"] == label)
    assert not stands["waits"] and set(after["shown"]["gone"]) <= set(stands["cells"])
    assert not any(each["useful"] for each in after["constraints"])  # nobody has asked
    cell, values = next((c, v) for c, v in after["domains"].items() if len(v) > 1)
    moves = [{"filter": label}, {"guess": [cell, values[0]]}]
    guessed = answer_to("drive", puzzle=puzzle, moves=moves)
    assert guessed["guesses"] == [[cell, values[0]]]
    assert guessed["tree"][guessed["here"]]["label"] == f"{cell} = {values[0]}"
    assert guessed["ends"][0] < guessed["ends"][1] == guessed["tree"][1]["end"]
    back = answer_to("drive", puzzle=puzzle, moves=[*moves, {"all": True}, {"back": True}])
    assert (back["domains"], back["guesses"], back["here"]) == (after["domains"], [], 0)


@pytest.mark.parametrize(
    "move",
    [{}, {"all": False}, {"guess": ["R1C3"]}, {"filter": "row 99"}, {"back": True}, {"x": 1}],
)
def test_a_move_that_makes_no_sense_is_refused(move):
    assert error_of("drive", puzzle=CLASSIC, moves=[move])["kind"] in (
        "QuestionError",
        "ModelError",
    )


def test_constraints_that_wake_are_named_with_what_changed_up_to_eight():
    small = {"size": 4, "clues": {}}
    answer = answer_to("drive", puzzle=small, moves=[{"all": True}, {"guess": ["R1C1", 1]}])
    assert answer["woken"] == [
        f"{label} wakes: R1C1 changed" for label in ("row 1", "column 1", "box 1")
    ]
    assert answer["shown"] == {"cells": ["R1C1"], "gone": {}, "why": [], "scope": []}
    lines = [{"rule": "thermometer", "cells": ["R5C5", f"R{row}C{column}"]}
             for row in (4, 5, 6) for column in (4, 5, 6) if (row, column) != (5, 5)]  # fmt: skip
    moves = [{"all": True}, {"guess": ["R5C5", 1]}]
    blank = {"size": 9, "clues": {}}
    for number in (5, 6, 7):
        puzzle = {**blank, "rules": lines[:number]}
        woken = answer_to("drive", puzzle=puzzle, moves=moves)["woken"]
        more_sentence = [f"and {number + 3 - 8} more"] if number > 5 else []
        assert len(woken) == 8 + len(more_sentence) and woken[8:] == more_sentence
        assert all("wakes: R5C5 changed" in each for each in woken[:8])


def test_guesses_that_were_taken_back_are_gone_from_the_list():
    puzzle = {"size": 4, "clues": {}}
    guess = [{"guess": ["R1C1", 1]}, {"guess": ["R2C2", 2]}]
    back = {"back": True}
    for moves, standing in (
        ([*guess], [["R1C1", 1], ["R2C2", 2]]),
        ([*guess, back], [["R1C1", 1]]),
        ([*guess, back, back], []),
    ):
        answer = answer_to("drive", puzzle=puzzle, moves=moves)
        assert answer["guesses"] == standing and len(answer["ends"]) == len(moves)
    assert answer_to("drive", puzzle=puzzle)["ends"] == []
