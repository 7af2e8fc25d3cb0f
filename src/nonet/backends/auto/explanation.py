"""Why ``auto`` chooses what it does: its rules, applied to one model and told in plain words.

>>> from nonet.model import AllDifferent, Model
>>> model = Model({"x": [1, 2], "y": [1, 2]}, [AllDifferent(("x", "y"))])
>>> explain_choice(model).text_lines[0]
'2 variables with 4 values in all; constraints: AllDifferent'
"""

from __future__ import annotations

from dataclasses import dataclass

from nonet.backends.auto import Auto, participants, usable_backend
from nonet.backends.auto.selection_rules import (
    Features,
    OpeningRule,
    RaceRule,
    opening_rule,
    race_rule,
)
from nonet.backends.auto.selection_rules import native_effort as effort_of
from nonet.backends.base import Request
from nonet.backends.registry import DEFAULT_BACKEND, NATIVE_BACKEND, find_backend
from nonet.errors import UnknownBackend
from nonet.model import Model


@dataclass(frozen=True)
class ChoiceExplanation:
    """What the rules say of one question.

    ``native_effort`` is how many runs of a filter native has at first, ``None`` without end.
    ``start_delays`` says of each backend that would race at which second it joins;
    ``absence_reasons`` of those that do not take part why.
    """

    features: Features
    opening_rule: OpeningRule
    native_effort: int | None
    race_rule: RaceRule
    start_delays: dict[str, float]
    absence_reasons: dict[str, str]

    @property
    def text_lines(self) -> list[str]:
        """A line each."""
        lines = [self.features.summary]
        lines.append(f"{_opening_text(self.native_effort)}: {self.opening_rule.reason}")
        lines.append(f"  since {self.opening_rule.condition}")
        if self.native_effort is None:
            return lines
        joins = self.start_delays.items()
        race = ", ".join(f"{name} ({f'after {at:g} s' if at else 'at once'})" for name, at in joins)
        lines.append(
            f"what is not answered by then is raced for by {race}: {self.race_rule.reason}"
        )
        lines.append(f"  since {self.race_rule.condition}")
        lines += [f"  without {name}: {reason}" for name, reason in self.absence_reasons.items()]
        return lines


def explain_choice(model: Model, requested_solutions: int | None = 1) -> ChoiceExplanation:
    """How ``auto`` would begin on a model of which ``wanted`` solutions are asked for, here."""
    auto = find_backend(DEFAULT_BACKEND)
    assert isinstance(auto, Auto)
    question = auto.features(model, Request(requested_solutions))
    rule = opening_rule(question)
    joins = {entrant.backend.name: entrant.start_delay for entrant in participants(question)}
    absent = {
        runner.backend: _absence_reason(runner.backend, runner.excluded_by & joins.keys())
        for runner in race_rule(question).participants
        if runner.backend not in joins
    }
    return ChoiceExplanation(
        question, rule, effort_of(question), race_rule(question), joins, absent
    )


def _opening_text(effort: int | None) -> str:
    if effort is None:
        return f"{NATIVE_BACKEND} answers alone"
    if not effort:
        return f"{NATIVE_BACKEND} is passed over"
    return f"{NATIVE_BACKEND} begins, alone, for up to {effort:,} runs of a filter"


def _absence_reason(name: str, instead: set[str] | frozenset[str]) -> str:
    if usable_backend(name) is not None:
        return f"{' and '.join(sorted(instead))} will do"
    try:
        return find_backend(name).available().missing
    except UnknownBackend:
        return "it is not registered"
    except Exception as error:
        return f"it is broken ({type(error).__name__}: {error})"
