"""Integers: what is one, what is none, and the limit of a thousand digits, at and beside."""

from enum import IntEnum

import pytest

from nonet.errors import ModelError
from nonet.model import ModelBuilder
from nonet.model.integers import (
    MOST_DIGITS,
    are_plain_integers,
    checked_integer,
    checked_integers,
    checked_tuple,
    integer_of_text,
    is_integer,
    scaling_hint,
    short_repr,
    truncated,
)

LARGEST = 10**MOST_DIGITS - 1
One = IntEnum("One", "ONE")


@pytest.mark.parametrize("value", [0, -3, True, One.ONE, LARGEST, -LARGEST])
def test_an_integer_is_given_back_as_a_plain_one(value):
    assert is_integer(value)
    assert type(checked_integer(value, "a sum", "constant")) is int
    assert checked_integer(value, "a sum", "constant") == value
    assert checked_integers([value, 1], "a sum", "constant") == (value, 1)
    assert are_plain_integers([value]) == (type(value) is int)


@pytest.mark.parametrize("value", [LARGEST + 1, -LARGEST - 1])
def test_one_digit_more_is_too_large(value):
    for check in (
        lambda: checked_integer(value, "a sum", "constant"),
        lambda: checked_integers((1, value), "a sum", "constant"),
    ):
        with pytest.raises(ModelError) as caught:
            check()
        bits = value.bit_length()
        text = f"a sum: the constant of {bits} bits is too large: at most {MOST_DIGITS} digits"
        assert str(caught.value) == text
    assert not are_plain_integers((1, value))


def test_numbers_of_numpy_are_integers_and_its_arrays_are_not():
    np = pytest.importorskip("numpy")
    for value in (np.int8(3), np.uint64(3), np.True_):
        assert is_integer(value)
        number = checked_integer(value, "a sum", "constant")
        assert type(number) is int and number == int(value)
    assert checked_integers(np.array([2, 3]), "a sum", "constant") == (2, 3)
    for value, message in (
        (np.float64(2), "is a float"),
        (np.array([2, 3]), "write the array first"),
    ):
        with pytest.raises(ModelError, match=message):
            checked_integer(value, "a sum", "constant")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (2.0, "the constant 2.0 is a float, not an integer: write 2"),
        (0.25, "multiply everything by 4"),
        (0.001, "multiply everything by 1000"),
        (0.12345678, "multiply everything by 1000, say, and round"),
        (float("nan"), "the constant nan is a float, not an integer"),
        ("7", "the constant '7' is a text, not an integer"),
        (None, "the constant None is not an integer"),
    ],
)
def test_what_is_no_integer_is_refused_with_advice(value, message):
    assert not is_integer(value)
    with pytest.raises(ModelError) as caught:
        checked_integer(value, "a sum", "constant")
    assert message in str(caught.value)


def test_variables_and_constraints_are_no_integers():
    x = ModelBuilder().variable("x", range(3))
    assert not is_integer(x) and not is_integer(x + 1) and not is_integer(x == 1)


@pytest.mark.parametrize("value", ["abc", b"abc", 5, None])
def test_a_text_or_a_single_value_is_no_sequence(value):
    for field, verb in (("values", "are"), ("value", "is"), ("terms of a sum", "are")):
        with pytest.raises(ModelError) as caught:
            checked_tuple(value, "a table", field)
        assert str(caught.value) == f"a table: the {field} {verb} a sequence, not {value!r}"
    assert checked_tuple((each for each in "ab"), "a table", "values") == ("a", "b")


def test_texts_are_read_up_to_a_thousand_characters():
    assert integer_of_text("-" + "9" * (MOST_DIGITS - 1)) == -(10 ** (MOST_DIGITS - 1) - 1)
    with pytest.raises(ValueError, match="has more than 1000 digits"):
        integer_of_text("9" * (MOST_DIGITS + 1))
    with pytest.raises(ValueError, match=r"expected an integer, not '1\.5'"):
        integer_of_text("1.5")
    assert integer_of_text("0o17", 0) == 15


def test_what_is_shown_is_cut_after_sixty_characters():
    assert short_repr("x" * 58) == repr("x" * 58)
    assert short_repr("x" * 59) == repr("x" * 59)[:60] + "..."
    assert truncated("abc", 3) == "abc" and truncated("abcd", 3) == "abc..."
    assert short_repr(LARGEST) == str(LARGEST)[:60] + "..."
    assert short_repr(10**5000) == f"of {(10**5000).bit_length()} bits"
    assert short_repr([10**5000]) == "a list"


def test_a_scale_is_named_where_there_is_one():
    assert scaling_hint(1 / 3).endswith("multiply everything by 3")
    assert scaling_hint(0.999).endswith("multiply everything by 1000")
    assert scaling_hint(1 / 1001).endswith("say, and round")
    assert scaling_hint(float("inf")) == ""
