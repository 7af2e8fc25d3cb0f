"""The constraints of XCSP3-core that list tuples or arcs: extension, regular and mdd."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from itertools import product
from math import prod

from nonet.importing.relations import (
    Relation,
    Term,
    accepted,
    affine,
    conjunction,
    disjunction,
    equal,
    negation,
    table,
)
from nonet.importing.xcsp3.elements import Element
from nonet.importing.xcsp3.operands import Operands, text_of
from nonet.importing.xcsp3.variables import domain_of
from nonet.model import Automaton, Domain
from nonet.model.integers import integer_of_text, short_repr

MOST_ROWS = 50_000
"""Rows of a table up to which its wildcards are written out."""

MOST_STATES = 20_000
"""States up to which an automaton with several arcs for a value is made deterministic."""

Row = tuple[int, ...]
Arc = tuple[str, int, str]


class Tables(Operands):
    """Relations that list their tuples or their arcs."""

    _latest: tuple[str, int, frozenset[Row], list[Sequence[Domain | None]]] | None = None
    """The latest text of tuples and its rows, which all constraints of a group share."""
    _written_out: dict[tuple[Domain, ...], frozenset[Row] | None]
    """For the domains of the variables the rows of the latest text without wildcards."""

    def extension(self, item: Element) -> Relation:
        terms = self.part(item)
        for tag in ("supports", "conflicts"):
            child = item.child(tag)
            if child is not None:
                return self._listed(child.text, terms, tag == "supports")
        raise ValueError("extension has neither supports nor conflicts")

    def _listed(self, text: str, terms: Sequence[Term], are_supports: bool) -> Relation:
        width = len(terms)
        if width == 1 and "(" not in text:
            inside = table(terms, ((value,) for value in domain_of(text)))
            return inside if are_supports else negation(inside)
        plain, starred = self._parsed(text, width)
        rows: frozenset[Row] | None = plain
        if starred:
            held = tuple(affine(term).possible_values(self._variables.domains) for term in terms)
            if held not in self._written_out:
                self._written_out[held] = _written_out(plain, starred, held)
            rows = self._written_out[held]
        if rows is not None:
            inside = table(terms, rows)
            return inside if are_supports else negation(inside)
        groups = [
            conjunction(self._in_cell(t, cell) for t, cell in zip(terms, row, strict=True))
            for row in starred
        ]
        listed = [table(terms, plain)] if plain else []
        if are_supports:
            return disjunction([*listed, *groups])
        return conjunction(negation(part) for part in [*listed, *groups])

    @staticmethod
    def _in_cell(term: Term, cell: Domain | None) -> Relation:
        """Return "the term has a value of a cell"; a cell with ``*`` has them all."""
        if cell is None:
            return True
        if cell.size == 1:
            return equal(term, cell.base)
        return table((term,), ((value,) for value in cell))

    def _parsed(
        self, text: str, width: int
    ) -> tuple[frozenset[Row], list[Sequence[Domain | None]]]:
        """Return the tuples of a text: of integers alone, and with sets, ``None`` for any value."""
        if self._latest is None or self._latest[:2] != (text, width):
            if "*" in text or ".." in text:
                self._latest = text, width, *_starred_rows(text, width)
            else:
                self._latest = text, width, _plain_rows(text, width), []
            self._written_out = {}
        return self._latest[2:]

    def regular(self, item: Element) -> Relation:
        arcs = _arcs(item)
        start, final = text_of(item, "start").strip(), text_of(item, "final").split()
        return accepted(self.part(item), deterministic(start, final, arcs))

    def mdd(self, item: Element) -> Relation:
        """A multi-valued decision diagram: an automaton from its root to its terminal node."""
        arcs = _arcs(item)
        sources = dict.fromkeys(before for before, _, _ in arcs)
        targets = dict.fromkeys(after for _, _, after in arcs)
        roots = [state for state in sources if state not in targets]
        terminals = [state for state in targets if state not in sources]
        if len(roots) != 1 or not terminals:
            raise ValueError(f"an mdd has one root and a terminal node, not {len(roots)} roots")
        return accepted(self.part(item), deterministic(roots[0], terminals, arcs))


def _starred_rows(text: str, width: int) -> tuple[frozenset[Row], list[Sequence[Domain | None]]]:
    """Return the tuples of integers of a text, and those in which a cell is a set."""
    plain: list[Row] = []
    starred: list[Sequence[Domain | None]] = []
    for entry in re.findall(r"\(([^)]*)\)", text):
        cells = [cell.strip() for cell in entry.split(",")]
        _check_width(len(cells), width)
        if "*" in entry or ".." in entry:
            starred.append([None if cell == "*" else domain_of(cell) for cell in cells])
        else:
            plain.append(tuple(map(integer_of_text, cells)))
    return frozenset(plain), starred


def _written_out(
    plain: frozenset[Row], starred: Iterable[Sequence[Domain | None]], held: Sequence[Domain]
) -> frozenset[Row] | None:
    """Return the rows with each value of each cell; ``None`` if they are too many."""
    choices = [
        [domain if cell is None else cell for cell, domain in zip(row, held, strict=True)]
        for row in starred
    ]
    if sum(prod(cell.size for cell in row) for row in choices) > MOST_ROWS:
        return None
    return plain.union(*(product(*row) for row in choices))


def _plain_rows(text: str, width: int) -> frozenset[Row]:
    """Return the tuples of a text of integers."""
    compact = "".join(text.split())
    pattern = r"(?:\(-?\d+" + r",-?\d+" * (width - 1) + r"\))*+"
    if re.fullmatch(pattern, compact) is None:
        for entry in re.findall(r"\(([^)]*)\)", compact):
            _check_width(entry.count(",") + 1, width)
        raise ValueError(f"expected tuples of integers, not {short_repr(text.strip())}")
    numbers = map(int, compact[1:-1].replace(")(", ",").split(",")) if compact else iter(())
    return frozenset(zip(*[numbers] * width, strict=True))


def _check_width(number: int, width: int) -> None:
    if number != width:
        raise ValueError(f"a tuple of {number} values for {width} variables")


def _arcs(item: Element) -> list[Arc]:
    arcs: list[Arc] = []
    for entry in re.findall(r"\(([^)]*)\)", text_of(item, "transitions")):
        parts = [part.strip() for part in entry.split(",")]
        if len(parts) != 3:
            raise ValueError(f"a transition is (state,value,state), not ({entry[:40]})")
        arcs.append((parts[0], integer_of_text(parts[1]), parts[2]))
    return arcs


def deterministic(start: str, final: Iterable[str], arcs: Collection[Arc]) -> Automaton:
    """Return an automaton of integers; by sets of states where a value has several arcs."""
    after: dict[str, dict[int, set[str]]] = {}
    for before, value, target in arcs:
        after.setdefault(before, {}).setdefault(value, set()).add(target)
    ends = set(final)
    first = frozenset({start})
    numbers = {first: 0}
    pending = [first]
    steps: list[tuple[int, int, int]] = []
    while pending:
        states = pending.pop()
        merged: dict[int, set[str]] = {}
        for state in states:
            for value, targets in after.get(state, {}).items():
                merged.setdefault(value, set()).update(targets)
        for value, targets in merged.items():
            joint = frozenset(targets)
            if joint not in numbers:
                if len(numbers) >= MOST_STATES:
                    raise ValueError(f"an automaton of more than {MOST_STATES} states")
                numbers[joint] = len(numbers)
                pending.append(joint)
            steps.append((numbers[states], value, numbers[joint]))
    accepting = frozenset(n for states, n in numbers.items() if not ends.isdisjoint(states))
    return Automaton(0, accepting, steps)
