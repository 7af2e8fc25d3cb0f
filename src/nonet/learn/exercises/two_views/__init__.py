"""Checks of two-views: the programmes against all orders, and both views of each."""

from itertools import pairwise, permutations

from nonet.errors import quantity
from nonet.learn.checks import LearnerModule, expect, learner_function, model_of_builder
from nonet.model import Model
from nonet.solving import count_solutions, iter_solutions

Pairs = list[tuple[int, int]]


def learner_model(work: LearnerModule, talks: int, before: Pairs, not_after: Pairs) -> Model:
    """The learner's model."""
    build = learner_function(work, "programme")(talks, before, not_after)
    names = (f"{view}[{i}]" for view in ("slot", "talk") for i in range(talks))
    return model_of_builder(build, "programme", names)


def count_checked_programmes(
    work: LearnerModule, talks: int, before: Pairs, not_after: Pairs
) -> int:
    """Return the number of programmes, after comparing with the right programmes."""
    model = learner_model(work, talks, before, not_after)
    right = {
        order
        for order in permutations(range(talks))
        if all(order.index(a) < order.index(b) for a, b in before)
        and not set(pairwise(order)) & set(not_after)
    }
    result = set()
    for solution in iter_solutions(model, limit=10 * len(right) + 10):
        slot = [solution[f"slot[{i}]"] for i in range(talks)]
        talk = tuple(solution[f"talk[{i}]"] for i in range(talks))
        for t, s in enumerate(slot):
            expect(
                0 <= s < talks and talk[s] == t,
                f"slot {slot} and talk {list(talk)} are a solution of yours: talk {t} is in slot "
                f"{s} by the one and not by the other",
            )
        expect(talk in right, f"{list(talk)} is a programme of yours, against the rules")
        expect(talk not in result, f"the programme {list(talk)} is found twice")
        result.add(talk)
    for order in sorted(right - result):
        expect(False, f"{list(order)} is a programme, but no solution of yours")
    return len(right)


def check_tied(work: LearnerModule) -> str:
    "Without rules: the 24 orders of four talks, each once, and both views agree"
    return f"{count_checked_programmes(work, 4, [], [])} programmes"


def check_before(work: LearnerModule) -> str:
    "With talks that come before others"
    return f"{count_checked_programmes(work, 4, [(0, 1), (2, 1)], [])} programmes"


def check_not_after(work: LearnerModule) -> str:
    "With talks that must not come right after others, and both kinds of rules"
    count_checked_programmes(work, 4, [], [(0, 1), (1, 0), (3, 2)])
    return f"{count_checked_programmes(work, 5, [(0, 4)], [(0, 4), (4, 2), (1, 3)])} programmes"


def check_one_view_narrows_the_other(work: LearnerModule) -> None:
    "A talk put into a slot in one view is there in the other"
    model = learner_model(work, 4, [], []).narrow({"talk[2]": [3]})
    number = count_solutions(model.narrow({"slot[3]": [0, 1, 3]})).number
    expect(number == 0, f"talk 3 is in slot 2 and is not, in {quantity(number, 'programme')}")
