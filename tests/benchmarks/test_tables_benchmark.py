"""The benchmark of tables: a run on a small table, and its ratios."""

import json

import pytest

pytest.importorskip("pyarrow")
from benchmarks import tables


def test_a_small_run_writes_what_pyarrow_writes(tmp_path, capsys):
    """The command exits with an error if the answers differ in a byte."""
    path = tmp_path / "figures.json"
    options = ["--rows", "120", "--rounds", "2", "--set", "own_easy", "--json", str(path)]
    assert tables.main(options) == 0
    assert "batch to pyarrow" in capsys.readouterr().out
    figures = json.loads(path.read_text())
    assert figures["rows"] == 120
    assert {name: len(each) for name, each in figures["rounds"].items()} == {
        "batch": 2, "answering": 2, "pyarrow": 2,
    }  # fmt: skip


def test_a_ratio_is_taken_within_each_round():
    figures = tables.summary(
        {"batch": [4.0, 9.0, 2.0], "answering": [2.0, 3.0, 0.0], "pyarrow": [2.0, 3.0, 2.0]}
    )
    assert figures["cpu_s"] == {"batch": 4.0, "answering": 2.0, "pyarrow": 2.0}
    assert figures["batch to pyarrow"] == {"median": 2.0, "least": 1.0, "most": 3.0}
    assert figures["batch less answering to pyarrow"] == {"median": 1.0, "least": 1.0, "most": 2.0}
