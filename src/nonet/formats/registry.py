"""The formats there are: of this folder, of installed packages, of the program by now."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath

from nonet.discovery import discover, unloadable
from nonet.errors import FormatError, did_you_mean
from nonet.formats.base import Format

UNLIKE = 0.05
"""A text that looks less like every format than this is none of them."""

COMMONEST = (81, 16, 36)
"""Lengths of a bare line of cells."""
CELLS = "0123456789.-*_xX?"


GROUP = "nonet.formats"
"""The entry points of packages with formats."""


def formats() -> Mapping[str, Format]:
    """Every format by its name, sorted."""
    return {name: kind() for name, kind in discover(Format, "nonet.formats", GROUP).items()}


def format_names() -> list[str]:
    """The names of all formats, sorted.

    >>> format_names()[:3]
    ['csv', 'euler', 'grid']
    """
    return list(formats())


def find_format(format: str | Format) -> Format:
    """The format of a name or of a file suffix with its dot; a format itself as it is.

    Raises ``FormatError`` and lists those there are.

    >>> find_format("csv").suffixes
    ('.csv', '.tsv')
    """
    if isinstance(format, Format):
        return format
    if not isinstance(format, str):
        raise TypeError(f"a format is a name or an object of a Format class, not {format!r}")
    wanted = format.strip().lower()
    known = formats()
    if wanted in known:
        return known[wanted]
    owners = _owners(wanted)
    if len(owners) == 1:
        return owners[0]
    if reason := unloadable(GROUP, wanted):
        raise FormatError(reason)
    near = did_you_mean(wanted, known)
    raise FormatError(f"there is no format {format!r}; there are {', '.join(known)}{near}")


def detect(sample: str, path: str | PurePath | None = None) -> Format:
    """The format that the head of a text looks most like.

    Where the suffix of ``path`` belongs to one format and the text may be of
    it, that is the one.  Raises ``FormatError`` if there is nothing to go by.

    >>> detect("Grid 01\\n003020600\\n900305001").name
    'euler'
    """
    if not sample.strip():
        raise FormatError("no puzzle: the text is empty")
    if path is None and len(sample) in COMMONEST and not sample.strip(CELLS):
        return formats()["line"]  # a bare line: nothing else looks like it, so ask nobody
    if path is not None:
        owners = _owners(PurePath(path).suffix.lower())
        if len(owners) == 1 and owners[0].detect(sample) > UNLIKE:
            return owners[0]
    scores = {found: found.detect(sample) for found in formats().values()}
    return max(scores, key=lambda found: scores[found])


def _owners(suffix: str) -> list[Format]:
    return [found for found in formats().values() if suffix and suffix in found.suffixes]
