"""MiniZinc's data: the values of names, and puzzles in them."""

import pytest

from nonet.errors import FormatError
from nonet.formats import detect, parse, write
from nonet.formats.dzn import read_dzn
from tests.formats.test_sdk import CLASSIC


def test_minizinc_data():
    values = ",".join(CLASSIC.replace(".", "_"))
    for text in (
        f"n=9;\nx=array2d(1..n,1..n,[{values}]);",
        f"% a comment\nn = 3; start = [| {values.replace('_', '0')} |];",
    ):
        assert detect(text).name == "dzn"
        assert parse(text).line() == CLASSIC
    assert parse(write(parse(CLASSIC), "dzn")).line() == CLASSIC
    with pytest.raises(FormatError, match="x has 3 cells, which do not make a square"):
        parse("n=9; x=[1,2,3];")
    with pytest.raises(FormatError, match="R1C2: expected a number or _, not 'y'"):
        parse("n=2; x=[1,y,2,1];")
    with pytest.raises(FormatError, match="x: row 2 has 1 value, and row 1 2"):
        parse("n=2; x=[|1,2|3|];")
    with pytest.raises(FormatError, match="nested deeper than 50 brackets"):
        parse(f"n=2; x={'[' * 9999};")


def test_a_text_is_what_stands_between_its_quotes():
    ((_, value, line),) = read_dzn(r'name = "a \"b\"\tc";')
    assert (value, line) == ('a "b"\tc', 1)
