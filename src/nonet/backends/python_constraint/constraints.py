"""Constraints in python-constraint's protocol.

After each assignment of a variable the solver calls the variable's constraints, with all domains
and the assignments so far.  A constraint returns whether it can still hold.  If ``forwardcheck`` is
true the constraint may also hide values of unassigned variables; the solver restores hidden values
when it undoes the assignment.  The solver's next variable is a variable with a small domain, so a
domain reduced to one value is assigned next.

Except for the clock, all classes here are stateless between calls, and so is the data that runs
share.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import constraint

from nonet.backends.base import Request
from nonet.backends.events import Branched
from nonet.backends.python_constraint.filters import CurrentDomains, filter_factory
from nonet.deadline import checked
from nonet.model import AllDifferent, Constraint, Structure

Variables = list[str]
Domains = dict[str, Any]
"""The solver's domains by variable: lists that can hide values."""
Assignments = dict[str, int]
"""Values by variable, in the order of assignment: the last is the newest."""


class AlwaysTrue(constraint.Constraint):  # type: ignore[misc]
    """Always holds.  The constraint counts, though, in the solver's order of the variables."""

    def __call__(
        self,
        variables: Variables,
        domains: Domains,
        assignments: Assignments,
        forwardcheck: object = False,
    ) -> bool:
        """Whether the constraint can hold with ``assignments``."""
        return True

    def preProcess(self, variables: Variables, domains: Domains, *posted: object) -> None:
        """Remove values before the search; the library's own would drop unary constraints."""


class DeadlineConstraint(AlwaysTrue):
    """A constraint over all variables that counts assignments and keeps the time limit.

    The compiled search ignores signals; Python code called from the search does not, so this
    constraint also makes Ctrl-C work.
    """

    def __init__(self, request: Request) -> None:
        self.assignments = 0
        self.guesses = 0
        self._check = request.check
        self._tracer = request.tracer

    def __call__(
        self,
        variables: Variables,
        domains: Domains,
        assignments: Assignments,
        forwardcheck: object = False,
    ) -> bool:
        """Always holds; raises ``DeadlineExceeded``."""
        self.assignments += 1
        last = next(reversed(assignments))
        if len(domains[last]) > 1:
            self.guesses += 1
            if self._tracer is not None:
                depth = sum(len(domains[name]) > 1 for name in assignments)
                self._tracer(Branched(last, assignments[last], depth))
        self._check()
        return True

    def preProcess(self, variables: Variables, domains: Domains, *posted: object) -> None:
        """Look at the time before the search begins."""
        self._check()


class FilteredConstraint(AlwaysTrue):
    """A constraint of the model, checked forward by its filter, finally by ``holds``."""

    def __init__(self, declared: Constraint) -> None:
        self._constraint = declared
        self._filter = filter_factory(declared)(declared)

    def __call__(
        self,
        variables: Variables,
        domains: Domains,
        assignments: Assignments,
        forwardcheck: object = False,
    ) -> bool:
        """Return whether the constraint can hold; hide the values that are in no solution of the
        constraint."""
        if all(name in assignments for name in variables):
            return self._constraint.holds(assignments)
        if not forwardcheck:
            return True
        view: CurrentDomains = {
            name: (assignments[name],) if name in assignments else domains[name]
            for name in variables
        }
        supported = self._filter(view)
        if supported is None:
            return False
        for name, values in supported.items():
            if not values:
                return False
            if name not in assignments and len(values) < len(domains[name]):
                domain = domains[name]
                for value in domain[:]:
                    if value not in values:
                        domain.hideValue(value)
        return True

    def preProcess(self, variables: Variables, domains: Domains, *posted: object) -> None:
        """Filter the domains once; an empty one tells the solver that there is no solution."""
        if not all(domains[name] for name in variables):
            return
        supported = self._filter({name: domains[name] for name in variables})
        if supported is None:
            supported = {variables[0]: ()}
        for name, values in supported.items():
            domains[name][:] = [value for value in domains[name] if value in values]


def add_filtered_constraints(problem: constraint.Problem, structure: Structure) -> None:
    """Add the constraints of a structure with their filters to a problem of the library.

    AllDifferent is the library's own constraint: measured as fast as a filter of nonet's.
    """
    everything = list(structure.variables)
    if (units := unit_index(structure)) is not None:
        problem.addConstraint(UnitsHoldEachValue(units), everything)
    degree = dict.fromkeys(everything, 0)
    for declared in checked(structure.constraints):
        scope = list(dict.fromkeys(declared.scope))
        for name in scope:
            degree[name] += 1
        if isinstance(declared, AllDifferent):
            problem.addConstraint(constraint.AllDifferentConstraint(), scope)
        else:
            problem.addConstraint(FilteredConstraint(declared), scope)
    # the solver puts the number of constraints before the size of the domain,
    # so that number is made the same for all variables
    for level in range(min(degree.values()), max(degree.values())):
        problem.addConstraint(AlwaysTrue(), [name for name in everything if degree[name] <= level])


Unit = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UnitIndex:
    """How an assignment bears on the units: AllDifferents with as many variables as values.

    ``peers`` are the variables that must differ from a variable; ``units_of_variable`` the units
    that contain a variable; ``units_of_peer[x][y]`` the units that contain ``y``, a peer of ``x``,
    but not ``x``.
    """

    peers: Mapping[str, tuple[str, ...]]
    units_of_variable: Mapping[str, tuple[Unit, ...]]
    units_of_peer: Mapping[str, Mapping[str, tuple[Unit, ...]]]


@lru_cache(maxsize=16)
def unit_index(structure: Structure) -> UnitIndex | None:
    """Return the units of a structure, or ``None`` if there are none."""
    peers: dict[str, dict[str, None]] = {name: {} for name in structure.variables}
    own: dict[str, tuple[Unit, ...]] = dict.fromkeys(structure.variables, ())
    for declared in checked(structure.constraints):
        if not isinstance(declared, AllDifferent):
            continue
        unit = declared.scope
        for name in checked(unit):
            peers[name].update(dict.fromkeys(other for other in unit if other != name))
        if len({value for name in unit for value in structure.domains[name]}) == len(unit):
            for name in unit:
                own[name] += (unit,)
    if not any(own.values()):
        return None
    others = {
        name: {peer: tuple(u for u in own[peer] if name not in u) for peer in peers[name]}
        for name in checked(structure.variables)
    }
    return UnitIndex({name: tuple(others[name]) for name in others}, own, others)


class UnitsHoldEachValue(AlwaysTrue):
    """Every value has a place in every unit.  This constraint is implied, but AllDifferent alone
    does not detect a violation.

    Filtering starts from the new assignment and continues until nothing follows any more: a fixed
    variable loses its value to its peers (naked singles); a value with one place left in a unit is
    fixed there (hidden singles), and a value with no place refutes the assignment.
    """

    def __init__(self, units: UnitIndex) -> None:
        self._units = units

    def __call__(
        self,
        variables: Variables,
        domains: Domains,
        assignments: Assignments,
        forwardcheck: object = False,
    ) -> bool:
        """Return whether every value still has a place; hide the values that are thereby
        excluded."""
        if not forwardcheck:
            return True
        units = self._units
        last = next(reversed(assignments))
        value = assignments[last]
        # variables fixed, their value, and the other values they had
        fixed = [(last, value, [other for other in domains[last] if other != value])]
        while fixed:
            name, value, lost = fixed.pop()
            narrowed: dict[Unit, int] = {}
            others = units.units_of_peer[name]
            for peer in units.peers[name]:
                if peer in assignments:
                    continue
                domain = domains[peer]
                if value in domain:
                    if len(domain) == 1:
                        return False
                    domain.hideValue(value)
                    if len(domain) == 1:
                        fixed.append((peer, domain[0], []))
                    for unit in others[peer]:
                        narrowed[unit] = value
            questions = list(narrowed.items())
            questions += [(unit, other) for other in lost for unit in units.units_of_variable[name]]
            for unit, value in questions:
                place = _only_place(unit, value, domains, assignments)
                if place is None:
                    return False
                if place and len(domain := domains[place]) > 1:
                    others_removed = [other for other in domain if other != value]
                    for other in others_removed:
                        domain.hideValue(other)
                    fixed.append((place, value, others_removed))
        return True


def _only_place(unit: Unit, value: int, domains: Domains, assignments: Assignments) -> str | None:
    """The only unassigned variable of ``unit`` that can be ``value``; ``None`` if none can.

    Empty if there are several such variables, or a variable already has the value.
    """
    place = None
    for name in unit:
        if name in assignments:
            if assignments[name] == value:
                return ""
        elif value in domains[name]:
            if place is not None:
                return ""
            place = name
    return place
