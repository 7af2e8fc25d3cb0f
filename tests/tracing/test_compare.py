"""One puzzle under every choice: they agree, limits show, the table and the chart hold all."""

import json
import xml.etree.ElementTree as ElementTree

import pytest

import nonet
from nonet.cli import main
from nonet.errors import BackendOptionError, LimitError
from nonet.model.rewriting import FORMS
from nonet.tracing.compare import LEVELS, ORDERS, compare, comparison_chart, comparison_table

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


def test_nothing_to_compare_is_bad_usage(capsys):
    assert main(["compare", SMALL, "--levels", "none"]) == 2
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
