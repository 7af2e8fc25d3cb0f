"""Events in words: each kind, and how much of a long reason is named."""

import nonet
from nonet.backends.events import Backtracked, Branched, Filtered, Stopped, WipedOut
from nonet.model import AllDifferent, Annotation, Domain, Model
from nonet.tracing.sentences import event_sentence


def test_events_in_words():
    before = {name: Domain.of([1, 2, 3]) for name in "abcde"} | {"a": Domain.single(3)}
    row = Annotation("row", "row 5")
    expected = {
        Filtered("b", (3,), row, ("a",)): "row 5 removed 3 from b because a = 3",
        Filtered("b", (1, 3), row, ("a", "c")): "row 5 removed 1 3 from b because a = 3 and "
        "c is 1 or 2 or 3, which leaves 2",
        Filtered("b", (2, 3), row, ("a", "c", "d", "e")): "row 5 removed 2 3 from b because of 4 "
        "other variables, which leaves 1",
        WipedOut("c", row, ("a",)): "row 5 cannot hold: nothing is left for c because a = 3",
        Branched("b", 2, 3): "guess 3: b = 2",
        Backtracked(3): "took back guess 3",
        Stopped("time"): "stopped: time",
    }
    for event, text in expected.items():
        assert event_sentence(event, before) == text
    hidden = {name: Domain.of([2, 3]) for name in "acde"} | {"b": Domain.of([1, 2])}
    assert event_sentence(Filtered("b", (2,), row, tuple("acde")), hidden) == (
        "row 5 removed 2 from b because 1 has no other place there, which leaves 1"
    )


def test_a_wipe_out_by_too_few_values_names_them():
    names = ("a", "b", "c", "d")
    domains = {"a": [1, 2], "b": [1, 2], "c": [1, 2], "d": [1, 2, 3, 4, 5]}
    run = nonet.trace(Model(domains, [AllDifferent(names)]), "native:level=gac")
    assert "cannot hold because a, b and c have only 1 and 2 between them" in str(run)
