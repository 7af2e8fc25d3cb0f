"""The folder of `nonet web --static`; a test skips only where what it is made of cannot be had.

Where Node.js and the archives are there, an engine that cannot be built is a failure.
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
    """The folder as it is for everybody, made once; a test that changes it takes a copy."""
    folder = tempfile.mkdtemp(prefix="nonet-site-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return build_site(Path(folder) / "made")


def build_site(folder: Path, **options: Path) -> Path:
    """The folder, with the whole site in it."""
    from nonet.web.building.downloads import NotDownloaded
    from nonet.web.building.site import write_site

    if shutil.which("node") is None:
        pytest.skip("no Node.js here to make the browser's engine with")
    try:
        site = write_site(folder, **options)
    except NotDownloaded as error:
        pytest.skip(f"the archives of the browser's engine cannot be had here: {error}")
    if site.missing:
        pytest.skip(f"the browser's engine lacks a part here: {site.missing[0]}")
    return folder
