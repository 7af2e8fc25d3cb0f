"""On whose word a verdict rests, and that of a second."""

import json
from dataclasses import dataclass, field

import pytest

from nonet.backends import get_backend
from nonet.backends.base import Availability
from nonet.cli import main
from nonet.errors import BackendOptionError, Disagreement, NotInstalled
from nonet.model import AllDifferent, Linear, Model
from nonet.model.json import model_from_json
from nonet.puzzle import Grid, Puzzle
from nonet.solving import Uniqueness, agreement, solve, verify
from nonet.solving.agreement import LEAST_SECONDS, unrelated_backends

UNIQUE_PUZZLE = Puzzle(
    Grid.square(4), {"R1C1": 1, "R1C2": 2, "R2C3": 1, "R3C1": 2, "R3C2": 1, "R4C3": 3}
)
LINE = ".......21.3..4.."


@dataclass(frozen=True)
class Liar:
    """A backend that says there is no (other) solution, and remembers how long it was given."""

    finds: int = 0
    name: str = "liar"
    given: list = field(default_factory=list, compare=False)
    capabilities = get_backend("native").capabilities

    def available(self):
        return Availability(True)

    def run(self, model, request):
        self.given.append(request.remaining())
        run = get_backend("native").run(model, request)
        for _ in range(self.finds):
            yield next(run)
        run.close()


@dataclass(frozen=True)
class Slow(Liar):
    name: str = "slow"

    def run(self, model, request):
        if len(model.variables) == 1:  # the question that makes it import what it needs
            yield {"x": 1}
            return None
        self.given.append(request.remaining())
        while not request.expired():
            pass
        return "time"


def test_unique_and_none_rest_on_a_solvers_word_and_multiple_on_checked_solutions():
    assert verify(LINE, "native").proven_by == ("native",)
    none = Puzzle(Grid.square(4), {"R1C1": 1, "R1C2": 1})
    assert verify(none, "cpsat").proven_by == ("cpsat",)
    assert verify(Puzzle(Grid.square(4))).proven_by == ()
    assert verify(Puzzle(Grid.square(16)), Slow(), time_limit=0.1).proven_by == ()


@pytest.mark.parametrize("first", ["native", "cpsat", "sat", "python-constraint"])
def test_the_second_is_unrelated_to_the_first(first):
    verdict = verify(LINE, first, second_opinion=True)
    assert verdict.uniqueness is Uniqueness.UNIQUE
    assert verdict.proven_by == (first, "cpsat" if first == "sat" else "sat")
    assert verdict.second is not None
    assert verdict.second.backend == verdict.proven_by[1]


def test_the_engines_of_one_house_are_no_second_opinion_to_each_other():
    assert not {"native", "lockstep"} & {backend.name for backend in unrelated_backends("lockstep")}
    assert [backend.name for backend in unrelated_backends("native")][:2] == ["sat", "cpsat"]


@pytest.mark.parametrize("finds", [0, 1])
def test_a_liar_is_caught(finds):
    """That there is none, and that there is only one, of a puzzle with many solutions."""
    empty = Puzzle(Grid.square(4), {"R1C1": 1})
    assert verify(empty, Liar(finds)).uniqueness is not Uniqueness.MULTIPLE
    with pytest.raises(Disagreement, match="liar") as caught:
        verify(empty, Liar(finds), second_opinion=True)
    small = model_from_json(caught.value.reproducer)
    assert len(solve(small, limit=2).solutions) > finds


def test_a_second_that_lies_is_a_disagreement_too():
    with pytest.raises(Disagreement, match="native says sat, liar says unsat"):
        verify(LINE, "native", second_opinion=Liar())


def test_two_witnesses_need_no_second():
    liar = Liar()
    verdict = verify(Puzzle(Grid.square(4)), "native", second_opinion=liar)
    assert (verdict.uniqueness, verdict.second, liar.given) == (Uniqueness.MULTIPLE, None, [])


@pytest.mark.parametrize(("limit", "most"), [(None, LEAST_SECONDS), (0.2, 0.2)])
def test_the_second_has_no_more_time_than_the_first(limit, most):
    slow = Slow()
    verdict = verify(LINE, "native", second_opinion=slow, time_limit=limit)
    assert [0 < given <= most for given in slow.given] == [True]
    assert verdict.uniqueness is Uniqueness.UNIQUE
    assert verdict.proven_by == ("native",)
    assert verdict.second is not None and verdict.second.stopped_by == "time"


def test_a_second_that_declines_leaves_it_to_the_next_and_silence_is_explained(monkeypatch):
    names = ("v0", "v1", "v2")
    model = Model(
        dict.fromkeys(names, range(0, 2 * 10**5, 10**5)),
        [Linear(names, (10**13, 3, 10**13 + 1), "==", 0), AllDifferent(names[:1])],
    )
    verdict = verify(model, "native", second_opinion=True)
    assert verdict.uniqueness is Uniqueness.UNIQUE
    assert len(verdict.proven_by) == 2
    monkeypatch.setattr(agreement, "comparable_backends", lambda: [Broken()])
    verdict = verify(LINE, "native", second_opinion=True)
    assert verdict.proven_by == ("native",)
    assert "backend broken failed" in verdict.no_second_reason


@dataclass(frozen=True)
class Broken(Liar):
    name: str = "broken"

    def run(self, model, request):
        raise RuntimeError("no")


def test_a_missing_other_backend_is_reported_before_anything_is_solved(monkeypatch):
    monkeypatch.setattr(agreement, "comparable_backends", lambda: [get_backend("native")])
    with pytest.raises(NotInstalled, match="no other backend than native"):
        verify(LINE, "native", second_opinion=True)
    with pytest.raises(BackendOptionError, match="same backend"):
        verify(LINE, "native", second_opinion="native:order=random")


def test_the_command_says_whose_word_it_is(capsys):
    assert main(["verify", LINE, "--backend", "native"]) == 0
    assert "unique: exactly one solution (by the word of native, " in capsys.readouterr().out
    assert main(["verify", LINE, "--backend", "native", "--second-opinion"]) == 0
    assert "(by the word of native and sat, which agree, " in capsys.readouterr().out
    command = ["verify", LINE, "--backend", "native", "--format", "json"]
    assert main([*command, "--second-backend", "cpsat"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["word_of"] == ["native", "cpsat"]
    assert answer["second_opinion"]["backend"] == "cpsat"
    assert main(["verify", "." * 16, "--second-opinion"]) == 1
    assert "multiple: at least two solutions (" in capsys.readouterr().out
    assert main(["verify", LINE, "--backend", "native", "--second-backend", "native"]) == 2


def test_the_command_writes_a_reproducer_of_a_disagreement(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(agreement, "comparable_backends", lambda: [Liar()])
    target = tmp_path / "why.json"
    command = ["verify", LINE, "--backend", "native", "--second-opinion", "--reproducer"]
    assert main([*command, str(target)]) == 3
    output = capsys.readouterr()
    assert "DISAGREE" in output.out
    assert str(target) in output.err
    assert model_from_json(target.read_text()).variables
    assert main([*command, str(tmp_path / "no" / "folder.json")]) == 2
