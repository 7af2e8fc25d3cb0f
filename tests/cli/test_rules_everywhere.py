"""Every rule's example, by the commands that a person would try on it first.

Rules may add variables beside the cells: pictures leave them out, and sentences word them.
"""

import json

import pytest

from nonet import write
from nonet.cli import main
from nonet.puzzle.examples import example_puzzle, example_solution
from nonet.puzzle.rules import rule_types

EXAMPLES = {
    f"{name} {number}": (rule, example)
    for name, rule in rule_types().items()
    for number, example in enumerate(rule.examples, 1)
}
PUZZLES = {name: example_puzzle(*example) for name, example in EXAMPLES.items()}
HELPED = [
    name
    for name, puzzle in PUZZLES.items()
    if any(rule.variables(puzzle.grid) for rule in puzzle.rules)
]


@pytest.fixture
def run_command(capsys, tmp_path):
    """Run a command on an example; gives what it says."""

    def run(name, command, *arguments):
        file = tmp_path / "example.json"
        file.write_text(write(PUZZLES[name], "json"))
        code = main([command, str(file), *map(str, arguments)])
        output = capsys.readouterr()
        assert code in (0, 1, 3), output.err
        assert "~" not in output.out
        return output.out

    return run


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_shown_with_its_candidates_and_a_hint_is_given(name, run_command, tmp_path):
    for form in ("--ascii", "--to"):
        run_command(name, "show", "--candidates", form, *[tmp_path / "shown.svg"][: form == "--to"])
    assert run_command(name, "hint", "--more", "--apply", "--to", tmp_path / "hint.svg")


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("name", HELPED)
def test_what_a_rule_adds_beside_the_cells_is_worded_and_not_drawn(name, run_command, tmp_path):
    techniques = "singles,constraints" if name in ("same-region 1", "full-rank 1") else "singles"
    run_command(name, "explain", "--only", techniques, "--to", tmp_path / "path.html")
    assert "~" not in (tmp_path / "path.html").read_text().partition("<main")[2]
    solution = example_solution(EXAMPLES[name][1])
    blank = next(cell for cell in solution if cell not in PUZZLES[name].clues)
    run_command(name, "why-not", blank, next(v for v in solution.values() if v != solution[blank]))
    assert run_command(name, "backdoors")


def test_a_hint_comes_to_a_mark_in_the_grid(run_command):
    """What is said of unknown regions alone no mark could hold: it would be said again for ever."""
    for name in ("unknown-regions 1", "full-rank 1"):
        steps = json.loads(run_command(name, "hint", "--format", "json"))["steps"]
        marks = steps[0]["eliminations"] + steps[0]["placements"]
        assert any(cell.startswith("R") for cell, _ in marks)
