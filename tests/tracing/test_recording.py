"""A run as data: recorded, replayed both ways, written and read, put in words."""

import json
import socket
import struct
import threading
from collections.abc import Iterator

import pytest
from hypothesis import given

import nonet
from nonet.backends.events import Backtracked, Branched, Filtered, SolutionFound, Stopped, WipedOut
from nonet.errors import FormatError, LimitError
from nonet.model import AllDifferent, Annotation, Domain, Model
from nonet.testing.strategies import models
from nonet.tracing import Recorder, Replay, read, states, write
from nonet.tracing.jsonl import dumps, loads
from nonet.tracing.profiler import Message, encode, messages, send
from nonet.tracing.sentences import event_sentence
from nonet.tracing.tree import failed_subtrees, search_tree

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
LEVELS = ["auto", "generate-and-test", "backtracking", "forward-checking", "gac", "singleton"]


@pytest.mark.parametrize("level", LEVELS)
@given(model=models())
def test_the_states_a_trace_gives_end_in_its_solutions(level, model):
    run = nonet.trace(model, f"native:level={level}", limit=None)
    for state, event in zip(list(states(run))[1:], run.events, strict=True):
        if isinstance(event, SolutionFound):
            assert {n: next(iter(d)) for n, d in state.domains.items()} == dict(event.assignment)
            assert state.is_solved
            assert model.accepts(event.assignment)
    assert {tuple(s.items()) for s in run.solutions} == {
        tuple(s.items()) for s in nonet.iter_solutions(model, "native")
    }


def test_going_back_gives_every_state_again():
    run = nonet.trace(HARD)
    seen = [dict(state.domains) for state in states(run)]
    replay = Replay(run)
    replay.move_to(len(run))
    for number in range(len(run), -1, -1):
        assert replay.number == number
        assert dict(replay.state.domains) == seen[number]
        replay.back()
    assert replay.back() is None
    assert dict(replay.move_to(200).domains) == seen[200]


def test_going_to_the_next_guess_and_the_last_wipe_out():
    run = nonet.trace(HARD)
    replay = Replay(run)
    guess = replay.find_event(Branched)
    assert isinstance(run.events[guess - 1], Branched)
    assert not any(isinstance(event, Branched) for event in run.events[: guess - 1])
    replay.move_to(len(run))
    wiped = replay.find_event(WipedOut, -1)
    assert isinstance(run.events[wiped - 1], WipedOut)
    assert not any(isinstance(event, WipedOut) for event in run.events[wiped:-1])
    assert replay.find_event(Branched) is None


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


def test_a_recorder_keeps_no_more_than_asked_and_says_so():
    run = nonet.trace(HARD, most=50)
    assert len(run) == 50
    assert run.dropped > 1000
    assert "further events were not kept" in str(run)
    with pytest.raises(LimitError):
        Recorder(0)


@pytest.mark.parametrize(
    ("backend", "has", "lacks"),
    [
        ("cpsat", {"Posted", "SolutionFound", "Stopped"}, 4),
        ("python-constraint", {"Posted", "Branched", "SolutionFound", "Stopped"}, 3),
    ],
)
def test_another_backend_gives_what_it_can_and_says_what_it_cannot(backend, has, lacks):
    run = nonet.trace(HARD, backend)
    assert set(run.counts()) == has
    assert len(run.missing) == lacks
    assert f"not reported by {backend}" in str(run)
    assert len(run.solutions) == 1


def test_events_in_words():
    before = {name: Domain.of([1, 2, 3]) for name in "abcde"} | {"a": Domain.single(3)}
    row = Annotation("row", "row 5")
    expected = {
        Filtered("b", (3,), row, ("a",)): "row 5 removed 3 from b because a = 3",
        Filtered("b", (1, 3), row, ("a", "c")): "row 5 removed 1 3 from b because a = 3 and "
        "c is 1 or 2 or 3, which leaves 2",
        Filtered("b", (2, 3), row, ("a", "c", "d", "e")): "row 5 removed 2 3 from b because of 4 "
        "other variables, which leaves 1",
        WipedOut("c", row, ("a",)): "row 5 cannot hold: nothing is left for c because a = 3",
        Branched("b", 2, 3): "guess 3: b = 2",
        Backtracked(3): "took back guess 3",
        Stopped("time"): "stopped: time",
    }
    for event, text in expected.items():
        assert event_sentence(event, before) == text
    hidden = {name: Domain.of([2, 3]) for name in "acde"} | {"b": Domain.of([1, 2])}
    assert event_sentence(Filtered("b", (2,), row, tuple("acde")), hidden) == (
        "row 5 removed 2 from b because 1 has no other place there, which leaves 1"
    )


def test_the_tree_of_a_run_has_its_counters():
    run = nonet.trace(HARD, limit=None)
    tree = search_tree(run)
    assert len(tree) == run.stats["nodes"]
    assert sum(node.status == "failed" for node in tree) == run.stats["failures"]
    assert sum(node.status == "solved" for node in tree) == run.stats["solutions"] == 1
    assert max(node.depth for node in tree) == run.stats["depth"]
    for node in tree[1:]:
        assert node.id in tree[node.parent].children
        assert tree[node.parent].children[node.alternative] == node.id


def test_folding_hides_every_failure_and_no_solution():
    tree = search_tree(nonet.trace(HARD, limit=None))
    hidden = failed_subtrees(tree)
    assert hidden
    for top in hidden:
        below = tree[top : top + tree[top].size]
        assert len(below) > 1
        assert not any(node.status in ("solved", "open") for node in below)
        assert tree[tree[top].parent].solutions or tree[top].parent == 0


def decoded(data: bytes) -> Iterator[Message]:
    """The messages of some bytes, by the protocol as it is published."""
    types, statuses = (
        ("node", "done", "start", "restart"),
        ("solved", "failed", "branch", "skipped"),
    )
    at = 0
    while at < len(data):
        (size,) = struct.unpack_from("<i", data, at)
        body, at = data[at + 4 : at + 4 + size], at + 4 + size
        kind, place, fields = types[body[0]], 1, {}
        if kind == "node":
            own, _, _, parent, _, _, alternative, children = struct.unpack_from(">8i", body, 1)
            fields = {"id": own, "parent": parent, "alternative": alternative}
            fields |= {"children": children, "status": statuses[body[33]]}
            place = 34
        while place < len(body):
            name = ("label", "nogood", "info", "version")[body[place]]
            (number,) = struct.unpack_from(">i", body, place + 1)
            place += 5
            fields[name] = number
            if name != "version":
                fields[name] = body[place : place + number].decode()
                place += number
        yield Message(kind, **fields)


def test_the_profiler_hears_every_node_once_and_what_became_of_it():
    pair = AllDifferent(("x", "y"), rule=Annotation("pair", "the pair"))
    run = nonet.trace(Model({"x": [1, 2], "y": [1]}, [pair]), "native:level=backtracking")
    sent = list(messages(run))
    assert [(m.type, m.id, m.parent, m.alternative, m.children, m.status) for m in sent[1:-1]] == [
        ("node", 0, -1, -1, 2, "branch"),
        ("node", 1, 0, 0, 0, "failed"),
        ("node", 2, 0, 1, 0, "solved"),
    ]
    assert (sent[0].type, sent[0].version, sent[-1].type) == ("start", 3, "done")
    assert list(decoded(encode(run))) == sent


def test_a_node_on_the_wire_is_as_the_protocol_says():
    run = nonet.trace(Model({"x": [1, 2]}), limit=1)
    data = encode(run)
    start = int.from_bytes(data[:4], "little")
    assert data[4] == 2  # a start message
    root = data[4 + start :]
    assert int.from_bytes(root[:4], "little") == 1 + 8 * 4 + 1  # no label
    assert root[4] == 0
    assert root[5:9] == (0).to_bytes(4, "big")
    assert root[17:21] == (-1).to_bytes(4, "big", signed=True)


def test_a_viewer_that_listens_receives_the_run():
    run = nonet.trace(HARD)
    with socket.create_server(("localhost", 0)) as server:
        received = []

        def listen():
            connection, _ = server.accept()
            with connection, connection.makefile("rb") as stream:
                received.append(stream.read())

        listener = threading.Thread(target=listen)
        listener.start()
        send(run, port=server.getsockname()[1])
        listener.join(timeout=10)
    assert received == [encode(run)]
