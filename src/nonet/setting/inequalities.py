"""Models as inequalities over 0 and 1, and refutations of them by sums: what VeriPB checks.

>>> import nonet
>>> from nonet.setting.bench import Clock
>>> found = inequalities(nonet.parse("12.....4........").model())
>>> found.text().splitlines()[-1], len(found.rows)
('+1 x32 = 1 ;', 134)

A sum of values is one line here, where clauses need hundreds, and steps may add up lines: that
is the 45 rule.  Exact (Devriendt, Gleixner and Nordström, "Learn to relax: integrating 0-1
integer linear programming with pseudo-Boolean conflict-driven search", Constraints 2021)
searches and logs what it derives; what the refutation needs of its log is kept here.  The steps are
those of Gocht and Nordström, "Certifying parity reasoning efficiently using pseudo-Boolean proofs",
AAAI 2021.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from nonet.errors import NotInstalled, WrongAnswer
from nonet.model import Model
from nonet.setting import inequalities_checker as checker
from nonet.setting.bench import Clock
from nonet.setting.exact_search import searched
from nonet.setting.lrat import Fulfilled, TooLong

if TYPE_CHECKING:
    from nonet.exporting.zero_one import ZeroOne


class Sum(NamedTuple):
    """A step: the number of an inequality, and how it is made of others, as "pol" says it."""

    number: int
    words: tuple[str, ...]


@dataclass(frozen=True)
class Inequalities:
    """A model as rows of a :class:`ZeroOne`, each 0/1 variable a value of a variable."""

    told: ZeroOne

    kind: ClassVar[str] = "inequalities"
    files: ClassVar[tuple[str, str]] = ("formula.opb", "proof.pbp")
    code: ClassVar[str] = "inequalities_checker.py"

    @property
    def size(self) -> int:
        """How many inequalities there are, of which an equation is two."""
        return sum(2 if op == "=" else 1 for _, op, _ in self.told.rows)

    @property
    def rows(self) -> list[checker.Row]:
        """The inequalities, of which an equation is two."""
        return checker.read_formula(self.text())

    @property
    def literals(self) -> Mapping[str, Mapping[int, int]]:
        """The 0/1 variable of each value of each variable (and of auxiliary ones)."""
        return self.told.literals

    def text(self) -> str:
        """The inequalities as OPB, with comments that say what is what."""
        from nonet.exporting.opb import opb_of

        return opb_of(self.told)

    def other_than(self, solution: Mapping[str, int]) -> Inequalities:
        """The same with a last line: some variable differs from the solution."""
        told = self.told
        terms = {told.literals[name][value]: -1 for name, value in solution.items()}
        rows = [*told.rows, (terms, ">=", 1 - len(terms))]
        sections = {**told.sections, len(told.rows): "not the solution"}
        return Inequalities(replace(told, rows=rows, sections=sections))

    def refute(self, clock: Clock, most: int) -> tuple[Sum, ...]:
        """A refutation; raises ``Fulfilled`` if there is none, ``Late``, and ``TooLong`` when it
        would have more than ``most`` steps, ``NotInstalled`` without Exact."""
        rows = self.rows
        for number, (terms, least) in enumerate(rows, 1):
            if sum(terms.values()) < least:
                return (Sum(len(rows) + 1, (str(number),)),)
        if find_spec("exact") is None:
            raise NotInstalled(
                'proofs for VeriPB need Exact: pip install "nonet[veripb]" (of Linux on x86-64 and '
                "Windows; proofs as LRAT do without)"
            )
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "log.proof"
            found = searched(rows, len(self.told.names), log, clock, most)
            if found is not None:
                raise Fulfilled(found)
            steps = tuple(_needed(log.read_text(encoding="utf-8"), len(rows)))
        if len(steps) > most:
            raise TooLong
        try:
            checker.check(rows, self.proof(steps))
        except checker.Refused as error:
            raise WrongAnswer(f"exact: its log is no refutation: {error}") from None
        return steps

    def proof(self, steps: Sequence[Sum]) -> str:
        """The steps as VeriPB reads them; the last inequality made is the contradiction."""
        lines = ["pseudo-Boolean proof version 1.1", f"f {self.size}"]
        lines += [f"pol {' '.join(step.words)}" for step in steps]
        return "\n".join([*lines, f"c {steps[-1].number}"]) + "\n"


def inequalities(model: Model) -> Inequalities:
    """The inequalities of a model, always the same; raises ``Unsupported`` if it has none.

    An objective is left out, which asks for nothing.
    """
    from nonet.exporting.zero_one import zero_one

    return Inequalities(replace(zero_one(model), objective=None))


def _needed(log: str, rows: int) -> Iterator[Sum]:
    """The steps of a log that its contradiction rests on, numbered anew behind the rows."""
    made: dict[int, list[str]] = {}
    last = 0
    for line in log.splitlines()[1:]:
        rule, *words = line.split()
        if rule == "c":
            last = int(words[0])
        elif rule in ("l", "pol"):
            made[len(made) + 1] = [rule, *words]
        elif words == [">=", "0", ";"]:  # says nothing
            made[len(made) + 1] = [rule]
        else:
            raise WrongAnswer(f"exact: its log has a rule that is not read here: {line}")
    needed, waiting = set[int](), [last]
    while waiting:
        number = waiting.pop()
        if number not in needed:
            needed.add(number)
            waiting += [int(words[at]) for words in (made[number],) for at in _rests_on(words)]
    name: dict[int, int] = {}
    for number in sorted(needed):
        rule, *words = made[number]
        if rule == "l":
            name[number] = int(words[0])
            continue
        for at in _rests_on(made[number]):
            words[at - 1] = str(name[int(words[at - 1])])
        rows += 1
        name[number] = rows
        yield Sum(rows, tuple(words))
    if name[last] != rows:  # a line of the formula, which is the contradiction
        yield Sum(rows + 1, (str(name[last]),))


def _rests_on(words: list[str]) -> list[int]:
    """Where a line of the log names inequalities: numbers that no factor or divisor is."""
    if words[0] != "pol":
        return []
    after = [*words[1:], ""]
    return [at for at, word in enumerate(words) if word.isdigit() and after[at] not in ("*", "d")]
