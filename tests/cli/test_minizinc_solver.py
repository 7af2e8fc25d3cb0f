"""nonet as a solver of MiniZinc: the answer to a FlatZinc file, in MiniZinc's form."""

import json
import sys

import pytest

from nonet.cli import main
from nonet.cli.commands import minizinc_solver

PAIRS = """var 1..3: x :: output_var;
var 1..3: y :: output_var;
constraint int_lt(x,y);
solve satisfy;
"""


@pytest.fixture
def pairs(tmp_path):
    path = tmp_path / "pairs.fzn"
    path.write_text(PAIRS)
    return path


def solver(capsys, *arguments):
    code = main(["minizinc-solver", *map(str, arguments)])
    return code, capsys.readouterr().out.splitlines()


def test_one_solution_is_followed_by_its_line_alone(pairs, capsys):
    code, lines = solver(capsys, pairs)
    assert code == 0
    assert lines[-1] == "----------"
    assert len(lines) == 3


def test_all_solutions_are_followed_by_the_line_that_says_so(pairs, capsys):
    _, lines = solver(capsys, "-a", pairs)
    assert lines.count("----------") == 3
    assert lines[-1] == "=========="
    _, lines = solver(capsys, "-n", "2", pairs)
    assert lines.count("----------") == 2
    assert lines[-1] == "----------"


def test_solutions_that_differ_in_no_output_are_one(pairs, capsys):
    pairs.write_text(f"var 1..1000000: free;\n{PAIRS}")
    _, lines = solver(capsys, "-a", pairs)
    assert sorted(zip(lines[:-1:3], lines[1:-1:3], strict=True)) == [
        ("x = 1;", "y = 2;"),
        ("x = 1;", "y = 3;"),
        ("x = 2;", "y = 3;"),
    ]
    assert lines[-1] == "=========="
    assert solver(capsys, "-n", "2", pairs)[1].count("----------") == 2


def test_an_optimum_is_proven_and_steps_are_shown_when_asked(pairs, capsys):
    pairs.write_text(PAIRS.replace("satisfy", "maximize x"))
    _, lines = solver(capsys, pairs)
    assert lines == ["x = 2;", "y = 3;", "----------", "=========="]
    _, lines = solver(capsys, "-a", "--backend", "native:values=ascending", pairs)
    assert lines.count("----------") >= 1
    assert lines[-4:] == ["x = 2;", "y = 3;", "----------", "=========="]


def test_no_solution_is_printed_as_minizinc_expects(pairs, capsys):
    pairs.write_text(PAIRS.replace("int_lt(x,y)", "bool_clause([],[])"))
    assert solver(capsys, "-s", pairs)[1][0] == "=====UNSATISFIABLE====="


def test_a_file_that_is_wrong_is_an_error_of_the_protocol(pairs, capsys):
    pairs.write_text(PAIRS.replace("int_lt", "int_less"))
    code = main(["minizinc-solver", str(pairs)])
    out, err = capsys.readouterr()
    assert (code, out.strip()) == (2, "=====ERROR=====")
    assert "line 3: unknown constraint int_less" in err


def test_statistics_are_lines_that_minizinc_reads(pairs, capsys):
    _, lines = solver(capsys, "-s", pairs)
    assert "%%%mzn-stat: nSolutions=1" in lines
    assert lines[-1] == "%%%mzn-stat-end"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "which model? Name a FlatZinc file, or say --install"),
        (["no-such.fzn"], "no-such.fzn: no such file"),
        (["-n", "0"], "expected a number from 1 on"),
        (["-t", "0"], "expected a number from 1 on"),
        (["--backend", "no-such", "x.fzn"], "no-such"),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, list) else None,
)
def test_bad_usage_is_one_line(capsys, arguments, message):
    assert main(["minizinc-solver", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == "" and message in err and err.count("\n") == 1


def test_what_is_done_is_said_where_that_is_asked_for(pairs, capsys):
    pairs.write_text("var int: free;\n" + PAIRS.replace("3: x", "4: x"))
    assert main(["minizinc-solver", "-v", str(pairs)]) == 0
    message = capsys.readouterr().err
    assert "3 variables, 1 constraint\n" in message
    assert "free has no bounds: values of 32 bits are tried" in message
    assert main(["minizinc-solver", str(pairs)]) == 0
    assert capsys.readouterr().err == ""


def test_a_search_that_is_free_forgets_the_order_of_the_model(pairs, capsys):
    search = "solve :: int_search([x,y], input_order, indomain_max) satisfy"
    pairs.write_text(PAIRS.replace("solve satisfy", search))
    native = ("--backend", "native")
    assert solver(capsys, *native, pairs)[1][:2] == ["x = 2;", "y = 3;"]
    assert solver(capsys, *native, "-f", pairs)[1][:2] == ["x = 1;", "y = 2;"]


def test_no_time_is_unknown_and_a_limit_that_suffices_is_not_seen(pairs, capsys, monkeypatch):
    assert solver(capsys, "-t", "60000", pairs)[1][-1] == "----------"
    limits = []

    class Stop:
        def __init__(self, model, backend, limit, time_limit):
            limits.append((limit, time_limit))

        def __enter__(self):
            raise KeyboardInterrupt

        def __exit__(self, *error):
            raise AssertionError

    monkeypatch.setattr(minizinc_solver, "iter_solutions", Stop)
    for arguments in ((), ("-a",), ("-n", "3"), ("-a", "-n", "3"), ("-t", "1500")):
        assert solver(capsys, *arguments, pairs) == (0, ["=====UNKNOWN====="])
    assert limits == [(1, None), (None, None), (3, None), (3, None), (1, 1.5)]


@pytest.mark.parametrize(
    ("given", "backend"),
    [
        (["--backend", "native"], "native:seed=7"),
        (["--backend", "native:level=gac"], "native:level=gac,seed=7"),
        (["--backend", "sat"], "sat"),
        ([], None),
    ],
)
def test_a_seed_is_one_of_the_native_backend(pairs, monkeypatch, given, backend):
    backends = []

    def stop(model, name, **limits):
        backends.append(name)
        raise KeyboardInterrupt

    monkeypatch.setattr(minizinc_solver, "iter_solutions", stop)
    main(["minizinc-solver", "-r", "7", *given, str(pairs)])
    main(["minizinc-solver", *given, str(pairs)])
    assert backends == [backend, given[1] if given else None]


def test_all_statistics_of_an_optimum_are_told(pairs, capsys):
    pairs.write_text(PAIRS.replace("satisfy", "maximize x"))
    _, lines = solver(capsys, "-s", "--backend", "native", pairs)
    names = dict(line[13:].split("=", 1) for line in lines if line.startswith("%%%mzn-stat: "))
    assert names["objective"] == "2" == names["objectiveBound"]
    assert (names["variables"], names["propagators"]) == ("2", "1")
    assert names["backend"] == '"native"' and float(names["solveTime"]) >= 0


def test_the_solver_is_installed_where_it_is_asked_or_minizinc_looks(tmp_path, capsys, monkeypatch):
    folder = tmp_path / "a b" / "solvers"
    assert main(["minizinc-solver", "--install", "--folder", str(folder)]) == 0
    out, err = capsys.readouterr()
    assert out.split("\n") == [str(folder / "nonet.msc"), str(folder / "fzn-nonet"), ""]
    assert f"MZN_SOLVER_PATH='{folder}'" in err
    assert json.loads((folder / "nonet.msc").read_text())["executable"] == str(folder / "fzn-nonet")
    launcher = folder / "fzn-nonet"
    assert launcher.stat().st_mode & 0o777 == 0o755
    assert f'exec {sys.executable} -m nonet minizinc-solver "$@"' in launcher.read_text()
    usual = tmp_path / "usual"
    monkeypatch.setattr("nonet.importing.minizinc.configuration_folder", lambda: usual)
    assert main(["minizinc-solver", "--install"]) == 0
    assert (usual / "nonet.msc").exists() and capsys.readouterr().err == ""
    (tmp_path / "file").write_text("")
    assert main(["minizinc-solver", "--install", "--folder", str(tmp_path / "file" / "x")]) == 2
    assert "Not a directory" in capsys.readouterr().err
