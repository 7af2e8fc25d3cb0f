"""nonet solve: solutions in each form, limits, and its exit codes."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import EASY, EASY_SOLUTION, NO_SOLUTION

PUZZLES = Path(__file__).parents[2] / "puzzles"


def test_solve_draws_the_solution(nonet):
    code, out, err = nonet("solve", EASY)
    assert (code, err) == (0, "")
    assert "5 3 4" in out
    assert "solved (lockstep" in out


def test_solve_as_lines_gives_only_lines(nonet):
    assert nonet("solve", EASY, "--format", "line") == (0, EASY_SOLUTION + "\n", "")


@pytest.mark.parametrize("backend", ["native", "cpsat", "python-constraint", "sat"])
def test_solve_as_json_has_the_fields_promised(nonet, backend):
    code, out, _ = nonet("solve", EASY, "--format", "json", "--backend", backend)
    answer = json.loads(out)
    assert code == 0
    assert answer.pop("seconds") > 0
    assert answer == {
        "puzzle": EASY,
        "status": "sat",
        "solutions": [EASY_SOLUTION],
        "exhausted": False,
        "stopped_by": "solutions",
        "backend": backend,
    }


def test_solve_without_a_solution_says_so_with_exit_code_1(nonet):
    code, out, _ = nonet("solve", NO_SOLUTION, "--format", "json")
    answer = json.loads(out)
    assert (code, answer["status"], answer["exhausted"]) == (1, "unsat", True)
    code, out, _ = nonet("solve", NO_SOLUTION)
    assert code == 1
    assert "no solution" in out


def test_solve_all_up_to_a_limit(nonet):
    code, out, _ = nonet("solve", "." * 81, "--all", "--limit", 10, "--format", "json")
    answer = json.loads(out)
    assert code == 0
    assert len(set(answer["solutions"])) == 10
    assert (answer["exhausted"], answer["stopped_by"]) == (False, "solutions")
    _, out, _ = nonet("solve", "." * 16, "--all", "--format", "json")
    answer = json.loads(out)
    assert (len(answer["solutions"]), answer["exhausted"]) == (288, True)


def test_a_time_limit_leaves_the_question_open_with_exit_code_3(nonet):
    hard = PUZZLES / "25x25-290.txt"
    code, out, _ = nonet(
        "solve", hard, "--backend", "native:alldifferent=naked", "--time-limit", 0.2,
        "--format", "json",
    )  # fmt: skip
    answer = json.loads(out)
    assert (code, answer["status"], answer["stopped_by"]) == (3, "unknown", "time")


def test_rules_may_be_added_on_the_command_line(nonet):
    _, plain, _ = nonet("solve", "." * 16, "--all", "--format", "json")
    _, crossed, _ = nonet("solve", "." * 16, "--all", "--rules", "x", "--format", "json")
    assert len(json.loads(crossed)["solutions"]) < len(json.loads(plain)["solutions"])
    regions = "AAABABBBCCDDCCDD"
    code, out, _ = nonet("solve", "." * 16, "--regions", regions, "--format", "line")
    assert code == 0
    for letter in "ABCD":
        assert {v for v, r in zip(out.strip(), regions, strict=True) if r == letter} == set("1234")
