"""Steps of variants: filters against brute force, the names of techniques, words, the 45 rule."""

import itertools
import random
import time

import pytest

import nonet
from nonet import Grid, Model, Puzzle
from nonet.backends.native.filters import house_filter
from nonet.model import AnyOf, Automaton, Connected, Linear, Regular
from nonet.puzzle.examples import example_puzzle, example_solution
from nonet.puzzle.rules import make_rule
from nonet.puzzle.short_form import rule_from_short
from nonet.techniques import find
from nonet.techniques.candidate_layout import bits, layout_of
from nonet.techniques.engines.constraint_filter import constraint_filters, filter_of
from nonet.techniques.families.constraint_explanations import FilteringDetail
from nonet.techniques.families.constraints import KINDS_BY_KEY, step_of
from nonet.techniques.solution_oracle import position_of

MOST_PRODUCTS = 3_000
"""Choices of values that brute force goes through for one constraint."""


def supported_by_brute_force(layout, constraint_filter, masks):
    """By brute force: the values of each cell in a choice that holds and differs where it must."""
    names = list(dict.fromkeys(constraint_filter.constraint.scope))
    open_ = dict(zip(constraint_filter.constraint.scope, masks, strict=True))
    together = [
        [name for name in names if house.cells >> layout.cell_number[name] & 1]
        for house in layout.houses
    ]
    supported_values = dict.fromkeys(names, 0)
    entailed = True
    for choice in itertools.product(*(list(bits(open_[name])) for name in names)):
        number = dict(zip(names, choice, strict=True))
        holds = constraint_filter.constraint.holds(
            {name: layout.values[v] for name, v in number.items()}
        )
        entailed = entailed and holds
        if any(len({number[n] for n in group}) < len(group) for group in together):
            continue
        if holds:
            for name in names:
                supported_values[name] |= 1 << number[name]
    exact = (
        tuple(supported_values[name] for name in constraint_filter.constraint.scope)
        if all(supported_values.values())
        else None
    )
    return exact, entailed


def random_masks(draw, layout, constraint_filter):
    """Random values open in the cells of a constraint, few enough for brute force."""
    names = list(dict.fromkeys(constraint_filter.constraint.scope))
    open_ = {}
    for name in names:
        domain = [layout.value_number[v] for v in layout.structure.domains[name]]
        open_[name] = sum(1 << v for v in draw.sample(domain, draw.randint(1, len(domain))))
    while True:
        size = 1
        for mask in open_.values():
            size *= mask.bit_count()
        if size <= MOST_PRODUCTS:
            return tuple(open_[name] for name in constraint_filter.constraint.scope)
        name = max(names, key=lambda n: open_[n].bit_count())
        open_[name] &= open_[name] - 1


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("rule", sorted(nonet.puzzle.rule_types()))
def test_filters_keep_exactly_what_brute_force_supports(rule):
    draw, seen = random.Random(rule), set()
    kind = nonet.puzzle.rule_types()[rule]
    for example in kind.examples:
        layout = layout_of(example_puzzle(kind, example).model())
        for constraint_filter in constraint_filters(layout):
            shape = type(constraint_filter.constraint), len(constraint_filter.cells)
            if shape in seen or (rule == "full-rank" and len(constraint_filter.cells) > 9):
                continue
            seen.add(shape)
            for _ in range(4):
                masks = random_masks(draw, layout, constraint_filter)
                (exact, entailed), reduced = (
                    supported_by_brute_force(layout, constraint_filter, masks),
                    constraint_filter.reduced(masks),
                )
                if entailed and reduced == masks:
                    continue  # it says nothing, whatever else must differ
                weaker = isinstance(constraint_filter.constraint, AnyOf)
                if weaker and reduced != exact:
                    assert reduced is not None  # several at once
                    pairs = zip(reduced, exact or masks, strict=True)
                    assert exact is None or all(not e & ~f for f, e in pairs)  # never more
                else:
                    assert reduced == exact, constraint_filter.constraint


def test_a_sum_is_filtered_by_the_sums_on_either_side():
    draw, clashes = random.Random(8), 0
    for _ in range(80):
        factors = tuple(draw.choice((1, 1, 2, -1, -3)) for _ in "abcd")
        total = Linear(tuple("abcd"), factors, "==", draw.randint(-6, 6))
        layout = layout_of(Model(dict.fromkeys("abcd", range(-1, 4)), [total]))
        sum_filter = filter_of(layout, total)
        masks = tuple(draw.randint(1, 31) for _ in "abcd")
        exact, _ = supported_by_brute_force(layout, sum_filter, masks)
        assert sum_filter.reduced(masks) == exact
        clashes += exact is None
    assert 0 < clashes < 80


def layout_and_searching_filter():
    """A layout of six cells and the filter of a constraint that has none of its own."""
    names = tuple("abcdef")
    edges = [("a", "b"), ("b", "c"), ("d", "e"), ("e", "f"), ("a", "d"), ("b", "e"), ("c", "f")]
    model = Model(dict.fromkeys(names, (1, 2, 3)), [Connected(names, edges, ((1,), (2,)))])
    layout = layout_of(model)
    constraint_filter = filter_of(layout, model.constraints[0])
    assert type(constraint_filter.native) is house_filter.SearchedSupports
    return layout, constraint_filter


def test_what_a_search_found_before_supports_its_values_again(monkeypatch):
    """A constraint without a filter of its own: exact each time, and asked for no more than new."""
    layout, constraint_filter = layout_and_searching_filter()
    searches = []
    search = house_filter.search_solution
    monkeypatch.setattr(
        house_filter, "search_solution", lambda *a: searches.append(a) or search(*a)
    )
    full = (0b111,) * 6
    assert constraint_filter.reduced(full) == full and searches
    constraint_filter.native._cached.cache_clear()
    before = len(searches)
    assert constraint_filter.reduced(full) == full and len(searches) == before
    draw, none = random.Random(6), 0
    for _ in range(60):
        masks = tuple(draw.randint(1, 7) for _ in constraint_filter.cells)
        exact, _ = supported_by_brute_force(layout, constraint_filter, masks)
        assert constraint_filter.reduced(masks) == exact
        none += exact is None
    assert 0 < none < 60 and before < len(searches) < 60 * 6


@pytest.mark.parametrize("effort", [0, 3, 12, house_filter.MAX_EFFORT])
def test_a_search_is_cut_short_by_its_work_and_by_no_clock(monkeypatch, effort):
    """On a machine that is an hour late each time it looks, the same is left: never too little."""
    draw, results = random.Random(7), []
    all_masks = [tuple(draw.randint(1, 7) for _ in range(6)) for _ in range(40)]
    monkeypatch.setattr(house_filter, "MAX_EFFORT", effort)
    for late in (0, 3600):
        hours = itertools.count(time.monotonic(), late)
        with monkeypatch.context() as patch:
            if late:
                patch.setattr(time, "monotonic", lambda hours=hours: next(hours))
            layout, constraint_filter = layout_and_searching_filter()
            results.append([constraint_filter.reduced(masks) for masks in all_masks])
    assert results[0] == results[1]
    exact = [supported_by_brute_force(layout, constraint_filter, masks)[0] for masks in all_masks]
    for reduced, masks, expected in zip(results[0], all_masks, exact, strict=True):
        assert expected is None or all(not e & ~f for f, e in zip(reduced, expected, strict=True))
        assert effort or reduced == masks
    assert (results[0] == exact) is (effort == house_filter.MAX_EFFORT and effort > 12)


def test_a_search_that_was_stopped_is_no_proof_whatever_it_has_counted(monkeypatch):
    def stopped(model, backend, request):
        request.stats["filterings"] = 1
        yield from ()
        return "effort"

    constraint_filter = layout_and_searching_filter()[1]
    monkeypatch.setattr(house_filter, "run_lowered", stopped)
    assert house_filter.search_solution(constraint_filter.native._model, 20) == (None, 20)
    assert constraint_filter.reduced((0b111,) * 6) == (0b111,) * 6


def test_a_wide_sum_has_at_least_its_bounds():
    """Of forty cells the sums are too many to go through: what bounds say is still taken."""
    names = [f"v{number}" for number in range(40)]
    factors = tuple(7**number for number in range(40))
    domains, most = dict.fromkeys(names, range(10)), 9 * sum(factors)
    for op, constant, first, others in (
        ("<=", 3, 0b1111, 0b1),
        (">=", most - 3, 0b1111000000, 0b1000000000),
        ("==", most, 0b1000000000, 0b1000000000),
    ):
        model = Model(domains, [Linear(names, factors, op, constant)])
        (sum_filter,) = constraint_filters(layout_of(model))
        assert sum_filter.reduced((0b1111111111,) * 40) == (first, *(others,) * 39)


def test_a_cell_that_is_read_again_has_the_same_value():
    """Of cells read twice the two readings together leave exactly what brute force supports."""
    draw, clashes, cells = random.Random(11), 0, tuple("abcd")
    for _ in range(60):
        scope = draw.sample([*cells, *draw.sample(cells, 2)], 6)
        steps = {
            (s, v): draw.randrange(4) for s in range(3) for v in (1, 2, 3) if draw.random() < 0.7
        }
        steps |= {(3, value): 3 for value in (1, 2, 3)}  # from there on nothing matters
        reader = Regular(tuple(scope), Automaton(start=0, accepting={2, 3}, transitions=steps))
        layout = layout_of(Model(dict.fromkeys(cells, (1, 2, 3)), [reader]))
        (constraint_filter,) = constraint_filters(layout)
        open_ = {cell: draw.randint(1, 7) for cell in cells}
        masks = tuple(open_[cell] for cell in scope)
        (exact, entailed), reduced = (
            supported_by_brute_force(layout, constraint_filter, masks),
            constraint_filter.reduced(masks),
        )
        clashes += exact is None
        for cell, mask in zip(scope, reduced or (), strict=reduced is not None):
            open_[cell] &= mask
        masks_left = (
            tuple(open_[cell] for cell in scope) if reduced and all(open_.values()) else None
        )
        assert masks_left == exact and (not entailed or reduced == masks)
    assert 0 < clashes < 60


def test_a_constraint_that_cannot_hold_names_the_cells_in_the_way():
    def clash(short, **values):
        layout = layout_of(Puzzle(Grid.square(9)).with_rules(rule_from_short(short)).model())
        constraint_filter = constraint_filters(layout)[0]
        names = [layout.display_names[cell] for cell in constraint_filter.cells]
        masks = tuple(values.get(name, layout.all_values) for name in names)
        assert constraint_filter.reduced(masks) is None
        return FilteringDetail(constraint_filter, masks, None).failure_text()

    only_1, not_1 = 0b1, 0b111111110
    same = "same-values R1C1 R1C2 R1C3 | R2C4 R2C5 R2C6"
    assert clash(same, R1C1=only_1, R2C4=not_1, R2C5=not_1, R2C6=not_1) == (
        "cannot hold, since R1C1 is 1 and R2C4, R2C5 and R2C6 cannot be 1"
    )
    assert clash("killer 15 R1C1 R1C2 R1C3", R1C1=only_1, R1C2=0b11) == (
        "cannot hold: R1C1 + R1C2 + R1C3 comes to at most 12, not to 15"
    )
    assert clash("quadruple 1 2 R1C1 R1C2 R2C1 R2C2", R1C1=4, R1C2=4, R2C1=8, R2C2=2) == (
        "cannot hold, since R1C1, R1C2, R2C1 and R2C2 cannot be 1"
    )


BEGINNINGS_BY_RULE = {
    "killer 15 R1C1 R1C2": "Killer cage 15 at R1C1 can only hold 6+9 or 7+8: "
    "R1C1 and R1C2 cannot be 1, 2, 3, 4 or 5.",
    "thermometer R1C1 R1C2 R2C3": "Thermometer R1C1-R2C3: values rise from R1C1 to R2C3, so "
    "R1C1 is at most 7, R1C2 is at least 2 and at most 8 and R2C3 is at least 3: R1C1 cannot be 8 "
    "or 9, R1C2 cannot be 1 or 9, and R2C3 cannot be 1 or 2.",
    "whispers R1C1 R1C2 R2C3": "Whispers R1C1-R2C3: neighbours from R1C1 to R2C3 differ by at "
    "least 5. R1C1, R1C2 and R2C3 cannot be 5, since no value is far enough from it. "
    "R1C2 cannot be 4, since both R1C1 and R2C3, which see each other, would have to be 9.",
    "arrow bulb=R1C1 R1C2 R1C3 R2C3 R2C4": "Arrow R1C1-R2C4: R1C2 + R1C3 + R2C3 + R2C4 = R1C1. "
    "R1C2, R1C3 and R2C3 cannot be 6, 7, 8 or 9, since R1C1 would be at least "
    "6 + 1 + 1 + 2 = 10, and can be at most 9. ",
}


@pytest.mark.parametrize("rule", BEGINNINGS_BY_RULE)
def test_a_rule_is_explained_in_its_own_words(rule):
    (step,) = find(Puzzle(Grid.square(9)).with_rules(rule_from_short(rule)), *KINDS_BY_KEY)
    assert step.text.plain.startswith(BEGINNINGS_BY_RULE[rule])


def test_the_explanation_of_a_cage_of_four():
    rule = make_rule("killer", cells="R1C1 R1C2 R1C3 R2C1", sum=10)
    (step,) = find(Puzzle(Grid.square(9)).with_rules(rule), "cage-combinations")
    assert step.sentence == (
        "Killer cage 10 at R1C1 can only hold 1+2+3+4: R1C1, R1C2, R1C3 and R2C1 cannot "
        "be 5, 6, 7, 8 or 9."
    )


def test_a_skyscraper_is_explained_by_how_many_are_seen_at_least():
    rule = make_rule("skyscraper", clue="R0C1", count=3)
    puzzle = Puzzle(Grid.square(4)).with_rules(rule).with_clues({"R1C1": 1, "R2C1": 2})
    (step,) = find(puzzle, "skyscraper-bounds")
    assert "R3C1 cannot be 3, since then at least 4 are seen." in step.sentence


@pytest.mark.slow(0.2)
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("full-rank", "naked-single"),
        ("different-regions", "hidden-single"),
        ("region-count", "full-house"),
    ],
)
def test_rows_are_complete_beside_variables_of_a_rule_and_steps_keep_the_solution(name, expected):
    rule = nonet.puzzle.rule_types()[name]
    example = rule.examples[0]
    puzzle, solution = example_puzzle(rule, example), example_solution(example)
    position = position_of(puzzle)
    kinds = {house.kind for house in position.layout.complete_houses}
    assert {"row", "column"} <= kinds
    path = nonet.explain(puzzle, only="singles,intersections,subsets,fish,constraints", unique=True)
    assert expected in {step.key for step in path.steps}
    for each in path.positions:
        for cell, value in solution.items():
            assert value in each.candidates.get(cell, (each.assignment.get(cell),))


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ((1, 4, 9), "can only be 1 and 2 or 8 and 9: R1C1 cannot be 4."),
        (
            (1, 2, 9),
            "R1C1 cannot be 2, since R1C2 cannot be 1 or 3, and no value is twice in row 1.",
        ),
    ],
)
def test_the_runs_of_a_line_are_explained_where_they_are_the_reason(values, expected):
    puzzle = Puzzle(Grid.square(9)).with_rules(rule_from_short("renban R1C1 R1C2"))
    position = position_of(puzzle)
    (first,) = constraint_filters(position.layout)
    open_ = [position.layout.all_values] * position.layout.cell_count
    open_[first.cells[0]] = sum(1 << value - 1 for value in values)
    open_[first.cells[1]] = 1 << 1 | 1 << 7
    assert step_of(position, "renban-ranges", first, open_).sentence.endswith(expected)


def test_a_clue_of_the_first_hidden_is_not_explained_by_how_many_are_seen():
    rule = rule_from_short("hidden-skyscraper 2 R0C1")
    (step,) = find(Puzzle(Grid.square(4)).with_rules(rule), "skyscraper-bounds")
    assert "hidden from R1C1 to R4C1 is 2" in step.sentence and "seen" not in step.sentence
