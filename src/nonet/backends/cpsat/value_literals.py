"""The places of the Booleans of variables and values in a model, and the reading of solutions."""

from __future__ import annotations

from collections.abc import Mapping

from nonet.backends.cpsat.search import ReadValue


class ValueLiterals:
    """The Boolean of each value, by variable; exactly one of each variable's Booleans is true."""

    def __init__(self, of: Mapping[str, Mapping[int, int]]) -> None:
        self.by_variable = of
        # the last value needs no test
        self._tests = [
            (name, tuple(of_value.items())[:-1], tuple(of_value)[-1])
            for name, of_value in of.items()
        ]

    def hint_values(self, hint: Mapping[str, int]) -> dict[int, int]:
        """Return for each Boolean of a hint's variables whether the hint has its value (0 or 1)."""
        return {
            literal: int(value == hint[name])
            for name in hint
            for value, literal in self.by_variable.get(name, {}).items()
        }

    def read_assignment(self, value: ReadValue, known: Mapping[str, int]) -> dict[str, int]:
        """The assignment of a solution, of which the values of some variables are known."""
        assignment = dict(known)
        for name, tests, chosen in self._tests:
            if name not in known:
                for candidate, literal in tests:
                    if value(literal):
                        chosen = candidate
                        break
                assignment[name] = chosen
        return assignment
