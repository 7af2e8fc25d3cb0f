"""Arrays, tables and slots that compiled code reads."""

from __future__ import annotations

import numpy as np

from nonet import Model
from nonet.backends.lockstep.kernel import Kernel
from nonet.backends.lockstep.layouts.memory import int64_array
from nonet.backends.lockstep.work_chunks import count_rows
from nonet.model import Table


def test_a_mask_of_64_bits_is_kept_bit_by_bit() -> None:
    assert int64_array([1 << 63, 5, -1]).tolist() == [-(1 << 63), 5, -1]
    domains = dict.fromkeys("abc", range(64))
    model = Model(domains, [Table(("a", "b", "c"), {(63, 0, 63), (0, 63, 1)})])
    answer = count_rows(Kernel(model.structure), np.zeros((1, 3), np.uint8), 9)
    assert answer.counts.tolist() == [2]
