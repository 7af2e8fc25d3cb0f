"""Sudoku Explainer's chains: cycles, forcing chains, and forcing nets in four strengths.

Definitions and difficulties are in ``producers.py``; here the hints become steps. Of hints with
the same eliminations the easiest is taken.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2, "R3C2": 3}))
>>> step = next(find(position, frozenset({"forcing-chain"})))
>>> step.text.look
'Suppose that R2C4 is 4'
"""

from __future__ import annotations

from collections.abc import Iterator

from nonet.techniques.candidate_layout import Layout
from nonet.techniques.engines.forcing_proof import candidates_of, chains_of, truths_and_links_used
from nonet.techniques.families.explainer.hints import Hint
from nonet.techniques.families.explainer.producers import KEYS_BY_PRODUCER, easiest_hints
from nonet.techniques.position import Position
from nonet.techniques.step import Step

EASIEST_FIRST = True
"""The least difficult hint of a producer comes first."""


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield the hints of the ``requested`` producers, the least difficult of each first."""
    for producer, keys in KEYS_BY_PRODUCER:
        if not requested.isdisjoint(keys):
            for hint in easiest_hints(position, producer):
                if hint.key in requested:
                    yield step_of_hint(position.layout, hint)


def step_of_hint(layout: Layout, hint: Hint) -> Step:
    """The step of a hint."""
    proof = hint.proof()
    placed = hint.conclusion >= 0 and hint.conclusion & 1
    truths, links = truths_and_links_used(layout, proof.branches)
    return Step(
        hint.key,
        layout,
        placements=(hint.conclusion // 2,) if placed else (),
        eliminations=0 if placed else hint.eliminations,
        pattern=candidates_of(proof.branches),
        truths=truths,
        links=links,
        chains=chains_of(proof.branches),
        assumptions=proof.assumptions,
        clash=proof.clash,
        detail=proof,
        difficulty=hint.difficulty,
    )
