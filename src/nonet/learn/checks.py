"""The words checks are written in.

A check is a function ``check_...`` of an exercise's module: it is given the learner's
module, its docstring is the sentence the learner sees, and it calls ``expect`` or
raises ``Wrong`` with words that say what was seen and what was expected.  It may
return a note, which is shown when it passes.

>>> def check_two(work):
...     "two is even"
...     expect(given(work, "two") % 2 == 0, f"two is {work.two}")
>>> from types import SimpleNamespace
>>> check_two(SimpleNamespace(two=3))
Traceback (most recent call last):
nonet.learn.checks.Wrong: two is 3
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from types import ModuleType
from typing import Any

from nonet.model import Model, ModelBuilder

Work = Any
"""The learner's module: what is in it is not known beforehand."""


class Wrong(Exception):
    """A check that fails: the message says what was seen and what was expected."""


class Open(Exception):
    """A hole that is not filled yet."""


PATIENCE = 20.0
"""Seconds that a check may take before a loop is thought endless."""


@dataclass(frozen=True, slots=True)
class Check:
    """One check: its sentence, the function that makes it, how many seconds it may take."""

    sentence: str
    run: Callable[[Work], str | None]
    seconds: float = PATIENCE


def checks_of(module: ModuleType) -> list[Check]:
    """The checks of a module, in the order they are written."""
    return [
        Check(
            (function.__doc__ or name).strip().rstrip("."),
            function,
            getattr(function, "seconds", PATIENCE),
        )
        for name, function in vars(module).items()
        if name.startswith("check_")
    ]


def expect(condition: bool, message: str) -> None:
    """Raise ``Wrong`` with the message unless the condition is met."""
    if not condition:
        raise Wrong(message)


def given(work: Work, name: str) -> Any:
    """What the learner's file calls ``name``; ``Open`` where it is still ``...``."""
    if not hasattr(work, name):
        raise Wrong(f"your file has no {name} any more: the checks need it by that name")
    value = getattr(work, name)
    if value is ...:
        raise Open(f"{name} is still to be filled in")
    return value


def given_function(work: Work, name: str) -> Callable[..., Any]:
    """The learner's function ``name``; where it leaves a hole by returning ``...``, ``Open``."""
    function = given(work, name)
    expect(callable(function), f"{name} should be a function, not {show(function)}")

    def called(*arguments: Any) -> Any:
        value = function(*arguments)
        if value is ...:
            raise Open(f"{name} is still to be filled in")
        return value

    return called


def show(value: object, most: int = 300) -> str:
    """A value in a message, cut where it is long."""
    if isinstance(value, set | frozenset):
        text = f"{{{', '.join(map(repr, sorted(value, key=repr)))}}}" if value else "set()"
    elif isinstance(value, Mapping):
        pairs = (f"{key}: {show(inner, most)}" for key, inner in value.items())
        text = f"{{{', '.join(pairs)}}}"
    else:
        text = repr(value)
    return text if len(text) <= most else f"{text[:most]}..."


Domains = dict[str, set[int]]
"""What each variable may be, as learners write it."""


def as_domains(value: object, names: Domains, by: str) -> Domains:
    """What a filter returned, if it has the form asked for: a dictionary of sets."""
    expect(
        isinstance(value, Mapping),
        f"{by} should return a dictionary of domains (or None), not {show(value)}",
    )
    assert isinstance(value, Mapping)
    missing = [name for name in names if name not in value]
    expect(not missing, f"{by} returned no domain for {', '.join(missing[:3])}: return them all")
    return {name: set(value[name]) for name in names}


def filtered(work: Work, name: str, domains: Domains, *arguments: Any) -> Domains | None:
    """What the learner's function makes of a copy of the domains, which it leaves as they are."""
    copy = {variable: set(values) for variable, values in domains.items()}
    seen = given_function(work, name)(copy, *arguments)
    expect(copy == domains, f"you changed what you were given, {show(domains)}: work on a copy")
    return None if seen is None else as_domains(seen, domains, name)


def expect_none_lost(domains: Domains, scope: list[str], seen: Domains | None) -> None:
    """Raise ``Wrong`` if a filter loses a solution: values of ``scope`` that all differ."""
    for values in different(domains, scope):
        expect(seen is not None, f"None for {show(domains)}, but {values} is a solution")
        for name, value in zip(scope, values, strict=True):
            expect(
                seen is None or value in seen[name],
                f"from {show(domains)} you removed {value} from {name}: lost is {values}",
            )


def model_built(build: object, by: str, names: Iterable[str]) -> Model:
    """The model of the builder that the learner returned, with variables of these names."""
    expect(isinstance(build, ModelBuilder), f"{by} should return a builder, not {show(build)}")
    assert isinstance(build, ModelBuilder)
    model = build.model()
    for name in names:
        expect(name in model.domains, f"there is no variable {name}: use build.array")
    return model


def different(domains: Domains, scope: list[str]) -> Iterator[tuple[int, ...]]:
    """By brute force: the values of ``scope`` within the domains, all different."""
    for values in product(*(sorted(domains[name]) for name in scope)):
        if len(set(values)) == len(values):
            yield values
