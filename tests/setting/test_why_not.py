"""Why a variable cannot have a value, judged by all solutions."""

import nonet
from nonet.cli import main
from nonet.render.svg import drawing_svg
from nonet.solving import Status
from tests.setting.puzzles import check_links


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
