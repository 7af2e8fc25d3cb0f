"""The fingerprint of the engine's sources, by which compiled code is known to be up to date."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from zlib import crc32

FOLDERS = ("compiled", "layouts")


@cache
def source_fingerprint() -> int:
    """A checksum of every source file that compiled code depends on, line ends aside."""
    lockstep = Path(__file__).parent.parent
    total = 0
    for folder in FOLDERS:
        for path in sorted(lockstep.joinpath(folder).rglob("*.py")):
            total = crc32(path.read_bytes().replace(b"\r\n", b"\n"), total)
    return total
