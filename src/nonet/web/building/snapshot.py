"""Remembering: what Python in a browser begins with, which is kept when these steps are done.

As ``packing.py``, this file runs in the browser's own Python, under Node.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

FOLDER = Path("/parts")

ARCHIVES = ("nonet.zip", "constraint.zip")


def main() -> None:
    """Import nonet of the archives in ``/packing``; ``wake`` is what a browser calls."""
    FOLDER.mkdir()
    for name in ARCHIVES:
        shutil.copyfile(f"/packing/{name}", FOLDER / name)
    sys.path[:0] = [str(FOLDER / name) for name in ARCHIVES]
    from nonet.web import in_browser

    in_browser.prepare(Path("/packing/parts.json").read_text(encoding="utf-8"))
    globals()["wake"] = in_browser.wake
