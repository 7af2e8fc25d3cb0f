"""The compiled engine of the page, under Node: its answers are nonet's, without Python."""

from __future__ import annotations

import gzip
import random
import shutil
from collections import Counter
from functools import cache

import pytest

import nonet
from nonet.backends.lockstep import program_builder
from nonet.formats.json import to_json
from nonet.protocol.documents import declared_puzzle
from nonet.puzzle.examples import example_puzzle
from nonet.puzzle.rules import rule_types, type_of_rule
from nonet.puzzle.rules.base import Example, PuzzleRule
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


@pytest.mark.slow
def test_random_puzzles_have_the_same_answers(node):
    draw = random.Random(27)
    texts, tally = lanes.differences([lanes.random_question(draw) for _ in range(150)], node)
    assert not texts, texts[0]
    assert tally["declined"] < 40
    assert all(tally[f"verify {kind}"] for kind in ("unique", "multiple", "none")), tally


UNKNOWN = {
    *("any-of", "battlefield", "connected", "count-regions", "counting-circles", "full-rank"),
    *("different-regions", "doubler", "halver", "lunchbox", "negator", "region-count"),
    *("region-run", "same-region", "shaded-count", "shaded-sum", "unknown-regions", "yin-yang"),
}
"""The rules of squares that are left to Python: most have variables beside the cells."""


@cache
def examples() -> list[tuple[type[PuzzleRule], Example]]:
    """Each rule's own examples on squares, which it alone makes unique."""
    types = [type_of_rule(name) for name in rule_types() if name not in UNKNOWN]
    every = [(rule, example) for rule in types for example in rule.examples]
    return [(rule, example) for rule, example in every if example.grid is None]


@pytest.mark.slow(0.4)
@pytest.mark.parametrize("with_library", [True, False], ids=["library", "browser"])
def test_examples_of_rules_have_one_solution_as_in_python(node, with_library, monkeypatch):
    """A browser's Python, which has no compiled library, writes programs too."""
    if not with_library:
        monkeypatch.setattr(program_builder, "is_available", lambda: False)
    chosen = examples() if with_library else examples()[::4]
    questions = [
        {"do": "solve", "limit": 2, "puzzle": to_json(example_puzzle(rule, example))}
        for rule, example in chosen
    ]
    for answer, (rule, example) in zip(lanes.answers(questions, node), chosen, strict=True):
        assert answer.get("done", {}).get("number") == 1, (rule.name, answer)
        solution = dict(zip(answer["events"][0]["solution"], example.solution, strict=True))
        assignment = answer["events"][0]["solution"]
        assert {cell: str(value) for cell, value in assignment.items()} == solution
    assert len({rule.name for rule, _ in chosen}) >= (70 if with_library else 15)


@pytest.mark.slow
def test_hints_of_variants_never_lose_the_solution(node):
    """Values that a hint removes are not in the solution, and its reason does not tell the move."""
    playing = [
        (to_json(example_puzzle(rule, example)), example.solution)
        for rule, example in examples()[::2]
    ]
    tally, reasons = Counter[str](), list[str]()
    for _ in range(4):
        questions = [{"do": "hint", "puzzle": puzzle} for puzzle, _ in playing]
        going_on = []
        for (puzzle, solution), answer in zip(playing, lanes.answers(questions, node), strict=True):
            assert "fault" not in answer, answer
            if "done" not in answer:
                continue
            step = answer["done"]
            tally[step["technique"]] += 1
            reasons.append(step["words"][2])
            cells = [
                f"R{r}C{c}"
                for r in range(1, puzzle["size"] + 1)
                for c in range(1, puzzle["size"] + 1)
            ]
            value = dict(zip(cells, map(int, solution), strict=True))
            assert all(value[cell] == digit for cell, digit in step["placements"]), step["words"]
            assert all(value[cell] != removed for cell, removed in step["eliminations"]), step[
                "words"
            ]
            assert not any(
                f"{cell} is {digit}" in step["words"][2] for cell, digit in step["placements"]
            )
            marks = {**puzzle.get("marks", {})}
            for cell, _ in step["eliminations"]:
                remaining = marks.get(cell) or step["candidates"][cell]
                marks[cell] = [
                    each for each in remaining if [cell, each] not in step["eliminations"]
                ]
            entries = {**puzzle.get("entries", {}), **dict(step["placements"])}
            going_on.append(({**puzzle, "entries": entries, "marks": marks}, solution))
        playing = going_on
    assert set(tally) >= {"full-house", "hidden-single", "naked-single", "rule-candidates"}, tally
    assert "Killer cage 7 at R6C4 and the values in the grid leave one value for R6C4." in reasons
    assert any(" can only hold " in each for each in reasons)


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
