"""The conformance suite, asked of ``auto``: as it chooses, and when native may do next to nothing.

With an effort of one run of a filter nearly every question is raced for.
"""

import pytest

from nonet.testing.test_conformance import *  # noqa: F403

# auto goes on without a backend that fails, and warns: here that is a failure
pytestmark = pytest.mark.filterwarnings("error:backend .* failed:RuntimeWarning")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Each test of the suite for both."""
    if "backend" in metafunc.fixturenames:
        metafunc.parametrize("backend", ["auto", "auto:first=1"])
