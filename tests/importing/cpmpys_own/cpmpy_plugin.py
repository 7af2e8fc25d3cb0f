"""A plugin of pytest that runs CPMpy's own tests with nonet as the default solver: ``.ci/cpmpy``.

CPMpy's sdist has its tests without their ``conftest.py``, whose fixtures and marks stand here.
"""

import cpmpy
import pytest

import nonet

ASSERT_TOO_MUCH = {
    "test_ite_with_constants": "asserts of one solution of ~ite(x, y, z) what others lack: x=y=z=0"
}

nonet.solving.register_with_cpmpy()
SOLVERS = sorted(cpmpy.SolverLookup.base_solvers(), key=lambda entry: entry[0] != "nonet")
cpmpy.SolverLookup.base_solvers = staticmethod(lambda: SOLVERS)


@pytest.fixture
def solver():
    """The name of the solver under test."""
    return "nonet"


def pytest_configure(config):
    """Declare the marks of CPMpy's tests."""
    for mark in ("requires_solver", "requires_dependency", "generate_constraints", "flaky"):
        config.addinivalue_line("markers", f"{mark}: a mark of CPMpy's tests")


def pytest_generate_tests(metafunc):
    """Make a test of each constraint of a generator."""
    marker = metafunc.definition.get_closest_marker("generate_constraints")
    if marker is not None:
        pairs = [("nonet", constraint) for constraint in marker.args[0]("nonet")]
        metafunc.parametrize(("solver", "constraint"), pairs, ids=str)


def pytest_collection_modifyitems(items):
    """Leave out the tests of other solvers, and skip those that assert too much."""
    items[:] = [item for item in items if item.get_closest_marker("requires_solver") is None]
    for item in items:
        if item.name in ASSERT_TOO_MUCH:
            item.add_marker(pytest.mark.skip(ASSERT_TOO_MUCH[item.name]))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call():
    """Skip a test in which CPMpy's adapter of PySAT asks for PBLib."""
    try:
        return (yield)
    except ImportError as error:
        if "PBLib" not in str(error):
            raise
        pytest.skip("needs PBLib")
