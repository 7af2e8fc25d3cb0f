"""nonet and the Interactive Sudoku Solver: families, unfinished inputs, different counts."""

import json
import shutil
import signal
from typing import ClassVar

import pytest

import nonet
from benchmarks.variants import iss
from benchmarks.variants.families import family_of
from benchmarks.variants.iss import Comparison, details, family_table

CAGES = [f"R{row}C{1 + 2 * half} R{row}C{2 + 2 * half}" for row in range(1, 5) for half in (0, 1)]


def killer(number):
    """Return a 4x4 with a number of cages of two cells."""
    rules = [nonet.make_rule("killer", cells=cage, sum=5) for cage in CAGES[:number]]
    return nonet.Puzzle(nonet.Grid.square(4)).with_rules(*rules)


def test_a_killer_has_cages_over_half_of_its_cells_and_is_as_hard_as_its_time_in_iss():
    assert family_of(killer(2), 1.0) == "other"
    assert family_of(killer(4), 1.0) == "killer, easy"
    assert family_of(killer(8), 99.0) == "killer, hard"
    assert family_of(killer(8), 100.0) == "killer, extreme"
    assert family_of(nonet.parse("." * 16), 100.0) == "classic"


def test_medians_and_sums_are_over_the_inputs_that_both_finish():
    rows = [
        Comparison("a", "arrow", 1, 8.0, 5, 1, 1.0, 2.0, 2),
        Comparison("b", "arrow", 1, 4.0, 5, 1, 0.5, 2.0, 2),
        Comparison("late", "arrow", 1, 9.0, 5, -1, 0.5, 900.0, 2),
        Comparison("out", "arrow", 1, 9.0, 5, refusal="no filter"),
    ]
    line = next(line for line in family_table(rows).splitlines() if line.startswith("| arrow"))
    cells = [cell.strip() for cell in line.split("|")[2:-1]]
    assert cells[:4] == ["4", "3", "3", "2"]
    assert [float(cell) for cell in cells[4:]] == [6.0, 2.0, 3.0, 12.0, 4.0, 3.0]
    page = details(rows)
    assert "- late: ISS 9 ms, 5 guesses; nonet 2" in page
    assert "- out: no filter" in page
    assert "Counts that differ" not in page
    assert "- a: 2, 1" in details([Comparison("a", "arrow", 1, 8.0, 5, 2, 1.0, 1.0, 2)])


class FakeIss:
    """A double of ISS with fixed counts, which refuses other inputs."""

    counts: ClassVar[dict[str, int]] = {}
    calls: ClassVar[int] = 0

    def __init__(self, root):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def solve(self, text, seconds):
        FakeIss.calls += 1
        if text not in self.counts:
            return {"error": "it would not"}
        return {"ended": True, "parsing": 0.5, "cpu": 0.5, "guesses": 3, "count": self.counts[text]}


def test_both_programs_solve_the_inputs_in_turn(tmp_path, capsys, monkeypatch):
    cage, teleport, third = ".Shape~4x4.Cage~5~R1C1~R1C2", ".Shape~4x4.Teleport~R1C1", "what?"
    entries = [
        {"name": "a", "input": cage},
        {"name": "b", "input": teleport},
        {"name": "c", "error": "it would not"},
        {"name": "d", "input": third},
    ]
    monkeypatch.setattr(iss, "IssSolver", FakeIss)
    FakeIss.counts, FakeIss.calls = {cage: 2, teleport: 1}, 0
    path, out = tmp_path / "peer.json", tmp_path / "table.md"
    path.write_text(json.dumps(entries))
    assert iss.main([str(tmp_path), str(path), "--out", str(out)]) == 0
    assert FakeIss.calls == 3 + len(iss.WARMING), "an input is asked more than once"
    assert "Teleport" in capsys.readouterr().out
    page = out.read_text()
    assert "| not read" in page and "Teleport" not in page and "1 of 2 accepted" in page
    FakeIss.counts[cage] = 1
    log_options = ["--log", str(tmp_path / "log.jsonl")]
    assert iss.main([str(tmp_path), str(path), "--names", "a", *log_options]) == 1
    FakeIss.counts[cage], FakeIss.calls = 2, 0
    assert iss.main([str(tmp_path), str(path), "--names", "a", *log_options]) == 1
    assert FakeIss.calls == len(iss.WARMING), "a logged input is measured again"
    with pytest.raises(SystemExit, match="no input has such a name"):
        iss.main([str(tmp_path), str(path), "--names", "zebra"])


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no clock of CPU that interrupts")
def test_the_limit_is_cpu_time_and_an_interrupted_search_reports_its_guesses():
    hard = {"input": ".Shape~16x16.AntiKnight.AntiConsecutive"}
    answer = iss._count_with_nonet(hard, 0.02, "lockstep")
    assert answer.solutions == -1
    assert answer.ms >= 20
    assert answer.guesses


def test_a_folder_without_iss_raises_an_error(tmp_path):
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    solver = iss.IssSolver(tmp_path)
    with pytest.raises(SystemExit, match="is ROOT a copy of its repository"):
        solver.solve(".", 1.0)
        solver.solve(".", 1.0)
