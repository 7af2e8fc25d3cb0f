"""What a user writes is typed: ``mypy --strict`` finds nothing in it, and slips in another."""

import re

import pytest

import nonet
from tests.project.mypy_messages import EXAMPLES, messages_by_file


@pytest.mark.slow(5)
def test_a_users_module_is_clean_under_mypy_strict():
    assert messages_by_file()["clean.py"] == []


def test_every_example_is_clean_under_mypy_strict():
    assert len(EXAMPLES) > 50
    assert [line for name in EXAMPLES for line in messages_by_file()[name]] == []


@pytest.mark.parametrize("line", [5, 6, 7, 8, 9])
def test_slips_that_types_can_see_are_seen(line):
    assert any(f"slips.py:{line}: error" in each for each in messages_by_file()["slips.py"])


def test_type_checkers_see_the_same_public_names():
    revealed = re.findall(r'Revealed type is "(.*)"', "\n".join(messages_by_file()["names.py"]))
    assert len(revealed) == len(nonet.__all__) == len(messages_by_file()["names.py"])
    assert "Any" not in revealed
