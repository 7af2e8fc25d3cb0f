"""The server over a real connection: it answers its own page alone, and ends what is given up."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import signal
import socket
import subprocess
import time
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from nonet.processes import descendants
from nonet.protocol.documents import MAX_QUESTION_LENGTH
from nonet.web.serving import is_not_shutdown_message
from tests.web.conftest import PATIENCE, WEB, Server, open_page, start_server

EASY = {"size": 4, "clues": ".......21.3..4.."}
NINE = {
    "size": 9,
    "clues": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
}
ENDLESS = {"do": "solve", "puzzle": {"size": 9, "clues": "." * 81}, "limit": 0, "seconds": 500}


def wait_until(holds, what: str) -> None:
    """Wait for something that comes soon, on a machine however busy."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.02)


@pytest.mark.parametrize(
    "puzzle",
    [NINE, {"size": 4, "clues": "1" + "." * 15, "rules": ["diagonals"]}],
    ids=["classic", "variant"],
)
def test_events_come_over_http_as_lines(server: Server, puzzle):
    answer = server.send({"do": "solve", "puzzle": puzzle})
    assert answer.getheader("content-type") == "application/x-ndjson"
    events = [json.loads(line) for line in answer.read().splitlines()]
    assert ["solution" in event for event in events] == [True, False]
    assert events[-1]["done"]["number"] == 1


def test_a_child_goes_on_to_the_next_question(server: Server):
    server.ask("draw", puzzle=EASY)
    before = server.children()
    for _ in range(10):
        assert "done" in server.ask("hint", puzzle=NINE)
    assert before & server.children()


def test_an_error_leaves_the_child_as_it_was(server: Server):
    assert server.ask("sovle")["kind"] == "QuestionError"
    assert server.ask("read", text="nothing")["kind"] == "FormatError"
    assert "done" in server.ask("verify", puzzle=EASY)


def test_line_ends_in_a_question_are_blanks(server: Server):
    body = json.dumps({"do": "verify", "puzzle": EASY}, indent=1).replace("\n", "\r\n").encode()
    answer = server.send(body)
    assert [list(json.loads(line)) for line in answer.read().splitlines()] == [["done"]]


# -- what is given up ---------------------------------------------------------------


def test_closing_the_connection_kills_the_job_and_the_next_question_is_answered(server: Server):
    server.ask("draw", puzzle=EASY)
    answer = server.send(ENDLESS)
    answer.readline()  # it is at work
    before = server.children()
    answer.close()
    answer.asking.close()
    wait_until(lambda: before - server.children(), "the process of a closed page goes on")
    assert "done" in server.ask("hint", puzzle=NINE)


def test_a_page_that_leaves_while_it_waits_takes_no_place(server: Server):
    """Two places: two endless questions, a third that waits is given up, and all end."""
    running = [server.send(ENDLESS, client) for client in ("a", "b")]
    for answer in running:
        answer.readline()
    waiting = server.connection()
    body = json.dumps({"do": "verify", "puzzle": EASY}).encode()
    headers = {**server.secrets, "Content-Type": "application/json"}
    waiting.request("POST", "/ask", body, headers)
    waiting.close()
    for answer in running:
        answer.close()
        answer.asking.close()
    assert "done" in server.ask("draw", puzzle=EASY)


def test_one_page_that_asks_much_starves_no_other(server: Server):
    """It has never all places, so another is answered while all its questions are endless."""
    greedy = []
    for _ in range(4):
        connection = server.connection()
        headers = {
            **server.secrets,
            "X-Nonet-Client": "greedy",
            "Content-Type": "application/json",
        }
        connection.request("POST", "/ask", json.dumps(ENDLESS).encode(), headers)
        greedy.append(connection)
    for _ in range(3):
        assert "done" in server.ask("verify", puzzle=EASY)
    for connection in greedy:
        connection.close()
    assert "done" in server.ask("draw", puzzle=EASY)


def test_short_questions_have_places_of_their_own(server: Server):
    """All places for long questions are taken by this very page, and more of its own wait."""
    hard = [server.send(ENDLESS, client) for client in ("a", "b")]
    for answer in hard:
        answer.readline()
    waiting = [server.connection() for _ in range(3)]
    headers = {
        **server.secrets,
        "X-Nonet-Client": "test",
        "Content-Type": "application/json",
    }
    for connection in waiting:
        connection.request("POST", "/ask", json.dumps(ENDLESS).encode(), headers)
    assert "done" in server.ask("check", puzzle=EASY, quick=True)
    assert "done" in server.ask("draw", puzzle=EASY)
    for question, name in (("course", {}), ("study", {"name": "queens"}), ("exercise", {})):
        assert "done" in server.ask(question, **name)  # a learner reads on meanwhile
    for connection in waiting:
        connection.close()
    for answer in hard:
        answer.close()
        answer.asking.close()
    assert "done" in server.ask("hint", puzzle=NINE)


# -- who may ask --------------------------------------------------------------------


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "127.0.0.1"},
        {"Host": "127.0.0.1:1"},
        {"Host": "localhost.evil.example:80"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"X-Nonet-Token": "wrong"},
        {"X-Nonet-Token": ""},
        {"X-Nonet-Token": "\u00e9\u00e9"},
        {"Cookie": ""},
        {"Cookie": "nonet-8000=wrong"},
    ],
)
def test_a_forged_host_another_page_and_a_wrong_secret_are_refused(server: Server, headers):
    answer = server.send({"do": "about"}, **headers)
    assert answer.status == 403
    assert answer.read().count(b"\n") == 1


def test_its_own_page_may_ask_by_either_name(server: Server):
    for name in (f"127.0.0.1:{server.port}", f"localhost:{server.port}"):
        answer = server.send(
            {"do": "check", "puzzle": EASY},
            Host=name, Origin=f"http://{name}", Sec_Fetch_Site="same-origin",
        )  # fmt: skip
        assert answer.status == 200


def test_the_page_holds_no_secret_and_says_that_a_server_answers(stub):
    page = get(stub, "/")
    assert page.status == 200
    assert page.text == (stub / "index.html").read_text().replace('content=""', 'content="yes"')
    assert "set-cookie" not in page.headers


def test_the_page_knows_a_site_that_others_can_open(stub):
    index = stub / "index.html"
    index.write_text(index.read_text() + '<meta name="nonet-site" content="">')
    page = get(stub, "/", site="https://example.org/nonet/")
    assert '<meta name="nonet-site" content="https://example.org/nonet/">' in page.text


def test_every_answer_has_the_policy_of_the_page(server: Server, stub):
    for path in ("/", "/page.css", "/nothing", "/../server.py"):
        headers = get(stub, path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe-inline" not in headers["content-security-policy"]
        assert "'unsafe-eval'" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "access-control-allow-origin" not in headers
    assert server.send({}, X_Nonet_Token="x").getheader("content-security-policy")


@dataclass
class Page:
    """What an application answers, without a network."""

    status: int
    headers: dict[str, str]
    text: str


def get(static: Path, path: str, **options: str) -> Page:
    """A page of an application at port 8000."""
    from nonet.web.admission import Admission
    from nonet.web.application import make_app

    app = make_app(Admission(8000), static=static, **options)
    sent: list[dict] = []

    received: list[bool] = []

    async def receive() -> dict:
        if received:
            await asyncio.Event().wait()  # who asks stays
        received.append(True)
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict) -> None:
        sent.append(message)

    name, _, query = path.partition("?")
    scope = {
        "type": "http", "method": "GET", "path": name, "raw_path": name.encode(),
        "query_string": query.encode(), "headers": [(b"host", b"localhost:8000")],
        "scheme": "http", "server": ("127.0.0.1", 8000), "client": ("127.0.0.1", 1),
        "root_path": "",
    }  # fmt: skip
    asyncio.run(app(scope, receive, send))
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    body = b"".join(message.get("body", b"") for message in sent[1:])
    return Page(sent[0]["status"], headers, body.decode())


@pytest.mark.parametrize(
    "path",
    [
        "/../server.py", "/%2e%2e/server.py", "/..%2fserver.py", "/engine/../../server.py",
        "//etc/passwd", "/%00", "/engine", "/ask", "/engine/%2e%2e/%2e%2e/child.py",
    ],
)  # fmt: skip
def test_nothing_but_the_page_is_given_away(server: Server, path):
    connection = server.connection()
    connection.request("GET", path)
    answer = connection.getresponse()
    assert answer.status in (400, 404, 405)
    assert b"import" not in answer.read()


def test_scripts_are_given_with_their_types(server: Server):
    for path, kind in (("/engine/client.js", "text/javascript"), ("/icon.svg", "image/svg+xml"),
                       ("/manifest.webmanifest", "application/manifest+json")):  # fmt: skip
        connection = server.connection()
        connection.request("GET", path)
        answer = connection.getresponse()
        assert answer.getheader("content-type", "").startswith(kind)
        tag = answer.getheader("etag")
        answer.read()
        connection.request("GET", path, headers={"If-None-Match": tag})
        assert connection.getresponse().status == 304


# -- hostile input ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Content_Length": str(MAX_QUESTION_LENGTH + 1)}, 413),
        ({"Content_Type": "text/plain"}, 415),
        ({"Content_Type": "application/x-www-form-urlencoded"}, 415),
    ],
)
def test_what_is_no_question_is_refused_before_it_is_read(server: Server, headers, status):
    """The length alone is told: who sends on may find the connection closed, or may not."""
    answer = server.send(b"{}", **headers)
    assert answer.status == status


def test_a_body_without_a_length_is_cut_off_where_it_is_too_long(server: Server):
    connection = server.connection()
    connection.putrequest("POST", "/ask")
    for name, value in server.secrets.items():
        connection.putheader(name, value)
    connection.putheader("Content-Type", "application/json")
    connection.putheader("Transfer-Encoding", "chunked")
    connection.endheaders()
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    try:
        for _ in range(64):
            connection.send(chunk)
        connection.send(b"0\r\n\r\n")
    except OSError:
        pass  # it has stopped listening
    else:
        assert connection.getresponse().status == 413
    assert "done" in server.ask("draw", puzzle=EASY)


@pytest.mark.parametrize(
    "question",
    [
        b"[" * 500_000,
        b'{"a":' * 100_000,
        b"\x00\xff" * 1000,
        json.dumps({"do": "read", "text": "9" * 900_000}).encode(),
        json.dumps({"do": "read", "text": "[" * 900_000}).encode(),
        json.dumps({"do": "draw", "puzzle": {"grid": "1000x1000 values 1-9"}}).encode(),
    ],
)
def test_megabytes_and_depth_are_one_line_of_error(server: Server, question):
    answer = server.send(question)
    (line,) = answer.read().splitlines()
    event = json.loads(line)
    assert event["kind"] in ("QuestionError", "FormatError", "PuzzleError")
    assert len(event["error"]) < 400


def test_scripts_in_names_are_text(server: Server):
    name = "</script><img src=x onerror=alert(1)>\u202e"
    puzzle = {**EASY, "name": name, "comment": name, "rules": [{"rule": "even", "cells": ["R1C1"]}]}
    page = server.ask("export", puzzle=puzzle, to="print")["done"]["html"]
    assert "<img" not in page
    assert "&lt;/script&gt;&lt;img src=x" in page
    assert "<img" not in server.ask("export", puzzle=puzzle)["done"]["svg"]


def test_a_thousand_requests_at_once_leave_the_server_as_it_was(server: Server):
    """Of every kind that is refused quickly, sent in one go; ``benchmarks/web`` sends ten times
    as many."""
    server.ask("draw", puzzle=EASY)
    before = resident(server.process.pid)
    host = f"Host: 127.0.0.1:{server.port}\r\n"
    page = "GET / HTTP/1.1\r\nHost: elsewhere\r\n\r\n"
    headers = f"{host}Content-Type: application/json\r\nX-Nonet-Token: wrong\r\n"
    connection = f"POST /ask HTTP/1.1\r\n{headers}Content-Length: 2\r\n\r\n{{}}"
    with contextlib.ExitStack() as stack:
        storms = [
            stack.enter_context(socket.create_connection(("127.0.0.1", server.port), PATIENCE))
            for _ in range(20)
        ]
        for each in storms:
            each.sendall(((page + connection) * 25).encode())
        for each in storms:
            received = b""
            while received.count(b"HTTP/1.1 403") < 50:
                part = each.recv(1 << 16)
                assert part, "the server closed a connection in the middle"
                received += part
    assert "done" in server.ask("hint", puzzle=NINE)
    assert resident(server.process.pid) < before + (64 << 20)
    assert len(server.children()) <= 2 * 2 + 2


def resident(process: int) -> int:
    """Bytes of memory of a process; 0 where the system does not say."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def test_a_server_told_so_runs_no_program_and_says_where_it_would(server: Server):
    assert server.ask("about")["done"]["programs"]["run"]
    with_none = start_server("--run-programs", "never")
    try:
        programs = with_none.ask("about")["done"]["programs"]
        assert programs["run"] is False
        answer = with_none.ask("grade", name="declare-a-sudoku", code="print(1)")
        assert answer["error"] == programs["where"]
    finally:
        with_none.process.terminate()
        with_none.process.communicate(timeout=PATIENCE)


# -- the command --------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_server_and_its_children(number, server):
    own_server = start_server()
    answer = own_server.send(ENDLESS)
    answer.readline()
    working = set(descendants(own_server.process.pid))
    assert working
    own_server.process.send_signal(number)
    _, errors = own_server.process.communicate(timeout=PATIENCE)
    assert own_server.process.returncode == 128 + number
    assert "Traceback" not in errors and "Error" not in errors
    wait_until(
        lambda: not any(Path(f"/proc/{each}/exe").exists() for each in working), "a child lives"
    )
    answer.asking.close()


def test_children_end_with_a_server_that_is_killed(server):
    own_server = start_server()
    answer = own_server.send(ENDLESS)
    answer.readline()
    working = set(descendants(own_server.process.pid))
    assert working
    own_server.process.kill()
    own_server.process.communicate(timeout=PATIENCE)
    wait_until(
        lambda: not any(Path(f"/proc/{each}/exe").exists() for each in working), "a child lives"
    )
    answer.asking.close()


def test_enter_prints_an_address_that_opens_the_page_once_more(server):
    pty = pytest.importorskip("pty", reason="this system has no terminals of its own")
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*WEB, "--no-browser", "--port", "0"], stdin=theirs, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        addresses = [process.stdout.readline()]
        for _ in range(2):
            os.write(ours, b"\n")
            addresses.append(process.stdout.readline())
        assert len(set(addresses)) == 3
        for address in addresses:
            place = urlsplit(address.strip())
            key = place.fragment.removeprefix("key=")
            assert all(open_page(place.port or 0, key))
            assert open_page(place.port or 0, key) == ("", "")
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)
        os.close(ours)
        os.close(theirs)


def test_a_port_that_is_taken_is_an_error_in_a_line(server: Server, capsys):
    from nonet.cli import main

    assert main(["web", "--no-browser", "--port", str(server.port)]) == 2
    message = capsys.readouterr().err
    assert f"port {server.port} cannot be used" in message and "--port" in message
    assert main(["web", "--port", "70000"]) == 2
    assert main(["web", "--jobs", "0"]) == 2


@pytest.mark.parametrize("error", [KeyboardInterrupt, asyncio.CancelledError])
def test_an_answer_that_a_signal_ends_leaves_no_traceback(error):
    record = logging.LogRecord("uvicorn.error", logging.ERROR, "", 0, "Exception", (), None)
    assert is_not_shutdown_message(record)
    record.exc_info = (error, error(), None)
    assert not is_not_shutdown_message(record)


def test_a_question_that_is_cut_short_is_no_fault_of_the_server():
    from nonet.web.application import HTTPException, Request, read_body

    messages = [
        {"type": "http.request", "body": b'{"do":', "more_body": True},
        {"type": "http.disconnect"},
    ]

    async def receive() -> dict[str, object]:
        return messages.pop(0)

    with pytest.raises(HTTPException, match="the question was cut short"):
        asyncio.run(read_body(Request({"type": "http", "headers": []}, receive), 100))


@pytest.mark.parametrize("version", ["2.3", "2.4"])
def test_a_closed_connection_ends_a_silent_answer_whatever_its_server_says_of_it(version):
    """From ASGI 2.4 on, as of uvicorn 0.30 to 0.32.0, a response notices it only as it sends."""
    from nonet.web.application import EventStream

    ended = []

    async def silent() -> AsyncGenerator[bytes]:
        try:
            yield b"{}\n"
            await asyncio.sleep(60)
        finally:
            ended.append(True)

    async def receive() -> dict[str, str]:
        await asyncio.sleep(0.05)
        return {"type": "http.disconnect"}

    async def send(message: object) -> None:
        pass

    scope = {"type": "http", "asgi": {"spec_version": version}}
    asyncio.run(asyncio.wait_for(EventStream(silent())(scope, receive, send), 5))
    assert ended


def test_a_line_that_is_sent_as_the_connection_closes_is_no_fault_of_the_server():
    from nonet.web.application import EventStream

    async def answer() -> AsyncGenerator[bytes]:
        yield b"{}\n"

    async def receive() -> None:
        await asyncio.sleep(60)

    refused = []

    async def send(message: object) -> None:
        refused.append(message)
        raise BrokenPipeError

    scope = {"type": "http", "asgi": {"spec_version": "2.4"}}
    asyncio.run(asyncio.wait_for(EventStream(answer())(scope, receive, send), 5))
    assert refused
