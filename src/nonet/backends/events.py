"""What a run may report: the steps of propagation and search, as data.

A backend that traces hands each event to a plain callable, the sink.  With no
sink it builds no events at all.  Other backends than native report what they
can; ``Capabilities.events`` says what.

>>> seen = []
>>> sink = seen.append
>>> sink(Branched("R1C1", 5, depth=1))
>>> seen
[Branched(variable='R1C1', value=5, depth=1)]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from nonet.model import Annotation


@dataclass(frozen=True, slots=True)
class Posted:
    """A constraint was handed to the engine."""

    rule: Annotation
    scope: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Filtered:
    """A constraint removed values from a variable's domain.

    ``because`` are the variables whose domains made it so.  Where they are a Hall
    set of an AllDifferent, ``hall`` are the values that they take between them.
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
    """A constraint cannot hold any more; ``variable`` is the emptied one, if one was.

    Where ``because`` are more variables of an AllDifferent than they have values
    between them, ``hall`` are those values.
    """

    variable: str | None
    rule: Annotation
    because: tuple[str, ...]
    hall: tuple[int, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Backtracked:
    """Search gives up the guess at ``depth`` and undoes what followed from it."""

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
    earlier nodes that it rests on.  The failure is a node without a variable.
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
    ``depth`` guesses are made, and then these values go from it.  ``graph`` is the implication
    graph of the failure.
    """

    number: int
    variables: tuple[str, ...]
    values: tuple[tuple[int, ...], ...]
    depth: int
    graph: tuple[Implication, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Restarted:
    """Search takes back all guesses, to begin anew with what it has learned."""

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

EVENT_TYPES: tuple[type[Event], ...] = (
    Posted,
    Filtered,
    Branched,
    WipedOut,
    Backtracked,
    SolutionFound,
    Stopped,
    Learned,
    Restarted,
)
"""Every kind of event."""
