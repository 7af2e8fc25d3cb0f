"""The schema says what the engine takes; and whatever comes in, no fault of nonet comes out."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nonet.errors import QuestionError
from nonet.protocol import ask, ask_text, command_names, find_command
from nonet.protocol.command import Parameter
from nonet.protocol.dispatch import MAX_ERROR_LENGTH

jsonschema = pytest.importorskip("jsonschema", reason="the schema is judged by jsonschema")

*_, ANSWER = ask({"do": "schema"})
SCHEMA = {key: value for key, value in ANSWER["done"].items() if key != "ms"}

LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-3, 700)
    | st.integers(10**9, 10**20)
    | st.sampled_from([0.0005, 0.5, 9.5, 1e9])
    | st.sampled_from(["", "gac", "svg", "R1C1", "x" * 300, "__proto__", "\u202e\x00"])
)
VALUES = st.recursive(
    LEAVES,
    lambda each: (
        st.lists(each, max_size=3) | st.dictionaries(st.text(max_size=4), each, max_size=3)
    ),
    max_leaves=6,
)


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert list(SCHEMA["$defs"]) == command_names()
    assert json.loads(json.dumps(SCHEMA)) == SCHEMA


def likely_values(parameter: Parameter) -> st.SearchStrategy[Any]:
    """Values a parameter may take, mostly."""
    kinds = {
        "puzzle": st.just({}),
        "text": st.sampled_from(parameter.choices or ("native", "")),
        "integer": st.integers(-1, 12),
        "seconds": st.sampled_from([0.5, 0.001, 600, 601]),
        "flag": st.booleans(),
        "texts": st.lists(st.sampled_from(["native", "sat"]), max_size=4) | st.just("native"),
        "cells": st.just({"R1C1": 1}),
        "objects": st.lists(st.just({"all": True}), max_size=2),
    }
    return kinds[parameter.kind]


@st.composite
def questions(draw: st.DrawFn) -> dict[str, Any]:
    """A question of some command, with some of its parameters, of which some are nonsense."""
    name = draw(st.sampled_from(command_names()))
    question: dict[str, Any] = {"do": name}
    for parameter in find_command(name).parameters:
        if draw(st.integers(0, 9)) < (9 if parameter.required else 5):
            sensible = draw(st.integers(0, 9)) < 8
            question[parameter.name] = draw(likely_values(parameter) if sensible else VALUES)
    if draw(st.integers(0, 19)) == 0:
        question[draw(st.text(max_size=5))] = draw(LEAVES)
    return question


@given(questions())
@settings(max_examples=150, deadline=None, derandomize=True)
def test_a_question_is_taken_if_and_only_if_it_is_of_the_schema(question: dict[str, Any]) -> None:
    name = question["do"]
    judge = jsonschema.Draft202012Validator(
        SCHEMA["$defs"][name] if name in command_names() else False
    )
    try:
        find_command(name).parse_parameters(question)
    except QuestionError:
        assert not judge.is_valid(question)
    else:
        assert judge.is_valid(question)


DOCUMENT = {
    "nonet": "puzzle",
    "version": 1,
    "name": "A",
    "size": 4,
    "clues": {"R1C1": 1, "R4C4": 4},
    "rules": [
        "diagonals",
        {"rule": "killer", "cells": ["R1C1", "R1C2"], "sum": 3},
        {"rule": "sandwich", "clue": "R0C1", "sum": 4},
    ],
    "entries": {"R1C2": 2},
    "marks": {"R1C3": [3, 4]},
}
QUICK = ("draw", "check", "model", "write", "export", "drive", "hint")


def places(document: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to all values in a document."""
    steps = document.items() if isinstance(document, dict) else enumerate(document)
    paths = []
    for step, value in steps:
        paths.append((*path, step))
        if isinstance(value, dict | list):
            paths += places(value, (*path, step))
    return paths


@given(st.sampled_from(QUICK), st.sampled_from(places(DOCUMENT)), VALUES)
@settings(
    max_examples=150, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
def test_a_damaged_puzzle_is_an_answer_or_a_line_but_never_a_fault(
    do: str, way: tuple[Any, ...], value: Any
) -> None:
    puzzle = copy.deepcopy(DOCUMENT)
    *before, last = way
    at: Any = puzzle
    for step in before:
        at = at[step]
    at[last] = value
    question: dict[str, Any] = {"do": do, "puzzle": puzzle}
    if do == "write":
        question["format"] = "json"
    *_, event = ask_text(json.dumps(question))
    assert event.get("kind") != "Fault", event
    assert ("done" in event) != ("error" in event)
    if "error" in event:
        assert "\n" not in event["error"]
        assert len(event["error"]) <= MAX_ERROR_LENGTH
