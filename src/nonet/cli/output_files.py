"""The output files of a command: the suffix decides the kind, and no file is destroyed.

A file is written as its name's suffix says or refused, before any work.  An input is never
overwritten, a file that is there only with ``--force``.

>>> import argparse
>>> arguments = argparse.Namespace(inputs=[], force=False)
>>> Output(arguments, "x.gif", {".html": "a page", ".svg": "a picture"})
Traceback (most recent call last):
...
nonet.errors.FormatError: x.gif: --to writes .html (a page) or .svg (a picture), not .gif
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from nonet.cli import common as cli
from nonet.errors import FormatError
from nonet.render import pictures

PICTURE_SUFFIXES = dict.fromkeys(pictures.SUFFIXES, "a picture")


FORCE = "--force  overwrite a file that is there (never an input)"
"""The option that allows overwriting, for a table of options."""
OUTPUT_OPTIONS = f"-o, --output FILE  write here instead of to standard output\n    {FORCE}"


class Output:
    """Files of one option: FILE, then FILE-2, FILE-3 and so on.

    ``kinds`` maps the suffixes that can be written to descriptions; empty for any suffix.  Raises
    ``FormatError`` at once if FILE cannot be written as its name says, is there or is an input, and
    ``NotInstalled`` where an extra is missing.
    """

    def __init__(
        self,
        arguments: argparse.Namespace,
        name: str | None,
        kinds: Mapping[str, str],
        option: str = "--to",
    ) -> None:
        self._arguments = arguments
        self._name = name
        self._written = 0
        self._zipped = False
        self.suffix = ""
        """In lower case; "" where nothing is to be written."""
        if name is None:
            return
        self.suffix = Path(name).suffix.lower()
        if not kinds and self.suffix == ".gz":  # as they are read
            self._zipped = True
            self.suffix = Path(name).with_suffix("").suffix.lower()
        if kinds and self.suffix not in kinds:
            raise FormatError(
                f"{option} writes {_describe_suffixes(kinds)}, not "
                f"{self.suffix or 'a file without a suffix'}",
                source=name,
            )
        if self.suffix in pictures.SUFFIXES:
            pictures.require_suffix(self.suffix)
        self._check(Path(name))

    def __bool__(self) -> bool:
        return self._name is not None

    @property
    def is_picture(self) -> bool:
        """Whether a picture is asked for."""
        return self.suffix in pictures.SUFFIXES

    def write(self, text: str, note: str = "") -> Path | None:
        """Write the next file, say so, and tell where; a picture is given as SVG."""
        if self._name is None:
            return None
        path = Path(self._name)
        self._written += 1
        if self._written > 1:
            path = path.with_stem(f"{path.stem}-{self._written}")
            self._check(path)
        data = text.encode("utf-8", "backslashreplace")
        if self.is_picture:
            data = pictures.convert_svg(text, self.suffix)
        return self._save(path, data, note)

    def write_sheet(
        self, pictures_with_titles: Sequence[tuple[str, str]], per_page: int
    ) -> Path | None:
        """Write one document of pictures, each a title and an SVG, so many on a page."""
        if self._name is None or not pictures_with_titles:
            return None
        data = pictures.pdf_sheet(pictures_with_titles, per_page)
        return self._save(Path(self._name), data, f"{len(pictures_with_titles)} puzzles")

    def _save(self, path: Path, data: bytes, about: str) -> Path:
        if self._zipped:
            import gzip

            data = gzip.compress(data, mtime=0)
        with path.open("wb" if self._arguments.force else "xb") as file:
            file.write(data)
        _written_files(self._arguments).add(path.resolve())
        cli.print_message(f"nonet: wrote {path}{about and ': '}{about}")
        return path

    def _check(self, path: Path) -> None:
        where = str(path)
        if path.is_dir():
            raise FormatError("a directory, not a file to write", source=where)
        if not path.exists():
            return
        if any(_is_same(path, text) for text in getattr(self._arguments, "inputs", ())):
            raise FormatError("this is the input: write to another file", source=where)
        if path.resolve() in _written_files(self._arguments):
            raise FormatError("this command has just written it: name two files", source=where)
        if not self._arguments.force:
            raise FormatError("there is such a file: --force overwrites it", source=where)


def _is_same(path: Path, text: str) -> bool:
    """Whether an input is this file; ``-`` may be redirected from the file."""
    try:
        if text == "-":
            return os.path.samestat(path.stat(), os.fstat(sys.stdin.fileno()))
        return path.samefile(text)
    except (OSError, ValueError):
        return False


def _written_files(arguments: argparse.Namespace) -> set[Path]:
    written: set[Path] = arguments.__dict__.setdefault("made", set())
    return written


def _describe_suffixes(kinds: Mapping[str, str]) -> str:
    """Return the suffixes grouped by kind: ".html (a page) or .svg, .png, .pdf (a picture)"."""
    by_kind: dict[str, list[str]] = {}
    for suffix, kind in kinds.items():
        by_kind.setdefault(kind, []).append(suffix)
    return " or ".join(f"{', '.join(suffixes)} ({kind})" for kind, suffixes in by_kind.items())
