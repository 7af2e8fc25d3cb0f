"""Lowering: rewrites constraints that a backend does not post natively, before anything is solved.

:mod:`nonet.model.lowering` rewrites constraints until only posted types are left.  Each structure
is lowered once for each set of posted types and remembered, so that a backend's own cache of
compiled structures is hit again.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from nonet.backends.base import Backend, Capabilities, Request, Run
from nonet.deadline import checked
from nonet.encoding.differences import (
    FEWEST_TO_MERGE,
    crowded_names,
    is_difference,
    merge_differences,
)
from nonet.encoding.root_bounds import with_root_bounds
from nonet.errors import Unsupported
from nonet.model import (
    AllDifferent,
    Constraint,
    Count,
    Linear,
    Model,
    Objective,
    Regular,
    Structure,
    Table,
)
from nonet.model.constraints.base import TABLE_LIMIT, equal_constraints
from nonet.model.domain import EMPTY
from nonet.model.lowering import Lowering

WIDE = 1 << 16
"""Values of a domain from which a look at the bounds is worth the time."""


def lower(model: Model, backend: Backend) -> Model:
    """The model in constraints that ``backend`` posts.

    Auxiliary variables come after the model's own.  Raises ``Unsupported``, naming the rule, if a
    constraint can be neither posted nor rewritten.  A backend that chooses among other backends, or
    takes everything, receives the model unchanged.
    """
    capabilities = backend.capabilities
    if capabilities.delegates or capabilities.takes_everything:
        return model
    return lower_for(model, capabilities, backend.name)


def lower_for(model: Model, capabilities: Capabilities, name: str) -> Model:
    """The model in constraints that a backend of this name and these capabilities posts."""
    original = model.structure
    structure, shrunk = _lower_structure(original, capabilities, name)
    if structure is original:
        return model
    narrowed = model.narrowed
    if shrunk and narrowed:
        narrowed = {
            name: domain & structure.domains[name] if name in shrunk else domain
            for name, domain in narrowed.items()
        }
    return Model.from_structure(structure, narrowed)


def run_lowered(model: Model, backend: Backend, request: Request) -> Run:
    """Return the run of ``backend`` on the model, lowered for the backend; raise as ``lower`` does,
    at once.

    A backend is never asked about a domain without values: there is no solution then.
    """
    lowered = lower(model, backend)
    if lowered.has_empty_domain:
        return empty_run(lowered, request)
    return backend.run(lowered, request)


def empty_run(model: Model, request: Request) -> Run:
    """The run of a model with an empty domain; its core is () where no clue is to blame."""
    yield from ()
    request.core = () if model.structure.has_empty_domain else None
    if request.tracer is not None:
        from nonet.backends.events import Stopped  # 4 ms, and most runs have no tracer

        request.tracer(Stopped(None))
    return None


@lru_cache(maxsize=64)
def _lower_structure(
    structure: Structure, capabilities: Capabilities, backend: str
) -> tuple[Structure, frozenset[str]]:
    constraints = structure.constraints
    # a backend that keeps constraints over one variable says what failed in the constraints as
    # they were declared: the native one merges differences for itself
    if (
        AllDifferent in capabilities.posts
        and not capabilities.keeps_unary
        and _count_differences(structure) >= FEWEST_TO_MERGE
    ):
        constraints = merge_differences(constraints, structure.domains)
    # over two variables or more these are posted as they are
    simple = {
        kind
        for kind in capabilities.posts.intersection(map(type, constraints))
        if not kind.is_composed and kind.parts is Constraint.parts
    }
    lowering = BackendLowering(structure, capabilities, backend)
    for constraint in checked(constraints):
        if type(constraint) in simple and len(constraint.scope) > 1:
            lowering.posted.append(constraint)
        else:
            lowering.add(constraint)
            if lowering.is_unsatisfiable:
                break  # what else is to be posted need not make sense over no values
    lowering.narrow_wide_domains()
    posted = tuple(lowering.posted)
    if equal_constraints(posted, structure.constraints) and not lowering.shrunk:
        # as it was: nothing made of it is made again
        return _checked(structure, capabilities, backend)
    lowered = Structure(lowering.domains, posted, structure.objective, search=structure.search)
    result, emptied = _checked(lowered, capabilities, backend)
    return result, emptied | lowering.shrunk


def _checked(
    structure: Structure, capabilities: Capabilities, backend: str
) -> tuple[Structure, frozenset[str]]:
    """Return the structure; with an empty domain if an AllDifferent has too few values.

    Solvers that reason by clauses take time that is exponential in the number of values.
    Raises ``Unsupported`` for a domain that the backend cannot hold.
    """
    _check_sizes(structure, capabilities, backend)
    if capabilities.keeps_unary:
        return structure, frozenset()
    crowd = _crowd(structure)
    if not crowd:
        return structure, frozenset()
    domains = {**structure.domains, crowd[0]: EMPTY}
    return Structure(domains, structure.constraints, structure.objective), frozenset(crowd)


@lru_cache(maxsize=64)  # a grid's own constraints are looked at once, not once a puzzle
def _crowd(structure: Structure) -> tuple[str, ...]:
    """Return a variable of an AllDifferent that has too few values, or ()."""
    known = () if structure.base is None else _crowd(structure.base)
    return known or crowded_names(structure.own, structure.domains)[:1]


@lru_cache(maxsize=64)
def _count_differences(structure: Structure) -> int:
    """Return how many constraints say ``x != y``."""
    known = 0 if structure.base is None else _count_differences(structure.base)
    return known + sum(map(is_difference, structure.own))


def _check_sizes(structure: Structure, capabilities: Capabilities, backend: str) -> None:
    """Raise ``Unsupported`` for a domain or a number that is larger than the backend takes."""
    if max([domain.size for domain in structure.different.values()], default=0) > (
        most := capabilities.most_values
    ):
        name, size = next((n, d.size) for n, d in structure.domains.items() if d.size > most)
        raise Unsupported(
            f"backend {backend} takes at most {most} values of a variable, and {name} has {size}: "
            "use another backend, such as cpsat, or give its variables smaller domains"
        )
    limit = capabilities.largest_number
    if limit is not None and (reach := largest_number(structure)) > limit:
        raise Unsupported(
            f"backend {backend} takes numbers up to {limit}, and here is one of {reach}: "
            "use another backend, such as cpsat"
        )


class BackendLowering(Lowering):
    """For a backend: constraints over one variable become smaller domains."""

    def __init__(self, structure: Structure, capabilities: Capabilities, backend: str) -> None:
        inside = capabilities.posts if capabilities.inside is None else capabilities.inside
        super().__init__(structure.domains, capabilities.posts, inside)
        self.shrunk: set[str] = set()
        self.is_unsatisfiable = False
        """Whether a domain has become empty."""
        self._keeps_unary, self._backend = capabilities.keeps_unary, backend

    def narrow_wide_domains(self) -> None:
        """Narrow the domains by the bounds of sums and operations, where some are wide."""
        if max((each.size for each in self.domains.values()), default=0) > WIDE:
            smaller = with_root_bounds(self.domains, self.posted)
            self.shrunk |= {
                name for name, domain in smaller.items() if domain != self.domains[name]
            }
            self.domains = smaller

    def is_handled_elsewhere(self, constraint: Constraint) -> bool:
        if self._keeps_unary or len(constraint.scope) != 1:
            return False
        (name,) = constraint.scope
        domain = self.domains[name]
        if domain.size > TABLE_LIMIT and not constraint.restricts_ranges:
            return False
        self.domains[name] = constraint.restrict(domain)
        if self.domains[name] != domain:
            self.shrunk.add(name)
            self.is_unsatisfiable = self.is_unsatisfiable or not self.domains[name].size
        return True

    def unsupported_error(self, constraint: Constraint) -> Unsupported:
        return Unsupported(
            f"backend {self._backend} cannot post {type(constraint).__name__} "
            f"({constraint.description}) and it has no simpler form of a size that can be "
            f"written out: use another backend, such as {'cpsat' if self._backend == 'native' else 'native'}"
        )


@lru_cache(maxsize=64)
def largest_number(structure: Structure) -> int:
    """Return the largest absolute value that a value, a constant or a part of a sum can have.

    A coefficient counts even if its variable is 0: the solver is given the coefficient.

    >>> model = Model({"a": [0, 7], "b": [1, 2]}, [Linear(("a", "b"), (10, -3), "<=", 9)])
    >>> largest_number(model.structure)
    85
    """
    domains = structure.domains
    largest = {n: max(abs(d.base), abs(d.highest)) for n, d in domains.items()}
    reach = max(largest.values(), default=0)
    pending: list[Any] = list(structure.constraints)
    sums: list[Linear | Objective] = [] if structure.objective is None else [structure.objective]
    while pending:
        each = pending.pop()
        if not isinstance(each, Constraint):  # an expression
            total = abs(each.constant)
            for atom, factor in each.terms:
                if isinstance(atom, str):
                    size = largest[atom]
                else:
                    pending += atom.operands
                    size = max(map(abs, type(each)(((atom, 1),)).bounds(domains)))
                total += abs(factor) * max(1, size)
            reach = max(reach, total)
        elif isinstance(each, Linear):
            sums.append(each)
        elif each.is_composed:
            pending += each.operands  # type: ignore[attr-defined]
        else:
            pending += each.parts
            reach = max(reach, _largest_constant(each))
    for each in sums:
        terms = zip(each.scope, each.coefficients, strict=True)
        reach = max(reach, abs(each.constant) + sum(abs(c) * max(1, largest[n]) for n, c in terms))
    return reach


def _largest_constant(constraint: Constraint) -> int:
    """Return the largest number in a constraint apart from its variables' domains, or 0."""
    if isinstance(constraint, Table):
        return max((max(map(abs, row), default=0) for row in constraint.tuples), default=0)
    if isinstance(constraint, Count):
        own = abs(constraint.number) if isinstance(constraint.number, int) else 0
        return max(own, *map(abs, constraint.values)) if constraint.values else own
    if isinstance(constraint, Regular):
        arcs = constraint.automaton.transitions
        return max((max(map(abs, arc)) for arc in arcs), default=0)
    return 0
