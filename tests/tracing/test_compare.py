"""One puzzle under every choice: they agree, limits show, the table and the chart hold all."""

import json
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType, SimpleNamespace

import pytest

import nonet
from nonet.cli import main
from nonet.errors import BackendError, BackendOptionError, LimitError, WrongAnswer
from nonet.model import AllDifferent
from nonet.model.rewriting import FORMS
from nonet.solving import Status
from nonet.tracing.compare import (
    LEVELS,
    ORDERS,
    Comparison,
    ModelSize,
    RunResult,
    compare,
    comparison_chart,
    comparison_table,
)

compare_module = import_module("nonet.tracing.compare")

SMALL = ".......21.3..4.."
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
EMPTY = "." * 81


def test_every_level_and_every_order_answers_a_small_puzzle_alike():
    levels = [level for level in LEVELS if level != "generate-and-test"]
    comparison = compare(SMALL, levels=levels, orders=ORDERS, time_limit=20)
    assert len(comparison.runs) == len(levels) * len(ORDERS)
    assert {(run.status, run.stopped_by) for run in comparison.runs} == {("sat", None)}


def test_every_form_answers_alike_at_the_levels_that_look_ahead():
    comparison = compare(SMALL, levels=("arc-consistency", "gac"), orders=("mrv",), forms=FORMS)
    assert len(comparison.runs) == 2 * len(FORMS)
    assert {(run.status, run.stopped_by) for run in comparison.runs} == {("sat", None)}


def test_backends_are_compared_on_every_form():
    comparison = compare(SMALL, levels=(), orders=(), forms=FORMS, backends=("native", "cpsat"))
    assert {(run.choice, run.form) for run in comparison.runs} == {
        (backend, form) for backend in ("native", "cpsat") for form in FORMS
    }
    assert all(run.finished and run.status == "sat" for run in comparison.runs)


def test_stronger_levels_have_fewer_nodes_under_one_order():
    levels = ("forward-checking", "gac", "singleton")
    weak, strong, strongest = compare(HARD, levels=levels, orders=("mrv",), time_limit=30).runs
    assert weak.nodes > strong.nodes >= strongest.nodes
    assert weak.checks > 0 == strong.checks


def test_a_run_that_meets_its_limit_says_so_everywhere():
    comparison = compare(
        HARD, levels=("generate-and-test",), orders=("lexicographic",), time_limit=0.1
    )
    (run,) = comparison.runs
    assert (run.finished, run.stopped_by, run.status) == (False, "time", "unknown")
    assert "time limit" in comparison_table(comparison)
    assert f">{run.nodes:,}" in comparison_table(comparison)
    assert "at the limit" in comparison_chart(comparison)
    assert comparison.as_json()["runs"][0]["finished"] is False


def test_a_form_that_cannot_express_the_rules_is_reported_and_the_rest_goes_on():
    from nonet.puzzle import Grid, Puzzle, make_rule

    even = Puzzle(Grid.square(4)).with_rules(make_rule("even", cells=("R1C1",)))
    comparison = compare(even, levels=("gac",), orders=("mrv",), forms=("exact-cover", "clauses"))
    problems = {run.form: run.problem for run in comparison.runs}
    assert "exact cover says nothing but 'all different'" in problems["exact-cover"]
    assert problems["clauses"] == ""
    assert "cannot" in comparison_table(comparison)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"levels": ("strong",)}, BackendOptionError),
        ({"orders": ("best",)}, BackendOptionError),
        ({"forms": ("sat",)}, BackendOptionError),
        ({"time_limit": 0}, LimitError),
        ({"repeat": 0}, BackendOptionError),
    ],
)
def test_unknown_names_are_reported_before_anything_runs(options, error):
    with pytest.raises(error):
        compare(SMALL, **options)


def test_the_command_prints_a_table_json_and_a_chart(tmp_path, capsys):
    chart = tmp_path / "chart.svg"
    arguments = ["compare", SMALL, "--levels", "gac", "--orders", "mrv,domwdeg"]
    assert main([*arguments, "--plot", str(chart), "--measure", "seconds"]) == 0
    assert "gac, domwdeg" in capsys.readouterr().out
    picture = ElementTree.parse(chart).getroot()
    assert sum("gac" in (element.text or "") for element in picture.iter()) == 2
    assert (
        main([*arguments, "--format", "json", "--backends", "cpsat:model=integer,workers=1"]) == 0
    )
    entry = json.loads(capsys.readouterr().out)
    assert [run["choice"] for run in entry["runs"]] == [
        "native:level=gac,order=mrv",
        "native:level=gac,order=domwdeg",
        "cpsat:model=integer,workers=1",
    ]
    assert entry["models"][0]["variables"] == 16


@pytest.mark.parametrize("none", [["--levels", "none"], ["--orders", "none", "--levels", "gac"]])
@pytest.mark.parametrize("form", ["text", "json"])
def test_nothing_to_compare_is_bad_usage(none, form, capsys, tmp_path):
    chart = tmp_path / "chart.svg"
    assert main(["compare", SMALL, *none, "--format", form, "--plot", str(chart)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "nothing to compare: name a level and an order, or a backend" in shown.err
    assert not chart.exists()


def test_an_unknown_level_is_bad_usage(capsys):
    assert main(["compare", SMALL, "--levels", "gac,best"]) == 2
    assert "there is no level 'best'" in capsys.readouterr().err


def test_repeated_runs_with_seeds_give_medians_and_can_be_repeated():
    options = {"orders": ("random",), "repeat": 3, "seed": 5, "time_limit": 20}
    first, second = (compare(SMALL, ["backtracking"], **options) for _ in range(2))
    (run,) = first.runs
    nodes = [each.nodes for each in run.repeats]
    assert run.nodes == sorted(nodes)[1]
    assert nodes == [each.nodes for each in second.runs[0].repeats]
    assert run.choice == "native:level=backtracking,order=random"
    assert [each.choice.rpartition(",seed=")[2] for each in run.repeats] == ["5", "6", "7"]
    assert [each["nodes"] for each in first.as_json()["runs"][0]["repeats"]] == nodes


def test_a_comparison_is_a_table_and_charts_in_a_notebook():
    comparison = nonet.compare(SMALL, ["forward-checking", "gac"])
    html = comparison._repr_html_()
    assert html.count("<svg") == 4
    assert html.count("<tr>") == 3
    plot = comparison.plot(["nodes", "seconds"])
    assert len(getattr(plot, "svgs", ())) == 2 or type(plot).__module__.startswith(
        ("matplotlib", "altair")
    )


@pytest.mark.parametrize("what", ["levels", "orders", "forms", "backends"])
def test_one_name_where_a_list_is_meant_is_no_list_of_letters(what):
    with pytest.raises(BackendOptionError, match=r"are lists: \['gac'\]"):
        compare("1..............4", **{what: "gac"})


# -- runs by a made solver: what is counted, what a median is, what is shown ---------------------


@dataclass
class MadeRun:
    """An outcome as ``solve`` gives it."""

    seconds: float
    stats: dict[str, int]
    stopped_by: str | None = None
    solutions: tuple[dict[str, int], ...] = ()
    status: Status = Status.SAT


@pytest.fixture
def solve_by(monkeypatch):
    """Let ``compare`` be answered by given runs; the list has the calls."""
    calls = []

    def given(*runs: MadeRun) -> list[tuple[str, int | None, float | None]]:
        remaining_runs = iter(runs)

        def solve(model, backend, *, limit=1, time_limit=None):
            if time_limit is None:
                calls.append((backend, "first"))
                return None
            calls.append((backend, limit, time_limit))
            return next(remaining_runs)

        monkeypatch.setattr(compare_module, "solve", solve)
        return calls

    return given


def test_of_repeated_runs_each_number_is_the_median_and_the_answer_the_worst(solve_by):
    calls = solve_by(
        MadeRun(5.0, {"nodes": 10, "failures": 2}),
        MadeRun(1.0, {"nodes": 90, "failures": 3, "depth": 7}, "time", status=Status.UNKNOWN),
        MadeRun(2.0, {"nodes": 11, "failures": 40, "depth": 8}),
    )
    (run,) = compare(SMALL, ["gac"], repeat=3, time_limit=9, solutions=None).runs
    assert (run.seconds, run.nodes, run.failures, run.checks, run.depth) == (2.0, 11, 3, None, 8)
    assert (run.status, run.stopped_by, run.finished) == ("unknown", "time", False)
    assert run.choice == "native:level=gac,order=mrv"
    assert calls == [  # the seed 0 is the backend's own
        ("native:level=gac,order=mrv", None, 9),
        ("native:level=gac,order=mrv,seed=1", None, 9),
        ("native:level=gac,order=mrv,seed=2", None, 9),
    ]


def test_a_backend_has_no_seed_and_is_loaded_before_the_clock_runs(solve_by):
    calls = solve_by(*[MadeRun(1.0, {}) for _ in range(4)])
    compare(SMALL, ["gac"], backends=["cpsat"], repeat=2, seed=7)
    assert calls == [
        ("cpsat", "first"),
        ("native:level=gac,order=mrv,seed=7", 2, 1.0),
        ("cpsat", 2, 1.0),
        ("native:level=gac,order=mrv,seed=8", 2, 1.0),
        ("cpsat", 2, 1.0),
    ]


@pytest.mark.parametrize(
    ("stats", "expected"),
    [
        ({"nodes": 1, "branches": 2, "decisions": 3, "guesses": 4}, (1, None, None, None, None)),
        ({"branches": 2, "decisions": 3, "guesses": 4}, (2, None, None, None, None)),
        ({"decisions": 3, "guesses": 4, "depth": 5}, (3, None, None, None, 5)),
        ({"guesses": 4, "conflicts": 6}, (4, 6, None, None, None)),
        ({"failures": 1, "conflicts": 6, "checks": 0}, (None, 1, 0, None, None)),
        ({"filterings": 1, "propagations": 6}, (None, None, None, 1, None)),
        ({"propagations": 6.0}, (None, None, None, 6, None)),
    ],
)
def test_counters_of_other_backends_stand_for_ours(solve_by, stats, expected):
    solve_by(MadeRun(1.0, stats))
    (run,) = compare(SMALL, ["gac"]).runs
    assert (run.nodes, run.failures, run.checks, run.filterings, run.depth) == expected


def test_a_solution_that_the_declaration_has_not_is_an_error(solve_by):
    wrong = dict.fromkeys(nonet.parse(SMALL).grid.cells, 1)
    solve_by(MadeRun(1.0, {}, solutions=(wrong,)))
    with pytest.raises(WrongAnswer, match="the model alldifferent has a solution"):
        compare(SMALL, ["gac"])


def test_a_backend_that_is_not_here_is_a_run_with_its_problem(monkeypatch):
    calls = []

    def solve(model, backend, **limits):
        calls.append(limits)
        raise BackendError("cpsat is not installed")

    absent = SimpleNamespace(available=lambda: SimpleNamespace(ok=False))
    monkeypatch.setattr(compare_module, "find_backend", lambda name: absent)
    monkeypatch.setattr(compare_module, "solve", solve)
    (run,) = compare(SMALL, [], backends=["cpsat"]).runs
    assert (run.problem, run.finished) == ("cpsat is not installed", False)
    assert calls == [{"limit": 2, "time_limit": 1.0}]  # nothing to load before the clock runs


def test_a_model_is_measured_by_what_each_consistency_leaves():
    model = nonet.Model({"x": [1, 2], "y": [1, 2], "z": [1, 2, 3]}, [AllDifferent(("x", "y", "z"))])
    whole_size, pairs_size = compare(model, ["gac"], forms=["alldifferent", "pairwise"]).sizes
    assert (whole_size.variables, whole_size.values, whole_size.constraints, whole_size.scopes) == (
        3,
        7,
        1,
        3,
    )
    assert (whole_size.left_arc, whole_size.left_gac) == (7, 5)
    assert (
        pairs_size.constraints,
        pairs_size.scopes,
        pairs_size.left_arc,
        pairs_size.left_gac,
    ) == (3, 6, 7, 7)
    clash = nonet.Model({"x": [1], "y": [1]}, [AllDifferent(("x", "y"))])
    assert "fails" in str(compare(clash, ["gac"]))


def table(*runs: RunResult, sizes: tuple[ModelSize, ...] = ()) -> list[list[str]]:
    text = comparison_table(Comparison(runs, sizes, 1.0))
    return [line.split() for line in text.splitlines() if line.strip()]


def test_a_table_marks_what_is_not_finished_counted_or_possible():
    rows = table(
        RunResult("native:level=gac,order=mrv", "alldifferent", "sat", None, 0.0123, 12345, 0),
        RunResult("native:learning=1uip,order=mrv", "linear", "unknown", "time", 1, 7),
        RunResult("sat", "clauses", problem="no such thing"),
        RunResult("cpsat", "clauses", problem="no such thing"),
        sizes=(
            ModelSize("alldifferent", 16, 1024, 12, 48, 20, None),
            ModelSize("clauses", problem="nor this"),
        ),
    )
    assert rows[1:5] == [
        ["alldifferent", "gac,", "mrv", "sat", "12,345", "0", "-", "-", "-", "0.012"],
        ["linear", "1uip,", "mrv", "time", "limit", ">7", "-", "-", "-", "-", ">1.000"],
        ["clauses", "sat", "cannot"],
        ["clauses", "cpsat", "cannot"],
    ]
    assert rows[6:] == [
        ["alldifferent", "16", "1,024", "12", "48", "20", "fails"],
        ["clauses", "cannot"],
        ["no", "such", "thing"],
        ["nor", "this"],
    ]


def bars(*runs: RunResult, measure: str = "nodes") -> list[tuple[str, float, str]]:
    """The label, length and text of each bar of a chart."""
    picture = ElementTree.fromstring(comparison_chart(Comparison(runs, (), 1.0), measure))
    space = "{http://www.w3.org/2000/svg}"
    labels = [e.text for e in picture.iter(f"{space}text") if e.get("text-anchor") == "end"]
    rows = [e for e in picture.iter(f"{space}rect") if e.get("x")]
    ends = [e.text for e in picture.iter(f"{space}text") if not e.get("text-anchor")][1:]
    lengths = iter([float(row.get("width")) for row in rows])
    return [
        (label, 0.0 if end == "not counted" else next(lengths), end)
        for label, end in zip(labels, ends, strict=True)
    ]


def powers(*runs: RunResult, measure: str = "nodes") -> list[str]:
    picture = ElementTree.fromstring(comparison_chart(Comparison(runs, (), 1.0), measure))
    return [e.text for e in picture.iter() if e.get("text-anchor") == "middle"]


def run_of(nodes: int | None, choice: str = "a", form: str = "alldifferent", **more) -> RunResult:
    return RunResult(choice, form, "sat", nodes=nodes, **more)


def test_bars_are_as_long_as_the_logarithm_says():
    runs = run_of(1), run_of(10), run_of(1000), run_of(0), run_of(None), run_of(20, problem="no")
    assert bars(*runs) == [
        ("a", 2.0, "1"),  # the least is seen
        ("a", 140.0, "10"),
        ("a", 420.0, "1,000"),
        ("a", 2.0, "0"),
        ("a", 0.0, "not counted"),
    ]
    assert powers(*runs) == ["1", "10", "100", "1,000"]
    assert powers(run_of(10)) == ["10", "100"]
    assert powers(run_of(99), run_of(11)) == ["10", "100"]
    assert powers(run_of(101), run_of(9)) == ["1", "10", "100", "1,000"]
    assert powers() == powers(run_of(None)) == ["1", "10"]


def test_small_times_and_unfinished_runs_are_shown():
    quick, slow = run_of(1, seconds=0.00234), run_of(1, seconds=1.5, stopped_by="time")
    (_, short, first), (_, long, second) = bars(quick, slow, measure="seconds")
    assert (first, second) == ("0.00234", "2 at the limit")
    assert short < long < 420
    assert powers(quick, slow, measure="seconds") == ["0.001", "0.01", "0.1", "1", "10"]
    chart = comparison_chart(Comparison((quick, slow), (), 1.0), "seconds", "mine")
    assert chart.count('fill="url(#limit)"') == 1
    assert "mine: seconds, logarithmic" in chart


def test_forms_are_named_where_there_are_several():
    assert [label for label, *_ in bars(run_of(1), run_of(1, "b"))] == ["a", "b"]
    several = bars(run_of(1), run_of(1, "native:level=gac,order=mrv", form="linear"))
    assert [label for label, *_ in several] == ["alldifferent: a", "linear: gac, mrv"]


class MadeAxes:
    """What is drawn on axes of Matplotlib."""

    def __init__(self) -> None:
        self.bars = self.lines = self.scale = self.title = None
        self.lines = []

    def barh(self, names, values, hatch):
        self.bars = list(zip(names, values, hatch, strict=True))

    def plot(self, x, y, color):
        self.lines.append((x, y))

    def set_xscale(self, scale):
        self.scale = scale

    def minorticks_off(self):
        pass

    def set_title(self, title):
        self.title = title


def test_matplotlib_is_given_the_medians_the_ranges_and_a_scale(monkeypatch):
    axes = [MadeAxes(), MadeAxes()]

    class Figure:
        def __init__(self, figsize, layout):
            pass

        def subplots(self, rows, columns, squeeze):
            assert (rows, columns) == (1, 2)
            return [axes]

    monkeypatch.setattr(compare_module, "find_spec", lambda name: name == "matplotlib" or None)
    monkeypatch.setitem(sys.modules, "matplotlib", ModuleType("matplotlib"))
    figures = ModuleType("matplotlib.figure")
    figures.Figure = Figure
    monkeypatch.setitem(sys.modules, "matplotlib.figure", figures)
    repeated = run_of(5, seconds=2.0, repeats=(run_of(3, seconds=1.0), run_of(9, seconds=4.0)))
    late, none = run_of(None, "b", seconds=3.0, stopped_by="time"), run_of(1, problem="no")
    Comparison((repeated, late, none), (), 1.0).plot(["nodes", "seconds"])
    nodes, seconds = axes
    assert nodes.bars == [("b", 0, "///"), ("a", 5, "")]  # the first is at the top
    assert (nodes.lines, nodes.scale, nodes.title) == ([([3, 9], [1, 1])], "symlog", "nodes")
    assert (seconds.lines, seconds.scale) == ([([1.0, 4.0], [1, 1])], "log")


def test_altair_is_given_a_row_a_measure_of_each_run(monkeypatch):
    rows = []

    class Made:
        """Any object of Altair: calls and attributes give it back."""

        def __getattr__(self, name):
            return self

        def __call__(self, *args, values=None, **named):
            rows.extend(values or ())
            return self

    monkeypatch.setattr(compare_module, "find_spec", lambda name: name == "altair" or None)
    monkeypatch.setitem(sys.modules, "altair", Made())
    runs = (run_of(5, "native:level=gac,order=mrv", seconds=2.0), run_of(1, problem="no"))
    Comparison(runs, (), 1.0).plot(["nodes", "seconds"])
    assert rows == [
        {"choice": "gac, mrv", "measure": "nodes", "value": 5},
        {"choice": "gac, mrv", "measure": "seconds", "value": 2.0},
    ]


def test_without_either_charts_are_svg(monkeypatch):
    monkeypatch.setattr(compare_module, "find_spec", lambda name: None)
    plot = Comparison((run_of(5),), (), 1.0).plot(["nodes", "depth"])
    assert ["nodes, log" in plot.svgs[0], "depth, log" in plot.svgs[1]] == [True, True]
    assert plot._repr_html_().count("<div><svg") == 2


def test_a_chart_is_as_high_as_its_rows():
    for number in (1, 5):
        picture = ElementTree.fromstring(
            comparison_chart(Comparison((run_of(3),) * number, (), 1.0))
        )
        rows = [float(e.get("y")) for e in picture.iter() if e.tag.endswith("rect") and e.get("x")]
        height = float(picture.get("height"))
        assert rows == [49.0 + 22 * row for row in range(number)]
        assert height == 60 + 22 * number and picture.get("viewBox") == f"0 0 820 {height:g}"


def test_a_form_that_cannot_be_written_has_no_size():
    even = nonet.Puzzle(nonet.Grid.square(4)).with_rules(
        nonet.puzzle.make_rule("even", cells=("R1C1",))
    )
    (size,) = compare(even, ["gac"], forms=["exact-cover"]).sizes
    numbers = (size.variables, size.values, size.constraints, size.scopes)
    assert numbers == (0, 0, 0, 0) and (size.left_arc, size.left_gac) == (None, None)
    (run,) = compare(even, ["gac"], forms=["exact-cover"]).runs
    assert (run.status, run.stopped_by, run.seconds, run.nodes) == ("unknown", None, 0.0, None)
