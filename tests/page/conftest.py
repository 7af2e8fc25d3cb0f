"""The page as a person meets it: `nonet web` in a process of its own, in a real browser."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.page.browser import Browser, missing
from tests.page.person import Person


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where the page is."""
    absent = [name for name in ("starlette", "uvicorn") if find_spec(name) is None]
    if absent:
        pytest.skip(f"nonet web needs {' and '.join(absent)}")
    command = [sys.executable, "-m", "nonet", "web", "--no-browser", "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        try:
            assert server.stdout is not None
            yield server.stdout.readline().strip()
        finally:
            server.terminate()


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One browser for all tests, each of which opens the page anew."""
    if absent := missing():
        pytest.skip(f"no {absent} here to open the page in")
    folder: Path = tmp_path_factory.mktemp("browser")
    with Browser.started(folder) as started:
        yield started


@pytest.fixture
def person(browser: Browser, address: str) -> Iterator[Person]:
    """Someone who has never been at the page; at the end the console has no complaints."""
    someone = Person(browser, address)
    someone.comes()
    yield someone
    assert browser.complaints() == []
