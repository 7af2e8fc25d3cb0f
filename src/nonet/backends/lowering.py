"""Lowering: rewrites what a backend does not post natively, before anything is solved.

``Constraint.decompose`` is applied until only posted types are left.  Each
structure is lowered once for each set of posted types and remembered, so that
a backend's own cache of compiled structures is hit again.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import count

from nonet.backends.base import Backend, Capabilities, Request, Run
from nonet.errors import Unsupported
from nonet.model import Constraint, Domain, Model, Structure


def lower(model: Model, backend: Backend) -> Model:
    """The model in constraints that ``backend`` posts.

    Auxiliary variables come after the model's own.  Raises ``Unsupported``,
    naming the rule, if a constraint can be neither posted nor rewritten.  A backend
    that chooses among others is given the model as it is.
    """
    if backend.capabilities.chooses:
        return model
    structure, shrunk = _lower(model.structure, backend.capabilities, backend.name)
    narrowed = model.narrowed
    if shrunk and narrowed:
        narrowed = {
            name: domain & structure.domains[name] if name in shrunk else domain
            for name, domain in narrowed.items()
        }
    return Model.of(structure, narrowed)


def answers(model: Model, backend: Backend, request: Request) -> Run:
    """The run of ``backend`` on the model, lowered for it.

    A backend is never asked about a domain without values: there is no solution then.
    Nor is one that does not optimise asked to: it is asked by bounds.
    Raises ``Unsupported``, as ``lower`` does, at once.
    """
    if model.objective is not None and not _optimises(backend):
        from nonet.backends.bounding import by_bounds

        return by_bounds(model, model.objective, backend, request)
    lowered = lower(model, backend)
    if all(domain.mask for domain in lowered.narrowed.values()) and all(
        domain.mask for domain in lowered.structure.domains.values()
    ):
        return backend.run(lowered, request)
    return _nothing()


def _optimises(backend: Backend) -> bool:
    return backend.capabilities.optimises or backend.capabilities.chooses


def _nothing() -> Run:
    yield from ()
    return None


@lru_cache(maxsize=64)
def _lower(
    structure: Structure, capabilities: Capabilities, backend: str
) -> tuple[Structure, frozenset[str]]:
    domains: dict[str, Domain] = dict(structure.domains)
    shrunk: set[str] = set()
    numbers = count(1)

    def fresh(part: str) -> str:
        return f"~{part}{next(numbers)}"

    posted: list[Constraint] = []
    waiting = list(reversed(structure.constraints))
    while waiting:
        constraint = waiting.pop()
        if len(constraint.scope) == 1 and not capabilities.keeps_unary:
            (name,) = constraint.scope
            kept = Domain.of(v for v in domains[name] if constraint.holds({name: v}))
            if kept != domains[name]:
                domains[name] = kept
                shrunk.add(name)
        elif _is_posted(constraint, capabilities):
            posted.append(constraint)
        else:
            parts = constraint.decompose(domains, fresh)
            if parts is None:
                raise Unsupported(
                    f"backend {backend} cannot post {type(constraint).__name__} "
                    f"({constraint.described}) and it has no simpler form of a size that can be "
                    "written out: use another backend, such as native"
                )
            domains.update(parts.auxiliary)
            waiting.extend(reversed(parts.constraints))
    return Structure(domains, tuple(posted), structure.objective), frozenset(shrunk)


def _is_posted(constraint: Constraint, capabilities: Capabilities) -> bool:
    """Whether the constraint and all inside it, however deep, are of posted types."""
    waiting = [constraint]
    while waiting:
        each = waiting.pop()
        if type(each) not in capabilities.posts:
            return False
        waiting.extend(each.parts)
    return True
