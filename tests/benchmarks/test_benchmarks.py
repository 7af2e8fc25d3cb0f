"""The comparison of routes: arithmetic of figures, checks of answers, and a run on two puzzles."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import nonet
from benchmarks import cli, report, startup, tracing
from benchmarks.compare import Cell, Comparison, _check, compare, is_solution
from benchmarks.figures import entry, milliseconds, percent, ratio
from benchmarks.geometry import Geometry, Symmetry
from benchmarks.routes import Missing, Unsuited, make
from benchmarks.sets import Item, load
from benchmarks.worker import Ended, Timed

ROOT = Path(__file__).parents[2]
SQUARE = Geometry.square(9, (3, 3))
NOWHERE = Path("nowhere")


def took(*milliseconds_, answer="", effort=None):
    return [Timed(ms / 1e3, 2 * ms / 1e3, 0.0, answer, effort) for ms in milliseconds_]


def cell(*rounds, route="native", puzzles=2, **more):
    return Cell(route, "made-up", "solve", puzzles, list(rounds), **more)


def test_a_figure_is_the_mean_over_puzzles_and_the_median_over_rounds():
    rounds = [took(1, 3), took(10, 30), took(2, 4)]  # means 2, 20, 3
    assert milliseconds(rounds) == pytest.approx(3)
    assert milliseconds(rounds, "wall") == pytest.approx(6)


def test_a_ratio_pairs_the_rounds_so_that_drift_cancels():
    slow = cell(took(8, 8), took(80, 80), took(9, 9))
    fast = cell(took(2, 2), took(20, 20), took(3, 3))
    assert ratio(slow, fast) == pytest.approx(4)
    assert ratio(slow, cell(took(1))) is None  # no round done to the end


def test_percentages_are_relative_to_the_second_time():
    assert percent(103, 100) == pytest.approx(3)
    assert percent(99, 100) == pytest.approx(-1)


def test_an_entry_has_the_figures_of_completed_rounds():
    late = Ended("over", "over 5 s")
    done = cell(
        took(1, 3, effort=("guesses", 4)), took(5, 5, effort=("guesses", 8)), took(9), ended=late
    )
    figures = entry(done, reference=cell(took(4, 4), took(10, 10)))
    assert (figures["state"], figures["rounds"], figures["ms"], figures["worst_ms"]) == (
        "ok",
        2,
        3.5,
        4.0,
    )
    assert (figures["faster"], figures["effort"]) == (2.0, {"guesses": 6})
    assert figures["each_round_ms"] == [2.0, 5.0]


def test_a_route_stopped_in_its_first_round_reports_the_completed_puzzles():
    figures = entry(cell(took(7), ended=Ended("over", "over 5 s")), None)
    assert (figures["state"], figures["done"], "ms" in figures) == ("over", 1, False)
    assert report.cell_text(figures) == "over 5 s (1/2)"


@pytest.mark.parametrize("name", ["own_hard", "jigsaw", "x", "windoku", "samurai", "16x16"])
def test_the_image_of_a_solution_solves_the_image_of_the_puzzle(name):
    puzzle = load(name, NOWHERE, None, seed=1).puzzles[0]
    geometry, random = Geometry.of(puzzle), Random(5)
    solution = nonet.solve(puzzle).solution
    for _ in range(5):
        symmetry = Symmetry.random(geometry, random)
        clues, values = symmetry.apply(puzzle.line()), symmetry.apply(solution.line)
        model = puzzle.with_clues({}).model()
        symbols = puzzle.alphabet.value_of_symbol
        assert model.accepts({c: symbols[s] for c, s in zip(geometry.cells, values, strict=True)})
        assert all(clue in (".", value) for clue, value in zip(clues, values, strict=True))


def test_each_round_has_new_images_and_the_seed_repeats_them():
    puzzles = load("own_hard", NOWHERE, None, seed=1)
    rounds = [puzzles.images(f"1 {number}") for number in range(5)]
    assert len({item.line for items in rounds for item in items}) == 5 * len(puzzles)
    assert puzzles.images("1 3") == rounds[3]


def test_wrong_missing_and_open_answers_are_counted():
    puzzles = load("own_easy", NOWHERE, 1, seed=1)
    item = puzzles.images("any")[0]
    right = nonet.solve(item.text).solution.line
    wrong = right[1:] + right[0]
    assert is_solution(item, right)
    assert not is_solution(item, wrong)
    assert not is_solution(item, right[:-1])
    cells = {
        (name, "own_easy", question): Cell(name, "own_easy", question, 1)
        for name in ("good", "bad", "silent")
        for question in ("solve", "verify")
    }
    result = Comparison(cells, {}, {})
    given = {"good": right, "bad": wrong, "silent": ""}
    _check(result, puzzles, "solve", [item], {n: took(1, answer=a) for n, a in given.items()})
    given = {"good": "unique", "bad": "multiple", "silent": "undecided"}
    _check(result, puzzles, "verify", [item], {n: took(1, answer=a) for n, a in given.items()})
    assert {key: (c.wrong, c.unsolved) for key, c in cells.items()} == {
        ("good", "own_easy", "solve"): (0, 0),
        ("good", "own_easy", "verify"): (0, 0),
        ("bad", "own_easy", "solve"): (1, 0),
        ("bad", "own_easy", "verify"): (1, 0),
        ("silent", "own_easy", "solve"): (0, 1),
        ("silent", "own_easy", "verify"): (0, 1),
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["cpmpy", "exact-cover", "sudokutools", "py-sudoku", "dokusan", "textbook-cpsat"]
)
def test_every_route_gives_the_answers_nonet_gives(name):
    try:
        route = make(name, SQUARE, norvig="")
    except Missing as missing:
        pytest.skip(str(missing))
    line = startup.EASY
    puzzle = route.read(Item(line, line))
    assert route.line(route.solve(puzzle)) == nonet.solve(line).solution.line
    try:
        assert route.verify(puzzle) == "unique"
        many = "." * 9 + line[9:45] + "." * 36
        assert route.verify(route.read(Item(many, many))) == "multiple"
    except Unsuited:
        assert name == "dokusan"


def test_routes_that_cannot_run_raise_the_reason():
    with pytest.raises(Missing, match="--norvig"):
        make("norvig", SQUARE, norvig="")
    with pytest.raises(Unsuited, match="plain squares only"):
        make("py-sudoku", load("jigsaw", NOWHERE, None, 1).geometries[0], norvig="")
    with pytest.raises(SystemExit, match="--data"):
        load("top95", NOWHERE, None, 1)


@pytest.mark.slow
def test_a_slow_route_is_stopped_and_the_others_continue():
    puzzles = [load("16x16", NOWHERE, 1, seed=1)]
    routes = ["native", "textbook-python-constraint", "norvig"]
    comparison = compare(routes, puzzles, rounds=1, budget=6.0, questions=["solve"])
    assert comparison.cell("native", "16x16").state == "ok"
    assert comparison.cell("textbook-python-constraint", "16x16").state == "over"
    assert comparison.cell("norvig", "16x16").state == "missing"


def test_a_backend_may_have_options_with_commas_between_routes():
    assert cli._names("native:order=mrv,alldifferent=gac,cpsat,sat:amo=auto") == [
        "native:order=mrv,alldifferent=gac",
        "cpsat",
        "sat:amo=auto",
    ]


def test_the_engines_with_and_without_tracing_search_alike():
    without = tracing.untraced()
    assert type(without).__module__ == tracing.UNTRACED
    for line in (ROOT / "puzzles" / "hard.txt").read_text().split()[:5]:
        untraced, traced = nonet.solve(line, without), nonet.solve(line, "native")
        assert (untraced.solutions, untraced.stats) == (traced.solutions, traced.stats)
    import untraced_native.filter  # made by untraced()

    assert "because" not in untraced_native.filter.Failure.__init__.__code__.co_varnames


@pytest.mark.slow
def test_a_quick_run_on_two_puzzles_writes_json_and_prints_a_table(tmp_path):
    command = "--quick --sets own_hard --sample 2 --rounds 1 --budget 300"
    command += " --routes native,textbook-cpsat,norvig"
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", *command.split(), "--out", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    run = json.loads((tmp_path / "quick.json").read_text())
    assert set(run) == {"form", "version", "machine", "settings", "sets", "routes", "results"}
    assert run["sets"]["own_hard"]["puzzles"] == 2
    assert len(run["results"]) == 3 * 2
    by_key = {(r["route"], r["question"]): r for r in run["results"]}
    for question in ("solve", "verify"):
        assert by_key["norvig", question]["state"] == "missing"
        for route in ("native", "textbook-cpsat"):
            figure = by_key[route, question]
            assert (figure["state"], figure["wrong"], figure["unsolved"]) == ("ok", 0, 0)
            assert figure["ms"] > 0
    assert by_key["textbook-cpsat", "solve"]["faster"] == 1
    assert "missing: norvig: say where Norvig's sudoku.py is" in done.stdout
    assert "native" in (tmp_path / "quick.md").read_text()
