"""What adapters share: every backend that reports its end says the same of the same end."""

import pytest

from nonet.backends import Request, get_backend
from nonet.backends.adapter import module_availability
from nonet.backends.events import SolutionFound, Stopped
from nonet.model import AllDifferent, Model

MODEL = Model({"x": [1, 2], "y": [1, 2]}, [AllDifferent(("x", "y"))])


@pytest.mark.parametrize("name", ["native", "cpsat", "sat", "python-constraint", "lockstep"])
def test_a_run_that_its_caller_closes_was_stopped_by_the_solutions_he_wanted(name):
    backend = get_backend(name)
    if not backend.available().ok:
        pytest.skip(f"{name} is not installed")
    events = []
    run = backend.run(MODEL, Request(tracer=events.append))
    first = next(run)
    run.close()
    assert events[-2:] == [SolutionFound(first), Stopped("solutions")]


def test_a_module_of_no_distribution_is_there_and_has_no_version():
    availability = module_availability(
        "nonet", "no-distribution-of-this-name", "pip install it", "nonet"
    )
    assert availability.ok and availability.version == "" and not availability.missing
