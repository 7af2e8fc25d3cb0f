"""Compare routes in interleaved rounds: a drift of the machine's speed affects all routes alike.

In a round all routes answer the same images of the same puzzles, one route after the other
in a random order.  No route gets an image twice.  Each route has a budget of wall time for a
set and a question; a route that exceeds its budget is stopped, and its results so far are
reported.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from benchmarks.routes import kind
from benchmarks.sets import Item, PuzzleSet
from benchmarks.worker import QUESTIONS, SOLVE, VERIFY, Ended, Ready, State, Timed, Worker
from nonet.solving.problem_input import model_and_puzzle

CANNOT_VERIFY = Ended("unsuited", "finds one solution and cannot tell whether it is the only one")


@dataclass
class Cell:
    """The rounds of one route on one set for one question.

    ``ended`` is the reason for an early end.  ``wrong`` counts answers that break a rule or
    deny that the solution is unique, ``unsolved`` puzzles without an answer.  ``first`` is the
    CPU time in seconds of the first puzzle of the geometry, which also builds the caches;
    this puzzle is not part of a round.
    """

    route: str
    set: str
    question: str
    puzzles: int
    rounds: list[list[Timed]] = field(default_factory=list)
    ended: Ended | None = None
    spent: float = 0.0
    wrong: int = 0
    unsolved: int = 0
    first: float | None = None

    @property
    def full(self) -> list[list[Timed]]:
        """The completed rounds."""
        return [done for done in self.rounds if len(done) == self.puzzles]

    @property
    def state(self) -> State:
        """``ok`` if at least one round was completed."""
        return "ok" if self.full or self.ended is None else self.ended.state


@dataclass
class Comparison:
    """Everything measured in one run."""

    cells: dict[tuple[str, str, str], Cell]
    versions: dict[str, str]
    missing: dict[str, Ended]

    def cell(self, route: str, set: str, question: str = SOLVE) -> Cell:
        """Return the results of a route on a set."""
        return self.cells[route, set, question]


def compare(
    routes: Sequence[str],
    sets: Sequence[PuzzleSet],
    *,
    rounds: int,
    budget: float,
    questions: Sequence[str] = QUESTIONS,
    norvig: str = "",
    seed: int = 1,
) -> Comparison:
    """Measure ``routes`` on ``sets``.

    ``budget`` is in seconds of wall time, for a route, a set and a question,
    over all rounds.
    """
    workers = {name: Worker(name, norvig) for name in routes}
    result = Comparison({}, {}, {})
    for name in routes:
        for puzzles in sets:
            for question in questions:
                key = name, puzzles.name, question
                result.cells[key] = Cell(name, puzzles.name, question, len(puzzles))
    random = Random(seed)
    try:
        for puzzles in sets:  # a geometry at a time, so that its caches stay
            _warm(workers, puzzles, result, questions, seed, budget)
            for number in range(rounds):
                for question in questions:
                    items = puzzles.images(f"{seed} {number} {question}")
                    _say(f"{puzzles.name}: round {number + 1} of {rounds}, {question}")
                    answers: dict[str, list[Timed]] = {}
                    for name in random.sample(list(workers), len(workers)):
                        cell = result.cells[name, puzzles.name, question]
                        solving = result.cells.get((name, puzzles.name, SOLVE))
                        if question == VERIFY and solving is not None and solving.state == "over":
                            # verifying takes at least as long as solving
                            cell.ended = cell.ended or solving.ended
                        _round(workers[name], cell, items, puzzles, budget)
                        if cell.rounds and len(cell.rounds) == number + 1:
                            answers[name] = cell.rounds[-1]
                    _check(result, puzzles, question, items, answers)
    finally:
        for worker in workers.values():
            worker.stop()
    _say("")
    return result


def _warm(
    workers: dict[str, Worker],
    puzzles: PuzzleSet,
    result: Comparison,
    questions: Sequence[str],
    seed: int,
    budget: float,
) -> None:
    """Start all routes on the geometry with a puzzle that is not part of a round."""
    _say(f"{puzzles.name}: starting")
    for name, worker in workers.items():
        cells = [result.cells[name, puzzles.name, question] for question in questions]
        answer = result.missing.get(name) or worker.prepare(puzzles.geometries)
        cannot = isinstance(answer, Ready) and not answer.verifies
        if isinstance(answer, Ready):
            result.versions[name] = answer.version
        elif isinstance(answer, Ended) and answer.state == "missing":
            result.missing[name] = answer
        for cell in cells:
            if cell.question == VERIFY and cannot:
                cell.ended = CANNOT_VERIFY
                continue
            if isinstance(answer, Ended):
                cell.ended = answer
                continue
            worker.prepare(puzzles.geometries)
            image = puzzles.images(f"{seed} warm {cell.question}")[:1]
            done, cell.ended = worker.ask(image, cell.question, budget)
            if done:
                cell.first = done[0].cpu
            elif cell.ended is not None and cell.ended.state == "over":
                answer = cell.ended  # verifying takes at least as long as solving


def _round(
    worker: Worker, cell: Cell, items: list[Item], puzzles: PuzzleSet, budget: float
) -> None:
    """Run a round of one route, unless the route has ended."""
    if cell.ended is not None:
        return
    worker.prepare(puzzles.geometries)
    done, cell.ended = worker.ask(items, cell.question, max(0.1, budget - cell.spent))
    cell.rounds.append(done)
    cell.spent += sum(each.wall for each in done)
    if cell.ended is None and cell.spent >= budget:
        cell.ended = Ended("over", f"over {budget:.3g} s")


def _check(
    result: Comparison,
    puzzles: PuzzleSet,
    question: str,
    items: Sequence[Item],
    answers: dict[str, list[Timed]],
) -> None:
    """Count the wrong and missing answers of a round.

    Solutions are checked against clues and rules.  All puzzles of the sets have exactly one
    solution, so each other verdict is wrong.
    """
    valid: dict[tuple[int, str], bool] = {}
    for name, done in answers.items():
        cell = result.cells[name, puzzles.name, question]
        for number, timed in enumerate(done):
            if question == VERIFY:
                cell.unsolved += timed.answer == "undecided"
                cell.wrong += timed.answer not in ("unique", "undecided")
            elif not timed.answer:
                cell.unsolved += 1
            else:
                key = number, timed.answer
                if key not in valid:
                    valid[key] = is_solution(items[number], timed.answer)
                cell.wrong += not valid[key]
    if question == SOLVE:
        _compare_solutions(result, puzzles, valid, answers)


def _compare_solutions(
    result: Comparison,
    puzzles: PuzzleSet,
    valid: dict[tuple[int, str], bool],
    answers: dict[str, list[Timed]],
) -> None:
    """Raise RuntimeError if a puzzle has two valid solutions: such a set is unusable."""
    solutions: dict[int, str] = {}
    for (number, answer), is_valid in valid.items():
        if is_valid and solutions.setdefault(number, answer) != answer:
            raise RuntimeError(f"set {puzzles.name} has a puzzle with more than one solution")


def is_solution(item: Item, answer: str) -> bool:
    """Return whether a line keeps the clues and all rules."""
    model, puzzle = model_and_puzzle(item.text)
    assert puzzle is not None
    values = puzzle.alphabet.value_of_symbol
    if len(answer) != len(model.variables) or any(symbol not in values for symbol in answer):
        return False
    return model.accepts({v: values[s] for v, s in zip(model.variables, answer, strict=True)})


def _say(message: str) -> None:
    """Show progress on standard error if this is a terminal."""
    if sys.stderr.isatty():
        print(f"\r\033[K{message}", end="", file=sys.stderr, flush=True)


def by_kind(routes: Sequence[str]) -> list[str]:
    """Sort routes: backends of nonet, textbook programs, other packages."""
    return sorted(routes, key=lambda name: ("nonet", "textbook", "peer").index(kind(name)))
