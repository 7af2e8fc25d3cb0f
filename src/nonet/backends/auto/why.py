"""Why ``auto`` chooses what it does: its rules, applied to one model and told in plain words.

>>> from nonet.model import AllDifferent, Model
>>> model = Model({"x": [1, 2], "y": [1, 2]}, [AllDifferent(("x", "y"))])
>>> why(model).in_words[0]
'2 variables with 4 values in all; constraints: AllDifferent'
"""

from __future__ import annotations

from dataclasses import dataclass

from nonet.backends.auto import Auto, entrants, ready
from nonet.backends.auto.rules import Field, Opening, Question, field, opening
from nonet.backends.auto.rules import effort as effort_of
from nonet.backends.base import Request
from nonet.backends.registry import DEFAULT, FIRST, find_backend
from nonet.errors import UnknownBackend
from nonet.model import Model


@dataclass(frozen=True)
class Why:
    """What the rules say of one question.

    ``effort`` is how many runs of a filter native has at first, ``None`` without end.
    ``joins`` says of each backend that would race at which second it joins; ``absent``
    of those that do not take part why.
    """

    question: Question
    opening: Opening
    effort: int | None
    field: Field
    joins: dict[str, float]
    absent: dict[str, str]

    @property
    def in_words(self) -> list[str]:
        """A line each."""
        lines = [self.question.in_words]
        lines.append(f"{_begins(self.effort)}: {self.opening.because}")
        lines.append(f"  since {self.opening.when}")
        if self.effort is None:
            return lines
        joins = self.joins.items()
        race = ", ".join(f"{name} ({f'after {at:g} s' if at else 'at once'})" for name, at in joins)
        lines.append(f"what is not answered by then is raced for by {race}: {self.field.because}")
        lines.append(f"  since {self.field.when}")
        lines += [f"  without {name}: {reason}" for name, reason in self.absent.items()]
        return lines


def why(model: Model, wanted: int | None = 1) -> Why:
    """How ``auto`` would begin on a model of which ``wanted`` solutions are asked for, here."""
    auto = find_backend(DEFAULT)
    assert isinstance(auto, Auto)
    question = auto.question(model, Request(wanted))
    rule = opening(question)
    joins = {entrant.backend.name: entrant.joins for entrant in entrants(question)}
    absent = {
        runner.backend: _absent(runner.backend, runner.unless & joins.keys())
        for runner in field(question).runners
        if runner.backend not in joins
    }
    return Why(question, rule, effort_of(question), field(question), joins, absent)


def _begins(effort: int | None) -> str:
    if effort is None:
        return f"{FIRST} answers alone"
    if not effort:
        return f"{FIRST} is passed over"
    return f"{FIRST} begins, alone, for up to {effort:,} runs of a filter"


def _absent(name: str, instead: set[str] | frozenset[str]) -> str:
    if ready(name) is not None:
        return f"{' and '.join(sorted(instead))} will do"
    try:
        return find_backend(name).available().missing
    except UnknownBackend:
        return "it is not registered"
    except Exception as error:
        return f"it is broken ({type(error).__name__}: {error})"
