"""The benchmark of human logic: rank correlation, library lines, and a run from end to end."""

from pathlib import Path

import pytest

from benchmarks import techniques
from benchmarks.techniques import library, main, matches, ranks, spearman
from nonet import parse

ROOT = Path(__file__).parents[2]


def test_equal_values_share_their_mean_rank():
    assert ranks([3.0, 1.0, 3.0, 2.0]) == [2.5, 0.0, 2.5, 1.0]


def test_rank_correlation_is_spearmans():
    """The example of equal and of opposite orders, and Spearman's formula without ties."""
    assert spearman([1, 2, 3], [10, 20, 40]) == pytest.approx(1)
    assert spearman([1, 2, 3], [3, 2, 1]) == pytest.approx(-1)
    first, second = [1, 2, 3, 4, 5], [2, 1, 4, 3, 5]
    by_formula = 1 - 6 * sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) / (5 * 24)
    assert spearman(first, second) == pytest.approx(by_formula)


def test_a_library_line_counts_only_with_exactly_its_conclusion(tmp_path, capsys):
    given = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    right, wrong = f":0002:1:{given}::::197:", f":0002:1:{given}::::198:"
    assert matches(parse(right.replace("::::197", ":::197")), "hidden-single")
    assert not matches(parse(wrong.replace("::::198", ":::198")), "hidden-single")
    file = tmp_path / "library.txt"
    file.write_text(f"{right.replace('::::', ':::')}\n{wrong.replace('::::', ':::')}\n")
    library(file, None)
    assert "hidden-single                        1/2" in capsys.readouterr().out


def test_a_missing_set_is_skipped_with_a_message(tmp_path, capsys):
    assert techniques.puzzles(tmp_path, "top95") == []
    assert "skipped" in capsys.readouterr().out


def test_the_command_runs_on_another_folder(tmp_path, capsys):
    puzzles = (ROOT / "puzzles" / "easy.sdm").read_text().splitlines()[:2]
    (tmp_path / "top95.txt").write_text("\n".join(puzzles) + "\n")
    main(["--data", str(tmp_path), "--rounds", "1", "--sets", "top95", "--ratings", "0"])
    output = capsys.readouterr().out
    assert "top95" in output and "2/2" in output
