"""What the clauses of a model say, by the SAT backend and by unit propagation alone."""

from unittest.mock import patch

import nonet
from nonet.backends import Pool
from nonet.backends.sat.solvers import SatSolver
from nonet.encoding.clauses.cnf import Cnf
from nonet.encoding.clauses.encoders import encode_structure


def solutions(model):
    """All solutions by the SAT backend, none twice."""
    with patch("nonet.backends.sat._POOL", Pool()):
        rows = [tuple(s.values()) for s in nonet.iter_solutions(model, "sat")]
    assert len(rows) == len(set(rows))
    return set(rows)


def possible(model):
    """The values that unit propagation alone leaves to each variable."""
    oracle = SatSolver("minisat22")
    cnf = Cnf(model.domains, oracle.add)
    encode_structure(model.structure, cnf)
    values = {}
    for name, literals in cnf.literals.items():
        values[name] = {v for v, literal in literals.items() if oracle.propagate([literal])[0]}
    return values
