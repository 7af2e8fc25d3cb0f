"""A refutation in words: why something cannot be, step by step, down to a contradiction.

>>> import nonet
>>> from nonet.techniques.candidate_layout import layout_of
>>> model = nonet.parse("123....4........").model()
>>> layout = layout_of(model)
>>> values = [layout.all_values] * layout.cell_count
>>> for cell, value in (("R1C1", 1), ("R1C2", 2), ("R1C3", 3), ("R2C4", 4)):
...     values[layout.cell_number[cell]] = 1 << layout.value_number[value]
>>> print(refutation(layout, values))
row 1: R1C4 is 4, since R1C1 is 1, R1C2 is 2 and R1C3 is 3
box 2 cannot hold, since R1C4 and R2C4 are 4

A step is a conclusion of one house or one constraint from known facts (``supposition.py``).  Where
none says anything more, a value is supposed and refuted by a chain of its own, of several the
shortest.  Then the links that the contradiction does not need are left out, and of every step the
facts that the step does not need: so a chain is short, though not always the shortest (Bogaerts,
Gamba and Guns, "A framework for step-wise explaining how to solve constraint satisfaction
problems", Artificial Intelligence 2021).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import cast

from nonet.deadline import check
from nonet.model import Constraint, auxiliary_variables
from nonet.render.printable import joined_words
from nonet.techniques.candidate_layout import House, Layout, bits
from nonet.techniques.engines.constraint_filter import (
    ConstraintFilter,
    constraint_filters,
    declared_values,
)
from nonet.techniques.engines.supposition import (
    Contradiction,
    Propagation,
    Removal,
    Source,
)

MAX_CASES = 12
"""Maximum number of case splits before a chain is given up as too long to read: chains of twelve
have some 100 lines."""
UNLIMITED = 1 << 30
"""Removals, and propagations, that no chain takes."""
MAX_COMPARED = 2
"""Suppositions that fail at once of which that in a cell of the fewest values, with the fewest
consequences, is taken."""
MAX_SHORTENED = 16
"""Links, at most, of a chain of which each is tried whether it can do without its rule."""


class NamedInteger(int):
    """An integer that is written as a declared name of a value, and is equal to no other name."""

    name: str

    @classmethod
    def of(cls, value: int, name: str) -> int:
        """Return a value with its name."""
        if name == str(value):
            return value
        named = cls(value)
        named.name = name
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
    """A step: the conclusions (none: a contradiction), the rule and the facts from which the
    conclusions follow.

    ``by`` is the label of the rule, and ``constraints`` are what it says; "" and none for a
    conclusion from the domain of one variable alone, and for a refuted case.  ``supposing`` is the
    chain that refutes ``supposed``, where a case was tried.  ``no_place_for`` is the value that
    has no place in a house.
    """

    concluded: tuple[Fact, ...]
    by: str
    constraints: tuple[Constraint, ...]
    because: tuple[Fact, ...]
    supposing: tuple[Link, ...] = ()
    supposed: Fact | None = None
    no_place_for: str = ""

    def to_json(self) -> dict[str, object]:
        """The step as data: facts in words."""
        document: dict[str, object] = {
            "concluded": facts_text(self.concluded) if self.concluded else None,
            "by": self.by or None,
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


def chain_lines(links: Sequence[Link], indent: str = "") -> Iterator[str]:
    """Yield the steps in words, a line each; equal steps about different cells share a line."""
    for _, group in groupby(enumerate(links), lambda pair: _line_key(*pair)):
        alike = [link for _, link in group]
        link = alike[0]
        if link.supposing:
            yield f"{indent}suppose that {link.supposed}:"
            yield from chain_lines(link.supposing, indent + "  ")
            yield f"{indent}so {link.concluded[0]}"
        else:
            facts = tuple(fact for each in alike for fact in each.concluded)
            yield indent + _sentence(replace(link, concluded=facts))


def chain_sentences(links: Sequence[Link], further: str = "") -> Iterator[str]:
    """Yield the steps as sentences without full stops, suppositions of cases among them."""
    for line in chain_lines(links):
        text = line.strip()
        text = text.removesuffix(":").replace("suppose that ", f"suppose{further} that ")
        yield f"{text[:1].upper()}{text[1:]}"


def _line_key(place: int, link: Link) -> object:
    if link.supposing or not link.concluded:
        return place
    return link.by, link.because, [(fact.value, fact.holds) for fact in link.concluded]


def _sentence(link: Link) -> str:
    reason = f", since {facts_text(link.because)}" if link.because else ""
    if link.concluded:
        return f"{link.by}{': ' if link.by else ''}{facts_text(link.concluded)}{reason}"
    if link.no_place_for:
        return f"{link.by} has no place for {link.no_place_for}{reason}"
    if link.by:
        return f"{link.by} cannot hold{reason}"
    name = auxiliary_variables.display_name(link.because[0].name)
    values = [str(fact.value) for fact in link.because if fact.holds]
    if len(values) > 1:
        return f"{name} cannot be {joined_words(values)} at once"
    return f"no value is left for {name}{reason}"


def facts_text(facts: Iterable[Fact]) -> str:
    """Return facts as text: values first, then excluded values, of cells that lack the same
    together."""
    names_by_values: dict[tuple[bool, tuple[int, ...]], list[str]] = {}
    values_by_name: dict[tuple[bool, str], list[int]] = {}
    for fact in sorted(facts, key=lambda fact: not fact.holds):
        values_by_name.setdefault((fact.holds, fact.name), []).append(fact.value)
    for (holds, name), values in values_by_name.items():
        names_by_values.setdefault((holds, tuple(values)), []).append(name)
    return joined_words(
        statement
        for (holds, values), names in names_by_values.items()
        for statement in _statements(names, values, holds=holds)
    )


def _statements(names: Sequence[str], values: Sequence[int], *, holds: bool) -> Iterator[str]:
    """Yield that variables have one of some values, or none of the values."""
    text = _values_text(values)
    if len(names) == 1 or any(map(auxiliary_variables.is_indicator, names)):
        for name in names:
            yield auxiliary_variables.assignment_text(name, text, holds=holds)
    else:
        listed = joined_words(map(auxiliary_variables.display_name, names))
        yield f"{listed} are {'' if holds else 'not '}{text}"


def _values_text(values: Sequence[int]) -> str:
    """Return values as ``1, 3 or 4``; four or more that follow each other as ``1 to 4``."""
    runs: list[list[int]] = []
    for value in values:
        if runs and int(value) == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    texts: list[str] = []
    for run in runs:
        texts += [f"{run[0]} to {run[-1]}"] if len(run) > 3 else map(str, run)
    return joined_words(texts, "or")


# -- finding one -------------------------------------------------------------------------


class TooManyCases(Exception):
    """More cases than anyone would read."""


def refutation(
    layout: Layout,
    values: Sequence[int],
    supposed: int | None = None,
    *,
    within: Iterable[Constraint] | None = None,
    label: Callable[[Source], str] | None = None,
    value_name: Callable[[str, int], str] = lambda name, value: str(value),
    max_cases: int | None = None,
    max_propagations: int = UNLIMITED,
    check_deadline: Callable[[], object] = check,
) -> Chain | None:
    """Return a chain from the values left in each cell to a contradiction; ``None`` if the chain
    is too long, or if none is found.

    With ``supposed``, a candidate, from the supposition that it is true.  ``within`` are the
    constraints that may be used (default: all), ``label`` gives the name of a house or a
    constraint, ``value_name`` how a variable's value is written; of more cases than ``max_cases``
    (default: ``MAX_CASES``), or found by more than ``max_propagations``, a chain is too long.
    """
    builder = _ChainBuilder(layout, within, label or source_name, value_name, check_deadline)
    builder.propagations_left = max_propagations
    builder.cases_left = MAX_CASES if max_cases is None else max_cases
    try:
        links = builder.proof(builder.started(values, supposed)).links
    except TooManyCases:
        return None
    if len(links) <= MAX_SHORTENED and not any(link.supposing for link in links):
        for backwards in (False, True) if supposed is None else (False,):
            links = builder.shortened(links, values, supposed, backwards)
    return Chain(tuple(links))


def source_name(source: Source) -> str:
    """Return the name of a house or a constraint for a sentence."""
    return source.name if isinstance(source, House) else source.constraint.description


@dataclass
class _Move:
    """Values that ``sources`` take from a cell (-1: a contradiction), and the missing values of
    other cells that this rests on; ``is_last`` where one value is left, which is then said."""

    sources: tuple[Source, ...]
    cell: int
    values: int
    because: dict[int, int]
    is_last: bool = False
    links: tuple[Link, ...] = ()
    supposed: tuple[Fact, ...] = ()
    no_place_for: str = ""


@dataclass
class _Proof:
    """Links to a contradiction, and the values that must be missing at their start."""

    links: list[Link]
    needed: dict[int, int]


class _ChainBuilder:
    """Builds chains of one layout."""

    def __init__(
        self,
        layout: Layout,
        within: Iterable[Constraint] | None,
        label: Callable[[Source], str],
        value_name: Callable[[str, int], str],
        check_deadline: Callable[[], object],
    ) -> None:
        self._layout, self._label, self._value_name = layout, label, value_name
        self._sources: tuple[Source, ...] = (*layout.houses, *constraint_filters(layout))
        self._within = None if within is None else self._ids_of(set(within))
        self._declared = declared_values(layout)
        self._check = check_deadline
        self.cases_left, self.propagations_left = MAX_CASES, UNLIMITED

    def _ids_of(self, constraints: set[Constraint]) -> set[int]:
        return {id(source) for source in self._sources if source.constraint in constraints}

    def propagation(self, values: Sequence[int]) -> Propagation:
        """Return a propagation of the allowed sources to its end, however many removals it has."""
        return Propagation(self._layout, values, self._within, UNLIMITED)

    def started(
        self, values: Sequence[int], supposed: int | None, backwards: bool = False
    ) -> Propagation:
        """Return a propagation from a candidate, or from all values."""
        net = self.propagation(values)
        if supposed is None:
            for cell in range(len(values))[:: -1 if backwards else 1]:
                net.suppose(cell, values[cell])
        else:
            value, cell = divmod(supposed, self._layout.cell_count)
            net.suppose(cell, 1 << value)
        return net

    def shortened(
        self, links: list[Link], values: Sequence[int], supposed: int | None, backwards: bool
    ) -> list[Link]:
        """Return links without the houses and constraints that can be done without, the first
        used given up first."""
        for dropped in ((), *(link.constraints[:1] for link in links)):
            self._check()
            needed = {each for other in links for each in other.constraints}.difference(dropped)
            self._within = self._ids_of(needed)
            net = self.started(values, supposed, backwards)
            clash = _clash(net)
            if clash is not None:
                links = min(links, self._explained(net, clash).links, key=_line_count)
        return links

    def proof(self, net: Propagation) -> _Proof:
        """Return the links from the start of a propagation to a contradiction."""
        case: Removal | None = None
        while True:
            self._check()
            clash = _clash(net)
            if clash is None and case is not None and not net.remaining[case.cell]:
                clash = Contradiction(None, ((case.cell, self._layout.all_values),), case.cell)
            if clash is not None:
                return self._explained(net, clash)
            proof, candidate = self._case(net)
            value, cell = divmod(candidate, self._layout.cell_count)
            others = net.remaining[cell] & ~(1 << value)
            if not proof.needed.get(cell, 0) & others:
                return self._explained(net, proof)
            because = tuple((c, m) for c, m in proof.needed.items() if c != cell)
            case = Removal(None, cell, 1 << value, others, because, tuple(proof.links))
            net.removals.append(case)
            net.suppose(cell, others)

    def _case(self, net: Propagation) -> tuple[_Proof, int]:
        """Return a candidate that fails, and why: by propagation if any does, else by cases."""
        self.cases_left -= 1
        open_cells = [cell for cell, mask in enumerate(net.remaining) if mask & (mask - 1)]
        if self.cases_left < 0 or not open_cells:
            raise TooManyCases
        failures: list[tuple[Propagation, Contradiction, int]] = []
        deepest: tuple[Propagation, int] | None = None
        for cell in sorted(open_cells, key=lambda cell: net.remaining[cell].bit_count()):
            for value in bits(net.remaining[cell]):
                self._check()
                self.propagations_left -= 1
                if self.propagations_left < 0:
                    raise TooManyCases
                inner = self.propagation(net.remaining)
                inner.suppose(cell, 1 << value)
                clash = _clash(inner)
                candidate = value * self._layout.cell_count + cell
                if clash is not None:
                    failures.append((inner, clash, candidate))
                deepest = deepest or (inner, candidate)
            if len(failures) >= MAX_COMPARED:
                break

        def difficulty(failure: tuple[Propagation, Contradiction, int]) -> tuple[int, int]:
            values = net.remaining[failure[2] % self._layout.cell_count]
            return values.bit_count(), len(failure[0].removals)

        if failures:
            inner, clash, candidate = min(failures, key=difficulty)
            return self._explained(inner, clash), candidate
        assert deepest is not None
        inner, candidate = deepest
        return self.proof(inner), candidate

    def _explained(self, net: Propagation, end: Contradiction | _Proof) -> _Proof:
        """Return the links that lead to a contradiction, or to the start of a proof."""
        state, events, moves = list(net.remaining), list(net.removals), list[_Move]()
        needed: dict[int, int] = {}

        def rest_on(because: dict[int, int]) -> None:
            for cell, missing in because.items():
                mask = state[cell]
                if not mask & (mask - 1):
                    missing = ~mask  # where a single value is left, that is what is said
                because[cell] = missing & self._declared[cell] & ~mask
                needed[cell] = needed.get(cell, 0) | because[cell]

        if isinstance(end, _Proof):
            rest_on(dict(end.needed))
        elif end.cell >= 0 and end.source is not None:
            event = events.pop()
            state[event.cell] |= event.values
            moves.append(self._move(event, state))
            moves[0].cell = -1
            moves[0].because[event.cell] = -1
            rest_on(moves[0].because)
        else:
            sources: tuple[Source, ...] = () if end.source is None else (end.source,)
            because = dict(end.reasons)
            if isinstance(end.source, ConstraintFilter):
                because, sources = self._filter_reasons(end.source, state, -1, 0, because)
            symbol = self._name(end.value) if end.value >= 0 else ""
            moves.append(_Move(sources, -1, 0, because, no_place_for=symbol))
            rest_on(because)
        for event in reversed(events):
            cell = event.cell
            state[cell] |= event.values
            if not needed.get(cell, 0) & event.values:
                continue
            move = self._move(event, state)
            move.values &= needed[cell]
            remaining, declared = state[cell] & ~event.values, self._declared[cell]
            if not remaining & (remaining - 1) and needed[cell] == declared & ~remaining:
                move.is_last = True
                move.values = remaining
                if declared & ~state[cell] and not _is_only_place(move, remaining):
                    move.because[cell] = declared & ~state[cell]
            rest_on(move.because)
            moves.append(move)
        tail = end.links if isinstance(end, _Proof) else []
        links = [self._link(move) for move in _joined_moves(moves[::-1])]
        needed = {cell: missing & ~state[cell] for cell, missing in needed.items()}
        return _Proof([*links, *tail], {cell: m for cell, m in needed.items() if m})

    def _move(self, event: Removal, state: list[int]) -> _Move:
        """Return a removal with what it rests on, in the state before it."""
        because = {cell: missing for cell, missing in event.reasons if cell != event.cell}
        if event.source is None:
            supposed = self._facts({event.cell: event.values}, True)
            links = cast("tuple[Link, ...]", event.proof)
            return _Move((), event.cell, event.values, because, links=links, supposed=supposed)
        sources: tuple[Source, ...] = (event.source,)
        if isinstance(event.source, ConstraintFilter):
            because, sources = self._filter_reasons(
                event.source, state, event.cell, event.values, because
            )
        return _Move(sources, event.cell, event.values, because)

    def _filter_reasons(
        self,
        source: ConstraintFilter,
        state: list[int],
        cell: int,
        values: int,
        because: dict[int, int],
    ) -> tuple[dict[int, int], tuple[Source, ...]]:
        """Return the missing values without which a constraint would let some values stay (or,
        with ``cell`` -1, could hold), none of which is superfluous, and the sources."""
        masks = tuple(state[each] for each in source.cells)
        index = source.cells.index(cell) if cell >= 0 else -1
        premises = source.premises(masks, index, values)
        if premises is None:
            return because, (source, *source.houses)
        missing = {
            source.cells[place]: self._declared[source.cells[place]] & ~premises.masks[place]
            for place in premises.places
        }
        return missing, (source, *(source.houses if premises.needs_houses else ()))

    def _link(self, move: _Move) -> Link:
        concluded = self._facts({move.cell: move.values}, move.is_last) if move.cell >= 0 else ()
        because = [
            fact
            for cell, missing in sorted(move.because.items())
            for fact in self._facts_of_missing(cell, missing)
        ]
        labels = dict.fromkeys(map(self._label, move.sources))
        return Link(
            concluded,
            joined_words(labels) if labels else "",
            tuple(source.constraint for source in move.sources),
            tuple(sorted(because, key=lambda fact: not fact.holds)),
            move.links,
            move.supposed[0] if move.supposed else None,
            move.no_place_for,
        )

    def _facts_of_missing(self, cell: int, missing: int) -> tuple[Fact, ...]:
        remaining = self._declared[cell] & ~missing
        if remaining and not remaining & (remaining - 1):
            return self._facts({cell: remaining}, True)
        return self._facts({cell: missing & self._declared[cell]}, False)

    def _facts(self, values_by_cell: Mapping[int, int], holds: bool) -> tuple[Fact, ...]:
        cells, values = self._layout.cells, self._layout.values
        return tuple(
            Fact(name, NamedInteger.of(values[n], self._value_name(name, values[n])), holds)
            for cell, mask in values_by_cell.items()
            for name in (cells[cell],)
            for n in bits(mask)
        )

    def _name(self, value: int) -> str:
        return self._value_name(self._layout.cells[0], self._layout.values[value])


def _line_count(links: list[Link]) -> int:
    return sum(1 for _ in chain_lines(links))


def _is_only_place(move: _Move, value: int) -> bool:
    """Return whether a move rests on the other cells of a house, none of which can be a value."""
    source = move.sources[0] if move.sources else None
    if not isinstance(source, House) or not source.complete:
        return False
    others = (cell for cell in source.cell_numbers if cell != move.cell)
    return all(move.because.get(cell, 0) & value for cell in others)


def _clash(net: Propagation) -> Contradiction | None:
    """Propagate to the end; return the contradiction, if any."""
    try:
        net.run()
    except Contradiction as clash:
        return clash
    return None


def _joined_moves(moves: list[_Move]) -> list[_Move]:
    """Return the moves with those of the same sources about one cell as one, where nothing between
    the two rests on the first."""
    result: list[_Move] = []
    for move in moves:
        for place in range(len(result) - 1, -1, -1):
            earlier = result[place]
            if earlier.sources != move.sources or earlier.links or not move.sources:
                break
            if earlier.cell == move.cell >= 0:
                if not any(move.cell in other.because for other in result[place + 1 :]):
                    del result[place]
                    move = _joined(earlier, move)
                break
        result.append(move)
    return result


def _joined(earlier: _Move, later: _Move) -> _Move:
    because = {**earlier.because}
    for cell, missing in later.because.items():
        if cell == later.cell:  # what the earlier move concluded follows from its own premises
            missing &= ~earlier.values
        because[cell] = because.get(cell, 0) | missing
    because = {cell: missing for cell, missing in because.items() if missing}
    values = later.values if later.is_last else later.values | earlier.values
    return replace(later, because=because, values=values)
