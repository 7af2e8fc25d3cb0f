"""Variables as a person declares them: of each model, every language has exactly the solutions."""

import contextlib
import io
import re

import pytest

import nonet
from nonet.exporting.layout import array_entries, cell_grid, families, without_objective_variable
from nonet.model import AllDifferent, Linear, Model
from nonet.testing.brute import brute_force
from tests.exporting.test_exporting import MODULES, RUN


def scalars():
    """One, two and three of a domain; gaps, a single value, numbers below 0; narrowed."""
    domains = {
        "lone": range(-2, 1),
        "gap": [1, 3, 7],
        "single": [4],
        "pair1": [0, 1],
        "pair2": [0, 1],
        **{f"of{number}": range(2, 5) for number in range(3)},
    }
    sum_of_all = Linear.sum((*domains,), "==", 15)
    pairs = [AllDifferent(("pair1", "pair2")), Linear(("of0", "of1"), (1, -1), "<=", 0)]
    model = Model(domains, [sum_of_all, *pairs])
    return model.narrow({"of0": [2, 4], "of1": [3, 4], "of2": [3], "gap": [3, 7]})


def array():
    """An entry of every kind of narrower domain."""
    names = [f"x[{number}]" for number in range(6)]
    model = Model(dict.fromkeys(names, range(4)), [Linear.sum(names, "==", 9)])
    narrow = {"x[1]": [0, 2], "x[2]": [3], "x[3]": range(1, 4), "x[4]": range(3), "x[5]": [1, 2]}
    return model.narrow(narrow)


def matrix():
    names = [f"m[{i},{j}]" for i in range(2) for j in range(3)]
    rows = [Linear.sum(names[start : start + 3], "==", 2) for start in (0, 3)]
    return Model(dict.fromkeys(names, range(2)), rows).narrow({"m[1,2]": [1]})


def cube():
    names = [f"t[{i},{j},{k}]" for i in range(2) for j in range(2) for k in range(2)]
    return Model(dict.fromkeys(names, range(-1, 1)), [Linear.sum(names, "==", -2)])


def of_four_indices():
    names = [f"h[{i},0,{j},{k}]" for i in range(2) for j in range(2) for k in range(3)]
    return Model({key: [1, 2] for key in names}, [Linear.sum(names, ">=", 22)])


def entries_without_an_array():
    """A gap, another number of indices, and a number with a zero before."""
    names = ["a[0]", "a[2]", "b[0]", "b[0,1]", "c[00]", "c[0]"]
    return Model(dict.fromkeys(names, range(2)), [Linear.sum(names, "==", 2)])


def grid_with_candidates():
    puzzle = nonet.parse("1......23.......")
    return puzzle.model().narrow({"R1C2": [2, 3], "R4C4": [1, 4]})


def grid_with_holes():
    cells = ["R1C1", "R1C3", "R2C1", "R2C2", "R3C3"]
    lines = [AllDifferent(tuple(cells[:2])), AllDifferent(tuple(cells[2:4]))]
    return Model({key: [0, 2, 3] for key in cells}, lines).narrow({"R1C3": [0], "R3C3": [2, 3]})


def scattered_cells():
    """Cells that are too few for the grid that holds them."""
    return Model({"R1C1": range(3), "R3C3": range(3)}, [AllDifferent(("R1C1", "R3C3"))])


MODELS = [
    *(scalars, array, matrix, cube, of_four_indices, entries_without_an_array),
    *(grid_with_candidates, grid_with_holes, scattered_cells),
]


def solutions_of(model):
    """By brute force; of a puzzle, which is too large for it, by the native solver."""
    if len(model.variables) > 12:
        return {tuple(each.values()) for each in nonet.iter_solutions(model, backend="native")}
    return brute_force(model)


def place_of(name, space):
    """The object that a program has for a variable."""
    if (match := re.fullmatch(r"R(\d+)C(\d+)", name)) and "GRID" in space:
        place = int(match[1]), int(match[2])
        return space["cell"][place] if "cell" in space else place
    array, bracket, places = name.partition("[")
    if (bracket and isinstance(space.get(array), list)) or hasattr(space.get(array), "shape"):
        for place in re.findall(r"\d+", places):
            space = {**space, array: space[array][int(place)]}
        return space[array]
    plain = re.sub(r"[^A-Za-z0-9_]", "_", name)
    return space[name] if name in space else space[f"x_{plain}"]


def of_cpsat(space, places):
    from ortools.sat.python import cp_model

    rows = []

    class Collector(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self):
            rows.append(tuple(map(self.value, places)))

    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.solve(space["model"], Collector())
    return rows


def of_python_constraint(space, places):
    return [tuple(each[place] for place in places) for each in space["problem"].getSolutions()]


def of_cpmpy(space, places):
    rows = []
    space["model"].solveAll(display=lambda: rows.append(tuple(int(v.value()) for v in places)))
    return rows


def of_z3(space, places):
    import z3

    rows = []
    while space["solver"].check() == z3.sat:
        values = [space["solver"].model().eval(v, model_completion=True) for v in places]
        rows.append(tuple(value.as_long() for value in values))
        space["solver"].add(z3.Or([v != value for v, value in zip(places, values, strict=True)]))
    return rows


ENDS = {
    "cpsat": ("solver = ", of_cpsat),
    "python-constraint": ("solution = problem", of_python_constraint),
    "cpmpy": ("if not model.solve", of_cpmpy),
    "z3": ("if solver.check", of_z3),
}


@pytest.mark.slow
@pytest.mark.parametrize("language", ENDS)
def test_a_program_has_all_solutions_of_the_model_and_no_others(language):
    pytest.importorskip(MODULES[language])
    end, listed = ENDS[language]
    for make in MODELS:
        model, space = make(), {}
        before, _, after = nonet.export(model, language).partition(end)
        assert after
        exec(before, space)
        rows = listed(space, [place_of(name, space) for name in model.variables])
        assert len(rows) == len({*rows})
        assert {*rows} == solutions_of(model), make.__name__


@pytest.mark.parametrize("make", MODELS)
def test_an_instance_of_xcsp3_has_all_solutions(make, tmp_path):
    model, file = make(), tmp_path / "model.xml"
    file.write_text(nonet.export(model, "xcsp3"))
    solutions = nonet.iter_solutions(file, backend="native")
    assert {tuple(each.values()) for each in solutions} == solutions_of(model)


@pytest.mark.parametrize("make", MODELS)
def test_answer_sets_are_the_solutions(make):
    clingo = pytest.importorskip("clingo")
    model, rows = make(), []
    control = clingo.Control(["0"], logger=lambda *_: None)
    control.add("base", [], nonet.export(model, "asp"))
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        for answer in handle:
            pairs = [symbol.arguments for symbol in answer.symbols(shown=True)]
            rows.append(frozenset((str(term), value.number) for term, value in pairs))
    assert len({*rows}) == len(rows) == len(solutions_of(model))


def test_what_is_shown_is_by_the_names_that_were_declared():
    for language in ("cpsat", "z3", "cpmpy", "python-constraint"):
        for make in (scalars, array, matrix, cube, of_four_indices, entries_without_an_array):
            pytest.importorskip(MODULES[language])
            model = make()
            shown = RUN[language](nonet.export(model, language), model, language)
            assert tuple(shown.values()) in solutions_of(model), (language, make.__name__)


def test_a_grid_is_seen_where_all_variables_are_cells_of_one_domain():
    seen = cell_grid(grid_with_holes())
    assert (seen.height, seen.width, seen.full, seen.blank) == (3, 3, False, -1)
    assert (seen.clues, [*seen.candidates]) == ({(1, 3): 0}, [(3, 3)])
    assert seen.lines() == ["  -1, None,    0", "  -1,   -1, None", "None, None,   -1"]
    assert cell_grid(scattered_cells()) is None
    assert cell_grid(Model({"R1C1": [1]}, [])) is None
    assert cell_grid(Model({"R1C1": [1, 2], "R1C2": [1]}, [])) is None
    assert cell_grid(Model({"R1C1": [1, 2], "x": [1, 2]}, [])) is None
    sparse = {f"R{n}C{n}": [1, 2] for n in range(1, 5)}
    assert cell_grid(Model(sparse, [])) is not None  # four of sixteen places
    assert cell_grid(Model({**sparse, "R5C5": [1, 2]}, [])) is None  # five of twenty-five
    only = cell_grid(Model({"R1C1": [7], "R1C2": [7]}, []).narrow({"R1C1": [7]}))
    assert (only.clues, only.candidates) == ({}, {})


def test_an_array_has_every_entry_once():
    assert array_entries(["m[1,0]", "m[0,0]", "m[0,1]", "m[1,1]", "b[0]", "b[00]"]) == {
        "m": {"m[0,0]": (0, 0), "m[0,1]": (0, 1), "m[1,0]": (1, 0), "m[1,1]": (1, 1)}
    }
    assert array_entries(entries_without_an_array().variables) == {}


def moves_of(puzzle, kind):
    model = puzzle.model()
    (family,) = [each for each in families(model, cell_grid(model)) if each.kind == kind]
    plain = [each for each in model.constraints if each.rule.kind == kind]
    return {frozenset(each.scope) for each in family.constraints}, plain


def test_moves_within_a_box_are_said_with_the_others_where_a_loop_can():
    puzzle = nonet.parse("." * 81).with_rules(nonet.make_rule("anti-king"))
    kinds = {each.rule.kind for each in puzzle.model().constraints} - {"row", "column", "box"}
    (kind,) = kinds
    pairs, plain = moves_of(puzzle, kind)
    assert len(pairs) == 2 * 8 * 8 > len(plain)  # all diagonal neighbours
    assert pairs >= {frozenset(each.scope) for each in plain}


def test_an_objective_is_written_in_place_of_the_variable_that_stands_for_it():
    build = nonet.ModelBuilder()
    x, y = build.variable("x", range(4)), build.variable("y", range(4))
    build.add(x + y <= 5)
    build.maximize(x * y - 2 * x)
    reduced, value = without_objective_variable(build.model())
    assert value is not None and len(reduced.domains) == len(build.model().domains) - 1
    for fixed in ({"x": 2, "y": 3}, {"x": 0, "y": 1}):
        assert value.value(fixed) == fixed["x"] * fixed["y"] - 2 * fixed["x"]
    for language in ENDS:
        with contextlib.redirect_stdout(io.StringIO()) as out:
            exec(nonet.export(build, language), {})
        assert "objective = 3\n" in out.getvalue() or "objective = 2\n" in out.getvalue()
    plain = build.model().with_objective(None)
    assert without_objective_variable(plain) == (plain, None)
