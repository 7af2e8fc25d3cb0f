"""What a question may be: whatever comes in, one line comes out, and the engine goes on."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path

import pytest

from nonet.errors import PositionError, QuestionError
from nonet.protocol import ask, ask_text, command_names, find_command
from nonet.protocol.command import GRACE_SECONDS
from nonet.protocol.dispatch import MAX_ERROR_LENGTH, question_timeout
from nonet.protocol.documents import MAX_CELLS, MAX_DEPTH, MAX_QUESTION_LENGTH
from tests.cases import as_one_test
from tests.protocol.questions import CLASSIC, VARIANT, error_of

ROOT = Path(__file__).parents[2]


def last_event(text: str | bytes) -> dict:
    *_, event = ask_text(text)
    return event


@as_one_test([
        "", "{", "[]", "3", '"about"', "null", "NaN", '{"do": NaN}', "\x00", b"\xff\xfe",
        "[" * 100_000, '{"a":' * 5000, '{"do": "about", "do": "nothing"}', '{"do": ["about"]}',
        '{"do": "about"} {"do": "about"}', '{"do": "' + "x" * 5000 + '"}',
    ])  # fmt: skip
def test_a_text_that_is_no_question_is_one_line_of_error(text):
    event = last_event(text)
    assert event["kind"] == "QuestionError"
    assert 0 < len(event["error"]) < 200 and "\n" not in event["error"]


def test_depth_and_length_are_limits_that_say_themselves():
    inside = "[" * (MAX_DEPTH - 1) + "]" * (MAX_DEPTH - 1)
    assert "marks" in last_event(f'{{"do": "about", "marks": {inside}}}')["error"]
    assert "deep" in last_event(f'{{"do": "about", "marks": [{inside}]}}')["error"]
    text = json.dumps({"do": "read", "text": '[[[["[[' * 50 + "[" * 1000})
    assert last_event(text)["kind"] == "FormatError"  # brackets within a text are no depth
    assert "KiB" in last_event(" " * (MAX_QUESTION_LENGTH + 1))["error"]


@as_one_test(
    [
        ({"do": "sovle"}, "did you mean solve?"),
        ({"do": "solve"}, "solve needs puzzle"),
        ({"do": "solve", "puzzle": []}, "puzzle is a puzzle as an object"),
        ({"do": "solve", "puzzle": {}, "limt": 3}, "did you mean limit?"),
        ({"do": "solve", "puzzle": CLASSIC, "limit": -1}, "limit is at least 0"),
        ({"do": "solve", "puzzle": CLASSIC, "limit": True}, "limit is a whole number"),
        ({"do": "solve", "puzzle": CLASSIC, "seconds": 1e9}, "seconds is"),
        ({"do": "solve", "puzzle": CLASSIC, "seconds": "1"}, "seconds is a number of seconds"),
        ({"do": "solve", "puzzle": CLASSIC, "backend": "gurobi"}, "there is no backend 'gurobi'"),
        ({"do": "trace", "puzzle": CLASSIC, "level": "gca"}, "did you mean gac?"),
        ({"do": "race", "puzzle": CLASSIC, "backends": [3]}, "backends is a list of texts"),
        ({"do": "drive", "puzzle": CLASSIC, "moves": [3]}, "moves is a list of objects"),
        ({"do": "write", "puzzle": CLASSIC, "format": "x" * 200}, "format has at most 100"),
    ]
)
def test_unknown_options_of_a_command_are_reported(question, expected):
    *_, event = ask(question)
    assert expected in event["error"]


@pytest.mark.parametrize(
    "document",
    [
        {"size": 64, "clues": {}},
        {"grid": "1000x1000 values 1-9 box none", "clues": {}},
        {"grid": {"values": [1], "blocks": [{"top": 0, "left": 0, "height": 999, "width": 999}]}},
        {"size": 10**12, "clues": {}},
        {"size": 9, "clues": {}, "rules": ["diagonals"] * 5000},
        {"size": 9, "clues": {"R1C1": 10**30}},
        {"size": 9, "clues": {"R1C1": "1"}},
        {"size": 9, "clues": {"__proto__": 1}},
        {"size": 9, "clues": {}, "marks": [1]},
        {"size": 9, "clues": {}, "marks": {"R1C1": "12"}},
        {"size": 9, "clues": {}, "marks": {"R77C1": [1]}},
        {"size": 9, "clues": {}, "entries": {"R1C1": None}},
        {"size": 9, "clues": {}, "rules": [{"rule": "os:system", "cells": "ls"}]},
        {"size": 9, "clues": {}, "rules": [{"rule": "killer", "cells": ["R1C1"], "sum": 1e300}]},
        {"size": 9, "clues": {}, "rules": [[["x"]]]},
        {"size": 9, "clues": {}, "notes": {"a": {"b": 1}}, "name": 3},
    ],
)
@pytest.mark.parametrize("do", ["draw", "check", "hint", "verify"])
def test_a_document_that_is_no_puzzle_is_an_error_of_ours(document, do):
    event = error_of(do, puzzle=document)
    assert event["kind"] in ("QuestionError", "FormatError", "PuzzleError", "ClueError"), event
    assert len(event["error"]) < 300


def test_a_puzzle_may_have_so_many_cells_and_no_more():
    side = int(MAX_CELLS**0.5)
    *_, event = ask({"do": "draw", "puzzle": {"size": side, "box": None, "clues": {}}})
    assert "done" in event
    larger = {"size": side + 1, "box": None, "clues": {}}
    assert "at most" in error_of("draw", puzzle=larger)["error"]


def test_a_fault_of_ours_is_an_event_and_not_the_end(monkeypatch):
    from nonet.protocol import checking

    monkeypatch.setattr(checking, "find_conflicts", lambda puzzle: 1 // 0)
    event = error_of("check", puzzle=CLASSIC)
    assert event["kind"] == "Fault"
    assert event["error"].startswith("a fault of nonet: ZeroDivisionError")


@pytest.mark.parametrize("error", [MemoryError, RecursionError])
def test_full_memory_and_stacks_are_reported(error, monkeypatch):
    from nonet.protocol import checking

    def fail(puzzle):
        raise error

    monkeypatch.setattr(checking, "find_conflicts", fail)
    assert error_of("check", puzzle=CLASSIC)["kind"] == error.__name__


def test_errors_say_where_if_they_know():
    assert PositionError("x", cells=["R1C1"]).cells == ("R1C1",)
    event = error_of("rate", puzzle={**CLASSIC, "clues": "55" + "." * 79})
    assert event["kind"] == "ClueError"


def test_an_error_is_one_line_whatever_it_quotes():
    event = error_of("draw", puzzle={**CLASSIC, "entries": {"\n\u2028": None}})
    assert len(event["error"].splitlines()) == 1
    event = error_of("draw", puzzle={**CLASSIC, "nonet": ["x" * 5000]})
    assert len(event["error"]) <= MAX_ERROR_LENGTH


def test_a_question_is_waited_for_as_long_as_it_may_take():
    assert question_timeout(json.dumps({"do": "draw", "puzzle": CLASSIC})) == GRACE_SECONDS
    assert (
        question_timeout(json.dumps({"do": "solve", "puzzle": CLASSIC, "seconds": 7}))
        == GRACE_SECONDS + 7
    )
    assert (
        question_timeout(json.dumps({"do": "race", "puzzle": CLASSIC, "seconds": 7}))
        > GRACE_SECONDS + 7
    )
    assert question_timeout("nonsense") == GRACE_SECONDS


def test_nothing_is_kept_between_two_questions():
    """The same question has the same answer, whatever was asked before."""

    def answers() -> list[str]:
        results = []
        for puzzle in (CLASSIC, VARIANT):
            for do in ("draw", "check", "verify", "hint", "trace"):
                *_, event = ask({"do": do, "puzzle": puzzle})
                event["done"].pop("ms")
                results.append(json.dumps(event))
        return results

    assert answers() == answers()


def test_every_command_is_on_the_page_of_the_protocol():
    page = (ROOT / "docs" / "page-protocol.md").read_text(encoding="utf-8")
    headings = re.findall(r"^### `(\w+)`$", page, re.MULTILINE)
    assert headings == command_names()
    for name in command_names():
        section = page.partition(f"### `{name}`\n")[2].partition("\n### ")[0]
        command = find_command(name)
        assert command.sentence in section
        assert re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE) == [
            parameter.name for parameter in command.parameters
        ]


def test_the_tables_of_the_page_are_those_that_its_script_makes():
    script = runpy.run_path(str(ROOT / "docs" / "site" / "protocol.py"))
    page = (ROOT / "docs" / "page-protocol.md").read_text(encoding="utf-8")
    assert script["with_new_tables"](page) == page


def test_a_name_that_is_no_command_is_none():
    for name in ("__class__", "ask", "", None, 3, "about.about"):
        with pytest.raises(QuestionError):
            find_command(name)
