"""The parameters of a rule: their kinds, cells as they are written, and values of each kind."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import pytest

from nonet.errors import PuzzleError
from nonet.puzzle import PuzzleRule, parameters
from nonet.puzzle.parameters import (
    Parameter,
    checked_value,
    parameters_of,
    parse_cells,
    parse_choice,
    parse_value,
)
from tests.cases import shipped_rules


@pytest.mark.parametrize(
    ("word", "cells"),
    [
        ("R1C1", "R1C1"),
        ("r10c2", "R10C2"),
        ("B3", "R2C3"),
        ("R1C1R1C2", "R1C1 R1C2"),
        ("r1c1R2c2r3c3", "R1C1 R2C2 R3C3"),
        ("R1C1-R1C3", "R1C1 R1C2 R1C3"),
        ("R1C3-R1C1", "R1C3 R1C2 R1C1"),
        ("R3C1-R1C1", "R3C1 R2C1 R1C1"),
        ("R1C3-R3C1", "R1C3 R2C2 R3C1"),
        ("R3C3-R1C1", "R3C3 R2C2 R1C1"),
        ("R1C1-R1C1", "R1C1"),
        ("A1-B2", "R1C1 R1C2 R2C1 R2C2"),  # a square of two is no diagonal
        ("R2C3-R1C1", "R1C1 R1C2 R1C3 R2C1 R2C2 R2C3"),
        ("~total", "~total"),
    ],
)
def test_cells_are_a_name_a_range_or_names_run_together(word, cells):
    assert parse_cells(word) == cells.split()


@pytest.mark.parametrize("word", ["", "x", "R1C1-", "-R1C1", "R1C1-x", "R1C1R2", "1", "R0C1x"])
def test_what_names_no_cell_is_none(word):
    assert parse_cells(word) is None


def test_a_range_means_no_more_cells_than_its_limit(monkeypatch):
    """Both along a line and over a rectangle."""
    monkeypatch.setattr(parameters, "MAX_RANGE_CELLS", 6)
    assert len(parse_cells("R1C1-R1C6")) == len(parse_cells("R1C1-R2C3")) == 6
    assert len(parse_cells("R1C1-R6C6")) == 6
    for word in ("R1C1-R1C7", "R1C1-R2C4", "R7C1-R1C7"):
        with pytest.raises(PuzzleError, match=f"{word} means more than 6 cells"):
            parse_cells(word)


def parameter(kind, choices=()):
    return Parameter("what", kind, "", required=True, choices=choices)


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("integer", "7", 7),
        ("integer", "-7", -7),
        ("integer", "+7", 7),
        ("integer", " 7 ", 7),
        ("integer", "9" * 18, 10**18 - 1),
        ("integers", "1,2 3|4", (1, 2, 3, 4)),
        ("tuples", "1 2|3", ((1, 2), (3,))),
        ("flag", "Yes", True), ("flag", "TRUE", True), ("flag", "1", True),
        ("flag", "no", False), ("flag", "False", False), ("flag", "0", False),
        ("cell", "r1c1", "R1C1"),
        ("outside", "R0C1", "R0C1"),
        ("cells", "R1C1, R1C2|R1C3", ("R1C1", "R1C2", "R1C3")),
        ("groups", "R1C1 R1C2|R1C3", (("R1C1", "R1C2"), ("R1C3",))),
        ("choice", "UP", "up"),
        ("text", " as it is ", " as it is "),
    ],
)  # fmt: skip
def test_a_text_is_a_value_of_its_kind(kind, text, value):
    assert parse_value("r", parameter(kind, ("up", "down")), text) == value


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        ("integer", "", "what is a whole number, not ''"),
        ("integer", "1.5", "what is a whole number, not '1.5'"),
        ("integer", "9" * 19, "what is a whole number"),
        ("integer", "1 2", "what is one number, not '1 2'"),
        ("integers", "1 x", "what is a whole number, not '1 x'"),
        ("tuples", "1|", "what is a whole number, not ''"),
        ("flag", "maybe", "what is yes or no, not 'maybe'"),
        ("cell", "R1C1 R1C2", "what is one cell, not 'R1C1 R1C2'"),
        ("cell", "x", "what: 'x' is not a cell, which is named as R1C1 or A1"),
        ("groups", "R1C1|x", "what: 'x' is not a cell"),
        ("choice", "left", "what is one of up, down, not 'left'"),
        ("rule", "", r"what is given in parentheses: \(killer 15 R1C1 R1C2\)"),
        ("rules", "x", r"what is given in parentheses: \(x\)"),
    ],
)
def test_a_text_of_another_kind_is_refused_by_the_name_of_the_parameter(kind, text, message):
    with pytest.raises(PuzzleError, match=f"^rule r: {message}"):
        parse_value("r", parameter(kind, ("up", "down")), text)


@pytest.mark.parametrize(
    ("kind", "good", "bad", "demand"),
    [
        ("flag", True, 1, "yes or no"),
        ("choice", "up", 3, "one of up, down"),
        ("groups", [["R1C1"]], 3, "a list of lists"),
        ("tuples", ((1, 2),), {1}, "a list of lists"),
        ("integer", 3, None, ""),
    ],
)
def test_a_value_of_another_type_is_refused_where_a_rule_would_take_it(kind, good, bad, demand):
    what = parameter(kind, ("up", "down") if kind == "choice" else ())
    assert checked_value("r", what, good) == good
    if demand:
        with pytest.raises(PuzzleError, match=f"rule r: what is {demand}, not "):
            checked_value("r", what, bad)
    assert parse_choice("r", parameter("choice", ("Up",)), "uP") == "Up"


@dataclass(frozen=True)
class Own:
    """A class with a field of each kind, and no rule, which other tests would find."""

    parameters: ClassVar[dict[str, str]] = {"cells": "the cells"}
    cells: tuple[str, ...]
    lists: tuple[tuple[str, ...], ...] = ()
    number: int = 3
    numbers: tuple[int, ...] = ()
    groups: tuple[tuple[int, ...], ...] = ()
    either: int | tuple[int, ...] | None = None
    flag: bool = False
    way: Literal["up", "down"] = "up"
    inner: PuzzleRule | None = None
    inners: tuple[PuzzleRule, ...] = ()
    text: str = ""


def test_the_kinds_are_those_of_the_types_of_the_fields():
    by_name = {each.name: each for each in parameters_of(Own)}
    assert {name: each.kind for name, each in by_name.items()} == {
        "cells": "cells", "lists": "groups", "number": "integer", "numbers": "integers",
        "groups": "tuples", "either": "integers", "flag": "flag", "way": "choice",
        "inner": "rule", "inners": "rules", "text": "text",
    }  # fmt: skip
    assert by_name["way"].choices == ("up", "down")
    assert (by_name["cells"].required, by_name["cells"].description) == (True, "the cells")
    assert (by_name["number"].required, by_name["number"].default) == (False, 3)
    assert parameters_of(Own) is parameters_of(Own)


def test_a_class_has_the_parameters_of_its_own_fields_not_of_its_base():
    @dataclass(frozen=True)
    class More(Own):
        further: int = 1

    assert [each.name for each in parameters_of(More)][-1] == "further"
    assert [each.name for each in parameters_of(Own)][-1] == "text"


@pytest.mark.parametrize("name", sorted(shipped_rules()))
def test_every_parameter_of_ours_is_described_and_its_default_is_of_its_kind(name):
    rule = shipped_rules()[name]
    for each in rule.typed_parameters():
        assert each.description, f"{name} {each.name}"
        if not each.required and each.default is not None:
            assert checked_value(name, each, each.default) == each.default
        assert bool(each.choices) is (each.kind == "choice")
