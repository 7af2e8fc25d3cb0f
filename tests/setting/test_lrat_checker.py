"""The checker of a page: every change of a proof is refused."""

import random

import pytest

import nonet
from nonet.setting import lrat_checker

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


def steps(proof):
    return [tuple(step) for step in proof.steps]


def test_every_changed_line_of_a_proof_is_refused():
    proof = nonet.prove(HARD, time_limit=None)
    assert proof.claim == "unique" and len(proof.steps) > 5
    clauses = proof.formula.clauses
    assert lrat_checker.check(clauses, steps(proof)) == len(proof.steps)
    draw = random.Random(1)
    for _ in range(40):
        changed = steps(proof)
        place = draw.randrange(len(changed))
        number, clause, hints = changed[place]
        if draw.random() < 0.5 or not clause:
            hints = hints[:-1]
        else:
            clause = clause[1:]
            if place == len(changed) - 1:
                continue
        changed[place] = (number, clause, hints)
        try:
            lrat_checker.check(clauses, changed)
        except lrat_checker.ProofError:
            continue
        assert len(clause) < len(steps(proof)[place][1])  # a stronger clause may follow, too
    with pytest.raises(lrat_checker.ProofError, match="ends before the empty clause"):
        lrat_checker.check(clauses, steps(proof)[:-1])


FORMULA = "c a comment\np cnf 2 4\n1 2 0\n-1 2 0 1 -2 0\n-1 -2\n0\n"
CLAUSES = [(1, 2), (-1, 2), (1, -2), (-1, -2)]
PROOF = "c a comment\n5 2 0 1 2 0\n\n3 d 1 0\n6 0 5 3 4 0\n"


def test_a_formula_and_a_proof_are_read_as_they_stand():
    assert lrat_checker.read_formula(FORMULA) == CLAUSES
    steps = [(5, [2], [1, 2]), (6, [], [5, 3, 4])]
    assert list(lrat_checker.read_proof(PROOF)) == steps
    assert lrat_checker.check(CLAUSES, steps) == 2
    assert lrat_checker.read_formula("p cnf 0 0") == []
    assert lrat_checker.check([(1,), (-1,)], [(3, [], [1, 2])]) == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not DIMACS"),
        ("1 2 0", "not DIMACS, or cut off"),
        ("p cnf 2 1\n1 2", "cut off"),
        ("p cnf 2\n1 2 0", "begins with one"),
        ("p dnf 2 1\n1 2 0", "begins with one"),
        ("p cnf 2 1\np cnf 2 1\n1 2 0", "begins with one"),
        ("1 2 0\np cnf 2 1", "begins with one"),
        ("p cnf 2 2\n1 2 0", "has 1 clauses, not 2"),
        ("p cnf 1 1\n1 2 0", "variables beyond its 1"),
        ("p cnf 1 1\n-2 0", "variables beyond its 1"),
        ("p cnf 2 1\n1 x 0", "'x' is not a number"),
        ("p cnf 2 1\n1 --2 0", "'--2' is not a number"),
        ("p cnf 2 1\n1 \u0662 0", "is not a number"),
        ("p cnf 2 y\n1 2 0", "'y' is not a number"),
    ],
)
def test_a_formula_that_is_not_dimacs_is_refused_with_the_reason(text, reason):
    with pytest.raises(lrat_checker.ProofError, match=reason):
        lrat_checker.read_formula(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("5 2 0 1 2 0\n6 0 5 3 4", "line 2 of the proof is cut off"),
        ("5 2 0 1 2", "line 1 of the proof is cut off"),
        ("5 2 0 1 0 2 0", "line 1 of the proof is cut off"),
        ("5 2 0 1 2 0", "ends before the empty clause"),
        ("5 2 0 1 9 0", "clause 5 rests on 9, which is not known"),
        ("5 0 1 2 0", "its hint 1 leaves more than one literal"),
        ("5 2 0 1 0", "clause 5 does not follow from its hints"),
        ("4 2 0 1 2 0", "clause 4 is there twice"),
        ("5 2 0 0", "clause 5 does not follow"),
    ],
)
def test_a_proof_with_a_wrong_line_is_refused_with_its_place(text, reason):
    with pytest.raises(lrat_checker.ProofError, match=reason):
        lrat_checker.check(CLAUSES, lrat_checker.read_proof(text))


def test_the_program_answers_by_its_exit_code(tmp_path, capsys):
    formula, proof = tmp_path / "formula.cnf", tmp_path / "proof.lrat"
    formula.write_text(FORMULA)
    proof.write_text(PROOF)
    assert lrat_checker.main([str(formula), str(proof)]) == 0
    assert capsys.readouterr().out == "checked: 2 lines, and the last is the empty clause\n"
    proof.write_text(PROOF.replace("5 3 4", "5 3"))
    assert lrat_checker.main([str(formula), str(proof)]) == 1
    assert capsys.readouterr().out.startswith("refused: clause 6 does not follow")
    for arguments in ([str(formula)], [str(formula), str(tmp_path / "missing")]):
        assert lrat_checker.main(arguments) == 1
        assert capsys.readouterr().out.startswith("refused: ")
