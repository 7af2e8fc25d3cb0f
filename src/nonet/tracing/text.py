"""Events in words: "row 5 removed 3 from R5C2 because R5C6 = 3".

>>> from nonet.backends.events import Filtered
>>> from nonet.model import Domain, Rule
>>> event = Filtered("R5C2", (3,), Rule("row", "row 5"), ("R5C6",))
>>> in_words(event, {"R5C2": Domain.of([3, 4]), "R5C6": Domain.single(3)})
'row 5 removed 3 from R5C2 because R5C6 = 3, which leaves 4'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from nonet.backends.events import (
    Backtracked,
    Branched,
    Event,
    Filtered,
    Posted,
    SolutionFound,
    Stopped,
    Tracer,
    WipedOut,
)
from nonet.model import Domain
from nonet.tracing.recording import Trace
from nonet.tracing.states import Replay

NAMED = 3
"""Reasons up to this many variables are named with their values."""


def in_words(event: Event, before: Mapping[str, Domain]) -> str:
    """One event as a sentence; ``before`` are the domains it found."""
    match event:
        case Posted(rule=rule, scope=scope):
            return f"posted {rule or 'a constraint'} over {listed(scope)}"
        case Branched(variable=name, value=value, depth=depth):
            return f"guess {depth}: {name} = {value}"
        case Filtered(variable=name, removed=removed, rule=rule, because=because):
            left = before[name] - Domain.of(removed)
            leaves = f", which leaves {next(iter(left))}" if left.is_single else ""
            if not left:
                leaves = ", which leaves nothing"
            what = " ".join(map(str, removed))
            if left.is_single and len(because) > NAMED and only_place(left, because, before):
                why = f" because {left.base} has no other place there"
            else:
                why = reasons(because, before)
            return f"{rule} removed {what} from {name}{why}{leaves}"
        case WipedOut(variable=name, rule=rule, because=because):
            where = f": nothing is left for {name}" if name else ""
            return f"{rule} cannot hold{where}{reasons(because, before)}"
        case Backtracked(depth=depth):
            return f"took back guess {depth}"
        case SolutionFound():
            return "found a solution"
        case Stopped(reason=reason):
            return f"stopped: {reason}" if reason else "stopped: all is searched"


def only_place(left: Domain, because: tuple[str, ...], domains: Mapping[str, Domain]) -> bool:
    """Whether none of the other variables can take the value that is left: a hidden single."""
    return not any(left.base in domains[name] for name in because if name in domains)


def reasons(because: tuple[str, ...], domains: Mapping[str, Domain]) -> str:
    """The domains that made it so, as far as they are few; "" where none is given."""
    if not because:
        return ""
    if len(because) > NAMED:
        return f" because of {len(because)} other variables"
    return " because " + " and ".join(f"{name} {shown(domains.get(name))}" for name in because)


def shown(domain: Domain | None) -> str:
    """A domain as "= 3", "is 3 or 4", "is one of 6 values"."""
    if domain is None:
        return "is what it is"
    if domain.is_single:
        return f"= {domain.base}"
    if len(domain) > NAMED:
        return f"is one of {len(domain)} values"
    return f"is {' or '.join(map(str, domain))}" if domain else "has no value"


def listed(names: Iterable[str]) -> str:
    """Names, shortened in the middle where they are many."""
    every = list(names)
    return " ".join(every if len(every) <= 9 else [*every[:4], "...", every[-1]])


def lines(trace: Trace) -> Iterator[str]:
    """A line for each event, indented by the guesses that are open."""
    replay = Replay(trace)
    while replay.number < len(trace.events):
        before, depth = replay.state.domains, replay.state.depth
        event = replay.forward()
        assert event is not None
        yield f"{replay.number:>6}  {'  ' * depth}{in_words(event, before)}"
    if trace.dropped:
        yield f"        {trace.dropped} further events were not kept"
    for missing in trace.missing:
        yield f"        not reported by {trace.backend}: {missing}"


def text(trace: Trace) -> str:
    """The whole run in words."""
    return "\n".join(lines(trace))


def text_sink(write: Tracer, domains: Mapping[str, Domain]) -> Tracer:
    """A sink that writes each event in words as it happens; ``domains`` are those at the start.

    >>> from nonet.model import AllDifferent, Model
    >>> from nonet.solving import solve
    >>> model = Model({"x": [1], "y": [1, 2]}, [AllDifferent(("x", "y"))])
    >>> _ = solve(model, tracer=text_sink(print, model.domains))
    posted AllDifferent over x y
    AllDifferent removed 1 from y because x = 1, which leaves 2
    found a solution
    stopped: solutions
    """
    live = Trace("live", dict(domains), ())
    events: list[Event] = []
    object.__setattr__(live, "events", events)  # a trace that grows while it is replayed
    replay = Replay(live)

    def sink(event: Event) -> None:
        events.append(event)
        write(in_words(event, replay._domains))  # type: ignore[arg-type]
        replay.forward()

    return sink
