"""A cache of encodings for later puzzles, bounded by the total size of its entries.

>>> kept = BoundedCache[str](3)
>>> for key in "aabc":
...     kept.put(key, key.upper(), 2 if key == "c" else 1)
>>> kept.get("a"), kept.get("b"), kept.get("c")
(None, 'B', 'C')
"""

from __future__ import annotations

from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class BoundedCache(Generic[Value]):
    """The values that were asked for last, whose sizes come to ``most``: the largest of all too."""

    def __init__(self, max_size: int) -> None:
        self._max_size = max_size
        self._entries: dict[Hashable, tuple[Value, int]] = {}
        self._size = 0
        self._lock = Lock()

    def get(self, key: Hashable) -> Value | None:
        """Return the value of a key, or None."""
        with self._lock:
            entry = self._entries.pop(key, None)
            if entry is None:
                return None
            self._entries[key] = entry  # the last to go
            return entry[0]

    def put(self, key: Hashable, value: Value, size: int) -> None:
        """Store a value; evict the least recently used entries beyond the bound."""
        with self._lock:
            if key in self._entries:
                return
            self._entries[key] = value, size
            self._size += size
            while self._size > self._max_size and len(self._entries) > 1:
                self._size -= self._entries.pop(next(iter(self._entries)))[1]

    def clear(self) -> None:
        """Forget all."""
        with self._lock:
            self._entries.clear()
            self._size = 0

    def __len__(self) -> int:
        return len(self._entries)
