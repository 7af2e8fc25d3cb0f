"""The folder that ``nonet web --static`` writes, for the tests of the page.

A test is skipped where Node.js or the archives of the browser's engine cannot be had.  Where they
can, an engine that cannot be built is a failure.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

import pytest


@cache
def common_site() -> Path:
    """Return a folder with the site, built once for all tests; a test that changes it copies it."""
    folder = tempfile.mkdtemp(prefix="nonet-site-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return build_site(Path(folder) / "made")


def build_site(folder: Path, **options: Path) -> Path:
    """Write the whole site to a folder and return the folder."""
    from tools.page.downloads import NotDownloaded
    from tools.page.site import write_site

    if shutil.which("node") is None:
        pytest.skip("no Node.js here to make the browser's engine with")
    try:
        site = write_site(folder, **options)
    except NotDownloaded as error:
        pytest.skip(f"the archives of the browser's engine cannot be had here: {error}")
    if site.missing:
        pytest.skip(f"the browser's engine lacks a part here: {site.missing[0]}")
    return folder
