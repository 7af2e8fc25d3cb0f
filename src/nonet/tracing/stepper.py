"""The learner drives: which constraint is filtered next, which guess is made, when to go back.

The engine answers each step with its events, and maintains the agenda: the constraints that may
still remove something, as in AC-3.  After AIspace's applets, where the learner clicks the next
arc.

>>> stepper = Stepper(".......21.3..4..", level="gac")
>>> stepper.agenda[:2], len(stepper.agenda)
(('row 1', 'row 2'), 12)
>>> for line in stepper.step("row 2").sentences:
...     print(line)
row 2 removed 2 from R2C1 because R2C4 = 2
row 2 removed 2 from R2C2 because R2C4 = 2
row 2 removed 2 from R2C3 because R2C4 = 2
>>> stepper.step("R1C1 = 3").sentences, stepper.depth
(('guess 1: R1C1 = 3',), 1)
>>> stepper.step("back").sentences
('took back guess 1',)
>>> stepper.step("all").state
'solved'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from nonet.backends.events import Backtracked, Branched, Event, SolutionFound, WipedOut
from nonet.backends.lowering import lower
from nonet.backends.native import LevelName, Levels, Native, make_engine
from nonet.backends.native.teaching_engine import BASE_LEVELS, TeachingEngine
from nonet.errors import BackendOptionError, ModelError, close_names, quantity
from nonet.model import Constraint, Domain
from nonet.model.symbols import with_names
from nonet.puzzle import Puzzle
from nonet.puzzle.grid import parse_cell_name
from nonet.render.html import escaped
from nonet.render.printable import printable
from nonet.render.svg import drawing_svg
from nonet.render.terminal import drawing_text
from nonet.solving.problem_input import ProblemInput, model_and_puzzle
from nonet.tracing.recording import Trace, value_names_of
from nonet.tracing.sentences import ValueNames, event_sentence, value_text
from nonet.tracing.states import Replay

Situation = Literal["open", "failed", "solved"]
"""Whether there is more to do, a constraint cannot hold, or every variable has its value."""

LEVELS: tuple[LevelName, ...] = tuple(
    name for name in get_args(LevelName) if name not in (*BASE_LEVELS, "auto", "generate-and-test")
)
"""The levels that work constraint by constraint, from the weakest."""

_GUESS = re.compile(r"\s*(.+)\s*=\s*(.+?)\s*", re.DOTALL)
_INTEGER = re.compile(r"-?[0-9]{1,18}")


@dataclass(frozen=True, slots=True)
class StepResult:
    """The result of a step: its events, their sentences, and the state."""

    events: tuple[Event, ...]
    sentences: tuple[str, ...]
    state: Situation


class Stepper:
    """Propagation and search, one choice at a time.

    ``level`` is a level of consistency that works constraint by constraint.
    Raises ``BackendOptionError`` for another, ``ModelError`` for a step that
    makes no sense: no such constraint, a value that is not in the domain.
    """

    def __init__(self, problem: ProblemInput, level: LevelName = "gac") -> None:
        if level not in LEVELS:
            raise BackendOptionError(
                f"level {level} does not work constraint by constraint: take "
                f"{', '.join(LEVELS[:-1])} or {LEVELS[-1]}"
            )
        model, self.puzzle = model_and_puzzle(problem)
        self.level = level
        self._symbols = dict(model.structure.symbols)
        self.value_names = value_names_of(self._symbols, self.puzzle)
        """The names of values, by variable, for variables with named values."""
        self.model = lower(model, Native())
        self.events: list[Event] = []
        structure = self.model.structure
        engine = make_engine(structure, Levels(level=level), tracer=self.events.append)
        assert isinstance(engine, TeachingEngine)
        self._engine: TeachingEngine = engine
        self._engine.reset(dict(self.model.narrowed))
        self._by_label = constraints_by_label(self.model.constraints)
        self._waiting = dict.fromkeys(self._by_label)
        self._guesses: list[tuple[int, dict[str, None]]] = []
        """For each open guess the mark of the trail and the agenda before the guess."""
        self._failed = False
        self.last: StepResult | None = None
        """The result of the last step."""
        self.last_label = ""

    @property
    def agenda(self) -> tuple[str, ...]:
        """The constraints that may still remove something, by their labels."""
        return () if self._failed else tuple(self._waiting)

    @property
    def constraints(self) -> tuple[str, ...]:
        """Every constraint by its label."""
        return tuple(self._by_label)

    @property
    def scopes(self) -> Mapping[str, tuple[str, ...]]:
        """The variables of every constraint, by its label."""
        return {label: constraint.scope for label, constraint in self._by_label.items()}

    @property
    def domains(self) -> Mapping[str, Domain]:
        """The present domain of every variable; named values show themselves by their names."""
        return with_names(self._engine.domains(), self._symbols)

    @property
    def counters(self) -> Mapping[str, int]:
        """Counters so far: filterings, checks, guesses, dead ends, solutions."""
        kinds = [type(event) for event in self.events]
        return {
            "filterings": self._engine.filterings,
            "checks": self._engine.checks,
            "guesses": kinds.count(Branched),
            "dead ends": kinds.count(WipedOut),
            "solutions": kinds.count(SolutionFound),
        }

    @property
    def depth(self) -> int:
        """How many guesses are open."""
        return len(self._guesses)

    @property
    def state(self) -> Situation:
        """How things stand."""
        if self._failed:
            return "failed"
        variables = range(len(self._engine.names))
        done = not self._waiting and all(map(self._engine.is_settled, variables))
        return "solved" if done else "open"

    def step(self, choice: str | None = None) -> StepResult:
        """Perform a choice and return its effect.

        A constraint's label filters this constraint; ``"x = 3"`` guesses; ``"back"`` takes the
        last guess back; ``"pass"`` filters all waiting constraints once, ``"all"`` until
        nothing more is removed; an empty choice filters the first of the agenda.
        """
        start, before, stood = len(self.events), dict(self.domains), self.state
        if choice in self._by_label:
            self._filter(choice)
        elif choice is None or not choice.strip():
            if not self._waiting or self._failed:
                raise ModelError(f"nothing is left to filter: {self._next_step_advice()}")
            self._filter(self.agenda[0])
        elif choice.strip() == "back":
            self._undo_last_guess()
        elif choice.strip() == "pass":
            for label in self.agenda:
                if not self._failed:
                    self._filter(label)
        elif choice.strip() == "all":
            while self._waiting and not self._failed:
                self._filter(self.agenda[0])
        elif (guess := _GUESS.fullmatch(choice)) and self._is_guess(guess[1].strip(), guess[2]):
            self._guess(guess[1].strip(), guess[2])
        else:
            self._filter(self._matching_label(choice))
        if self.state == "solved" and stood != "solved":
            self.events.append(SolutionFound(self._engine.assignment()))
        happened = tuple(self.events[start:])
        self.last = StepResult(
            happened, _event_sentences(happened, before, self.value_names), self.state
        )
        return self.last

    def filterable_constraints(self) -> tuple[str, ...]:
        """The constraints that would remove something now, or fail; each is tried, none is done."""
        return tuple(label for label in self.agenda if self._would_filter(label))

    def trace(self) -> Trace:
        """Return the run so far, as a trace to save or to play."""
        return Trace(
            f"by hand:level={self.level}",
            dict(self.model.domains),
            tuple(self.events),
            "sat" if self.state == "solved" else "unknown",
            puzzle=self.puzzle,
            symbols=self._symbols,
        )

    def drawing(self) -> str:
        """The puzzle with its candidates, or the domains of a model, as text."""
        return domains_text(self.domains, self.puzzle)

    def _repr_html_(self) -> str:
        return stepper_html(self)

    def _matching_label(self, choice: str) -> str:
        """The label that is meant, where blanks and capitals are all that differs."""
        meant = _simplified_label(choice)
        matching = [label for label in self._by_label if _simplified_label(label) == meant]
        if len(matching) == 1:
            return matching[0]
        known = list(self._by_label)
        close = close_names(choice, known, 3) or known[:6]
        more = ", ..." if len(known) > len(close) else ""
        raise ModelError(f"no constraint is called {choice!r}; there are {', '.join(close)}{more}")

    def _would_filter(self, label: str) -> bool:
        engine = self._engine
        mark, counters = engine.mark(), (engine.checks, engine.filterings, engine.is_probing)
        engine.is_probing = True
        holds = engine.propagate_constraint(self._by_label[label])
        changed = len(engine.trail) > mark
        engine.undo(mark)
        engine.checks, engine.filterings, engine.is_probing = counters
        return changed or not holds

    def _filter(self, label: str) -> None:
        """Filter a constraint; constraints that share a changed variable wait again."""
        self._check_not_failed()
        self.last_label = label
        constraint, mark = self._by_label[label], self._engine.mark()
        self._waiting.pop(label, None)
        holds = self._engine.propagate_constraint(constraint)
        changed = {self._engine.names[x] for x, _ in self._engine.trail[mark:]}
        if self.level != "forward-checking":  # where only what is assigned is news
            self._requeue(changed, label)
        self._failed = not holds

    def _is_guess(self, name: str, text: str) -> bool:
        """Whether that is a variable with a value, and not the name of a constraint."""
        known = name in self._engine.number or bool(_INTEGER.fullmatch(text))
        return known or (
            self.puzzle is not None and parse_cell_name(name) in self.puzzle.grid.cell_set
        )

    def _guess(self, name: str, text: str) -> None:
        self._check_not_failed()
        if self.puzzle is not None and name not in self._engine.number:
            name = self.puzzle.grid.cell(name)
        domain = self.domains.get(name)
        if domain is None:
            raise ModelError(f"there is no variable {name!r}")
        by_name = {value_text(name, value, self.value_names): value for value in domain}
        value = by_name.get(text, int(text) if _INTEGER.fullmatch(text) else None)
        if value is None or value not in domain:
            raise ModelError(f"{name} cannot be {text}: it may be {', '.join(by_name)}")
        x = self._engine.number[name]
        if self._engine.is_settled(x):
            raise ModelError(f"{name} is {text} already")
        self._guesses.append((self._engine.mark(), dict(self._waiting)))
        self.events.append(Branched(name, value, self.depth))
        self._engine.assign(x, 1 << (value - self._engine.bases[x]))
        self._requeue({name}, "")

    def _undo_last_guess(self) -> None:
        if not self._guesses:
            raise ModelError("no guess is open to take back")
        mark, self._waiting = self._guesses.pop()
        self._engine.undo(mark)
        self._engine.newly_fixed.clear()
        self._failed = False
        self.events.append(Backtracked(self.depth + 1))

    def _requeue(self, changed: set[str], but: str) -> None:
        for label, constraint in self._by_label.items():
            if label != but and not changed.isdisjoint(constraint.scope):
                self._waiting.setdefault(label)

    def _check_not_failed(self) -> None:
        if self._failed:
            raise ModelError(f"a constraint cannot hold: {self._next_step_advice()}")

    def _next_step_advice(self) -> str:
        if self.state == "solved":
            return "it is solved"
        return "take the last guess back" if self._guesses else "guess, or there is no solution"


def domains_text(domains: Mapping[str, Domain], puzzle: Puzzle | None, colour: bool = False) -> str:
    """Domains as the puzzle's grid, or a line a variable."""
    if puzzle is None:
        lines = (f"{name}: {' '.join(domain.names)}" for name, domain in domains.items())
        return "\n".join(map(printable, lines))
    cells = {name: domain for name, domain in domains.items() if name in puzzle.grid.cell_set}
    fixed = {name: domain.base for name, domain in cells.items() if domain.is_single}
    return drawing_text(puzzle.drawing(fixed, cells), colour=colour)


def _simplified_label(label: str) -> str:
    return re.sub(r"[\s_-]+", "", label).casefold()


def constraints_by_label(constraints: tuple[Constraint, ...]) -> dict[str, Constraint]:
    """The constraints by their words, numbered where several have the same."""
    result: dict[str, Constraint] = {}
    for constraint in constraints:
        label, number = constraint.description, 2
        while label in result:
            label, number = f"{constraint.description} ({number})", number + 1
        result[label] = constraint
    return result


def _event_sentences(
    events: tuple[Event, ...], domains: dict[str, Domain], named: ValueNames
) -> tuple[str, ...]:
    replay = Replay(Trace("step", domains, events))
    sentences = []
    for event in events:
        sentences.append(event_sentence(event, replay.state.domains, named))
        replay.forward()
    return tuple(sentences)


# A stepper in a notebook: the candidates, the last event, and the constraints that can filter.

CELL = 40
"""Side of a cell in the picture, in pixels."""

MAX_LINES = 12
"""Lines of the last step that are shown; the rest are counted."""


def stepper_html(stepper: Stepper) -> str:
    """How things stand, as HTML that needs nothing else."""
    status_texts = {"open": "open", "failed": "a constraint cannot hold", "solved": "solved"}
    guesses = quantity(stepper.depth, "guess")
    head = f"level {stepper.level}: {status_texts[stepper.state]}, {guesses} open"
    return (
        f'<div style="max-width:60em"><b>{escaped(head)}</b>'
        '<div style="display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start">'
        f"<div>{_candidates_html(stepper)}</div>"
        f'<div style="flex:1 1 16em">{_last_step_html(stepper)}{_filterable_html(stepper)}</div>'
        "</div></div>"
    )


def _candidates_html(stepper: Stepper) -> str:
    """The grid with its candidates; of a model that is not a puzzle, a table of its domains."""
    domains = stepper.domains
    if isinstance(stepper.puzzle, Puzzle):
        fixed = {name: next(iter(d)) for name, d in domains.items() if d.is_single}
        return drawing_svg(
            stepper.puzzle.drawing(fixed, domains), cell=CELL, title="the domains now"
        )
    from nonet.model.html import domains_html  # a page has no use for it, nor for Python's html

    return domains_html(domains)


def _last_step_html(stepper: Stepper) -> str:
    last = stepper.last
    if last is None:
        return "<p>Nothing has happened yet.</p>"
    lines = [escaped(text) for text in last.sentences[:MAX_LINES]]
    if more := len(last.sentences) - len(lines):
        lines.append(f"and {more} more")
    happened = "".join(f"<li>{line}</li>" for line in lines) or "<li>nothing was removed</li>"
    return f"<p>What happened last:</p><ul>{happened}</ul>"


def _filterable_html(stepper: Stepper) -> str:
    can = stepper.filterable_constraints()
    if stepper.state != "open":
        return ""
    if not can:
        return "<p>No constraint can filter: guess.</p>"
    return f"<p>Can filter ({len(can)}): {escaped(', '.join(can))}</p>"
