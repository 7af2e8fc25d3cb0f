"""The names of the levels of consistency."""

import pytest

from nonet.errors import BackendOptionError
from nonet.solving import solve


def test_a_level_that_is_none_names_those_there_are():
    with pytest.raises(BackendOptionError, match=r"level=auto\|generate-and-test"):
        solve("1..............4", "native:level=strongest")
