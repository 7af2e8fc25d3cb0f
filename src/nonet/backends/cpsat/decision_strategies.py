"""Search annotations as CP-SAT's decision strategies.

CP-SAT takes the annotations as advice: some of its workers search in these orders.  Phases with an
order that CP-SAT has not are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from nonet.backends.cpsat.binding import CpModel, DecisionStrategyProto
from nonet.model.search_phase import SearchPhase

_VARIABLE_ORDERS = {
    "input_order": DecisionStrategyProto.VariableSelectionStrategy.CHOOSE_FIRST,
    "first_fail": DecisionStrategyProto.VariableSelectionStrategy.CHOOSE_MIN_DOMAIN_SIZE,
    "anti_first_fail": DecisionStrategyProto.VariableSelectionStrategy.CHOOSE_MAX_DOMAIN_SIZE,
    "smallest": DecisionStrategyProto.VariableSelectionStrategy.CHOOSE_LOWEST_MIN,
    "largest": DecisionStrategyProto.VariableSelectionStrategy.CHOOSE_HIGHEST_MAX,
}

_VALUE_ORDERS = {
    "indomain": DecisionStrategyProto.DomainReductionStrategy.SELECT_MIN_VALUE,
    "indomain_min": DecisionStrategyProto.DomainReductionStrategy.SELECT_MIN_VALUE,
    "indomain_max": DecisionStrategyProto.DomainReductionStrategy.SELECT_MAX_VALUE,
    "indomain_median": DecisionStrategyProto.DomainReductionStrategy.SELECT_MEDIAN_VALUE,
    "indomain_split": DecisionStrategyProto.DomainReductionStrategy.SELECT_LOWER_HALF,
    "indomain_reverse_split": DecisionStrategyProto.DomainReductionStrategy.SELECT_UPPER_HALF,
}


def add_decision_strategies(
    model: CpModel, phases: Iterable[SearchPhase], indices: Mapping[str, int]
) -> None:
    """Add each phase that CP-SAT has words for; ``indices`` are the variables' in the proto."""
    for phase in phases:
        variable_order = _VARIABLE_ORDERS.get(phase.variable_order)
        value_order = _VALUE_ORDERS.get(phase.value_order)
        if variable_order is None or value_order is None:
            continue
        strategy = model.proto.search_strategy.add()
        strategy.variable_selection_strategy = variable_order
        strategy.domain_reduction_strategy = value_order
        for name in phase.variables:
            if name in indices:
                term = strategy.exprs.add()
                term.vars.append(indices[name])
                term.coeffs.append(1)
