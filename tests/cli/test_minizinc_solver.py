"""nonet as a solver of MiniZinc: the answer to a FlatZinc file, in MiniZinc's form."""

import pytest

from nonet.cli import main

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
