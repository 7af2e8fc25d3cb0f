"""Traces as JSON lines: what is written is read back, and what is wrong is said with its line."""

import json

import pytest
from hypothesis import given

import nonet
from nonet.backends.events import Filtered, Learned
from nonet.errors import FormatError
from nonet.model import AllDifferent, Annotation, Model
from nonet.testing.strategies import models
from nonet.tracing import Trace, read, write
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


def test_what_was_learned_and_why_is_read_back():
    run = nonet.trace(HARD, "native:learning=1uip")
    learned = [event for event in run.events if isinstance(event, Learned)]
    assert len(learned) == run.stats["learned"] > 0
    assert all(event.graph for event in learned)
    assert loads(dumps(run)).events == run.events


def test_names_of_values_are_read_back():
    build = nonet.ModelBuilder()
    first, second = build.variables(["here", "there"], ["red", "green"])
    build.add(first != second)
    run = nonet.trace(build.model())
    back = loads(dumps(run))
    assert back.symbols == run.symbols
    assert "guess 1: here = red" in str(back)


def test_a_rule_is_told_in_full_where_it_is_posted_and_by_its_label_after():
    pair = AllDifferent(("x", "y"), rule=Annotation("pair", "the pair", "x and y differ"))
    run = nonet.trace(Model({"x": [1], "y": [1, 2]}, [pair]))
    posted, filtered = (json.loads(line) for line in dumps(run).splitlines()[1:3])
    assert posted["rule"] == {"kind": "pair", "label": "the pair", "sentence": "x and y differ"}
    assert filtered["rule"] == "the pair"
    assert {"hall", "graph"}.isdisjoint({*posted, *filtered})


def test_two_rules_of_one_label_stay_two():
    pairs = [
        AllDifferent((name, "y"), rule=Annotation(name, "a pair", f"{name} differs"))
        for name in ("x", "z")
    ]
    run = nonet.trace(Model({"x": [1], "y": [1, 2, 3], "z": [2]}, pairs))
    kinds = [event.rule.kind for event in run.events if isinstance(event, Filtered)]
    assert set(kinds) == {"x", "z"}
    assert loads(dumps(run)).events == run.events


def test_empty_lines_count_but_say_nothing():
    text = dumps(nonet.trace(Model({"x": [1]})))
    assert loads("\n" + text.replace("\n", "\n \n")).events == loads(text).events
    with pytest.raises(FormatError, match="line 3: not an event"):
        loads(text.splitlines()[0] + '\n\n{"event": "jumped"}')


@pytest.mark.parametrize("gap", ["backend", "domains", "status", "stopped_by", "seconds", "stats"])
def test_a_header_without_what_a_trace_needs_is_named_with_its_file(gap, tmp_path):
    header, _, event_lines = dumps(nonet.trace(Model({"x": [1]}))).partition("\n")
    less = {key: value for key, value in json.loads(header).items() if key != gap}
    path = tmp_path / "run.jsonl"
    path.write_text(f"{json.dumps(less)}\n{event_lines}", encoding="utf-8")
    with pytest.raises(FormatError, match=rf"run.jsonl, line 1: the header lacks '{gap}'"):
        read(path)


def test_seconds_are_written_to_the_microsecond():
    run = Trace("mine", {}, (), seconds=1.23456789)
    assert loads(dumps(run)).seconds == 1.234568
