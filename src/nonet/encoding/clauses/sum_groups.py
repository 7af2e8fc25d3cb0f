"""Sums over variables of which some differ: by groups, and cages by combinations.

On arrows and lines, the variables that share an AllDifferent take a combination of values, so the
group has few sums, and each sum restricts the values of the variables. The constraint becomes a sum
of a few groups.

>>> from nonet.model import Model
>>> row = AllDifferent(tuple("abcd"))
>>> arrow = Linear(("a", "b", "c", "e"), (1, 1, 1, -1), "==", 0)
>>> group_finder(Model(dict.fromkeys("abcde", range(1, 10)), [row, arrow]))(arrow)
((0, 1, 2), (3,))

A cage is a sum of different variables. Each value has a literal "the cage has this value", and each
combination of values that has the sum a selector that decides the literals of all values. So the
effect of a clue in one cell on the other cells follows by unit propagation. A sum whose
combinations are many is a counter, as all other sums are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from nonet.encoding.clauses.cnf import Cnf
from nonet.encoding.clauses.layered_automata import encode_weighted_sum
from nonet.encoding.implied_sums import combinations_of, split_by_value, value_sets_between
from nonet.model import AllDifferent, Linear
from nonet.model.structure import ConstraintNetwork


def encode_cage(cnf: Cnf, linear: Linear) -> bool:
    """Write the sum of different variables by its combinations of values; return ``False`` if
    there are too many."""
    choices = [cnf.literals[name] for name in linear.scope]
    combinations = combinations_of([*map(tuple, choices)], linear.constant)
    if combinations:
        combination_selectors(cnf, choices, combinations)
    elif combinations is not None:
        cnf.add()
    return combinations is not None


def combination_selectors(
    cnf: Cnf, choices: Sequence[Mapping[int, int]], combinations: tuple[tuple[int, ...], ...]
) -> list[int]:
    """Return a literal for each combination; exactly one literal is true and selects the values."""
    selectors = [cnf.new_literal() for _ in combinations]
    cnf.add(*selectors)
    having = split_by_value(combinations)
    for value in dict.fromkeys(value for literals in choices for value in literals):
        places = [literals[value] for literals in choices if value in literals]
        if value not in having:
            cnf.add_all([(-place,) for place in places])
        elif not having[value][1]:
            cnf.add(*places)
        else:
            has, lacks = ([selectors[number] for number in part] for part in having[value])
            _encode_value(cnf, places, has, lacks)
    return selectors


def _encode_value(cnf: Cnf, places: list[int], having: list[int], lacking: list[int]) -> None:
    """Encode a value that some combinations have: the value has a place if such a combination is
    selected.

    The converse follows by unit propagation: an absent value rules out the combinations that have
    the value, and some combination is selected.
    """
    value_literal = places[0] if len(places) == 1 else cnf.new_literal()
    clauses: list[tuple[int, ...]] = []
    if len(places) > 1:
        clauses = [(-place, value_literal) for place in places]
        clauses.append((-value_literal, *places))
    clauses += [(-selector, value_literal) for selector in having]
    clauses += [(-selector, -value_literal) for selector in lacking]
    cnf.add_all(clauses)


SumGroups = tuple[tuple[int, ...], ...]
"""The places of a sum's variables, in groups that differ."""

MAX_SETS = 150
"""Most combinations of values that a group is told by: 126 of 9 values at most."""

MIN_GROUP_SIZE = 2
"""Fewest variables that are told by their combinations."""


def group_finder(declared: ConstraintNetwork) -> Callable[[Linear], SumGroups]:
    """Tells the groups of a sum: variables of one coefficient that an AllDifferent has together."""
    units = [frozenset(c.scope) for c in declared.constraints if type(c) is AllDifferent]
    holding: dict[str, list[int]] = {}
    for number, unit in enumerate(units):
        for name in unit:
            holding.setdefault(name, []).append(number)

    def parts(linear: Linear) -> SumGroups:
        remaining: dict[tuple[int, int], set[int]] = {}  # of a coefficient and a unit, the places
        for place, (name, c) in enumerate(zip(linear.scope, linear.coefficients, strict=True)):
            for number in holding.get(name, ()):
                remaining.setdefault((c, number), set()).add(place)
        groups: list[tuple[int, ...]] = []
        free = set(range(len(linear.scope)))
        while remaining:
            best = max(remaining, key=lambda each: len(remaining[each]))
            if len(remaining[best]) < MIN_GROUP_SIZE:
                break
            group = remaining.pop(best)
            groups.append(tuple(sorted(group)))
            free -= group
            remaining = {
                each: ungrouped
                for each, places in remaining.items()
                if (ungrouped := places - group)
            }
        return (*groups, *((place,) for place in sorted(free)))

    return parts


def encode_grouped_sum(cnf: Cnf, linear: Linear, groups: SumGroups) -> None:
    """Write the sum by its groups."""
    choices = [cnf.literals[name] for name in linear.scope]
    ends = [_term_bounds(c, of) for c, of in zip(linear.coefficients, choices, strict=True)]
    least, most = sum(low for low, _ in ends), sum(high for _, high in ends)
    is_equal, constant = linear.op == "==", linear.constant
    terms: list[tuple[int, Mapping[int, int]]] = []
    for part in sorted(groups, key=len):
        c = linear.coefficients[part[0]]
        low = high = None  # what the others leave to c times the sum of this group
        if linear.op in ("==", ">="):
            low = constant - most + sum(ends[place][1] for place in part)
        if linear.op in ("==", "<="):
            high = constant - least + sum(ends[place][0] for place in part)
        if c < 0:
            low, high = high, low
        bounds = None if low is None else -(-low // c), None if high is None else high // c
        group = _Group([choices[place] for place in part], bounds)
        if len(part) < MIN_GROUP_SIZE or group.sets is None:
            terms += [(c, choices[place]) for place in part]
        elif is_equal and len(groups) == 2 and len(terms) == 1:
            group.encode_with_term(cnf, c, terms[0], constant)
            return
        elif not group.sets:
            cnf.add()
            return
        else:
            terms.append((c, group.sum_literals(cnf)))
    encode_weighted_sum(cnf, terms, linear.op, constant)


def _term_bounds(c: int, choices: Mapping[int, int]) -> tuple[int, int]:
    low, high = c * min(choices), c * max(choices)
    return (low, high) if c > 0 else (high, low)


class _Group:
    """Different variables: the choices of each, and the possible ``sets`` of values.

    ``sets`` is ``None`` if there are too many sets.
    """

    def __init__(
        self, choices: Sequence[Mapping[int, int]], bounds: tuple[int | None, int | None]
    ) -> None:
        values = tuple(sorted({value for of_value in choices for value in of_value}))
        self.choices = choices
        self.sets = value_sets_between(values, len(choices), bounds, MAX_SETS)

    def sum_literals(self, cnf: Cnf) -> dict[int, int]:
        """Return a literal for each sum; exactly one literal is true."""
        sums = {total: cnf.new_literal() for total in sorted(set(map(sum, self.sets or ())))}
        self._encode_sums(cnf, sums)
        return sums

    def encode_with_term(
        self, cnf: Cnf, c: int, term: tuple[int, Mapping[int, int]], constant: int
    ) -> None:
        """``c`` times the sum and another term come to ``constant``: its literals tell the sum."""
        d, of_value = term
        sums = {}
        for value, literal in of_value.items():
            total, remainder = divmod(constant - d * value, c)
            if remainder:
                cnf.add(-literal)
            else:
                sums[total] = literal
        self.sets = tuple(each for each in self.sets or () if sum(each) in sums)
        met = set(map(sum, self.sets))
        cnf.add_all([(-literal,) for total, literal in sums.items() if total not in met])
        if met:
            self._encode_sums(
                cnf, {total: literal for total, literal in sums.items() if total in met}
            )

    def _encode_sums(self, cnf: Cnf, sums: Mapping[int, int]) -> None:
        """Demand that the sum of the values is in ``sums``, each the sum of some set."""
        cnf.add(*sums.values())
        if len(self.choices) == 2:
            self._encode_pair_sums(cnf, sums)
            return
        sets = self.sets or ()
        having: dict[int, list[int]] = {total: [] for total in sums}
        for selector, chosen in zip(
            combination_selectors(cnf, self.choices, sets), sets, strict=True
        ):
            having[sum(chosen)].append(selector)
        for total, selectors in having.items():
            cnf.add(-sums[total], *selectors)
            cnf.add_all([(-selector, sums[total]) for selector in selectors])

    def _encode_pair_sums(self, cnf: Cnf, sums: Mapping[int, int]) -> None:
        """Of two variables: any two of both values and the sum tell the third."""
        first, second = self.choices
        clauses: list[tuple[int, ...]] = []
        for x, first_literal in first.items():
            for y, second_literal in second.items():
                if x != y:
                    total = sums.get(x + y)
                    clauses.append(
                        (-first_literal, -second_literal)
                        if total is None
                        else (-first_literal, -second_literal, total)
                    )
        for total, literal in sums.items():
            for one_side, others in ((first, second), (second, first)):
                for value, first_literal in one_side.items():
                    partner = None if 2 * value == total else others.get(total - value)
                    clauses.append(
                        (-literal, -first_literal)
                        if partner is None
                        else (-literal, -first_literal, partner)
                    )
        cnf.add_all(clauses)
