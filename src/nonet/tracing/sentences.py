"""Events in words: "row 5 removed 3 from R5C2 because R5C6 = 3".

>>> from nonet.backends.events import Filtered
>>> from nonet.model import Domain, Annotation
>>> event = Filtered("R5C2", (3,), Annotation("row", "row 5"), ("R5C6",))
>>> event_sentence(event, {"R5C2": Domain.of([3, 4]), "R5C6": Domain.single(3)})
'row 5 removed 3 from R5C2 because R5C6 = 3, which leaves 4'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from nonet.backends.events import (
    Backtracked,
    Branched,
    Event,
    Filtered,
    Learned,
    Posted,
    Restarted,
    SolutionFound,
    Stopped,
    WipedOut,
)
from nonet.errors import quantity
from nonet.model import Domain
from nonet.model.symbols import Symbols
from nonet.render.printable import joined_words, printable
from nonet.tracing.states import Replay

if TYPE_CHECKING:
    from nonet.tracing.recording import Trace

MAX_NAMED_VARIABLES = 3
"""Reasons up to this many variables are named with their values."""

MAX_NAMED_VALUES = 9
"""Values of a learned condition that are named."""

MAX_LISTED_VALUES = 64
"""Removed values up to this many are listed one by one: all that a grid can have."""

ValueNames = Mapping[str, Symbols]
"""The names of values, by variable."""

NO_VALUE_NAMES: ValueNames = {}


def event_sentence(
    event: Event, domains: Mapping[str, Domain], value_names: ValueNames = NO_VALUE_NAMES
) -> str:
    """Return a sentence for an event; ``domains`` are the domains before the event."""
    return "".join(sentence_pieces(event, domains, value_names))


def sentence_pieces(
    event: Event, domains: Mapping[str, Domain], value_names: ValueNames = NO_VALUE_NAMES
) -> tuple[str, ...]:
    """Return the sentence in pieces that many sentences of a run share, so that a page stores
    each piece once.
    """
    match event:
        case Posted(rule=rule, scope=scope):
            what, where = str(rule) or "a constraint", shortened_names(scope)
            return (fill_phrase("posted", rule=what, scope=where),)
        case Branched(variable=name, value=value, depth=depth):
            what = value_text(name, value, value_names)
            return (fill_phrase("branched", depth=depth, variable=name, value=what),)
        case Filtered(variable=name, removed=removed, rule=rule, because=because, hall=hall):
            remaining = domains[name] - Domain.of(removed)
            last = value_text(name, remaining.base, value_names) if remaining.is_single else ""
            leaves = fill_phrase("leaves", value=last) if last else ""
            if not remaining:
                leaves = PHRASES["leaves nothing"]
            what = values_text(name, removed, value_names)
            many = len(because) > MAX_NAMED_VARIABLES and not hall
            if remaining.is_single and many and is_hidden_single(remaining, because, domains):
                why = fill_phrase("only place", value=last)
            else:
                why = reasons_text(because, domains, hall, value_names)
            first = fill_phrase("removed", rule=rule)
            return (first, fill_phrase("from", values=what, variable=name), why, leaves)
        case WipedOut(variable=name, rule=rule, because=because, hall=hall):
            where = fill_phrase("nothing left", variable=name) if name else ""
            why = reasons_text(because, domains, (), value_names)
            if hall:
                why = overfull_text(because, hall, value_names)
            return (fill_phrase("cannot hold", rule=rule), where, why)
        case Backtracked(depth=depth):
            return (fill_phrase("backtracked", depth=depth),)
        case SolutionFound():
            return (PHRASES["solved"],)
        case Stopped(reason=reason):
            return (fill_phrase("stopped", reason=reason or "all is searched"),)
        case Learned(number=number, variables=names, values=values):
            conditions = [
                domain_text(name, Domain.of(each), value_names, MAX_NAMED_VALUES)
                for name, each in zip(names, values, strict=True)
            ]
            never = fill_phrase("never", conditions=joined_words(conditions))
            return (fill_phrase("learned", number=number), never)
        case Restarted(number=number):
            return (fill_phrase("restarted", number=number),)


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
    "learned": "learned nogood {number}",
    "never": ": never {conditions}",
    "restarted": "restart {number}: all guesses are taken back",
    "many": " because of {count} other variables",
    "hall": " because {variables} take {values} between them",
    "too many": " because {variables} have only {values} between them",
    "because": " because {reasons}",
    "is": "{variable} = {value}",
    "one of": "{variable} is {values}",
    "one of many": "{variable} is one of {count} values",
    "no value": "{variable} has no value",
}
"""The phrases of sentences; the page in which learners drive fills the same phrases."""


def value_text(variable: str, value: int, value_names: ValueNames) -> str:
    """Return a value as declared: by its name, if there is one."""
    symbols = value_names.get(variable)
    return str(value) if symbols is None else symbols.name_of(value)


def values_text(
    variable: str, values: Sequence[int], value_names: ValueNames = NO_VALUE_NAMES
) -> str:
    """Return ascending values with spaces between; of very many, each run as "from..to".

    >>> values_text("x", (1, 3, 4))
    '1 3 4'
    >>> values_text("x", (1, *range(3, 400_000)))
    '1 3..399999'
    """
    if len(values) <= MAX_LISTED_VALUES or variable in value_names:
        return " ".join(value_text(variable, value, value_names) for value in values)
    return " ".join(f"{a}..{b}" if a < b else f"{a}" for a, b in Domain.of(values).runs())


def fill_phrase(phrase: str, **parts: object) -> str:
    """A phrase with its parts."""
    return PHRASES[phrase].format(**parts)


def is_hidden_single(
    domain: Domain, because: tuple[str, ...], domains: Mapping[str, Domain]
) -> bool:
    """Whether none of the other variables can take the value that is left: a hidden single."""
    return not any(domain.base in domains[name] for name in because if name in domains)


def reasons_text(
    because: tuple[str, ...],
    domains: Mapping[str, Domain],
    hall: tuple[int, ...] = (),
    value_names: ValueNames = NO_VALUE_NAMES,
) -> str:
    """Return the domains that caused the event, if few; "" where none is given.

    ``hall`` are the values of a Hall set: such a reason is named whatever its size.
    """
    if not because:
        return ""
    if len(hall) > 1:
        values = joined_words(value_text(because[0], value, value_names) for value in hall)
        return fill_phrase("hall", variables=joined_words(because), values=values)
    if len(because) > MAX_NAMED_VARIABLES:
        return fill_phrase("many", count=len(because))
    return fill_phrase(
        "because",
        reasons=" and ".join(domain_text(n, domains.get(n), value_names) for n in because),
    )


def overfull_text(
    because: tuple[str, ...], hall: tuple[int, ...], value_names: ValueNames = NO_VALUE_NAMES
) -> str:
    """Return a sentence: more variables than values among their domains."""
    values = joined_words(value_text(because[0], value, value_names) for value in hall)
    return fill_phrase("too many", variables=joined_words(because), values=values)


def domain_text(
    name: str,
    domain: Domain | None,
    value_names: ValueNames = NO_VALUE_NAMES,
    most: int = MAX_NAMED_VARIABLES,
) -> str:
    """Return a variable's domain as "x = 3", "x is 3 or 4", "x is one of 6 values"."""
    if domain is None:
        return f"{name} is what it is"
    if domain.is_single:
        return fill_phrase("is", variable=name, value=value_text(name, domain.base, value_names))
    if len(domain) > most:
        return fill_phrase("one of many", variable=name, count=len(domain))
    if not domain:
        return fill_phrase("no value", variable=name)
    values = " or ".join(value_text(name, value, value_names) for value in domain)
    return fill_phrase("one of", variable=name, values=values)


def shortened_names(names: Iterable[str]) -> str:
    """Return names, shortened in the middle if there are many."""
    every = list(names)
    return " ".join(every if len(every) <= 9 else [*every[:4], "...", every[-1]])


def trace_lines(trace: Trace) -> Iterator[str]:
    """A line for each event, indented by the guesses that are open."""
    replay = Replay(trace)
    while replay.number < len(trace.events):
        text = printable(
            event_sentence(trace.events[replay.number], replay.domains, trace.value_names)
        )
        indent = "  " * replay.depth
        replay.forward()
        yield f"{replay.number:>6}  {indent}{text}"
    if trace.dropped:
        verb = "was" if trace.dropped == 1 else "were"
        yield f"        {quantity(trace.dropped, 'further event')} {verb} not kept"
    for missing in trace.missing:
        yield f"        not reported by {trace.backend}: {missing}"


def trace_text(trace: Trace) -> str:
    """The whole run in words."""
    return "\n".join(trace_lines(trace))
