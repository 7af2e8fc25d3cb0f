"""Lines: whole columns make the text that the standard library reads back, row for row."""

import csv
import io
from random import Random

import pytest

pa = pytest.importorskip("pyarrow")

from nonet.batch import sinks  # noqa: E402
from nonet.batch.sinks import csv_lines  # noqa: E402

ODD = ["", "a", "b c", "1,2", "t\tt", 'q"', '"', "m\nn", "r\r", "ä", ";"]


def csv_text(value):
    """What a value is in CSV; missing is the empty text."""
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def read(text, delimiter):
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))


def random_table(dice, rows):
    """A table of a few columns of any kind, some of them missing here and there."""
    kinds = {
        "one text": (pa.string(), lambda: "unique"),
        "few texts": (pa.string(), lambda: dice.choice(["x", 'q"', "a,b", None])),
        "many texts": (pa.string(), lambda: "".join(dice.choices(ODD, k=3))),
        "late texts": (pa.string(), lambda: ""),
        "no text": (pa.string(), lambda: None),
        "one number": (pa.int64(), lambda: 1),
        "few numbers": (pa.int64(), lambda: dice.choice([-3, 0, 2, None])),
        "far numbers": (pa.int64(), lambda: dice.choice([-(2**63), 2**63 - 1, None])),
        "no number": (pa.int64(), lambda: None),
        "flags": (pa.bool_(), lambda: dice.choice([True, False, None])),
        "one flag": (pa.bool_(), lambda: True),
        "halves": (pa.float64(), lambda: dice.choice([0.5, 1.5, None])),
        "numbered": (pa.dictionary(pa.int8(), pa.string()), lambda: dice.choice(["u", "m,", None])),
    }
    chosen = dice.sample(sorted(kinds), dice.randint(1, len(kinds)))
    arrays = {}
    for name in chosen:
        kind, draw = kinds[name]
        values = [draw() for _ in range(rows)]
        if name == "late texts" and rows:
            values[-1] = "late"
        arrays[name] = pa.array(values, kind)
    return pa.table(arrays)


@pytest.mark.parametrize("delimiter", [",", "\t"])
@pytest.mark.parametrize("at_once", [500, 1 << 29])
def test_any_table_is_read_back_by_the_standard_library(monkeypatch, delimiter, at_once):
    monkeypatch.setattr(sinks, "MAX_JOINED_BYTES", at_once)
    for seed in range(30):
        dice = Random(seed)
        table = random_table(dice, dice.choice([0, 1, 2, 7, 40, 300]))
        if dice.random() < 0.5:  # in pieces, as it is read
            table = pa.concat_tables([table.slice(0, 5), table.slice(5)])
        text = csv_lines(table, True, delimiter).to_pybytes().decode()
        expected = [list(map(csv_text, row.values())) for row in table.to_pylist()]
        if table.num_columns == 1:  # an empty line is not a row to the standard library
            expected = [row if row[0] else [] for row in expected]
        assert read(text, delimiter) == [table.column_names, *expected], seed


def test_the_text_of_a_row_depends_on_the_row_alone():
    """So parts of any size make the same file, though each counts its own few values."""
    dice = Random(3)
    for _ in range(8):
        table = random_table(dice, 120)
        text = csv_lines(table, False, ",").to_pybytes()
        for size in (1, 7, 64):
            parts = [csv_lines(table.slice(n, size), False, ",") for n in range(0, 120, size)]
            assert b"".join(part.to_pybytes() for part in parts) == text
