"""Search annotations as CP-SAT's decision strategies.

CP-SAT takes the annotations as advice: some of its workers search in these orders.  Phases with an
order that CP-SAT has not are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ortools.sat.python import cp_model

from nonet.model.search_phase import SearchPhase

_VARIABLE_ORDERS = {
    "input_order": cp_model.CHOOSE_FIRST,
    "first_fail": cp_model.CHOOSE_MIN_DOMAIN_SIZE,
    "anti_first_fail": cp_model.CHOOSE_MAX_DOMAIN_SIZE,
    "smallest": cp_model.CHOOSE_LOWEST_MIN,
    "largest": cp_model.CHOOSE_HIGHEST_MAX,
}

_VALUE_ORDERS = {
    "indomain": cp_model.SELECT_MIN_VALUE,
    "indomain_min": cp_model.SELECT_MIN_VALUE,
    "indomain_max": cp_model.SELECT_MAX_VALUE,
    "indomain_median": cp_model.SELECT_MEDIAN_VALUE,
    "indomain_split": cp_model.SELECT_LOWER_HALF,
    "indomain_reverse_split": cp_model.SELECT_UPPER_HALF,
}


def add_decision_strategies(
    model: cp_model.CpModel, phases: Iterable[SearchPhase], indices: Mapping[str, int]
) -> None:
    """Add each phase that CP-SAT has words for; ``indices`` are the variables' in the proto."""
    for phase in phases:
        variable_order = _VARIABLE_ORDERS.get(phase.variable_order)
        value_order = _VALUE_ORDERS.get(phase.value_order)
        if variable_order is None or value_order is None:
            continue
        variables = [
            model.get_int_var_from_proto_index(indices[name])
            for name in phase.variables
            if name in indices
        ]
        model.add_decision_strategy(variables, variable_order, value_order)
