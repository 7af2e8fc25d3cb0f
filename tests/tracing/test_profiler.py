"""A run as messages of cp-profiler: by the protocol as it is published, and over a socket."""

import json
import socket
import struct
import threading
from collections.abc import Iterator

import pytest

import nonet
from nonet.backends.events import Backtracked, Branched, Stopped
from nonet.model import AllDifferent, Annotation, Domain, Model
from nonet.tracing import Trace
from nonet.tracing.profiler import Message, encode, messages, send

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


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


def test_a_node_that_a_limit_cut_off_counts_as_skipped():
    events = (Branched("x", 1, 1), Backtracked(1), Branched("x", 2, 1), Stopped("time"))
    sent = list(messages(Trace("mine", {"x": Domain.of([1, 2])}, events)))
    assert [(m.alternative, m.status, m.label) for m in sent[1:-1]] == [
        (-1, "branch", None),
        (0, "skipped", "x = 1"),
        (1, "skipped", "x = 2"),
    ]
    assert json.loads(sent[0].info) == {"name": "nonet mine", "has_restarts": False}
    assert {(m.id, m.parent, m.status) for m in (sent[0], sent[-1])} == {(-1, -1, None)}


def test_a_label_goes_over_the_wire_in_bytes_whatever_it_is():
    for name in ("é", "\ud800"):
        label = f"{name} = 1"
        run = Trace("mine", {name: Domain.of([1, 2])}, (Branched(name, 1, 1), Stopped(None)))
        *_, node, _done = decoded(encode(run))
        assert node.label == label.encode(errors="backslashreplace").decode()


def test_where_nobody_listens_it_is_an_error():
    with socket.create_server(("localhost", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(OSError):
        send(Trace("mine", {}, ()), port=port)
