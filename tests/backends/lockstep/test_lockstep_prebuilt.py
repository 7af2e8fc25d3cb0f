"""The prebuilt engine: that it is up to date, answers as Numba's does, and is refused when bad."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from shutil import which
from zlib import crc32

import pytest

import nonet
from nonet.backends.lockstep import prebuilt
from nonet.backends.lockstep.layouts.fingerprint import source_fingerprint
from nonet.backends.lockstep.layouts.geometries import KINDS
from nonet.backends.lockstep.prebuilt import loading
from nonet.backends.registry import find_backend
from nonet.errors import NotInstalled
from tools.prebuilt import build
from tools.prebuilt.wasm import MODULES, PAGE_FOLDER

linux_x86 = pytest.mark.skipif(
    prebuilt.platform_name() != "linux-x86-64", reason="the repository keeps no library for here"
)

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

VERIFY = f"""
import sys, nonet
verdict = nonet.verify({HARD!r}, "lockstep")
print(verdict.uniqueness.value, verdict.witnesses[0].line)
print(*sorted({{"numba", "numpy", "ortools", "llvmlite"}} & set(sys.modules)))
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


@linux_x86
def test_no_call_reads_or_writes_outside_of_its_arrays():
    command = [sys.executable, "-m", "tests.backends.lockstep.guarded_memory", "10"]
    process = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert (process.returncode, process.stderr) == (0, "")
    assert set(process.stdout.splitlines()[-1].split()) == {
        *(f"advance_{kind}_{bits}" for kind, (_, widths) in KINDS.items() for bits in widths),
        "write_implied_sums",
        "write_killer_records",
    }


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A copy of the libraries, in place of those that are installed."""
    copy = tmp_path / "libraries"
    shutil.copytree(prebuilt.FOLDER, copy)
    monkeypatch.setattr(prebuilt, "FOLDER", copy)
    cached = [
        each
        for module in (prebuilt, loading)
        for each in vars(module).values()
        if hasattr(each, "cache_clear")
    ]
    cached = [each for each in cached if each is not loading.load]
    for each in cached:
        each.cache_clear()
    yield copy
    for each in cached:
        each.cache_clear()


def test_the_libraries_in_the_repository_are_built_from_the_sources_in_it():
    """If this fails: python -m tools.prebuilt.build, and commit what it writes."""
    sources, files = prebuilt.read_manifest(prebuilt.FOLDER)
    assert sources == source_fingerprint()
    for name, digest, _ in files:
        folder = PAGE_FOLDER if name in MODULES else Path(prebuilt.FOLDER)
        assert sha256((folder / name).read_bytes()).hexdigest() == digest


def test_the_libraries_in_the_repository_are_small():
    assert sum(path.stat().st_size for path in Path(prebuilt.FOLDER).iterdir()) < 4_000_000


@linux_x86
def test_one_puzzle_is_verified_without_numba_numpy_or_a_compiler():
    outcome = outcome_of(VERIFY)
    answer, imported, engine = outcome.stdout.splitlines()
    assert answer.startswith("unique ")
    assert imported == ""
    assert engine.startswith("prebuilt x86-64")
    assert outcome.stderr == ""


@linux_x86
@pytest.mark.parametrize(("level", "bits"), [("x86-64-v2", "128"), ("x86-64-v3", "256")])
def test_a_processor_without_wider_registers_gets_the_same_answer(level, bits):
    wide, narrow = outcome_of(VERIFY), outcome_of(VERIFY, NONET_LOCKSTEP=level)
    assert narrow.stdout.splitlines()[0] == wide.stdout.splitlines()[0]
    assert narrow.stdout.splitlines()[2] == f"prebuilt {level} {bits}"


def test_a_check_of_the_build_names_the_file_that_differs_by_a_byte(tmp_path, capsys):
    for library in Path(prebuilt.FOLDER).iterdir():
        shutil.copy(library, tmp_path)
    shutil.copy(PAGE_FOLDER / "classic.wasm", tmp_path)
    assert build.compare(tmp_path) == 0 and "DIFFERS" not in capsys.readouterr().out
    changed = tmp_path / "classic.wasm"
    changed.write_bytes(changed.read_bytes()[:-1] + b"x")
    assert build.compare(tmp_path) == 1
    (line,) = (line for line in capsys.readouterr().out.splitlines() if "DIFFERS" in line)
    assert "classic.wasm" in line


@linux_x86
def test_a_damaged_library_is_named_in_one_line_and_not_loaded(folder):
    library = next(folder.glob("*.so"))
    data = bytearray(library.read_bytes())
    data[len(data) // 2] ^= 1
    library.write_bytes(data)
    assert not prebuilt.is_available()
    assert (
        prebuilt.problem() == f"the prebuilt engine {library.name} is damaged: its SHA-256 differs"
    )
    with pytest.raises(OSError, match="damaged"):
        loading.load()


@linux_x86
def test_a_library_that_was_changed_to_keep_its_crc_is_not_loaded(folder):
    """A CRC-32 is no defence: four bytes can be chosen so that it stays."""
    library = folder / "linux-x86-64-v2.so"
    data = library.read_bytes()
    changed = with_crc_of(b"\x00" * len(data), crc32(data))
    assert changed != data and crc32(changed) == crc32(data)
    library.write_bytes(changed)
    assert "damaged" in prebuilt.problem()


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
    assert prebuilt.problem() == f"the prebuilt engine {library.name} is missing"


def test_libraries_of_other_sources_are_stale(folder):
    manifest = folder / prebuilt.MANIFEST
    lines = manifest.read_text().splitlines()
    manifest.write_text("\n".join(["sources 1", *lines[1:]]))
    assert not prebuilt.is_available()
    assert "stale" in prebuilt.problem() or "no prebuilt engine for" in prebuilt.problem()


def test_a_missing_manifest_is_named_in_one_line(folder):
    (folder / prebuilt.MANIFEST).unlink()
    assert prebuilt.problem() == "no prebuilt engine: manifest.txt is missing or damaged"


@linux_x86
def test_without_a_good_library_numba_answers_and_one_line_says_so(folder):
    pytest.importorskip("numba")
    next(folder.glob("*.so")).unlink()
    moved = "from pathlib import Path\nfrom nonet.backends.lockstep import prebuilt\n"
    moved += f"prebuilt.FOLDER = Path({str(folder)!r})\n"
    outcome = outcome_of(moved + VERIFY)
    assert outcome.stdout.startswith("unique ")
    assert "is missing; Numba compiles the engine instead" in outcome.stderr


@linux_x86
def test_a_level_that_there_is_not_is_named_beside_those_there_are(folder):
    with pytest.raises(
        OSError, match="no prebuilt engine for level x86-64-v9: there are x86-64-v2"
    ):
        loading.load("x86-64-v9")


@linux_x86
def test_what_cannot_be_loaded_is_reported_by_its_name(folder):
    """A file with the right digest that is no library, as where a folder forbids to execute."""
    manifest = folder / prebuilt.MANIFEST
    lines = manifest.read_text().splitlines()
    name, _, bits = lines[1].split()
    (folder / name).write_bytes(b"no library")
    lines[1] = f"{name} {sha256(b'no library').hexdigest()} {bits}"
    manifest.write_text("\n".join(lines) + "\n")
    with pytest.raises(OSError, match=name):
        loading.load()


@linux_x86
def test_without_a_library_and_numba_the_backend_is_not_available(folder, monkeypatch):
    from nonet.backends.lockstep import engine

    next(folder.glob("*.so")).unlink()
    monkeypatch.setattr(engine, "find_spec", lambda name: None)
    engine.availability.cache_clear()
    try:
        availability = engine.availability()
    finally:
        monkeypatch.undo()
        engine.availability.cache_clear()
    assert not availability.ok
    assert "is missing" in availability.missing
    assert nonet.solve(HARD, "native").status.value == "sat"


@pytest.fixture
def old_processor(monkeypatch):
    """A processor without SSE4, on which the library of the lowest level says 0."""
    from nonet.backends import auto
    from nonet.backends.lockstep import engine

    cached = [engine.availability, engine.compiled_engine, loading.load, loading.processor_problem]
    cached.append(auto.lanes_are_ready)
    monkeypatch.setattr(loading, "supported_levels", list)
    for each in cached:
        each.cache_clear()
    yield monkeypatch
    monkeypatch.undo()
    for each in cached:
        each.cache_clear()


@linux_x86
def test_an_old_processor_has_no_lanes_where_importing_numpy_would_end_the_process(old_processor):
    from nonet.backends.auto import lanes_are_ready
    from nonet.backends.lockstep import engine

    pytest.importorskip("numba")
    old_processor.setattr("importlib.metadata.version", lambda name: "2.4.1")
    missing = engine.availability().missing
    assert missing.startswith("the prebuilt engine needs a processor with x86-64-v2; ")
    assert missing.endswith('pip install "numpy<2.4"')
    with pytest.raises(NotInstalled, match="needs a processor with x86-64-v2"):
        engine.compiled_engine()
    assert not lanes_are_ready()
    assert not find_backend("cpsat").available().ok
    assert nonet.solve(HARD).backend == "native"


@linux_x86
def test_an_old_processor_with_an_older_numpy_has_lanes_by_numba_that_auto_does_not_wait_for(
    old_processor,
):
    from nonet.backends.auto import lanes_are_ready
    from nonet.backends.lockstep import engine

    pytest.importorskip("numba")
    old_processor.setattr("importlib.metadata.version", lambda name: "2.3.5")
    assert engine.availability().version == "numba 2.3.5"
    assert not lanes_are_ready()


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
def test_random_models_have_the_same_solutions_prebuilt_and_compiled_by_numba():
    pytest.importorskip("numba")
    from nonet.backends.lockstep.compiled.numba_engine import NumbaEngine
    from tests.backends.lockstep.random_models import differences

    kinds, texts = differences(60, 27, loading.load(), NumbaEngine())
    assert len(kinds) > 2
    assert texts == []
