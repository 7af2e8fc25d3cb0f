"""Forcing through constraints: a candidate that rules of the variant refute in a few steps.

Supposed true, a candidate removes values from cells; a cage, a line or a house then removes
more, until a cell or house is empty.  Every link is explained by its constraint; irrelevant
links are left out, and of several candidates the candidate with the shortest explanation is
taken.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.puzzle.rules import make_rule
>>> low = make_rule("killer", cells="R1C1 R1C2", sum=3)
>>> high = make_rule("killer", cells="R2C1 R3C1", sum=3)
>>> position = Position.of(Puzzle(Grid.square(4)).with_rules(low, high))
>>> [step.key for step in find(position, frozenset({"constraint-forcing"}))]
['constraint-forcing']
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from nonet.deadline import DeadlineExceeded
from nonet.techniques.candidate_layout import House, Layout, bits, mask_of
from nonet.techniques.engines import phrases
from nonet.techniques.engines.filter_base import Filter
from nonet.techniques.engines.supposition import (
    Refutation,
    Removal,
    Source,
    find_refutation,
    smallest_refutation,
)
from nonet.techniques.families.constraint_explanations import clash_text
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

EASIEST_FIRST = True
"""Steps come by the length of their story."""
MAX_REFUTATIONS = 5
"""Number of refuted candidates from which the shortest explanation is chosen."""
MAX_SHORTENED = 2
"""Refutations of which the shortest are made as short as they can be, at most."""
SHORT_ENOUGH = 3
"""Links of a story that is taken at once."""


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """The candidate that is refuted by the shortest story."""
    if "constraint-forcing" not in requested or not position.layout.other_constraints:
        return
    refutation = shortest_refutation(position)
    if refutation is not None:
        yield _step(position, refutation)


def shortest_refutation(position: Position) -> Refutation | None:
    """Return the shortest refutation among the first refuted candidates, cells of few values
    first; of those that are long at first only the shortest are made shorter.
    """
    layout = position.layout
    short: list[Refutation] = []
    long: list[Refutation] = []
    cells = sorted((values.bit_count(), cell) for cell, values in enumerate(position.values))
    candidates = (
        value * layout.cell_count + cell
        for _, cell in cells
        for value in bits(position.values[cell])
    )
    in_a_solution = position.in_a_solution
    for candidate in candidates:
        if in_a_solution >> candidate & 1:
            continue
        try:
            position.deadline.check()
        except DeadlineExceeded:
            if short or long:
                break  # the shortest until now, rather than none
            raise
        first = _refutation(position, candidate)
        if first is None:
            continue
        if _link_count(first) <= 2 * SHORT_ENOUGH:
            short.append(_shortened(position, first))
            if _link_count(short[-1]) <= SHORT_ENOUGH:
                return short[-1]
        else:
            long.append(first)
        if len(short) + len(long) == MAX_REFUTATIONS:
            break
    longest_last = sorted(long, key=_link_count)[: max(0, MAX_SHORTENED - len(short))]
    return min(
        (*short, *(_shortened(position, first) for first in longest_last)),
        key=_link_count,
        default=None,
    )


def _refutation(position: Position, candidate: int) -> Refutation | None:
    """Return a refutation of a candidate, if possible by the few sources of an earlier step."""
    sources = position.path_cached(_new_sources).get(candidate)
    refutation = find_refutation(position, candidate, sources) if sources else None
    return refutation or find_refutation(position, candidate)


def _shortened(position: Position, refutation: Refutation) -> Refutation:
    """Return a refutation by fewer sources, which later steps try first."""
    refutation = smallest_refutation(position, refutation)
    position.path_cached(_new_sources)[refutation.candidate] = refutation.sources
    return refutation


def _new_sources(position: Position) -> dict[int, tuple[Source, ...]]:
    """The sources that refuted a candidate whose refutation was not the shortest."""
    return {}


def _link_count(refutation: Refutation) -> int:
    return len(list(_grouped_by_source(refutation.removals)))


def _grouped_by_source(events: tuple[Removal, ...]) -> Iterator[tuple[Source, list[Removal]]]:
    """Events that follow each other by the same house or constraint, together."""
    group: list[Removal] = []
    for event in events:
        if group and group[-1].source is not event.source:
            yield group[0].source, group
            group = []
        group.append(event)
    if group:
        yield group[0].source, group


def _step(position: Position, refutation: Refutation) -> Step:
    layout = position.layout
    count, events = layout.cell_count, refutation.removals
    eliminated = mask_of(
        value * count + event.cell for event in events for value in bits(event.values)
    )
    target = 1 << refutation.candidate
    links = _link_count(refutation)
    return Step(
        "constraint-forcing",
        layout,
        eliminations=target,
        fins=eliminated & position.open & ~target,
        reasons=tuple(constraint.description for constraint in refutation.constraints),
        detail=RefutationDetail(refutation),
        difficulty=400 + 10.0 * links,
    )


def source_name(source: Source) -> str:
    """Return the name of a house or a constraint for a sentence."""
    return source.name if isinstance(source, House) else source.constraint.description


class RefutationDetail(NamedTuple):
    """The refutation."""

    refutation: Refutation

    def describe(self, step: Step) -> StepText:
        """Return the links of the refutation in order, and the final contradiction."""
        refutation, layout = self.refutation, step.layout
        cell, value = layout.cell_and_symbol(refutation.candidate)
        links = link_texts(layout, refutation.removals)
        story = f" Then {'; then '.join(links)}." if links else ""
        return StepText(
            f"{value}{layout.cell_text(1 << refutation.candidate % layout.cell_count)} by "
            f"{phrases.joined_words(source_name(source) for source in refutation.sources)}",
            f"Suppose one of the values of {cell}",
            f"Suppose {cell} were {value}.{story} {self._contradiction_text(layout)} "
            f"So {cell} is not {value}.",
        )

    def _contradiction_text(self, layout: Layout) -> str:
        result = self.refutation
        called = source_name(result.source)
        if result.cell >= 0:
            return f"Nothing is then left for {layout.display_names[result.cell]}."
        if result.value >= 0:
            digit = layout.symbol(result.value)
            return f"No place is then left for the {digit} of {called}."
        assert isinstance(result.source, Filter)
        return f"{called[:1].upper()}{called[1:]} then {clash_text(result.source, result.masks)}."


def link_texts(layout: Layout, removals: tuple[Removal, ...]) -> list[str]:
    """Return the consequences of each house or constraint, in order."""
    return [_link_text(layout, *link) for link in _grouped_by_source(removals)]


def _link_text(layout: Layout, source: Source, group: list[Removal]) -> str:
    last: dict[int, Removal] = {}
    eliminated: dict[int, int] = {}
    for event in group:
        last[event.cell] = event
        eliminated[event.cell] = eliminated.get(event.cell, 0) | event.values
    parts = []
    excluded: dict[int, list[str]] = {}
    for cell, event in last.items():
        remaining = event.remaining
        if remaining and not remaining & (remaining - 1):
            parts.append(layout.fact((remaining.bit_length() - 1) * layout.cell_count + cell))
        else:
            excluded.setdefault(eliminated[cell], []).append(layout.display_names[cell])
    for values, cells in excluded.items():
        parts.append(
            f"{phrases.value_list(layout, values)} can be removed from {phrases.joined_words(cells)}"
        )
    return f"{phrases.joined_words(parts)} (by {source_name(source)})"
