"""Every option of the native backend on small models: solutions, counters and events."""

from nonet.backends.events import Backtracked, Branched, Filtered, SolutionFound, WipedOut
from nonet.testing.brute import brute_force
from tests.backends.native import runs


def test_every_option_has_the_solutions_of_brute_force():
    expected = {}
    for case, model, trace in runs.runs():
        if "maximize" in str(model.objective):
            continue
        key = case.partition(" ")[0]
        if key not in expected and key != "puzzle":
            expected[key] = brute_force(model)
        solutions = [tuple(each[name] for name in model.variables) for each in trace.solutions]
        assert len(set(solutions)) == len(solutions)
        if key == "puzzle":
            assert len(solutions) == 6 and all(map(model.accepts, trace.solutions))
        else:
            assert set(solutions) == expected[key], case


def test_counters_are_the_numbers_of_events_and_events_replay_to_the_solutions():
    """Domains are kept by hand: what is removed was there, and what a guess changed comes back."""
    for name, _, trace in runs.runs():
        counted = trace.counts()
        stats = trace.stats
        assert stats["guesses"] == counted["Branched"], name
        assert stats["solutions"] >= counted["SolutionFound"] == len(trace.solutions), name
        assert stats["depth"] == max(
            (each.depth for each in trace.events if isinstance(each, Branched)), default=0
        ), name
        if "learning" in name:
            continue
        assert stats["failures"] == counted["WipedOut"], name
        domains = {each: set(values) for each, values in trace.domains.items()}
        before = []
        for event in trace.events:
            if isinstance(event, Branched):
                assert event.depth == len(before) + 1, name
                before.append({each: set(values) for each, values in domains.items()})
                assert event.value in domains[event.variable], name
                domains[event.variable] = {event.value}
            elif isinstance(event, Backtracked):
                assert event.depth == len(before), name
                domains = before.pop()
            elif isinstance(event, Filtered):
                assert set(event.removed) <= domains[event.variable], (name, event)
                domains[event.variable] -= set(event.removed)
            elif isinstance(event, SolutionFound):
                for variable, value in event.assignment.items():
                    assert domains[variable] == {value}, (name, event)
            elif isinstance(event, WipedOut) and event.variable is not None:
                assert event.variable in domains
        assert any(each for each in domains.values()), name
