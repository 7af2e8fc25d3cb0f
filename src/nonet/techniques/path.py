"""Paths: a puzzle explained step by step, and the next step as a hint.

A path tries the techniques of a policy in order, takes the first step that any
finds, and starts again.  Techniques that assume one solution are tried only
when the puzzle has one: that is verified when the first of them is due, since a
path that gets by without them proves it itself.

>>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> path = explain(puzzle)
>>> path.solved, path.hardest, len(path.steps)
(True, 'Hidden Single', 51)
>>> print(path.steps[0])
Hidden Single: r9c7=1
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from typing import Any

from nonet.errors import PositionError, TechniqueError
from nonet.model import Model
from nonet.puzzle import Puzzle
from nonet.solving import Uniqueness, verify
from nonet.solving.run import Thing, understood
from nonet.techniques.catalogue import technique
from nonet.techniques.policies import SETS, Entry, Policy
from nonet.techniques.policies import policy as named_policy
from nonet.techniques.position import Position
from nonet.techniques.step import Step

Find = Callable[[Position, frozenset[str]], Iterator[Step]]


@dataclass(frozen=True)
class Path:
    """A puzzle explained: the steps from ``start`` to ``end``, by a policy.

    ``puzzle`` is ``None`` for a model that is no puzzle; ``scores`` are the steps'
    under the policy; ``note`` says what was different from usual (techniques that
    were left out, a puzzle without a solution).
    """

    model: Model
    puzzle: Puzzle | None
    policy: Policy
    start: Position
    end: Position
    steps: tuple[Step, ...]
    scores: tuple[float, ...]
    note: str = ""

    @cached_property
    def solved(self) -> bool:
        """Whether every cell has a value, and every constraint holds."""
        return self.end.solved and self.model.accepts(self.end.assignment)

    @property
    def logical(self) -> bool:
        """Whether it was solved without brute force."""
        return self.solved and all(step.key != "brute-force" for step in self.steps)

    @property
    def score(self) -> float:
        """The rating of the path under its policy: the largest score, or the sum."""
        return round(self.policy.total(self.scores), 1)

    @property
    def level(self) -> str:
        """The level under the policy: Easy to Extreme; ``""`` if the policy has none."""
        levels = [self.policy.entry_of(step.key).level for step in self.steps]
        return self.policy.level(levels, self.score) if any(levels) else ""

    @property
    def hardest(self) -> str:
        """The title of the technique with the largest score; ``""`` for a path of no steps."""
        if not self.steps:
            return ""
        largest = max(range(len(self.steps)), key=lambda number: self.scores[number])
        return self.steps[largest].technique.title

    @property
    def techniques(self) -> dict[str, int]:
        """How often each technique was used, by title, in the order of first use."""
        counts: dict[str, int] = {}
        for step in self.steps:
            counts[step.technique.title] = counts.get(step.technique.title, 0) + 1
        return counts

    @property
    def positions(self) -> Iterator[Position]:
        """The positions before each step, and the last."""
        position = self.start
        yield position
        for step in self.steps:
            position = position.after(step)
            yield position

    def to_json(self) -> dict[str, Any]:
        """The path as plain data for JSON."""
        return {
            "puzzle": self.puzzle.line() if self.puzzle else "",
            "solved": self.solved,
            "policy": self.policy.name,
            "score": self.score,
            "level": self.level,
            "hardest": self.hardest,
            "note": self.note,
            "steps": [step.to_json() for step in self.steps],
        }

    def __str__(self) -> str:
        lines = [f"{number:3}. {step}" for number, step in enumerate(self.steps, 1)]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Path of {len(self.steps)} steps, {'solved' if self.solved else 'not solved'}>"

    def _repr_html_(self) -> str:
        """In a notebook: every step to unfold, with its picture."""
        from nonet.techniques.notebook import path_html

        return path_html(self)


def explain(
    thing: Thing,
    policy: str | Policy = "human",
    *,
    only: str | Iterable[str] = (),
    unique: bool | None = None,
) -> Path:
    """The whole path: every step from the puzzle to its solution, or as far as it goes.

    ``policy`` is the order (``human``, ``hodoku``, ``explainer``,
    ``sukaku``, ``tutorial``);
    ``only`` restricts it to techniques or named sets of them.  ``unique`` says
    whether techniques that assume one solution may be used; by default the puzzle
    is verified when the first is due.

    Raises ``TechniqueError`` for an unknown name, ``ClueError`` for clues that
    clash, ``PositionError`` for marks that contradict the solution.
    """
    model, puzzle = understood(thing)
    start = position_of(thing if puzzle is None else puzzle)
    return walked(start, model, puzzle, restricted(policy, only), OneSolution(model, unique))


def hints(
    thing: Thing,
    policy: str | Policy = "human",
    *,
    only: str | Iterable[str] = (),
    unique: bool | None = None,
) -> list[Step]:
    """The steps of the easiest technique that finds any, the first as a person would see it.

    Of techniques that are quick to search these are all there are, of fish, chains
    and harder ones the first.  Marks already made are respected: entries and
    candidates of the puzzle are where the search starts.  Empty if the puzzle is
    solved or nothing is found.  Raises as ``explain``.
    """
    model, puzzle = understood(thing)
    position = position_of(thing if puzzle is None else puzzle)
    return next_steps(position, restricted(policy, only), OneSolution(model, unique))


QUICK = frozenset(
    (
        "singles",
        "direct",
        "locked",
        "subsets",
        "patterns",
        "coloring",
        "wings",
        "uniqueness",
        "constraints",
    )
)
"""Families of which a hint shows every instance; of the others, which search long, the first."""


def next_steps(position: Position, policy: Policy, allowed: OneSolution) -> list[Step]:
    """The steps of the first entry of the policy that finds any."""
    for attempt in map(_Try, policy.entries):
        entry = attempt.entry
        if entry.unique and not allowed():
            continue
        if all(technique(key).module in QUICK for key in entry.keys):
            steps = list(dict.fromkeys(found(position, entry.keys)))
            if entry.scored:
                steps.sort(key=entry.worth)
        else:
            step = attempt.first(position)
            steps = [] if step is None else [step]
        if steps:
            return steps
    return []


def find(thing: Thing | Position, *names: str) -> list[Step]:
    """All steps of some techniques (or named sets of them) at one position.

    Raises ``TechniqueError`` for an unknown name, or one that the puzzle is too large
    for (of a set such techniques are left out); techniques that assume one solution
    are searched as asked, whether the puzzle has one or not.
    """
    entries = restricted("human", names).entries
    position = thing if isinstance(thing, Position) else position_of(thing)
    cells = position.layout.count
    for name in names:
        if name.lower() not in SETS and technique(name).most < cells:
            raise TechniqueError(
                f"{technique(name).key} is searched in puzzles of at most "
                f"{technique(name).most} cells; this one has {cells}"
            )
    steps = (step for entry in entries for step in found(position, entry.keys, every=True))
    return list(dict.fromkeys(steps))


def found(position: Position, keys: Iterable[str], *, every: bool = False) -> Iterator[Step]:
    """The steps of some techniques, family by family; ``every`` asks for rarer forms as well."""
    for wanted in by_module(keys, position.layout.count).values():
        family = technique(wanted[0]).family
        search = getattr(family, "find_all", family.find) if every else family.find
        yield from search(position, frozenset(wanted))


def by_module(keys: Iterable[str], cells: int) -> dict[str, list[str]]:
    """Techniques by family, without those that a puzzle of so many cells is too large for."""
    families: dict[str, list[str]] = {}
    for key in keys:
        entry = technique(key)
        if entry.most >= cells:
            families.setdefault(entry.module, []).append(key)
    return families


def restricted(name: str | Policy, only: str | Iterable[str]) -> Policy:
    """The policy of a name, restricted to ``only`` (names, or one text of them with commas)."""
    names = only.split(",") if isinstance(only, str) else list(only)
    names = [text for text in names if text.strip()]
    chosen = named_policy(name)
    return chosen.only(*names) if names else chosen


# -- where to start ----------------------------------------------------------------


def position_of(thing: Thing) -> Position:
    """The position a thing stands for, its marks checked against its solution.

    Raises ``PositionError``, naming the cells, if entries or candidates exclude the
    solution that the clues alone have.  Candidates of a puzzle whose clues alone
    have no unique solution are part of the puzzle, and no marks.
    """
    model, puzzle = understood(thing)
    if puzzle is None:
        return Position.of(model)
    declared = False
    if puzzle.entries or puzzle.candidates:
        puzzle.checked()
        declared = not _check_marks(puzzle)
    position = Position.of(puzzle)
    position.declared = declared
    return position


def _check_marks(puzzle: Puzzle) -> bool:
    """Whether candidates are marks, which the clues' only solution agrees with."""
    bare = replace(puzzle, entries={}, candidates={})
    verdict = verify(bare, time_limit=PATIENCE)
    marks = verdict.uniqueness is Uniqueness.UNIQUE
    if not marks and puzzle.candidates:
        verdict = verify(replace(puzzle, entries={}), time_limit=PATIENCE)
    if verdict.uniqueness is not Uniqueness.UNIQUE:
        return not puzzle.candidates
    solution = verdict.witnesses[0]
    wrong = [
        f"{cell} is filled in as {value}"
        for cell, value in puzzle.entries.items()
        if solution[cell] != value
    ]
    wrong += [
        f"{cell} is marked without its value"
        for cell, allowed in puzzle.candidates.items()
        if solution[cell] not in allowed and cell not in puzzle.entries
    ]
    if wrong:
        raise PositionError(f"the marks contradict the solution: {'; '.join(wrong)}")
    return marks or not puzzle.candidates


PATIENCE = 5.0
"""Seconds for the question whether a puzzle has one solution."""


class OneSolution:
    """Whether techniques that assume one solution are allowed: asked once, when it matters."""

    def __init__(self, model: Model, known: bool | None = None) -> None:
        self._model = model
        self._known = known
        self.note = ""
        self.hopeless = False

    def __call__(self) -> bool:
        """Whether the model has exactly one solution; verified at the first call."""
        if self._known is None:
            verdict = verify(self._model, time_limit=PATIENCE).uniqueness
            self._known = verdict is Uniqueness.UNIQUE
            if verdict is Uniqueness.UNDECIDED:
                self.note = (
                    f"whether there is one solution was not decided in {PATIENCE:g} seconds: "
                    "uniqueness techniques are off"
                )
            if verdict is Uniqueness.MULTIPLE:
                self.note = "the puzzle has several solutions: uniqueness techniques are off"
            elif verdict is Uniqueness.NONE:
                self.hopeless = True
                self.note = "the puzzle has no solution"
        return self._known


# -- the walk ----------------------------------------------------------------------


def walked(
    start: Position,
    model: Model,
    puzzle: Puzzle | None,
    policy: Policy,
    allowed: OneSolution,
) -> Path:
    """The path from a position."""
    steps: list[Step] = []
    scores: list[float] = []
    position = start
    tries = [_Try(entry) for entry in policy.entries]
    while not position.solved:
        for attempt in tries:
            entry = attempt.entry
            if entry.unique and not allowed():
                continue
            step = attempt.first(position)
            if step is not None:
                break
        else:
            break
        steps.append(step)
        scores.append(entry.worth(step) if entry.scored else entry.score)
        position = position.after(step)
    note = allowed.note
    if not note and (position.solved or position.dead_end()):
        if not position.solved or not model.accepts(position.assignment):
            note = "the puzzle has no solution"
    elif not note and not position.solved:
        note = "the techniques allowed find no further step"
        keys = [key for entry in policy.entries for key in entry.keys]
        large = [key for key in keys if technique(key).most < start.layout.count]
        if large:
            note += f"; not searched in a puzzle of this size: {', '.join(large)}"
    return Path(model, puzzle, policy, start, position, tuple(steps), tuple(scores), note)


class _Try:
    """An entry of a policy with its finders, imported when first tried."""

    __slots__ = ("_finders", "entry")

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        self._finders: list[tuple[Find, frozenset[str], bool]] | None = None

    def first(self, position: Position) -> Step | None:
        """The first step, or the cheapest where the score depends on the step."""
        if self._finders is None:
            self._finders = list(self._found(position.layout.count))
        for finder, wanted, choose in self._finders:
            steps = finder(position, wanted)
            step = min(steps, key=self.entry.worth, default=None) if choose else next(steps, None)
            if step is not None and not (choose and self.entry.worth(step) == inf):
                return step
        return None

    def _found(self, cells: int) -> Iterator[tuple[Find, frozenset[str], bool]]:
        """For each family of the entry: its search, the techniques, whether to choose."""
        for keys in by_module(self.entry.keys, cells).values():
            family = technique(keys[0]).family
            sorted_already = getattr(family, "EASIEST_FIRST", False)
            yield family.find, frozenset(keys), bool(self.entry.scored) and not sorted_already
