"""Events in words: each kind, and how much of a long reason is named."""

import pytest

import nonet
from nonet.backends.events import (
    Backtracked,
    Branched,
    Event,
    Filtered,
    Learned,
    Posted,
    Restarted,
    SolutionFound,
    Stopped,
    WipedOut,
)
from nonet.model import AllDifferent, Annotation, Domain, Model
from nonet.model.symbols import Symbols
from nonet.tracing import Trace
from nonet.tracing.sentences import event_sentence, trace_lines, values_text

ROW = Annotation("row", "row 5")
BEFORE = {name: Domain.of([1, 2, 3]) for name in "abcde"} | {"a": Domain.single(3)}
EVENTS: dict[Event, str] = {
    Posted(ROW, ("a", "b")): "posted row 5 over a b",
    Posted(Annotation("", ""), tuple("abcdefghi")): "posted a constraint over a b c d e f g h i",
    Posted(ROW, tuple("abcdefghij")): "posted row 5 over a b c d ... j",
    Filtered("b", (3,), ROW, ("a",)): "row 5 removed 3 from b because a = 3",
    Filtered("b", (3,), ROW, ()): "row 5 removed 3 from b",
    Filtered("b", (1, 3), ROW, ("a", "c")): "row 5 removed 1 3 from b because a = 3 and "
    "c is 1 or 2 or 3, which leaves 2",
    Filtered("b", (1, 2, 3), ROW, ("a",)): "row 5 removed 1 2 3 from b because a = 3, "
    "which leaves nothing",
    Filtered("b", (2, 3), ROW, ("a", "c", "d", "e")): "row 5 removed 2 3 from b because of 4 "
    "other variables, which leaves 1",
    Filtered("b", (3,), ROW, ("a", "c", "d", "e")): "row 5 removed 3 from b because of 4 "
    "other variables",
    Filtered("b", (3,), ROW, ("c", "d", "e", "x"), (1, 2)): "row 5 removed 3 from b because "
    "c, d, e and x take 1 and 2 between them",
    Filtered("b", (3,), ROW, ("a",), (3,)): "row 5 removed 3 from b because a = 3",
    Filtered("b", (3,), ROW, ("x",)): "row 5 removed 3 from b because x is what it is",
    WipedOut("c", ROW, ("a",)): "row 5 cannot hold: nothing is left for c because a = 3",
    WipedOut(None, ROW, ("a",)): "row 5 cannot hold because a = 3",
    WipedOut(None, ROW, ("c", "d"), (7,)): "row 5 cannot hold because c and d have only 7 "
    "between them",
    Branched("b", 2, 3): "guess 3: b = 2",
    Backtracked(3): "took back guess 3",
    Stopped("time"): "stopped: time",
    Stopped(None): "stopped: all is searched",
    Learned(4, ("a", "b"), ((1,), (2, 3)), 1): "learned nogood 4: never a = 1 and b is 2 or 3",
    Learned(1, ("a",), (tuple(range(9)),), 0): "learned nogood 1: never a is "
    "0 or 1 or 2 or 3 or 4 or 5 or 6 or 7 or 8",
    Learned(1, ("a",), (tuple(range(10)),), 0): "learned nogood 1: never a is one of 10 values",
    Restarted(2): "restart 2: all guesses are taken back",
}


@pytest.mark.parametrize("event", EVENTS, ids=repr)
def test_an_event_in_words(event):
    assert event_sentence(event, BEFORE) == EVENTS[event]


def test_a_solution_in_words():
    assert event_sentence(SolutionFound({"a": 1}), BEFORE) == "found a solution"


def test_a_value_with_no_other_place_is_told_so_where_the_reasons_are_many():
    domains = {name: Domain.of([2, 3]) for name in "acde"} | {"b": Domain.of([1, 2])}
    many, few = Filtered("b", (2,), ROW, tuple("acde")), Filtered("b", (2,), ROW, tuple("acd"))
    assert event_sentence(many, domains) == (
        "row 5 removed 2 from b because 1 has no other place there, which leaves 1"
    )
    assert "because a is 2 or 3 and c is 2 or 3 and d is 2 or 3," in event_sentence(few, domains)
    domains["e"] = Domain.of([1, 3])
    assert "because of 4 other variables," in event_sentence(many, domains)


def test_a_reason_of_many_values_or_none_is_counted():
    domains = BEFORE | {"d": Domain.of(range(4)), "e": Domain.of([])}
    event = Filtered("b", (3,), ROW, ("c", "d", "e"))
    assert event_sentence(event, domains) == (
        "row 5 removed 3 from b because c is 1 or 2 or 3 and d is one of 4 values and "
        "e has no value"
    )


@pytest.mark.parametrize(
    ("values", "text"),
    [
        (range(64), " ".join(map(str, range(64)))),
        (range(65), "0..64"),
        ((*range(64), 70), "0..63 70"),
        ((*range(64), 70, 71), "0..63 70..71"),
    ],
)
def test_only_very_many_removed_values_are_written_as_runs(values, text):
    assert values_text("x", tuple(values)) == text


def test_values_with_names_are_named_however_many_they_are():
    names = {"x": Symbols(tuple((value, f"v{value}") for value in range(70)))}
    assert values_text("x", tuple(range(70)), names) == " ".join(f"v{n}" for n in range(70))
    domains = {"x": Domain.of(range(3)), "y": Domain.of(range(3))}
    leaves = event_sentence(Filtered("x", (0, 1), ROW, ("y",)), domains, names)
    assert leaves == "row 5 removed v0 v1 from x because y is 0 or 1 or 2, which leaves v2"
    assert event_sentence(Branched("x", 1, 1), domains, names) == "guess 1: x = v1"
    assert event_sentence(Filtered("y", (1,), ROW, ("x", "y"), (1, 2)), domains, names) == (
        "row 5 removed 1 from y because x and y take v1 and v2 between them"
    )


def test_a_wipe_out_by_too_few_values_names_them():
    names = ("a", "b", "c", "d")
    domains = {"a": [1, 2], "b": [1, 2], "c": [1, 2], "d": [1, 2, 3, 4, 5]}
    run = nonet.trace(Model(domains, [AllDifferent(names)]), "native:level=gac")
    assert "cannot hold because a, b and c have only 1 and 2 between them" in str(run)


@pytest.mark.parametrize(
    ("dropped", "text"),
    [(0, None), (1, "1 further event was not kept"), (2, "2 further events were not kept")],
)
def test_a_line_an_event_is_indented_by_the_open_guesses_and_gaps_are_told(dropped, text):
    events = (Branched("a", 1, 1), Branched("b", 2, 2), Backtracked(2), Stopped(None))
    domains = {"a": Domain.of([1, 2]), "b": Domain.of([1, 2])}
    run = Trace("mine", domains, events, missing=("what it does",), dropped=dropped)
    assert list(trace_lines(run)) == [
        "     1  guess 1: a = 1",
        "     2    guess 2: b = 2",
        "     3      took back guess 2",
        "     4    stopped: all is searched",
        *([f"        {text}"] if text else []),
        "        not reported by mine: what it does",
    ]


def test_every_kind_of_event_has_its_sentence():
    kinds = {type(event) for event in EVENTS} | {SolutionFound}
    assert kinds == set(nonet.backends.events.EVENT_TYPES)
