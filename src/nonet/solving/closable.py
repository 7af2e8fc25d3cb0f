"""What is closed when a ``with`` block that it heads is left: runs, pools, files of answers.

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
    """The base of what has ``close`` and may head a ``with`` block."""

    def close(self) -> None:
        """Stop, and let go of what is held; a second time it does nothing."""
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
