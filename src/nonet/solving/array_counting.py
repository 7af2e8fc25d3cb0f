"""Count many solutions: by arrays of thousands, or by states where partial solutions are alike.

>>> import nonet
>>> from nonet.backends import get_backend
>>> model = nonet.parse("." * 16).model()
>>> found = count_by_arrays(model, get_backend("lockstep"))
>>> found.number, found.exhausted
(288, True)

The count is of distinct solutions by construction: such a backend divides the space, and no two of
its lanes search one part (``SupportsRows``).  A fault would be seen: a hash of 64 bits is stored for
each of the first ``MOST_HASHES`` solutions, and beyond for those whose hashes end in zeros, a random
sample that holds all repetitions of its solutions.  So memory does not grow with the count.  Equal
hashes, which may be chance, raise :class:`DuplicateSolutions`; the caller then counts one by one.

>>> count_by_states(nonet.parse("6x6").model(), lambda: None)
28200960
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from nonet.backends.base import Answers, Backend, Request, StopReason, SupportsRows
from nonet.backends.lowering import lower
from nonet.backends.registry import find_backend
from nonet.deadline import NO_DEADLINE, Deadline, DeadlineExceeded
from nonet.errors import BackendError, NonetError, Unsupported, WrongAnswer
from nonet.model import AllDifferent, Model
from nonet.solving.outcome import SolutionCount
from nonet.solving.solution_iterator import Solutions

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]


ARRAY_COUNTING_FROM = 20_000
"""Number of solutions at which ``auto`` begins again by arrays; fewer are counted sooner without."""

STATES_FROM = 500_000
"""Number of solutions by arrays (0.3 s) at which ``auto`` tries to count by states, which takes half a
second where it fails: a blank 6x6 (28,200,960) took 9.5 s of CPU by arrays alone."""

MOST_HASHES = 1 << 22
"""Hashes stored at most: 32 MB, and as much again while they are sorted."""


class DuplicateSolutions(Exception):
    """Two solutions have equal hashes."""


def lowered_for_arrays(model: Model, backend: Backend) -> Model | None:
    """Return the model lowered for counting by arrays; ``None`` if ``backend`` cannot count by arrays."""
    is_able = isinstance(backend, SupportsRows) and backend.available().ok
    if not is_able or model.objective is not None or model.projection is not None:
        return None
    try:
        from nonet.backends.bulk_check import supports_model
    except ModuleNotFoundError:  # a browser's Python is without NumPy
        return None
    if not supports_model(model):
        return None
    try:
        lowered = lower(model, backend)
    except Unsupported:
        return None
    # variables of the rewriting's own are not counted, and an empty domain is nobody's question
    is_countable = lowered.variables == model.variables and not lowered.has_empty_domain
    return lowered if is_countable else None


def array_counting_threshold(backend: Backend) -> int | None:
    """Return the number of solutions at which counting goes on by arrays; ``None``: never."""
    if isinstance(backend, SupportsRows):
        return 0
    return ARRAY_COUNTING_FROM if backend.capabilities.delegates else None


def finish_count(run: Solutions, so_far: int) -> SolutionCount | None:
    """Close a run and count on by arrays or by states; ``None`` where neither fits."""
    if run.stopped_by is not None:
        return None
    requested, limit, deadline = run.requested_backend, run.request.solutions, run.deadline
    is_free = not isinstance(requested, SupportsRows)  # which way to count is auto's choice
    backend = find_backend("lockstep") if is_free else requested
    try:
        counted = count_by_arrays(
            run.model, backend, limit=limit, deadline=deadline, allows_states=is_free
        )
        if counted is None and is_free:
            number = deadline.call(count_by_states, run.model, deadline.check)
            if number is not None:
                counted = _final_count(number, limit, None, requested.name, 0.0)
    except DuplicateSolutions:
        return None
    except DeadlineExceeded:
        if not deadline.expired:
            raise
        return None  # the run says how far it came
    if counted is None:
        return None
    run.close()
    return replace(counted, number=max(counted.number, so_far), seconds=run.seconds)


def count_by_arrays(
    model: Model,
    backend: Backend,
    *,
    limit: int | None = None,
    effort: int | None = None,
    deadline: Deadline = NO_DEADLINE,
    allows_states: bool = False,
) -> SolutionCount | None:
    """The number of solutions, up to ``limit`` or as far as ``effort`` leads (``Request.effort``);
    ``None`` where arrays do not fit.

    ``allows_states``: at ``STATES_FROM`` solutions, count by states if there are few states.

    Raises ``DuplicateSolutions``, and as :func:`nonet.count_solutions` does.
    """
    lowered = lowered_for_arrays(model, backend)
    if lowered is None:
        return None
    begun = time.monotonic()
    request = Request(limit, deadline.ends_at, effort=effort)
    counting = _ArrayCounter(model, lowered, backend, request)
    if allows_states:
        counting.count_states = partial(count_by_states, model, deadline.check)
    try:
        stopped = deadline.call(counting.run)
    except DeadlineExceeded:
        if not deadline.expired:
            raise
        stopped = deadline.stopped_by or "time"
    return counting.result(stopped, time.monotonic() - begun)


class _ArrayCounter:
    def __init__(self, model: Model, lowered: Model, backend: Backend, request: Request) -> None:
        self._model, self._lowered, self._backend, self._request = model, lowered, backend, request
        self._number, self._counted_by = 0, backend.name
        self._hashes: list[Array] = []
        self._hash_count = 0
        self._mask = 0
        """Hashes without these bits are stored: all, or a part that is halved as the count grows."""
        self.count_states: Callable[[], int | None] | None = None
        """Counts by states, where that is allowed and was not tried yet."""

    def run(self) -> StopReason | None:
        from nonet.backends.bulk_check import BulkCheck

        assert isinstance(self._backend, SupportsRows)
        limit, name = self._request.solutions, self._backend.name
        check = BulkCheck(self._model)
        try:
            with closing(self._backend.rows(self._lowered, self._request)) as run:
                answers = Answers(run)
                for rows in answers:
                    broken = check.invalid_rows(rows)
                    if broken.any():
                        row = rows[broken.argmax()].tolist()
                        values = dict(zip(self._model.variables, row, strict=True))
                        what = "; ".join(self._model.violations(values)[:3])
                        raise WrongAnswer(f"backend {name} returned a wrong answer: {what}")
                    self._store_hashes(rows)
                    self._number += len(rows)
                    if limit is not None and self._number >= limit:
                        return "solutions"
                    if self.count_states is not None and self._number >= STATES_FROM:
                        number, self.count_states = self.count_states(), None
                        if number is not None:
                            self._number, self._counted_by = number, "auto"
                            return None
                return answers.stopped
        except (NonetError, DuplicateSolutions, MemoryError):
            raise
        except Exception as error:
            raise BackendError.of_failure(name, error) from error

    def _store_hashes(self, rows: Array) -> None:
        """Store the hashes of the sample; halve the sample while it is too large."""
        hashes = self._sampled(row_hashes(rows))
        self._hashes.append(hashes)
        self._hash_count += len(hashes)
        if self._hash_count > MOST_HASHES:
            self._check_distinct()
            while self._hash_count > MOST_HASHES // 2:
                self._mask = 2 * self._mask + 1
                self._hashes = [self._sampled(hashes) for hashes in self._hashes]
                self._hash_count = sum(map(len, self._hashes))

    def _sampled(self, hashes: Array) -> Array:
        import numpy as np

        sample: Array = hashes[hashes & np.uint64(self._mask) == 0]
        return sample

    def _check_distinct(self) -> None:
        """Raise ``DuplicateSolutions`` if two hashes are equal."""
        import numpy as np

        if self._hashes:
            joined = np.concatenate(self._hashes)
            joined.sort()
            if (joined[1:] == joined[:-1]).any():
                raise DuplicateSolutions
            self._hashes = [joined]

    def result(self, stopped: StopReason | None, seconds: float) -> SolutionCount:
        self._check_distinct()
        limit = self._request.solutions
        return _final_count(self._number, limit, stopped, self._counted_by, seconds)


def _final_count(
    number: int, limit: int | None, stopped: StopReason | None, backend: str, seconds: float
) -> SolutionCount:
    if limit is not None and number >= limit:
        number, stopped = limit, "solutions"
    return SolutionCount(number, stopped is None, stopped, backend, seconds)


def row_hashes(rows: Array) -> Array:
    """Return a hash (uint64) for each row (n, k) of uint8; equal rows have equal hashes."""
    import numpy as np

    n, k = rows.shape
    padded = np.zeros((n, k + -k % 8), np.uint8)  # whole words
    padded[:, :k] = rows
    hashes = np.zeros(n, np.uint64)
    times, down = np.uint64(0x9E3779B97F4A7C15), np.uint64(29)
    for word in padded.view(np.uint64).T:
        hashes ^= word
        hashes *= times
        hashes ^= hashes >> down
    return hashes


# Exact counts, and draws that are exactly even, where partial solutions are much alike.
#
# Variables are given values in their order. Of the given values, only this matters to the later
# variables: which values each constraint that is still open has used. Values that are open to the
# same variables are interchangeable, so a state is a multiset: for each value, the open
# constraints that have used the value. Each state is counted once (the frontier method: Simpath,
# Knuth, "The Art of Computer Programming", volume 4A, section 7.1.4, exercise 225).

MAX_STATES = 40_000
"""States after which counting is given up: half a second.  (A blank 6x6 has 3,946.)"""

MAX_VARIABLES = 200
"""Variables up to which counting is tried: a state is counted within the one before."""

State = tuple[int, ...]
"""For each value, in order, the open constraints that have used the value, a bit each."""


class TooManyStates(Exception):
    """There are more than ``MAX_STATES`` states."""


def is_supported(model: Model) -> bool:
    """Whether all constraints are AllDifferent, over few variables."""
    return len(model.variables) <= MAX_VARIABLES and all(
        type(each) is AllDifferent for each in model.constraints
    )


class FrontierCounter:
    """Counts and draws the solutions of a model of AllDifferent constraints.

    ``check_deadline`` is called at each state; an exception that it raises ends the work.
    """

    def __init__(self, model: Model, check_deadline: Callable[[], object]) -> None:
        self._check_deadline = check_deadline
        self._names = model.variables
        domains = [set(model.domains[name]) for name in self._names]
        self._values = sorted(set().union(*domains))
        self._choices = [[n for n, v in enumerate(self._values) if v in d] for d in domains]
        place = {name: number for number, name in enumerate(self._names)}
        scopes = [[place[name] for name in each.scope] for each in model.constraints]
        self._constraints_of = [0] * len(self._names)
        for bit, scope in enumerate(scopes):
            for number in scope:
                self._constraints_of[number] |= 1 << bit
        last = [max(scope, default=-1) for scope in scopes]
        self._open_after = [
            sum(1 << bit for bit, end in enumerate(last) if end > number)
            for number in range(len(self._names))
        ]
        self._kinds = self._value_kinds(domains)
        self._counts: dict[tuple[int, tuple[tuple[int, int], ...]], int] = {}

    def _value_kinds(self, domains: list[set[int]]) -> list[list[int]]:
        """Return for each depth a number for each value, shared by values with equal futures."""
        kinds = [[0] * len(self._values)]
        for domain in reversed(domains):
            self._check_deadline()
            numbers: dict[tuple[int, bool], int] = {}
            pairs = [(kind, v in domain) for kind, v in zip(kinds[-1], self._values, strict=True)]
            kinds.append([numbers.setdefault(pair, len(numbers)) for pair in pairs])
        return kinds[::-1]

    def count(self) -> int:
        """Return the number of solutions; raises ``TooManyStates``."""
        return self._count(0, (0,) * len(self._values))

    def draw(self, random: Random) -> dict[str, int]:
        """Return a solution, each as likely as any other; raises ``TooManyStates``.

        The model must have a solution.
        """
        state: State = (0,) * len(self._values)
        chosen = {}
        for depth, name in enumerate(self._names):
            place = random.randrange(self._count(depth, state))
            for value in self._possible(depth, state):
                after = self._after(depth, state, value)
                number = self._count(depth + 1, after)
                if place < number:
                    break
                place -= number
            chosen[name], state = self._values[value], after
        return chosen

    def _possible(self, depth: int, state: State) -> list[int]:
        own = self._constraints_of[depth]
        return [value for value in self._choices[depth] if not state[value] & own]

    def _after(self, depth: int, state: State, value: int) -> State:
        still_open = self._open_after[depth]
        after = [used & still_open for used in state]
        after[value] |= self._constraints_of[depth] & still_open
        return tuple(after)

    def _count(self, depth: int, state: State) -> int:
        """Return the number of ways to give the variables from ``depth`` on values."""
        if depth == len(self._names):
            return 1
        kinds = self._kinds[depth]
        key = depth, tuple(sorted(zip(kinds, state, strict=True)))
        if key in self._counts:
            return self._counts[key]
        self._check_deadline()
        if len(self._counts) >= MAX_STATES:
            raise TooManyStates
        alike: dict[tuple[int, int], int] = {}
        total = 0
        for value in self._possible(depth, state):
            pair = kinds[value], state[value]
            if pair not in alike:
                alike[pair] = self._count(depth + 1, self._after(depth, state, value))
            total += alike[pair]
        self._counts[key] = total
        return total


def count_by_states(model: Model, check_deadline: Callable[[], object]) -> int | None:
    """Return the exact number of solutions; ``None`` for other models, and for too many states.

    ``check_deadline`` is called at each state; an exception that it raises ends the work.
    """
    if model.objective is not None or model.projection is not None or not is_supported(model):
        return None
    try:
        return FrontierCounter(model, check_deadline).count()
    except TooManyStates:
        return None
