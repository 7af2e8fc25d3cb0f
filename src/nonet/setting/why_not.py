"""Why not: why a variable cannot have a value, from a position or from the clues.

>>> import nonet
>>> found = why_not(nonet.parse("12.............."), "R1C3", 1)
>>> print(found.chain)
row 1 cannot hold, since R1C1 and R1C3 are 1
>>> why_not(nonet.parse("12.............."), "R1C3", 3).status.value
'sat'
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Literal

from nonet.backends.base import StopReason
from nonet.deadline import Deadline, DeadlineExceeded
from nonet.errors import ClueError, ModelError
from nonet.model import Domain, Model
from nonet.model.symbols import value_number
from nonet.puzzle import Puzzle
from nonet.puzzle.grid import place
from nonet.render.drawing import Drawing, Mark, Shade
from nonet.setting.conflicts import DEFAULT_TIME_LIMIT, refutation_by_parts
from nonet.setting.live_solvers import (
    PROPAGATOR,
    SOLVER,
    AssumptionSolver,
    assumption_solver_for,
)
from nonet.setting.minimal_unsat import SmallestSetSearch, minimal_unsat_set, smallest_unsat_set
from nonet.setting.puzzle_parts import Answer, Part, checked_solution, clue_parts, parts_text
from nonet.solving.outcome import Solution, Status
from nonet.solving.problem_input import ProblemInput, decided_by_reading, model_in_time
from nonet.techniques.engines.refutation import Chain, Fact

Basis = Literal["position", "clues"]
"""The facts taken as known: the clues and all that follows by singles, or the clues alone."""


QUESTIONS_FOR_FEWER, SECONDS_FOR_FEWER = 1_000, 2.0
"""Questions, and seconds, of the search for fewer parts unless a smallest set is asked for:
counted, for a busy machine.   Of 24 questions about variants ten ended in 0.2 s; most others found
no end in 10 s."""


MAX_NAMED_PARTS = 4
"""Parts, at most, that are named before the chain of steps; of more the chain comes first."""


@dataclass(frozen=True, repr=False)
class WhyNot(Answer):
    """Why ``fact`` cannot be.

    ``status`` is UNSAT if ``fact`` cannot hold, SAT if it can (``solution`` shows it), UNKNOWN if
    the time was out.  ``parts`` are clues and rules (of rules alone, from a position) that exclude
    ``fact``, each of which is needed, and a smallest set where ``bound`` says that no fewer do;
    ``()`` if none were found in time (``stopped``), or if none is needed.  ``known`` is the basis
    taken as known: "position" or "clues".  ``chain`` refutes ``fact`` by these parts, step by step;
    ``None`` where it was not asked for, where the time was out, and where it takes too many cases
    to read (``is_chain_too_long``).
    """

    fact: Fact
    status: Status
    known: Basis = "clues"
    parts: tuple[Part, ...] = ()
    bound: int = 0
    chain: Chain | None = None
    solution: Solution | None = None
    stopped_by: StopReason | None = None
    seconds: float = 0.0
    puzzle: Puzzle | None = None
    is_chain_too_long: bool = False
    value_name: str = ""

    def _in_words(self) -> str:
        value = self.value_name or self.fact.value
        if self.status is Status.SAT:
            return f"{self.fact.name} can be {value}"
        if self.status is Status.UNKNOWN:
            return f"undecided: {self.stop_text}"
        least = ""
        if len(self.parts) > 1:
            least = " (no fewer do)" if self.bound >= len(self.parts) else " (perhaps fewer do)"
        if not self.parts and self.stopped:
            text = f"{self.fact.name} cannot be {value}"
            return f"{text}; {self.stop_text} before it was found what excludes it"
        given = " at this position" if self.known == "position" else ""
        does = "excludes" if len(self.parts) == 1 else "exclude"
        text = f"{self.parts_text()} {does} it" if self.parts else "what is known excludes it"
        return f"{self.fact.name} cannot be {value}{given}: {text}{least}"

    @property
    def is_told_by_chain(self) -> bool:
        """Whether the chain says more than the list of the parts, which then comes after it."""
        return self.chain is not None and len(self.parts) > MAX_NAMED_PARTS

    def parts_text(self) -> str:
        """The parts by name, or their number where the chain tells them."""
        if self.is_told_by_chain:
            return f"{len(self.parts)} clues and rules together"
        return parts_text(self.parts)

    def drawing(self) -> Drawing:
        """A picture: the clues, the value asked about, and the cells of the parts shaded.

        Raises ``ModelError`` for a model, which has none.
        """
        if self.puzzle is None:
            raise ModelError("a model has no picture")
        drawing = self.puzzle.drawing()
        marks = dict(drawing.marks)
        cells = set(self.puzzle.grid.cells)
        used = sorted({place(c) for part in self.parts for c in part.scope if c in cells})
        symbol = self.puzzle.alphabet.symbol(self.fact.value)
        marks[place(self.fact.name)] = Mark(symbol, wrong=True)
        shade = Shade(tuple(used), "because", "yellow")
        return replace(drawing, marks=marks, decorations=(shade, *drawing.decorations))

    def _to_json(self) -> dict[str, object]:
        return {
            "variable": self.fact.name,
            "value": self.fact.value,
            "status": self.status.value,
            "known": self.known,
            "parts": [part.to_json() for part in self.parts],
            "bound": self.bound,
            "chain": None if self.chain is None else [x.to_json() for x in self.chain.links],
            "solution": None if self.solution is None else self.solution.line,
            "stopped_by": self.stopped_by,
            "seconds": round(self.seconds, 6),
        }


@decided_by_reading()
def why_not(
    problem: ProblemInput,
    variable: str,
    value: int | str,
    *,
    known: Basis = "position",
    smallest: bool = False,
    chain: bool = True,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
) -> WhyNot:
    """Why ``variable`` (of a puzzle, a cell such as R1C1 or A1) cannot be ``value``.

    From the position: a few rules that exclude the value, given the facts that a person sees: clues,
    entries and pencil marks, and all that follows by singles.  Where that already excludes the
    value, and with ``known="clues"``: clues and rules, which may be nearly all of a hard puzzle.
    These are a smallest set where that is soon known; with ``smallest`` the search for fewer goes
    on until the time is out.

    Raises ``PuzzleError`` or ``ModelError`` for an unknown variable, ``ClueError`` for a value
    outside the declared domain; else as :func:`~nonet.setting.conflicts.conflict`.

    >>> print(why_not(".......21.3..4..", "R1C1", 1).in_words())
    R1C1 cannot be 1: R3C1=1 and column 1 exclude it (no fewer do)
    """
    clock = Deadline(time_limit)
    model, puzzle = model_in_time(problem, clock)
    if puzzle is not None:
        variable = puzzle.grid.cell(variable)
    if variable not in model.structure.domains:
        raise ModelError(f"there is no variable {variable!r}")
    domain = model.structure.domains[variable]
    if value not in domain:
        raise ClueError(f"{variable} has the values {', '.join(domain.names)}: not {value!r}")
    number: Any = value_number(value, [model.structure.symbols.get(variable)], variable)
    if known not in ("position", "clues"):
        raise ModelError(f"known is position or clues, not {known!r}")
    search = _ExclusionSearch(model, puzzle, Fact(variable, number), clock)
    clock.finishes(lambda: search.find_parts(known, smallest))
    stopped_by = clock.stopped_by
    explained = chain and search.status is Status.UNSAT and clock.finishes(search.explain)
    answer = WhyNot(
        search.fact,
        search.status,
        search.known,
        search.parts,
        search.search.bound,
        search.chain,
        search.solution,
        stopped_by,
        clock.elapsed,
        puzzle,
        explained and search.chain is None,
        *(domain & Domain.single(number)).names,
    )
    return clock.result(answer)


class _EnoughQuestions(Exception):
    """As many questions were asked as may be."""


class _FewQuestions:
    """A solver that answers ``most`` questions, and raises ``_EnoughQuestions`` at one more."""

    def __init__(self, solver: AssumptionSolver, most: int) -> None:
        self._solver, self._left = solver, most
        self.core, self.true_literals = solver.core, solver.true_literals

    def solve(self, assumptions: Sequence[int]) -> bool:
        """Whether the assumptions can hold together."""
        self._left -= 1
        if self._left < 0:
            raise _EnoughQuestions
        return self._solver.solve(assumptions)


class _ExclusionSearch:
    """The search for the parts that exclude a value, and its state."""

    def __init__(self, model: Model, puzzle: Puzzle | None, fact: Fact, clock: Deadline) -> None:
        self._model, self._puzzle, self._clock = model, puzzle, clock
        self.fact = fact
        self.known: Basis = "clues"
        self.status = Status.UNKNOWN
        self.search = SmallestSetSearch([])
        self.chain: Chain | None = None
        self.solution: Solution | None = None
        self._part_of: dict[int, Part] = {}
        self._position: list[int] = []
        self._position_facts: list[Fact] = []

    @property
    def parts(self) -> tuple[Part, ...]:
        """The best set so far, clues first."""
        chosen = set(self.search.best)
        return tuple(part for literal, part in self._part_of.items() if literal in chosen)

    def find_parts(self, known: Basis, smallest: bool) -> None:
        """Find parts that exclude the value, as few as the time allows."""
        if known == "position":
            with assumption_solver_for(self._model.structure, self._clock, PROPAGATOR) as bench:
                self._read_position(bench)
        bench = AssumptionSolver(self._model.structure, self._clock, SOLVER)
        self._find_excluding_parts(bench, smallest)

    def _read_position(self, bench: AssumptionSolver) -> None:
        """Read the facts of the position, unless these exclude the value already."""
        given = [bench.literal(part) for part in clue_parts(self._model)]
        if self._puzzle is not None:
            given += [bench.literals[cell][v] for cell, v in self._puzzle.entries.items()]
        agree, implied = bench.propagate([*bench.rules, *given])
        literal = bench.literals[self.fact.name][self.fact.value]
        seen = dict.fromkeys(x for x in (*given, *implied) if abs(x) <= len(bench.assignments))
        if agree and -literal not in seen:
            self.known = "position"
            self._position = list(seen)
            self._position_facts = [Fact(*bench.assignments[abs(x) - 1], holds=x > 0) for x in seen]

    def _find_excluding_parts(self, bench: AssumptionSolver, smallest: bool) -> None:
        literal = bench.literals[self.fact.name][self.fact.value]
        _, clues = bench.hard_and_soft(self._model, rules=False)
        if bench.solve([*bench.rules, *clues, literal]):
            self.status = Status.SAT
            self.known = "clues"
            self.solution = checked_solution(bench.values(), self._model, self._puzzle)
            return
        self.status = Status.UNSAT
        rules = dict(zip(bench.rules, bench.parts, strict=True))
        if self.known == "position":  # entries may be wrong: then they, too, exclude it
            self._part_of = rules
            hard: Sequence[int] = [*self._position, literal]
        else:
            self._part_of = {**clues, **rules}
            hard = [literal]
        self.search = SmallestSetSearch(minimal_unsat_set(bench, hard, list(self._part_of)))

        solver = bench if smallest else _FewQuestions(bench, QUESTIONS_FOR_FEWER)
        limit = self._clock.within(None if smallest else SECONDS_FOR_FEWER)
        with limit, suppress(_EnoughQuestions):
            try:
                smallest_unsat_set(solver, hard, list(self._part_of), self.search)
            except DeadlineExceeded:
                if not self._clock.expired:
                    raise  # a question that asked this one is over
        self._clock.check()

    def explain(self) -> None:
        """Find the chain that refutes the value."""
        supposed = [*self._position_facts, self.fact]
        self.chain = refutation_by_parts(self._model.structure, self.parts, self._clock, supposed)
