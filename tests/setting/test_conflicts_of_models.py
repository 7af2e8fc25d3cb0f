"""Assumptions and conflicts of models by their labels, and models that grow between questions."""

from itertools import combinations
from random import Random

import pytest

import nonet
from nonet.errors import ModelError
from nonet.model import ModelBuilder
from nonet.solving import Status


def rota():
    build = ModelBuilder()
    ann = build.array("ann", 4, ["day", "night", "off"])
    bob = build.array("bob", 4, ["off", "day", "night"])
    build.add(*(a != b for a, b in zip(ann, bob, strict=True)), label="never both alike")
    build.regular(ann, "(day | off)* (night off)* day*", label="a day off after a night")
    return build, ann, bob


def labels(parts):
    return [part.label for part in parts]


def test_assumptions_that_clash_are_named_by_their_labels_and_explained():
    build, ann, bob = rota()
    wishes = {
        "Mon: Ann is on at night": ann[0] == "night",
        "Mon: Bob is on at night": bob[0] == "night",
        "Tue: Ann works": ann[1] != "off",
    }
    answer = nonet.conflict(build, assumptions=wishes, number=5, chain=True)
    assert (answer.status, answer.complete) == (Status.UNSAT, True)
    sets = {frozenset(labels(parts)) for parts in (answer.parts, *answer.others)}
    first, second, third = wishes
    assert sets == {frozenset((first, second)), frozenset((first, third))}
    assert {part.kind for part in answer.parts} == {"assumption"}
    assert str(answer.chain).splitlines()[0] == f"{first}: ann[0] is night"
    assert build.model() == rota()[0].model()  # assumptions do not stay


def test_with_rules_the_constraints_that_clash_with_assumptions_are_named_too():
    build, ann, _ = rota()
    wishes = [ann[0] == "night", ann[1] == "day"]
    answer = nonet.conflict(build, assumptions=wishes, rules=True)
    assert labels(answer.parts) == [
        "a day off after a night", "ann[0] == night", "ann[1] == day",
    ]  # fmt: skip
    build.add(ann[2] == "off", ann[2] == "day")
    clash = nonet.conflict(build, assumptions=wishes)  # now without any assumption
    assert [label.partition(" (line")[0] for label in labels(clash.parts)] == [
        "ann[2] == off", "ann[2] == day",
    ]  # fmt: skip
    assert "(line" in clash.parts[0].label


def test_assumptions_that_can_hold_have_a_solution_and_no_assumption_asks_as_before():
    build, ann, bob = rota()
    answer = nonet.conflict(build, assumptions=[ann[0] == "night", bob[1] == "night"])
    assert answer.status is Status.SAT
    assert (answer.solution[ann][0], answer.solution[bob][1]) == ("night", "night")
    assert nonet.conflict(build).status is Status.SAT
    assert nonet.conflict(build, assumptions=[]).status is Status.SAT


def test_minimal_clashes_of_random_assumptions_are_those_of_all_subsets_tried():
    random = Random(29)
    for _ in range(12):
        build = ModelBuilder()
        x = build.array("x", 4, range(4))
        build.all_different(x[:3])
        build.add(x[0] + x[3] >= 3)
        wishes = {}
        for i in range(7):
            a, b = random.sample(list(x), 2)
            wishes[f"{i}"] = random.choice(
                [a == random.randrange(4), a < b, a + b == random.randrange(5), a == b + 1]
            )
        model = build.model()
        minimal = []
        for size in range(len(wishes) + 1):
            for chosen in combinations(wishes, size):
                if any(smaller <= set(chosen) for smaller in minimal):
                    continue
                if not nonet.solve(model.add(*map(wishes.get, chosen)), "native").solutions:
                    minimal.append(set(chosen))
        answer = nonet.conflict(build, assumptions=wishes, number=100)
        sets = [set(labels(parts)) for parts in (answer.parts, *answer.others) if parts]
        assert sorted(map(sorted, sets)) == sorted(map(sorted, minimal))
        assert not minimal or len(answer.parts) == min(map(len, minimal))


def test_clues_of_a_puzzle_hold_while_its_assumptions_are_asked_about():
    puzzle = nonet.parse("1234............")
    clashing = nonet.model.Linear(("R2C1",), (1,), "==", 1)
    possible = nonet.model.Linear(("R3C4",), (1,), "==", 3)
    answer = nonet.conflict(puzzle, assumptions=[clashing, possible], chain=True)
    assert labels(answer.parts) == ["R2C1 == 1"]
    assert str(answer.chain).endswith("R2C1 == 1 cannot hold, since R2C1 is not 1")


@pytest.mark.parametrize("wrong", [3, "x == 1", [True], [None]])
def test_what_is_no_assumption_is_refused(wrong):
    with pytest.raises(ModelError, match="constraint"):
        nonet.conflict(rota()[0], assumptions=wrong)


def test_one_constraint_is_refused_as_assumptions():
    build, ann, _ = rota()
    with pytest.raises(ModelError, match="a list of constraints"):
        nonet.conflict(build, assumptions=ann[0] == "day")


@pytest.mark.parametrize("backend", [None, "native", "sat", "cpsat"])
def test_a_builder_grows_between_questions_and_answers_as_one_declared_at_once(backend):
    build = ModelBuilder()
    x = build.array("x", 3, range(5))
    steps = [
        lambda b, x: b.all_different(x),
        lambda b, x: b.add(x[0] + x[1] == b.variable("total", range(9))),
        lambda b, x: b.add(x[2] == b["total"]),
        lambda b, x: b.maximize(2 * x[0] + x[1]),
        lambda b, x: b.add(x[0] != 4),
        lambda b, x: b.then_minimize(x[1]),
    ]
    earlier = []
    for number, step in enumerate(steps, 1):
        step(build, x)
        afresh = ModelBuilder()
        y = afresh.array("x", 3, range(5))
        for each in steps[:number]:
            each(afresh, y)
        earlier.append((build.model(), afresh.model()))
        answers = [
            {solution.line for solution in nonet.solve(model, backend, limit=None).solutions}
            for model in (build, afresh)
        ]
        assert answers[0] == answers[1] != set()
    assert all(model == other for model, other in earlier)  # a model taken before does not grow


def test_an_assumption_is_named_by_its_label_else_its_text_else_how_it_was_written():
    build = nonet.ModelBuilder()
    x, y = build.variable("x", range(10)), build.variable("y", range(10))
    build.add(x + y == 3)
    plain = nonet.model.Linear(("x",), (1,), ">=", 7)
    cases = {
        "own label": ({"own label": x >= 7}, "own label"),
        "formula": ([x >= 7], "x >= 7"),
        "written": ([nonet.model.Table(("x",), {(9,)})], "Table of x"),
    }
    for assumptions, label in cases.values():
        conflict = nonet.conflict(build.model(), assumptions=assumptions)
        assert [part.label for part in conflict.parts] == [label]
        assert conflict.parts[0].kind == "assumption"
    twice = nonet.conflict(build.model(), assumptions=[plain, plain])
    assert len(twice.parts) == 1
