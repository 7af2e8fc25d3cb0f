"""Links: puzzles that people share as an address, and how their text is packed.

LZ-string (Pieroxy, 2013) in base64 is the packing of f-puzzles, SudokuPad and other pages.  A short
link may hold gigabytes: the codes are read one by one, and yield at most :data:`MAX_TEXT_LENGTH`
characters.

Two formats are the cells in an address: ``puzz-link`` (a hexadecimal digit is a clue, ``-10`` to
``-ff`` a clue of 16 and more, ``g`` to ``z`` stand for 1 to 20 blanks; pzprxs and other pages have
the same codes), and ``address``, any site with exactly one run of digits that makes a grid.

>>> unpack("BYUwNmD2AEDukCcwBMg=")
'hello world'
>>> unpack("BYUwNmD2AED")
Traceback (most recent call last):
    ...
nonet.errors.FormatError: the packed text is cut short: it ends within a code
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple

from nonet.errors import FormatError, NonetError
from nonet.formats.base import Entry, Format, Lines, Reader
from nonet.formats.pasted import is_prose, split_line
from nonet.formats.statements import Header, check_plain, is_json, json_of
from nonet.model.integers import short_repr
from nonet.puzzle import Puzzle
from nonet.puzzle.grid import MAX_VALUES

MAX_LINK_LENGTH = 1 << 18
"""Characters of a link, or of another packed text: 256 KiB."""
MAX_TEXT_LENGTH = 1 << 21
"""Characters that a packed text, or a document, may hold: 2 MiB."""

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_SEXTETS = {character: f"{value:06b}" for value, character in enumerate(_ALPHABET)}
_LINK = re.compile(r"(?i:https?://)?(?i:www\.)?([a-zA-Z0-9.-]{4,40}(?::\d+)?)((?:[/?#].*)?)")
_ADDRESS = re.compile(r"(?i:https?://)(?i:www\.)?([^\s/?#<>\"'`]{4,80})([/?#][^\s<>\"`]*)?")
# Further pieces of a packed text whose + signs a program turned into blanks.
_TAIL = re.compile(r"(?:\s+[A-Za-z0-9+/=%]{12,})+")
PAD_HOSTS = ("sudokupad.app", "crackingthecryptic.com", "sudokupad.svencodes.com")
"""Hosts of SudokuPad, perhaps with a name before."""
HOSTS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(PAD_HOSTS, ("f-puzzles", "sudokupad")),
    "f-puzzles.com": ("f-puzzles",),
    "sudokumaker.app": ("sudokumaker",),
    "puzz.link": ("puzz-link",),
    "pzv.jp": ("puzz-link",),
    "sigh.github.io": ("iss",),
    "swaroopg92.github.io": ("penpa",),
}
"""The formats of the links of a host."""
_KNOWN_HOSTS = (*HOSTS, "sudokuwiki.org", "sudokuexchange.com", "sudoku.coach", "tinyurl.com",
    "bit.ly")  # fmt: skip
# An address of a known site without its scheme.
_KNOWN = re.compile(
    rf"(?<![\w.@/-])((?:[\w-]{{1,40}}\.){{0,3}}(?:{'|'.join(map(re.escape, _KNOWN_HOSTS))}))(/[^\s<>\"`]*)"
)
# A key of f-puzzles or SudokuPad with objects row by row, which no object of ours has.
_FOREIGN = re.compile(r'(?<!\\)"(?:grid|cells)"\s*:\s*\[\s*\[\s*[{\]]')
_BY_EIGHT, _BY_SIXTEEN, _END = 0, 1, 2
"""Codes for a new character of so many bits, and for the end of the text."""


class Link(NamedTuple):
    """A host in lower case, and the path after the host."""

    host: str
    path: str


@lru_cache(maxsize=8)  # each format is asked about the same link
def parse_link(text: str) -> Link | None:
    """The parts of the address in a text, with or without its scheme; ``None`` if there is none.

    The address may stand in a sentence, in brackets or in quotes.

    >>> parse_link("https://www.f-puzzles.com/?load=N4Ig")
    Link(host='f-puzzles.com', path='/?load=N4Ig')
    >>> parse_link("Try [this](https://example.org/a?b=c)!")
    Link(host='example.org', path='/a?b=c')
    """
    text = text.strip()
    match = _ADDRESS.search(text) or _KNOWN.search(text)
    if match is None:
        match = _LINK.fullmatch(text)
        return Link(match[1].lower(), match[2]) if match and "." in match[1] else None
    path = match[2] or ""
    tail = _TAIL.match(text, match.end())
    if tail is not None:
        path += tail[0]
    elif match.start() > 0 or match.end() < len(text):  # in a sentence, whose marks are not its own
        path = re.sub(r"[.,;:!?'\]]$", "", path)
        while path.endswith((")", "]", "}")) and not any(mark in path for mark in "([{"):
            path = path[:-1]
    return Link(match[1].lower().removeprefix("www."), path)


def parameter(link: Link, *names: str) -> str:
    """The value of the first parameter of these names in an address, still escaped, or empty."""
    match = re.search(rf"[?&#](?:{'|'.join(names)})=([^&#]*)", link.path)
    return match[1] if match else ""


def pad_payload(link: Link) -> str:
    """The id or the packed text of an address of SudokuPad, without settings and escapes."""
    text = parameter(link, "puzzleid", "load", "puzzle")
    if not text:
        text = re.sub(r"^/(?:sudoku/)?(?:puzzle/)?", "", link.path)
        text = re.split(r"[?&#]", text, maxsplit=1)[0]
    return percent_decoded(text)


def is_at(link: Link | None, *hosts: str) -> bool:
    """Return whether the host of an address is one of these hosts, or lies below such a host."""
    return link is not None and f".{link.host}".endswith(tuple(f".{host}" for host in hosts))


def is_link(text: str) -> bool:
    """Return whether a text has an address with a scheme, or an address of a known site."""
    return bool(_ADDRESS.search(text) or _KNOWN.search(text))


def is_words(text: str) -> bool:
    """Return whether a line is words about a link and neither a link, an id nor an object."""
    several = len(text.split()) > 1 and not text.lstrip().startswith("{")
    return several and is_prose(text) and not is_link(text)


@lru_cache(maxsize=8)
def first_content_line(sample: str) -> str:
    """The first line of a text that is neither blank nor a comment nor words before an address."""
    lines = [line.strip() for line in sample.split("\n")]
    lines = [line for line in lines if line and not line.startswith("# ")]
    if lines and is_words(lines[0]):
        return next((line for line in lines if is_link(line)), lines[0])
    return lines[0] if lines else ""


def is_foreign(sample: str) -> bool:
    """Whether the JSON that begins so is an f-puzzles or a SudokuPad object."""
    return bool(_FOREIGN.search(sample))


def check_length(text: str, limit: int = MAX_LINK_LENGTH) -> None:
    """Raise ``FormatError`` for a text longer than any puzzle's."""
    if len(text) > limit:
        raise FormatError(f"{len(text)} characters: a puzzle has {limit >> 10} KiB at most")


def percent_decoded(text: str) -> str:
    """A text of an address without its percent escapes."""
    from urllib.parse import unquote

    return unquote(text, errors="replace") if "%" in text else text


def unpack(text: str) -> str:
    """The text that LZ-string packed into base64, or into its alphabet for addresses.

    The alphabet for addresses has - for / and $ for =.

    Raises ``FormatError`` if the text is not base64, is cut short, holds a code that no packer
    writes, or unpacks to more than :data:`MAX_TEXT_LENGTH` characters.
    """
    check_length(text)
    packed = text.strip().replace(" ", "+").rstrip("=$").replace("-", "/")
    bad = next((index for index, character in enumerate(packed) if character not in _SEXTETS), None)
    if bad is not None:
        raise FormatError(f"not base64: {packed[bad]!r} is character {bad + 1} of the packed text")
    decoded = _decoded("".join(map(_SEXTETS.__getitem__, packed)))
    return decoded.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _decoded(bits: str) -> str:
    """Return the text of codes whose least significant bits come first."""
    bits = bits[::-1]  # read from the end, each code is a binary number
    end, length = len(bits), 0
    pieces: list[str] = []
    entries: list[str] = ["", "", ""]  # codes 0 to 2 stand for no text
    before = ""
    while end >= (width := len(entries).bit_length()):
        end -= width
        code = int(bits[end : end + width], 2)
        if code == _END:
            return "".join(pieces)
        if code in (_BY_EIGHT, _BY_SIXTEEN):
            bit_count = 8 if code == _BY_EIGHT else 16
            end -= bit_count
            if end < 0:
                break
            code = len(entries)
            entries.append(chr(int(bits[end : end + bit_count], 2)))
        if code < len(entries):
            entry = entries[code]
        elif code == len(entries) and before:
            entry = before + before[0]
        else:
            raise FormatError(f"the packed text is damaged: no code {code} can stand here")
        length += len(entry)
        if length > MAX_TEXT_LENGTH:
            raise FormatError(f"the packed text holds more than {MAX_TEXT_LENGTH >> 20} MiB")
        pieces.append(entry)
        if before:
            entries.append(before + entry[0])
        before = entry
    raise FormatError("the packed text is cut short: it ends within a code")


def pack(text: str) -> str:
    """Return the text packed by LZ-string into base64: the same characters as in a browser.

    >>> pack("hello world")
    'BYUwNmD2AEDukCcwBMg='
    """
    units = memoryview(text.encode("utf-16-le", "surrogatepass")).cast("H")
    bits = "".join(_codes([chr(unit) for unit in units]))
    bits += "0" * (6 - len(bits) % 6)
    sextets = [_ALPHABET[int(bits[start : start + 6], 2)] for start in range(0, len(bits), 6)]
    return "".join(sextets) + "=" * (-len(sextets) % 4)


def _codes(characters: list[str]) -> Iterator[str]:
    """The bits of each code, least significant bit first; the inverse of ``_decoded``."""
    codes: dict[str, int] = {}
    new_characters: set[str] = set()
    # the entries that the reader has by then: their number says how wide a code is
    entries, before = 2, ""

    def written(piece: str) -> Iterator[str]:
        nonlocal entries
        width = entries.bit_length()
        if piece in new_characters:
            new_characters.discard(piece)
            size = 8 if ord(piece) < 1 << 8 else 16
            yield f"{_BY_EIGHT if size == 8 else _BY_SIXTEEN:0{width}b}"[::-1]
            yield f"{ord(piece):0{size}b}"[::-1]
            entries += 1
        else:
            yield f"{codes[piece]:0{width}b}"[::-1]
        entries += 1

    for character in characters:
        if character not in codes:
            codes[character] = len(codes) + 3  # codes 0 to 2 stand for no text
            new_characters.add(character)
        longer = before + character
        if longer in codes:
            before = longer
            continue
        yield from written(before)
        codes[longer] = len(codes) + 3
        before = character
    if before:
        yield from written(before)
    yield f"{_END:0{entries.bit_length()}b}"[::-1]


class LinkFormat(Format):
    """The base of formats of one link, or one object, a line.

    An object that one line does not hold goes on to the end of the text.
    """

    def line(self, puzzle: Puzzle) -> str:
        """Return the link or the object of a puzzle; raise ``FormatError`` if it cannot hold it."""
        raise NotImplementedError

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        for number, text in lines:
            if not text.strip() or text.startswith("# ") or is_words(text):
                continue
            if text.lstrip().startswith("{") and not is_json(text):
                texts, length = [text], len(text)
                for _, further in lines:
                    length += len(further) + 1
                    if length > MAX_TEXT_LENGTH:
                        break
                    texts.append(further)
                text = "\n".join(texts)
            yield reader.attempt(number, self.puzzle, text.strip(), reader)

    def lines(self, puzzle: Puzzle, header: Header) -> Iterable[str]:
        return [self.line(puzzle)]


def text_if_unchanged(
    puzzle: Puzzle, note: str, make: Callable[[str, Reader], Puzzle]
) -> str | None:
    """Return the text that a puzzle's note holds, if the text still says all that the puzzle is."""
    text = puzzle.notes.get(note)
    reader = Reader(allow_clashes=True)
    reader.name = puzzle.name
    with suppress(NonetError, ValueError, RecursionError):
        return text if text is not None and make(text, reader) == puzzle.as_read() else None
    return None


def parse_object(text: str) -> dict[str, Any]:
    """Return the JSON object of a text; raise ``FormatError`` for any other text."""
    check_length(text, MAX_TEXT_LENGTH)
    document = json_of(text, "the object")
    if not isinstance(document, dict):
        raise FormatError(f"the object is not an object but {str(document)[:20]!r}")
    return document


def objects_of(document: Mapping[str, Any], key: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a list's objects and their words, ``thermometer 2``; ``FormatError`` for another value."""
    entries = document.get(key) or []
    if not isinstance(entries, list):
        raise FormatError(f"{key} is a list, not {short_repr(entries)}")
    for number, entry in enumerate(entries, 1):
        if not isinstance(entry, dict):
            raise FormatError(f"{key} {number} is not an object but {short_repr(entry)}")
        yield f"{key} {number}", entry


def list_of(value: object) -> list[Any]:
    """Return a list itself, and for any other value an empty list."""
    return value if isinstance(value, list) else []


_MAX_DIGITS = 6


def whole_number(value: object) -> int | None:
    """Return a whole number, also from a text; ``None`` for anything else.

    >>> whole_number(17), whole_number("17"), whole_number("seventeen"), whole_number(True)
    (17, 17, None, None)
    """
    if isinstance(value, str):
        text = value.strip()
        digits = text.removeprefix("-")
        is_number = digits.isascii() and digits.isdigit() and len(digits) <= _MAX_DIGITS
        return int(text) if is_number else None
    if isinstance(value, bool) or not isinstance(value, int | float) or value % 1:
        return None
    return int(value) if abs(value) < 10**_MAX_DIGITS else None


def whole_numbers(values: object) -> list[int] | None:
    """Return the whole numbers of a list; ``None`` for a list of anything else, and for no list."""
    numbers = list(map(whole_number, values)) if isinstance(values, list) else [None]
    return None if None in numbers else [number for number in numbers if number is not None]


SHORTENERS = ("tinyurl.com", "bit.ly", "t.co", "goo.gl", "is.gd", "cutt.ly", "rb.gy", "tiny.cc",
    "ow.ly", "shorturl.at", "t.ly", "buff.ly", "youtu.be")  # fmt: skip
"""Sites whose addresses are names of other addresses."""
SIZES = {n * n: n for n in (4, 6, 9)}
"""Rows of a grid by the digits of a run; longer runs are likelier a key of a site."""

_RUN = re.compile(r"(?<![A-Za-z0-9.])[0-9.*_,;-]{16,}(?![A-Za-z0-9])")


class AddressFormat(Format):
    """Addresses of sites that nonet does not know, one a line."""

    name = "address"
    writes = False
    sentence = (
        "Addresses of any site that hold one run of digits that makes a grid, such as "
        "https://sudokuexchange.com/play/?s=53..7..."
    )

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        for number, text in lines:
            if is_link(text):
                yield reader.attempt(number, _puzzle_of_address, text, reader)


def _puzzle_of_address(text: str, reader: Reader) -> Puzzle:
    check_length(text)
    link = parse_link(text)
    if link is None:
        raise FormatError("no address")
    if is_at(link, *SHORTENERS):
        fault = f"a short link of {link.host}: only its server knows where it leads"
        raise FormatError(f"{fault}; open it, and give the address that the browser then shows")
    runs = {match[0] for match in _RUN.finditer(percent_decoded(link.path))}
    grids = sorted(filter(None, map(_grid_of, runs)))
    if len(grids) == 1:
        reader.remark(f"read the {len(grids[0])} cells in the address of {link.host}")
        return reader.line(grids[0], comment=f"from {link.host}")
    several = f"{len(grids)} runs of digits, of which each makes a grid"
    digits = several if grids else "no digits of a grid"
    fault = f"nonet cannot read addresses of {link.host}, and in this one are {digits}"
    raise FormatError(f"{fault}: paste the cells instead")


def _grid_of(run: str) -> str:
    """The cells of a run of digits and separators; empty if the run is not a grid."""
    try:
        cells = split_line(run.strip(",;-")).cells
    except FormatError:
        return ""
    text = cells if isinstance(cells, str) else "".join(cells)
    size = SIZES.get(len(text), 0)
    fits = all(cell in ".*_-" or int(cell) <= size for cell in text)
    return text if size and fits and text.strip("0.*_-") else ""


PUZZ_LINK = "https://puzz.link/p?sudoku/"

_PUZZ_LINK_HOSTS = ("puzz.link", "pzv.jp", "pzprxs.vercel.app", "pzplus.tck.mn", "pzpr.jp")
_QUERY = re.compile(r"/p(?:\.html)?\?([a-z0-9-]+)/(?:v:/)?(\d{1,3})/(\d{1,3})/([^&#]*)")
_DATA = re.compile(r"-([0-9a-f]{2})|([0-9a-f])|([g-z])")


class PuzzLinkFormat(LinkFormat):
    """A link a line."""

    name = "puzz-link"
    sentence = "Links to puzz.link and its kin (/p?sudoku/9/9/...), one a line."

    def claims(self, sample: str) -> bool:
        link = parse_link(first_content_line(sample))
        return link is not None and link.host in _PUZZ_LINK_HOSTS

    def puzzle(self, text: str, reader: Reader) -> Puzzle:
        check_length(text)
        link = parse_link(text)
        match = _QUERY.match(link.path) if link is not None else None
        if match is None:
            raise FormatError("expected a link such as https://puzz.link/p?sudoku/9/9/...")
        kind, width, height, data = match[1], int(match[2]), int(match[3]), match[4].rstrip("/")
        if kind != "sudoku":
            raise FormatError(f"a link to a puzzle of kind {kind}: only sudoku is read")
        if width != height or not 1 <= width <= MAX_VALUES:
            raise FormatError(f"a sudoku is a square of 1 to {MAX_VALUES}, not {width}")
        values: list[int | None] = []
        position = 0
        while position < len(data) and len(values) <= width * width:
            token = _DATA.match(data, position)
            if token is None:
                bad = data[position : position + 3]
                fault = f"{bad!r} at character {position + 1} of the cells is not a clue"
                raise FormatError(fault)
            blanks = ord(token[3]) - ord("f") if token[3] else 0
            values += [None] * blanks or [int(token[1] or token[2], 16)]
            position = token.end()
        if len(values) != width * width:
            count = "more" if len(values) > width * width else str(len(values))
            raise FormatError(f"expected {width * width} cells, found {count}")
        return reader.with_candidates(width, values, {})

    def line(self, puzzle: Puzzle) -> str:
        check_plain(puzzle, self.name)
        size, codes = puzzle.grid.size, ""
        for cell in puzzle.grid.cells:
            value = puzzle.clues.get(cell)
            codes += "." if value is None else f"{value:x}" if value < 16 else f"-{value:02x}"
        codes = re.sub(r"\.{1,20}", lambda blanks: chr(ord("f") + len(blanks[0])), codes)
        return f"{PUZZ_LINK}{size}/{size}/{codes}"
