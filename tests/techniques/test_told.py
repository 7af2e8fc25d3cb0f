"""What steps are told and how they are drawn, technique by technique and rule by rule."""

from nonet.techniques.candidate_layout import bits
from nonet.techniques.drawing import draw_step
from tests.pinned import check_pinned
from tests.techniques import told


def test_each_technique_tells_and_draws_its_example_as_written():
    check_pinned(told.FILE, told.sections(), 6)


def test_no_step_by_a_rule_contradicts_its_example_and_each_has_one():
    rules = set()
    for name, position, step, solution in told.steps_of_rules():
        assert step.eliminations and not step.eliminations & ~position.open
        in_grid = step.layout.in_grid(step.eliminations)
        assert not in_grid & solution, (name, step)
        assert all(solution >> placed & 1 for placed in step.placements), (name, step)
        rules.add(name)
    assert len(rules) > 100, rules


WITHIN_A_NET = {"dynamic-forcing-chain-plus", "forcing-net-verity"}
"""Techniques with an arrow for what follows by a pattern, or by several candidates together."""


def test_what_a_step_concludes_is_drawn_and_weak_arrows_join_what_excludes_each_other():
    arrows, by_sets = 0, set()
    for key, puzzle, position, step in told.examples():
        drawing, layout = draw_step(step, position, puzzle), step.layout
        cells = {place: cell for cell, place in layout.grid_positions.items()}

        def candidate(place, index, cells=cells, layout=layout):
            return index * layout.cell_count + cells[place]

        by_role = {"placed": set(), "removed": set()}
        for mark in drawing.highlights:
            by_role.setdefault(mark.role, set()).add(candidate(mark.cell, mark.index))
        assert by_role["placed"] == set(step.placements), key
        assert by_role["removed"] == set(bits(step.eliminations)) - set(step.placements), key
        for arrow in drawing.arrows:
            start, end = candidate(*arrow.start), candidate(*arrow.end)
            assert (position.open | position.placed) >> start & 1, key
            if not arrow.strong and not layout.peers[start] >> end & 1:
                by_sets.add(key)
            arrows += 1
    assert by_sets == WITHIN_A_NET
    assert arrows > 400
