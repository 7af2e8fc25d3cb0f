"""Models as inequalities over 0 and 1, and refutations by sums of inequalities: the proofs that
VeriPB checks.

>>> import nonet
>>> from nonet.deadline import Deadline
>>> found = inequalities(nonet.parse("12.....4........").model())
>>> found.text().splitlines()[-1], len(found.rows)
('+1 x32 = 1 ;', 134)

A sum of values is one line here, where clauses need hundreds, and steps may add up lines: that is
the 45 rule.  Exact (Devriendt, Gleixner and Nordström, "Learn to relax: integrating 0-1 integer
linear programming with pseudo-Boolean conflict-driven search", Constraints 2021) searches and logs
its derivations; the part of its log that the refutation needs is kept.  The steps follow Gocht and
Nordström, "Certifying parity reasoning efficiently using pseudo-Boolean proofs", AAAI 2021.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from nonet.deadline import Deadline
from nonet.encoding.implied_sums import sum_origins
from nonet.errors import NotInstalled, WrongAnswer
from nonet.model import Linear, Model
from nonet.setting import inequalities_checker as checker
from nonet.setting.exact_solver import solve_or_refute
from nonet.setting.lrat import ProofTooLong, Satisfiable

if TYPE_CHECKING:
    from nonet.exporting.zero_one import ZeroOne


class SumStep(NamedTuple):
    """A step: the number of an inequality, and its derivation from earlier inequalities, in the
    operations of "pol"."""

    number: int
    operations: tuple[str, ...]


class ImpliedRow(NamedTuple):
    """An inequality that follows from the rows, and its derivation as a "pol"."""

    row: checker.Row
    operations: tuple[str, ...]


@dataclass(frozen=True)
class Inequalities:
    """A model as rows of a :class:`ZeroOne`, each 0/1 variable a value of a variable."""

    zero_one: ZeroOne
    implied: tuple[ImpliedRow, ...] = ()
    """Sums across cages, which the solver is given, too: it does not look for them."""

    kind: ClassVar[str] = "inequalities"
    files: ClassVar[tuple[str, str]] = ("formula.opb", "proof.pbp")
    code: ClassVar[str] = "inequalities_checker.py"

    @property
    def size(self) -> int:
        """How many inequalities there are, of which an equation is two."""
        return sum(2 if op == "=" else 1 for _, op, _ in self.zero_one.rows)

    @property
    def rows(self) -> list[checker.Row]:
        """The inequalities, of which an equation is two."""
        return checker.read_formula(self.text())

    @property
    def literals(self) -> Mapping[str, Mapping[int, int]]:
        """The 0/1 variable of each value of each variable (and of auxiliary variables)."""
        return self.zero_one.literals

    def text(self) -> str:
        """Return the inequalities as OPB, with comments that name variables and constraints."""
        from nonet.exporting.opb import opb_text

        return opb_text(self.zero_one)

    def excluding(self, solution: Mapping[str, int]) -> Inequalities:
        """The same with a last line: some variable differs from the solution."""
        zero_one = self.zero_one
        terms = {zero_one.literals[name][value]: -1 for name, value in solution.items()}
        rows = [*zero_one.rows, (terms, ">=", 1 - len(terms))]
        sections = {**zero_one.sections, len(zero_one.rows): "not the solution"}
        return replace(self, zero_one=replace(zero_one, rows=rows, sections=sections))

    def refute_others(
        self, exclude: Callable[[Sequence[int]], Inequalities], deadline: Deadline, max_steps: int
    ) -> tuple[SumStep, ...]:
        """Return a refutation of the rows, or if they hold, of the inequalities that ``exclude``
        makes of the true literals; raise as ``refute``."""
        try:
            return self.refute(deadline, max_steps)
        except Satisfiable as solution:
            others = exclude(solution.literals)
        return others.refute(deadline, max_steps)

    def refute(self, deadline: Deadline, max_steps: int) -> tuple[SumStep, ...]:
        """Return a refutation; raise ``Satisfiable`` if there is none, ``DeadlineExceeded``,
        ``ProofTooLong`` when the refutation would have more than ``max_steps`` steps,
        ``NotInstalled`` without Exact."""
        rows = self.rows
        for number, (terms, least) in enumerate(rows, 1):
            if sum(terms.values()) < least:
                return (SumStep(len(rows) + 1, (str(number),)),)
        if find_spec("exact") is None:
            raise NotInstalled(
                'proofs for VeriPB need Exact: pip install "nonet[veripb]" (of Linux on x86-64 and '
                "Windows; proofs as LRAT do without)"
            )
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "log.proof"
            given = [*rows, *(each.row for each in self.implied)]
            model = solve_or_refute(given, len(self.zero_one.names), log, deadline, max_steps)
            if model is not None:
                raise Satisfiable(model)
            text = log.read_text(encoding="utf-8")
            steps = tuple(_needed_steps(text, len(rows), self.implied))
        if len(steps) > max_steps:
            raise ProofTooLong
        try:
            checker.check(rows, self.proof(steps), deadline.check)
        except checker.ProofError as error:
            raise WrongAnswer(f"exact: its log is no refutation: {error}") from None
        return steps

    def proof(self, steps: Sequence[SumStep]) -> str:
        """Return the steps in VeriPB's format; the last inequality is the contradiction."""
        lines = ["pseudo-Boolean proof version 1.1", f"f {self.size}"]
        lines += [f"pol {' '.join(step.operations)}" for step in steps]
        return "\n".join([*lines, f"c {steps[-1].number}"]) + "\n"


def inequalities(model: Model) -> Inequalities:
    """Return the inequalities of a model, always the same; raise ``Unsupported`` for a model
    without this form.

    An objective is left out, which asks for nothing.
    """
    from nonet.exporting.zero_one import zero_one

    program = replace(zero_one(model), objective=None)
    return Inequalities(program, tuple(_implied_rows(program, model)))


def _implied_rows(program: ZeroOne, model: Model) -> Iterator[ImpliedRow]:
    """Derive the sums that units and cages imply, each as two inequalities.

    Where each value is in one cell of a unit, these rows, each times its value, add up to the unit's
    sum; the rows of cages are subtracted, as each has its negation.
    """
    number_of: dict[frozenset[tuple[int, int]], int] = {}
    number = 1
    for terms, op, _ in program.rows:
        if op == "=":
            number_of.setdefault(frozenset(terms.items()), number)
        number += 2 if op == "=" else 1
    for origin in sum_origins(model.structure):
        weighted: list[tuple[int | None, int]] = []
        for unit in origin.units:
            for value in sorted({value for name in unit for value in program.literals[name]}):
                holders = (program.literals[name].get(value) for name in unit)
                key = frozenset((literal, 1) for literal in holders if literal is not None)
                weighted += [(number_of.get(key), value)] if value else []
        cages = [program.terms(Linear.sum(tuple(cage), "==", 0)) for cage in origin.cages]
        subtracted = [
            number_of.get(frozenset(item for item in terms.items() if item[1])) for terms in cages
        ]
        if None in subtracted or any(place is None or value < 0 for place, value in weighted):
            continue
        total = origin.implied
        pairs = [(c, x) for x, c in program.terms(total).items()]
        at_least = checker.normalized_row(pairs, total.constant)
        at_most = checker.normalized_row([(-c, x) for c, x in pairs], -total.constant)
        for upper in (0, 1):
            added = [f"{(place or 0) + upper} {value} *" for place, value in weighted]
            added += [f"{(place or 0) + 1 - upper}" for place in subtracted]
            operations = " ".join([added[0], *(f"{each} +" for each in added[1:])])
            # the units less the cages are the sum, or its negation
            row = at_most if bool(upper) == origin.units_first else at_least
            yield ImpliedRow(row, tuple(operations.split()))


def _needed_steps(log: str, rows: int, implied: Sequence[ImpliedRow] = ()) -> Iterator[SumStep]:
    """The steps of a log that its contradiction rests on, numbered anew behind the rows; the log
    knows the ``implied`` rows, which are steps, as further rows."""
    declared = rows
    steps: dict[int, list[str]] = {}
    last = 0
    for line in log.splitlines()[1:]:
        rule, *arguments = line.split()
        if rule == "c":
            last = int(arguments[0])
        elif rule in ("l", "pol"):
            steps[len(steps) + 1] = [rule, *arguments]
        elif arguments == [">=", "0", ";"]:  # says nothing
            steps[len(steps) + 1] = [rule]
        else:
            raise WrongAnswer(f"exact: its log has a rule that is not read here: {line}")
    needed, waiting = set[int](), [last]
    while waiting:
        number = waiting.pop()
        if number not in needed:
            needed.add(number)
            waiting += [
                int(arguments[at])
                for arguments in (steps[number],)
                for at in _premise_positions(arguments)
            ]
    name: dict[int, int] = {}
    for number in sorted(needed):
        rule, *arguments = steps[number]
        if rule == "l" and int(arguments[0]) <= declared:
            name[number] = int(arguments[0])
            continue
        if rule == "l":
            arguments = [*implied[int(arguments[0]) - declared - 1].operations]
        for at in _premise_positions(steps[number]):  # none where an implied row is read
            arguments[at - 1] = str(name[int(arguments[at - 1])])
        rows += 1
        name[number] = rows
        yield SumStep(rows, tuple(arguments))
    if name[last] != rows:  # a line of the formula, which is the contradiction
        yield SumStep(rows + 1, (str(name[last]),))


def _premise_positions(arguments: list[str]) -> list[int]:
    """Where a line of the log names inequalities: numbers that no factor or divisor is."""
    if arguments[0] != "pol":
        return []
    after = [*arguments[1:], ""]
    return [
        at for at, word in enumerate(arguments) if word.isdigit() and after[at] not in ("*", "d")
    ]
