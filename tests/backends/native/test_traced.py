"""Events tell every step of a search, and replay to its solutions."""

from nonet.backends.events import (
    Backtracked,
    Branched,
    Filtered,
    Posted,
    SolutionFound,
    Stopped,
    WipedOut,
)
from nonet.model import AllDifferent, Annotation, Model
from nonet.puzzle import Grid, Puzzle
from nonet.solving import solve

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


def classic(line: str) -> Puzzle:
    grid = Grid.square(9)
    return Puzzle(grid, {c: int(s) for c, s in zip(grid.cells, line, strict=True) if s != "."})


def test_events_tell_the_whole_story_of_a_small_search():
    different = AllDifferent(("x", "y"), rule=Annotation("pair", "the pair"))
    events = []
    solve(
        Model({"x": [1, 2], "y": [1, 2]}, [different]),
        "native:alldifferent=naked",
        limit=None,
        tracer=events.append,
    )
    pair = Annotation("pair", "the pair")
    assert events == [
        Posted(pair, ("x", "y")),
        Branched("x", 1, 1),
        Filtered("y", (1,), pair, ("x",)),
        SolutionFound({"x": 1, "y": 2}),
        Backtracked(1),
        Branched("x", 2, 1),
        Filtered("y", (2,), pair, ("x",)),
        SolutionFound({"x": 2, "y": 1}),
        Backtracked(1),
        Stopped(None),
    ]


def test_a_wipe_out_names_the_variable_and_the_rule():
    row = AllDifferent(("x", "y", "z"), rule=Annotation("row", "row 1"))
    events = []
    solve(Model({"x": [1], "y": [1], "z": [1, 2, 3]}, [row]), "native", tracer=events.append)
    wiped = [event for event in events if isinstance(event, WipedOut)]
    assert len(wiped) == 1
    assert wiped[0].rule.label == "row 1"
    assert wiped[0].variable in ("x", "y")


def test_replaying_the_filterings_gives_the_solution():
    puzzle = classic(HARD)
    domains = {name: set(domain) for name, domain in puzzle.model().domains.items()}
    trail, marks, events = [], [], []
    outcome = solve(puzzle, "native", tracer=events.append)
    for event in events:
        match event:
            case Branched(variable, value, depth):
                assert depth == len(marks) + 1
                marks.append(len(trail))
                trail.append((variable, domains[variable]))
                domains[variable] = {value}
            case Filtered(variable, removed):
                assert set(removed) <= domains[variable]
                trail.append((variable, domains[variable]))
                domains[variable] = domains[variable] - set(removed)
            case Backtracked(depth):
                while len(marks) >= depth:
                    mark = marks.pop()
                    while len(trail) > mark:
                        variable, before = trail.pop()
                        domains[variable] = before
            case SolutionFound(assignment):
                assert {name: {value} for name, value in assignment.items()} == domains
    assert outcome.solutions


def test_a_traced_run_takes_the_same_steps_as_a_plain_one():
    plain = solve(classic(HARD), "native", limit=2).stats
    traced = solve(classic(HARD), "native", limit=2, tracer=lambda event: None).stats
    assert plain == traced
