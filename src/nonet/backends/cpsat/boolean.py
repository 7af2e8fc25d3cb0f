"""The exactly-one model: a Boolean for each variable and value.

Of each variable's Booleans exactly one is true.  AllDifferent is said value by
value: at most one of its variables has it; exactly one, where there are no more
values than variables, so that each must be used (the nine cells of a row).
Without these "exactly one", hard puzzles take several times longer.

The model is built once a structure.  The clues of a puzzle are assumptions,
solved without presolve, or, in large models, fixed Booleans with one pass of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ortools.sat.python import cp_model

from nonet.model import AllDifferent, Constraint, Domain, Structure

MOST_ASSUMED = 3_000
"""Most Booleans of a model whose clues are given as assumptions."""


class BooleanModel:
    """A structure of AllDifferent alone, as Booleans.

    Which Booleans stand for a variable: those from ``_first[name]`` on, one a
    value, in the order of its domain.
    """

    def __init__(self, structure: Structure) -> None:
        self.model = cp_model.CpModel()
        literals: dict[str, dict[int, cp_model.IntVar]] = {}
        for name, domain in structure.domains.items():
            literals[name] = {value: self.model.new_bool_var("") for value in domain}
            self.model.add_exactly_one(literals[name].values())
        post_values(self.model, structure.constraints, literals)
        self._values = {name: tuple(domain) for name, domain in structure.domains.items()}
        self._first: dict[str, int] = {}
        self._names: list[str] = []
        for name, values in self._values.items():
            self._first[name] = len(self._names)
            self._names += [name] * len(values)
        self._assumes = len(self._names) <= MOST_ASSUMED
        self.quick = self._assumes
        self.parameters = cp_model.CpSolver().parameters
        self._set_parameters()
        self._fixed: list[int] = []
        self._narrowed: Mapping[str, Domain] = {}

    def _set_parameters(self) -> None:
        parameters = self.parameters
        parameters.num_workers = 1
        parameters.catch_sigint_signal = False
        parameters.symmetry_level = 0
        parameters.linearization_level = 0
        parameters.cp_model_probing_level = 0
        if self._assumes:
            parameters.cp_model_presolve = False
            # worth nothing here, and 7% of the time of an easy puzzle
            parameters.auto_detect_greater_than_at_least_one_of = False
            # each restart tidies up for a millisecond: the default of 50 conflicts is
            # too soon for puzzles of a hundred
            parameters.restart_period = 300
        else:
            parameters.max_presolve_iterations = 1

    def narrow(self, narrowed: Mapping[str, Domain]) -> None:
        """Give the domains of one puzzle."""
        self._narrowed = narrowed
        if self._assumes:
            assumptions = self.model.proto.assumptions
            assumptions.clear()
            assumptions.extend(self._clues(narrowed))
            return
        variables = self.model.proto.variables
        for literal in self._fixed:
            _set_domain(variables[literal], 0, 1)
        self._fixed = []
        for literal in self._clues(narrowed):
            truth = int(literal >= 0)
            literal = literal if truth else -literal - 1
            _set_domain(variables[literal], truth, truth)
            self._fixed.append(literal)

    def _clues(self, narrowed: Mapping[str, Domain]) -> list[int]:
        """The literals that say the narrowed domains; ``-1 - b`` is "not ``b``" (CP-SAT's way)."""
        clues = []
        for name, domain in narrowed.items():
            first, values = self._first[name], self._values[name]
            if domain.mask == 1:
                clues.append(first + values.index(domain.base))
            else:
                clues += [-1 - first - i for i, v in enumerate(values) if v not in domain]
        return clues

    def read(self, solution: Mapping[int, int]) -> dict[str, int]:
        """The assignment of a solution: the value of each variable whose Boolean is true."""
        return {}

    def core(self, literals: Iterable[int]) -> tuple[str, ...] | None:
        """The variables whose clues clash, by the assumptions that CP-SAT blames."""
        return None


def post_values(
    model: cp_model.CpModel,
    constraints: Iterable[Constraint],
    literals: Mapping[str, Mapping[int, cp_model.IntVar]],
) -> None:
    """Post every AllDifferent value by value, on the Booleans of variables and values."""
