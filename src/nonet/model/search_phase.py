"""Search phases: which variables a search is advised to guess first, and with which values.

>>> from nonet.model import Model
>>> model = Model({"x": range(3), "y": range(3)})
>>> advised = model.with_search((SearchPhase(("y",), "input_order", "indomain_max"),))
>>> advised.structure.search[0].variables
('y',)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.errors import ModelError, did_you_mean
from nonet.model.integers import short_repr

VARIABLE_ORDERS = (
    "input_order", "first_fail", "anti_first_fail", "smallest", "largest", "occurrence",
    "most_constrained", "max_regret", "dom_w_deg",
)  # fmt: skip
"""Names of the orders in which variables are guessed, from MiniZinc's handbook."""

VALUE_ORDERS = (
    "min", "max", "median", "middle", "random", "split", "reverse_split", "split_random",
)  # fmt: skip
"""Names of the orders in which values are tried: MiniZinc's, without ``indomain_``."""


@dataclass(frozen=True)
class SearchPhase:
    """Guess these variables, in an order, with values in an order, by MiniZinc's names.

    A phase is advice: no solution depends on a phase.
    """

    variables: tuple[str, ...]
    variable_order: str
    value_order: str

    @classmethod
    def of(cls, variables: Iterable[str], order: str, values: str) -> SearchPhase:
        """Return a phase of checked orders; raise ``ModelError`` for an order that there is not.

        >>> SearchPhase.of(["x"], "first_fail", "max")
        SearchPhase(variables=('x',), variable_order='first_fail', value_order='indomain_max')
        """
        value_order = str(values).removeprefix("indomain_")
        if value_order == "indomain":
            value_order = "min"
        for given, known, kind in (
            (order, VARIABLE_ORDERS, "order of variables"),
            (value_order, VALUE_ORDERS, "order of values"),
        ):
            if given not in known:
                near = did_you_mean(str(given), known)
                raise ModelError(
                    f"search: no {kind} {short_repr(given)}; there are {', '.join(known)}{near}"
                )
        return cls(tuple(variables), order, f"indomain_{value_order}")
