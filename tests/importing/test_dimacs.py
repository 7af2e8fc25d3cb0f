"""Files of clauses and of pseudo-Boolean rows mean what SAT and CP-SAT solvers make of them."""

import gzip
import random
from itertools import product

import pytest

import nonet
from nonet.cli import main
from nonet.errors import FormatError
from nonet.importing.dimacs import read_dimacs


def _random_cnf(rng, size):
    clauses = [
        [rng.choice((1, -1)) * rng.randint(1, size) for _ in range(rng.randint(1, 3))]
        for _ in range(rng.randint(1, 4 * size))
    ]
    text = "".join(" ".join(map(str, [*clause, 0])) + rng.choice("\n ") for clause in clauses)
    return f"c a comment\np cnf {size} {len(clauses)}\n{text}\n", clauses


@pytest.mark.parametrize("seed", range(40))
def test_random_clauses_have_the_solutions_of_brute_force(seed):
    rng = random.Random(seed)
    size = rng.randint(1, 6)
    text, clauses = _random_cnf(rng, size)
    expected = {
        bits
        for bits in product((0, 1), repeat=size)
        if all(any(bits[abs(each) - 1] == (each > 0) for each in clause) for clause in clauses)
    }
    model = read_dimacs(text.splitlines(), "random.cnf")
    names = [f"x{i + 1}" for i in range(size)]
    solutions = [tuple(map(each.__getitem__, names)) for each in nonet.iter_solutions(model)]
    assert len(solutions) == len(expected)
    assert set(solutions) == expected


def test_larger_clauses_are_decided_as_a_sat_solver_decides_them():
    solvers = pytest.importorskip("pysat.solvers")
    rng = random.Random(7)
    answers = set()
    for _ in range(12):
        clauses = [
            [rng.choice((1, -1)) * v for v in rng.sample(range(1, 61), 3)] for _ in range(258)
        ]
        lines = ["p cnf 60 258", *(" ".join(map(str, [*each, 0])) for each in clauses)]
        with solvers.Solver("cadical153", bootstrap_with=clauses) as solver:
            expected = "sat" if solver.solve() else "unsat"
        assert nonet.solve(read_dimacs(lines, "large.cnf")).status.value == expected
        answers.add(expected)
    assert answers == {"sat", "unsat"}


CNF_SLIPS = [
    ("1 2 0", "line 1", "p cnf VARIABLES CLAUSES first"),
    ("", "", "no line p cnf"),
    ("p cnf 2\n1 0", "line 1", "expected p cnf VARIABLES CLAUSES"),
    ("p cnf two 1\n1 0", "line 1", "expected p cnf VARIABLES CLAUSES"),
    ("p cnf 2 1 7\n1 0", "line 1", "expected p cnf VARIABLES CLAUSES"),
    ("p cnf -2 1\n1 0", "line 1", "expected p cnf VARIABLES CLAUSES"),
    ("p cnf 2 1\np cnf 2 1\n1 0", "line 2", "a second line p cnf"),
    ("p cnf 2 1\n1 3 0", "line 2", "literal 3, and the header declares 2"),
    ("p cnf 2 1\n1 -3 0", "line 2", "literal -3, and the header declares 2"),
    ("p cnf 2 1\n1 2", "line 2", "no 0 at its end"),
    ("p cnf 2 2\n1 2 0\n-1\n-2", "line 3", "no 0 at its end"),
    ("p cnf 2 2\n1 2 0", "", "promises 2 clauses, and the file has 1"),
    ("p cnf 2 1\n1 2 0\n-1 0", "", "promises 1 clause, and the file has 2"),
    ("p cnf 2 1\n1 2.5 0", "line 2", "expected literals such as 1 -2"),
    ("p cnf 2 1\n1 two 0", "line 2", "expected literals such as 1 -2"),
    ("p cnf 2 1\n1,2 0", "line 2", "expected literals such as 1 -2"),
    ("p cnf 2 1\n+1 2 0", "line 2", "expected literals such as 1 -2"),
    ("p cnf 2 1\n1 --2 0", "line 2", "expected literals such as 1 -2"),
    ("p cnf 2 1\nx1 -2 0", "line 2", "expected literals such as 1 -2"),
    ("p cnf 2 1\nx 1 2 0", "line 2", "an XOR clause"),
    ("p cnf 2 1\na 1 0\n1 2 0", "line 2", "a quantifier of QDIMACS"),
    ("p cnf 2 1\ne 1 0\n1 2 0", "line 2", "a quantifier of QDIMACS"),
    ("p wcnf 2 1 9\n9 1 0", "line 1", "weighted clauses"),
    ("p sat 2\n(+(1 2))", "line 1", "formulas"),
    ("p knf 2 1\nk 2 1 2 0", "line 1", "cardinality clauses"),
    ("p inccnf\n1 0", "line 1", "incremental clauses"),
    ("h 1 2 0", "line 1", "a hard clause"),
    ("p cnf 2 1\nd 1 2 0", "line 2", "a deleted clause"),
    ("p cnf 99999999 1\n1 0", "", "too many to write out"),
    ("p cnf 2 1\nc p show 3 0\n1 2 0", "", "c p show names '3'"),
    ("p cnf 2 1\nc p show 0\n1 2 0", "", "c p show names no variable"),
    ("p cnf 2 1\n\x00\x01\x02", "line 2", "expected literals"),
]


@pytest.mark.parametrize(("text", "where", "message_part"), CNF_SLIPS)
def test_a_slip_in_clauses_is_one_line_that_says_where(text, where, message_part):
    with pytest.raises(FormatError) as caught:
        read_dimacs(text.splitlines(), "slip.cnf")
    message = str(caught.value)
    assert message_part in message and where in message and "\n" not in message


def test_clauses_cut_anywhere_are_refused_or_keep_every_clause():
    text = "c head\np cnf 3 3\n1 -2 0\n2 3\n0 -1 -3 0\n"
    for end in range(len(text) - 2):
        with pytest.raises(FormatError):
            read_dimacs(text[:end].splitlines(), "cut.cnf")


def test_a_count_is_of_the_shown_variables():
    lines = ["p cnf 3 1", "c p show 1 2 0", "1 2 0"]
    assert str(nonet.count_solutions(read_dimacs(lines, "shown.cnf"))) == "3"


def test_a_contradiction_names_its_lines():
    model = read_dimacs(["p cnf 2 4", "1 0", "-1 2 0", "-2 0", "1 2 0"], "clash.cnf")
    assert sorted(part.label for part in nonet.conflict(model).parts) == [
        "the clause of line 2",
        "the clause of line 3",
        "the clause of line 4",
    ]


def test_the_command_line_takes_the_files_compressed_or_not(tmp_path, capsys):
    cnf = b"p cnf 2 2\n1 2 0\n-1 0\n"
    (tmp_path / "a.cnf").write_bytes(cnf)
    (tmp_path / "a.cnf.gz").write_bytes(gzip.compress(cnf))
    (tmp_path / "b.opb").write_text("max: +2 x1 +3 x2 ;\n+1 x1 +1 x2 <= 1 ;\n")
    for name in ("a.cnf", "a.cnf.gz"):
        assert main(["solve", str(tmp_path / name)]) == 0
        assert "v -1 2 0" in capsys.readouterr().out
        assert main(["count", str(tmp_path / name)]) == 0
        assert "1 solution" in capsys.readouterr().out
    assert main(["solve", str(tmp_path / "b.opb")]) == 0
    output = capsys.readouterr().out
    assert "v -x1 x2" in output and "= 3, proven the most" in output
    (tmp_path / "damaged.cnf.gz").write_bytes(gzip.compress(cnf)[:-9])
    assert main(["solve", str(tmp_path / "damaged.cnf.gz")]) == 2
    assert "a damaged gzip file" in capsys.readouterr().err
