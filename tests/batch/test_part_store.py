"""Parts: damage is noticed, told and mended; no byte depends on how the rows were parted."""

import errno
import json
import os
from pathlib import Path
from random import Random

import pytest

pa = pytest.importorskip("pyarrow")
import pyarrow.parquet as pq  # noqa: E402

from nonet.batch import job, part_store  # noqa: E402
from nonet.batch.sinks import BLOCK_ROWS, rows_fitting_blocks, sink_for  # noqa: E402
from nonet.cli import main  # noqa: E402
from nonet.errors import ResumeError  # noqa: E402

SMALL = "1..............4"
ROWS = 160
"""Ten parts of sixteen rows, of which a run that is stopped has begun eight; three blocks of 64."""
FORMS = ["out.csv", "out.csv.gz", "out.csv.zst", "out.parquet", "out.arrow", "out.txt"]


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """A table of small puzzles, some of them malformed."""
    path = tmp_path_factory.mktemp("parts") / "in.csv"
    dice = Random(5)
    with path.open("w") as file:
        file.write("id,puzzle\n")
        for number in range(ROWS):
            digits = "".join(dice.choice("....1234") for _ in range(16 - (dice.random() < 0.1)))
            file.write(f"{number},{digits}\n")
    return path


def batch(source, out, *options):
    return main(
        ["batch", str(source), "-o", str(out), "--threads", "1", "--check", "none",
         "--backend", "native", *map(str, options)]
    )  # fmt: skip


def interrupted_run(source, out, monkeypatch, rows=16):
    """A run of the output that stopped after some parts; gives its folder."""
    answer = job.Answerer.answer

    def stopping(self, table, start):
        if start >= 8 * rows:
            raise KeyboardInterrupt
        return answer(self, table, start)

    with monkeypatch.context() as patch:
        patch.setattr(job.Answerer, "answer", stopping)
        assert batch(source, out, "--part-rows", rows) == 130
    folder = out.with_name(f"{out.name}.parts")
    assert len(list(folder.glob("part-*.json"))) >= 2
    return folder


@pytest.mark.parametrize("name", FORMS)
def test_no_byte_depends_on_the_rows_of_a_part(source, tmp_path, monkeypatch, name):
    from nonet.batch import sinks

    monkeypatch.setattr(sinks, "BLOCK_ROWS", 16)
    few = tmp_path / "few.csv"
    few.write_text("".join(source.read_text().splitlines(keepends=True)[:41]))
    outputs = set()
    for rows in (1, 7, 16, 1000):  # the least, across the blocks, a block, all
        out = tmp_path / name
        assert batch(few, out, "--part-rows", rows) == 2
        outputs.add(out.read_bytes())
        out.unlink()
    assert len(outputs) == 1
    if name.endswith("parquet"):
        (tmp_path / name).write_bytes(outputs.pop())
        assert pq.ParquetFile(tmp_path / name).num_row_groups == 3


def test_the_kernels_answers_do_not_depend_on_the_rows_of_a_part(tmp_path):
    """Guesses and first solutions depend on the rows taken together: those are always the same."""
    dice = Random(8)
    path = tmp_path / "in.csv"
    lines = ["".join(dice.choice("." * 12 + "123456789") for _ in range(81)) for _ in range(3000)]
    path.write_text("puzzle\n" + "\n".join(lines) + "\n")
    outputs = set()
    for rows in (1, 1500, 5000):
        out = tmp_path / "out.csv"
        main(["batch", str(path), "-o", str(out), "--check", "none", "--part-rows", str(rows)])
        outputs.add(out.read_bytes())
    assert len(outputs) == 1


def test_rows_of_a_part_nest_in_blocks():
    for requested in (
        1,
        2,
        3,
        100,
        BLOCK_ROWS - 1,
        BLOCK_ROWS,
        BLOCK_ROWS + 1,
        10 * BLOCK_ROWS - 5,
    ):
        rows = rows_fitting_blocks(requested)
        assert rows >= requested
        assert BLOCK_ROWS % rows == 0 or rows % BLOCK_ROWS == 0


@pytest.mark.slow(0.05)
@pytest.mark.parametrize(
    "damage", ["other bytes", "cut", "no record", "odd record", "odd place", "no place"]
)
@pytest.mark.parametrize("name", ["out.csv", "out.parquet"])
def test_a_damaged_part_is_reported_and_computed_again(
    source, tmp_path, monkeypatch, capsys, name, damage
):
    undamaged, out = tmp_path / f"right.{name}", tmp_path / name
    assert batch(source, undamaged, "--part-rows", 16) == 2
    folder = interrupted_run(source, out, monkeypatch)
    answers, record = folder / part_store.ANSWERS, folder / "part-000001.json"
    data, part = answers.read_bytes(), json.loads(record.read_text())
    at = part["at"]
    match damage:
        case "other bytes":  # of equal size
            answers.write_bytes(data[: at + 20] + bytes([data[at + 20] ^ 1]) + data[at + 21 :])
        case "cut":  # and with it all parts that follow
            answers.write_bytes(data[: at + part["bytes"] - 3])
        case "no record":
            record.write_bytes(b"")
        case "odd place":
            record.write_text(json.dumps({**part, "at": -1}))
        case "no place":
            record.write_text(json.dumps({**part, "at": None, "bytes": "3"}))
        case _:
            record.write_text(json.dumps({**part, "tally": {"rows": "x"}}))
    capsys.readouterr()
    assert batch(source, out, "--part-rows", 16) == 2
    part = capsys.readouterr().err
    assert "part 1" in part
    assert "it is made again" in part
    assert out.read_bytes() == undamaged.read_bytes()


@pytest.mark.parametrize("name", FORMS)
def test_parts_may_be_kept_in_any_order(source, tmp_path, monkeypatch, name):
    """A cluster's parts come as they come; what follows the last record is cut off."""
    undisturbed, out = tmp_path / f"right.{name}", tmp_path / name
    assert batch(source, undisturbed, "--part-rows", 16) == 2
    folder = interrupted_run(source, out, monkeypatch)
    answers = folder / part_store.ANSWERS
    records = [json.loads(path.read_text()) for path in sorted(folder.glob("part-*.json"))]
    data, moved = answers.read_bytes(), b""
    for number, record in reversed(list(enumerate(records))):
        piece = data[record["at"] : record["at"] + record["bytes"]]
        record["at"] = len(moved)
        moved += piece
        (folder / f"part-{number:06}.json").write_text(json.dumps(record))
    answers.write_bytes(moved + b"half a part")
    assert batch(source, out, "--part-rows", 16) == 2
    assert out.read_bytes() == undisturbed.read_bytes()


@pytest.mark.parametrize("name", ["out.csv", "out.txt"])
def test_lines_that_stand_in_order_are_not_copied(source, tmp_path, monkeypatch, name):
    out = tmp_path / name
    monkeypatch.setattr(type(sink_for(out)), "join", None)
    assert batch(source, out, "--part-rows", 16) == 2
    assert list(tmp_path.iterdir()) == [out]


def test_a_run_that_ended_as_it_had_renamed_its_file_begins_anew(source, tmp_path, monkeypatch):
    out = tmp_path / "out.csv"
    folder = interrupted_run(source, out, monkeypatch)
    (folder / part_store.ANSWERS).replace(out)
    assert batch(source, out, "--part-rows", 16) == 2
    assert len(out.read_text().splitlines()) == ROWS + 1
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe\x00", b"[" * 100_000])
def test_a_damaged_manifest_is_reported(source, tmp_path, monkeypatch, capsys, content):
    out = tmp_path / "out.csv"
    folder = interrupted_run(source, out, monkeypatch)
    (folder / "manifest.json").write_bytes(content)
    capsys.readouterr()
    assert batch(source, out, "--part-rows", 16) == 2
    errors = capsys.readouterr().err
    assert "manifest.json is damaged: run with --restart to begin anew" in errors
    assert errors.count("\n") == 1
    assert not out.exists()
    assert batch(source, out, "--part-rows", 16, "--restart") == 2
    assert out.exists()


def test_odd_files_among_the_parts_are_no_parts(source, tmp_path, monkeypatch):
    out = tmp_path / "out.csv"
    folder = interrupted_run(source, out, monkeypatch)
    (folder / "part-x.json").write_text("{}")
    (folder / "part-000003.json.tmp").write_text("{")
    assert batch(source, out, "--part-rows", 16) == 2
    assert list(tmp_path.iterdir()) == [out]


def test_a_file_in_the_place_of_the_folder_is_reported(source, tmp_path, capsys):
    (tmp_path / "out.csv.parts").write_text("mine")
    assert batch(source, tmp_path / "out.csv") == 2
    assert "is a file, where the parts of the run are to be kept" in capsys.readouterr().err
    assert (tmp_path / "out.csv.parts").read_text() == "mine"


@pytest.mark.parametrize("name", ["out.csv.gz", "out.csv.zst", "out.parquet", "out.arrow"])
def test_no_room_for_the_joined_file_loses_nothing(source, tmp_path, monkeypatch, capsys, name):
    out = tmp_path / name
    join = type(sink_for(out)).join

    def full(self, parts, file, rows):
        file.write(b"some")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(type(sink_for(out)), "join", full)
        assert batch(source, out, "--part-rows", 16) == 2
    assert "No space left on device; the same command goes on" in capsys.readouterr().err
    assert not out.exists()
    assert type(sink_for(out)).join is join
    assert batch(source, out, "--part-rows", 16) == 2
    assert f"{ROWS} of them before" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
def test_a_full_device_is_reported(source, tmp_path, monkeypatch, capsys):
    out = tmp_path / "out.csv"
    (tmp_path / "out.csv.parts").mkdir()
    (tmp_path / "out.csv.parts" / "manifest.json.tmp").symlink_to("/dev/full")
    with monkeypatch.context() as patch:  # the folder is kept, so that the link is written to
        patch.setattr(part_store.shutil, "rmtree", lambda folder: None)
        patch.setattr(Path, "mkdir", lambda self, *a, **k: None)
        assert batch(source, out) == 2
    assert "No space left on device" in capsys.readouterr().err
    assert not out.exists()


def test_a_lock_that_was_removed_while_it_was_taken_is_no_lock(tmp_path):
    pytest.importorskip("fcntl")
    out = tmp_path / "out.csv"
    first = part_store.PartStore(out, {})
    first.close()
    second = part_store.PartStore(out, {})
    with pytest.raises(ResumeError, match="another process"):
        part_store.PartStore(out, {})
    second.close()


def exchange(folder, first, second, *, numbers):
    """Exchange the records of two parts; with ``numbers`` each record names its new part."""
    paths = [folder / f"part-{number:06}.json" for number in (first, second)]
    records = [json.loads(path.read_text()) for path in paths]
    for path, record, number in zip(paths, reversed(records), (first, second), strict=True):
        path.write_text(json.dumps({**record, "part": number} if numbers else record))


@pytest.mark.parametrize("name", FORMS)
def test_exchanged_parts_are_answered_again(source, tmp_path, monkeypatch, capsys, name):
    right, out = tmp_path / f"right-{name}", tmp_path / name
    code = batch(source, right, "--part-rows", "16")
    folder = interrupted_run(source, out, monkeypatch)
    exchange(folder, 0, 1, numbers=False)
    capsys.readouterr()
    assert batch(source, out, "--part-rows", "16") == code
    message = capsys.readouterr().err
    assert "the record of part 0 is of another part: it is made again" in message
    assert "the record of part 1 is of another part: it is made again" in message
    assert out.read_bytes() == right.read_bytes()


def test_answers_of_other_rows_are_refused(source, tmp_path, monkeypatch, capsys):
    out = tmp_path / "out.csv"
    folder = interrupted_run(source, out, monkeypatch)
    exchange(folder, 0, 1, numbers=True)
    batch(source, out, "--part-rows", "16")
    assert "part 0 in " in (message := capsys.readouterr().err)
    assert "holds answers for other rows: run with --restart" in message
    assert not out.exists()
    batch(source, out, "--part-rows", "16", "--restart")
    assert out.exists()


def test_the_digest_of_rows_is_that_of_their_values_wherever_they_lie():
    from nonet.batch.sources import rows_digest

    table = pa.table({"puzzle": ["12..", None, "3"], "id": [1, 2, 3]})
    apart = pa.concat_tables([table.slice(0, 1), table.slice(1)])
    longer = pa.concat_tables([table, table]).slice(3, 3)
    assert rows_digest(table) == rows_digest(apart) == rows_digest(longer)
    assert rows_digest(table) != rows_digest(table.slice(0, 2))
    assert rows_digest(table) != rows_digest(table.take([1, 0, 2]))
