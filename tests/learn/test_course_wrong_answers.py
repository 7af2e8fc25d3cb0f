"""At least eight plausible wrong answers to each exercise, all refused with a message."""

import pytest

from nonet.learn import COURSE, find_exercise
from tests.cases import as_one_test
from tests.learn.refusal import assert_refused

pytestmark = pytest.mark.usefixtures("small_seal")

WRONG = {
    "read-a-model": [
        ("assignments = prod", "assignments = 4 * prod"),
        ("domain_of_r2c4 = {2}", "domain_of_r2c4 = {1, 2}"),
        ("len(model.variables)", "12"),  # the open cells alone
        ("domain_of_r1c1 = {1, 2, 3, 4}", "domain_of_r1c1 = {3, 4}"),  # propagated already
        ("domain_of_r2c4 = {2}", "domain_of_r2c4 = 2"),  # a value, no set
        ("domain_of_r2c4 = {2}", "domain_of_r2c4 = {1, 2, 3, 4}"),
        ("len(model.constraints)", "8"),  # no boxes
        ('"R1C3", "R2C3", "R3C3", "R4C3"', '"R3C1", "R3C2", "R3C3", "R3C4"'),  # a row
        (', "R2C2"}', "}"),  # no peers by the box
        ('peers_of_r1c1 = {"R1C2"', 'peers_of_r1c1 = {"R1C1", "R1C2"'),
        ("prod(len(domain) for domain in model.domains.values())", "4**16"),
        ("prod(len(domain)", "sum(len(domain)"),
    ],
    "declare-a-sudoku": [
        ("for row in numbers]", "for row in (*numbers, 1)]"),
        (
            "for row in numbers for column in numbers}",
            "for row in numbers for column in numbers if row <= column}",
        ),
        ("range(1, size + 1)\n    return {", "range(size)\n    return {"),
        ("range(1, size + 1)\n    return {", "range(1, size)\n    return {"),
        ('": numbers for row', '": range(1, 10) for row'),
        ('[f"R{row}C{column}" for', '[f"R{column}C{row}" for'),  # columns
        ("for column in numbers]) for row in numbers]", "for row in numbers for column in numbers])]"),
        ("nonet.AllDifferent([", "(["),
        ("for row in numbers]", "for row in numbers[1:]]"),
        ('[f"R{row}C{column}" for', '[f"R1C{column}" for'),  # the first row each time
        ("[*rows(4), *units]", "[*rows(4)[2:], *units]"),
        ("(*columns, *boxes)", "(*list(columns)[:2], *boxes)"),
        ("(*columns, *boxes)", "columns"),
        ("(*columns, *boxes)", "boxes"),
        ("[*rows(4), *units]", "units"),
        ("nonet.Model(domains(4)", "nonet.Model(domains(5)"),
        ("for top in (1, 3)", "for top in (1, 2)"),
        ("{top + down}C{left + right}", "{top + right}C{left + right}"),
        ("return nonet.Model(", "return list("),
    ],
    "count-right": [
        (
            "tuple(solution[cell] for cell in cells) for solution in solutions",
            "''.join(str(solution[cell]) for cell in cells) for solution in solutions",
        ),
        (
            "seen.add(tuple(solution[cell] for cell in cells))",
            "seen.add(''.join(str(solution[cell]) for cell in cells))",
        ),
        (
            "tuple(solution[cell] for cell in cells) for solution in solutions",
            "sum(10**i * solution[cell] for i, cell in enumerate(cells)) for solution in solution"
            "s",
        ),
        (
            "seen.add(tuple(solution[cell] for cell in cells))",
            "seen.add(frozenset(solution[cell] for cell in cells))",
        ),
        ("len({tuple(solution[cell] for cell in cells) for solution in solutions})", "len(list(solutions))"),
        ("len({tuple(solution[cell] for cell in cells) for", "len({tuple(solution.values()) for"),
        ("seen.add(tuple(solution[cell] for cell in cells))", "seen.add(tuple(solution.items()))"),
        ("seen.add(tuple(solution[cell] for cell in cells))", "seen.add(len(seen))"),  # repeats
        ("if len(seen) == 2", "if len(seen) == 3"),
        ("if len(seen) == 2", "if len(seen) == 1"),
        ('"one" if seen else "none"', '"one"'),
        ('return "one" if seen', 'return "many" if seen'),
    ],
    "time-is-no-answer": [
        ("return len(outcome.solutions) == 1", "return not outcome.solutions"),
        ("    if outcome.solutions:\n", "    if outcome.solutions and outcome.stopped_by is None:\n"),
        ('"no solution" if outcome.exhausted else "not known"', '"no solution"'),
        ('"no solution" if outcome.exhausted else "not known"', '"not known"'),
        ("    if outcome.solutions:\n", "    if outcome.solutions and outcome.exhausted:\n"),
        ("    if not outcome.exhausted:\n        return None", "    if False:\n        return None"),
        ("return None", "return False"),
        ("return len(outcome.solutions) == 1", "return True"),
        ("    if len(outcome.solutions) > 1:\n        return False", "    if False:\n        return False"),
        ("    if not outcome.exhausted:", "    if not outcome.solutions:"),
        ('if outcome.exhausted else "not known"', 'if outcome.stopped_by != "time" else "not known"'),
        ("    if not outcome.exhausted:", '    if outcome.stopped_by == "time":'),
    ],
    "killer-cage": [
        ("nonet.AllDifferent(cells), ", "nonet.AllDifferent(cells[:2]), "),
        ("if sum(chosen) == total]", "if sum(chosen) == total][:1]"),
        ("nonet.AllDifferent(cells), ", ""),
        (', nonet.model.Linear.sum(cells, "==", total)', ""),
        ('"=="', '"<="'),
        (".model().add(*constraints)", ".model()"),
        ("for cells, total in cages", "for cells, total in cages[:1]"),
        ("combinations(values, number) if", "__import__('itertools').product(values, repeat=number) if"),
        ("if sum(chosen) == total", ""),
        ("if sum(chosen) == total", "if sum(chosen) <= total"),
        ("combinations(values, number)", "combinations(range(1, 10), number)"),
    ],
    "break-a-symmetry": [
        ("smallest < opposite, ", "opposite < right, "),
        ("range(1, 5)", "range(1, 2)"),
        ('{f"R1C{column}": [column] for column in range(1, 5)}', "{}"),
        ("for column in range(1, 5)", "for column in range(1, 4) if column < 3"),
        ("R1C{column}", "R{column}C{column}"),
        (", right < below", ""),
        ("smallest < opposite, ", ""),
        ("return [smallest < right, smallest < below, ", "return [smallest == 2, "),
        ("right < below", "right < opposite"),
    ],
    "find-the-clash": [
        ("for cell in puzzle.clues:", "for cell in list(puzzle.clues)[:-1]:"),
        ("    if not contradictory(puzzle, clues):\n        return set()\n", ""),
        ("            clues = fewer", "            pass"),  # all clues
        ("        return set()", "        return set(clues)"),
        ("clues.items() if", "puzzle.clues.items() if"),
        ("if contradictory(puzzle, fewer)", "if not contradictory(puzzle, fewer)"),
        ("    return set(clues)", "    return set(list(clues)[:2])"),
        ("    return set(clues)", "    return set()"),
        ("for cell in puzzle.clues:", "for cell in list(puzzle.clues)[:1]:"),
        ("    return set(clues)", "    return set(puzzle.clues) - set(clues)"),
    ],
    "make-it-unique": [
        (
            "    return puzzle.with_clues(clues)",
            "    return nonet.parse('12..' + '.' * 12).with_clues(clues)",
        ),
        ("is not nonet.Uniqueness.MULTIPLE", "is nonet.Uniqueness.MULTIPLE"),
        ("            clues = fewer", "            pass"),  # clues too many
        ("clues.keys() - puzzle.clues.keys()", "list(clues)"),  # the setter's clues go
        ("    return puzzle.with_clues(clues)", "    return puzzle"),
        ("for cell in clues.keys() - puzzle.clues.keys():", "for cell in []:"),
        ("if nonet.verify(puzzle.with_clues(fewer)).uniqueness is nonet.Uniqueness.UNIQUE", "if True"),
        ("    while True:", "    for _ in range(1):"),
        ("clues.items() if other != cell", "puzzle.clues.items() if other != cell"),
    ],
    "exact-cover": [
        ('("column", column, value)', '("column", row, value)'),
        ("(row, column): value for", "(row, column): 5 - value for"),
        ("(row - 1) // 2 * 2 + (column - 1) // 2 + 1", "(row - 1) // 2 + (column - 1) // 2 + 1"),
        ("(row - 1) // 2 * 2 + (column - 1) // 2 + 1", "(column - 1) // 2 * 2 + (row - 1) // 2 + 1"),
        ('        ("cell", row, column),\n', ""),
        ('        ("box", box, value),\n', ""),
        ('("row", row, value)', '("row", row, column)'),
        ("if clues.get((row, column), value) == value", ""),
        ("if clues.get((row, column), value) == value", "if (row, column) not in clues"),
        ("if clues.get((row, column), value) == value", "if clues.get((row, column)) == value"),
        ("(row, column): value for", "(column, row): value for"),
    ],
    "two-views": [
        ("slot[a] < slot[b]", "slot[a] <= slot[b] + 1"),
        ("for s in range(talks - 1)", "for s in range(1, talks - 1)"),
        ("    build.inverse(slot, talk)\n", ""),
        ("build.inverse(slot, talk)", "build.all_different(slot)"),
        ("slot[a] < slot[b]", "slot[a] > slot[b]"),
        ("slot[a] < slot[b]", "slot[a] + 1 == slot[b]"),
        ("slot[a] < slot[b]", "talk[a] < talk[b]"),
        ("(talk[s] != a) | (talk[s + 1] != b)", "(talk[s] != b) | (talk[s + 1] != a)"),
        ("(talk[s] != a) | (talk[s + 1] != b)", "(talk[s] != a) & (talk[s + 1] != b)"),
        ("range(talks - 1)", "range(talks - 2)"),
        ("(talk[s] != a) | (talk[s + 1] != b)", "(slot[a] > slot[b])"),
    ],
}  # fmt: skip
CASES = [(name, old, new) for name, wrong in WRONG.items() for old, new in wrong]


@as_one_test(CASES)
def test_a_wrong_answer_is_refused(name, old, new):
    assert_refused(find_exercise(name), old, new)


def test_each_exercise_has_eight_wrong_answers():
    assert {exercise.name for exercise in COURSE} == set(WRONG)
    assert min(map(len, WRONG.values())) >= 8
