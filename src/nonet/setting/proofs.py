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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from nonet.deadline import Deadline
from nonet.encoding.clauses.cnf import Cnf, TooLarge
from nonet.encoding.clauses.encoders import CLAUSES_ONLY, encode_cage_or_other, too_large_error
from nonet.encoding.implied_sums import cage_predicate
from nonet.errors import FormatError, PuzzleError
from nonet.model import Model
from nonet.model.json import model_to_json
from nonet.puzzle import Puzzle
from nonet.puzzle.unread import Claims, UnreadPart
from nonet.setting.assumption_solver import lower_parts
from nonet.setting.conflicts import DEFAULT_TIME_LIMIT
from nonet.setting.lrat import Clause, LratStep, ProofTooLong, Satisfiable, refute
from nonet.setting.puzzle_parts import Answer, checked_solution, clue_parts, rule_parts
from nonet.solving.outcome import Solution
from nonet.solving.problem_input import ProblemInput, decided_by_reading, model_in_time

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

    @property
    def claims(self) -> Claims:
        """What its claim says of the solutions."""
        return {"unique": Claims.BOTH, "none": Claims.NO_OTHERS, "multiple": Claims.SOLUTIONS}.get(
            self.claim, Claims.NOTHING
        )

    def undecided_fields(self, doubts: tuple[UnreadPart, ...]) -> dict[str, object]:
        """Of an undecided claim there is no proof."""
        return {"claim": "undecided", "steps": (), "formula": None}

    def _in_words(self) -> str:
        """The answer in one line."""
        if self.claim == "undecided":
            what = "limit on the proof's steps" if self.too_long else "time limit"
            return f"undecided: stopped by the {what}"
        if self.claim == "multiple":
            return "not unique: there are two solutions"
        assert self.formula is not None
        what = "exactly one solution" if self.claim == "unique" else "no solution"
        steps = f"{len(self.steps):,} step{'s' if len(self.steps) != 1 else ''}"
        return f"{what}: {len(self.formula.clauses)} clauses, refuted in {steps}"

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
            "declaration.json": declaration(self.model, self.puzzle),
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


def declaration(model: Model, puzzle: Puzzle | None) -> str:
    """The JSON of the puzzle, or of the model."""
    if puzzle is None:
        return model_to_json(model)
    from nonet.formats import write

    return write([puzzle], "json")


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


def drup_lines(steps: Sequence[LratStep]) -> Iterator[str]:
    """The steps as clauses alone: a DRUP proof, for checkers that find the hints themselves."""
    for step in steps:
        yield " ".join(map(str, (*step.clause, 0)))
