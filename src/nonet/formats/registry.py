"""The formats there are: of this folder, of installed packages, of the program by now."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from nonet.discovery import discover, load_error
from nonet.errors import FormatError, did_you_mean
from nonet.formats.base import Format
from nonet.puzzle.grid import MAX_VALUES

if TYPE_CHECKING:
    from pathlib import PurePath

COMMON_LINE_LENGTHS = (81, 16, 36)
CELL_CHARACTERS = "0123456789.-*_xX?"
PLAIN_CHARACTERS = "0123456789.\r\n"
"""Characters of texts in which no format has a mark."""

# The first tag of a markup text.
_ROOT = re.compile(
    r"\ufeff?(?:\s|(?><\?.*?\?>)|(?><!--.*?-->)|<![A-Z][^>]*>)*+<([A-Za-z_][\w.:-]*)", re.DOTALL
)

# A name in the header of a table.
_WORD = re.compile(r"[A-Za-z][\w .-]{0,40}")


GROUP = "nonet.formats"
"""The entry points of packages with formats."""


def formats() -> Mapping[str, Format]:
    """Every format by its name, sorted."""
    return {name: kind() for name, kind in discover(Format, "nonet.formats", GROUP).items()}


def format_names(*, writing: bool = False) -> list[str]:
    """Return the names of all formats, sorted; with ``writing``, only of formats that can write.

    >>> format_names()[:3]
    ['address', 'csv', 'dzn']
    """
    return [name for name, format_ in formats().items() if format_.writes or not writing]


def find_format(format: str | Format) -> Format:
    """Return the format of a name or of a file suffix with its dot; a ``Format`` object unchanged.

    Raises ``FormatError``, listing the formats, for an unknown name, and ``TypeError`` for another
    object.

    >>> find_format("csv").suffixes
    ('.csv', '.tsv')
    """
    if isinstance(format, Format):
        return format
    if not isinstance(format, str):
        raise TypeError(f"a format is a name or an object of a Format class, not {format!r}")
    key = format.strip().lower()
    if (own := _builtin_format(key)) is not None:
        return own
    by_name = formats()
    if key in by_name:
        return by_name[key]
    owners = _formats_with_suffix(key)
    if len(owners) == 1:
        return owners[0]
    if reason := load_error(GROUP, key):
        raise FormatError(reason)
    advice = did_you_mean(key, by_name)
    raise FormatError(f"there is no format {format!r}; there are {', '.join(by_name)}{advice}")


@cache
def _builtin_format(name: str) -> Format | None:
    """Return nonet's own format of a name, loading no other format; else ``None``."""
    # a format of another name than its file's is found when all are loaded, but for the quick texts
    files = {"euler": "grid", "line": "pasted", "f-puzzles": "fpuzzles", "puzz-link": "links"}
    file = files.get(name, name)
    try:
        attributes = vars(import_module(f"nonet.formats.{file}")) if file.isidentifier() else {}
    except ModuleNotFoundError:
        return None
    for kind in attributes.values():
        if isinstance(kind, type) and issubclass(kind, Format) and vars(kind).get("name") == name:
            return kind()
    return None


def detect(sample: str, path: str | PurePath | None = None) -> Format:
    """Return the format of a text, by its head.

    The format that the suffix of ``path`` or the host of a link names is asked first, and decides
    if it claims the text.  Then a mark of a single format decides; else the suffix, if it is of a
    single format; else the text is plain, and its lines are puzzles or rows of puzzles.  Raises
    ``FormatError`` if the text is empty, two formats claim the text, or the text is XML that no
    format claims.

    >>> detect("Grid 01\\n003020600\\n900305001").name
    'euler'
    """
    if not sample.strip():
        raise FormatError("no puzzle: the text is empty")
    if path is None and len(sample) in COMMON_LINE_LENGTHS and not sample.strip(CELL_CHARACTERS):
        return find_format("line")  # a bare line: nothing else looks like it, so ask nobody
    from pathlib import PurePath

    by_text = path is None or PurePath(path).suffix in ("", ".txt")
    if by_text and not sample.strip(PLAIN_CHARACTERS):
        return find_format(_plain_format_name(sample))
    for likely in _likely_formats(sample, path):
        if likely.claims(sample):
            return likely
    claiming = [format_ for format_ in formats().values() if format_.claims(sample)]
    if len(claiming) > 1:
        names = " or ".join(format_.name for format_ in claiming)
        raise FormatError(f"the text may be {names}: say which it is (format=, or --from)")
    if claiming:
        return claiming[0]
    owners = _formats_with_suffix(PurePath(path).suffix.lower()) if path is not None else []
    if len(owners) == 1 and owners[0].admits(sample):
        return owners[0]
    from nonet.formats.links import first_content_line, is_link  # a bare line asks none of these
    from nonet.formats.pasted import has_lists

    if is_link(first_content_line(sample)):
        return find_format("address")
    if has_lists(sample):
        return find_format("lists")
    root = _ROOT.match(sample)
    named_xml = path is not None and PurePath(path).suffix.lower() == ".xml"
    if root is not None or (named_xml and sample.strip(PLAIN_CHARACTERS)):
        fault = "it is not XML" if root is None else f"it is XML with the root <{root[1]}>"
        xml = 'XCSP3 (<instance format="XCSP3" type="CSP">) and OpenSudoku (<opensudoku>)'
        raise FormatError(f"{fault}: nonet reads {xml}")
    return find_format(_plain_format_name(sample))


def _likely_formats(sample: str, path: str | PurePath | None) -> Iterator[Format]:
    """Yield nonet's format with the name of the suffix, the format of titled puzzles, and the formats
    of the links of a host."""
    if path is not None:
        yield from filter(None, [_builtin_format(os.path.splitext(path)[1][1:].lower())])  # noqa: PTH122
    if sample.startswith("Grid "):  # as the first file of README has it: 0.08 s without the others
        yield find_format("euler")
    from nonet.formats.links import HOSTS, first_content_line, is_at, parse_link

    link = parse_link(first_content_line(sample))
    names = (name for host in HOSTS if is_at(link, host) for name in HOSTS[host])
    yield from filter(None, map(_builtin_format, names))


def _plain_format_name(sample: str) -> str:
    """The name of the format of a text without marks: a puzzle a line, or a row a line?

    The tests, in this order, are certain: a header of words; a line longer than any row; n blank
    rows of n cells; four rows of four cells or nine of nine, of which a row is hardly a puzzle; only
    lines that are puzzles; lines that form squares.  Any other text is faulty: the format that most
    of its lines fit gives the best error.
    """
    from nonet.formats.csv import header_of  # a bare line asks none of these
    from nonet.formats.grid import first_grids, is_grid
    from nonet.formats.pasted import is_puzzle_line, sample_cells

    rows = sample_cells(sample)
    fitting = sum(map(is_puzzle_line, rows))
    grids = first_grids(sample)
    names = header_of(sample)
    if len(names) > 1 and all(map(_WORD.fullmatch, names)) and _is_header(sample):
        return "csv"
    if any(len(cells) > MAX_VALUES and is_puzzle_line(cells) for cells in rows):
        return "line"
    blank = not any(c.isalnum() and c not in "0xX" for cells in rows for c in cells)
    if blank and rows and {*map(len, rows)} == {len(rows)}:
        return "grid"
    sides = [{len(lines), *(len(cells.strip()) for _, cells in lines)} for lines in grids]
    if sides and all(side in ({4}, {9}) for side in sides):  # a row is as long as a whole puzzle
        return "grid"
    if rows and fitting == len(rows):
        return "line"
    if any(len(lines) > 1 and is_grid(lines) for lines in grids):
        return "grid"
    lone = all(len(lines) == 1 for lines in grids)
    return "line" if lone or 3 * fitting > len(rows) else "grid"


def _is_header(sample: str) -> bool:
    """Whether the first two lines have as many commas, semicolons or tabs: no words with a comma."""
    from nonet.formats.csv import find_delimiter

    lines = [line for line in sample.split("\n") if line.strip()][:2]
    delimiter = find_delimiter(lines[0])
    return len(lines) == 2 and len({line.count(delimiter) for line in lines}) == 1


def _formats_with_suffix(suffix: str) -> list[Format]:
    return [format_ for format_ in formats().values() if suffix and suffix in format_.suffixes]


def looks_like_path(text: str) -> bool:
    """Return whether a text looks like the path of a file: with a slash, or the suffix of a format.

    >>> looks_like_path("puzzle.csv"), looks_like_path("1...4..1")
    (True, False)
    """
    suffix = os.path.splitext(text)[1].lower()  # noqa: PTH122 - pathlib takes 5 ms to import
    if "/" in text or suffix == ".gz":
        return True
    return suffix[1:2].isalpha() and bool(_formats_with_suffix(suffix))
