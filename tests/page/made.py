"""The folder of `nonet web --static`, where it can be made; else the test skips, and says why."""

from __future__ import annotations

from pathlib import Path

import pytest

from nonet.errors import WebError


def made_site(folder: Path) -> Path:
    """The folder, with the whole site in it."""
    from nonet.web.building.site import write_site

    try:
        made = write_site(folder)
    except WebError as error:
        pytest.skip(f"the browser's engine cannot be made here: {error}")
    if made.missing:
        pytest.skip(f"the browser's engine lacks a part here: {made.missing[0]}")
    return folder
