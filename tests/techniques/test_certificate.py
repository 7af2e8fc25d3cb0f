"""Certificates: truths and links that prove a candidate false, checked by counting."""

from itertools import combinations

import pytest

from nonet import solve
from nonet.techniques import find
from nonet.techniques.candidate_layout import bits
from nonet.techniques.certificate import Certificate, is_valid_certificate, smallest_certificate
from nonet.techniques.solution_oracle import position_of


@pytest.mark.slow(0.3)
def test_a_certificate_is_checked_by_counting_and_smallest_for_pointing():
    puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    position = position_of(puzzle)
    steps = find(position, "pointing", "claiming")
    assert steps
    for step in steps[::9]:
        for candidate in bits(step.eliminations):
            certificate = smallest_certificate(position, candidate)
            assert certificate is not None
            assert is_valid_certificate(position, certificate, candidate)
            assert (len(certificate.truths), len(certificate.links)) == (1, 1)


def test_what_a_single_excludes_is_certified_by_the_house_or_the_cell_of_the_single():
    position = position_of("..3..4....2..1..")
    cells = 0
    for step in find(position, "hidden-single"):
        (placed,) = step.placements
        others = position.open & step.layout.sets[placed % step.layout.cell_count] & ~(1 << placed)
        for candidate in bits(others):
            certificate = smallest_certificate(position, candidate)
            assert certificate is not None
            assert is_valid_certificate(position, certificate, candidate)
            assert (len(certificate.truths), len(certificate.links)) == (1, 1)
            cells += 1
    assert cells > 5


def test_nothing_certifies_a_true_candidate():
    puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    position = position_of(puzzle)
    solution = solve(puzzle).solution
    for cell in ("R1C2", "R5C5", "R9C9"):
        if cell in position.candidates:
            assert (
                smallest_certificate(position, position.layout.candidate(cell, solution[cell]))
                is None
            )


def test_no_certificate_is_smaller_than_the_smallest():
    """Of all pairs of a truth and a link none is valid where two truths are needed."""
    position = position_of("12..............")
    layout = position.layout
    sets = [n for n, mask in enumerate(layout.sets) if mask & position.open]
    truths = [n for n in sets if layout.is_truth(n) and not layout.sets[n] & position.placed]
    cells = (("R2C3", 3), ("R2C4", 4), ("R3C1", 2), ("R4C1", 3), ("R4C3", 1))
    some = [layout.candidate(*pair) for pair in cells]
    one_each = {
        candidate
        for candidate in some
        for truth in truths
        for link in sets
        if is_valid_certificate(position, Certificate((truth,), (link,)), candidate)
    }
    for candidate in some:
        certificate = smallest_certificate(position, candidate)
        size = 0 if certificate is None else len(certificate.truths)
        assert (size == 1) == (candidate in one_each)
    assert one_each


def test_truths_alone_or_covered_too_little_prove_nothing():
    position = position_of("12..............")
    layout = position.layout
    # the 3 of row 1 is in box 2: no other cell of box 2 is 3
    row, box = layout.house_set(0, 2), next(n for n in layout.truths if layout.set_name(n) == "3b2")
    target = layout.candidate("R2C3", 3)
    proof = Certificate((row,), (box,))
    assert proof.rank == 0 and is_valid_certificate(position, proof, target)
    assert not is_valid_certificate(position, Certificate((row,), ()), target)
    assert not is_valid_certificate(position, Certificate((), (box,)), target)
    assert not is_valid_certificate(position, proof, layout.candidate("R4C3", 3))
    assert not is_valid_certificate(position, Certificate((), ()), target)
    # a truth that holds the target counts for nothing, nor does another link
    for more in combinations([layout.house_set(1, 2), 6], 1):
        assert is_valid_certificate(position, Certificate((row,), (box, *more)), target) == (
            target in bits(layout.sets[more[0]])
        )


def test_a_time_that_is_over_gives_none(monkeypatch):
    position = position_of("12..............")
    target = position.layout.candidate("R2C3", 3)
    assert smallest_certificate(position, target, time_limit=10) is not None
    monkeypatch.setattr("nonet.techniques.certificate.is_valid_certificate", lambda *_: False)
    assert smallest_certificate(position, target) is None
