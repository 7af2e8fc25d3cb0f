"""Sudoku Explainer's chains: cycles, forcing chains, and forcing nets in four strengths.

What they are and how difficult each is, ``producers.py`` says; here its hints
become steps.  Of hints that remove the same, the easiest is told.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2, "R3C2": 3}))
>>> step = next(find(position, frozenset({"forcing-chain"})))
>>> step.words.look
'Suppose that R2C4 is 4'
"""

from __future__ import annotations

from collections.abc import Iterator

from nonet.techniques.engines.proof import chains_of, pattern_of, sets_used
from nonet.techniques.families.explainer.hints import Hint
from nonet.techniques.families.explainer.producers import PRODUCERS, easiest
from nonet.techniques.layout import Layout
from nonet.techniques.position import Position
from nonet.techniques.step import Step

EASIEST_FIRST = True
"""The least difficult hint of a producer comes first."""


def find(position: Position, wanted: frozenset[str]) -> Iterator[Step]:
    """The hints of the producers of ``wanted``, the least difficult of each first."""
    for producer, keys in PRODUCERS:
        if not wanted.isdisjoint(keys):
            for hint in easiest(position, producer):
                if hint.key in wanted:
                    yield made(position.layout, hint)


def made(layout: Layout, hint: Hint) -> Step:
    """The step of a hint."""
    proof = hint.proof()
    placed = hint.result >= 0 and hint.result & 1
    truths, links = sets_used(layout, proof.branches)
    return Step(
        hint.key,
        layout,
        placements=(hint.result // 2,) if placed else (),
        eliminations=0 if placed else hint.gone,
        pattern=pattern_of(proof.branches),
        truths=truths,
        links=links,
        chains=chains_of(proof.branches),
        starts=proof.starts,
        clash=proof.clash,
        detail=proof,
        difficulty=hint.difficulty,
    )
