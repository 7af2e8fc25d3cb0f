"""Parameters of CP-SAT by its own names: what is set, and what is refused."""

import pytest

pytest.importorskip("ortools")

from ortools.sat.python.cp_model_helper import SatParameters

from nonet.backends.ortools_parameters import (
    OWNED_BY_NONET,
    check_parameters,
    parameter_names,
    set_parameter,
)
from nonet.errors import BackendOptionError


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("num_workers", 4, 4),
        ("random_seed", 0, 0),
        ("cp_model_presolve", False, False),
        ("clause_cleanup_ratio", 0.25, 0.25),
        ("search_branching", "FIXED_SEARCH", SatParameters.SearchBranching.FIXED_SEARCH),
        ("search_branching", 1, SatParameters.SearchBranching.FIXED_SEARCH),
        ("subsolvers", ["probing"], ["probing"]),
        ("subsolvers", ("probing", "core"), ["probing", "core"]),
    ],
)
def test_a_value_that_fits_is_set(name, value, expected):
    check_parameters("cpsat", {name: value})
    parameters = SatParameters()
    set_parameter(parameters, name, value)
    actual = getattr(parameters, name)
    assert (list(actual) if isinstance(expected, list) else actual) == expected


def test_a_list_replaces_the_list_before():
    parameters = SatParameters()
    set_parameter(parameters, "subsolvers", ["probing"])
    set_parameter(parameters, "subsolvers", ["core"])
    assert list(parameters.subsolvers) == ["core"]


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("num_worker", 4, "has no parameter 'num_worker'; did you mean num_workers?"),
        ("_private", 4, "has no parameter '_private'"),
        ("CopyFrom", 4, "has no parameter 'CopyFrom'"),
        ("num_workers", "four", "num_workers is of type int, not 'four'"),
        ("num_workers", True, "num_workers is of type int, not True"),
        ("num_workers", 1 << 70, "num_workers is of type int"),
        ("cp_model_presolve", 1, "cp_model_presolve is of type bool, not 1"),
        ("search_branching", "FAST", "search_branching is one of AUTOMATIC_SEARCH, FIXED_SEARCH"),
        ("search_branching", 10**6, "search_branching is one of"),
        ("search_branching", True, "search_branching is one of"),
        ("subsolvers", "probing", "subsolvers is a list, not 'probing'"),
        ("subsolvers", [3], "subsolvers is a list, not \\[3\\]"),
    ],
)
def test_another_name_or_value_is_refused_by_name(name, value, message):
    with pytest.raises(BackendOptionError, match=f"backend cpsat: .*{message}"):
        check_parameters("cpsat", {"random_seed": 3, name: value})


@pytest.mark.parametrize("name", OWNED_BY_NONET)
def test_what_nonet_sets_says_what_to_write_instead(name):
    assert name in parameter_names()
    with pytest.raises(BackendOptionError, match=f"{name} is not a parameter to set: "):
        check_parameters("cpsat", {name: 1})
