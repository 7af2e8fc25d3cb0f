"""The progress bar of a command that answers puzzle by puzzle."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

from nonet.cli.activity import ACTIVITY

if TYPE_CHECKING:
    from tqdm import tqdm


def _is_terminal(stream: Any) -> bool:
    return stream is not None and bool(stream.isatty())


class ProgressBar:
    """A progress bar on standard error: for a terminal, and only once a run takes a while."""

    DELAY = 0.7
    """Seconds before the bar appears."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._steps = 0
        self._bar: tqdm[None] | None = None
        self._is_shown = (
            not ACTIVITY.quiet and _is_terminal(sys.stderr) and not _is_terminal(sys.stdout)
        )

    def advance(self) -> None:
        """One puzzle more is done."""
        self._steps += 1
        ACTIVITY.end_puzzle()
        if self._bar is not None:
            self._bar.update()
        elif self._is_shown and time.monotonic() - self._started > self.DELAY:
            from tqdm import tqdm

            self._bar = tqdm(initial=self._steps, unit=" puzzles", file=sys.stderr, leave=False)
            self._bar.start_t -= time.monotonic() - self._started

    def clear(self) -> None:
        """Take the bar off the line, before a message."""
        if self._bar is not None:
            self._bar.clear()

    def __enter__(self) -> ProgressBar:
        ACTIVITY.puzzles = 0
        return self

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.close()
