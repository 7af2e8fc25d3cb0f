"""Weighted sums of CP-SAT's variables.

A term is the index of a variable; a literal is one too, and ``-1 - b`` stands for "not ``b``".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from nonet.model.domain import Domain

Interval = tuple[int, int]
"""Lowest and highest value, both included."""

MAX_MAGNITUDE = 1 << 60
"""Largest magnitude of a value or a sum: CP-SAT computes in 64 bits."""


@dataclass(slots=True)
class LinearTerms:
    """The terms of a weighted sum, their ranges of values, their coefficients, and a constant."""

    terms: list[int]
    ranges: list[Interval]
    coefficients: list[int]
    constant: int = 0

    def add(self, term: int, ends: Interval, coefficient: int) -> None:
        """Add a term."""
        self.terms.append(term)
        self.ranges.append(ends)
        self.coefficients.append(coefficient)

    def bounds(self) -> Interval:
        """The values between which the sum lies."""
        low = high = self.constant
        for (least, most), c in zip(self.ranges, self.coefficients, strict=True):
            if c > 0:
                low, high = low + c * least, high + c * most
            else:
                low, high = low + c * most, high + c * least
        return low, high

    def without_negations(self) -> LinearTerms:
        """The sum over variables alone, each once: "not ``b``" is ``1 - b``."""
        if min(self.terms, default=0) >= 0 and len(set(self.terms)) == len(self.terms):
            return self
        terms, coefficients, shift = positive_terms(self.terms, self.coefficients)
        ranges = {
            term if term >= 0 else -term - 1: (low, high) if term >= 0 else (1 - high, 1 - low)
            for term, (low, high) in zip(self.terms, self.ranges, strict=True)
        }
        ordered = [ranges[term] for term in terms]
        return LinearTerms(terms, ordered, coefficients, self.constant + shift)


def bounds_of(domain: Domain) -> Interval:
    """Smallest and largest value."""
    return domain.base, domain.highest


def flattened_intervals(domain: Domain) -> list[int]:
    """Return the ends of a domain's intervals in one list, in CP-SAT's form."""
    return [end for interval in domain.runs() for end in interval]


def intervals_of_values(values: Iterable[int]) -> list[int]:
    """The ends of the intervals of some integers in one list.

    >>> intervals_of_values([3, 7, 1, 2])
    [1, 3, 7, 7]
    """
    ends: list[int] = []
    for value in sorted(set(values)):
        if ends and ends[-1] == value - 1:
            ends[-1] = value
        else:
            ends += (value, value)
    return ends


def positive_terms(
    terms: Sequence[int], coefficients: Sequence[int]
) -> tuple[list[int], list[int], int]:
    """A sum over variables alone, each once, and a number: "not ``b``" is ``1 - b``."""
    shift, times = 0, dict[int, int]()
    for term, coefficient in zip(terms, coefficients, strict=True):
        if term < 0:
            shift += coefficient
            times[~term] = times.get(~term, 0) - coefficient
        else:
            times[term] = times.get(term, 0) + coefficient
    return list(times), list(times.values()), shift


ENDS: dict[str, Callable[[int], tuple[int, ...]]] = {
    "==": lambda constant: (constant, constant),
    "!=": lambda constant: (-MAX_MAGNITUDE, constant - 1, constant + 1, MAX_MAGNITUDE),
    "<=": lambda constant: (-MAX_MAGNITUDE, constant),
    ">=": lambda constant: (constant, MAX_MAGNITUDE),
}
"""The ends of the intervals in which a sum compares so with a constant."""
