"""Proofs: accepted when they are right, refused when a line is changed; the map is judged by
trying every assignment."""

import json
import os
import random
import re
import shutil
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

import nonet
from nonet.cli import main
from nonet.deadline import Deadline
from nonet.errors import FormatError, PuzzleError, Unsupported, WrongAnswer
from nonet.puzzle.examples import example_puzzle
from nonet.setting import lrat_checker, proofs
from nonet.setting.proofs import Formula, Satisfiable, cnf_formula, refute
from nonet.solving.outcome import Solution
from nonet.testing.brute import brute_force
from tests.cases import as_one_test

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
SMALL = nonet.parse("1.3.34....2..1..")


def steps(proof):
    return [tuple(step) for step in proof.steps]


def test_random_clauses_are_refuted_or_fulfilled_as_trying_says():
    draw = random.Random(3)
    refuted = 0
    for _ in range(60):
        clauses = [
            tuple(draw.choice((-1, 1)) * x for x in draw.sample(range(1, 9), 3)) for _ in range(44)
        ]
        possible = any(
            all(any((x > 0) == values[abs(x) - 1] for x in clause) for clause in clauses)
            for values in product((False, True), repeat=8)
        )
        try:
            proof_steps = refute(clauses, Deadline(None))
        except Satisfiable as model:
            assert possible and all(set(model.literals) & set(clause) for clause in clauses)
        else:
            assert not possible
            assert lrat_checker.check(clauses, [tuple(step) for step in proof_steps]) == len(
                proof_steps
            )
            refuted += 1
    assert 5 < refuted < 55


def test_clauses_that_units_shorten_keep_their_numbers():
    # CaDiCaL numbers what it learns between the given clauses, which must keep their places
    draw = random.Random(5)
    refuted = 0
    for _ in range(60):
        clauses = [
            tuple(
                draw.choice((-1, 1)) * x
                for x in draw.sample(range(1, 9), draw.choice((1, 2, 2, 3, 3, 3, 3)))
            )
            for _ in range(26)
        ]
        excluded = []

        def exclude(literals, excluded=excluded):
            excluded.append(tuple(-x for x in literals))
            return excluded[0]

        try:
            proof_steps = refute(clauses, Deadline(None), exclude=exclude)
        except Satisfiable as other:
            assert len(excluded) == 1 and set(other.literals) & set(excluded[0])
            continue
        lrat_checker.check([*clauses, *excluded], [tuple(step) for step in proof_steps])
        refuted += 1
    assert refuted > 30


RULES = [
    nonet.AllDifferent(("a", "b", "c")),
    nonet.model.Linear(("a", "b", "c"), (1, 2, -1), "==", 4),
    nonet.model.Linear(("a", "b", "c"), (1, 1, 1), "<=", 6),
    nonet.model.Linear(("a", "b"), (1, 1), "!=", 4),
    nonet.model.Count(("a", "b", "c"), {1, 2}, "==", 1),
    nonet.model.Table(("a", "b", "c"), {(1, 2, 3), (3, 3, 1), (2, 2, 2)}),
    nonet.model.AnyOf(
        ((nonet.model.Linear(("a",), (1,), "==", 1),), (nonet.AllDifferent(("b", "c")),))
    ),
]


@as_one_test(RULES)
def test_the_map_says_just_what_the_declaration_says(rule):
    """Every assignment of small models, by a refutation of it or a way to fulfil the clauses."""
    model = nonet.Model({"a": [1, 2, 3], "b": [1, 2, 3], "c": [1, 2, 3]}, [rule])
    formula = cnf_formula(model, None)
    solutions = brute_force(model)
    for values in product([1, 2, 3], repeat=3):
        given = zip("abc", values, strict=True)
        units = [(formula.literals[name][value],) for name, value in given]
        try:
            refute([*formula.clauses, *units], Deadline(None))
            possible = False
        except Satisfiable:
            possible = True
        assert possible == (values in solutions)


def test_a_folder_is_checked_by_the_command_and_by_a_checker_without_nonet(tmp_path, capsys):
    folder = tmp_path / "proof"
    assert main(["prove", HARD, "--to", str(folder), "--time-limit", "600"]) == 0
    assert "exactly one solution" in capsys.readouterr().out
    assert main(["check", str(folder)]) == 0
    assert "proven: exactly one solution" in capsys.readouterr().out
    assert main(["check", str(folder), HARD]) == 0
    capsys.readouterr()
    assert main(["check", str(folder), SMALL.line()]) == 1
    assert "refused: the proof is of another puzzle" in capsys.readouterr().out
    alone = [sys.executable, "-I", *(str(folder / n) for n in ("check.py", "formula.cnf"))]
    process = subprocess.run([*alone, str(folder / "proof.lrat")], capture_output=True, text=True)
    assert process.returncode == 0 and "checked" in process.stdout
    cut = (folder / "proof.lrat").read_text().splitlines()
    (folder / "proof.lrat").write_text("\n".join(cut[: len(cut) // 2]) + "\n")
    process = subprocess.run([*alone, str(folder / "proof.lrat")], capture_output=True, text=True)
    assert process.returncode == 1 and "ends before the empty clause" in process.stdout
    assert main(["check", str(folder), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["accepted"] is False
    assert main(["prove", HARD, "--to", str(folder)]) == 2
    assert main(["check", str(tmp_path / "nowhere")]) == 2


def test_what_is_tampered_with_is_refused(tmp_path):
    def check_tampered(name, change):
        folder = nonet.prove(SMALL).write(tmp_path / f"{name}{len(list(tmp_path.iterdir()))}")
        assert nonet.setting.check(folder).accepted
        text = (folder / name).read_text()
        (folder / name).write_text(change(text))
        assert text != (folder / name).read_text()
        return nonet.setting.check(folder)

    for name, change, message in (
        ("formula.cnf", lambda t: t.replace("p cnf", "p sat"), "not DIMACS"),
        ("formula.cnf", lambda t: t + "1 -2 0\n", "clauses, not"),
        ("formula.cnf", lambda t: t.replace("\n1 2 3 4 0", "\n1 2 3 0"), "not what the decl"),
        ("formula.cnf", lambda t: t + re.search("p cnf.*", t)[0] + "\n", 'one "p cnf"'),
        ("formula.cnf", lambda t: re.sub("p cnf.*", "p cnf 5", t), 'one "p cnf"'),
        ("formula.cnf", lambda t: re.sub("p cnf [0-9]+", "p cnf 3", t), "beyond its 3"),
        (
            "formula.cnf",
            lambda t: t.replace("\n1 2 3 4 0", "\n1 2 3 4.9 0"),
            "'4.9' is not a number",
        ),
        ("formula.cnf", lambda t: t.replace("\n1 2 3 4 0", "\n1 2 3 \u0664 0"), "is not a number"),
        ("formula.cnf", lambda t: t.replace("\n1 2 3 4 0", "\n1 2 3 0_4 0"), "is not a number"),
        ("proof.lrat", lambda t: t.replace(" 0", " 0 0", 1), "cut off"),
        ("proof.lrat", lambda t: t.replace(" 0", " \u0660", 1), "is not a number"),
        ("proof.lrat", lambda t: "", "before the empty clause"),
        ("proof.lrat", lambda t: "x 0 0\n", "is not a number"),
        ("solution.json", lambda t: t.replace("1", "2", 1), "solution"),
        ("solution.json", lambda t: "[]", "solution"),
        ("solution.json", lambda t: "5", "solution"),
        ("solution.json", lambda t: re.sub(": 4", ": 4.9", t, count=1), "whole number"),
        ("solution.json", lambda t: re.sub(": 1", ": true", t, count=1), "whole number"),
        ("solution.json", lambda t: t.replace("{", '{"R1C1": 1, ', 1), "a variable twice"),
        ("declaration.json", lambda t: t.replace("1.3.", "..3."), "not what the decl"),
    ):
        answer = check_tampered(name, change)
        assert not answer.accepted and message in answer.reason, (name, answer)
    folder = nonet.prove(SMALL).write(tmp_path / "cut")
    (folder / "proof.lrat").unlink()
    with pytest.raises(FormatError, match=r"proof\.lrat"):
        nonet.setting.check(folder)


def test_no_solution_is_proven_and_several_are_shown():
    none = nonet.prove("12.....4........")
    assert none.claim == "none"
    assert lrat_checker.check(none.formula.clauses, steps(none)) == len(none.steps)
    several = nonet.prove("1...............")
    assert several.claim == "multiple" and dict(several.solution) != dict(several.second_solution)
    with pytest.raises(PuzzleError, match="no proof to write"):
        several.write("nowhere")
    assert nonet.prove(HARD, time_limit=1e-9).claim == "undecided"


def test_models_and_killers_are_proven_too(tmp_path):
    (generated,) = nonet.generate(1, like=nonet.Sudoku("." * 16), kind="killer", seed=2)
    folder = nonet.prove(generated.puzzle).write(tmp_path / "killer")
    assert nonet.setting.check(folder, generated.puzzle).claim == "unique"
    model = nonet.Model(
        {"x": [1, 2, 3], "y": [1, 2]}, [nonet.model.Linear(("x", "y"), (1, 1), "==", 5)]
    )
    folder = nonet.prove(model).write(tmp_path / "model")
    assert nonet.setting.check(folder, model).accepted


def test_puzzles_whose_rules_need_auxiliary_variables_are_proven(tmp_path):
    rule = nonet.puzzle.rule_types()["connected"]
    puzzle = example_puzzle(rule, rule.examples[0])
    folder = nonet.prove(puzzle).write(tmp_path / "connected")
    assert nonet.setting.check(folder, puzzle).claim == "unique"


@pytest.mark.parametrize("tool", ["drat-trim", "lrat-check", "cake_lpr"])
def test_other_peoples_checkers_accept_proofs(tool, tmp_path):
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")

    def accepts(proof):
        path = tmp_path / "proof"
        path.write_text(proof)
        command = [tool, str(tmp_path / "f.cnf"), str(path)]
        process = subprocess.run(command, capture_output=True, text=True)
        return "VERIFIED" in process.stdout and "NOT VERIFIED" not in process.stdout

    killer = next(nonet.generate(like=nonet.Sudoku("." * 36), kind="killer", seed=2)).puzzle
    for puzzle in (HARD, killer, "12.....4........"):
        own_proof = nonet.prove(puzzle, time_limit=None)
        (tmp_path / "f.cnf").write_text(own_proof.formula.text())
        if tool == "drat-trim":  # it reads clauses alone, and finds the hints itself
            assert accepts("".join(f"{' '.join(map(str, s.clause))} 0\n" for s in own_proof.steps))
            continue
        lines = own_proof.refutation().splitlines()
        assert accepts("\n".join(lines) + "\n")
        if tool == "lrat-check":  # it overlooks a hint that is missing from the last line
            continue
        numbers = lines[-1].split()
        changed = [*lines[:-1], " ".join([*numbers[:-2], "0"])]
        assert not accepts("\n".join(changed) + "\n")


def test_the_reason_that_stopped_a_proof_is_reported():
    puzzle = nonet.read(Path(__file__).parents[2] / "puzzles" / "16x16.txt")[0]
    long = nonet.prove(puzzle, most=10, time_limit=None)
    assert long.claim == "undecided" and long.too_long and "steps" in long.in_words()
    late = nonet.prove(puzzle, time_limit=1e-6)
    assert late.claim == "undecided" and not late.too_long and "time" in late.in_words()


def test_each_step_is_needed_by_a_later_one_and_follows_known_ones():
    proof = nonet.prove(HARD, time_limit=None)
    numbers = [step.number for step in proof.steps]
    assert numbers == sorted(set(numbers)) and numbers[0] > len(proof.formula.clauses)
    assert proof.steps[-1].clause == ()
    used = {hint for step in proof.steps for hint in step.hints}
    assert set(numbers[:-1]) <= used
    assert all(hint < step.number for step in proof.steps for hint in step.hints)


def test_the_map_names_every_clause_once_and_each_literal_s_value():
    puzzle = nonet.Sudoku("1.3.34....2..1..", rules=["killer 7 R4C3 R4C4"])
    proof = nonet.prove(puzzle)
    formula, sections = proof.formula, {}
    next_clause = 1
    for line in formula.literal_map().splitlines():
        word, *fields = line.split()
        if word == "literal":
            assert formula.literals[fields[1]][int(fields[2])] == int(fields[0])
        elif word == "clauses":
            assert int(fields[0]) == next_clause <= int(fields[1])
            next_clause = int(fields[1]) + 1
            sections[" ".join(fields[2:])] = formula.clauses[int(fields[0]) - 1 : int(fields[1])]
    assert next_clause == len(formula.clauses) + 1
    assert next(iter(sections)) == "each variable has one of its values"
    assert list(sections)[-1] == "not the solution"
    assert {"row 1", "column 4", "box 3", "killer cage 7 at R4C3", "clue R1C1=1"} < set(sections)
    assert sections["clue R1C1=1"] == ((formula.literals["R1C1"][1],),)
    solved = {-formula.literals[cell][value] for cell, value in proof.solution.items()}
    assert {*sections["not the solution"][0]} == solved
    header, *rows = formula.text().splitlines()
    assert rows == [" ".join(map(str, (*clause, 0))) for clause in formula.clauses]
    top = max(abs(x) for clause in formula.clauses for x in clause)
    assert header == f"p cnf {top} {len(formula.clauses)}"
    assert Formula((), {}, ()).text() == "p cnf 0 0\n"


def test_a_clue_that_leaves_several_values_excludes_the_others():
    model = nonet.Model({"x": [1, 2, 3, 4]}).narrow({"x": [2, 4]})
    formula = cnf_formula(model, None)
    x = formula.literals["x"]
    assert {(-x[1],), (-x[3],)} <= set(formula.clauses) and (-x[2],) not in formula.clauses
    assert nonet.prove(model).claim == "multiple"
    assert nonet.prove(model.narrow({"x": [4]})).solution["x"] == 4


@pytest.mark.parametrize(
    ("model", "named"),
    [
        (nonet.Model({"x": range(10**6)}), "the domains of this model"),
        (
            nonet.Model(
                {name: range(-4000, 4000, 3) for name in "abcdef"},
                [nonet.model.Linear(tuple("abcdef"), (7, 11, -13, 17, 19, 23), "==", 5)],
            ),
            "abcdef",
        ),
    ],
)
def test_what_is_too_large_for_clauses_is_refused_by_name(model, named):
    with pytest.raises(Unsupported) as refused:
        nonet.prove(model, time_limit=None)
    assert named in str(refused.value) or all(x in str(refused.value) for x in named)


def test_the_environment_is_as_before_a_proof(monkeypatch):
    for before in (None, "7"):
        for name in proofs.TRACE_OPTIONS:
            monkeypatch.delenv(name, raising=False)
            if before is not None:
                monkeypatch.setenv(name, before)
        assert nonet.prove(SMALL).claim == "unique"
        assert {os.environ.get(name) for name in proofs.TRACE_OPTIONS} == {before}


def test_clauses_with_an_empty_one_are_refuted_by_it():
    (step,) = refute([(1,), (), (2,)], Deadline(None))
    assert (step.number, step.clause, step.hints) == (4, (), (2,))
    assert lrat_checker.check([(1,), (), (2,)], [tuple(step)]) == 1


@pytest.mark.parametrize(
    ("lines", "message"),
    [([b"x 1 0"], "not LRAT"), ([b"3 1 0 1 2 0"], "does not end in a refutation"), ([], "end in")],
)
def test_a_trace_that_is_no_refutation_is_an_error_of_the_solver(lines, message, monkeypatch):
    monkeypatch.setattr(proofs, "_trace", lambda *given: (2, lines))
    with pytest.raises(WrongAnswer, match=message):
        refute([(1,), (-1,)], Deadline(None))


@pytest.mark.parametrize("lines", [1, 9_999, 10_000, 10_001, 20_001])
def test_a_long_trace_is_read_within_the_limit(lines, monkeypatch):
    """The first line is a refutation; the clock is looked at every ten thousand lines."""
    looks = []
    deadline = Deadline(None)
    trace = [b"3 0 1 2 0", *(b"4 d 3 0" for _ in range(lines - 1))]
    monkeypatch.setattr(proofs, "_trace", lambda *given: (2, trace))
    monkeypatch.setattr(Deadline, "check", lambda each: looks.append(each))
    (step,) = refute([(1,), (-1,)], deadline)
    assert step.hints == (1, 2) and len(looks) == (lines - 1) // 10_000 + 1


def test_what_is_no_folder_of_a_proof_is_refused(tmp_path):
    proof = nonet.prove(SMALL)
    file = tmp_path / "file"
    file.write_text("x")
    with pytest.raises(FormatError, match="not an empty folder"):
        proof.write(file)
    with pytest.raises(FormatError, match="no such folder"):
        nonet.setting.check(file)
    used = tmp_path / "used"
    used.mkdir()
    assert proof.write(used) == used
    with pytest.raises(FormatError, match="not an empty folder"):
        proof.write(used)
    assert proof.write(tmp_path / "new" / "deep").is_dir()
    declaration = (used / "declaration.json").read_text()
    for text, message in (
        (declaration.strip() + "\n" + declaration, "declaration"),
        ('{"puzzle": "1.."}', "the declaration cannot be read"),
        ("{}", "the declaration cannot be read"),
    ):
        (used / "declaration.json").write_text(text)
        answer = nonet.setting.check(used)
        assert not answer.accepted and message in answer.reason
        assert answer.in_words() == f"refused: {answer.reason}"
    (used / "declaration.json").write_text(declaration)
    (used / "formula.cnf").write_bytes(b"\xff\xfe")
    with pytest.raises(FormatError, match="cannot be read"):
        nonet.setting.check(used)


@pytest.mark.parametrize(("steps", "text"), [(1, "(1 step checked)"), (2, "(2 steps checked)")])
def test_steps_are_counted_in_words(steps, text):
    assert proofs.Checked(True, "none", steps).in_words() == f"proven: no solution {text}"


def test_claims_say_what_is_proven_of_solutions():
    unique, none = nonet.prove(SMALL), nonet.prove("12.....4........")
    several = nonet.prove("1...............")
    late = nonet.prove(SMALL, time_limit=1e-9)
    claims = [each.claims.name for each in (unique, none, several, late)]
    assert claims == ["BOTH", "NO_OTHERS", "SOLUTIONS", "NOTHING"]
    data = unique.to_json()
    assert (data["claim"], data["solution"], data["other"]) == (
        "unique",
        unique.solution.line,
        None,
    )
    assert (data["clauses"], data["steps"]) == (len(unique.formula.clauses), len(unique.steps))
    assert several.to_json()["other"] == several.second_solution.line
    assert late.to_json()["clauses"] == 0


def test_of_no_solution_none_is_proven_though_formula_and_refutation_agree(tmp_path):
    """All files say the same, and the clauses are refuted: yet the values break the declaration."""
    puzzle = nonet.parse("12.....4........")
    model = puzzle.model()
    claimed = Solution(dict(nonet.solve(SMALL).solution), puzzle, model.structure.symbols)
    formula = cnf_formula(model, claimed)
    steps_made = tuple(refute(formula.clauses, Deadline(None)))
    proof = proofs.Proof("unique", model, puzzle, claimed, formula=formula, steps=steps_made)
    answer = nonet.setting.check(proof.write(tmp_path / "false"))
    assert not answer.accepted and "none of the declaration's" in answer.reason
