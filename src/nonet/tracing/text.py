"""Events in words: "row 5 removed 3 from R5C2 because R5C6 = 3".

>>> from nonet.backends.events import Filtered
>>> from nonet.model import Domain, Annotation
>>> event = Filtered("R5C2", (3,), Annotation("row", "row 5"), ("R5C6",))
>>> in_words(event, {"R5C2": Domain.of([3, 4]), "R5C6": Domain.single(3)})
'row 5 removed 3 from R5C2 because R5C6 = 3, which leaves 4'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from nonet.backends.events import (
    Backtracked,
    Branched,
    Event,
    Filtered,
    Posted,
    SolutionFound,
    Stopped,
    WipedOut,
)
from nonet.model import Domain
from nonet.model.symbols import Symbols
from nonet.render.plain import listed, plain
from nonet.tracing.states import Replay

if TYPE_CHECKING:
    from nonet.tracing.recording import Trace

NAMED = 3
"""Reasons up to this many variables are named with their values."""


Named = Mapping[str, Symbols]
"""The names of values, by variable."""

NONE: Named = {}


def in_words(event: Event, before: Mapping[str, Domain], named: Named = NONE) -> str:
    """One event as a sentence; ``before`` are the domains it found."""
    return "".join(pieces(event, before, named))


def pieces(event: Event, before: Mapping[str, Domain], named: Named = NONE) -> tuple[str, ...]:
    """The sentence in pieces that many sentences of a run share: what a page keeps once."""
    match event:
        case Posted(rule=rule, scope=scope):
            return (said("posted", rule=str(rule) or "a constraint", scope=few(scope)),)
        case Branched(variable=name, value=value, depth=depth):
            return (
                said("branched", depth=depth, variable=name, value=value_of(name, value, named)),
            )
        case Filtered(variable=name, removed=removed, rule=rule, because=because, hall=hall):
            left = before[name] - Domain.of(removed)
            last = value_of(name, left.base, named) if left.is_single else ""
            leaves = said("leaves", value=last) if last else ""
            if not left:
                leaves = PHRASES["leaves nothing"]
            what = " ".join(value_of(name, value, named) for value in removed)
            many = len(because) > NAMED and not hall
            if left.is_single and many and only_place(left, because, before):
                why = said("only place", value=last)
            else:
                why = reasons(because, before, hall, named)
            first = said("removed", rule=rule)
            return (first, said("from", values=what, variable=name), why, leaves)
        case WipedOut(variable=name, rule=rule, because=because, hall=hall):
            where = said("nothing left", variable=name) if name else ""
            why = too_many(because, hall, named) if hall else reasons(because, before, (), named)
            return (said("cannot hold", rule=rule), where, why)
        case Backtracked(depth=depth):
            return (said("backtracked", depth=depth),)
        case SolutionFound():
            return (PHRASES["solved"],)
        case Stopped(reason=reason):
            return (said("stopped", reason=reason or "all is searched"),)


PHRASES = {
    "posted": "posted {rule} over {scope}",
    "branched": "guess {depth}: {variable} = {value}",
    "removed": "{rule} removed ",
    "from": "{values} from {variable}",
    "leaves": ", which leaves {value}",
    "leaves nothing": ", which leaves nothing",
    "only place": " because {value} has no other place there",
    "cannot hold": "{rule} cannot hold",
    "nothing left": ": nothing is left for {variable}",
    "backtracked": "took back guess {depth}",
    "solved": "found a solution",
    "stopped": "stopped: {reason}",
    "many": " because of {count} other variables",
    "hall": " because {variables} take {values} between them",
    "too many": " because {variables} have only {values} between them",
    "because": " because {reasons}",
    "is": "{variable} = {value}",
    "one of": "{variable} is {values}",
    "one of many": "{variable} is one of {count} values",
    "no value": "{variable} has no value",
}
"""What the sentences are made of; the page in which learners drive fills the same."""


def value_of(variable: str, value: int, named: Named) -> str:
    """A value as it was declared: by its name, if it has one."""
    symbols = named.get(variable)
    return str(value) if symbols is None else symbols.name(value)


def said(phrase: str, **parts: object) -> str:
    """A phrase with its parts."""
    return PHRASES[phrase].format(**parts)


def only_place(left: Domain, because: tuple[str, ...], domains: Mapping[str, Domain]) -> bool:
    """Whether none of the other variables can take the value that is left: a hidden single."""
    return not any(left.base in domains[name] for name in because if name in domains)


def reasons(
    because: tuple[str, ...],
    domains: Mapping[str, Domain],
    hall: tuple[int, ...] = (),
    named: Named = NONE,
) -> str:
    """The domains that made it so, as far as they are few; "" where none is given.

    ``hall`` are the values of a Hall set: such a reason is named whatever its size.
    """
    if not because:
        return ""
    if len(hall) > 1:
        values = listed(value_of(because[0], value, named) for value in hall)
        return said("hall", variables=listed(because), values=values)
    if len(because) > NAMED:
        return said("many", count=len(because))
    return said("because", reasons=" and ".join(shown(n, domains.get(n), named) for n in because))


def too_many(because: tuple[str, ...], hall: tuple[int, ...], named: Named = NONE) -> str:
    """More variables than they have values between them."""
    values = listed(value_of(because[0], value, named) for value in hall)
    return said("too many", variables=listed(because), values=values)


def shown(name: str, domain: Domain | None, named: Named = NONE) -> str:
    """A variable's domain as "x = 3", "x is 3 or 4", "x is one of 6 values"."""
    if domain is None:
        return f"{name} is what it is"
    if domain.is_single:
        return said("is", variable=name, value=value_of(name, domain.base, named))
    if len(domain) > NAMED:
        return said("one of many", variable=name, count=len(domain))
    if not domain:
        return said("no value", variable=name)
    values = " or ".join(value_of(name, value, named) for value in domain)
    return said("one of", variable=name, values=values)


def few(names: Iterable[str]) -> str:
    """Names, shortened in the middle where they are many."""
    every = list(names)
    return " ".join(every if len(every) <= 9 else [*every[:4], "...", every[-1]])


def lines(trace: Trace) -> Iterator[str]:
    """A line for each event, indented by the guesses that are open."""
    replay = Replay(trace)
    while replay.number < len(trace.events):
        told = plain(in_words(trace.events[replay.number], replay.domains, trace.named))
        indent = "  " * replay.depth
        replay.forward()
        yield f"{replay.number:>6}  {indent}{told}"
    if trace.dropped:
        yield f"        {trace.dropped} further events were not kept"
    for missing in trace.missing:
        yield f"        not reported by {trace.backend}: {missing}"


def text(trace: Trace) -> str:
    """The whole run in words."""
    return "\n".join(lines(trace))
