"""The search tree of a run, folded or whole, as nodes and as a picture."""

import xml.etree.ElementTree as ElementTree

import nonet
from nonet.tracing.tree import failed_subtrees, search_tree, tree_svg

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
