"""The domains at each event, forward and back."""

import nonet
from nonet.backends.events import Branched, WipedOut
from nonet.tracing import Replay, states

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


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
    replay = Replay(run)
    guess = replay.find_event(Branched)
    assert isinstance(run.events[guess - 1], Branched)
    assert not any(isinstance(event, Branched) for event in run.events[: guess - 1])
    replay.move_to(len(run))
    wiped = replay.find_event(WipedOut, -1)
    assert isinstance(run.events[wiped - 1], WipedOut)
    assert not any(isinstance(event, WipedOut) for event in run.events[wiped:-1])
    assert replay.find_event(Branched) is None
