"""Conflicts: which clues, or clues and rules, cannot hold together.

>>> import nonet
>>> found = conflict(nonet.parse("12.....4........"), chain=True)
>>> found
<Conflict R1C1=1, R1C2=2 and R2C4=4 clash (no fewer clash)>
>>> print(found.chain)
box 2: R1C3 and R1C4 are not 4, since R2C4 is 4
row 1 has no place for 4, since R1C1 is 1, R1C2 is 2 and R1C3 and R1C4 are not 4
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from html import escape

from nonet.backends.base import StopReason
from nonet.deadline import Deadline, DeadlineExceeded, report_progress
from nonet.errors import ModelError, Unsupported, check_whole_number, quantity
from nonet.model import Annotation, Constraint, Model, Structure
from nonet.model.constraints.variable_globals import primitives_of
from nonet.model.entailment import formula_with_symbols
from nonet.model.expressions.arithmetic import checked_constraint
from nonet.model.symbols import Symbols
from nonet.puzzle import Puzzle
from nonet.puzzle.grid import place
from nonet.puzzle.puzzle import Clash
from nonet.render.drawing import Area
from nonet.render.svg import drawing_svg
from nonet.setting.live_solvers import SOLVER, AssumptionSolver, SubmodelSolver
from nonet.setting.minimal_unsat import (
    SmallestSetSearch,
    minimal_unsat_set,
    smallest_unsat_set,
    unsat_core,
)
from nonet.setting.puzzle_parts import (
    ASSUMPTION,
    Answer,
    Part,
    checked_solution,
    parts_text,
    unnamed_text,
)
from nonet.solving.outcome import Solution, Status
from nonet.solving.problem_input import ProblemInput, decided_by_reading, model_in_time
from nonet.techniques.candidate_layout import Layout, mask_of
from nonet.techniques.engines.refutation import Chain, Fact, Link, refutation
from nonet.tracing.sentences import value_text

DEFAULT_TIME_LIMIT = 10.0
"""Seconds that a setter's question may take, unless the caller gives a limit."""

MANY_PARTS = 40
"""Parts in a first conflict from which whole kinds of parts are given up before single parts."""

KIND = 0.1
"""The share of the time left for one question about a whole kind, which may be a hard one."""

ConflictSolver = AssumptionSolver | SubmodelSolver

CLAUSES = 0.3
"""The share of the time after which CP-SAT is asked: clauses are slow on sums of many values."""

MAX_CHAIN_VALUES = 20_000
"""Values of all variables together, at most, of a chain."""

SEARCH = 0.8
"""The share of the time after which the best conflict found by then is explained."""


@dataclass(frozen=True, repr=False)
class Conflict(Answer):
    """The clashing parts of a puzzle or model.

    ``status`` is UNSAT where there is a conflict, SAT where the puzzle has a solution
    (``solution``, checked), UNKNOWN where the time was out before either.  ``parts`` clash, and
    each is needed; ``()`` if none were found in time (``stopped``), or else if the parts that may
    not go clash by themselves.  ``bound``: no fewer parts clash.  ``others`` are further minimal
    conflicts, as many as were asked for, and ``complete`` says that there are no more.  ``chain``
    leads from the parts to a contradiction; ``None`` where that was not asked for, too long, or out
    of time.  ``clashes`` are all equal clues of one unit.  Where no ``parts`` were found in
    time, ``kinds`` may name kinds of parts (row, anti-knight, clues) that clash, all parts of each.
    """

    status: Status
    parts: tuple[Part, ...] = ()
    bound: int = 0
    others: tuple[tuple[Part, ...], ...] = ()
    complete: bool = False
    stopped_by: StopReason | None = None
    seconds: float = 0.0
    solution: Solution | None = None
    chain: Chain | None = None
    clashes: tuple[Clash, ...] = ()
    kinds: tuple[str, ...] = ()
    puzzle: Puzzle | None = field(default=None, compare=False)

    def _repr_html_(self) -> str:
        text = escape(self.in_words())
        if self.puzzle is None or self.solution is not None:
            shown = "".join(f"<li><code>{escape(part.label)}</code></li>" for part in self.parts)
            return f"<div>{text}</div><ul>{shown}</ul>"
        cells = self.puzzle.grid.cell_set
        areas = [
            Area(tuple(place(x) for x in part.scope if x in cells), "set", number)
            for number, part in enumerate(self.parts)
            if not cells.isdisjoint(part.scope)
        ]
        drawing = self.puzzle.drawing()
        drawing = replace(drawing, areas=(*drawing.areas, *areas))
        return f"<div>{text}</div><div>{drawing_svg(drawing, title=self.in_words())}</div>"

    @property
    def is_smallest(self) -> bool:
        """Whether the smallest number of clashing parts is proven."""
        proven = self.bound >= len(self.parts) and (bool(self.parts) or not self.stopped)
        return self.status is Status.UNSAT and proven

    def _in_words(self) -> str:
        if self.status is Status.SAT:
            return "no conflict: there is a solution"
        if self.status is Status.UNKNOWN:
            return f"undecided: {self.stop_text} before a conflict or a solution was found"
        if self.kinds:
            return (
                f"{parts_text(self.kinds)} clash; "
                f"{self.stop_text} before it was found which of their parts"
            )
        if not self.parts and self.stopped:
            return f"there is no solution; {self.stop_text} before it was found what clashes"
        if not self.parts:
            return "what must hold clashes already, whatever else is given up"
        text = self.clash_text(self.parts)
        if len(self.parts) == 1:
            return text
        if self.is_smallest:
            return f"{text} (no fewer clash)"
        return f"{text} (fewer may clash, but at least {self.bound})"

    def clash_text(self, parts: Sequence[Part]) -> str:
        """That some parts clash; of equal clues in one unit, in which."""
        if len(parts) == 1:
            return f"{parts_text(parts)} cannot hold"
        cells = {part.scope[0] for part in parts if part.kind == "clue"}
        pairs = (x for x in self.clashes if len(parts) == 2 and cells == {x.first, x.second})
        where = next((f" in {clash.unit_label}" for clash in pairs), "")
        return f"{parts_text(parts)} clash{where}"

    def _to_json(self) -> dict[str, object]:
        return {
            "status": self.status.value,
            "conflict": [part.to_json() for part in self.parts],
            "bound": self.bound,
            "smallest": self.is_smallest,
            "kinds": list(self.kinds),
            "others": [[part.to_json() for part in each] for each in self.others],
            "clashes": [
                {"cells": [each.first, each.second], "value": each.value, "unit": each.unit_label}
                for each in self.clashes
            ],
            "complete": self.complete,
            "stopped_by": self.stopped_by,
            "chain": None if self.chain is None else [x.to_json() for x in self.chain.links],
            "seconds": round(self.seconds, 6),
        }


@decided_by_reading(allow_clashes=True)
def conflict(
    problem: ProblemInput,
    *,
    rules: bool | None = None,
    assumptions: Iterable[Constraint] | Mapping[str, Constraint] = (),
    smallest: bool = True,
    number: int = 1,
    chain: bool = False,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
) -> Conflict:
    """The clues that clash, or with ``rules`` the clues and rules; a smallest such set.

    ``assumptions`` are constraints of this question alone, as they are or by label: the answer
    is then the assumptions that clash with the model, or with ``rules`` the assumptions, clues
    and rules.

    By default rules are taken for granted, unless there is no clue, or the rules clash without
    clues.  Without ``smallest``: a set of which each part is needed, which takes a tenth of
    the time.  ``number``: the maximum number of conflicts.  ``chain``: also explain the clash, step
    by step.  After ``time_limit`` seconds the answer is the best result so far.

    Of a puzzle that has a solution the answer says so.  Raises ``LimitError`` for a limit
    that is none.

    A SAT solver answers, or CP-SAT if the clauses are too many or undecided after three tenths of
    the time, as for sums over wide domains; then there may be no chain.

    >>> print(conflict("12.....4........").in_words())
    R1C1=1, R1C2=2 and R2C4=4 clash (no fewer clash)
    """
    check_whole_number(number, "a number of conflicts")
    clock = Deadline(time_limit)
    model, puzzle = model_in_time(problem, clock, allow_clashes=True)
    if labelled := _labelled(assumptions, model.structure.symbols):
        model = model.add(*labelled)
    search = _ConflictSearch(model, puzzle, clock)
    report_progress(search.progress_text)
    with clock.share(SEARCH if chain else 1.0):
        clock.finishes(lambda: search.find(rules, smallest, number))
    stopped_by = clock.stopped_by
    if chain and search.parts:
        clock.finishes(search.explain)
    return clock.result(search.answer(stopped_by))


def _labelled(
    assumptions: Iterable[Constraint] | Mapping[str, Constraint], symbols: Mapping[str, Symbols]
) -> list[Constraint]:
    """Return the assumptions, each with a label: the given one, or the constraint's text."""
    if isinstance(assumptions, Constraint) or not isinstance(assumptions, Iterable):
        raise ModelError("assumptions are a list of constraints, or constraints by label")
    pairs: Iterable[tuple[str, Constraint]]
    if isinstance(assumptions, Mapping):
        pairs = assumptions.items()
    else:
        pairs = [("", constraint) for constraint in assumptions]
    labelled: dict[Constraint, None] = {}  # of several that are equal one
    for label, constraint in pairs:
        if isinstance(constraint, bool):
            raise ModelError(f"assumptions are constraints, and {constraint} is none")
        text = label or str(checked_constraint(constraint).rule)
        if not text and constraint.formula:
            text = formula_with_symbols(constraint, symbols)
        text = text or unnamed_text(constraint)
        labelled[replace(constraint, rule=Annotation(ASSUMPTION, text))] = None
    return list(labelled)


def refutation_by_parts(
    structure: Structure, parts: Iterable[Part], deadline: Deadline, supposed: Iterable[Fact] = ()
) -> Chain | None:
    """Return a chain to a contradiction; ``None`` if it takes too many cases, or values."""
    clues = [part for part in parts if part.kind == "clue"]
    labelled = ((constraint, part.label) for part in parts for constraint in part.constraints)
    label_of = {p: label for c, label in labelled for p in primitives_of(c, structure.domains)}
    names = dict.fromkeys(name for part in parts for name in part.scope)
    names.update(dict.fromkeys(fact.name for fact in supposed))
    domains = {name: structure.domains[name] for name in names}
    if sum(map(len, domains.values())) > MAX_CHAIN_VALUES:
        return None
    layout = Layout(Structure(domains, tuple(label_of)))
    facts = [*supposed]
    for part in clues:
        name = part.scope[0]
        absent = [value for value in domains[name] if value not in part.domain]
        facts += [Fact(name, part.value)] if part.value is not None else []
        facts += [Fact(name, value, False) for value in absent if part.value is None]
    remaining = [set(domain) for domain in domains.values()]
    for fact in facts:
        values = remaining[layout.cell_number[fact.name]]
        values &= {value for value in values if (value == fact.value) == fact.holds}
        if not values:
            return Chain((Link((), "", (), tuple(x for x in facts if x.name == fact.name)),))
    return refutation(
        layout,
        [mask_of(map(layout.value_number.__getitem__, values)) for values in remaining],
        label=lambda source: label_of[source.constraint],
        value_name=lambda name, value: value_text(name, value, structure.symbols),
        check_deadline=deadline.check,
    )


class _ConflictSearch:
    """The known conflicts of a model while a search runs."""

    def __init__(self, model: Model, puzzle: Puzzle | None, clock: Deadline) -> None:
        self._model, self._puzzle, self._clock = model, puzzle, clock
        self._status = Status.UNKNOWN
        self._solution: Solution | None = None
        self._search = SmallestSetSearch([])
        self._part_of: dict[int, Part] = {}
        self._kinds: tuple[str, ...] = ()
        self._chain: Chain | None = None
        self._fixed_rules: tuple[Part, ...] = ()
        self._fixed_clues: tuple[Part, ...] = ()

    @property
    def parts(self) -> tuple[Part, ...]:
        return self._parts_of(self._search.best)

    def progress_text(self) -> str:
        """Return the conflicts found so far, in a few words."""
        if not self._search.best:
            return ""
        text = f"a conflict of {quantity(self._search.size, 'part')}, at least {self._search.bound} needed"
        others = len(self._search.others)
        return f"{text}, {quantity(others, 'other')}" if others else text

    def _parts_of(self, literals: Iterable[int]) -> tuple[Part, ...]:
        chosen = set(literals)
        return tuple(part for literal, part in self._part_of.items() if literal in chosen)

    def find(self, rules: bool | None, best: bool, number: int) -> None:
        """Find a conflict, with ``best`` a smallest conflict, and up to ``number`` conflicts."""
        try:
            with self._clock.share(CLAUSES):
                bench = AssumptionSolver(self._model.structure, self._clock, SOLVER)
                self._decide(bench)
            self._find(bench, rules, best, number)
        except (Unsupported, DeadlineExceeded):
            if self._status is not Status.UNKNOWN:
                raise
            submodels = SubmodelSolver(self._model, self._clock)
            self._decide(submodels)
            self._find(submodels, rules, best, number)

    def _decide(self, bench: ConflictSolver) -> None:
        """Find whether all parts can hold together."""
        _, clues = bench.hard_and_soft(self._model, rules=False)
        if bench.solve([*bench.rules, *clues]):
            self._solution = checked_solution(bench.values(), self._model, self._puzzle)
            self._status = Status.SAT
        else:
            self._status = Status.UNSAT

    def _find(self, bench: ConflictSolver, rules: bool | None, best: bool, number: int) -> None:
        if self._status is Status.SAT:
            return
        _, clues = bench.hard_and_soft(self._model, rules=False)
        assumed = {
            switch: part
            for switch, part in zip(bench.rules, bench.parts, strict=True)
            if part.kind == "assumption"
        }
        if assumed:
            hard = [switch for switch in (*bench.rules, *clues) if switch not in assumed]
            rules = rules or (rules is None and not bench.solve(hard))
        elif rules is None:
            rules = not clues or not bench.solve(bench.rules)
        if rules or not assumed:
            hard, self._part_of = bench.hard_and_soft(self._model, rules=rules)
        else:
            self._part_of = assumed
            self._fixed_clues = tuple(clues.values())
        soft = list(self._part_of)
        if not rules:
            self._fixed_rules = tuple(part for part in bench.parts if part.kind == "rule")

        first = minimal_unsat_set(bench, hard, self._without_spare_kinds(bench, hard, soft))
        self._search = SmallestSetSearch(first, bound=min(1, len(first)))
        if best:
            smallest_unsat_set(bench, hard, soft, self._search)
        if not rules:
            self._prefer_the_first_clash(bench, hard)
        self._search.enumerate(bench, hard, soft, number)

    def _without_spare_kinds(
        self, bench: ConflictSolver, hard: Sequence[int], soft: Sequence[int]
    ) -> list[int]:
        """Return parts that still clash, without whole kinds of parts that are not needed: one
        question each, where the search part by part of 500 pairs asks 500.
        """
        parts = unsat_core(bench, hard, soft)
        if len(parts) < MANY_PARTS:
            return parts
        families: dict[str, list[int]] = {}
        for literal in soft:
            families.setdefault(self._part_of[literal].family, []).append(literal)
        self._kinds = self._families_of(parts)
        for family in sorted(self._kinds, key=lambda name: -len(families[name])):
            if family not in self._kinds:
                continue
            others = [x for kind in self._kinds if kind != family for x in families[kind]]
            with suppress(DeadlineExceeded), self._clock.share(KIND):
                if not bench.solve([*hard, *others]):
                    in_core = set(bench.core([*hard, *others]))
                    parts = [literal for literal in others if literal in in_core]
                    self._kinds = self._families_of(parts)
            self._clock.check()
        return parts

    def _families_of(self, literals: Iterable[int]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self._part_of[literal].family for literal in literals))

    def _prefer_the_first_clash(self, bench: ConflictSolver, hard: Sequence[int]) -> None:
        """Of several pairs choose the first clash of the puzzle, whatever the solver has learnt."""
        clashes = [] if self._puzzle is None else self._puzzle.clashes()
        if self._search.size != 2 or not clashes or self._fixed_clues:
            return
        cells = {clashes[0].first, clashes[0].second}
        pair = [x for x, part in self._part_of.items() if part.scope[0] in cells]
        if all(bench.solve([*hard, x]) for x in pair):  # else one of them cannot hold by itself
            self._search.best = pair

    def explain(self) -> None:
        parts = (*self._fixed_rules, *self._fixed_clues, *self.parts)
        self._chain = refutation_by_parts(self._model.structure, parts, self._clock)

    def answer(self, stopped_by: StopReason | None) -> Conflict:
        return Conflict(
            self._status,
            self.parts,
            self._search.bound,
            tuple(self._parts_of(each) for each in self._search.others),
            self._search.complete,
            stopped_by,
            self._clock.elapsed,
            self._solution,
            self._chain,
            () if self._puzzle is None else tuple(self._puzzle.clashes()),
            () if self.parts else self._kinds,
            self._puzzle,
        )
