"""No row is lost in silence: what cannot be a row is one malformed row, in its place."""

import csv
import gzip
import io
import os
from random import Random

import pytest

pa = pytest.importorskip("pyarrow")
import pyarrow.csv  # noqa: E402
import pyarrow.feather  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402

from nonet.batch import job, sources  # noqa: E402
from nonet.batch.sources import (  # noqa: E402
    open_source,
    read_parts,
    retained_columns,
)
from nonet.cli import main  # noqa: E402
from nonet.formats.csv import MAX_RECORD_LENGTH  # noqa: E402

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL = "1..............4"
QUICK = ("--threads", "1", "--check", "none", "--backend", "native")


def batch(*arguments):
    return main(["batch", *map(str, arguments), *QUICK])


def rows_of(path):
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def read(path):
    """The rows of a table, and its faults."""
    with open_source(path) as source:
        tables = list(read_parts(source, 1000))
        rows = [row for table in tables for row in table.to_pylist()]
        return rows, source.faults, source.notes


def test_an_unclosed_quote_spoils_its_row_alone(tmp_path, capsys):
    (tmp_path / "in.csv").write_text(
        f'id,puzzle,note\n1,{EASY},a\n2,{EASY},"b\n3,{EASY},c\n4,{EASY},d\n5,{EASY},"e"\n'
    )
    out = tmp_path / "out.csv"
    assert batch(tmp_path / "in.csv", "-o", out) == 2
    rows = rows_of(out)
    assert [row["verdict"] for row in rows] == ["unique", "malformed", *["unique"] * 3]
    assert rows[1]["reason"] == "line 3, column 85: a quote is opened here and not closed"
    assert rows[1]["puzzle"] == f'2,{EASY},"b'
    assert [row["note"] for row in rows] == ["a", "", "c", "d", "e"]
    assert "5 puzzles: 4 unique, 1 malformed" in capsys.readouterr().err


def test_two_unclosed_quotes_do_not_close_each_other(tmp_path):
    path = tmp_path / "in.csv"
    path.write_text('puzzle,note\na,"b\nc,d\ne,"f\ng,h\n')
    rows, faults, _ = read(path)
    assert [row["puzzle"] for row in rows] == ['a,"b', "c", 'e,"f', "g"]
    assert sorted(faults) == [0, 2]


def test_a_field_of_several_lines_is_one_row_and_reported(tmp_path, capsys):
    (tmp_path / "in.csv").write_bytes(
        f'puzzle,note\n{SMALL},"a\n\nb, ""c"""\r\n{SMALL},plain\n'.encode()
    )
    out = tmp_path / "out.csv"
    assert batch(tmp_path / "in.csv", "-o", out) == 1
    assert [row["note"] for row in rows_of(out)] == ['a\n\nb, "c"', "plain"]
    errors = capsys.readouterr().err
    assert "1 row is of several lines" in errors
    assert "begins at line 2" in errors


def test_a_quote_within_a_field_is_a_character(tmp_path):
    path = tmp_path / "in.csv"
    path.write_text('puzzle,note\na,5" disk\nb,c\n')
    rows, faults, notes = read(path)
    assert [row["note"] for row in rows] == ['5" disk', "c"]
    assert not faults
    assert not notes


@pytest.mark.parametrize("block", [37, 200, 1 << 20])
def test_any_mix_of_rows_is_read_as_by_the_standard_library_but_faults(
    tmp_path, monkeypatch, block
):
    """Good rows, quoted ones and ones of several lines, in blocks of any size: csv is the judge."""
    monkeypatch.setattr(sources, "BLOCK_SIZE", block)
    dice = Random(block)
    for ending in ("\n", "\r\n"):
        table = [
            [
                str(number),
                dice.choice([SMALL, "x", ""]),
                dice.choice(["", "a", 'q"q', "a,b", "m\nn"]),
            ]
            for number in range(300)
        ]
        text = io.StringIO(newline="")
        csv.writer(text, lineterminator=ending).writerows([["id", "puzzle", "note"], *table])
        path = tmp_path / "in.csv"
        path.write_text(text.getvalue(), newline="")
        rows, faults, _ = read(path)
        assert [list(row.values()) for row in rows] == table
        assert not faults


def test_random_damage_loses_no_line(tmp_path, monkeypatch):
    """Every line that holds a puzzle and no quote is a row, whatever stands around it."""
    monkeypatch.setattr(sources, "BLOCK_SIZE", 100)
    dice = Random(3)
    path = tmp_path / "in.csv"
    for _ in range(60):
        lines = []
        for number in range(40):
            kinds = [f"{number},{SMALL}"] * 6
            kinds += [f'{number},"{SMALL}', f"{number}", f"{number},a,b", "", f'"{number},{SMALL}']
            lines.append(dice.choice(kinds))
        path.write_text("id,puzzle\n" + "\n".join(lines) + dice.choice(["", "\n"]))
        rows, faults, _ = read(path)
        filled = [line for line in lines if line]
        texts = [
            row["puzzle"] if n in faults else ",".join(row.values()) for n, row in enumerate(rows)
        ]
        single_lines = [text for text in texts if "\n" not in text]
        intact = [line for line in filled if line == f"{line.partition(',')[0]},{SMALL}"]
        swallowed = [line for text in texts if "\n" in text for line in text.split("\n")]
        assert [line for line in single_lines if line in filled] == single_lines
        assert all(line in single_lines or line in "\n".join(swallowed) for line in intact)
        assert len(single_lines) + sum(
            text.count("\n") + 1 for text in texts if "\n" in text
        ) == len(filled)


def test_a_row_without_end_is_one_malformed_row(tmp_path):
    for name, note in (("in.csv", ",x"), ("in.txt", "")):
        path = tmp_path / name
        head = "puzzle,note\n" if note else ""
        path.write_text(
            head + "".join(f"{row}{note}\n" for row in (EASY, "." * (3 * MAX_RECORD_LENGTH), EASY))
        )
        out = tmp_path / f"{name}.out.csv"
        assert batch(path, "-o", out) == 2
        rows = rows_of(out)
        assert [row["verdict"] for row in rows] == ["unique", "malformed", "unique"]
        line = 3 if note else 2
        assert rows[1]["reason"] == f"line {line}: longer than 1 MiB, which no row may be"
        assert len(rows[1]["puzzle"]) < 1000


def test_a_compressed_row_without_end_is_read_in_constant_memory(tmp_path):
    import tracemalloc

    path = tmp_path / "in.csv.gz"
    path.write_bytes(gzip.compress(b"puzzle\n" + b"." * (64 << 20) + f"\n{EASY}\n".encode()))
    tracemalloc.start()
    rows, faults, _ = read(path)
    assert tracemalloc.get_traced_memory()[1] < 24 << 20
    tracemalloc.stop()
    assert [row["puzzle"] for row in rows][1:] == [EASY]
    assert list(faults) == [0]


@pytest.mark.parametrize("name", ["in.csv", "in.parquet", "in.feather"])
def test_two_columns_of_one_name_are_refused(tmp_path, capsys, name):
    path = tmp_path / name
    table = pa.table([[SMALL], ["a"], ["b"]], names=["puzzle", "id", "id"])
    if name == "in.csv":
        path.write_text(f"puzzle,id,id\n{SMALL},a,b\n")
    elif name == "in.parquet":
        pq.write_table(table, path)
    else:
        with pa.ipc.new_file(str(path), table.schema) as writer:
            writer.write_table(table)
    assert batch(path, "-o", tmp_path / "out.csv") == 2
    errors = capsys.readouterr().err
    assert "2 columns are named 'id'" in errors
    assert str(path) in errors
    assert errors.count("\n") == 1


def test_columns_named_as_ours_are_kept_under_another_name(tmp_path, capsys):
    path = tmp_path / "in.csv"
    path.write_text(f"puzzle,verdict,count,input_count,reason,agrees\n{SMALL},v,c,ic,r,a\n")
    out = tmp_path / "out.csv"
    assert batch(path, "-o", out) == 1
    (row,) = rows_of(out)
    input_columns = {name: row[name] for name in row if name.startswith("input_")}
    assert input_columns == {
        "input_verdict": "v", "input_input_count": "c", "input_count": "ic",
        "input_reason": "r", "input_agrees": "a",
    }  # fmt: skip
    assert row["verdict"] == "multiple"
    errors = capsys.readouterr().err
    assert "the column verdict of the input is kept as input_verdict" in errors
    assert "the column count of the input is kept as input_input_count" in errors
    assert retained_columns(["puzzle", "a"]) == {"a": "a"}


@pytest.mark.parametrize("name", ["in.csv.gz", "in.csv.zst", "in.parquet", "in.arrow"])
def test_a_file_that_is_cut_short_is_no_table(tmp_path, capsys, name):
    path = tmp_path / name
    dice = Random(2)
    puzzles = ["".join(dice.choice("....1234") for _ in range(16)) for _ in range(20_000)]
    table = pa.table({"puzzle": puzzles})
    text = "puzzle\n" + "".join(f"{puzzle}\n" for puzzle in puzzles)
    if name.endswith("gz"):
        path.write_bytes(gzip.compress(text.encode()))
    elif name.endswith("zst"):
        with pa.output_stream(str(path), compression="zstd") as stream:
            stream.write(text.encode())
    elif name.endswith("parquet"):
        pq.write_table(table, path)
    else:
        pyarrow.feather.write_feather(table, str(path))
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert batch(path, "-o", tmp_path / "out.csv") == 2
    errors = capsys.readouterr().err
    assert f"{path}: damaged, or cut short" in errors
    assert not (tmp_path / "out.csv").exists()


@pytest.mark.slow(0.2)
@pytest.mark.parametrize("form", ["csv", "parquet"])
@pytest.mark.parametrize("change", ["cut", "grown", "rewritten", "gone"])
def test_an_input_that_changes_while_it_is_read_is_no_answer(
    tmp_path, monkeypatch, capsys, form, change
):
    path, out = tmp_path / f"in.{form}", tmp_path / "out.csv"
    columns = pa.table({"puzzle": [SMALL] * 400})
    if form == "csv":
        pyarrow.csv.write_csv(columns, path)
    else:
        pq.write_table(columns, path)
    content = path.read_bytes()
    answer = job.Answerer.answer

    def changing(self, table, start):
        if start == 64:
            if change == "gone":
                path.unlink()
            else:
                replacement = {
                    "cut": content[:-40],
                    "grown": content + b"x",
                    "rewritten": content[::-1],
                }
                path.write_bytes(replacement[change])
        return answer(self, table, start)

    with monkeypatch.context() as patch:
        patch.setattr(job.Answerer, "answer", changing)
        assert batch(path, "-o", out, "--part-rows", "64") == 2
    errors = capsys.readouterr().err
    assert "changed while it was read" in errors or "cut short" in errors
    assert not out.exists()
    path.write_bytes(content)
    assert batch(path, "-o", out, "--part-rows", "64", "--restart") == 1
    assert len(rows_of(out)) == 400


@pytest.mark.parametrize(
    ("data", "puzzles"),
    [
        (b"\xef\xbb\xbfpuzzle\na\nb\n", ["a", "b"]),
        (b"puzzle\r\na\r\nb\r\n", ["a", "b"]),
        (b"puzzle\ra\rb", ["a", "b"]),
        (b"puzzle\na\n\n\nb", ["a", "b"]),
        (b"\n\npuzzle\na\0\nb\n", ["a\0", "b"]),
        (b'"puzzle"\n"a"\n"b"', ["a", "b"]),
        (b"puzzle\n\xff\n\xc3\xa4\n", ["\ufffd", "ä"]),
    ],
)
def test_line_ends_marks_and_odd_bytes(tmp_path, data, puzzles):
    path = tmp_path / "in.csv"
    path.write_bytes(data)
    rows, faults, _ = read(path)
    assert [row["puzzle"] for row in rows] == puzzles
    assert not faults


def test_blank_lines_are_no_rows_wherever_a_block_ends(tmp_path, monkeypatch):
    path = tmp_path / "in.csv"
    path.write_text("puzzle\na\n" + "\n" * 20 + "b\n\n\n")
    for block in (1, 2, 5, 9, 1 << 20):
        monkeypatch.setattr(sources, "BLOCK_SIZE", block)
        rows, faults, _ = read(path)
        assert [row["puzzle"] for row in rows] == ["a", "b"]
        assert not faults


def test_utf_16_is_reported(tmp_path, capsys):
    (tmp_path / "in.csv").write_text("puzzle\na\n", encoding="utf-16")
    assert batch(tmp_path / "in.csv", "-o", tmp_path / "out.csv") == 2
    assert "UTF-16 text: save it as UTF-8" in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads all")
def test_an_input_that_may_not_be_read_is_reported(tmp_path, capsys):
    path = tmp_path / "in.csv"
    path.write_text(f"puzzle\n{SMALL}\n")
    path.chmod(0)
    assert batch(path, "-o", tmp_path / "out.csv") == 2
    assert "cannot be read: Permission denied" in capsys.readouterr().err


def test_rows_that_are_no_puzzles_do_not_choose_the_size(tmp_path):
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    text = "..puzzle,solutionpuzzle,solution.4.2"  # as many characters as a 6x6
    source.write_text(f'number,puzzle\n0,"{text}"\n1,....4...........\n2,"{text}"\n')
    batch(source, "-o", out)
    assert [row["verdict"] for row in rows_of(out)] == ["malformed", "multiple", "malformed"]
