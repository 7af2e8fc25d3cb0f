"""The words checks are written in.

A check is a function ``check_...`` of an exercise's module: the learner's module is its
argument, its docstring is the sentence for the learner, and the function calls ``expect`` or
raises ``CheckFailed`` with a message that names the actual and the expected result.  A check
may return a note, which is shown when the check passes.

>>> def check_two(work):
...     "two is even"
...     expect(learner_value(work, "two") % 2 == 0, f"two is {work.two}")
>>> from types import SimpleNamespace
>>> check_two(SimpleNamespace(two=3))
Traceback (most recent call last):
nonet.learn.checks.CheckFailed: two is 3
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from types import ModuleType
from typing import Any

from nonet.model import Model, ModelBuilder

LearnerModule = Any
"""The learner's module, whose contents are not known beforehand."""


class CheckFailed(Exception):
    """A check that fails: the message names the actual and the expected result."""


class NotFilledIn(Exception):
    """A hole that is not filled yet."""


CHECK_SECONDS = 20.0
"""Seconds that a check may take before a loop is thought endless."""


@dataclass(frozen=True, slots=True)
class Check:
    """A check: its sentence, its function, and its time limit in seconds."""

    sentence: str
    run: Callable[[LearnerModule], str | None]
    seconds: float = CHECK_SECONDS


def checks_of(module: ModuleType) -> list[Check]:
    """Return the checks of a module, in the order of the source."""
    return [
        Check(
            (function.__doc__ or name).strip().rstrip("."),
            function,
            getattr(function, "seconds", CHECK_SECONDS),
        )
        for name, function in vars(module).items()
        if name.startswith("check_")
    ]


def expect(condition: bool, message: str) -> None:
    """Raise ``CheckFailed`` with the message unless the condition is met."""
    if not condition:
        raise CheckFailed(message)


def learner_value(work: LearnerModule, name: str) -> Any:
    """Return ``name`` from the learner's file; raise ``NotFilledIn`` if its value is still
    ``...``.
    """
    if not hasattr(work, name):
        raise CheckFailed(f"your file has no {name} any more: the checks need it by that name")
    value = getattr(work, name)
    if value is ...:
        raise NotFilledIn(f"{name} is still to be filled in")
    return value


def learner_function(work: LearnerModule, name: str) -> Callable[..., Any]:
    """Return the learner's function ``name``, which raises ``NotFilledIn`` if it returns
    ``...``.
    """
    function = learner_value(work, name)
    expect(callable(function), f"{name} should be a function, not {shortened_repr(function)}")

    def called(*arguments: Any) -> Any:
        value = function(*arguments)
        if value is ...:
            raise NotFilledIn(f"{name} is still to be filled in")
        return value

    return called


def shortened_repr(value: object, max_length: int = 300) -> str:
    """Return the representation of a value for a message, cut to ``max_length``."""
    if isinstance(value, set | frozenset):
        text = f"{{{', '.join(map(repr, sorted(value, key=repr)))}}}" if value else "set()"
    elif isinstance(value, Mapping):
        pairs = (f"{key}: {shortened_repr(inner, max_length)}" for key, inner in value.items())
        text = f"{{{', '.join(pairs)}}}"
    else:
        text = repr(value)
    return text if len(text) <= max_length else f"{text[:max_length]}..."


Domains = dict[str, set[int]]
"""The domain of each variable, as learners write domains."""


def as_domains(value: object, names: Domains, function_name: str) -> Domains:
    """Return the result of a filter, if the result has the required form: a dictionary of sets."""
    expect(
        isinstance(value, Mapping),
        f"{function_name} should return a dictionary of domains (or None), not {shortened_repr(value)}",
    )
    assert isinstance(value, Mapping)
    missing = [name for name in names if name not in value]
    expect(
        not missing,
        f"{function_name} returned no domain for {', '.join(missing[:3])}: return them all",
    )
    return {name: set(value[name]) for name in names}


def run_filter(work: LearnerModule, name: str, domains: Domains, *arguments: Any) -> Domains | None:
    """Return the result of the learner's function on a copy of the domains."""
    copy = {variable: set(values) for variable, values in domains.items()}
    seen = learner_function(work, name)(copy, *arguments)
    expect(
        copy == domains,
        f"you changed what you were given, {shortened_repr(domains)}: work on a copy",
    )
    return None if seen is None else as_domains(seen, domains, name)


def expect_no_solution_lost(domains: Domains, scope: list[str], filtered: Domains | None) -> None:
    """Raise ``CheckFailed`` if a filter loses a solution: values of ``scope`` that all differ."""
    for values in all_different_tuples(domains, scope):
        expect(
            filtered is not None, f"None for {shortened_repr(domains)}, but {values} is a solution"
        )
        for name, value in zip(scope, values, strict=True):
            expect(
                filtered is None or value in filtered[name],
                f"from {shortened_repr(domains)} you removed {value} from {name}: lost is {values}",
            )


def model_of_builder(builder: object, function_name: str, names: Iterable[str]) -> Model:
    """The model of the builder that the learner returned, with variables of these names."""
    expect(
        isinstance(builder, ModelBuilder),
        f"{function_name} should return a builder, not {shortened_repr(builder)}",
    )
    assert isinstance(builder, ModelBuilder)
    model = builder.model()
    for name in names:
        expect(name in model.domains, f"there is no variable {name}: use build.array")
    return model


def all_different_tuples(domains: Domains, scope: list[str]) -> Iterator[tuple[int, ...]]:
    """By brute force: the values of ``scope`` within the domains, all different."""
    for values in product(*(sorted(domains[name]) for name in scope)):
        if len(set(values)) == len(values):
            yield values
