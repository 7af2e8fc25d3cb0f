"""A real browser without a window, for the tests of pages."""

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

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


@pytest.fixture
def report_of(browse: Browse) -> Callable[[str, str], list[dict]]:
    """Open a page, let it test itself, and read the report it writes into itself."""

    def read(html: str, fragment: str) -> list[dict]:
        dom, console = browse(html, fragment)
        assert console == []
        found = re.search(r'<script id="report"[^>]*>(.*?)</script>', dom, re.DOTALL)
        assert found, dom[-2000:]
        said = json.loads(found[1])
        assert said["errors"] == []
        report: list[dict] = said["report"]
        return report

    return read
