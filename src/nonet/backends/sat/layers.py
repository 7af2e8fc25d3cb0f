"""Layered automata as clauses: sums, counts and regular languages are all of this form.

The values of some variables are read one after another; after each, a state is
reached.  What can be reached and can still be accepted forms a multi-valued
decision diagram, which is reduced and then written as clauses, a literal a
state.  Every state is a function of the values read, so counts stay right.

Sources: Pesant, "A regular language membership constraint", CP 2004; Bacchus,
"GAC via unit propagation", CP 2007; Abío, Gange, Mayer-Eichberger and Stuckey,
"On CNF encodings of decision diagrams", CPAIOR 2016.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Final

from nonet.backends.sat.cnf import Cnf, TooLarge

MOST_ARCS = 400_000
"""Most arcs (state, value, state) of one constraint; beyond it, it is declined."""

ANY: Final = "any"
"""The state from which every continuation is accepted."""

Choices = Mapping[int, int]
"""What can be read in one place: the literal of each value."""

Step = Callable[[int, Hashable, int], Hashable | None]
"""``step(place, state, value)``: the next state, ``ANY``, or ``None`` to reject."""

Arcs = dict[Hashable, dict[int, Hashable]]
"""The arcs from one layer: for each state and value, the state that follows."""


def accept(cnf: Cnf, places: Sequence[Choices], start: Hashable, step: Step) -> None:
    """Demand that ``step``, led through the places from ``start``, never rejects."""
    layers = _reduced(_reached(cnf, places, start, step))
    if start not in layers[0]:
        cnf.add()
        return
    names: dict[Hashable, int | None] = {start: None}  # None: the literal "true"
    lean = cnf.whole_ones and cnf.guard is None
    left = False  # whether a word may have left the layers for ANY by now
    for place, (choices, arcs) in enumerate(zip(places, layers, strict=True)):
        cnf.tick()
        after: dict[Hashable, int | None] = {}
        if place < len(places) - 1:
            states = dict.fromkeys(t for row in arcs.values() for t in row.values())
            if ANY in states:
                del states[ANY]
                left = True
            after = _known(choices, arcs, names, left)
            new = [state for state in states if state not in after]
            sure = len(states) == 1 and not left
            after |= {state: None if sure else cnf.fresh() for state in new}
            told = [literal for literal in after.values() if literal is not None]
            if new and len(told) == len(states) > 1 and not left:
                if lean:
                    cnf.exactly_one(told)
                elif len(new) == len(states):
                    cnf.add(*told)
        _write_layer(cnf, choices, arcs, names, after, lean=lean and not left)
        names = after


def _known(
    choices: Choices, arcs: Arcs, before: Mapping[Hashable, int | None], left: bool
) -> dict[Hashable, int | None]:
    """The states after a place that a literal tells already.

    A state that one value leads to, which leads nowhere else, is that value, as long as no word
    has ``left``; a state that follows a single one, which nothing else follows, is that one.
    """
    sources: dict[Hashable, set[Hashable]] = {}
    values: dict[Hashable, set[int]] = {}
    targets: dict[int, set[Hashable]] = {}
    for state, row in arcs.items():
        for value, target in row.items():
            sources.setdefault(target, set()).add(state)
            values.setdefault(target, set()).add(value)
            targets.setdefault(value, set()).add(target)
    found: dict[Hashable, int | None] = {}
    for target, leading in values.items():
        if target == ANY:
            continue
        (value, *others) = leading
        (state, *further) = sources[target]
        if not others and not left and len(targets[value]) == 1:
            found[target] = choices[value]
        elif not further and len(set(arcs[state].values())) == 1:
            found[target] = before[state]
    return found


def _reached(cnf: Cnf, places: Sequence[Choices], start: Hashable, step: Step) -> list[Arcs]:
    """The arcs from each layer that can be reached from the start."""
    layers: list[Arcs] = []
    states: dict[Hashable, None] = {start: None}
    size = 0
    for place, choices in enumerate(places):
        cnf.tick()
        arcs: Arcs = {}
        for state in states:
            size += len(choices)
            if size > MOST_ARCS:
                raise TooLarge
            row = {}
            for value in choices:
                following = step(place, state, value)
                if following is not None:
                    row[value] = following
            arcs[state] = row
        layers.append(arcs)
        states = {t: None for row in arcs.values() for t in row.values() if t != ANY}
    return layers


def _reduced(layers: list[Arcs]) -> list[Arcs]:
    """Without the states that cannot be accepted; states alike from here on are one."""
    same: dict[Hashable, Hashable] = {}
    for number in range(len(layers) - 1, -1, -1):
        last = number == len(layers) - 1
        kept: Arcs = {}
        rows: dict[tuple[tuple[int, Hashable], ...], Hashable] = {}
        merged: dict[Hashable, Hashable] = {}
        for state, row in layers[number].items():
            alive = {
                value: ANY if last else same.get(following, following)
                for value, following in row.items()
                if last or following == ANY or following in same
            }
            if alive:
                merged[state] = rows.setdefault(tuple(alive.items()), state)
                kept.setdefault(merged[state], alive)
        layers[number], same = kept, merged
    return layers


def _write_layer(
    cnf: Cnf,
    choices: Choices,
    arcs: Arcs,
    before: Mapping[Hashable, int | None],
    after: Mapping[Hashable, int | None],
    *,
    lean: bool,
) -> None:
    """The clauses of one place: any two of state, value and next state give the third.

    ``lean``: state and value give the next state.  The rest then follows by unit propagation, as
    exactly one of the states is true.
    """
    into: dict[int, dict[int, list[int | None]]] = {}
    for state, row in arcs.items():
        source = before[state]
        not_here = [] if source is None else [-source]
        through: dict[int, list[int]] = {}
        if not_here and len(row) < len(choices):
            cnf.add(*not_here, *(choices[value] for value in row))
        for value, literal in choices.items():
            if value not in row:
                cnf.add(*not_here, -literal)
                continue
            target = after.get(row[value])
            if target is not None and target != literal and target != source:
                cnf.add(*not_here, -literal, target)
                if lean:
                    continue
                through.setdefault(target, []).append(literal)
                into.setdefault(target, {}).setdefault(value, []).append(source)
        for target, literals in through.items():
            cnf.add(*not_here, -target, *literals)
    for target, by_value in into.items():
        cnf.add(-target, *(choices[value] for value in by_value))
        for value, sources in by_value.items():
            known = [source for source in sources if source is not None]
            if len(known) == len(sources):
                cnf.add(-target, -choices[value], *known)
