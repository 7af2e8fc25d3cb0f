"""How late a limit is kept: what is measured, not how late it is, which is the machine's."""

import pytest

pytest.importorskip("numba", reason="numba is not installed")

from benchmarks.variants import late
from nonet.backends import get_backend
from nonet.backends.lockstep.kernel import kernel_for
from nonet.backends.lowering import lower


@pytest.mark.parametrize("name", late.QUESTIONS)
def test_every_question_is_one_that_lockstep_takes(name):
    lowered = lower(late.QUESTIONS[name](), get_backend("lockstep"))
    assert kernel_for(lowered.structure).geometry.records is not None


def test_what_ends_after_its_limit_is_late_and_what_ends_before_is_not_counted():
    endless = late.sums()
    over = None
    for _ in range(10):
        over = over or late.late(endless, 0.05, by_key=False)
    assert over is not None
    assert min(over) >= 0
    assert late.late(late.cages(), 60.0, by_key=False) is None
