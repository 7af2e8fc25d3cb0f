"""Paths, hints, ladders and ratings: what a user asks of human logic."""

import csv
import json
import pickle
import random
import re
from dataclasses import replace
from pathlib import Path as File

import pytest

import nonet
from nonet import Grid, Puzzle, Sudoku, explain, hints, rate, solve
from nonet.errors import PositionError, TechniqueError
from nonet.puzzle.examples import example_puzzle, example_solution
from nonet.techniques import POLICIES, TECHNIQUE_SETS, TECHNIQUES, find, ladder, policy, technique
from nonet.techniques.html_page import path_html_page
from nonet.techniques.policies import LEVELS
from nonet.techniques.solution_oracle import position_of
from tests.cases import as_one_test

ROOT = File(__file__).parents[2]
DATA = ROOT.parent / "shared" / "data"
NORVIG = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "6.2.5.........4.3..........43...8....1....2........7..5..27...........81...6....."
"""One of Norvig's 95 that asks for more than one chain."""
MANY = "....5...853.7..........2.....1..37.634......1.8...93....7...96..........9..8.1.5."


def lines(name: str, count: int | None = None, seed: int = 1) -> list[str]:
    if not DATA.exists():
        pytest.skip("../shared/data is not here")
    puzzle_lines = [
        line.split()[0] for line in (DATA / name).read_text().splitlines() if line.strip()
    ]
    return puzzle_lines if count is None else random.Random(seed).sample(puzzle_lines, count)


def test_a_path_leads_to_the_solution_and_every_step_follows_from_the_one_before():
    path = explain(HARD)
    solution = dict(solve(HARD).solution)
    assert path.solved and path.end.assignment == solution
    assert path.note == ""
    for step, position in zip(path.steps, path.positions, strict=False):
        assert step.placements or step.eliminations
        for cell, value in step.removed:
            assert value in position.candidates[cell], "a step removes what is there"
            assert solution[cell] != value
        for cell, value in step.placed:
            assert solution[cell] == value


@pytest.mark.parametrize("name", POLICIES)
def test_every_policy_names_techniques_that_exist_and_levels_that_do(name):
    for entry in policy(name).entries:
        assert all(technique(key).family for key in entry.keys)
        assert entry.level in ("", *LEVELS)


@as_one_test(TECHNIQUES)
def test_every_technique_is_found_by_all_its_names(entry):
    for name in (entry.key, entry.title, entry.code, *entry.aliases):
        if name:
            assert technique(name) is entry
            assert technique(name.upper().replace("-", " ")) is entry
    assert hasattr(entry.family, "find")


def test_published_names_are_known():
    """Those with a HoDoKu code in a published list of 450, but for what HoDoKu itself lacks."""
    if not DATA.exists():
        pytest.skip("../shared/data is not here")
    with (DATA / "technique_names.tsv").open() as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    missing = []
    lacking = re.compile("Extended|Merged|Dynamic|BrokenWing|FishyCycle|LockedHidden")
    for row in rows:
        code = (row["hodoku_code"] or "").partition("-")[0]
        spaced_name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", row["name"])
        if code and not lacking.search(row["name"]):
            try:
                assert technique(spaced_name)
            except TechniqueError:
                missing.append(row["name"])
    assert missing == []


def test_an_unknown_technique_suggests_the_nearest():
    with pytest.raises(TechniqueError, match="did you mean x-wing"):
        technique("x wign")
    with pytest.raises(TechniqueError, match="naked-pair"):
        explain(NORVIG, only="naked-pear")
    with pytest.raises(TechniqueError, match="human, hodoku, explainer, tutorial"):
        explain(NORVIG, "humane")


def test_steps_can_be_sent_to_another_process():
    steps = explain(HARD, "hodoku").steps
    assert pickle.loads(pickle.dumps(steps)) == steps


def test_a_puzzle_too_large_for_a_technique_says_so():
    large = nonet.read(ROOT / "puzzles" / "25x25.txt")[0]
    with pytest.raises(TechniqueError, match="at most 256 cells; this one has 625"):
        find(large, "mutant jellyfish")
    path = explain(large, only="full-house,mutant-jellyfish")
    assert path.note.endswith("not searched in a puzzle of this size: mutant-jellyfish")


def test_only_restricts_a_path_to_named_sets():
    path = explain(HARD, only="singles,intersections")
    assert not path.solved
    assert path.note == "the techniques allowed find no further step"
    assert {step.key for step in path.steps} <= {
        *TECHNIQUE_SETS["singles"],
        *TECHNIQUE_SETS["intersections"],
    }


def test_the_last_resort_is_named_so():
    path = explain(HARD, only="singles,brute-force")
    assert path.solved and not path.logical
    assert path.hardest == "Brute Force" or "Brute Force" in path.techniques


def test_with_several_solutions_uniqueness_techniques_are_off_and_it_says_so():
    path = explain(MANY)
    assert not path.solved
    several = "the puzzle has several solutions: uniqueness techniques are off"
    assert path.note == f"{several}, and every candidate left is in one of them"
    assert not any(step.technique.assumes_unique for step in path.steps)
    values = nonet.candidates(MANY).values
    for step in path.steps:
        assert all(value not in values[cell] for cell, value in step.removed)


def test_a_puzzle_without_a_solution_says_so():
    line = ".315.7.......3...16......2.4....62..3......18.7.4..9.....7.....76..83..4.8..5..6."
    path = explain(line)
    assert not path.solved
    assert path.note == "the puzzle has no solution"


def test_hints_respect_marks_already_made():
    puzzle = Sudoku(HARD)
    first = hints(puzzle, only="intersections")[0]
    position = position_of(puzzle)
    marked = dict(position.candidates)
    for cell, value in first.removed:
        marked[cell] = tuple(v for v in marked[cell] if v != value)
    again = hints(replace(puzzle, candidates=marked), only="intersections")
    assert first.removed not in [step.removed for step in again]
    right = solve(puzzle).solution["R1C2"]
    wrong = next(value for value in position.candidates["R1C2"] if value != right)
    assert hints(replace(puzzle, entries={"R1C2": right}))
    with pytest.raises(PositionError, match=f"R1C2 is filled in as {wrong}"):
        hints(replace(puzzle, entries={"R1C2": wrong}))


def test_a_solved_puzzle_has_no_hint():
    assert hints(solve(NORVIG).solution.line) == []


def test_find_gives_all_instances_each_once():
    steps = find(NORVIG, "hidden-single")
    position = position_of(NORVIG)
    expected = set()
    for house in position.layout.complete_houses:
        for value in range(9):
            cells = [c for c in house.cell_numbers if position.values[c] >> value & 1]
            if len(cells) == 1:
                expected.add((position.layout.cells[cells[0]], value + 1))
    assert {step.placed[0] for step in steps} == expected


# -- the ladder and ratings ------------------------------------------------------


def test_the_tutorials_ladder_on_its_fifty_puzzles():
    """The table of the Project Euler 96 tutorial, with its X-wing row."""
    rungs = ladder(map(Sudoku, lines("euler96_50.txt")))
    assert [rung.solved for rung in rungs] == [12, 40, 44, 46, 46, 49, 50]


def test_the_ladder_of_our_own_sixty_rises():
    rungs = ladder(nonet.read(ROOT / "puzzles" / "euler96.txt")[:10])
    assert [rung.technique for rung in rungs][:2] == ["candidates", "loners"]
    solved = [rung.solved for rung in rungs]
    assert solved == sorted(solved)


def test_a_rating_has_both_published_scales():
    rating = rate(NORVIG)
    assert (rating.rating, rating.level) == (1.2, "Easy")
    assert rating.solved and rating.score is not None
    hard = rate(HARD)
    assert hard.rating > rating.rating and hard.score > rating.score


def test_levels_are_hodokus():
    levels = {e.key: e.level for e in policy("hodoku").entries}
    assert levels["full-house"] == "Easy" and levels["naked-pair"] == "Medium"
    assert levels["x-wing"] == "Hard" and levels["als-xz"] == "Unfair"
    assert {levels[k] for k in ("forcing-chain-contradiction", "brute-force")} == {"Extreme"}


def test_hodokus_level_is_raised_with_the_total():
    scale = policy("hodoku")
    assert scale.level(["Easy", "Easy"], 804) == "Medium"
    assert scale.level(["Easy", "Hard"], 10) == "Hard"
    assert scale.level(["Hard"], 1700) == "Unfair"
    assert scale.level(["Easy"], 5000) == "Extreme"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["kaggle_20k.txt", "radcliffe_7034.txt", "17_clue_49158.txt"])
def test_no_step_removes_a_digit_of_the_solution(name):
    """Soundness on samples; ``benchmarks.soundness --files`` checks thousands."""
    for line in lines(name, 2):
        solution = dict(solve(line).solution)
        for chosen in ("human", "hodoku", "explainer"):
            path = explain(line, chosen)
            assert path.solved
            for step in path.steps:
                assert all(solution[cell] != value for cell, value in step.removed), step
                assert all(solution[cell] == value for cell, value in step.placed), step


# -- variants ----------------------------------------------------------------------


BY_SEARCH = {"queens"}
"""Rules whose examples ask once or twice for more than a supposition followed to its end."""


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("rule", sorted(nonet.puzzle.rule_types()))
def test_examples_of_every_rule_are_explained(rule):
    """Every step agrees with the solution, and none is a guess."""
    kind = nonet.puzzle.rule_types()[rule]
    for example in kind.examples:
        solution = example_solution(example)
        path = explain(example_puzzle(kind, example))
        assert path.solved, path.note
        assert {cell: path.end.assignment[cell] for cell in solution} == solution
        for step in path.steps:
            assert all(solution.get(cell) != value for cell, value in step.removed), step
            assert all(solution.get(cell, value) == value for cell, value in step.placed), step
            assert step.sentence.endswith("."), step.sentence
        guessed = {"smallest-explanation", "brute-force"} & {step.key for step in path.steps}
        assert not guessed or rule in BY_SEARCH


@pytest.mark.slow
@pytest.mark.parametrize("name", ["jigsaw", "disjoint-groups", "even-odd"])
def test_variants_are_explained_by_every_policy_and_no_step_is_wrong(name):
    for puzzle in nonet.read(ROOT / "puzzles" / f"{name}.json")[:1]:
        solution = solve(puzzle).solution
        for chosen in ("human", "hodoku", "explainer", "sukaku"):
            path = explain(puzzle, chosen)
            assert path.solved
            for step in path.steps:
                assert step.notation and step.sentence
                assert all(solution[cell] != value for cell, value in step.removed)
                assert all(solution[cell] == value for cell, value in step.placed)


def test_a_samurai_and_a_16x16_are_explained():
    for name in ("samurai.json", "16x16.txt"):
        for puzzle in nonet.read(ROOT / "puzzles" / name)[:2]:
            path = explain(puzzle, only="basic")
            solution = solve(puzzle).solution
            for step in path.steps:
                assert all(solution[cell] != value for cell, value in step.removed)
                assert all(solution[cell] == value for cell, value in step.placed)


# -- words and pictures --------------------------------------------------------------


def test_every_step_is_explained_in_notation_words_and_constraints():
    path = explain(HARD, "hodoku")
    for step in path.steps:
        assert step.notation.startswith(f"{step.technique.title}")
        assert re.search(r"(=>|:) r[\d]+c\d+(=|<>)\d|=> r", step.notation), step.notation
        assert step.sentence.endswith("."), step.sentence
        assert step.text.look.startswith(("Look", "Suppose", "Try", "What if")), step.text.look
        assert not step.text.look.endswith(".")
        assert step.constraints or step.technique.consistency
        data = step.to_json()
        assert json.loads(json.dumps(data)) == data
        assert {tuple(pair) for pair in data["eliminations"]} == set(step.removed)


def test_the_page_of_a_path_needs_nothing_and_shows_every_step():
    path = explain(HARD)
    text = path_html_page(path)
    assert text.count("<figure") == len(path.steps) + 1
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "")
    for step in path.steps[:5]:
        assert step.sentence.replace("'", "&#x27;") in text


def test_a_page_escapes_what_a_puzzle_is_called():
    puzzle = replace(Sudoku(NORVIG), name="<script>alert(1)</script>")
    assert "<script>alert" not in path_html_page(explain(puzzle))


def test_a_picture_marks_what_a_step_removes():
    from nonet.render.svg import drawing_svg
    from nonet.techniques.drawing import draw_step

    puzzle = Sudoku(HARD)
    step = hints(puzzle, only="intersections")[0]
    drawing = draw_step(step, position_of(puzzle), puzzle)
    removed = [mark for mark in drawing.highlights if mark.role == "removed"]
    assert len(removed) == len(step.removed)
    assert "<path" in drawing_svg(drawing) and drawing.areas


def test_an_empty_grid_of_any_size_has_no_easy_step():
    assert hints(Puzzle(Grid.square(4)), only="basic") == []
