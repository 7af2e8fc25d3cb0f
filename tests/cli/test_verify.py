"""nonet verify: one solution, several or none, and where two differ."""

import json
from pathlib import Path

from tests.cli.conftest import EASY, EASY_SOLUTION, NO_SOLUTION

PUZZLES = Path(__file__).parents[2] / "puzzles"


def test_verify_tells_unique_multiple_none_and_undecided(nonet):
    code, out, _ = nonet("verify", EASY, "--format", "json")
    answer = json.loads(out)
    assert (code, answer["verdict"], answer["witnesses"]) == (0, "unique", [EASY_SOLUTION])
    code, out, _ = nonet("verify", "." * 81, "--format", "json")
    answer = json.loads(out)
    assert (code, answer["verdict"], len(answer["witnesses"])) == (1, "multiple", 2)
    first, second = answer["witnesses"]
    assert answer["differing_cells"] == [
        f"R{i // 9 + 1}C{i % 9 + 1}" for i in range(81) if first[i] != second[i]
    ]
    code, out, _ = nonet("verify", NO_SOLUTION, "--format", "json")
    assert (code, json.loads(out)["verdict"]) == (1, "none")
    code, out, _ = nonet(
        "verify", PUZZLES / "25x25-290.txt", "--time-limit", 0.2, "--format", "json",
        "--backend", "native:alldifferent=naked",
    )  # fmt: skip
    answer = json.loads(out)
    assert (code, answer["verdict"], answer["stopped_by"]) == (3, "undecided", "time")


def test_verify_says_a_line_for_each_puzzle_and_a_summary(nonet):
    code, out, err = nonet("verify", EASY, NO_SOLUTION, EASY)
    assert code == 1
    assert [line.split(": ")[1].split(" (")[0] for line in out.splitlines()] == [
        "unique",
        "none",
        "unique",
    ]
    assert err == "nonet: 3 puzzles: 2 unique, 1 not unique\n"


def test_verify_draws_two_witnesses_and_where_they_differ(nonet):
    code, out, _ = nonet("verify", "." * 16)
    assert code == 1
    assert out.count("┏") == 2
    assert "They differ in R" in out
