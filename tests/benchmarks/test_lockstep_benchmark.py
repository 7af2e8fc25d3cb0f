"""The benchmark of the compiled engine: fair images, peers by path, a run from end to end."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import nonet
from benchmarks.lockstep import arrays, measure, peers, report
from benchmarks.lockstep.arrays import DATA, SETS, images, read, variants

ROOT = Path(__file__).parents[2]
PEER = """
import sys
limit, file = sys.argv[1:]
puzzles = open(file).read().split()
assert all(len(line) == 81 for line in puzzles)
print(f"{file} n={len(puzzles)} {limit}.5k/s guesses 0.25 count {len(puzzles)}")
"""


def test_images_have_one_solution_and_come_from_every_puzzle_equally_often():
    puzzles = read(SETS["own_easy"], DATA)[:5]
    result = images(puzzles, 10, seed=3)
    clues = Counter((result != 0).sum(axis=1).tolist())
    assert clues == Counter((puzzles != 0).sum(axis=1).tolist() * 2)
    for line in arrays.lines(result).decode().split():
        assert nonet.verify(line).uniqueness is nonet.Uniqueness.UNIQUE


def test_images_are_the_same_for_the_same_seed_and_new_for_another():
    puzzles = read(SETS["own_easy"], DATA)
    assert (images(puzzles, 50, 1) == images(puzzles, 50, 1)).all()
    assert not (images(puzzles, 50, 1) == images(puzzles, 50, 2)).all(axis=1).any()


@pytest.mark.parametrize("name", ["jigsaw", "x", "windoku"])
def test_the_image_of_a_variant_has_one_solution(name):
    empty, rows = variants(name, 2, seed=4)
    for row in rows.tolist():
        clues = {cell: v for cell, v in zip(empty.model().variables, row, strict=True) if v}
        assert nonet.verify(empty.with_clues(clues)).uniqueness is nonet.Uniqueness.UNIQUE


def test_ratios_are_medians_within_rounds():
    fast = [measure.Figure(rate, None, None) for rate in (10.0, 100.0, 30.0)]
    slow = [measure.Figure(rate, None, None) for rate in (5.0, 10.0, 10.0)]
    assert measure.times(fast, slow) == 3.0


@pytest.mark.parametrize(
    ("text", "rate", "guesses"),
    [("12.5k/s guesses 3", 12500.0, 3.0), ("1.2M/s", 1.2e6, None), ("99 puzzles/s", 99.0, None)],
)
def test_the_output_of_a_peer_is_parsed(text, rate, guesses):
    assert peers.parse_rate(text) == peers.Rate(rate, guesses)


def test_a_peer_without_a_rate_or_with_a_failure_raises_an_error():
    with pytest.raises(SystemExit, match="no rate"):
        peers.parse_rate("all is well")
    with pytest.raises(SystemExit, match="cannot run"):
        peers.output(["no-such-program-here"])
    with pytest.raises(SystemExit, match="failed: broken"):
        peers.output([sys.executable, "-c", "import sys; sys.exit('broken')"])


def test_tdoku_does_not_permute_the_puzzles_and_its_table_is_parsed(monkeypatch):
    commands = []

    def answer(command):
        commands.append(command)
        return "GNU,12, -O3,p.txt,tdoku,315265.96,3.17,78.83,0.57\n"

    monkeypatch.setattr(peers, "output", answer)
    monkeypatch.setattr(peers, "cpu_of_children", iter([0, 1e9, 0, 1e9]).__next__)  # never idle
    tdoku = peers.Tdoku("run_benchmark")
    assert tdoku.measure(Path("p.txt"), 100, 1) == peers.Rate(315265.96, 0.57)
    assert tdoku.measure(Path("p.txt"), 100, 2) == peers.Rate(315265.96, 0.57)
    assert "-f" in commands[0]
    assert "-f" not in commands[1]
    assert {"-r0", "-n100"} <= set(commands[0])


def test_tdokus_rate_excludes_other_work_of_the_machine(monkeypatch):
    row = "GNU,12, -O3,p.txt,tdoku,1000,3.17,78.83,N/A\n"
    monkeypatch.setattr(peers, "output", lambda command: row)
    monkeypatch.setattr(peers, "cpu_of_children", iter([0, 1.0]).__next__)
    monkeypatch.setattr(peers.time, "perf_counter", iter([0, 4.0]).__next__)
    assert peers.Tdoku("run_benchmark").measure(Path("p"), 9, 2) == peers.Rate(4000.0, None)


def test_norvigs_table_is_parsed(monkeypatch):
    table = (
        "Puzzles   μsec     KHz Threads Backtracks Name\n   3000  339.1   2.949       1   9.6 p\n"
    )
    monkeypatch.setattr(peers, "output", lambda command: table)
    assert peers.Norvig("Sudoku.java").measure(Path("p"), 3000, 1) == peers.Rate(2949.0, 9.6)


@pytest.mark.slow
def test_a_run_on_fifty_puzzles_writes_json_and_tables(tmp_path):
    peer = tmp_path / "peer.py"
    peer.write_text(PEER)
    command = "--sets own_easy --sample 50 --rounds 2 --seconds 0 --variants x --native 1"
    done = subprocess.run(
        [
            *(sys.executable, "-m", "benchmarks.lockstep", *command.split(), "--widths="),
            *("--growth", "50,100", "--peer", f"toy={sys.executable} {peer}"),
            *("--out", str(tmp_path)),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    run = json.loads((tmp_path / "lockstep.json").read_text())
    results = {result["route"]: result for result in run["sets"]["own_easy"]["results"]}
    assert set(results) == {
        *(f"{kernel}{extra}" for kernel in ("classic", "units")
          for extra in ("", ", limit 1", ", writing solutions", ", limit 1, writing solutions",
                        ", 2 threads")),
        *("verify_many", "toy", "toy, limit 1"),
    }  # fmt: skip
    assert results["toy"]["rate"] == 2500.0
    assert results["toy, limit 1"]["rate"] == 1500.0
    assert all(result["rate"] > 0 and result["wrong"] == 0 for result in results.values())
    assert results["classic"]["guesses"] == results["classic, 2 threads"]["guesses"]
    ratio = run["sets"]["own_easy"]["times"]["classic / toy"]
    assert ratio == pytest.approx(np.median([r / 2500 for r in results["classic"]["each_round"]]))
    assert [result["puzzles"] for result in run["growth"]] == [50, 100]
    assert run["variants"][0]["times_native"] > 1
    assert run["variants"][0]["wrong"] == 0
    assert "classic / toy" in done.stdout
    assert (tmp_path / "lockstep.md").read_text() == report.tables(run, markdown=True) + "\n"
