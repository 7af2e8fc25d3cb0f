"""Why a variable cannot have a value, judged by all solutions."""

import sys

import pytest

import nonet
from nonet.cli import main
from nonet.deadline import Deadline
from nonet.errors import ModelError
from nonet.render.svg import drawing_svg
from nonet.setting import Chain, Fact, WhyNot, conflicts
from nonet.setting.live_solvers import AssumptionSolver
from nonet.setting.puzzle_parts import clue_parts
from nonet.solving import Status
from tests.setting.puzzles import check_links

why_not = sys.modules["nonet.setting.why_not"]


def test_why_not_excludes_just_what_no_solution_has():
    puzzle = nonet.parse("1.......2.......")
    allowed = nonet.candidates(puzzle, "native").values
    for cell in ("R1C2", "R2C2", "R4C1", "R3C3"):
        for value in range(1, 5):
            for known in ("position", "clues"):
                answer = nonet.why_not(puzzle, cell, value, known=known)
                assert (answer.status is Status.SAT) == (value in allowed[cell])
                if answer.status is Status.SAT:
                    assert answer.solution[cell] == value
                elif answer.known == "clues":
                    known_facts = {
                        (p.scope[0], p.value, True) for p in answer.parts if p.kind == "clue"
                    }
                    check_links(
                        answer.chain.links,
                        known_facts | {(cell, value, True)},
                        puzzle.model().structure.domains,
                    )


def test_why_not_from_a_position_needs_fewer_parts_than_from_the_clues():
    puzzle = nonet.parse(
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    )
    solution = nonet.solve(puzzle, "native").solution
    other = next(v for v in range(1, 10) if v != solution["R2C1"] and v not in (3, 4, 5, 1))
    from_position = nonet.why_not(puzzle, "R2C1", other, chain=False, time_limit=None)
    from_clues = nonet.why_not(puzzle, "R2C1", other, known="clues", chain=False, time_limit=None)
    assert from_position.known == "position" and len(from_position.parts) < len(from_clues.parts)
    assert all(part.kind == "rule" for part in from_position.parts)
    assert "<svg" in drawing_svg(from_position.drawing())


def test_a_chain_of_too_many_cases_is_left_out_with_a_note(monkeypatch, capsys):
    hard = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    monkeypatch.setattr("nonet.techniques.engines.refutation.MAX_CASES", 0)
    answer = nonet.why_not(nonet.parse(hard), "R2C1", 2)
    assert answer.parts and answer.chain is None and answer.is_chain_too_long
    assert not nonet.why_not(nonet.parse(hard), "R2C1", 2, chain=False).is_chain_too_long
    assert main(["why-not", hard, "R2C1", "2"]) == 0
    assert "too many cases to read" in capsys.readouterr().out


def test_a_value_that_a_clue_excludes_is_refuted_by_that_clue_alone():
    puzzle = nonet.parse("12..............")
    answer = nonet.why_not(puzzle, "R1C1", 3, known="clues")
    assert [str(part) for part in answer.parts] == ["R1C1=1"] and answer.bound == 1
    (link,) = answer.chain.links
    assert {(fact.name, fact.value) for fact in link.because} == {("R1C1", 1), ("R1C1", 3)}
    model = puzzle.model().narrow({"R4C4": [1, 2]})
    several = nonet.why_not(model, "R4C4", 3, known="clues")
    assert [str(part) for part in several.parts] == ["R4C4 in {1, 2}"]
    (link,) = several.chain.links
    assert {fact.name for fact in link.because} == {"R4C4"}


@pytest.mark.parametrize("beside", [-1, 0, 1])
def test_a_chain_is_told_of_so_many_values_and_no_more(beside, monkeypatch):
    puzzle = nonet.parse("12..............")
    monkeypatch.setattr(conflicts, "MAX_CHAIN_VALUES", 16 + beside)
    answer = nonet.why_not(puzzle, "R1C3", 1, known="clues")
    assert [str(part) for part in answer.parts] == ["R1C1=1", "row 1"]
    assert (answer.chain is not None) == (beside >= 0)
    assert answer.is_chain_too_long == (beside < 0)


def test_the_search_for_fewer_parts_ends_after_so_many_questions_unless_all_are_wanted(monkeypatch):
    puzzle = nonet.parse(".......21.3..4..")
    questions = []
    original = AssumptionSolver.solve
    monkeypatch.setattr(
        AssumptionSolver,
        "solve",
        lambda solver, assumed: questions.append(assumed) or original(solver, assumed),
    )

    def asked(**options):
        questions.clear()
        answer = nonet.why_not(puzzle, "R1C2", 2, known="clues", chain=False, **options)
        return len(questions), answer

    every, full = asked(smallest=True)
    assert full.bound == len(full.parts) > 1 and full.in_words().endswith("(no fewer do)")
    for most in (0, 1, 2):
        monkeypatch.setattr(why_not, "QUESTIONS_FOR_FEWER", most)
        number, answer = asked()
        assert number < every and answer.stopped_by is None
        assert (answer.bound < len(answer.parts)) == ("perhaps fewer do" in answer.in_words())
        assert asked(smallest=True)[0] == every
    monkeypatch.setattr(why_not, "QUESTIONS_FOR_FEWER", every)
    assert asked()[0] == every


def test_questions_are_counted_to_the_last():
    few = why_not._FewQuestions(
        AssumptionSolver(nonet.Model({"x": [1]}).structure, Deadline(None), "cadical195"), 2
    )
    assert few.solve([]) and few.solve([])
    with pytest.raises(why_not._EnoughQuestions):
        few.solve([])


@pytest.mark.parametrize("number", [4, 5])
def test_many_parts_are_told_by_their_chain(number):
    parts = clue_parts(nonet.parse("1234" + "3412" + "." * 8).model())[:number]
    fact = Fact("R4C4", 1)
    with_chain = WhyNot(fact, Status.UNSAT, "clues", parts, number, chain=Chain(()))
    without = WhyNot(fact, Status.UNSAT, "clues", parts, number)
    assert with_chain.is_told_by_chain == (number > 4) and not without.is_told_by_chain
    assert (f"{number} clues and rules together" in with_chain.in_words()) == (number > 4)
    assert "R1C1=1, R1C2=2" in without.in_words()


def test_a_picture_marks_the_value_and_shades_what_excludes_it():
    puzzle = nonet.parse("12..............")
    answer = nonet.why_not(puzzle, "R1C3", 1, known="clues")
    drawing = answer.drawing()
    assert drawing.marks[0, 2].wrong and drawing.marks[0, 2].text == "1"
    shade = drawing.decorations[0]
    assert shade.cells == ((0, 0), (0, 1), (0, 2), (0, 3))
    model = nonet.why_not(puzzle.model(), "R1C3", 1)
    with pytest.raises(ModelError, match="no picture"):
        WhyNot(model.fact, model.status).drawing()
