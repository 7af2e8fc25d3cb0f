"""Chains: why something cannot be, step by step, down to a contradiction.

>>> import nonet
>>> from nonet.deadline import Deadline
>>> from nonet.setting.puzzle_parts import clue_parts, rule_parts
>>> model = nonet.parse("123....4........").model()
>>> print(refutation(model.structure, rule_parts(model), clue_parts(model), Deadline(None)))
row 1: R1C4 is 4, for R1C1 is 1, R1C2 is 2 and R1C3 is 3
column 4 leaves no way out, for R1C4 is 4 and R2C4 is 4

A step is a conclusion of one rule from known facts.  Where no rule alone says anything more, a
value is supposed and refuted by a chain of its own.  Then the links that the contradiction does not
need are left out, and of every step the facts that the step does not need: so a chain is short,
though not always the shortest (Bogaerts, Gamba and Guns, "A framework for step-wise explaining how
to solve constraint satisfaction problems", Artificial Intelligence 2021).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from nonet.deadline import Deadline
from nonet.model import Structure, auxiliary_variables
from nonet.model.symbols import Symbols
from nonet.render.printable import joined_words
from nonet.setting.live_solvers import PROPAGATOR, AssumptionSolver, assumption_solver_for
from nonet.setting.minimal_unsat import minimal_unsat_set
from nonet.setting.puzzle_parts import Part

MAX_CASES = 12
"""Maximum number of case splits before a chain is given up as too long to read: chains of twelve
have some 100 lines."""


class NamedInteger(int):
    """An integer that is written as a declared name of a value, and is equal to no other name."""

    name: str

    @classmethod
    def of(cls, value: int, symbols: Symbols | None) -> int:
        """Return a value with its name in ``symbols``; without any, the value itself."""
        if symbols is None:
            return value
        named = cls(value)
        named.name = symbols.name_of(value)
        return named

    def __str__(self) -> str:
        return self.name

    def __eq__(self, other: object) -> bool:
        return int(self) == other and getattr(other, "name", self.name) == self.name

    __hash__ = int.__hash__


@dataclass(frozen=True)
class Fact:
    """The statement that a variable has a value (``holds``) or does not have the value."""

    name: str
    value: int
    holds: bool = True

    def __str__(self) -> str:
        return auxiliary_variables.assignment_text(self.name, str(self.value), holds=self.holds)


@dataclass(frozen=True)
class Link:
    """A step: the conclusion (``None``: a contradiction), the rule and the facts from which the
    conclusion follows.

    ``by`` is ``None`` for a conclusion from the domain of one variable alone, and for a refuted
    case.  ``supposing`` is the chain that refutes the opposite, where a case was tried.
    """

    concluded: Fact | None
    by: Part | None
    because: tuple[Fact, ...]
    supposing: tuple[Link, ...] = ()

    def to_json(self) -> dict[str, object]:
        """The step as data: facts in words."""
        document: dict[str, object] = {
            "concluded": None if self.concluded is None else str(self.concluded),
            "by": None if self.by is None else self.by.label,
            "because": [str(fact) for fact in self.because],
        }
        if self.supposing:
            document["supposing"] = [link.to_json() for link in self.supposing]
        return document


@dataclass(frozen=True)
class Chain:
    """Steps, each from the given facts or earlier conclusions; the last is a contradiction."""

    links: tuple[Link, ...]

    def __str__(self) -> str:
        return "\n".join(chain_lines(self.links))

    @property
    def rules(self) -> tuple[Part, ...]:
        """The rules that the chain uses, in the order of use."""
        return tuple(dict.fromkeys(_rules_used(self.links)))


def _rules_used(links: Iterable[Link]) -> Iterator[Part]:
    for link in links:
        yield from _rules_used(link.supposing)
        if link.by is not None:
            yield link.by


def chain_lines(links: Sequence[Link], indent: str = "") -> Iterator[str]:
    """Yield the steps in words, a line each; equal steps about different cells share a line."""
    place = 0
    while place < len(links):
        link = links[place]
        place += 1
        if link.supposing:
            assert link.concluded is not None
            yield f"{indent}suppose that {_opposite(link.concluded)}:"
            yield from chain_lines(link.supposing, indent + "  ")
            yield f"{indent}so {link.concluded}"
            continue
        alike = [link]
        while place < len(links) and _is_alike(links[place], link):
            alike.append(links[place])
            place += 1
        yield indent + _sentence(alike)


def _is_alike(other: Link, link: Link) -> bool:
    return (
        link.concluded is not None
        and other.concluded is not None
        and not other.supposing
        and (other.by, other.because) == (link.by, link.because)
        and (other.concluded.value, other.concluded.holds)
        == (link.concluded.value, link.concluded.holds)
    )


def _opposite(fact: Fact) -> Fact:
    return Fact(fact.name, fact.value, not fact.holds)


def _sentence(alike: Sequence[Link]) -> str:
    link = alike[0]
    reason = f", for {_facts_text(link.because)}" if link.because else ""
    if link.concluded is None:
        if link.by is not None:
            return f"{link.by.label} leaves no way out{reason}"
        values = [str(fact.value) for fact in link.because if fact.holds]
        name = auxiliary_variables.display_name(link.because[0].name)
        if len(values) > 1:
            return f"{name} cannot be {' and '.join(values)} at once"
        return f"no value is left for {name}{reason}"
    names = [each.concluded.name for each in alike if each.concluded is not None]
    statement = _statement_about(names, link.concluded.value, holds=link.concluded.holds)
    by = f"{link.by.label}: " if link.by is not None else ""
    return f"{by}{statement}{reason}"


def _facts_text(facts: Sequence[Fact]) -> str:
    """Return facts as text: values first, then excluded values, by cell or by value, whichever is
    shorter."""
    statements = [str(fact) for fact in facts if fact.holds]
    by_name: dict[str, list[str]] = {}
    by_value: dict[int, list[str]] = {}
    for fact in facts:
        if not fact.holds:
            by_name.setdefault(fact.name, []).append(str(fact.value))
            by_value.setdefault(fact.value, []).append(fact.name)
    if len(by_value) < len(by_name):
        for value, names in by_value.items():
            statements.append(_statement_about(names, value, holds=False))
    else:
        statements += [
            auxiliary_variables.assignment_text(n, " or ".join(v), holds=False)
            for n, v in by_name.items()
        ]
    return joined_words(statements)


def _statement_about(names: Sequence[str], value: int, *, holds: bool) -> str:
    """State that some variables have one value, or do not have the value."""
    if len(names) == 1 or any(map(auxiliary_variables.is_indicator, names)):
        return joined_words([str(Fact(name, value, holds)) for name in names])
    display_names = [auxiliary_variables.display_name(name) for name in names]
    return f"{joined_words(display_names)} are {'' if holds else 'not '}{value}"


# -- finding one -------------------------------------------------------------------------


class TooManyCases(Exception):
    """More cases than anyone would read."""


@dataclass
class _TrailEntry:
    """A literal of the trail, and its origin: the place of a rule, or links that refute the
    opposite literal."""

    literal: int
    rule_index: int | None = None
    given: bool = False
    links: tuple[Link, ...] = ()
    used_literals: frozenset[int] = frozenset()


def refutation(
    structure: Structure,
    rules: Iterable[Part],
    clues: Iterable[Part],
    deadline: Deadline,
    assumed_facts: Iterable[Fact] = (),
) -> Chain | None:
    """Return a chain from the clues and assumed facts to a contradiction; ``None`` if the chain is
    too long.

    The clues and facts must contradict the rules.
    """
    with (
        assumption_solver_for(structure, deadline, PROPAGATOR) as bench,
        assumption_solver_for(structure, deadline) as asker,
    ):
        return _build_chain(bench, asker, tuple(rules), clues, assumed_facts)


def _build_chain(
    bench: AssumptionSolver,
    asker: AssumptionSolver,
    rules: tuple[Part, ...],
    clues: Iterable[Part],
    supposed: Iterable[Fact],
) -> Chain | None:
    refuter = _ChainBuilder(bench, asker, rules)
    given = [literal for part in clues for literal in _part_literals(bench, part)]
    given += [_literal(bench, fact) for fact in supposed]
    try:
        links, _ = refuter.refute_trail([_TrailEntry(x, given=True) for x in dict.fromkeys(given)])
    except TooManyCases:
        return None
    return Chain(tuple(links))


def _part_literals(bench: AssumptionSolver, part: Part) -> list[int]:
    literals = bench.literals[part.scope[0]]
    if part.value is not None:
        return [literals[part.value]]
    return [-literal for value, literal in literals.items() if value not in part.domain]


def _literal(bench: AssumptionSolver, fact: Fact) -> int:
    literal = bench.literals[fact.name][fact.value]
    return literal if fact.holds else -literal


class _ChainBuilder:
    """Builds chains with two solvers: ``bench`` propagates, ``asker`` says which facts are needed;
    learnt clauses would make one solver propagate more than the rules imply."""

    def __init__(
        self, bench: AssumptionSolver, asker: AssumptionSolver, rules: tuple[Part, ...]
    ) -> None:
        self._bench, self._asker, self._rules = bench, asker, rules
        self._switches = [bench.literal(part) for part in rules]
        self._values = len(bench.assignments)
        self._scopes = [
            {literal for name in part.scope for literal in bench.literals[name].values()}
            for part in rules
        ]
        self._cases = 0

    def fact(self, literal: int) -> Fact:
        name, value = self._bench.assignments[abs(literal) - 1]
        named_value = NamedInteger.of(value, self._bench.symbols.get(name))
        return Fact(name, named_value, holds=literal > 0)

    def refute_trail(self, trail: list[_TrailEntry]) -> tuple[list[Link], set[int]]:
        """Return the links from a trail to a contradiction, and the given literals that these links
        use."""
        known = {entry.literal for entry in trail}
        while True:
            conflict = self._propagate_rules(trail, known)
            if conflict is not None:
                return self._needed_links(trail, conflict[0])
            tried = self._next_case(trail, known)
            known.add(tried.literal)
            trail.append(tried)

    def _propagate_rules(
        self, trail: list[_TrailEntry], known: set[int]
    ) -> tuple[int | None] | None:
        """Add the literals that the rules imply, rule by rule; return the place of the rule that
        fails, in a tuple, or ``None`` at a fixpoint."""
        moved = True
        while moved:
            moved = False
            for place in (None, *range(len(self._rules))):
                self._bench.deadline.check()
                switch = [] if place is None else [self._switches[place]]
                agree, implied = self._bench.propagate([*switch, *known])
                if not agree:
                    return (place,)
                # most of the implied literals are known: sets first, for 2,000 are sorted each time
                new = [x for x in set(implied) - known if abs(x) <= self._values]
                for literal in sorted(new, key=lambda x: (x < 0, abs(x))):
                    known.add(literal)
                    trail.append(_TrailEntry(literal, place))
                    moved = True
        return None

    def _next_case(self, trail: list[_TrailEntry], known: set[int]) -> _TrailEntry:
        """A literal whose opposite is refuted: by propagation if any is, else by further cases."""
        everything = [*self._switches, *known]
        open_values = {
            name: [x for x in literals.values() if x not in known and -x not in known]
            for name, literals in self._bench.literals.items()
        }
        names = sorted(
            (n for n, values in open_values.items() if values), key=lambda n: len(open_values[n])
        )
        if not names:
            # nothing is open, and no rule fails: not a refutation by these parts
            raise TooManyCases
        for name in names:
            for literal in open_values[name]:
                if not self._bench.propagate([*everything, literal])[0]:
                    return self._refute_case(trail, literal)
        return self._refute_case(trail, open_values[names[0]][0])

    def _refute_case(self, trail: list[_TrailEntry], literal: int) -> _TrailEntry:
        self._cases += 1
        if self._cases > MAX_CASES:
            raise TooManyCases
        inner = [_TrailEntry(entry.literal, given=True) for entry in trail]
        inner.append(_TrailEntry(literal, given=True))
        links, used = self.refute_trail(inner)
        return _TrailEntry(-literal, links=tuple(links), used_literals=frozenset(used - {literal}))

    def _needed_links(
        self, trail: list[_TrailEntry], failed: int | None
    ) -> tuple[list[Link], set[int]]:
        """The links that the contradiction needs, in order, and the given literals used."""
        literals = [entry.literal for entry in trail]
        reason = self._reason(literals, failed, None)
        needed = set(reason)
        links = [Link(None, self._rule_at(failed), self._facts(reason))]
        used: set[int] = set()
        for place in range(len(trail) - 1, -1, -1):
            entry = trail[place]
            if entry.literal not in needed:
                continue
            if entry.given:
                used.add(entry.literal)
                continue
            fact = self.fact(entry.literal)
            if entry.links:
                needed |= entry.used_literals
                links.append(
                    Link(fact, None, self._facts(sorted(entry.used_literals)), entry.links)
                )
                continue
            reason = self._reason(literals[:place], entry.rule_index, entry.literal)
            needed.update(reason)
            links.append(Link(fact, self._rule_at(entry.rule_index), self._facts(reason)))
        return links[::-1], used

    def _reason(self, before: list[int], by: int | None, concluded: int | None) -> list[int]:
        """Return the facts that a rule needs for its conclusion, values before absent values."""
        hard = [] if by is None else [self._switches[by]]
        if concluded is not None:
            hard.append(-concluded)
        if by is not None:
            near = [x for x in before if abs(x) in self._scopes[by]]
        elif concluded is not None:
            near = [x for x in before if self.fact(x).name == self.fact(concluded).name]
        else:
            near = before
        values = [x for x in near if x > 0]
        if not self._asker.solve([*hard, *values]):
            near = values
        return sorted(minimal_unsat_set(self._asker, hard, near), key=lambda x: (x < 0, abs(x)))

    def _rule_at(self, place: int | None) -> Part | None:
        return None if place is None else self._rules[place]

    def _facts(self, literals: Iterable[int]) -> tuple[Fact, ...]:
        return tuple(self.fact(literal) for literal in literals)
