"""The checks of the parts of a learner's solver: ours pass, and wrong parts are refused in words."""

from pathlib import Path

import pytest

from nonet.learn import SPINE
from nonet.learn.check_process import grade_in_process
from nonet.learn.spine import our_part, with_part
from tests.cases import as_one_test

WRONG = {
    1: [
        ("if all(constraint.holds", "if any(constraint.holds", "is not a solution"),
        ("            yield assignment", "            yield assignment\n            return", "you do not yield it"),  # noqa: E501
        ("product(*domains.values())", "zip(*domains.values())", "you do not yield it"),
    ],
    2: [
        ("max(constraint.scope", "min(constraint.scope", "have no value"),
        ("complete[max(constraint.scope, key=names.index)]", "complete[names[-1]]", "one over a, b, c, d"),
        ("yield dict(assignment)", "yield assignment", "yield a copy"),
        ("            del assignment[name]\n", "", "you ask it 20 times"),
    ],
    3: [
        ("        if value in self.domains[name]:\n            self.domains[name].remove(value)\n", "        if True:\n            self.domains[name].discard(value)\n", "only if it was there"),  # noqa: E501
        ("{name: set(values) for name, values in domains.items()}", "domains", "copy the sets"),
        ("while len(self.trail) > mark:", "if len(self.trail) > mark:", "by "),
        ("        return bool(self.domains[name])\n\n    def mark", "        return True\n\n    def mark", "you return True"),  # noqa: E501
    ],
    4: [
        ("                if other not in queued:", "                if False:", "propagate with fixed over"),
        ("            return False\n        for name in {", "            break\n        for name in {", "right is False"),  # noqa: E501
        ("for name in {name for name, _ in store.trail[mark:]}:", "for name in store.domains if store.trail[mark:] else ():", "they should run"),  # noqa: E501
        ("if other != name and not store", "if not store", "fixed over a, b, c"),
    ],
    5: [
        ("if not any(allowed", "if not all(allowed", "revise x of"),
        ("turned(allowed)))", "allowed))", "ac3 by six"),
        ("        filters.append(((x,), partial(revise, x=y, y=x, allowed=turned(allowed))))\n", "", "ac3 by six"),  # noqa: E501
        ("filters.append(((y,), ", "filters.append(((x,), ", "ac3 by six"),
    ],
    6: [
        ("coefficient * value - smallest_term > slack", "coefficient * value > slack", "linear("),
        ("- smallest_term > slack", "- smallest_term >= slack", "linear("),
        (
            "min(coefficient * min(store.domains[name]), coefficient * max(store.domains[name]))",
            "coefficient * min(store.domains[name])", "linear(",
        ),
        ("return slack >= 0", "return True", "right is False"),
    ],
    7: [
        ("if value not in owner or place(owner[value], seen):", "if value not in owner:", "may an owner move"),  # noqa: E501
        ("available = free | {values[name]}", "available = {values[name]}", "all_different("),
        ("while moved := [", "if moved := [", "all_different("),
        ("free | {values[name]}", "set(free)", "all_different("),
    ],
    8: [
        ("    names = list(names)\n    alive", "    names = list(names)\n    for row in [r for r in rows if not all(v in store.domains[x] for x, v in zip(names, r))]:\n        rows.remove(row)\n    alive", "you changed what you were given"),  # noqa: E501
        ("if all(value in", "if any(value in", "table("),
        ("return bool(alive)", "return True", "right is False"),
    ],
    9: [
        ("                store.undo(before)\n", "", "you do not yield it"),
        ("    store.undo(mark)\n", "", "undo to the mark"),
        ("if len(values) > 1]", "]", "you take"),
        ("return min(still_open", "return max(still_open", "you take"),
    ],
    10: [
        ("return best, nodes <= most_nodes", "return best, best is not None", "proven"),
        ("        best = solution\n", "        best = solution\n        break\n", "right is"),
        ("return nodes <= most_nodes and propagate(", "return propagate(", "after 0 nodes you have"),
        ("best[cost] - 1", "best[cost] - 2", "right is"),
    ],
    11: [
        ("for each in nogood) <= 1:", "for each in nogood) <= 99:", "the nogood is"),
        ("if depth[f] < level), default=0)", "), default=0)", "the depth"),
        ("nogood.update(each for each in reason if depth[each] > 0)", "pass", "the nogood is"),
        ("{fact for fact in failure if depth[fact] > 0}", "set(failure)", "replace the latest fact"),
    ],
    12: [
        ("                raise TimeoutError\n", "                pass\n", "the time was over"),
        ("                report(Backtracked(depth))\n", "", "take back"),
        ('"==": (1, -1)', '"==": (1,)', "is not a solution"),
        ("bound=sign * constraint.constant", "bound=constraint.constant", "is not a solution"),
    ],
}  # fmt: skip


def without_the_suite(monkeypatch):
    """Leave the conformance suite out: one test runs it."""
    monkeypatch.setattr("nonet.learn.spine.checks.check_12_conformance", lambda work: None)


@pytest.mark.parametrize("part", SPINE[:-1], ids=lambda part: part.name)
def test_our_part_passes_and_its_stub_is_to_do(part):
    graded = grade_in_process(part, part.solution)
    assert graded.passed, graded
    assert [each.sentence for each in graded.results] == [each.sentence for each in part.checks()]
    (first,) = grade_in_process(part, part.hole).results
    assert first.state == "open"
    assert f"is still to do: part {part.part}, " in first.message


@pytest.mark.slow(7)
def test_our_backend_passes_the_conformance_suite(tmp_path, monkeypatch):
    """A few models of each kind: a learner's grade asks for more."""
    monkeypatch.setattr("nonet.learn.spine.checks.EXAMPLES", 1)
    graded = grade_in_process(SPINE[-1], SPINE[-1].solution)
    assert graded.passed, graded
    assert " passed" in graded.results[-1].message


@pytest.mark.slow
@as_one_test([(part, n, *wrong) for part, every in WRONG.items() for n, wrong in enumerate(every)])
def test_a_wrong_part_is_refused_at_that_part_with_a_message_that_helps(
    number, place, old, new, message
):
    part, section = SPINE[number - 1], our_part(number)
    assert section.count(old) >= 1
    with pytest.MonkeyPatch.context() as patch:
        without_the_suite(patch)
        if (
            place
        ):  # that earlier parts are not at fault is seen once for each part, for it takes a second
            patch.setattr(
                "nonet.learn.spine._run_or_blame", lambda part, check, work: check.run(work)
            )
        graded = grade_in_process(part, with_part("", number, section.replace(old, new, 1)))
    result = graded.results[-1]
    assert result.state == "wrong", result
    assert message in result.message
    assert "is at fault" not in result.message


@pytest.mark.slow
def test_a_second_solver_passes_part_by_part(monkeypatch):
    """Written from the texts alone: no check asks for our way.  Its part 10 takes seconds."""
    without_the_suite(monkeypatch)
    text = Path(__file__).with_name("second_solver.py.txt").read_text(encoding="utf-8")
    for part in SPINE:
        if part.part != 10:
            graded = grade_in_process(part, text)
            assert graded.passed, graded


def test_each_part_has_three_wrong_answers():
    assert WRONG.keys() == {part.part for part in SPINE}
    assert all(len(every) >= 3 for every in WRONG.values())


def test_where_an_earlier_part_is_wrong_it_is_named():
    broken = our_part(7).replace("while moved := [", "if moved := [")
    graded = grade_in_process(SPINE[8], with_part(with_part("", 9, our_part(9)), 7, broken))
    assert graded.passed, "a weaker filter is no fault of the search"
    broken = our_part(3).replace("self.domains[name].add(value)", "pass")
    mine = with_part(with_part("", 9, our_part(9)), 3, broken)
    message = grade_in_process(SPINE[8], mine).results[-1].message
    assert message.startswith("your part 3 is at fault: Store does and undoes")
    assert "nonet learn take solver-3" in message
