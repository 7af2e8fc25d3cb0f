"""Parameters at each of their bounds and beside it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from nonet.errors import QuestionError
from nonet.protocol import ask, command, command_names, find_command
from nonet.protocol.command import GRACE_SECONDS, KINDS, Command, Parameter
from nonet.protocol.dispatch import question_timeout
from tests.cases import as_one_test
from tests.protocol.questions import CLASSIC


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


NUMBER = Parameter("n", "integer", "a number", minimum=2, maximum=4)
BOUNDED = {
    "integer": (NUMBER, lambda number: number, "n is at least 2 and at most 4, not {}"),
    "seconds": (
        replace(NUMBER, kind="seconds"),
        lambda number: float(number),
        "n is at least 2 and at most 4, not {}",
    ),
    "text": (
        replace(NUMBER, kind="text"),
        lambda number: number * "x",
        "n has at least 2 and at most 4 characters, not {}",
    ),
    "texts": (
        replace(NUMBER, kind="texts"),
        lambda number: number * ["abcdef"],
        "n has at least 2 and at most 4 entries, not {}",
    ),
    "objects": (
        replace(NUMBER, kind="objects"),
        lambda number: number * [{}],
        "n has at least 2 and at most 4 entries, not {}",
    ),
}


@pytest.mark.parametrize("kind", BOUNDED)
def test_values_are_taken_from_the_least_to_the_greatest_and_no_others(kind):
    parameter, value_of, message = BOUNDED[kind]
    for number in (2, 3, 4):
        assert parameter.validate(value_of(number)) == value_of(number)
    for number in (1, 5):
        with pytest.raises(QuestionError) as refused:
            parameter.validate(value_of(number))
        assert str(refused.value) == message.format(number)
    for one_sided, wrong, text in (
        (replace(parameter, minimum=None), 5, "at most 4"),
        (replace(parameter, maximum=None), 1, "at least 2"),
    ):
        if kind == "seconds" or (kind == "text" and one_sided.maximum is None):
            continue  # these have bounds of their own
        with pytest.raises(QuestionError) as refused:
            one_sided.validate(value_of(wrong))
        assert text in str(refused.value) and " and " not in str(refused.value)
        assert one_sided.validate(value_of(6 - wrong)) == value_of(6 - wrong)


def test_seconds_and_texts_have_bounds_of_their_own(monkeypatch):
    seconds = Parameter("s", "seconds", "how long")
    for good in (0.001, 600, 600.0):
        assert seconds.validate(good) == good
    for bad in (0.0009, 600.1, 0, -1, float("inf")):
        with pytest.raises(QuestionError, match=r"s is at least 0\.001 and at most 600, not"):
            seconds.validate(bad)
    monkeypatch.setattr(command, "MAX_TEXT_LENGTH", 3)
    text = Parameter("t", "text", "a text")
    assert text.validate("") == "" and text.validate("abc") == "abc"
    with pytest.raises(QuestionError, match="t has at most 3 characters, not 4"):
        text.validate("abcd")


WRONG = {
    "puzzle": ([], "x", 1, True),
    "text": (1, [], {}, True),
    "integer": ("1", 1.0, True, [1]),
    "seconds": ("1", True, [1.0]),
    "flag": (0, 1, "true", []),
    "texts": (1, [1], ["x", None], {"x": "x"}),
    "cells": ([], {"R1C1": "1"}, {"R1C1": True}, {"R1C1": 1.0}),
    "objects": ({}, ["x"], [{}, []]),
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_value_of_another_kind_is_refused_and_null_is_the_default(kind):
    assert set(WRONG) == set(KINDS)
    parameter = Parameter("p", kind, "a parameter", default := object())
    assert parameter.validate(None) is default and not parameter.required
    needed = Parameter("p", kind, "a parameter")
    assert needed.required
    for value in (None, *WRONG[kind]):
        with pytest.raises(QuestionError) as refused:
            needed.validate(value)
        assert str(refused.value) == f"p is {KINDS[kind].description}, not {value!r}"


def test_a_long_value_is_quoted_in_part():
    flag = Parameter("f", "flag", "yes or no")
    for length, shown in ((38, f"'{38 * 'x'}'"), (39, f"'{36 * 'x'}...")):
        with pytest.raises(QuestionError) as refused:
            flag.validate(length * "x")
        assert str(refused.value) == f"f is true or false, not {shown}"


def test_one_text_is_a_list_of_one_and_a_choice_is_one_of_its_texts():
    texts = Parameter("t", "texts", "texts", [], 0, 2)
    assert texts.validate("abc") == ["abc"]
    choice = Parameter("c", "text", "a text", "svg", choices=("svg", "print"))
    assert choice.validate("print") == "print"
    with pytest.raises(
        QuestionError, match=r"c is one of svg, print, not 'prnt'; did you mean print\?"
    ):
        choice.validate("prnt")


def test_a_question_is_waited_for_by_its_seconds_and_repetitions():
    for name in command_names():
        question = {"do": name}
        waited = GRACE_SECONDS
        for each in find_command(name).parameters:
            if each.kind == "seconds":
                question[each.name] = 3
                waited += 3 * each.repetitions
            elif each.required:
                question[each.name] = (
                    {} if each.kind == "puzzle" else 1 if each.kind == "integer" else "x"
                )
        assert question_timeout(json.dumps(question)) == waited, name
    single, repeated = (
        Parameter("a", "seconds", "", 2.0),
        Parameter("b", "seconds", "", 5.0, repetitions=4),
    )
    both = Command("both", "", (single, repeated), lambda a, b: {})
    assert both.timeout(both.parse_parameters({"do": "both", "b": 7})) == GRACE_SECONDS + 2 + 4 * 7
