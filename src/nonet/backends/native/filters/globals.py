"""Filters of Connected, Cumulative and Precedence.

* Connected: once a variable is surely of a kind, the kind lies in the variables that a path of
  possible variables connects to the sure variable: in ``reach`` steps if the sure variable is the
  first possible variable of the kind, else in twice as many.  A sure variable that cannot be reached
  is a conflict; a possible variable that cannot be reached is not of the kind.
* Cumulative, by time-tabling: a task that starts from ``first`` to ``last`` is under way from
  ``last`` to ``first + duration``, whenever it starts: its compulsory part.  The demands of all
  compulsory parts at a time must keep the capacity, and no task may start where its own demand would
  break it.  Source: Aggoun and Beldiceanu, "Extending CHIP in order to solve complex scheduling and
  placement problems", 1993.
* Precedence: generalised arc consistency over different variables, by a layered graph (``layers.py``)
  whose states say how many of the ordered values have occurred; values that are not ordered lead from
  each state to itself.  Source: Walsh, "Symmetry breaking using value precedence", ECAI 2006, which
  takes all values together; Law and Lee, CP 2004, take two at a time.
"""

from __future__ import annotations

from functools import reduce
from itertools import pairwise
from operator import or_

from nonet.backends.native.filter import Filter, Store
from nonet.backends.native.filters.layers import Layers, Move
from nonet.model import Connected
from nonet.model.domain import mask_of_values
from nonet.model.expressions.affine import Affine
from nonet.model.globals import Cumulative, Precedence


class Reachability(Filter):
    """Reachability of each kind."""

    wakes_on_change = True

    def __init__(self, constraint: Connected, engine: Store) -> None:
        number = engine.number
        super().__init__(constraint, [number[name] for name in constraint.scope])
        farthest = len(constraint.scope)
        self._reach = farthest if constraint.reach is None else min(constraint.reach, farthest)
        at = {x: 1 << place for place, x in enumerate(self.scope)}
        self._near = dict.fromkeys(at.values(), 0)
        for a, b in constraint.edges:
            self._near[at[number[a]]] |= at[number[b]]
            self._near[at[number[b]]] |= at[number[a]]
        self._kinds = [
            [
                (x, at[x], mask_of_values(kind, engine.bases[x], engine.full_masks[x].bit_length()))
                for x in self.scope
            ]
            for kind in constraint.kinds
        ]

    def filter(self, engine: Store) -> None:
        masks = engine.masks
        for values in self._kinds:
            able = sure = 0  # sets of places in the scope, as bits
            for x, bit, of_kind in values:
                mask = masks[x]
                if mask & of_kind:
                    able |= bit
                    if not mask & ~of_kind:
                        sure |= bit
            if not sure:
                continue
            first = sure & -sure
            steps = self._reach if first == able & -able else 2 * self._reach
            reached = self._reachable(first, able, steps)
            if sure & ~reached:
                engine.fail(self, self.scope)
            lost = able & ~reached
            if lost:
                for x, bit, of_kind in values:
                    if lost & bit:
                        self.keep(engine, x, ~of_kind)

    def _reachable(self, start: int, able: int, steps: int) -> int:
        """The places of ``able`` that are at most so many steps from ``start``."""
        near = self._near
        reached = front = start
        for _ in range(steps):
            around = 0
            while front:
                bit = front & -front
                around |= near[bit]
                front ^= bit
            front = around & able & ~reached
            if not front:
                break
            reached |= front
        return reached


def shifted_variable(engine: Store, expression: Affine) -> tuple[int, int] | None:
    """Return the variable of ``x + constant`` and the value of its first bit; else ``None``."""
    if len(expression.terms) != 1 or expression.terms[0][1] != 1:
        return None
    x = engine.number[expression.scope[0]]
    return x, engine.bases[x] + expression.constant


def bounds_now(engine: Store, expression: Affine) -> tuple[int, int]:
    """Return the smallest and the largest value of a sum of variables, by their present domains."""
    low = high = expression.constant
    for name, (_, factor) in zip(expression.scope, expression.terms, strict=True):
        x = engine.number[name]
        mask, least = engine.masks[x], engine.bases[x] - 1
        ends = factor * (least + (mask & -mask).bit_length()), factor * (least + mask.bit_length())
        low, high = low + min(ends), high + max(ends)
    return low, high


class TimeTable(Filter):
    """Starts are a variable, perhaps plus a constant; all other parts count by their bounds."""

    wakes_on_bounds = True
    priority = 2

    def __init__(self, constraint: Cumulative, engine: Store) -> None:
        super().__init__(constraint, [engine.number[name] for name in constraint.scope])
        self._capacity = constraint.capacity
        present = constraint.present or (Affine((), 1),) * len(constraint.start)
        self._tasks = list(
            zip(constraint.start, constraint.duration, constraint.demand, present, strict=True)
        )

    def filter(self, engine: Store) -> None:
        tasks = {}  # that surely take part: first start, last start, shortest duration, least demand
        for i, (start, duration, demand, present) in enumerate(self._tasks):
            low, high = bounds_now(engine, present)
            shortest = bounds_now(engine, duration)[0]
            if shortest and not low <= 0 <= high:
                tasks[i] = *bounds_now(engine, start), shortest, bounds_now(engine, demand)[0]
        parts = {
            i: (last, first + d) for i, (first, last, d, _) in tasks.items() if last < first + d
        }
        capacity = bounds_now(engine, self._capacity)[1]
        for begin, end in pairwise(sorted({time for part in parts.values() for time in part})):
            running = [i for i, part in parts.items() if part[0] <= begin and end <= part[1]]
            height = sum(tasks[i][3] for i in running)
            if running and height > capacity:
                engine.fail(self, self._reasons(engine, running))
            for i, (_, _, length, need) in tasks.items():
                variable = shifted_variable(engine, self._tasks[i][0])
                if variable and running and i not in running and height + need > capacity:
                    x, shift = variable  # starts from begin - length + 1 to end - 1 clash
                    clash = (1 << max(end - shift, 0)) - (1 << max(begin - length + 1 - shift, 0))
                    if engine.masks[x] & clash:
                        reasons = self._reasons(engine, [i, *running])
                        engine.set(x, engine.masks[x] & ~clash, self, reasons)

    def _reasons(self, engine: Store, tasks: list[int]) -> list[int]:
        parts = [self._capacity, *(part for i in tasks for part in self._tasks[i])]
        return [engine.number[name] for name in dict.fromkeys(n for p in parts for n in p.scope)]


class ValuePrecedence(Filter):
    """Operands are a variable, perhaps plus a constant; other operands are checked, not filtered."""

    wakes_on_change = True

    def __init__(self, constraint: Precedence, engine: Store) -> None:
        super().__init__(constraint, [engine.number[name] for name in constraint.scope])
        self._operands = [(part, shifted_variable(engine, part)) for part in constraint.of]
        self._order = constraint.order

    def filter(self, engine: Store) -> None:
        domains = []  # of each operand the places in the order of its values, with their bits
        for part, variable in self._operands:
            if variable:
                mask, first = engine.masks[variable[0]], variable[1]
                numbers = [value - first for value in self._order]
                bits = [(mask >> n & 1) << n if n >= 0 else 0 for n in numbers]
                others = mask & ~reduce(or_, bits, 0)
            else:
                low, high = bounds_now(engine, part)
                bits = [int(low <= value <= high) for value in self._order]
                others = int(high - low >= sum(bits))
            domains.append([(place, bit) for place, bit in enumerate((others, *bits), -1) if bit])

        def moves(place: int, occurred: int) -> list[Move]:
            options = [(n, bit) for n, bit in domains[place] if n <= occurred]
            return [(bit, occurred + (n == occurred), 1, 0) for n, bit in options]

        supported = Layers((-1,) * len(domains), 0, moves, lambda occurred: 1).supported
        if supported is None:
            engine.fail(self, self.scope)
        for (_, variable), mask in zip(self._operands[::-1], supported[::-1], strict=True):
            if variable:
                self.keep(engine, variable[0], mask)
