"""Cross-checking: agreement is reported, a planted fault is found and shrunk."""

import json
import sys
from dataclasses import dataclass

import pytest

from nonet.backends import find_backend, get_backend
from nonet.backends.base import Availability
from nonet.cli import main
from nonet.errors import Disagreement
from nonet.model import AllDifferent, Linear, Model, ModelBuilder
from nonet.model.json import model_from_json
from nonet.puzzle import Grid, Puzzle
from nonet.solving import Status, crosscheck, solve
from nonet.solving.agreement import shrunk_model


@dataclass(frozen=True)
class Faulty:
    """Native, but for one fault: a way to be wrong about models with a certain constraint."""

    fault: str
    culprit: str = "row 2"
    name: str = "faulty"
    capabilities = get_backend("native").capabilities

    def available(self):
        return Availability(True)

    def run(self, model, request):
        has_culprit = any(c.description == self.culprit for c in model.constraints)
        answers = get_backend("native").run(model, request)
        if has_culprit and self.fault == "unsat":
            return None
        if has_culprit and self.fault == "loses one":
            next(answers, None)
        if has_culprit and self.fault == "breaks it":
            yield dict.fromkeys(model.variables, 1)
        return (yield from answers)


PUZZLE = Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2})


def test_backends_that_agree_are_reported_with_their_outcomes():
    agreement = crosscheck(PUZZLE, ["native", "native:alldifferent=gac"], limit=None)
    assert agreement.status is Status.SAT
    assert list(agreement.outcomes) == ["native", "native:alldifferent=gac"]
    assert not agreement.undecided


@pytest.mark.parametrize("fault", ["unsat", "breaks it"])
def test_a_planted_fault_is_found_and_shrunk_to_the_constraint_at_fault(fault):
    with pytest.raises(Disagreement, match="faulty") as caught:
        crosscheck(PUZZLE, ["native", Faulty(fault)])
    small = model_from_json(caught.value.reproducer)
    assert [constraint.description for constraint in small.constraints] == ["row 2"]
    assert len(small.narrowed) == 0


def test_a_lost_solution_is_found_by_comparing_all_of_them():
    build = ModelBuilder()
    x, y, z = build.variables("xyz", range(4))
    build.add(x < y, label="rising")
    build.add(y + z == 4, label="row 2")
    build.add(x != z, label="apart")
    with pytest.raises(Disagreement, match="faulty finds") as caught:
        crosscheck(build.model(), ["native", Faulty("loses one")], limit=None)
    small = model_from_json(caught.value.reproducer)
    assert [constraint.description for constraint in small.constraints] == ["row 2"]


def test_shrinking_has_patience_only_so_long_with_models_of_too_many_solutions():
    with pytest.raises(Disagreement, match="faulty") as caught:
        crosscheck(PUZZLE, ["native", Faulty("loses one")], limit=None, time_limit=0.1)
    descriptions = {
        constraint.description
        for constraint in model_from_json(caught.value.reproducer).constraints
    }
    assert "row 2" in descriptions


def test_a_backend_out_of_time_agrees_with_all():
    agreement = crosscheck(
        Puzzle(Grid.square(9)), ["native", "native:order=random"], limit=None, time_limit=0.05
    )
    assert set(agreement.undecided) == {"native", "native:order=random"}


def test_shrinking_keeps_only_what_is_needed():
    parts = [Linear((f"x{i}",), (1,), ">=", 1) for i in range(20)]
    model = Model({f"x{i}": range(3) for i in range(20)}, parts)
    needed = {"x3", "x17"}

    def still_disagrees(candidate: Model) -> bool:
        return needed <= {name for c in candidate.constraints for name in c.scope}

    assert {c.scope[0] for c in shrunk_model(model, still_disagrees).constraints} == needed


def test_a_clash_of_clues_is_agreed_on():
    clash = Puzzle(Grid.square(4), {"R1C1": 1, "R1C2": 1})
    assert crosscheck(clash, ["native", "native:order=lexicographic"]).status is Status.UNSAT
    assert solve(Model({"x": [1]}, [AllDifferent(("x",))])).status is Status.SAT


def test_one_answer_alone_is_no_agreement():
    agreement = crosscheck(PUZZLE, ["native"])
    assert (agreement.compared, agreement.status) == (False, Status.UNKNOWN)
    assert agreement.decided == ("native",)
    late = crosscheck(Puzzle(Grid.square(9)), ["native", "sat"], limit=None, time_limit=0.05)
    assert (late.compared, late.status) == (False, Status.UNKNOWN)


def test_two_backends_of_one_name_are_both_asked():
    native, lexicographic = find_backend("native"), find_backend("native:order=lexicographic")
    agreement = crosscheck(PUZZLE, [native, lexicographic])
    assert list(agreement.outcomes) == ["native", "native (2)"]
    assert agreement.compared


@pytest.mark.parametrize("form", ["text", "json"])
def test_the_command_does_not_answer_as_if_it_had_compared(form, capsys):
    assert main(["crosscheck", "." * 16, "--backend", "native", "--format", form]) == 3
    out = capsys.readouterr().out
    if form == "text":
        assert "nothing was compared: at least 2 solutions by native alone" in out
    else:
        answer = json.loads(out)
        assert (answer["agree"], answer["status"], answer["compared"]) == (None, "unknown", [])


def test_shrinking_ends_however_slow_the_backends_are(monkeypatch):
    module = sys.modules["nonet.solving.agreement"]

    monkeypatch.setattr(module, "SHRINKING_FACTOR", 0.0)
    with pytest.raises(Disagreement, match="faulty") as caught:
        crosscheck(PUZZLE, ["native", Faulty("unsat")])
    assert len(model_from_json(caught.value.reproducer).constraints) == len(
        PUZZLE.model().constraints
    )
