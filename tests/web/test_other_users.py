"""Another user of this machine reads all that is readable, and the page lets nobody in by it."""

from __future__ import annotations

import contextlib
import http.client
import json
import multiprocessing
import os
import re
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.web.conftest import PATIENCE, Server, open_page

needs_proc = pytest.mark.skipif(
    not Path("/proc/self/cmdline").exists(), reason="this system has no /proc to read"
)


@dataclass
class Opened:
    """A server that has opened a browser, which waits: its port, and the browser's file."""

    process: subprocess.Popen[str]
    port: int
    file: Path


@pytest.fixture
def opened(server: Server, tmp_path: Path) -> Iterator[Opened]:
    with running_with_browser(tmp_path) as each:
        yield each


@contextlib.contextmanager
def running_with_browser(folder: Path, *arguments: str) -> Iterator[Opened]:
    """``nonet web`` as a user starts it; the browser stays open for a while."""
    browser = folder / "browser"
    browser.write_text('#!/bin/sh\nprintf "%s" "$1" > "$0.tmp"; mv "$0.tmp" "$0.seen"; sleep 100\n')
    browser.chmod(0o755)
    process = subprocess.Popen(
        [sys.executable, "-m", "nonet", "web", *(arguments or ("--port", "0"))],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "BROWSER": f"{browser} %s &"},
    )  # fmt: skip
    try:
        assert process.stdout is not None
        address = urlsplit(process.stdout.readline().strip())
        seen = folder / "browser.seen"
        end = time.monotonic() + PATIENCE
        while not seen.exists():
            assert process.poll() is None, process.stderr and process.stderr.read()
            assert time.monotonic() < end, "no browser was opened"
            time.sleep(0.02)
        yield Opened(process, address.port or 0, Path(unquote(urlsplit(seen.read_text()).path)))
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)


def readable_texts(port: int) -> list[str]:
    """The arguments of all processes, and the files named there, as far as anybody may read."""
    lines = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            lines.append(file.read_bytes().replace(b"\0", b" ").decode(errors="replace"))
    lines = [line for line in lines if "nonet" in line or str(port) in line]
    for name in re.findall(r"file://(\S+)", " ".join(lines)):
        file = Path(unquote(name))
        with contextlib.suppress(OSError):
            if os.getuid() or file.stat().st_mode & stat.S_IROTH:  # root could read all
                lines.append(file.read_text())
    return lines


def attack(port: int, connection: object) -> None:
    """Try each word as a secret; report the words' number and the answers to a program."""
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
    candidates = {word for line in readable_texts(port) for word in re.findall(r"[\w-]{16,}", line)}
    question = json.dumps({"do": "grade", "name": "2", "code": "import os; print(os.getuid())"})
    answers = []
    for word in candidates:
        token, cookie = open_page(port, word)
        client = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        headers = {"Content-Type": "application/json", "X-Nonet-Token": token or word}
        client.request(
            "POST", "/ask", question, {**headers, "Cookie": cookie or f"nonet-{port}={word}"}
        )
        answer = client.getresponse()
        if answer.status == 200:
            answers.append(answer.read().decode())
        client.close()
    connection.send((len(candidates), answers))  # type: ignore[attr-defined]


@needs_proc
def test_what_other_users_can_read_lets_them_run_nothing(opened: Opened):
    ours, theirs = multiprocessing.Pipe()
    attacker = multiprocessing.get_context("fork").Process(
        target=attack, args=(opened.port, theirs)
    )
    attacker.start()
    number, answers = ours.recv()
    attacker.join()
    assert number > 0
    assert answers == []


@needs_proc
def test_the_browser_is_given_a_file_that_its_owner_alone_reads_and_that_opens_the_page_once(
    opened: Opened,
):
    assert stat.S_IMODE(opened.file.stat().st_mode) == 0o600
    key = re.search(r"#key=([\w-]+)", opened.file.read_text())
    assert key is not None
    token, cookie = open_page(opened.port, key[1])
    assert token
    assert cookie
    assert open_page(opened.port, key[1]) == ("", "")
    end = time.monotonic() + PATIENCE
    while opened.file.exists():
        assert time.monotonic() < end, "the file stays"
        time.sleep(0.02)


@needs_proc
def test_a_file_that_no_browser_has_opened_goes_with_the_server(server: Server, tmp_path: Path):
    with running_with_browser(tmp_path) as opened:
        assert opened.file.exists()
    assert not opened.file.exists()


@needs_proc
def test_no_secret_is_printed_where_a_browser_is_opened(server: Server, tmp_path: Path):
    with running_with_browser(tmp_path) as opened:
        key = re.search(r"#key=([\w-]+)", opened.file.read_text())
        assert key is not None
        secrets = [key[1], *open_page(opened.port, key[1])]
        opened.process.send_signal(signal.SIGTERM)
        printed = "".join(opened.process.communicate(timeout=PATIENCE))
        assert not any(secret in printed for secret in secrets)


def test_the_cookie_is_for_no_script_and_no_other_site(server: Server):
    from nonet.web.admission import Admission

    attributes = Admission(8000).cookie.partition("; ")[2].split("; ")
    assert {"HttpOnly", "SameSite=Strict"} <= set(attributes)
    other, another = Admission(8000), Admission(8001)
    assert other.cookie_name != another.cookie_name
    assert len({other.token, another.token, other.cookie, another.cookie}) == 4
