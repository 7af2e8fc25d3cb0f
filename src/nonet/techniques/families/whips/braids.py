"""Braids: whips whose truths may be entered from any candidate before, not from the last alone.

So the order of inferences does not matter: a partial braid is a set of right candidates, and
any truth with a single remaining candidate may be next.  A candidate has a braid if and only if
singles refute the candidate (D. Berthier's T&E theorem); the search is for the shortest.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.engines.inference_graph import Graph
>>> from nonet.techniques.families.whips.search import searches_by_length
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2, "R3C2": 3}))
>>> target = position.layout.candidate("R1C2", 4)
>>> search = BraidSearch(TruthEntries(Graph.of(position)), target)
>>> [(search, partial, last)] = next(searches_by_length([search], 4, 1000))
>>> [(position.layout.set_name(x.truth), x.right_candidate >= 0) for x in search.links(partial, last)]
[('2b1', False)]
"""

from __future__ import annotations

from collections.abc import Iterator

from nonet.techniques.families.whips.search import PartialWhip, TruthEntries, WhipSearch


class PartialBraid(PartialWhip):
    """A partial braid: ``single_candidate_truths`` are the truths with a single remaining
    candidate, with this candidate.
    """

    __slots__ = ("single_candidate_truths",)

    def __init__(
        self,
        excluded: int,
        true: int,
        last: int,
        ready: tuple[tuple[int, int], ...],
        before: PartialWhip | None = None,
        truth: int = -1,
    ) -> None:
        super().__init__(excluded, true, last, before, truth)
        self.single_candidate_truths = ready


class BraidSearch(WhipSearch):
    """The braids of one target by length."""

    def __init__(self, entries: TruthEntries, target: int) -> None:
        super().__init__(entries, target)
        (start,) = self.levels[0].every
        self.levels[0].every = [
            PartialBraid(start.excluded, start.asserted, target, self._new_single_truths(start))
        ]

    def _new_single_truths(self, partial: PartialWhip) -> tuple[tuple[int, int], ...]:
        """The truths that the last candidate leaves one candidate of."""
        left_open = self.entries.graph.open & ~partial.excluded
        result: dict[int, int] = {}
        for number, mask in self.entries(partial.last_right)[1]:
            remaining = mask & left_open
            if remaining and not remaining & (remaining - 1) and not mask & partial.asserted:
                result.setdefault(remaining, number)
        return tuple(result.items())

    def _extensions(self, partial: PartialWhip) -> Iterator[PartialWhip]:
        """The partial braids that are one truth longer, each that was not there before."""
        assert isinstance(partial, PartialBraid)
        for remaining, number in partial.single_candidate_truths:
            right, true = remaining.bit_length() - 1, partial.asserted | remaining
            if (true, 0) in self.seen:
                continue
            self.seen.add((true, 0))
            eliminated = partial.excluded | self.entries.near[right] | remaining
            more = PartialBraid(eliminated, true, right, (), partial, number)
            others = tuple(
                pair for pair in partial.single_candidate_truths if not pair[0] & eliminated
            )
            known = {candidate for candidate, _ in others}
            new = tuple(pair for pair in self._new_single_truths(more) if pair[0] not in known)
            more.single_candidate_truths = others + new
            yield more

    def _entry_candidates(self, partial: PartialWhip) -> int:
        """Return the possible entries of the next truth: all excluded candidates except true
        candidates.
        """
        return partial.excluded & ~partial.asserted
