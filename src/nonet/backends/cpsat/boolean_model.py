"""The exactly-one model: a Boolean for each variable and value.

Exactly one of each variable's Booleans is true.  AllDifferent is encoded value by value: at most
one of its variables has the value; exactly one, where there are no more values than variables, so
that each value must be used (the nine cells of a row).  Without these "exactly one", hard puzzles
take several times longer.

The model is built once a structure, when the look at an easy puzzle, by integers, has not answered.
The clues of a puzzle are assumptions, solved without presolve; in a large model the clues are fixed
Booleans, and one pass of presolve removes these Booleans.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from nonet.backends.cpsat.binding import CpModel, SatParameters
from nonet.backends.cpsat.grid_model import build_grid_model
from nonet.backends.cpsat.integer_model import IntegerModel
from nonet.backends.cpsat.search import CompiledModel, ReadValue, default_parameters
from nonet.backends.cpsat.value_literals import ValueLiterals
from nonet.model import Domain, Structure

MAX_ASSUMED_LITERALS = 5_000
"""Most Booleans of a model whose clues are given as assumptions.

Measured, ms of CPU for the proof that a puzzle is unique, assumed / fixed: 9x9 (729 Booleans) 0.6 /
1.0 to find the solution; 16x16 with 98 clues (4,096) 5-15 / 8-19; 25x25 with 290 clues (15,625)
2,600-3,700 / 1,300-2,100, and finding the solution of these 12,900 or more / 800-1,200.
"""

EASY_CLUE_SHARE = 0.31
"""Share of the variables with a clue (26 of 81) from which a puzzle is likely to be easy.

Then an integer model, which writes Booleans only when needed, is asked first: 0.3 ms against 0.5.
With fewer clues the integer model mostly fails, and its 0.5 ms are lost.
"""

EASY_CLUE_SHARE_LARGE = 0.48
"""The same share in larger models (300 of 625 cells), where a look takes longer: 6 ms on a
16x16, 7 on a 25x25, which takes 28 otherwise and a textbook program 10.
"""

MAX_QUICK_LITERALS = 1_000
"""Most Booleans of a model that proves a solution unique within a glance, however hard."""


class _BuiltModel:
    """The written model, and the places of its Booleans."""

    def __init__(self, structure: Structure) -> None:
        scopes = [constraint.scope for constraint in structure.constraints]
        self.model, of = build_grid_model(structure.domains, scopes)
        self.literals = ValueLiterals(of)
        self.names = {b: name for name, of_value in of.items() for b in of_value.values()}


class BooleanModel:
    """A structure of AllDifferent alone, as Booleans; the model is written when first needed."""

    objective = None
    needs_confirmation = False
    default_workers = 1

    def __init__(self, structure: Structure) -> None:
        self._structure = structure
        self._size = sum(map(len, structure.domains.values()))
        self._assumes = self._size <= MAX_ASSUMED_LITERALS
        self.parameters = _parameters(self._assumes)
        self._quick_model: IntegerModel | None = None
        self._fixed: list[int] = []
        self._clues: list[int] = []
        self._known: dict[str, int] = {}

    @cached_property
    def _built_model(self) -> _BuiltModel:
        return _BuiltModel(self._structure)

    @property
    def model(self) -> CpModel:
        """The model itself."""
        return self._built_model.model

    def quick_models(
        self, narrowed: Mapping[str, Domain], requested_solutions: int
    ) -> Sequence[CompiledModel]:
        """Return an integer model if there are many clues; and the Boolean model itself if it is
        small enough."""
        itself = (
            (self,)
            if self._size
            <= (MAX_ASSUMED_LITERALS if requested_solutions == 1 else MAX_QUICK_LITERALS)
            else ()
        )
        easy = EASY_CLUE_SHARE if self._size <= MAX_QUICK_LITERALS else EASY_CLUE_SHARE_LARGE
        if len(narrowed) < easy * len(self._structure.domains):
            return itself
        self._quick_model = self._quick_model or IntegerModel(
            self._structure, "easy" if self._assumes else "large"
        )
        return (self._quick_model, *itself)

    def set_domains(self, narrowed: Mapping[str, Domain]) -> None:
        """Give the domains of one puzzle."""
        clues, known = [], {}
        literals = self._built_model.literals.by_variable
        for name, domain in narrowed.items():
            of_value = literals[name]
            if domain.size == 1:
                known[name] = domain.base
                clues.append(of_value[domain.base])
            else:
                clues += [-1 - literal for v, literal in of_value.items() if v not in domain]
        self._clues, self._known = clues, known
        if not self._assumes:
            self._fix_clues(clues)
            return
        assumptions = self.model.proto.assumptions
        assumptions.clear()
        assumptions.extend(clues)

    def _fix_clues(self, clues: list[int]) -> None:
        """Make the clues true in the model; CP-SAT writes "not ``b``" as ``-1 - b``."""
        variables = self.model.proto.variables
        for literal in self._fixed:
            domain = variables[literal].domain
            domain[0], domain[1] = 0, 1
        for clue in clues:
            domain = variables[max(clue, -1 - clue)].domain
            domain[0] = domain[1] = int(clue >= 0)
        self._fixed = [max(clue, -1 - clue) for clue in clues]

    def hint_values(self, hint: Mapping[str, int]) -> Mapping[int, int]:
        """Return which Booleans a hint makes true, and which false."""
        return self._built_model.literals.hint_values(hint)

    def read_assignment(self, value: ReadValue) -> dict[str, int]:
        """The assignment of a solution: for each variable, the value whose Boolean is true."""
        return self._built_model.literals.read_assignment(value, self._known)

    def core(self, literals: Iterable[int]) -> tuple[str, ...] | None:
        """The variables whose clues clash, by the assumptions that CP-SAT blames.

        ``None`` if CP-SAT blames no assumption, or a literal that was not assumed (or-tools issue
        5141).
        """
        blamed = set(literals)
        if not blamed or not blamed.issubset(self._clues):
            return None
        names = self._built_model.names
        return tuple(dict.fromkeys(names[max(b, -1 - b)] for b in sorted(blamed)))


def _parameters(assumes: bool) -> SatParameters:
    parameters = default_parameters()
    parameters.symmetry_level = 0
    parameters.linearization_level = 0
    parameters.cp_model_probing_level = 0
    if assumes:
        parameters.cp_model_presolve = False
        # finds nothing here, in 7% of the time of an easy puzzle
        parameters.auto_detect_greater_than_at_least_one_of = False
        # a restart tidies up for a millisecond; the default of 50 conflicts is soon
        # reached, and 300 halves the time of puzzles that take a hundred
        parameters.restart_period = 300
    else:
        parameters.max_presolve_iterations = 1
        # for tens of thousands of conflicts: a third quicker together on 25x25
        parameters.variable_activity_decay = 0.95
        parameters.use_sat_inprocessing = False
    return parameters
