"""The integer model: a CP-SAT variable for each of ours, and CP-SAT's constraints.

It takes any model of ours.  It is built once a structure; the clues of a puzzle
narrow the domains of its variables in place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from ortools.sat.python import cp_model

from nonet.backends.cpsat.encoding import Encoding, intervals
from nonet.backends.cpsat.optimum import Aim
from nonet.backends.cpsat.posting import post
from nonet.backends.cpsat.search import Compiled, ReadValue, settings
from nonet.model import Domain, Structure

if TYPE_CHECKING:
    from nonet.backends.cpsat import Kind

Look = Literal["easy", "large"]
"""Models for a look at a puzzle that may be easy."""

MOST_QUICK = 5_000
"""Most (variable, value) pairs of a model that is tried in the caller's thread."""

LARGE = 1 << 20
"""Largest magnitude of a value or a sum up to which all of CP-SAT's presolve is trusted.

Its search for linear constraints that include one another loses solutions where some
that hold only under a literal (parts of an ``AnyOf``) speak of the same variables with
large numbers: OR-Tools 9.15 then says "infeasible" of models with dozens of solutions.
Measured on random models against brute force, wrong of all: with AnyOf and coefficients
of 10^5 to 10^18, 327 of 17,962; of 10^7.5 to 10^9.3, 138 of 27,196, the smallest with
sums up to 2.0e9; below 2e8, 0 of 6,288; without AnyOf, 0 of 20,194; and, with any of
these, without this part of presolve, 0 of 67,554.
"""


class IntegerModel:
    """A structure of any constraints, with integer variables.

    ``kind`` is ``"textbook"`` for CP-SAT's default settings, which a model with an objective
    always has: its linear relaxation and all its strategies pay there; ``"easy"`` and
    ``"large"`` are for a look that gives up after a few conflicts, without presolve and with it.
    """

    def __init__(self, structure: Structure, kind: Kind | Look) -> None:
        encoding = Encoding(structure.domains)
        for constraint in structure.constraints:
            post(encoding, constraint)
        objective = structure.objective
        self.aim = None if objective is None else Aim(encoding, objective)
        self.model = encoding.model
        self.parameters = _parameters(kind if self.aim is None else "textbook")
        if encoding.largest > LARGE:
            self.parameters.presolve_inclusion_work_limit = 0
        small = sum(map(len, structure.domains.values())) <= MOST_QUICK
        self._quick = small and kind != "textbook"
        self._indices = {name: encoding.variables[name].index for name in structure.domains}
        protos = self.model.proto.variables
        self._ends = {name: protos[index].domain for name, index in self._indices.items()}
        self._full = {name: flat(domain) for name, domain in structure.domains.items()}
        self._narrowed: Mapping[str, Domain] = {}

    def glances(self, narrowed: Mapping[str, Domain], wanted: int) -> Sequence[Compiled]:
        """The model itself, for one solution, unless it is large or the textbook's."""
        return (self,) if self._quick and wanted == 1 else ()

    def narrow(self, narrowed: Mapping[str, Domain]) -> None:
        """Give the domains of one puzzle."""
        for name in self._narrowed:
            if name not in narrowed:
                self._set_domain(name, self._full[name])
        for name, domain in narrowed.items():
            single = domain.mask == 1
            self._set_domain(name, [domain.base, domain.base] if single else flat(domain))
        self._narrowed = narrowed

    def _set_domain(self, name: str, wanted: list[int]) -> None:
        ends = self._ends[name]
        ends.clear()
        ends.extend(wanted)

    def read(self, value: ReadValue) -> dict[str, int]:
        """The assignment of a solution."""
        return {name: value(index) for name, index in self._indices.items()}

    def core(self, literals: Iterable[int]) -> tuple[str, ...] | None:
        """Nothing is assumed, so CP-SAT blames nothing."""
        return None


def flat(domain: Domain) -> list[int]:
    """The ends of a domain's intervals in one list, as CP-SAT holds them."""
    return [end for interval in intervals(domain) for end in interval]


def _parameters(kind: Kind | Look) -> cp_model.SatParameters:
    parameters = settings()
    if kind == "textbook":
        return parameters
    parameters.num_workers = 1
    parameters.linearization_level = 0
    parameters.symmetry_level = 0
    if kind in ("easy", "large"):
        parameters.max_number_of_conflicts = 15
    if kind == "easy":
        parameters.cp_model_probing_level = 0
        parameters.max_presolve_iterations = 0
        parameters.auto_detect_greater_than_at_least_one_of = False
    return parameters
