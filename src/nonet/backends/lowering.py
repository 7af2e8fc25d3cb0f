"""Lowering: rewrites what a backend does not post natively, before anything is solved.

:mod:`nonet.model.lowering` rewrites it until only posted types are left.  Each
structure is lowered once for each set of posted types and remembered, so that
a backend's own cache of compiled structures is hit again.
"""

from __future__ import annotations

from functools import lru_cache

from nonet.backends.base import Backend, Capabilities, Request, Run
from nonet.errors import Unsupported
from nonet.model import Constraint, Domain, Model, Structure
from nonet.model.constraints.base import GET_SCOPE
from nonet.model.lowering import Lowering


def lower(model: Model, backend: Backend) -> Model:
    """The model in constraints that ``backend`` posts.

    Auxiliary variables come after the model's own.  Raises ``Unsupported``,
    naming the rule, if a constraint can be neither posted nor rewritten.  A backend
    that chooses among others, or takes expressions, is given the model as it is.
    """
    if backend.capabilities.delegates or backend.capabilities.takes_expressions:
        return model
    return lower_for(model, backend.capabilities, backend.name)


def lower_for(model: Model, capabilities: Capabilities, name: str) -> Model:
    """The model in constraints that a backend of this name and these capabilities posts."""
    structure, shrunk = _lower_structure(model.structure, capabilities, name)
    narrowed = model.narrowed
    if shrunk and narrowed:
        narrowed = {
            name: domain & structure.domains[name] if name in shrunk else domain
            for name, domain in narrowed.items()
        }
    return Model.from_structure(structure, narrowed)


def run_lowered(model: Model, backend: Backend, request: Request) -> Run:
    """The run of ``backend`` on the model, lowered for it; raises as ``lower`` does, at once.

    A backend is never asked about a domain without values: there is no solution then.
    """
    lowered = lower(model, backend)
    return _empty_run() if has_empty_domain(lowered) else backend.run(lowered, request)


def has_empty_domain(model: Model) -> bool:
    """Whether a variable has no value."""
    if model.structure.has_empty_domain:
        return True
    for domain in model.narrowed.values():  # noqa: SIM110 (a generator takes twice as long)
        if not domain.mask:
            return True
    return False


def _empty_run() -> Run:
    yield from ()
    return None


@lru_cache(maxsize=64)
def _lower_structure(
    structure: Structure, capabilities: Capabilities, backend: str
) -> tuple[Structure, frozenset[str]]:
    if _is_fully_posted(structure, capabilities):
        return structure, frozenset()  # most puzzles: there is nothing to rewrite
    simple = _directly_posted_types(set(map(type, structure.constraints)), capabilities)
    lowering = _Lowering(structure, capabilities, backend)
    for constraint in structure.constraints:
        if type(constraint) in simple and len(constraint.scope) > 1:
            lowering.posted.append(constraint)
        else:
            lowering.add(constraint)
    posted = tuple(lowering.posted)
    if posted == structure.constraints and not lowering.shrunk:
        return structure, frozenset()  # as it was: nothing made of it is made again
    return Structure(lowering.domains, posted, structure.objective), frozenset(lowering.shrunk)


def _directly_posted_types(
    kinds: set[type[Constraint]], capabilities: Capabilities
) -> set[type[Constraint]]:
    """Those kinds that are posted as they are, over two variables or more."""
    return {
        kind
        for kind in kinds & capabilities.posts
        if not kind.is_composed and kind.parts is Constraint.parts
    }


def _is_fully_posted(structure: Structure, capabilities: Capabilities) -> bool:
    """Whether all constraints are posted as they are."""
    if structure.base is not None and not _is_base_fully_posted(structure.base, capabilities):
        return False
    kinds: set[type[Constraint]] = set(map(type, structure.own))
    return kinds == _directly_posted_types(kinds, capabilities) and all(
        map((1).__lt__, map(len, map(GET_SCOPE, structure.own)))
    )


_is_base_fully_posted = lru_cache(maxsize=16)(_is_fully_posted)


class _Lowering(Lowering):
    """For a backend: constraints over one variable become smaller domains."""

    def __init__(self, structure: Structure, capabilities: Capabilities, backend: str) -> None:
        inside = capabilities.posts if capabilities.inside is None else capabilities.inside
        super().__init__(structure.domains, capabilities.posts, inside)
        self.shrunk: set[str] = set()
        self._keeps_unary, self._backend = capabilities.keeps_unary, backend

    def is_handled_elsewhere(self, constraint: Constraint) -> bool:
        if self._keeps_unary or len(constraint.scope) > 1:
            return False
        (name,) = constraint.scope
        domain = self.domains[name]
        self.domains[name] = Domain.of(v for v in domain if constraint.holds({name: v}))
        if self.domains[name] != domain:
            self.shrunk.add(name)
        return True

    def unsupported_error(self, constraint: Constraint) -> Unsupported:
        return Unsupported(
            f"backend {self._backend} cannot post {type(constraint).__name__} "
            f"({constraint.description}) and it has no simpler form of a size that can be "
            "written out: use another backend, such as native"
        )
