"""How much a reason of a sum names: at each limit and one beside, in sentences computed by hand."""

import pytest

from nonet.model import AllDifferent, Linear, Model
from nonet.techniques.candidate_layout import layout_of, mask_of
from nonet.techniques.engines import constraint_reasons
from nonet.techniques.engines.constraint_filter import filter_of
from nonet.techniques.engines.constraint_reasons import ALONE, ConstraintReasons, open_text

ANY = tuple(range(1, 10))


class Sum:
    """A sum of cells a, b, c, ... of nine values, all different, with some values open."""

    def __init__(self, total, *open_values, coefficients=None, op="==", differ=True):
        names = tuple("abcdefghijkl"[: len(open_values)])
        constraint = Linear(names, coefficients or (1,) * len(names), op, total)
        differ_too = [AllDifferent(names)] if differ else []
        self.layout = layout_of(Model(dict.fromkeys(names, ANY), [*differ_too, constraint]))
        self.filter = filter_of(self.layout, constraint)
        self.masks = tuple(mask_of(value - 1 for value in values) for values in open_values)
        self.reasons = ConstraintReasons(self.filter, self.masks)

    def told(self, is_sum=True):
        after = self.filter.reduced(self.masks)
        return {
            "abcdefghijkl"[each.place] + self.layout.value_text(each.values): each.reason
            for each in self.reasons.exclusions(after, is_sum)
        }


LISTED = {
    "a2": "b and c would have to come to 8, and can only come to 6 or 9",
    "a3": "b and c would have to come to 7, and can only come to 3, 6 or 9",
    "a5": "b and c would have to come to 5, and can only come to 3 or 6",
    "a6": "b and c would have to come to 4, and can only come to 3, 6 or 9",
    "a89": "b and c would have to come to 2 or less, and come to at least 1 + 2 = 3",
}
"""a + b + c = 10 with 1 or 4 in b and 2 or 5 in c: 3, 6, 6 or 9, and a differs from both."""
BETWEEN = {
    2: "b and c would have to come to 8, and can come to 6 and to 9, but to nothing in between",
    3: "b and c would have to come to 7, and can come to 6 and to 9, but to nothing in between",
}


@pytest.mark.parametrize(("most", "listed"), [(4, "a2 a3"), (3, "a2 a3"), (2, "a2"), (1, "")])
def test_totals_are_listed_up_to_a_number(monkeypatch, most, listed):
    monkeypatch.setattr(constraint_reasons, "MAX_LISTED_TOTALS", most)
    reasons = Sum(10, ANY, (1, 4), (2, 5)).told()
    for value, text in BETWEEN.items():
        key = f"a{value}"
        assert reasons[key] == (LISTED[key] if key in listed.split() else text)
    assert reasons["a89"] == LISTED["a89"] and reasons.keys() == LISTED.keys()


def test_totals_of_one_parity_are_told_by_it():
    reasons = Sum(18, ANY, (2, 4, 6, 8), (2, 4, 6, 8)).told()
    for value, need in ((5, 13), (7, 11), (9, 9)):
        assert reasons[f"a{value}"] == (
            f"b and c would have to come to {need}, an odd number, and always come to an even number"
        )


@pytest.mark.parametrize(("most", "bounds"), [(3, False), (2, True)])
def test_values_of_many_cells_are_told_by_what_there_is_to_spare(monkeypatch, most, bounds):
    monkeypatch.setattr(constraint_reasons, "MAX_ENUMERATED_CELLS", most)
    text = Sum(7, ANY, ANY, ANY).told()["a56789"]
    assert text == (
        "a + b + c comes to at least 6, and must come to 7, with 1 to spare"
        if bounds
        else "b and c would have to come to 2 or less, and come to at least 1 + 2 = 3"
    )


@pytest.mark.parametrize(("most", "named"), [(3, True), (2, False)])
def test_terms_are_named_up_to_a_number(monkeypatch, most, named):
    monkeypatch.setattr(constraint_reasons, "MAX_ENUMERATED_CELLS", 1)
    monkeypatch.setattr(constraint_reasons, "MAX_NAMED_TERMS", most)
    name = "a + b + c comes" if named else "its 3 cells come"
    assert Sum(6, ANY, ANY, ANY).told()["a456789"] == (
        f"{name} to at least 6, and must come to 6, with nothing to spare"
    )


@pytest.mark.parametrize("limit", ["MAX_NAMED_GROUPS", "MAX_NAMED_CELLS"])
def test_cells_in_the_way_are_named_up_to_a_number_else_case_by_case(monkeypatch, limit):
    texts = []
    for most in (2, 1, 0):
        monkeypatch.setattr(constraint_reasons, limit, most)
        texts.append(Sum(10, ANY, (1, 4), (2, 5)).told(is_sum=False))
    assert texts[0] == {"a235689": "b can only be 1 or 4 and c can only be 2 or 5"}
    assert texts[1] == {"a235689": "with 1 or 4 in b, c can only be 2 or 5"}
    assert texts[2]["a2"] == "" and texts[2]["a9"] == ALONE


def test_cells_of_equal_values_are_one_group():
    """a + b + c + d = 24 with equal b, c and d."""
    cage = Sum(24, ANY, (6, 7, 8), (6, 7, 8), (6, 7, 8))
    assert cage.told(is_sum=False) == {"a12456789": "b, c and d can only be 6, 7 or 8"}


@pytest.mark.parametrize(("most", "by_case"), [(2, True), (1, False)])
def test_cases_of_a_cell_are_gone_through_up_to_a_number(monkeypatch, most, by_case):
    monkeypatch.setattr(constraint_reasons, "MAX_NAMED_GROUPS", 1)
    monkeypatch.setattr(constraint_reasons, "MAX_CASES", most)
    reasons = Sum(10, ANY, (1, 4), (2, 5)).told(is_sum=False)
    assert ("with 1 or 4 in b, c can only be 2 or 5" in reasons.values()) == by_case


@pytest.mark.parametrize(("most", "is_known"), [(84, True), (83, False)])
def test_totals_are_given_up_after_a_number_of_states(monkeypatch, most, is_known):
    """Of nine values there are 84 sets of three."""
    monkeypatch.setattr(constraint_reasons, "MAX_STATES", most)
    cage = Sum(12, ANY, ANY, ANY)
    totals = cage.reasons.totals(range(3), (1, 1, 1))
    assert (totals is not None) == is_known
    if totals is not None:
        assert [*sorted(totals)] == [*range(6, 25)]
        for total, chosen in totals.items():
            assert len(set(chosen)) == 3 and sum(value + 1 for value in chosen) == total


def test_factors_weigh_the_values_and_no_choice_has_no_totals():
    cage = Sum(12, (1, 2), (3,), (3,))
    assert cage.reasons.totals((0, 1), (2, -1)) == {-1: (0, 2), 1: (1, 2)}
    assert cage.reasons.totals((1, 2), (1, 1)) is None  # both would be 3
    assert Sum(12, (1, 2), (3,), (3,), differ=False).reasons.totals((1, 2), (1, 1)) == {6: (2, 2)}


@pytest.mark.parametrize(
    ("cage", "text"),
    [
        (Sum(3, (4, 5), (5, 6), (7, 8)), ": a + b + c comes to at least 16, not to 3"),
        (Sum(30, (4, 5), (5, 6), (7, 8)), ": a + b + c comes to at most 19, not to 30"),
        (
            Sum(0, (1, 2), (1, 2), (8, 9), coefficients=(1, 1, -1)),
            ": a + b comes to at most 3, but c comes to at least 8",
        ),
        (
            Sum(1, (1, 2), (1, 2), (8, 9), coefficients=(1, 1, -1)),
            ": a + b comes to at most 3, but c comes to at least 8, where the difference is 1",
        ),
        (
            Sum(40, (1, 2), (3, 4), (5, 6), coefficients=(2, 1, 1)),
            ": 2 × a + b + c comes to at most 14, not to 40",
        ),
    ],
)
def test_a_sum_that_cannot_hold_says_what_it_comes_to(cage, text):
    assert cage.filter.reduced(cage.masks) is None and cage.reasons.failure() == text


AT_MOST = "b and c would have to come to 2 or less, and come to at least 1 + 2 = 3"
AT_LEAST = "b and c would have to come to 18 or more, and come to at most 8 + 9 = 17"


@pytest.mark.parametrize(
    ("cage", "expected"),
    [
        (Sum(7, ANY, ANY, ANY, op="<="), {"a56789": AT_MOST}),
        (Sum(20, ANY, ANY, ANY, op=">="), {"a12": AT_LEAST}),
        (
            Sum(12, ANY, (2, 3), (2, 3), differ=False),
            {
                "a12345": "b and c would have to come to 7 or more, and come to at most 3 + 3 = 6",
                "a9": "b and c would have to come to 3 or less, and come to at least 2 + 2 = 4",
            },
        ),
        (
            Sum(0, ANY, (1, 2), (2, 3), coefficients=(-1, 1, 1)),
            {
                "a12": "b and c would have to come to 2 or less, and come to at least 1 + 3 = 4",
                "a6789": "b and c would have to come to 6 or more, and come to at most 2 + 3 = 5",
            },
        ),
        (
            Sum(3, ANY, (2, 3), (4, 5), coefficients=(1, -1, -1)),
            {
                "b3": "a less c would have to come to 6 or more, and comes to at most 5",
                "c5": "a less b would have to come to 8 or more, and comes to at most 7",
            },
        ),
        (
            Sum(9, (6, 9), (1, 2), (1, 2)),
            {"a9": "nothing would be left for b and c"},
        ),
        (
            Sum(10, ANY, (2, 3), (4, 5), coefficients=(2, 1, 1)),
            {"a23456789": "then 2 × a + b + c comes to at least 11, not to 10"},
        ),
    ],
)
def test_a_value_that_adds_too_much_or_too_little(cage, expected):
    reasons = cage.told()
    assert {key: reasons.get(key) for key in expected} == expected


def test_what_a_cell_can_be_is_told_by_what_is_shorter():
    layout = Sum(12, ANY, ANY, ANY).layout

    def text(*values):
        return open_text(layout, [0], mask_of(value - 1 for value in values))

    assert text(4) == "a is 4" and text(1, 2, 3) == "a can only be 1, 2 or 3"
    assert text(1, 2, 3, 4, 5) == "a cannot be 6, 7, 8 or 9"
    assert text(1, 2, 3, 4) == "a can only be 1, 2, 3 or 4"
    assert text(2, 4, 6, 8) == "a is even" and text(1, 3, 5, 7, 9) == "a is odd"
    assert text(2, 4) == "a can only be 2 or 4"
    assert open_text(layout, [0, 1], 0b11) == "a and b can only be 1 or 2"
