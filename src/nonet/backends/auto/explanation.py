"""The choice of ``auto`` explained: its rules, applied to one model, in plain words.

>>> from nonet.model import AllDifferent, Model
>>> model = Model({"x": [1, 2], "y": [1, 2]}, [AllDifferent(("x", "y"))])
>>> explain_choice(model).text_lines[0]
'2 variables with 4 values in all; constraints: AllDifferent'
"""

from __future__ import annotations

from dataclasses import dataclass

from nonet.backends.auto import (
    LANES,
    features_of,
    participants,
    with_auxiliary_domains,
)
from nonet.backends.auto.selection_rules import (
    Features,
    OpeningRule,
    Participant,
    RaceRule,
    opening_rule,
    race_rule,
    rule_without_lanes,
)
from nonet.backends.lowering import lower
from nonet.backends.registry import NATIVE_BACKEND, find_backend
from nonet.errors import UnknownBackend, Unsupported
from nonet.model import Model


@dataclass(frozen=True)
class ChoiceExplanation:
    """The result of the rules for one model.

    ``first_backend`` begins, alone, with ``first_effort`` guesses or runs of a filter, ``None``
    without limit; the name is empty if all backends race at once.  ``lanes_decline`` is the reason
    why lanes decline the model, empty if lanes take the model.  ``start_delays`` gives for each
    racing backend the second at which the backend joins; ``absence_reasons`` gives for the others
    the reason of their absence.
    """

    features: Features
    opening_rule: OpeningRule
    first_backend: str
    first_effort: int | None
    lanes_decline: str
    race_rule: RaceRule
    start_delays: dict[str, float]
    absence_reasons: dict[str, str]

    @property
    def text_lines(self) -> list[str]:
        """The explanation, line by line."""
        features = self.features
        kinds = ", ".join(features.constraint_types) or "none"
        objective = "; with an objective" if features.has_objective else ""
        lines = [
            f"{features.variables} variables with {features.values:,} values in all; "
            f"constraints: {kinds}{objective}"
        ]
        if self.lanes_decline:
            lines.append(f"{LANES} declines the model: {self.lanes_decline}")
        lines.append(f"{self._opening_text}: {self.opening_rule.reason}")
        lines.append(f"  since {self.opening_rule.condition}")
        if self.first_backend and self.first_effort is None:
            return lines
        race = ", ".join(
            f"{name} ({f'after {delay:g} s' if delay else 'at once'})"
            for name, delay in self.start_delays.items()
        )
        what = "what is not answered by then" if self.first_backend else "the model"
        lines.append(f"{what} is raced for by {race}: {self.race_rule.reason}")
        lines.append(f"  since {self.race_rule.condition}")
        lines += [f"  without {name}: {reason}" for name, reason in self.absence_reasons.items()]
        return lines

    @property
    def _opening_text(self) -> str:
        if not self.first_backend:
            return "nobody begins alone"
        if self.first_effort is None:
            return f"{self.first_backend} answers alone"
        if self.first_backend == NATIVE_BACKEND:
            limit = f"{self.first_effort:,} runs of a filter"
        else:
            limit = f"{self.first_effort:,} guesses"
        return f"{self.first_backend} begins, alone, for up to {limit}"


def explain_choice(model: Model) -> ChoiceExplanation:
    """How ``auto`` would go about one model, here."""
    features = features_of(model)
    rule, declined = opening_rule(features), ""
    if rule.backend == LANES:
        declined = lanes_decline(model)
        rule = rule_without_lanes(features) if declined else rule
    racing = with_auxiliary_domains(features, model) if declined else features
    entrants = participants(racing)
    joins = {each.name: each.start_delay for each in entrants if each.found() is not None}
    joins |= dict.fromkeys([*joins][:1], 0.0)
    absent = {each.name: _absence_reason(each) for each in entrants if each.name not in joins}
    return ChoiceExplanation(
        features, rule, rule.backend, rule.effort(features), declined,
        race_rule(racing), joins, absent,
    )  # fmt: skip


def lanes_decline(model: Model) -> str:
    """Return the reason why lanes decline a model; empty if lanes take the model."""
    from nonet.backends.lockstep.kernel import kernel_for

    try:
        kernel_for(lower(model, find_backend(LANES)).structure)
    except Unsupported as error:
        return str(error)
    return ""


def _absence_reason(participant: Participant) -> str:
    try:
        return find_backend(participant.name).available().missing
    except UnknownBackend:
        return "it is not registered"
    except Exception as error:
        return f"it is broken ({type(error).__name__}: {error})"
