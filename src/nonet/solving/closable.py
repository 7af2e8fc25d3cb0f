"""Objects that a ``with`` block closes at its end: runs, pools, files of answers.

>>> class Door(Closable):
...     def close(self) -> None:
...         print("closed")
>>> with Door():
...     print("open")
open
closed
"""

from __future__ import annotations

from types import TracebackType
from typing import Self


class Closable:
    """Base class: ``with`` calls ``close`` at the end of the block."""

    def close(self) -> None:
        """Stop and release all resources; a second call does nothing."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
