"""An objective in CP-SAT's terms: always minimised, divided by a common divisor of its
coefficients.

CP-SAT reports its bound as a float, which is only used where floats are exact.
"""

from __future__ import annotations

from math import ceil, gcd

from nonet.backends.cpsat.integer_encoding import IntegerEncoding
from nonet.backends.cpsat.weighted_sums import LinearTerms, sum_comparison
from nonet.errors import Unsupported
from nonet.model import Objective

MAX_EXACT_BOUND = 1 << 50
"""Largest magnitude of a bound that is taken from a float."""


class ScaledObjective:
    """The objective of a CP-SAT model: ``sign * common * inner + constant``.

    Raises ``Unsupported`` where its sum does not fit CP-SAT's 64 bits.
    """

    def __init__(
        self, encoding: IntegerEncoding, objective: Objective, equal_sum: LinearTerms | None = None
    ) -> None:
        self.objective = objective
        linear = equal_sum or encoding.linear_terms(objective.scope, (1,) * len(objective.scope))
        factors = objective.coefficients
        if equal_sum is not None:  # what the one variable of the objective equals
            (factor,) = factors
            factors = tuple(factor * coefficient for coefficient in equal_sum.coefficients)
            self._constant = objective.constant + factor * equal_sum.constant
        else:
            self._constant = objective.constant
        self._common = gcd(*factors) or 1  # a sum without variables, of literals that are true
        self._scale = objective.sign * self._common
        coefficients = [factor // self._scale for factor in factors]
        comparison = sum_comparison(linear.terms, linear.ranges, coefficients, "<=", 0)
        if not comparison.fits_in_64_bits:
            raise Unsupported(
                f"backend cpsat: the sum of the objective, {objective.text}, does not fit "
                "CP-SAT's 64 bits: use another backend, such as native"
            )
        encoding.largest_magnitude = max(encoding.largest_magnitude, comparison.magnitude)
        self._proto = encoding.model.proto.objective
        self._proto.vars.extend(comparison.terms)
        self._proto.coeffs.extend(comparison.coefficients)
        self._size = comparison.magnitude

    def require_better_than(self, incumbent: int | None) -> None:
        """Demand solutions better than ``incumbent``; admit all solutions for ``None``."""
        self._proto.domain.clear()
        if incumbent is not None:
            limit = (self.objective.sign * (incumbent - self._constant) - 1) // (self._common)
            least = -self._size - 1
            self._proto.domain.extend([least, max(least, min(limit, self._size))])

    def objective_bound(self, scaled_bound: float) -> int | None:
        """Return the value that no solution can surpass, from CP-SAT's own bound; ``None`` if the
        bound is not exact."""
        if not abs(scaled_bound) < MAX_EXACT_BOUND:
            return None
        return self._scale * ceil(scaled_bound - 1e-6) + self._constant
