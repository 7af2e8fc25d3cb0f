"""Clauses: over the variables of the model, exactly the solutions of the model."""

import re

import pytest

import nonet
from nonet.errors import Unsupported
from nonet.exporting import dimacs, export
from nonet.importing.dimacs import read_dimacs
from nonet.testing.brute import brute_force
from tests.exporting.test_zero_one import assignments_of, models


@pytest.mark.slow
def test_each_primitive_alone_and_within_an_any_of_has_its_solutions():
    pytest.importorskip("ortools")
    for model in models():
        text = export(model, "dimacs")
        names = {f"x{n}": name for n, name in re.findall(r"^c (\d+) = (\S+)$", text, re.MULTILINE)}
        read = read_dimacs(text.splitlines(), "model.cnf")
        solutions = nonet.iter_solutions(read, backend="cpsat")
        assert assignments_of(solutions, names, model) == brute_force(model), model.constraints


def test_the_first_line_counts_what_follows():
    for model in models():
        lines = export(model, "dimacs").splitlines()
        head = next(line for line in lines if line.startswith("p cnf"))
        clauses = lines[lines.index(head) + 1 :]
        _, _, variables, count = head.split()
        numbers = [int(word) for clause in clauses for word in clause.split()]
        assert len(clauses) == int(count) == numbers.count(0)
        assert max(map(abs, numbers), default=0) <= int(variables)


def test_domains_too_large_for_clauses_name_another_language(monkeypatch):
    def too_large(*_):
        raise dimacs.TooLarge

    monkeypatch.setattr(dimacs, "Cnf", too_large)
    with pytest.raises(Unsupported, match=r"the domains of this model.* such as minizinc"):
        export(nonet.Model({"x": range(3)}, []), "dimacs")
