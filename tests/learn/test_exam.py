"""The bank of exam questions: forty, in three variants, whose answers a second way finds as well."""

from itertools import combinations, pairwise, permutations, product
from math import comb, factorial

import pytest

from nonet.cli import main
from nonet.learn.exam import exam_sheet, questions
from nonet.learn.lesson_models import BORDERS

VARIANTS = [0, 1, 2]


def attacked_placements(n, columns=()):
    """How many placements a search row by row tries and refuses."""
    if len(columns) == n:
        return 0
    refused = 0
    for column in range(n):
        safe = all(
            c != column and abs(c - column) != len(columns) - row for row, c in enumerate(columns)
        )
        refused += attacked_placements(n, (*columns, column)) if safe else 1
    return refused


def gac(domains, holds):
    """The values of each variable in some combination that is allowed."""
    rows = [row for row in product(*domains) if holds(*row)]
    return [sorted(set(column)) for column in zip(*rows, strict=True)]


def map_colourings(colours, **fixed):
    states = ["WA", "NT", "SA", "Q", "NSW", "V", "T"]
    number = 0
    for values in product(range(1, colours + 1), repeat=7):
        of = dict(zip(states, values, strict=True))
        borders = (border.split("-") for border in BORDERS)
        number += all(of[a] != of[b] for a, b in borders) and fixed.items() <= of.items()
    return number


def parts_of_a_set(n, most):
    """Partitions of a set into at most so many parts, by the recurrence of Stirling numbers."""
    row = [1]
    for _ in range(n):
        row = [
            (row[k - 1] if k else 0) + k * (row[k] if k < len(row) else 0)
            for k in range(len(row) + 1)
        ]
    return sum(row[: most + 1])


def is_tour(successors):
    place, visited = 0, 0
    while True:
        place, visited = successors[place], visited + 1
        if not place:
            return visited == len(successors)


def derangements(n):
    return [p for p in permutations(range(n)) if all(i != j for i, j in enumerate(p))]


def knapsack(things, capacity):
    loads = [some for size in range(len(things) + 1) for some in combinations(things, size)]
    best = max(sum(w for w, _ in some) for some in loads if sum(h for _, h in some) <= capacity)
    thirds = product(range(61), repeat=3)  # parts of sixty
    cut = max(
        sum(part * worth for part, (worth, _) in zip(parts, things, strict=True))
        for parts in thirds
        if sum(part * weight for part, (_, weight) in zip(parts, things, strict=True))
        <= 60 * capacity
    )
    return best, round(cut / 60, 2)


SECOND_WAYS = {
    1: lambda n: comb(n, 2),
    2: lambda k, d: (d**k, d),
    3: lambda n: (3 * n, 3 * (n - 1) - 2 * (round(n**0.5) - 1)),
    4: lambda n: sum(a + b == c for a, b, c in permutations(range(1, n + 1), 3)),
    5: lambda n: {3: 0, 4: 2, 5: 10}[n],  # OEIS A000170
    7: lambda row, low, high: tuple(gac([range(4), range(low, high + 1)], lambda i, v: row[i] == v)),
    9: lambda n: attacked_placements(n),
    12: lambda n: dict(zip("xyz", gac([range(1, n + 1)] * 3, lambda x, y, z: x < y < z), strict=True)),
    14: lambda e, d: e * d * d,
    15: lambda k, m: (
        list(range(2, min(m, 2 * k) + 1)),
        gac([[1, k], [1, k], range(1, m + 1)], lambda a, b, c: a + b == c)[2],
    ),
    16: lambda p, q, s: tuple(gac([p, p, q, s], lambda *row: len(set(row)) == 4)[2:]),
    17: lambda n: factorial(n - 1),  # a dead end for each way to place all but the last
    20: lambda n, k: [c + 1 for c in range(n) if all(a <= c < a + k for a in range(n - k + 1))],
    24: lambda n, k: (comb(n, k), sum(comb(n, j) for j in range(k + 1))),
    29: lambda r, cages: 45 * r - sum(cages),
    30: lambda c: (map_colourings(c), map_colourings(c, WA=1, NT=2)),
    31: lambda n, k: parts_of_a_set(n, k),
    32: lambda n: (
        next(
            length
            for length in range(1, 20)
            for marks in combinations(range(length + 1), n)
            if len({b - a for a, b in combinations(marks, 2)}) == comb(n, 2)
        ),
        comb(n, 2),
    ),
    33: lambda n: (len(derangements(n)), sum(map(is_tour, derangements(n)))),
    34: lambda c, d: gac(
        [range(3), range(7)], lambda a, b: c >= 4 or a + d <= b or b + 2 <= a
    )[1],
    37: lambda n: (comb(n + 1, 2), n, n - 1),
    38: lambda c: knapsack([(10, 4), (7, 3), (12, 5)], c),
    39: lambda n: (2, sum(all(a != b for a, b in pairwise((*r, r[0]))) for r in product((1, 2), repeat=n))),
}  # fmt: skip
"""By the number of a question: its answer by plain Python or a published table."""


@pytest.mark.parametrize("variant", VARIANTS)
def test_there_are_forty_questions_and_each_answer_can_be_computed(variant):
    bank = questions(variant)
    assert [each.number for each in bank] == list(range(1, 41))
    assert all(each.answer is not None and "{n}" not in each.text for each in bank)


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("number", SECOND_WAYS)
def test_a_second_way_finds_the_same_answer(number, variant):
    question = questions(variant)[number - 1]
    second = SECOND_WAYS[number]
    values = {name: question.names[name] for name in second.__code__.co_varnames}
    assert question.answer == second(**values)


def test_variants_ask_with_other_numbers():
    first, second = questions(0), questions(1)
    same = [a.number for a, b in zip(first, second, strict=True) if a.text == b.text]
    assert same == [25], "one speaks of the model of a lesson"
    assert [each.text for each in questions(3)] == [each.text for each in first]


def test_the_command_prints_a_sheet_with_answers_or_without(capsys):
    assert main(["learn", "exam", "--variant", "1", "--answers"]) == 0
    out = capsys.readouterr().out
    assert out == exam_sheet(1, answers=True) + "\n"
    assert "**21**" in out
    assert "**" not in exam_sheet(1)
