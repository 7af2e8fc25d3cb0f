"""Traces as JSON lines: what is written is read back, and what is wrong is said with its line."""

import json

import pytest
from hypothesis import given

import nonet
from nonet.errors import FormatError
from nonet.testing.strategies import models
from nonet.tracing import read, write
from nonet.tracing.jsonl import dumps, loads

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


@given(model=models())
def test_json_lines_read_back_as_the_same_run(model):
    run = nonet.trace(model, limit=None)
    back = loads(dumps(run))
    assert back.events == run.events
    assert dict(back.domains) == dict(run.domains)
    assert (back.status, back.stopped_by, back.stats) == (run.status, run.stopped_by, run.stats)


def test_a_file_keeps_the_puzzle_too(tmp_path):
    run = nonet.trace(HARD, "native:level=gac")
    write(run, tmp_path / "run.jsonl")
    back = read(tmp_path / "run.jsonl")
    assert back.puzzle == run.puzzle
    assert str(back) == str(run)
    for line in (tmp_path / "run.jsonl").read_text().splitlines():
        assert isinstance(json.loads(line), dict)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "no trace: the file is empty"),
        ("{}", "line 1: expected a header"),
        ('{"nonet": "trace", "version": 9}', "line 1: trace version 9"),
        ('{"nonet": "trace", "version": 1}\n{"event": "jumped"}', "line 2: not an event"),
        ('{"nonet": "trace", "version": 1}\n?', "line 2:"),
        ('{"nonet": "trace", "version": 1}', "the header lacks"),
    ],
)
def test_an_invalid_trace_is_reported_with_its_line(text, expected):
    with pytest.raises(FormatError, match=expected):
        loads(text)
