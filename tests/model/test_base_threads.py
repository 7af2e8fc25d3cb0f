"""Threads that make constraints share nothing that can break: two backends of a race do so."""

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from nonet.model import Table
from nonet.model.constraints.base import structurally_equal


@pytest.fixture
def frequent_switches():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def make_tables(first: int) -> int:
    """Make tables that no other thread makes, each once more after a while."""
    tables = [Table(("x", "y"), {(first + number, 1), (number, 2)}) for number in range(1_000)]
    return sum(structurally_equal(Table(each.scope, each.tuples), each) for each in tables)


def test_threads_make_tables_at_once(frequent_switches):
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(make_tables, range(0, 40_000, 10_000))) == [1_000] * 4
