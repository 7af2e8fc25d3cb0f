"""Positions with few candidates, drawn at random: they need not have a solution."""

from random import Random

from nonet.puzzle import Grid, Puzzle
from nonet.techniques import Position
from nonet.techniques.candidate_layout import bits


def thinned(size, seed, lost=0.4, clues=None):
    """A grid from which a share of the candidates is gone, but none of its last two in a truth."""
    position, random = Position.of(Puzzle(Grid.square(size), clues or {})), Random(seed)
    layout = position.layout
    for candidate in random.sample([*bits(position.open)], position.open.bit_count()):
        truths = (layout.sets[n] for n in layout.sets_of[candidate] if layout.is_truth(n))
        few = any((truth & position.open).bit_count() <= 2 for truth in truths)
        if not few and random.random() < lost:
            position = position.without(1 << candidate)
    return position
