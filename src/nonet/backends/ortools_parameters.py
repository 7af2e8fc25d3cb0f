"""CP-SAT's parameters, by CP-SAT's names: which may be set, and their values.

>>> check_parameters("cpsat", {"num_workers": 4, "search_branching": "FIXED_SEARCH"})
>>> check_parameters("cpsat", {"random_sed": 4})
Traceback (most recent call last):
nonet.errors.BackendOptionError: backend cpsat: CP-SAT has no parameter 'random_sed'; ...
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from ortools.sat.python.cp_model_helper import SatParameters

from nonet.errors import BackendOptionError, did_you_mean

OWNED_BY_NONET = {
    "catch_sigint_signal": "nonet handles Ctrl-C",
    "enumerate_all_solutions": "write limit=None",
    "fill_additional_solutions_in_response": "write limit=5",
    "fix_variables_to_their_hinted_value": "add constraints, or Model.narrow",
    "max_time_in_seconds": "write time_limit=10",
    "stop_after_first_solution": "write limit=1",
}
"""Parameters that nonet sets, or that would make a false claim of "no other", and what to write."""


@cache
def parameter_names() -> tuple[str, ...]:
    """Return the names of all parameters of the installed CP-SAT."""
    kind = SatParameters
    return tuple(
        name for name in dir(kind) if name.islower() and isinstance(getattr(kind, name), property)
    )


def check_parameters(backend: str, parameters: Mapping[str, Any]) -> None:
    """Raise ``BackendOptionError`` for an unknown name, a value of another type, or a parameter that
    nonet sets."""
    trial = SatParameters()
    for name, value in parameters.items():
        if name not in parameter_names():
            near = did_you_mean(name, parameter_names())
            raise BackendOptionError(f"backend {backend}: CP-SAT has no parameter {name!r}{near}")
        if name in OWNED_BY_NONET:
            raise BackendOptionError(
                f"backend {backend}: {name} is not a parameter to set: {OWNED_BY_NONET[name]}"
            )
        try:
            set_parameter(trial, name, value)
        except (TypeError, ValueError, OverflowError):
            current = getattr(SatParameters(), name)
            if members := _members(current):
                kind = "one of " + ", ".join(members)
            elif isinstance(current, bool | int | float | str):
                kind = f"of type {type(current).__name__}"
            else:
                kind = "a list"
            raise BackendOptionError(
                f"backend {backend}: {name} is {kind}, not {value!r}"
            ) from None


def _members(value: Any) -> Mapping[str, Any]:
    """Return the values of an enumeration by name; empty for any other type."""
    return getattr(type(value), "__members__", {})


def set_parameter(parameters: SatParameters, name: str, value: Any) -> None:
    """Set one parameter; raise ``TypeError`` or ``ValueError`` for a value that does not fit.

    A value of an enumeration may be given by its name or number, a list as any sequence.
    """
    current = getattr(parameters, name)
    if members := _members(current):
        if isinstance(value, str):
            value = members.get(value, value)
        elif isinstance(value, int) and not isinstance(value, bool):
            value = next((each for each in members.values() if int(each) == value), value)
    elif isinstance(current, bool) != isinstance(value, bool):
        raise TypeError  # pybind takes 1 for a truth, and a truth for 1
    elif not isinstance(current, bool | int | float | str):
        if isinstance(value, str):
            raise TypeError
        current.clear()
        current.extend(list(value))
        return
    setattr(parameters, name, value)
