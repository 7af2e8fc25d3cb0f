"""Lock-step beside another program: families, who is late, and whose counts differ."""

import json
import shutil
import signal
from typing import ClassVar

import pytest

import nonet
from benchmarks.variants import beside
from benchmarks.variants.beside import Asked, by_family, by_name
from benchmarks.variants.families import family_of

CAGES = [f"R{row}C{1 + 2 * half} R{row}C{2 + 2 * half}" for row in range(1, 5) for half in (0, 1)]


def killer(number):
    """A 4x4 with so many cages of two cells."""
    rules = [nonet.make_rule("killer", cells=cage, sum=5) for cage in CAGES[:number]]
    return nonet.Puzzle(nonet.Grid.square(4)).with_rules(*rules)


def test_a_killer_has_cages_over_half_of_its_cells_and_is_as_hard_as_the_other_finds_it():
    assert family_of(killer(2), 1.0) == "other"
    assert family_of(killer(4), 1.0) == "killer, easy"
    assert family_of(killer(8), 99.0) == "killer, hard"
    assert family_of(killer(8), 100.0) == "killer, extreme"
    assert family_of(nonet.parse("." * 16), 100.0) == "classic"


def test_medians_and_sums_are_of_what_both_finish():
    rows = [
        Asked("a", "arrow", 1, 8.0, 5, 1, 1.0, 1.0, 2),
        Asked("b", "arrow", 1, 4.0, 5, 1, 0.5, 1.5, 2),
        Asked("late", "arrow", 1, 9.0, 5, -1, 0.5, 900.0, 2),
        Asked("out", "arrow", 1, 9.0, 5, why="no filter"),
    ]
    line = next(line for line in by_family(rows).splitlines() if line.startswith("| arrow"))
    cells = [cell.strip() for cell in line.split("|")[2:-1]]
    assert cells[:4] == ["4", "3", "3", "2"]
    assert [float(cell) for cell in cells[4:]] == [6.0, 2.0, 3.0, 12.0, 4.0, 3.0]
    page = by_name(rows)
    assert "- late: 9 ms, 5 guesses; ours 2" in page
    assert "- out: no filter" in page
    assert "Counts that differ" not in page
    assert "- a: 2, 1" in by_name([Asked("a", "arrow", 1, 8.0, 5, 2, 1.0, 1.0, 2)])


class Another:
    """The other program, played: it knows what it counts, and one rule not."""

    counts: ClassVar[dict[str, int]] = {}
    asked: ClassVar[int] = 0

    def __init__(self, root):
        self.is_open = True

    def ask(self, text, seconds):
        Another.asked += 1
        if text not in self.counts:
            return {"error": "it would not"}
        return {"ended": True, "cpu": 1.0, "guesses": 3, "count": self.counts[text]}

    def close(self):
        self.is_open = False


def test_inputs_of_another_program_are_asked_of_both_by_turns(tmp_path, capsys, monkeypatch):
    pytest.importorskip("numba", reason="numba is not installed")
    cage, teleport, third = ".Shape~4x4.Cage~5~R1C1~R1C2", ".Shape~4x4.Teleport~R1C1", "what?"
    found = [
        {"name": "a", "input": cage},
        {"name": "b", "input": teleport},
        {"name": "c", "error": "it would not"},
        {"name": "d", "input": third},
    ]
    monkeypatch.setattr(beside, "Peer", Another)
    Another.counts, Another.asked = {cage: 2, teleport: 1}, 0
    path, out = tmp_path / "peer.json", tmp_path / "table.md"
    path.write_text(json.dumps(found))
    assert beside.main([str(tmp_path), str(path), "--out", str(out)]) == 0
    assert Another.asked == beside.ROUNDS + 2
    assert "Teleport" in capsys.readouterr().out
    page = out.read_text()
    assert "| not read" in page and "Teleport" not in page and "1 of 2 taken" in page
    Another.counts[cage] = 1
    kept = ["--kept", str(tmp_path / "kept.jsonl")]
    assert beside.main([str(tmp_path), str(path), "--names", "a", *kept]) == 1
    Another.counts[cage], Another.asked = 2, 0
    assert beside.main([str(tmp_path), str(path), "--names", "a", *kept]) == 1
    assert Another.asked == 0, "what was kept is asked again"
    with pytest.raises(SystemExit, match="no input has such a name"):
        beside.main([str(tmp_path), str(path), "--names", "zebra"])


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no clock of CPU that interrupts")
def test_the_limit_is_one_of_cpu_and_the_guesses_until_then_are_told():
    pytest.importorskip("numba", reason="numba is not installed")
    puzzle = nonet.Puzzle(nonet.Grid.square(16))
    hard = puzzle.with_rules(nonet.make_rule("anti-knight"), nonet.make_rule("nonconsecutive"))
    beside._compile(hard)
    asked = beside._ours(hard, 0.05, "lockstep")
    assert asked.solutions == -1
    assert asked.model_ms + asked.ms >= 50
    assert asked.guesses


def test_a_folder_without_the_other_program_is_told(tmp_path):
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    peer = beside.Peer(tmp_path)
    with pytest.raises(SystemExit, match="is ROOT a copy of its repository"):
        peer.ask(".", 1.0)
        peer.ask(".", 1.0)
