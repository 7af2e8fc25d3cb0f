"""nonet trace, and its files; a page in a browser is judged in tests/tracing."""

import xml.etree.ElementTree as ElementTree

import pytest

import nonet
from nonet.cli import main
from nonet.tracing import loads

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


def test_without_a_terminal_the_command_writes_the_text_of_all_events(capsys):
    assert main(["trace", HARD]) == 0
    events, end, grid = capsys.readouterr().out.partition("stopped: solutions\n")
    run = nonet.trace(HARD)
    assert events + end == str(run) + "\n"
    assert "".join(filter(str.isdigit, grid)) == nonet.solve(HARD).solution.line


def test_the_command_writes_json_lines_that_read_back(capsys):
    assert main(["trace", HARD, "--format", "jsonl", "--backend", "native:level=gac"]) == 0
    assert loads(capsys.readouterr().out).events == nonet.trace(HARD, "native:level=gac").events


def test_the_command_writes_a_page_and_a_tree(tmp_path, capsys):
    to, tree = tmp_path / "lesson.html", tmp_path / "tree.svg"
    arguments = ["trace", HARD, "--to", str(to), "--with", "cpsat", "--tree", str(tree)]
    assert main(arguments) == 0
    assert '"backend":"cpsat"' in to.read_text()
    ElementTree.parse(tree)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--with", "cpsat"], "give --to FILE.html too"),
        (["--with", "cpsat", "--drive", "--to", "x.html"], "it cannot be driven"),
        (["--drive", "--backend", "native:level=singleton"], "level singleton does not work"),
        (["--limit", "0"], "a limit on solutions"),
        (["--most", "0"], "a limit on events"),
        (["--drive", "--backend", "cpsat"], "needs the backend native"),
        (["--backend", "native:level=none"], "level=auto|generate-and-test"),
    ],
)
def test_bad_usage_is_one_line(arguments, expected, capsys):
    assert main(["trace", HARD, *arguments]) == 2
    errors = capsys.readouterr().err
    assert expected in errors
    assert errors.count("\n") == 1


def test_a_puzzle_without_a_solution_says_so_by_its_exit_code(capsys):
    assert main(["trace", "12....3........."]) == 1
    assert "cannot hold" in capsys.readouterr().out
