"""Whips: sound, as defined, the shortest first; W against what is known of it."""

from dataclasses import replace

import pytest

from nonet import Grid, Puzzle, parse, solve
from nonet.techniques import Position, rate
from nonet.techniques.candidate_layout import bits
from nonet.techniques.engines.inference_graph import Graph
from nonet.techniques.engines.probe import refutable
from nonet.techniques.families import intersections, singles, whips
from nonet.techniques.families.whips import (
    LengthBounds,
    TruthEntries,
    WhipSearch,
    find_chain_bounds,
    searches_by_length,
    w_rating,
)

HARD = "48.3............71.2.......7.5....6....2..8.............1.76...3.....4......5...."
LONG = "6.2.5.........3.4..........43...8....1....2........7..5..27...........81...6....."
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def after_singles(line):
    position = Position.of(parse(line))
    while step := next(singles.find(position, frozenset({"hidden-single", "naked-single"})), None):
        position = position.after(step)
    return position


def found_steps(position):
    return list(whips.find(position, frozenset({"whip"})))


def is_whip(position, target, links):
    """Berthier's definition, checked word by word."""
    layout, open_ = position.layout, position.open
    rights = [target]
    for number, link in enumerate(links):
        truth = layout.sets[link.truth] & open_
        excluded = 0
        for right in rights:
            excluded |= layout.peers[right]
        assert truth >> link.left_candidate & 1
        assert layout.peers[rights[-1]] >> link.left_candidate & 1
        assert not any(truth >> right & 1 for right in rights)
        not_excluded = truth & ~excluded
        if number == len(links) - 1:
            return not_excluded == 0 and link.right_candidate == -1
        assert not_excluded == 1 << link.right_candidate
        rights.append(link.right_candidate)
    return False


@pytest.mark.parametrize("line", [HARD, LONG])
def test_every_step_is_a_whip_and_sound(line):
    position = after_singles(line)
    solution = solve(parse(line)).solutions[0]
    true = sum(1 << position.layout.candidate(c, v) for c, v in solution.items())
    steps = found_steps(position)
    assert steps
    for step in steps:
        assert is_whip(position, step.detail.target, step.detail.links)
        assert step.eliminations == 1 << step.detail.target
        assert not step.eliminations & true
        assert len(step.truths) == step.detail.length


def test_the_shortest_come_first_and_each_target_once():
    steps = found_steps(after_singles(HARD))
    lengths = [step.detail.length for step in steps]
    assert lengths == sorted(lengths)
    assert len({step.eliminations for step in steps}) == len(steps)


def test_whips_of_length_1_remove_what_locked_candidates_remove():
    position = after_singles(LONG)
    by_whips = 0
    for step in found_steps(position):
        if step.detail.length == 1:
            by_whips |= step.eliminations
    by_locked = 0
    for step in intersections.find(position, frozenset({"pointing", "claiming"})):
        by_locked |= step.eliminations
    assert by_locked and by_whips == by_locked


def test_no_whip_is_missed_among_the_shortest():
    # by brute force: every sequence of at most 2 truths
    position = after_singles(HARD)
    layout, open_ = position.layout, position.open
    truths = [n for n in layout.truths if (layout.sets[n] & open_).bit_count() > 1]
    short = set()
    for target in bits(open_):
        seen = layout.peers[target]
        truths_entered = [n for n in truths if layout.sets[n] & open_ & seen]
        truths_entered = [n for n in truths_entered if not layout.sets[n] >> target & 1]
        for first in truths_entered:
            not_excluded = layout.sets[first] & open_ & ~seen
            if not not_excluded:
                short.add(target)
            elif not not_excluded & (not_excluded - 1):
                right = not_excluded.bit_length() - 1
                for second in truths:
                    mask = layout.sets[second] & open_
                    if mask >> target & 1 or mask & not_excluded or not mask & layout.peers[right]:
                        continue
                    if not mask & ~seen & ~layout.peers[right]:
                        short.add(target)
    assert short == {s.detail.target for s in found_steps(position) if s.detail.length <= 2}


def test_words_follow_the_whip():
    step = next(s for s in found_steps(after_singles(HARD)) if s.detail.length > 1)
    assert step.notation.startswith(f"Whip: [{step.detail.length}] ")
    assert ".}" in step.notation
    cell, value = step.removed[0]
    assert step.sentence.startswith(f"Suppose that {cell} is {value}. Then ")
    assert step.sentence.endswith(f"so {cell} is not {value}.")


def test_w_is_1_with_singles_alone_and_grows_with_difficulty():
    assert w_rating(parse(EASY)) == 1
    assert w_rating(parse(HARD)) > 2


def test_w_is_the_longest_whip_of_a_path_that_takes_the_shortest():
    position, longest = Position.of(parse(HARD)), 1
    while not position.solved:
        step = next(singles.find(position, frozenset({"hidden-single", "naked-single"})), None)
        if step is None:
            step = next(whips.find(position, frozenset({"whip"})))
            longest = max(longest, step.detail.length)
        position = position.after(step)
    assert w_rating(parse(HARD)) == longest


def test_w_is_none_where_whips_do_not_suffice():
    assert w_rating(Puzzle(Grid.square(4), {"R1C1": 1})) is None


def test_w_of_other_sizes():
    assert w_rating(parse(".......21.3..4..")) == 1


def test_a_search_taken_to_a_later_position_finds_whips_no_longer_than_a_fresh_one():
    position = after_singles(HARD)
    at = Graph.of(position)
    targets = list(refutable(at, at.open))
    searches = [WhipSearch(TruthEntries(at), target) for target in targets]
    for _, found_whips in zip(range(3), searches_by_length(searches, 3, 1000), strict=False):
        removed = sum(1 << search.target for search, *_ in found_whips)
        if removed:
            break
    later = position.without(removed)
    entries = TruthEntries(Graph.of(later))
    renewed = [s.renewed(entries, removed) for s in searches if not removed >> s.target & 1]
    fresh = [WhipSearch(entries, search.target) for search in renewed]
    lengths = [
        {
            search.target: length
            for length, these in enumerate(searches_by_length(group, 5, 1000), 1)
            for search, *_ in these
        }
        for group in (renewed, fresh)
    ]
    assert lengths[1] and all(lengths[0][target] <= n for target, n in lengths[1].items())


def test_a_w_that_a_given_up_target_makes_uncertain_is_bounded_and_not_reported_as_exact():
    exact = w_rating(parse(HARD))
    uncertain = 0
    for budget in (10, 20, 40, 80, 160, 4000):
        bounds = LengthBounds()
        why = find_chain_bounds(parse(HARD), bounds, max_partial=budget)
        assert bounds.least <= exact
        if bounds.most is not None:
            assert exact <= bounds.most
            assert bounds.is_exact == (not why)
        uncertain += not bounds.is_exact
    assert uncertain
    assert bounds.is_exact and bounds.most == exact


def test_a_rating_shows_what_bounds_w_where_it_is_not_exact():
    rating = rate(EASY, "whip")
    assert rating.whip_text == "1"
    assert replace(rating, whip=None, whip_bounds=(5, 9)).whip_text == "<=9"
    cut = replace(rating, whip=None, whip_bounds=(5, None))
    assert cut.whip_text == ">=5" and cut.to_json()["whip_bounds"] == [5, None]
    assert ">=5" in repr(cut)
