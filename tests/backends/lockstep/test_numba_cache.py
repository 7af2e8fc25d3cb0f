"""Numba's cache of the engine, cut short by a full disk or a power cut, is made anew."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="numba is not installed")

from numba import config

from nonet.backends.lockstep.numba_cache import CachedNumbaEngine, cache_folder

ENTRY = "write_killer_records"
"""The entry that compiles soonest."""


@pytest.mark.slow(6)
def test_damaged_files_are_deleted_and_the_engine_is_compiled_anew(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    address = CachedNumbaEngine().entry(ENTRY)
    (index,) = cache_folder().glob("*.nbi")
    (code,) = cache_folder().glob("*.nbc")
    assert cache_folder().is_relative_to(tmp_path)

    def answers_anew(damaged: Path, data: bytes) -> None:
        damaged.write_bytes(data)
        caplog.clear()
        with caplog.at_level(logging.WARNING, "nonet"):
            assert CachedNumbaEngine().entry(ENTRY).signatures == address.signatures
        assert "is damaged" in caplog.text and str(tmp_path) in caplog.text
        caplog.clear()
        CachedNumbaEngine().entry(ENTRY)  # read from the cache that was made anew
        assert not caplog.text

    answers_anew(index, b"")
    answers_anew(code, code.read_bytes()[:1000])


def test_a_damaged_cache_that_cannot_be_deleted_is_passed_over(tmp_path, monkeypatch, caplog):
    from nonet.backends.lockstep import numba_cache

    compiled = []

    def cached(self: object, name: str) -> str:
        if not compiled:
            raise EOFError("Ran out of input")
        return compiled[0]

    def refuse(folder: Path) -> None:
        raise PermissionError(folder)

    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(numba_cache.NumbaEngine, "entry", cached)
    monkeypatch.setattr(numba_cache, "delete_entries", refuse)
    monkeypatch.setattr(numba_cache, "compile_entry", compiled.append)
    assert CachedNumbaEngine().entry(ENTRY) == ENTRY
    assert "Ran out of input" in caplog.text
