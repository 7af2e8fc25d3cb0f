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

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from nonet.backends.native.filter import Condition, Filter, ReasonStore
from nonet.deadline import check
from nonet.model import AllDifferent, Constraint, auxiliary_variables
from nonet.render.printable import joined_words
from nonet.techniques.candidate_layout import House, Layout, bits
from nonet.techniques.engines.constraint_filter import ConstraintFilter, to_engine_bits
from nonet.techniques.engines.phrases import name_list
from nonet.techniques.engines.supposition import Source, Supposition

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


MAX_NAMED = 12
"""Maximum number of variables that a reason names."""
CANNOT_HOLD = "cannot hold"


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

    def __ne__(self, other: object) -> bool:
        return not self == other

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
    chain that refutes ``supposed``, where a case was tried.  ``failure`` is what is wrong with the
    rule at a contradiction.
    """

    concluded: tuple[Fact, ...]
    by: str
    constraints: tuple[Constraint, ...]
    because: tuple[Fact, ...]
    supposing: tuple[Link, ...] = ()
    supposed: Fact | None = None
    failure: str = CANNOT_HOLD

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
    many = len({fact.name for fact in link.because}) > MAX_NAMED
    if many and link.by and not isinstance(link.constraints[0], AllDifferent):
        reason = ", since nothing else fits with what is known of its other cells"
        if not link.concluded:
            return f"{link.by} cannot hold with what is known of its cells"
    elif link.concluded:
        name = link.concluded[0].name
        others = [fact for fact in link.because if fact.name != name]
        if others and auxiliary_variables.is_auxiliary(name) and link.concluded[0].holds:
            ending = (
                "" if len(others) == len(link.because) else ", and no other value is left for it"
            )
            reason = f", since {facts_text(others)}{ending}"
    if link.concluded:
        return f"{link.by}{': ' if link.by else ''}{facts_text(link.concluded)}{reason}"
    if link.by:
        return f"{link.by} {link.failure}{reason}"
    name = auxiliary_variables.display_name(link.because[0].name)
    values = [str(fact.value) for fact in link.because if fact.holds]
    if len(values) > 1:
        return f"{name} cannot be {joined_words(values)} at once"
    return f"no value is left for {name}{reason}"


def facts_text(facts: Iterable[Fact]) -> str:
    """Return facts as text: values, then what cells lack, alike cells together."""
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
        listed = name_list(map(auxiliary_variables.display_name, names))
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
    builder = _ChainBuilder(layout, values, supposed, label or source_name, value_name)
    builder.check_deadline, builder.propagations_left = check_deadline, max_propagations
    builder.cases_left = MAX_CASES if max_cases is None else max_cases
    builder.limit_to(within)
    try:
        links = builder.proof(builder.started()).links
    except TooManyCases:
        return None
    if len(links) <= MAX_SHORTENED and not any(link.supposing for link in links):
        for backwards in (False, True) if supposed is None else (False,):
            links = builder.shortened(links, backwards)
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
    failure: str = CANNOT_HOLD
    case: _RefutedCase | None = None


@dataclass
class _Proof:
    """Links to a contradiction, and the values that must be missing at their start."""

    links: list[Link]
    needed: dict[int, int] = field(default_factory=dict)


class _RefutedCase(Filter):
    """The source of the removal of a value that was supposed, and which a proof refutes."""

    def __init__(self, x: int, value: int, proof: _Proof) -> None:
        self.scope, self.value, self.proof = (x,), value, proof

    def explain(
        self, engine: ReasonStore, x: int | None, removed: int, because: Sequence[int]
    ) -> Iterable[Condition]:
        return [(y, ~missing) for y, missing in self.proof.needed.items() if y != x]


class _ChainBuilder:
    """Builds chains from the values left in the cells of a layout; masks are those of the engine."""

    check_deadline: Callable[[], object]
    cases_left: int
    propagations_left: int

    def __init__(
        self,
        layout: Layout,
        values: Sequence[int],
        supposed: int | None,
        label: Callable[[Source], str],
        value_name: Callable[[str, int], str],
    ) -> None:
        self._layout, self._label, self._value_name = layout, label, value_name
        self._engine = Supposition(layout)
        self._values = to_engine_bits(layout, tuple(values))
        self._supposed = supposed
        self._declared = self._engine.full_masks

    def limit_to(self, constraints: Iterable[Constraint] | None) -> None:
        """Use some constraints alone; ``None`` for all."""
        if constraints is not None:
            allowed = set(constraints)
            sources = dict.fromkeys(self._engine.source_of.values())
            self._engine.limit_to(each for each in sources if each.constraint in allowed)

    def started(self, backwards: bool = False) -> int:
        """Suppose the candidate, or have all values looked at; return the entry of the trail from
        which on values are removed."""
        engine = self._engine
        engine.start(self._values)
        if self._supposed is None:
            engine.wake_all(range(len(self._values))[:: -1 if backwards else 1])
        else:
            number, x = divmod(self._supposed, self._layout.cell_count)
            engine.assign(x, 1 << self._layout.values[number] - engine.bases[x])
        return engine.mark()

    def shortened(self, links: list[Link], backwards: bool) -> list[Link]:
        """Return links without the rules that can be done without, the first used tried first."""
        for dropped in ((), *(link.constraints[:1] for link in links)):
            self.check_deadline()
            self.limit_to({c for other in links for c in other.constraints}.difference(dropped))
            start = self.started(backwards)
            if not self._engine.propagate():
                links = min(links, self._explained(start).links, key=_line_count)
        return links

    def proof(self, start: int) -> _Proof:
        """Return the links from an entry of the trail to a contradiction."""
        engine = self._engine
        while True:
            self.check_deadline()
            if not engine.propagate():
                return self._explained(start)
            proof, x, bit = self._case()
            others = engine.masks[x] & ~bit
            if not proof.needed.get(x, 0) & others:
                return self._explained(start, proof)
            engine.set(x, others, _RefutedCase(x, bit, proof), ())

    def _case(self) -> tuple[_Proof, int, int]:
        """Return the proof that a value of a variable fails, the variable, and the value's bit."""
        engine = self._engine
        self.cases_left -= 1
        open_variables = [x for x, mask in enumerate(engine.masks) if mask & (mask - 1)]
        if self.cases_left < 0 or not open_variables:
            raise TooManyCases
        depth, start = len(engine.level_marks), engine.mark()
        failures: list[tuple[int, int, int, int]] = []
        first: tuple[int, int] | None = None
        for x in sorted(open_variables, key=lambda x: engine.masks[x].bit_count()):
            for value in bits(engine.masks[x]):
                self.check_deadline()
                self.propagations_left -= 1
                if self.propagations_left < 0:
                    raise TooManyCases
                engine.assign(x, 1 << value)
                if not engine.propagate():
                    number = len(engine.trail) - start
                    engine.jump_to(depth)
                    failures.append((engine.masks[x].bit_count(), number, x, 1 << value))
                else:
                    engine.jump_to(depth)
                    first = first or (x, 1 << value)
            if len(failures) >= MAX_COMPARED:
                break
        if failures:
            *_, x, bit = min(failures, key=lambda failure: failure[:2])
        else:
            assert first is not None
            x, bit = first
        engine.assign(x, bit)
        proof = self.proof(engine.mark())
        engine.jump_to(depth)
        return proof, x, bit

    def _explained(self, start: int, end: _Proof | None = None) -> _Proof:
        """Return the links from an entry of the trail to the failure, or to a proof's start."""
        engine, declared, moves = self._engine, self._declared, list[_Move]()
        state, needed = engine.then, dict[int, int]()
        state[:] = engine.masks

        def rest_on(move: _Move) -> None:
            for x, missing in move.because.items():
                mask = state[x]
                if not mask & (mask - 1):
                    missing = ~mask  # where a single value is left, that is what is said
                move.because[x] = missing & declared[x] & ~mask
                needed[x] = needed.get(x, 0) | move.because[x]

        failure = engine.failure
        if end is not None:
            rest_on(_Move((), -1, 0, dict(end.needed)))
        elif failure is not None and failure.variable is None:
            moves.append(self._move(failure.source, -1, 0, failure.because))
            rest_on(moves[0])
        elif failure is not None and failure.variable is not None:
            needed[failure.variable] = -1
        for x, removed, source, read in engine.walk_back(start, needed):
            move = self._move(source, x, removed, read)
            if end is None and not moves:  # the removal of the last values of a cell
                move.cell, move.because[x], needed[x] = -1, -1, 0
            else:
                move.values &= needed[x]
                remaining = state[x] & ~removed
                if not remaining & (remaining - 1) and needed[x] == declared[x] & ~remaining:
                    move.is_last, move.values = True, remaining
                    if declared[x] & ~state[x] and not _is_only_place(move, remaining):
                        move.because[x] = declared[x] & ~state[x]
            rest_on(move)
            moves.append(move)
        tail = [] if end is None else end.links
        links = [self._link(move) for move in _joined_moves(moves[::-1])]
        needed = {x: missing & ~state[x] for x, missing in needed.items()}
        return _Proof([*links, *tail], {x: missing for x, missing in needed.items() if missing})

    def _move(self, source: Filter, x: int, removed: int, read: Sequence[int]) -> _Move:
        """Return the removal of values, or with ``x`` -1 a failure, with the missing values that it
        rests on, none of which is superfluous."""
        engine = self._engine
        if isinstance(source, _RefutedCase):
            because = self._missing(source.explain(engine, x, removed, read))
            return _Move((), x, removed, because, case=source)
        own = engine.source_of[source]
        if isinstance(own, ConstraintFilter):
            masks = tuple(map(engine.mask_then, own.cells))
            reason = own.native.reason(masks, own.cells.index(x) if x >= 0 else -1, removed)
            if reason is None:
                conditions = Filter.explain(source, engine, x, removed, read)
                return _Move((own, *own.houses), x, removed, self._missing(conditions))
            because = self._missing((own.cells[n], reason.masks[n]) for n in reason.places)
            return _Move((own, *(own.houses if reason.needs_houses else ())), x, removed, because)
        move = _Move((own,), x, removed, {})
        move.because = self._missing(source.explain(engine, x if x >= 0 else None, removed, read))
        if x < 0:  # a value has no place in a house, or two values have one
            values = next(iter(move.because.values()))
            facts = self._facts(read[0], values, True)
            places = "one place" if len(facts) > 1 else "no place"
            move.failure = f"has {places} for {joined_words(str(fact.value) for fact in facts)}"
        return move

    def _missing(self, conditions: Iterable[Condition]) -> dict[int, int]:
        """Return the values that conditions exclude."""
        return {x: self._declared[x] & ~mask for x, mask in conditions}

    def _link(self, move: _Move) -> Link:
        because = [
            fact
            for x, missing in sorted(move.because.items())
            for fact in self._facts_of_missing(x, missing)
        ]
        labels = dict.fromkeys(map(self._label, move.sources))
        case = move.case
        return Link(
            self._facts(move.cell, move.values, move.is_last) if move.cell >= 0 else (),
            joined_words(labels) if labels else "",
            tuple(source.constraint for source in move.sources),
            tuple(sorted(because, key=lambda fact: not fact.holds)),
            () if case is None else tuple(case.proof.links),
            None if case is None else self._facts(case.scope[0], case.value, True)[0],
            move.failure,
        )

    def _facts_of_missing(self, x: int, missing: int) -> tuple[Fact, ...]:
        remaining = self._declared[x] & ~missing
        if remaining and not remaining & (remaining - 1):
            return self._facts(x, remaining, True)
        return self._facts(x, missing & self._declared[x], False)

    def _facts(self, x: int, values: int, holds: bool) -> tuple[Fact, ...]:
        name, base = self._engine.names[x], self._engine.bases[x]
        named = (NamedInteger.of(base + n, self._value_name(name, base + n)) for n in bits(values))
        return tuple(Fact(name, value, holds) for value in named)


def _line_count(links: list[Link]) -> int:
    return sum(1 for _ in chain_lines(links))


def _is_only_place(move: _Move, value: int) -> bool:
    """Return whether a move rests on the other cells of a house, none of which can be a value."""
    source = move.sources[0] if move.sources else None
    if not isinstance(source, House) or not source.complete:
        return False
    others = (cell for cell in source.cell_numbers if cell != move.cell)
    return all(move.because.get(cell, 0) & value for cell in others)


def _joined_moves(moves: list[_Move]) -> list[_Move]:
    """Join moves of the same sources about one cell, unless one between rests on the first."""
    result: list[_Move] = []
    for move in moves:
        for place in range(len(result) - 1, -1, -1):
            earlier = result[place]
            if earlier.sources != move.sources or earlier.case or not move.sources:
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
