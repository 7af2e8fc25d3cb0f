"""Remembering: the initial memory of Python in a browser, saved after these steps.

As ``packing.py``, this file runs in the browser's own Python, under Node.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

FOLDER = Path("/parts")

ARCHIVES = ("nonet.zip", "constraint.zip")


def main() -> None:
    """Import nonet from the archives in ``/packing``; a browser calls ``wake``."""
    FOLDER.mkdir()
    for name in ARCHIVES:
        shutil.copyfile(f"/packing/{name}", FOLDER / name)
    sys.path[:0] = [str(FOLDER / name) for name in ARCHIVES]
    from nonet.web import in_browser

    in_browser.prepare(Path("/packing/parts.json").read_text(encoding="utf-8"))
    globals()["wake"] = in_browser.wake
