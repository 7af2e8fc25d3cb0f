"""A real browser without a window, for the tests of pages: read as it stands, or played."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.page.browser import Browser, missing
from tests.tracing.player_page import PlayerPage

Browse = Callable[..., tuple[str, list[str]]]
"""A file or a page's text, and a fragment: the page as it stands at the end, and its console."""


@pytest.fixture(scope="session")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One browser for all pages that are played."""
    if absent := missing():
        pytest.skip(f"not here to play a page in: {absent}")
    with Browser.started(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture
def browse(window: Browser, tmp_path: Path) -> Iterator[Browse]:
    """Read a page in the browser: what its console said is told, and is nobody's complaint."""
    if window.kind.firefox:
        pytest.skip("what the console said is told by Chromium's driver alone")

    def browse_(html: str, fragment: str = "", suffix: str = ".html") -> tuple[str, list[str]]:
        path = tmp_path / f"page{suffix}"
        path.write_text(html, encoding="utf-8")
        window.open("about:blank")  # an address that differs in its fragment alone is not loaded
        window.console()
        window.open(f"{path.as_uri()}{fragment}")
        return window.run("return document.documentElement.outerHTML"), window.console()

    yield browse_


@pytest.fixture
def play(window: Browser, tmp_path: Path) -> Iterator[Callable[[str], PlayerPage]]:
    """Open a page's text, and have it at hand; nothing may be complained of in the console."""

    def open_(html: str) -> PlayerPage:
        path = tmp_path / "page.html"
        path.write_text(html, encoding="utf-8")
        window.open(path.as_uri())
        return PlayerPage(window)

    yield open_
    assert window.complaints() == []
