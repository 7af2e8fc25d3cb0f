"""Variables beside the grid: what rules name ``~total`` instead of a cell.

Such a variable takes the values of the grid and lies in no row, column or box.  No rule declares
it: that a rule names it is enough.

>>> from nonet.puzzle import Grid, Puzzle
>>> puzzle = Puzzle(Grid.square(4)).with_rules("clone R1C1 ~total")
>>> model = puzzle.model()
>>> model.domains["~total"], model.constraints[-1].description
(Domain({1, 2, 3, 4}), 'clone R1C1 = total')
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain

from nonet.model import Annotation, Constraint, Domain
from nonet.model.auxiliary_variables import display_name, is_auxiliary
from nonet.puzzle.grid import Grid

_NUMBERED = re.compile(r"(.*?)(\d*)")


def with_variables(
    domains: Mapping[str, Domain], constraints: tuple[Constraint, ...], grid: Grid
) -> tuple[dict[str, Domain], tuple[Constraint, ...]]:
    """Return the domains with variables that the constraints name, and the constraints with texts
    that name these variables as people read them.
    """
    scopes = (constraint.scope for constraint in constraints)
    names = set(filter(is_auxiliary, chain.from_iterable(scopes))) - domains.keys()
    full = Domain.of(grid.values)
    return (
        {**domains, **dict.fromkeys(sorted(names, key=_name_and_number), full)},
        tuple(_with_display_names(each, names.intersection(each.scope)) for each in constraints),
    )


def _name_and_number(name: str) -> tuple[str, int]:
    """Return a sort key that has ``~A2`` before ``~A10``."""
    match = _NUMBERED.fullmatch(name)
    assert match
    return match[1], int(match[2] or 0)


def _with_display_names(constraint: Constraint, names: set[str]) -> Constraint:
    """Return a constraint whose texts have some variables by their display names."""
    rule = constraint.rule
    texts = [rule.label, rule.sentence]
    for name in sorted(names, key=len, reverse=True):
        texts = [text.replace(name, display_name(name)) for text in texts]
    return replace(constraint, rule=Annotation(rule.kind, *texts)) if names else constraint
