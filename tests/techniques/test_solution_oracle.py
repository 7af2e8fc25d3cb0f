"""No false step: variants of every rule held against their makers; what becomes of a false one."""

import json

import pytest

import nonet
from nonet import explain, hints, parse, solve
from nonet.errors import PuzzleError, UnsoundStep
from nonet.techniques.families import intersections, singles
from nonet.techniques.hints import find
from nonet.techniques.solution_oracle import position_of
from nonet.techniques.step import Step

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "6.2.5.........4.3..........43...8....1....2........7..5..27...........81...6....."
SEVERAL = "53..78...6..195....9.....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

SMALL = (
    "4x4", "6x6", "x-6", "windoku-6", "jigsaw-6", "extra-region-6", "twodoku-4", "samurai-4",
    "killer-4", "futoshiki-6",
)  # fmt: skip


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("kind", SMALL)
def test_steps_of_random_variants_agree_with_the_solution_they_were_made_from(kind):
    from benchmarks.soundness import POLICIES, Tally, check

    tally = Tally()
    for seed, policy in enumerate(POLICIES):
        check(kind, seed, policy, None, tally)
    assert tally.faults == []
    assert tally.puzzles == len(POLICIES) and tally.steps


@pytest.mark.slow
def test_steps_of_many_rules_agree_with_the_solution_they_were_made_from():
    from benchmarks.soundness import KINDS, run

    # what two rules come to together, and most sizes, benchmarks/soundness.py draws by thousands
    left_out = {*SMALL, "8x8", "10x10", "12x12", "16x16"}
    kinds = [kind for kind in KINDS if kind not in left_out and "+" not in kind]
    plain = [kind for kind in kinds if "-example-" not in kind]
    # the examples as they stand are all explained in test_paths
    chosen_kinds = [*plain, *[kind for kind in kinds if kind not in plain][::24]]
    tallies = run(chosen_kinds, len(chosen_kinds), 1, 5)
    assert [fault for tally in tallies.values() for fault in tally.faults] == []
    assert all(tally.puzzles == 1 for tally in tallies.values())


def test_the_benchmark_sees_a_false_step(monkeypatch):
    """The judge of the judge: with a false step let through, it says so."""
    from benchmarks import soundness
    from nonet.techniques.solution_oracle import SolutionOracle

    monkeypatch.setattr(SolutionOracle, "check_soundness", lambda *_: None)
    solution = soundness.draw_puzzle("6x6", 3)[1]
    monkeypatch.setattr(singles, "find", false_step(solution))
    tally = soundness.Tally()
    soundness.check("6x6", 3, "human", None, tally)
    assert tally.faults and tally.faults[0]["lost"]


def test_the_benchmark_says_of_which_kinds_no_puzzle_came(monkeypatch):
    from benchmarks import soundness

    def none(_):
        raise PuzzleError("no puzzle")

    monkeypatch.setitem(soundness.KINDS, "6x6", none)
    tally = soundness.Tally()
    soundness.check("6x6", 3, "human", None, tally)
    assert (tally.undrawn, tally.puzzles, tally.faults) == (1, 0, [])
    assert "no puzzle for 1 seeds: 6x6" in soundness.summary({"6x6": tally})


def false_step(solution):
    """A finder that removes a value of the solution, as locked candidates."""

    def find(position, keys):
        layout = position.layout
        for cell, value in solution.items():
            candidate = layout.candidate(cell, value)
            if position.open >> candidate & 1:
                yield Step("pointing", layout, eliminations=1 << candidate)
                return

    return find


@pytest.fixture
def broken(monkeypatch):
    """Locked candidates that remove what the solution of HARD has."""
    monkeypatch.setattr(intersections, "find", false_step(solve(HARD).solution))


def test_a_false_step_is_an_error_that_names_technique_and_position(broken):
    with pytest.raises(UnsoundStep) as caught:
        explain(HARD)
    error = caught.value
    assert error.technique == "pointing" and "pointing" in str(error)
    reread = nonet.parse(error.position)
    assert error.position in str(error)
    assert position_of(reread).candidates  # and is where the step was found:
    (step,) = find(reread, "pointing")
    cell, value = step.removed[0]
    assert solve(HARD).solution[cell] == value


def test_a_false_step_is_never_a_hint(broken):
    with pytest.raises(UnsoundStep):
        hints(HARD, only="pointing")


def test_a_false_step_of_a_path_without_uniqueness_techniques_is_found_where_it_leads_astray(
    broken,
):
    """Nobody asks for the solution on the way; a dead end does."""
    with pytest.raises(UnsoundStep):
        explain(HARD, only="singles,pointing")


def test_a_false_step_in_a_model_is_written_as_a_model(monkeypatch):
    model = parse(EASY).model()
    monkeypatch.setattr(intersections, "find", false_step(solve(EASY).solution))
    with pytest.raises(UnsoundStep) as caught:
        hints(model, only="pointing")
    reread = nonet.model_from_json(caught.value.position)
    assert solve(reread).solution == solve(model).solution


def test_the_command_says_it_in_one_line_and_exits_with_2(broken, capsys):
    from nonet.cli import main

    assert main(["explain", HARD, "--format", "json"]) == 2
    output = capsys.readouterr()
    assert (
        output.out == ""
        and output.err.count("\n") == 1
        and "pointing is a false step" in output.err
    )
    assert json.loads(output.err[output.err.index("{") :])["nonet"] == "puzzle"


def test_where_there_are_several_solutions_a_step_keeps_them_all(monkeypatch):
    puzzle = parse(SEVERAL)
    outcome = solve(puzzle, limit=3)
    assert len(outcome.solutions) == 2  # all: which of more are known, who is asked decides
    differ = {c: v for c, v in outcome.solutions[1].items() if v != outcome.solutions[0][c]}
    monkeypatch.setattr(intersections, "find", false_step(differ))
    with pytest.raises(UnsoundStep):
        hints(puzzle, only="pointing")


def test_a_path_that_refutes_its_puzzle_is_no_false_one():
    none = ".315.7.......3...16......2.4....62..3......18.7.4..9.....7.....76..83..4.8..5..6."
    path = explain(none, only="basic")
    assert not path.solved and path.uniqueness in (None, nonet.Uniqueness.NONE)
