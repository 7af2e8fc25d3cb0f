"""The domains at each event: replayed from the events alone, forward and back.

>>> import nonet
>>> run = nonet.trace(nonet.Model({"x": [1, 2]}), limit=None)
>>> for state in states(run):
...     print(state.number, state.depth, state.domains["x"])
0 0 Domain({1, 2})
1 1 Domain({1})
2 1 Domain({1})
3 0 Domain({1, 2})
4 1 Domain({2})
5 1 Domain({2})
6 0 Domain({1, 2})
7 0 Domain({1, 2})
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING

from nonet.backends.events import Backtracked, Branched, Event, Filtered
from nonet.model import Domain

if TYPE_CHECKING:
    from nonet.tracing.recording import Trace


@dataclass(frozen=True, slots=True)
class State:
    """The domains after the first ``number`` events; ``depth`` is how many guesses are open."""

    number: int
    depth: int
    domains: Mapping[str, Domain]

    @property
    def is_solved(self) -> bool:
        """Whether every variable has one value."""
        return all(domain.is_single for domain in self.domains.values())


class Replay:
    """A position in a trace that moves forward and back, keeping the domains.

    An event that changes domains contains the change; going back restores the domains recorded
    on the way forward.
    """

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.number = 0
        """How many events have happened."""
        self._domains = dict(trace.domains)
        self._replaced_domains: list[dict[str, Domain]] = []
        """For each past event, the earlier domains of its changed variables."""
        self._open_guesses: list[tuple[int, str, Domain]] = []
        """For each open guess its number, its variable, and the domain before the guess."""
        self._closed_guesses: list[tuple[tuple[int, str, Domain], ...]] = []
        """The open guesses before each event."""

    @property
    def state(self) -> State:
        """A copy of where the run stands."""
        return State(self.number, len(self._open_guesses), MappingProxyType(dict(self._domains)))

    @property
    def depth(self) -> int:
        """How many guesses are open."""
        return len(self._open_guesses)

    @property
    def domains(self) -> Mapping[str, Domain]:
        """The domains now, as a view that changes as the replay moves."""
        return MappingProxyType(self._domains)

    @property
    def event(self) -> Event | None:
        """The event that happened last; ``None`` at the start."""
        return self.trace.events[self.number - 1] if self.number else None

    def forward(self) -> Event | None:
        """Let the next event happen; ``None`` at the end."""
        if self.number == len(self.trace.events):
            return None
        event = self.trace.events[self.number]
        self._closed_guesses.append(tuple(self._open_guesses))
        self._replaced_domains.append(self._apply(event))
        self.number += 1
        return event

    def back(self) -> Event | None:
        """Take the last event back; ``None`` at the start."""
        if not self.number:
            return None
        self.number -= 1
        self._domains.update(self._replaced_domains.pop())
        self._open_guesses = list(self._closed_guesses.pop())
        return self.trace.events[self.number]

    def move_to(self, number: int) -> State:
        """Go to where ``number`` events have happened."""
        number = max(0, min(number, len(self.trace.events)))
        while self.number < number:
            self.forward()
        while self.number > number:
            self.back()
        return self.state

    def find_event(self, kinds: type[Event] | tuple[type[Event], ...], step: int = 1) -> int | None:
        """The number to go to so that the next (or, with -1, last) such event has happened."""
        events = self.trace.events
        places = range(self.number, len(events)) if step > 0 else range(self.number - 2, -1, -1)
        return next((i + 1 for i in places if isinstance(events[i], kinds)), None)

    def _apply(self, event: Event) -> dict[str, Domain]:
        """Apply the change of an event; return the replaced domains."""
        before: dict[str, Domain] = {}
        domains = self._domains
        match event:
            case Filtered(variable=name, removed=removed):
                before[name] = domains[name]
                domains[name] = domains[name] - Domain.of(removed)
            case Branched(variable=name, value=value, depth=depth):
                self._undo_guess(depth, before)  # where a backend does not say that it went back
                before.setdefault(name, domains[name])
                self._open_guesses.append((self.number, name, domains[name]))
                domains[name] = self.trace.domains[name] & Domain.single(value)
            case Backtracked(depth=depth):
                self._undo_guess(depth, before)
        return before

    def _undo_guess(self, depth: int, before: dict[str, Domain]) -> None:
        """Undo an open guess at ``depth`` and what followed; record the changes in ``before``."""
        if len(self._open_guesses) < depth:
            return
        guess, variable, domain_before = self._open_guesses[depth - 1]
        # of the guess itself its own change alone: it may have undone others first
        undone = [*self._replaced_domains[guess + 1 :][::-1], {variable: domain_before}]
        for name, domain in chain.from_iterable(changes.items() for changes in undone):
            before.setdefault(name, self._domains[name])
            self._domains[name] = domain
        del self._open_guesses[depth - 1 :]


def states(trace: Trace) -> Iterator[State]:
    """The state before the first event, and after each."""
    replay = Replay(trace)
    yield replay.state
    while replay.forward() is not None:
        yield replay.state
