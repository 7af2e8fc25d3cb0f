"""The compiled engine: that its libraries are up to date, and are refused when bad."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from shutil import which
from zlib import crc32

import numpy as np
import pytest

import nonet
from nonet.backends.lockstep import engine
from nonet.backends.lockstep.kernel import Kernel
from nonet.backends.lockstep.layouts.calls import KINDS
from nonet.backends.lockstep.work_chunks import count_rows
from nonet.backends.registry import find_backend
from nonet.errors import NotInstalled
from tests.backends.lockstep.random_models import differences
from tools import build_engine
from tools.build_engine import MODULES, PAGE_FOLDER, SOURCES

linux_x86 = pytest.mark.skipif(
    engine.platform_name() != "linux-x86-64", reason="the repository keeps no library for here"
)

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

VERIFY = f"""
import sys, nonet
verdict = nonet.verify({HARD!r}, "lockstep")
print(verdict.uniqueness.value, verdict.witnesses[0].line)
print(*sorted({{"numpy", "ortools"}} & set(sys.modules)))
from nonet.backends.lockstep.engine import compiled_engine
print(compiled_engine().name, compiled_engine().vector_bits)
"""


def outcome_of(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A program run in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "NONET_LOCKSTEP": "", **environment},
        capture_output=True,
        text=True,
        timeout=600,
    )


@pytest.mark.slow
@linux_x86
def test_no_call_reads_or_writes_outside_of_its_arrays():
    command = [sys.executable, "-m", "tests.backends.lockstep.guarded_memory", "10"]
    process = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert (process.returncode, process.stderr) == (0, "")
    assert set(process.stdout.splitlines()[-1].split()) == {
        *(f"advance_{kind}_{bits}" for kind, (_, widths) in KINDS.items() for bits in widths),
        "write_implied_sums",
    }


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A copy of the libraries, in place of those that are installed."""
    copy = tmp_path / "libraries"
    shutil.copytree(engine.FOLDER, copy)
    monkeypatch.setattr(engine, "FOLDER", copy)
    cached = [each for each in vars(engine).values() if hasattr(each, "cache_clear")]
    for each in cached:
        each.cache_clear()
    yield copy
    for each in cached:
        each.cache_clear()


def test_the_libraries_in_the_repository_are_built_from_the_sources_in_it():
    """If this fails: python -m tools.build_engine, and commit what it writes."""
    sources, files = engine.read_manifest(engine.FOLDER)
    assert (SOURCES / "slots.h").read_text("utf-8") == build_engine.slots_header()
    assert sources == build_engine.source_digest()
    assert {name for name, _, _ in files} == build_engine.TARGETS.keys()
    for name, digest, _ in files:
        folder = PAGE_FOLDER if name in MODULES else Path(engine.FOLDER)
        assert sha256((folder / name).read_bytes()).hexdigest() == digest


def test_a_digest_of_sources_takes_no_comment_and_every_word(tmp_path, monkeypatch):
    shutil.copytree(SOURCES, tmp_path, dirs_exist_ok=True)
    monkeypatch.setattr(build_engine, "SOURCES", tmp_path)
    before, path = build_engine.source_digest(), tmp_path / "classic.c"
    text = path.read_text("utf-8")
    path.write_text(f"/* other\n words */ // and more\n{text}", "utf-8")
    assert build_engine.source_digest() == before
    path.write_text(text.replace("ROLLED", "EACH", 1), "utf-8")
    assert build_engine.source_digest() != before


def test_the_engine_has_few_lines_that_a_student_may_read():
    lines = [len(path.read_text("utf-8").splitlines()) for path in SOURCES.rglob("*.[ch]")]
    assert sum(lines) <= 2_700
    assert max(lines) <= 400


def test_the_libraries_in_the_repository_are_small():
    assert sum(path.stat().st_size for path in Path(engine.FOLDER).iterdir()) < 2_100_000


@linux_x86
def test_one_puzzle_is_verified_without_numpy_or_a_compiler():
    outcome = outcome_of(VERIFY)
    answer, imported, used = outcome.stdout.splitlines()
    assert answer.startswith("unique ")
    assert imported == ""
    assert used.startswith("x86-64")
    assert outcome.stderr == ""


@linux_x86
@pytest.mark.parametrize(("level", "bits"), [("x86-64-v2", "128"), ("x86-64-v3", "256")])
def test_a_processor_without_wider_registers_gets_the_same_answer(level, bits):
    wide, narrow = outcome_of(VERIFY), outcome_of(VERIFY, NONET_LOCKSTEP=level)
    assert narrow.stdout.splitlines()[0] == wide.stdout.splitlines()[0]
    assert narrow.stdout.splitlines()[2] == f"{level} {bits}"


def test_a_check_of_the_build_names_the_file_that_differs_by_a_byte(tmp_path, capsys):
    for library in Path(engine.FOLDER).iterdir():
        shutil.copy(library, tmp_path)
    shutil.copy(PAGE_FOLDER / "classic.wasm", tmp_path)
    assert build_engine.compare(tmp_path) == 0 and "DIFFERS" not in capsys.readouterr().out
    changed = tmp_path / "classic.wasm"
    changed.write_bytes(changed.read_bytes()[:-1] + b"x")
    assert build_engine.compare(tmp_path) == 1
    (line,) = (line for line in capsys.readouterr().out.splitlines() if "DIFFERS" in line)
    assert "classic.wasm" in line


@linux_x86
def test_a_damaged_library_is_named_in_one_line_and_not_loaded(folder):
    library = next(folder.glob("*.so"))
    data = bytearray(library.read_bytes())
    data[len(data) // 2] ^= 1
    library.write_bytes(data)
    assert not engine.is_available()
    assert engine.problem() == f"the compiled engine {library.name} is damaged: its SHA-256 differs"
    with pytest.raises(OSError, match="damaged"):
        engine.load()


@linux_x86
def test_a_library_that_was_changed_to_keep_its_crc_is_not_loaded(folder):
    """A CRC-32 is no defence: four bytes can be chosen so that it stays."""
    library = folder / "linux-x86-64-v2.so"
    data = library.read_bytes()
    changed = with_crc_of(b"\x00" * len(data), crc32(data))
    assert changed != data and crc32(changed) == crc32(data)
    library.write_bytes(changed)
    assert "damaged" in engine.problem()


def with_crc_of(data: bytes, crc: int) -> bytes:
    """Return the data with four last bytes by which its CRC-32 is a given number."""
    head = data[:-4]
    for_zero = crc32(head + bytes(4))
    # the CRC is linear: each bit of the last bytes flips its own bits, so equations of 32 bits
    rows = []
    for bit in range(32):
        flipped = crc32(head + (1 << bit).to_bytes(4, "little")) ^ for_zero
        rows.append((flipped, 1 << bit))
    difference, chosen = crc ^ for_zero, 0
    for place in range(31, -1, -1):
        pivot = next(row for row in rows if row[0] >> place & 1)
        rows = [
            (a ^ pivot[0], b ^ pivot[1]) if a >> place & 1 else (a, b)
            for a, b in rows
            if (a, b) != pivot
        ]
        if difference >> place & 1:
            difference, chosen = difference ^ pivot[0], chosen ^ pivot[1]
    return head + chosen.to_bytes(4, "little")


@linux_x86
def test_a_missing_library_is_named_in_one_line(folder):
    library = next(folder.glob("*.so"))
    library.unlink()
    assert engine.problem() == f"the compiled engine {library.name} is missing"


def test_a_missing_manifest_is_named_in_one_line(folder):
    (folder / engine.MANIFEST).unlink()
    assert engine.problem() == "no compiled engine: manifest.txt is missing or damaged"


@linux_x86
def test_a_level_that_there_is_not_is_named_beside_those_there_are(folder):
    with pytest.raises(
        OSError, match="no compiled engine for level x86-64-v9: there are x86-64-v2"
    ):
        engine.load("x86-64-v9")


@linux_x86
def test_what_cannot_be_loaded_is_reported_by_its_name(folder):
    """A file with the right digest that is not a library, as where a folder forbids to execute."""
    manifest = folder / engine.MANIFEST
    lines = manifest.read_text().splitlines()
    (place,) = (k for k, line in enumerate(lines) if line.startswith("linux-x86-64-v2"))
    name, _, bits = lines[place].split()
    (folder / name).write_bytes(b"no library")
    lines[place] = f"{name} {sha256(b'no library').hexdigest()} {bits}"
    manifest.write_text("\n".join(lines) + "\n")
    with pytest.raises(OSError, match=name):
        engine.load()


@linux_x86
def test_without_a_library_the_backend_is_not_available_and_auto_goes_on(folder):
    """One line says so, and how to build one."""
    outcome = outcome_of(f"""
from nonet.backends.lockstep import engine
engine.FOLDER = {str(folder)!r}
engine.platform_name = lambda: "linux-riscv64"
import nonet
print(nonet.verify({HARD!r}).uniqueness.value)
try:
    nonet.solve({HARD!r}, "lockstep")
except nonet.NonetError as error:
    print(error)
""")
    answer, line = outcome.stdout.splitlines()
    assert (answer, outcome.stderr) == ("unique", "")
    assert (
        "no compiled engine for linux-riscv64; to build one: python -m tools.build_engine" in line
    )


@linux_x86
@pytest.mark.slow(20)
def test_a_library_is_built_for_a_machine_that_has_none(folder, monkeypatch):
    pytest.importorskip("ziglang", reason="the compiler is not installed")
    manifest = folder / engine.MANIFEST
    lines = manifest.read_text().splitlines()
    others = [line for line in lines if not line.startswith("linux-x86-64")]
    manifest.write_text("\n".join(others) + "\n")
    monkeypatch.setattr(build_engine, "FOLDER", folder)
    assert "to build one: python -m tools.build_engine --here" in engine.problem()
    assert build_engine.main(["--here"]) == 0
    for each in vars(engine).values():
        if hasattr(each, "cache_clear"):
            each.cache_clear()
    assert engine.load().name == "x86-64"
    kernel = Kernel(nonet.parse(HARD).model().structure, engine.load())
    rows = np.array([[int(mark.replace(".", "0")) for mark in HARD]], np.uint8)
    assert count_rows(kernel, rows).counts.tolist() == [1]


@pytest.fixture
def old_processor(monkeypatch):
    """A processor without SSE4, on which the library of the lowest level says 0."""
    from nonet.backends import auto

    cached = [engine.availability, engine.compiled_engine, engine.load, engine.processor_problem]
    cached.append(auto.lockstep_is_ready)
    monkeypatch.setattr(engine, "supported_levels", list)
    for each in cached:
        each.cache_clear()
    yield monkeypatch
    monkeypatch.undo()
    for each in cached:
        each.cache_clear()


@linux_x86
def test_an_old_processor_has_no_lanes_where_importing_numpy_would_end_the_process(old_processor):
    from nonet.backends.auto import lockstep_is_ready

    missing = engine.availability().missing
    assert missing.startswith("the compiled engine needs a processor with x86-64-v2; to build one")
    with pytest.raises(NotInstalled, match="needs a processor with x86-64-v2"):
        engine.compiled_engine()
    assert not lockstep_is_ready()
    assert not find_backend("cpsat").available().ok
    assert nonet.solve(HARD).backend == "native"


@linux_x86
@pytest.mark.slow(6)
@pytest.mark.skipif(which("qemu-x86_64") is None, reason="needs QEMU's user mode")
def test_an_old_processor_that_qemu_imitates_gets_the_right_answer_or_one_line():
    program = f"""
import nonet
print(nonet.verify({HARD!r}).witnesses[0].line)
try:
    nonet.solve({HARD!r}, "lockstep")
except nonet.NonetError as error:
    print(error)
"""
    expected = outcome_of(VERIFY).stdout.split()[1]
    process = subprocess.run(
        ["qemu-x86_64", "-cpu", "core2duo", sys.executable, "-c", program],
        env={**os.environ, "NONET_LOCKSTEP": ""},
        capture_output=True,
        text=True,
        timeout=600,
    )
    answer, line = process.stdout.splitlines()
    assert answer == expected
    assert "needs a processor with x86-64-v2" in line
    assert process.stderr == ""


@linux_x86
@pytest.mark.slow
def test_random_models_have_the_same_solutions_at_each_level_and_by_native():
    levels = engine.supported_levels()
    kinds, texts = differences(60, 27, engine.load(levels[0]), engine.load(levels[-1]))
    assert len(kinds) > 2
    assert texts == []
