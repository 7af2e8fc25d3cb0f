"""The model of values: a Boolean for each variable and value, and any constraints on them.

AllDifferent is said value by value, as in ``boolean.py``, the rest as ``told.py`` says.  It is
searched without presolve, which takes longer than it saves; where automata are so long that
writing them takes longer than presolve does, integers are asked first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from ortools.sat.python import cp_model

from nonet.backends.cpsat.direct import Direct
from nonet.backends.cpsat.integer import IntegerModel
from nonet.backends.cpsat.search import WORK, Compiled, ReadValue, settings
from nonet.backends.cpsat.told import Told
from nonet.model import Domain, Regular, Structure
from nonet.model.sums import FEW
from nonet.model.units import units

LONG = 60_000_000
"""Transitions of all automata from which on the integers are asked first: a 9x9 of X-sums takes
0.1 s to be written as clauses, and half of them CP-SAT's presolve answers in less."""


def transitions(structure: Structure) -> int:
    """How many transitions the automata of a structure have together."""
    return sum(len(c.automaton.transitions) for c in structure.constraints if type(c) is Regular)


class _Written:
    """The model as it is written, and where its Booleans are."""

    def __init__(self, structure: Structure) -> None:
        scopes = [unit.scope for unit, _ in units(structure)]
        encoding = Direct(structure.domains, scopes)
        self.model = encoding.model
        Told(encoding, structure, scopes).all()
        self.literals = {name: encoding.values[name] for name in structure.domains}
        # to read a variable: test each value's Boolean but the last, which needs no test
        self.tests = [
            (name, tuple(of_value.items())[:-1], tuple(of_value)[-1])
            for name, of_value in self.literals.items()
        ]


class ValuesModel:
    """A structure of any constraints without an objective, on Booleans of values.

    It is written at once, or, with long automata, when integers have not answered.
    """

    aim = None
    work = WORK

    def __init__(self, structure: Structure) -> None:
        self._structure = structure
        self.parameters = _parameters()
        self._looks: tuple[Compiled, ...] = ()
        if transitions(structure) > LONG:
            self._looks = (IntegerModel(structure, "long"),)
        else:
            assert self._written
        if sum(map(len, structure.domains.values())) <= FEW:
            self._looks = (*self._looks, self)
        self._fixed: list[int] = []

    @cached_property
    def _written(self) -> _Written:
        return _Written(self._structure)

    @property
    def model(self) -> cp_model.CpModel:
        """The model itself."""
        return self._written.model

    def glances(self, narrowed: Mapping[str, Domain], wanted: int) -> Sequence[Compiled]:
        """Integers where automata are long; the model itself where it is small."""
        return self._looks

    def narrow(self, narrowed: Mapping[str, Domain]) -> None:
        """Give the domains of one puzzle: the Booleans of other values are false."""
        variables = self.model.proto.variables
        for literal in self._fixed:
            domain = variables[literal].domain
            domain[0], domain[1] = 0, 1
        self._fixed = [
            literal
            for name, domain in narrowed.items()
            for value, literal in self._written.literals[name].items()
            if value not in domain
        ]
        for literal in self._fixed:
            ends = variables[literal].domain
            ends[0] = ends[1] = 0

    def read(self, value: ReadValue) -> dict[str, int]:
        """The assignment of a solution: for each variable, the value whose Boolean is true."""
        found = {}
        for name, tests, chosen in self._written.tests:
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
    # a third fewer conflicts on sums along lines, a seventh on other lines
    parameters.variable_activity_decay = 0.95
    parameters.use_sat_inprocessing = False
    parameters.auto_detect_greater_than_at_least_one_of = False
    return parameters
