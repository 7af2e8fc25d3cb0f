"""cp-profiler's protocol, so that its viewer can show our runs.

A message is a length (4 bytes, little end first), then: its type (a byte: node 0,
done 1, start 2, restart 3); for a node its id, its parent's id (each three
integers: node, restart, thread), alternative, number of children (4 bytes each,
big end first) and status (a byte: solved 0, failed 1, branch 2, skipped 3); then
optional fields, each a byte (label 0, nogood 1, info 2, version 3) and a text with
its length, or for the version a number.

Source: the protocol, version 3, of Shishmarev, Mears, Tack, Garcia de la Banda, "Learning from
learning solvers", CP 2016, as their C++ and Java integrations (github.com/cp-profiler) publish
the protocol.  Their viewer listens on port 6565.

>>> import nonet
>>> run = nonet.trace(nonet.Model({"x": [1, 2]}), limit=None)
>>> for message in messages(run):
...     print(message.type, message.id, message.parent, message.status, message.label)
start -1 -1 None None
node 0 -1 branch None
node 1 0 solved x = 1
node 2 0 solved x = 2
done -1 -1 None None
"""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Iterator
from dataclasses import dataclass

from nonet.tracing.recording import Trace
from nonet.tracing.tree import search_tree

VERSION = 3
PORT = 6565
TYPES = ("node", "done", "start", "restart")
STATUSES = ("solved", "failed", "branch", "skipped")
LABEL, NOGOOD, INFO, VERSION_FIELD = range(4)


@dataclass(frozen=True, slots=True)
class Message:
    """A message; ids are -1 and ``status`` is ``None`` if the message is not a node."""

    type: str
    id: int = -1
    parent: int = -1
    alternative: int = -1
    children: int = 0
    status: str | None = None
    label: str | None = None
    info: str | None = None
    version: int | None = None


def messages(trace: Trace) -> Iterator[Message]:
    """A run as messages: start, a node each, done.  A node cut off by a limit counts as skipped."""
    info = json.dumps({"name": f"nonet {trace.backend}", "has_restarts": False})
    yield Message("start", info=info, version=VERSION)
    for node in search_tree(trace):
        status = "skipped" if node.status == "open" else node.status
        yield Message(
            "node",
            node.id,
            node.parent,
            node.alternative if node.id else -1,
            len(node.children),
            status,
            node.label or None,
        )
    yield Message("done")


def encode(trace: Trace) -> bytes:
    """A run as the bytes that go over the wire."""
    return b"".join(map(_packed, messages(trace)))


def _packed(message: Message) -> bytes:
    body = bytes([TYPES.index(message.type)])
    if message.type == "node":
        thread = 0 if message.parent >= 0 else -1
        numbers = (message.id, 0, 0, message.parent, thread, thread)
        body += struct.pack(">8i", *numbers, message.alternative, message.children)
        body += bytes([STATUSES.index(message.status or "branch")])
    if message.version is not None:
        body += bytes([VERSION_FIELD]) + struct.pack(">i", message.version)
    for tag, value in ((LABEL, message.label), (INFO, message.info)):
        if value is not None:
            text = value.encode(errors="backslashreplace")
            body += bytes([tag]) + struct.pack(">i", len(text)) + text
    return struct.pack("<i", len(body)) + body


def send(trace: Trace, host: str = "localhost", port: int = PORT) -> None:
    """Show a run in a cp-profiler that is open; raises ``OSError`` where none listens."""
    with socket.create_connection((host, port), timeout=10) as line:
        line.sendall(encode(trace))
