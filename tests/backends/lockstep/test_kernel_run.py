"""Ctrl-C in a long compiled search: Python looks often enough, and hears it at the next look."""

from __future__ import annotations

import os
import random
import threading
import time

import numpy as np
import pytest

import nonet
from nonet import AllDifferent, Model
from nonet.backends.lockstep import kernel
from nonet.backends.lockstep.kernel import Kernel, kernel_for
from nonet.backends.lockstep.kernel_run import KernelRun
from nonet.backends.lockstep.layouts.calls import PAUSED, STORE_NONE
from nonet.backends.lockstep.work_chunks import count_rows
from nonet.model import Linear, Structure, Table


def _endless() -> Model:
    """A table of 40 cells and many thousand arcs, and far more solutions than can be met."""
    names = [f"x{k}" for k in range(40)]
    sums = [Linear.sum(names[k : k + 12], "<=", 60) for k in range(28)]
    return Model(dict.fromkeys(names, range(1, 10)), [AllDifferent(names[:3]), *sums])


@pytest.mark.skipif(os.name == "nt", reason="no way to send Ctrl-C to oneself on Windows")
def test_ctrl_c_in_a_long_search_of_any_model_is_heard_at_the_next_look(ctrl_c, monkeypatch):
    """Not how many seconds that takes, which is the machine's: how many looks, and how long one."""
    if threading.current_thread() is not threading.main_thread():
        pytest.skip("Ctrl-C reaches the main thread alone")
    model = _endless()
    next(nonet.iter_solutions(model, "lockstep", limit=1))  # compiled
    looks: list[tuple[float, float]] = []
    several = threading.Event()
    advance = KernelRun.advance

    def looking(run: KernelRun) -> int:
        began, worked = time.monotonic(), time.thread_time()
        reason = advance(run)
        looks.append((began, time.thread_time() - worked))
        if len(looks) > 5:
            several.set()
        return reason

    monkeypatch.setattr(KernelRun, "advance", looking)
    with ctrl_c(several, signals=True) as pressed, pytest.raises(KeyboardInterrupt):
        count_rows(kernel_for(model.structure), np.zeros((1, 40), np.uint8), 1 << 60, store="none")
    assert sum(began > pressed[-1] for began, _ in looks) <= 1
    assert sorted(worked for _, worked in looks)[len(looks) // 2] < 0.2


def test_after_many_short_runs_the_next_look_comes_as_soon():
    """A run up to an effort comes back ever sooner, and may go on without one."""
    kernel = kernel_for(_endless().structure)
    run = KernelRun(kernel, np.zeros((1, 40), np.uint8), 1 << 60, STORE_NONE)
    for _ in range(16):
        assert run.advance(most=1) == PAUSED
    began = time.thread_time()
    assert run.advance() == PAUSED
    assert time.thread_time() - began < 1


def test_the_first_look_comes_the_sooner_the_more_a_model_has_to_read():
    few, many = kernel_for(_endless().structure), Kernel(_long_table())
    assert many.initial_sweeps < few.initial_sweeps / 5
    assert many.initial_sweeps * len(many.geometry.records.layers) <= kernel.FIRST_LOOK_WORK


def _long_table() -> Structure:
    draw = random.Random(64)
    rows = {tuple(draw.choices(range(1, 10), k=8)) for _ in range(2000)}
    names = tuple("abcdefgh")
    return Model(dict.fromkeys(names, range(1, 10)), [Table(names, frozenset(rows))]).structure
