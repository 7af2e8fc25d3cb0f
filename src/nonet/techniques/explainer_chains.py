"""Sudoku Explainer's chaining techniques: its producers, its hints, its difficulty.

Sudoku Explainer 1.2.1 (N. Juillerat, 2007; read in the Sukaku edition) looks for
chains with one algorithm in several strengths, the *producers* of ``PRODUCERS``.
A producer gathers all its hints and the one of the lowest difficulty is taken.
The difficulty is the producer's base plus 0.1 each time that the number of
inferences, less 2, passes 4, 6, 8, 12, 16, 24, 36, ...

>>> [round(7.0 + extra(complexity), 1) for complexity in (4, 7, 9, 11, 15)]
[7.0, 7.1, 7.2, 7.3, 7.4]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from nonet.techniques.engines.advanced import Advanced, Inner, Nested
from nonet.techniques.engines.explainer_cycles import cell_ground, chains, cycles, value_ground
from nonet.techniques.engines.explainer_hints import BASE, Hint, Levels, extra, gone_of
from nonet.techniques.engines.probe import Ground, Net, ground, levels, probe
from nonet.techniques.layout import bits
from nonet.techniques.position import Position
from nonet.techniques.step import Step

PRODUCERS: tuple[tuple[str, frozenset[str]], ...] = (
    (
        "unary",
        frozenset(
            {
                "bidirectional-x-cycle",
                "bidirectional-y-cycle",
                "forcing-x-chain",
                "bidirectional-cycle",
                "forcing-chain",
            }
        ),
    ),
    ("nishio", frozenset({"nishio-forcing-chain"})),
    ("multiple", frozenset({"cell-forcing-chain", "region-forcing-chain"})),
    ("dynamic", frozenset({"dynamic-forcing-chain"})),
    ("plus", frozenset({"dynamic-forcing-chain-plus"})),
    ("nested", frozenset({"nested-forcing-chain"})),
)
"""The producers in Sudoku Explainer's order, each with the techniques it finds."""

NESTED = 6
"""How many nested forcing chains are compared for the least difficult."""


def easiest(position: Position, producer: str) -> Iterator[Hint]:
    """The hints of a producer as ``hints``, but without looking further than is asked for."""
    told: set[int] = set()
    if producer == "unary":
        for hint in hints(position, "simple"):
            if hint.difficulty >= BASE["forcing-chain"]:
                break
            told.add(hint.gone)
            yield hint
    for hint in hints(position, producer):
        if hint.gone not in told:
            yield hint


def score(step: Step) -> float:
    """Sudoku Explainer's difficulty of a chaining step.

    >>> from nonet.techniques.layout import layout_of
    >>> from nonet.puzzle import Grid, Puzzle
    >>> from nonet.techniques.engines.proof import Proof
    >>> proof = Proof("chain", 0, 9, ())
    >>> score(Step("forcing-chain", layout_of(Puzzle(Grid.square(4)).model()), detail=proof))
    7.2
    """
    return round(BASE[step.key] + extra(step.detail.complexity), 1)


def hints(position: Position, producer: str) -> list[Hint]:
    """All hints of a producer, the least difficult first, one for each conclusion."""
    return position.once(("explainer", producer), lambda: _sorted(_PRODUCE[producer](position)))


_RANK = {
    "double": 1,
    "bidirectional-x-cycle": 2,
    "forcing-x-chain": 2,
    "bidirectional-y-cycle": 3,
    "bidirectional-cycle": 4,
    "forcing-chain": 4,
    "cell": 5,
    "region": 6,
    "contradiction": 7,
}


def _sorted(found: Iterator[Hint]) -> list[Hint]:
    ordered = sorted(
        (hint for hint in found if hint.gone),
        key=lambda h: (h.difficulty, h.complexity, _RANK.get(h.kind) or _RANK[h.key]),
    )
    unique: dict[int, Hint] = {}
    for hint in ordered:
        unique.setdefault(hint.gone, hint)
    return list(unique.values())


# -- one start: cycles and forcing chains ----------------------------------------------


def _unary(position: Position) -> Iterator[Hint]:
    """Cycles and chains of one value, of cells, and of both."""
    at = ground(position)
    yield from hints(position, "simple")
    yield from chains(at, at, "forcing-chain")
    yield from cycles(at, "bidirectional-cycle")


def _simple(position: Position) -> Iterator[Hint]:
    """Cycles and chains of one value, and cycles of cells of two."""
    at = ground(position)
    layout = position.layout
    for value in range(layout.size):
        places = position.at(value) << value * layout.count
        if places & at.linked:
            for hint in _of_value(position, value):
                if hint.key == "forcing-x-chain":  # the cell's other values may have changed
                    hint = replace(hint, gone=gone_of(at, hint.result))
                yield hint
    yield from cycles(cell_ground(position), "bidirectional-y-cycle")


def _of_value(position: Position, value: int) -> list[Hint]:
    """Cycles and chains of one value, kept along the path while its places are the same."""
    key = ("explainer", "hints", value, position.at(value))
    found: list[Hint] | None = position.known.get(key)
    if found is None:
        at = value_ground(position, value)
        found = [*chains(at, at, "forcing-x-chain"), *cycles(at, "bidirectional-x-cycle")]
        position.known[key] = found
    return found


# -- several starts -----------------------------------------------------------------------


class _Runs:
    """The probes of one producer, each made once."""

    def __init__(self, at: Ground, producer: str, memo: dict[Any, Any]) -> None:
        self.at = at
        self.producer = producer
        self.key = "" if producer == "multiple" else _KEYS[producer]
        self.more = Advanced(at.board, memo) if producer == "plus" else None
        self._nets: dict[tuple[int, bool], Net | Levels] = {}
        self._sound = [0, 0]

    def __call__(self, candidate: int, on: bool) -> Net | Levels:
        run = self._nets.get((candidate, on))
        if run is None:
            run = self._nets[candidate, on] = self._make(candidate, on)
        return run

    def _make(self, candidate: int, on: bool) -> Net | Levels:
        if self.producer == "multiple":
            found = levels(self.at, candidate, on)
            run = Levels(self.at, candidate, on, found)
            if not run.on & run.off:
                return run
            return probe(self.at, candidate, on, net=False)
        return probe(self.at, candidate, on, cells=self.producer != "nishio", more=self.more)


_KEYS = {
    "nishio": "nishio-forcing-chain",
    "dynamic": "dynamic-forcing-chain",
    "plus": "dynamic-forcing-chain-plus",
}


def _multiple(producer: str, position: Position) -> Iterator[Hint]:
    """What all candidates of a cell or of a value in a house lead to, and contradictions."""
    at = ground(position)
    board = at.board
    layout = board.layout
    runs = _Runs(at, producer, position.known.setdefault("advanced", {}))
    dynamic = producer != "multiple"
    nishio = producer == "nishio"
    key = runs.key
    least = 2 if dynamic else 3
    for cell, values in enumerate(position.values):
        size = values.bit_count()
        if size < least:
            continue
        candidates = [value * layout.count + cell for value in bits(values)]
        for c in candidates:
            if dynamic:
                for on in (True, False):
                    run = runs(c, on)
                    if run.clash is not None:
                        assert isinstance(run, Net)
                        yield _contradiction(at, key, run, c, on)
                if size >= 3 and not nishio:
                    yield from _common(
                        at, key, "double", c, [runs(c, True), runs(c, False)], twice=False
                    )
            if not nishio:
                for number in board.truths[c][1:]:
                    if at.counts[number] < 2:
                        continue
                    places = layout.sets[number] & at.open
                    if places & -places == board.bit[c]:
                        found = [runs(place, True) for place in bits(places)]
                        yield from _common(
                            at, key or "region-forcing-chain", "region", number, found
                        )
        if not nishio:
            found = [runs(c, True) for c in candidates]
            yield from _common(at, key or "cell-forcing-chain", "cell", cell, found)


def _nested(position: Position) -> Iterator[Hint]:
    """Contradictions of nets with nets within, the few that are found first.

    The most forced assumptions come first.  To search all, for the shortest, would
    take too long; so the difficulty is an estimate from here on.
    """
    at = ground(position)
    more = Nested(at.board, position.known.setdefault("advanced", {}))
    starts = sorted(bits(at.open), key=lambda c: -probe(at, c, True).off.bit_count())
    found = 0
    for start in starts:
        net = probe(at, start, True, more=more)
        if net.clash is not None:
            hint = _contradiction(at, "nested-forcing-chain", net, start, True)
            inner = {
                inference.mask: inference.cause.size
                for branch in hint.proof().branches
                for inference in branch
                if isinstance(inference.cause, Inner)
            }
            yield replace(hint, complexity=hint.complexity + sum(inner.values()))
            found += 1
            if found == NESTED:
                return


def _common(
    at: Ground,
    key: str,
    kind: str,
    source: int,
    runs: list[Net | Levels],
    *,
    twice: bool = True,
) -> Iterator[Hint]:
    """The nodes that all runs lead to."""
    on = off = -1
    for run in runs:
        on &= run.on
        off &= run.off
        if not on and not off:
            return
    for mask, state in ((on, 1), (off, 0)):
        for candidate in bits(mask):
            node = 2 * candidate + state
            total = 0
            for run in runs:
                total += run.size(node)
            yield Hint(
                key,
                kind,
                total,
                source,
                node,
                gone_of(at, node),
                tuple((run, node) for run in runs),
            )


def _contradiction(at: Ground, key: str, run: Net, candidate: int, on: bool) -> Hint:
    result = 2 * candidate + (not on)
    gone = gone_of(at, result)
    return Hint(key, "contradiction", run.clash_size, candidate, result, gone, ((run, -1),))


_PRODUCE: dict[str, Callable[[Position], Iterator[Hint]]] = {
    "simple": _simple,
    "unary": _unary,
    **{name: partial(_multiple, name) for name in ("nishio", "multiple", "dynamic", "plus")},
    "nested": _nested,
}
