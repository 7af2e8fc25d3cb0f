"""A server of the page, for the tests that ask it over a real connection."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from nonet.learn.confinement import unavailable_reason
from nonet.processes import descendants

PATIENCE = 120.0
"""Seconds for what takes a moment on a machine that does nothing else."""

WEB = (
    sys.executable, "-m", "nonet", "web",
    *(["--run-programs", "always"] if unavailable_reason() else []),
)  # fmt: skip
"""The command of a server that runs programs, if possible in a sandbox."""


def open_page(port: int, key: str) -> tuple[str, str]:
    """Exchange the key of an address; return the token and the cookie, empty if refused."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("POST", "/open", key)
        answer = connection.getresponse()
        cookie = answer.getheader("set-cookie", "").partition(";")[0]
        return (answer.read().decode(), cookie) if answer.status == 200 else ("", "")
    finally:
        connection.close()


@dataclass
class Server:
    """A running ``nonet web``: where it is, its secrets, and how it is asked."""

    process: subprocess.Popen[str]
    address: str
    token: str = ""
    cookie: str = ""
    port: int = 0
    open: list[http.client.HTTPConnection] = field(default_factory=list)

    def __post_init__(self) -> None:
        parts = urlsplit(self.address)
        self.port = parts.port or 0
        self.token, self.cookie = open_page(self.port, parts.fragment.removeprefix("key="))

    def connection(self) -> http.client.HTTPConnection:
        opened = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        self.open.append(opened)
        return opened

    def send(
        self, question: object, client: str = "test", **headers: str
    ) -> http.client.HTTPResponse:
        """The answer to ``POST /ask``, from which events can be read as they come."""
        body = question if isinstance(question, bytes) else json.dumps(question).encode()
        all_headers = {
            **self.secrets,
            "X-Nonet-Client": client,
            "Content-Type": "application/json",
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        connection = self.connection()
        connection.request("POST", "/ask", body, all_headers)
        answer = connection.getresponse()
        answer.asking = connection  # type: ignore[attr-defined]
        return answer

    def ask(self, do: str, **parameters: Any) -> dict:
        """The last event of an answer."""
        answer = self.send({"do": do, **parameters})
        assert answer.status == 200, answer.read()
        *_, last = answer.read().splitlines()
        return json.loads(last)

    @property
    def secrets(self) -> dict[str, str]:
        """The headers without which no question is answered."""
        return {"X-Nonet-Token": self.token, "Cookie": self.cookie}

    def children(self) -> set[int]:
        """The processes that answer."""
        return set(descendants(self.process.pid))


def start_server(*arguments: str, environment: dict[str, str] | None = None) -> Server:
    """A server on a free port, which has said its address."""
    process = subprocess.Popen(
        [*WEB, "--no-browser", "--port", "0", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, **(environment or {})},
    )  # fmt: skip
    assert process.stdout is not None
    line = process.stdout.readline().strip()
    if not line:
        assert process.stderr is not None
        pytest.fail(process.stderr.read())
    return Server(process, line)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    pytest.importorskip("starlette", reason="the server of the page needs starlette")
    pytest.importorskip("uvicorn", reason="the server of the page needs uvicorn")
    started = start_server("--jobs", "2")
    yield started
    for connection in started.open:
        connection.close()
    started.process.send_signal(signal.SIGTERM)
    started.process.communicate(timeout=PATIENCE)


@pytest.fixture
def stub(tmp_path: Path) -> Path:
    """A page of nothing but what the server fills in."""
    folder = tmp_path / "static"
    folder.mkdir()
    html = '<!doctype html><meta name="nonet-server" content=""><title>x</title>'
    (folder / "index.html").write_text(html)
    (folder / "page.css").write_text("p {}")
    return folder
