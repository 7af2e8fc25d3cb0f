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

from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import NamedTuple

from nonet.deadline import DeadlineExceeded
from nonet.model import Constraint, auxiliary_variables
from nonet.techniques.candidate_layout import Layout, bits
from nonet.techniques.engines import phrases
from nonet.techniques.engines.refutation import chain_sentences, refutation, source_name
from nonet.techniques.engines.supposition import (
    Refutation,
    Source,
    find_refutation,
    possible_values,
    smallest_refutation,
)
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

EASIEST_FIRST = True
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
    refuted = shortest_refutation(position)
    if refuted is not None:
        yield _step(position, refuted)


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
        if first.links <= 2 * SHORT_ENOUGH:
            short.append(_shortened(position, first))
            if short[-1].links <= SHORT_ENOUGH:
                return short[-1]
        else:
            long.append(first)
        if len(short) + len(long) == MAX_REFUTATIONS:
            break
    longest_last = sorted(long, key=attrgetter("links"))[: max(0, MAX_SHORTENED - len(short))]
    return min(
        (*short, *(_shortened(position, first) for first in longest_last)),
        key=attrgetter("links"),
        default=None,
    )


def _refutation(position: Position, candidate: int) -> Refutation | None:
    """Return a refutation of a candidate, if possible by the few sources of an earlier step."""
    sources = position.path_cached(_new_sources).get(candidate)
    refuted = find_refutation(position, candidate, sources) if sources else None
    return refuted or find_refutation(position, candidate)


def _shortened(position: Position, refuted: Refutation) -> Refutation:
    """Return a refutation by fewer sources, which later steps try first."""
    refuted = smallest_refutation(position, refuted)
    position.path_cached(_new_sources)[refuted.candidate] = refuted.sources
    return refuted


def _new_sources(position: Position) -> dict[int, tuple[Source, ...]]:
    """The sources that refuted a candidate whose refutation was not the shortest."""
    return {}


def _step(position: Position, refuted: Refutation) -> Step:
    layout = position.layout
    target = 1 << refuted.candidate
    return Step(
        "constraint-forcing",
        layout,
        eliminations=target,
        fins=refuted.eliminated & position.open & ~target,
        reasons=tuple(constraint.description for constraint in refuted.constraints),
        detail=RefutationDetail(refuted, tuple(possible_values(position))),
        difficulty=400 + 10.0 * refuted.links,
    )


MAX_CASES = 6
"""Cases of a refutation, at most: more are no argument that anybody follows."""
MAX_PROPAGATIONS = 400
"""Propagations of the search for one, at most: a second of a large variant."""
MAX_LINES = 40
"""Sentences of a refutation, at most."""


class RefutationDetail(NamedTuple):
    """The refutation, and the values then possible in each cell."""

    refutation: Refutation
    values: tuple[int, ...]

    def describe(self, step: Step) -> StepText:
        """Return the links of the refutation in order, and the final contradiction."""
        refuted, layout = self.refutation, step.layout
        cell = layout.display_names[refuted.candidate % layout.cell_count]
        text = refutation_text(layout, self.values, refuted.candidate, refuted.constraints)
        return StepText(
            f"{layout.candidate_text(1 << refuted.candidate)} by "
            f"{phrases.joined_words(source_name(source) for source in refuted.sources)}",
            f"Look at {cell}: one of its values leads to a contradiction",
            text or f"{step.conclusion} by {phrases.joined_words(step.reasons)}.",
        )


def refutation_text(
    layout: Layout, values: tuple[int, ...], candidate: int, constraints: Iterable[Constraint]
) -> str:
    """Return why a candidate cannot be true, step by step; "" if that takes too many steps."""
    number = layout.value_number
    chain = refutation(
        layout,
        values,
        candidate,
        within=constraints,
        value_name=lambda name, value: layout.symbol(number[value]),
        max_cases=MAX_CASES,
        max_propagations=MAX_PROPAGATIONS,
    )
    sentences = list(chain_sentences(chain.links, " also")) if chain else []
    if not 0 < len(sentences) <= MAX_LINES:
        return ""
    (name, _), (cell, value) = layout.cell_and_value(candidate), layout.cell_and_symbol(candidate)
    is_statement = auxiliary_variables.is_indicator(name)
    supposed = f"that {layout.fact(candidate)}" if is_statement else f"{cell} were {value}"
    contrary = auxiliary_variables.assignment_text(name, value, holds=False)
    return f"Suppose {supposed}. {'. '.join(sentences)}. So {contrary}."
