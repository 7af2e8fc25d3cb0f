"""The Boolean model: a Boolean for each variable and value, and clauses over these Booleans.

The clauses are those of the SAT backend (``nonet.encoding.clauses``), but "exactly one" and "at most
one" are CP-SAT's own constraints.  So an AllDifferent is "exactly one" for each value where as many
variables share as many values, and a cage is told by its combinations.  An ``AnyOf`` is told by
literals that equal the truth of its parts (``truths.py``), as in the integer model: the SAT
backend's may be true or false where several parts hold, and CP-SAT would report such a solution
many times.

The model is built once a structure and searched without presolve, which takes longer than it saves.
The clues of a puzzle are assumptions; in a large model they are fixed Booleans.

>>> from nonet.model import AllDifferent, Model
>>> model = Model({"x": [1, 2], "y": [1, 2]}, [AllDifferent(("x", "y"))])
>>> boolean = BooleanModel(model.structure)
>>> [len(each.exactly_one.literals) for each in boolean.model.proto.constraints]
[2, 2, 2, 2]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from nonet.backends.cpsat.binding import CpModel, SatParameters
from nonet.backends.cpsat.integer_encoding import IntegerEncoding, Lit
from nonet.backends.cpsat.search import CompiledModel, ReadValue, default_parameters
from nonet.backends.cpsat.truths import post_any_of
from nonet.backends.cpsat.weighted_sums import LinearTerms
from nonet.deadline import check, checked
from nonet.encoding.clauses.cnf import Cnf, TooLarge
from nonet.encoding.clauses.encoders import encode_structure
from nonet.model import AnyOf, Domain, Structure

MAX_CLAUSES = 1_000_000
"""Most clauses of a Boolean model: CP-SAT takes a second or two to read so many."""

MAX_ASSUMED_LITERALS = 5_000
"""Most Booleans of values in a model whose clues are given as assumptions.

Measured, ms of CPU for the proof that a puzzle is unique, assumed / fixed: 9x9 (729 Booleans) 0.6 /
1.0 to find the solution; 16x16 with 98 clues (4,096) 5-15 / 8-19; 25x25 with 290 clues (15,625)
2,600-3,700 / 1,300-2,100, and finding the solution of these 12,900 or more / 800-1,200.
"""


class CpSatCnf(Cnf):
    """A ``Cnf`` that writes its literals and clauses into a CP-SAT model.

    A literal of the encoders is 1 more than the index of CP-SAT's Boolean, and a negative literal is
    the same number: the encoders negate by the sign, CP-SAT by ``-1 - b``.
    """

    def __init__(self, model: CpModel, domains: Mapping[str, Domain]) -> None:
        self._variables = model.proto.variables
        self._append = model.proto.constraints.add
        self.guard = None
        super().__init__(domains, self._write, check_deadline=check)
        self.has_native_exactly_one = True

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

    def add_all(self, clauses: Sequence[tuple[int, ...]]) -> None:
        """Clauses of two literals that begin alike are one constraint."""
        if self.guard is not None:
            super().add_all(clauses)
            return
        self.clause_count += len(clauses)
        self.check_limits()
        pairs: dict[int, list[int]] = {}
        for clause in clauses:
            if len(clause) == 2:
                pairs.setdefault(clause[0], []).append(clause[1])
            else:
                self._write(clause)
        for first, others in pairs.items():
            if len(others) == 1:
                self._write((first, *others))
            else:
                posted = self._append()
                posted.enforcement_literal.append(-first - 1 if first < 0 else -first)
                posted.bool_and.literals.extend([x - 1 if x > 0 else x for x in others])

    def exactly_one(self, literals: Sequence[int]) -> None:
        if self.guard is not None:
            super().exactly_one(literals)
            return
        self.clause_count += 1
        self.check_limits()
        self._append().exactly_one.literals.extend([x - 1 if x > 0 else x for x in literals])

    def at_most_one(self, literals: Sequence[int]) -> None:
        if self.guard is not None:
            super().at_most_one(literals)
        elif len(literals) > 1:
            self.clause_count += 1
            self.check_limits()
            self._append().at_most_one.literals.extend([x - 1 if x > 0 else x for x in literals])


class DirectEncoding(IntegerEncoding):
    """``IntegerEncoding`` with Booleans of values in place of integer variables."""

    def __init__(self, domains: Mapping[str, Domain]) -> None:
        model = CpModel()
        self.cnf = CpSatCnf(model, domains)
        self.value_literals: dict[str, dict[int, Lit]] = {
            name: {value: literal - 1 for value, literal in self.cnf.literals[name].items()}
            for name in domains
        }
        super().__init__(domains, model)

    def _declare_variables(self) -> dict[str, int]:
        return {}

    def equality_literal(self, name: str, value: int) -> Lit:
        return self.value_literals[name].get(value, self.false)

    def membership_literal(self, name: str, values: Iterable[int]) -> Lit:
        domain, of_value = self.domains[name], self.value_literals[name]
        inside = Domain.of(value for value in values if value in domain)
        key = name, inside
        if key not in self._membership_literals:
            outside = domain - inside
            fewer = inside if len(inside) <= len(outside) else outside
            literal = self.or_literal(of_value[value] for value in fewer)
            self._membership_literals[key] = literal if fewer is inside else ~literal
        return self._membership_literals[key]

    def linear_terms(self, names: Sequence[str], coefficients: Sequence[int]) -> LinearTerms:
        """Return the sum as the lowest values plus each other value's distance from the lowest."""
        terms: list[int] = []
        times: list[int] = []
        constant = 0
        for name, coefficient in zip(names, coefficients, strict=True):
            lowest = self.domains[name].base
            constant += coefficient * lowest
            for value, literal in self.value_literals[name].items():
                if value != lowest:
                    terms.append(literal)
                    times.append(coefficient * (value - lowest))
        return LinearTerms(terms, [(0, 1)] * len(terms), times, constant)


class BooleanModel:
    """A structure of primitives without an objective, as Booleans of values.

    Raises ``TooLarge`` or ``Unsupported`` beyond ``MAX_CLAUSES``, or if the domains are too large.
    """

    objective = None
    needs_confirmation = False
    default_workers = 1

    def __init__(self, structure: Structure) -> None:
        encoding = DirectEncoding(structure.domains)
        self.model = encoding.model
        alternatives = [each for each in structure.constraints if type(each) is AnyOf]
        if alternatives:
            others = tuple(each for each in structure.constraints if type(each) is not AnyOf)
            structure = Structure(structure.domains, others)
        encode_structure(structure, encoding.cnf)
        for each in checked(alternatives):
            post_any_of(encoding, each)
        self._literals = encoding.value_literals
        self._names = {b: name for name, of in self._literals.items() for b in of.values()}
        self._assumes = len(self._names) <= MAX_ASSUMED_LITERALS
        self.parameters = _parameters(self._assumes)
        self._fixed: list[int] = []

    def quick_models(
        self, narrowed: Mapping[str, Domain], requested_solutions: int
    ) -> Sequence[CompiledModel]:
        """Return the model itself if it is small."""
        return (self,) if self._assumes else ()

    def set_domains(self, narrowed: Mapping[str, Domain]) -> None:
        """Give the domains of one puzzle; CP-SAT writes "not ``b``" as ``-1 - b``."""
        clues: list[int] = []
        for name, domain in narrowed.items():
            of_value = self._literals[name]
            if domain.size == 1:
                clues.append(of_value[domain.base])
            else:
                clues += [-1 - literal for v, literal in of_value.items() if v not in domain]
        if self._assumes:
            assumptions = self.model.proto.assumptions
            assumptions.clear()
            assumptions.extend(clues)
            return
        variables = self.model.proto.variables
        for literal in self._fixed:
            ends = variables[max(literal, -1 - literal)].domain
            ends[0], ends[1] = 0, 1
        for literal in clues:
            ends = variables[max(literal, -1 - literal)].domain
            ends[0] = ends[1] = int(literal >= 0)
        self._fixed = clues

    def hint_values(self, hint: Mapping[str, int]) -> Mapping[int, int]:
        """Return for each Boolean of a hint's variables whether the hint has its value (0 or 1)."""
        return {
            literal: int(value == hint[name])
            for name in hint
            for value, literal in self._literals.get(name, {}).items()
        }

    def read_assignment(self, value: ReadValue) -> dict[str, int]:
        """The assignment of a solution: for each variable, the value whose Boolean is true."""
        return {
            name: next(v for v, literal in of_value.items() if value(literal))
            for name, of_value in self._literals.items()
        }

    def core(self, literals: Iterable[int]) -> tuple[str, ...] | None:
        """The variables whose clues clash, by the assumptions that CP-SAT blames.

        ``None`` if CP-SAT blames no assumption, or a literal that was not assumed (or-tools issue
        5141).
        """
        blamed = set(literals)
        if not blamed or not blamed.issubset(self.model.proto.assumptions):
            return None
        return tuple(dict.fromkeys(self._names[max(b, -1 - b)] for b in sorted(blamed)))


def _parameters(assumes: bool) -> SatParameters:
    parameters = default_parameters()
    parameters.symmetry_level = 0
    parameters.linearization_level = 0
    parameters.cp_model_presolve = False
    parameters.auto_detect_greater_than_at_least_one_of = False
    parameters.use_sat_inprocessing = False
    parameters.variable_activity_decay = 0.95
    return parameters
