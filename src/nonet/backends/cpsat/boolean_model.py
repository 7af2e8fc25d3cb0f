"""The Boolean model: a Boolean for each variable and value, and clauses over these Booleans.

The clauses are those of the SAT backend (``nonet.encoding.clauses``), but "exactly one" and "at most
one" are CP-SAT's own constraints.  So an AllDifferent is "exactly one" for each value where as many
variables share as many values, and a cage is told by its combinations.  An ``AnyOf`` is told by
literals that equal the truth of its parts (``constraints.py``), as in the integer model: the SAT
backend's may be true or false where several parts hold, and CP-SAT would report such a solution
many times.

The model is built once a structure and searched without presolve, which takes longer than it saves.

>>> from nonet.model import AllDifferent, Model
>>> model = Model({"x": [1, 2], "y": [1, 2]}, [AllDifferent(("x", "y"))])
>>> compiled = boolean_model(model.structure)
>>> [len(each.exactly_one.literals) for each in compiled.proto.constraints]
[2, 2, 2, 2]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ortools.sat.python.cp_model_helper import CpModelProto

from nonet.backends.base import Parameters
from nonet.backends.cpsat.compiled_model import CompiledModel
from nonet.backends.cpsat.constraints import ConstraintEncoding, post_any_of
from nonet.deadline import check, checked
from nonet.encoding.clauses.cnf import Cnf, TooLarge
from nonet.encoding.clauses.encoders import encode_structure
from nonet.model import AnyOf, Domain, Structure

MAX_CLAUSES = 1_000_000
"""Most clauses of a Boolean model: CP-SAT takes a second or two to read so many."""

MAX_ASSUMED_LITERALS = 5_000
"""Most Booleans of values (729 in a 9x9, 4,096 in a 16x16) in a model whose clues are assumptions: of a
larger model, domains changed in place are searched faster."""


class CpSatCnf(Cnf):
    """A ``Cnf`` that writes its literals and clauses into a CP-SAT model; none is under a guard.

    A literal of the encoders is 1 more than the index of CP-SAT's Boolean, and a negative literal is
    the same number: the encoders negate by the sign, CP-SAT by ``-1 - b``.
    """

    def __init__(self, proto: CpModelProto, domains: Mapping[str, Domain]) -> None:
        self._variables = proto.variables
        self._append = proto.constraints.add
        super().__init__(domains, self._write, check_deadline=check)

    @property
    def top(self) -> int:
        """The last literal; setting a higher literal declares all literals up to this one."""
        return len(self._variables)

    @top.setter
    def top(self, last: int) -> None:
        add = self._variables.add
        for number in range(len(self._variables), last):
            if not number & 1023:
                check()
            add().domain.extend((0, 1))

    def check_limits(self) -> None:
        if self.clause_count > MAX_CLAUSES:
            raise TooLarge
        super().check_limits()

    def _write(self, literals: Sequence[int]) -> None:
        self._append().bool_or.literals.extend([x - 1 if x > 0 else x for x in literals])

    def exactly_one(self, literals: Sequence[int]) -> None:
        self.clause_count += 1
        self.check_limits()
        self._append().exactly_one.literals.extend([x - 1 if x > 0 else x for x in literals])

    def at_most_one(self, literals: Sequence[int]) -> None:
        if len(literals) > 1:
            self.clause_count += 1
            self.check_limits()
            self._append().at_most_one.literals.extend([x - 1 if x > 0 else x for x in literals])


def boolean_model(structure: Structure, settings: Parameters = ()) -> CompiledModel:
    """Return a structure of primitives without an objective, as Booleans of values.

    Raises ``TooLarge`` or ``Unsupported`` beyond ``MAX_CLAUSES``, or if the domains are too large.
    """
    alternatives = [each for each in structure.constraints if type(each) is AnyOf]
    names = dict.fromkeys(name for each in alternatives for name in each.scope)
    encoding = ConstraintEncoding({name: structure.domains[name] for name in names})
    cnf = CpSatCnf(encoding.proto, structure.domains)
    literals = {
        name: {value: literal - 1 for value, literal in cnf.literals[name].items()}
        for name in structure.domains
    }
    for name in names:
        encoding.tie_literals(name, literals[name])
    others = tuple(each for each in structure.constraints if type(each) is not AnyOf)
    encode_structure(Structure(structure.domains, others) if alternatives else structure, cnf)
    for each in checked(alternatives):
        post_any_of(encoding, each)
    compiled = CompiledModel(encoding, structure, literals)
    parameters = compiled.parameters
    parameters.symmetry_level = 0
    parameters.linearization_level = 0
    parameters.cp_model_presolve = False
    parameters.auto_detect_greater_than_at_least_one_of = False
    parameters.use_sat_inprocessing = False
    parameters.variable_activity_decay = 0.95
    compiled.default_workers = 1
    values = sum(map(len, literals.values()))
    compiled.assumes_clues = values <= MAX_ASSUMED_LITERALS and not settings
    compiled.configure(settings)
    return compiled
