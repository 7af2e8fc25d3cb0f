"""The model of values: a Boolean for each variable and value, and any constraints on them.

What puzzles are made of is said of the Booleans alone:

* AllDifferent value by value, as in ``boolean.py``;
* a cage (a sum of different variables) by its combinations: a selector for each, exactly one
  true; each value has exactly one place in the cage, or a combination without it is selected;
* any relation of two variables by supports: a value needs one of its partners;
* other sums as sums of the Booleans.

And the sums that units and cages imply are said too (``nonet.model.sums``).  Whatever else
there is speaks of integer variables, which are declared and tied to the Booleans when first
asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ortools.sat.python import cp_model

from nonet.backends.cpsat.direct import Direct
from nonet.backends.cpsat.integer import MOST_QUICK
from nonet.backends.cpsat.search import Compiled, ReadValue, settings
from nonet.backends.cpsat.told import Told
from nonet.model import Domain, Structure
from nonet.model.units import units


class ValuesModel:
    """A structure of any constraints without an objective, on Booleans of values."""

    aim = None

    def __init__(self, structure: Structure) -> None:
        scopes = [unit.scope for unit, _ in units(structure)]
        encoding = Direct(structure.domains, scopes)
        self.model = encoding.model
        Told(encoding, structure, scopes).all()
        self.parameters = _parameters()
        self._small = sum(map(len, structure.domains.values())) <= MOST_QUICK
        self._literals = {name: encoding.values[name] for name in structure.domains}
        # to read a variable: test each value's Boolean but the last, which needs no test
        self._tests = [
            (name, tuple(of_value.items())[:-1], tuple(of_value)[-1])
            for name, of_value in self._literals.items()
        ]
        self._fixed: list[int] = []

    def glances(self, narrowed: Mapping[str, Domain], wanted: int) -> Sequence[Compiled]:
        """The model itself, unless it is large."""
        return (self,) if self._small else ()

    def narrow(self, narrowed: Mapping[str, Domain]) -> None:
        """Give the domains of one puzzle: the Booleans of other values are false."""
        variables = self.model.proto.variables
        for literal in self._fixed:
            domain = variables[literal].domain
            domain[0], domain[1] = 0, 1
        self._fixed = [
            literal
            for name, domain in narrowed.items()
            for value, literal in self._literals[name].items()
            if value not in domain
        ]
        for literal in self._fixed:
            ends = variables[literal].domain
            ends[0] = ends[1] = 0

    def read(self, value: ReadValue) -> dict[str, int]:
        """The assignment of a solution: for each variable, the value whose Boolean is true."""
        found = {}
        for name, tests, chosen in self._tests:
            for candidate, literal in tests:
                if value(literal):
                    chosen = candidate
                    break
            found[name] = chosen
        return found

    def core(self, literals: Iterable[int]) -> tuple[str, ...] | None:
        """Nothing is assumed, so CP-SAT blames nothing."""
        return None


def _parameters() -> cp_model.SatParameters:
    """No presolve: it takes longer than it saves, measured on lines, sums and clues outside."""
    parameters = settings()
    parameters.num_workers = 1
    parameters.symmetry_level = 0
    parameters.linearization_level = 0
    parameters.cp_model_presolve = False
    parameters.use_sat_inprocessing = False
    parameters.auto_detect_greater_than_at_least_one_of = False
    return parameters
