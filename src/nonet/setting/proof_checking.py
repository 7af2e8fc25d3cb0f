"""Checking a proof in a folder: the declaration, the clauses, the solution, the refutation.

>>> import nonet, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     path = nonet.prove("1.3.34....2..1..").write(folder)
...     right, wrong = check(path), check(path, "1.3.34.....1....")
>>> right, wrong.reason  # doctest: +ELLIPSIS
(<Checked unique, ... steps>, 'the proof is of another puzzle')
>>> check("no such folder")
Traceback (most recent call last):
...
nonet.errors.FormatError: no such folder: no such folder
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from nonet.errors import FormatError, NonetError
from nonet.model import Model
from nonet.puzzle import Puzzle
from nonet.puzzle.unread import require_whole
from nonet.setting import lrat_checker
from nonet.setting.lrat_checker import ProofError, read_formula, read_proof
from nonet.setting.proofs import cnf_formula
from nonet.solving.outcome import NoTruthValue, Solution
from nonet.solving.problem_input import ProblemInput, model_and_puzzle


@dataclass(frozen=True)
class Checked(NoTruthValue):
    """Whether a proof proves its claim; ``reason`` says why not."""

    accepted: bool
    claim: str = ""
    steps: int = 0
    reason: str = ""
    solution: Solution | None = None

    def in_words(self) -> str:
        """The answer in one line."""
        if not self.accepted:
            return f"refused: {self.reason}"
        what = "exactly one solution" if self.claim == "unique" else "no solution"
        return f"proven: {what} ({self.steps} step{'s' if self.steps != 1 else ''} checked)"

    def to_json(self) -> dict[str, object]:
        """The answer as data."""
        return {
            "accepted": self.accepted,
            "claim": self.claim,
            "steps": self.steps,
            "reason": self.reason,
            "solution": None if self.solution is None else self.solution.line,
        }

    def __repr__(self) -> str:
        return (
            f"<Checked {self.claim}, {self.steps} steps>"
            if self.accepted
            else (f"<Checked {self.in_words()}>")
        )


def check(folder: str | Path, problem: ProblemInput | None = None) -> Checked:
    """Check the proof in a folder; with ``problem``, also that the proof is of this problem.

    The declaration is read and encoded as clauses anew, which must equal the clauses of the
    formula; the solution must hold, and the last clause exclude this solution alone; the refutation
    is checked step by step.  Raises ``FormatError`` for a folder that holds no proof.

    >>> import tempfile
    >>> from nonet import prove
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     print(check(prove("1.3.34....2..1..").write(folder)).accepted)
    True
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
        if (question_model.structure, dict(question_model.narrowed)) != (
            model.structure,
            dict(model.narrowed),
        ):
            raise ProofError("the proof is of another puzzle")
        if (puzzle is None) != (its_puzzle is None):
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
        raise ProofError("the proof or its formula holds what is no number") from None
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
    from nonet.model.json import model_from_json

    text = _read_text(path / "declaration.json")
    try:
        puzzle = _read_puzzle(path / "declaration.json") if '"puzzle"' in text[:100] else None
        model = puzzle.model() if puzzle is not None else model_from_json(text)
    except NonetError as error:
        raise ProofError(f"the declaration cannot be read: {error}") from None
    return model, puzzle


def _read_puzzle(path: Path) -> Puzzle:
    """The puzzle of a declaration; its clues may clash, which a proof may well say."""
    from nonet.formats import iter_puzzles

    puzzles = list(iter_puzzles(path, format="json", allow_clashes=True))
    if len(puzzles) != 1:
        raise ProofError(f"the declaration holds {len(puzzles)} puzzles")
    if not isinstance(puzzles[0], Puzzle):
        raise puzzles[0]
    return puzzles[0]


def _parse_solution(text: str, model: Model, puzzle: Puzzle | None) -> Solution:
    try:
        pairs = json.loads(text, object_pairs_hook=tuple)  # an array is a list
    except ValueError:
        raise ProofError("the solution cannot be read") from None
    if not isinstance(pairs, tuple) or any(type(value) is not int for _, value in pairs):
        raise ProofError("the solution is no object of whole numbers by variables")
    values = dict(pairs)
    if len(values) < len(pairs):
        raise ProofError("the solution has a variable twice")
    if values.keys() != set(model.variables) or not model.accepts(values):
        raise ProofError("the solution is none of the declaration's")
    own = {name: values[name] for name in model.variables}
    return Solution(own, puzzle, model.structure.symbols)
