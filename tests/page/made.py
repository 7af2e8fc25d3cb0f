"""The folder of `nonet web --static`; a test skips only where what it is made of cannot be had.

Where Node.js and the archives are there, an engine that cannot be built is a failure.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest


def made_site(folder: Path, **options: Path) -> Path:
    """The folder, with the whole site in it."""
    from nonet.web.building.downloads import NotDownloaded
    from nonet.web.building.site import write_site

    if shutil.which("node") is None:
        pytest.skip("no Node.js here to make the browser's engine with")
    try:
        made = write_site(folder, **options)
    except NotDownloaded as error:
        pytest.skip(f"the archives of the browser's engine cannot be had here: {error}")
    if made.missing:
        pytest.skip(f"the browser's engine lacks a part here: {made.missing[0]}")
    return folder
