"""The page as a person meets it, in a real browser: with `nonet web` behind it, or files alone.

A test that takes a ``person`` is a story: it is told twice, once for each engine; one marked
``any_engine``, of what the page does alike with either, with the server alone, and one marked
``files_alone`` without it.  All stories of an engine are one visit, for Python starts slowly in a
browser: between two of them the person tidies up, and only after one that failed is the page
loaded again.
A ``visitor`` has the server's page alone, loaded anew: for what is the page's own work that
another story could not stand; a page takes a second to load.
"""

from __future__ import annotations

import contextlib
import functools
import http.server
import subprocess
import threading
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.page.browser import Browser, missing
from tests.page.built_site import common_site
from tests.page.person import Person, admitted
from tests.web.conftest import WEB

FAILED = pytest.StashKey[bool]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark stories in a browser as slow."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow(1))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.fixture(scope="session")
def address(browser: Browser) -> Iterator[str]:
    """Where the page is with a server behind it."""
    absent = [name for name in ("starlette", "uvicorn") if find_spec(name) is None]
    if absent:
        pytest.skip(f"nonet web needs {' and '.join(absent)}")
    command = [*WEB, "--no-browser", "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        try:
            assert server.stdout is not None
            yield admitted(browser, server.stdout.readline().strip())
        finally:
            server.terminate()


class Files(http.server.SimpleHTTPRequestHandler):
    """Gives files away, and says nothing; who leaves in the middle has no fault of ours.

    On this first visit the origin is not isolated: who cancels ends a worker. ``tests/web`` has the
    second visit, on which Python is interrupted.
    """

    def handle(self) -> None:
        with contextlib.suppress(ConnectionError):
            super().handle()

    def log_message(self, format: str, *arguments: object) -> None:
        pass


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """Where the page is with nothing behind it: the folder of `nonet web --static`, served."""
    handler = functools.partial(Files, directory=str(common_site()))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One browser for all tests."""
    if absent := missing():
        pytest.skip(f"no {absent} here to open the page in")
    folder: Path = tmp_path_factory.mktemp("browser")
    with Browser.started(folder) as started:
        yield started


@pytest.fixture
def stranger(browser: Browser, address: str) -> Iterator[Person]:
    """Someone who has not come to the page yet; at the end the console has no complaints."""
    yield Person(browser, address)
    browser.run("delete window.first")  # a story that follows loads the page
    assert browser.complaints() == []


@pytest.fixture
def visitor(stranger: Person) -> Person:
    """Someone who has never been at the page, and has it loaded now."""
    stranger.comes()
    return stranger


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Which engine answers: all stories with one run before those with the other."""
    if "engine" in metafunc.fixturenames:
        marks = {mark.name for mark in metafunc.definition.iter_markers()}
        engines = ["server"] if "any_engine" in marks else ["server", "browser"]
        engines = ["browser"] if "files_alone" in marks else engines
        metafunc.parametrize("engine", engines, scope="session")


@pytest.fixture
def person(request: pytest.FixtureRequest, browser: Browser, engine: str) -> Iterator[Person]:
    """Someone at the page of an engine; at the end the console has no complaints."""
    place = {"server": "address", "browser": "site"}[engine]
    someone = Person(browser, request.getfixturevalue(place))
    if browser.run("return Boolean(window.first) && document.body.dataset.ready") == engine:
        someone.comes_back()
    else:
        someone.comes()
    assert browser.run("return document.body.dataset.ready") == engine
    yield someone
    if request.node.stash.get(FAILED, False):
        browser.run("delete window.first")
    assert browser.complaints() == []
