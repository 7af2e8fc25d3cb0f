"""The search tree of a run, folded or whole, as nodes and as a picture."""

import xml.etree.ElementTree as ElementTree

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
from nonet.model import Annotation, Domain
from nonet.tracing import Trace
from nonet.tracing.tree import current_node, failed_subtrees, search_tree, tree_svg

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


def test_the_tree_of_a_run_has_its_counters():
    run = nonet.trace(HARD, limit=None)
    tree = search_tree(run)
    assert len(tree) == run.stats["nodes"]
    assert sum(node.status == "failed" for node in tree) == run.stats["failures"]
    assert sum(node.status == "solved" for node in tree) == run.stats["solutions"] == 1
    assert max(node.depth for node in tree) == run.stats["depth"]
    for node in tree[1:]:
        assert node.id in tree[node.parent].children
        assert tree[node.parent].children[node.alternative] == node.id


def test_folding_hides_every_failure_and_no_solution():
    tree = search_tree(nonet.trace(HARD, limit=None))
    hidden = failed_subtrees(tree)
    assert hidden
    for top in hidden:
        below = tree[top : top + tree[top].size]
        assert len(below) > 1
        assert not any(node.status in ("solved", "open") for node in below)
        assert tree[tree[top].parent].solutions or tree[top].parent == 0


def test_the_picture_shows_every_node_once_or_folds_it():
    run = nonet.trace(HARD, limit=None)
    tree = search_tree(run)
    unfolded = ElementTree.fromstring(tree_svg(run, fold=False))
    shapes = [e for e in unfolded.iter() if e.get("class")]
    assert len(shapes) == len(tree)
    for status in ("branch", "failed", "solved"):
        drawn = sum(shape.get("class") == status for shape in shapes)
        assert drawn == sum(node.status == status for node in tree)
    folded_picture = ElementTree.fromstring(tree_svg(run))
    texts = [int(e.text) for e in folded_picture.iter() if e.get("text-anchor") == "middle"]
    shapes_drawn = sum(bool(e.get("class")) for e in folded_picture.iter())
    assert shapes_drawn - len(texts) + sum(texts) == len(tree)


def made(*events: Event) -> Trace:
    return Trace("mine", {name: Domain.of([1, 2, 3]) for name in "xyz"}, events)


FAILS = WipedOut("z", Annotation("", "a rule"), ())
POSTED = Posted(Annotation("", "a rule"), ("x",))
SOLVED = SolutionFound({})


def test_a_node_spans_the_events_of_its_guess_and_counts_what_is_below():
    tree = search_tree(
        made(
            POSTED,
            Filtered("z", (3,), Annotation("", "a rule"), ()),
            Branched("x", 1, 1),
            Filtered("z", (2,), Annotation("", "a rule"), ()),
            Branched("y", 1, 2),
            FAILS,
            Backtracked(2),
            Branched("y", 2, 2),
            SOLVED,
            Branched("x", 2, 1),
            Stopped("time"),
        )
    )
    rows = [
        (n.label, n.parent, n.alternative, n.depth, n.start, n.end, n.status, n.solutions, n.size)
        for n in tree
    ]
    assert rows == [
        ("", -1, 0, 0, 0, 2, "branch", 1, 5),
        ("x = 1", 0, 0, 1, 2, 4, "branch", 1, 3),
        ("y = 1", 1, 0, 2, 4, 6, "failed", 0, 1),
        ("y = 2", 1, 1, 2, 7, 9, "solved", 1, 1),
        ("x = 2", 0, 1, 1, 9, 10, "open", 0, 1),
    ]
    assert [node.children for node in tree] == [[1, 4], [2, 3], [], [], []]


def test_a_root_without_propagation_ends_where_all_is_posted():
    assert search_tree(made(POSTED, POSTED, Branched("x", 1, 1)))[0].end == 2
    assert search_tree(made())[0].end == 0


def test_only_the_highest_node_whose_guesses_all_failed_is_folded():
    deep = [Branched("x", 1, 1), Branched("y", 1, 2), Branched("z", 1, 3), FAILS, Backtracked(3)]
    deep += [Branched("z", 2, 3), FAILS, Backtracked(2), Branched("y", 2, 2), FAILS, Backtracked(1)]
    tree = search_tree(made(*deep, Branched("x", 2, 1), SOLVED))
    assert failed_subtrees(tree) == {1}
    assert tree[1].size == 5
    # all failed, but for one that a limit stopped, or one with a solution: a part is folded
    stopped = search_tree(made(*deep[:8], Branched("y", 2, 2), Stopped("time")))
    assert failed_subtrees(stopped) == {2}
    solved = search_tree(made(*deep[:8], Branched("y", 2, 2), SOLVED))
    assert failed_subtrees(solved) == {2}
    assert failed_subtrees(search_tree(made(*deep))) == set()  # the whole tree is the proof


def test_a_learned_nogood_leads_back_from_its_failure():
    events = (Branched("x", 1, 1), Branched("y", 1, 2), FAILS, Learned(1, ("x",), ((1,),), 0))
    tree = search_tree(made(*events, Backtracked(1), Restarted(1)))
    assert [node.jump for node in tree] == [None, None, 0]
    assert [node.status for node in tree] == ["branch", "branch", "failed"]


@pytest.mark.parametrize(
    ("events", "number"),
    [
        ((), 0),
        ((Branched("x", 1, 1),), 1),
        ((Branched("x", 1, 1), Branched("y", 1, 2)), 2),
        ((Branched("x", 1, 1), Branched("y", 1, 2), Backtracked(2)), 1),
        ((Branched("x", 1, 1), Branched("y", 1, 2), Backtracked(1)), 0),
        ((Branched("x", 1, 1), Branched("y", 1, 2), Branched("x", 2, 1)), 3),
    ],
)
def test_the_current_node_is_the_last_guess_not_taken_back(events, number):
    assert current_node(made(*events)) == number


def drawn(*events: Event, fold: bool = True) -> ElementTree.Element:
    return ElementTree.fromstring(tree_svg(made(*events), fold=fold))


def test_leaves_stand_side_by_side_and_parents_above_their_middle():
    picture = drawn(
        Branched("x", 1, 1), FAILS, Backtracked(1), Branched("x", 2, 1), SOLVED, Branched("x", 3, 1)
    )
    lines = [e.get("d") for e in picture.iter() if e.get("stroke")]
    assert lines == ["M78 0L0 40", "M78 0L78 40", "M78 0L156 40"]
    shapes = {
        e.get("class"): (e.tag.rpartition("}")[2], e[0].text)
        for e in picture.iter()
        if e.get("class")
    }
    assert shapes == {
        "branch": ("circle", "the start: branch"),
        "failed": ("path", "x = 1: failed"),
        "solved": ("path", "x = 2: solved"),
        "open": ("circle", "x = 3: open"),
    }
    assert picture.get("viewBox") == "-26 -26 298 92"


def test_a_folded_subtree_tells_how_many_failed():
    events = (Branched("x", 1, 1), Branched("y", 1, 2), FAILS, Backtracked(1), Branched("x", 2, 1))
    picture = drawn(*events, SOLVED)
    (failed,) = (e for e in picture.iter() if e.get("class") == "failed")
    assert failed[0].text == "x = 1: 2 nodes, all failed"
    assert [e.text for e in picture.iter() if e.get("text-anchor") == "middle"] == ["2"]
    unfolded_picture = drawn(*events, SOLVED, fold=False)
    titles = [e[0].text for e in unfolded_picture.iter() if e.get("class")]
    assert titles == ["the start: branch", "x = 1: branch", "y = 1: failed", "x = 2: solved"]


def test_guesses_are_written_beside_few_nodes_alone_and_too_many_are_not_drawn(monkeypatch):
    events = (Branched("x", 1, 1), SOLVED, Branched("x", 2, 1), SOLVED)
    monkeypatch.setattr(nonet.tracing.tree, "MAX_NODES_LABELLED", 3)
    monkeypatch.setattr(nonet.tracing.tree, "MAX_NODES_DRAWN", 4)
    labels = [
        [e.text for e in drawn(*shown).iter() if e.get("fill") == "#3d3846"]
        for shown in (events, (*events, Branched("x", 3, 1), SOLVED))
    ]
    assert labels == [["x = 1", "x = 2"], []]
    with pytest.raises(ValueError, match="5 nodes are too many to draw"):
        drawn(*events, *events)
