"""Globals that a language has itself are written whole, and mean the same: all solutions are compared."""

import re
import shutil
import subprocess

import pytest

import nonet
from nonet.model import Automaton, ModelBuilder
from nonet.model import globals as g
from nonet.testing.brute import brute_force
from tests.exporting.test_layout import (
    array,
    grid_with_candidates,
    of_four_indices,
    scalars,
    solutions_of,
)

CASES = {
    "all_different": lambda x, y, z: g.Distinct([x + y, z, 2 * y]),
    "all_different_except": lambda x, y, z: g.Distinct([x, y, z, x + y], 2),
    "all_equal": lambda x, y, z: g.AllEqual([x, y + 1, 2 * z]),
    "bin_packing_load": lambda x, y, z: g.BinPacking([x, y], [1, 2], [z, x + y, 0]),
    "circuit": lambda x, y, z: g.Circuit([x, y, z, 0]),
    "cumulative": lambda x, y, z: g.Cumulative([x, y, z], [2, z + 1, 1], [1, 2, y], 2),
    "cumulative, optional": lambda x, y, z: g.Cumulative(
        [x, y, 1], [2, 1, 2], [1, 2, y], z + 1, [z, x == 1, 1]
    ),
    "disjunctive": lambda x, y, z: g.NoOverlap([x, y, 3], [2, 1 + z, 1]),
    "cumulative, one machine": lambda x, y, z: g.NoOverlap([x, y], [2, 2], [1, z]),
    "diffn": lambda x, y, z: g.NoOverlap2D([x, y], [z, 1], [2, 1], [1 + z, 2]),
    "global_cardinality": lambda x, y, z: g.Cardinality([x, y, x + y], [1, 2], [z, 1]),
    "global_cardinality_closed": lambda x, y, z: g.Cardinality([x, y], [1, 0], [z, 1], True),
    "increasing": lambda x, y, z: g.Increasing([x, y, 2 * z]),
    "strictly_increasing": lambda x, y, z: g.Increasing([x, y, 2 * z], 1),
    "inverse": lambda x, y, z: g.Inverse([x, y, z], [y, x, 2 - z]),
    "lex_lesseq": lambda x, y, z: g.Lexicographic([x, y], [z, x]),
    "lex_less": lambda x, y, z: g.LexicographicChain([[x, y], [z, x], [2, 1]], True),
    "subcircuit": lambda x, y, z: g.SubCircuit([x, y, z]),
    "value_precede_chain": lambda x, y, z: g.Precedence([x, y, z], [1, 2]),
}
"""A constraint of each predicate that MiniZinc has; what is after a comma tells two apart."""

OTHERS = {
    "no time": lambda x, y, z: g.NoOverlap([x, y, 1], [z, 1, 1]),
    "no time, a resource": lambda x, y, z: g.Cumulative([x, y, z], [1, z, 1], [1, 2, y], 2),
    "no area": lambda x, y, z: g.NoOverlap2D([x, y], [z, 1], [1, x], [1, 2]),
    "reservoir": lambda x, y, z: g.Reservoir([x, y, 1], [2, -1, -1], -1, 1, [1, 1, z]),
    "cost_regular": lambda x, y, z: g.CostRegular(
        [x, y], Automaton.from_pattern("1* 2+", range(3)), [(0, 1, 2)], z
    ),
}
"""Constraints that MiniZinc has not, or means otherwise."""


def model_of(make):
    """The model of one constraint over three variables, one of which has named values or not."""
    build = ModelBuilder()
    build.add(make(*build.variables("xyz", range(3))))
    return build.model()


@pytest.mark.slow(12)
@pytest.mark.parametrize("case", [*CASES, *OTHERS])
def test_minizinc_has_the_same_solutions(case, tmp_path):
    if shutil.which("minizinc") is None:
        pytest.skip("minizinc is not installed")
    model = model_of({**CASES, **OTHERS}[case])
    text = nonet.export(model, "minizinc")
    if case in CASES:
        assert (
            f"constraint {case.partition(',')[0].replace('all_different_e', 'alldifferent_e')}("
            in text
        )
    (tmp_path / "model.mzn").write_text(text)
    command = ["minizinc", "-a", "--solver", "gecode", str(tmp_path / "model.mzn")]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr + text
    rows = [
        tuple(map(int, re.findall(r"^[xyz] = (-?\d+)$", block, re.MULTILINE)))
        for block in run.stdout.split("----------")[:-1]
    ]
    assert len(rows) == len(set(rows))
    assert set(rows) == brute_force(model)


def rows_of(model, path):
    """All solutions that Gecode lists, as the text shows them."""
    path.write_text(nonet.export(model, "minizinc"))
    command = ["minizinc", "-a", "--solver", "gecode", str(path)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    blocks = run.stdout.split("----------")[:-1]
    return [
        tuple(map(int, re.findall(r"(?<!\w)-?\d+\b", re.sub(r"\w+ = ", "", b)))) for b in blocks
    ]


@pytest.mark.slow
@pytest.mark.parametrize("make", [scalars, array, of_four_indices, grid_with_candidates])
def test_domains_and_clues_are_declared(make, tmp_path):
    if shutil.which("minizinc") is None:
        pytest.skip("minizinc is not installed")
    model = make()
    rows = rows_of(model, tmp_path / "model.mzn")
    assert len(rows) == len(set(rows))
    # arrays are shown before other variables, each in the order of its indices
    assert set(map(tuple, map(sorted, rows))) == set(map(tuple, map(sorted, solutions_of(model))))
    assert len(rows) == len(solutions_of(model))


@pytest.mark.slow(1)
def test_a_number_of_values_may_be_a_condition(tmp_path):
    if shutil.which("minizinc") is None:
        pytest.skip("minizinc is not installed")
    build = ModelBuilder()
    x, y, z = build.variables("xyz", range(3))
    build.add(nonet.any_of(nonet.nvalue_of([x, y]) == 1, z == 2), nonet.nvalue_of([x, z]) == 2)
    model = build.model()
    assert set(rows_of(model, tmp_path / "model.mzn")) == brute_force(model)
    assert "constraint nvalue(2, [x, z]);" in nonet.export(model, "minizinc")
