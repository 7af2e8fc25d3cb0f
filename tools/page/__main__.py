"""Write the page as a folder of files: ``python -m tools.page FOLDER [--library BOOK.jsonl ...]``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from nonet.errors import NonetError
from nonet.web.library import library_of_books
from tools.page.site import write_site


def main() -> int:
    """Write the site, and print its folder, its size and the parts left out."""
    parser = argparse.ArgumentParser(prog="python -m tools.page", description=__doc__)
    parser.add_argument("folder", help="a new folder, an empty one, or one with such a site")
    parser.add_argument("--library", action="append", default=[], type=Path, metavar="BOOK.jsonl")
    chosen = parser.parse_args()
    try:
        library = library_of_books(chosen.library) if chosen.library else None
        site = write_site(chosen.folder, library=library)
    except (NonetError, OSError) as error:
        print(f"nonet: {error}", file=sys.stderr)
        return 2
    for warning in site.missing:
        print(f"nonet: left out: {warning}", file=sys.stderr)
    print(
        f"{site.folder}: {site.files} files, {site.size / 1e6:.1f} MB; "
        f"{site.first_load_bytes / 1e3:.0f} KB to play, compressed, and "
        f"{site.python_bytes / 1e6:.1f} MB once a question needs Python"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
