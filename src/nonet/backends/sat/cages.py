"""Cages as clauses: sums of different variables, by the combinations of values they may have.

For each value a literal says whether the cage has it, and for each combination one
selects it: it decides all those.  So what a clue takes from one cell is known at once in the
others.  A sum whose combinations are many is a counter, as all other sums are.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonet.backends.sat.cnf import Cnf
from nonet.model import Linear
from nonet.model.sums import combinations_of


def cage(cnf: Cnf, linear: Linear) -> bool:
    """Write the sum of different variables; ``False`` if its combinations are too many."""
    choices = [cnf.literals[name] for name in linear.scope]
    combinations = combinations_of(choices, linear.constant)
    if combinations is None:
        return False
    if not combinations:
        cnf.add()
        return True
    selectors = [cnf.fresh() for _ in combinations] if len(combinations) > 1 else []
    if selectors:
        cnf.add(*selectors)
    for value in dict.fromkeys(value for literals in choices for value in literals):
        places = [literals[value] for literals in choices if value in literals]
        having = [value in combination for combination in combinations]
        if not any(having):
            for place in places:
                cnf.add(-place)
        elif all(having):
            cnf.add(*places)
        else:
            _decide(cnf, places, selectors, having)
    return True


def _decide(cnf: Cnf, places: list[int], selectors: list[int], having: Sequence[bool]) -> None:
    """A value that some combinations have: it has a place if one of these is selected."""
    here = places[0] if len(places) == 1 else cnf.fresh()
    if len(places) > 1:
        for place in places:
            cnf.add(-place, here)
        cnf.add(-here, *places)
    for selector, has in zip(selectors, having, strict=True):
        cnf.add(-selector, here if has else -here)
    cnf.add(-here, *(s for s, has in zip(selectors, having, strict=True) if has))
    cnf.add(here, *(s for s, has in zip(selectors, having, strict=True) if not has))
