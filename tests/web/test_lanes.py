"""The compiled engine of the page, under Node: its answers are nonet's, without Python."""

from __future__ import annotations

import gzip
import random
import shutil

import pytest

import nonet
from nonet.formats.json import to_json
from nonet.protocol.documents import declared_puzzle
from nonet.puzzle.examples import example_puzzle
from nonet.puzzle.rules import type_of_rule
from tests.web import lanes
from tools.build_engine import PAGE_FOLDER

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


@pytest.fixture(scope="module")
def node() -> str:
    path = shutil.which("node")
    if path is None:
        pytest.skip("no node here to run the page's engine")
    return path


def test_modules_are_small():
    assert len(gzip.compress((PAGE_FOLDER / "classic.wasm").read_bytes())) < 10_000
    assert len(gzip.compress((PAGE_FOLDER / "models.wasm").read_bytes())) < 25_000


def test_random_puzzles_have_the_same_answers(node):
    draw = random.Random(27)
    texts, tally = lanes.differences([lanes.random_question(draw) for _ in range(150)], node)
    assert not texts, texts[0]
    assert tally["declined"] < 40
    assert all(tally[f"verify {kind}"] for kind in ("unique", "multiple", "none")), tally


RULES = (
    *("rows", "columns", "boxes", "jigsaw", "diagonals", "negative-diagonal", "positive-diagonal"),
    *("windoku", "disjoint-groups", "extra-region", "anti-king", "anti-knight", "nonconsecutive"),
    *("killer", "little-killer", "arrow", "thermometer", "slow-thermometer", "whispers"),
    *("dutch-whispers", "palindrome", "renban", "white-dot", "black-dot", "xv", "pair-sum"),
    *("greater-than", "even", "odd"),
)
"""The rules that the page's engine knows."""


def test_examples_of_rules_have_one_solution_as_in_python(node):
    """Each rule's own examples, which it alone makes unique."""
    examples = [
        (type_of_rule(name), example) for name in RULES for example in type_of_rule(name).examples
    ]
    examples = [(rule, example) for rule, example in examples if example.grid is None]
    questions = [
        {"do": "solve", "limit": 2, "puzzle": to_json(example_puzzle(rule, example))}
        for rule, example in examples
    ]
    for answer, (rule, example) in zip(lanes.answers(questions, node), examples, strict=True):
        assert answer.get("done", {}).get("number") == 1, (rule.name, answer)
        solution = dict(zip(answer["events"][0]["solution"], example.solution, strict=True))
        assignment = answer["events"][0]["solution"]
        assert {cell: str(value) for cell, value in assignment.items()} == solution
    assert {rule.name for rule, _ in examples} == set(RULES)


def test_a_hard_classic_is_verified_and_counted(node):
    verified, count_answer = lanes.answers(
        [
            {"do": "verify", "puzzle": {"size": 9, "clues": HARD}},
            {"do": "solve", "limit": 1000, "puzzle": {"size": 9, "clues": HARD[:9] + "." * 72}},
        ],
        node,
    )
    assert verified["done"]["witnesses"] == [dict(nonet.solve(HARD).solutions[0])]
    count = count_answer["done"]
    assert (count["number"], count["exhausted"], count["stopped"]) == (1000, False, "solutions")


@pytest.mark.parametrize(
    "like",
    [{"size": 9}, {"size": 6, "rules": ["diagonals"]}, {"size": 4, "box": None}],
    ids=["classic", "diagonals", "latin"],
)
def test_a_new_puzzle_has_one_solution_and_no_clue_too_many(node, like):
    (answer,) = lanes.answers([{"do": "generate", "puzzle": like}], node)
    generated = declared_puzzle(answer["done"]["puzzle"])
    assert nonet.verify(generated).uniqueness is nonet.Uniqueness.UNIQUE
    for cell in generated.clues:
        fewer = generated.with_clues(
            {name: v for name, v in generated.clues.items() if name != cell}
        )
        assert nonet.verify(fewer).uniqueness is nonet.Uniqueness.MULTIPLE


@pytest.mark.parametrize("rule", lanes.BAD_RULES, ids=str)
def test_what_the_engine_does_not_know_is_left_to_python(node, rule):
    (answer,) = lanes.answers([{"do": "verify", "puzzle": {"size": 9, "rules": [rule]}}], node)
    assert "declined" in answer and "fault" not in answer
