"""Choices: at least one of some groups of constraints holds (``AnyOf``).

Each group has copies of the cells, taken anew in each sweep, and all other filters take away from
the copies what the group does not allow.  A group is dead where a copy is empty, and what a cell
may be is what it may be in the groups that are left.

A record: how many groups and cells; the cells; then of each group what each cell may be at most.

>>> pack([4, 7], [[0b1, 0b11], [0b10, 0b1]])        # the copies are 0 and 1, then 2 and 3
[2, 2, 4, 7, 1, 3, 2, 1]

Source: Van Hentenryck, Saraswat and Deville, "Design, implementation, and evaluation of the
constraint language cc(FD)", 1994, who call it constructive disjunction.
"""

from __future__ import annotations

from collections.abc import Sequence


def pack(cells: Sequence[int], groups: Sequence[Sequence[int]]) -> list[int]:
    """The record of cells that have what one of ``groups`` allows."""
    masks = [mask for group in groups for mask in group]
    return [len(groups), len(cells), *cells, *masks]
