"""Search phases: which variables a search is advised to guess first, and with which values.

>>> from nonet.model import Model
>>> model = Model({"x": range(3), "y": range(3)})
>>> advised = model.with_search((SearchPhase(("y",), "input_order", "indomain_max"),))
>>> advised.structure.search[0].variables
('y',)
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SearchPhase:
    """Guess these variables, in an order, with values in an order, by MiniZinc's names.

    It is advice: it changes no solution.
    """

    variables: tuple[str, ...]
    variable_order: str
    value_order: str
