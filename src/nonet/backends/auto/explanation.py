"""The choice of ``auto`` explained: its rules, applied to one model, in plain words.

>>> from nonet.model import AllDifferent, Model
>>> model = Model({"x": [1, 2], "y": [1, 2]}, [AllDifferent(("x", "y"))])
>>> explain_choice(model).text_lines[0]
'2 variables with 4 values in all; constraints: AllDifferent'
"""

from __future__ import annotations

from typing import NamedTuple

from nonet.backends.auto import LOCKSTEP, features_of
from nonet.backends.auto.selection_rules import (
    PARTICIPANTS,
    Features,
    Participant,
    opening_rule,
    rule_without_lockstep,
)
from nonet.backends.lowering import lower
from nonet.backends.registry import NATIVE_BACKEND, find_backend
from nonet.errors import UnknownBackend, Unsupported, quantity
from nonet.model import Model


class ChoiceExplanation(NamedTuple):
    """The result of the rules for one model, in words in ``text_lines``.

    ``first_backend`` begins, alone, with ``first_effort`` guesses or runs of a filter, ``None``
    without limit; the name is empty if all backends race at once.  ``start_delays`` gives for each
    racing backend the second at which the backend joins; ``absence_reasons`` gives for the others
    the reason of their absence.
    """

    features: Features
    first_backend: str
    first_effort: int | None
    start_delays: dict[str, float]
    absence_reasons: dict[str, str]
    text_lines: list[str]


def explain_choice(model: Model) -> ChoiceExplanation:
    """How ``auto`` would go about one model, here."""
    features = features_of(model)
    kinds = ", ".join(features.constraint_types) or "none"
    objective = "; with an objective" if features.has_objective else ""
    lines = [
        f"{quantity(features.variables, 'variable')} with {quantity(features.values, 'value')} in all; "
        f"constraints: {kinds}{objective}"
    ]
    rule = opening_rule(features)
    if rule.backend == LOCKSTEP and (declined := reason_to_decline(model)):
        lines.append(f"{LOCKSTEP} declines the model: {declined}")
        rule = rule_without_lockstep(features)
    effort = rule.effort(features)
    if not rule.backend:
        opening = "nobody begins alone"
    elif effort is None:
        opening = f"{rule.backend} answers alone"
    else:
        unit = "runs of a filter" if rule.backend == NATIVE_BACKEND else "guesses"
        opening = f"{rule.backend} begins, alone, for up to {effort:,} {unit}"
    lines += [f"{opening}: {rule.reason}", f"  since {rule.condition}"]
    joins = {each.name: each.start_delay for each in PARTICIPANTS if each.found() is not None}
    joins |= dict.fromkeys([*joins][:1], 0.0)
    absent = {each.name: _absence_reason(each) for each in PARTICIPANTS if each.name not in joins}
    if effort is not None:
        race = ", ".join(
            f"{name} ({f'after {delay:g} s' if delay else 'at once'})"
            for name, delay in joins.items()
        )
        what = "what is not answered by then" if rule.backend else "the model"
        lines.append(f"{what} is raced for by {race}, which learn from failures")
        lines += [f"  without {name}: {reason}" for name, reason in absent.items()]
    return ChoiceExplanation(features, rule.backend, effort, joins, absent, lines)


def reason_to_decline(model: Model) -> str:
    """Return the reason why lockstep declines a model; empty if lockstep takes the model."""
    from nonet.backends.lockstep.kernel import kernel_for  # a browser's package has none

    try:
        kernel_for(lower(model, find_backend(LOCKSTEP)).structure)
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
