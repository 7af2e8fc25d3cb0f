"""Hints: values that a search tries first, from an earlier solution or by the names of variables.

>>> import nonet
>>> build = nonet.ModelBuilder()
>>> light, dial = build.variable("light", ["red", "green"]), build.variable("dial", range(10))
>>> checked_hint({"light": "green", "dial": 3}, build.model())
{'light': 1, 'dial': 3}
>>> checked_hint({"dail": 3}, build.model())
Traceback (most recent call last):
nonet.errors.ModelError: a hint: there is no variable 'dail'; did you mean dial?
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nonet.errors import ModelError, did_you_mean
from nonet.model import Model
from nonet.model.integers import is_integer, short_repr
from nonet.model.symbols import value_number
from nonet.solving.outcome import Solution

Hint = Mapping[str, Any]
"""A solution, or values (integers or names of values) by the names of variables."""


def checked_hint(hint: Hint, model: Model) -> dict[str, int]:
    """Return a hint as integers by name.

    Of a solution only what fits is taken, as it may be of an earlier model: variables that the
    model has, with a value of their domain.  Raise ``ModelError`` for an entry of any other
    mapping that does not fit.
    """
    domains = model.structure.domains
    if isinstance(hint, Solution):
        return {
            name: value
            for name, value in hint.items()
            if name in domains and value in domains[name]
        }
    if not isinstance(hint, Mapping):
        raise ModelError(
            f"a hint is a solution, or values by name such as {{'x': 3}}, not {short_repr(hint)}"
        )
    values: dict[str, int] = {}
    for name, value in hint.items():
        if not isinstance(name, str):
            raise ModelError(f"a hint has names of variables, not {short_repr(name)}")
        if name not in domains:
            near = did_you_mean(name, domains)
            raise ModelError(f"a hint: there is no variable {short_repr(name)}{near}")
        number = value_number(value, [model.structure.symbols.get(name)], f"a hint for {name}")
        if not is_integer(number) or int(number) not in domains[name]:  # type: ignore[call-overload]
            raise ModelError(
                f"a hint: {name} cannot be {short_repr(value)}; its domain is {domains[name]}"
            )
        values[name] = int(number)  # type: ignore[call-overload]
    return values
