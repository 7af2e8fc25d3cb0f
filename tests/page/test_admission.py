"""A browser is let in by the file that `nonet web` gives it, and keeps no secret where one sees it."""

from __future__ import annotations

import contextlib
import functools
import http.client
import http.server
import random
import socket
import threading
from pathlib import Path

import pytest

from tests.page.browser import Browser, until
from tests.web.conftest import PATIENCE
from tests.web.test_other_users import needs_proc, running_with_browser

pytestmark = needs_proc

READY = "return document.body?.dataset.ready"
ASK = """
    const { connect } = await import("./engine/client.js");
    return connect().run({ do: "check", puzzle: { size: 4, clues: "1..............4" } });
"""


def asks(browser: Browser) -> bool:
    """Whether a question of the page is answered."""
    return "conflicts" in browser.run(f"return (async () => {{ {ASK} }})()")


def unused_port() -> str:
    """A port that is free now, of those that no outgoing connection takes meanwhile."""
    for port in random.sample(range(20_000, 30_000), 100):
        with socket.socket() as free, contextlib.suppress(OSError):
            free.bind(("127.0.0.1", port))
            return str(port)
    raise AssertionError("no port is free")


@pytest.fixture(autouse=True)
def _web() -> None:
    pytest.importorskip("uvicorn", reason="nonet web needs uvicorn")


def test_the_file_opens_the_page_and_no_secret_stays_in_sight(browser: Browser, tmp_path: Path):
    with running_with_browser(tmp_path) as opened:
        browser.open(opened.file.as_uri())
        until(lambda: browser.run(READY) == "server", "the page to be opened by its file")
        page = f"http://127.0.0.1:{opened.port}/"
        assert browser.run("return location.href") == page
        assert browser.run("return [document.referrer, document.cookie]") == ["", ""]
        until(lambda: not opened.file.exists(), "the file to be removed")
        browser.reload()
        until(lambda: browser.run(READY) == "server", "the page to be loaded again")
        assert asks(browser)
        window = browser.new_window()
        browser.open(page)  # another tab, opened by hand
        until(lambda: browser.run(READY) == "server", "a second tab to be let in")
        browser.close_window(window)
        assert browser.complaints() == []


def test_a_server_that_is_started_again_lets_old_tabs_in_once_it_has_opened_the_page(
    browser: Browser, tmp_path: Path
):
    port = unused_port()
    with running_with_browser(tmp_path, "--port", port) as first:
        browser.open(first.file.as_uri())
        until(lambda: browser.run(READY) == "server", "the page to be opened")
    (tmp_path / "browser.seen").unlink()
    with running_with_browser(tmp_path, "--port", port) as second:
        error = browser.run(f"return (async () => {{ {ASK} }})().catch(error => error.message)")
        assert "press Enter there" in error
        window = browser.new_window()
        browser.open(second.file.as_uri())
        until(lambda: browser.run(READY) == "server", "the page to be opened again")
        browser.close_window(window)
        assert asks(browser)
        browser.complaints()  # the question that was refused


def test_a_page_at_another_port_gets_the_cookie_but_no_answer(browser: Browser, tmp_path: Path):
    """Cookies are shared by all ports of a host, so a server of another user may see it."""
    seen: list[str] = []

    class Files(http.server.SimpleHTTPRequestHandler):
        def do_GET(self) -> None:
            seen.append(self.headers.get("Cookie", ""))
            super().do_GET()

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    (tmp_path / "index.html").write_text(
        "<!doctype html><link rel='icon' href='data:,'><title>another's</title>"
    )
    handler = functools.partial(Files, directory=str(tmp_path))
    with (
        running_with_browser(tmp_path) as opened,
        http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as other,
    ):
        threading.Thread(target=other.serve_forever, daemon=True).start()
        browser.open(opened.file.as_uri())
        until(lambda: browser.run(READY) == "server", "the page to be opened")
        browser.open(f"http://127.0.0.1:{other.server_address[1]}/")
        assert f"nonet-{opened.port}=" in seen[0]
        assert browser.run("return localStorage['nonet:token'] ?? null") is None
        connection = http.client.HTTPConnection("127.0.0.1", opened.port, timeout=PATIENCE)
        headers = {"Content-Type": "application/json", "Cookie": seen[0]}
        connection.request("POST", "/ask", '{"do": "about"}', headers)
        assert connection.getresponse().status == 403
        connection.close()
        other.shutdown()
