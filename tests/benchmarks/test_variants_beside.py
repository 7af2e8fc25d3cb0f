"""Lock-step beside another program: families, who is late, and whose counts differ."""

import json

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


def test_inputs_of_another_program_are_asked(tmp_path, capsys):
    pytest.importorskip("numba", reason="numba is not installed")
    told = {"ended": True, "cpu": 1.0, "guesses": 3}
    found = [
        {"name": "a", "input": ".Shape~4x4.Cage~5~R1C1~R1C2", "count": 2, **told},
        {"name": "b", "input": ".Shape~4x4.Teleport~R1C1", "count": 1, **told},
        {"name": "c", "error": "it would not"},
    ]
    path, out = tmp_path / "peer.json", tmp_path / "table.md"
    path.write_text(json.dumps(found))
    assert beside.main([str(path), "--out", str(out)]) == 0
    assert "Teleport" in capsys.readouterr().out
    assert "| not read" in out.read_text() and "Teleport" not in out.read_text()
    found[0]["count"] = 1
    path.write_text(json.dumps(found))
    assert beside.main([str(path), "--names", "a"]) == 1
    with pytest.raises(SystemExit, match="no input has such a name"):
        beside.main([str(path), "--names", "zebra"])
