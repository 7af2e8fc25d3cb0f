"""The model of values: a Boolean for each variable and value, and any constraints on these
Booleans.

AllDifferent is said value by value, as in ``boolean_model.py``, the rest as
``constraint_encoder.py`` says.  The model is searched without presolve, which takes longer than it
saves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from nonet.backends.cpsat.binding import SatParameters
from nonet.backends.cpsat.constraint_encoder import ConstraintEncoder
from nonet.backends.cpsat.direct_encoding import DirectEncoding
from nonet.backends.cpsat.search import CompiledModel, ReadValue, default_parameters
from nonet.backends.cpsat.value_literals import ValueLiterals
from nonet.encoding.implied_sums import FEW_VALUES
from nonet.model import Domain, Structure
from nonet.model.units import units


class _BuiltModel:
    """The written model, and the places of its Booleans."""

    def __init__(self, structure: Structure) -> None:
        scopes = [unit.scope for unit, _ in units(structure)]
        encoding = DirectEncoding(structure.domains, scopes)
        self.model = encoding.model
        encoder = ConstraintEncoder(encoding, structure, scopes)
        encoder.encode_all()
        self.uses_only_value_sets = encoder.uses_only_value_sets
        self.literals = ValueLiterals(
            {name: encoding.value_literals[name] for name in structure.domains}
        )


class DirectModel:
    """A structure of any constraints without an objective, on Booleans of values."""

    objective = None
    needs_confirmation = False
    default_workers = 1

    def __init__(self, structure: Structure) -> None:
        self._built_model = _BuiltModel(structure)
        self.model = self._built_model.model
        self._is_small = sum(map(len, structure.domains.values())) <= FEW_VALUES
        self.parameters = _parameters(
            brief_probing=self._is_small or self._built_model.uses_only_value_sets
        )
        self._fixed: list[int] = []

    def quick_models(
        self, narrowed: Mapping[str, Domain], requested_solutions: int
    ) -> Sequence[CompiledModel]:
        """Return the model itself if it is small; else no model."""
        return (self,) if self._is_small else ()

    def set_domains(self, narrowed: Mapping[str, Domain]) -> None:
        """Give the domains of one puzzle: the Booleans of other values are false."""
        variables = self.model.proto.variables
        for literal in self._fixed:
            domain = variables[literal].domain
            domain[0], domain[1] = 0, 1
        self._fixed = [
            literal
            for name, domain in narrowed.items()
            for value, literal in self._built_model.literals.by_variable[name].items()
            if value not in domain
        ]
        for literal in self._fixed:
            ends = variables[literal].domain
            ends[0] = ends[1] = 0

    def hint_values(self, hint: Mapping[str, int]) -> Mapping[int, int]:
        """Return which Booleans a hint makes true, and which false."""
        return self._built_model.literals.hint_values(hint)

    def read_assignment(self, value: ReadValue) -> dict[str, int]:
        """The assignment of a solution: for each variable, the value whose Boolean is true."""
        return self._built_model.literals.read_assignment(value, {})

    def core(self, literals: Iterable[int]) -> tuple[str, ...] | None:
        """Nothing is assumed, so CP-SAT blames nothing."""
        return None


def _parameters(*, brief_probing: bool) -> SatParameters:
    """Return parameters without presolve, which takes longer than it saves, measured on lines, sums
    and clues outside.

    And brief probing where the search is short: a third less for killers and 6x6 puzzles, but two
    fifths more for sums along lines.
    """
    parameters = default_parameters()
    parameters.num_workers = 1
    parameters.symmetry_level = 0
    parameters.linearization_level = 0
    parameters.cp_model_presolve = False
    # a third fewer conflicts on sums along lines, a seventh on other lines
    parameters.variable_activity_decay = 0.95
    parameters.use_sat_inprocessing = False
    parameters.auto_detect_greater_than_at_least_one_of = False
    if brief_probing:
        parameters.cp_model_probing_level = 1
    return parameters
