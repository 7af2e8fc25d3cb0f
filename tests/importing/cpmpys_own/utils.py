"""What CPMpy's tests import from the module ``utils`` beside them, which its sdist leaves out."""

import pytest


def skip_on_missing_pblib(skip_on_exception_only=False):
    """Return a decorator of tests that need PBLib; the plugin skips where it turns out missing."""
    return lambda test: test if skip_on_exception_only else pytest.mark.skip("needs PBLib")(test)


def inclusive_range(low, high):
    """Return the integers from ``low`` to ``high``."""
    return range(low, high + 1)


def lambda_assert(condition):
    """Return a function that asserts a condition."""

    def check():
        assert condition()

    return check
