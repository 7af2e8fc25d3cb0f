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
