"""Nothing lost: stopped at any moment, the same command ends with the same bytes."""

import errno
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("pyarrow")

from nonet.batch import job, part_store
from nonet.cli import main
from nonet.errors import ResumeError

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = 7_000
PART = 1024


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """A table of puzzles made from one by relabelling, some of them spoilt."""
    path = tmp_path_factory.mktemp("resume") / "in.csv"
    dice = random.Random(7)
    with path.open("w") as file:
        file.write("id,puzzle\n")
        for number in range(ROWS):
            digits = dice.sample("123456789", 9)
            text = EASY.translate(
                {ord(old): new for old, new in zip("123456789", digits, strict=True)}
            )
            if dice.random() < 0.02:
                text = text[:-1]
            file.write(f"{number},{text}\n")
    return path


def command(source, out, *options):
    return [
        "batch", str(source), "-o", str(out), "--part-rows", str(PART), "--check", "none",
        "--threads", "1", "--backend", "lockstep", *options,
    ]  # fmt: skip


@pytest.fixture(scope="module", params=["out.csv", "out.parquet", "out.csv.gz"])
def uninterrupted(request, source):
    out = source.parent / request.param
    assert main(command(source, out)) == 2
    return request.param, out.read_bytes()


MOMENTS = {"out.csv": (1, 4), "out.parquet": (4,), "out.csv.gz": (1,)}
"""How many parts there are when it is killed; at others, and again: tests/batch/test_job_kills.py."""


@pytest.mark.slow
def test_killed_at_several_moments_it_ends_with_the_same_bytes(source, uninterrupted, tmp_path):
    name, expected = uninterrupted
    out = tmp_path / name
    folder = tmp_path / f"{name}.parts"
    for parts in MOMENTS[name]:
        child = subprocess.Popen(
            [sys.executable, "-m", "nonet", *command(source, out)], stderr=subprocess.DEVNULL
        )
        deadline = time.monotonic() + 600
        while len(list(folder.glob("part-*.json"))) < parts and child.poll() is None:
            assert time.monotonic() < deadline
            time.sleep(0.001)
        child.send_signal(signal.SIGKILL)
        child.wait()
        assert not out.exists() or out.read_bytes() == expected
    assert main(command(source, out)) == 2
    assert out.read_bytes() == expected
    assert not folder.exists()


@pytest.mark.slow(0.3)
@pytest.mark.parametrize("failing", [0, 3, 8])
def test_a_full_disk_loses_nothing(source, uninterrupted, tmp_path, monkeypatch, capsys, failing):
    """The rename number ``failing`` finds no room: of the manifest, a record, or the output."""
    name, expected = uninterrupted
    out = tmp_path / name
    written = []
    replace = Path.replace

    def full(path, target):
        written.append(target)
        if len(written) > failing:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", full)
    assert main(command(source, out)) == 2
    errors = capsys.readouterr().err
    assert "No space left on device; the same command goes on where it stopped" in errors
    assert not out.exists()
    monkeypatch.setattr(Path, "replace", replace)
    assert main(command(source, out)) == 2
    assert out.read_bytes() == expected
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.skipif(os.name != "posix", reason="needs limits on files")
@pytest.mark.parametrize("uninterrupted", ["out.csv"], indirect=True)
def test_a_part_that_is_half_written_when_the_room_ends_is_no_part(source, uninterrupted, tmp_path):
    """A limit on the file of parts, met in the middle of a part: really, so in a process.

    Parts of other forms are written alike; what becomes of one cut short is below, for all.
    """
    name, expected = uninterrupted
    out = tmp_path / name
    limited = (
        "import resource, sys; from nonet.cli import main; "
        "resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000)); sys.exit(main(sys.argv[1:]))"
    )
    process = subprocess.run(
        [sys.executable, "-c", limited, *command(source, out)],
        stderr=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    assert process.returncode == 2
    assert "File too large" in process.stderr
    assert not out.exists()
    folder = tmp_path / f"{name}.parts"
    records = [json.loads(path.read_text()) for path in folder.glob("part-*.json")]
    ends = [record["at"] + record["bytes"] for record in records]
    assert (folder / part_store.ANSWERS).stat().st_size == max(ends, default=0)
    assert main(command(source, out)) == 2
    assert out.read_bytes() == expected


@pytest.mark.slow(0.2)
def test_ctrl_c_keeps_what_is_done(source, uninterrupted, tmp_path, monkeypatch, capsys):
    name, expected = uninterrupted
    out = tmp_path / name
    calls = []
    answer = job.Answerer.answer

    def interrupted(self, table, start):
        calls.append(start)
        if len(calls) == 6:
            raise KeyboardInterrupt
        return answer(self, table, start)

    monkeypatch.setattr(job.Answerer, "answer", interrupted)
    assert main(command(source, out)) == 130
    assert "goes on where it stopped" in capsys.readouterr().err
    assert not out.exists()
    assert list((tmp_path / f"{name}.parts").glob("part-*.json"))
    assert main(command(source, out, "--format", "json")) == 2
    summary = json.loads(capsys.readouterr().out)
    assert summary["resumed"] > 0
    assert summary["rows"] == ROWS
    assert summary["unique"] + summary["malformed"] == ROWS
    assert out.read_bytes() == expected


def interrupt_run(source, out, monkeypatch):
    """Run until the fourth part and stop there."""
    answer = job.Answerer.answer

    def stopping(self, table, start):
        if start >= 3 * PART:
            raise KeyboardInterrupt
        return answer(self, table, start)

    with monkeypatch.context() as patch:
        patch.setattr(job.Answerer, "answer", stopping)
        assert main(command(source, out)) == 130


@pytest.mark.slow(0.3)
def test_other_options_or_a_changed_input_are_reported(
    source, uninterrupted, tmp_path, monkeypatch, capsys
):
    name, expected = uninterrupted
    out = tmp_path / name
    copy = tmp_path / "in.csv"
    copy.write_bytes(source.read_bytes())
    interrupt_run(copy, out, monkeypatch)
    capsys.readouterr()
    assert main(command(copy, out, "--limit", "3")) == 2
    errors = capsys.readouterr().err
    assert "limit: was 2, is 3" in errors
    assert "--restart" in errors
    with copy.open("a") as file:
        file.write(f"x,{EASY}\n")
    assert main(command(copy, out)) == 2
    assert "input: bytes was" in capsys.readouterr().err
    copy.write_bytes(source.read_bytes())
    assert main(command(copy, out, "--restart")) == 2
    assert out.read_bytes() == expected


@pytest.mark.slow(0.3)
def test_a_part_that_is_cut_short_is_made_again(source, uninterrupted, tmp_path, monkeypatch):
    name, expected = uninterrupted
    out = tmp_path / name
    interrupt_run(source, out, monkeypatch)
    cut = tmp_path / f"{name}.parts" / part_store.ANSWERS
    cut.write_bytes(cut.read_bytes()[:-3])
    assert main(command(source, out)) == 2
    assert out.read_bytes() == expected


@pytest.mark.slow(0.2)
def test_what_a_finished_run_left_behind_is_no_hindrance(source, uninterrupted, tmp_path):
    name, expected = uninterrupted
    out = tmp_path / name
    folder = tmp_path / f"{name}.parts"
    folder.mkdir()
    (folder / part_store.ANSWERS).write_bytes(b"old")
    (folder / "part-000000.json").write_text('{"at": 0, "bytes": 3}')
    assert main(command(source, out)) == 2
    assert out.read_bytes() == expected


def test_two_runs_of_one_output_do_not_mix(tmp_path):
    pytest.importorskip("fcntl")
    out = tmp_path / "out.csv"
    with part_store.PartStore(out, {}), pytest.raises(ResumeError, match="another process"):
        part_store.PartStore(out, {})
    part_store.PartStore(out, {}).close()


@pytest.mark.slow(0.2)
def test_the_number_of_threads_does_not_change_a_byte(source, uninterrupted, tmp_path):
    name, expected = uninterrupted
    out = tmp_path / name
    arguments = command(source, out)
    arguments[arguments.index("--threads") + 1] = "2"
    assert main(arguments) == 2
    assert out.read_bytes() == expected


def test_the_rows_are_those_of_the_input_in_order(source):
    out = Path(source.parent / "ordered.csv")
    main(command(source, out))
    assert [line.rpartition(",")[2] for line in out.read_text().splitlines()] == [
        "id", *map(str, range(ROWS)),
    ]  # fmt: skip
