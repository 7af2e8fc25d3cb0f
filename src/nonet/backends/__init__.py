"""Solvers: each turns a model into assignments.  Knows no puzzle."""

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
