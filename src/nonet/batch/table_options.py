"""The options of a table: the question that every part of a table is asked.

>>> TableOptions(limit=1).check
'sample'
"""

from __future__ import annotations

from dataclasses import dataclass

from nonet.batch.answer_checks import Check
from nonet.formats.statements import Box
from nonet.puzzle import Alphabet, Puzzle, PuzzleRule


@dataclass(frozen=True)
class TableOptions:
    """The options of a question about a table.

    ``like`` gives grid and rules, else both are the classic square of the rows' length; ``rules``
    are added.  ``limit`` of solutions, ``time_limit`` seconds a puzzle, ``rows`` of a part
    (``None``: by backend).
    """

    rules: tuple[PuzzleRule, ...] = ()
    like: Puzzle | None = None
    box: Box | None = None
    alphabet: Alphabet | None = None
    backend: str | None = None
    limit: int = 2
    time_limit: float | None = None
    check: Check = "sample"
    threads: int | None = None
    rows: int | None = None
