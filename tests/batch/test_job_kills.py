"""SIGKILL at random moments: no row is lost, and the last bytes are those of an undisturbed run.

``python -m benchmarks.kills`` does the same a hundred times for each form.
"""

import os

import pytest

pytest.importorskip("pyarrow")
from benchmarks import kills


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
def test_killed_at_random_moments_it_ends_with_the_same_bytes(tmp_path):
    source = tmp_path / "in.csv"
    kills.make_table(source, 6_000, seed=4)
    # at moments that are chosen, and in other forms: tests/batch/test_job.py
    summary = kills.run(source, ".csv", kills=1, seed=4)
    assert summary.kills == 1
    assert summary.different == 0
    assert summary.finished >= 1
