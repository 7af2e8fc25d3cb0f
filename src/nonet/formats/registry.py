"""The formats there are, found by listing this folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path, PurePath
from pkgutil import iter_modules

from nonet.errors import FormatError, did_you_mean
from nonet.formats.base import Format

UNLIKE = 0.05
"""A text that looks less like every format than this is none of them."""

COMMONEST = (81, 16, 36)
"""Lengths of a bare line of cells."""
CELLS = "0123456789.-*_xX?"


@cache
def formats() -> Mapping[str, Format]:
    """Every format of this folder by its name."""
    for module in iter_modules([str(Path(__file__).parent)], f"{__package__}."):
        import_module(module.name)
    return {kind.name: kind() for kind in sorted(_subclasses(Format), key=lambda kind: kind.name)}


def _subclasses(parent: type[Format]) -> Iterator[type[Format]]:
    for child in parent.__subclasses__():
        yield child
        yield from _subclasses(child)


def format_names() -> list[str]:
    """The names of all formats, sorted.

    >>> format_names()[:3]
    ['csv', 'euler', 'grid']
    """
    return list(formats())


def find_format(name: str) -> Format:
    """The format of a name or of a file suffix with its dot.

    Raises ``FormatError`` and lists those there are.

    >>> find_format("csv").suffixes
    ('.csv', '.tsv')
    """
    wanted = name.strip().lower()
    for found in formats().values():
        if wanted == found.name:
            return found
    owners = _owners(wanted)
    if len(owners) == 1:
        return owners[0]
    near = did_you_mean(wanted, formats())
    raise FormatError(f"there is no format {name!r}; there are {', '.join(formats())}{near}")


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
