"""Proofs that a puzzle has one solution, or none, which anyone can check.

>>> import nonet
>>> proof = prove("1.3.34....2..1..")
>>> proof.claim, proof.solution.line, len(proof.steps) > 0
('unique', '1234341243212143', True)

The declaration is told as clauses: a literal for each value of each variable, the clauses of each
rule, the clues, and that some variable differs from the solution.  A refutation of these clauses
says that there is no other solution.  What has to be trusted is then: that the clauses state the
declaration (``map.txt`` explains each literal and each group of clauses, and whoever has nonet can
make the clauses again), and a checker of a page.  Not nonet's solvers.
"""

from __future__ import annotations

import json
import os
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import chain, count, filterfalse, islice
from pathlib import Path
from typing import ClassVar, Literal, NamedTuple

from nonet.backends.registry import get_backend
from nonet.deadline import Deadline, DeadlineExceeded
from nonet.encoding.clauses.cnf import Cnf, TooLarge
from nonet.encoding.clauses.encoders import CLAUSES_ONLY, encode_cage_or_other, too_large_error
from nonet.encoding.implied_sums import cage_predicate
from nonet.errors import FormatError, NonetError, PuzzleError, WrongAnswer, quantity
from nonet.formats import iter_puzzles, write
from nonet.model import Model
from nonet.model.json import model_from_json, model_to_json
from nonet.puzzle import Puzzle
from nonet.puzzle.unread import Claims, require_whole
from nonet.setting import lrat_checker
from nonet.setting.conflicts import DEFAULT_TIME_LIMIT
from nonet.setting.live_solvers import lower_parts
from nonet.setting.lrat_checker import ProofError, read_formula, read_proof
from nonet.setting.puzzle_parts import Answer, checked_solution, clue_parts, rule_parts
from nonet.solving.outcome import Solution
from nonet.solving.problem_input import (
    ProblemInput,
    decided_by_reading,
    model_and_puzzle,
    model_in_time,
)

Claim = Literal["unique", "none", "multiple", "undecided"]


@dataclass(frozen=True)
class Formula:
    """A model as clauses, with the meaning of each group of clauses.

    ``literals`` gives the literal of each value of each variable; ``ranges`` are the words of
    each group of clauses, with the numbers (from 1) of its first and last.
    """

    clauses: tuple[Clause, ...]
    literals: dict[str, dict[int, int]]
    ranges: tuple[tuple[str, int, int], ...]

    def text(self) -> str:
        """The clauses as a DIMACS text."""
        top = max((abs(x) for clause in self.clauses for x in clause), default=0)
        lines = [f"p cnf {top} {len(self.clauses)}"]
        lines += [" ".join(map(str, (*clause, 0))) for clause in self.clauses]
        return "\n".join(lines) + "\n"

    def literal_map(self) -> str:
        """Return the text that explains each literal and each range of clauses."""
        lines = ["c literal NUMBER is true where VARIABLE has VALUE; all others are auxiliary"]
        for name, values in self.literals.items():
            lines += [f"literal {number} {name} {value}" for value, number in values.items()]
        lines += [f"clauses {low} {high} {label}" for label, low, high in self.ranges]
        return "\n".join(lines) + "\n"

    def excluding(self, solution: Mapping[str, int]) -> Formula:
        """The same with a last clause: some variable differs from the solution."""
        last = tuple(-self.literals[name][value] for name, value in solution.items())
        number = len(self.clauses) + 1
        ranges = (*self.ranges, ("not the solution", number, number))
        return Formula((*self.clauses, last), self.literals, ranges)


@dataclass(frozen=True)
class Proof(Answer):
    """A claim about a puzzle or model, and the refutation of every other solution.

    ``claim`` is "unique" (``solution`` is the only solution), "none", "multiple" (nothing is
    proven: ``solution`` and ``second_solution`` are two) or "undecided" where the time was out, or
    the proof grew past its limit of steps (``too_long``).
    """

    claim: Claim
    model: Model
    puzzle: Puzzle | None = None
    solution: Solution | None = None
    second_solution: Solution | None = None
    formula: Formula | None = None
    steps: tuple[LratStep, ...] = field(default=(), repr=False)
    seconds: float = 0.0
    too_long: bool = False

    _if_undecided: ClassVar[Mapping[str, object]] = {
        "claim": "undecided",
        "steps": (),
        "formula": None,
    }

    @property
    def claims(self) -> Claims:
        """What its claim says of the solutions."""
        return {"unique": Claims.BOTH, "none": Claims.NO_OTHERS, "multiple": Claims.SOLUTIONS}.get(
            self.claim, Claims.NOTHING
        )

    def _in_words(self) -> str:
        if self.claim == "undecided":
            what = "limit on the proof's steps" if self.too_long else "time limit"
            return f"undecided: stopped by the {what}"
        if self.claim == "multiple":
            return "not unique: there are two solutions"
        assert self.formula is not None
        what = "exactly one solution" if self.claim == "unique" else "no solution"
        clauses = quantity(len(self.formula.clauses), "clause")
        return f"{what}: {clauses}, refuted in {quantity(len(self.steps), 'step')}"

    def _to_json(self) -> dict[str, object]:
        """The answer as data, without the proof."""
        return {
            "claim": self.claim,
            "solution": None if self.solution is None else self.solution.line,
            "other": None if self.second_solution is None else self.second_solution.line,
            "clauses": 0 if self.formula is None else len(self.formula.clauses),
            "steps": len(self.steps),
            "too_long": self.too_long,
            "seconds": round(self.seconds, 6),
        }

    def refutation(self) -> str:
        """Return the steps as an LRAT text."""
        return "".join(
            " ".join(map(str, (number, *clause, 0, *hints, 0))) + "\n"
            for number, clause, hints in self.steps
        )

    def write(self, folder: str | Path) -> Path:
        """Write the proof's files into a folder that is new or empty.

        Raises ``PuzzleError`` where nothing is proven, ``FormatError`` for a folder in use.
        """
        if self.formula is None or not self.steps:
            raise PuzzleError(f"there is no proof to write: {self.in_words()}")
        path = Path(folder)
        if path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise FormatError("it is there and not an empty folder", source=str(path))
        path.mkdir(parents=True, exist_ok=True)
        code = Path(__file__).with_name("lrat_checker.py")
        texts = {
            "declaration.json": model_to_json(self.model)
            if self.puzzle is None
            else write([self.puzzle], "json"),
            "formula.cnf": self.formula.text(),
            "map.txt": self.formula.literal_map(),
            "proof.lrat": self.refutation(),
            "check.py": code.read_text(encoding="utf-8"),
        }
        if self.solution is not None:
            texts["solution.json"] = json.dumps(dict(self.solution)) + "\n"
        for name, text in texts.items():
            (path / name).write_text(text, encoding="utf-8")
        return path


@decided_by_reading()
def prove(
    problem: ProblemInput,
    *,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
    most: int = 2_000_000,
) -> Proof:
    """A proof that there is exactly one solution, or none; ``most`` is a limit on its steps.

    The proof is in LRAT, which any checker of SAT proofs reads.

    Raises as :func:`~nonet.setting.conflicts.conflict`.

    >>> proof = prove("1.3.34....2..1..")
    >>> proof.claim, proof.solution.line
    ('unique', '1234341243212143')
    """
    clock = Deadline(time_limit)
    model, puzzle = model_in_time(problem, clock)
    proofs: list[Proof] = []

    def work() -> None:
        try:
            proofs.append(_build_proof(model, puzzle, clock, most))
        except ProofTooLong:
            proofs.append(Proof("undecided", model, puzzle, too_long=True))

    if not clock.finishes(work):
        return clock.result(Proof("undecided", model, puzzle, seconds=clock.elapsed))
    return replace(proofs[0], seconds=clock.elapsed)


def _build_proof(model: Model, puzzle: Puzzle | None, clock: Deadline, most: int) -> Proof:
    """Refute every other solution: one search finds the solution and goes on from there."""
    solution: Solution | None = None
    bare = full = cnf_formula(model, None, clock)

    def exclude(literals: Sequence[int]) -> Clause:
        nonlocal solution, full
        solution = checked_solution(_values_of_literals(bare, literals), model, puzzle)
        full = bare.excluding(model.projected(solution))
        return full.clauses[-1]

    try:
        steps = tuple(refute(bare.clauses, clock, most, exclude))
    except Satisfiable as found:
        other = checked_solution(_values_of_literals(full, found.literals), model, puzzle)
        return Proof("multiple", model, puzzle, solution, other, full)
    claim: Claim = "none" if solution is None else "unique"
    return Proof(claim, model, puzzle, solution, formula=full, steps=steps)


def _values_of_literals(formula: Formula, literals: Sequence[int]) -> dict[str, int]:
    true = set(literals)
    return {
        name: next(value for value, literal in values.items() if literal in true)
        for name, values in formula.literals.items()
    }


def cnf_formula(
    model: Model, solution: Solution | None, deadline: Deadline | None = None
) -> Formula:
    """Return the clauses of a model; with ``solution``, also the clause that excludes ``solution``.

    The clauses of a model are always the same: so they can be made again and compared.
    """
    clauses: list[Clause] = []
    ranges: list[tuple[str, int, int]] = []

    def section(label: str) -> None:
        low = ranges[-1][2] + 1 if ranges else 1
        if len(clauses) >= low:
            ranges.append((label, low, len(clauses)))

    parts = rule_parts(model)
    lowered, domains = lower_parts(model.structure, parts)
    tick = (deadline or Deadline(None)).check
    try:
        cnf = Cnf(domains, lambda clause: clauses.append(tuple(clause)), check_deadline=tick)
    except TooLarge:
        raise too_large_error("the domains of this model", CLAUSES_ONLY) from None
    section("each variable has one of its values")
    is_cage = cage_predicate(model.structure)
    for part, constraints in zip(parts, lowered, strict=True):
        for constraint in constraints:
            try:
                encode_cage_or_other(cnf, constraint, different=is_cage(constraint))
            except TooLarge:
                raise too_large_error(part.label, CLAUSES_ONLY) from None
        section(part.label)
    literals = {name: cnf.literals[name] for name in model.variables}
    for part in clue_parts(model):
        values = literals[part.scope[0]]
        if part.value is not None:
            clauses.append((values[part.value],))
        else:
            clauses += [(-x,) for value, x in values.items() if value not in part.domain]
        section(f"clue {part.label}")
    formula = Formula(tuple(clauses), literals, tuple(ranges))
    return formula if solution is None else formula.excluding(model.projected(solution))


# Refutations in LRAT steps, written by the solver during the search.
#
# CaDiCaL (Biere, Faller, Fazekas, Fleury, Froleyks and Pollitt, "CaDiCaL 2.0", CAV 2024) writes
# each learnt clause with the clauses from which it follows, during the search (Pollitt, Fleury
# and Biere, "Faster LRAT checking than solving with CaDiCaL", SAT 2023). Most clauses are not
# needed: a pass from the end keeps the clauses on which the empty clause rests. The steps are
# LRAT (Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, "Efficient certified RAT
# verification", CADE 2017).

Clause = tuple[int, ...]

MAX_LINES = 2_000_000
"""Learnt clauses after which a proof is given up."""

BYTES_PER_LINE = 100
"""Bytes of a line of a trace, by which the file's length tells about how many lines there are."""

POLL_CONFLICTS = 1_000
"""Conflicts between two looks at the clock."""

TRACE_OPTIONS = {"CADICAL_LRAT": "1", "CADICAL_BINARY": "0"}
"""CaDiCaL's options for traces in LRAT and as text, which python-sat does not pass on."""

_ENVIRONMENT_LOCK = threading.Lock()


class LratStep(NamedTuple):
    """A clause, its number, and the numbers of the clauses from which this clause follows."""

    number: int
    clause: Clause
    hints: tuple[int, ...]


class Satisfiable(Exception):
    """The clauses can hold: ``literals`` are true."""

    def __init__(self, literals: Sequence[int]) -> None:
        self.literals = literals
        super().__init__()


class ProofTooLong(DeadlineExceeded):
    """A refutation would exceed the maximum number of lines."""


def refute(
    clauses: Sequence[Clause],
    deadline: Deadline,
    max_lines: int = MAX_LINES,
    exclude: Callable[[Sequence[int]], Clause] | None = None,
) -> list[LratStep]:
    """Return a refutation of the clauses; raise ``Satisfiable`` if there is none,
    ``DeadlineExceeded``, and ``ProofTooLong`` beyond ``max_lines`` lines.

    With ``exclude``, the clauses may hold once: the function is given the true literals and returns
    a last clause to refute them with.
    """
    if () in clauses:
        return [LratStep(len(clauses) + 1, (), (clauses.index(()) + 1,))]
    number, lines = _trace(clauses, deadline, max_lines, exclude)
    return _needed_steps(number, lines, deadline)


def _trace(
    clauses: Sequence[Clause],
    deadline: Deadline,
    max_lines: int,
    exclude: Callable[[Sequence[int]], Clause] | None,
) -> tuple[int, list[bytes]]:
    """The number of clauses, and the lines that CaDiCaL writes until the clauses are refuted."""
    get_backend("sat")  # which says what to install where it is missing
    import pysolvers

    with tempfile.TemporaryFile() as file:
        with _trace_options():
            handle = pysolvers.cadical195_new()
        pointer = pysolvers.cadical195_tracepr(handle, file)
        try:
            for clause in clauses:
                pysolvers.cadical195_add_cl(handle, clause)
            answer, number = 0, len(clauses)
            while answer >= 0:
                deadline.check()
                pysolvers.cadical195_cbudget(handle, POLL_CONFLICTS)
                answer = pysolvers.cadical195_solve_lim(handle, [], 0)
                pysolvers.flushpr(pointer)
                if file.seek(0, 2) > BYTES_PER_LINE * max_lines:
                    raise ProofTooLong
                if answer == 1:
                    literals = pysolvers.cadical195_model(handle)
                    if exclude is None or number > len(clauses):
                        raise Satisfiable(literals)
                    pysolvers.cadical195_add_cl(handle, exclude(literals))
                    number += 1
            file.seek(0)
            return number, file.read().splitlines()
        finally:
            pysolvers.cadical195_del(handle, file)


@contextmanager
def _trace_options() -> Iterator[None]:
    """Have solvers that are made in the block write traces as ``TRACE_OPTIONS`` say."""
    with _ENVIRONMENT_LOCK:
        before = {name: os.environ.get(name) for name in TRACE_OPTIONS}
        os.environ.update(TRACE_OPTIONS)
        try:
            yield
        finally:
            for name, value in before.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value


def _needed_steps(clause_count: int, lines: Sequence[bytes], deadline: Deadline) -> list[LratStep]:
    """The steps of a trace on which the empty clause rests, numbered after the given clauses.

    CaDiCaL numbers given and learnt clauses together in the order of addition: the numbers that no
    line of the trace has are the given clauses', in their order.
    """
    learnt: list[tuple[int, bytes]] = []
    for row, line in enumerate(lines):
        if not row % 10_000:
            deadline.check()
        digits, _, clause_text = line.partition(b" ")
        if not digits.isdigit():
            raise WrongAnswer("sat: the solver's trace is not LRAT")
        if not clause_text.startswith(b"d "):
            learnt.append((int(digits), clause_text))
    is_learnt = {number for number, _ in learnt}
    given = islice(filterfalse(is_learnt.__contains__, count(1)), clause_count)
    every = chain(given, (number for number, _ in learnt))
    number_of = {number: place for place, number in enumerate(every, 1)}
    end = next(
        (n for n, (_, clause_text) in enumerate(learnt) if clause_text.startswith(b"0 ")), None
    )
    if end is None:
        raise WrongAnswer("sat: the solver's trace does not end in a refutation")
    needed = {learnt[end][0]}
    steps: list[LratStep] = []
    for number, clause_text in reversed(learnt[: end + 1]):
        if number not in needed:
            continue
        numbers = [*map(int, clause_text.split())]
        place = numbers.index(0)
        hints = numbers[place + 1 : -1]
        needed.update(hints)
        steps.append(
            LratStep(
                number_of[number],
                tuple(numbers[:place]),
                tuple(number_of[hint] for hint in hints),
            )
        )
        if not len(steps) % 1_000:
            deadline.check()
    return steps[::-1]


# Checking a proof in a folder: the declaration, the clauses, the solution, the refutation.


@dataclass(frozen=True, repr=False)
class Checked(Answer):
    """Whether a proof proves its claim; ``reason`` says why not."""

    accepted: bool
    claim: str = ""
    steps: int = 0
    reason: str = ""
    solution: Solution | None = None

    def _in_words(self) -> str:
        if not self.accepted:
            return f"refused: {self.reason}"
        what = "exactly one solution" if self.claim == "unique" else "no solution"
        return f"proven: {what} ({quantity(self.steps, 'step')} checked)"


def check(folder: str | Path, problem: ProblemInput | None = None) -> Checked:
    """Check the proof in a folder; with ``problem``, also that the proof is of this problem.

    The declaration is read and encoded as clauses anew, which must equal the clauses of the
    formula; the solution must hold, and the last clause exclude this solution alone; the refutation
    is checked step by step.  Raises ``FormatError`` for a folder that holds no proof.

    >>> import tempfile
    >>> from nonet import prove
    >>> folder = tempfile.TemporaryDirectory()
    >>> check(prove("1.3.34....2..1..").write(folder.name)).accepted
    True
    >>> folder.cleanup()
    """
    path = Path(folder)
    if not path.is_dir():
        raise FormatError("no such folder", source=str(path))
    try:
        return _check_folder(path, problem)
    except ProofError as error:
        return Checked(accepted=False, reason=str(error))


def _check_folder(path: Path, problem: ProblemInput | None) -> Checked:
    model, puzzle = _read_declaration(path)
    if problem is not None:
        question_model, its_puzzle = model_and_puzzle(problem)
        if its_puzzle is not None:
            require_whole(its_puzzle.unread, "the puzzle")
        pairs = ((question_model, its_puzzle), (model, puzzle))
        declared = [(m.structure, dict(m.narrowed), p is None) for m, p in pairs]
        if declared[0] != declared[1]:
            raise ProofError("the proof is of another puzzle")
    solution = None
    if (path / "solution.json").exists():
        solution = _parse_solution(_read_text(path / "solution.json"), model, puzzle)
    expected = cnf_formula(model, solution).clauses
    formula_text, proof = (_read_text(path / name) for name in ("formula.cnf", "proof.lrat"))
    try:
        clauses = read_formula(formula_text)
        if sorted(map(sorted, clauses)) != sorted(map(sorted, expected)):
            raise ProofError("the formula is not what the declaration comes to")
        steps = lrat_checker.check(clauses, read_proof(proof))
    except ValueError:
        raise ProofError("the proof or its formula holds what is not a number") from None
    claim = "none" if solution is None else "unique"
    return Checked(True, claim, steps, solution=solution)


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise FormatError("there is no such file in the proof's folder", source=str(path)) from None
    except (OSError, ValueError) as error:
        raise FormatError(f"it cannot be read: {error}", source=str(path)) from None


def _read_declaration(path: Path) -> tuple[Model, Puzzle | None]:
    text = _read_text(path / "declaration.json")
    try:
        if '"puzzle"' not in text[:100]:
            return model_from_json(text), None
        # clues may clash, which a proof may well say
        puzzles = list(iter_puzzles(path / "declaration.json", format="json", allow_clashes=True))
        if len(puzzles) != 1:
            raise ProofError(f"the declaration holds {len(puzzles)} puzzles")
        if not isinstance(puzzles[0], Puzzle):
            raise puzzles[0]
        return puzzles[0].model(), puzzles[0]
    except NonetError as error:
        raise ProofError(f"the declaration cannot be read: {error}") from None


def _parse_solution(text: str, model: Model, puzzle: Puzzle | None) -> Solution:
    try:
        pairs = json.loads(text, object_pairs_hook=tuple)  # an array is a list
    except ValueError:
        raise ProofError("the solution cannot be read") from None
    if not isinstance(pairs, tuple) or any(type(value) is not int for _, value in pairs):
        raise ProofError("the solution is not an object of whole numbers by variables")
    values = dict(pairs)
    if len(values) < len(pairs):
        raise ProofError("the solution has a variable twice")
    if values.keys() != set(model.variables) or not model.accepts(values):
        raise ProofError("the solution is none of the declaration's")
    own = {name: values[name] for name in model.variables}
    return Solution(own, puzzle, model.structure.symbols)
