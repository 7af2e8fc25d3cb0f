"""Columns of texts and the rows of cells that they hold."""

from math import isqrt

import numpy as np
import pytest

from nonet.batch.engines import Geometry
from nonet.batch.text_columns import CellEncoding, as_string_column, fixed_width, single_chunk
from nonet.errors import FormatError
from nonet.puzzle import ALPHABETS

pa = pytest.importorskip("pyarrow")


def test_a_slice_of_a_column_is_read_where_it_stands():
    column = pa.array(["12", "34", "56", "78"]).slice(1, 2)
    assert bytes(fixed_width(column, 2).ravel()) == b"3456"
    assert fixed_width(pa.array(["12", "345", "6"]), 2) is None
    assert fixed_width(pa.array(["12", None]), 2) is None
    characters = CellEncoding(Geometry.square(4))
    rows, reasons = characters.decode_column(pa.array(["12..", "x2.1", "9...", None]).slice(1))
    assert rows.tolist() == [[0, 2, 0, 1], [0] * 4, [0] * 4]
    assert sorted(reasons) == [1, 2]


SMALL = CellEncoding(Geometry.square(16))
BLANK = 16 * "."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1234" + 12 * ".", [1, 2, 3, 4] + 12 * [0]),
        ("1234" + 12 * "0", [1, 2, 3, 4] + 12 * [0]),
        (f" {BLANK}\n", 16 * [0]),
        ("01 02 03 04 " + " ".join(12 * ["00"]), None),
        ("", "no puzzle: the text is empty"),
        ("   ", "no puzzle: the text is empty"),
        (15 * ".", "expected 16 characters, found 15"),
        (17 * ".", "expected 16 characters, found 17"),
        ("5" + 15 * ".", "column 1: '5' is neither a value of 1 to 4 nor a blank"),
        (15 * "." + "9", "column 16: '9' is neither a value of 1 to 4 nor a blank"),
        (f"  {15 * '.'}9", "column 18: '9' is neither a value of 1 to 4 nor a blank"),
        (15 * "." + "é", "column 16: 'é' is neither a value of 1 to 4 nor a blank"),
    ],
)
def test_a_text_is_a_row_or_has_its_reason(text, expected):
    decoded = SMALL.decode(text)
    if expected is not None:
        assert decoded == expected
    for others in ([], ["." * 16], ["1" * 15]):
        column = pa.chunked_array([pa.array([*others, text]), pa.array([text, None])])
        rows, reasons = SMALL.decode_column(column)
        for number in (len(others), len(others) + 1):
            assert reasons.get(number, rows[number].tolist()) == decoded
        assert reasons[len(others) + 2] == "no puzzle: the text is empty"


def test_rows_are_written_as_they_are_read_in_every_alphabet():
    for cells, alphabet in ((16, None), (81, None), (256, None), (256, ALPHABETS["letters"])):
        encoding = CellEncoding(Geometry.square(cells), alphabet)
        size = isqrt(cells)
        rows = (np.arange(3 * cells).reshape(3, cells) % size + 1).astype(np.uint8)
        for is_present in ([True] * 3, [False, True, False], [False] * 3):
            column = encoding.encode_rows(rows, np.array(is_present))
            texts = column.to_pylist()
            assert [len(text) for text in texts] == [cells * each for each in is_present]
            decoded, reasons = encoding.decode_column(column)
            assert sorted(reasons) == [n for n, each in enumerate(is_present) if not each]
            assert (decoded[is_present] == rows[is_present]).all()


def test_columns_of_other_types_are_texts_or_refused():
    for texts in (["a", None, ""], []):
        for kind in (pa.string(), pa.large_string(), pa.dictionary(pa.int8(), pa.string())):
            assert as_string_column(pa.array(texts, kind)).to_pylist() == texts
    mixed = as_string_column(pa.array([b"ok", None, b"\xff"], pa.binary()))
    assert mixed.to_pylist() == ["ok", None, "\ufffd"]
    for numbers in (pa.array([1, 2]), pa.array([1.5])):
        with pytest.raises(FormatError, match="lost their leading zeros"):
            as_string_column(numbers)
    assert single_chunk(pa.chunked_array([], pa.string())).to_pylist() == []
    assert single_chunk(pa.chunked_array([["a"], ["b"]])).to_pylist() == ["a", "b"]
