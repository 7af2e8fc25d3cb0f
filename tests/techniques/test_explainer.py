"""Sudoku Explainer's chains: its difficulties, as it gives them; soundness; words."""

# ruff: noqa: E501  (library lines are long)

import random
from itertools import islice

import pytest

from nonet import Grid, Puzzle, iter_solutions, make_rule, parse, solve
from nonet.techniques import Position
from nonet.techniques.candidate_layout import bits
from nonet.techniques.engines.inference_graph import Graph
from nonet.techniques.engines.probe import InnerProof, NestedFinder, PatternFinder, probe
from nonet.techniques.families import explainer
from nonet.techniques.families.explainer import (
    BASE_DIFFICULTY,
    KEYS_BY_PRODUCER,
    length_difficulty,
    sorted_hints,
)

# Positions, with the difficulty and the conclusion of the first chaining step that
# Sudoku Explainer (Sukaku edition, the classic techniques) takes there.
FACTS = [
    ("bidirectional-y-cycle", 6.7, "", "2+5....4.+6+4+3+816+57+29.+6...+4+8.5+576....+43.2...+6.+7+88+9.7.35+6+2.+8.....9+4+7+4..38.+5+1.1.4.2.8+7:914 934 944 145 945 153 155 373 575"),
    ("bidirectional-cycle", 7.1, "", "+25..+7...37.+36..+82.+8..1+23...+5.4.8..1+71+37..2+96+89.+8+7.+1...+48......9+3.....45.6...9..+8.:913 529 632 465 565 367 374 575 277 377 182 282 292 197"),
    ("forcing-chain", 7.2, "r1c1<>8", ".7.9...1.6.......3..5....4.3.21......57..21......8..25+5..3.7..99....4..2+7...6+9..+1:222 824 125 232 734 834 135 942 447 455 658 858 467 967"),
    ("nishio-forcing-chain", 7.9, "r3c9<>6", ".52..7...31...+9+28.9.4...3...+9..1+564+2..592+8+71+3.2.6.+4..8....9...............9..342.:615 743 763 771 373 781 383 791"),
    ("cell-forcing-chain", 8.5, "r9c5<>7", ".52..7...31...+9+28.9.4...3...+9..1+564+2..592+8+71+3.2.6.+4..8....9...............9..342.:615 639 743 763 771 373 781 383 791"),
    ("region-forcing-chain", 8.5, "r1c5<>4", ".52..7...31...+9+28.9.4...3...+9..1+564+2..592+8+71+3.2.6.+4..8....9...............9..342.:615 639 743 763 771 373 781 383 791 795"),
    ("dynamic-forcing-chain", 8.9, "r1c4<>1", ".52..7...31...+9+28.9.4...3...+9..1+564+2..592+8+71+3.2.6.+4..8....9...............9..342.:415 615 639 743 763 771 373 781 383 791 795"),
    ("dynamic-forcing-chain", 9.0, "r4c8<>3", ".3.5.+4.....4.3..2....8.6....2.+149..66.+925.1....1..8.9...3..58.........7.59......4:532 537 138 539 547 767 769 275 285 295"),
    ("dynamic-forcing-chain", 8.9, "r8c3<>1", "34+56+7+1+2+9+8..7+2+5.....2..8.57....+7.5....7..1..2....4.+2....36.2..1.......9.......7.82:841 842 347 851 853 954 657 857 369 476 581 385 486"),
]  # fmt: skip

HARD = [
    "48.3............71.2.......7.5....6....2..8.............1.76...3.....4......5....",
    "6.2.5.........3.4..........43...8....1....2........7..5..27...........81...6.....",
    ".6.5.1.9.1...9..539....7....4.8...7.......5.8.817.5.3.....5.2............76..8...",
]


def position_at(line):
    return Position.of(parse(f":0000:x:{line}:::"))


def first(position):
    """The easiest step of the first producer that finds any."""
    for _, keys in KEYS_BY_PRODUCER:
        for step in explainer.find(position, keys):
            return step
    return None


@pytest.mark.parametrize(
    ("key", "difficulty", "conclusion", "line"), FACTS, ids=[f"{f[0]}-{f[1]}" for f in FACTS]
)
def test_the_first_step_is_of_the_difficulty_that_sudoku_explainer_gives(
    key, difficulty, conclusion, line
):
    step = first(position_at(line))
    assert (step.key, step.technique.family.__name__) == (key, explainer.__name__)
    assert step.difficulty == difficulty
    # of several of the same length, which one it tells is a matter of its order
    if conclusion and len(step.conclusion) == len(conclusion):
        same = [
            s
            for s in explainer.find(position_at(line), frozenset({key}))
            if s.difficulty == difficulty
        ]
        assert conclusion in [s.conclusion for s in same]


def test_length_counts_in_steps_of_one_tenth():
    # the published steps: 4, 6, 8, 12, 16, 24, 36, 48, ... nodes beyond the first two
    limits = [4, 6, 8, 12, 16, 24, 32, 48, 64]
    for number, limit in enumerate(limits):
        assert length_difficulty(limit + 2) == number / 10
        assert length_difficulty(limit + 3) == (number + 1) / 10


def test_every_technique_of_a_producer_has_a_base():
    assert {key for _, keys in KEYS_BY_PRODUCER for key in keys} == set(BASE_DIFFICULTY)


def walk(puzzle, producers):
    """Positions of a path of singles and the easiest chains, with all steps at each."""
    from nonet.techniques.families import singles

    position = Position.of(puzzle)
    for _ in range(200):
        if position.solved:
            return
        easy = next(singles.find(position, frozenset({"hidden-single", "naked-single"})), None)
        if easy is None:
            for _, keys in producers:
                steps = list(explainer.find(position, keys))
                if steps:
                    yield position, steps
                    easy = steps[0]
                    break
            else:
                return
        position = position.after(easy)


@pytest.mark.slow(0.2)
@pytest.mark.parametrize("line", HARD)
def test_no_step_removes_a_digit_of_the_solution(line):
    puzzle = parse(line)
    solution = solve(puzzle).solutions[0]
    steps_seen = 0
    for position, steps in walk(puzzle, KEYS_BY_PRODUCER[:5]):
        true = sum(1 << position.layout.candidate(c, v) for c, v in solution.items())
        for step in steps:
            steps_seen += 1
            assert not step.eliminations & true, step.notation
            assert all(true >> candidate & 1 for candidate in step.placements), step.notation
            assert step.eliminations & position.open == step.eliminations
            assert step.eliminations or step.placements
    assert steps_seen


@pytest.mark.slow(0.8)
def test_hints_come_by_difficulty_and_each_conclusion_once():
    for position, _ in islice(walk(parse(HARD[2]), KEYS_BY_PRODUCER[:4]), 0, None, 2):
        for producer, _ in KEYS_BY_PRODUCER[:4]:
            hints = sorted_hints(position, producer)
            difficulties = [hint.difficulty for hint in hints]
            assert difficulties == sorted(difficulties)
            assert len({hint.eliminations for hint in hints}) == len(hints)


def test_no_net_that_is_not_made_ends_in_a_contradiction():
    """Nodes of a net without a contradiction are not tried; here every node is."""
    position, _ = next(walk(parse(HARD[1]), KEYS_BY_PRODUCER[2:4]))
    graph, several = Graph.of(position), 0
    for candidate in bits(position.open):
        several |= (position.values[candidate % 81].bit_count() > 1) << candidate
    for producer, finder in (("dynamic", None), ("plus", PatternFinder(position))):
        contradictions = {
            hint.result.node
            for hint in explainer._multiple_hints(producer, position)
            if hint.result.kind == "contradiction"
        }
        assert contradictions == {
            2 * candidate + (not on)
            for candidate in bits(several)
            for on in (True, False)
            if probe(graph, candidate, on, finder=finder).clash
        }


def test_every_inference_of_a_proof_follows_from_its_parents():
    for position, steps in walk(parse(HARD[2]), KEYS_BY_PRODUCER[:5]):
        layout = position.layout
        for step in random.Random(1).sample(steps, min(5, len(steps))):
            for branch in step.detail.branches:
                for inference in branch:
                    parents = [branch[parent] for parent in inference.parents]
                    if not parents:
                        continue
                    premises = 0
                    for parent in parents:
                        premises |= parent.candidates
                    if inference.on:
                        assert not any(parent.on for parent in parents)
                        truth = layout.sets[inference.cause] & position.open
                        assert (
                            truth & ~premises == inference.candidates
                            or truth == premises | inference.candidates
                        )
                    elif inference.cause is None:
                        (parent,) = parents
                        assert parent.on
                        assert (
                            inference.candidates & layout.peers[parent.candidates.bit_length() - 1]
                        )


def test_a_cycle_in_words():
    step = first(position_at(FACTS[0][3]))
    text = step.text
    assert text.notation.startswith("r") and "=" in text.notation and "<>" in text.notation
    assert text.look.startswith("Look at R")
    assert text.plain.startswith("If R") and text.plain.endswith(".")
    assert step.chains[0].nodes[0] == step.chains[0].nodes[-1]


def test_a_net_in_words_says_what_each_inference_rests_on():
    step = first(position_at(FACTS[6][3]))
    assert step.text.look == "Suppose that R1C4 is 1"
    assert " are not " in step.text.plain
    assert step.text.plain.endswith("so the assumption is wrong: 1 cannot be in R1C4.")


def test_chains_work_on_a_sudoku_with_diagonals():
    plain = Puzzle(Grid.square(4), {"R1C2": 1})
    diagonal = Puzzle(plain.grid, plain.clues, (*plain.rules, make_rule("diagonals")))
    position = Position.of(diagonal)
    solution_candidates = 0
    for solution in iter_solutions(diagonal):
        solution_candidates |= sum(
            1 << position.layout.candidate(c, v) for c, v in solution.items()
        )
    removed = 0
    for _, keys in KEYS_BY_PRODUCER[:4]:
        for step in explainer.find(position, keys):
            assert not step.eliminations & solution_candidates, step.notation
            removed |= step.eliminations
    # what is removed needs the diagonals: the plain puzzle has solutions with it
    assert removed
    possible = 0
    for solution in iter_solutions(plain):
        possible |= sum(1 << position.layout.candidate(c, v) for c, v in solution.items())
    assert removed & possible


@pytest.mark.parametrize("finder", [PatternFinder, NestedFinder])
def test_what_nets_use_beside_singles_never_removes_a_digit_of_the_solution(finder):
    puzzle = parse(HARD[1])
    position = Position.of(puzzle)
    layout = position.layout
    solution_candidates = sum(
        1 << layout.candidate(c, v) for c, v in solve(puzzle).solutions[0].items()
    )
    draw = random.Random(7)
    find_patterns, patterns, removed = finder(position), PatternFinder(position), 0
    for _ in range(12):
        excluded = sum(
            1 << c for c in bits(position.open & ~solution_candidates) if draw.random() < 0.35
        )
        eliminations = list(find_patterns(position.open, position.open & ~excluded))
        simple = [each[0] for each in patterns(position.open, position.open & ~excluded)]
        if simple:  # nets are made only where no pattern is
            assert [candidate for candidate, _, _ in eliminations] == simple
        for candidate, rests_on, _ in eliminations:
            removed += 1
            assert not solution_candidates >> candidate & 1
            assert rests_on and all(excluded >> c & 1 for c in rests_on)
    assert removed


def test_nets_within_nets_solve_what_nets_do_not():
    # "AI Escargot" (A. Inkala, 2006), which Sudoku Explainer rates 10.5
    puzzle = parse(
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
    )
    position = Position.of(puzzle)
    step = next(explainer.find(position, frozenset({"nested-forcing-chain"})))
    assert step.difficulty > 9.5
    solution = solve(puzzle).solutions[0]
    assert all(solution[cell] != value for cell, value in step.removed)
    layout = step.layout
    # the inner proof is told, and what it starts from is wrong by what is then open
    inner = [i.cause for b in step.detail.branches for i in b if isinstance(i.cause, InnerProof)]
    assert inner and step.sentence.count("(for if ") == len(inner)
    for cause in inner:
        placed = layout.cell_and_value(cause.start)
        assert f"(for if {placed[0]} is {placed[1]}, then" in step.sentence
        open_ = {cell: [] for cell in puzzle.grid.cells}
        for cell, value in map(layout.cell_and_value, bits(cause.open_candidates)):
            open_[cell].append(value)
        open_[placed[0]] = [placed[1]]
        assert not solve(puzzle.model().narrow(open_)).solutions  # by an independent solver
    assert step.assumptions.bit_count() == 1 and step.clash.bit_count() == 1


def test_a_pattern_within_a_net_says_where_it_is():
    position = Position.of(Puzzle(Grid.square(9)))
    layout = position.layout
    cells = [layout.cell_number[cell] for cell in ("R1C1", "R1C2", "R1C3")]
    other_cells = [
        cell for cell in range(81) if layout.houses[0].cells >> cell & 1 and cell not in cells
    ]
    excluded = sum(1 << 4 * 81 + cell for cell in other_cells)  # the 5s of row 1 beyond box 1
    all_candidates = position.open
    descriptions = {
        cause.describe(layout)
        for _, _, cause in PatternFinder(position)(all_candidates, all_candidates & ~excluded)
    }
    assert descriptions == {"the 5 of row 1 is in box 1"}
