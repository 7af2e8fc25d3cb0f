"""The overrun of a limit: its questions and its definition; the times depend on the machine."""

import pytest

from benchmarks.variants import overrun
from nonet.backends import get_backend
from nonet.backends.lockstep.kernel import kernel_for
from nonet.backends.lowering import lower


@pytest.mark.parametrize("name", overrun.QUESTIONS)
def test_lockstep_accepts_every_question(name):
    lowered = lower(overrun.QUESTIONS[name](), get_backend("lockstep"))
    assert kernel_for(lowered.structure).geometry.records is not None


def test_only_runs_that_end_after_their_limit_are_counted():
    endless = overrun.sums()
    over = None
    for _ in range(10):
        over = over or overrun.overrun(endless, 0.05, by_key=False)
    assert over is not None
    assert min(over) >= 0
    assert overrun.overrun(overrun.cages(), 60.0, by_key=False) is None
