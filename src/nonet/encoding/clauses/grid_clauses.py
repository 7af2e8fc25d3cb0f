"""The clauses of a grid without clues and further rules, written once and copied.

They are the same for most puzzles of a session: values that a variable of a unit cannot have
are literals too, and forbidden by a clause each.

>>> clauses = []
>>> domains = {"x": Domain.of([1, 2]), "y": Domain.of([2])}
>>> cnf = grid_cnf(domains, [("x", "y")], clauses.append, clauses.extend)
>>> cnf.literals, clauses[0]
({'x': {1: 1, 2: 2}, 'y': {2: 4}}, (-3,))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from nonet.encoding.bounded_cache import BoundedCache
from nonet.encoding.clauses.cnf import AtMostOne, Cnf
from nonet.model import Domain
from nonet.model.units import with_full_domains

MAX_CACHED_CLAUSES = 600_000
"""Clauses of all grids that are kept together (some 60 MB): of fifty 9x9, or of one 25x25; the
last one is kept however large."""


class _GridClauses(NamedTuple):
    """The clauses of the grid, and what its Cnf knows of them."""

    clauses: list[list[int]]
    exclusive_pairs: frozenset[tuple[int, int]]
    top: int


def grid_cnf(
    domains: Mapping[str, Domain],
    scopes: Sequence[Sequence[str]],
    sink: Callable[[Sequence[int]], object],
    add_clauses: Callable[[Iterable[Sequence[int]]], object],
    at_most_one: AtMostOne = "auto",
    check_deadline: Callable[[], object] = lambda: None,
) -> Cnf:
    """Give the clauses of units to ``add_clauses``, and further clauses to ``sink``."""
    wide = with_full_domains(domains, scopes)
    place = {name: at for at, name in enumerate(domains)}
    places = tuple(tuple(map(place.__getitem__, scope)) for scope in scopes)
    key = (tuple(wide.values()), places, at_most_one)
    written = _CACHE.get(key)
    if written is None:
        written = _encode_grid(*key)
        _CACHE.put(key, written, len(written.clauses))
    cnf = Cnf({}, sink, at_most_one, check_deadline)
    cnf.load_state(wide, written.top, len(written.clauses), written.exclusive_pairs)
    for name, domain in domains.items():
        for value in wide[name] - domain:
            cnf.add(-cnf.literals[name].pop(value))
    add_clauses(written.clauses)
    return cnf


_CACHE = BoundedCache[_GridClauses](MAX_CACHED_CLAUSES)


def _encode_grid(
    domains: tuple[Domain, ...], places: tuple[tuple[int, ...], ...], at_most_one: AtMostOne
) -> _GridClauses:
    clauses: list[list[int]] = []
    cnf = Cnf(
        dict(zip(map(str, range(len(domains))), domains, strict=True)),
        lambda clause: clauses.append(list(clause)),
        at_most_one,
    )
    for scope in places:
        cnf.all_different([cnf.literals[str(place)] for place in scope])
    return _GridClauses(clauses, frozenset(cnf.exclusive_pairs), cnf.top)
