"""Texts that nonet shows, kept in files beside the tests: what changes in them is read by a person.

A test makes the lines of a file and compares.  If a change is meant, ``PIN=1 pytest FILE`` writes
the file anew, and its difference is reviewed as any other.  A file shows no more than a person
reads: of a long section, and of a long line, the beginning, and a checksum of the rest.  ``PIN=all``
writes files whole, for a look at both sides of a change; they are not for a commit.
"""

import os
import re
from collections.abc import Iterable, Iterator
from difflib import unified_diff
from itertools import groupby
from pathlib import Path
from zlib import crc32

MOST_SHOWN = 40
MOST_CHARACTERS = 300

LEFT_OUT = re.compile(r"(?<=; did you mean )[^?]*(?=[?])|(?<=not TOML: ).*|(?<=not JSON: ).*")
"""Names that are near, of which other tests may have defined some, and words of Python's own."""


def checksum(text: str) -> str:
    """A number that nearly any change of a text changes."""
    return f"{crc32(text.encode()):08x}"


def cut(lines: Iterable[str], most: int, heading: str | tuple[str, ...]) -> Iterator[str]:
    """The first lines of each section, and the number and the checksum of its others."""
    section = 0

    def number(line: str) -> int:
        nonlocal section
        section += line.startswith(heading)
        return section

    for _, group in groupby(lines, number):
        each = list(group)
        yield from each[: most + 1]
        if remaining := each[most + 1 :]:
            yield f"    ... {len(remaining)} lines {checksum(' '.join(remaining))}"


def check_pinned(
    path: Path, lines: Iterable[str], most: int | None = None, heading: str | tuple[str, ...] = "# "
) -> None:
    """Compare lines with a file; raise ``AssertionError`` with what differs.

    With ``most`` the file has so many lines of each section, which begins with ``heading``.
    """
    lines_now = [LEFT_OUT.sub("...", part) for line in lines for part in line.splitlines() or [""]]
    if os.environ.get("PIN") != "all":
        lines_now = [
            f"{line[:MOST_CHARACTERS]}... {len(line)} {checksum(line)}"
            if len(line) > MOST_CHARACTERS + 20
            else line
            for line in (lines_now if most is None else cut(lines_now, most, heading))
        ]
    if os.environ.get("PIN"):
        path.write_text("".join(f"{line}\n" for line in lines_now), encoding="utf-8")
    pinned = path.read_text(encoding="utf-8").split("\n")[:-1] if path.exists() else []
    if lines_now == pinned:
        return
    difference = list(unified_diff(pinned, lines_now, "pinned", "now", lineterm="", n=1))
    shown = "\n".join(difference[:MOST_SHOWN])
    raise AssertionError(
        f"{path.name} has other lines; if that is meant, PIN=1 writes it anew\n{shown}"
    )


def outcome(function: object, *arguments: object) -> object:
    """What a function returns, or its error in words."""
    try:
        return function(*arguments)  # type: ignore[operator]
    except Exception as error:
        return f"{type(error).__name__}: {error}"
