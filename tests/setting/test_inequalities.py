"""Proofs by inequalities: the map is judged by trying every assignment, the checker by sums done by
trying every assignment, too, and proofs by VeriPB where it is installed."""

import ctypes
import json
import random
import shutil
import signal
import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from itertools import product
from pathlib import Path

import pytest

import nonet
from nonet.cli import main
from nonet.deadline import Deadline
from nonet.errors import FormatError, PuzzleError
from nonet.formats import read
from nonet.model.json import model_from_json
from nonet.setting import inequalities_checker as checker
from nonet.setting.inequalities import inequalities
from nonet.setting.lrat import Satisfiable
from nonet.testing.brute import brute_force
from tests.fuzz.models import make

if find_spec("exact") is None:  # which is never imported here: it takes over signals
    pytest.skip("proofs for VeriPB need Exact, which is not installed", allow_module_level=True)

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
SMALL = nonet.parse("1.3.34....2..1..")
RELATIVES = [
    puzzle
    for puzzle in read(Path(__file__).parents[2] / "puzzles" / "relatives.json")
    if puzzle.name != "Magic square"  # whose proof is ten times as long as the others
]


@cache
def killer():
    return next(nonet.generate(like=nonet.Sudoku("." * 36), kind="killer", seed=2)).puzzle


RULES = [
    nonet.AllDifferent(("a", "b", "c")),
    nonet.Linear(("a", "b", "c"), (1, 2, -1), "==", 4),
    nonet.Linear(("a", "b", "c"), (1, 1, 1), "<=", 6),
    nonet.Linear(("a", "b"), (1, 1), "!=", 4),
    nonet.Count(("a", "b", "c"), {1, 2}, "==", 1),
    nonet.Count(("a", "b"), {2, 3}, ">=", "c"),
    nonet.Table(("a", "b", "c"), {(1, 2, 3), (3, 3, 1), (2, 2, 2)}),
    nonet.Element(("b", "c", "b"), "a", "c"),
    nonet.AnyOf(((nonet.Linear(("a",), (1,), "==", 1),), (nonet.AllDifferent(("b", "c")),))),
]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: type(rule).__name__)
def test_the_inequalities_say_just_what_the_declaration_says(rule):
    """Every assignment of small models, by a refutation of it or a way to fulfil them."""
    domains = {"a": [1, 2, 3], "b": [1, 2, 3], "c": [1, 2, 3]}
    solutions = brute_force(nonet.Model(domains, [rule]))
    for values in product([1, 2, 3], repeat=3):
        given = {name: [value] for name, value in zip("abc", values, strict=True)}
        system = inequalities(nonet.Model(domains, [rule]).narrow(given))
        try:
            steps = system.refute(Deadline(None), 10_000)
        except Satisfiable:
            assert values in solutions
        else:
            assert values not in solutions
            assert checker.check(system.rows, system.proof(steps)) == len(steps) + 1


def test_random_models_have_as_many_solutions_as_trying_says():
    """Every constraint and every nesting that the campaigns of ``nonet.testing`` draw."""
    claims = set()
    for seed in range(80):
        model = model_from_json(make(random.Random(seed))["model"]).with_objective(None)
        proof = nonet.prove(model, form="veripb", time_limit=None)
        number = min(2, len(brute_force(model)))
        assert proof.claim == ("none", "unique", "multiple")[number], seed
        claims.add(proof.claim)
    assert len(claims) == 3


def holds(row, values):
    terms, least = row
    return sum(c * (values[abs(x) - 1] == (x > 0)) for x, c in terms.items()) >= least


def test_what_the_checker_derives_follows_from_what_it_is_derived_of():
    """Random rows of four variables and random ways to put them together, by every assignment."""
    draw = random.Random(5)
    derived = 0
    for _ in range(400):
        rows = {}
        for number in (1, 2, 3):
            pairs = [(draw.randint(-4, 4), draw.choice((-1, 1)) * x) for x in (1, 2, 3, 4, 1)]
            rows[number] = checker.normalized_row(pairs, draw.randint(-3, 6))
        operations = ["1"]
        for _ in range(draw.randint(1, 6)):
            operations += draw.choice(
                (["2", "+"], ["3", "+"], ["3", "*"], ["2", "d"], ["s"], ["x2", "w"], ["~x3", "+"])
            )
        derived_row = checker.derived_row(operations, rows)
        assert all(c > 0 for c in derived_row[0].values()) or derived_row[1] <= 0
        for values in product((False, True), repeat=4):
            if all(holds(row, values) for row in rows.values()):
                assert holds(derived_row, values), (rows, operations)
                derived += 1
    assert derived > 300


def test_a_row_is_the_same_however_its_literals_are_signed():
    assert checker.read_formula("* words\n+2 x1 -3 ~x2 >= 1 ;\n") == [({1: 2, 2: 3}, 4)]
    (most,) = checker.read_formula("-1 x1 -1 x2 >= -1 ;")
    assert most == ({-1: 1, -2: 1}, 1)
    assert checker.read_formula("+1 x1 = 1 ;") == [({1: 1}, 1), ({-1: 1}, 0)]


@pytest.mark.parametrize(
    "puzzle", [HARD, killer, *RELATIVES, "12.....4........"], ids=lambda p: getattr(p, "name", "")
)
def test_proofs_are_accepted_and_with_a_line_left_out_refused(puzzle):
    proof = nonet.prove(puzzle() if puzzle is killer else puzzle, form="veripb", time_limit=None)
    assert proof.claim == ("none" if puzzle == "12.....4........" else "unique")
    rows, text = proof.formula.rows, proof.refutation()
    assert checker.check(rows, text) == len(proof.steps) + 1
    lines = text.splitlines()
    for place in random.Random(1).sample(range(2, len(lines)), min(4, len(lines) - 2)):
        changed = "\n".join([*lines[:place], *lines[place + 1 :]])
        with pytest.raises(checker.ProofError):
            checker.check(rows, changed)
    with pytest.raises(checker.ProofError, match="ends before a contradiction"):
        checker.check(rows, "\n".join(lines[:-1]))
    with pytest.raises(checker.ProofError, match="does not start"):
        checker.check(rows[:-1], text)


def test_sums_across_cages_are_derived_from_the_rows_of_the_formula():
    rules = ["killer 7 R1C1 R1C2 R2C2", "killer 9 R2C3 R2C4 R1C4", "killer 10 R3C1-R3C4"]
    given = inequalities(nonet.Sudoku("." * 16, rules=rules).model())
    known = dict(enumerate(given.rows, 1))
    assert len(given.implied) >= 4
    for row, operations in given.implied:
        assert checker.derived_row(operations, known) == row
        assert not all(number in operations for number in known)


def test_a_refutation_may_rest_on_sums_across_cages():
    rules = ["killer 8 R1C1-R1C3", "killer 9 R2C1-R2C3", "killer 6 R1C4 R2C4"]
    given = inequalities(nonet.Sudoku("." * 16, rules=rules).model())
    steps = given.refute(Deadline(20), 1000)  # the first two rows sum to 20, not to 23
    assert checker.check(given.rows, given.proof(steps)) == len(steps) + 1
    derived = {each.operations for each in given.implied}
    assert derived.intersection(step.operations for step in steps)


def test_lines_that_say_nothing_sensible_are_refused():
    rows = checker.read_formula("+1 x1 >= 1 ;\n+1 ~x1 >= 1 ;\n")
    start = "pseudo-Boolean proof version 1.1\nf 2\n"
    assert checker.check(rows, start + "* words\npol 1 2 +\nc 3\n") == 2
    for lines, message in (
        ("pol 1 2\nc 3", "more is left"),
        ("pol 1 7 +\nc 3", "not known"),
        ("pol 1 +\nc 3", "not known"),
        ("pol 1 0 *\nc 3", "number is missing"),
        ("pol 1 2 + y\nc 3", "y is no variable"),
        ("pol\nc 1", "not known"),
        ("pol 1 \u0662 +\nc 3", "is no variable"),
        ("pol 1 2 +\nc \u0663", "cut off"),
        ("rup +1 x1 >= 2 ;\nc 3", "neither pol nor c"),
        ("pol 1 2 +\nc", "cut off"),
        ("c 1", "can hold"),
        ("c 9", "can hold"),
        ("", "before a contradiction"),
    ):
        with pytest.raises(checker.ProofError, match=message):
            checker.check(rows, start + lines)
    for formula in (
        "+1 x1 >= 1",
        "+1 x1 <= 1 ;",
        "+1 >= 1 ;",
        "+1 y >= 1 ;",
        "1.5 x1 >= 1 ;",
        "1_0 x1 >= 1 ;",
        "1 x\u0661 >= 1 ;",
    ):
        with pytest.raises(checker.ProofError):
            checker.read_formula(formula)


def test_a_folder_is_checked_by_the_command_and_by_a_checker_without_nonet(tmp_path, capsys):
    folder, puzzle = tmp_path / "proof", tmp_path / "killer.json"
    puzzle.write_text(nonet.write([killer()], "json"))
    command = ["prove", str(puzzle), "--to", str(folder), "--form", "veripb", "--time-limit", "600"]
    assert main(command) == 0
    assert "inequalities, refuted in" in capsys.readouterr().out
    names = {path.name for path in folder.iterdir()}
    assert names == {"declaration.json", "solution.json", "formula.opb", "proof.pbp", "check.py"}
    assert main(["check", str(folder), str(puzzle), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["accepted"], answer["claim"], answer["form"]) == (True, "unique", "veripb")
    assert main(["check", str(folder), SMALL.line()]) == 1
    assert "another puzzle" in capsys.readouterr().out
    alone = [sys.executable, "-I", *(str(folder / n) for n in ("check.py", "formula.opb"))]
    process = subprocess.run([*alone, str(folder / "proof.pbp")], capture_output=True, text=True)
    assert process.returncode == 0 and "checked" in process.stdout
    lines = (folder / "proof.pbp").read_text().splitlines()
    (folder / "proof.pbp").write_text("\n".join(lines[: len(lines) // 2]) + "\n")
    process = subprocess.run([*alone, str(folder / "proof.pbp")], capture_output=True, text=True)
    assert process.returncode == 1 and "ends before a contradiction" in process.stdout
    assert main(["check", str(folder)]) == 1


def test_what_is_tampered_with_is_refused(tmp_path):
    for number, (name, old, new, message) in enumerate(
        (
            ("formula.opb", "+1 x1 +1 x2", "+1 x1 +2 x2", "not what the decl"),
            ("formula.opb", ">= -15 ;", ">= -14 ;", "not what the decl"),
            ("formula.opb", "= 1 ;", "= one ;", "no number"),
            ("formula.opb", "= 1 ;\n", "= 1\n", "not OPB"),
            ("proof.pbp", "version 1.1", "version 9", "does not start"),
            ("proof.pbp", "pol ", "rup ", "neither pol nor c"),
            ("proof.pbp", " + ", " ", "step"),
            ("solution.json", "1", "2", "solution"),
            ("declaration.json", "1.3.", "..3.", "not what the decl"),
        )
    ):
        folder = nonet.prove(SMALL, form="veripb").write(tmp_path / str(number))
        assert nonet.check(folder).form == "veripb"
        text = (folder / name).read_text()
        (folder / name).write_text(text.replace(old, new, 1))
        assert text != (folder / name).read_text(), name
        answer = nonet.check(folder)
        assert not answer.accepted and message in answer.reason, (name, old, answer)
    folder = nonet.prove(SMALL, form="veripb").write(tmp_path / "cut")
    (folder / "proof.pbp").unlink()
    with pytest.raises(FormatError, match=r"proof\.pbp"):
        nonet.check(folder)


def test_several_solutions_limits_and_unknown_forms():
    several = nonet.prove("1...............", form="veripb")
    assert several.claim == "multiple" and dict(several.solution) != dict(several.second_solution)
    assert nonet.prove(HARD, form="veripb", time_limit=1e-9).claim == "undecided"
    with pytest.raises(PuzzleError, match="no form 'drat' of a proof; there are lrat, veripb"):
        nonet.prove(HARD, form="drat")
    holes = [
        nonet.Linear((f"p{i}", f"p{j}"), (1, -1), "!=", 0) for i in range(11) for j in range(i)
    ]
    long = nonet.Model({f"p{i}": range(10) for i in range(11)}, holes)
    assert nonet.prove(long, form="veripb", most=100, time_limit=60).too_long
    assert nonet.prove(HARD, form="veripb", most=10, time_limit=None).too_long
    once = [nonet.Count(tuple(long.variables), {value}, "<=", 1) for value in range(10)]
    counted = nonet.prove(
        nonet.Model(dict.fromkeys(long.variables, range(10)), once), form="veripb"
    )
    assert counted.claim == "none" and len(counted.steps) < 200  # clauses take many thousands


def test_signals_are_still_the_programs_own_though_exact_takes_them():
    handled = os_handler(signal.SIGINT), os_handler(signal.SIGTERM)
    nonet.prove(SMALL, form="veripb")
    assert "exact" not in sys.modules
    assert handled == (os_handler(signal.SIGINT), os_handler(signal.SIGTERM))


def os_handler(number):
    get = ctypes.pythonapi.PyOS_getsig
    get.restype = ctypes.c_void_p
    return get(number)


def test_veripb_accepts_proofs_and_refuses_changed_ones(tmp_path):
    if shutil.which("veripb") is None:
        pytest.skip("veripb is not installed")
    for number, puzzle in enumerate((HARD, killer(), *RELATIVES, "12.....4........")):
        folder = nonet.prove(puzzle, form="veripb", time_limit=None).write(tmp_path / str(number))
        command = ["veripb", str(folder / "formula.opb"), str(folder / "proof.pbp")]
        process = subprocess.run(command, capture_output=True, text=True)
        assert process.returncode == 0 and "Verification succeeded" in process.stdout
        lines = (folder / "proof.pbp").read_text().splitlines()
        (folder / "proof.pbp").write_text("\n".join([*lines[:-2], lines[-1]]) + "\n")
        process = subprocess.run(command, capture_output=True, text=True)
        assert "Verification succeeded" not in process.stdout
