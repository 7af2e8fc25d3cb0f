"""Which steps a hint has: of the first entry with any, within its seconds, shown in the grid."""

import importlib

import pytest

import nonet
from nonet.deadline import DeadlineExceeded
from nonet.errors import OutOfTime, TechniqueError
from nonet.puzzle import Grid, Puzzle
from nonet.techniques import Position, Step, explain, find, hints
from nonet.techniques.hints import easier_techniques, next_steps
from nonet.techniques.policies import Entry, Policy, policy
from nonet.techniques.solution_oracle import SolutionOracle

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL = ".......21.3..4.."
hints_module = importlib.import_module("nonet.techniques.hints")


def test_of_a_quick_technique_all_steps_are_given_and_of_another_the_first():
    assert hints(EASY, only="hidden-single") == find(EASY, "hidden-single") != []
    hard = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    steps = find(hard, "continuous-nice-loop")
    assert len(steps) > 1 and len(hints(hard, only="continuous-nice-loop")) == 1


def test_steps_with_scores_come_cheapest_first_and_each_once(monkeypatch):
    layout = Position.of(nonet.parse(SMALL)).layout
    steps = [
        Step("hidden-single", layout, placements=(n,), difficulty=d)
        for n, d in ((0, 5), (1, 3), (0, 5), (2, 4))
    ]
    monkeypatch.setattr(hints_module, "search_steps", lambda *_, **__: iter(steps))
    monkeypatch.setattr(SolutionOracle, "check_soundness", lambda *_: None)
    for scored, order in ((True, [1, 2, 0]), (False, [0, 1, 2])):
        chosen = Policy("p", "p", (Entry(("hidden-single",), 1, "", scored),))
        assert [step.placements[0] for step in hints(SMALL, chosen)] == order


def test_a_hint_counts_the_seconds_of_all_its_searches(monkeypatch):
    now = iter([10.0, 10.1, 10.3, 10.3, 11.0])
    monkeypatch.setattr(hints_module, "process_time", lambda: next(now))
    patience = hints_module._Patience()
    # whether there is one solution took 0.1: 0.65 are left for the search, then 0.7
    assert patience.for_search() == pytest.approx(hints_module.PATIENCE - 0.1)
    assert patience.for_search() == pytest.approx(0.45)
    assert patience.for_explanation() == hints_module.EXPLANATION_PATIENCE
    assert patience.for_explanation() == pytest.approx(0.45)


class NoTime:
    """A clock of a hint that is over, written down."""

    def for_search(self):
        return 0.0

    def for_explanation(self):
        return 0.25


@pytest.mark.parametrize(
    ("entries", "keys"),
    [
        (
            ("singles", "smallest-explanation", "brute-force"),
            ["smallest-explanation", "brute-force"],
        ),
        (("singles", "brute-force"), []),
    ],
)
def test_what_stands_in_for_a_search_is_tried_in_order_where_the_policy_has_it(
    monkeypatch, entries, keys
):
    tried = []

    def search(position, keys_of_search, *, search_name="find"):
        tried.append((*keys_of_search, search_name))
        if keys_of_search == ("brute-force",):
            return iter([Step("brute-force", position.layout, placements=(solution_bit,))])
        raise DeadlineExceeded

    puzzle = nonet.parse(EASY)
    position = Position.of(puzzle)
    solution = nonet.solve(puzzle).solution
    solution_bit = position.layout.candidate("R1C3", solution["R1C3"])
    monkeypatch.setattr(hints_module, "search_steps", search)
    monkeypatch.setattr(hints_module, "_Patience", NoTime)
    chosen = policy("human").restricted_to(*entries)
    oracle = SolutionOracle(puzzle.model(), position, puzzle)
    assert [step.key for step in next_steps(position, chosen, oracle)] == keys[-1:]
    assert [pair for pair in tried if pair[1] == "find_in_time"] == [
        (key, "find_in_time") for key in keys
    ]


def test_a_step_beside_the_grid_is_taken_on_the_way_and_not_shown():
    rules = "clone R1C1 ~copy", "given-candidates 2 R1C1"
    puzzle = Puzzle(Grid.square(4), {"R4C4": 1}).with_rules(*rules)
    for step in hints(puzzle):
        assert all(cell.startswith("R") for cell, _ in (*step.placed, *step.removed))


@pytest.mark.parametrize(("scale", "message"), [(1e-9, "no step was found in 1e-09 seconds")])
def test_a_limit_that_is_over_is_told_with_what_was_searched(scale, message):
    with pytest.raises(OutOfTime, match=message):
        hints(EASY, time_limit=scale)


def test_techniques_for_smaller_puzzles_are_an_error_alone_and_left_out_of_a_set():
    limited = next(t for t in nonet.techniques.TECHNIQUES if t.max_cells < 256)
    large = nonet.read("puzzles/25x25.txt")[0]
    with pytest.raises(
        TechniqueError, match=f"at most {limited.max_cells} cells; this one has 625"
    ):
        find(large, limited.key)
    assert find(Position.of(nonet.parse(SMALL)), "singles") == find(SMALL, "singles")


def test_easier_techniques_are_those_of_earlier_entries_with_a_step():
    position = Position.of(nonet.parse(EASY))
    (first, *_) = find(EASY, "naked-single")
    expected = [
        title
        for key, title in (("full-house", "Full House"), ("hidden-single", "Hidden Single"))
        if find(EASY, key)
    ]
    assert [*easier_techniques(position, first)] == expected == ["Hidden Single"]


@pytest.mark.parametrize(("score", "searched"), [(350, True), (351, False)])
def test_techniques_that_take_long_are_not_searched_beside_one_to_practise(
    monkeypatch, score, searched
):
    entries = (Entry(("naked-single",), 4), Entry(("hidden-single",), score), Entry(("aic",), 10))
    monkeypatch.setattr(hints_module, "policy", lambda _: Policy("p", "p", entries))
    position = Position.of(nonet.parse(EASY))
    titles = easier_techniques(position, Step("x-chain", position.layout))
    assert titles[:1] == ("Naked Single",)
    assert ("Hidden Single" in titles) == searched and (len(titles) > 1) == searched


def test_the_hint_of_a_model_and_of_a_solved_puzzle():
    assert hints(nonet.parse(SMALL).model()).puzzle is None
    solved = explain(SMALL).end.assignment
    done = nonet.parse(SMALL).with_clues(solved)
    assert hints(done) == [] and hints(done)._repr_html_() == "<div>no step</div>"
    shown = hints(SMALL)
    assert shown[0].notation in shown._repr_html_() and "<svg" in shown._repr_html_()
    assert (f"and {len(shown) - 1} more" in shown._repr_html_()) == (len(shown) > 1)
    assert "<svg" not in hints(nonet.parse(SMALL).model())._repr_html_()
