"""The events that a run may report: the steps of propagation and search, as data.

A backend that traces hands each event to a plain callable, the sink.  Without a sink a backend
builds no events at all.  Backends other than native report fewer events; ``Capabilities.events``
lists the types.

>>> seen = []
>>> sink = seen.append
>>> sink(Branched("R1C1", 5, depth=1))
>>> seen
[Branched(variable='R1C1', value=5, depth=1)]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import get_args

from nonet.model import Annotation


@dataclass(frozen=True, slots=True)
class Posted:
    """A constraint was handed to the engine."""

    rule: Annotation
    scope: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Filtered:
    """A constraint removed values from a variable's domain.

    ``because`` are the variables whose domains are the reason.  If these variables are a Hall set
    of an AllDifferent, ``hall`` are the values that the set takes.
    """

    variable: str
    removed: tuple[int, ...]
    rule: Annotation
    because: tuple[str, ...]
    hall: tuple[int, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Branched:
    """Search tries ``variable = value``; ``depth`` counts guesses from 1."""

    variable: str
    value: int
    depth: int


@dataclass(frozen=True, slots=True)
class WipedOut:
    """A constraint cannot hold any more; ``variable`` is the variable whose domain was emptied, if
    any.

    If ``because`` are more variables of an AllDifferent than their domains have values, ``hall``
    are these values.
    """

    variable: str | None
    rule: Annotation
    because: tuple[str, ...]
    hall: tuple[int, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Backtracked:
    """Search gives up the guess at ``depth`` and undoes its consequences."""

    depth: int


@dataclass(frozen=True, slots=True)
class SolutionFound:
    """Every variable has a value and every constraint holds."""

    assignment: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Stopped:
    """The run is over.  ``reason`` is ``None`` when the whole space was searched."""

    reason: str | None


@dataclass(frozen=True, slots=True)
class Implication:
    """A node of an implication graph: ``variable`` came to have no other than ``values``.

    ``rule`` is the constraint at work, ``None`` for a guess; ``because`` are the numbers of the
    earlier nodes that imply this node.  The failure is a node without a variable.
    """

    variable: str
    values: tuple[int, ...]
    depth: int
    rule: Annotation | None
    because: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Learned:
    """A failure was analysed: the variables never have these values together.

    The first variable is the unique implication point: the other conditions hold as soon as
    ``depth`` guesses are made, and then these values are removed from the first variable.
    ``graph`` is the implication graph of the failure.
    """

    number: int
    variables: tuple[str, ...]
    values: tuple[tuple[int, ...], ...]
    depth: int
    graph: tuple[Implication, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Restarted:
    """Search takes back all guesses, and begins anew with the learned nogoods."""

    number: int


Event = (
    Posted
    | Filtered
    | Branched
    | WipedOut
    | Backtracked
    | SolutionFound
    | Stopped
    | Learned
    | Restarted
)
Tracer = Callable[[Event], object]
"""A sink of events."""

EVENT_TYPES: tuple[type[Event], ...] = get_args(Event)
"""Every kind of event."""
