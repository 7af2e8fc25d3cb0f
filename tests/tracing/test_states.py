"""The domains at each event, forward and back."""

import pytest

import nonet
from nonet.backends.events import Backtracked, Branched, Filtered, Posted, Stopped, WipedOut
from nonet.model import Annotation, Domain
from nonet.tracing import Replay, Trace, states

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
RULE = Annotation("", "a rule")
DOMAINS = {name: Domain.of([1, 2, 3]) for name in "xyz"}


def test_going_back_gives_every_state_again():
    run = nonet.trace(HARD)
    seen = [dict(state.domains) for state in states(run)]
    replay = Replay(run)
    replay.move_to(len(run))
    for number in range(len(run), -1, -1):
        assert replay.number == number
        assert dict(replay.state.domains) == seen[number]
        replay.back()
    assert replay.back() is None
    assert dict(replay.move_to(200).domains) == seen[200]


def test_going_to_the_next_guess_and_the_last_wipe_out():
    run = nonet.trace(HARD)
    guesses, wipes = (
        [number for number, event in enumerate(run.events, 1) if isinstance(event, kind)]
        for kind in (Branched, WipedOut)
    )
    replay = Replay(run)
    assert replay.find_event(Branched, -1) is None
    assert replay.find_event(Branched) == guesses[0]
    replay.move_to(guesses[1])
    assert (replay.find_event(Branched), replay.find_event(Branched, -1)) == (
        guesses[2],
        guesses[0],
    )
    replay.move_to(len(run))
    assert replay.find_event(WipedOut, -1) == wipes[-1]
    assert replay.find_event(Branched) is None
    assert replay.find_event(Stopped, -1) is None  # where it stands
    replay.move_to(1)
    assert (replay.find_event(Posted), replay.find_event(Posted, -1)) == (2, None)


@pytest.mark.parametrize(("target", "number"), [(-1, 0), (0, 0), (3, 3), (4, 3), (10**9, 3)])
def test_a_move_ends_within_the_run(target, number):
    run = Trace("mine", DOMAINS, (Posted(RULE, ("x",)), Branched("x", 1, 1), Stopped(None)))
    replay = Replay(run)
    assert replay.move_to(target).number == replay.number == number
    assert replay.event is (run.events[number - 1] if number else None)


def test_guesses_that_nobody_took_back_are_undone_by_the_next_at_their_depth():
    events = (
        Branched("x", 1, 1),
        Filtered("y", (1,), RULE, ("x",)),
        Branched("y", 2, 2),
        Filtered("z", (2, 3), RULE, ("y",)),
        Branched("x", 2, 1),
        Backtracked(1),
        Backtracked(1),
    )
    run = Trace("mine", DOMAINS, events)
    full, first, second, third = (Domain.of([1, 2, 3]), *map(Domain.single, (1, 2, 3)))
    expected = [
        (0, (full, full, full)),
        (1, (first, full, full)),
        (1, (first, second | third, full)),
        (2, (first, second, full)),
        (2, (first, second, first)),
        (1, (second, full, full)),
        (0, (full, full, full)),
        (0, (full, full, full)),  # what is not open is not taken back
    ]
    assert [(s.depth, tuple(s.domains.values())) for s in states(run)] == expected
    replay = Replay(run)
    replay.move_to(len(run))
    for number in reversed(range(len(run))):
        assert replay.back() is run.events[number]
        assert (replay.depth, tuple(replay.domains.values())) == expected[number]


def test_a_state_is_solved_when_each_variable_has_one_value():
    events = (Branched("x", 1, 1), Branched("y", 2, 2), Branched("z", 3, 3))
    assert [state.is_solved for state in states(Trace("mine", DOMAINS, events))] == [
        False,
        False,
        False,
        True,
    ]


def test_a_state_that_was_given_stays_and_the_view_moves():
    replay = Replay(Trace("mine", DOMAINS, (Branched("x", 1, 1),)))
    state, view = replay.state, replay.domains
    assert replay.forward() == Branched("x", 1, 1)
    assert (state.domains["x"], view["x"]) == (Domain.of([1, 2, 3]), Domain.single(1))
    assert replay.forward() is None
