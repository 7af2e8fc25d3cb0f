"""Lines of different variables: automata about their sums, by sets of values.

Beside the grid an X-sum gives the sum of the first X values, and a sandwich the sum between the
least and the greatest value. Where all values of the line differ, few sets of values have the sum,
as in a cage; read in order, the values need many more states.

A line has literals for its beginnings: whether a value is among the first so many of its variables.
All clues of a line share these literals, and, where the line holds every value, clues from its
other end do too: a value that is not among the first is among the last.

>>> from nonet.model import Model
>>> model = Model(dict.fromkeys("abc", [1, 2, 3]), [AllDifferent(tuple("abc"))])
>>> lines = LineSumEncoder(cnf := Cnf(model.domains, lambda clause: None), model)
>>> cnf.top, lines.prefix_literal(("a", "b", "c"), 2, 3)  # 3 is among the first two: it is not the last
(9, -9)
"""

from __future__ import annotations

from functools import partial

from nonet.encoding.clauses.cnf import Cnf
from nonet.encoding.clauses.enclosed_sums import encode_enclosed_sum, recognise_enclosed_sum
from nonet.encoding.clauses.leading_sums import (
    encode_leading_sums,
    recognise_leading_sums,
    sets_by_first_value,
)
from nonet.model import AllDifferent, Regular
from nonet.model.units import ConstraintNetwork


class LineSumEncoder:
    """Writes automata of a structure by sets of values, and keeps the beginnings of its lines."""

    def __init__(self, cnf: Cnf, declared: ConstraintNetwork) -> None:
        self._cnf = cnf
        self._different = [
            frozenset(c.scope) for c in declared.constraints if type(c) is AllDifferent
        ]
        self._prefix_literals: dict[tuple[tuple[str, ...], int, int], int | bool] = {}

    def encode(self, regular: Regular) -> bool:
        """Encode an automaton by sets of values; return ``False`` if the automaton demands no sum,
        or has too many sets.
        """
        scope = regular.scope
        if len(set(scope)) < len(scope) or not any(map(set(scope).issubset, self._different)):
            return False
        choices = [self._cnf.literals[name] for name in scope]
        values = tuple(map(tuple, choices))
        among = partial(self.prefix_literal, scope)
        leading = recognise_leading_sums(values, regular.automaton)
        if leading is not None and (sets := sets_by_first_value(values, leading)) is not None:
            encode_leading_sums(self._cnf, choices, sets, among)
            return True
        enclosed = recognise_enclosed_sum(values, regular.automaton)
        return enclosed is not None and encode_enclosed_sum(self._cnf, choices, enclosed, among)

    def prefix_literal(self, line: tuple[str, ...], number: int, value: int) -> int | bool:
        """Return the literal "the value is among the first ``number`` of the line", or its truth
        value if fixed.
        """
        key = line, number, value
        if key not in self._prefix_literals:
            self._prefix_literals[key] = self._new_prefix_literal(*key)
        return self._prefix_literals[key]

    def _new_prefix_literal(self, line: tuple[str, ...], number: int, value: int) -> int | bool:
        of = [self._cnf.literals[name].get(value) for name in line]
        first = [literal for literal in of[:number] if literal is not None]
        later_literals = [literal for literal in of[number:] if literal is not None]
        is_whole = len({v for name in line for v in self._cnf.literals[name]}) == len(line)
        if len(first) < 2:
            return first[0] if first else False
        if is_whole and len(later_literals) < 2:
            return -later_literals[0] if later_literals else True
        if is_whole and line > (turned := line[::-1]):
            return -self.prefix_literal(turned, len(line) - number, value)
        if of[number - 1] is None:
            return self.prefix_literal(line, number - 1, value)
        prefix_literal = self._cnf.new_literal()
        self._cnf.exactly_one(
            (-prefix_literal, self.prefix_literal(line, number - 1, value), first[-1])
        )
        return prefix_literal
