"""g-Whips and braids: Berthier's definitions word by word, none missed, his published ratings."""

from itertools import islice, takewhile

import pytest

from nonet import parse, read
from nonet.techniques import Position, explain, technique
from nonet.techniques.candidate_layout import bits
from nonet.techniques.families import whips
from nonet.techniques.families.whips import chain_rating
from nonet.techniques.search_deadline import SearchDeadline

from .certificate import positions

KINDS = ("g-whip", "braid")
HARD = "48.3............71.2.......7.5....6....2..8.............1.76...3.....4......5...."
SHORT = "1....6..9..........8.1..56..3.6..8.1........7.....8246.4.9...2.56.841.....7..3..."
"""Has g-whips and braids of two truths, and needs longer ones."""

PUBLISHED = {
    "...4.6.8..5.....3..9....14...9.7.......2..8..7....3.625.........34..5.7..7.8.1...": (5, 4, 5),
    "1...5.7.9...7..........25.62.1...6....5.9....6.....3.1..4..8.3.83....21....3.7...": (5, 4, 4),
    "...4.6..9....8.1..7.....64....86....3.7...8.4.1.......6..5..92...5.21..3..2.4...1": (5, 5, 4),
    "...4..78...6.891....8.1..64..4.6.8.5...3..67..6...5.....2....1..4..912.79........": (3, 2, 3),
}
"""W, gW and B by D. Berthier: no. 14800 of cbg-000 in the examples of CSP-Rules (2020), and three
of collection 001 of the controlled-bias collection (2023)."""


def after_singles(line):
    return next(islice(positions(parse(line), ()), 1, None), (Position.of(parse(line)), 0))[0]


def searched(position, kind):
    """The steps of a kind, one by one."""
    return technique(kind).family.find(position, frozenset({kind}))


def is_chain(position, step):
    """A g-whip or a braid, as it is defined."""
    layout, open_ = position.layout, position.open
    rights = [1 << step.detail.target]
    links = step.detail.links
    assert len(step.truths) == len(links) == step.detail.length
    for number, link in enumerate(links):
        truth = layout.sets[link.truth] & open_
        entered = rights if step.key == "braid" else rights[-1:]
        assert truth >> link.left_candidate & 1
        assert any(layout.excluded_by_all(right) >> link.left_candidate & 1 for right in entered)
        excluded = 0
        for right in rights:
            excluded |= layout.excluded_by_all(right)
        not_excluded = truth & ~excluded
        if number == len(links) - 1:
            return not_excluded == 0 and not link.right_mask
        assert not_excluded == link.right_mask
        if not_excluded.bit_count() > 1:
            assert step.key == "g-whip" and link.truth >= layout.cell_count
            assert not_excluded == link.group and not_excluded >> link.right_candidate & 1
        rights.append(not_excluded)
    return False


@pytest.mark.parametrize("kind", KINDS)
def test_every_step_is_what_it_is_called_and_sound(kind):
    seen = 0
    for position, solution in islice(positions(parse(HARD), ("pointing",)), 0, 4, 3):
        steps = list(islice(searched(position, kind), 8))
        lengths = [step.detail.length for step in steps]
        assert lengths == sorted(lengths)
        for step in steps:
            assert is_chain(position, step), step
            assert not step.eliminations & solution
            assert step.notation.startswith(f"{step.technique.title}: [{step.detail.length}] ")
            assert step.sentence.startswith("Suppose that ") and ".}" in step.notation
        seen += len(steps)
    assert seen > 5


def test_a_g_whip_goes_through_a_group_and_is_explained_so():
    position = after_singles(SHORT)
    step = next(
        s for s in searched(position, "g-whip") if any(link.group for link in s.detail.links)
    )
    link = next(link for link in step.detail.links if link.group)
    cells = [position.layout.cells[c] for c in bits(position.layout.cells_of(link.group))]
    assert " or ".join(cells) in step.sentence or ", ".join(cells[:2]) in step.sentence


def test_no_g_whip_or_braid_of_two_truths_is_missed():
    """By brute force over two truths: what is left of the first is one candidate or a group."""
    seen = 0
    position = after_singles(SHORT)
    layout, open_ = position.layout, position.open
    truths = [n for n in layout.truths if (layout.sets[n] & open_).bit_count() > 1]
    short = {kind: set() for kind in ("whip", *KINDS)}
    for target in bits(open_):
        excluded = layout.peers[target]
        for first in truths:
            mask = layout.sets[first] & open_
            not_excluded = mask & ~excluded
            if mask >> target & 1 or not mask & excluded:
                continue
            if not not_excluded:
                for kinds in short.values():
                    kinds.add(target)
                continue
            group = layout.excluded_by_all(not_excluded)
            for second in truths:
                other = layout.sets[second] & open_
                if other >> target & 1 or not not_excluded & ~other or other & ~excluded & ~group:
                    continue
                if not_excluded.bit_count() == 1:
                    short["braid"].add(target)
                if other & group:
                    short["g-whip"].add(target)
                    if not_excluded.bit_count() == 1:
                        short["whip"].add(target)
    for kind in KINDS:
        short_ones = takewhile(lambda s: s.detail.length <= 2, searched(position, kind))
        targets = {step.detail.target for step in short_ones}
        assert targets == short[kind] - short["whip"]
        seen += len(targets)
    assert seen


@pytest.mark.parametrize("line", PUBLISHED)
def test_ratings_are_the_published_ones(line):
    puzzle = parse(line)
    rated = tuple(chain_rating(puzzle, kind)[0] for kind in ("whip", "g-whip", "braid"))
    assert rated == PUBLISHED[line]


def test_a_braid_rating_that_is_not_known_says_why():
    number, why = chain_rating(parse(HARD), "g-whip", max_partial=3)
    assert number is None and why == "given up after 3 partial g-whips of a candidate"


@pytest.mark.parametrize("kind", ["whip", *KINDS])
def test_a_search_that_is_given_up_has_all_up_to_the_length_that_it_says(kind, monkeypatch):
    monkeypatch.setattr(whips, "MAX_TOTAL_PARTIAL_WHIPS", 100)
    position = after_singles(SHORT).with_deadline(SearchDeadline())
    steps = list(searched(position, kind))
    (message,) = position.deadline.skipped
    length = int(message.removeprefix(f"{kind}s were searched up to length ").split(",")[0])
    all_steps = technique(kind).family.find_all(position, frozenset({kind}))
    assert steps == list(takewhile(lambda step: step.detail.length <= length, all_steps))
    assert len(position.deadline.skipped) == 1


def test_a_path_that_ends_says_what_was_given_up(monkeypatch):
    monkeypatch.setattr(whips, "MAX_TOTAL_PARTIAL_WHIPS", 1)
    path = explain(parse(HARD), only="g-whip")
    assert path.note.endswith(
        "no further step; g-whips were searched up to length 1, longer ones were not"
    )


def test_a_search_that_ends_says_nothing():
    easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    position = Position.of(parse(easy)).with_deadline(SearchDeadline())
    assert list(searched(position, "whip")) and not position.deadline.skipped


@pytest.mark.parametrize("name", ["x", "anti-knight"])
def test_variants_keep_their_solution(name):
    way = positions(read(f"puzzles/{name}.json")[0], (), 1, 0.3)
    for position, solution in islice(way, 1, 2):
        for kind in KINDS:
            for step in islice(searched(position, kind), 4):
                assert not step.eliminations & solution
                assert is_chain(position, step), step
