"""Parts: the clues and rules of a puzzle or a model that could be dropped, one by one.

>>> import nonet
>>> puzzle = nonet.parse("12..............")
>>> [str(part) for part in clue_parts(puzzle.model())]
['R1C1=1', 'R1C2=2']
>>> [str(part) for part in rule_parts(puzzle.model())][:2]
['row 1', 'row 2']
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal, Self

from nonet.backends.base import StopReason
from nonet.deadline import Deadline
from nonet.errors import PuzzleError, WrongAnswer
from nonet.model import Constraint, Domain, Linear, Model, Structure
from nonet.model.constraints.base import UNNAMED
from nonet.model.domain import EMPTY
from nonet.puzzle import Puzzle, PuzzleRule
from nonet.puzzle.rules import type_of_rule
from nonet.puzzle.unread import UnreadPart
from nonet.solving.outcome import STOP_TEXTS, NoTruthValue, Solution, Status, Uniqueness

PartKind = Literal["clue", "rule", "assumption"]

ASSUMPTION = "assumption"
"""The kind of the annotation of a constraint that is assumed for one question."""


class Answer(NoTruthValue):
    """The base of answers that are told in one line.

    An answer claims only proven facts, whatever stopped the work: ``stopped_by`` is "time" or
    "interrupt", ``None`` where the work came to its end.
    """

    stopped_by: StopReason | None = None
    seconds: float = 0.0

    def timed(self, clock: Deadline) -> Self:
        """Return the answer with the time it took and what ended the work; raise ``Interrupted``."""
        ended = {"seconds": clock.elapsed, "stopped_by": clock.stopped_by}
        return clock.result(replace(self, **ended))  # type: ignore[type-var]

    def undecided_fields(self, doubts: tuple[UnreadPart, ...]) -> dict[str, object]:
        """Where an answer is undecided, its status is unknown, or its uniqueness undecided."""
        unknown: dict[str, object] = {"status": Status.UNKNOWN, "uniqueness": Uniqueness.UNDECIDED}
        return {name: value for name, value in unknown.items() if hasattr(self, name)}

    @property
    def stopped(self) -> bool:
        """Whether the work was stopped early."""
        return self.stopped_by is not None

    @property
    def stop_text(self) -> str:
        """The reason that ended the work, in words."""
        return STOP_TEXTS.get(self.stopped_by or "", "stopped")

    def in_words(self) -> str:
        """The answer in one line."""
        return self.decided_text(self.as_read._in_words())

    def to_json(self) -> dict[str, object]:
        """The answer as data: if undecided, within it the answer about what was read."""
        return self.decided_json(self.as_read._to_json())

    def _in_words(self) -> str:
        raise NotImplementedError

    def _to_json(self) -> dict[str, object]:
        return {name: _json_value(getattr(self, name)) for name in self.__dataclass_fields__}  # type: ignore[attr-defined]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.in_words()}>"


def _json_value(value: Any) -> object:
    """Return a field of an answer as data: a puzzle or a solution as its line."""
    if isinstance(value, tuple):
        return [_json_value(each) for each in value]
    if isinstance(value, Puzzle | Solution):
        return value.line() if isinstance(value, Puzzle) else value.line
    if isinstance(value, float):
        return round(value, 6)
    return value.to_json() if hasattr(value, "to_json") else getattr(value, "value", value)


@dataclass(frozen=True)
class Part:
    """A clue, an assumption, or all constraints with one name: a row, a cage with its sum.

    ``scope`` are its variables; ``domain`` are the values that a clue leaves its variable,
    ``constraints`` are the constraints of a rule or an assumption, which its label identifies.
    """

    kind: PartKind
    label: str
    scope: tuple[str, ...]
    domain: Domain = EMPTY
    constraints: tuple[Constraint, ...] = field(default=(), compare=False)

    @property
    def value(self) -> int | None:
        """The value of a clue that leaves a single value; else ``None``."""
        return min(self.domain) if len(self.domain) == 1 else None

    @property
    def family(self) -> str:
        """The name of all parts like this part: "clues", the name of a rule, or its own label."""
        return "clues" if self.kind == "clue" else self.constraints[0].rule.kind or self.label

    @property
    def names(self) -> frozenset[str]:
        """The names that a part answers to: of its rule, its own, and "clues" for a clue."""
        return frozenset((self.family.casefold(), self.label.casefold()))

    def __str__(self) -> str:
        return self.label

    def __hash__(self) -> int:
        return hash((self.kind, self.label, self.scope))

    def to_json(self) -> dict[str, object]:
        """Its kind, words and variables, and the value of a clue."""
        document: dict[str, object] = {"kind": self.kind, "label": self.label}
        if self.kind == "clue":
            return {**document, "cell": self.scope[0], "value": self.value}
        return {**document, "cells": list(self.scope)}


def clue_parts(model: Model) -> tuple[Part, ...]:
    """The narrowed domains of a model, each a part."""
    return tuple(clue_part(name, domain) for name, domain in model.narrowed.items())


def clue_part(name: str, domain: Domain) -> Part:
    """The part that leaves ``domain`` of one variable."""
    values = domain.names
    statement = f"={values[0]}" if len(values) == 1 else f" in {{{', '.join(values)}}}"
    return Part("clue", f"{name}{statement}", (name,), domain)


def rule_parts(model: Model) -> tuple[Part, ...]:
    """Return the constraints of a model by name, such as all of a cage, each a part."""
    return structure_rule_parts(model.structure)


@lru_cache(maxsize=64)
def structure_rule_parts(structure: Structure) -> tuple[Part, ...]:
    """The rules of all models of one structure."""
    groups: dict[object, list[Constraint]] = {}
    for number, constraint in enumerate(structure.constraints):
        named = constraint.rule != UNNAMED and constraint.rule.kind != ASSUMPTION
        name = constraint.description.partition(":")[0]
        groups.setdefault((constraint.rule.kind, name) if named else number, []).append(constraint)
    return tuple(_rule_part(group) for group in groups.values())


def _rule_part(constraints: list[Constraint]) -> Part:
    first = constraints[0]
    scope = tuple(dict.fromkeys(name for each in constraints for name in each.scope))
    if first.rule.kind == ASSUMPTION:
        return Part("assumption", first.rule.label, scope, constraints=tuple(constraints))
    named = first.rule != UNNAMED
    label = first.description.partition(":")[0] if named else unnamed_text(first)
    return Part("rule", label, scope, constraints=tuple(constraints))


def unnamed_text(constraint: Constraint) -> str:
    """The text of a constraint without a label: how it was written, with its line if it has one."""
    text, kind = constraint.description, type(constraint).__name__
    if constraint.formula:
        return constraint.formula if text == kind else text
    return text.replace(kind, f"{kind} of {', '.join(constraint.scope)}", 1)


NO_MARKS = "there are no marks here: cages, lines, dots or clues beside the grid"


def part_names(model: Model, names: str | Iterable[str]) -> frozenset[str]:
    """The names of rules and marks that are asked about, in the form of ``Part.names``.

    "marks" stands for all marks.  Raises ``PuzzleError`` for a name that no part of the model has.

    >>> import nonet
    >>> sorted(part_names(nonet.parse("12..............").model(), "rows, clues"))
    ['clues', 'row']
    """
    given = names.split(",") if isinstance(names, str) else list(names)
    known = {name for part in (*clue_parts(model), *rule_parts(model)) for name in part.names}
    chosen: set[str] = set()
    for name in (each.strip().casefold() for each in given):
        if name == "marks":
            chosen |= mark_kinds(model)
            if not chosen:
                raise PuzzleError(NO_MARKS)
            continue
        rules = [rule.name for rule in _rules_named(name)]
        forms = (name, name.removesuffix("s"), name.removesuffix("es"), *rules)
        match = next((form for form in forms if form in known), None)
        if match is None and name:
            kinds = {part.constraints[0].rule.kind for part in rule_parts(model)} - {""}
            listed = ", ".join(sorted(kinds | ({"clues"} if model.narrowed else set())))
            raise PuzzleError(f"there is no part {name!r} here; there are {listed}")
        chosen.update([match] if match else [])
    return frozenset(chosen)


def mark_kinds(model: Model) -> frozenset[str]:
    """Return the kinds of rules whose parts are marks: rules that have a place on the grid.

    >>> import nonet
    >>> puzzle = nonet.Sudoku("." * 16, rules=["x", "killer 5 R1C1 R1C2"])
    >>> sorted(mark_kinds(puzzle.model()))
    ['killer']
    """
    kinds = {part.constraints[0].rule.kind for part in rule_parts(model)}
    return frozenset(k for k in kinds for rule in _rules_named(k) if rule.entry != "grid")


def _rules_named(name: str) -> list[type[PuzzleRule]]:
    """Return the rule that has this name or alias, if any has."""
    try:
        return [type_of_rule(name)]
    except PuzzleError:
        return []


def single_sum(part: Part) -> Linear | None:
    """The one sum of a rule, whose total may be a misprint."""
    sums = [each for each in part.constraints if isinstance(each, Linear) and each.op == "=="]
    return sums[0] if len(sums) == 1 else None


def original_value(part: Part) -> int | None:
    """Return the number that a change replaces: of a clue its value, of a rule's sum its total."""
    total = single_sum(part)
    return part.value if total is None else total.constant


def checked_solution(values: Mapping[str, int], model: Model, puzzle: Puzzle | None) -> Solution:
    """A solution of a model; raises ``WrongAnswer`` if the values are none."""
    own = {name: values[name] for name in model.variables}
    if not model.accepts(own):
        raise WrongAnswer("sat: the values found are no solution")
    return Solution(own, puzzle, model.structure.symbols, model.owner)


def parts_text(parts: Iterable[Part | str]) -> str:
    """The parts in words: "R1C1=5, R1C4=5 and row 1".

    >>> import nonet
    >>> parts_text(clue_parts(nonet.parse("12..............").model()))
    'R1C1=1 and R1C2=2'
    """
    *first, last = [str(part) for part in parts] or ["nothing"]
    return f"{', '.join(first)} and {last}" if first else last
