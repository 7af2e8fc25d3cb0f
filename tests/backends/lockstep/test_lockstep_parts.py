"""How the engine is compiled: with flags that are Numba's own, and without Python's collector."""

from __future__ import annotations

import gc

import pytest

pytest.importorskip("numba", reason="numba is not installed")

from numba.core.compiler import Flags

from nonet.backends.lockstep.compiled.compiler_pipeline import SKIPPED_PASSES, _Flags, compile_fast


def test_flags_are_those_that_numba_gave():
    given = Flags()
    given.nrt, given.error_model, given.boundscheck = True, "numpy", False
    ours = _Flags(given)
    assert ours == given
    assert given == ours
    assert hash(ours) == hash(given)
    assert ours.values() == given.values()
    assert list(ours.values()) == list(given.values()), "a hash goes by their order"
    assert ours.copy().values() == given.values()
    assert _Flags(Flags()) != given


def test_the_collector_waits_and_is_as_it_was_afterwards():
    for enabled in (True, False):
        (gc.enable if enabled else gc.disable)()
        try:
            assert compile_fast(gc.isenabled) is False
            with pytest.raises(ZeroDivisionError):
                compile_fast(lambda: 1 // 0)
            assert gc.isenabled() is enabled
        finally:
            gc.enable()


def test_the_passes_that_are_left_out_are_numbas():
    from numba.core.compiler_machinery import _pass_registry  # every pass there is

    known = {each.__name__ for each in _pass_registry._registry}
    assert known >= SKIPPED_PASSES
    assert not SKIPPED_PASSES & {"NopythonTypeInference", "ReconstructSSA", "NativeLowering"}
