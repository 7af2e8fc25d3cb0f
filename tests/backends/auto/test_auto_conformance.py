"""The conformance suite, asked of ``auto``: as it chooses, and when native may do next to nothing.

With an effort of one run of a filter nearly every question is raced for.  Random models are asked
of that alone: left to choose, ``auto`` gives them to native, which is asked them itself.
"""

import pytest

from nonet.backends import available_backends
from nonet.model import Linear, Model
from nonet.solving import count_solutions
from nonet.testing.test_conformance import *  # noqa: F403

# auto goes on without a backend that fails, and warns: here that is a failure
pytestmark = pytest.mark.filterwarnings("error:backend .* failed:RuntimeWarning")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Each test of the suite for both, those of random models for the race."""
    if "backend" in metafunc.fixturenames:
        is_random = getattr(metafunc.function, "is_hypothesis_test", False)
        metafunc.parametrize("backend", ["auto:first=1"] if is_random else ["auto", "auto:first=1"])


@pytest.fixture(scope="module", autouse=True)
def imported() -> None:
    """Those that race are imported and compiled before anything is timed."""
    names = tuple("abc")
    model = Model(dict.fromkeys(names, range(1, 3)), [Linear.sum(names, "==", 4)])
    for backend in available_backends():
        assert count_solutions(model, backend).number == 3
