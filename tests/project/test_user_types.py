"""What a user writes is typed: ``mypy --strict`` finds nothing in it, and slips in another."""

import re

import pytest

import nonet
from tests.project.typed import EXAMPLES, told


@pytest.mark.slow(5)
def test_a_users_module_is_clean_under_mypy_strict():
    assert told()["clean.py"] == []


def test_every_example_is_clean_under_mypy_strict():
    assert len(EXAMPLES) > 50
    assert [line for name in EXAMPLES for line in told()[name]] == []


@pytest.mark.parametrize("line", [5, 6, 7, 8, 9])
def test_slips_that_types_can_see_are_seen(line):
    assert any(f"slips.py:{line}: error" in each for each in told()["slips.py"])


def test_type_checkers_see_the_same_public_names():
    found = re.findall(r'Revealed type is "(.*)"', "\n".join(told()["names.py"]))
    assert len(found) == len(nonet.__all__) == len(told()["names.py"])
    assert "Any" not in found
