"""A run as data: the request, every event with its reason, and the outcome.

>>> import nonet
>>> run = nonet.trace(".......21.3..4..")
>>> run.status, len(run.solutions), run.counts()["Branched"]
('sat', 1, 0)
>>> event = run.events[12]
>>> event.variable, event.removed, event.rule.label, event.because
('R2C1', (2,), 'row 2', ('R2C4',))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from nonet.backends import get_backend
from nonet.backends.base import Backend
from nonet.backends.events import Event, SolutionFound
from nonet.backends.lowering import lower
from nonet.deadline import Deadline
from nonet.errors import check_whole_number, quantity
from nonet.model import Domain
from nonet.model.symbols import Symbols
from nonet.puzzle import Puzzle
from nonet.render.html import page_in_frame
from nonet.solving import solve
from nonet.solving.problem_input import ProblemInput, model_in_time

MISSING_TEXTS = {
    "Filtered": "which values are removed, and why",
    "Branched": "which guesses are made",
    "WipedOut": "which constraint cannot hold",
    "Backtracked": "where the search goes back",
}
"""The gaps of a trace when a backend does not report a kind of event."""

MAX_EVENTS = 500_000
"""Events that are kept unless more are asked for."""


class Recorder:
    """A sink that stores events, up to ``max_events``, and counts further events.

    >>> from nonet.backends.events import Backtracked
    >>> recorder = Recorder(most=1)
    >>> for depth in (1, 2, 3):
    ...     recorder(Backtracked(depth))
    >>> recorder.events, recorder.dropped
    ([Backtracked(depth=1)], 2)
    """

    def __init__(self, most: int = MAX_EVENTS) -> None:
        check_whole_number(most, "a limit on events")
        self.most = most
        self.events: list[Event] = []
        self.dropped = 0

    def __call__(self, event: Event) -> None:
        if len(self.events) < self.most:
            self.events.append(event)
        else:
            self.dropped += 1


@dataclass(frozen=True)
class Trace:
    """One run.

    ``backend`` is the requested specification, ``domains`` the domains before the first event,
    ``stats`` the backend's counters.  ``status`` is ``sat``, ``unsat`` or ``unknown``;
    ``stopped_by`` is ``None`` when all was searched.  ``missing`` lists the kinds of events
    that this backend does not report, ``dropped`` is the number of events after the last stored
    event, ``symbols`` are the names of values that were declared by names.
    """

    backend: str
    domains: Mapping[str, Domain]
    events: tuple[Event, ...]
    status: str = "unknown"
    stopped_by: str | None = None
    seconds: float = 0.0
    stats: Mapping[str, int | float] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    dropped: int = 0
    puzzle: Puzzle | None = None
    symbols: Mapping[str, Symbols] = field(default_factory=dict)

    @property
    def solutions(self) -> tuple[Mapping[str, int], ...]:
        """The solutions the run reported, in order."""
        return tuple(e.assignment for e in self.events if isinstance(e, SolutionFound))

    @cached_property
    def value_names(self) -> Mapping[str, Symbols]:
        """The names of values: declared names, and the letters that a puzzle shows."""
        return value_names_of(self.symbols, self.puzzle)

    def counts(self) -> Counter[str]:
        """How many events there are of each kind."""
        return Counter(type(event).__name__ for event in self.events)

    def __len__(self) -> int:
        return len(self.events)

    def __str__(self) -> str:
        from nonet.tracing.sentences import trace_text  # which names the type Trace

        return trace_text(self)

    def __repr__(self) -> str:
        return f"<Trace of {self.backend}: {quantity(len(self.events), 'event')}, {self.status}>"

    def _repr_html_(self) -> str:
        """In a notebook: the player, in a frame of its own."""
        from nonet.tracing.page import page  # which names the type Trace

        return page_in_frame(page(self), f"run of {self.backend}", height=720)


def value_names_of(symbols: Mapping[str, Symbols], puzzle: Puzzle | None) -> Mapping[str, Symbols]:
    """The names of values by variable, with the letters of a puzzle of more than nine values.

    >>> import nonet
    >>> value_names_of({}, nonet.Sudoku("." * 256))["R1C1"].name_of(10)
    'A'
    >>> value_names_of({}, nonet.Sudoku("." * 81))
    {}
    """
    if puzzle is None:
        return symbols
    letters = tuple((value, puzzle.alphabet.symbol(value)) for value in puzzle.grid.values)
    if all(str(value) == letter for value, letter in letters):
        return symbols
    return {**dict.fromkeys(puzzle.grid.cells, Symbols(letters)), **symbols}


def trace(
    problem: ProblemInput,
    backend: str | Backend = "native",
    *,
    limit: int | None = 1,
    time_limit: float | None = None,
    most: int = MAX_EVENTS,
) -> Trace:
    """Run a backend on a puzzle, a model or a text, and keep every step.

    ``limit`` is how many solutions are searched for, ``None`` for all; ``most`` how many events
    are kept.  Only ``native`` reports every step; the gaps of another backend are in
    ``missing``.  Raises the same errors as ``nonet.solve``.

    >>> run = trace(".......21.3..4..")
    >>> run.status, run.counts()["Filtered"]
    ('sat', 36)
    """
    model, puzzle = model_in_time(problem, Deadline(time_limit))
    solver = get_backend(backend)
    recorder = Recorder(most)
    outcome = solve(puzzle or model, solver, limit=limit, time_limit=time_limit, tracer=recorder)
    lowered = lower(model, solver)
    reported = solver.capabilities.events
    return Trace(
        backend if isinstance(backend, str) else solver.name,
        dict(lowered.domains),
        tuple(recorder.events),
        outcome.status.value,
        outcome.stopped_by,
        outcome.seconds,
        dict(outcome.stats),
        tuple(text for kind, text in MISSING_TEXTS.items() if kind not in reported),
        recorder.dropped,
        puzzle,
        dict(model.structure.symbols),
    )
