"""Clauses over the Booleans of values, written into CP-SAT's model.

So the encoders of the SAT backend (``nonet.encoding.clauses.encoders``) say automata, tables,
counts and elements here too.  A literal of the encoders is 1 more than CP-SAT's Boolean, and a
negative literal is the same number: the encoders negate by the sign, CP-SAT by ``-1 - b``.
"Exactly one" becomes CP-SAT's own constraint.

>>> from nonet.backends.cpsat.grid_model import build_grid_model
>>> from nonet.model import Domain
>>> model, values = build_grid_model({"x": Domain.of([1, 2, 3])}, [])
>>> clauses = CpSatCnf(model, values)
>>> clauses.literals["x"], clauses.new_literal()
({1: 1, 2: 2, 3: 3}, 4)
>>> clauses.add(-1, 4)
>>> list(model.proto.constraints[1].bool_or.literals)
[-1, 3]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nonet.backends.cpsat.binding import CpModel
from nonet.backends.cpsat.grid_model import LiteralsByVariable, new_booleans
from nonet.encoding.clauses.cnf import Cnf


class CpSatCnf(Cnf):
    """A ``Cnf`` that writes its variables and clauses into a CP-SAT model."""

    def __init__(self, model: CpModel, values: LiteralsByVariable) -> None:
        self._model = model
        self._append = model.proto.constraints.add
        super().__init__({}, self._write)
        self.has_native_exactly_one = True
        for name, of_value in values.items():
            self.register_variable(name, of_value)

    @property
    def top(self) -> int:
        """The last literal; setting a higher literal declares all literals up to this one."""
        return len(self._model.proto.variables)

    @top.setter
    def top(self, last: int) -> None:
        new_booleans(self._model, last - self.top)

    def register_variable(self, name: str, of_value: Mapping[int, int]) -> None:
        """Take a variable over, as CP-SAT's Booleans of its values."""
        self.literals[name] = {value: literal + 1 for value, literal in of_value.items()}

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
        self._append().exactly_one.literals.extend([x - 1 if x > 0 else x for x in literals])

    def at_most_one(self, literals: Sequence[int]) -> None:
        if self.guard is not None:
            super().at_most_one(literals)
            return
        self._append().at_most_one.literals.extend([x - 1 if x > 0 else x for x in literals])
