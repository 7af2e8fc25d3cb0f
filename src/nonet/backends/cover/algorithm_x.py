"""Knuth's Algorithm X: choose options so that each primary item is in exactly one chosen option.

Take the item with the fewest options left, and try each of these options.  A chosen option covers
its items: all other options with any of these items are put aside, and come back when the choice is
undone.  Secondary items need not be covered, and are never branched on.

Knuth, "Dancing Links", 2000; the form with sets is Ali Assaf's.

>>> options = ["ce", "adg", "bcf", "adf", "bg", "deg"]
>>> items = sorted(set().union(*options))
>>> numbered = [tuple(map(items.index, option)) for option in options]
>>> search = AlgorithmX(numbered, len(items), len(items))
>>> [sorted(cover) for cover in search.covers() if cover is not None]
[[0, 3, 4]]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence


class AlgorithmX:
    """A search for exact covers.

    ``options`` have items from 0 to ``items - 1``; the first ``primary`` are covered exactly once,
    the other items at most once.  ``tried`` counts the options that were chosen.
    """

    def __init__(self, options: Sequence[tuple[int, ...]], items: int, primary: int) -> None:
        self.options = options
        self.options_with: list[set[int]] = [set() for _ in range(items)]
        for number, option in enumerate(options):
            for item in option:
                self.options_with[item].add(number)
        self.primary = primary
        self.uncovered = set(range(primary))
        self.tried = 0

    def covers(self) -> Iterator[list[int] | None]:
        """Yield each exact cover as the numbers of its options; yield ``None`` between covers
        during the search.

        An explicit stack has the options to try at each level, so that depth is no concern.
        """
        chosen: list[int] = []
        removed: list[list[set[int]]] = []
        if not self.uncovered:
            yield []
            return
        levels = [iter(self._candidates())]
        while levels:
            option = next(levels[-1], None)
            if option is None:
                levels.pop()
                if chosen:
                    self._undo(chosen.pop(), removed.pop())
                continue
            self.tried += 1
            removed.append(self._choose(option))
            chosen.append(option)
            if self.uncovered:
                levels.append(iter(self._candidates()))
                yield None
            else:
                yield list(chosen)
                self._undo(chosen.pop(), removed.pop())

    def _candidates(self) -> list[int]:
        """Return the options of the uncovered item that has the fewest."""
        fewest: set[int] | None = None
        for item in self.uncovered:
            options = self.options_with[item]
            if fewest is None or len(options) < len(fewest):
                fewest = options
                if len(options) < 2:
                    break
        assert fewest is not None
        return sorted(fewest)

    def _choose(self, option: int) -> list[set[int]]:
        """Cover the items of an option; return the options that each item had."""
        removed = []
        for item in self.options[option]:
            options = self.options_with[item]
            for other in options:
                for its_item in self.options[other]:
                    if its_item != item:
                        self.options_with[its_item].remove(other)
            removed.append(options)
            self.options_with[item] = set()
            self.uncovered.discard(item)
        return removed

    def _undo(self, option: int, removed: list[set[int]]) -> None:
        """Uncover the items of an option, in the reverse order."""
        for item in reversed(self.options[option]):
            options = self.options_with[item] = removed.pop()
            for other in options:
                for its_item in self.options[other]:
                    if its_item != item:
                        self.options_with[its_item].add(other)
            if item < self.primary:
                self.uncovered.add(item)
