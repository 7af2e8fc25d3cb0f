"""What a prompt and a notebook show is short, and says what a person wants to know."""

from pathlib import Path

import pytest

import nonet
from nonet.solving import Outcome, Verdict

ROOT = Path(__file__).parents[2]
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL = ".....4.3....1.4."
LONG = 200
"""Characters that a line of a prompt may have."""


def short_repr(value: object) -> str:
    text = repr(value)
    assert len(text) <= LONG, text
    assert "\n" not in text
    return text


def test_a_puzzle_shows_its_size_rules_and_clues():
    assert short_repr(nonet.parse(EASY)) == f"<Puzzle 9x9, 30 clues: {EASY}>"
    windoku = nonet.Sudoku("." * 81, rules=["windoku", "x"])
    assert short_repr(windoku) == f"<Puzzle 9x9, 0 clues, windoku, diagonals: {'.' * 81}>"
    jigsaw = nonet.Sudoku("." * 16, regions="AAAB ABBB CCCD CDDD")
    assert short_repr(jigsaw) == "<Puzzle 4x4, 0 clues, jigsaw, no boxes: ................>"
    named = nonet.read(ROOT / "puzzles" / "euler96.txt")[0]
    assert short_repr(named).startswith("<Puzzle 'Grid 01' 9x9, 37 clues: .8.76.2.3")


@pytest.mark.parametrize("name", ["25x25-290.txt", "samurai.json", "12x12.txt"])
def test_a_large_puzzle_is_cut(name):
    assert "...>" in short_repr(nonet.read(ROOT / "puzzles" / name)[0])


def test_an_outcome_shows_status_number_solver_and_solution():
    text = short_repr(nonet.solve(SMALL, backend="native"))
    assert text.startswith("<Outcome sat: solved (native, ")
    assert text.endswith("s): 3124241342311342>")
    assert short_repr(nonet.solve("." * 16, limit=3)).startswith(
        "<Outcome sat: 3 solutions, there may"
    )
    assert "<Outcome unsat: no solution" in short_repr(
        nonet.solve("12345678" + "........9" + "." * 64)
    )
    late = Outcome((), exhausted=False, stopped_by="time", backend="sat", seconds=2.0)
    assert short_repr(late) == (
        "<Outcome unknown: no solution found yet, stopped by the time limit (sat, 2 s)>"
    )


def test_an_outcome_of_many_solutions_or_of_a_large_grid_is_cut():
    short_repr(nonet.solve("." * 81, limit=100))
    outcome = nonet.solve("." * 256, "sat")
    short_repr(outcome)
    short_repr(outcome.solution)


def test_a_verdict_shows_its_word_and_where_the_witnesses_differ():
    assert short_repr(nonet.verify(SMALL, "native")).startswith("<Verdict unique (native, ")
    several = nonet.verify("." * 81, "native")
    assert short_repr(several).startswith(
        f"<Verdict multiple, differing in {several.differing[0]}, "
    )
    assert f" and {len(several.differing) - 3} more (native" in short_repr(several)
    late = Outcome((), exhausted=False, stopped_by="time", backend="sat", seconds=2.0)
    undecided = Verdict(nonet.Uniqueness.UNDECIDED, (), late)
    assert short_repr(undecided) == "<Verdict undecided, stopped by the time limit (sat, 2 s)>"


def test_counts_candidates_and_agreements():
    assert short_repr(nonet.count_solutions("." * 16, "native")).startswith(
        "<SolutionCount 288 (native, "
    )
    assert "at least 5" in short_repr(nonet.count_solutions("." * 16, limit=5))
    assert "of 16 variables: 16 take one value" in short_repr(nonet.candidates(SMALL))
    agreement = nonet.crosscheck(SMALL, backends=["native", "cpsat"])
    assert short_repr(agreement) == "<Agreement sat by native, cpsat>"


def test_steps_and_ratings():
    step = nonet.hints(EASY)[0]
    assert short_repr(step) == "<Step Hidden Single: r9c7=1>"
    assert "Sudoku Explainer 1.2" in short_repr(nonet.rate(EASY))


@pytest.mark.parametrize("line", [EASY, "." * 81])
def test_a_notebook_shows_outcomes_and_verdicts_as_pictures(line):
    outcome, verdict = nonet.solve(line), nonet.verify(line)
    assert outcome._repr_html_().count("<svg") == 1
    assert verdict._repr_html_().count("<svg") == len(verdict.witnesses)
    assert verdict.uniqueness.value in verdict._repr_html_()
    assert nonet.parse(line)._repr_svg_().startswith("<svg")


def test_a_notebook_shows_a_model_s_outcome_without_markup_of_its_names():
    build = nonet.ModelBuilder()
    build.variables(["<b>x</b>"], [1])
    assert "<b>" not in nonet.solve(build.model())._repr_html_()


def test_names_of_the_package_are_the_public_ones():
    assert dir(nonet) == sorted(nonet.__all__, key=dir(nonet).index)
    assert not [name for name in dir(nonet) if name.startswith("_") or name == "annotations"]


def test_a_solution_is_asked_by_row_and_column():
    solution = nonet.solve(EASY).solution
    assert [solution[9, column] for column in (1, 2, 9)] == [3, 4, 9]
    for place in [(0, 1), (10, 1), (1,), (1, 2, 3), ("1", "2")]:
        with pytest.raises(KeyError, match=r"cell|row"):
            solution[place]
    model = nonet.solve(nonet.Model({"x": [1]})).solution
    with pytest.raises(KeyError, match="names of its variables"):
        model[1, 1]


def test_a_file_s_name_is_a_puzzle_where_the_file_holds_one(tmp_path):
    file = tmp_path / "puzzle.txt"
    file.write_text(EASY + "\n")
    for path in (str(file), file):
        assert nonet.verify(path).witnesses[0][1, 3] == 4
    with pytest.raises(nonet.NonetError, match=r"60 puzzles where one is meant; nonet\.read"):
        nonet.solve(ROOT / "puzzles" / "euler96.txt")
    with pytest.raises(nonet.NonetError, match="no such file, and no puzzle either"):
        nonet.solve("nothing.txt")
    with pytest.raises(nonet.NonetError, match="expected 81 characters"):
        nonet.solve(EASY[1:])


def test_a_builder_is_understood_as_its_model():
    build = nonet.ModelBuilder()
    x, y = build.variables("xy", range(3))
    build.add(x < y)
    assert nonet.count_solutions(build).number == 3
    with pytest.raises(TypeError, match="a puzzle, a model"):
        nonet.solve(7)  # type: ignore[arg-type]


def test_an_objective_is_shown_with_its_value_and_whether_it_is_proven():
    build = nonet.ModelBuilder()
    many = build.variables([f"variable {i}" for i in range(40)], range(2))
    build.minimize(sum(3 * v for v in many))
    outcome = nonet.solve(build, "native")
    assert short_repr(outcome).startswith("<Outcome optimal: 3 * variable 0 + 3 * variable 1")
    assert "... = 0, proven the least (native, " in short_repr(outcome)
    assert short_repr(outcome.optimum).endswith("... = 0, proven the least>")
    assert short_repr(build.model()).startswith(
        "Model(<40 variables, 0 constraints, minimize 3 * v"
    )
    assert ", with 3 * variable" in short_repr(nonet.verify(build, "native"))
    steps = list(run := nonet.improving(build, "native:values=descending"))
    assert short_repr(steps[0]).startswith("<Improvement 3 * variable 0")
    assert short_repr(run).startswith("<Improving 3 * variable 0")
    html = nonet.crosscheck(build, ["native", "cpsat"])._repr_html_()
    assert html.count("<tr>") == 2 and "proven the least" in html
    nasty = nonet.ModelBuilder()
    nasty.maximize(nasty.variable("x", range(3)), label="<b>\n\x1b[2J")
    assert (
        "\\n\\x1b" in short_repr(nonet.solve(nasty))
        and "<b>" not in nonet.solve(nasty)._repr_html_()
    )


def test_rules_are_texts_and_a_size_is_a_grid():
    puzzle = nonet.Sudoku("4x4", rules=["killer 3 R1C1 R1C2", "x"])
    assert nonet.solve(puzzle).solution["R1C3"] in (3, 4)
    assert nonet.Sudoku("4x4", rules="killer 3 R1C1 R1C2").rules == puzzle.rules[:-1]
    less = nonet.Sudoku("4x4").with_rules("A1<A2")
    assert nonet.Sudoku("4x4", rules=["A1<A2"]) == less != nonet.Sudoku("4x4")
    with pytest.raises(nonet.NonetError, match="no rule 'kiler'; did you mean killer"):
        nonet.Sudoku("4x4", rules=["kiler 3 R1C1 R1C2"])


@pytest.mark.parametrize("rows", [[[1, 0, 0, 0], *[[0] * 4] * 3], ["1...", *["...."] * 3]])
def test_square_rows_are_a_puzzle_for_every_verb(rows):
    assert nonet.solve(rows).solution["R1C1"] == 1
    assert nonet.verify(rows).uniqueness is nonet.Uniqueness.MULTIPLE


@pytest.mark.parametrize("several", [[], ["1" + "." * 15] * 2, [nonet.Sudoku("4x4")]])
def test_a_list_that_is_no_square_is_referred_to_solve_many(several):
    with pytest.raises((TypeError, nonet.NonetError), match=r"nonet\.solve_many takes many"):
        nonet.solve(several)


def test_names_of_near_functions_and_rows_of_many_answers_are_suggested():
    with pytest.raises(AttributeError, match="did you mean Sudoku"):
        nonet.sudoku  # noqa: B018
    with pytest.raises(TypeError, match=r"write many\.solutions\[0\]"):
        next(iter(nonet.solve_many(["1" + "." * 15])))
    assert "2 puzzles to come" in repr(nonet.generate(count=2, seed=1))


@pytest.mark.parametrize(
    ("ask", "advice"),
    [
        (lambda puzzle: puzzle.solve(), "write nonet.solve(puzzle)"),
        (lambda puzzle: puzzle.size, "write puzzle.grid.size"),
        (lambda puzzle: puzzle["R1C1"], "write puzzle.clues['R1C1']"),
        (lambda puzzle: nonet.verify(puzzle).is_unique, "write verdict.uniqueness"),
        (lambda puzzle: bool(nonet.verify(puzzle)), "with nonet.Uniqueness.UNIQUE"),
    ],
)
def test_names_that_puzzles_and_answers_have_elsewhere_are_advised_on(ask, advice):
    with pytest.raises((AttributeError, TypeError)) as refusal:
        ask(nonet.Sudoku("4x4"))
    assert advice in str(refusal.value)
