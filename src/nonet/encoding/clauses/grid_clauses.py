"""The clauses of a grid without clues and further rules, written once and copied.

Most puzzles of a session share these clauses: values that a variable of a unit cannot have are
literals too, each forbidden by a clause.

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
"""Most clauses cached for all grids together (some 60 MB): fifty 9x9 or a single 25x25; the latest
grid is cached however large.
"""


class _GridClauses(NamedTuple):
    """The clauses of a grid, and the state of the Cnf that wrote the clauses."""

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
