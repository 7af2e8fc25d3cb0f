"""The walk of a path: what ends it, what it says then, and which entries are asked when."""

from math import inf

import pytest

import nonet
from nonet import Uniqueness, explain
from nonet.puzzle import Grid, Puzzle
from nonet.techniques import Policy, Position, Step, policy
from nonet.techniques import path as path_module
from nonet.techniques.path import Path, level_of, walk_path
from nonet.techniques.policies import HODOKU, HUMAN, Entry
from nonet.techniques.solution_oracle import SolutionOracle

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
SMALL = ".......21.3..4.."
TWO = "1..............4"
NONE = "......34...23..."


def walk(line, chosen, **more):
    puzzle = nonet.parse(line)
    start = Position.of(puzzle)
    oracle = SolutionOracle(puzzle.model(), start, puzzle)
    return walk_path(start, chosen, oracle, **more), oracle


@pytest.mark.parametrize("number", [1, 3, 51])
def test_a_walk_ends_with_the_step_that_suffices(number):
    met = []

    def suffices(position, step):
        met.append((position, step))
        return len(met) == number

    path, _ = walk(EASY, policy("hodoku"), suffices=suffices)
    complete = explain(EASY, "hodoku")
    assert path.steps == complete.steps[:number] and path.scores == complete.scores[:number]
    positions = [*complete.positions]
    assert [pair[0] for pair in met] == positions[:number]
    assert path.end == positions[number - 1] and not path.solved


def test_scores_are_those_of_the_rows_and_of_steps_where_these_have_their_own():
    path = explain(HARD, "explainer")
    own = {step.technique.key: step for step in path.steps}
    assert len(own) > 4
    for step, score in zip(path.steps, path.scores, strict=True):
        entry = path.policy.entry_for(step.key)
        assert score == (step.difficulty if entry.scored_by_step else entry.score)
    assert path.score == max(path.scores) and path.hardest_step.technique.title == path.hardest
    assert path.hardest_step is path.steps[path.scores.index(path.score)]
    first = next(n for n, step in enumerate(path.steps) if step.placements)
    assert (path.diamond, path.pearl) == (path.scores[0], max(path.scores[: first + 1]))


def test_a_path_of_no_steps():
    path = explain(TWO, "explainer")
    assert (path.steps, path.hardest, path.score, path.pearl, path.diamond) == ((), "", 0, 0, 0)
    assert str(path) == "" and repr(path) == "<Path of 0 steps, not solved>" and not path.logical
    assert path.techniques == {} and [*path.positions] == [path.start]


def test_counts_of_techniques_are_in_the_order_of_first_use():
    path = explain(EASY, "hodoku")
    titles = [step.technique.title for step in path.steps]
    assert [*path.techniques] == [*dict.fromkeys(titles)]
    assert path.techniques == {title: titles.count(title) for title in titles}
    assert str(path).splitlines()[9] == f" 10. {path.steps[9]}"
    assert repr(path) == "<Path of 51 steps, solved>"


def test_what_a_path_says_where_it_ends_without_a_solution():
    stuck = explain(HARD, only="singles")
    assert not stuck.solved and stuck.note == "the techniques allowed find no further step"
    several = explain(TWO, only="singles")
    assert several.uniqueness is Uniqueness.MULTIPLE or several.note
    wrong = explain(NONE, only="singles")
    assert wrong.uniqueness is Uniqueness.NONE and wrong.note == "the puzzle has no solution"
    done = explain(EASY, only="singles")
    assert done.solved and done.note == "" and done.stopped_by is None


def test_techniques_for_smaller_puzzles_are_named_where_the_path_ends():
    limited = next(t for t in nonet.techniques.TECHNIQUES if t.max_cells < 256)
    large = nonet.read("puzzles/16x16.txt")[0]
    path = explain(large, only=f"full-house,{limited.key}", unique=True)
    assert path.note == (
        "the techniques allowed find no further step; "
        f"not searched in a puzzle of this size: {limited.key}"
    )


def counted(monkeypatch):
    queries = []
    real = SolutionOracle.check_uniqueness

    def check(self):
        queries.append(1)
        return real(self)

    monkeypatch.setattr(SolutionOracle, "check_uniqueness", check)
    return queries


@pytest.mark.parametrize(
    ("line", "keys", "is_asked"),
    [
        (EASY, ("full-house", "naked-single", "hidden-single"), False),
        (HARD, ("full-house", "naked-single", "hidden-single"), False),
        (EASY, ("full-house", "naked-single", "hidden-single", "bug+1"), False),
        (HARD, ("full-house", "naked-single", "hidden-single", "bug+1"), True),
        (EASY, ("full-house", "naked-single", "hidden-single", "x-chain"), False),
        (HARD, ("full-house", "naked-single", "hidden-single", "x-chain"), True),
        (NONE, ("full-house", "naked-single", "hidden-single"), True),
    ],
)
def test_solutions_are_asked_for_when_the_first_search_is_due_that_needs_them(
    monkeypatch, line, keys, is_asked
):
    queries = counted(monkeypatch)
    walk(line, Policy("p", "p", tuple(Entry((key,)) for key in keys)))
    assert bool(queries) == is_asked


def test_where_nothing_can_be_found_no_technique_that_takes_long_is_searched(monkeypatch):
    searched = []
    monkeypatch.setattr(
        path_module.EntrySearch, "first_step", lambda self, at: searched.append(self.title)
    )
    entries = (Entry(("hidden-single",)), Entry(("x-chain",)), Entry(("xy-chain",)))
    empty, hard = "." * 16, HARD
    assert not walk(empty, Policy("p", "p", entries))[0].steps and searched == ["Hidden Single"]
    searched.clear()
    assert not walk(hard, Policy("p", "p", entries))[0].steps
    assert searched == ["Hidden Single", "X-Chain", "XY-Chain"]


def test_an_entry_that_assumes_one_solution_is_passed_over_where_there_are_more(monkeypatch):
    searched = []
    monkeypatch.setattr(
        path_module.EntrySearch, "first_step", lambda self, at: searched.append(self.entry.key)
    )
    monkeypatch.setattr(SolutionOracle, "no_steps_left", lambda *_: False)
    entries = tuple(Entry((key,)) for key in ("bug+1", "naked-pair"))
    walk(TWO, Policy("p", "p", entries))
    walk(EASY, Policy("p", "p", entries))
    assert searched == ["naked-pair", "bug+1", "naked-pair"]


def test_a_cell_without_candidates_ends_a_path():
    start = Position.of(Puzzle(Grid.square(4)))
    start = start.without(start.layout.cell_candidates(0))
    model = Puzzle(Grid.square(4)).model()
    path = walk_path(start, policy("human"), SolutionOracle(model, start))
    assert path.steps == () and not path.solved and path.note


# -- levels ------------------------------------------------------------------------------


def test_a_level_is_that_of_the_whole_path_or_ends_where_it_is_harder():
    easy = level_of(nonet.parse(EASY))
    assert easy == explain(EASY, "hodoku").difficulty and easy.word == "Easy"
    hard = level_of(nonet.parse(HARD))
    assert hard == explain(HARD, "hodoku").difficulty
    part = level_of(nonet.parse(HARD), "Easy")
    assert part.word not in ("", "Easy") and part.number < hard.number and part.scale == "HoDoKu"
    assert level_of(nonet.parse(HARD), hard.word) == hard


def test_a_level_of_what_logic_does_not_solve_has_no_number(monkeypatch):
    monkeypatch.setattr(path_module, "HODOKU", HODOKU.restricted_to("singles"))
    assert level_of(nonet.parse(HARD)) == ("", inf, "HoDoKu")


def test_the_level_of_a_path_for_people_is_that_of_the_puzzle():
    path = explain(EASY)
    assert path.policy is HUMAN and path.difficulty == level_of(nonet.parse(EASY))
    stuck = explain(HARD, only="singles")
    assert (stuck.difficulty.word, stuck.difficulty.number) == ("", inf)
    hodoku = explain(HARD, "hodoku", only="singles")
    assert hodoku.difficulty == ("", inf, "HoDoKu")


def test_a_path_as_data():
    path = explain(SMALL, "explainer")
    document = path.to_json()
    assert document["steps"] == [step.to_json() for step in path.steps]
    assert (document["policy"], document["score"]) == ("explainer", path.score)
    assert document["difficulty"] == path.difficulty.to_json() and "stopped_by" not in document
    model = explain(nonet.parse(SMALL).model(), "explainer")
    assert model.puzzle is None and model.to_json()["puzzle"] == "" and model.steps == path.steps


def test_brute_force_is_no_logic():
    path = explain(HARD, only="singles,brute-force", unique=True)
    assert path.solved and not path.logical and "Brute Force" in path.techniques
    assert explain(EASY, only="singles").logical


def test_a_solved_end_that_breaks_a_constraint_is_no_solution():
    model = nonet.parse(SMALL).model()
    layout = Position.of(model).layout
    wrong = Position(layout, 0, sum(1 << cell for cell in range(16)), 0, [0] * 16)
    path = Path(model, None, HUMAN, wrong, wrong, (), ())
    assert wrong.solved and not path.solved


def test_a_false_step_on_the_way_is_an_error(monkeypatch):
    from nonet.errors import UnsoundStep

    layout = Position.of(nonet.parse(EASY)).layout
    solution = nonet.solve(EASY).solution
    false = Step("naked-pair", layout, eliminations=1 << layout.candidate("R1C3", solution["R1C3"]))
    monkeypatch.setattr(path_module.EntrySearch, "first_step", lambda self, at: false)
    puzzle = nonet.parse(EASY)
    start = Position.of(puzzle)
    oracle = SolutionOracle(puzzle.model(), start, puzzle)
    oracle.check_uniqueness()
    with pytest.raises(UnsoundStep, match="naked-pair is a false step here"):
        walk_path(start, policy("human"), oracle)
