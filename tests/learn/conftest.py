"""What tests of exercises share."""

import pytest

from nonet.learn import checks
from nonet.learn.check_process import Seal


@pytest.fixture
def small_seal(monkeypatch):
    """Seal the checks alone in this process: all of Python's library takes half of a grading.

    ``test_grading.py`` has files that replace what judges them, with the whole seal.
    """
    monkeypatch.setattr("nonet.learn.check_process.Seal", lambda: Seal([checks]))
