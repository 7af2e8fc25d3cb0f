"""Solvers: each turns a model into assignments.  Knows no puzzle.

nonet's own: ``native``, ``lockstep`` and ``cover``; solvers as libraries: ``cpsat`` (OR-Tools),
``sat`` (python-sat), ``python-constraint`` and ``clingo``; other systems with solvers of their own:
``cpmpy`` and ``minizinc``.  ``auto``, the default, chooses among the backends.
"""

from nonet.backends.base import Availability, Backend, Capabilities, Pool, Request, Run
from nonet.backends.registry import (
    available_backends,
    backend_names,
    find_backend,
    get_backend,
)

__all__ = [
    "Availability",
    "Backend",
    "Capabilities",
    "Pool",
    "Request",
    "Run",
    "available_backends",
    "backend_names",
    "find_backend",
    "get_backend",
]
