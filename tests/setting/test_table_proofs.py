"""Proofs of a table's answers: a sample that is the same each time, and no wrong verdict passes."""

import csv

import pytest

import nonet
from nonet.batch.engines import Geometry
from nonet.cli import main
from nonet.errors import WrongAnswer
from nonet.setting.table_proofs import prove_rows

pytest.importorskip("pyarrow", reason="tables need the extra tables")

FOUR = Geometry.square(16)


@pytest.fixture
def table(tmp_path):
    """Four 4x4s: one solution, none, several, and one again."""
    path = tmp_path / "in.csv"
    path.write_text(
        "puzzle\n1.3.34....2..1..\n11..............\n1...............\n..3..4....2..1..\n"
    )
    return path


def test_batch_proves_what_can_be_proven_and_goes_on_where_it_was(table, tmp_path, capsys):
    out, folder = tmp_path / "out.csv", tmp_path / "proofs"
    command = ["batch", str(table), "-o", str(out), "--proofs", str(folder), "--proofs-of", "1"]
    assert main([*command, "--backend", "native"]) == 1
    assert "3 proofs, in" in capsys.readouterr().err
    assert sorted(path.name for path in folder.iterdir()) == ["row-1", "row-2", "row-4"]
    with out.open() as file:
        rows = list(csv.DictReader(file))
    for number in (1, 2, 4):
        checked = nonet.setting.check(folder / f"row-{number}")
        assert (checked.accepted, checked.claim) == (True, rows[number - 1]["verdict"])
    summary = prove_rows(out, FOUR, folder, one_in=1)
    assert (summary.written, summary.before, summary.others) == (0, 3, 1)


def test_the_rules_of_a_row_are_proven_with_it(tmp_path):
    path, row = tmp_path / "answers.csv", "1.4.3.2.........,1243342121344312,unique"
    path.write_text(f"puzzle,solution,verdict\n{row}\n")
    with pytest.raises(WrongAnswer, match="the table says unique, but"):
        prove_rows(path, FOUR, tmp_path / "proofs", one_in=1)
    path.write_text(f"puzzle,solution,verdict,rules\n{row},x\n")
    assert prove_rows(path, FOUR, tmp_path / "proofs", one_in=1).written == 1


def test_a_sample_is_the_same_each_time_and_as_large_as_was_asked(tmp_path):
    path = tmp_path / "answers.csv"
    solution = "1234341243212143"
    lines = [f"{solution},{solution},unique"] * 95
    path.write_text("\n".join(["puzzle,solution,verdict", *lines]) + "\n")
    names = []
    for run in ("one", "two"):
        summary = prove_rows(path, FOUR, tmp_path / run, one_in=10)
        assert summary.written in (9, 10)
        names.append(sorted(place.name for place in (tmp_path / run).iterdir()))
    assert names[0] == names[1]


@pytest.mark.parametrize(
    ("puzzle", "solution", "verdict"),
    [
        ("1.3.34....2..1..", "", "none"),
        ("1...............", "1234341243212143", "unique"),
        ("1.3.34....2..1..", "1234341221434321", "unique"),
    ],
)
def test_a_wrong_answer_is_found_out(tmp_path, puzzle, solution, verdict):
    path = tmp_path / "answers.csv"
    path.write_text(f"puzzle,solution,verdict\n{puzzle},{solution},{verdict}\n")
    with pytest.raises(WrongAnswer, match="row-1"):
        prove_rows(path, FOUR, tmp_path / "proofs", one_in=1)
    assert not (tmp_path / "proofs" / "row-1").exists()


def test_what_leaves_nothing_to_prove_is_refused(table, tmp_path, capsys):
    for more in (["--limit", "1"], ["--proofs-of", "0"]):
        command = ["batch", str(table), "-o", str(tmp_path / "o.csv"), "--proofs", "p", *more]
        assert main(command) == 2
        assert capsys.readouterr().err.count("\n") == 1
