"""Texts that nonet shows, kept in files beside the tests: what changes in them is read by a person.

A test makes the lines of a file and compares.  If a change is meant, ``PIN=1 pytest FILE`` writes
the file anew, and its difference is reviewed as any other.
"""

import os
import re
from collections.abc import Iterable
from difflib import unified_diff
from pathlib import Path

MOST_SHOWN = 40

LEFT_OUT = re.compile(r"(?<=; did you mean )[^?]*(?=[?])|(?<=not TOML: ).*|(?<=not JSON: ).*")
"""Names that are near, of which other tests may have defined some, and words of Python's own."""


def check_pinned(path: Path, lines: Iterable[str]) -> None:
    """Compare lines with a file; raise ``AssertionError`` with what differs."""
    lines_now = [LEFT_OUT.sub("...", part) for line in lines for part in line.splitlines() or [""]]
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
