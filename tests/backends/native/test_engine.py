"""The engine: the fixed point, what wakes which filter, undoing, and filters run alone."""

from nonet.backends.native.engine import Engine
from nonet.backends.native.filter import Filter
from nonet.backends.native.filters import filter_factory
from nonet.model import AllDifferent, Linear, Model


class Noting(Filter):
    """Notes each run, and removes nothing."""

    def __init__(self, scope, **wakes):
        super().__init__(Linear.sum(tuple("xy"), "<=", 99), scope)
        self.runs, self.heard = 0, []
        self.wakes_on_change = wakes.get("change", False)
        self.wakes_on_bounds = wakes.get("bounds", False)
        self.wakes_on_fixed = wakes.get("fixed", False)
        self.priority = wakes.get("priority", 1)

    def filter(self, engine):
        self.runs += 1

    def fixed(self, engine, x):
        self.heard.append(x)


def engine_with(*filters):
    engine = Engine(Model(dict.fromkeys("xyz", range(5))).structure, lambda *_: [])
    for each in filters:
        engine.add(each)
    engine.reset({})
    assert engine.propagate()
    return engine


def test_filters_wake_on_what_they_say():
    change, bounds = Noting((0, 1), change=True), Noting((0, 1), bounds=True)
    fixed, other = Noting((0, 1), fixed=True), Noting((2,), change=True)
    engine = engine_with(change, bounds, fixed, other)
    seen = []
    for mask in (0b10111, 0b00111, 0b00110, 0b00010):
        engine.set(0, mask, other, ())
        assert engine.propagate()
        seen.append((change.runs, bounds.runs, len(fixed.heard)))
    assert seen == [(2, 1, 0), (3, 2, 0), (4, 3, 0), (5, 4, 1)]
    assert other.runs == 1 and fixed.heard == [0]


def test_cheap_filters_run_first():
    order = []

    class Ordered(Noting):
        def filter(self, engine):
            order.append(self.priority)

    engine_with(*(Ordered((0,), change=True, priority=n) for n in (2, 0, 1, 2, 0)))
    assert order == [0, 0, 1, 2, 2]


def test_a_change_by_a_filter_wakes_cheaper_filters_before_dearer_ones_go_on():
    order = []

    class Narrowing(Noting):
        def filter(self, engine):
            order.append(self.priority)
            if self.priority == 1 and engine.masks[0] == 0b11111:
                engine.set(0, 0b1111, self, ())

    engine_with(*(Narrowing((0,), change=True, priority=n) for n in (2, 0, 1)))
    assert order == [0, 1, 0, 1, 2]


def test_undoing_forgets_what_was_not_heard_yet():
    noting = Noting((0, 1), change=True)
    engine = engine_with(noting)
    mark = engine.mark()
    engine.assign(0, 0b1)
    engine.assign(1, 0b110)
    assert engine.newly_fixed == [0]
    engine.undo(mark)
    assert engine.masks == [0b11111] * 3 and engine.trail == []
    assert engine.propagate() and noting.runs == 1


def test_a_failure_adds_weight_to_its_scope_and_leaves_no_filter_awake():
    model = Model(dict.fromkeys("xyz", (1, 2)), [AllDifferent(tuple("xyz"))])
    engine = Engine(model.structure, filter_factory())
    assert engine.weights == [1, 1, 1]
    assert not engine.propagate()
    assert engine.weights == [2, 2, 2]
    assert not any(engine.queues) and not any(each.awake for each in engine.filters)
    engine.reset({})
    assert engine.weights == [1, 1, 1] and engine.filterings == 0


def test_some_filters_alone_come_to_their_fixed_point():
    parts = [Linear(("x", "y"), (1, -1), "<=", -1), Linear(("y", "z"), (1, -1), "<=", -1)]
    engine = Engine(Model(dict.fromkeys("xyz", range(5)), parts).structure, filter_factory())
    assert engine.propagate_filters(engine.filters[:1])
    assert [list(engine.domain(x)) for x in range(3)] == [[0, 1, 2, 3], [1, 2, 3, 4], [*range(5)]]
    assert engine.propagate_filters(engine.filters)
    assert [list(engine.domain(x)) for x in range(3)] == [[0, 1, 2], [1, 2, 3], [2, 3, 4]]
    for x, value in ((0, 2), (2, 2)):
        engine.assign(x, 1 << value)
    assert not engine.propagate_filters(engine.filters)
    assert engine.weights > [1, 2, 1]


def test_filters_alone_hear_of_fixed_variables():
    unit = AllDifferent(tuple("xyz"))
    model = Model({"x": [1], "y": [1, 2], "z": [1, 2, 3]}, [unit])
    engine = Engine(model.structure, filter_factory())
    naked = [each for each in engine.filters if each.wakes_on_fixed]
    assert engine.propagate_filters(naked)
    assert engine.assignment() == {"x": 1, "y": 2, "z": 3}


def test_the_engine_of_a_part_keeps_what_its_constraints_keep():
    engine = Engine(Model(dict.fromkeys("xyz", range(2, 7))).structure, filter_factory())
    part = engine.sub_engine([Linear.sum(("z", "x"), "==", 6)], filter_factory())
    assert part({0: 0b11111, 1: 0b1, 2: 0b11110}) == {2: 0b00110, 0: 0b00011}
    assert part({0: 0b10000, 1: 0b1, 2: 0b11110}) is None
    assert engine.masks == [0b11111] * 3
