"""Names of helpers: which they are, and how they read."""

import pytest

from nonet.model.auxiliary_variables import (
    assignment_text,
    display_name,
    is_auxiliary,
    is_indicator,
)


@pytest.mark.parametrize(
    ("name", "auxiliary", "indicator", "shown"),
    [
        ("R1C1", False, False, "R1C1"),
        ("~region of R1C1", True, False, "region of R1C1"),
        ("~whether R1C1 is odd", True, True, "whether R1C1 is odd"),
        ("X_INTRODUCED_3_", True, False, "X_INTRODUCED_3_"),
        ("whether it rains", False, False, "whether it rains"),
    ],
)
def test_a_helper_is_known_by_its_name(name, auxiliary, indicator, shown):
    assert is_auxiliary(name) == auxiliary
    assert is_indicator(name) == indicator
    assert display_name(name) == shown


@pytest.mark.parametrize(
    ("statement", "negated"),
    [
        ("R1C1 is odd", "R1C1 is not odd"),
        ("two cells are equal", "two cells are not equal"),
        ("a path leads on", "it is not so that a path leads on"),
        ("R1C1 is odd or R1C2 is even", "it is not so that R1C1 is odd or R1C2 is even"),
    ],
)
def test_a_statement_is_said_or_denied(statement, negated):
    name = f"~whether {statement}"
    assert assignment_text(name, "1") == assignment_text(name, "0", holds=False) == statement
    assert assignment_text(name, "0") == assignment_text(name, "1", holds=False) == negated


def test_a_value_is_said_of_any_other_variable():
    assert assignment_text("~region of R1C1", "2") == "region of R1C1 is 2"
    assert assignment_text("x", "2", holds=False) == "x is not 2"
