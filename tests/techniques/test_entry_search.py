"""Trying techniques: which step of an entry is taken, and HoDoKu's queues of singles."""

from math import inf
from types import ModuleType, SimpleNamespace

import pytest

import nonet
from nonet.puzzle import Grid, Puzzle, make_rule
from nonet.techniques import Position, Step, entry_search, explain, technique
from nonet.techniques.entry_search import EntrySearch, SinglesQueue, by_family, search_steps
from nonet.techniques.families import singles, subsets
from nonet.techniques.policies import HODOKU, HUMAN, Entry

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


class QueueByHand:
    """The queues as told: sets of values and places, and events in order."""

    def __init__(self, position):
        self.layout = position.layout
        self.count = self.layout.cell_count
        order = ("row", "column", "box", "other")
        houses = sorted(self.layout.complete_houses, key=lambda h: (order.index(h.kind), h.number))
        self.houses = [[set(h.cell_numbers) for h in houses if h.cells >> c & 1]
                       for c in range(self.count)]  # fmt: skip
        self.values = [set(range(self.layout.value_count)) for _ in range(self.count)]
        self.naked, self.hidden = [], []
        placed = {self.layout.cell_number[c]: v for c, v in position.assignment.items()}
        for cell in range(self.count):
            if cell in placed:
                self.place(cell, self.layout.value_number[placed[cell]])
        for value in range(self.layout.value_count):
            for cell in range(self.count):
                if value in self.values[cell] and not position.values[cell] >> value & 1:
                    self.strike(cell, value)

    def only_places(self, value, cell):
        for house in self.houses[cell]:
            places = [c for c in sorted(house) if value in self.values[c]]
            if len(places) == 1:
                yield places[0]

    def strike(self, cell, value):
        # the place goes before the value, so that the cell itself is no place any more
        self.values[cell].discard(value)
        self.hidden += [(place, value) for place in self.only_places(value, cell)]
        if len(self.values[cell]) == 1:
            self.naked.append((cell, *self.values[cell]))

    def place(self, cell, value):
        for other in range(self.count):
            if self.layout.sees[cell] >> other & 1 and value in self.values[other]:
                self.strike(other, value)
        own, self.values[cell] = sorted(self.values[cell]), set(self.values[cell])
        for lost in own:
            self.values[cell].discard(lost)
            if lost != value:
                self.hidden += [(place, lost) for place in self.only_places(lost, cell)]

    def next(self, key):
        if key == "full-house":
            for cell, value in self.naked:
                if value in self.values[cell] and any(
                    not any(self.values[c] for c in house - {cell}) for house in self.houses[cell]
                ):
                    return cell, value
        elif key == "naked-single":
            while self.naked:
                cell, value = self.naked.pop(0)
                if value in self.values[cell]:
                    return cell, value
        else:
            while self.hidden:
                cell, value = self.hidden.pop(0)
                if self.values[cell]:
                    alone = any(
                        [c for c in house if value in self.values[c]] == [cell]
                        for house in self.houses[cell]
                    )
                    return (cell, value) if alone else None
        return None


def puzzles():
    windoku = nonet.read("puzzles/windoku.json")[0]
    return {"easy": nonet.parse(EASY), "hard": nonet.parse(HARD), "windoku": windoku}


@pytest.mark.parametrize("name", ["easy", "hard", "windoku"])
def test_singles_come_in_the_order_in_which_they_arise(name):
    path = explain(puzzles()[name], "hodoku", only="basic,x-wing,chains")
    queue, by_hand, position = SinglesQueue(path.start), QueueByHand(path.start), path.start
    count = position.layout.cell_count
    kinds = ["full-house", "naked-single", "hidden-single"]
    for step in path.steps:
        for key in kinds if step.key not in kinds else kinds[: kinds.index(step.key) + 1]:
            taken, expected = queue.next_single(key), by_hand.next(key)
            assert taken == (-1 if expected is None else expected[1] * count + expected[0])
        if step.key in kinds:
            assert step.placements == (taken,)
        queue.apply(step)
        for candidate in (
            sorted(
                (
                    c
                    for c in range(count * position.layout.value_count)
                    if step.eliminations >> c & 1
                ),
                key=lambda c: (c % count, c),
            )
            if step.technique.module != "subsets"
            else ()
        ):
            by_hand.strike(candidate % count, candidate // count)
        if step.technique.module == "subsets":
            for candidate in subset_order(step):
                by_hand.strike(candidate % count, candidate // count)
        for candidate in step.placements:
            by_hand.place(candidate % count, candidate // count)
        position = position.after(step)
    assert path.steps


def subset_order(step):
    """Candidates house by house of the subset's links, then by cell."""
    layout = step.layout
    houses = sorted({layout.house_and_value(n)[0] for n in step.links} - {-1})
    houses = [n for n in houses if n >= 0]
    eliminated = [
        c for c in range(layout.cell_count * layout.value_count) if step.eliminations >> c & 1
    ]

    def key(candidate):
        cell = candidate % layout.cell_count
        inside = [n for n in houses if layout.houses[n].cells >> cell & 1]
        return inside[0] if inside else -1, cell, candidate

    return sorted(eliminated, key=key)


def test_a_full_house_stays_in_the_queue_until_it_is_placed():
    position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R1C2": 2, "R1C3": 3}))
    queue, candidate = SinglesQueue(position), position.layout.candidate("R1C4", 4)
    assert [queue.next_single("full-house") for _ in range(2)] == [candidate] * 2
    assert [queue.next_single("naked-single") for _ in range(2)] == [candidate, -1]
    assert queue.next_single("full-house") == -1


def test_a_hidden_single_that_is_placed_already_is_dropped_for_the_next():
    position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R1C2": 2, "R1C3": 3}))
    queue, layout = SinglesQueue(position), position.layout
    queue.apply(Step("full-house", layout, placements=(layout.candidate("R1C4", 4),)))
    remaining = []
    while (candidate := queue.next_single("hidden-single")) >= 0:
        remaining.append(layout.cell_and_value(candidate))
    assert ("R1C4", 4) not in remaining


# -- families -----------------------------------------------------------------------------


def test_techniques_are_searched_family_by_family_in_the_order_of_their_first():
    keys = ("naked-pair", "full-house", "hidden-pair", "naked-single")
    assert by_family(keys, 81) == (
        (subsets, frozenset({"naked-pair", "hidden-pair"})),
        (singles, frozenset({"full-house", "naked-single"})),
    )
    position = Position.of(nonet.parse(EASY))
    modules = [step.technique.module for step in search_steps(position, keys)]
    assert modules == sorted(modules, key=["subsets", "singles"].index)
    assert len(set(modules)) == 2


def test_a_technique_is_not_searched_in_a_puzzle_that_is_too_large():
    limited = next(t for t in nonet.techniques.TECHNIQUES if t.max_cells < 1 << 20)
    for cells, searched in ((limited.max_cells, True), (limited.max_cells + 1, False)):
        assert bool(by_family((limited.key,), cells)) == searched


def test_a_search_of_another_name_is_used_where_a_family_has_one(monkeypatch):
    position = Position.of(nonet.parse(EASY))
    monkeypatch.setattr(singles, "find_all", lambda *_: iter(["all"]), raising=False)
    assert [*search_steps(position, ["full-house"], search_name="find_all")] == ["all"]
    actual = [*search_steps(position, ["naked-pair"], search_name="no_such_search")]
    assert actual == [*search_steps(position, ["naked-pair"])]


# -- the step of an entry -------------------------------------------------------------------


def family(monkeypatch, **searches):
    """Make ``technique(...).family`` a family of the test."""
    family_module = ModuleType("family")
    vars(family_module).update(searches)
    fake = SimpleNamespace(
        family=family_module, max_cells=1 << 30, assumes_unique=False, title="t", module="m"
    )
    monkeypatch.setattr(entry_search, "technique", lambda key: fake)
    monkeypatch.setattr("nonet.techniques.policies.technique", lambda key: fake)
    by_family.cache_clear()
    monkeypatch.setattr(entry_search, "by_family", by_family.__wrapped__)


LAYOUT = Position.of(Puzzle(Grid.square(4))).layout
STEPS = [
    Step("x-wing", LAYOUT, eliminations=1 << n, difficulty=d) for n, d in enumerate((5, 3, 3, inf))
]


@pytest.mark.parametrize(
    ("entry", "searches", "expected"),
    [
        (Entry(("x",), 1), {}, 0),
        (Entry(("x",), 1, scored_by_step=True), {}, 1),
        (Entry(("x",), 1, scored_by_step=True), {"EASIEST_FIRST": True}, 0),
        (Entry(("x",), 1, scored_by_step=True), {"find": lambda *_: iter(STEPS[3:])}, None),
        (Entry(("x",), 1), {"find": lambda *_: iter(STEPS[3:])}, 3),
        (Entry(("x",), 1, soon=True), {"find_soon": lambda *_: iter(STEPS[2:])}, 2),
        (Entry(("x",), 1), {"find_soon": lambda *_: iter(STEPS[2:])}, 0),
        (Entry(("x",), 1), {"find": lambda *_: iter(())}, None),
        (Entry(("x",), 1, variants_only=True), {}, None),
    ],
)
def test_the_first_step_is_taken_or_the_cheapest_where_steps_have_scores(
    monkeypatch, entry, searches, expected
):
    family(monkeypatch, **{"find": lambda *_: iter(STEPS), **searches})
    position = Position.of(Puzzle(Grid.square(4)))
    search = EntrySearch(entry)
    for _ in range(2):
        step = search.first_step(position)
        assert step is (None if expected is None else STEPS[expected])


def test_a_row_for_variants_is_tried_where_there_is_another_constraint(monkeypatch):
    family(monkeypatch, find=lambda *_: iter(STEPS))
    cage = make_rule("killer", cells=["R1C1", "R1C2"], sum=3)
    position = Position.of(Puzzle(Grid.square(4)).with_rules(cage))
    assert EntrySearch(Entry(("x",), variants_only=True)).first_step(position) is STEPS[0]


@pytest.mark.parametrize("ranks", [(3, 1, 2, 4), (None, 9, 2, 5), (None,) * 4])
def test_of_steps_that_hodoku_ranks_the_least_is_taken_of_the_forms_it_knows(monkeypatch, ranks):
    rank = dict(zip(map(id, STEPS), ranks, strict=True))
    family(
        monkeypatch,
        find=lambda *_: pytest.fail("not the search for HoDoKu"),
        find_as_hodoku=lambda *_: iter(STEPS),
        hodoku_sort_key=lambda step: rank[id(step)],
    )
    queue = SinglesQueue(Position.of(Puzzle(Grid.square(4))))
    step = EntrySearch(Entry(("x",)), queue).first_step(Position.of(Puzzle(Grid.square(4))))
    known = [n for n in ranks if n is not None]
    assert step is (STEPS[ranks.index(min(known))] if known else None)


def test_a_family_without_an_order_of_hodoku_has_its_first_step_taken(monkeypatch):
    family(monkeypatch, find=lambda *_: iter(STEPS))
    queue = SinglesQueue(Position.of(Puzzle(Grid.square(4))))
    assert EntrySearch(Entry(("x",)), queue).first_step(queue_position()) is STEPS[0]


def queue_position():
    return Position.of(Puzzle(Grid.square(4)))


def test_a_second_family_is_searched_where_the_first_finds_nothing():
    position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R1C2": 2, "R1C3": 3}))
    entry = Entry(("naked-quadruple", "full-house"))
    assert EntrySearch(entry).first_step(position).key == "full-house"


def test_singles_are_taken_from_the_queue_where_there_is_one():
    position = Position.of(nonet.parse(EASY))
    queue = SinglesQueue(position)
    search = EntrySearch(HODOKU.entry_for("naked-single"), queue)
    taken = []
    while (step := search.first_step(position)) is not None:
        taken += step.placements
    assert len(taken) == len(set(taken)) > 1  # each of them once: the queue is used up
    again = EntrySearch(HUMAN.entry_for("naked-single"))
    assert again.first_step(position) == again.first_step(position) is not None
    assert (search.title, search.assumes_unique) == ("Naked Single", False)
    assert EntrySearch(HODOKU.entry_for("bug+1")).assumes_unique
    assert technique("naked-single").title == search.title
