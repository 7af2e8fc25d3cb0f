"""What the graph of inferences says of all candidates at once, against one search each."""

from random import Random

import pytest

import nonet
from nonet.puzzle import make_rule
from nonet.techniques import Position, explain
from nonet.techniques.engines.closure import Closure
from nonet.techniques.engines.graph import Graph
from nonet.techniques.families.forcing.tables import _Tables
from nonet.techniques.layout import bits

LINES = (
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
)
WINDOKU = "......7..........4.4.9.865.6.............4..58..6..3...........3.72..........1..7"


def positions():
    """Positions of some paths where chains have something to do, a windoku's among them."""
    puzzles = [nonet.parse(line) for line in LINES]
    puzzles.append(nonet.parse(WINDOKU).with_rules(make_rule("windoku")))
    for puzzle in puzzles:
        path = explain(puzzle, "hodoku")
        hard = [
            position
            for position, step in zip(path.positions, path.steps, strict=False)
            if step.technique.module not in ("singles", "intersections", "subsets")
        ]
        yield from hard[:: max(1, len(hard) // 4)]


def sparse(seed):
    """A position with few candidates left, drawn at random: it need not have a solution."""
    start, random = Position.of(nonet.parse("." * 81)), Random(seed)
    return start.without(sum(1 << c for c in bits(start.open) if random.random() < 0.7))


@pytest.fixture(scope="module")
def looked_at():
    found = list(positions())
    assert len(found) >= 8
    return found


def test_what_is_on_and_off_with_a_candidate_is_what_its_search_finds(looked_at):
    for position in looked_at:
        graph = Graph.of(position)
        for candidate in bits(position.open):
            run = Closure(graph, candidate, True)
            on, off = graph.turned(candidate)
            assert (on, off) == (run.on, run.off)


def test_refuted_and_proven_are_those_whose_search_ends_in_their_contrary(looked_at):
    refuted = proven = 0
    for position in (*looked_at, *map(sparse, range(4))):
        graphs = [Graph.of(position), Graph.of_pairs(position)]
        graphs += [Graph.of_value(position, value) for value in range(position.layout.size)]
        for graph in graphs:
            wrong = {c for c in bits(graph.open) if Closure(graph, c, True).off >> c & 1}
            right = {c for c in bits(graph.open) if Closure(graph, c, False).on >> c & 1}
            assert set(bits(graph.refuted)) == wrong
            assert set(bits(graph.proven)) == right
            refuted += len(wrong)
            proven += len(right)
    assert refuted and proven


def test_tables_that_leave_a_truth_empty_are_the_same_looked_at_one_by_one(looked_at):
    failing = 0
    for position in looked_at:
        tables = _Tables(position, nets=False)
        for candidate in bits(position.open):
            for on in (False, True):
                at_once = tables._fails(candidate, on)
                tables.nets = True
                assert tables._fails(candidate, on) == at_once
                tables.nets = False
                failing += at_once
    assert failing
