"""Lines of different variables: sums of a line, by sets of values.

Beside the grid an X-sum gives the sum of the first X values, and a sandwich the sum between the
least and the greatest value. Where all values of the line differ, few sets of values have the sum,
as in a cage; read in order, the values need many more states.

A line has literals for its beginnings: whether a value is among its first n variables, for each n.
All clues of a line share these literals, and, where the line holds every value, clues from its
other end do too: a value that is not among the first is among the last.

>>> from nonet.model import Model
>>> model = Model(dict.fromkeys("abc", [1, 2, 3]), [AllDifferent(tuple("abc"))])
>>> lines = LineSumEncoder(cnf := Cnf(model.domains, lambda clause: None), model)
>>> cnf.top, lines.prefix_literal(("a", "b", "c"), 2, 3)  # 3 is among the first two: it is not the last
(9, -9)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import combinations

from nonet.encoding.clauses.cnf import Cnf
from nonet.encoding.implied_sums import combinations_of
from nonet.model import AllDifferent, Constraint, EnclosedSum, LeadingSum
from nonet.model.structure import ConstraintNetwork

MAX_INNER_VALUES = 14
"""Most values that may lie between the ends: 361 sets have one sum at most, 7 in a 9x9."""

MAX_SETS = 500
"""Most sets of values of one clue: an X-sum of a 9x9 has 45 at most."""

PrefixLiteral = Callable[[int, int], int | bool]
"""``among(number, value)``: the literal "the value is among the first ``number``", or its truth
value if fixed.
"""

SetsByFirstValue = Mapping[int, Sequence[tuple[int, ...]]]
"""For each first value the possible sets, all of one size, of the values that count after the first
value.
"""


class LineSumEncoder:
    """Writes sums of lines by sets of values, and keeps the beginnings of the lines."""

    def __init__(self, cnf: Cnf, declared: ConstraintNetwork) -> None:
        self._cnf = cnf
        self._different = [
            frozenset(c.scope) for c in declared.constraints if type(c) is AllDifferent
        ]
        self._prefix_literals: dict[tuple[tuple[str, ...], int, int], int | bool] = {}

    def encode(self, constraint: Constraint) -> bool:
        """Encode a sum of a line by sets of values; return ``False`` for another constraint, for a
        line whose values may be equal, or if there are too many sets.
        """
        if type(constraint) not in (EnclosedSum, LeadingSum):
            return False
        scope = constraint.scope
        if len(set(scope)) < len(scope) or not any(map(set(scope).issubset, self._different)):
            return False
        choices = [self._cnf.literals[name] for name in scope]
        among = partial(self.prefix_literal, scope)
        if isinstance(constraint, EnclosedSum):
            return encode_enclosed_sum(self._cnf, choices, constraint, among)
        assert isinstance(constraint, LeadingSum)
        sets = sets_by_first_value([*map(tuple, choices)], constraint.total)
        if sets is not None:
            encode_leading_sums(self._cnf, choices, sets, among)
        return sets is not None

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


def encode_leading_sums(
    cnf: Cnf,
    choices: Sequence[Mapping[int, int]],
    sets: SetsByFirstValue,
    prefix_literal: PrefixLiteral,
) -> None:
    """The first values of different variables, by the sets that may follow each."""
    for first, literal in choices[0].items():
        if not sets.get(first):
            cnf.add(-literal)
            continue
        following = sets[first]
        selectors = [literal] if len(following) == 1 else [cnf.new_literal() for _ in following]
        if len(selectors) > 1:
            cnf.add(-literal, *selectors)
            cnf.add_all([(-selector, literal) for selector in selectors])
        number = 1 + len(following[0])
        after = {value for of_value in choices[1:number] for value in of_value} - {first}
        clauses: list[tuple[int, ...]] = []
        for value in sorted(after):
            is_among = prefix_literal(number, value)
            for selector, chosen in zip(selectors, following, strict=True):
                if isinstance(is_among, bool):
                    clauses += [(-selector,)] if is_among != (value in chosen) else []
                else:
                    clauses.append((-selector, is_among if value in chosen else -is_among))
        cnf.add_all(clauses)


def sets_by_first_value(values: Sequence[tuple[int, ...]], total: int) -> SetsByFirstValue | None:
    """Return the sets of values that follow each first value; ``None`` if there are too many sets.

    >>> sets_by_first_value([(1, 2, 3)] * 3, 3)
    {1: [], 2: [(1,)], 3: []}
    """
    sets_by_first: dict[int, list[tuple[int, ...]]] = {}
    for first in values[0]:
        if not 0 <= first <= len(values):
            continue
        remaining = total - first
        sets = combinations_of(values[1:first], remaining) if first > 1 else ((),) * (not remaining)
        if sets is None:
            return None
        sets_by_first[first] = [chosen for chosen in sets if first not in chosen]
    return sets_by_first if sum(map(len, sets_by_first.values())) <= MAX_SETS else None


def encode_enclosed_sum(
    cnf: Cnf,
    choices: Sequence[Mapping[int, int]],
    enclosed: EnclosedSum,
    prefix_literal: PrefixLiteral,
) -> bool:
    """The sum between two values of different variables, by the sets that may lie there.

    Return ``False`` if there are too many sets.
    """
    values = sorted({value for of_value in choices for value in of_value})
    if len(set(enclosed.ends)) < 2 or not set(enclosed.ends).issubset(values):
        return False
    others = [value for value in values if value not in enclosed.ends]
    if len(others) > MAX_INNER_VALUES:
        return False
    sets = [
        chosen
        for number in range(min(len(choices) - 2, len(others)) + 1)
        for chosen in combinations(others, number)
        if sum(chosen) == enclosed.total
    ]
    selectors = [cnf.new_literal() for _ in sets]
    cnf.exactly_one(selectors)
    lies = {value: cnf.new_literal() for value in others}
    for value, literal in lies.items():
        pairs = zip(selectors, sets, strict=True)
        cnf.add_all([(-each, literal if value in chosen else -literal) for each, chosen in pairs])
    if len(values) > len(choices):  # one may be missing: not an end, nor what lies between them
        for value in values:
            places = [of_value[value] for of_value in choices if value in of_value]
            cnf.add(*places, *([-lies[value]] if value in lies else []))
    for place, of_value in enumerate(choices):
        inside = _xor_literal(cnf, *(prefix_literal(place, end) for end in enclosed.ends))
        for value, literal in lies.items():
            if (at_value := of_value.get(value)) is not None:
                cnf.add_all([(-at_value, -inside, literal), (-at_value, inside, -literal)])
    return True


def _xor_literal(cnf: Cnf, first: int | bool, second: int | bool) -> int:
    xor = cnf.new_literal()
    for x in (False, True):
        for y in (False, True):
            clause = [xor if x != y else -xor]
            for literal, is_true in ((first, x), (second, y)):
                if not isinstance(literal, bool):
                    clause.append(-literal if is_true else literal)
                elif literal != is_true:
                    break
            else:
                cnf.add(*clause)
    return xor
