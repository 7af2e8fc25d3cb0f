"""A real browser without a window, for the tests of pages: read as it stands, or played."""

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.page.browser import Browser, missing
from tests.tracing.played import Played

Browse = Callable[..., tuple[str, list[str]]]
"""A file or a page's text, and a fragment: the page as it stands at the end, and its console."""


@pytest.fixture
def browse(tmp_path: Path) -> Browse:
    """Open a page in Chromium."""
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    browser = browser or shutil.which("google-chrome")
    if browser is None:
        pytest.skip("no Chromium here to open the page in")

    def browse_(html: str, fragment: str = "", suffix: str = ".html") -> tuple[str, list[str]]:
        path = tmp_path / f"page{suffix}"
        path.write_text(html, encoding="utf-8")
        flags = (
            "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
            "--disable-background-networking --disable-component-update --disable-sync "
            "--enable-logging=stderr --dump-dom"
        )
        result = subprocess.run(
            [browser, *flags.split(), f"--user-data-dir={tmp_path / 'profile'}",
             f"{path.as_uri()}{fragment}"],
            capture_output=True, text=True, timeout=120, check=True, errors="replace",
        )  # fmt: skip
        said = [line for line in result.stderr.splitlines() if "CONSOLE" in line]
        return result.stdout, said

    return browse_


@pytest.fixture(scope="session")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One browser for all pages that are played."""
    if absent := missing():
        pytest.skip(f"not here to play a page in: {absent}")
    with Browser.started(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture
def play(window: Browser, tmp_path: Path) -> Iterator[Callable[[str], Played]]:
    """Open a page's text, and have it at hand; nothing may be complained of in the console."""

    def open_(html: str) -> Played:
        path = tmp_path / "page.html"
        path.write_text(html, encoding="utf-8")
        window.open(path.as_uri())
        return Played(window)

    yield open_
    assert window.complaints() == []
