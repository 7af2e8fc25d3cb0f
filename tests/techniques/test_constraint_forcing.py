"""A candidate refuted through constraints: that the story is true, and which one is taken."""

import pytest

import nonet
from nonet import Grid, Model, Puzzle
from nonet.deadline import DeadlineExceeded
from nonet.puzzle.examples import example_puzzle
from nonet.puzzle.rules import make_rule
from nonet.techniques import Position, find
from nonet.techniques.engines.supposition import find_refutation
from nonet.techniques.families import constraint_forcing
from nonet.techniques.solution_oracle import position_of

KEYS = frozenset({"constraint-forcing"})


def test_a_refutation_is_true_and_every_link_of_it_matters():
    """Brute force by another backend: the sources alone exclude the candidate."""
    for rule in ("little-killer", "arrow", "sum-line", "equality-cage"):
        kind = nonet.puzzle.rule_types()[rule]
        position = position_of(example_puzzle(kind, kind.examples[0]))
        steps = [step for step in find(position, "constraint-forcing") if step.key]
        for step in steps:
            ((cell, value),) = step.removed
            sources = step.detail.refutation.sources
            domains = {
                **position.layout.structure.domains,
                **{c: list(v) for c, v in position.candidates.items()},
                **{c: [v] for c, v in position.assignment.items()},
                cell: [value],
            }
            model = Model(domains, step.detail.refutation.constraints)
            assert not nonet.solve(model, "cpsat").solutions
            for source in sources:
                fewer = [other for other in sources if other is not source]
                assert find_refutation(position, step.detail.refutation.candidate, fewer) is None


class Links:
    """A refutation of a candidate by so many links, as found, and made shorter."""

    def __init__(self, candidate, links, shorter=None):
        self.candidate, self.links, self.shorter = candidate, links, shorter or links


@pytest.fixture
def refuted_by(monkeypatch):
    """Let candidates be refuted by given numbers of links, in the order in which they are tried."""
    shortened = []

    def given(*links):
        remaining = iter(links)
        monkeypatch.setattr(
            constraint_forcing,
            "_refutation",
            lambda position, candidate: (
                None if (pair := next(remaining, None)) is None else Links(candidate, *pair)
            ),
        )

        def shorten(position, first):
            shortened.append(first.links)
            return Links(first.candidate, first.shorter)

        monkeypatch.setattr(constraint_forcing, "_shortened", shorten)
        return shortened

    return given


def small_position():
    cage = make_rule("killer", cells="R1C1 R1C2", sum=3)
    return Position.of(Puzzle(Grid.square(4)).with_rules(cage))


@pytest.mark.parametrize(
    ("given", "links", "shortened"),
    [
        ([(3,), (1,)], 3, [3]),  # three links are short enough
        ([(4,), (3,), (1,)], 3, [4, 3]),
        ([(6, 5), (6, 4), (6, 4), (6, 5), (6, 4), (1,)], 4, [6] * 5),  # five are looked at
        ([(7, 2), (4,), (8, 1), (9, 1), (20, 1), (1,)], 2, [4, 7]),  # one long one beside
        ([(9, 8), (8, 8), (7, 7), (9, 1), (8, 1), (1,)], 7, [7, 8]),  # the two shortest
        ([(7, 9), (4,), (4,), (8, 1), (8, 1)], 4, [4, 4]),  # none where two are short
        ([None, None, (5,)], 5, [5]),
    ],
)
def test_the_shortest_of_a_few_refutations_is_taken(given, links, shortened, refuted_by):
    calls = refuted_by(*given)
    assert constraint_forcing.shortest_refutation(small_position()).links == links
    assert calls == shortened


def test_of_equal_refutations_the_first_is_taken_and_cells_of_few_values_come_first(refuted_by):
    position = small_position()
    few = position.layout.cell_number["R3C3"]
    lost = [position.layout.candidate("R3C3", value) for value in (1, 2)]
    refuted_by((5,), (5,), (5,))
    chosen = constraint_forcing.shortest_refutation(position.without(sum(1 << c for c in lost)))
    assert chosen.candidate == 2 * 16 + few


def test_candidates_of_a_known_solution_are_not_tried(refuted_by):
    position = small_position()
    solution = dict(nonet.solve(Puzzle(Grid.square(4), {"R1C1": 1, "R1C2": 2})).solution)
    known = sum(1 << position.layout.candidate(c, v) for c, v in solution.items())
    position.record_solution(known)
    refuted_by((3,))
    chosen = constraint_forcing.shortest_refutation(position)
    assert not known >> chosen.candidate & 1
    refuted_by()
    assert constraint_forcing.shortest_refutation(position) is None


class Clock:
    """A deadline that is met at a reading."""

    def __init__(self, readings):
        self.readings = readings

    def check(self):
        self.readings -= 1
        if self.readings < 0:
            raise DeadlineExceeded


@pytest.mark.parametrize("links", [5, 9])
def test_at_the_deadline_the_shortest_until_then_is_taken_rather_than_none(links, refuted_by):
    position = small_position()
    position.deadline = Clock(2)
    refuted_by((links,), (links - 1,), (1,))
    assert constraint_forcing.shortest_refutation(position).links == links - 1
    position.deadline = Clock(2)
    refuted_by(None, None, (1,))
    with pytest.raises(DeadlineExceeded):
        constraint_forcing.shortest_refutation(position)


def test_a_classic_has_no_constraint_to_force_by_and_nobody_else_is_asked():
    classic = Position.of(nonet.parse("1..............4"))
    assert not list(constraint_forcing.find(classic, KEYS))
    assert not list(constraint_forcing.find(small_position(), frozenset({"outies"})))


def test_the_story_names_the_supposition_each_link_and_the_end():
    low = make_rule("killer", cells="R1C1 R1C2", sum=3)
    high = make_rule("killer", cells="R2C1 R3C1", sum=3)
    position = Position.of(Puzzle(Grid.square(4)).with_rules(low, high))
    (step,) = constraint_forcing.find(position, KEYS)
    ((cell, value),) = step.removed
    assert step.sentence.startswith(f"Suppose {cell} were {value}. ")
    assert step.sentence.endswith(f" So {cell} is not {value}.")
    assert step.difficulty == 400 + 10 * step.detail.refutation.links
    puzzle = Puzzle(Grid.square(4)).with_rules(low, high)
    assert not nonet.solve(puzzle.with_clues({cell: value})).solutions


def test_a_story_of_too_many_lines_gives_the_reasons_alone(monkeypatch):
    low = make_rule("killer", cells="R1C1 R1C2", sum=3)
    high = make_rule("killer", cells="R2C1 R3C1", sum=3)
    position = Position.of(Puzzle(Grid.square(4)).with_rules(low, high))
    (step,) = constraint_forcing.find(position, KEYS)
    lines = step.sentence.count(". ") - 1
    for most, is_told in ((lines, True), (lines - 1, False)):
        monkeypatch.setattr(constraint_forcing, "MAX_LINES", most)
        (again,) = constraint_forcing.find(position, KEYS)
        assert again.sentence.startswith("Suppose") == is_told
        assert is_told or all(reason in again.sentence for reason in again.reasons)
