"""Driving in a page and in a notebook.

The page has an engine of its own.  What it removes is held against brute force on
random small models of every primitive, and against the Python stepper on puzzles.
"""

import json
import random
import re
from itertools import product
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

import nonet
from nonet.cli import main
from nonet.errors import BackendOptionError, Unsupported
from nonet.model import (
    AllDifferent,
    Annotation,
    AnyOf,
    Automaton,
    Constraint,
    Domain,
    Linear,
    Model,
    Regular,
)
from nonet.testing.brute import brute_force
from nonet.testing.strategies import models
from nonet.tracing import Stepper, drive_page
from nonet.tracing.driving import KNOWN, LEVELS, encoded
from nonet.tracing.page import part
from nonet.tracing.text import PHRASES

FOUR = ".......21.3..4.."
FEW_CLUES = "1..............4"
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


@pytest.fixture
def opened(report_of):
    """Open a page in a browser, make moves, and read the report it writes into itself."""
    return lambda html, *moves: report_of(html, f"#selftest={quote(json.dumps(moves))}")


# -- the engine of the page against brute force -------------------------------------------

HARNESS = """<!doctype html><meta charset="utf-8"><body><script id="data" type="application/json">
%s</script><script>%s
PHRASES = %s;
const models = JSON.parse(document.getElementById("data").textContent);
const report = models.map(({ domains, constraints }) =>
  LEVELS.map(level => constraints.map(c => {
    const done = new Filtering(c, new Map(domains), level);
    return { failed: done.failed, note: done.note, events: done.events.length,
      domains: Object.fromEntries(done.domains) };
  })));
const made = document.createElement("script");
made.id = "report"; made.type = "application/json";
made.textContent = JSON.stringify({ report, errors: [] });
document.body.append(made);
</script>"""


def sample(only: str, many: int) -> list[Model]:
    """Random models with constraints of one type, no domain empty."""
    found: list[Model] = []

    @seed(5)
    @settings(
        max_examples=many, database=None, phases=[Phase.generate], deadline=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(models(only))
    def collect(model: Model) -> None:
        if model.constraints and all(model.domains.values()):
            found.append(model)

    collect()
    return found


def nearly_fixed(model: Model, drawn: random.Random) -> Model:
    """The model with all variables but one fixed: where looking ahead removes something."""
    spared = drawn.choice(model.variables)
    fixed = {n: [drawn.choice(list(d))] for n, d in model.domains.items() if n != spared}
    return model.narrow(fixed)


def tight_units(many: int, drawn: random.Random) -> list[Model]:
    """Units of six variables with few values each, where subsets occur."""
    names = [f"x{i}" for i in range(6)]
    return [
        Model(
            {
                name: drawn.sample(range(drawn.choice((6, 7))), drawn.choice((2, 2, 3, 4)))
                for name in names
            },
            [AllDifferent(names)],
        )
        for _ in range(many)
    ]


def remainder(many: int, drawn: random.Random) -> list[Model]:
    """Words whose sum leaves 1 when divided by 3: an automaton that only its end refuses."""
    names = ["x", "y", "z"]
    arcs = {(state, value): (state + value) % 3 for state in range(3) for value in range(4)}
    words = Regular(names, Automaton(0, {1}, arcs))
    domains = [
        {n: drawn.sample(range(4), drawn.choice((1, 2, 3))) for n in names} for _ in range(many)
    ]
    return [Model(each, [words]) for each in domains]


def supports(constraint: Constraint, domains: dict[str, Domain]) -> dict[str, set[int]]:
    """Brute force: the values of each variable that occur where the constraint holds."""
    scope = list(dict.fromkeys(constraint.scope))
    kept: dict[str, set[int]] = {name: set() for name in scope}
    for values in product(*(domains[name] for name in scope)):
        assignment = dict(zip(scope, values, strict=True))
        if constraint.holds(assignment):
            for name, value in assignment.items():
                kept[name].add(value)
    return kept


def looked_ahead(constraint: Constraint, domains: dict[str, Domain]) -> dict[str, set[int]]:
    """Forward checking as defined: of at most one open variable, the values that hold."""
    now = {name: set(domains[name]) for name in constraint.scope}
    open_ = [name for name in now if len(now[name]) > 1]
    return now if len(open_) > 1 else supports(constraint, domains)


def pairwise(scope: tuple[str, ...], now: dict[str, set[int]], full: bool) -> dict[str, set[int]]:
    """Naked singles, and in a full unit hidden ones, until nothing more goes."""
    while True:
        before = {name: set(left) for name, left in now.items()}
        for x, y in product(scope, scope):
            if x != y and len(now[x]) == 1:
                now[y] -= now[x]
        if full:
            for value in set().union(*now.values()):
                places = [name for name in scope if value in now[name]]
                if len(places) == 1:
                    now[places[0]] &= {value}
            if len(set().union(*now.values())) < len(scope):
                now[scope[0]] = set()
        if now == before or not all(now.values()):
            return now


def defined(constraint: Constraint, model: Model, level: str) -> dict[str, set[int]]:
    """What the level leaves, from its definition alone."""
    domains = dict(model.domains)
    if isinstance(constraint, AllDifferent) and level != "gac":
        values = {v for name in constraint.scope for v in model.structure.domains[name]}
        full = level == "hidden" and len(values) == len(constraint.scope) > 1
        now = {name: set(domains[name]) for name in constraint.scope}
        return pairwise(constraint.scope, now, full)
    if level == "forward-checking":
        return looked_ahead(constraint, domains)
    return supports(constraint, domains)


def test_each_filter_of_the_page_removes_what_its_level_defines(opened):
    drawn = random.Random(3)
    every = [model for only in KNOWN for model in sample(only, 25)]
    every += [nearly_fixed(model, drawn) for model in every] + tight_units(20, drawn)
    every += [nearly_fixed(model, drawn) for model in remainder(10, drawn)] + remainder(10, drawn)
    for only in KNOWN:
        assert sum(type(c).__name__ == only for m in every for c in m.constraints) >= 20
    data = json.dumps([encoded(model) for model in every])
    script = part("driver_filters.js")
    report = opened(HARNESS % (data.replace("</", "<\\/"), script, json.dumps(PHRASES)))
    pruned = failed = 0
    for model, by_level in zip(every, report, strict=True):
        for level, filtered in zip(LEVELS, by_level, strict=True):
            for constraint, said in zip(model.constraints, filtered, strict=True):
                left = defined(constraint, model, level)
                assert said["failed"] == (not all(left.values())), (level, constraint, model)
                assert said["note"] == ""
                failed += said["failed"]
                if not said["failed"]:
                    pruned += said["events"] > 0
                    now = {name: set(said["domains"][name]) for name in constraint.scope}
                    assert now == left, (level, constraint, model)
    assert pruned > 50
    assert failed > 20


def test_a_constraint_too_large_to_search_says_so_and_looks_ahead(opened):
    names = [f"x{i}" for i in range(9)]
    pigeons = AnyOf(((AllDifferent(names),),))  # which it must search: nine of eight values
    model = Model(dict.fromkeys(names, range(8)), [pigeons])
    report = opened(
        HARNESS % (json.dumps([encoded(model)]), part("driver_filters.js"), json.dumps(PHRASES))
    )
    gac = report[0][LEVELS.index("gac")][0]
    assert "too large to search a support" in gac["note"]
    assert (gac["failed"], gac["events"]) == (False, 0)


# -- the page, driven by clicks --------------------------------------------------------------


def magic_square() -> Model:
    """Three by three: rows, columns and diagonals of 15."""
    cells = [f"m{i}" for i in range(9)]
    lines = [cells[i : i + 3] for i in (0, 3, 6)] + [cells[i::3] for i in range(3)]
    lines += [cells[::4], cells[2:7:2]]
    sums = [Linear.sum(line, "==", 15) for line in lines]
    return Model({cell: range(1, 10) for cell in cells}, [AllDifferent(cells), *sums])


def send_more_money() -> Model:
    """One sum over eight letters, with coefficients in the thousands."""
    weights: dict[str, int] = {}
    for word, sign in (("SEND", 1), ("MORE", 1), ("MONEY", -1)):
        for place, letter in enumerate(reversed(word)):
            weights[letter] = weights.get(letter, 0) + sign * 10**place
    domains = {letter: range(letter in "SM", 10) for letter in weights}
    total = Linear(tuple(weights), tuple(weights.values()), "==", 0)
    return Model(domains, [AllDifferent(tuple(weights)), total])


@pytest.mark.parametrize("level", ["forward-checking", "arc-consistency", "gac"])
def test_the_page_says_and_removes_what_the_stepper_does(opened, level):
    stepper, drawn = Stepper(HARD, level), random.Random(level)
    moves = [drawn.choice(stepper.constraints) for _ in range(25)]
    moves += ["R1C2 = 1", *(drawn.choice(stepper.constraints) for _ in range(25))]
    report = opened(drive_page(HARD, level), *moves)
    for move, said in zip(moves, report, strict=True):
        answer = stepper.step(move)
        now = {name: list(domain) for name, domain in stepper.domains.items()}
        assert said["domains"] == now, move
        assert said["clicked"], move
        assert said["struck"] == sum(len(getattr(e, "removed", ())) for e in answer.events) or (
            "=" in move
        )
        if answer.words:
            assert said["words"] == list(answer.words)
        if answer.state == "failed":
            break
    if level != "gac":
        assert said["counters"]["checks"] == stepper._engine.checks


def test_a_subset_is_told_by_its_hall_set(opened):
    unit = AllDifferent(("a", "b", "c", "d"), rule=Annotation("row", "row 1"))
    model = Model({"a": [1, 2], "b": [1, 2], "c": [1, 2, 3, 4], "d": [1, 3, 4, 5]}, [unit])
    (said,) = opened(drive_page(model), "row 1")
    assert said["words"] == [
        "row 1 removed 1 2 from c because a and b take 1 and 2 between them",
        "row 1 removed 1 from d because a and b take 1 and 2 between them",
    ]


@pytest.mark.parametrize(
    "thing", [FOUR, FEW_CLUES, HARD, magic_square(), send_more_money()],
    ids=["4x4", "4x4 of many solutions", "9x9", "magic square", "send more money"],
)  # fmt: skip
def test_the_page_drives_to_a_solution(opened, thing):
    *_, last = opened(drive_page(thing), "solve")
    assert last["state"] == "solved"
    assert last["words"][-1] == "found a solution"
    model = thing if isinstance(thing, Model) else nonet.parse(thing).model()
    assert model.accepts({name: values[0] for name, values in last["domains"].items()})


def test_backtracking_by_hand_visits_every_solution_once(opened):
    domains = {"a": [1, 2, 3], "b": [1, 2, 3], "c": [2, 3, 4]}
    model = Model(domains, [AllDifferent(("a", "b", "c")), Linear.sum(("a", "c"), "<=", 5)])
    expected = len(brute_force(model))
    moves = ["solve", *["back", "solve"] * (expected + 2)]
    report = opened(drive_page(model, "forward-checking"), *moves)
    solved = [tuple(v[0] for v in said["domains"].values()) for said in report
              if said["words"][-1:] == ["found a solution"]]  # fmt: skip
    assert len(solved) == len(set(solved)) == expected
    over = next(said for said in report if said["state"] == "over")
    assert over["words"][-1] == f"all is searched: there are {expected} solutions"
    statuses = [node["status"] for node in over["nodes"]]
    assert statuses.count("solved") == expected
    assert "open" not in statuses


def test_a_failure_offers_backtrack_and_undo_takes_back_anything(opened):
    _, guess, _, undone, impossible, unknown, level = opened(
        drive_page(FEW_CLUES, "hidden"),
        "all", "R1C2 = 2", "pass", "undo", "R1C2 = 9", "box 9", "level gac",
    )  # fmt: skip
    assert guess["words"] == ["guess 1: R1C2 = 2"]
    assert (guess["depth"], len(guess["nodes"]), guess["drawn"]) == (1, 2, 2)
    assert undone["domains"] == guess["domains"]
    assert undone["counters"] == guess["counters"]
    assert (impossible["clicked"], impossible["words"]) == (
        False,
        ["R1C2 cannot be 9: it may be 2"],
    )
    assert unknown["words"] == ['no constraint is called "box 9"; help says what can be typed']
    assert level["words"][0].startswith("level gac")

    clash = Model({"a": [1, 2], "b": [1, 2], "c": [1, 2]}, [AllDifferent(("a", "b", "c"))])
    _, branch, failed, backed, _, dead = opened(
        drive_page(clash, "forward-checking"),
        "all", "a = 1", "all", "back", "all", "back",
    )  # fmt: skip
    assert branch["state"] == "open"
    assert failed["state"] == "failed"
    assert failed["words"][-1] == "AllDifferent cannot hold: nothing is left for c because b = 2"
    assert "backtrack, or undo" in failed["advice"]
    assert failed["offered"] == 1
    assert failed["counters"]["failures"] == 1
    assert backed["words"] == ["took back guess 1", "branch 1: a is not 1"]
    assert backed["domains"]["a"] == [2]
    assert dead["words"][-1] == "all is searched: there are no solutions"
    assert [node["status"] for node in dead["nodes"]] == ["branch", "failed", "failed"]


def test_which_can_filter_is_told_only_when_asked(opened):
    stepper = Stepper(FOUR, "gac")
    first, asked, after = opened(drive_page(FOUR), "row 2", "which", "row 3")
    stepper.step("row 2")
    assert first["can"] == after["can"] == []
    assert asked["can"] == list(stepper.can_filter())
    assert asked["domains"] == first["domains"]
    assert asked["counters"] == first["counters"]


def test_the_page_needs_nothing_from_anywhere():
    html = drive_page(HARD)
    assert set(re.findall(r"""(?:src|href)\s*=\s*["']([^"']*)""", html)) == {"data:,"}
    assert not re.search(r"url\(|@import|fetch\(|XMLHttpRequest", html)
    assert set(re.findall(r"https?:[\w/.]*", html)) == {"http://www.w3.org/2000/svg"}
    assert "<b>x" not in drive_page(FOUR, title="</script><b>x").replace("&lt;/script><b>x", "")


def test_what_a_page_cannot_do_is_told():
    class Strange(Constraint):
        def holds(self, assignment):
            return True

    with pytest.raises(BackendOptionError, match="take forward-checking, arc-consistency, hidden"):
        drive_page(FOUR, "bounds")
    with pytest.raises(Unsupported, match="Strange"):
        encoded(Model({"a": [1]}, [Strange(("a",))]))


# -- the command ----------------------------------------------------------------------------


def test_the_command_writes_the_page(tmp_path, capsys):
    to = tmp_path / "drive.html"
    level = ["--backend", "native:level=forward-checking"]
    assert main(["trace", FOUR, "--drive", "--to", str(to), *level]) == 0
    assert to.read_text() == drive_page(FOUR, "forward-checking")
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("backend", "says"),
    [("cpsat", "only native can be driven"), ("native:level=singleton", "at level singleton")],
)
def test_the_command_refuses_what_cannot_be_driven(tmp_path, capsys, backend, says):
    to = tmp_path / "drive.html"
    assert main(["trace", FOUR, "--drive", "--to", str(to), "--backend", backend]) == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1
    assert not to.exists()


# -- the notebook -----------------------------------------------------------------------------


def test_a_stepper_shows_itself_in_a_notebook():
    stepper = Stepper(FOUR, "gac")
    html = stepper._repr_html_()
    assert html.count("<svg") == 1
    assert "Nothing has happened yet." in html
    answer = stepper.step("row 2")
    html = stepper._repr_html_()
    for words in answer.words:
        assert words in html
    assert f"Can filter ({len(stepper.can_filter())}): {', '.join(stepper.can_filter())}" in html
    stepper.step("all")
    assert "level gac: solved, 0 guesses open" in stepper._repr_html_()


def test_what_can_filter_is_what_filters_and_asking_changes_nothing():
    stepper = Stepper(HARD, "forward-checking")
    stepper.step("row 1")
    before, events = dict(stepper.domains), len(stepper.events)
    counters = (stepper._engine.checks, stepper._engine.filterings)
    can = stepper.can_filter()
    assert dict(stepper.domains) == before
    assert len(stepper.events) == events
    assert (stepper._engine.checks, stepper._engine.filterings) == counters
    for label in stepper.agenda:
        alone = Stepper(HARD, "forward-checking")
        alone.step("row 1")
        assert bool(alone.step(label).events) == (label in can)


def test_a_failed_stepper_and_a_model_are_shown_too():
    model = Model({"<a>": [1], "b": [1]}, [AllDifferent(("<a>", "b"))])
    stepper = Stepper(model)
    assert stepper.can_filter() == ("AllDifferent",)
    stepper.step()
    html = stepper._repr_html_()
    assert "a constraint cannot hold" in html
    assert "<th>&lt;a&gt;</th>" in html
    assert "nothing is left for" in html
